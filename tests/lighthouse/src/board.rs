//! A simple board for Lighthouse.

use std::fmt::Write;

use atlas_boards::picture::Picture;
use atlas_boards::preview::foresight;
use atlas_boards::{Board, Page, Pen, Sight};
use atlas_core::{Game, Seat, Text, text};
use maud::{Markup, html};

use crate::{Action, Lighthouse};

impl Board for Lighthouse {
    const COVER: fn() -> Markup = || html! { p { "Lighthouse" } };
    const PAGE: Option<Page<Lighthouse>> = Some(Page {
        defs: || html! {},
        board,
        guide: |_, _| None,
        preview: |sight, action, preview| {
            let label = Lighthouse::label(sight, action, "");
            foresight(preview, &label, sight.names, Lighthouse::FACTS.id)
        },
        standings: |_| Vec::new(),
        picture: |sight| Picture {
            defs: String::new(),
            ground: html! {},
            board: html! { text { "Night " (sight.view.night) } },
            dark: false,
        },
        example: |_| None,
    });

    fn text(sight: &Sight<'_, Lighthouse>, first: u8) -> String {
        let view = &sight.view;
        let mut text =
            format!("night {}, storms {:?}, lit {} of {}\n", view.night, view.storms, view.lit, view.needed);
        for (seat, plan) in Seat::all(view.plans.len() as u8).zip(&view.plans) {
            let at = plan.map_or_else(String::new, |plan| format!("   beacon {}", plan.beacon + 1));
            let ready = if view.ready.contains(seat) { "   ready" } else { "" };
            let number = seat.0 + first;
            writeln!(text, "seat {number}  {}{at}{ready}", sight.name(seat))
                .expect("writing to a string cannot fail");
        }
        text
    }

    fn label(_: &Sight<'_, Lighthouse>, action: Action, _: &str) -> Text {
        match action {
            Action::Place { beacon, card } => text!["Place a ", card, " at beacon ", beacon + 1],
            Action::TakeBack => "Take the card back".into(),
            Action::Ready => "Ready".into(),
        }
    }
}

fn board(sight: &Sight<'_, Lighthouse>, _: &Pen<'_>) -> Markup {
    let view = &sight.view;
    html! {
        p { "Night " (view.night) ", lit " (view.lit) " of " (view.needed) }
        ol {
            @for (beacon, storm) in view.storms.iter().enumerate() {
                li data-thing={ "beacon-" (beacon + 1) } {
                    button.token type="button" data-token={ "beacon-" (beacon + 1) } { "Beacon " (beacon + 1) " (" (storm) ")" }
                }
            }
        }
        @if let Some(hand) = sight.own.and_then(|seat| view.hands[seat.index()].as_ref()) {
            @for card in hand { button.token type="button" data-token=(card) { (card) } }
        }
        @for word in ["place", "take-back", "ready"] { button.token type="button" data-token=(word) { (word) } }
    }
}
