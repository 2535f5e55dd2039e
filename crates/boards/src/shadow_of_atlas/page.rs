//! The table as HTML: both players, the planets between them, the piles, the hand, and the actions.
//!
//! A thing that can be picked is a button with its word or words in `data-token`. Things that can move between two
//! drawings have a name in `data-thing`. A thing that has just appeared lists the names it may have had before in
//! `data-from`.

use atlas_core::Seat;
use atlas_shadow_of_atlas::content::text;
use atlas_shadow_of_atlas::state::{ENDING_OUTPOSTS, IDLE_TURNS};
use atlas_shadow_of_atlas::{Order, ShadowOfAtlas};
use maud::{Markup, html};

use super::art;
pub use super::cover::cover;
pub(super) use super::foresight::{preview, standings};
use super::table::{Table, counted};
use crate::{Pen, Sight};

/// The whole table as this viewer sees it.
pub(super) fn board(sight: &Sight<'_, ShadowOfAtlas>, pen: &Pen<'_>) -> Markup {
    let table = Table::of(sight);
    let player = |name: &'static str, seat| html! { div.sa-part data-part=(name) { (pen.part(name, table.player(seat))) } };
    html! {
        div.sa-stage {
            (player("sa-far", table.far()))
            (table.sky(pen))
            section.sa-common aria-label="Piles and the end of the game" data-part="sa-common" {
                (pen.part("sa-common", table.common()))
            }
            (player("sa-near", table.near()))
            div.sa-own data-part="sa-own" { (pen.part("sa-own", table.own_area())) }
        }
    }
}

/// The shared drawings that boards refer to.
pub fn defs() -> Markup {
    art::defs()
}

impl Table<'_> {
    /// The hand with the Actions, or with the question that is being resolved. Whoever sees all cards sees them here.
    fn own_area(&self) -> Markup {
        let own = self.plays();
        let opened = self.opened();
        html! {
            @if let Some(seat) = own { (self.own_hand(seat)) }
            @if !opened.is_empty() {
                div.sa-opened tabindex="0" role="group" aria-label="All cards" {
                    @for (what, cards) in opened {
                        section.sa-open {
                            h2 { (what) }
                            ul.sa-row { @for id in cards { (self.small_card(id)) } }
                        }
                    }
                }
            }
            @match (&self.view.pending, own, self.view.to_act) {
                (Some(pending), _, Some(_)) => { (self.question(pending)) }
                (_, Some(seat), _) => { (self.actions(seat)) }
                (_, None, Some(seat)) => { p.sa-idle { "Turn " (self.view.turn) ". " (self.name(seat)) " is to move." } }
                _ => {}
            }
        }
    }

    /// What both players share: the piles, and the progress to the end of the game.
    fn common(&self) -> Markup {
        html! {
            (self.deck())
            (self.discard_pile())
            (self.ends())
            (self.orders())
        }
    }

    /// SA-44: the deck, from which a Survey turns up the top card.
    fn deck(&self) -> Markup {
        let size = self.view.deck_size;
        let class = format!("sa-deck{}", self.fresh("deck"));
        let label = format!("Deck: {}", counted(size, "card"));
        let picture = html! {
            (art::deck(size))
            span { span.sa-word { "Deck " } b { (size) } }
        };
        if self.plays().is_none() || self.view.pending.is_some() {
            return html! { div class=(class) data-thing="deck" role="img" aria-label=(label) title=(label) { (picture) } };
        }
        html! {
            button class={ "token " (class) } type="button" data-token="survey" data-thing="deck"
                title={ (label) ". Survey" } { (picture) }
        }
    }

    /// SA-16: the discard pile, which is completely public. It opens above the board.
    fn discard_pile(&self) -> Markup {
        let discard = &self.view.discard;
        html! {
            details.sa-discard #sa-discard name="sa-panel" {
                summary title="Look through the discard pile" {
                    @match discard.last() {
                        Some(top) => {
                            span class={ "sa-small " (self.order_class(top)) (self.fresh("discard")) }
                                data-thing={ "discard/" (discard.len()) } data-from=[self.discarded_from(top)] { (self.small_face(top)) }
                        }
                        None => { (art::deck(0)) }
                    }
                    span { span.sa-word { "Discard " } b { (discard.len()) } }
                }
                div.sa-panel tabindex="0" role="group" aria-label="Discard pile" {
                    h2 { "Discard pile, the newest card first" }
                    @if discard.is_empty() { p.sa-none { "The discard pile is empty." } }
                    @else { ol.sa-row { @for id in discard.iter().rev() { (self.small_card(id)) } } }
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
        let (developed, all) = (self.developed(), view.planets.len());
        html! {
            dl.sa-ends {
                (progress("Developed", developed, all, "planets are Developed"))
                (progress("Outposts", outposts, ENDING_OUTPOSTS, "Outposts in all"))
                @if view.idle_turns > 0 {
                    (progress("Idle", view.idle_turns.into(), IDLE_TURNS.into(), "turns in a row without an Action"))
                }
            }
        }
    }

    /// Cards that are hidden from most viewers, or shown to everybody after the game.
    fn opened(&self) -> Vec<(String, &[String])> {
        let view = self.view;
        let shown = |seat: &Seat| self.own() != Some(*seat) || self.is_over();
        let hands = [self.far(), self.near()]
            .into_iter()
            .filter(shown)
            .filter_map(|seat| Some((format!("Hand of {}", self.name(seat)), self.hand(seat)?)));
        let deck = view.deck.as_deref().map(|deck| ("Deck, the top card first".to_owned(), deck));
        let fronts = view.outposts.iter().flat_map(|fronts| {
            [self.far(), self.near()]
                .map(|seat| (format!("Outposts of {}", self.name(seat)), fronts[seat.index()].as_slice()))
        });
        hands.chain(deck).chain(fronts).filter(|(_, cards)| !cards.is_empty()).collect()
    }

    /// All Orders, for reference. The list opens above the board.
    fn orders(&self) -> Markup {
        html! {
            details.sa-orders #sa-orders name="sa-panel" {
                summary title="The six Orders" { "Orders" }
                div.sa-panel tabindex="0" role="group" aria-label="The six Orders" {
                    h2 { "The six Orders" }
                    dl.sa-sheet {
                        @for order in Order::all() {
                            @let card = self.content.order(order);
                            div class=(self.order_class(&card.id)) {
                                dt { (self.sigil(&card.id)) b.sa-title { (card.name) } span { (self.seen(&card.id)) " of " (card.count) " in sight" } }
                                dd { (text::ability(card)) @if let Some(special) = &card.in_hand { " " em { (text::in_hand(special)) } } }
                            }
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

/// Progress to the end of the game: a name, a number, and the number that ends it.
fn progress(name: &str, n: usize, of: usize, what: &str) -> Markup {
    html! {
        div title={ (n) " of " (of) " " (what) } { dt { (name) } dd { b { (n) } "/" (of) } }
    }
}
