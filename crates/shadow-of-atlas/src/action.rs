//! What a seat can do, and the sentences that say it.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal};

use crate::cards::{Order, Planet};
use crate::content::Content;

/// An Action of the turn, or an answer to what an effect asks. Its order is the order of legal lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// SA-39: an Order from the hand goes to a planet.
    Venture(Planet, Order),
    /// SA-43: the top card of the deck goes to a planet.
    Survey,
    /// SA-91: the same with a card discarded that makes it cheaper.
    SurveyWith(Order),
    /// SA-48: two matching cards become an Outpost and a Credit. The first is not after the second.
    Expand(Order, Order),
    /// SA-37: no more Actions.
    Done,
    /// SA-46: where the card that was turned up goes.
    Place(Planet),
    /// The opposing Order that goes to the discard pile.
    Remove(Order),
    /// The Order whose Ability is used.
    Copy(Order),
    /// The card that an Ability discards.
    Melt(Order),
    /// The Order that moves, and the other planet it moves from or to.
    Move(Planet, Order),
    /// The mode that only draws.
    Draw,
    /// Any other mode, by its number from 1.
    Mode(u8),
    /// SA-30: the Order that an Ability plays, and where to.
    Play(Planet, Order),
    /// SA-R19: a card too many at the end of the turn.
    Discard(Order),
    /// What may be done is not done.
    Decline,
}

/// The first words of sentences.
pub(crate) const VERBS: [&str; 14] = [
    "venture", "survey", "expand", "done", "place", "remove", "copy", "melt", "move", "draw", "mode", "play",
    "discard", "decline",
];

impl Action {
    /// The action as a sentence, such as `venture atlas mors`.
    pub fn sentence(self, content: &Content) -> String {
        let (order, planet) = (|it| content.order(it).id.as_str(), |it| content.planet(it).id.as_str());
        match self {
            Action::Venture(to, what) => format!("venture {} {}", planet(to), order(what)),
            Action::Survey => "survey".to_owned(),
            Action::SurveyWith(what) => format!("survey {}", order(what)),
            Action::Expand(one, two) => format!("expand {} {}", order(one), order(two)),
            Action::Done => "done".to_owned(),
            Action::Place(to) => format!("place {}", planet(to)),
            Action::Remove(what) => format!("remove {}", order(what)),
            Action::Copy(what) => format!("copy {}", order(what)),
            Action::Melt(what) => format!("melt {}", order(what)),
            Action::Move(other, what) => format!("move {} {}", planet(other), order(what)),
            Action::Draw => "draw".to_owned(),
            Action::Mode(n) => format!("mode {n}"),
            Action::Play(to, what) => format!("play {} {}", planet(to), order(what)),
            Action::Discard(what) => format!("discard {}", order(what)),
            Action::Decline => "decline".to_owned(),
        }
    }

    /// The action that a sentence says. Whether it is legal is another question.
    pub fn read(content: &Content, sentence: &str) -> Result<Action, Refusal> {
        let mut words = Words { content, rest: sentence.split_whitespace() };
        let verb = words.rest.next().ok_or_else(|| {
            Refusal::new(Code::Notation, "say what to do, like venture, survey, expand or done")
        })?;
        let action = match verb {
            "venture" => Action::Venture(words.planet(verb)?, words.order(verb)?),
            "survey" if words.rest.clone().next().is_some() => Action::SurveyWith(words.order(verb)?),
            "survey" => Action::Survey,
            "expand" => {
                // A pair is one thing, whichever of the two is said first.
                let (one, two) = (words.order(verb)?, words.order(verb)?);
                Action::Expand(one.min(two), one.max(two))
            }
            "done" => Action::Done,
            "place" => Action::Place(words.planet(verb)?),
            "remove" => Action::Remove(words.order(verb)?),
            "copy" => Action::Copy(words.order(verb)?),
            "melt" => Action::Melt(words.order(verb)?),
            "move" => Action::Move(words.planet(verb)?, words.order(verb)?),
            "draw" => Action::Draw,
            "mode" => Action::Mode(words.number(verb)?),
            "play" => Action::Play(words.planet(verb)?, words.order(verb)?),
            "discard" => Action::Discard(words.order(verb)?),
            "decline" => Action::Decline,
            other => {
                let known = "venture, survey, expand and done; place, remove, copy, melt, move, draw, mode, play, \
                             discard and decline answer what an effect asks";
                let message = format!("{} is nothing that can be done: there is {known}", quoted(other));
                return Err(Refusal::new(Code::Notation, message));
            }
        };
        words.end(verb)?;
        Ok(action)
    }
}

/// The words of a sentence that are still to be read.
struct Words<'a, W> {
    content: &'a Content,
    rest: W,
}

impl<'a, W: Iterator<Item = &'a str>> Words<'a, W> {
    fn next(&mut self, verb: &str, what: &str, like: &str) -> Result<&'a str, Refusal> {
        let missing = || Refusal::new(Code::Notation, format!("say {what} after {verb}, like {like}"));
        self.rest.next().ok_or_else(missing)
    }

    fn planet(&mut self, verb: &str) -> Result<Planet, Refusal> {
        let like = &self.content.planet(Planet(2)).id;
        let word = self.next(verb, "which planet", like)?;
        planet_named(self.content, word)
    }

    fn order(&mut self, verb: &str) -> Result<Order, Refusal> {
        let like = &self.content.order(Order(0)).id;
        let word = self.next(verb, "which Order", like)?;
        order_named(self.content, word)
    }

    fn number(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "which one", "1")?;
        let number = word.parse().ok().filter(|n: &u8| n.to_string() == word);
        number.ok_or_else(|| Refusal::new(Code::Notation, format!("{} is not a number", quoted(word))))
    }

    fn end(&mut self, verb: &str) -> Result<(), Refusal> {
        match self.rest.next() {
            None => Ok(()),
            Some(extra) => Err(Refusal::new(
                Code::Notation,
                format!("this says all there is to say about {verb}; {} is too much", quoted(extra)),
            )),
        }
    }
}

/// The planet that a word names.
pub(crate) fn planet_named(content: &Content, word: &str) -> Result<Planet, Refusal> {
    content.planet_named(word).ok_or_else(|| {
        let known: Vec<&str> = Planet::all().map(|planet| content.planet(planet).id.as_str()).collect();
        let message = format!("{} is not a planet; there is {}", quoted(word), known.join(", "));
        Refusal::new(Code::Notation, message)
    })
}

/// The Order that a word names.
pub(crate) fn order_named(content: &Content, word: &str) -> Result<Order, Refusal> {
    content.order_named(word).ok_or_else(|| {
        let known: Vec<&str> = Order::all().map(|order| content.order(order).id.as_str()).collect();
        let message = format!("{} is not an Order; there is {}", quoted(word), known.join(", "));
        Refusal::new(Code::Notation, message)
    })
}
