//! A match whose game is known only at run time. Its interface is sentences and JSON.

use std::sync::Arc;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::log::{Header, Record};
use crate::play::{Secrecy, TakeBack};
use crate::{
    Entry, Facts, Game, Log, Match, News, Outcome, Preview, Question, Refusal, Rule, Seat, Seats, Viewer,
};

/// The interface of [`Match`] without the types of its game.
pub trait Table: Send + Sync {
    /// The constant facts of the game.
    fn facts(&self) -> Facts;
    /// The header of the log.
    fn header(&self) -> &Header;
    /// The number of turns that have begun.
    fn turn(&self) -> u32;
    /// The seats that may act.
    fn acting(&self) -> Seats;
    /// The open question of a seat, if it may act.
    fn question(&self, seat: Seat) -> Option<&Question>;
    /// Checks that the question with this id is still open for the seat.
    fn check_question(&self, seat: Seat, id: u64) -> Result<(), Refusal>;
    /// The legal actions of a seat, as sentences.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// A sentence of a seat as a viewer may know it. Call it before the sentence is played.
    fn sentence(&self, seat: Seat, sentence: &str, viewer: Viewer) -> Result<String, Refusal>;
    /// Checks that a sentence is a legal action of the seat, and explains why if it is not.
    fn why(&self, seat: Seat, sentence: &str) -> Result<(), Refusal>;
    /// Checks that a legal sentence of a seat contains all of these words, and explains why if none does.
    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal>;
    /// The consequences of a legal sentence of the seat.
    fn preview(&self, seat: Seat, sentence: &str) -> Result<Preview, Refusal>;
    /// Adds an entry, or refuses it and changes nothing.
    fn append(&mut self, entry: Entry) -> Result<(), Refusal>;
    /// Adds an entry from a stored record, exactly as it was written.
    fn append_record(&mut self, record: &Record) -> Result<(), Refusal>;
    /// The events of the last entry, as a viewer may know them.
    fn news(&self, viewer: Viewer) -> Vec<News>;
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> Value;
    /// What a viewer sees, as JSON text: faster than [`view`](Table::view) for callers that only forward it.
    fn view_json(&self, viewer: Viewer) -> Box<RawValue>;
    /// The complete state as JSON.
    fn position(&self) -> Value;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The result as JSON.
    fn result(&self) -> Value;
    /// The options of a rematch.
    fn rematch(&self) -> Value;
    /// Whether a seat may take back its last action.
    fn take_back(&self, seat: Seat) -> TakeBack;
    /// The entry that the match would go back to if the last entry in effect were undone; `None` at the start.
    fn before_last(&self) -> Option<u64>;
    /// The seats whose players have left.
    fn gone(&self) -> Seats;
    /// All records, including those of undone entries.
    fn records(&self) -> &[Arc<Record>];
    /// The log of the match.
    fn log(&self, secrecy: Secrecy) -> Log;

    /// The number of seats.
    fn seats(&self) -> u8 {
        self.header().seats
    }

    /// Plays a sentence of a seat.
    fn act(&mut self, seat: Seat, sentence: &str) -> Result<(), Refusal> {
        self.append(Entry::Act { seat, sentence: sentence.to_owned() })
    }
}

impl<G: Game> Table for Match<G> {
    fn facts(&self) -> Facts {
        G::FACTS
    }

    fn header(&self) -> &Header {
        self.header()
    }

    fn turn(&self) -> u32 {
        self.state().turn()
    }

    fn acting(&self) -> Seats {
        self.state().acting()
    }

    fn question(&self, seat: Seat) -> Option<&Question> {
        self.question(seat)
    }

    fn check_question(&self, seat: Seat, id: u64) -> Result<(), Refusal> {
        self.check_question(seat, id)
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        if self.acting().contains(seat) {
            self.state().legal(seat, &mut actions);
        }
        actions.into_iter().map(|action| self.state().write(action, Viewer::Seat(seat))).collect()
    }

    fn sentence(&self, seat: Seat, sentence: &str, viewer: Viewer) -> Result<String, Refusal> {
        if viewer.sees(seat) {
            return Ok(sentence.to_owned());
        }
        let action = self.state().read(seat, sentence)?;
        // A spectator sees what everyone sees of the actions of others.
        Ok(self.state().write(action, Viewer::Spectator))
    }

    fn why(&self, seat: Seat, sentence: &str) -> Result<(), Refusal> {
        self.judge(seat, sentence).map(drop)
    }

    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        self.explain(seat, words)
    }

    fn preview(&self, seat: Seat, sentence: &str) -> Result<Preview, Refusal> {
        self.preview(seat, sentence)
    }

    fn append_record(&mut self, record: &Record) -> Result<(), Refusal> {
        self.append_record(record)
    }

    fn append(&mut self, entry: Entry) -> Result<(), Refusal> {
        self.append(entry)
    }

    fn news(&self, viewer: Viewer) -> Vec<News> {
        let told = |(rule, event): &(Rule, G::Event)| {
            let seen = self.state().seen(event, viewer)?;
            Some(News { rule: *rule, told: self.state().tell(&seen) })
        };
        self.latest().iter().filter_map(told).collect()
    }

    fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.state().view(viewer)).expect("a view is plain data")
    }

    fn view_json(&self, viewer: Viewer) -> Box<RawValue> {
        to_raw_value(&self.state().view(viewer)).expect("a view is plain data")
    }

    fn position(&self) -> Value {
        self.state().dump()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state().outcome()
    }

    fn result(&self) -> Value {
        self.result()
    }

    fn rematch(&self) -> Value {
        serde_json::to_value(self.rematch()).expect("options are plain data")
    }

    fn take_back(&self, seat: Seat) -> TakeBack {
        self.take_back(seat)
    }

    fn before_last(&self) -> Option<u64> {
        self.before_last()
    }

    fn gone(&self) -> Seats {
        self.gone()
    }

    fn records(&self) -> &[Arc<Record>] {
        self.records()
    }

    fn log(&self, secrecy: Secrecy) -> Log {
        self.log(secrecy)
    }
}
