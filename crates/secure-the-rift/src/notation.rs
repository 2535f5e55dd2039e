//! The sentences for actions, such as `play spark-volley drone.7`, `attack drone.7 base.1` and `pass`.
//!
//! A card that everyone sees is written as its id and its number, a card in a hand as its id, and a player as
//! `base.0`.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat, Viewer};

use crate::action::{Action, FirstChoice};
use crate::announce::Announcement;
use crate::conclude::Task;
use crate::pack::language::CardId;
use crate::state::{Decision, SecureTheRift};
use crate::things::{Number, Thing};

/// The sentence for an action, as a viewer may know it (SR-130).
pub(crate) fn write_for(state: &SecureTheRift, action: Action, viewer: Viewer) -> String {
    let own = state.asked().is_some_and(|seat| viewer.sees(seat));
    match action {
        _ if own || !is_secret(state, action) => write(state, action),
        Action::Redraw(_) => "redraw a card".to_owned(),
        Action::Pay(_) => "pay a card".to_owned(),
        _ => "choose a card".to_owned(),
    }
}

/// SR-130, SR-R03, SR-R35: whether only the player who chooses knows which card it is: one that leaves the hand face
/// down, or one that will be discarded together with others that are not chosen yet.
fn is_secret(state: &SecureTheRift, action: Action) -> bool {
    let payment = |announcement: &Announcement| state.total_cost(announcement).1.pick;
    match (state.decision, action) {
        (Decision::Redraw { .. }, Action::Redraw(_)) => true,
        (Decision::Announcement, Action::Pay(thing)) => {
            let more = |it: &Announcement| payment(it).is_some_and(|all| it.paid.len() + 1 < all.n.into());
            thing.in_hand().is_some() && state.announcement.as_ref().is_some_and(more)
        }
        (Decision::Choice { .. }, Action::Choose(_)) => {
            let tasks = state.conclusion.as_ref().map_or(&[][..], |it| &it.tasks);
            match tasks {
                [.., Task::DiscardPicked, Task::Discard { left, .. }] => *left > 1,
                [.., Task::Bury { .. } | Task::Discard { .. }] => true,
                _ => false,
            }
        }
        _ => false,
    }
}

/// The sentence for an action.
pub(crate) fn write(state: &SecureTheRift, action: Action) -> String {
    let thing = |it: Thing| word(state, it);
    let card = |number: Number| word(state, Thing::card(number));
    let name = |it: CardId| state.card(it).id.as_str();
    let first = |it: FirstChoice| match it {
        FirstChoice::None => String::new(),
        FirstChoice::Mode(n) => format!(" mode {n}"),
        FirstChoice::X(n) => format!(" x {n}"),
        FirstChoice::Target(it) => format!(" {}", thing(it)),
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
        Action::NextBlocker(it) => format!("first {}", card(it)),
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

/// The card with this number, wherever it is.
pub(crate) fn card_of(state: &SecureTheRift, number: Number) -> Option<CardId> {
    let piece = state.last_known(number).map(|piece| piece.card);
    let item = || state.sequence.iter().find(|item| item.number == number).map(|item| item.card);
    let concluding =
        || state.conclusion.as_ref().map(|it| it.item).filter(|it| it.number == number).map(|it| it.card);
    let in_pile = || {
        let piles = state.players.iter().flat_map(|player| player.scrap.iter().chain(&player.void));
        piles.into_iter().find(|it| it.number == number).map(|it| it.card)
    };
    piece.or_else(item).or_else(concluding).or_else(in_pile)
}

/// The action that a sentence means. It need not be legal.
pub(crate) fn read(state: &SecureTheRift, _: Seat, sentence: &str) -> Result<Action, Refusal> {
    let mut words = Words { state, rest: sentence.split_whitespace() };
    let Some(verb) = words.rest.next() else {
        let message = "Name a move, such as play, use, attack or pass.";
        return Err(Refusal::new(Code::Notation, message));
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
        "first" => Action::NextBlocker(words.card(verb)?),
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
            let known = "The moves are play, use, attack, block, declare and pass. Questions are answered with mode, \
                         x, target, enough, pay, trigger, first, assign, choose, apply, nothing, yes, no, redraw and \
                         keep.";
            let message = format!("{} is not a move in this game. {known}", quoted(other));
            return Err(Refusal::new(Code::Notation, message));
        }
    };
    match words.rest.next() {
        None => Ok(action),
        Some(extra) => {
            let message = format!("Leave out {}: the move is complete without it.", quoted(extra));
            Err(Refusal::new(Code::Notation, message))
        }
    }
}

/// The words of a sentence that have not been read yet.
struct Words<'a, W> {
    state: &'a SecureTheRift,
    rest: W,
}

