//! What must not be lost, in SQLite or PostgreSQL.
//!
//! A match is decided by two tables, `matches` and `entries`. To act is to append the next entry; the key of
//! `entries` makes sure that only one entry has a number. An append is answered when it is on the disk.
//! Many of them share one commit: what waits while one commit is under way goes into the next.

use atlas_core::fair::Hash;
use atlas_core::log::{Header, Record};
use atlas_core::{Code, Refusal, Seat, Secret};
use serde_json::Value;
use sqlx::any::{AnyPoolOptions, AnyRow, install_default_drivers};
use sqlx::migrate::Migrator;
use sqlx::{AnyPool, Executor, Row};
use tokio::sync::{mpsc, oneshot};

use crate::ids::now;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// How many entries go into one commit at the most.
const GROUP: usize = 256;

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

struct Append {
    match_id: String,
    record: Record,
    done: oneshot::Sender<Result<Appended, String>>,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    appends: mpsc::Sender<Append>,
}

impl Store {
    /// Opens a database, `sqlite:PATH` or `postgres://…`, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Store, Failure> {
        install_default_drivers();
        let sqlite = url.starts_with("sqlite:");
        let pool = AnyPoolOptions::new()
            .max_connections(if sqlite { 4 } else { 16 })
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if sqlite {
                        // Committed means on the disk, and readers never wait for the writer.
                        connection.execute("PRAGMA journal_mode = WAL").await?;
                        connection.execute("PRAGMA synchronous = FULL").await?;
                        connection.execute("PRAGMA busy_timeout = 10000").await?;
                        connection.execute("PRAGMA foreign_keys = ON").await?;
                    }
                    Ok(())
                })
            })
            .connect(url)
            .await?;
        MIGRATIONS.run(&pool).await.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
        let (appends, waiting) = mpsc::channel(4 * GROUP);
        tokio::spawn(write_groups(pool.clone(), waiting));
        Ok(Store { pool, appends })
    }

    /// Whether the database answers.
    pub async fn is_ready(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// Stores the next entry of a match, durably, unless its number is taken.
    pub async fn append(&self, match_id: &str, record: &Record) -> Result<Appended, Failure> {
        let (done, answer) = oneshot::channel();
        let append = Append { match_id: match_id.to_owned(), record: record.clone(), done };
        self.appends.send(append).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        match answer.await {
            Ok(Ok(appended)) => Ok(appended),
            Ok(Err(message)) => Err(sqlx::Error::Protocol(message)),
            Err(_) => Err(sqlx::Error::WorkerCrashed),
        }
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

    /// Opens a match with its seats.
    pub async fn create(&self, row: &MatchRow, seats: &[SeatRow]) -> Result<(), Failure> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query(
            "INSERT INTO matches (id, game, options, secret, listing, host, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&row.id)
        .bind(&row.game)
        .bind(row.options.to_string())
        .bind(row.secret.to_string())
        .bind(row.listing.name())
        .bind(&row.host)
        .bind(row.created)
        .execute(&mut *transaction)
        .await?;
        for (seat, number) in seats.iter().zip(0_i64..) {
            let (kind, holder) = seat.holder.columns();
            sqlx::query("INSERT INTO seats (match_id, seat, kind, holder, word) VALUES ($1, $2, $3, $4, $5)")
                .bind(&row.id)
                .bind(number)
                .bind(kind)
                .bind(holder)
                .bind(&seat.word)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await
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
        let rows = sqlx::query("SELECT kind, holder, word FROM seats WHERE match_id = $1 ORDER BY seat")
            .bind(match_id)
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                let kind: String = row.try_get("kind")?;
                let holder = Holder::read(&kind, row.try_get("holder")?);
                Ok(SeatRow { holder, word: row.try_get("word")? })
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
            "UPDATE seats SET kind = $1, holder = $2, word = $3 \
             WHERE match_id = $4 AND seat = $5 AND kind = $6 AND holder = $7",
        )
        .bind(kind)
        .bind(holder)
        .bind(&to.word)
        .bind(match_id)
        .bind(i64::from(seat.0))
        .bind(from_kind)
        .bind(from_holder)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Fixes what a match begins with, unless that is done already.
    pub async fn begin(&self, match_id: &str, header: &Header) -> Result<(), Failure> {
        let text = serde_json::to_string(header).expect("a header is plain data");
        sqlx::query("UPDATE matches SET header = $1 WHERE id = $2 AND header IS NULL")
            .bind(text)
            .bind(match_id)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Notes that a match has ended.
    pub async fn end(&self, match_id: &str) -> Result<(), Failure> {
        sqlx::query("UPDATE matches SET ended = $1 WHERE id = $2 AND ended IS NULL")
            .bind(now())
            .bind(match_id)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Notes which match follows, unless one does already; says which it is.
    pub async fn set_rematch(&self, match_id: &str, next: &str) -> Result<String, Failure> {
        sqlx::query("UPDATE matches SET rematch = $1 WHERE id = $2 AND rematch IS NULL")
            .bind(next)
            .bind(match_id)
            .execute(&self.pool)
            .await?;
        let row = self.find(match_id).await?;
        Ok(row.and_then(|row| row.rematch).unwrap_or_else(|| next.to_owned()))
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

    /// The matches that have begun and not ended.
    pub async fn running(&self) -> Result<Vec<String>, Failure> {
        let rows = sqlx::query("SELECT id FROM matches WHERE header IS NOT NULL AND ended IS NULL")
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| row.try_get("id")).collect()
    }

    /// The name of a person.
    pub async fn name_of(&self, person: &str) -> Result<Option<String>, Failure> {
        let row = sqlx::query("SELECT name FROM people WHERE id = $1")
            .bind(person)
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| row.try_get("name")).transpose()
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
}

/// Stores what waits, group by group, until nobody can append any more.
async fn write_groups(pool: AnyPool, mut waiting: mpsc::Receiver<Append>) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        match write_group(&pool, &group).await {
            Ok(results) => {
                for (append, result) in group.drain(..).zip(results) {
                    // Whoever asked may be gone; the entry is stored all the same.
                    let _ = append.done.send(Ok(result));
                }
            }
            Err(error) => {
                tracing::error!(%error, entries = group.len(), "entries could not be stored");
                for append in group.drain(..) {
                    let _ = append.done.send(Err(error.to_string()));
                }
            }
        }
    }
}

async fn write_group(pool: &AnyPool, group: &[Append]) -> Result<Vec<Appended>, Failure> {
    let mut transaction = pool.begin().await?;
    let mut results = Vec::with_capacity(group.len());
    for Append { match_id, record, .. } in group {
        let done = sqlx::query(
            "INSERT INTO entries (match_id, seq, seat, kind, text, at, hash) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (match_id, seq) DO NOTHING",
        )
        .bind(match_id)
        .bind(record.seq as i64)
        .bind(record.seat.map(|seat| i64::from(seat.0)))
        .bind(&record.kind)
        .bind(&record.text)
        .bind(now())
        .bind(record.hash.to_string())
        .execute(&mut *transaction)
        .await?;
        results.push(if done.rows_affected() == 1 { Appended::Stored } else { Appended::Taken });
    }
    transaction.commit().await?;
    Ok(results)
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
        rematch: row.try_get("rematch")?,
    })
}

/// What players hear when the database fails: nothing about it.
pub fn trouble(failure: &Failure) -> Refusal {
    tracing::error!(%failure, "the store failed");
    Refusal::new(Code::Request, "the table could not store that; please try again")
}
