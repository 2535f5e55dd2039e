//! What operators can watch, in the format of Prometheus.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// A label that tells one of a few kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct Kind {
    kind: &'static str,
}

/// The status of a response.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct Status {
    status: u16,
}

/// The counters of a server. Copies share the same numbers.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Arc<Registry>,
    requests: Family<Status, Counter>,
    moves: Histogram,
    searches: Histogram,
    commits: Counter,
    changes: Counter,
    failures: Counter,
    refusals: Family<Kind, Counter>,
    limited: Family<Kind, Counter>,
    sockets: Family<Kind, Gauge>,
    tables: Gauge<i64, AtomicI64>,
    searches_waiting: Gauge,
    searches_running: Gauge,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("atlas");
        let seconds = || Histogram::new(exponential_buckets(0.000_25, 2.0, 18));
        let metrics = Metrics {
            registry: Arc::default(),
            requests: Family::default(),
            moves: seconds(),
            searches: seconds(),
            commits: Counter::default(),
            changes: Counter::default(),
            failures: Counter::default(),
            refusals: Family::default(),
            limited: Family::default(),
            sockets: Family::default(),
            tables: Gauge::default(),
            searches_waiting: Gauge::default(),
            searches_running: Gauge::default(),
        };
        registry.register("requests", "HTTP requests, by status", metrics.requests.clone());
        registry.register_with_unit(
            "move",
            "Time from a player's move to its commit",
            Unit::Seconds,
            metrics.moves.clone(),
        );
        registry.register_with_unit(
            "search",
            "Time that bots search, without the time in the queue",
            Unit::Seconds,
            metrics.searches.clone(),
        );
        registry.register("commits", "Commits to the database", metrics.commits.clone());
        registry.register("changes", "Changes in all commits, such as moves", metrics.changes.clone());
        registry.register("store_failures", "Commits that failed", metrics.failures.clone());
        registry.register("refusals", "Refused actions, by kind", metrics.refusals.clone());
        registry.register("limited", "Requests over a rate limit, by limit", metrics.limited.clone());
        registry.register("sockets", "Live connections, by kind", metrics.sockets.clone());
        registry.register("tables", "Tables in memory", metrics.tables.clone());
        registry.register("searches_waiting", "Searches in the queue", metrics.searches_waiting.clone());
        registry.register("searches_running", "Searches under way", metrics.searches_running.clone());
        Metrics { registry: Arc::new(registry), ..metrics }
    }
}

/// A live connection, which is counted as long as this value exists.
#[derive(Debug)]
pub(crate) struct Socket(Gauge);

impl Drop for Socket {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// Counts a response.
    pub(crate) fn request(&self, status: u16) {
        self.requests.get_or_create(&Status { status }).inc();
    }

    /// Notes how long a player's move took.
    pub(crate) fn moved(&self, time: Duration) {
        self.moves.observe(time.as_secs_f64());
    }

    /// Notes how long a search took.
    pub(crate) fn searched(&self, time: Duration) {
        self.searches.observe(time.as_secs_f64());
    }

    /// Counts a commit with this number of changes.
    pub(crate) fn committed(&self, changes: usize) {
        self.commits.inc();
        self.changes.inc_by(changes as u64);
    }

    /// Counts a failure of the database.
    pub(crate) fn failed(&self) {
        self.failures.inc();
    }

    /// Counts a refused action.
    pub(crate) fn refused(&self, kind: &'static str) {
        self.refusals.get_or_create(&Kind { kind }).inc();
    }

    /// Counts a request over a rate limit.
    pub(crate) fn limited(&self, kind: &'static str) {
        self.limited.get_or_create(&Kind { kind }).inc();
    }

    /// Counts a live connection.
    pub(crate) fn socket(&self, kind: &'static str) -> Socket {
        let gauge = self.sockets.get_or_create_owned(&Kind { kind });
        gauge.inc();
        Socket(gauge)
    }

    /// All metrics as text, after these were measured now.
    pub(crate) fn text(&self, tables: usize, (waiting, running): (usize, usize)) -> String {
        self.tables.set(tables as i64);
        self.searches_waiting.set(waiting as i64);
        self.searches_running.set(running as i64);
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string can be written to");
        text
    }
}
