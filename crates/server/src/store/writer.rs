//! Entries and new matches, many to a commit: what waits while one commit is under way goes into the next.

use std::collections::HashSet;

use atlas_core::log::Record;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{AnyConnection, AnyPool, Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use super::{Appended, CHANNEL, Failure, Kind, MatchRow, SeatRow, header_text, wake};
use crate::ids::now;

/// How many entries go into one commit at the most.
const GROUP: usize = 256;
/// How often everybody else has a go before a commit begins. A commit costs nearly the same however much is in it, so
/// what other tables are about to hand in should come along; where nobody is about to, this takes a few microseconds.
const GOES: usize = 4;

/// The statements of one kind of database. Each takes all of its rows at once, as one text of JSON: however many
/// there are, the database knows the statement already and is asked once.
#[derive(Clone, Copy)]
struct Statements {
    entries: &'static str,
    matches: &'static str,
    seats: &'static str,
    ends: &'static str,
}

impl Statements {
    fn of(kind: Kind) -> Statements {
        let rows = match kind {
            Kind::Sqlite => "json_each($1) WHERE true",
            Kind::Postgres => "json_array_elements(CAST($1 AS json)) AS rows (value)",
        };
        let entries = format!(
            "INSERT INTO entries (match_id, seq, seat, kind, text, at, hash) \
             SELECT value->>0, CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3, value->>4, \
             CAST(value->>5 AS BIGINT), value->>6 FROM {rows} ON CONFLICT (match_id, seq) DO NOTHING"
        );
        // They live as long as the process does.
        Statements {
            entries: match kind {
                Kind::Sqlite => entries.leak(),
                // Other processes are woken when it is committed, and not before.
                Kind::Postgres => format!(
                    "WITH stored AS ({entries} RETURNING match_id || ':' || seq AS line) \
                     SELECT COALESCE(string_agg(line, ' '), ''), \
                     string_agg(CAST(pg_notify('{CHANNEL}', line) AS text), '') FROM stored"
                )
                .leak(),
            },
            matches: format!(
                "INSERT INTO matches (id, game, options, secret, listing, host, created, header) \
                 SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, \
                 CAST(value->>6 AS BIGINT), value->>7 FROM {rows}"
            )
            .leak(),
            seats: format!(
                "INSERT INTO seats (match_id, seat, kind, holder, word, token) \
                 SELECT value->>0, CAST(value->>1 AS BIGINT), value->>2, value->>3, value->>4, value->>5 \
                 FROM {rows}"
            )
            .leak(),
            ends: format!(
                "UPDATE matches SET ended = $2 WHERE ended IS NULL AND id IN (SELECT value->>0 FROM {rows})"
            )
            .leak(),
        }
    }
}

/// Something to be stored.
enum Work {
    Append(Append),
    Open(Box<Open>),
    /// The match of this name has ended.
    End(String),
}

struct Append {
    match_id: String,
    record: Record,
    done: Done<Appended>,
}

struct Open {
    row: MatchRow,
    seats: Vec<SeatRow>,
    /// The match that this one follows, if it is a rematch.
    after: Option<String>,
    done: Done<bool>,
}

type Done<T> = oneshot::Sender<Result<T, String>>;

/// Where what is to be stored is handed in.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    work: mpsc::Sender<Work>,
}

impl Writer {
    /// Starts the one task that writes entries and new matches.
    pub(super) fn start(pool: AnyPool, kind: Kind) -> Writer {
        let (work, waiting) = mpsc::channel(4 * GROUP);
        tokio::spawn(write_groups(pool, kind, waiting));
        Writer { work }
    }

    /// Comes back when the entry is on the disk, or its number is taken.
    pub(super) async fn append(&self, match_id: &str, record: &Record) -> Result<Appended, Failure> {
        let (match_id, record) = (match_id.to_owned(), record.clone());
        self.hand_in(|done| Work::Append(Append { match_id, record, done })).await
    }

    /// Notes that a match has ended, some time soon.
    pub(super) async fn end(&self, match_id: &str) {
        // If nobody writes any more, nobody can note it; the entries say it anyway.
        let _ = self.work.send(Work::End(match_id.to_owned())).await;
    }

    /// Comes back when the match is on the disk, or another one follows the same match already.
    pub(super) async fn open(
        &self,
        row: &MatchRow,
        seats: &[SeatRow],
        after: Option<&str>,
    ) -> Result<bool, Failure> {
        let (row, seats, after) = (row.clone(), seats.to_vec(), after.map(str::to_owned));
        self.hand_in(|done| Work::Open(Box::new(Open { row, seats, after, done }))).await
    }

    async fn hand_in<T>(&self, work: impl FnOnce(Done<T>) -> Work) -> Result<T, Failure> {
        let (done, answer) = oneshot::channel();
        self.work.send(work(done)).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        match answer.await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(message)) => Err(sqlx::Error::Protocol(message)),
            Err(_) => Err(sqlx::Error::WorkerCrashed),
        }
    }
}

