//! Bots at live tables: they sit like people, think on threads of their own, and never hold a table up.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use atlas_bots::Level;
use atlas_catalog::GameTable;
use atlas_core::{Code, Refusal, Seat};

use crate::deeds::NotDone;
use crate::live::Live;
use crate::tables::Tables;

/// A bot that is to act: its seat and level, the question it answers, and the match as it was then.
struct Called {
    seat: Seat,
    level: String,
    question: u64,
    table: Box<dyn GameTable>,
}

impl Live {
    async fn bot_to_act(&self) -> Option<Called> {
        let inner = self.inner.lock().await;
        let table = inner.table().ok()?;
        let called = |seat: Seat| {
            let (level, question) = (inner.bot_in(seat)?, table.question(seat)?.id);
            Some(Called { seat, level, question, table: table.fork() })
        };
        table.acting().iter().find_map(called)
    }
}

impl Tables {
    /// Lets the bots of a table act as long as it is their turn.
    pub fn wake_bot(self: &Arc<Tables>, live: &Arc<Live>) {
        if live.bot_awake.swap(true, Ordering::AcqRel) {
            return;
        }
        let (tables, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            while let Some(called) = live.bot_to_act().await {
                if tables.is_closing() {
                    return;
                }
                let seen = called.table.records().len() as u64;
                if let Err(NotDone::Refused(refusal)) = tables.bot_turn(&live, called).await {
                    // While it thought, somebody may have taken the space that it wanted: then it thinks again.
                    if refusal.code == Code::Illegal && live.inner.lock().await.head() > seen {
                        continue;
                    }
                    // Or somebody may have given up.
                    if refusal.code != Code::Over {
                        tracing::error!(table = live.id, %refusal, "a bot could not act");
                    }
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

    /// Takes over from the process that made the last entry, if its bot does not act in time.
    pub(crate) fn stand_by(self: &Arc<Tables>, live: &Arc<Live>) {
        let (tables, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            let Some(called) = live.bot_to_act().await else { return };
            tokio::time::sleep(2 * tables.patience.bot).await;
            let waits = |still: Called| (still.seat, still.question) == (called.seat, called.question);
            if live.bot_to_act().await.is_some_and(waits) {
                tables.wake_bot(&live);
            }
        });
    }

    async fn bot_turn(self: &Arc<Tables>, live: &Arc<Live>, called: Called) -> Result<(), NotDone> {
        let Called { seat, level, question, table } = called;
        let begin = tokio::time::Instant::now();
        let level = Level::named(&level).or(Level::named("adept")).expect("there is an adept");
        let legal = table.legal(seat);
        let permit = Arc::clone(&self.thinkers).acquire_owned().await.expect("it is never closed");
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).expect("the operating system provides random bytes");
        let thought = tokio::task::spawn_blocking(move || {
            let advice = table.advise(seat, level, None, 1, u64::from_le_bytes(seed));
            drop(permit);
            advice
        });
        let sentence = match tokio::time::timeout(self.patience.bot, thought).await {
            Ok(Ok(Ok(advice))) => advice.action,
            // Too slow, or it broke: the table goes on with something legal.
            _ => legal.first().cloned().ok_or_else(Refusal::over)?,
        };
        tokio::time::sleep_until(begin + self.patience.pace).await;
        self.act(live, seat, &sentence, Some(question)).await
    }
}
