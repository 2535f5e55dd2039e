//! What must not be lost, in SQLite or PostgreSQL.
//!
//! A match is decided by two tables, `matches` and `entries`. To act is to append the next entry; the key of
//! `entries` makes sure that only one entry has a number. An append is answered when it is on the disk.
//! Several processes may share one PostgreSQL: each tells the others which match has changed, and they read
//! it again.

mod writer;

use std::collections::HashMap;
use std::time::Duration;

use atlas_core::fair::Hash;
use atlas_core::log::{Header, Record};
use atlas_core::{Code, Refusal, Seat, Secret};
use serde_json::Value;
use sqlx::any::{AnyPoolOptions, AnyRow, install_default_drivers};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgListener;
use sqlx::query::Query;
use sqlx::{AnyExecutor, AnyPool, AssertSqlSafe, Executor, Row, SqlSafeStr};
use tokio::sync::mpsc;

use crate::ids::{fresh_id, now};
use writer::Writer;

/// The migrations, by version and description. They are listed here because the macro of `sqlx` would compile both
/// databases a second time, for the machine that builds.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "tables", include_str!("../../migrations/0001_tables.sql")),
    (2, "together", include_str!("../../migrations/0002_together.sql")),
];

fn migrator() -> Migrator {
    let migration = |(version, description, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.map(migration).into())
}

/// The channel on which processes that share a PostgreSQL wake each other.
const CHANNEL: &str = "atlas";

/// What went wrong with the database. Players hear only that something did.
pub type Failure = sqlx::Error;

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    /// Whoever comes.
    Open,
    /// A person, by id.
    Person(String),
    /// A bot, by level.
    Bot(String),
}

impl Holder {
    fn columns(&self) -> (&'static str, &str) {
        match self {
            Holder::Open => ("open", ""),
            Holder::Person(id) => ("person", id),
            Holder::Bot(level) => ("bot", level),
        }
    }

    /// The person, if it is one.
    pub fn person(&self) -> Option<&str> {
        match self {
            Holder::Person(id) => Some(id),
            _ => None,
        }
    }

    fn read(kind: &str, holder: String) -> Holder {
        match kind {
            "person" => Holder::Person(holder),
            "bot" => Holder::Bot(holder),
            _ => Holder::Open,
        }
    }
}

/// A seat, who has it, and what they added to the seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Who has it.
    pub holder: Holder,
    /// What they added to the seed.
    pub word: String,
    /// What a program shows to play it. Seats of the first days have none until somebody asks.
    pub token: String,
}

impl SeatRow {
    /// A seat of this holder, who added a word to the seed.
    pub fn new(holder: Holder, word: &str) -> SeatRow {
        SeatRow { holder, word: word.to_owned(), token: fresh_id() + &fresh_id() }
    }
}

/// Who may find a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// It is in the lobby.
    Public,
    /// Only who has the link.
    Private,
}

impl Listing {
    fn name(self) -> &'static str {
        match self {
            Listing::Public => "public",
            Listing::Private => "private",
        }
    }
}

/// What is known of a match besides its entries.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow {
    /// Its name in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// What the table chose.
    pub options: Value,
    /// The table's secret. It leaves the server only after the end.
    pub secret: Secret,
    /// Who may find it.
    pub listing: Listing,
    /// Who opened it.
    pub host: String,
    /// When it was opened.
    pub created: i64,
    /// What was fixed before the first entry; nothing while seats are open.
    pub header: Option<Header>,
    /// When it ended.
    pub ended: Option<i64>,
    /// When it was called off, if nobody had moved.
    pub aborted: Option<i64>,
    /// The match that the same people play next.
    pub rematch: Option<String>,
}

/// What became of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is on the disk.
    Stored,
    /// Another entry has its number.
    Taken,
}

/// Something said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Its number at this table, from 1.
    pub n: u64,
    /// Who said it.
    pub person: String,
    /// What was said.
    pub words: Words,
}

/// What can be said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Words {
    /// Something for people to read.
    Chat(String),
    /// That the match, being at entry `head`, may go back to entry `to`.
    Back {
        /// The last entry when it was said.
        head: u64,
        /// The last entry that would still stand.
        to: u64,
    },
    /// That the match, being at entry `head`, stays as it is.
    Keep {
        /// The last entry when it was said.
        head: u64,
    },
}

