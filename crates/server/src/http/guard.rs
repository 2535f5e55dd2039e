//! Who sends a request, and whether it is let in.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};
use std::time::Instant;

use atlas_core::fair::Hash;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::listener::Peer;
use crate::error::Error;
use crate::limits::{Buckets, Counted, Counts, Limits, client_address, subscriber};

/// The header with the token of a load test, which lifts the limits.
const LOAD_HEADER: &str = "x-atlas-load";

/// Where a request comes from.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    /// The address, or the first half of an IPv6 address.
    pub(crate) address: IpAddr,
    /// A keyed hash of the address, which may be stored.
    pub(crate) origin: String,
    /// Whether the client belongs to a load test and is not limited.
    pub(crate) unlimited: bool,
}

/// What each person and each address has used of the limits.
pub(crate) struct Usage {
    pub(crate) limits: Limits,
    requests: Buckets<IpAddr>,
    tables: Buckets<String>,
    tables_per_address: Buckets<IpAddr>,
    moves: Buckets<String>,
    requests_at_tables: Buckets<String>,
    chat: Buckets<String>,
    pictures: Buckets<IpAddr>,
    live: Counts,
    /// People and hashed addresses that may not come in.
    bans: RwLock<HashSet<String>>,
}

impl Usage {
    pub(super) fn new(limits: Limits) -> Usage {
        Usage {
            limits,
            requests: Buckets::new(limits.requests),
            tables: Buckets::new(limits.tables),
            tables_per_address: Buckets::new(limits.tables_per_address),
            moves: Buckets::new(limits.moves),
            requests_at_tables: Buckets::new(limits.requests_at_tables),
            chat: Buckets::new(limits.chat),
            pictures: Buckets::new(limits.pictures),
            live: Counts::default(),
            bans: RwLock::default(),
        }
    }

    pub(super) fn forget_full(&self) {
        self.requests.forget_full();
        self.tables.forget_full();
        self.tables_per_address.forget_full();
        self.moves.forget_full();
        self.requests_at_tables.forget_full();
        self.chat.forget_full();
        self.pictures.forget_full();
    }

    pub(super) fn set_bans(&self, bans: impl IntoIterator<Item = String>) {
        *self.bans.write().unwrap_or_else(PoisonError::into_inner) = bans.into_iter().collect();
    }

    fn is_banned(&self, subject: &str) -> bool {
        self.bans.read().unwrap_or_else(PoisonError::into_inner).contains(subject)
    }
}

impl App {
    fn limit(&self, kind: &'static str, within: bool, message: &'static str) -> Result<(), Error> {
        if within {
            return Ok(());
        }
        self.metrics.limited(kind);
        Err(Error::TooMany(message))
    }

    /// Refuses a person who is banned.
    pub(crate) fn check_ban(&self, person: &str) -> Result<(), Error> {
        if self.usage.is_banned(person) {
            return Err(Error::Forbidden("You are banned from this server."));
        }
        Ok(())
    }

    /// Counts a new table of a person.
    pub(super) fn check_new_table(&self, client: &Client, person: &str) -> Result<(), Error> {
        let usage = &self.usage;
        let within = client.unlimited
            || (usage.tables.take(person.to_owned()) && usage.tables_per_address.take(client.address));
        self.limit("tables", within, "You have opened many tables. Play at one of them, or wait a moment.")
    }

    /// Counts a move of a person.
    pub(crate) fn check_move(&self, unlimited: bool, person: &str) -> Result<(), Error> {
        let within = unlimited || self.usage.moves.take(person.to_owned());
        self.limit("moves", within, "You are moving too fast. Wait a moment.")
    }

    /// Counts a request of a person that is not a move.
    pub(crate) fn check_request(&self, unlimited: bool, person: &str) -> Result<(), Error> {
        let within = unlimited || self.usage.requests_at_tables.take(person.to_owned());
        self.limit("requests_at_tables", within, "You are doing this too often. Wait a moment.")
    }

    /// Counts a chat message of a person.
    pub(crate) fn check_chat(&self, unlimited: bool, person: &str) -> Result<(), Error> {
        let within = unlimited || self.usage.chat.take(person.to_owned());
        self.limit("chat", within, "You are writing too fast. Wait a moment.")
    }

    /// Counts a picture of a match that a client asks for.
    pub(super) fn check_picture(&self, client: &Client) -> Result<(), Error> {
        let within = client.unlimited || self.usage.pictures.take(client.address);
        self.limit("pictures", within, "You have asked for many pictures. Wait a moment.")
    }

