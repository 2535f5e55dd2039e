//! Entries and new matches, many to a commit: what waits while one commit is under way goes into the next.

use std::collections::HashSet;
use std::sync::LazyLock;

use atlas_core::log::Record;
use sqlx::{AnyConnection, AnyPool, Row};
use tokio::sync::{mpsc, oneshot};

use super::{Appended, Failure, Kind, MatchRow, SeatRow, header_text, wake};
use crate::ids::now;

/// How many entries go into one commit at the most.
const GROUP: usize = 256;

/// How many rows one statement may have, largest first. Few sizes, so that the database knows each statement
/// already.
const SIZES: [usize; 4] = [64, 16, 4, 1];

static STATEMENTS: LazyLock<[String; SIZES.len()]> = LazyLock::new(|| SIZES.map(statement));

fn statement(rows: usize) -> String {
    let row = |row: usize| {
        let fields: Vec<String> = (1..=7).map(|field| format!("${}", 7 * row + field)).collect();
        format!("({})", fields.join(", "))
    };
    format!(
        "INSERT INTO entries (match_id, seq, seat, kind, text, at, hash) VALUES {} \
         ON CONFLICT (match_id, seq) DO NOTHING RETURNING match_id, seq",
        (0..rows).map(row).collect::<Vec<_>>().join(", ")
    )
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
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        let (mut appends, mut opens, mut ends) = (Vec::with_capacity(group.len()), Vec::new(), Vec::new());
        for work in group.drain(..) {
            match work {
                Work::Append(append) => appends.push(append),
                Work::Open(open) => opens.push(*open),
                Work::End(match_id) => ends.push(match_id),
            }
        }
        // Whoever asked may be gone; what they asked for is stored all the same, so nobody minds a lost answer.
        match write_group(&pool, kind, &appends, &opens, &ends).await {
            Ok(Written { mut entries, opened }) => {
                for append in appends {
                    // Taken out as it is found, so that of two with one number only one hears yes.
                    let ours = entries.remove(&(append.match_id, append.record.seq));
                    let _ = append.done.send(Ok(if ours { Appended::Stored } else { Appended::Taken }));
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
    entries: HashSet<(String, u64)>,
    /// For each new match, whether it was opened.
    opened: Vec<bool>,
}

async fn write_group(
    pool: &AnyPool,
    kind: Kind,
    appends: &[Append],
    opens: &[Open],
    ends: &[String],
) -> Result<Written, Failure> {
    let mut transaction = pool.begin().await?;
    let mut opened = Vec::with_capacity(opens.len());
    for new in opens {
        opened.push(open(&mut transaction, new).await?);
    }
    let mut entries = HashSet::with_capacity(appends.len());
    let mut rest = appends;
    while !rest.is_empty() {
        let which = SIZES.iter().position(|size| *size <= rest.len()).expect("one fits any rest");
        let (rows, after) = rest.split_at(SIZES[which]);
        insert(&mut transaction, &STATEMENTS[which], rows, &mut entries).await?;
        rest = after;
    }
    for match_id in ends {
        end(&mut transaction, match_id).await?;
    }
    if kind == Kind::Postgres {
        let moved = entries.iter().map(|(id, seq)| format!("{id}:{seq}"));
        let followed = opens.iter().filter_map(|open| Some(format!("{}:0", open.after.as_ref()?)));
        wake(&mut *transaction, &moved.chain(followed).collect::<Vec<_>>()).await?;
    }
    transaction.commit().await?;
    Ok(Written { entries, opened })
}

async fn insert(
    connection: &mut AnyConnection,
    statement: &'static str,
    rows: &[Append],
    stored: &mut HashSet<(String, u64)>,
) -> Result<(), Failure> {
    let at = now();
    let mut query = sqlx::query(statement);
    for Append { match_id, record, .. } in rows {
        query = query
            .bind(match_id)
            .bind(record.seq as i64)
            .bind(record.seat.map(|seat| i64::from(seat.0)))
            .bind(&record.kind)
            .bind(&record.text)
            .bind(at)
            .bind(record.hash.to_string());
    }
    for row in query.fetch_all(connection).await? {
        stored.insert((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64));
    }
    Ok(())
}

async fn end(connection: &mut AnyConnection, match_id: &str) -> Result<(), Failure> {
    sqlx::query("UPDATE matches SET ended = $1 WHERE id = $2 AND ended IS NULL")
        .bind(now())
        .bind(match_id)
        .execute(connection)
        .await
        .map(drop)
}

async fn open(
    connection: &mut AnyConnection,
    Open { row, seats, after, .. }: &Open,
) -> Result<bool, Failure> {
    if let Some(after) = after {
        let first = sqlx::query("UPDATE matches SET rematch = $1 WHERE id = $2 AND rematch IS NULL")
            .bind(&row.id)
            .bind(after)
            .execute(&mut *connection)
            .await?;
        if first.rows_affected() == 0 {
            return Ok(false);
        }
    }
    sqlx::query(
        "INSERT INTO matches (id, game, options, secret, listing, host, created, header) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&row.id)
    .bind(&row.game)
    .bind(row.options.to_string())
    .bind(row.secret.to_string())
    .bind(row.listing.name())
    .bind(&row.host)
    .bind(row.created)
    .bind(row.header.as_ref().map(header_text))
    .execute(&mut *connection)
    .await?;
    for (seat, number) in seats.iter().zip(0_i64..) {
        let (kind, holder) = seat.holder.columns();
        sqlx::query(
            "INSERT INTO seats (match_id, seat, kind, holder, word, token) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&row.id)
        .bind(number)
        .bind(kind)
        .bind(holder)
        .bind(&seat.word)
        .bind(&seat.token)
        .execute(&mut *connection)
        .await?;
    }
    Ok(true)
}
