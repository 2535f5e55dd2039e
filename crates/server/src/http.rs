//! The way in: addresses, cookies, and live connections.

use std::sync::Arc;
use std::time::Duration;

use atlas_core::{Code, Refusal, Seat};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRef, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use maud::Markup;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::ids::{fresh_id, is_id};
use crate::live::{Live, NotDone, Tables, Wish};
use crate::pages::{self, Listed};
use crate::store::{Holder, Listing, MatchRow, SeatRow, Store, trouble};

/// The longest message on a live connection.
const LONGEST_MESSAGE: usize = 4096;
/// The longest form.
const LONGEST_FORM: usize = 16 << 10;

/// What a host decides.
#[derive(Clone, Debug)]
pub struct Config {
    /// The database, `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// The address that people type, for links.
    pub base_url: String,
    /// What cookies are signed with: at least 64 bytes.
    pub key: Vec<u8>,
    /// How long a bot waits before it acts, so that people can follow.
    pub pace: Duration,
}

#[derive(Clone)]
struct App {
    tables: Arc<Tables>,
    key: Key,
    base_url: Arc<str>,
}

impl FromRef<App> for Key {
    fn from_ref(app: &App) -> Key {
        app.key.clone()
    }
}

/// A server whose database is open, ready to let people in.
pub struct Server {
    app: App,
}

impl Server {
    /// Opens the database and wakes the bots of matches that were going on.
    pub async fn open(config: Config) -> Result<Server, String> {
        let key = Key::try_from(config.key.as_slice()).map_err(|error| format!("the key: {error}"))?;
        let store = Store::open(&config.database).await.map_err(|error| format!("the database: {error}"))?;
        let tables = Tables::new(store, config.pace);
        tables.resume().await.map_err(|refusal| refusal.to_string())?;
        tokio::spawn(forget(Arc::clone(&tables)));
        Ok(Server { app: App { tables, key, base_url: config.base_url.into() } })
    }

    /// Serves on a listener until it is told to stop.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), String> {
        let served = axum::serve(listener, router(self.app)).with_graceful_shutdown(stop).await;
        served.map_err(|error| error.to_string())
    }
}

async fn forget(tables: Arc<Tables>) {
    let mut minutes = tokio::time::interval(Duration::from_mins(1));
    loop {
        minutes.tick().await;
        tables.forget_idle();
    }
}

fn router(app: App) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/", get(home))
        .route("/name", post(rename))
        .route("/play/{game}", post(play_now))
        .route("/tables/{game}", post(open_table))
        .route("/t/{id}", get(table))
        .route("/t/{id}/sit", post(sit))
        .route("/t/{id}/rematch", post(rematch))
        .route("/t/{id}/record", get(record))
        .route("/t/{id}/live", get(live))
        .route("/rules/{game}", get(rules))
        .route("/assets/{name}", get(asset))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .fallback(|| async { Trouble(Refusal::new(Code::Request, "there is no such page")) })
        .layer(middleware::from_fn(same_origin))
        .layer(RequestBodyLimitLayer::new(LONGEST_FORM))
        .layer(CompressionLayer::new())
        .layer(header(header::CONTENT_SECURITY_POLICY, CSP))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
        .with_state(app)
}

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                   connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A refusal as a page.
struct Trouble(Refusal);

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble(refusal)
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            Code::Game | Code::Request => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        (status, pages::refused(&self.0)).into_response()
    }
}

type Answer<T> = Result<T, Trouble>;

/// Pages of other sites must not act for the people here: what changes something, and live connections,
/// come from our own pages only.
async fn same_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let upgrade = headers.contains_key(header::UPGRADE);
    if (request.method().is_safe() && !upgrade) || is_same_origin(headers) {
        return next.run(request).await;
    }
    let refusal = Refusal::new(Code::Illegal, "this came from another site and was not done");
    (StatusCode::FORBIDDEN, pages::refused(&refusal)).into_response()
}

fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from == host),
        // Browsers always say where a form comes from; programs need not.
        (None, _) => headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin"),
        _ => false,
    }
}

/// Who is asking: a new guest if nobody we know.
async fn person(app: &App, jar: SignedCookieJar) -> Answer<(SignedCookieJar, String, String)> {
    let known = jar.get("atlas").map(|cookie| cookie.value().to_owned()).filter(|id| is_id(id));
    let store = app.tables.store();
    if let Some(id) = known
        && let Some(name) = store.name_of(&id).await.map_err(|failure| trouble(&failure))?
    {
        return Ok((jar, id, name));
    }
    let id = fresh_id();
    let name = format!("Guest {}", id[..4].to_uppercase());
    store.set_name(&id, &name).await.map_err(|failure| trouble(&failure))?;
    let cookie = Cookie::build(("atlas", id.clone()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.base_url.starts_with("https://"))
        .permanent()
        .build();
    Ok((jar.add(cookie), id, name))
}

async fn home(State(app): State<App>, jar: SignedCookieJar) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, id, name) = person(&app, jar).await?;
    let store = app.tables.store();
    let own = store.matches_of(&id).await.map_err(|failure| trouble(&failure))?;
    let open = store.open_tables().await.map_err(|failure| trouble(&failure))?;
    let (own, open) = (listed(&app, own, &id).await?, listed(&app, open, &id).await?);
    Ok((jar, pages::home(&name, &own, &open)))
}

