//! Bots at tables. They sit like people, think on threads of their own, and never hold a table up.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use atlas_bots::table::Advice;
use atlas_bots::{Budget, Level};
use atlas_catalog::GameTable;
use atlas_core::{Code, Refusal, Seat};

use crate::error::Error;
use crate::live::Live;
use crate::snapshot::Snapshot;
use crate::tables::Tables;
use crate::thinkers::Client;

/// The bot that stands in for people and gives hints.
pub(crate) const STAND_IN: &str = "adept";
/// The bot that finishes matches at which no person plays. It does not search.
const WITHOUT_PEOPLE: &str = "greedy";
/// How long a hint may take to compute.
const HINT_LIMIT: Duration = Duration::from_secs(2);
/// How long a person waits for a hint, including the time in the queue.
const HINT_PATIENCE: Duration = Duration::from_secs(15);

/// A bot that is to act: its seat and level, and the id of the question that it answers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Called {
    seat: Seat,
    level: String,
    question: u64,
}

impl Snapshot {
    fn bot_to_act(&self) -> Option<Called> {
        let table = self.begun().ok()?;
        let called = |seat: Seat| {
            let (level, question) = (self.bot_in(seat)?.to_owned(), table.question(seat)?.id);
            Some(Called { seat, level, question })
        };
        table.acting().iter().find_map(called)
    }

    /// On whose behalf the bots of the table think.
    fn client(&self, live: &Live) -> Client {
        Client { origin: self.row.origin.clone(), person: self.row.host.clone(), present: live.has_player() }
    }
}

impl Tables {
    /// Lets the bots of a table act as long as it is their turn.
    pub(crate) fn wake_bots(self: &Arc<Tables>, live: &Arc<Live>) {
        if live.now().bot_to_act().is_none() || live.bots_awake.swap(true, Ordering::AcqRel) {
            return;
        }
        let (tables, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            loop {
                let now = live.now();
                let Some(called) = now.bot_to_act() else { break };
                match tables.bot_turn(&live, &now, called).await {
                    Ok(()) | Err(Error::Conflict) => {}
                    // Somebody may have taken the option that it wanted: then it thinks again.
                    Err(Error::Refused(refusal))
                        if refusal.code == Code::Illegal && live.now().head() > now.head() => {}
                    Err(Error::Closing) => return,
                    Err(Error::Store(_)) => tokio::time::sleep(Duration::from_secs(1)).await,
                    // The match may have been aborted, or a player may have resigned.
                    Err(Error::Refused(refusal)) if refusal.code == Code::Over => break,
                    Err(error) => {
                        tracing::error!(table = %live.id, ?error, "a bot could not act");
                        break;
                    }
                }
            }
            live.bots_awake.store(false, Ordering::Release);
            // A turn that came just now would be missed.
            tables.wake_bots(&live);
        });
    }

    /// Takes over from the process that stored the last entry, if its bot does not act in time.
    pub(crate) fn stand_by(self: &Arc<Tables>, live: &Arc<Live>) {
        let Some(called) = live.now().bot_to_act() else { return };
        let (tables, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            tokio::time::sleep(2 * tables.pace.bot).await;
            if live.now().bot_to_act() == Some(called) {
                tables.wake_bots(&live);
            }
        });
    }

    async fn bot_turn(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        now: &Snapshot,
        called: Called,
    ) -> Result<(), Error> {
        let Called { seat, level, question } = called;
        let begin = tokio::time::Instant::now();
        // Nobody waits for the bots of a table that all people have left.
        let level = if now.decided_by_people().is_empty() { WITHOUT_PEOPLE } else { &level };
        let level = Level::named(level).or(Level::named(STAND_IN)).expect("there is such a level");
        let table = now.begun()?.fork();
        let legal = table.legal(seat);
        let advice = self.advise(&now.client(live), table, seat, level, self.pace.bot).await;
        let sentence = match advice {
            Some(Ok(advice)) => advice.action,
            Some(Err(refusal)) => return Err(refusal.into()),
            None if self.is_closing() => return Err(Error::Closing),
            // The search failed. The table goes on with something legal.
            None => legal.first().cloned().ok_or_else(Refusal::over)?,
        };
        tokio::select! {
            () = tokio::time::sleep_until(begin + self.pace.move_delay) => {}
            () = live.hurry.notified() => {}
        }
        self.act(live, seat, &sentence, Some(question)).await
    }

    /// The decision of a bot. Levels that do not search decide at once; the others wait for their turn.
    async fn advise(
        &self,
        client: &Client,
        table: Box<dyn GameTable>,
        seat: Seat,
        level: &'static Level,
        limit: Duration,
    ) -> Option<Result<Advice, Refusal>> {
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).expect("the operating system provides random bytes");
        let seed = u64::from_le_bytes(seed);
        if !level.searches() {
            return Some(table.advise(seat, level, None, 1, seed));
        }
        let metrics = self.metrics.clone();
        let search = move |deadline| {
            let begin = Instant::now();
            let advice = table.advise(seat, level, Some(Budget::Until(deadline)), 1, seed);
            metrics.searched(begin.elapsed());
            advice
        };
        self.thinkers.think(client, limit, search).await
    }

    /// The move that a bot would make in a person's seat. Each person gets one hint at a time.
    pub(crate) async fn hint(&self, live: &Live, person: &str, seat: Seat) -> Result<Advice, Error> {
        let Some(_asking) = self.hints.enter(person) else {
            return Err(Error::TooMany("You have already asked for a hint. It will be here in a moment."));
        };
        let now = live.now();
        let client = Client { person: person.to_owned(), present: true, ..now.client(live) };
        let level = Level::named(STAND_IN).expect("there is such a level");
        let advice = self.advise(&client, now.begun()?.fork(), seat, level, HINT_LIMIT);
        match tokio::time::timeout(HINT_PATIENCE, advice).await {
            Ok(Some(advice)) => Ok(advice?),
            Ok(None) => Err(Error::refused("The bot found no move.")),
            Err(_) => Err(Error::TooMany("The server is busy, so there is no hint. Try again in a moment.")),
        }
    }
}
