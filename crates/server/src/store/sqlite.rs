//! SQLite: one file, one server process, one thread that writes.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{
    Connection, ErrorCode, OpenFlags, ToSql, Transaction, TransactionBehavior, params, params_from_iter,
};
use tokio::sync::{Semaphore, mpsc};

use super::schema;
use super::value::{Row, Statement, Value};
use super::writer::{Append, Appended, Batch, GROUP, Outcome, Work, answer};
use super::{Access, Failure, Query};
use crate::ids::now;
use crate::metrics::Metrics;

/// The number of queries that may run at the same time.
const READERS: usize = 4;

/// How often the other threads may run before a commit begins without anything new. Where nobody is about to write, this
/// takes a few microseconds.
const YIELDS_BEFORE_COMMIT: usize = 4;

/// The database of one process.
#[derive(Debug)]
pub(super) struct Sqlite {
    path: PathBuf,
    /// Connections that no query uses at the moment.
    readers: Arc<Mutex<Vec<Connection>>>,
    permits: Semaphore,
    /// Locked as long as a server process uses the database.
    _lock: Option<File>,
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::new(error.to_string())
    }
}

impl Sqlite {
    /// Opens the file, creates it if it does not exist, and brings its tables up to date.
    pub(super) fn open(
        path: &Path,
        access: Access,
        metrics: Metrics,
    ) -> Result<(Sqlite, mpsc::Sender<Work>), Failure> {
        let lock = match access {
            Access::Server => Some(lock(path)?),
            Access::Admin => None,
        };
        let mut writer = connect(path).map_err(|error| explain(path, &error))?;
        migrate(&mut writer).map_err(|error| explain(path, &error))??;
        let (work, waiting) = mpsc::channel(4 * GROUP);
        thread::Builder::new()
            .name("sqlite".to_owned())
            .spawn(move || write_groups(writer, waiting, &metrics))
            .map_err(|error| Failure::new(error.to_string()))?;
        let sqlite = Sqlite {
            path: path.to_owned(),
            readers: Arc::default(),
            permits: Semaphore::new(READERS),
            _lock: lock,
        };
        Ok((sqlite, work))
    }

    /// The rows of several queries, one after the other.
    pub(super) async fn query(&self, queries: Vec<Query>) -> Result<Vec<Vec<Row>>, Failure> {
        let _permit = self.permits.acquire().await.expect("it is never closed");
        let (readers, path) = (Arc::clone(&self.readers), self.path.clone());
        blocking(move || {
            let idle = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let connection = idle.map_or_else(|| connect(&path), Ok)?;
            let rows = queries.iter().map(|query| rows(&connection, query)).collect::<Result<_, _>>()?;
            readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            Ok(rows)
        })
        .await
    }

    /// Writes a consistent copy of the database to a new file.
    pub(super) async fn back_up(&self, to: PathBuf) -> Result<(), Failure> {
        let path = self.path.clone();
        blocking(move || {
            connect(&path)?.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
            Ok(())
        })
        .await
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Failure::new(error.to_string()))?
}

/// Locks the database for this process. The system unlocks it when the process ends, however it ends.
fn lock(path: &Path) -> Result<File, Failure> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let failed = |error: std::io::Error| Failure::new(format!("{}: {error}", Path::new(&name).display()));
    let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::new(format!(
            "another server uses {}; several servers can share a PostgreSQL database",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Checks that a backup is whole and that no server uses the database that it is to replace, which stays locked as long as
/// the returned file is open.
pub fn check_restore(database: &Path, backup: &Path) -> Result<File, Failure> {
    let lock = lock(database)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let checked = Connection::open_with_flags(backup, flags).and_then(|connection| {
        connection.query_row("SELECT COUNT(*) FROM matches", [], |_| Ok(()))?;
        connection.query_row("PRAGMA quick_check", [], |row| row.get::<_, String>(0))
    });
    match checked.map_err(|error| explain(backup, &error))?.as_str() {
        "ok" => Ok(lock),
        wrong => Err(Failure::new(format!("{} is damaged: {wrong}", backup.display()))),
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.set_prepared_statement_cache_capacity(64);
    // Committed means on the disk, and readers never wait for the writer. The write-ahead log is copied back less often
    // than by default, and 32 MB are enough for what is used in an evening.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; \
         PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;",
    )?;
    Ok(connection)
}

/// What a person can do about a database that cannot be opened.
fn explain(path: &Path, error: &rusqlite::Error) -> Failure {
    let file = path.display();
    Failure::new(match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => format!(
            "{file} is damaged or is not a database of Atlas ({error}). Restore a backup, or move the file away to \
             begin with an empty database"
        ),
        Some(ErrorCode::CannotOpen) => {
            format!(
                "{file} cannot be opened ({error}). Does the folder exist, and may this user write there?"
            )
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => format!("{file} is read-only ({error})"),
        Some(ErrorCode::DiskFull) => format!("the disk of {file} is full ({error})"),
        _ => format!("{file}: {error}"),
    })
}

/// Brings the tables up to date, all steps in one transaction.
fn migrate(connection: &mut Connection) -> rusqlite::Result<Result<(), Failure>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = |table: &&str| -> rusqlite::Result<i64> {
        let exists = transaction.prepare("SELECT 1 FROM sqlite_master WHERE name = ?1")?.exists([table])?;
        if !exists {
            return Ok(0);
        }
        transaction.query_row(&format!("SELECT COALESCE(MAX(version), 0) FROM {table}"), [], |row| row.get(0))
    };
    let known = schema::VERSION_TABLES.iter().map(version);
    let known = known.collect::<rusqlite::Result<Vec<i64>>>()?.into_iter().max().unwrap_or(0);
    transaction.execute_batch(schema::CREATE_VERSION_TABLE)?;
    let migrations = match schema::newer_than(known) {
        Ok(migrations) => migrations,
        Err(failure) => return Ok(Err(failure)),
    };
    for (number, sql) in migrations {
        transaction.execute_batch(sql)?;
        transaction.execute("INSERT INTO schema_versions (version) VALUES (?1)", [number])?;
    }
    transaction.commit().map(Ok)
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

fn rows(connection: &Connection, query: &Query) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare_cached(query.sql)?;
    let columns = statement.column_count();
    let read = |row: &rusqlite::Row<'_>| {
        let column = |at| {
            Ok(match row.get_ref(at)? {
                ValueRef::Integer(number) => Value::Integer(number),
                ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
                _ => Value::Null,
            })
        };
        Ok(Row((0..columns).map(column).collect::<rusqlite::Result<_>>()?))
    };
    statement.query_map(params_from_iter(&query.values), read)?.collect()
}

