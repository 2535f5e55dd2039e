//! The table as HTML: both players, the planets between them, the piles, the hand, and the actions.
//!
//! A thing that can be picked is a button with its word or words in `data-token`. Things that can move between two
//! drawings have a name in `data-thing`. A thing that has just appeared lists the names it may have had before in
//! `data-from`.

use atlas_core::Seat;
use atlas_shadow_of_atlas::state::{ENDING_OUTPOSTS, IDLE_TURNS};
use atlas_shadow_of_atlas::{Order, ShadowOfAtlas};
use maud::{Markup, html};

use super::art;
use super::table::{Table, counted};
use crate::Sight;

/// The whole table as this viewer sees it.
pub(super) fn board(sight: &Sight<'_, ShadowOfAtlas>) -> Markup {
    let table = Table::of(sight);
    html! {
        div.sa-table {
            div.sa-layout {
                (table.player(table.far()))
                (table.planets_row())
                (table.player(table.near()))
                (table.own_hand())
                div.sa-beside {
                    (table.common())
                    (table.chain())
                }
                (table.open_cards())
                (table.orders())
            }
        }
    }
}

/// The shared drawings that boards refer to.
pub fn defs() -> Markup {
    art::defs()
}

/// A picture of the game for a list of games: the five worlds, one of them Developed.
pub fn cover() -> Markup {
    html! {
        div.sa-table.sa-cover role="img" aria-label="Five planets in a row, the giant Atlas in the middle" {
            (art::defs())
            div.sa-space { @for n in 0..5 { span class={ "sa-seat-" (n % 2) } { (art::world(n, n % 4 < 3)) } } }
        }
    }
}

impl Table<'_> {
    /// What both players share: the piles, and the progress to the end of the game.
    fn common(&self) -> Markup {
        let view = self.view;
        html! {
            section.sa-common aria-label="What both share" {
                div.sa-piles {
                    (self.deck())
                    @if let Some(card) = view.pending.as_ref().filter(|_| !self.asks("place")).and_then(|it| it.card.as_deref()) {
                        div class={ "sa-small sa-turned fresh " (self.order_class(card)) } data-thing="turned-up" role="img"
                            aria-label={ "Turned up: " (self.card_text(card)) } { (self.small_face(card)) }
                    }
                    (self.discard_pile())
                }
                (self.ends())
            }
        }
    }

    /// SA-44: the deck, from which a Survey turns up the top card.
    fn deck(&self) -> Markup {
        let size = self.view.deck_size;
        let class = format!("sa-deck{}", self.fresh("deck"));
        let label = format!("The deck: {}", counted(size, "card"));
        let picture = html! { (art::deck(size)) span { b { (size) } " deck" } };
        if self.plays().is_none() || self.asked().is_some() {
            return html! { div class=(class) data-thing="deck" role="img" aria-label=(label) { (picture) } };
        }
        html! {
            button class={ "token " (class) } type="button" data-token="survey" data-thing="deck"
                aria-label={ (label) ". Survey" } { (picture) }
        }
    }

    /// SA-16: the discard pile, which is completely public.
    fn discard_pile(&self) -> Markup {
        let discard = &self.view.discard;
        html! {
            details.sa-discard #sa-discard {
                summary {
                    @match discard.last() {
                        Some(top) => {
                            span class={ "sa-small " (self.order_class(top)) (self.fresh("discard")) }
                                data-thing={ "discard/" (discard.len()) } data-from=[self.discarded_from(top)] { (self.small_face(top)) }
                        }
                        None => { (art::deck(0)) }
                    }
                    span { b { (discard.len()) } " discard" }
                }
                @if discard.is_empty() { p.sa-none { "The discard pile is empty." } }
                @else {
                    ol.sa-row aria-label="The discard pile, the newest card first" {
                        @for id in discard.iter().rev() { (self.small_card(id)) }
                    }
                }
            }
        }
    }

    fn discarded_from(&self, id: &str) -> Option<String> {
        self.is_fresh("discard").then(|| {
            let planets = self.view.planets.iter().map(|planet| format!("{}/{id}", planet.id));
            let hands = [self.near(), self.far()].into_iter().flat_map(|seat| self.hand_things(seat, id));
            planets.chain(hands).collect::<Vec<_>>().join(" ")
        })
    }

    /// SA-60, SA-62, SA-R26: the progress to the end of the game.
    fn ends(&self) -> Markup {
        let view = self.view;
        let outposts: usize = view.outpost_counts.iter().sum();
        let second = view.first.next(2);
        let (developed, all) = (self.developed(), view.planets.len());
        html! {
            div.sa-ends {
                p { "Turn " b { (view.turn) } ". The game ends after " (self.turn_of(second)) " with" }
                p { (art::pips(developed, all)) b { (developed) "/" (all) } " planets Developed" }
                p { (art::pips(outposts, ENDING_OUTPOSTS)) b { (outposts) "/" (ENDING_OUTPOSTS) } " Outposts in all" }
                @if view.idle_turns > 0 {
                    p.sa-idle { b { (view.idle_turns) "/" (IDLE_TURNS) } " turns in a row without an Action" }
                }
            }
        }
    }

    /// Cards that are hidden from most viewers, or shown to everybody after the game.
    fn open_cards(&self) -> Markup {
        let view = self.view;
        let shown = |seat: &Seat| self.own() != Some(*seat) || self.is_over();
        let hands = [self.far(), self.near()]
            .into_iter()
            .filter(shown)
            .filter_map(|seat| Some((format!("Hand of {}", self.name(seat)), self.hand(seat)?)));
        let deck = view.deck.as_deref().map(|deck| ("The deck, the top card first".to_owned(), deck));
        let fronts = view.outposts.iter().flat_map(|fronts| {
            [self.far(), self.near()]
                .map(|seat| (format!("Outposts of {}", self.name(seat)), fronts[seat.index()].as_slice()))
        });
        html! {
            div.sa-opened {
                @for (what, cards) in hands.chain(deck).chain(fronts).filter(|(_, cards)| !cards.is_empty()) {
                    section.sa-open {
                        h2 { (what) }
                        ul.sa-row { @for id in cards { (self.small_card(id)) } }
                    }
                }
            }
        }
    }

    /// All Orders, for reference.
    fn orders(&self) -> Markup {
        html! {
            details.sa-orders #sa-orders {
                summary { "The six Orders" }
                div.sa-sheet {
                    @for order in Order::all() {
                        @let card = self.content.order(order);
                        figure {
                            (self.open_card(&card.id))
                            figcaption { (card.count) " cards, " (self.seen(&card.id)) " in sight" }
                        }
                    }
                }
            }
        }
    }

    /// The number of cards of an Order that the viewer can see.
    fn seen(&self, id: &str) -> usize {
        let view = self.view;
        let hands =
            [0, 1].into_iter().flat_map(|seat| view.hands[seat].as_ref().unwrap_or(&view.known[seat]));
        let turned_up = view.pending.iter().filter_map(|pending| pending.card.as_ref());
        let planets = view.planets.iter().flat_map(|planet| planet.orders.iter().flatten());
        let open = hands.chain(turned_up).chain(planets).chain(&view.discard);
        let hidden = view.deck.iter().flatten().chain(view.outposts.iter().flatten().flatten());
        open.chain(hidden).filter(|it| *it == id).count()
    }
}
