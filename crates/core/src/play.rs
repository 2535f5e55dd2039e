//! A match: the state of a game, derived from its log.

use std::sync::Arc;

use serde_json::Value;

use crate::fair::Hash;
use crate::log::{self, Header, Record, Reveal};
use crate::{
    Chance, Code, Content, Edition, Entry, Facts, Game, Log, Marks, Preview, Prompt, Question, Refusal, Rule,
    Seat, Seats, Secret, Seed, Turn,
};

/// A game in progress, together with its whole log.
///
/// The state is never set directly. It is derived from the header, the seed and the entries. An undo drops entries and
/// replays the rest.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    /// Shared with every copy of the match, because it never changes.
    header: Arc<Header>,
    secret: Secret,
    seed: Seed,
    options: G::Options,
    state: G,
    /// Shared with copies of the match, because a record never changes.
    records: Vec<Arc<Record>>,
    /// The entries in effect, oldest first. Undone entries are not among them.
    line: Vec<Applied>,
    /// The open question of each seat.
    questions: Vec<Option<Arc<Question>>>,
    gone: Seats,
    latest: Arc<Vec<(Rule, G::Event)>>,
}

/// An entry that is in effect.
#[derive(Clone, Copy, Debug)]
struct Applied {
    /// The number of its record.
    seq: u64,
    kind: AppliedKind,
    marks: Marks,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AppliedKind {
    Act(Seat),
    /// A player left, or their time ran out.
    Leave(Seat),
    /// Control of a seat changed. That is not part of the game, so an undo does not revert it.
    Given,
}

/// An entry that may be appended, in canonical form, with its effect.
struct Judged<A> {
    entry: Entry,
    effect: Effect<A>,
}

#[derive(Clone, Copy)]
enum Effect<A> {
    Play(Seat, A),
    Leave(Seat),
    Give,
    GoBack(u64),
}

/// Whether a seat may take back its last action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TakeBack {
    /// It may, without asking. The match would go back to this entry.
    Free(u64),
    /// It may if everyone agrees. The match would go back to this entry.
    Consent(u64),
    /// It may not, for this reason.
    Never(&'static str),
}

/// Whether an exported log contains the secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Secrecy {
    /// Without the secret, while the match is in progress.
    Sealed,
    /// With the secret: the match is over, or the reader may know everything.
    Revealed,
}

impl<G: Game> Match<G> {
    /// A new match. The seed is computed from the table's secret and the seats' words.
    pub fn new(
        edition: Edition<G::Content>,
        options: G::Options,
        seats: u8,
        secret: Secret,
        words: Vec<String>,
    ) -> Result<Match<G>, Refusal> {
        check_seats::<G>(seats)?;
        let seed = secret.seed(&words);
        let state = G::start(edition, &options, seats, &mut Chance::seeded(seed, 0))?;
        Ok(Match::begin(options, state, None, secret, words))
    }

    /// A new match that begins from a position.
    pub fn from_position(
        edition: Edition<G::Content>,
        position: &Value,
        secret: Secret,
    ) -> Result<Match<G>, Refusal> {
        let state = G::load(edition, position)?;
        Ok(Match::begin(G::Options::default(), state, Some(position.clone()), secret, Vec::new()))
    }

    fn begin(
        options: G::Options,
        state: G,
        position: Option<Value>,
        secret: Secret,
        words: Vec<String>,
    ) -> Match<G> {
        let Edition { rules, content } = state.edition();
        let header = Header {
            atlas: log::FORMAT,
            game: G::FACTS.id.to_owned(),
            rules_version: rules,
            content: content.hash(),
            seats: state.seats(),
            options: serde_json::to_value(&options).expect("options are plain data"),
            position,
            commitment: secret.commitment(),
            words,
        };
        let seed = secret.seed(&header.words);
        let asked = |seat| state.awaiting(seat).map(|prompt| Arc::new(Question { id: 0, prompt }));
        Match {
            questions: Seat::all(state.seats()).map(asked).collect(),
            header: Arc::new(header),
            secret,
            seed,
            options,
            state,
            records: Vec::new(),
            line: Vec::new(),
            gone: Seats::NONE,
            latest: Arc::default(),
        }
    }

