//! A match: a game folded from its log.

use serde_json::Value;

use crate::fair::Hash;
use crate::log::{self, Header, Record, Reveal};
use crate::{Chance, Code, Entry, Facts, Game, Log, Marks, Refusal, Rule, Seat, Seats, Secret, Seed, Turn};

/// A game in progress together with everything that led to it.
///
/// The state is never set, only derived: from the header, the seed and the entries. Going back is leaving
/// entries out and folding again.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    header: Header,
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

#[derive(Clone, Debug)]
struct Step {
    seq: u64,
    entry: Entry,
    marks: Marks,
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
        options: G::Options,
        seats: u8,
        secret: Secret,
        words: Vec<String>,
    ) -> Result<Match<G>, Refusal> {
        check_seats::<G>(seats)?;
        let seed = secret.seed(&words);
        let state = G::start(&options, seats, &mut Chance::seeded(seed, 0))?;
        Ok(Match::begin(options, state, None, secret, words))
    }

    /// Seats a match that begins from a position.
    pub fn from_position(position: &Value, secret: Secret) -> Result<Match<G>, Refusal> {
        let state = G::load(position)?;
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
            content: state.content(),
            seats: state.seats(),
            options: serde_json::to_value(&options).expect("options are plain data"),
            position,
            commitment: secret.commitment(),
            words,
        };
        let seed = secret.seed(&header.words);
        Match {
            header,
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

    /// The match that a revealed log records, with every action judged again.
    pub fn replay(log: &Log) -> Result<Match<G>, Refusal> {
        log.check_chain()?;
        let refuse = |what: String| Err(Refusal::new(Code::Log, what));
        let header = &log.header;
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
        let Some(reveal) = &log.reveal else {
            return refuse("its secret is not revealed, so its shuffles cannot be made again".to_owned());
        };
        let mut game = match &header.position {
            Some(position) => Match::from_position(position, reveal.secret)?,
            None => Match::new(
                read_options::<G>(&header.options)?,
                header.seats,
                reveal.secret,
                header.words.clone(),
            )?,
        };
        if game.header != *header {
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
        if seat.0 >= self.header.seats {
            return Err(Refusal::new(
                Code::Seats,
                format!("there is no {seat}: the seats are 0 to {}", self.header.seats - 1),
            ));
        }
        let action = self.state.read(seat, sentence)?;
        self.state.judge(seat, action)?;
        Ok(action)
    }

    /// Adds an entry to the match, or refuses it and changes nothing.
    pub fn append(&mut self, entry: Entry) -> Result<(), Refusal> {
        let seq = self.records.len() as u64 + 1;
        let mut state = self.state.clone();
        let mut news = Vec::new();
        let mut chance = Chance::seeded(self.seed, seq);
        let mut turn = Turn::told(&mut chance, &mut news);
        let entry = match entry {
            Entry::Act { seat, sentence } => {
                let action = self.judge(seat, &sentence)?;
                // Written anew, so that the log says each thing in one way only.
                let sentence = state.write(action, crate::Viewer::Everything);
                state.play(seat, action, &mut turn);
                Entry::Act { seat, sentence }
            }
            Entry::Leave { seat } | Entry::Time { seat } => {
                self.check_seat(seat)?;
                if state.outcome().is_some() {
                    return Err(Refusal::new(Code::Over, "the game is over"));
                }
                if self.gone.contains(seat) {
                    return Err(Refusal::new(Code::Illegal, format!("{seat} has left already")));
                }
                state.leave(seat, &mut turn);
                self.gone = self.gone.with(seat);
                entry
            }
            Entry::Undo { to } => {
                self.undo(seq, to)?;
                return Ok(());
            }
            Entry::Given { seat, .. } => {
                self.check_seat(seat)?;
                entry
            }
        };
        let mut marks = turn.marks();
        if chance.was_drawn() {
            marks = marks | Marks::CHANCE;
        }
        self.record(seq, &entry);
        self.line.push(Step { seq, entry, marks });
        self.state = state;
        self.latest = news;
        Ok(())
    }

    fn record(&mut self, seq: u64, entry: &Entry) {
        let before = self.head();
        self.records.push(Record::new(seq, entry, before));
    }

    /// The hash of the whole log so far.
    pub fn head(&self) -> Hash {
        self.records.last().map_or_else(|| self.header.hash(), |record| record.hash)
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Refusal> {
        if seat.0 < self.header.seats {
            return Ok(());
        }
        Err(Refusal::new(Code::Seats, format!("there is no {seat} at this table")))
    }

    fn undo(&mut self, seq: u64, to: u64) -> Result<(), Refusal> {
        let refuse = |what: &str| Err(Refusal::new(Code::Log, what.to_owned()));
        if to >= seq || (to > 0 && !self.line.iter().any(|step| step.seq == to)) {
            return refuse("there is no such entry to go back to");
        }
        let taken_back = self.line.iter().filter(|step| step.seq > to);
        if taken_back.clone().next().is_none() {
            return refuse("there is nothing to take back");
        }
        if taken_back.clone().any(|step| matches!(step.entry, Entry::Leave { .. } | Entry::Time { .. })) {
            return refuse("a player has left since then");
        }
        let mut state = self.first_state();
        let line: Vec<Step> = self
            .line
            .iter()
            // Who sits where is not part of the game, so it is never taken back.
            .filter(|step| step.seq <= to || matches!(step.entry, Entry::Given { .. }))
            .cloned()
            .collect();
        for step in &line {
            let mut chance = Chance::seeded(self.seed, step.seq);
            let mut turn = Turn::quiet(&mut chance);
            match &step.entry {
                Entry::Act { seat, sentence } => {
                    let action = state.read(*seat, sentence).expect("an entry of the log is well formed");
                    state.play(*seat, action, &mut turn);
                }
                Entry::Leave { seat } | Entry::Time { seat } => state.leave(*seat, &mut turn),
                Entry::Given { .. } | Entry::Undo { .. } => {}
            }
        }
        self.record(seq, &Entry::Undo { to });
        self.line = line;
        self.state = state;
        self.latest.clear();
        Ok(())
    }

    fn first_state(&self) -> G {
        match &self.header.position {
            Some(position) => G::load(position).expect("the position was loaded before"),
            None => G::start(&self.options, self.header.seats, &mut Chance::seeded(self.seed, 0))
                .expect("the match was started before"),
        }
    }

    /// Whether `seat` may take back its last action.
    ///
    /// Freely as long as nothing came of it; with everyone's consent when chance was used or the turn has
    /// passed; never past hidden information that was revealed, because nobody can forget it.
    pub fn take_back(&self, seat: Seat) -> TakeBack {
        let own = |step: &Step| matches!(step.entry, Entry::Act { seat: actor, .. } if actor == seat);
        let Some(last) = self.line.iter().rposition(own) else {
            return TakeBack::Never("this seat has done nothing that could be taken back");
        };
        let mut to_lose =
            self.line[last..].iter().filter(|step| !matches!(step.entry, Entry::Given { .. })).peekable();
        let marks = to_lose.clone().fold(Marks::NONE, |marks, step| marks | step.marks);
        if to_lose.clone().any(|step| matches!(step.entry, Entry::Leave { .. } | Entry::Time { .. })) {
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
        let in_effect = |step: &&Step| !matches!(step.entry, Entry::Given { .. });
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
        Log { header: self.header.clone(), records: self.records.clone(), reveal }
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
