//! The way in: addresses, forms and cookies.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use atlas_catalog::Catalog;
use atlas_core::{Choice, Code, Refusal, Viewer};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Extension, FromRef, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use axum_extra::extract::cookie::{Key, SignedCookieJar};
use maud::Markup;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::limits::{self, Buckets, CONNECTIONS, Counts, Door, From as Visitor, SOCKETS};
use crate::live::{Live, Look, eyes};
use crate::pages::{self, Listed};
use crate::program::Program;
use crate::session;
use crate::socket::Connection;
use crate::store::{Holder, Listing, MatchRow, SeatRow, Store, trouble};
use crate::tables::{Patience, Tables, Wish};

/// The longest message on a live connection.
const LONGEST_MESSAGE: usize = 4096;
/// The longest form.
const LONGEST_FORM: usize = 16 << 10;
/// The header by which a load generator shows its token.
const LOAD: &str = "x-atlas-load";

/// What a host decides.
#[derive(Clone, Debug)]
pub struct Config {
    /// The database, `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// The address that people type, for links; nothing means the one that they came by.
    pub base_url: Option<String>,
    /// What cookies are signed with: at least 64 bytes.
    pub key: Vec<u8>,
    /// The games that can be played.
    pub catalog: Catalog,
    /// How patient the house is.
    pub patience: Patience,
    /// Whoever shows this is not limited, so that the house can be measured.
    pub load_token: Option<String>,
    /// Whether a proxy in front says who is asking.
    pub trust_proxy: bool,
}

/// What every request needs.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) tables: Arc<Tables>,
    pub(crate) limits: Arc<Limits>,
    key: Key,
    house: Arc<House>,
}

struct House {
    base_url: Option<String>,
    load_token: Option<String>,
    trust_proxy: bool,
}

/// What each may do, how often.
pub(crate) struct Limits {
    requests: Buckets<IpAddr>,
    tables: Buckets<String>,
    pub(crate) talk: Buckets<String>,
    connections: Counts,
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
        let tables = Tables::new(config.catalog, store, config.patience);
        let limits = Arc::new(Limits {
            requests: Buckets::new(limits::REQUESTS),
            tables: Buckets::new(limits::TABLES),
            talk: Buckets::new(limits::TALK),
            connections: Counts::default(),
        });
        tables.resume().await.map_err(|refusal| refusal.to_string())?;
        tokio::spawn(Arc::clone(&tables).follow());
        tokio::spawn(forget(Arc::clone(&tables), Arc::clone(&limits)));
        let Config { base_url, load_token, trust_proxy, .. } = config;
        Ok(Server {
            app: App { tables, limits, key, house: Arc::new(House { base_url, load_token, trust_proxy }) },
        })
    }

    /// Serves on a listener until it is told to stop; then tells every table, and ends.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), String> {
        // Behind a proxy everyone comes from one address, and a load generator does by intention.
        let one_for_all = self.app.house.trust_proxy || self.app.house.load_token.is_some();
        let door = Door::new(listener, if one_for_all { usize::MAX } else { SOCKETS });
        let tables = Arc::clone(&self.app.tables);
        let told = {
            let tables = Arc::clone(&tables);
            async move {
                stop.await;
                tables.close().await;
            }
        };
        let service = router(self.app).into_make_service_with_connect_info::<Visitor>();
        let served = axum::serve(door, service).with_graceful_shutdown(told).await;
        served.map_err(|error| error.to_string())
    }
}

async fn forget(tables: Arc<Tables>, limits: Arc<Limits>) {
    let mut minutes = tokio::time::interval(Duration::from_mins(1));
    loop {
        minutes.tick().await;
        tables.forget_idle();
        limits.requests.forget_full();
        limits.tables.forget_full();
        limits.talk.forget_full();
    }
}

fn router(app: App) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/", get(home))
        .route("/lobby", get(lobby))
        .route("/name", post(rename))
        .route("/play/{game}", post(play_now))
        .route("/tables/{game}", post(open_table))
        .route("/t/{id}", get(table))
        .route("/t/{id}/sit", post(sit))
        .route("/t/{id}/rematch", post(rematch))
        .route("/t/{id}/record", get(record))
        .route("/t/{id}/replay", get(replay))
        .route("/t/{id}/tokens", get(tokens))
        .route("/t/{id}/live", get(live))
        .route("/t/{id}/seat", get(seat))
        .route("/rules/{game}", get(rules))
        .route("/assets/{name}", get(asset))
        .fallback(|| async { Trouble::from(Refusal::new(Code::Request, "there is no such page")) })
        .layer(middleware::from_fn(same_origin))
        .layer(middleware::from_fn_with_state(app.clone(), not_too_often))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
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
struct Trouble {
    status: StatusCode,
    refusal: Refusal,
}

