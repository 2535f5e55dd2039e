//! A match: a game folded from its log.

use std::sync::Arc;

use serde_json::Value;

use crate::fair::Hash;
use crate::log::{self, Header, Record, Reveal};
use crate::{
    Chance, Code, Content, Entry, Facts, Game, Log, Marks, Refusal, Rule, Seat, Seats, Secret, Seed, Turn,
};

/// A game in progress together with everything that led to it.
///
/// The state is never set, only derived: from the header, the seed and the entries. Going back is leaving
/// entries out and folding again.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    /// Shared with every copy of the match: it never changes.
    header: Arc<Header>,
    secret: Secret,
    seed: Seed,
    options: G::Options,
    state: G,
    records: Vec<Record>,
    /// The entries that made the state, oldest first: all that were not taken back.
    line: Vec<Step>,
    gone: Seats,
    latest: Vec<(Rule, G::Event)>,
}

/// An entry of the line. Its words stand in the record with its number.
#[derive(Clone, Copy, Debug)]
struct Step {
    seq: u64,
    deed: Deed,
    marks: Marks,
}

/// What an entry of the line was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Act(Seat),
    /// A player left, or their time ran out.
    Leave(Seat),
    /// Who sits where is not part of the game, so it is never taken back.
    Given,
}

/// An entry that may be appended: as the log will say it, and what it does.
struct Judged<A> {
    entry: Entry,
    effect: Effect<A>,
}

enum Effect<A> {
    Play(Seat, A),
    Leave(Seat),
    Give,
    GoBack(u64),
}

/// Whether a seat may take its last action back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TakeBack {
    /// At once: nothing has come of it yet. The match would go back to this entry.
    Free(u64),
    /// When everyone agrees. The match would go back to this entry.
    Consent(u64),
    /// Not at all, and why.
    Never(&'static str),
}

/// Whether a log that is handed out says what is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Secrecy {
    /// The match goes on: no secret.
    Sealed,
    /// The match is over, or whoever asks may know everything.
    Revealed,
}

impl<G: Game> Match<G> {
    /// Seats a new match. The seed comes from the table's secret and the seats' words.
    pub fn new(
        content: G::Content,
        options: G::Options,
        seats: u8,
        secret: Secret,
        words: Vec<String>,
    ) -> Result<Match<G>, Refusal> {
        check_seats::<G>(seats)?;
        let seed = secret.seed(&words);
        let state = G::start(content, &options, seats, &mut Chance::seeded(seed, 0))?;
        Ok(Match::begin(options, state, None, secret, words))
    }

    /// Seats a match that begins from a position.
    pub fn from_position(content: G::Content, position: &Value, secret: Secret) -> Result<Match<G>, Refusal> {
        let state = G::load(content, position)?;
        Ok(Match::begin(G::Options::default(), state, Some(position.clone()), secret, Vec::new()))
    }

    fn begin(
        options: G::Options,
        state: G,
        position: Option<Value>,
        secret: Secret,
        words: Vec<String>,
    ) -> Match<G> {
        let header = Header {
            atlas: log::FORMAT,
            game: G::FACTS.id.to_owned(),
            rules_version: G::FACTS.rules_version,
            content: state.content().hash(),
            seats: state.seats(),
            options: serde_json::to_value(&options).expect("options are plain data"),
            position,
            commitment: secret.commitment(),
            words,
        };
        let seed = secret.seed(&header.words);
        Match {
            header: Arc::new(header),
            secret,
            seed,
            options,
            state,
            records: Vec::new(),
            line: Vec::new(),
            gone: Seats::NONE,
            latest: Vec::new(),
        }
    }

    /// The match of a header before its first entry: by the rules and with the content that it names, whatever
    /// new matches are played with.
    pub fn begun(header: &Header, secret: Secret) -> Result<Match<G>, Refusal> {
        let refuse = |what: String| Err(Refusal::new(Code::Log, what));
        if header.game != G::FACTS.id {
            return refuse(format!("this is a match of {}, not of {}", header.game, G::FACTS.id));
        }
        if header.rules_version != G::FACTS.rules_version {
            return refuse(format!(
                "it was played by version {} of the rules, and here is version {}",
                header.rules_version,
                G::FACTS.rules_version
            ));
        }
        let content = G::Content::find(header.content.as_deref())?;
        match &header.position {
            Some(position) => Match::from_position(content, position, secret),
            None => Match::new(
                content,
                read_options::<G>(&header.options)?,
                header.seats,
                secret,
                header.words.clone(),
            ),
        }
    }

