//! The legal actions of a hand: the whole list, or a random one.

use atlas_core::Chance;

use crate::action::Action;
use crate::board::Board;
use crate::card::Cards;

/// The options for a card: no bet, then 1 to `chips` chips on Time, then on Place. (EL-35, EL-36)
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

/// The maximum length of the list: seven cards with eleven actions each.
const MAX_ACTIONS: usize = 77;

/// Lists the legal actions. EL-31: every card of the hand; EL-34: with a bet only if it completes nothing.
#[inline]
pub(crate) fn list(hand: Cards, completing: Cards, chips: u8, out: &mut Vec<Action>) {
    // One instance per width, so that a card's whole menu is written with a few wide stores.
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
    // Reserve space for the longest list once instead of for each card.
    let mut size = out.len();
    out.resize(size + MAX_ACTIONS, Action(0));
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

/// A uniformly random action of [`list`]: a random card with a random item of its menu. It is drawn again if it is a
/// bet on a card that completes something.
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
