//! All tables of this process: a cache of the database that forgets what nobody looks at.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use atlas_catalog::{Catalog, GameTable};
use atlas_core::fair::Secret;
use atlas_core::log::Record;
use atlas_core::{Code, Refusal, Seat};
use serde_json::Value;
use tokio::sync::watch;

use crate::error::Error;
use crate::ids::{fresh_match_id, is_id, now};
use crate::limits::Exclusive;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::snapshot::Snapshot;
use crate::store::{Change, Holder, Listing, MatchRow, SeatRow, Store};
use crate::thinkers::Thinkers;

/// How often the hosts of public tables are noted as connected.
pub(crate) const HOSTS_NOTED: Duration = Duration::from_secs(15);
/// A public table is listed as long as its host was noted within this time.
pub(crate) const HOST_GRACE: Duration = Duration::from_secs(45);
/// A table with open seats is closed when its host has not been there for this long.
const OPEN_TABLE_LIFE: Duration = Duration::from_hours(7 * 24);
/// How long shutting down waits for connections to close.
const CLOSING_PATIENCE: Duration = Duration::from_secs(5);

/// How fast tables go.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long a bot waits before it acts, so that people can follow.
    pub move_delay: Duration,
    /// How long a bot may think. After twice this time, another process takes over.
    pub bot: Duration,
    /// How long a player may take before the others can replace them with a bot.
    pub player: Duration,
}

/// All tables of this process.
#[derive(Debug)]
pub struct Tables {
    pub(crate) catalog: Catalog,
    pub(crate) store: Store,
    pub(crate) thinkers: Thinkers,
    /// The people who wait for a hint.
    pub(crate) hints: Exclusive,
    pub(crate) pace: Pace,
    pub(crate) metrics: Metrics,
    open: Mutex<HashMap<Arc<str>, Arc<Live>>>,
    closing: watch::Sender<bool>,
}

/// A receiver of the news that the server is shutting down.
#[derive(Debug)]
pub struct Closing(watch::Receiver<bool>);

impl Closing {
    /// Waits until the server is shutting down.
    pub async fn wait(&mut self) {
        while !*self.0.borrow_and_update() {
            if self.0.changed().await.is_err() {
                return;
            }
        }
    }
}

/// A table to be opened.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The options of the table.
    pub options: Value,
    /// Who can find it.
    pub listing: Listing,
    /// A keyed hash of the address that it is opened from.
    pub origin: String,
    /// Who has each seat.
    pub seats: Vec<SeatRow>,
}

impl Tables {
    /// The tables of a database.
    pub fn new(catalog: Catalog, store: Store, pace: Pace, metrics: Metrics) -> Arc<Tables> {
        Arc::new(Tables {
            catalog,
            store,
            thinkers: Thinkers::start(),
            hints: Exclusive::default(),
            pace,
            metrics,
            open: Mutex::default(),
            closing: watch::Sender::new(false),
        })
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Is told when the server shuts down. Shutting down waits a few seconds until nobody listens any more.
    pub fn closing(&self) -> Closing {
        Closing(self.closing.subscribe())
    }

    /// Whether the server is shutting down.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Refuses changes while the server is shutting down.
    pub(crate) fn check_open(&self) -> Result<(), Error> {
        if self.is_closing() { Err(Error::Closing) } else { Ok(()) }
    }

    /// Tells every connection that the server is shutting down, and waits a few seconds until they are closed.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        self.thinkers.close();
        if tokio::time::timeout(CLOSING_PATIENCE, self.closing.closed()).await.is_err() {
            tracing::warn!("some connections did not close in time");
        }
    }

    /// The number of tables that are open in this process.
    pub(crate) fn count(&self) -> usize {
        self.cached().len()
    }

    /// Opens a table. The match begins at once if every seat is taken.
    pub async fn create(self: &Arc<Tables>, host: &str, new: NewTable) -> Result<Arc<Live>, Error> {
        let created = self.create_rematch(host, new, None).await?;
        created.ok_or_else(|| Error::refused("The table could not be opened."))
    }