/// Writes what waits, many changes to one commit, for as long as the database is open.
fn write_groups(mut connection: Connection, mut waiting: mpsc::Receiver<Work>, metrics: &Metrics) {
    let mut group = Vec::with_capacity(GROUP);
    while let Some(first) = waiting.blocking_recv() {
        group.push(first);
        gather(&mut group, &mut waiting);
        let written = write_group(&mut connection, &group);
        answer(&mut group, written.map_err(Failure::from), metrics);
    }
}

/// Adds what others are about to write. As long as something comes, they have another go.
fn gather(group: &mut Vec<Work>, waiting: &mut mpsc::Receiver<Work>) {
    let mut idle = 0;
    while idle < YIELDS_BEFORE_COMMIT && group.len() < GROUP {
        thread::yield_now();
        idle += 1;
        while group.len() < GROUP
            && let Ok(more) = waiting.try_recv()
        {
            group.push(more);
            idle = 0;
        }
    }
}

fn write_group(connection: &mut Connection, group: &[Work]) -> rusqlite::Result<Vec<Outcome>> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let outcomes = group
        .iter()
        .map(|work| match work {
            Work::Append(append) => insert(&transaction, append).map(Outcome::Append),
            Work::Batch(batch) => run(&mut transaction, batch),
        })
        .collect::<rusqlite::Result<_>>()?;
    transaction.commit()?;
    Ok(outcomes)
}

fn insert(transaction: &Transaction<'_>, append: &Append) -> rusqlite::Result<Appended> {
    let Append { match_id, record, to_act, result, .. } = append;
    let mut statement = transaction.prepare_cached(
        "INSERT INTO entries (match_id, seq, seat, kind, text, at, hash, people_to_act, bots_to_act) \
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM matches WHERE id = ?1 AND ended IS NULL \
         ON CONFLICT (match_id, seq) DO NOTHING",
    )?;
    let stored = statement.execute(params![
        match_id,
        record.seq as i64,
        record.seat.map(|seat| seat.0),
        record.kind,
        record.text,
        now(),
        record.hash.to_string(),
        to_act.people.bits(),
        to_act.bots.bits(),
    ])?;
    if stored == 0 {
        return Ok(Appended::Taken);
    }
    if let Some(result) = result {
        let mut statement =
            transaction.prepare_cached("UPDATE matches SET ended = ?1, result = ?2 WHERE id = ?3")?;
        statement.execute(params![now(), result, match_id])?;
    }
    Ok(Appended::Stored)
}

/// Runs the statements of a batch, all or none. A statement that fails fails only its own batch.
fn run(transaction: &mut Transaction<'_>, batch: &Batch) -> rusqlite::Result<Outcome> {
    let savepoint = transaction.savepoint()?;
    let mut done = Ok(true);
    for Statement { sql, values, expected } in &batch.statements {
        let changed = savepoint.prepare_cached(sql).and_then(|mut it| it.execute(params_from_iter(values)));
        match changed {
            Ok(rows) if expected.is_none_or(|expected| expected == rows as u64) => {}
            Ok(_) => done = Ok(false),
            // The database has given up the whole transaction, for example because the disk is full.
            Err(error) if savepoint.is_autocommit() => return Err(error),
            Err(error) => done = Err(error.to_string()),
        }
        if done != Ok(true) {
            break;
        }
    }
    // A savepoint that is dropped is undone.
    if done == Ok(true) {
        savepoint.commit()?;
    }
    Ok(Outcome::Batch(done.map_err(Failure::new)))
}
