//! The contract that every game implements: its rules, and nothing else.
//!
//! What a game teaches its bots is [`Insight`](crate::Insight), what researchers count is [`Study`](crate::Study).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    Chance, Code, Outcome, Preview, Prompt, Refusal, Seat, Seats, Told, Turn, Viewer, refusal::quoted, text,
};

/// The constant facts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The name in addresses, files and commands.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// One sentence that makes people want to play.
    pub pitch: &'static str,
    /// The rules version of new matches. Raise it whenever the same log would lead to another state.
    pub rules_version: u32,
    /// The oldest rules version that can still be played and replayed.
    pub oldest_rules_version: u32,
    /// The smallest number of seats.
    pub min_seats: u8,
    /// The largest number of seats.
    pub max_seats: u8,
    /// Whether all players win or lose together.
    pub cooperative: bool,
    /// The options that people are offered when they open a table.
    pub choices: &'static [Choice],
}

/// An option that people are offered when they open a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The name of the option.
    pub name: &'static str,
    /// The label of the option.
    pub text: &'static str,
    /// The values: as JSON, and as a label. The first is the default.
    pub values: &'static [(&'static str, &'static str)],
}

impl Facts {
    /// The numbers of seats that the game can be played with.
    pub fn seats(&self) -> RangeInclusive<u8> {
        self.min_seats..=self.max_seats
    }

    /// The rules versions that can be played, oldest first.
    pub fn rules_versions(&self) -> RangeInclusive<u32> {
        self.oldest_rules_version..=self.rules_version
    }
}

/// What a match is played by and with: a version of the rules, and content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edition<C> {
    /// The rules version.
    pub rules: u32,
    /// The content.
    pub content: C,
}

impl<C: Content> Edition<C> {
    /// The edition of new matches of a game.
    pub fn newest<G: Game<Content = C>>() -> Edition<C> {
        Edition { rules: G::FACTS.rules_version, content: C::default() }
    }

    /// The edition that a log names, if this program can play it.
    pub fn find<G: Game<Content = C>>(rules: u32, content: Option<&str>) -> Result<Edition<C>, Refusal> {
        let known = G::FACTS.rules_versions();
        if !known.contains(&rules) {
            let known = known.map(|version| version.to_string()).collect::<Vec<_>>().join(", ");
            let message = format!(
                "This match was played by version {rules} of the rules of {}. Known versions: {known}.",
                G::FACTS.name
            );
            return Err(Refusal::new(Code::Log, message));
        }
        Ok(Edition { rules, content: C::find(content)? })
    }
}

/// The content of a game that is read from files, such as cards.
///
/// Content is loaded once and never freed, so a state points to it and copying a state copies no cards. The default
/// is the content of new matches.
pub trait Content: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// The hash by which logs name the content; `None` for a game without content files.
    fn hash(self) -> Option<String>;

    /// The content with this hash, if it is embedded in the program or was loaded.
    fn find(hash: Option<&str>) -> Result<Self, Refusal>;
}

/// A game without content files.
impl Content for () {
    fn hash(self) -> Option<String> {
        None
    }

    fn find(hash: Option<&str>) -> Result<(), Refusal> {
        match hash {
            None => Ok(()),
            Some(hash) => Err(Refusal::new(
                Code::Log,
                format!("This game has no content files, but the log names content {}.", quoted(hash)),
            )),
        }
    }
}

