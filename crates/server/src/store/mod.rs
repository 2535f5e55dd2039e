//! The database: SQLite or PostgreSQL.
//!
//! A match is decided by two tables, `matches` and `entries`. To act is to append the next entry, and the key of
//! `entries` makes sure that only one entry has a number. An append returns when the entry is on the disk.
//!
//! The queries are here, once for both databases. `sqlite` and `postgres` know how to run them.

mod admin;
mod postgres;
mod rows;
mod schema;
mod sqlite;
mod value;
mod writer;

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use atlas_core::log::{Header, Record};
use tokio::sync::{Mutex, mpsc};
use tokio::time::timeout;

use self::postgres::Postgres;
use self::rows::{read_listed, read_record};
use self::sqlite::Sqlite;
use self::value::{Row, Statement, Value, values};
use self::writer::{Append, Batch, Work, write};
use crate::ids::now;
use crate::metrics::Metrics;

pub use self::admin::Stats;
pub use self::rows::{
    Filter, Holder, Listed, Listing, Loaded, MatchResult, MatchRow, Profile, Said, SeatRow, State, Words,
};
pub use self::sqlite::check_restore;
pub use self::writer::{Appended, ToAct};

/// How long a readiness probe may take.
const PROBE_PATIENCE: Duration = Duration::from_secs(2);
/// The number of open tables in a list.
const LIST: usize = 50;
/// The number of open tables in a list that were opened from one address.
const LIST_PER_ORIGIN: i64 = 5;

/// A failure of the database. Players are only told that something failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(Arc<str>);

impl Failure {
    fn new(message: impl Into<Arc<str>>) -> Failure {
        Failure(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

/// A change by another process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A match has this new entry.
    Entry(String, Box<Record>),
    /// Something about a match has changed.
    Match(String),
    /// Notices may have been missed: anything may have changed.
    Unknown,
}

/// Who opens a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A server. Only one server can use an SQLite file.
    Server,
    /// A command that may run beside a server.
    Admin,
}

/// A query with its parameters.
struct Query {
    sql: &'static str,
    values: Vec<Value>,
}

/// A database.
#[derive(Clone, Debug)]
pub struct Store {
    database: Arc<Database>,
    writer: mpsc::Sender<Work>,
    /// The changes by other processes, until somebody listens to them.
    changes: Arc<Mutex<Option<mpsc::Receiver<Change>>>>,
}

#[derive(Debug)]
enum Database {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Store {
    /// Opens a database, `sqlite:FILE` or `postgres://…`, and brings its tables up to date.
    pub async fn open(url: &str, access: Access, metrics: Metrics) -> Result<Store, Failure> {
        let (database, writer, changes) = match url.strip_prefix("sqlite:") {
            Some(path) => {
                let (sqlite, writer) = Sqlite::open(&sqlite_path(path), access, metrics)?;
                (Database::Sqlite(sqlite), writer, mpsc::channel(1).1)
            }
            None if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                let (postgres, writer, changes) = Postgres::open(url, metrics).await?;
                (Database::Postgres(postgres), writer, changes)
            }
            None => return Err(Failure::new("its URL must begin with sqlite: or postgres://")),
        };
        Ok(Store { database: Arc::new(database), writer, changes: Arc::new(Mutex::new(Some(changes))) })
    }

    /// The next change by another process. Waits forever if the database is not shared.
    pub async fn next_change(&self) -> Change {
        match self.changes.lock().await.as_mut() {
            Some(changes) if self.is_shared() => match changes.recv().await {
                Some(change) => change,
                None => std::future::pending().await,
            },
            _ => std::future::pending().await,
        }
    }

    /// Whether other processes may use the same database.
    pub fn is_shared(&self) -> bool {
        matches!(*self.database, Database::Postgres(_))
    }

    /// Listens to changes of a match by other processes, from before this returns until it is forgotten.
    pub async fn listen_to(&self, match_id: &str) {
        if let Database::Postgres(postgres) = &*self.database {
            postgres.listen_to(match_id).await;
        }
    }

    /// Listens no longer to changes of a match.
    pub fn forget(&self, match_id: &str) {
        if let Database::Postgres(postgres) = &*self.database {
            postgres.forget(match_id);
        }
    }