    /// The match that a revealed log records, with every action judged again.
    pub fn replay(log: &Log) -> Result<Match<G>, Refusal> {
        log.check_chain()?;
        let refuse = |what: String| Err(Refusal::new(Code::Log, what));
        let header = &log.header;
        let Some(reveal) = &log.reveal else {
            return refuse("its secret is not revealed, so its shuffles cannot be made again".to_owned());
        };
        let mut game = Match::begun(header, reveal.secret)?;
        if *game.header != *header {
            return refuse("its header does not fit what the game makes of it".to_owned());
        }
        for record in &log.records {
            game.append(record.entry()?).map_err(|refusal| Refusal {
                message: format!("entry {}: {}", record.seq, refusal.message),
                ..refusal
            })?;
            if game.records.last() != Some(record) {
                return refuse(format!("entry {} is not written as a table would write it", record.seq));
            }
        }
        if reveal.result != game.result() {
            return refuse("the result it states is not the one that its entries lead to".to_owned());
        }
        Ok(game)
    }

    /// The state of the game. Not for bots: they get [`crate::Eyes`].
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What was fixed before the first entry.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The seed of all chance. Secret while the match goes on.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Everything that happened, taken back or not.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The seats whose players have left.
    pub fn gone(&self) -> Seats {
        self.gone
    }

    /// What the last entry made happen.
    pub fn latest(&self) -> &[(Rule, G::Event)] {
        &self.latest
    }

    /// The action that a sentence of this seat says, if it is legal now.
    pub fn judge(&self, seat: Seat, sentence: &str) -> Result<G::Action, Refusal> {
        self.check_seat(seat)?;
        let action = self.state.read(seat, sentence)?;
        self.state.judge(seat, action)?;
        Ok(action)
    }