/// The rules of a game. A value of the type is the whole state of one table.
///
/// Rules never read a clock, a file or another source of chance, and they do not know who is playing. The same state,
/// seat, action and chance always give the same next state. Everyone acts through the same few methods:
/// [`legal`](Game::legal), [`judge`](Game::judge), [`play`](Game::play) and [`view`](Game::view).
pub trait Game: Clone + PartialEq + Hash + Debug + Send + Sync + 'static {
    /// The constant facts of the game.
    const FACTS: Facts;
    /// The options of a table.
    type Options: Default + Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The content that is read from files, or `()`.
    type Content: Content;
    /// An action of a seat. Legal lists are sorted by its order.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// Something that happened, as somebody may know it: see [`seen`](Game::seen).
    type Event: Clone + PartialEq + Hash + Debug + Send + Sync;
    /// Everything that one viewer can see.
    type View: Serialize + PartialEq + Debug;

    /// The state before the first turn.
    fn start(
        edition: Edition<Self::Content>,
        options: &Self::Options,
        seats: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal>;

    /// The rules version and the content that this state is played by.
    fn edition(&self) -> Edition<Self::Content>;

    /// The number of seats at the table.
    fn seats(&self) -> u8;

    /// The seats that may act now. Several may act at once; none can when the game is over.
    fn acting(&self) -> Seats;

    /// What a seat is asked now, if it may act.
    fn awaiting(&self, seat: Seat) -> Option<Prompt>;

    /// Appends all legal actions of a seat to `out`, in order.
    fn legal(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Whether an action of a seat is legal now, and if not, why.
    fn judge(&self, seat: Seat, action: Self::Action) -> Result<(), Refusal>;

    /// Plays an action that has passed [`judge`](Game::judge) or comes from [`legal`](Game::legal).
    fn play(&mut self, seat: Seat, action: Self::Action, turn: &mut Turn<'_, Self::Event>);

    /// Removes the player of a seat, who resigned or is gone, by the ruling of the game.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Self::Event>);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What a viewer sees. Together with [`seen`](Game::seen) this is the only way out for information.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// An event with everything removed that the viewer may not know, or `None` if they cannot notice it.
    ///
    /// It is asked right after the event.
    fn seen(&self, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// An event in words. Pass what [`seen`](Game::seen) returned: this method hides nothing.
    fn tell(&self, event: &Self::Event) -> Told;

    /// A state that the seat cannot tell apart from this one, drawn with the probability the rules give it.
    #[must_use]
    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self;

    /// An action as a sentence, as this viewer may read it.
    fn write(&self, action: Self::Action, viewer: Viewer) -> String;

    /// The action that a sentence means. It need not be legal.
    fn read(&self, seat: Seat, sentence: &str) -> Result<Self::Action, Refusal>;

    /// The complete state as JSON, with the names that people use.
    fn dump(&self) -> Value;

    /// The state that a position describes, if it can occur.
    fn load(edition: Edition<Self::Content>, position: &Value) -> Result<Self, Refusal>;

    // The methods below have a default that is right for every game. A game overrides them to be faster or to say
    // more.

    /// Why no legal sentence of the seat contains all of these words, if none does.
    ///
    /// People pick words one by one, so there may be few of them, in any order. The reason should be the rule that
    /// decides.
    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        if legal.is_empty() {
            return Err(match self.outcome() {
                Some(_) => Refusal::over(),
                None => Refusal::not_your_turn(self.acting()),
            });
        }
        let sentence = |action: &Self::Action| self.write(*action, Viewer::Seat(seat));
        if legal.iter().any(|action| contains_words(&sentence(action), words)) {
            return Ok(());
        }
        self.judge(seat, self.read(seat, words)?)
    }

    /// A uniformly random legal action. `scratch` is a buffer to reuse.
    #[inline]
    fn pick(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Self::Action>) -> Self::Action {
        scratch.clear();
        self.legal(seat, scratch);
        scratch[chance.below(scratch.len() as u32) as usize]
    }

    /// What would follow from a legal action, up to the first chance, hidden fact or decision.
    fn preview(&self, seat: Seat, action: Self::Action) -> Preview {
        let _ = (seat, action);
        Preview::default()
    }

    /// The options of the players' next match, once this one, played with `options`, is over.
    fn rematch(&self, options: &Self::Options) -> Self::Options {
        options.clone()
    }

    /// More about the result than points and winners, by name. Records contain it.
    fn result_details(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// Judges an action and plays it if it is legal.
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

/// Whether a sentence contains all of these words, in any order, each at least as often.
pub fn contains_words(sentence: &str, words: &str) -> bool {
    let mut rest: Vec<&str> = sentence.split_whitespace().collect();
    words.split_whitespace().all(|word| {
        let at = rest.iter().position(|it| *it == word);
        at.map(|at| rest.swap_remove(at)).is_some()
    })
}

/// Plays uniformly random legal actions until the game is over, and returns their number. Where several seats may
/// act, chance draws the next.
pub fn playout<G: Game>(state: &mut G, chance: &mut Chance, scratch: &mut Vec<G::Action>) -> u32 {
    let mut moves = 0;
    while let Some(seat) = state.acting().draw(chance) {
        let action = state.pick(seat, chance, scratch);
        state.play(seat, action, &mut Turn::quiet(chance));
        moves += 1;
    }
    moves
}

impl Refusal {
    /// The game is over, so nothing can be done.
    pub fn over() -> Refusal {
        Refusal::new(Code::Over, "The game is over.")
    }

    /// The seat has nothing to decide: others have.
    pub fn not_your_turn(acting: Seats) -> Refusal {
        let others: Vec<Seat> = acting.iter().collect();
        let message = match others.len() {
            0 => text!["There is nothing to decide now."],
            1 => text!["It is not your turn: ", others[0], " is to move."],
            _ => text!["It is not your turn: ", crate::Text::listed(others), " are to move."],
        };
        Refusal::new(Code::NotYourTurn, message)
    }
}
