//! Addresses, forms and cookies.

mod guard;
mod listener;

use std::sync::Arc;
use std::time::Duration;

use atlas_catalog::Catalog;
use atlas_core::{Choice, Code, Refusal, Seat, Seats, Viewer};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, FromRef, Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router, middleware};
use axum_extra::extract::cookie::{Key, SignedCookieJar};
use maud::Markup;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

pub(crate) use self::guard::{Client, Usage};
use crate::assets;
use crate::error::Error;
use crate::ids::now;
use crate::limits::Limits;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::names::normalize;
use crate::pages::share::Shared;
use crate::pages::{self, TableLink};
use crate::pictures;
use crate::program::Program;
use crate::session;
use crate::snapshot::{Look, names_of, only, person_name};
use crate::socket::Connection;
use crate::store::{Access, Filter, Holder, Listed, Listing, Profile, SeatRow, State as MatchState, Store};
use crate::tables::{HOST_GRACE, HOSTS_NOTED, NewTable, Pace, Tables};

pub use self::guard::address_hash;

/// Maximum length of a message over a live connection, in bytes.
const MAX_MESSAGE_LEN: usize = 4096;
/// Maximum length of a form, in bytes.
const MAX_FORM_LEN: usize = 16 << 10;
/// How long a client may pause while it sends a form.
const FORM_PATIENCE: Duration = Duration::from_secs(10);
/// The number of matches from which the home page chooses those that it shows.
const HOME_MATCHES: usize = 50;
/// How often the list of bans is read again.
const BANS_READ: Duration = Duration::from_secs(5);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The database, `sqlite:FILE` or `postgres://…`.
    pub database: String,
    /// The public address; `None` means that each request names it.
    pub base_url: Option<String>,
    /// The key that signs cookies: at least 64 bytes.
    pub key: Vec<u8>,
    /// The games that can be played.
    pub catalog: Catalog,
    /// How fast tables go.
    pub pace: Pace,
    /// The limits for each person and each address.
    pub limits: Limits,
    /// Requests with this token are not limited, so that the server can be measured.
    pub load_token: Option<String>,
    /// The number of proxies in front of the server whose `X-Forwarded-For` header is trusted.
    pub trusted_proxies: usize,
}

/// What every request needs.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) tables: Arc<Tables>,
    pub(crate) usage: Arc<Usage>,
    pub(crate) metrics: Metrics,
    cookie_key: Key,
    site: Arc<Site>,
}

struct Site {
    base_url: Option<String>,
    load_token: Option<String>,
    trusted_proxies: usize,
    key: Vec<u8>,
    /// The pictures of finished matches.
    matches: pictures::Matches,
    /// The last answer of the database to a readiness probe, and when it was given.
    ready: tokio::sync::Mutex<Option<(std::time::Instant, bool)>>,
}

impl FromRef<App> for Key {
    fn from_ref(app: &App) -> Key {
        app.cookie_key.clone()
    }
}

/// A server whose database is open.
pub struct Server {
    app: App,
}

impl Server {
    /// Opens the database.
    pub async fn open(config: Config) -> Result<Server, String> {
        let cookie_key = Key::try_from(config.key.as_slice()).map_err(|error| format!("the key: {error}"))?;
        let metrics = Metrics::default();
        let store = Store::open(&config.database, Access::Server, metrics.clone()).await;
        let store = store.map_err(|failure| format!("the database: {failure}"))?;
        let tables = Tables::new(config.catalog, store, config.pace, metrics.clone());
        let usage = Arc::new(Usage::new(config.limits));
        if let Some(base) = &config.base_url {
            pages::head::set_base(base);
        }
        let site = Site {
            base_url: config.base_url,
            load_token: config.load_token,
            trusted_proxies: config.trusted_proxies,
            key: config.key,
            matches: pictures::Matches::new(),
            ready: tokio::sync::Mutex::default(),
        };
        Ok(Server { app: App { tables, usage, metrics, cookie_key, site: Arc::new(site) } })
    }