async fn listed(app: &App, rows: Vec<MatchRow>, person: &str) -> Answer<Vec<Listed>> {
    let mut list = Vec::new();
    for row in rows {
        let live = app.tables.find(&row.id).await?;
        let seats = live.seats_of(person).await;
        let scene = live.scene(None, seats).await;
        let acting = scene.play.as_ref().map_or(&[][..], |play| &play.acting);
        let your_turn = acting.iter().any(|seat| scene.seats.contains(seat));
        list.push(Listed { row, your_turn, names: scene.names });
    }
    Ok(list)
}

#[derive(Deserialize)]
struct NameForm {
    name: String,
}

async fn rename(
    State(app): State<App>,
    jar: SignedCookieJar,
    Form(form): Form<NameForm>,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, id, _) = person(&app, jar).await?;
    let name: String = form.name.trim().chars().filter(|letter| !letter.is_control()).take(24).collect();
    if !name.is_empty() {
        app.tables.store().set_name(&id, &name).await.map_err(|failure| trouble(&failure))?;
    }
    Ok((jar, Redirect::to("/")))
}

#[derive(Deserialize)]
struct WordForm {
    #[serde(default)]
    word: String,
}

/// A few words of the seat for the seed; more would only fill the database.
fn word(text: &str) -> String {
    text.chars().take(64).collect()
}

async fn play_now(
    State(app): State<App>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<WordForm>,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, id, _) = person(&app, jar).await?;
    let facts = atlas_catalog::find(&game)?.facts;
    let mut seats = vec![SeatRow { holder: Holder::Person(id.clone()), word: word(&form.word) }];
    seats.resize(
        facts.min_seats.max(2) as usize,
        SeatRow { holder: Holder::Bot("novice".to_owned()), word: String::new() },
    );
    let wish = Wish { game, options: Value::Null, listing: Listing::Private, seats };
    let live = app.tables.create(&id, wish).await?;
    Ok((jar, Redirect::to(&format!("/t/{}", live.id))))
}

async fn open_table(
    State(app): State<App>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<Vec<(String, String)>>,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, id, _) = person(&app, jar).await?;
    let value = |name: &str| form.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let own = word(value("word").unwrap_or_default());
    let mut seats = Vec::new();
    for (_, who) in form.iter().filter(|(key, who)| key == "seats" && who != "none").take(8) {
        let holder = match who.as_str() {
            "me" => Holder::Person(id.clone()),
            "open" => Holder::Open,
            level => match atlas_bots::Level::named(level) {
                Some(level) => Holder::Bot(level.name.to_owned()),
                None => return Err(Refusal::new(Code::Options, "there is no such bot").into()),
            },
        };
        let word = if holder == Holder::Person(id.clone()) { own.clone() } else { String::new() };
        seats.push(SeatRow { holder, word });
    }
    let listing = if value("public") == Some("yes") { Listing::Public } else { Listing::Private };
    let live = app.tables.create(&id, Wish { game, options: Value::Null, listing, seats }).await?;
    Ok((jar, Redirect::to(&format!("/t/{}", live.id))))
}

/// The seat through whose eyes a person sees a table: their only one, or nobody's until they tap.
fn eyes(seats: &[Seat]) -> Option<Seat> {
    if let [only] = seats { Some(*only) } else { None }
}

async fn table(
    State(app): State<App>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person, name) = person(&app, jar).await?;
    let live = app.tables.find(&id).await?;
    let seats = live.seats_of(&person).await;
    let own = eyes(&seats);
    let (story, scene) = (live.story(own).await, live.scene(own, seats).await);
    Ok((jar, pages::table(&scene, &name, &story, &invite(&app, &id))?))
}

fn invite(app: &App, id: &str) -> String {
    format!("{}/t/{id}", app.base_url)
}

async fn sit(
    State(app): State<App>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<WordForm>,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, person, _) = person(&app, jar).await?;
    let live = app.tables.find(&id).await?;
    app.tables.sit(&live, &person, &word(&form.word)).await?;
    Ok((jar, Redirect::to(&format!("/t/{id}"))))
}

async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, person, _) = person(&app, jar).await?;
    let live = app.tables.find(&id).await?;
    if live.seats_of(&person).await.is_empty() {
        return Err(Refusal::new(Code::Seats, "only players ask for a rematch").into());
    }
    let next = app.tables.rematch(&live, &person).await?;
    Ok((jar, Redirect::to(&format!("/t/{next}"))))
}

async fn record(State(app): State<App>, Path(id): Path<String>) -> Answer<Response> {
    let live = app.tables.find(&id).await?;
    let Some(log) = live.record().await else {
        return Err(Refusal::new(Code::Illegal, "the record is there when the match is over").into());
    };
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], log.to_text()).into_response())
}

