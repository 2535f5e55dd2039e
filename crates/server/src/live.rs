//! Tables that people are connected to: a cache of the log, and who wakes whom.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use atlas_bots::{BotTable, Level};
use atlas_catalog::Entry;
use atlas_core::fair::Secret;
use atlas_core::log::Record;
use atlas_core::{Code, Entry as LogEntry, News, Refusal, Seat, Viewer};
use serde_json::Value;
use tokio::sync::{Mutex as AsyncMutex, Semaphore, watch};

use crate::ids::{fresh_id, now};
use crate::store::{Appended, Failure, Holder, Listing, MatchRow, SeatRow, Store, trouble};

/// A bot that takes longer than this is not waited for: something legal is played instead.
const PATIENCE: Duration = Duration::from_secs(20);

/// All tables of this process.
#[derive(Debug)]
pub struct Tables {
    store: Store,
    open: Mutex<HashMap<String, Arc<Live>>>,
    thinkers: Arc<Semaphore>,
    /// A bot waits this long before it acts, so that people can follow.
    pace: Duration,
}

/// A table, as this process knows it.
pub struct Live {
    /// Its name in addresses.
    pub id: String,
    /// The game.
    pub game: &'static Entry,
    inner: AsyncMutex<Inner>,
    changed: watch::Sender<u64>,
    bot_awake: AtomicBool,
}

/// What changes at a table.
struct Inner {
    row: MatchRow,
    seats: Vec<SeatRow>,
    names: Vec<String>,
    /// The match, once everyone sits.
    table: Option<Box<dyn BotTable>>,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Live({})", self.id)
    }
}

/// A table at one moment, through one pair of eyes: all that a page is drawn from.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The table's name in addresses.
    pub id: String,
    /// The game.
    pub game: &'static Entry,
    /// How many entries there are.
    pub seq: u64,
    /// Who has each seat.
    pub holders: Vec<Holder>,
    /// What the seats are called.
    pub names: Vec<String>,
    /// Whose eyes these are.
    pub own: Option<Seat>,
    /// The seats of the person who looks; several at a shared screen.
    pub seats: Vec<Seat>,
    /// The commitment to the secret.
    pub commitment: String,
    /// What is seen of the match; nothing while seats are open.
    pub play: Option<Play>,
    /// The match that follows.
    pub rematch: Option<String>,
}

/// What is seen of a match.
#[derive(Clone, Debug)]
pub struct Play {
    /// The view.
    pub view: Value,
    /// Who may act.
    pub acting: Vec<Seat>,
    /// What the viewer is asked.
    pub question: Option<String>,
    /// What the viewer may do.
    pub legal: Vec<String>,
    /// What the viewer is told of the last entry.
    pub news: Vec<News>,
    /// The result, once it is over.
    pub result: Option<Value>,
}

/// Why an action did not happen.
#[derive(Clone, PartialEq, Debug)]
pub enum NotDone {
    /// A rule, or the table, does not allow it.
    Refused(Refusal),
    /// The question it answers has been answered.
    Conflict,
}

impl From<Refusal> for NotDone {
    fn from(refusal: Refusal) -> NotDone {
        NotDone::Refused(refusal)
    }
}

/// What a new table is to be like.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The game's id.
    pub game: String,
    /// The table's options.
    pub options: Value,
    /// Who may find it.
    pub listing: Listing,
    /// Who has which seat.
    pub seats: Vec<SeatRow>,
}

