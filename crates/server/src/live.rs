//! A table that somebody is connected to.
//!
//! The table is published as immutable [`Snapshot`]s. Those who read take the newest one and never wait. Those who write
//! do so one after the other: they derive the next snapshot, store what is new, and publish it.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use atlas_catalog::{GameEntry, GameTable};
use atlas_core::play::Secrecy;
use atlas_core::{Log, Seat, Viewer};
use tokio::sync::{Notify, watch};

use crate::snapshot::Snapshot;
use crate::story::{self, Line, Stories};

/// A table as this process knows it.
pub struct Live {
    /// The id, which is part of the table's address.
    pub id: Arc<str>,
    /// The game.
    pub game: &'static GameEntry,
    current: watch::Sender<Arc<Snapshot>>,
    /// Held while something is changed.
    pub(crate) writing: tokio::sync::Mutex<()>,
    stories: Mutex<Stories>,
    /// The number of connections of each person.
    present: Arc<Mutex<HashMap<String, usize>>>,
    /// Whether a task lets the bots act.
    pub(crate) bots_awake: AtomicBool,
    /// Tells the bots not to pause before their next move.
    pub(crate) hurry: Notify,
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Live({})", self.id)
    }
}

/// A connection of a person, which is counted as long as this value exists.
#[derive(Debug)]
pub(crate) struct Connected {
    present: Arc<Mutex<HashMap<String, usize>>>,
    person: String,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut present = lock(&self.present);
        if let Some(count) = present.get_mut(&self.person) {
            *count -= 1;
            if *count == 0 {
                present.remove(&self.person);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    pub(crate) fn new(game: &'static GameEntry, snapshot: Snapshot) -> Live {
        Live {
            id: snapshot.row.id.as_str().into(),
            game,
            current: watch::Sender::new(Arc::new(snapshot)),
            writing: tokio::sync::Mutex::default(),
            stories: Mutex::default(),
            present: Arc::default(),
            bots_awake: AtomicBool::new(false),
            hurry: Notify::new(),
        }
    }

    /// The table as it is now.
    pub fn now(&self) -> Arc<Snapshot> {
        Arc::clone(&self.current.borrow())
    }

    /// Receives every snapshot from now on, except those that are outdated by the time they are looked at.
    pub fn watch(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.current.subscribe()
    }

    /// Shows a new snapshot to everyone. Only the holder of `writing` may do this.
    pub(crate) fn publish(&self, snapshot: Snapshot) {
        let snapshot = Arc::new(snapshot);
        // Whoever sees the snapshot also finds its lines.
        lock(&self.stories).extend(&snapshot);
        self.current.send_replace(Arc::clone(&snapshot)).set_next(&snapshot);
    }

    /// Counts a connection of a person.
    pub(crate) fn enter(&self, person: &str) -> Connected {
        *lock(&self.present).entry(person.to_owned()).or_insert(0) += 1;
        Connected { present: Arc::clone(&self.present), person: person.to_owned() }
    }

    /// Whether a person is connected.
    pub fn is_present(&self, person: &str) -> bool {
        lock(&self.present).contains_key(person)
    }

    /// The people who are connected.
    pub(crate) fn present(&self) -> Vec<String> {
        lock(&self.present).keys().cloned().collect()
    }

    /// Whether somebody who has a seat is connected.
    pub(crate) fn has_player(&self) -> bool {
        let (now, present) = (self.now(), lock(&self.present));
        now.seats.iter().any(|seat| seat.holder.person().is_some_and(|person| present.contains_key(person)))
    }

    /// The lines of the log for a viewer after entry `after`: the entry after which they follow, which is 0 if the viewer
    /// must begin again, and the lines.
    pub fn lines(&self, now: &Snapshot, viewer: Viewer, after: u64) -> (u64, Vec<Line>) {
        lock(&self.stories).since(self.game, now, viewer, after)
    }

    /// The record of the match with its secret, once it is over.
    pub fn record(&self) -> Option<Log> {
        let now = self.now();
        let table = now.table.as_ref().filter(|table| table.outcome().is_some())?;
        Some(table.log(Secrecy::Revealed))
    }

    /// The entries of the finished match, as a viewer was told of them; empty if it is not over.
    pub fn steps(&self, viewer: Viewer) -> Vec<Step> {
        let begin = self.record().and_then(|log| {
            let table = (self.game.begin)(&log.header, log.reveal.as_ref()?.secret).ok()?;
            Some((log, table))
        });
        let Some((log, mut table)) = begin else { return Vec::new() };
        let names = Arc::clone(&self.now().names);
        let points = |table: &dyn GameTable| -> Vec<i32> {
            table.standings(&names).iter().map(|standing| standing.points).collect()
        };
        let mut steps = Vec::with_capacity(log.records.len());
        let mut before = points(&*table);
        for record in &log.records {
            let turn = table.turn();
            if table.append_record(record).is_err() {
                break;
            }
            let after = points(&*table);
            let line = story::lines(&*table, record, viewer).into_iter().next();
            steps.push(Step { seat: record.seat, turn, line, scored: after != before });
            before = after;
        }
        steps
    }

    /// The finished match as it was after `at` entries, and what a viewer was told of the last of them; `None` if it is
    /// not over.
    pub fn moment(&self, at: u64, viewer: Viewer) -> Option<Moment> {
        let log = self.record()?;
        let mut table = (self.game.begin)(&log.header, log.reveal.as_ref()?.secret).ok()?;
        let of = log.records.len() as u64;
        let mut told = Vec::new();
        for record in &log.records[..at.min(of) as usize] {
            table.append_record(record).ok()?;
            told = story::lines(&*table, record, viewer);
        }
        Some(Moment { table, lines: told, of, log })
    }
}

/// An entry of a finished match, for the list of moves.
pub struct Step {
    /// The seat that acted.
    pub seat: Option<Seat>,
    /// The turn in which it was made.
    pub turn: u32,
    /// What a viewer was told first.
    pub line: Option<Line>,
    /// Whether it changed somebody's points.
    pub scored: bool,
}

/// A finished match after one of its entries, for the replay.
pub struct Moment {
    /// The match as it was after that entry.
    pub table: Box<dyn GameTable>,
    /// What the viewer was told of that entry.
    pub lines: Vec<Line>,
    /// The number of entries.
    pub of: u64,
    /// The whole record.
    pub log: Log,
}