    /// Why no legal sentence of this seat has all of these words, if none has.
    pub fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        self.check_seat(seat)?;
        self.state.explain(seat, words)
    }

    /// Judges an entry and writes the record that [`append`](Match::append) would add, without adding it: for
    /// whoever stores it first.
    pub fn draft(&self, entry: Entry) -> Result<Record, Refusal> {
        Ok(self.record(self.judge_entry(entry)?.entry))
    }

    /// Adds an entry to the match, or refuses it and changes nothing.
    pub fn append(&mut self, entry: Entry) -> Result<(), Refusal> {
        let Judged { entry, effect } = self.judge_entry(entry)?;
        let record = self.record(entry);
        let seq = record.seq;
        self.latest.clear();
        let mut chance = Chance::seeded(self.seed, seq);
        let mut turn = Turn::told(&mut chance, &mut self.latest);
        let deed = match effect {
            Effect::Play(seat, action) => {
                self.state.play(seat, action, &mut turn);
                Deed::Act(seat)
            }
            Effect::Leave(seat) => {
                self.state.leave(seat, &mut turn);
                self.gone = self.gone.with(seat);
                Deed::Leave(seat)
            }
            Effect::Give => Deed::Given,
            Effect::GoBack(to) => {
                self.go_back(to);
                self.records.push(record);
                return Ok(());
            }
        };
        let mut marks = turn.marks();
        if chance.was_drawn() {
            marks = marks | Marks::CHANCE;
        }
        self.line.push(Step { seq, deed, marks });
        self.records.push(record);
        Ok(())
    }

    /// Whether an entry may be appended, and if so what it does.
    fn judge_entry(&self, entry: Entry) -> Result<Judged<G::Action>, Refusal> {
        let effect = match &entry {
            Entry::Act { seat, sentence } => {
                let (seat, action) = (*seat, self.judge(*seat, sentence)?);
                // Written anew, so that the log says each thing in one way only.
                let sentence = self.state.write(action, crate::Viewer::Everything);
                let entry = Entry::Act { seat, sentence };
                return Ok(Judged { entry, effect: Effect::Play(seat, action) });
            }
            Entry::Leave { seat } | Entry::Time { seat } => {
                self.check_seat(*seat)?;
                if self.state.outcome().is_some() {
                    return Err(Refusal::new(Code::Over, "the game is over"));
                }
                if self.gone.contains(*seat) {
                    return Err(Refusal::new(Code::Illegal, format!("{seat} has left already")));
                }
                Effect::Leave(*seat)
            }
            Entry::Undo { to } => {
                self.check_undo(*to)?;
                Effect::GoBack(*to)
            }
            Entry::Given { seat, .. } => {
                self.check_seat(*seat)?;
                Effect::Give
            }
        };
        Ok(Judged { entry, effect })
    }

    /// The next record, for an entry that may be appended.
    fn record(&self, entry: Entry) -> Record {
        Record::new(self.records.len() as u64 + 1, entry, self.head())
    }

    /// What the same players choose for their next match.
    pub fn rematch(&self) -> G::Options {
        self.state.rematch(&self.options)
    }

    /// The hash of the whole log so far.
    pub fn head(&self) -> Hash {
        self.records.last().map_or_else(|| self.header.hash(), |record| record.hash)
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Refusal> {
        if seat.0 < self.header.seats {
            return Ok(());
        }
        let last = self.header.seats - 1;
        Err(Refusal::new(Code::Seats, format!("there is no {seat}: the seats are 0 to {last}")))
    }

    fn check_undo(&self, to: u64) -> Result<(), Refusal> {
        let refuse = |what: &str| Err(Refusal::new(Code::Log, what.to_owned()));
        if to > 0 && !self.line.iter().any(|step| step.seq == to) {
            return refuse("there is no such entry to go back to");
        }
        let mut taken_back = self.line.iter().filter(|step| step.seq > to).peekable();
        if taken_back.peek().is_none() {
            return refuse("there is nothing to take back");
        }
        if taken_back.any(|step| matches!(step.deed, Deed::Leave(_))) {
            return refuse("a player has left since then");
        }
        Ok(())
    }

    /// Folds the state again from what still stands.
    fn go_back(&mut self, to: u64) {
        self.state = self.first_state();
        self.line.retain(|step| step.seq <= to || step.deed == Deed::Given);
        for step in &self.line {
            let mut chance = Chance::seeded(self.seed, step.seq);
            let mut turn = Turn::quiet(&mut chance);
            match step.deed {
                Deed::Act(seat) => {
                    let sentence = &self.records[step.seq as usize - 1].text;
                    let action = self.state.read(seat, sentence).expect("an entry of the log is well formed");
                    self.state.play(seat, action, &mut turn);
                }
                Deed::Leave(seat) => self.state.leave(seat, &mut turn),
                Deed::Given => {}
            }
        }
    }

    fn first_state(&self) -> G {
        match &self.header.position {
            Some(position) => {
                G::load(self.state.content(), position).expect("the position was loaded before")
            }
            None => G::start(
                self.state.content(),
                &self.options,
                self.header.seats,
                &mut Chance::seeded(self.seed, 0),
            )
            .expect("the match was started before"),
        }
    }

    /// Whether `seat` may take back its last action.
    ///
    /// Freely as long as nothing came of it; with everyone's consent when chance was used or the turn has
    /// passed; never past hidden information that was revealed, because nobody can forget it.
    pub fn take_back(&self, seat: Seat) -> TakeBack {
        let own = |step: &Step| step.deed == Deed::Act(seat);
        let Some(last) = self.line.iter().rposition(own) else {
            return TakeBack::Never("this seat has done nothing that could be taken back");
        };
        let mut to_lose = self.line[last..].iter().filter(|step| step.deed != Deed::Given);
        let marks = to_lose.clone().fold(Marks::NONE, |marks, step| marks | step.marks);
        if to_lose.clone().any(|step| matches!(step.deed, Deed::Leave(_))) {
            return TakeBack::Never("a player has left since then");
        }
        if marks.contains(Marks::REVEALED) {
            return TakeBack::Never("hidden information has been revealed since then");
        }
        let to = if last == 0 { 0 } else { self.line[last - 1].seq };
        if marks == Marks::NONE && to_lose.all(own) { TakeBack::Free(to) } else { TakeBack::Consent(to) }
    }

    /// The entry that taking back the last thing in effect would lead to; nothing at the start.
    pub fn before_last(&self) -> Option<u64> {
        let in_effect = |step: &&Step| step.deed != Deed::Given;
        let mut steps = self.line.iter().rev().filter(in_effect);
        steps.next()?;
        Some(steps.next().map_or(0, |step| step.seq))
    }

    /// The result in JSON: whether it is over, and if so points, winners and what else the game counts.
    pub fn result(&self) -> Value {
        let mut result = serde_json::Map::new();
        let outcome = self.state.outcome();
        result.insert("over".to_owned(), outcome.is_some().into());
        let (scores, winners) = match &outcome {
            Some(outcome) => (outcome.scores(), outcome.winners()),
            None => (&[][..], Seats::NONE),
        };
        result.insert("scores".to_owned(), scores.into());
        result.insert("winners".to_owned(), winners.iter().map(|seat| seat.0).collect());
        if outcome.is_some() {
            result.extend(self.state.tally().into_iter().map(|(name, value)| (name.to_owned(), value)));
        }
        Value::Object(result)
    }

    /// The record of the match.
    pub fn log(&self, secrecy: Secrecy) -> Log {
        let reveal = match secrecy {
            Secrecy::Sealed => None,
            Secrecy::Revealed => Some(Reveal { secret: self.secret, result: self.result() }),
        };
        Log { header: (*self.header).clone(), records: self.records.clone(), reveal }
    }
}

/// Refuses a number of seats that the game is not for.
pub fn check_seats<G: Game>(seats: u8) -> Result<(), Refusal> {
    if G::FACTS.seats().contains(&seats) {
        return Ok(());
    }
    let Facts { name, min_seats, max_seats, .. } = G::FACTS;
    Err(Refusal::new(Code::Seats, format!("{name} is for {min_seats} to {max_seats} seats, not for {seats}")))
}

/// The options that JSON describes; null means the usual ones.
pub fn read_options<G: Game>(options: &Value) -> Result<G::Options, Refusal> {
    if options.is_null() {
        return Ok(G::Options::default());
    }
    // A list of the values in order would be read as well, and nobody could tell what it means.
    if options.is_array() {
        return Err(Refusal::new(Code::Options, "options are an object, not a list"));
    }
    serde::Deserialize::deserialize(options).map_err(|error| {
        Refusal::new(Code::Options, format!("these are not options of {}: {error}", G::FACTS.name))
    })
}
