//! The contract that every game keeps.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitOr, RangeInclusive};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Chance, Code, Outcome, Refusal, Rule, Seat, Seats};

/// What is true of a game before anyone sits down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The name in addresses, files and commands.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// One sentence that makes people want to play.
    pub pitch: &'static str,
    /// Raised when the same log would lead to another game.
    pub rules_version: u32,
    /// The fewest seats.
    pub min_seats: u8,
    /// The most seats.
    pub max_seats: u8,
    /// Everyone wins or everyone loses.
    pub cooperative: bool,
    /// What a table can choose, for whoever asks people: the names are those of its options.
    pub choices: &'static [Choice],
}

/// Something that a table can choose before the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The name of the option.
    pub name: &'static str,
    /// What is chosen, in words.
    pub text: &'static str,
    /// What can be chosen: the option's value in JSON, and in words. The first is usual.
    pub values: &'static [(&'static str, &'static str)],
}

impl Facts {
    /// How many may play.
    pub fn seats(&self) -> RangeInclusive<u8> {
        self.min_seats..=self.max_seats
    }
}

/// Through whose eyes something is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player, who sees what is public and what is theirs.
    Seat(Seat),
    /// Somebody watching, who sees what is public.
    Spectator,
    /// Everything, hidden things too: for replays when the match is over, and for tools.
    Everything,
}

impl Viewer {
    /// Whether this viewer sees what belongs to `seat` alone.
    pub fn sees(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat) || self == Viewer::Everything
    }
}

/// What a seat is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Question {
    /// The same word for the same sort of question.
    pub kind: &'static str,
    /// The question in words.
    pub text: String,
}

/// An event as one viewer is told it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// What happened, in words; a seat is called `seat 0`, which a client may replace by a name.
    pub text: String,
    /// The things on the table that it happened to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<String>,
}

/// Something that a seat did, for whoever asks whether it goes with winning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Who did it.
    pub seat: Seat,
    /// What kind of thing it is, such as `Order played`, or [`Feature::OPENING`].
    pub kind: &'static str,
    /// Which one, such as `Mors`.
    pub name: String,
}

impl Feature {
    /// The kind of what a seat does in its first turn. It depends on the deal, so it need not be as good as
    /// everything else.
    pub const OPENING: &'static str = "first turn";
}

/// What an action did that cannot be taken back lightly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks(u8);

impl Marks {
    /// Nothing of the sort.
    pub const NONE: Marks = Marks(0);
    /// Somebody now knows something that was hidden from them.
    pub const REVEALED: Marks = Marks(1);
    /// Chance was used.
    pub const CHANCE: Marks = Marks(2);
    /// Somebody else's turn began.
    pub const PASSED: Marks = Marks(4);

    /// Whether all of `other` is in these marks.
    pub const fn contains(self, other: Marks) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Marks {
    type Output = Marks;

    fn bitor(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

/// What an action may use while it is played: chance, and somewhere to tell what happened.
#[derive(Debug)]
pub struct Turn<'a, E> {
    /// Where shuffles and dice come from.
    pub chance: &'a mut Chance,
    marks: Marks,
    news: Option<&'a mut Vec<(Rule, E)>>,
}

impl<'a, E> Turn<'a, E> {
    /// For searches and simulations: nobody listens.
    #[inline]
    pub fn quiet(chance: &'a mut Chance) -> Turn<'a, E> {
        Turn { chance, marks: Marks::NONE, news: None }
    }

    /// What happens is added to `news`.
    pub fn told(chance: &'a mut Chance, news: &'a mut Vec<(Rule, E)>) -> Turn<'a, E> {
        Turn { chance, marks: Marks::NONE, news: Some(news) }
    }

    /// Something happened, by a rule. The event is made only when somebody listens.
    #[inline]
    pub fn tell(&mut self, rule: &'static str, event: impl FnOnce() -> E) {
        if let Some(news) = &mut self.news {
            news.push((Rule(rule), event()));
        }
    }

    /// Whether somebody listens, for events that are costly to make.
    pub fn is_told(&self) -> bool {
        self.news.is_some()
    }

    /// Notes what cannot be taken back lightly.
    #[inline]
    pub fn mark(&mut self, marks: Marks) {
        self.marks = self.marks | marks;
    }

    /// What was noted.
    pub fn marks(&self) -> Marks {
        self.marks
    }
}

/// What a game reads from files before it is played, such as cards. It is loaded once and stays for good, so
/// that states point to it and copying one copies no cards. The usual content is what new matches are played
/// with.
pub trait Content: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// The hash that logs know it by; none where there are no files.
    fn hash(self) -> Option<String>;

    /// The content of this hash, if it was loaded.
    fn find(hash: Option<&str>) -> Result<Self, Refusal>;
}

/// No files: all there is stands in the rules.
impl Content for () {
    fn hash(self) -> Option<String> {
        None
    }