    /// Counts a live connection of a client.
    pub(super) fn enter(&self, client: &Client) -> Result<Option<Counted>, Error> {
        if client.unlimited {
            return Ok(None);
        }
        let counted = self.usage.live.enter(client.address, self.usage.limits.live);
        self.limit("live", counted.is_some(), "There are too many live connections from your address.")?;
        Ok(counted)
    }
}

/// The name under which an address is stored: it can be recognised with the key, but not read.
pub fn address_hash(key: &[u8], address: IpAddr) -> String {
    let hash = Hash::of([b"atlas address\n".as_slice(), key, subscriber(address).to_string().as_bytes()]);
    let mut text = hash.to_string();
    text.truncate(24);
    text
}

/// Finds out where a request comes from, and refuses it if there are too many or the address is banned.
pub(super) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    let headers = request.headers();
    let forwarded = headers.get_all("x-forwarded-for").into_iter().filter_map(|line| line.to_str().ok());
    let forwarded: Vec<&str> = forwarded.collect();
    let address = subscriber(client_address(peer, &forwarded, app.site.trusted_proxies));
    let token = headers.get(LOAD_HEADER).and_then(|token| token.to_str().ok());
    let unlimited = app.site.load_token.is_some() && token == app.site.load_token.as_deref();
    let client = Client { address, origin: address_hash(&app.site.key, address), unlimited };
    let refused = if app.usage.is_banned(&client.origin) {
        Some(Error::Forbidden("Your address is banned from this server."))
    } else {
        let within = unlimited || app.usage.requests.take(address);
        app.limit("requests", within, "There are too many requests from your address. Wait a moment.").err()
    };
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    request.extensions_mut().insert(client);
    let response = match refused {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    app.metrics.request(response.status().as_u16());
    tracing::info!(
        target: "access",
        %address,
        %method,
        path,
        status = response.status().as_u16(),
        millis = begin.elapsed().as_millis() as u64,
    );
    response
}

/// Pages of other sites must not act for the people here: changes and live connections come only from our own pages.
pub(super) async fn same_origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let upgrade = headers.contains_key(header::UPGRADE);
    if (request.method().is_safe() && !upgrade) || is_same_origin(headers, app.site.base_url.as_deref()) {
        return next.run(request).await;
    }
    Error::Forbidden("This request came from another site, so nothing was done.").into_response()
}

fn is_same_origin(headers: &HeaderMap, base_url: Option<&str>) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    match (text(header::ORIGIN), base_url, text(header::HOST)) {
        // Browsers always say where a form comes from; programs need not.
        (None, ..) => headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin"),
        (Some(from), Some(base), _) => from == origin(base),
        (Some(from), None, Some(host)) => ["http", "https"].iter().any(|it| from == format!("{it}://{host}")),
        (Some(_), None, None) => false,
    }
}

/// The scheme, host and port of a URL.
fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find('/').map_or(url.len(), |at| host + at);
    &url[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(origin: &str, base_url: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "here:8080".parse().unwrap());
        headers.insert(header::ORIGIN, origin.parse().unwrap());
        is_same_origin(&headers, base_url)
    }

    #[test]
    fn only_our_own_pages_may_act() {
        assert!(from("http://here:8080", None) && from("https://here:8080", None));
        for other in ["null", "file://here:8080", "http://there:8080", "http://here", "here:8080", ""] {
            assert!(!from(other, None), "{other}");
        }
        // Behind a proxy that changes the host, the base URL decides.
        let base = Some("https://atlas.example.org/");
        assert!(from("https://atlas.example.org", base));
        assert!(!from("http://here:8080", base) && !from("http://atlas.example.org", base));
    }

    #[test]
    fn an_address_is_stored_as_a_keyed_hash() {
        let hash = |key: &[u8], text: &str| address_hash(key, text.parse().unwrap());
        assert_eq!(hash(b"k", "2001:db8::1"), hash(b"k", "2001:db8::2"), "the same subscriber");
        assert_ne!(hash(b"k", "1.2.3.4"), hash(b"k", "1.2.3.5"));
        assert_ne!(hash(b"k", "1.2.3.4"), hash(b"l", "1.2.3.4"));
        assert_eq!(hash(b"k", "1.2.3.4").len(), 24);
    }
}
