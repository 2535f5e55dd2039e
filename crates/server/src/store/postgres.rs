//! PostgreSQL: several processes at the same tables.
//!
//! Each process tells the others what it has stored, after the commit and with the entries themselves, so that they need
//! not read them. A notice is a hint, not a fact: a process that missed one finds out when it wants to write. All open
//! tables are compared with the database when the connection that listens was lost, and when another process falls silent,
//! because it may have stored something and died before it could tell.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::future::poll_fn;
use std::hash::Hasher as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use atlas_core::log::Record;
use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};
use tokio_postgres::{AsyncMessage, Client, Config, NoTls, Statement as Prepared};

use super::schema;
use super::value::{Row, Statement, Value};
use super::writer::{Append, Appended, Batch, GROUP, Outcome, Work, answer};
use super::{Change, Failure, Query};
use crate::ids::{fresh_id, now};
use crate::metrics::Metrics;

/// How long a connection, a query or a commit may take before it counts as failed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long opening a table waits until notices of it are heard.
const LISTEN_PATIENCE: Duration = Duration::from_secs(2);
/// How often other tasks may run before a commit begins, so that what they are about to write comes along.
const YIELDS_BEFORE_COMMIT: usize = 4;
/// The number of channels for notices. A process listens only to those of the tables that it has open.
const CHANNELS: u64 = 64;
/// Maximum length of a notice, in bytes; PostgreSQL allows a little less than 8,000.
const MAX_NOTICE: usize = 7_500;
/// The channel on which processes show that they are alive.
const NODES: &str = "atlas_nodes";
/// How often a process shows that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// A process that has been silent for this long is gone.
const SILENCE: Duration = Duration::from_secs(4);
/// The key of the lock that makes processes migrate the database one after the other.
const MIGRATION_LOCK: i64 = 0x061_7461_6c73;

/// The database that several processes may share.
#[derive(Debug)]
pub(super) struct Postgres {
    link: Arc<Link>,
    listener: mpsc::UnboundedSender<Command>,
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        let detail = error.as_db_error().map(ToString::to_string);
        Failure::new(detail.unwrap_or_else(|| error.to_string()))
    }
}

impl Postgres {
    /// Connects to the database and brings its tables up to date.
    pub(super) async fn open(
        url: &str,
        metrics: Metrics,
    ) -> Result<(Postgres, mpsc::Sender<Work>, mpsc::Receiver<Change>), Failure> {
        let config = parse(url)?;
        let link = Arc::new(Link { config: config.clone(), session: Mutex::default() });
        migrate(&*link.session().await?).await?;
        let node = fresh_id();
        let (work, waiting) = mpsc::channel(4 * GROUP);
        let (notices, unsent) = mpsc::unbounded_channel();
        let (listener, commands) = mpsc::unbounded_channel();
        let (heard, changes) = mpsc::channel(1024);
        let link_of = |config: &Config| Link { config: config.clone(), session: Mutex::default() };
        tokio::spawn(write_groups(link_of(&config), waiting, notices, metrics));
        tokio::spawn(send_notices(link_of(&config), node.clone(), unsent));
        tokio::spawn(listen(config, node, commands, heard));
        Ok((Postgres { link, listener }, work, changes))
    }

    /// The rows of several queries, which are sent at once.
    pub(super) async fn query(&self, queries: Vec<Query>) -> Result<Vec<Vec<Row>>, Failure> {
        self.link
            .within_patience(async |session| {
                try_join_all(queries.iter().map(|query| session.query(query))).await
            })
            .await
    }

    /// Listens to notices of a match, from before this returns until it is forgotten.
    pub(super) async fn listen_to(&self, match_id: &str) {
        let (listening, done) = oneshot::channel();
        let _ = self.listener.send(Command::Listen(channel(match_id), listening));
        // Without notices a table still works: what was missed is found when it is written to.
        let _ = timeout(LISTEN_PATIENCE, done).await;
    }