    /// The match of a header before its first entry, with the rules version and the content that the header names.
    pub fn begun(header: &Header, secret: Secret) -> Result<Match<G>, Refusal> {
        if header.game != G::FACTS.id {
            let message = format!("This is a match of {}, not of {}.", header.game, G::FACTS.id);
            return Err(Refusal::new(Code::Log, message));
        }
        let edition = Edition::find::<G>(header.rules_version, header.content.as_deref())?;
        match &header.position {
            Some(position) => Match::from_position(edition, position, secret),
            None => Match::new(
                edition,
                read_options::<G>(&header.options)?,
                header.seats,
                secret,
                header.words.clone(),
            ),
        }
    }

    /// Replays a revealed log. Every action is judged again.
    pub fn replay(log: &Log) -> Result<Match<G>, Refusal> {
        log.check_chain()?;
        let refuse = |what: &str| Err(Refusal::new(Code::Log, what.to_owned()));
        let header = &log.header;
        let Some(reveal) = &log.reveal else {
            return refuse("The secret is not revealed, so the shuffles cannot be repeated.");
        };
        let mut game = Match::<G>::begun(header, reveal.secret)?;
        if *game.header != *header {
            return refuse("The header does not belong to this match.");
        }
        for record in &log.records {
            // The secret is public after the end, so nothing that follows can be trusted. Changes of control change
            // nothing.
            if game.state.outcome().is_some() && record.kind != "given" {
                return refuse(&format!("Entry {} comes after the end of the match.", record.seq));
            }
            game.append_record(record)?;
        }
        if reveal.result != game.result() {
            return refuse("The stated result does not follow from the entries.");
        }
        Ok(game)
    }

    /// The true state of the game. Bots get [`crate::Eyes`] instead.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The header of the log.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The seed of all randomness. It is secret while the match is in progress.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// All records, including those of undone entries.
    pub fn records(&self) -> &[Arc<Record>] {
        &self.records
    }

    /// The seats whose players have left.
    pub fn gone(&self) -> Seats {
        self.gone
    }

    /// The events of the last entry, including hidden information.
    pub fn latest(&self) -> &[(Rule, G::Event)] {
        &self.latest
    }

    /// The open question of a seat, if it may act.
    pub fn question(&self, seat: Seat) -> Option<&Question> {
        self.questions.get(seat.index())?.as_deref()
    }

    /// Checks that the question with this id is still open for the seat.
    pub fn check_question(&self, seat: Seat, id: u64) -> Result<(), Refusal> {
        self.check_seat(seat)?;
        match self.question(seat) {
            Some(open) if open.id == id => Ok(()),
            _ => Err(Refusal::new(Code::Conflict, "The game has moved on. Choose again.")),
        }
    }

    /// The consequences of a legal sentence of this seat.
    pub fn preview(&self, seat: Seat, sentence: &str) -> Result<Preview, Refusal> {
        Ok(self.state.preview(seat, self.judge(seat, sentence)?))
    }

    /// The action that a sentence of this seat means, if it is legal now.
    pub fn judge(&self, seat: Seat, sentence: &str) -> Result<G::Action, Refusal> {
        self.check_seat(seat)?;
        let action = self.state.read(seat, sentence)?;
        self.state.judge(seat, action)?;
        Ok(action)
    }