    /// The metrics as text, whenever it is called.
    pub fn metrics(&self) -> impl Fn() -> String + Clone + Send + Sync + 'static {
        let app = self.app.clone();
        move || app.metrics.text(app.tables.count(), app.tables.thinkers.load())
    }

    /// Serves requests until `stop` is ready. Then it tells every connection and ends.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) {
        // Behind a proxy everybody has its address, and in a load test everybody has ours.
        let one_address = self.app.site.trusted_proxies > 0 || self.app.site.load_token.is_some();
        let most = if one_address { usize::MAX } else { self.app.usage.limits.connections };
        let tables = Arc::clone(&self.app.tables);
        let background = [
            tokio::spawn(Arc::clone(&tables).resume()),
            tokio::spawn(Arc::clone(&tables).follow()),
            tokio::spawn(tidy_up(self.app.clone())),
        ];
        let stopped = async {
            stop.await;
            tables.close().await;
        };
        listener::serve(listener, router(self.app), most, stopped).await;
        background.iter().for_each(tokio::task::JoinHandle::abort);
    }
}

/// Does what must be done from time to time.
async fn tidy_up(app: App) {
    let mut bans = tokio::time::interval(BANS_READ);
    let mut hosts = tokio::time::interval(HOSTS_NOTED);
    let mut idle = tokio::time::interval(Duration::from_mins(1));
    let mut abandoned = tokio::time::interval(Duration::from_hours(1));
    loop {
        // A failure is logged, and the next time may succeed.
        let _ = tokio::select! {
            _ = bans.tick() => app.read_bans().await,
            _ = hosts.tick() => app.tables.note_hosts().await,
            _ = abandoned.tick() => app.tables.expire_tables().await,
            _ = idle.tick() => {
                app.tables.forget_idle();
                app.usage.forget_full();
                Ok(())
            }
        };
    }
}

fn router(app: App) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let secure = app.site.base_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    let hsts = secure.then(|| header(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000"));
    Router::new()
        .route("/", get(home))
        .route("/lobby", get(lobby))
        .route("/games", get(games))
        .route("/new", get(new_table))
        .route("/name", post(rename))
        .route("/play/{game}", post(play_now))
        .route("/tables/{game}", post(open_table))
        .route("/t/{id}", get(table))
        .route("/t/{id}/sit", post(sit))
        .route("/t/{id}/rematch", post(rematch))
        .route("/t/{id}/remove", post(remove))
        .route("/t/{id}/record", get(record))
        .route("/t/{id}/replay", get(replay))
        .route("/t/{id}/share", get(share))
        .route("/t/{id}/picture.png", get(match_picture))
        .route("/t/{id}/tokens", get(tokens))
        .route("/t/{id}/live", get(live))
        .route("/t/{id}/seat", get(seat))
        .route("/rules", get(rule_books))
        .route("/rules/{game}", get(rules))
        .route("/assets/{version}/{name}", get(asset))
        .route("/covers/{version}/{name}", get(cover))
        .route("/favicon.ico", get(async || picture("favicon.ico")))
        .route("/apple-touch-icon.png", get(async || picture("apple-touch-icon.png")))
        .route("/icon-192.png", get(async || picture("icon-192.png")))
        .route("/icon-512.png", get(async || picture("icon-512.png")))
        .route("/og.png", get(async || picture("og.png")))
        .route("/manifest.webmanifest", get(manifest))
        .route("/robots.txt", get(async || pages::head::ROBOTS))
        .route("/readyz", get(ready))
        .fallback(|| async { Error::NotFound("There is no such page.") })
        .layer(middleware::from_fn_with_state(app.clone(), guard::same_origin))
        .layer(middleware::from_fn_with_state(app.clone(), guard::identify))
        .route("/healthz", get(|| async { "ok" }))
        .layer(RequestBodyLimitLayer::new(MAX_FORM_LEN))
        .layer(RequestBodyTimeoutLayer::new(FORM_PATIENCE))
        .layer(CompressionLayer::new())
        .layer(header(header::CONTENT_SECURITY_POLICY, CSP))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
        .layer(header(header::CACHE_CONTROL, "private, no-cache"))
        .layer(tower::util::option_layer(hsts))
        .with_state(app)
}

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                   font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, retry) = match &self {
            Error::NotFound(_) => (StatusCode::NOT_FOUND, None),
            Error::Refused(refusal) if refusal.code == Code::Game => (StatusCode::NOT_FOUND, None),
            Error::Refused(_) => (StatusCode::BAD_REQUEST, None),
            Error::Forbidden(_) => (StatusCode::FORBIDDEN, None),
            Error::Conflict => (StatusCode::CONFLICT, None),
            Error::Damaged(_) => (StatusCode::INTERNAL_SERVER_ERROR, None),
            Error::TooMany(_) => (StatusCode::TOO_MANY_REQUESTS, Some("10")),
            Error::Closing | Error::Store(_) => (StatusCode::SERVICE_UNAVAILABLE, Some("2")),
        };
        let page = (status, pages::error(&self));
        match retry {
            Some(seconds) => ([(header::RETRY_AFTER, seconds)], page).into_response(),
            None => page.into_response(),
        }
    }
}

