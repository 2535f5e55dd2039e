//! The table as HTML: players, board, hands, and the chips to bet with.
//!
//! What can be picked is a button with the word it stands for in `data-token`. Cards carry their name in
//! `data-thing` wherever they lie, so that a script can let one move from a hand to the board. What a spot
//! would hold is not a thing, so an empty spot has no name of that kind.

use atlas_core::Seat;
use atlas_enchanted_lands::action::MOST_CHIPS;
use atlas_enchanted_lands::{Card, Face, Placed, Side, Stack, Suit, View};
use maud::{Markup, html};

use super::scene;
use crate::Seating;

/// The whole table as this viewer sees it.
pub fn html(view: &View, seating: &Seating<'_>) -> Markup {
    let page = Page { view, seating };
    let own = seating.own.filter(|seat| seat.index() < view.hands.len());
    html! {
        div.el-table {
            (scene::defs())
            div.el-layout.el-cols-8[page.columns() == 8] {
                (page.players())
                (page.board())
                @if let Some(seat) = own { (page.own_hand(seat)) }
                (page.open_cards(own))
            }
        }
    }
}

/// A picture of the game for a list of games: one Place through the four Times of day.
pub fn cover() -> Markup {
    html! {
        div.el-table.el-cover role="img" aria-label="The same tower at dawn, at day, at sunset and at night" {
            (scene::defs())
            @for suit in Suit::ALL {
                div class={ "el-card el-" (suit.name()) } { (scene::card(Card::new(suit, 8), Face::Up)) }
            }
        }
    }
}

/// A card that lies open, anywhere but on the board.
pub fn open_card(card: Card) -> Markup {
    html! {
        div class={ "el-card el-" (card.suit().name()) } data-thing=(card) role="img" aria-label=(title(card))
            title=(title(card)) { (face_up(card)) }
    }
}

/// A card on the board, with the stack on it.
pub fn placed_card(placed: &Placed, label: &str) -> Markup {
    let Placed { card, face, stack } = *placed;
    let class = if face == Face::Flipped { " el-flipped" } else { "" };
    html! {
        div class={ "el-card el-" (card.suit().name()) (class) } data-thing=(card) role="img"
            aria-label=(label) title=(label) {
            (scene::card(card, face))
            (corner(card))
            @if let Some(stack) = stack { (scene::stack(stack)) }
        }
    }
}

/// `Dawn 3, the Old Oak`
fn title(card: Card) -> String {
    format!("{} {}, {}", scene::time(card.suit()), card.number(), scene::place(card))
}

/// What a face-up card shows; its label says the same to those who do not see it.
fn face_up(card: Card) -> Markup {
    html! {
        (scene::card(card, Face::Up))
        (corner(card))
        span.el-name { (scene::place(card)) }
    }
}

/// The number and the sun or moon, in the corner.
fn corner(card: Card) -> Markup {
    html! { span.el-corner { b { (card.number()) } (scene::glyph(card.suit())) } }
}

fn plural(n: usize, thing: &str) -> String {
    if n == 1 { thing.to_owned() } else { format!("{thing}s") }
}

pub(super) fn counted(n: usize, thing: &str) -> String {
    format!("{n} {}", plural(n, thing))
}

/// What a seat is called.
pub(super) fn name_of(seating: &Seating<'_>, seat: Seat) -> String {
    seating.names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
}

struct Page<'a> {
    view: &'a View,
    seating: &'a Seating<'a>,
}