impl Trouble {
    fn too_much(message: &'static str) -> Trouble {
        let refusal = Refusal::new(Code::Request, message);
        Trouble { status: StatusCode::TOO_MANY_REQUESTS, refusal }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        let status = match refusal.code {
            Code::Game | Code::Request => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        Trouble { status, refusal }
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let page = (self.status, pages::refused(&self.refusal));
        match self.status {
            StatusCode::TOO_MANY_REQUESTS => ([(header::RETRY_AFTER, "5")], page).into_response(),
            _ => page.into_response(),
        }
    }
}

type Answer<T> = Result<T, Trouble>;

/// Where a request comes from, and whether it is measured rather than limited.
#[derive(Clone, Copy, Debug)]
struct Guest {
    address: IpAddr,
    unlimited: bool,
}

async fn not_too_often(
    State(app): State<App>,
    ConnectInfo(Visitor(socket)): ConnectInfo<Visitor>,
    mut request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    // A proxy adds the address it was called from at the end.
    let forwarded = text("x-forwarded-for").and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
    let address = if app.house.trust_proxy { forwarded.unwrap_or(socket.ip()) } else { socket.ip() };
    let unlimited = app.house.load_token.is_some() && text(LOAD) == app.house.load_token.as_deref();
    if !unlimited && !app.limits.requests.take(address) {
        return Trouble::too_much("too many requests from your address; wait a moment").into_response();
    }
    request.extensions_mut().insert(Guest { address, unlimited });
    next.run(request).await
}

/// Pages of other sites must not act for the people here: what changes something, and live connections,
/// come from our own pages only.
async fn same_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let upgrade = headers.contains_key(header::UPGRADE);
    if (request.method().is_safe() && !upgrade) || is_same_origin(headers) {
        return next.run(request).await;
    }
    let refusal = Refusal::new(Code::Illegal, "this came from another site and was not done");
    Trouble { status: StatusCode::FORBIDDEN, refusal }.into_response()
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

impl App {
    /// Who is asking: a new guest if nobody we know.
    fn person(&self, jar: SignedCookieJar) -> (SignedCookieJar, String) {
        let secure = self.house.base_url.as_ref().is_some_and(|url| url.starts_with("https://"));
        session::person(jar, secure)
    }

    /// What links begin with.
    fn base(&self, headers: &HeaderMap) -> Arc<str> {
        let host = || headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        self.house.base_url.clone().unwrap_or_else(|| format!("http://{}", host())).into()
    }

    /// One more live connection of a guest, unless they have too many.
    fn enter(&self, guest: Guest) -> Answer<Option<limits::Counted>> {
        if guest.unlimited {
            return Ok(None);
        }
        let counted = self.limits.connections.enter(guest.address, CONNECTIONS);
        counted.map(Some).ok_or_else(|| Trouble::too_much("too many live connections from your address"))
    }
}

async fn home(State(app): State<App>, jar: SignedCookieJar) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar);
    let store = app.tables.store();
    let own = store.matches_of(&person).await.map_err(|failure| trouble(&failure))?;
    let open = store.open_tables().await.map_err(|failure| trouble(&failure))?;
    let (own, open) = (listed(&app, own, &person).await, listed(&app, open, &person).await);
    Ok((jar, pages::home(app.tables.catalog, &app.tables.name_of(&person).await?, &own, &open)))
}

async fn lobby(State(app): State<App>, jar: SignedCookieJar) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar);
    let open = app.tables.store().open_tables().await.map_err(|failure| trouble(&failure))?;
    let open = listed(&app, open, &person).await;
    Ok((jar, pages::lobby(&app.tables.name_of(&person).await?, &open)))
}

