//! The actions of a seat, and the sentences that express them.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Text, text};

use crate::cards::{Order, Planet};
use crate::content::Content;

/// An Action of the turn, or the answer to a question. Legal lists are sorted by its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// SA-39: plays an Order from the hand to a planet.
    Venture(Planet, Order),
    /// SA-43: plays the top card of the deck to a planet.
    Survey,
    /// SA-91: the same, with a card discarded that makes it cheaper.
    SurveyWith(Order),
    /// SA-48: turns a pair into an Outpost and a Credit. The first Order is not greater than the second.
    Expand(Order, Order),
    /// SA-37: ends the Actions of the turn.
    Done,
    /// SA-46: chooses the planet for the card that was turned up.
    Place(Planet),
    /// Chooses the opposing Order that goes to the discard pile.
    Remove(Order),
    /// Chooses the Order whose Ability is used.
    Copy(Order),
    /// Chooses the card that an Ability discards.
    Melt(Order),
    /// Chooses the Order that moves, and the other planet it moves from or to.
    Move(Planet, Order),
    /// Chooses the mode that only draws.
    Draw,
    /// Chooses any other mode, by its number from 1.
    Mode(u8),
    /// SA-30: chooses the Order that an Ability plays, and the planet.
    Play(Planet, Order),
    /// SA-R19: discards a card above the hand limit at the end of the turn.
    Discard(Order),
    /// Declines an optional step.
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

    /// The action that a sentence means. It need not be legal.
    pub fn read(content: &Content, sentence: &str) -> Result<Action, Refusal> {
        let mut words = Words { content, rest: sentence.split_whitespace() };
        let verb = words.rest.next().ok_or_else(|| {
            Refusal::new(Code::Notation, "Name a move, such as venture, survey, expand or done.")
        })?;
        let action = match verb {
            "venture" => Action::Venture(words.planet(verb)?, words.order(verb)?),
            "survey" if words.rest.clone().next().is_some() => Action::SurveyWith(words.order(verb)?),
            "survey" => Action::Survey,
            "expand" => {
                // The two cards may be named in either order.
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
                let (actions, answers) = VERBS.split_at(4);
                let message = text![
                    quoted(other),
                    " is not a move in this game. The moves are ",
                    Text::listed(actions.iter().copied()),
                    ". Questions are answered with ",
                    Text::listed(answers.iter().copied()),
                    "."
                ];
                return Err(Refusal::new(Code::Notation, message));
            }
        };
        words.end()?;
        Ok(action)
    }
}

/// The words of a sentence that are still to be read.
struct Words<'a, W> {
    content: &'a Content,
    rest: W,
}

impl<'a, W: Iterator<Item = &'a str>> Words<'a, W> {
    fn next(&mut self, verb: &str, what: &str, example: &str) -> Result<&'a str, Refusal> {
        let missing = || Refusal::new(Code::Notation, format!("Add {what} after {verb}, such as {example}."));
        self.rest.next().ok_or_else(missing)
    }

    fn planet(&mut self, verb: &str) -> Result<Planet, Refusal> {
        let example = &self.content.planet(Planet(2)).id;
        let word = self.next(verb, "a planet", example)?;
        planet_named(self.content, word)
    }

    fn order(&mut self, verb: &str) -> Result<Order, Refusal> {
        let example = &self.content.order(Order(0)).id;
        let word = self.next(verb, "an Order", example)?;
        order_named(self.content, word)
    }

    fn number(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "a number", "1")?;
        let number = word.parse().ok().filter(|n: &u8| n.to_string() == word);
        number.ok_or_else(|| Refusal::new(Code::Notation, format!("{} is not a number.", quoted(word))))
    }

    fn end(&mut self) -> Result<(), Refusal> {
        match self.rest.next() {
            None => Ok(()),
            Some(extra) => {
                let message = format!("Leave out {}: the move is complete without it.", quoted(extra));
                Err(Refusal::new(Code::Notation, message))
            }
        }
    }
}

/// The planet with this id, or a refusal that lists the planets.
pub(crate) fn planet_named(content: &Content, word: &str) -> Result<Planet, Refusal> {
    content.planet_named(word).ok_or_else(|| {
        let known = Text::listed(Planet::all().map(|planet| content.planet(planet).id.clone()));
        let message = text![quoted(word), " is not a planet. The planets are ", known, "."];
        Refusal::new(Code::Notation, message)
    })
}

/// The Order with this id, or a refusal that lists the Orders.
pub(crate) fn order_named(content: &Content, word: &str) -> Result<Order, Refusal> {
    content.order_named(word).ok_or_else(|| {
        let known = Text::listed(Order::all().map(|order| content.order(order).id.clone()));
        let message = text![quoted(word), " is not an Order. The Orders are ", known, "."];
        Refusal::new(Code::Notation, message)
    })
}