type Answer<T> = Result<T, Error>;

/// Runs a change to its end, even if the client does not wait for the answer.
async fn completed<T: Send + 'static>(change: impl Future<Output = Answer<T>> + Send + 'static) -> Answer<T> {
    tokio::spawn(change).await.expect("a change does not panic")
}

impl App {
    /// The person who sends a request: a new guest if the cookie is missing or not valid.
    fn person(&self, jar: SignedCookieJar) -> Answer<(SignedCookieJar, String)> {
        let secure = self.site.base_url.as_ref().is_some_and(|url| url.starts_with("https://"));
        let (jar, person) = session::person(jar, secure);
        self.check_ban(&person)?;
        Ok((jar, person))
    }

    /// The beginning of links that people send to each other.
    fn base(&self, headers: &HeaderMap) -> Arc<str> {
        let host = || headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        self.site.base_url.clone().unwrap_or_else(|| format!("http://{}", host())).into()
    }

    /// The path of the page on which a form was sent, if it is one of ours; otherwise the home page.
    fn came_from(&self, headers: &HeaderMap) -> String {
        let path = || {
            let referer = headers.get(header::REFERER)?.to_str().ok()?;
            let ours = |base: &str| referer.strip_prefix(base.trim_end_matches('/'));
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
            let path = match &self.site.base_url {
                Some(base) => ours(base),
                None => ours(&format!("http://{host}")).or_else(|| ours(&format!("https://{host}"))),
            }?;
            let is_path = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
            is_path.then(|| path.to_owned())
        };
        path().unwrap_or_else(|| "/".to_owned())
    }

    async fn profile(&self, person: &str) -> Answer<Profile> {
        let mut profile = self.tables.store().profile(person).await?;
        profile.name = person_name(person, &profile.name);
        Ok(profile)
    }

    async fn read_bans(&self) -> Answer<()> {
        let bans = self.tables.store().bans().await?;
        self.usage.set_bans(bans.into_iter().map(|(subject, _)| subject));
        Ok(())
    }

    /// Matches as they are listed for a person.
    async fn links(&self, matches: Vec<Listed>, person: &str) -> Vec<TableLink> {
        let mut links = Vec::with_capacity(matches.len());
        for listed in matches {
            let Ok(game) = self.tables.catalog.find(&listed.game) else { continue };
            let own: Seats = Seat::all(listed.seats.len() as u8)
                .zip(&listed.seats)
                .filter(|(_, (holder, _))| holder.person() == Some(person))
                .map(|(seat, _)| seat)
                .collect();
            let to_act = match listed.to_act {
                Some(to_act) => to_act.people,
                None if listed.ended.is_some() || !listed.begun => Seats::NONE,
                // Its last entry is from an older version.
                None => match self.tables.find(&listed.id).await {
                    Ok(live) => live.now().people_to_act(),
                    Err(_) => continue,
                },
            };
            let bots = listed.to_act.map_or(Seats::NONE, |to_act| to_act.bots);
            let names = names_of(listed.seats.iter().map(|(holder, name)| (holder, name.as_str())));
            links.push(TableLink {
                your_turn: listed.ended.is_none() && to_act.iter().any(|seat| own.contains(seat)),
                to_act: to_act.iter().chain(bots.iter()).collect(),
                own,
                game,
                names,
                listed,
            });
        }
        links
    }
}

