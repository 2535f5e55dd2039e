//! The legal actions of a hand, as a list or one at a time.

use atlas_core::Chance;

use crate::action::Action;
use crate::board::Board;
use crate::card::Cards;

/// What can be added to a card: nothing, then Time with 1 to `chips` chips, then Place. (EL-35, EL-36)
const fn menu<const WIDTH: usize>() -> [u16; WIDTH] {
    let chips = WIDTH / 2;
    let mut menu = [0; WIDTH];
    let mut i = 1;
    while i <= chips {
        menu[i] = i as u16;
        menu[i + chips] = 8 | i as u16;
        i += 1;
    }
    menu
}

/// Seven cards with eleven actions each.
const MOST: usize = 77;

/// EL-31: every card of the hand; EL-34: with a bet only where it completes nothing.
#[inline]
pub(crate) fn list(hand: Cards, completing: Cards, chips: u8, out: &mut Vec<Action>) {
    // One copy for each width, so that a card's whole menu is added by a few wide stores.
    match chips {
        0 => fill::<1>(hand, completing, out),
        1 => fill::<3>(hand, completing, out),
        2 => fill::<5>(hand, completing, out),
        3 => fill::<7>(hand, completing, out),
        4 => fill::<9>(hand, completing, out),
        _ => fill::<11>(hand, completing, out),
    }
}

#[inline]
fn fill<const WIDTH: usize>(hand: Cards, completing: Cards, out: &mut Vec<Action>) {
    let menu = const { menu::<WIDTH>() };
    // Room for the longest list at once, so that no card has to ask for its own.
    let mut size = out.len();
    out.resize(size + MOST, Action(0));
    for card in hand {
        let bare = Action::play(card);
        if completing.contains(card) {
            out[size] = bare;
            size += 1;
        } else {
            out[size..size + WIDTH].copy_from_slice(&menu.map(|extra| Action(bare.0 | extra)));
            size += WIDTH;
        }
    }
    out.truncate(size);
}

/// One of the actions of [`list`], each equally likely: a card with something from its menu, drawn again if
/// that is a bet on a card that completes something.
#[inline]
pub(crate) fn pick(hand: Cards, board: Board, chips: u8, chance: &mut Chance) -> Action {
    let chips = u32::from(chips);
    let width = 1 + 2 * chips;
    let all = hand.len() as u32 * width;
    loop {
        let choice = chance.below(all);
        let (card, item) = (hand.nth(choice / width), choice % width);
        if item == 0 {
            return Action::play(card);
        }
        if !board.completes(card) {
            let extra = if item > chips { 8 + item - chips } else { item };
            return Action(Action::play(card).0 | extra as u16);
        }
    }
}
