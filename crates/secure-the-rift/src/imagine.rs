//! Imagining the hidden cards: a random state that a seat cannot tell apart from the true one.

use atlas_core::{Chance, Seat};

use crate::deck::Deck;
use crate::pack::language::{CardId, Kinds};
use crate::state::SecureTheRift;
use crate::things::{HiddenCard, ItemKind};

/// A state that the seat cannot tell apart from this one. Hidden cards are shuffled. An opponent's deck that the seat
/// does not know is a preconstructed one that contains all cards seen so far, or a random legal one if none does.
pub(crate) fn imagine(state: &SecureTheRift, seat: Seat, chance: &mut Chance) -> SecureTheRift {
    let mut world = state.clone();
    for other in 0..state.players.len() as u8 {
        let other = Seat(other);
        if state.player(other).lost {
            continue;
        }
        let known = |hidden: &HiddenCard| hidden.known >> seat.0 & 1 == 1;
        let own = other == seat;
        let player = state.player(other);
        let hand_hidden = |held: &HiddenCard| !own && !known(held);
        let deck_hidden = |held: &HiddenCard| !known(held);
        let mut cards: Vec<CardId> = player
            .hand
            .iter()
            .filter(|it| hand_hidden(it))
            .chain(player.deck.iter().filter(|it| deck_hidden(it)))
            .map(|it| it.card)
            .collect();
        let mut pile = player.pile.clone();
        if !own && !state.house_rules.open_decklists {
            let size = cards.len();
            let (seen, seen_energy) = seen_by(state, seat, other);
            let deck = likely_deck(state, &seen, &seen_energy, chance);
            cards = without(&deck.main, &seen);
            chance.shuffle(&mut cards);
            cards.truncate(size);
            let left = without(&deck.energy, &seen_energy);
            let size = pile.len();
            pile = left;
            chance.shuffle(&mut pile);
            pile.truncate(size);
        }
        chance.shuffle(&mut cards);
        chance.shuffle(&mut pile);
        let player = world.player_mut(other);
        player.pile = pile;
        for hidden in player.hand.iter_mut().filter(|it| hand_hidden(it)) {
            hidden.card = cards.pop().expect("there are as many cards as hidden places");
        }
        for hidden in player.deck.iter_mut().filter(|it| deck_hidden(it)) {
            hidden.card = cards.pop().expect("there are as many cards as hidden places");
        }
        player.hand.sort_by_key(|held| (held.card, held.known));
    }
    world
}

/// The cards of a player that a seat has seen and that are still in the game: those of the main deck and those of the
/// energy pile, both sorted.
fn seen_by(state: &SecureTheRift, seat: Seat, of: Seat) -> (Vec<CardId>, Vec<CardId>) {
    let player = state.player(of);
    let front = state.front.iter().filter(|piece| piece.owner == of).map(|piece| piece.card);
    let piles = player.scrap.iter().chain(&player.void).map(|it| it.card);
    let items = state.sequence.iter().chain(state.conclusion.iter().map(|it| &it.item));
    let items = items
        .filter(|item| matches!(item.kind, ItemKind::Card { owner, .. } if owner == of))
        .map(|it| it.card);
    let hidden =
        player.hand.iter().chain(&player.deck).filter(|it| it.known >> seat.0 & 1 == 1).map(|it| it.card);
    let all = front.chain(piles).chain(items).chain(hidden).filter(|card| !state.card(*card).token);
    let (mut main, mut energy): (Vec<CardId>, Vec<CardId>) =
        all.partition(|card| state.card(*card).kind != Kinds::ENERGY);
    main.sort_unstable();
    energy.sort_unstable();
    (main, energy)
}

fn likely_deck(state: &SecureTheRift, seen: &[CardId], energy: &[CardId], chance: &mut Chance) -> Deck {
    let library = state.library.get();
    let is_possible = |deck: &&Deck| contains(&deck.main, seen) && contains(&deck.energy, energy);
    let possible: Vec<&Deck> = library.preconstructed().filter(is_possible).collect();
    if possible.is_empty() {
        return Deck::random(library, seen, energy, chance);
    }
    possible[chance.below(possible.len() as u32) as usize].clone()
}

/// Whether `cards` contains `some`, each card at least as often. Both are sorted.
fn contains(cards: &[CardId], some: &[CardId]) -> bool {
    let mut cards = cards.iter();
    some.iter().all(|card| cards.any(|it| it == card))
}

/// `cards` without `some`. Both are sorted.
fn without(cards: &[CardId], some: &[CardId]) -> Vec<CardId> {
    let mut some = some.iter().peekable();
    let is_left = |card: &&CardId| {
        while some.next_if(|it| it < card).is_some() {}
        some.next_if(|it| it == card).is_none()
    };
    cards.iter().filter(is_left).copied().collect()
}