async fn home(State(app): State<App>, jar: SignedCookieJar) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar)?;
    let store = app.tables.store();
    let (own, open, profile) = tokio::try_join!(
        store.matches_of(&person, Filter::default(), 0, HOME_MATCHES),
        store.open_tables(hosts_since()),
        store.profile(&person)
    )?;
    let (own, open) = (app.links(own, &person).await, app.links(open, &person).await);
    let name = person_name(&person, &profile.name);
    let home = pages::Home {
        catalog: app.tables.catalog,
        name: &name,
        own,
        open,
        presence: app.tables.presence(),
        now: now(),
    };
    Ok((jar, pages::home(home)))
}

/// A host who was noted before this time is not connected any more.
fn hosts_since() -> i64 {
    now() - HOST_GRACE.as_millis() as i64
}

#[derive(Deserialize)]
struct LobbyQuery {
    #[serde(default)]
    game: String,
}

async fn lobby(
    State(app): State<App>,
    Query(LobbyQuery { game }): Query<LobbyQuery>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar)?;
    let store = app.tables.store();
    let (open, profile) = tokio::try_join!(store.open_tables(hosts_since()), store.profile(&person))?;
    let open = app.links(open, &person).await;
    let name = person_name(&person, &profile.name);
    Ok((jar, pages::lobby(app.tables.catalog, &name, &open, &game)))
}

#[derive(Deserialize)]
struct GamesQuery {
    #[serde(default)]
    game: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    page: String,
    #[serde(default)]
    remove: String,
}

async fn games(
    State(app): State<App>,
    Query(query): Query<GamesQuery>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar)?;
    let store = app.tables.store();
    if !query.game.is_empty() {
        app.tables.catalog.find(&query.game)?;
    }
    let filter = Filter { game: &query.game, state: MatchState::named(&query.state) };
    let page = query.page.parse().unwrap_or(1).clamp(1, 10_000);
    let skip = (page - 1) * pages::PAGE_LEN;
    let (mut matches, profile) = tokio::try_join!(
        // One more, to know whether there is another page.
        store.matches_of(&person, filter, skip, pages::PAGE_LEN + 1),
        store.profile(&person)
    )?;
    let more = matches.len() > pages::PAGE_LEN;
    matches.truncate(pages::PAGE_LEN);
    let links = app.links(matches, &person).await;
    let name = person_name(&person, &profile.name);
    let selection = pages::Selection { filter, page, more, removing: &query.remove };
    Ok((jar, pages::games(app.tables.catalog, &name, &links, &selection, now())))
}

#[derive(Deserialize)]
struct RemoveForm {
    #[serde(default)]
    back: String,
}

/// Removes a match from the list of the person who asks, and of nobody else.
async fn remove(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<RemoveForm>,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, person) = app.person(jar)?;
    app.check_request(client.unlimited, &person)?;
    if !app.tables.store().hide_match(&id, &person).await? {
        return Err(Error::NotFound("This match is not in your list."));
    }
    let back = if is_games_path(&form.back) { &form.back } else { "/games" };
    Ok((jar, Redirect::to(back)))
}

/// Whether a path leads to the list of matches, with plain parameters.
fn is_games_path(path: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-=&".contains(letter);
    path.strip_prefix("/games").is_some_and(|rest| {
        rest.is_empty() || rest.strip_prefix('?').is_some_and(|query| query.chars().all(plain))
    })
}

#[derive(Deserialize)]
struct NewQuery {
    #[serde(default)]
    game: String,
}

async fn new_table(
    State(app): State<App>,
    Query(NewQuery { game }): Query<NewQuery>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar)?;
    let catalog = app.tables.catalog;
    let game = if game.is_empty() { &catalog.games()[0] } else { catalog.find(&game)? };
    if game.defs.is_none() {
        return Err(Error::NotFound("This game cannot be played in the browser yet."));
    }
    Ok((jar, pages::new_table(catalog, game, &app.profile(&person).await?.name)))
}

#[derive(Deserialize)]
struct NameForm {
    name: String,
}

async fn rename(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    jar: SignedCookieJar,
    Form(form): Form<NameForm>,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, person) = app.person(jar)?;
    app.check_request(client.unlimited, &person)?;
    let name = normalize(&form.name).map_err(Error::refused)?;
    let back = app.came_from(&headers);
    completed(async move {
        app.tables.store().set_name(&person, &name).await?;
        // If a table cannot be read now, it has the new name when it is next loaded.
        if let Err(error) = app.tables.show_name(&person).await {
            tracing::warn!(?error, "a new name is not shown at all tables");
        }
        Ok(())
    })
    .await?;
    Ok((jar, Redirect::to(&back)))
}