    /// The number of the last entry of each of these matches that has any. Only a shared database needs this.
    pub async fn heads(&self, matches: &[String]) -> Result<HashMap<String, u64>, Failure> {
        match &*self.database {
            Database::Postgres(postgres) => postgres.heads(matches).await,
            Database::Sqlite(_) => Ok(HashMap::new()),
        }
    }

    /// Whether the database can be written to, within two seconds.
    pub async fn is_ready(&self) -> bool {
        let probe = self.write(
            None,
            vec![Statement::new("UPDATE probes SET at = $1 WHERE id = 1", values![now()]).one_row()],
        );
        matches!(timeout(PROBE_PATIENCE, probe).await, Ok(Ok(true)))
    }

    async fn queries(&self, queries: Vec<Query>) -> Result<Vec<Vec<Row>>, Failure> {
        match &*self.database {
            Database::Sqlite(sqlite) => sqlite.query(queries).await,
            Database::Postgres(postgres) => postgres.query(queries).await,
        }
    }

    async fn query(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, Failure> {
        let mut results = self.queries(vec![Query { sql, values }]).await?;
        Ok(results.pop().expect("one query has one result"))
    }

    /// Runs statements, all or none. Returns false if one of them did not change the number of rows that it must.
    async fn write(&self, changed: Option<&str>, statements: Vec<Statement>) -> Result<bool, Failure> {
        let changed = changed.map(Arc::from);
        write(&self.writer, |done| Work::Batch(Batch { statements, changed, done })).await
    }

    // ---- Matches

    /// Stores the next entry of a match, unless its number is taken or the match has ended. With a result, the match ends
    /// with this entry.
    pub async fn append(
        &self,
        match_id: &Arc<str>,
        record: &Arc<Record>,
        to_act: ToAct,
        result: Option<String>,
    ) -> Result<Appended, Failure> {
        let (match_id, record) = (Arc::clone(match_id), Arc::clone(record));
        write(&self.writer, |done| Work::Append(Append { match_id, record, to_act, result, done })).await
    }

    /// Stores the next entries of a match, all or none, as [`append`](Store::append) does.
    pub async fn append_all(
        &self,
        match_id: &Arc<str>,
        records: &[Arc<Record>],
        to_act: ToAct,
        result: Option<String>,
    ) -> Result<Appended, Failure> {
        if let [record] = records {
            return self.append(match_id, record, to_act, result).await;
        }
        let entry = |record: &Arc<Record>| {
            let Record { seq, kind, seat, text, hash } = &**record;
            let sql = "INSERT INTO entries (match_id, seq, seat, kind, text, at, hash, people_to_act, bots_to_act) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (match_id, seq) DO NOTHING";
            let seat = seat.map(|seat| i64::from(seat.0));
            let hash = hash.to_string();
            let values =
                values![&**match_id, *seq, seat, kind, text, now(), hash, to_act.people, to_act.bots];
            Statement::new(sql, values).one_row()
        };
        // Nothing is appended to a match that has ended or was deleted.
        let open = "UPDATE matches SET ended = NULL WHERE id = $1 AND ended IS NULL";
        let mut statements = vec![Statement::new(open, values![&**match_id]).one_row()];
        statements.extend(records.iter().map(entry));
        if let Some(result) = result {
            statements.push(Statement::new(
                "UPDATE matches SET ended = $1, result = $2 WHERE id = $3",
                values![now(), result, &**match_id],
            ));
        }
        let stored = self.write(Some(match_id), statements).await?;
        Ok(if stored { Appended::Stored } else { Appended::Taken })
    }

    /// Opens a match with its seats. Returns false if it is to be the rematch of a match that already has one.
    pub async fn create(
        &self,
        row: &MatchRow,
        seats: &[SeatRow],
        to_act: Option<ToAct>,
        rematch_of: Option<&str>,
    ) -> Result<bool, Failure> {
        let mut statements = Vec::new();
        if let Some(last) = rematch_of {
            let sql = "UPDATE matches SET rematch = $1 WHERE id = $2 AND rematch IS NULL";
            statements.push(Statement::new(sql, values![&row.id, last]).one_row());
        }
        statements.push(Statement::new(
            "INSERT INTO matches (id, game, options, secret, listing, host, origin, created, header, people_to_act, \
             bots_to_act) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            values![
                &row.id,
                &row.game,
                row.options.to_string(),
                row.secret.to_string(),
                row.listing.name(),
                &row.host,
                &row.origin,
                row.created,
                row.header.as_ref().map(header_text),
                to_act.map(|to_act| to_act.people),
                to_act.map(|to_act| to_act.bots),
            ],
        ));
        for (number, seat) in (0_i64..).zip(seats) {
            let (kind, holder) = seat.holder.columns();
            statements.push(Statement::new(
                "INSERT INTO seats (match_id, seat, kind, holder, word, token, name) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
                values![&row.id, number, kind, holder, &seat.word, &seat.token, seat.own_name.as_deref()],
            ));
        }
        self.write(rematch_of, statements).await
    }

