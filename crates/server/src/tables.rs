//! All tables of this process: a cache of the store that forgets what nobody looks at.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use atlas_catalog::{Catalog, GameEntry};
use atlas_core::fair::Secret;
use atlas_core::{Code, Refusal, Seat};
use serde_json::Value;
use tokio::sync::{Semaphore, watch};

use crate::ids::{fresh_match_id, is_id, now};
use crate::live::{Inner, Live};
use crate::store::{Change, Failure, Holder, Listing, MatchRow, SeatRow, Store, trouble};

/// How patient a house is.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// A bot waits this long before it acts, so that people can follow.
    pub pace: Duration,
    /// A bot that thinks longer than this is not waited for: something legal is played instead. After twice
    /// this, another process takes over.
    pub bot: Duration,
    /// Who does not answer for this long may be replaced by a bot, if another player wants it.
    pub player: Duration,
}

/// All tables of this process.
#[derive(Debug)]
pub struct Tables {
    pub(crate) catalog: Catalog,
    pub(crate) store: Store,
    open: Mutex<HashMap<String, Arc<Live>>>,
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) patience: Patience,
    closing: watch::Sender<bool>,
}

/// Somebody who is told when the house closes.
#[derive(Debug)]
pub struct Closing(watch::Receiver<bool>);

