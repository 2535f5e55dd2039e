//! Remarks on actions, for players who ask for a hint.

use atlas_core::{Seat, Text, text};

use crate::action::Action;
use crate::names;
use crate::pack::language::{CardId, Kinds};
use crate::pack::text as card_text;
use crate::state::SecureTheRift;
use crate::things::{Number, Piece, Thing};

/// One sentence on the main reason for an action of the seat.
pub(crate) fn remark(state: &SecureTheRift, seat: Seat, action: Action) -> Option<Text> {
    match action {
        Action::Play(card, _) => play(state, seat, card),
        Action::Use(number, n, _) => {
            let card = state.card(state.piece(number)?.card);
            let (place, ..) = SecureTheRift::activated(card).nth(usize::from(n) - 1)?;
            let words = card_text::ability(state.library.get(), &card.abilities[place as usize]);
            quoted(&words).map(|words| text!["It uses this ability: ", words])
        }
        Action::Attack(attacker, target) => attack(state, attacker, target),
        Action::Block(blocker, attacker) => block(state, blocker, attacker),
        Action::Pass => Some(match state.sequence.last() {
            Some(item) => text!["If everyone passes, ", names::item(state, item), " concludes."],
            None if state.attack.is_some() => text!["If everyone passes, the attack goes on."],
            None => text!["If everyone passes, this step ends."],
        }),
        _ => None,
    }
}

/// SR-48: a card from the hand, unless its cost depends on an X that is not chosen yet.
fn play(state: &SecureTheRift, seat: Seat, id: CardId) -> Option<Text> {
    let card = state.card(id);
    if card.x {
        return None;
    }
    let cost = state.cost(seat, id, 0);
    match card.kind {
        Kinds::SOUL => Some(text!["For ", cost, " Energy you get a Soul on the front lines."]),
        Kinds::TECH => Some(text!["For ", cost, " Energy you get a Tech on the front lines."]),
        _ => {
            let words = card_text::lines(state.library.get(), card).pop()?;
            quoted(&words).map(|words| text!["For ", cost, " Energy it does this: ", words])
        }
    }
}

/// SR-86, SR-91: the damage of an attacker, compared with the life or the defence of its target.
fn attack(state: &SecureTheRift, attacker: Number, target: Thing) -> Option<Text> {
    let attack = state.piece(attacker)?.current.attack.max(0);
    if let Some(opponent) = target.seat() {
        let life = state.player(opponent).life;
        if attack >= life {
            return Some(text!["Unblocked, it deals ", attack, " damage, enough to defeat ", opponent, "."]);
        }
        return Some(text![
            "Unblocked, it deals ",
            attack,
            " damage to ",
            opponent,
            ", who has ",
            life,
            " life."
        ]);
    }
    let left = defence_left(state.piece_of(target)?);
    let target = names::thing(state, target);
    Some(if attack >= left {
        text!["It deals ", attack, " damage, enough to kill ", target, "."]
    } else {
        text!["It deals ", attack, " of the ", left, " damage that kill ", target, "."]
    })
}

/// SR-96: the damage that a blocker and its attacker deal to each other.
fn block(state: &SecureTheRift, blocker: Number, attacker: Number) -> Option<Text> {
    let (own, other) = (state.piece(blocker)?, state.piece(attacker)?);
    let (deals, takes) = (own.current.attack.max(0), other.current.attack.max(0));
    let enough = |damage, piece| if damage >= defence_left(piece) { "enough" } else { "not enough" };
    Some(text![
        "It deals ",
        deals,
        " damage, ",
        enough(deals, other),
        " to kill the attacker, and takes ",
        takes,
        ", ",
        enough(takes, own),
        " to die."
    ])
}

/// The damage that kills a Soul.
fn defence_left(soul: &Piece) -> i16 {
    soul.current.defence - soul.damage
}

/// The words of a card as the end of a sentence, if they are only one.
fn quoted(words: &str) -> Option<String> {
    if !words.ends_with('.') || words.matches('.').count() > 1 {
        return None;
    }
    let mut letters = words.chars();
    let first = letters.next()?;
    // Keywords keep their capitals.
    if letters.clone().next().is_some_and(char::is_uppercase) {
        return Some(words.to_owned());
    }
    Some(first.to_lowercase().chain(letters).collect())
}
