//! In the Shadow of Atlas: five planets in a row, with a side for each player.

mod art;
mod card;
mod chain;
mod choice;
mod cover;
mod foresight;
mod guide;
mod label;
pub mod page;
mod picture;
mod planet;
mod player;
mod table;

use std::fmt::Write;

use atlas_core::{Seat, Text};
use atlas_shadow_of_atlas::example::Example;
use atlas_shadow_of_atlas::{Action, ShadowOfAtlas, View};

use maud::Markup;

use crate::{Board, Page, Sight};

impl Board for ShadowOfAtlas {
    const COVER: fn() -> Markup = page::cover;
    const PAGE: Option<Page<ShadowOfAtlas>> = Some(Page {
        defs: page::defs,
        board: page::board,
        guide: guide::guide,
        preview: page::preview,
        standings: page::standings,
        picture: picture::picture,
        example: |script| script.parse::<Example>().and_then(|example| example.scenario.deal()).ok(),
    });

    fn text(sight: &Sight<'_, ShadowOfAtlas>, first: u8) -> String {
        text(&sight.view, sight.names, first)
    }

    fn label(sight: &Sight<'_, ShadowOfAtlas>, action: Action, _: &str) -> Text {
        label::label(sight, action)
    }
}

/// The table as text: a line for each planet with both sides, then a line for each player. The first seat has the
/// number `first`.
fn text(view: &View, names: &[String], first: u8) -> String {
    let mut text = String::new();
    let mut line =
        |words: String| writeln!(text, "{}", words.trim_end()).expect("writing to a string cannot fail");
    let orders = |orders: &[String]| if orders.is_empty() { "-".to_owned() } else { orders.join(" ") };
    let called = |seat: usize| Seat(seat as u8 + first).to_string();
    line(format!("{:<14}{:<11}{:<26}{}", "planet", "arbiter", called(0), called(1)));
    for planet in &view.planets {
        let arbiter = planet.arbiter.map_or_else(|| "-".to_owned(), |seat| called(seat.index()));
        let [own, other] = [0, 1].map(|seat| orders(&planet.orders[seat]));
        line(format!("{:<14}{arbiter:<11}{own:<26}{other}", planet.id));
    }
    line(String::new());
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (seat, name) in names.iter().enumerate() {
        let order = if view.first.index() == seat { "First" } else { "Second" };
        let turn = if view.to_act.is_some_and(|it| it.index() == seat) { "   <- to act" } else { "" };
        line(format!(
            "{}  {name:<width$}   {order:<6}   credits {}   outposts {:>2}   cards {}{turn}",
            called(seat),
            view.credits[seat],
            view.outpost_counts[seat],
            view.hand_sizes[seat]
        ));
    }
    line(format!("turn {}, deck {}, discard pile: {}", view.turn, view.deck_size, orders(&view.discard)));
    for (seat, known) in view.known.iter().enumerate().filter(|(_, known)| !known.is_empty()) {
        line(format!("known in the hand of {}: {}", called(seat), orders(known)));
    }
    if let Some(card) = view.pending.as_ref().and_then(|pending| pending.card.as_ref()) {
        line(format!("turned up: {card}"));
    }
    for (seat, hand) in view.hands.iter().enumerate() {
        if let Some(hand) = hand.as_ref().filter(|hand| !hand.is_empty()) {
            line(format!("hand of {}: {}", called(seat), orders(hand)));
        }
    }
    if let (Some(deck), Some(outposts)) = (&view.deck, &view.outposts) {
        line(format!("deck, top first: {}", orders(deck)));
        for (seat, fronts) in outposts.iter().enumerate() {
            line(format!("outposts of {}: {}", called(seat), orders(fronts)));
        }
    }
    text
}