    fn find(hash: Option<&str>) -> Result<(), Refusal> {
        match hash {
            None => Ok(()),
            Some(_) => {
                Err(Refusal::new(Code::Log, "this game has no content files, but a hash of one is named"))
            }
        }
    }
}

/// How a search looks ahead in a game that is too long to be imagined to its end again and again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foresight {
    /// How many turns it looks ahead; then it asks for the prospects.
    pub turns: u32,
    /// How much of a level's usual number of imagined games is enough.
    pub effort: f32,
}

/// A game is a value: the whole state of one table, with rules that are pure functions of it.
///
/// It never reads a clock, a file or another source of chance, and it does not know who is playing. The
/// same state, seat, action and chance always give the same next state. Everyone acts through the same few
/// doors: [`legal`](Game::legal), [`judge`](Game::judge), [`play`](Game::play), [`view`](Game::view).
pub trait Game: Clone + PartialEq + Hash + Debug + Send + Sync + 'static {
    /// What is true before anyone sits down.
    const FACTS: Facts;
    /// What a table can choose before the start.
    type Options: Default + Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What it reads from files, or `()`.
    type Content: Content;
    /// What a seat can do. Its order is the order of legal lists.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// What can happen.
    type Event: Clone + Debug + Send + Sync;
    /// What somebody can see.
    type View: Serialize + PartialEq + Debug;

    /// The state before the first turn.
    fn start(
        content: Self::Content,
        options: &Self::Options,
        seats: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal>;

    /// What it is played with.
    fn content(&self) -> Self::Content;

    /// How many sit at the table.
    fn seats(&self) -> u8;

    /// Who may act now; nobody when the game is over.
    fn acting(&self) -> Seats;

    /// What a seat is asked now.
    fn awaiting(&self, seat: Seat) -> Option<Question>;

    /// Adds everything the seat may do now, in order, to `out`.
    fn legal(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Whether the seat may do this now, and if not, why not.
    fn judge(&self, seat: Seat, action: Self::Action) -> Result<(), Refusal>;

    /// Does it. The action must have passed [`judge`](Game::judge) or come from [`legal`](Game::legal).
    fn play(&mut self, seat: Seat, action: Self::Action, turn: &mut Turn<'_, Self::Event>);

    /// The player of a seat resigns or is gone; what then happens is the game's ruling.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Self::Event>);

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// What a viewer sees: the only way out for information.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What a viewer is told of an event, asked right after it; nothing if they cannot notice it.
    fn event(&self, event: &Self::Event, viewer: Viewer) -> Option<Told>;

    /// A state that the seat cannot tell from this one, each as likely as the rules make it.
    #[must_use]
    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self;

    /// An action as a sentence, as this viewer may read it.
    fn write(&self, action: Self::Action, viewer: Viewer) -> String;

    /// The action that a sentence says. It need not be legal.
    fn read(&self, seat: Seat, sentence: &str) -> Result<Self::Action, Refusal>;

    /// The complete state, in the words people use.
    fn dump(&self) -> Value;

    /// The state that a position describes, if it can occur.
    fn load(content: Self::Content, position: &Value) -> Result<Self, Refusal>;

    // What follows has an answer for every game; a game overrides it to be quicker or wiser.

    /// Why no legal sentence of the seat has all of these words, if none has. People pick words one by one,
    /// so they may be few and in any order; the reason should be the rule that decides.
    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        if legal.is_empty() {
            return Err(match self.outcome() {
                Some(_) => Refusal::new(Code::Over, "the game is over"),
                None => Refusal::new(Code::NotYourTurn, format!("{seat} has nothing to decide now")),
            });
        }
        let sentence = |action: &Self::Action| self.write(*action, Viewer::Seat(seat));
        if legal.iter().any(|action| goes_on_from(&sentence(action), words)) {
            return Ok(());
        }
        self.judge(seat, self.read(seat, words)?)
    }

    /// One uniformly chosen legal action, without a list of the others. `scratch` is room for one.
    #[inline]
    fn pick(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Self::Action>) -> Self::Action {
        scratch.clear();
        self.legal(seat, scratch);
        scratch[chance.below(scratch.len() as u32) as usize]
    }

    /// What a hasty but sensible player might do, drawn at random: searches play imagined games out with it.
    #[inline]
    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Self::Action>) -> Self::Action {
        self.pick(seat, chance, scratch)
    }

    /// What is worth considering: the legal actions, less those that only take something back, say the same
    /// thing in another order, or that nobody in their senses would do.
    fn candidates(&self, seat: Seat, out: &mut Vec<Self::Action>) {
        self.legal(seat, out);
    }

    /// How promising each action looks to the seat at first sight, in points of the game. Bots that think
    /// one step ahead play the best of them; searches look at the best first.
    fn appraise(&self, seat: Seat, actions: &[Self::Action], out: &mut Vec<f32>) {
        let _ = seat;
        out.extend(actions.iter().map(|_| 0.0));
    }

    /// How far a search looks ahead; nothing where it imagines games to their ends.
    const FORESIGHT: Option<Foresight> = None;

    /// How many turns have begun, for a search that looks only some turns ahead.
    fn clock(&self) -> u32 {
        0
    }

    /// The share of the win that the seat may hope for, from 0 to 1, for a search that looks no further.
    fn prospects(&self, seat: Seat) -> f32 {
        let _ = seat;
        1.0 / f32::from(self.seats())
    }

    /// What an action of the seat does that matters, for somebody who asks for a hint. It says only what the
    /// seat can see, and calls other seats `seat 1`, which a client may replace by a name.
    fn remark(&self, seat: Seat, action: Self::Action) -> Option<String> {
        let _ = (seat, action);
        None
    }

    /// What the same players choose for their next game, once this one is over, which was played with `options`:
    /// the same, unless the rules say otherwise.
    fn rematch(&self, options: &Self::Options) -> Self::Options {
        options.clone()
    }

    /// What a researcher counts an event as, such as `Times`.
    fn statistic(event: &Self::Event) -> Option<&'static str> {
        let _ = event;
        None
    }

    /// What a researcher holds against who won: something that a seat did, of a kind that is worth comparing.
    fn feature(&self, event: &Self::Event) -> Option<Feature> {
        let _ = event;
        None
    }

    /// More about the result than points, by name.
    fn tally(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// Judges, then plays: the door for actions that somebody sent.
    fn apply(
        &mut self,
        seat: Seat,
        action: Self::Action,
        turn: &mut Turn<'_, Self::Event>,
    ) -> Result<(), Refusal> {
        self.judge(seat, action)?;
        self.play(seat, action, turn);
        Ok(())
    }
}