    /// A match with its seats, its entries after number `after` and its messages after number `heard`.
    pub async fn load(&self, match_id: &str, after: u64, heard: u64) -> Result<Option<Loaded>, Failure> {
        let query = |sql, values| Query { sql, values };
        let results = self
            .queries(vec![
                query(MatchRow::SELECT, values![match_id]),
                query(
                    "SELECT kind, holder, word, token, people.name, seats.name, away FROM seats \
                     LEFT JOIN people ON people.id = holder WHERE match_id = $1 ORDER BY seat",
                    values![match_id],
                ),
                query(
                    "SELECT seq, seat, kind, text, hash, at FROM entries WHERE match_id = $1 AND seq > $2 ORDER BY seq",
                    values![match_id, after],
                ),
                query(
                    "SELECT n, person, kind, text FROM talk WHERE match_id = $1 AND n > $2 ORDER BY n DESC LIMIT 100",
                    values![match_id, heard],
                ),
            ])
            .await?;
        let [matches, seats, entries, talk] = results.try_into().expect("four queries have four results");
        let Some(row) = matches.first() else { return Ok(None) };
        Ok(Some(Loaded {
            row: MatchRow::read(row)?,
            seats: seats.iter().map(SeatRow::read).collect::<Result<_, _>>()?,
            moved: entries.last().map(|row| row.integer(5)).transpose()?,
            entries: entries.iter().map(read_record).collect::<Result<_, _>>()?,
            talk: talk.iter().rev().map(Said::read).collect::<Result<_, _>>()?,
        }))
    }

    /// The entries of a match after number `after`.
    pub async fn entries(&self, match_id: &str, after: u64) -> Result<Vec<Record>, Failure> {
        let rows = self
            .query(
                "SELECT seq, seat, kind, text, hash FROM entries WHERE match_id = $1 AND seq > $2 ORDER BY seq",
                values![match_id, after],
            )
            .await?;
        rows.iter().map(read_record).collect()
    }

    /// Gives an open seat to somebody and, if it was the last one, begins the match. Returns false if the seats have
    /// changed since `seatings` was read.
    pub async fn take_seat(
        &self,
        match_id: &str,
        seatings: i64,
        seat: usize,
        taken: &SeatRow,
        begin: Option<(&Header, ToAct)>,
    ) -> Result<bool, Failure> {
        let (kind, holder) = taken.holder.columns();
        let seat = Statement::new(
            "UPDATE seats SET kind = $1, holder = $2, word = $3, token = $4 \
             WHERE match_id = $5 AND seat = $6 AND kind = 'open'",
            values![kind, holder, &taken.word, &taken.token, match_id, seat as i64],
        );
        self.write(Some(match_id), vec![seated(match_id, seatings, begin), seat.one_row()]).await
    }

    /// Begins a match whose seats are all taken. Returns false if the seats have changed since `seatings` was read.
    pub async fn begin(
        &self,
        match_id: &str,
        seatings: i64,
        header: &Header,
        to_act: ToAct,
    ) -> Result<bool, Failure> {
        self.write(Some(match_id), vec![seated(match_id, seatings, Some((header, to_act)))]).await
    }

    /// Creates the tokens of seats that have none.
    pub async fn create_tokens(&self, match_id: &str, tokens: Vec<(usize, String)>) -> Result<(), Failure> {
        let create = |(seat, token): (usize, String)| {
            let sql = "UPDATE seats SET token = $1 WHERE match_id = $2 AND seat = $3 AND token = ''";
            Statement::new(sql, values![token, match_id, seat as i64])
        };
        self.write(Some(match_id), tokens.into_iter().map(create).collect()).await.map(drop)
    }