impl Words {
    fn columns(&self) -> (&'static str, String) {
        match self {
            Words::Chat(text) => ("chat", text.clone()),
            Words::Back { head, to } => ("back", format!("{head} {to}")),
            Words::Keep { head } => ("keep", head.to_string()),
        }
    }

    fn read(kind: &str, text: String) -> Option<Words> {
        Some(match kind {
            "chat" => Words::Chat(text),
            "back" => {
                let (head, to) = text.split_once(' ')?;
                Words::Back { head: head.parse().ok()?, to: to.parse().ok()? }
            }
            "keep" => Words::Keep { head: text.parse().ok()? },
            _ => return None,
        })
    }
}

/// Which database it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Sqlite,
    Postgres,
}

/// What another process did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// This match has an entry of this number, or something else about it is new (then the number is 0).
    Match(String, u64),
    /// Nothing was heard for a while: anything may have changed.
    Unknown,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    kind: Kind,
    url: String,
    writer: Writer,
}

impl Store {
    /// Opens a database, `sqlite:PATH` or `postgres://…`, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Store, Failure> {
        install_default_drivers();
        let kind = if url.starts_with("sqlite:") { Kind::Sqlite } else { Kind::Postgres };
        let sqlite = kind == Kind::Sqlite;
        let pool = AnyPoolOptions::new()
            .max_connections(if sqlite { 4 } else { 16 })
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if sqlite {
                        // Committed means on the disk, and readers never wait for the writer.
                        connection.execute("PRAGMA journal_mode = WAL").await?;
                        connection.execute("PRAGMA synchronous = FULL").await?;
                        connection.execute("PRAGMA busy_timeout = 10000").await?;
                        // Room for what an evening touches, 32 MB, and a log that is put away less often.
                        connection.execute("PRAGMA cache_size = -32000").await?;
                        connection.execute("PRAGMA temp_store = MEMORY").await?;
                        connection.execute("PRAGMA wal_autocheckpoint = 4000").await?;
                        connection.execute("PRAGMA foreign_keys = ON").await?;
                    }
                    Ok(())
                })
            })
            .connect(url)
            .await?;
        migrator().run(&pool).await.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
        let writer = Writer::start(pool.clone(), kind);
        Ok(Store { pool, kind, url: url.to_owned(), writer })
    }

    /// Whether other processes may be at the same tables.
    pub fn is_shared(&self) -> bool {
        self.kind == Kind::Postgres
    }

    /// Tells what other processes do from now on. Nothing ever comes of a database that is not shared.
    pub fn listen(&self) -> mpsc::Receiver<Change> {
        let (heard, changes) = mpsc::channel(1024);
        if self.is_shared() {
            tokio::spawn(hear(self.url.clone(), heard));
        }
        changes
    }

    /// Tells other processes that something about a match has changed that is not an entry.
    async fn announce(&self, match_id: &str) -> Result<(), Failure> {
        match self.kind {
            Kind::Sqlite => Ok(()),
            Kind::Postgres => wake(&self.pool, &[format!("{match_id}:0")]).await,
        }
    }

    /// Lets go of the database, when nobody uses it any more.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Whether the database answers.
    pub async fn is_ready(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// Stores the next entry of a match, durably, unless its number is taken.
    pub async fn append(&self, match_id: &str, record: &Record) -> Result<Appended, Failure> {
        self.writer.append(match_id, record).await
    }

    /// Notes that a match has ended, some time soon. That follows from its entries; this only keeps lists
    /// short.
    pub async fn end(&self, match_id: &str) {
        self.writer.end(match_id).await;
    }

    /// When the last entry of a match was stored, by the clock of the one who did.
    pub async fn latest(&self, match_id: &str) -> Result<Option<i64>, Failure> {
        let row = sqlx::query("SELECT at FROM entries WHERE match_id = $1 ORDER BY seq DESC LIMIT 1")
            .bind(match_id)
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| row.try_get(0)).transpose()
    }

    /// The number of the last entry of each of these matches that has any.
    pub async fn heads(&self, matches: &[String]) -> Result<HashMap<String, u64>, Failure> {
        let mut heads = HashMap::new();
        for some in matches.chunks(200) {
            let text = format!(
                "SELECT match_id, MAX(seq) FROM entries WHERE match_id IN ({}) GROUP BY match_id",
                places(some.len())
            );
            let query = some.iter().fold(sqlx::query(AssertSqlSafe(text)), Query::bind);
            for row in query.fetch_all(&self.pool).await? {
                heads.insert(row.try_get(0)?, row.try_get::<i64, _>(1)? as u64);
            }
        }
        Ok(heads)
    }

    /// The entries of a match after number `after`.
    pub async fn entries(&self, match_id: &str, after: u64) -> Result<Vec<Record>, Failure> {
        let rows = sqlx::query(
            "SELECT seq, seat, kind, text, hash FROM entries WHERE match_id = $1 AND seq > $2 ORDER BY seq",
        )
        .bind(match_id)
        .bind(after as i64)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read_record).collect()
    }

    /// Opens a match with its seats, unless it is to follow a match that another one follows already.
    pub async fn create(
        &self,
        row: &MatchRow,
        seats: &[SeatRow],
        after: Option<&str>,
    ) -> Result<bool, Failure> {
        self.writer.open(row, seats, after).await
    }

    /// A match, without its entries.
    pub async fn find(&self, match_id: &str) -> Result<Option<MatchRow>, Failure> {
        let row = sqlx::query("SELECT * FROM matches WHERE id = $1")
            .bind(match_id)
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(read_match).transpose()
    }

    /// The seats of a match, in order.
    pub async fn seats(&self, match_id: &str) -> Result<Vec<SeatRow>, Failure> {
        let rows =
            sqlx::query("SELECT kind, holder, word, token FROM seats WHERE match_id = $1 ORDER BY seat")
                .bind(match_id)
                .fetch_all(&self.pool)
                .await?;
        rows.iter()
            .map(|row| {
                let kind: String = row.try_get("kind")?;
                let holder = Holder::read(&kind, row.try_get("holder")?);
                Ok(SeatRow { holder, word: row.try_get("word")?, token: row.try_get("token")? })
            })
            .collect()
    }

    /// Gives a seat from one holder to another, if the one still has it.
    pub async fn give_seat(
        &self,
        match_id: &str,
        seat: Seat,
        from: &Holder,
        to: &SeatRow,
    ) -> Result<bool, Failure> {
        let ((from_kind, from_holder), (kind, holder)) = (from.columns(), to.holder.columns());
        let done = sqlx::query(
            "UPDATE seats SET kind = $1, holder = $2, word = $3, token = $8 \
             WHERE match_id = $4 AND seat = $5 AND kind = $6 AND holder = $7",
        )
        .bind(kind)
        .bind(holder)
        .bind(&to.word)
        .bind(match_id)
        .bind(i64::from(seat.0))
        .bind(from_kind)
        .bind(from_holder)
        .bind(&to.token)
        .execute(&self.pool)
        .await?;
        self.announce(match_id).await?;
        Ok(done.rows_affected() == 1)
    }

    /// Makes what a program shows to play a seat, unless there is one already.
    pub async fn make_token(&self, match_id: &str, seat: Seat, token: &str) -> Result<(), Failure> {
        sqlx::query("UPDATE seats SET token = $1 WHERE match_id = $2 AND seat = $3 AND token = ''")
            .bind(token)
            .bind(match_id)
            .bind(i64::from(seat.0))
            .execute(&self.pool)
            .await?;
        self.announce(match_id).await
    }

    /// Fixes what a match begins with, unless that is done already.
    pub async fn begin(&self, match_id: &str, header: &Header) -> Result<(), Failure> {
        sqlx::query("UPDATE matches SET header = $1 WHERE id = $2 AND header IS NULL")
            .bind(header_text(header))
            .bind(match_id)
            .execute(&self.pool)
            .await?;
        self.announce(match_id).await
    }

    /// Calls a match off, unless a person has moved.
    pub async fn abort(&self, match_id: &str) -> Result<bool, Failure> {
        let done = sqlx::query(
            "UPDATE matches SET ended = $1, aborted = $1 WHERE id = $2 AND ended IS NULL AND NOT EXISTS ( \
             SELECT 1 FROM entries JOIN seats ON seats.match_id = entries.match_id AND seats.seat = entries.seat \
             WHERE entries.match_id = $2 AND entries.kind = 'act' AND seats.kind = 'person')",
        )
        .bind(now())
        .bind(match_id)
        .execute(&self.pool)
        .await?;
        self.announce(match_id).await?;
        Ok(done.rows_affected() == 1)
    }

    /// Tables in the lobby that still have an open seat, newest first.
    pub async fn open_tables(&self) -> Result<Vec<MatchRow>, Failure> {
        let rows = sqlx::query(
            "SELECT * FROM matches WHERE listing = 'public' AND ended IS NULL AND header IS NULL \
             ORDER BY created DESC LIMIT 50",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read_match).collect()
    }

    /// The matches of a person, newest first.
    pub async fn matches_of(&self, person: &str) -> Result<Vec<MatchRow>, Failure> {
        let rows = sqlx::query(
            "SELECT * FROM matches WHERE id IN \
             (SELECT match_id FROM seats WHERE kind = 'person' AND holder = $1) \
             ORDER BY created DESC LIMIT 50",
        )
        .bind(person)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read_match).collect()
    }

    /// The matches that have begun and not ended, and in which a bot has a seat or stands in.
    pub async fn running_with_bots(&self) -> Result<Vec<String>, Failure> {
        let rows = sqlx::query(
            "SELECT id FROM matches WHERE header IS NOT NULL AND ended IS NULL AND ( \
             EXISTS (SELECT 1 FROM seats WHERE match_id = id AND kind = 'bot') \
             OR EXISTS (SELECT 1 FROM entries WHERE match_id = id AND kind = 'given'))",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| row.try_get("id")).collect()
    }

    /// The names of these people, as far as they have chosen one.
    pub async fn names_of(&self, people: &[&str]) -> Result<HashMap<String, String>, Failure> {
        if people.is_empty() {
            return Ok(HashMap::new());
        }
        let text =
            format!("SELECT id, name FROM people WHERE name <> '' AND id IN ({})", places(people.len()));
        let query = people.iter().fold(sqlx::query(AssertSqlSafe(text)), |query, id| query.bind(*id));
        let rows = query.fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Gives a person a name.
    pub async fn set_name(&self, person: &str, name: &str) -> Result<(), Failure> {
        sqlx::query(
            "INSERT INTO people (id, name, created) VALUES ($1, $2, $3) \
             ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        )
        .bind(person)
        .bind(name)
        .bind(now())
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// Whether a person has neither finished a match nor put the guide away.
    pub async fn is_newcomer(&self, person: &str) -> Result<bool, Failure> {
        let row = sqlx::query(
            "SELECT 1 AS one FROM people WHERE id = $1 AND guided IS NOT NULL UNION ALL \
             SELECT 1 AS one FROM seats JOIN matches ON matches.id = seats.match_id \
             WHERE seats.kind = 'person' AND seats.holder = $1 AND ended IS NOT NULL AND aborted IS NULL LIMIT 1",
        )
        .bind(person)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.is_none())
    }

    /// Notes that a person has seen enough of the guide.
    pub async fn set_guided(&self, person: &str) -> Result<(), Failure> {
        sqlx::query(
            "INSERT INTO people (id, name, created, guided) VALUES ($1, '', $2, $2) \
             ON CONFLICT (id) DO UPDATE SET guided = excluded.guided",
        )
        .bind(person)
        .bind(now())
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// Says something at a table.
    pub async fn say(&self, match_id: &str, person: &str, words: &Words) -> Result<(), Failure> {
        let (kind, text) = words.columns();
        loop {
            let done = sqlx::query(
                "INSERT INTO talk (match_id, n, person, kind, text, at) \
                 SELECT $1, COALESCE(MAX(n), 0) + 1, $2, $3, $4, $5 FROM talk WHERE match_id = $1 \
                 ON CONFLICT (match_id, n) DO NOTHING",
            )
            .bind(match_id)
            .bind(person)
            .bind(kind)
            .bind(&text)
            .bind(now())
            .execute(&self.pool)
            .await?;
            // Two who speak at once would get one number; the second takes the next.
            if done.rows_affected() == 1 {
                return self.announce(match_id).await;
            }
        }
    }

    /// The last things said at a table after number `after`, in order.
    pub async fn talk(&self, match_id: &str, after: u64) -> Result<Vec<Said>, Failure> {
        let rows = sqlx::query(
            "SELECT n, person, kind, text FROM talk WHERE match_id = $1 AND n > $2 ORDER BY n DESC LIMIT 100",
        )
        .bind(match_id)
        .bind(after as i64)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().rev().map(read_said).collect()
    }

    /// Those whose words a person does not want to read.
    pub async fn muted_by(&self, person: &str) -> Result<Vec<String>, Failure> {
        let rows = sqlx::query("SELECT muted FROM mutes WHERE person = $1")
            .bind(person)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| row.try_get("muted")).collect()
    }

    /// Mutes somebody for a person, or lets them be heard again.
    pub async fn set_muted(&self, person: &str, other: &str, muted: bool) -> Result<(), Failure> {
        let text = if muted {
            "INSERT INTO mutes (person, muted) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE person = $1 AND muted = $2"
        };
        sqlx::query(text).bind(person).bind(other).execute(&self.pool).await.map(drop)
    }
}

/// Places for so many values: `$1, $2`.
fn places(count: usize) -> String {
    (1..=count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

/// Wakes the other processes: `match:seq` each.
async fn wake(executor: impl AnyExecutor<'_>, changed: &[String]) -> Result<(), Failure> {
    if changed.is_empty() {
        return Ok(());
    }
    sqlx::query("SELECT pg_notify($1, line) FROM regexp_split_to_table($2, ' ') AS line")
        .bind(CHANNEL)
        .bind(changed.join(" "))
        .execute(executor)
        .await
        .map(drop)
}

/// Hears what other processes do, for as long as somebody wants to know.
async fn hear(url: String, heard: mpsc::Sender<Change>) {
    while !heard.is_closed() {
        if let Err(error) = hear_once(&url, &heard).await {
            tracing::warn!(%error, "the other processes are not heard; trying again");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

async fn hear_once(url: &str, heard: &mpsc::Sender<Change>) -> Result<(), Failure> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    loop {
        // What was said before the channel was listened to, or while the connection was lost, is not known.
        if heard.send(Change::Unknown).await.is_err() {
            return Ok(());
        }
        while let Some(notice) = listener.try_recv().await? {
            let Some((id, seq)) = notice.payload().split_once(':') else { continue };
            let change = Change::Match(id.to_owned(), seq.parse().unwrap_or(0));
            if heard.send(change).await.is_err() {
                return Ok(());
            }
        }
    }
}

fn header_text(header: &Header) -> String {
    serde_json::to_string(header).expect("a header is plain data")
}

fn damaged(what: &str, error: impl std::fmt::Display) -> Failure {
    sqlx::Error::Decode(format!("{what} in the database is damaged: {error}").into())
}

fn read_record(row: &AnyRow) -> Result<Record, Failure> {
    let hash: String = row.try_get("hash")?;
    Ok(Record {
        seq: row.try_get::<i64, _>("seq")? as u64,
        kind: row.try_get("kind")?,
        seat: row.try_get::<Option<i64>, _>("seat")?.map(|seat| Seat(seat as u8)),
        text: row.try_get("text")?,
        hash: hash.parse::<Hash>().map_err(|error| damaged("a hash", error))?,
    })
}

fn read_said(row: &AnyRow) -> Result<Said, Failure> {
    let kind: String = row.try_get("kind")?;
    let words = Words::read(&kind, row.try_get("text")?);
    Ok(Said {
        n: row.try_get::<i64, _>("n")? as u64,
        person: row.try_get("person")?,
        words: words.ok_or_else(|| damaged("something said", kind))?,
    })
}

fn read_match(row: &AnyRow) -> Result<MatchRow, Failure> {
    let (options, secret): (String, String) = (row.try_get("options")?, row.try_get("secret")?);
    let header: Option<String> = row.try_get("header")?;
    let listing: String = row.try_get("listing")?;
    let header = header.map(|text| serde_json::from_str(&text)).transpose();
    Ok(MatchRow {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        options: serde_json::from_str(&options).map_err(|error| damaged("options", error))?,
        secret: secret.parse().map_err(|error: Refusal| damaged("a secret", error))?,
        listing: if listing == "public" { Listing::Public } else { Listing::Private },
        host: row.try_get("host")?,
        created: row.try_get("created")?,
        header: header.map_err(|error| damaged("a header", error))?,
        ended: row.try_get("ended")?,
        aborted: row.try_get("aborted")?,
        rematch: row.try_get("rematch")?,
    })
}

/// What players hear when the database fails: nothing about it.
pub fn trouble(failure: &Failure) -> Refusal {
    tracing::error!(%failure, "the store failed");
    Refusal::new(Code::Request, "the table could not store that; please try again")
}