impl Tables {
    /// The tables of a store.
    pub fn new(store: Store, pace: Duration) -> Arc<Tables> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Tables { store, open: Mutex::default(), thinkers: Arc::new(Semaphore::new(cores)), pace })
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Opens a new table, and begins at once if every seat is taken.
    pub async fn create(self: &Arc<Tables>, host: &str, wish: Wish) -> Result<Arc<Live>, Refusal> {
        let entry = atlas_catalog::find(&wish.game)?;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).expect("the system gives random bytes");
        let row = MatchRow {
            id: fresh_id(),
            game: wish.game,
            options: wish.options,
            secret: Secret(secret),
            listing: wish.listing,
            host: host.to_owned(),
            created: now(),
            header: None,
            ended: None,
            rematch: None,
        };
        // What the game would refuse is refused before anyone is invited to it.
        (entry.start)(&row.options, wish.seats.len() as u8, row.secret, Vec::new())?;
        self.store.create(&row, &wish.seats).await.map_err(|failure| trouble(&failure))?;
        let live = self.find(&row.id).await?;
        self.begin_if_full(&live).await?;
        Ok(live)
    }

    /// The table of this name.
    pub async fn find(self: &Arc<Tables>, id: &str) -> Result<Arc<Live>, Refusal> {
        if let Some(live) = self.cached().get(id) {
            return Ok(Arc::clone(live));
        }
        let missing = || Refusal::new(Code::Request, "there is no such table");
        if !crate::ids::is_id(id) {
            return Err(missing());
        }
        let row = self.store.find(id).await.map_err(|failure| trouble(&failure))?.ok_or_else(missing)?;
        let live = Arc::new(self.read(row).await?);
        // Somebody else may have been quicker; then theirs is the one.
        let live = Arc::clone(self.cached().entry(id.to_owned()).or_insert(live));
        self.wake_bot(&live);
        Ok(live)
    }

    async fn read(&self, row: MatchRow) -> Result<Live, Refusal> {
        let failed = |failure: Failure| trouble(&failure);
        let game = atlas_catalog::find(&row.game)?;
        let seats = self.store.seats(&row.id).await.map_err(failed)?;
        let table = match &row.header {
            None => None,
            Some(header) => {
                let mut table =
                    (game.start)(&header.options, header.seats, row.secret, header.words.clone())?;
                for record in self.store.entries(&row.id, 0).await.map_err(failed)? {
                    add(&mut table, &record)?;
                }
                Some(table)
            }
        };
        let names = self.names(&seats).await?;
        let seq = table.as_ref().map_or(0, |table| table.records().len() as u64);
        Ok(Live {
            id: row.id.clone(),
            game,
            inner: AsyncMutex::new(Inner { row, seats, names, table }),
            changed: watch::Sender::new(seq),
            bot_awake: AtomicBool::new(false),
        })
    }

    async fn names(&self, seats: &[SeatRow]) -> Result<Vec<String>, Refusal> {
        let mut names = Vec::new();
        for seat in seats {
            names.push(match &seat.holder {
                Holder::Open => "open".to_owned(),
                Holder::Bot(level) => format!("{level} bot"),
                Holder::Person(id) => {
                    let name = self.store.name_of(id).await.map_err(|failure| trouble(&failure))?;
                    name.unwrap_or_else(|| "guest".to_owned())
                }
            });
        }
        Ok(names)
    }

    fn cached(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets tables that nobody looks at; the store has them.
    pub fn forget_idle(&self) {
        self.cached().retain(|_, live| Arc::strong_count(live) > 1);
    }

    /// Wakes the bots of every match that was going on when the process ended.
    pub async fn resume(self: &Arc<Tables>) -> Result<(), Refusal> {
        for id in self.store.running().await.map_err(|failure| trouble(&failure))? {
            self.find(&id).await?;
        }
        Ok(())
    }

    /// A person takes the first open seat, unless they sit already.
    pub async fn sit(self: &Arc<Tables>, live: &Arc<Live>, person: &str, word: &str) -> Result<(), Refusal> {
        let mut inner = live.inner.lock().await;
        let holder = Holder::Person(person.to_owned());
        if inner.seats.iter().any(|seat| seat.holder == holder) {
            return Ok(());
        }
        loop {
            let Some(open) = inner.seats.iter().position(|seat| seat.holder == Holder::Open) else {
                return Err(Refusal::new(Code::Seats, "every seat is taken"));
            };
            let row = SeatRow { holder: holder.clone(), word: word.to_owned() };
            let given = self.store.give_seat(&live.id, Seat(open as u8), &Holder::Open, &row).await;
            let given = given.map_err(|failure| trouble(&failure))?;
            inner.seats = self.store.seats(&live.id).await.map_err(|failure| trouble(&failure))?;
            if given {
                break;
            }
        }
        inner.names = self.names(&inner.seats).await?;
        drop(inner);
        live.changed.send_modify(|_| {});
        self.begin_if_full(live).await
    }

    async fn begin_if_full(self: &Arc<Tables>, live: &Arc<Live>) -> Result<(), Refusal> {
        let mut inner = live.inner.lock().await;
        if inner.table.is_some() || inner.seats.iter().any(|seat| seat.holder == Holder::Open) {
            return Ok(());
        }
        let words: Vec<String> = inner.seats.iter().map(|seat| seat.word.clone()).collect();
        let start = live.game.start;
        let table = start(&inner.row.options, inner.seats.len() as u8, inner.row.secret, words)?;
        self.store.begin(&live.id, table.header()).await.map_err(|failure| trouble(&failure))?;
        inner.row.header = Some(table.header().clone());
        inner.table = Some(table);
        drop(inner);
        live.changed.send_modify(|_| {});
        self.wake_bot(live);
        Ok(())
    }

    /// A seat acts, having seen so many entries. When this returns well, it is on the disk.
    pub async fn act(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        seat: Seat,
        sentence: &str,
        seen: u64,
    ) -> Result<(), NotDone> {
        let mut inner = live.inner.lock().await;
        let not_begun = || Refusal::new(Code::Request, "the match has not begun: seats are open");
        let over = loop {
            let table = inner.table.as_mut().ok_or_else(not_begun)?;
            // Entries of others may have come in between; an answer of this seat may not.
            let newer = table.records().iter().skip(seen as usize);
            if newer.clone().any(|record| record.seat == Some(seat) || record.kind == "undo") {
                return Err(NotDone::Conflict);
            }
            let mut next = table.fork();
            next.act(seat, sentence)?;
            let record = next.records().last().expect("it was just added");
            match self.store.append(&live.id, record).await.map_err(|failure| trouble(&failure))? {
                Appended::Stored => {
                    *table = next;
                    break table.outcome().is_some();
                }
                Appended::Taken => {
                    let known = table.records().len() as u64;
                    let newer = self.store.entries(&live.id, known).await;
                    for record in newer.map_err(|failure| trouble(&failure))? {
                        add(table, &record)?;
                    }
                }
            }
        };
        let seq = inner.table.as_ref().map_or(0, |table| table.records().len() as u64);
        if over {
            // Whether it ended follows from the entries; this only keeps lists short, so a failure is noted.
            if let Err(failure) = self.store.end(&live.id).await {
                trouble(&failure);
            }
        }
        drop(inner);
        live.changed.send_replace(seq);
        self.wake_bot(live);
        Ok(())
    }

    /// Lets the bots of a table act as long as it is their turn.
    pub fn wake_bot(self: &Arc<Tables>, live: &Arc<Live>) {
        if live.bot_awake.swap(true, Ordering::AcqRel) {
            return;
        }
        let (tables, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            while let Some((seat, level, seen)) = live.bot_to_act().await {
                if let Err(NotDone::Refused(refusal)) = tables.bot_turn(&live, seat, &level, seen).await {
                    tracing::error!(table = live.id, %refusal, "a bot could not act");
                    break;
                }
            }
            live.bot_awake.store(false, Ordering::Release);
            // A turn that came while it fell asleep would be missed.
            if live.bot_to_act().await.is_some() {
                tables.wake_bot(&live);
            }
        });
    }

    async fn bot_turn(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        seat: Seat,
        level: &str,
        seen: u64,
    ) -> Result<(), NotDone> {
        let Some(table) = live.copy().await else { return Ok(()) };
        let begin = tokio::time::Instant::now();
        let level = Level::named(level).or(Level::named("adept")).expect("there is an adept");
        let legal = table.legal(seat);
        let permit = Arc::clone(&self.thinkers).acquire_owned().await.expect("it is never closed");
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).expect("the system gives random bytes");
        let thought = tokio::task::spawn_blocking(move || {
            let advice = table.advise(seat, level, None, 1, u64::from_le_bytes(seed));
            drop(permit);
            advice
        });
        let sentence = match tokio::time::timeout(PATIENCE, thought).await {
            Ok(Ok(Ok(advice))) => advice.action,
            // Too slow, or it broke: the table goes on with something legal.
            _ => legal.first().cloned().ok_or_else(|| Refusal::new(Code::Over, "nothing is legal"))?,
        };
        tokio::time::sleep_until(begin + self.pace).await;
        self.act(live, seat, &sentence, seen).await
    }

    /// The same people and bots play again, at a table of its own; everyone who asks is sent to the same one.
    pub async fn rematch(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<String, Refusal> {
        let inner = live.inner.lock().await;
        let over = inner.table.as_ref().is_some_and(|table| table.outcome().is_some());
        if !over {
            return Err(Refusal::new(Code::Request, "the match is not over"));
        }
        if let Some(next) = &inner.row.rematch {
            return Ok(next.clone());
        }
        let wish = Wish {
            game: inner.row.game.clone(),
            options: inner.row.options.clone(),
            listing: inner.row.listing,
            seats: inner.seats.clone(),
        };
        drop(inner);
        let next = self.create(person, wish).await?;
        let chosen = self.store.set_rematch(&live.id, &next.id).await.map_err(|failure| trouble(&failure))?;
        live.inner.lock().await.row.rematch = Some(chosen.clone());
        live.changed.send_modify(|_| {});
        Ok(chosen)
    }
}