#[derive(Deserialize)]
struct WordForm {
    #[serde(default)]
    word: String,
    /// The name that a guest chooses when they sit down.
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct PlayForm {
    #[serde(default)]
    word: String,
    /// The level of the bot; empty for the weakest one that looks ahead.
    #[serde(default)]
    level: String,
}

/// The word that a seat adds to the seed, shortened.
fn word(text: &str) -> String {
    text.chars().take(64).collect()
}

async fn play_now(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<PlayForm>,
) -> Answer<Response> {
    let (jar, person) = app.person(jar)?;
    app.check_new_table(&client, &person)?;
    let facts = app.tables.catalog.find(&game)?.facts;
    let mut seats = vec![SeatRow::new(Holder::Person(person.clone()), &word(&form.word))];
    let bot = SeatRow::new(bot(if form.level.is_empty() { "novice" } else { &form.level })?, "");
    seats.resize(facts.min_seats.max(2) as usize, bot);
    let origin = client.origin;
    let new = NewTable { game, options: Value::Null, listing: Listing::Private, origin, seats };
    let live = completed(async move { app.tables.create(&person, new).await }).await?;
    Ok((jar, Redirect::to(&format!("/t/{}", live.id))).into_response())
}

async fn open_table(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<Vec<(String, String)>>,
) -> Answer<Response> {
    let (jar, person) = app.person(jar)?;
    app.check_new_table(&client, &person)?;
    let value = |name: &str| form.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let own = word(value("word").unwrap_or_default());
    let mut seats = Vec::new();
    for (who, name) in chosen_seats(&form) {
        let name = name.trim();
        seats.push(match who {
            "me" | "here" => {
                let name =
                    if name.is_empty() { None } else { Some(normalize(name).map_err(Error::refused)?) };
                SeatRow::new(Holder::Person(person.clone()), &own).named(name)
            }
            "open" => SeatRow::new(Holder::Open, ""),
            level => SeatRow::new(bot(level)?, ""),
        });
    }
    let options = options(app.tables.catalog.find(&game)?.facts.choices, value)?;
    let listing = if value("public") == Some("yes") { Listing::Public } else { Listing::Private };
    let new = NewTable { game, options, listing, origin: client.origin, seats };
    let live = completed(async move { app.tables.create(&person, new).await }).await?;
    Ok((jar, Redirect::to(&format!("/t/{}", live.id))).into_response())
}

/// The bot of this level.
fn bot(level: &str) -> Answer<Holder> {
    let known = atlas_bots::Level::named(level);
    let known = known.ok_or_else(|| Refusal::new(Code::Options, "There is no such bot."))?;
    Ok(Holder::Bot(known.name.to_owned()))
}

/// Who takes each seat by a form, and the name of the player if they share the screen: `me` and `here`, `open`, or the
/// level of a bot. A form has lists of `seats` and `names`; or, for each seat, a choice (`seat-0`), the level of a bot
/// (`level-0`) and a name (`name-0`).
fn chosen_seats(form: &[(String, String)]) -> Vec<(&str, &str)> {
    let all =
        |name: &'static str| form.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str());
    let mut seats: Vec<(&str, &str)> = all("seats").zip(all("names").chain(std::iter::repeat(""))).collect();
    if seats.is_empty() {
        let field = |name: &str, seat: usize| {
            let name = format!("{name}-{seat}");
            form.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
        };
        seats = (0..Seat::MAX)
            .filter_map(|seat| {
                Some(match field("seat", seat)? {
                    "bot" => (field("level", seat).unwrap_or("novice"), ""),
                    // The name of somebody else belongs to another choice.
                    "me" => ("me", ""),
                    who => (who, field("name", seat).unwrap_or_default()),
                })
            })
            .collect();
    }
    seats.retain(|(who, _)| *who != "none");
    seats.truncate(Seat::MAX);
    seats
}

/// The options that were chosen in a form; null if none was.
fn options<'a>(choices: &[Choice], value: impl Fn(&str) -> Option<&'a str>) -> Answer<Value> {
    let mut options = serde_json::Map::new();
    for choice in choices {
        let Some(chosen) = value(&format!("option-{}", choice.name)) else { continue };
        if !choice.values.iter().any(|(known, _)| *known == chosen) {
            let message = format!("This cannot be chosen for “{}”.", choice.text);
            return Err(Refusal::new(Code::Options, message).into());
        }
        let chosen = serde_json::from_str(chosen).expect("the values of a choice are JSON");
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
    let (jar, person) = app.person(jar)?;
    let live = app.tables.find(&id).await?;
    let profile = app.profile(&person).await?;
    let now = live.now();
    let seats = now.seats_of(&person);
    let muted = now.seats_among(&profile.muted);
    let look = Look { own: only(seats), seats, guide: profile.newcomer, muted };
    let (_, lines) = live.lines(&now, look.viewer(), 0);
    Ok((
        jar,
        pages::table::page(
            &now.scene(live.game, look, app.tables.pace.player),
            &profile.name,
            &lines,
            &app.base(&headers),
        ),
    ))
}

async fn sit(
    State(app): State<App>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
    Form(form): Form<WordForm>,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, person) = app.person(jar)?;
    let live = app.tables.find(&id).await?;
    if !form.name.is_empty() && form.name != app.profile(&person).await?.name {
        let name = normalize(&form.name).map_err(Error::refused)?;
        app.tables.store().set_name(&person, &name).await?;
    }
    completed(async move { app.tables.sit(&live, &person, &word(&form.word)).await }).await?;
    Ok((jar, Redirect::to(&format!("/t/{id}"))))
}

