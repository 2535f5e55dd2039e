//! The contract that every game implements: its rules, and nothing else.
//!
//! Knowledge for bots is in [`Insight`](crate::Insight), and statistics for research are in [`Study`](crate::Study).

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
    /// The name in URLs, files and commands.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// One sentence that invites people to play.
    pub pitch: &'static str,
    /// The rules version of new matches. Raise it whenever the same log would lead to a different state.
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

/// The rules version and the content that a match is played with.
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

    /// The edition with this rules version and content hash, if this program can play it.
    pub fn find<G: Game<Content = C>>(rules: u32, content: Option<&str>) -> Result<Edition<C>, Refusal> {
        let known = G::FACTS.rules_versions();
        if !known.contains(&rules) {
            let known = known.map(|version| version.to_string()).collect::<Vec<_>>().join(", ");
            let message = format!(
                "This match was played with version {rules} of the rules of {}. Known versions: {known}.",
                G::FACTS.name
            );
            return Err(Refusal::new(Code::Log, message));
        }
        Ok(Edition { rules, content: C::find(content)? })
    }
}

/// The content of a game that is read from files, such as cards.
///
/// Content is loaded once and never freed, so a state can point to it, and copying a state copies no cards. The default
/// is the content of new matches.
pub trait Content: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// The hash that identifies the content in logs; `None` for a game without content files.
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
    /// Something that happened, possibly without details that a viewer may not know: see [`seen`](Game::seen).
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

    /// The rules version and the content of this state.
    fn edition(&self) -> Edition<Self::Content>;

    /// The number of seats at the table.
    fn seats(&self) -> u8;

    /// The seats that may act now. Several may act at once; none can when the game is over.
    fn acting(&self) -> Seats;

    /// The prompt of a seat, if it may act now.
    fn awaiting(&self, seat: Seat) -> Option<Prompt>;

    /// Appends all legal actions of a seat to `out`, in order.
    fn legal(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Whether an action of a seat is legal now, and if not, why.
    fn judge(&self, seat: Seat, action: Self::Action) -> Result<(), Refusal>;

    /// Plays an action that has passed [`judge`](Game::judge) or comes from [`legal`](Game::legal).
    fn play(&mut self, seat: Seat, action: Self::Action, turn: &mut Turn<'_, Self::Event>);

    /// Removes the player of a seat, who resigned or left, as the game's ruling prescribes.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Self::Event>);

    /// The number of turns that have begun, or of rounds in a game without turns.
    fn turn(&self) -> u32;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What a viewer sees. Viewers get information only through this method and [`seen`](Game::seen).
    fn view(&self, viewer: Viewer) -> Self::View;

    /// An event without the details that the viewer may not know, or `None` if the viewer cannot notice it.
    ///
    /// It must be called right after the event.
    fn seen(&self, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// The description of an event. Pass the result of [`seen`](Game::seen), because this method hides nothing.
    fn tell(&self, event: &Self::Event) -> Told;

    /// A random state that the seat cannot distinguish from this one, drawn with the probability that follows from the
    /// rules.
    #[must_use]
    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self;

    /// An action as a sentence, without details that the viewer may not know. For [`Viewer::Spectator`] it has only what
    /// everyone may know; actions that are then written alike cannot be distinguished by other seats.
    fn write(&self, action: Self::Action, viewer: Viewer) -> String;

    /// Parses a sentence into an action, which need not be legal.
    fn read(&self, seat: Seat, sentence: &str) -> Result<Self::Action, Refusal>;

    /// The complete state as JSON, with readable names.
    fn dump(&self) -> Value;

    /// The state that a position describes, if it can occur.
    fn load(edition: Edition<Self::Content>, position: &Value) -> Result<Self, Refusal>;

    // The methods below have defaults that are correct for every game. A game overrides them to be faster or to provide
    // more detail.

    /// Checks that a legal sentence of the seat contains all of these words, and explains why if none does.
    ///
    /// People pick words one by one, so the words may be incomplete and in any order. The refusal should cite the rule
    /// that decides.
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

    /// The consequences of a legal action, up to the first random result, hidden fact or decision.
    fn preview(&self, seat: Seat, action: Self::Action) -> Preview {
        let _ = (seat, action);
        Preview::default()
    }

    /// The options of a rematch, after this match with `options` is over.
    fn rematch(&self, options: &Self::Options) -> Self::Options {
        options.clone()
    }

    /// Details of the result beyond points and winners, by name. They are part of the record.
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

/// Whether a sentence contains all of these words, in any order. A repeated word must occur at least as often.
pub fn contains_words(sentence: &str, words: &str) -> bool {
    let mut rest: Vec<&str> = sentence.split_whitespace().collect();
    words.split_whitespace().all(|word| {
        let at = rest.iter().position(|it| *it == word);
        at.map(|at| rest.swap_remove(at)).is_some()
    })
}

/// Plays uniformly random legal actions until the game is over, and returns their number. If several seats may act, a
/// random one does.
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
    /// The refusal of any action after the game is over.
    pub fn over() -> Refusal {
        Refusal::new(Code::Over, "The game is over.")
    }

    /// The refusal of an action by a seat that may not act now.
    pub fn not_your_turn(acting: Seats) -> Refusal {
        let others: Vec<Seat> = acting.iter().collect();
        let message = match others.len() {
            0 => text!["There is nothing to decide now."],
            1 => text!["It is ", others[0], "'s turn."],
            _ => text!["It is not your turn. Wait for ", crate::Text::listed(others), "."],
        };
        Refusal::new(Code::NotYourTurn, message)
    }
}