    /// Notes when a person left a table, or that they are back.
    pub async fn set_away(&self, match_id: &str, person: &str, away: Option<i64>) -> Result<(), Failure> {
        let sql = "UPDATE seats SET away = $1 WHERE match_id = $2 AND kind = 'person' AND holder = $3";
        let note = Statement::new(sql, values![away, match_id, person]);
        self.write(Some(match_id), vec![note]).await.map(drop)
    }

    /// Notes that nobody is at any table, because no other process could have a connection.
    pub async fn clear_presence(&self) -> Result<(), Failure> {
        let sql = "UPDATE seats SET away = $1 WHERE away IS NULL AND kind = 'person' \
                   AND match_id IN (SELECT id FROM matches WHERE ended IS NULL)";
        self.write(None, vec![Statement::new(sql, values![now()])]).await.map(drop)
    }

    /// Aborts a match. Returns false if a person has made a move, or the match is over.
    pub async fn abort(&self, match_id: &str) -> Result<bool, Failure> {
        let abort = Statement::new(
            "UPDATE matches SET ended = $1, aborted = $1 WHERE id = $2 AND ended IS NULL AND NOT EXISTS ( \
             SELECT 1 FROM entries JOIN seats ON seats.match_id = entries.match_id AND seats.seat = entries.seat \
             WHERE entries.match_id = $2 AND entries.kind = 'act' AND seats.kind = 'person')",
            values![now(), match_id],
        );
        self.write(Some(match_id), vec![abort.one_row()]).await
    }

    /// Notes that a match is over. Older versions noted it some time after the last entry.
    pub async fn end(&self, match_id: &str, result: &str) -> Result<(), Failure> {
        let sql = "UPDATE matches SET ended = $1, result = $2 WHERE id = $3 AND ended IS NULL";
        self.write(None, vec![Statement::new(sql, values![now(), result, match_id])]).await.map(drop)
    }

    /// Public tables with open seats whose host was connected after `since`, newest first. Of the tables that were opened
    /// from one address, only the newest few are listed.
    pub async fn open_tables(&self, since: i64) -> Result<Vec<Listed>, Failure> {
        let rows = self.query(
            "SELECT m.id, m.game, m.created, 0, m.ended, 0, CAST(NULL AS BIGINT), m.people_to_act, m.bots_to_act, \
             s.kind, s.holder, COALESCE(s.name, p.name), m.host, CAST(NULL AS TEXT) FROM ( \
                 SELECT matches.*, ROW_NUMBER() OVER (PARTITION BY origin ORDER BY created DESC) AS place FROM matches \
                 WHERE listing = 'public' AND ended IS NULL AND header IS NULL AND host_seen > $1 \
             ) AS m JOIN seats AS s ON s.match_id = m.id LEFT JOIN people AS p ON p.id = s.holder \
             WHERE m.place <= $2 ORDER BY m.created DESC, m.id, s.seat",
            values![since, LIST_PER_ORIGIN],
        );
        let mut tables = read_listed(&rows.await?)?;
        tables.truncate(LIST);
        Ok(tables)
    }

    /// The matches of a person that they have not removed from their list, newest first: at most `limit` of them, after
    /// the first `skip`.
    pub async fn matches_of(
        &self,
        person: &str,
        filter: Filter<'_>,
        skip: usize,
        limit: usize,
    ) -> Result<Vec<Listed>, Failure> {
        let rows = self.query(
            "SELECT m.id, m.game, m.created, CASE WHEN m.header IS NULL THEN 0 ELSE 1 END, m.ended, \
             CASE WHEN m.aborted IS NULL THEN 0 ELSE 1 END, e.at, \
             CASE WHEN e.seq IS NULL THEN m.people_to_act ELSE e.people_to_act END, \
             CASE WHEN e.seq IS NULL THEN m.bots_to_act ELSE e.bots_to_act END, s.kind, s.holder, \
             COALESCE(s.name, p.name), m.host, m.result FROM ( \
                 SELECT * FROM matches WHERE id IN ( \
                     SELECT match_id FROM seats WHERE kind = 'person' AND holder = $1 AND hidden IS NULL) \
                 AND ($2 = '' OR game = $2) AND ($3 = '' OR $3 = CASE WHEN ended IS NOT NULL THEN 'finished' \
                     WHEN header IS NULL THEN 'waiting' ELSE 'playing' END) \
                 ORDER BY created DESC, id LIMIT $4 OFFSET $5 \
             ) AS m JOIN seats AS s ON s.match_id = m.id LEFT JOIN people AS p ON p.id = s.holder \
             LEFT JOIN entries AS e ON e.match_id = m.id \
                 AND e.seq = (SELECT MAX(seq) FROM entries WHERE match_id = m.id) \
             ORDER BY m.created DESC, m.id, s.seat",
            values![person, filter.game, filter.state.map_or("", State::name), limit as i64, skip as i64,],
        );
        read_listed(&rows.await?)
    }