async fn rematch(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Redirect)> {
    let (jar, person) = app.person(jar)?;
    app.check_new_table(&client, &person)?;
    let live = app.tables.find(&id).await?;
    let next = completed(async move { app.tables.rematch(&live, &person).await }).await?;
    Ok((jar, Redirect::to(&format!("/t/{next}"))))
}

fn not_over() -> Error {
    Error::refused("The record can be seen when the match is over.")
}

async fn record(State(app): State<App>, Path(id): Path<String>) -> Answer<Response> {
    let live = app.tables.find(&id).await?;
    let log = live.record().ok_or_else(not_over)?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], log.to_text()).into_response())
}

#[derive(Deserialize)]
struct Moment {
    #[serde(default)]
    at: String,
    #[serde(default, rename = "as")]
    viewpoint: String,
    /// Only what changes from move to move is wanted.
    #[serde(default)]
    bare: String,
}

async fn replay(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(Moment { at, viewpoint, bare }): Query<Moment>,
    headers: HeaderMap,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, _) = app.person(jar)?;
    let live = app.tables.find(&id).await?;
    let names = Arc::clone(&live.now().names);
    let viewer = match viewpoint.as_str() {
        "" | "everyone" => Viewer::Everything,
        "watcher" => Viewer::Spectator,
        seat => match seat.parse() {
            Ok(seat) if usize::from(seat) < names.len() => Viewer::Seat(Seat(seat)),
            _ => return Err(Refusal::new(Code::Seats, "There is no such viewpoint at this table.").into()),
        },
    };
    let at: u64 = if at.is_empty() { Ok(0) } else { at.parse() }
        .map_err(|_| Error::refused("That is not the number of a move."))?;
    let moment = live.moment(at, viewer).ok_or_else(not_over)?;
    let replay = pages::replay::Replay {
        live: &live,
        names: &names,
        viewer,
        at: at.min(moment.of),
        moment: &moment,
        log: &moment.log,
        base: &app.base(&headers),
    };
    if bare.is_empty() { Ok((jar, replay.page())) } else { Ok((jar, replay.moment())) }
}

async fn share(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar)?;
    let live = app.tables.find(&id).await?;
    let now = live.now();
    let shared = Shared::of(&live, &now)?;
    let name = app.profile(&person).await?.name;
    Ok((jar, shared.page(&name, &app.base(&headers))))
}

/// The picture of a finished match. Programs that show previews of links ask for it, so it needs no cookie.
async fn match_picture(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Answer<Response> {
    app.check_picture(&client)?;
    let live = app.tables.find(&id).await?;
    let png = app.site.matches.find(&live).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, PICTURE_CACHE)];
    Ok((headers, png.to_vec()).into_response())
}