async fn rules(
    State(app): State<App>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, _, name) = person(&app, jar).await?;
    Ok((jar, pages::rules(atlas_catalog::find(&game)?, &name)))
}

async fn asset(Path(name): Path<String>) -> Answer<Response> {
    let (kind, text) = match name.as_str() {
        "style.css" => ("text/css", [include_str!("../assets/style.css"), atlas_boards::STYLE].concat()),
        "table.js" => ("text/javascript", include_str!("../assets/table.js").to_owned()),
        "icon.svg" => ("image/svg+xml", include_str!("../assets/icon.svg").to_owned()),
        _ => return Err(Refusal::new(Code::Request, "there is no such file").into()),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=300")], text).into_response())
}

async fn ready(State(app): State<App>) -> Result<&'static str, StatusCode> {
    if app.tables.store().is_ready().await { Ok("ready") } else { Err(StatusCode::SERVICE_UNAVAILABLE) }
}

async fn live(
    State(app): State<App>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    let (_, person, _) = person(&app, jar).await?;
    let live = app.tables.find(&id).await?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| Connection { app, live, person, look: None }.run(socket)))
}

/// One viewer of one table.
struct Connection {
    app: App,
    live: Arc<Live>,
    person: String,
    /// The seat whose hand is shown at a shared screen.
    look: Option<Seat>,
}

/// What a page says.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Said {
    Act { sentence: String, seq: u64 },
    Why { sentence: String },
    Look { seat: u8 },
    Hint {},
}

impl Connection {
    async fn run(mut self, mut socket: WebSocket) {
        let mut changes = self.live.watch();
        let mut first = true;
        loop {
            let message = if std::mem::take(&mut first) {
                self.scene().await
            } else {
                tokio::select! {
                    changed = changes.changed() => {
                        if changed.is_err() { break }
                        self.scene().await
                    }
                    received = socket.recv() => match received {
                        Some(Ok(Message::Text(text))) => self.answer(text.as_str()).await,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                        Some(Ok(_)) => continue,
                    }
                }
            };
            changes.mark_unchanged();
            let text = Message::Text(message.to_string().into());
            // A viewer that does not take its messages is let go; its page comes back by itself.
            let sent = tokio::time::timeout(Duration::from_secs(10), socket.send(text)).await;
            if !matches!(sent, Ok(Ok(()))) {
                break;
            }
        }
    }

    async fn scene(&mut self) -> Value {
        let seats = self.live.seats_of(&self.person).await;
        let own = eyes(&seats).or(self.look.filter(|seat| seats.contains(seat)));
        let scene = self.live.scene(own, seats).await;
        // At a shared screen the hand goes away with the turn.
        let still =
            scene.play.as_ref().is_some_and(|play| own.is_some_and(|seat| play.acting.contains(&seat)));
        if !still {
            self.look = None;
        }
        let news: Vec<String> = scene
            .play
            .iter()
            .flat_map(|play| &play.news)
            .map(|news| pages::told(news, &scene.names, scene.game).into_string())
            .collect();
        match pages::fragment(&scene, &invite(&self.app, &scene.id)) {
            Ok(html) => json!({
                "seq": scene.seq,
                "title": pages::title(&scene),
                "html": html.into_string(),
                "news": news,
            }),
            Err(refusal) => json!({ "refused": refusal.message }),
        }
    }

    fn refused(&self, refusal: &Refusal) -> Value {
        let link = refusal.rule.map(|rule| pages::rule_link(rule.0, self.live.game).into_string());
        json!({ "refused": refusal.message, "rule": link })
    }

    async fn answer(&mut self, text: &str) -> Value {
        let said: Said = match serde_json::from_str(text) {
            Ok(said) => said,
            Err(error) => return json!({ "refused": format!("that was not understood: {error}") }),
        };
        if let Said::Look { seat } = said {
            self.look = Some(Seat(seat));
            return self.scene().await;
        }
        let seats = self.live.seats_of(&self.person).await;
        let Some(seat) = eyes(&seats).or(self.look.filter(|seat| seats.contains(seat))) else {
            return json!({ "refused": "you only watch this table" });
        };
        match said {
            Said::Act { sentence, seq } => {
                match self.app.tables.act(&self.live, seat, &sentence, seq).await {
                    Ok(()) => self.scene().await,
                    Err(NotDone::Conflict) => json!({ "refused": "that question has been answered already" }),
                    Err(NotDone::Refused(refusal)) => self.refused(&refusal),
                }
            }
            Said::Why { sentence } => match self.live.why(seat, &sentence).await {
                Ok(()) => json!({ "why": "you may do that" }),
                Err(refusal) => self.refused(&refusal),
            },
            Said::Hint {} => match self.live.hint(seat).await {
                Ok(advice) => json!({
                    "hint": advice.action,
                    "value": advice.value,
                    "playouts": advice.playouts,
                }),
                Err(refusal) => self.refused(&refusal),
            },
            Said::Look { .. } => unreachable!("it was answered above"),
        }
    }
}