async fn write_groups(pool: AnyPool, kind: Kind, mut waiting: mpsc::Receiver<Work>) {
    let statements = Statements::of(kind);
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        for _ in 0..GOES {
            yield_now().await;
        }
        while group.len() < GROUP
            && let Ok(more) = waiting.try_recv()
        {
            group.push(more);
        }
        let (mut appends, mut opens, mut ends) = (Vec::with_capacity(group.len()), Vec::new(), Vec::new());
        for work in group.drain(..) {
            match work {
                Work::Append(append) => appends.push(append),
                Work::Open(open) => opens.push(*open),
                Work::End(match_id) => ends.push([match_id]),
            }
        }
        // Whoever asked may be gone; what they asked for is stored all the same, so nobody minds a lost answer.
        match write_group(&pool, kind, statements, &appends, &opens, &ends).await {
            Ok(Written { stored, opened }) => {
                for (append, stored) in appends.into_iter().zip(stored) {
                    let _ = append.done.send(Ok(if stored { Appended::Stored } else { Appended::Taken }));
                }
                for (open, opened) in opens.into_iter().zip(opened) {
                    let _ = open.done.send(Ok(opened));
                }
            }
            Err(error) => {
                tracing::error!(%error, entries = appends.len(), "entries could not be stored");
                for append in appends {
                    let _ = append.done.send(Err(error.to_string()));
                }
                for open in opens {
                    let _ = open.done.send(Err(error.to_string()));
                }
            }
        }
    }
}

/// What one commit has stored.
struct Written {
    /// For each entry, whether its number was free.
    stored: Vec<bool>,
    /// For each new match, whether it was opened.
    opened: Vec<bool>,
}

async fn write_group(
    pool: &AnyPool,
    kind: Kind,
    statements: Statements,
    appends: &[Append],
    opens: &[Open],
    ends: &[[String; 1]],
) -> Result<Written, Failure> {
    let mut connection = pool.acquire().await?;
    // One statement is a transaction of its own.
    if opens.is_empty() && ends.is_empty() {
        let stored = insert(&mut connection, kind, statements, appends).await?;
        return Ok(Written { stored, opened: Vec::new() });
    }
    let mut transaction = connection.begin().await?;
    let opened = open(&mut transaction, kind, statements, opens).await?;
    let stored = insert(&mut transaction, kind, statements, appends).await?;
    if !ends.is_empty() {
        let query = sqlx::query(statements.ends).bind(json(ends)).bind(now());
        query.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(Written { stored, opened })
}

fn json(rows: impl Serialize) -> String {
    serde_json::to_string(&rows).expect("rows are plain data")
}

fn entry_row(Append { match_id, record, .. }: &Append, at: i64) -> impl Serialize {
    (match_id, record.seq, record.seat, &record.kind, &record.text, at, record.hash)
}

/// Stores entries; gives for each whether its number was free.
async fn insert(
    connection: &mut AnyConnection,
    kind: Kind,
    statements: Statements,
    appends: &[Append],
) -> Result<Vec<bool>, Failure> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let at = now();
    let rows: Vec<_> = appends.iter().map(|append| entry_row(append, at)).collect();
    let query = sqlx::query(statements.entries).bind(json(rows));
    match kind {
        // Nobody else writes here, so a number is taken only if somebody lets two processes at one file.
        Kind::Sqlite => {
            let done = query.execute(&mut *connection).await?;
            if done.rows_affected() as usize == appends.len() {
                return Ok(vec![true; appends.len()]);
            }
            let mut stored = Vec::with_capacity(appends.len());
            for append in appends {
                stored.push(is_stored(connection, append).await?);
            }
            Ok(stored)
        }
        Kind::Postgres => {
            let lines: String = query.fetch_one(connection).await?.try_get(0)?;
            let mut lines: HashSet<&str> = lines.split(' ').collect();
            // Taken out as it is found, so that of two with one number only one hears yes.
            let line = |append: &Append| format!("{}:{}", append.match_id, append.record.seq);
            Ok(appends.iter().map(|append| lines.remove(line(append).as_str())).collect())
        }
    }
}

/// Whether this very entry is there; its hash covers all before it.
async fn is_stored(connection: &mut AnyConnection, append: &Append) -> Result<bool, Failure> {
    let there = sqlx::query("SELECT 1 FROM entries WHERE match_id = $1 AND seq = $2 AND hash = $3")
        .bind(&append.match_id)
        .bind(append.record.seq as i64)
        .bind(append.record.hash.to_string())
        .fetch_optional(connection)
        .await?;
    Ok(there.is_some())
}

/// Opens matches; gives for each whether it was, and not another one that follows the same match.
async fn open(
    connection: &mut AnyConnection,
    kind: Kind,
    statements: Statements,
    opens: &[Open],
) -> Result<Vec<bool>, Failure> {
    let mut opened = Vec::with_capacity(opens.len());
    for Open { row, after, .. } in opens {
        opened.push(match after {
            None => true,
            Some(after) => {
                let first = sqlx::query("UPDATE matches SET rematch = $1 WHERE id = $2 AND rematch IS NULL");
                first.bind(&row.id).bind(after).execute(&mut *connection).await?.rows_affected() == 1
            }
        });
    }
    let new = || opens.iter().zip(&opened).filter(|(_, opened)| **opened).map(|(open, _)| open);
    if new().next().is_none() {
        return Ok(opened);
    }
    let matches = new().map(|Open { row, .. }| {
        let header = row.header.as_ref().map(header_text);
        let options = row.options.to_string();
        json!([row.id, row.game, options, row.secret, row.listing.name(), row.host, row.created, header])
    });
    let matches: Vec<Value> = matches.collect();
    sqlx::query(statements.matches).bind(json(matches)).execute(&mut *connection).await?;
    let seats = new().flat_map(|Open { row, seats, .. }| {
        seats.iter().enumerate().map(|(number, seat)| {
            let (kind, holder) = seat.holder.columns();
            json!([row.id, number, kind, holder, seat.word, seat.token])
        })
    });
    let seats: Vec<Value> = seats.collect();
    sqlx::query(statements.seats).bind(json(seats)).execute(&mut *connection).await?;
    if kind == Kind::Postgres {
        let followed: Vec<String> =
            new().filter_map(|open| Some(format!("{}:0", open.after.as_ref()?))).collect();
        wake(connection, &followed).await?;
    }
    Ok(opened)
}