impl Page<'_> {
    fn columns(&self) -> u8 {
        if self.view.hands.len() == 4 { 8 } else { 7 }
    }

    fn name(&self, seat: Seat) -> String {
        name_of(self.seating, seat)
    }

    fn players(&self) -> Markup {
        html! {
            section.el-side aria-label="Players" {
                ol.el-players {
                    @for seat in Seat::all(self.view.hands.len() as u8) { (self.player(seat)) }
                }
                ul.el-stock {
                    li { (scene::backs()) span { b { (self.view.pile_size) } " in the pile" } }
                    li { (scene::backs()) span { b { (self.view.removed_count) } " put away" } }
                }
            }
        }
    }

    fn player(&self, seat: Seat) -> Markup {
        let (view, own) = (self.view, self.seating.own == Some(seat));
        let turn = view.to_act == Some(seat);
        let chips = view.chips.get(seat.index()).map_or(0, |chips| usize::from(*chips));
        let cards = view.hand_sizes.get(seat.index()).copied().unwrap_or(0);
        // Only stacks that were right still lie on flipped cards.
        let flipped = view.board.iter().filter(|it| it.face == Face::Flipped);
        let stacks = flipped.filter_map(|it| it.stack).filter(|stack| stack.seat == seat);
        let right: Vec<usize> = stacks.map(|stack| stack.chips.into()).collect();
        let (name, letter) = (self.name(seat), scene::letter(seat));
        html! {
            li class={ "el-player el-seat-" (seat.0) } aria-current=[turn.then_some("true")] {
                span.el-badge title={ "The chips of " (name) " carry the letter " (letter) } { (letter) }
                div.el-who {
                    span.el-person { (name) }
                    @if own { span.el-you { "you" } }
                    @if turn { span.el-turn { @if own { "your turn" } @else { "to act" } } }
                }
                div.el-has {
                    span title="Chips left" {
                        (scene::piles(chips)) b { (chips) } span.el-word { (plural(chips, " chip")) }
                    }
                    span title="Cards in hand" {
                        (scene::backs()) b { (cards) } span.el-word { (plural(cards, " card")) }
                    }
                    span title="Chips that were right" {
                        span.el-tick aria-hidden="true" { "✓" }
                        b { (right.iter().sum::<usize>()) }
                        span.el-word {
                            " right" @if !right.is_empty() { " in " (counted(right.len(), "stack")) }
                        }
                    }
                }
            }
        }
    }

    fn board(&self) -> Markup {
        html! {
            table.el-board {
                caption.el-unseen { "The board: a row for each Time, a column for each Place" }
                thead {
                    tr {
                        td {}
                        @for number in 1..=self.columns() {
                            th scope="col" {
                                b { (number) }
                                span { " " (scene::PLACES[usize::from(number) - 1]) }
                            }
                        }
                    }
                }
                tbody {
                    @for suit in Suit::ALL {
                        tr class={ "el-" (suit.name()) } {
                            th scope="row" {
                                i aria-hidden="true" { (scene::glyph(suit)) }
                                span { (scene::time(suit)) }
                            }
                            @for number in 1..=self.columns() { td { (self.spot(Card::new(suit, number))) } }
                        }
                    }
                }
            }
        }
    }

    fn spot(&self, card: Card) -> Markup {
        if let Some(placed) = self.view.board.iter().find(|it| it.card == card) {
            return placed_card(placed, &self.label(placed));
        }
        html! {
            div.el-card.el-empty role="img" aria-label={ (title(card)) ": empty" } {
                (scene::outline(card.number()))
                (corner(card))
            }
        }
    }

    /// Everything there is to say about a card on the board.
    fn label(&self, placed: &Placed) -> String {
        let face = if placed.face == Face::Up { "face up" } else { "flipped" };
        let card = title(placed.card);
        match placed.stack {
            None => format!("{card}, {face}"),
            Some(Stack { seat, side, chips }) => {
                let chips = counted(chips.into(), &format!("{} chip", side.title()));
                format!("{card}, {face}, {chips} of {}", self.name(seat))
            }
        }
    }

    fn own_hand(&self, seat: Seat) -> Markup {
        let hand = self.view.hands[seat.index()].as_deref().unwrap_or_default();
        html! {
            @if self.view.to_act.is_some() || !hand.is_empty() {
                div class={ "el-own el-seat-" (seat.0) } {
                    div.el-hand role="group" aria-label="Your hand" {
                        @for card in hand.iter().copied() {
                            button type="button" class={ "card token el-card el-" (card.suit().name()) }
                                data-token=(card) data-thing=(card) aria-label=(title(card)) {
                                (face_up(card))
                            }
                        }
                    }
                    (bets())
                }
            }
        }
    }

    /// What only some may see, or everybody when the game is over.
    fn open_cards(&self, own: Option<Seat>) -> Markup {
        let hands =
            Seat::all(self.view.hands.len() as u8).filter(|seat| own != Some(*seat)).filter_map(|seat| {
                let hand = self.view.hands[seat.index()].as_deref()?;
                Some((format!("Hand of {}", self.name(seat)), hand))
            });
        let rest = [("The pile, next first", &self.view.pile), ("Put away", &self.view.removed)]
            .into_iter()
            .filter_map(|(what, cards)| Some((what.to_owned(), cards.as_deref()?)));
        html! {
            @for (what, cards) in hands.chain(rest).filter(|(_, cards)| !cards.is_empty()) {
                section.el-open {
                    h2 { (what) }
                    div.el-row { @for card in cards.iter().copied() { (open_card(card)) } }
                }
            }
        }
    }
}

/// A prediction is a side and a number of chips.
fn bets() -> Markup {
    html! {
        div.el-bets role="group" aria-label="Bet" {
            @for (side, taken) in [(Side::Time, "its row"), (Side::Place, "its column")] {
                button.token.el-bet.el-bet-side type="button" data-token=(side.name())
                    aria-label={ (side.title()) ": the card will be taken by " (taken) } {
                    (scene::chip(side)) span { (side.title()) }
                }
            }
            @for chips in 1..=MOST_CHIPS {
                button.token.el-bet type="button" data-token=(chips)
                    aria-label=(counted(chips.into(), "chip")) {
                    (scene::piles(chips.into())) span { (chips) }
                }
            }
        }
    }
}
