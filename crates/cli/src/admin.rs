//! `atlas admin`: looking after the database of a server.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use atlas_server::store::{Access, Store, check_restore};
use atlas_server::{Metrics, address_hash};

use crate::args::{Admin, AdminCommand, Subject};
use crate::serve::Place;
use crate::{Done, print};

pub(crate) fn admin(args: &Admin) -> Done {
    let place = Place::find(args.data.as_deref(), args.database.as_deref())?;
    if let AdminCommand::Restore { file } = &args.command {
        return restore(&place, file);
    }
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let store = open(&place, Access::Admin).await?;
        run(args, &place, &store).await
    })
}

async fn open(place: &Place, access: Access) -> Result<Store, String> {
    let store = Store::open(&place.database, access, Metrics::default()).await;
    store.map_err(|failure| format!("the database: {failure}"))
}

async fn run(args: &Admin, place: &Place, store: &Store) -> Done {
    let failed = |failure: atlas_server::store::Failure| failure.to_string();
    match &args.command {
        AdminCommand::Stats => {
            let stats = store.stats().await.map_err(failed)?;
            let mut text = format!(
                "{} matches: {} in progress, {} with open seats\n{} entries\n{} people\n{} bans\n",
                stats.matches,
                stats.in_progress,
                stats.open,
                stats.entries,
                stats.people,
                stats.bans.len()
            );
            for (subject, reason) in stats.bans {
                let _ = writeln!(text, "  {subject}  {reason}");
            }
            print(&text)
        }
        AdminCommand::Close { table } => {
            let closed = store.close_table(table).await.map_err(failed)?;
            done(closed, "The table is closed.", "there is no such table, or its match is over")
        }
        AdminCommand::Delete { table } => {
            let deleted = store.delete_match(table).await.map_err(failed)?;
            done(deleted, "The match is deleted.", "there is no such table")
        }
        AdminCommand::Ban { subject, reason } => {
            let subject = find(subject, args, place, store).await?;
            store.ban(&subject, reason).await.map_err(failed)?;
            print(&format!("{subject} is banned.\n"))
        }
        AdminCommand::Unban { subject } => {
            let subject = find(subject, args, place, store).await?;
            let lifted = store.unban(&subject).await.map_err(failed)?;
            done(lifted, "The ban is lifted.", "there is no such ban")
        }
        AdminCommand::Prune { days } => {
            let age = Duration::from_hours(24 * u64::from(*days));
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let before = now.saturating_sub(age).as_millis() as i64;
            let pruned = store.prune(before).await.map_err(failed)?;
            print(&format!("{pruned} matches are deleted.\n"))
        }
        AdminCommand::Backup { file } => {
            if file.exists() {
                return Err(format!("{} exists already", file.display()));
            }
            store.back_up(file).await.map_err(failed)?;
            print(&format!("The backup is in {}.\n", file.display()))
        }
        AdminCommand::Restore { .. } => unreachable!("it does not need the old database"),
    }
}

fn done(done: bool, yes: &str, no: &str) -> Done {
    if done { print(&format!("{yes}\n")) } else { Err(no.to_owned()) }
}

/// The subject of a ban.
async fn find(subject: &Subject, args: &Admin, place: &Place, store: &Store) -> Result<String, String> {
    if let Some(address) = subject.address {
        return Ok(address_hash(&place.existing_key(args.cookie_key.as_deref())?, address));
    }
    if let Some(listed) = &subject.listed {
        return Ok(listed.clone());
    }
    let table = subject.host_of.as_ref().or(subject.origin_of.as_ref()).expect("clap requires one of them");
    let loaded = store.load(table, 0, 0).await.map_err(|failure| failure.to_string())?;
    let row = loaded.ok_or("there is no such table")?.row;
    if subject.host_of.is_some() {
        return Ok(row.host);
    }
    if row.origin.is_empty() {
        Err("the table was opened by an older version".to_owned())
    } else {
        Ok(row.origin)
    }
}

/// Replaces an SQLite database by a backup. The old one is kept beside it.
fn restore(place: &Place, backup: &Path) -> Done {
    let Some(file) = &place.file else {
        return Err("restore a PostgreSQL database with psql or pg_restore; for an SQLite file elsewhere, name its folder \
                    with --data"
            .to_owned());
    };
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    if !backup.exists() {
        return Err(format!("{} does not exist", backup.display()));
    }
    let _lock = check_restore(file, backup).map_err(|failure| failure.to_string())?;
    let old = file.with_extension("db.old");
    if file.exists() {
        fs::rename(file, &old).map_err(failed)?;
    }
    for journal in ["db-wal", "db-shm"] {
        // They may not exist.
        let _ = fs::remove_file(file.with_extension(journal));
    }
    fs::copy(backup, file).map_err(failed)?;
    print(&format!("{} is restored. The database before is in {}.\n", file.display(), old.display()))
}