/// Whether a sentence has all of these words, in any order, each as often as it is said.
pub fn goes_on_from(sentence: &str, words: &str) -> bool {
    let mut rest: Vec<&str> = sentence.split_whitespace().collect();
    words.split_whitespace().all(|word| {
        let at = rest.iter().position(|it| *it == word);
        at.map(|at| rest.swap_remove(at)).is_some()
    })
}

/// Plays uniformly random legal actions until the game is over, and says how many there were.
pub fn playout<G: Game>(state: &mut G, chance: &mut Chance, scratch: &mut Vec<G::Action>) -> u32 {
    let mut moves = 0;
    while let Some(seat) = state.acting().first() {
        let action = state.pick(seat, chance, scratch);
        state.play(seat, action, &mut Turn::quiet(chance));
        moves += 1;
    }
    moves
}

/// A game as one seat sees it: all that a bot ever gets.
#[derive(Debug)]
pub struct Eyes<'a, G> {
    state: &'a G,
    seat: Seat,
}

impl<G> Clone for Eyes<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Eyes<'_, G> {}

impl<'a, G: Game> Eyes<'a, G> {
    /// The eyes of `seat`.
    pub fn new(state: &'a G, seat: Seat) -> Eyes<'a, G> {
        Eyes { state, seat }
    }

    /// Whose eyes these are.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// What the seat sees.
    pub fn view(self) -> G::View {
        self.state.view(Viewer::Seat(self.seat))
    }

    /// What the seat is asked.
    pub fn awaiting(self) -> Option<Question> {
        self.state.awaiting(self.seat)
    }

    /// What the seat may do.
    pub fn legal(self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.state.legal(self.seat, &mut actions);
        actions
    }

    /// What the seat should think about.
    pub fn candidates(self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.state.candidates(self.seat, &mut actions);
        actions
    }

    /// A state that could be the true one as far as the seat knows.
    pub fn imagine(self, chance: &mut Chance) -> G {
        self.state.imagine(self.seat, chance)
    }

    /// What an action of this seat does that matters.
    pub fn remark(self, action: G::Action) -> Option<String> {
        self.state.remark(self.seat, action)
    }

    /// An action of this seat as a sentence.
    pub fn write(self, action: G::Action) -> String {
        self.state.write(action, Viewer::Seat(self.seat))
    }
}
