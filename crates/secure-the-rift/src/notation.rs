//! Sentences: `play spark-volley drone.7`, `attack drone.7 base.1`, `pass`.
//!
//! A card that everyone sees is its name and its number; a card in a hand is its name; a player is `base.0`.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat};

use crate::action::{Action, First};
use crate::pack::language::CardId;
use crate::state::SecureTheRift;
use crate::things::{Number, Thing};

/// The action as a sentence.
pub(crate) fn write(state: &SecureTheRift, action: Action) -> String {
    let thing = |it: Thing| word(state, it);
    let card = |number: Number| word(state, Thing::card(number));
    let name = |it: CardId| state.card(it).id.as_str();
    let first = |it: First| match it {
        First::None => String::new(),
        First::Mode(n) => format!(" mode {n}"),
        First::X(n) => format!(" x {n}"),
        First::Target(it) => format!(" {}", thing(it)),
    };
    match action {
        Action::Play(it, then) => format!("play {}{}", name(it), first(then)),
        Action::Use(it, n, then) => format!("use {} {n}{}", card(it), first(then)),
        Action::Attack(it, target) => format!("attack {} {}", card(it), thing(target)),
        Action::Block(it, attacker) => format!("block {} {}", card(it), card(attacker)),
        Action::Declare => "declare".to_owned(),
        Action::Mode(n) => format!("mode {n}"),
        Action::X(n) => format!("x {n}"),
        Action::Target(it) => format!("target {}", thing(it)),
        Action::Enough => "enough".to_owned(),
        Action::Pay(it) => format!("pay {}", thing(it)),
        Action::Trigger(n) => format!("trigger {n}"),
        Action::First(it) => format!("first {}", card(it)),
        Action::Assign(n) => format!("assign {n}"),
        Action::Choose(it) => format!("choose {}", thing(it)),
        Action::Apply(n) => format!("apply {n}"),
        Action::Nothing => "nothing".to_owned(),
        Action::Yes => "yes".to_owned(),
        Action::No => "no".to_owned(),
        Action::Redraw(it) => format!("redraw {}", name(it)),
        Action::Keep => "keep".to_owned(),
        Action::Pass => "pass".to_owned(),
    }
}

/// The word for a thing.
pub(crate) fn word(state: &SecureTheRift, thing: Thing) -> String {
    if let Some(seat) = thing.seat() {
        return format!("base.{}", seat.0);
    }
    if let Some(card) = thing.in_hand() {
        return state.card(card).id.clone();
    }
    let number = thing.number().unwrap_or(0);
    match card_of(state, number) {
        Some(card) => format!("{}.{number}", state.card(card).id),
        None => format!("nothing.{number}"),
    }
}

/// The card that has a number, wherever it lies.
pub(crate) fn card_of(state: &SecureTheRift, number: Number) -> Option<CardId> {
    let piece = state.last_known(number).map(|piece| piece.card);
    let item = || state.sequence.iter().find(|item| item.number == number).map(|item| item.card);
    let concluding =
        || state.conclusion.as_ref().map(|it| it.item).filter(|it| it.number == number).map(|it| it.card);
    let lying = || {
        let zones = state.players.iter().flat_map(|player| player.scrap.iter().chain(&player.void));
        zones.into_iter().find(|lying| lying.number == number).map(|lying| lying.card)
    };
    piece.or_else(item).or_else(concluding).or_else(lying)
}

