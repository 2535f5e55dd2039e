//! Appends, many to a commit: what waits while one commit is under way goes into the next.

use std::collections::HashSet;
use std::sync::LazyLock;

use atlas_core::log::Record;
use sqlx::{AnyConnection, AnyPool, Row};
use tokio::sync::{mpsc, oneshot};

use super::{Appended, Failure, Kind, wake};
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

struct Append {
    match_id: String,
    record: Record,
    done: oneshot::Sender<Result<Appended, String>>,
}

/// Where appends are handed in.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    appends: mpsc::Sender<Append>,
}

impl Writer {
    /// Starts the one task that writes entries.
    pub(super) fn start(pool: AnyPool, kind: Kind) -> Writer {
        let (appends, waiting) = mpsc::channel(4 * GROUP);
        tokio::spawn(write_groups(pool, kind, waiting));
        Writer { appends }
    }

    /// Comes back when the entry is on the disk, or its number is taken.
    pub(super) async fn append(&self, match_id: &str, record: &Record) -> Result<Appended, Failure> {
        let (done, answer) = oneshot::channel();
        let append = Append { match_id: match_id.to_owned(), record: record.clone(), done };
        self.appends.send(append).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        match answer.await {
            Ok(Ok(appended)) => Ok(appended),
            Ok(Err(message)) => Err(sqlx::Error::Protocol(message)),
            Err(_) => Err(sqlx::Error::WorkerCrashed),
        }
    }
}

async fn write_groups(pool: AnyPool, kind: Kind, mut waiting: mpsc::Receiver<Append>) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        match write_group(&pool, kind, &group).await {
            Ok(mut stored) => {
                for append in group.drain(..) {
                    // Taken out as it is found, so that of two with one number only one hears yes.
                    let ours = stored.remove(&(append.match_id, append.record.seq));
                    // Whoever asked may be gone; the entry is stored all the same.
                    let _ = append.done.send(Ok(if ours { Appended::Stored } else { Appended::Taken }));
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

async fn write_group(
    pool: &AnyPool,
    kind: Kind,
    group: &[Append],
) -> Result<HashSet<(String, u64)>, Failure> {
    let mut transaction = pool.begin().await?;
    let mut stored = HashSet::with_capacity(group.len());
    let mut rest = group;
    while !rest.is_empty() {
        let which = SIZES.iter().position(|size| *size <= rest.len()).expect("one fits any rest");
        let (rows, after) = rest.split_at(SIZES[which]);
        insert(&mut transaction, &STATEMENTS[which], rows, &mut stored).await?;
        rest = after;
    }
    if kind == Kind::Postgres {
        let changed: Vec<String> = stored.iter().map(|(id, seq)| format!("{id}:{seq}")).collect();
        wake(&mut *transaction, &changed).await?;
    }
    transaction.commit().await?;
    Ok(stored)
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