    /// Listens no longer to notices of a match.
    pub(super) fn forget(&self, match_id: &str) {
        let _ = self.listener.send(Command::Forget(channel(match_id)));
    }

    /// The number of the last entry of each of these matches that has any.
    pub(super) async fn heads(&self, matches: &[String]) -> Result<HashMap<String, u64>, Failure> {
        const SQL: &str =
            "SELECT match_id, MAX(seq) FROM entries WHERE match_id = ANY($1::text[]) GROUP BY match_id";
        self.link
            .within_patience(async |session| {
                let statement = session.prepare(SQL).await?;
                let rows = session.client.query(&statement, &[&matches]).await?;
                Ok(rows.iter().map(|row| (row.get(0), row.get::<_, i64>(1) as u64)).collect())
            })
            .await
    }
}

/// Reads a URL. As everywhere else, a `host` parameter replaces the host in front.
fn parse(url: &str) -> Result<Config, Failure> {
    let unclear = |error: tokio_postgres::Error| Failure::new(format!("the database's URL: {error}"));
    let (place, parameters) = url.split_once('?').unwrap_or((url, ""));
    let replaced = parameters.split('&').any(|it| it.starts_with("host="));
    let mut config: Config = match place.split_once("://").filter(|_| replaced) {
        Some((scheme, rest)) => {
            let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
            let user = authority.rsplit_once('@').map(|(user, _)| format!("{user}@")).unwrap_or_default();
            format!("{scheme}://{user}/{path}?{parameters}").parse().map_err(unclear)?
        }
        None => url.parse().map_err(unclear)?,
    };
    config.connect_timeout(PATIENCE).application_name("atlas");
    Ok(config)
}

/// A connection that is opened again after it was lost.
#[derive(Debug)]
struct Link {
    config: Config,
    session: Mutex<Option<Arc<Session>>>,
}

struct Session {
    client: Client,
    /// The statements that this connection knows.
    prepared: Mutex<HashMap<&'static str, Prepared>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Session")
    }
}

impl Link {
    async fn session(&self) -> Result<Arc<Session>, Failure> {
        let mut current = self.session.lock().await;
        if let Some(session) = current.as_ref().filter(|session| !session.client.is_closed()) {
            return Ok(Arc::clone(session));
        }
        let (client, connection) = self.config.connect(NoTls).await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "a connection to the database was lost");
            }
        });
        let session = Arc::new(Session { client, prepared: Mutex::default() });
        *current = Some(Arc::clone(&session));
        Ok(session)
    }

    /// Uses the connection, and gives it up if the database does not answer.
    async fn within_patience<T>(
        &self,
        work: impl AsyncFnOnce(&Session) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let working = async { work(&*self.session().await?).await };
        if let Ok(done) = timeout(PATIENCE, working).await {
            return done;
        }
        if let Ok(mut session) = self.session.try_lock() {
            *session = None;
        }
        Err(Failure::new("the database does not answer"))
    }
}

impl Session {
    async fn prepare(&self, sql: &'static str) -> Result<Prepared, Failure> {
        let mut prepared = self.prepared.lock().await;
        if let Some(known) = prepared.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql).await?;
        prepared.insert(sql, statement.clone());
        Ok(statement)
    }

    async fn query(&self, query: &Query) -> Result<Vec<Row>, Failure> {
        let statement = self.prepare(query.sql).await?;
        let rows = self.client.query(&statement, &parameters(&query.values)).await?;
        let read = |row: &tokio_postgres::Row| {
            Ok(Row((0..row.len()).map(|column| row.try_get(column)).collect::<Result<_, _>>()?))
        };
        rows.iter().map(read).collect()
    }

    async fn execute(&self, statement: &Statement) -> Result<u64, Failure> {
        let prepared = self.prepare(statement.sql).await?;
        Ok(self.client.execute(&prepared, &parameters(&statement.values)).await?)
    }
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) if *kind == Type::INT4 => (*number as i32).to_sql(kind, out),
            Value::Integer(number) => number.to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Value, Box<dyn std::error::Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Value::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Value::Integer(i32::from_sql(kind, raw)?.into()),
            _ => Value::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Value, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Value::Null)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::TEXT].contains(kind)
    }
}