/// The action that a sentence says. Whether it is legal is another question.
pub(crate) fn read(state: &SecureTheRift, _: Seat, sentence: &str) -> Result<Action, Refusal> {
    let mut words = Words { state, rest: sentence.split_whitespace() };
    let Some(verb) = words.rest.next() else {
        return Err(Refusal::new(Code::Notation, "say what to do, like play, use, attack or pass"));
    };
    let action = match verb {
        "play" => Action::Play(words.held(verb)?, words.first()?),
        "use" => Action::Use(words.card(verb)?, words.number(verb)?, words.first()?),
        "attack" => Action::Attack(words.card(verb)?, words.thing(verb)?),
        "block" => Action::Block(words.card(verb)?, words.card(verb)?),
        "declare" => Action::Declare,
        "mode" => Action::Mode(words.number(verb)?),
        "x" => Action::X(words.number(verb)?),
        "target" => Action::Target(words.thing(verb)?),
        "enough" => Action::Enough,
        "pay" => Action::Pay(words.thing(verb)?),
        "trigger" => Action::Trigger(words.number(verb)?),
        "first" => Action::First(words.card(verb)?),
        "assign" => Action::Assign(words.number(verb)?),
        "choose" => Action::Choose(words.thing(verb)?),
        "apply" => Action::Apply(words.number(verb)?),
        "nothing" => Action::Nothing,
        "yes" => Action::Yes,
        "no" => Action::No,
        "redraw" => Action::Redraw(words.held(verb)?),
        "keep" => Action::Keep,
        "pass" => Action::Pass,
        other => {
            let known = "play, use, attack, block, declare and pass; mode, x, target, enough, pay, trigger, first, \
                         assign, choose, apply, nothing, yes, no, redraw and keep answer what is asked";
            let message = format!("{} is nothing that can be done: there is {known}", quoted(other));
            return Err(Refusal::new(Code::Notation, message));
        }
    };
    match words.rest.next() {
        None => Ok(action),
        Some(extra) => {
            let message =
                format!("this says all there is to say about {verb}; {} is too much", quoted(extra));
            Err(Refusal::new(Code::Notation, message))
        }
    }
}

/// The words of a sentence that are still to be read.
struct Words<'a, W> {
    state: &'a SecureTheRift,
    rest: W,
}

impl<'a, W: Iterator<Item = &'a str> + Clone> Words<'a, W> {
    fn next(&mut self, verb: &str, what: &str) -> Result<&'a str, Refusal> {
        self.rest.next().ok_or_else(|| Refusal::new(Code::Notation, format!("say {what} after {verb}")))
    }

    fn held(&mut self, verb: &str) -> Result<CardId, Refusal> {
        let word = self.next(verb, "which card")?;
        card_named(self.state, word)
    }

    fn thing(&mut self, verb: &str) -> Result<Thing, Refusal> {
        let word = self.next(verb, "what")?;
        thing_named(self.state, word)
    }

    fn card(&mut self, verb: &str) -> Result<Number, Refusal> {
        let word = self.next(verb, "which card in play, like drone.7")?;
        thing_named(self.state, word)?.number().ok_or_else(|| {
            Refusal::new(
                Code::Notation,
                format!("{} is not a card with a number, like drone.7", quoted(word)),
            )
        })
    }

    fn number(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "a number")?;
        number(word).ok_or_else(|| Refusal::new(Code::Notation, format!("{} is not a number", quoted(word))))
    }

    fn first(&mut self) -> Result<First, Refusal> {
        match self.rest.clone().next() {
            None => Ok(First::None),
            Some("mode") => {
                self.rest.next();
                self.number("mode").map(First::Mode)
            }
            Some("x") => {
                self.rest.next();
                self.number("x").map(First::X)
            }
            Some(_) => self.thing("it").map(First::Target),
        }
    }
}

/// A number that is written in the one way it can be.
fn number(word: &str) -> Option<u8> {
    word.parse().ok().filter(|n: &u8| n.to_string() == word)
}

/// The card that a word names.
pub(crate) fn card_named(state: &SecureTheRift, word: &str) -> Result<CardId, Refusal> {
    let card = state.library.card_named(word);
    card.ok_or_else(|| Refusal::new(Code::Notation, format!("there is no card called {}", quoted(word))))
}

/// The thing that a word names.
pub(crate) fn thing_named(state: &SecureTheRift, said: &str) -> Result<Thing, Refusal> {
    let Some((name, digits)) = said.rsplit_once('.') else { return card_named(state, said).map(Thing::held) };
    let refuse = || Refusal::new(Code::Notation, format!("there is no {} here", quoted(said)));
    let number: u16 = digits.parse().ok().filter(|n: &u16| n.to_string() == digits).ok_or_else(refuse)?;
    if name == "base" {
        let seat = Seat(u8::try_from(number).map_err(|_| refuse())?);
        return if seat.index() < state.players.len() { Ok(Thing::base(seat)) } else { Err(refuse()) };
    }
    let card = card_of(state, number).filter(|_| number < Thing::NUMBERS).ok_or_else(refuse)?;
    if state.card(card).id == name { Ok(Thing::card(number)) } else { Err(refuse()) }
}