async fn listed(app: &App, rows: Vec<MatchRow>, person: &str) -> Vec<Listed> {
    let mut list = Vec::new();
    for row in rows {
        // One match that cannot be read must not hide the others.
        let Ok(live) = app.tables.find(&row.id).await else { continue };
        let your_turn = row.ended.is_none() && live.is_turn_of(person).await;
        let (names, open) = live.sitting().await;
        list.push(Listed { game: live.game.facts.name.to_owned(), row, your_turn, names, open });
    }
    list
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
    let (jar, person) = app.person(jar);
    let name: String = form.name.trim().chars().filter(|letter| !letter.is_control()).take(24).collect();
    if !name.is_empty() {
        app.tables.store().set_name(&person, &name).await.map_err(|failure| trouble(&failure))?;
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

fn may_open_table(app: &App, guest: Guest, person: &str) -> Answer<()> {
    if guest.unlimited || app.limits.tables.take(person.to_owned()) {
        return Ok(());
    }
    Err(Trouble::too_much("you have opened many tables; play at one of them, or wait a moment"))
}

async fn play_now(
    State(app): State<App>,
    Extension(guest): Extension<Guest>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<WordForm>,
) -> Answer<Response> {
    let (jar, person) = app.person(jar);
    may_open_table(&app, guest, &person)?;
    let facts = app.tables.catalog.find(&game)?.facts;
    let mut seats = vec![SeatRow::new(Holder::Person(person.clone()), &word(&form.word))];
    let bot = SeatRow::new(Holder::Bot("novice".to_owned()), "");
    seats.resize(facts.min_seats.max(2) as usize, bot);
    let wish = Wish { game, options: Value::Null, listing: Listing::Private, seats };
    let live = app.tables.create(&person, wish).await?;
    Ok((jar, Redirect::to(&format!("/t/{}", live.id))).into_response())
}

async fn open_table(
    State(app): State<App>,
    Extension(guest): Extension<Guest>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<Vec<(String, String)>>,
) -> Answer<Response> {
    let (jar, person) = app.person(jar);
    may_open_table(&app, guest, &person)?;
    let value = |name: &str| form.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let own = word(value("word").unwrap_or_default());
    let mut seats = Vec::new();
    for (_, who) in form.iter().filter(|(key, who)| key == "seats" && who != "none").take(8) {
        seats.push(match who.as_str() {
            "me" => SeatRow::new(Holder::Person(person.clone()), &own),
            "open" => SeatRow::new(Holder::Open, ""),
            level => match atlas_bots::Level::named(level) {
                Some(level) => SeatRow::new(Holder::Bot(level.name.to_owned()), ""),
                None => return Err(Refusal::new(Code::Options, "There is no such bot.").into()),
            },
        });
    }
    let options = options(app.tables.catalog.find(&game)?.facts.choices, value)?;
    let listing = if value("public") == Some("yes") { Listing::Public } else { Listing::Private };
    let live = app.tables.create(&person, Wish { game, options, listing, seats }).await?;
    Ok((jar, Redirect::to(&format!("/t/{}", live.id))).into_response())
}

/// The options that a form chose among; nothing means the usual ones.
fn options<'a>(choices: &[Choice], value: impl Fn(&str) -> Option<&'a str>) -> Result<Value, Refusal> {
    let mut options = serde_json::Map::new();
    for choice in choices {
        let Some(chosen) = value(&format!("option-{}", choice.name)) else { continue };
        if !choice.values.iter().any(|(known, _)| *known == chosen) {
            return Err(Refusal::new(Code::Options, format!("{}: this cannot be chosen", choice.text)));
        }
        let chosen = serde_json::from_str(chosen).expect("what can be chosen is JSON");
        options.insert(choice.name.to_owned(), chosen);
    }
    Ok(if options.is_empty() { Value::Null } else { Value::Object(options) })
}

async fn table(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar);
    let live = app.tables.find(&id).await?;
    let seats = live.seats_of(&person).await;
    let guide = app.tables.store().is_newcomer(&person).await.map_err(|failure| trouble(&failure))?;
    let muted = app.tables.store().muted_by(&person).await.map_err(|failure| trouble(&failure))?;
    let muted = live.seats_among(&muted).await;
    let look = Look { own: eyes(seats), seats, told: 0, guide, muted, base: app.base(&headers) };
    let (story, scene) = (live.story(look.own).await, live.scene(&look).await);
    Ok((jar, pages::table::page(&scene, &app.tables.name_of(&person).await?, &story)))
}

async fn sit(
    State(app): State<App>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<WordForm>,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, person) = app.person(jar);
    let live = app.tables.find(&id).await?;
    app.tables.sit(&live, &person, &word(&form.word)).await?;
    Ok((jar, Redirect::to(&format!("/t/{id}"))))
}

async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, person) = app.person(jar);
    let live = app.tables.find(&id).await?;
    let next = app.tables.rematch(&live, &person).await?;
    Ok((jar, Redirect::to(&format!("/t/{next}"))))
}

fn not_over() -> Trouble {
    Refusal::new(Code::Illegal, "what is hidden is shown when the match is over").into()
}

