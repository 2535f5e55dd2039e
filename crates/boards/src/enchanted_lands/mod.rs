//! Enchanted Lands: a table with a row for each Time of day and a column for each Place.

mod cover;
mod foresight;
pub(crate) mod guide;
mod ink;
pub mod page;
mod picture;
mod places;
pub mod scene;

use std::fmt::Write;

use atlas_core::text::count;
use atlas_core::{Text, text};
use atlas_enchanted_lands::board::Board as Grid;
use atlas_enchanted_lands::example::Example;
use atlas_enchanted_lands::{Action, Card, EnchantedLands, Face, Placed, Side, Suit, View};

use maud::Markup;

use crate::{Board, Page, Sight};

impl Board for EnchantedLands {
    const COVER: fn() -> Markup = cover::cover;
    const PAGE: Option<Page<EnchantedLands>> = Some(Page {
        defs: scene::defs,
        board: page::board,
        guide: guide::guide,
        preview: foresight::preview,
        standings: foresight::standings,
        picture: picture::picture,
        example: |script| script.parse::<Example>().and_then(|example| example.scenario.deal()).ok(),
    });

    fn text(sight: &Sight<'_, EnchantedLands>, first: u8) -> String {
        text(&sight.view, sight.names, first)
    }

    fn label(_: &Sight<'_, EnchantedLands>, action: Action, _: &str) -> Text {
        let bet = || text![" and bet ", count(action.chips().into(), "chip"), " on ", action.side().title()];
        text!["Play ", action.card(), (action.chips() > 0).then(bet)]
    }
}

/// The cards on the board that lie like this.
fn lying(view: &View, face: Face) -> impl Iterator<Item = &Placed> {
    view.board.iter().filter(move |it| it.face == face)
}

/// The board of a view, for questions about Times and Places.
fn grid(view: &View) -> Grid {
    let cards = |face| lying(view, face).map(|it| it.card).collect();
    Grid { up: cards(Face::Up), flipped: cards(Face::Flipped) }
}

/// The table as text. The board is drawn as in the rule book: a number is a face-up card, a number in brackets is a
/// flipped card, and `4/0T2` is a 4 with two Time chips of seat 0. The first seat has the number `first`.
fn text(view: &View, names: &[String], first: u8) -> String {
    let mut text = String::new();
    let columns = if view.hands.len() == 4 { 8 } else { 7 };
    let mut line =
        |words: String| writeln!(text, "{}", words.trim_end()).expect("writing to a string cannot fail");
    line(format!("        {}", (1..=columns).map(|n| format!("{n:<8}")).collect::<String>()));
    for suit in Suit::ALL {
        let cells = (1..=columns).map(|number| format!("{:<8}", cell(view, Card::new(suit, number), first)));
        line(format!("{:<8}{}", suit.name(), cells.collect::<String>()));
    }
    line(String::new());
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let number = |seat: usize| seat + usize::from(first);
    for (seat, name) in names.iter().enumerate() {
        let turn = if view.to_act.is_some_and(|it| it.index() == seat) { "   <- to act" } else { "" };
        line(format!(
            "seat {}  {name:<width$}   chips {:>2}   cards {}{turn}",
            number(seat),
            view.chips[seat],
            view.hand_sizes[seat]
        ));
    }
    line(format!("pile {}, removed {}", view.pile_size, view.removed_count));
    for (seat, hand) in view.hands.iter().enumerate() {
        if let Some(hand) = hand.as_ref().filter(|hand| !hand.is_empty()) {
            line(format!("hand of seat {}: {}", number(seat), listed(hand)));
        }
    }
    for (what, cards) in [("pile, next first", &view.pile), ("removed", &view.removed)] {
        if let Some(cards) = cards.as_ref().filter(|cards| !cards.is_empty()) {
            line(format!("{what}: {}", listed(cards)));
        }
    }
    text
}

fn cell(view: &View, card: Card, first: u8) -> String {
    let Some(Placed { face, stack, .. }) = view.board.iter().find(|it| it.card == card) else {
        return ".".to_owned();
    };
    let number = match face {
        Face::Up => card.number().to_string(),
        Face::Flipped => format!("({})", card.number()),
    };
    match stack {
        None => number,
        Some(stack) => {
            let side = if stack.side == Side::Time { 'T' } else { 'P' };
            format!("{number}/{}{side}{}", stack.seat.0 + first, stack.chips)
        }
    }
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::{Game, Seat, Viewer};

    #[test]
    fn the_board_is_drawn_as_in_the_rule_book() {
        let example: Example =
            "dawn 1 . (3) . . . .\nday . . (3)/1P2 4/0T2 . . .\nsunset . . (3) . . . .\nnight . . (3) . . . .\n\
             hand 0 night-7\nseat 0 plays dawn-2"
                .parse()
                .unwrap();
        let state = example.scenario.deal().unwrap();
        let names = ["you".to_owned(), "greedy".to_owned()];
        let drawn = text(&state.view(Viewer::Seat(Seat(0))), &names, 0);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "        1       2       3       4       5       6       7");
        assert_eq!(lines[1], "dawn    1       .       (3)     .       .       .       .");
        assert_eq!(lines[2], "day     .       .       (3)/1P2 4/0T2   .       .       .");
        assert_eq!(lines[6], "seat 0  you      chips 14   cards 7   <- to act");
        assert!(drawn.contains("hand of seat 0: ") && !drawn.contains("hand of seat 1"));
        assert!(!drawn.contains("removed: "));

        let for_people = text(&state.view(Viewer::Seat(Seat(0))), &names, 1);
        let lines: Vec<&str> = for_people.lines().collect();
        assert_eq!(lines[2], "day     .       .       (3)/2P2 4/1T2   .       .       .");
        assert_eq!(lines[6], "seat 1  you      chips 14   cards 7   <- to act");
        assert!(for_people.contains("hand of seat 1: ") && !for_people.contains("seat 0"));
    }
}