    /// Opens a table, as the rematch of another one if it has none yet.
    pub(crate) async fn create_rematch(
        self: &Arc<Tables>,
        host: &str,
        new: NewTable,
        rematch_of: Option<&str>,
    ) -> Result<Option<Arc<Live>>, Error> {
        self.check_open()?;
        let game = self.catalog.find(&new.game)?;
        if game.defs.is_none() {
            let message =
                format!("{} can be played only in the terminal and by programs so far.", game.facts.name);
            return Err(Refusal::new(Code::Game, message).into());
        }
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).expect("the operating system provides random bytes");
        let secret = Secret(secret);
        // Options that the game refuses are refused before anyone is invited.
        let table = (game.start)(&new.options, new.seats.len() as u8, secret, words(&new.seats))?;
        let full = is_full(&new.seats);
        let row = MatchRow {
            id: fresh_match_id(),
            game: new.game,
            options: new.options,
            secret,
            listing: new.listing,
            host: host.to_owned(),
            origin: new.origin,
            created: now(),
            header: full.then(|| table.header().clone()),
            ended: None,
            aborted: None,
            rematch: None,
            seatings: 0,
        };
        let id = row.id.clone();
        let snapshot = Snapshot::new(row, new.seats, full.then_some(table));
        let to_act = snapshot.table.as_ref().map(|table| snapshot.to_act(&**table));
        if !self.store.create(&snapshot.row, &snapshot.seats, to_act, rematch_of).await? {
            return Ok(None);
        }
        // The names of the people are in the database.
        self.find(&id).await.map(Some)
    }

    /// The table with this id.
    pub async fn find(self: &Arc<Tables>, id: &str) -> Result<Arc<Live>, Error> {
        const MISSING: Error = Error::NotFound("There is no such table.");
        if let Some(live) = self.cached().get(id) {
            return Ok(Arc::clone(live));
        }
        if !is_id(id) {
            return Err(MISSING);
        }
        self.store.listen_to(id).await;
        let live = match self.load(id).await {
            Ok(Some(live)) => live,
            Ok(None) => {
                self.store.forget(id);
                return Err(MISSING);
            }
            Err(error) => {
                self.store.forget(id);
                return Err(error);
            }
        };
        let (live, known) = {
            let mut open = self.cached();
            let known = open.contains_key(&live.id);
            (Arc::clone(open.entry(Arc::clone(&live.id)).or_insert_with(|| Arc::new(live))), known)
        };
        if known {
            // Somebody else was quicker.
            self.store.forget(id);
        } else {
            self.repair(&live).await?;
            self.wake_bots(&live);
        }
        Ok(live)
    }

    async fn load(&self, id: &str) -> Result<Option<Live>, Error> {
        let Some(loaded) = self.store.load(id, 0, 0).await? else { return Ok(None) };
        let game = self.catalog.find(&loaded.row.game)?;
        Ok(Some(Live::new(game, Snapshot::load(game, loaded)?)))
    }

    /// Finishes what an older version left half-done when it was killed.
    async fn repair(self: &Arc<Tables>, live: &Arc<Live>) -> Result<(), Error> {
        let now = live.now();
        if now.row.ended.is_none() && now.is_over() {
            let result = now.table.as_ref().map(|table| table.result().to_string()).unwrap_or_default();
            self.store.end(&live.id, &result).await?;
        }
        if now.table.is_none() && now.row.ended.is_none() && is_full(&now.seats) {
            self.begin(live).await?;
        }
        Ok(())
    }

    fn cached(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Live>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets tables that nobody looks at.
    pub(crate) fn forget_idle(&self) {
        self.cached().retain(|id, live| {
            let used = Arc::strong_count(live) > 1;
            if !used {
                self.store.forget(id);
            }
            used
        });
    }

    /// Finishes what was under way when the server was stopped: tables that were full and had not begun, and bots that
    /// were to act. It runs beside everything else and takes its time.
    pub(crate) async fn resume(self: Arc<Tables>) {
        if !self.store.is_shared()
            && let Err(error) = self.store.clear_presence().await
        {
            tracing::error!(?error, "who is at which table could not be noted");
        }
        let unfinished = async {
            let mut ids = self.store.full_tables().await?;
            ids.extend(self.store.waiting_for_bots().await?);
            Ok::<_, Error>(ids)
        };
        let ids = match unfinished.await {
            Ok(ids) => ids,
            Err(error) => {
                tracing::error!(?error, "matches in progress could not be listed");
                return;
            }
        };
        for id in ids {
            // A match that cannot be read must not prevent the others from going on.
            if let Err(error) = self.find(&id).await {
                tracing::error!(table = id, ?error, "a match could not be read");
            }
            while self.thinkers.load().0 > RESUME_QUEUE && !self.is_closing() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            tokio::task::yield_now().await;
        }
    }

    /// Notes which hosts of public tables are connected.
    pub(crate) async fn note_hosts(&self) -> Result<(), Error> {
        let listed: Vec<Arc<Live>> =
            self.cached().values().map(Arc::clone).filter(|live| is_listed(live)).collect();
        let tables: Vec<String> = listed.iter().map(|live| live.id.to_string()).collect();
        Ok(self.store.note_hosts(&tables).await?)
    }

    /// Lists a public table at once when its host connects.
    pub(crate) async fn note_host(&self, live: &Live) -> Result<(), Error> {
        if is_listed(live) { Ok(self.store.note_hosts(&[live.id.to_string()]).await?) } else { Ok(()) }
    }

    /// Notes that a person is at a table.
    pub(crate) async fn note_arrival(&self, live: &Live, person: &str) -> Result<(), Error> {
        let now = live.now();
        let is_away = |seat: Seat| now.seats[seat.index()].away.is_some();
        if now.seats_of(person).iter().any(is_away) {
            let _writing = live.writing.lock().await;
            self.store.set_away(&live.id, person, None).await?;
            self.catch_up(live).await?;
        }
        Ok(())
    }

    /// Notes that a person has left a table, unless they are back in a moment.
    pub(crate) async fn note_departure(&self, live: &Live, person: &str) -> Result<(), Error> {
        let left = now();
        let plays = || {
            let now = live.now();
            now.row.ended.is_none() && !now.is_over() && !now.seats_of(person).is_empty()
        };
        if live.is_present(person) || !plays() {
            return Ok(());
        }
        tokio::time::sleep(DEPARTURE_GRACE).await;
        if self.is_closing() || live.is_present(person) || !plays() {
            return Ok(());
        }
        let _writing = live.writing.lock().await;
        self.store.set_away(&live.id, person, Some(left)).await?;
        self.catch_up(live).await
    }

    /// Closes tables with open seats whose host has been away for long.
    pub(crate) async fn expire_tables(&self) -> Result<(), Error> {
        Ok(self.store.expire_tables(now() - OPEN_TABLE_LIFE.as_millis() as i64).await?)
    }

    /// Shows the new name of a person at the tables where they sit.
    pub(crate) async fn show_name(self: &Arc<Tables>, person: &str) -> Result<(), Error> {
        let is_there = |live: &&Arc<Live>| !live.now().seats_of(person).is_empty();
        let open: Vec<Arc<Live>> = self.cached().values().filter(is_there).map(Arc::clone).collect();
        for live in open {
            self.follow_match(&live.id).await?;
        }
        if self.store.is_shared() {
            for id in self.store.unfinished_matches_of(person).await? {
                self.store.announce(&id).await?;
            }
        }
        Ok(())
    }

    /// The number of people who are connected to tables of this process, and the number of these tables.
    pub(crate) fn presence(&self) -> (usize, usize) {
        let present: Vec<Vec<String>> =
            self.cached().values().map(|live| live.present()).filter(|people| !people.is_empty()).collect();
        let people: HashSet<&String> = present.iter().flatten().collect();
        (people.len(), present.len())
    }

    // ---- Other processes

    /// Follows what other processes do at the tables that are open here.
    pub(crate) async fn follow(self: Arc<Tables>) {
        loop {
            let done = match self.store.next_change().await {
                Change::Entry(id, record) => self.follow_entry(&id, &record).await,
                Change::Match(id) => self.follow_match(&id).await,
                Change::Unknown => self.follow_all().await,
            };
            if let Err(error) = done {
                tracing::warn!(?error, "a change by another process could not be read");
            }
        }
    }

    async fn follow_entry(self: &Arc<Tables>, id: &str, record: &Record) -> Result<(), Error> {
        let Some(live) = self.cached().get(id).map(Arc::clone) else { return Ok(()) };
        let writing = live.writing.lock().await;
        let snapshot = live.now();
        let next = snapshot.head() + 1;
        if record.seq < next {
            return Ok(());
        }
        match snapshot.with_entry(record, now()) {
            Ok(followed) if record.seq == next => live.publish(followed),
            // Entries are missing, or the match has begun without us.
            _ => self.catch_up(&live).await?,
        }
        drop(writing);
        self.stand_by(&live);
        Ok(())
    }

    async fn follow_match(self: &Arc<Tables>, id: &str) -> Result<(), Error> {
        let Some(live) = self.cached().get(id).map(Arc::clone) else { return Ok(()) };
        let writing = live.writing.lock().await;
        self.catch_up(&live).await?;
        drop(writing);
        self.stand_by(&live);
        Ok(())
    }

    /// Compares all open tables with the database, after notices may have been missed.
    async fn follow_all(self: &Arc<Tables>) -> Result<(), Error> {
        let open: Vec<Arc<Live>> = self.cached().values().map(Arc::clone).collect();
        let ids: Vec<String> = open.iter().map(|live| live.id.to_string()).collect();
        let heads = self.store.heads(&ids).await?;
        for live in open {
            let now = live.now();
            let behind = heads.get(&*live.id).is_some_and(|head| *head > now.head());
            if (behind || now.table.is_none())
                && let Err(error) = self.follow_match(&live.id).await
            {
                // A match that cannot be read must not prevent the others from being followed.
                tracing::warn!(table = %live.id, ?error, "a match could not be read");
            }
        }
        Ok(())
    }

    /// Brings a table up to date with the database. The caller holds `writing`.
    pub(crate) async fn catch_up(&self, live: &Live) -> Result<(), Error> {
        let now = live.now();
        let Some(loaded) = self.store.load(&live.id, now.head(), now.heard()).await? else {
            return Err(Error::NotFound("This table was deleted."));
        };
        live.publish(now.updated(live.game, &loaded).map_err(Error::Damaged)?);
        for record in &loaded.entries {
            let moved = loaded.moved.unwrap_or(now.moved);
            live.publish(live.now().with_entry(record, moved).map_err(Error::Damaged)?);
        }
        Ok(())
    }
}

/// How long a connection may be interrupted before the person counts as away.
const DEPARTURE_GRACE: Duration = Duration::from_secs(3);

/// While more searches than this wait, no further match is resumed.
const RESUME_QUEUE: usize = 16;

/// Whether a table belongs into the lobby: it is public, it has open seats, and its host is connected.
fn is_listed(live: &Live) -> bool {
    let now = live.now();
    let open = now.table.is_none() && now.row.ended.is_none();
    open && now.row.listing == Listing::Public && live.is_present(&now.row.host)
}

/// The words that the seats add to the seed.
pub(crate) fn words(seats: &[SeatRow]) -> Vec<String> {
    seats.iter().map(|seat| seat.word.clone()).collect()
}

pub(crate) fn is_full(seats: &[SeatRow]) -> bool {
    seats.iter().all(|seat| seat.holder != Holder::Open)
}

/// A match that begins with these seats.
pub(crate) fn start(live: &Live, now: &Snapshot, seats: &[SeatRow]) -> Result<Box<dyn GameTable>, Error> {
    Ok((live.game.start)(&now.row.options, seats.len() as u8, now.row.secret, words(seats))?)
}