async fn record(State(app): State<App>, Path(id): Path<String>) -> Answer<Response> {
    let live = app.tables.find(&id).await?;
    let log = live.record().await.ok_or_else(not_over)?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], log.to_text()).into_response())
}

#[derive(Deserialize)]
struct Moment {
    #[serde(default)]
    at: u64,
    #[serde(default, rename = "as")]
    viewpoint: String,
}

async fn replay(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(Moment { at, viewpoint }): Query<Moment>,
    headers: HeaderMap,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar);
    let live = app.tables.find(&id).await?;
    let names = live.names().await;
    let viewer = match viewpoint.as_str() {
        "" | "everyone" => Viewer::Everything,
        "watcher" => Viewer::Spectator,
        seat => match seat.parse() {
            Ok(seat) if usize::from(seat) < names.len() => Viewer::Seat(atlas_core::Seat(seat)),
            _ => return Err(Refusal::new(Code::Seats, "nobody at this table sees it like that").into()),
        },
    };
    let log = live.record().await.ok_or_else(not_over)?;
    let moment = live.moment(at, viewer).await.ok_or_else(not_over)?;
    let replay = pages::replay::Replay {
        live: &live,
        names: &names,
        viewer,
        at: at.min(moment.of),
        moment: &moment,
        log: &log,
        base: &app.base(&headers),
    };
    Ok((jar, replay.page(&app.tables.name_of(&person).await?)))
}

async fn rules(
    State(app): State<App>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar);
    Ok((jar, pages::rules(app.tables.catalog.find(&game)?, &app.tables.name_of(&person).await?)))
}

async fn asset(Path(name): Path<String>) -> Answer<Response> {
    let (kind, text) = match name.as_str() {
        "style.css" => ("text/css", [include_str!("../assets/style.css"), atlas_boards::STYLE].concat()),
        "table.js" => ("text/javascript", include_str!("../assets/table.js").to_owned()),
        "copy.js" => ("text/javascript", include_str!("../assets/copy.js").to_owned()),
        "replay.js" => ("text/javascript", include_str!("../assets/replay.js").to_owned()),
        "icon.svg" => ("image/svg+xml", include_str!("../assets/icon.svg").to_owned()),
        _ => return Err(Refusal::new(Code::Request, "there is no such file").into()),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=300")], text).into_response())
}

async fn ready(State(app): State<App>) -> Result<&'static str, StatusCode> {
    if app.tables.store().is_ready().await { Ok("ready") } else { Err(StatusCode::SERVICE_UNAVAILABLE) }
}

/// Live connections hold little, because there may be many.
fn small(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_message_size(LONGEST_MESSAGE).read_buffer_size(2048).write_buffer_size(0)
}

#[derive(Deserialize)]
struct Seen {
    #[serde(default)]
    seen: u64,
}

async fn live(
    State(app): State<App>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    Query(Seen { seen }): Query<Seen>,
    headers: HeaderMap,
    jar: SignedCookieJar,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    let (_, person) = app.person(jar);
    let live: Arc<Live> = app.tables.find(&id).await?;
    let counted = app.enter(guest)?;
    let base = app.base(&headers);
    let connection =
        Connection { app, live, person, base, told: seen, unlimited: guest.unlimited, _counted: counted };
    Ok(small(upgrade).on_upgrade(move |socket| connection.run(socket)))
}

async fn tokens(State(app): State<App>, Path(id): Path<String>, jar: SignedCookieJar) -> Answer<Json<Value>> {
    let (_, person) = app.person(jar);
    let live = app.tables.find(&id).await?;
    let tokens = app.tables.tokens(&live, &person).await?;
    let seats: Vec<Value> =
        tokens.iter().map(|(seat, token)| json!({ "seat": seat, "token": token })).collect();
    Ok(Json(json!({ "seats": seats })))
}

#[derive(Deserialize)]
struct Token {
    #[serde(default)]
    token: String,
}

async fn seat(
    State(app): State<App>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    Query(Token { token }): Query<Token>,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    let live = app.tables.find(&id).await?;
    let stranger = |refusal| Trouble { status: StatusCode::FORBIDDEN, refusal };
    let (seat, person) = app.tables.seat_of_token(&live, &token).await.map_err(stranger)?;
    let counted = app.enter(guest)?;
    let program = Program { app, live, seat, person, unlimited: guest.unlimited, _counted: counted };
    Ok(small(upgrade).on_upgrade(move |socket| program.run(socket)))
}