/// Adds an entry that the store has.
fn add(table: &mut Box<dyn BotTable>, record: &Record) -> Result<(), Refusal> {
    table.append(record.entry()?)?;
    let own = table.records().last().map(|it| it.hash);
    if own == Some(record.hash) {
        return Ok(());
    }
    Err(Refusal::new(Code::Log, format!("entry {} in the database does not fit its hash", record.seq)))
}

impl Live {
    /// Hears of every change from now on.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    async fn copy(&self) -> Option<Box<dyn BotTable>> {
        self.inner.lock().await.table.as_ref().map(|table| table.fork())
    }

    async fn bot_to_act(&self) -> Option<(Seat, String, u64)> {
        let inner = self.inner.lock().await;
        let table = inner.table.as_ref()?;
        let level = |seat: Seat| match &inner.seats.get(seat.index())?.holder {
            Holder::Bot(level) => Some((seat, level.clone(), table.records().len() as u64)),
            _ => None,
        };
        table.acting().iter().find_map(level)
    }

    /// The seats that a person has.
    pub async fn seats_of(&self, person: &str) -> Vec<Seat> {
        let inner = self.inner.lock().await;
        let own = |(seat, _): &(&SeatRow, u8)| seat.holder == Holder::Person(person.to_owned());
        inner.seats.iter().zip(0..).filter(own).map(|(_, seat)| Seat(seat)).collect()
    }

    /// Why a seat may not do something, if so.
    pub async fn why(&self, seat: Seat, sentence: &str) -> Result<(), Refusal> {
        match &self.inner.lock().await.table {
            Some(table) => table.why(seat, sentence),
            None => Err(Refusal::new(Code::Request, "the match has not begun")),
        }
    }

    /// What a bot would do in this seat.
    pub async fn hint(&self, seat: Seat) -> Result<atlas_bots::table::Advice, Refusal> {
        let Some(table) = self.copy().await else {
            return Err(Refusal::new(Code::Request, "the match has not begun"));
        };
        let level = Level::named("adept").expect("there is an adept");
        tokio::task::spawn_blocking(move || table.advise(seat, level, None, 1, 0))
            .await
            .map_err(|_| Refusal::new(Code::Request, "the bot has no idea"))?
    }

    /// The record of the match with its secret, once it is over.
    pub async fn record(&self) -> Option<atlas_core::Log> {
        let inner = self.inner.lock().await;
        let table = inner.table.as_ref().filter(|table| table.outcome().is_some())?;
        Some(table.log(atlas_core::play::Secrecy::Revealed))
    }

    /// The table through the eyes of `own`, for a person who has `seats`.
    pub async fn scene(&self, own: Option<Seat>, seats: Vec<Seat>) -> Scene {
        let inner = self.inner.lock().await;
        let play = inner.table.as_ref().map(|table| {
            let over = table.outcome().is_some();
            let viewer = match own {
                _ if over => Viewer::Everything,
                Some(seat) => Viewer::Seat(seat),
                None => Viewer::Spectator,
            };
            Play {
                view: table.view(viewer),
                acting: table.acting().iter().collect(),
                question: own.and_then(|seat| table.awaiting(seat)).map(|question| question.text),
                legal: own.map_or_else(Vec::new, |seat| table.legal(seat)),
                news: table.news(viewer),
                result: over.then(|| table.result()),
            }
        });
        Scene {
            id: self.id.clone(),
            game: self.game,
            seq: inner.table.as_ref().map_or(0, |table| table.records().len() as u64),
            holders: inner.seats.iter().map(|seat| seat.holder.clone()).collect(),
            names: inner.names.clone(),
            own,
            seats,
            commitment: inner.row.secret.commitment().to_string(),
            play,
            rematch: inner.row.rematch.clone(),
        }
    }

    /// Everything that a viewer has been told since the start.
    pub async fn story(&self, own: Option<Seat>) -> Vec<News> {
        let (log, row) = {
            let inner = self.inner.lock().await;
            let Some(table) = &inner.table else { return Vec::new() };
            (table.records().to_vec(), inner.row.clone())
        };
        let Some(header) = row.header else { return Vec::new() };
        let viewer = own.map_or(Viewer::Spectator, Viewer::Seat);
        let begun = (self.game.start)(&header.options, header.seats, row.secret, header.words.clone());
        let Ok(mut table) = begun else { return Vec::new() };
        let mut story = Vec::new();
        for entry in log.iter().filter_map(|record| record.entry().ok()) {
            let undone = matches!(entry, LogEntry::Undo { .. });
            if table.append(entry).is_ok() && !undone {
                story.extend(table.news(viewer));
            }
        }
        story
    }
}