impl Closing {
    /// Waits until the house closes.
    pub async fn wait(&mut self) {
        while !*self.0.borrow_and_update() {
            if self.0.changed().await.is_err() {
                return;
            }
        }
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
    pub fn new(catalog: Catalog, store: Store, patience: Patience) -> Arc<Tables> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = Arc::new(Semaphore::new(cores));
        Arc::new(Tables {
            catalog,
            store,
            open: Mutex::default(),
            thinkers,
            patience,
            closing: watch::Sender::new(false),
        })
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Hears when the house closes. It does not close while somebody listens, but for a few seconds.
    pub fn closing(&self) -> Closing {
        Closing(self.closing.subscribe())
    }

    /// Whether the house is closing: nothing is begun any more.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Tells everyone that the house closes, and waits until they are gone, but not for ever.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        if tokio::time::timeout(Duration::from_secs(5), self.closing.closed()).await.is_err() {
            tracing::warn!("somebody would not leave");
        }
        self.store.close().await;
    }

    /// Opens a new table, and begins at once if every seat is taken.
    pub async fn create(self: &Arc<Tables>, host: &str, wish: Wish) -> Result<Arc<Live>, Refusal> {
        let created = self.create_after(host, wish, None).await?;
        created.ok_or_else(|| Refusal::new(Code::Request, "The table could not be opened."))
    }

    /// Opens a new table that follows a match, unless another one does already.
    pub(crate) async fn create_after(
        self: &Arc<Tables>,
        host: &str,
        wish: Wish,
        after: Option<&str>,
    ) -> Result<Option<Arc<Live>>, Refusal> {
        let game = self.catalog.find(&wish.game)?;
        if game.page.is_none() {
            let message =
                format!("{} can be played only in the terminal and by programs so far.", game.facts.name);
            return Err(Refusal::new(Code::Game, message));
        }
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).expect("the system gives random bytes");
        let secret = Secret(secret);
        // What the game would refuse is refused before anyone is invited to it.
        let words = wish.seats.iter().map(|seat| seat.word.clone()).collect();
        let table = (game.start)(&wish.options, wish.seats.len() as u8, secret, words)?;
        let full = wish.seats.iter().all(|seat| seat.holder != Holder::Open);
        let row = MatchRow {
            id: fresh_match_id(),
            game: wish.game,
            options: wish.options,
            secret,
            listing: wish.listing,
            host: host.to_owned(),
            created: now(),
            header: full.then(|| table.header().clone()),
            ended: None,
            aborted: None,
            rematch: None,
        };
        let opened =
            self.store.create(&row, &wish.seats, after).await.map_err(|failure| trouble(&failure))?;
        if !opened {
            return Ok(None);
        }
        let names = self.names(&wish.seats).await?;
        let mut inner = Inner::new(row);
        (inner.seats, inner.names, inner.table) = (wish.seats, names, full.then_some(table));
        Ok(Some(self.remember(Live::new(game, inner))))
    }

    /// Remembers a table that was opened or read, unless somebody else was quicker.
    fn remember(self: &Arc<Tables>, live: Live) -> Arc<Live> {
        let live = Arc::clone(self.cached().entry(live.id.clone()).or_insert_with(|| Arc::new(live)));
        self.wake_bot(&live);
        live
    }

    /// The table of this name.
    pub async fn find(self: &Arc<Tables>, id: &str) -> Result<Arc<Live>, Refusal> {
        if let Some(live) = self.cached().get(id) {
            return Ok(Arc::clone(live));
        }
        let missing = || Refusal::new(Code::Request, "There is no such table.");
        if !is_id(id) {
            return Err(missing());
        }
        let row = self.store.find(id).await.map_err(|failure| trouble(&failure))?.ok_or_else(missing)?;
        let game = self.catalog.find(&row.game)?;
        let mut inner = Inner::new(row);
        self.read_again(game, &mut inner).await?;
        // The process that played the last entry may have been killed before it noted the end.
        if inner.row.ended.is_none() && inner.table().is_ok_and(|table| table.outcome().is_some()) {
            self.store.end(id).await;
        }
        Ok(self.remember(Live::new(game, inner)))
    }

    /// Brings what is known of a table up to what the store has.
    pub(crate) async fn read_again(&self, game: &GameEntry, inner: &mut Inner) -> Result<(), Refusal> {
        let failed = |failure: Failure| trouble(&failure);
        let id = inner.row.id.clone();
        if let Some(row) = self.store.find(&id).await.map_err(failed)? {
            inner.row = row;
        }
        inner.seats = self.store.seats(&id).await.map_err(failed)?;
        inner.names = self.names(&inner.seats).await?;
        let heard = inner.talk.last().map_or(0, |said| said.n);
        inner.talk.extend(self.store.talk(&id, heard).await.map_err(failed)?);
        if let Some(header) = &inner.row.header {
            // What is known stays known if the store fails here.
            let newer = self.store.entries(&id, inner.head()).await.map_err(failed)?;
            if !newer.is_empty() {
                inner.latest = self.store.latest(&id).await.map_err(failed)?.unwrap_or(inner.row.created);
            }
            let mut table = match inner.table.take() {
                Some(table) => table,
                None => (game.begin)(header, inner.row.secret)?,
            };
            for record in newer {
                table.append_record(&record)?;
            }
            inner.table = Some(table);
        }
        inner.drawn.clear();
        Ok(())
    }

    async fn names(&self, seats: &[SeatRow]) -> Result<Vec<String>, Refusal> {
        let people: Vec<&str> = seats.iter().filter_map(|seat| seat.holder.person()).collect();
        let chosen = self.store.names_of(&people).await.map_err(|failure| trouble(&failure))?;
        let name = |seat: &SeatRow| match &seat.holder {
            Holder::Open => "open".to_owned(),
            Holder::Bot(level) => format!("{level} bot"),
            Holder::Person(id) => chosen.get(id).cloned().unwrap_or_else(|| guest_name(id)),
        };
        Ok(distinct(&seats.iter().map(name).collect::<Vec<_>>()))
    }

    /// What a person is called: as they said, or a guest.
    pub async fn name_of(&self, person: &str) -> Result<String, Refusal> {
        let chosen = self.store.names_of(&[person]).await.map_err(|failure| trouble(&failure))?;
        Ok(chosen.into_values().next().unwrap_or_else(|| guest_name(person)))
    }

    fn cached(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets tables that nobody looks at; the store has them.
    pub fn forget_idle(&self) {
        self.cached().retain(|_, live| Arc::strong_count(live) > 1);
    }

    /// Wakes the bots of every match that was going on when the process ended.
    pub async fn resume(self: &Arc<Tables>) -> Result<(), Refusal> {
        for id in self.store.running_with_bots().await.map_err(|failure| trouble(&failure))? {
            // One match that cannot be read must not keep the house closed for all others.
            if let Err(refusal) = self.find(&id).await {
                tracing::error!(table = id, %refusal, "a match could not be read");
            }
        }
        Ok(())
    }

    /// Follows what other processes do at the same tables, for as long as the store tells.
    pub async fn follow(self: Arc<Tables>) {
        let mut changes = self.store.listen();
        let mut sweep = tokio::time::interval(Duration::from_secs(5));
        loop {
            let heard = tokio::select! {
                heard = changes.recv() => heard,
                _ = sweep.tick() => Some(Change::Unknown),
            };
            let done = match heard {
                None => return,
                Some(Change::Match(id, seq)) => self.follow_one(&id, seq).await,
                Some(Change::Unknown) => self.sweep().await,
            };
            if let Err(refusal) = done {
                tracing::warn!(%refusal, "what another process did is not known yet");
            }
        }
    }

    async fn follow_one(self: &Arc<Tables>, id: &str, seq: u64) -> Result<(), Refusal> {
        let known = self.cached().get(id).map(Arc::clone);
        let Some(live) = known else { return Ok(()) };
        let mut inner = live.inner.lock().await;
        if seq > 0 && inner.head() >= seq {
            return Ok(());
        }
        self.read_again(live.game, &mut inner).await?;
        live.tell(&inner);
        drop(inner);
        self.stand_by(&live);
        Ok(())
    }

    /// Reads every table anew that has moved on without our hearing of it.
    async fn sweep(self: &Arc<Tables>) -> Result<(), Refusal> {
        let open: Vec<Arc<Live>> = self.cached().values().map(Arc::clone).collect();
        let ids: Vec<String> = open.iter().map(|live| live.id.clone()).collect();
        let heads = self.store.heads(&ids).await.map_err(|failure| trouble(&failure))?;
        for live in open {
            let (head, begun) = {
                let inner = live.inner.lock().await;
                (inner.head(), inner.table.is_some())
            };
            if !begun || heads.get(&live.id).is_some_and(|there| *there > head) {
                // One match that cannot be read must not keep us from the others.
                if let Err(refusal) = self.follow_one(&live.id, 0).await {
                    tracing::warn!(table = live.id, %refusal, "a match could not be read");
                }
            }
        }
        Ok(())
    }
}

fn guest_name(person: &str) -> String {
    format!("Guest {}", person[..4].to_uppercase())
}

/// Names by which everyone knows who is meant: several of one name, such as bots of one level, are told apart by
/// their seats.
fn distinct(names: &[String]) -> Vec<String> {
    let is_shared = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let told_apart = |(seat, name): (Seat, &String)| {
        if is_shared(name) { format!("{name} (seat {})", seat.number()) } else { name.clone() }
    };
    Seat::all(names.len() as u8).zip(names).map(told_apart).collect()
}