async fn rules(
    State(app): State<App>,
    Path(game): Path<String>,
    jar: SignedCookieJar,
) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar)?;
    Ok((jar, pages::book(app.tables.catalog.find(&game)?, &app.profile(&person).await?.name)))
}

async fn rule_books(State(app): State<App>, jar: SignedCookieJar) -> Answer<(SignedCookieJar, Markup)> {
    let (jar, person) = app.person(jar)?;
    Ok((jar, pages::books(app.tables.catalog, &app.profile(&person).await?.name)))
}

/// Browsers may keep pictures for a day.
const PICTURE_CACHE: &str = "public, max-age=86400";

fn picture(name: &str) -> Answer<Response> {
    let picture = pictures::find(name).ok_or(Error::NotFound("There is no such picture."))?;
    let headers = [(header::CONTENT_TYPE, picture.kind), (header::CACHE_CONTROL, PICTURE_CACHE)];
    Ok((headers, picture.bytes.as_slice()).into_response())
}

async fn manifest() -> Response {
    let headers =
        [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, PICTURE_CACHE)];
    (headers, pages::head::manifest()).into_response()
}

/// The cover of a game as a picture. Its style sheet is inside.
async fn cover(State(app): State<App>, Path((version, name)): Path<(String, String)>) -> Answer<Response> {
    let missing = Error::NotFound("There is no such picture.");
    let game = name.strip_suffix(".svg").filter(|_| version == assets::version()).ok_or(missing)?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, FOREVER),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    Ok((headers, assets::cover_picture(app.tables.catalog.find(game)?)).into_response())
}

/// An address with a version always leads to the same file.
const FOREVER: &str = "public, max-age=31536000, immutable";

async fn asset(Path((version, name)): Path<(String, String)>) -> Answer<Response> {
    let asset = assets::find(&version, &name).ok_or(Error::NotFound("There is no such file."))?;
    Ok(([(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, FOREVER)], asset.bytes).into_response())
}

/// Whether the database can be written to. It is asked at most once a second.
async fn ready(State(app): State<App>) -> Result<&'static str, StatusCode> {
    if app.tables.is_closing() {
        return Err(StatusCode::SERVICE_UNAVAILABLE);
    }
    let mut last = app.site.ready.lock().await;
    let known = last.filter(|(when, _)| when.elapsed() < Duration::from_secs(1));
    let ready = match known {
        Some((_, ready)) => ready,
        None => app.tables.store().is_ready().await,
    };
    if known.is_none() {
        *last = Some((std::time::Instant::now(), ready));
    }
    if ready { Ok("ready") } else { Err(StatusCode::SERVICE_UNAVAILABLE) }
}

/// Live connections have small buffers, because there may be many of them.
fn small(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_message_size(MAX_MESSAGE_LEN).read_buffer_size(2048).write_buffer_size(0)
}

#[derive(Deserialize)]
struct Seen {
    #[serde(default)]
    seen: u64,
    /// The fingerprint of the parts that the page was loaded with.
    #[serde(default)]
    drawn: String,
}

async fn live(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    Query(Seen { seen, drawn }): Query<Seen>,
    headers: HeaderMap,
    jar: SignedCookieJar,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    let (_, person) = app.person(jar)?;
    let live: Arc<Live> = app.tables.find(&id).await?;
    let counted = app.enter(&client)?;
    let base = app.base(&headers);
    let mut connection = Connection::new(app, live, person, base, seen, client.unlimited, counted);
    connection.drawn = drawn.parse().ok();
    Ok(small(upgrade).on_upgrade(move |socket| connection.run(socket)))
}

async fn tokens(State(app): State<App>, Path(id): Path<String>, jar: SignedCookieJar) -> Answer<Json<Value>> {
    let (_, person) = app.person(jar)?;
    let live = app.tables.find(&id).await?;
    let tokens = completed(async move { app.tables.tokens(&live, &person).await }).await?;
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
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    Query(Token { token }): Query<Token>,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    let live = app.tables.find(&id).await?;
    let (seat, person) = app.tables.seat_of_token(&live, &token).await?;
    app.check_ban(&person)?;
    let counted = app.enter(&client)?;
    let program = Program { app, live, seat, person, unlimited: client.unlimited, _counted: counted };
    Ok(small(upgrade).on_upgrade(move |socket| program.run(socket)))
}