    /// Removes a match from the list of a person. Returns false if they have no seat there.
    pub async fn hide_match(&self, match_id: &str, person: &str) -> Result<bool, Failure> {
        let sql = "SELECT 1 FROM seats WHERE match_id = $1 AND kind = 'person' AND holder = $2 LIMIT 1";
        if self.query(sql, values![match_id, person]).await?.is_empty() {
            return Ok(false);
        }
        let hide = "UPDATE seats SET hidden = $1 WHERE match_id = $2 AND kind = 'person' AND holder = $3";
        self.write(None, vec![Statement::new(hide, values![now(), match_id, person])]).await
    }

    /// The matches that are not over and in which a person has a seat.
    pub async fn unfinished_matches_of(&self, person: &str) -> Result<Vec<String>, Failure> {
        let sql = "SELECT DISTINCT match_id FROM seats JOIN matches ON id = match_id \
                   WHERE kind = 'person' AND holder = $1 AND ended IS NULL";
        let rows = self.query(sql, values![person]).await?;
        rows.iter().map(|row| Ok(row.text(0)?.to_owned())).collect()
    }

    /// Tells other processes that something about a match has changed, if the database is shared.
    pub async fn announce(&self, match_id: &str) -> Result<(), Failure> {
        if self.is_shared() { self.write(Some(match_id), Vec::new()).await.map(drop) } else { Ok(()) }
    }

    /// The matches in progress at which a person sits and a bot is to act, oldest first.
    pub async fn waiting_for_bots(&self) -> Result<Vec<String>, Failure> {
        let rows = self.query(
            "SELECT m.id FROM matches AS m LEFT JOIN entries AS e ON e.match_id = m.id \
                 AND e.seq = (SELECT MAX(seq) FROM entries WHERE match_id = m.id) \
             WHERE m.header IS NOT NULL AND m.ended IS NULL \
             AND COALESCE(CASE WHEN e.seq IS NULL THEN m.bots_to_act ELSE e.bots_to_act END, 1) <> 0 \
             AND EXISTS (SELECT 1 FROM seats WHERE seats.match_id = m.id AND kind = 'person') \
             ORDER BY m.created",
            Vec::new(),
        );
        rows.await?.iter().map(|row| Ok(row.text(0)?.to_owned())).collect()
    }

    /// The matches whose seats are all taken and which have not begun. Only older versions left such matches.
    pub async fn full_tables(&self) -> Result<Vec<String>, Failure> {
        let rows = self.query(
            "SELECT id FROM matches WHERE header IS NULL AND ended IS NULL \
             AND NOT EXISTS (SELECT 1 FROM seats WHERE match_id = id AND kind = 'open')",
            Vec::new(),
        );
        rows.await?.iter().map(|row| Ok(row.text(0)?.to_owned())).collect()
    }

    /// Notes that the hosts of these open tables are connected.
    pub async fn note_hosts(&self, tables: &[String]) -> Result<(), Failure> {
        let seen = |id: &String| {
            Statement::new("UPDATE matches SET host_seen = $1 WHERE id = $2", values![now(), id])
        };
        if tables.is_empty() {
            return Ok(());
        }
        self.write(None, tables.iter().map(seen).collect()).await.map(drop)
    }

    /// Aborts tables with open seats whose host was last connected before `since`.
    pub async fn expire_tables(&self, since: i64) -> Result<(), Failure> {
        let expire = Statement::new(
            "UPDATE matches SET ended = $1, aborted = $1 WHERE header IS NULL AND ended IS NULL AND host_seen < $2 \
             AND created < $2",
            values![now(), since],
        );
        self.write(None, vec![expire]).await.map(drop)
    }

    // ---- People