/// Brings the tables up to date. Other processes that start at the same time wait.
async fn migrate(session: &Session) -> Result<(), Failure> {
    let client = &session.client;
    client.batch_execute(&format!("BEGIN; SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).await?;
    let mut known = 0;
    for table in schema::VERSION_TABLES {
        let exists = client.query_one("SELECT to_regclass($1) IS NOT NULL", &[&table]).await?.get(0);
        if exists {
            let sql = format!("SELECT COALESCE(MAX(version), 0) FROM {table}");
            known = known.max(client.query_one(&sql, &[]).await?.get(0));
        }
    }
    client.batch_execute(schema::CREATE_VERSION_TABLE).await?;
    for (number, sql) in schema::newer_than(known)? {
        client.batch_execute(sql).await?;
        client.execute("INSERT INTO schema_versions (version) VALUES ($1)", &[&number]).await?;
    }
    Ok(client.batch_execute("COMMIT").await?)
}

// ---- Writing

/// Writes what waits, many changes to one commit, for as long as the database is open.
async fn write_groups(
    link: Link,
    mut waiting: mpsc::Receiver<Work>,
    notices: mpsc::UnboundedSender<Notice>,
    metrics: Metrics,
) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        for _ in 0..YIELDS_BEFORE_COMMIT {
            yield_now().await;
        }
        while group.len() < GROUP
            && let Ok(more) = waiting.try_recv()
        {
            group.push(more);
        }
        let written = link.within_patience(async |session| write_group(session, &group).await).await;
        if let Ok(outcomes) = &written {
            for (work, outcome) in group.iter().zip(outcomes) {
                if let Some(notice) = Notice::of(work, outcome) {
                    let _ = notices.send(notice);
                }
            }
        }
        answer(&mut group, written, &metrics);
    }
}

async fn write_group(session: &Session, group: &[Work]) -> Result<Vec<Outcome>, Failure> {
    let appends: Vec<&Append> = group.iter().filter_map(Work::append).collect();
    let mut stored = if appends.is_empty() { HashSet::new() } else { insert(session, &appends).await? };
    let mut outcomes = Vec::with_capacity(group.len());
    for work in group {
        outcomes.push(match work {
            // Taken out when it is found, so that of two with one number only one is stored.
            Work::Append(append) => {
                let found = stored.remove(&(append.match_id.to_string(), append.record.seq as i64));
                Outcome::Append(if found { Appended::Stored } else { Appended::Taken })
            }
            Work::Batch(batch) => Outcome::Batch(run(session, batch).await),
        });
    }
    Ok(outcomes)
}

