//! The legal actions of a hand, as a list or one at a time.

use atlas_core::Chance;

use crate::action::{Action, MOST_CHIPS};
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

/// The menu for each number of chips, the shorter ones filled up with zeros.
const MENUS: [[u16; 11]; MOST_CHIPS as usize + 1] = {
    const fn wide<const WIDTH: usize>() -> [u16; 11] {
        let (narrow, mut wide) = (menu::<WIDTH>(), [0; 11]);
        let mut i = 0;
        while i < WIDTH {
            wide[i] = narrow[i];
            i += 1;
        }
        wide
    }
    [wide::<1>(), wide::<3>(), wide::<5>(), wide::<7>(), wide::<9>(), wide::<11>()]
};

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
    for card in hand {
        let bare = Action::play(card);
        if completing.contains(card) {
            out.push(bare);
        } else {
            out.extend_from_slice(&menu.map(|extra| Action(bare.0 | extra)));
        }
    }
}

/// One of the actions of [`list`], each equally likely.
#[inline]
pub(crate) fn pick(hand: Cards, completing: Cards, chips: u8, chance: &mut Chance) -> Action {
    let (open, closed) = (hand & !completing, hand & completing);
    let width = 1 + 2 * u32::from(chips);
    let with_menu = open.len() as u32 * width;
    let choice = chance.below(with_menu + closed.len() as u32);
    if choice < with_menu {
        let bare = Action::play(open.nth(choice / width));
        Action(bare.0 | MENUS[chips as usize % MENUS.len()][(choice % width) as usize % 11])
    } else {
        Action::play(closed.nth(choice - with_menu))
    }
}