impl<'a, W: Iterator<Item = &'a str> + Clone> Words<'a, W> {
    fn next(&mut self, verb: &str, what: &str) -> Result<&'a str, Refusal> {
        self.rest
            .next()
            .ok_or_else(|| Refusal::new(Code::Notation, format!("Add {what} after {}.", quoted(verb))))
    }

    fn held(&mut self, verb: &str) -> Result<CardId, Refusal> {
        let word = self.next(verb, "a card")?;
        card_named(self.state, word)
    }

    fn thing(&mut self, verb: &str) -> Result<Thing, Refusal> {
        let word = self.next(verb, "a card or a Base")?;
        thing_named(self.state, word)
    }

    fn card(&mut self, verb: &str) -> Result<Number, Refusal> {
        let word = self.next(verb, "a card with its number, such as drone.7,")?;
        thing_named(self.state, word)?.number().ok_or_else(|| {
            Refusal::new(
                Code::Notation,
                format!("{} is not a card with its number, such as drone.7.", quoted(word)),
            )
        })
    }

    fn number(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "a number")?;
        number(word).ok_or_else(|| Refusal::new(Code::Notation, format!("{} is not a number.", quoted(word))))
    }

    fn first(&mut self) -> Result<FirstChoice, Refusal> {
        match self.rest.clone().next() {
            None => Ok(FirstChoice::None),
            Some("mode") => {
                self.rest.next();
                self.number("mode").map(FirstChoice::Mode)
            }
            Some("x") => {
                self.rest.next();
                self.number("x").map(FirstChoice::X)
            }
            Some(_) => self.thing("target").map(FirstChoice::Target),
        }
    }
}

/// A number in its canonical form, without a sign or leading zeros.
fn number(word: &str) -> Option<u8> {
    word.parse().ok().filter(|n: &u8| n.to_string() == word)
}

/// The card with this id.
pub(crate) fn card_named(state: &SecureTheRift, word: &str) -> Result<CardId, Refusal> {
    let card = state.library.card_named(word);
    card.ok_or_else(|| {
        Refusal::new(Code::Notation, format!("There is no card with the id {}.", quoted(word)))
    })
}

/// The thing that a word refers to.
pub(crate) fn thing_named(state: &SecureTheRift, name: &str) -> Result<Thing, Refusal> {
    let Some((id, digits)) = name.rsplit_once('.') else { return card_named(state, name).map(Thing::held) };
    let refuse = || Refusal::new(Code::Notation, format!("There is no {} on the table.", quoted(name)));
    let number: u16 = digits.parse().ok().filter(|n: &u16| n.to_string() == digits).ok_or_else(refuse)?;
    if id == "base" {
        let seat = Seat(u8::try_from(number).map_err(|_| refuse())?);
        return if seat.index() < state.players.len() { Ok(Thing::base(seat)) } else { Err(refuse()) };
    }
    let card = card_of(state, number).filter(|_| number < Thing::NUMBERS).ok_or_else(refuse)?;
    if state.card(card).id == id { Ok(Thing::card(number)) } else { Err(refuse()) }
}