/// Stores entries in one statement, which is a transaction of its own, and returns those whose number was free.
async fn insert(session: &Session, appends: &[&Append]) -> Result<HashSet<(String, i64)>, Failure> {
    const SQL: &str = "\
        WITH stored AS ( \
            INSERT INTO entries (match_id, seq, seat, kind, text, hash, people_to_act, bots_to_act, at) \
            SELECT new.*, $9::bigint FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], \
                $6::text[], $7::bigint[], $8::bigint[]) AS new (match_id) \
            JOIN matches ON matches.id = new.match_id AND matches.ended IS NULL \
            ON CONFLICT (match_id, seq) DO NOTHING RETURNING match_id, seq \
        ), over AS ( \
            UPDATE matches SET ended = $9, result = finished.result \
            FROM stored JOIN unnest($10::text[], $11::text[]) AS finished (id, result) ON finished.id = stored.match_id \
            WHERE matches.id = stored.match_id \
        ) SELECT match_id, seq FROM stored";
    let statement = session.prepare(SQL).await?;
    let column = |get: fn(&Append) -> i64| appends.iter().map(|append| get(append)).collect::<Vec<i64>>();
    let text = |get: fn(&Append) -> &str| appends.iter().map(|append| get(append)).collect::<Vec<&str>>();
    let seats: Vec<Option<i64>> =
        appends.iter().map(|append| append.record.seat.map(|seat| seat.0.into())).collect();
    let hashes: Vec<String> = appends.iter().map(|append| append.record.hash.to_string()).collect();
    let finished = appends.iter().filter_map(|append| Some((&*append.match_id, append.result.as_deref()?)));
    let (ended, results): (Vec<&str>, Vec<&str>) = finished.unzip();
    let rows = session
        .client
        .query(
            &statement,
            &[
                &text(|append| &append.match_id),
                &column(|append| append.record.seq as i64),
                &seats,
                &text(|append| &append.record.kind),
                &text(|append| &append.record.text),
                &hashes,
                &column(|append| append.to_act.people.bits().into()),
                &column(|append| append.to_act.bots.bits().into()),
                &now(),
                &ended,
                &results,
            ],
        )
        .await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Runs the statements of a batch in a transaction.
async fn run(session: &Session, batch: &Batch) -> Result<bool, Failure> {
    session.client.batch_execute("BEGIN").await?;
    for statement in &batch.statements {
        let changed = session.execute(statement).await;
        if !matches!(&changed, Ok(rows) if statement.expected.is_none_or(|expected| expected == *rows)) {
            session.client.batch_execute("ROLLBACK").await?;
            return changed.map(|_| false);
        }
    }
    session.client.batch_execute("COMMIT").await?;
    Ok(true)
}

// ---- Notices

/// The channel of a match.
fn channel(match_id: &str) -> u8 {
    // All processes must agree, whatever version of Rust compiled them (FNV-1a).
    struct Fnv(u64);
    impl std::hash::Hasher for Fnv {
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        fn finish(&self) -> u64 {
            self.0
        }
    }
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    hasher.write(match_id.as_bytes());
    (hasher.finish() % CHANNELS) as u8
}

fn channel_name(channel: u8) -> String {
    format!("atlas_{channel:02}")
}

/// Something that other processes should know.
struct Notice {
    match_id: Arc<str>,
    /// The new entry; `None` if something else has changed.
    record: Option<Arc<Record>>,
}

impl Notice {
    fn of(work: &Work, outcome: &Outcome) -> Option<Notice> {
        match (work, outcome) {
            (Work::Append(append), Outcome::Append(Appended::Stored)) => Some(Notice {
                match_id: Arc::clone(&append.match_id),
                record: Some(Arc::clone(&append.record)),
            }),
            (Work::Batch(batch), Outcome::Batch(Ok(true))) => {
                Some(Notice { match_id: Arc::clone(batch.changed.as_ref()?), record: None })
            }
            _ => None,
        }
    }
}

/// A notice as it is sent.
#[derive(Serialize, Deserialize)]
struct Message<'a> {
    node: &'a str,
    #[serde(rename = "match")]
    match_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<Record>,
}

/// Sends notices after the commit, all that wait in one statement. It writes nothing, so it does not wait for the disk.
async fn send_notices(link: Link, node: String, mut unsent: mpsc::UnboundedReceiver<Notice>) {
    const SQL: &str = "SELECT pg_notify(channel, message) FROM unnest($1::text[], $2::text[]) AS notices (channel, message)";
    let mut notices = Vec::with_capacity(GROUP);
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    loop {
        let (mut channels, mut messages) = (Vec::new(), Vec::new());
        tokio::select! {
            count = unsent.recv_many(&mut notices, GROUP) => if count == 0 {
                return;
            },
            _ = heartbeat.tick() => {
                channels.push(NODES.to_owned());
                messages.push(node.clone());
            }
        }
        for Notice { match_id, record } in notices.drain(..) {
            channels.push(channel_name(channel(&match_id)));
            let message = |entry: Option<Record>| {
                let message = Message { node: &node, match_id: &match_id, entry };
                serde_json::to_string(&message).expect("a notice is plain data")
            };
            let whole = message(record.map(|record| (*record).clone()));
            messages.push(if whole.len() > MAX_NOTICE { message(None) } else { whole });
        }
        let send = async |session: &Session| {
            let statement = session.prepare(SQL).await?;
            Ok(session.client.execute(&statement, &[&channels, &messages]).await?)
        };
        while let Err(failure) = link.within_patience(send).await {
            tracing::warn!(%failure, "other processes could not be told of changes; trying again");
            tokio::time::sleep(HEARTBEAT).await;
        }
    }
}

