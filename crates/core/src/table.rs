//! A match whose game is known only at run time: it speaks sentences and JSON.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::log::{Header, Record};
use crate::play::{Secrecy, TakeBack};
use crate::{Entry, Facts, Game, Log, Match, Outcome, Question, Refusal, Rule, Seat, Seats, Told, Viewer};

/// An event and the rule it follows from, as one viewer is told it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct News {
    /// The rule.
    pub rule: Rule,
    /// The words, and what they are about.
    #[serde(flatten)]
    pub told: Told,
}

/// What [`Match`] offers, without its game's types.
pub trait Table: Send + Sync {
    /// What is true of the game.
    fn facts(&self) -> Facts;
    /// What was fixed before the first entry.
    fn header(&self) -> &Header;
    /// Who may act.
    fn acting(&self) -> Seats;
    /// What a seat is asked.
    fn awaiting(&self, seat: Seat) -> Option<Question>;
    /// Everything a seat may do, as sentences.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Why a seat may not do this, if so.
    fn why(&self, seat: Seat, sentence: &str) -> Result<(), Refusal>;
    /// Why no legal sentence of a seat has all of these words, if none has: the reason why a token cannot be
    /// picked after others. They may be few and in any order.
    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal>;
    /// Judges an entry and writes its record without adding it: for whoever stores it first.
    fn draft(&self, entry: Entry) -> Result<Record, Refusal>;
    /// Adds an entry, or refuses it and changes nothing.
    fn append(&mut self, entry: Entry) -> Result<(), Refusal>;
    /// What a viewer is told of the last entry.
    fn news(&self, viewer: Viewer) -> Vec<News>;
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> Value;
    /// What a viewer sees, as the text of the same JSON: quicker, for whoever only passes it on.
    fn view_json(&self, viewer: Viewer) -> Box<RawValue>;
    /// The complete state.
    fn position(&self) -> Value;
    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The result in JSON.
    fn result(&self) -> Value;
    /// The options of the next match of the same players.
    fn rematch(&self) -> Value;
    /// Whether a seat may take its last action back.
    fn take_back(&self, seat: Seat) -> TakeBack;
    /// The entry that taking back the last thing would lead to; nothing at the start.
    fn before_last(&self) -> Option<u64>;
    /// The seats whose players have left.
    fn gone(&self) -> Seats;
    /// Everything that happened.
    fn records(&self) -> &[Record];
    /// The record of the match.
    fn log(&self, secrecy: Secrecy) -> Log;

    /// How many sit at the table.
    fn seats(&self) -> u8 {
        self.header().seats
    }

    /// A seat acts.
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

    fn acting(&self) -> Seats {
        self.state().acting()
    }

    fn awaiting(&self, seat: Seat) -> Option<Question> {
        self.state().awaiting(seat)
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        if self.acting().contains(seat) {
            self.state().legal(seat, &mut actions);
        }
        actions.into_iter().map(|action| self.state().write(action, Viewer::Seat(seat))).collect()
    }

    fn why(&self, seat: Seat, sentence: &str) -> Result<(), Refusal> {
        self.judge(seat, sentence).map(drop)
    }

    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        self.explain(seat, words)
    }

    fn draft(&self, entry: Entry) -> Result<Record, Refusal> {
        self.draft(entry)
    }

    fn append(&mut self, entry: Entry) -> Result<(), Refusal> {
        self.append(entry)
    }

    fn news(&self, viewer: Viewer) -> Vec<News> {
        let told = |(rule, event): &(Rule, G::Event)| {
            self.state().event(event, viewer).map(|told| News { rule: *rule, told })
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

    fn records(&self) -> &[Record] {
        self.records()
    }

    fn log(&self, secrecy: Secrecy) -> Log {
        self.log(secrecy)
    }
}