    /// What the pages need to know about a person.
    pub async fn profile(&self, person: &str) -> Result<Profile, Failure> {
        let results = self
            .queries(vec![
                Query { sql: "SELECT name, guided FROM people WHERE id = $1", values: values![person] },
                Query {
                    sql: "SELECT 1 FROM seats JOIN matches ON matches.id = seats.match_id WHERE seats.kind = 'person' \
                          AND seats.holder = $1 AND ended IS NOT NULL AND aborted IS NULL LIMIT 1",
                    values: values![person],
                },
                Query { sql: "SELECT muted FROM mutes WHERE person = $1", values: values![person] },
            ])
            .await?;
        let [people, finished, muted] = results.try_into().expect("three queries have three results");
        let guided = people.first().map(|row| row.optional_integer(1)).transpose()?.flatten();
        Ok(Profile {
            name: people.first().map(|row| row.text(0)).transpose()?.unwrap_or_default().to_owned(),
            newcomer: guided.is_none() && finished.is_empty(),
            muted: muted.iter().map(|row| Ok(row.text(0)?.to_owned())).collect::<Result<_, Failure>>()?,
        })
    }

    /// Sets the name of a person.
    pub async fn set_name(&self, person: &str, name: &str) -> Result<(), Failure> {
        let set = Statement::new(
            "INSERT INTO people (id, name, created) VALUES ($1, $2, $3) \
             ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            values![person, name, now()],
        );
        self.write(None, vec![set]).await.map(drop)
    }

    /// Notes that a person has closed the guide.
    pub async fn set_guided(&self, person: &str) -> Result<(), Failure> {
        let set = Statement::new(
            "INSERT INTO people (id, name, created, guided) VALUES ($1, '', $2, $2) \
             ON CONFLICT (id) DO UPDATE SET guided = excluded.guided",
            values![person, now()],
        );
        self.write(None, vec![set]).await.map(drop)
    }

    /// Mutes somebody for a person, or shows their messages again.
    pub async fn set_muted(&self, person: &str, other: &str, muted: bool) -> Result<(), Failure> {
        let sql = if muted {
            "INSERT INTO mutes (person, muted) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE person = $1 AND muted = $2"
        };
        self.write(None, vec![Statement::new(sql, values![person, other])]).await.map(drop)
    }

    /// Stores a message, and returns once it has a number.
    pub async fn say(&self, match_id: &str, person: &str, words: &Words) -> Result<(), Failure> {
        let (kind, text) = words.columns();
        let insert = Statement::new(
            "INSERT INTO talk (match_id, n, person, kind, text, at) \
             SELECT $1, COALESCE(MAX(n), 0) + 1, $2, $3, $4, CAST($5 AS BIGINT) FROM talk WHERE match_id = $1 \
             ON CONFLICT (match_id, n) DO NOTHING",
            values![match_id, person, kind, text, now()],
        );
        // Two processes may choose the same number; the second takes the next one.
        while !self.write(Some(match_id), vec![insert.clone().one_row()]).await? {}
        Ok(())
    }
}

/// Counts a change of seats, and begins the match if it was the last one.
fn seated(match_id: &str, seatings: i64, begin: Option<(&Header, ToAct)>) -> Statement {
    let (header, to_act) = begin.unzip();
    Statement::new(
        "UPDATE matches SET seatings = seatings + 1, header = $1, people_to_act = $2, bots_to_act = $3 \
         WHERE id = $4 AND seatings = $5 AND header IS NULL AND ended IS NULL",
        values![
            header.map(header_text),
            to_act.map(|to_act| to_act.people),
            to_act.map(|to_act| to_act.bots),
            match_id,
            seatings,
        ],
    )
    .one_row()
}

fn header_text(header: &Header) -> String {
    serde_json::to_string(header).expect("a header is plain data")
}

/// The file of an SQLite URL without its scheme. Parameters are ignored; older versions needed `?mode=rwc`.
fn sqlite_path(rest: &str) -> PathBuf {
    let path = rest.strip_prefix("//").unwrap_or(rest);
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let [first, rest @ ..] = left {
        let digits =
            rest.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        left = if escaped.is_some() { &rest[2..] } else { rest };
    }
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_sqlite_url_names_a_file() {
        for (url, path) in [
            ("atlas.db", "atlas.db"),
            ("/a/b.db?mode=rwc", "/a/b.db"),
            ("//a/b.db", "a/b.db"),
            ("a%20b%3F.db", "a b?.db"),
            ("100%.db", "100%.db"),
        ] {
            assert_eq!(sqlite_path(url), PathBuf::from(path), "{url}");
        }
    }
}