/// A request to the task that listens.
enum Command {
    Listen(u8, oneshot::Sender<()>),
    Forget(u8),
}

/// Passes on what other processes say, for as long as somebody wants to know.
async fn listen(
    config: Config,
    node: String,
    mut commands: mpsc::UnboundedReceiver<Command>,
    heard: mpsc::Sender<Change>,
) {
    // The number of open tables of each channel.
    let mut channels = BTreeMap::new();
    while let Err(failure) = listen_once(&config, &node, &mut channels, &mut commands, &heard).await {
        tracing::warn!(%failure, "notices of other processes are not heard; trying again");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn listen_once(
    config: &Config,
    node: &str,
    channels: &mut BTreeMap<u8, usize>,
    commands: &mut mpsc::UnboundedReceiver<Command>,
    heard: &mpsc::Sender<Change>,
) -> Result<(), Failure> {
    let (client, mut connection) = config.connect(NoTls).await?;
    let (received, mut messages) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notice) = message {
                let _ = received.send(notice);
            }
        }
    });
    client.batch_execute(&format!("LISTEN {NODES}")).await?;
    for channel in channels.keys() {
        client.batch_execute(&format!("LISTEN {}", channel_name(*channel))).await?;
    }
    // When each of the other processes was last heard.
    let mut nodes: BTreeMap<String, Instant> = BTreeMap::new();
    let mut check = tokio::time::interval(HEARTBEAT);
    // What was said before is not known.
    if heard.send(Change::Unknown).await.is_err() {
        return Ok(());
    }
    loop {
        tokio::select! {
            message = messages.recv() => {
                let Some(notice) = message else { return Err(Failure::new("the connection was lost")) };
                if notice.channel() == NODES {
                    if notice.payload() != node {
                        nodes.insert(notice.payload().to_owned(), Instant::now());
                    }
                    continue;
                }
                let Ok(Message { node: from, match_id, entry }) = serde_json::from_str(notice.payload()) else {
                    continue;
                };
                let change = match entry {
                    Some(record) => Change::Entry(match_id.to_owned(), Box::new(record)),
                    None => Change::Match(match_id.to_owned()),
                };
                if from != node && heard.send(change).await.is_err() {
                    return Ok(());
                }
            }
            _ = check.tick() => {
                let known = nodes.len();
                nodes.retain(|_, heard| heard.elapsed() < SILENCE);
                if nodes.len() < known && heard.send(Change::Unknown).await.is_err() {
                    return Ok(());
                }
            }
            command = commands.recv() => match command {
                None => return Ok(()),
                Some(Command::Listen(channel, listening)) => {
                    let tables = channels.entry(channel).or_insert(0);
                    *tables += 1;
                    if *tables == 1 {
                        client.batch_execute(&format!("LISTEN {}", channel_name(channel))).await?;
                    }
                    let _ = listening.send(());
                }
                Some(Command::Forget(channel)) => {
                    let Some(tables) = channels.get_mut(&channel) else { continue };
                    *tables -= 1;
                    if *tables == 0 {
                        channels.remove(&channel);
                        client.batch_execute(&format!("UNLISTEN {}", channel_name(channel))).await?;
                    }
                }
            }
        }
    }
}