    /// Checks that a legal sentence of this seat contains all of these words, and explains why if none does.
    pub fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        self.check_seat(seat)?;
        self.state.explain(seat, words)
    }

    /// Adds an entry to the match, or refuses it and changes nothing.
    pub fn append(&mut self, entry: Entry) -> Result<(), Refusal> {
        let Judged { entry, effect } = self.judge_entry(entry)?;
        let record = self.record(entry);
        self.carry_out(effect, record);
        Ok(())
    }

    /// Adds an entry from a stored record, exactly as it was written.
    pub fn append_record(&mut self, record: &Record) -> Result<(), Refusal> {
        let numbered = |refusal: Refusal| Refusal {
            message: crate::text![format!("Entry {}: ", record.seq), refusal.message],
            ..refusal
        };
        let refuse = |what: &str| Err(Refusal::new(Code::Log, format!("Entry {} {what}.", record.seq)));
        let entry = record.entry()?;
        let Judged { entry: canonical, effect } = self.judge_entry(entry.clone()).map_err(numbered)?;
        if entry != canonical {
            return refuse("is not in canonical form");
        }
        if record.seq != self.records.len() as u64 + 1 || record.hash != record.hash_after(self.head()) {
            return refuse("does not match its hash");
        }
        self.carry_out(effect, record.clone());
        Ok(())
    }

    fn carry_out(&mut self, effect: Effect<G::Action>, record: Record) {
        let seq = record.seq;
        self.records.push(Arc::new(record));
        let mut latest = Vec::new();
        let mut chance = Chance::seeded(self.seed, seq);
        let mut turn = Turn::told(&mut chance, &mut latest);
        let kind = match effect {
            Effect::Play(seat, action) => {
                self.state.play(seat, action, &mut turn);
                AppliedKind::Act(seat)
            }
            Effect::Leave(seat) => {
                self.state.leave(seat, &mut turn);
                self.gone = self.gone.with(seat);
                AppliedKind::Leave(seat)
            }
            Effect::Give => AppliedKind::Given,
            Effect::GoBack(to) => {
                self.latest = Arc::default();
                self.go_back(to);
                self.ask(seq, Seats::all(self.header.seats));
                return;
            }
        };
        let mut marks = turn.marks();
        self.latest = Arc::new(latest);
        if chance.was_drawn() {
            marks = marks | Marks::CHANCE;
        }
        self.line.push(Applied { seq, kind, marks });
        self.ask(
            seq,
            match kind {
                AppliedKind::Act(seat) | AppliedKind::Leave(seat) => Seats::one(seat),
                AppliedKind::Given => Seats::NONE,
            },
        );
    }

    /// Updates the questions after entry `seq`. The questions of the `renewed` seats always get a new id.
    fn ask(&mut self, seq: u64, renewed: Seats) {
        for (question, seat) in self.questions.iter_mut().zip(Seat::all(self.header.seats)) {
            let prompt: Option<Prompt> = self.state.awaiting(seat);
            let same = question.as_ref().map(|open| &open.prompt) == prompt.as_ref();
            if !same || renewed.contains(seat) {
                *question = prompt.map(|prompt| Arc::new(Question { id: seq, prompt }));
            }
        }
    }

    /// Checks whether an entry may be appended, and finds its canonical form and its effect.
    fn judge_entry(&self, entry: Entry) -> Result<Judged<G::Action>, Refusal> {
        let effect = match &entry {
            Entry::Act { seat, sentence } => {
                let (seat, action) = (*seat, self.judge(*seat, sentence)?);
                // The log stores one canonical sentence for each action.
                let sentence = self.state.write(action, crate::Viewer::Everything);
                let entry = Entry::Act { seat, sentence };
                return Ok(Judged { entry, effect: Effect::Play(seat, action) });
            }
            Entry::Leave { seat } | Entry::Time { seat } => {
                self.check_seat(*seat)?;
                if self.state.outcome().is_some() {
                    return Err(Refusal::over());
                }
                if self.gone.contains(*seat) {
                    return Err(Refusal::new(Code::Illegal, crate::text![*seat, " has already left."]));
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

    /// The options of a rematch.
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
        Err(Refusal::new(Code::Seats, format!("Seat {} does not exist: the seats are 0 to {last}.", seat.0)))
    }

    fn check_undo(&self, to: u64) -> Result<(), Refusal> {
        let refuse = |what: &str| Err(Refusal::new(Code::Log, what.to_owned()));
        if to > 0 && !self.line.iter().any(|step| step.seq == to) {
            return refuse("The entry to go back to does not exist or was undone.");
        }
        let mut taken_back = self.line.iter().filter(|step| step.seq > to).peekable();
        if taken_back.peek().is_none() {
            return refuse("There is nothing to take back.");
        }
        if taken_back.any(|step| matches!(step.kind, AppliedKind::Leave(_))) {
            return refuse("Moves from before a player left cannot be taken back.");
        }
        Ok(())
    }

    /// Derives the state again from the entries that remain in effect.
    fn go_back(&mut self, to: u64) {
        self.state = self.first_state();
        self.line.retain(|step| step.seq <= to || step.kind == AppliedKind::Given);
        for step in &self.line {
            let mut chance = Chance::seeded(self.seed, step.seq);
            let mut turn = Turn::quiet(&mut chance);
            match step.kind {
                AppliedKind::Act(seat) => {
                    let sentence = &self.records[step.seq as usize - 1].text;
                    let action = self.state.read(seat, sentence).expect("an entry in the log can be read");
                    self.state.play(seat, action, &mut turn);
                }
                AppliedKind::Leave(seat) => self.state.leave(seat, &mut turn),
                AppliedKind::Given => {}
            }
        }
    }

    fn first_state(&self) -> G {
        match &self.header.position {
            Some(position) => {
                G::load(self.state.edition(), position).expect("the position was loaded before")
            }
            None => G::start(
                self.state.edition(),
                &self.options,
                self.header.seats,
                &mut Chance::seeded(self.seed, 0),
            )
            .expect("the match was started before"),
        }
    }

    /// Whether `seat` may take back its last action.
    ///
    /// It may do so freely as long as the action had no lasting consequences and nobody else has acted since. If chance
    /// was used, the turn has passed or another seat has acted, everyone must agree. An action cannot be taken back
    /// once hidden information has been revealed, because nobody can forget it.
    pub fn take_back(&self, seat: Seat) -> TakeBack {
        let own = |step: &Applied| step.kind == AppliedKind::Act(seat);
        let Some(last) = self.line.iter().rposition(own) else {
            return TakeBack::Never("you have not made a move yet");
        };
        let mut to_lose = self.line[last..].iter().filter(|step| step.kind != AppliedKind::Given);
        let marks = to_lose.clone().fold(Marks::NONE, |marks, step| marks | step.marks);
        if to_lose.clone().any(|step| matches!(step.kind, AppliedKind::Leave(_))) {
            return TakeBack::Never("a player has left since");
        }
        if marks.contains(Marks::REVEALED) {
            return TakeBack::Never("hidden cards have been revealed since");
        }
        let to = if last == 0 { 0 } else { self.line[last - 1].seq };
        if marks == Marks::NONE && to_lose.all(own) { TakeBack::Free(to) } else { TakeBack::Consent(to) }
    }

    /// The entry that the match would go back to if the last entry in effect were undone; `None` at the start.
    pub fn before_last(&self) -> Option<u64> {
        let in_effect = |step: &&Applied| step.kind != AppliedKind::Given;
        let mut steps = self.line.iter().rev().filter(in_effect);
        steps.next()?;
        Some(steps.next().map_or(0, |step| step.seq))
    }

    /// The result as JSON: whether the game is over, and if so points, winners and the game's own details.
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
            result.extend(
                self.state.result_details().into_iter().map(|(name, value)| (name.to_owned(), value)),
            );
        }
        Value::Object(result)
    }

    /// The record of the match.
    pub fn log(&self, secrecy: Secrecy) -> Log {
        let reveal = match secrecy {
            Secrecy::Sealed => None,
            Secrecy::Revealed => Some(Reveal { secret: self.secret, result: self.result() }),
        };
        let records = self.records.iter().map(|record| (**record).clone()).collect();
        Log { header: (*self.header).clone(), records, reveal }
    }
}

/// Refuses a number of seats that the game cannot be played with.
pub fn check_seats<G: Game>(seats: u8) -> Result<(), Refusal> {
    if G::FACTS.seats().contains(&seats) {
        return Ok(());
    }
    let Facts { name, min_seats, max_seats, .. } = G::FACTS;
    let players =
        if min_seats == max_seats { min_seats.to_string() } else { format!("{min_seats} to {max_seats}") };
    Err(Refusal::new(Code::Seats, format!("{name} takes {players} players, not {seats}.")))
}

/// Reads options from JSON; null means the default.
pub fn read_options<G: Game>(options: &Value) -> Result<G::Options, Refusal> {
    if options.is_null() {
        return Ok(G::Options::default());
    }
    // Serde would also accept a list of the values in order, which is hard to read.
    if options.is_array() {
        return Err(Refusal::new(Code::Options, "Options are a JSON object, not a list."));
    }
    serde::Deserialize::deserialize(options).map_err(|error| {
        Refusal::new(Code::Options, format!("These are not options of {}: {error}.", G::FACTS.name))
    })
}
