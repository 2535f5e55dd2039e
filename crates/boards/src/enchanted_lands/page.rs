//! The table as HTML: players, board, hands, and the chips to bet with.
//!
//! A card or chip that can be picked is a button with its word in `data-token`. Cards and stacks of chips have their
//! name in `data-thing` wherever they are, so a script can animate a card from a hand to the board. An empty spot has
//! no such name.

use atlas_core::Seat;
use atlas_enchanted_lands::action::MOST_CHIPS;
use atlas_enchanted_lands::{Card, Cards, EnchantedLands, Event, Face, Placed, Side, Stack, Suit, View};
use maud::{Markup, html};

use super::scene;
use crate::Sight;
use crate::board::Seen;

/// The whole table as this viewer sees it.
pub(super) fn board(sight: &Sight<'_, EnchantedLands>) -> Markup {
    let page = Page { view: &sight.view, sight, latest: Latest::of(&sight.latest) };
    let own = sight.own.filter(|seat| seat.index() < sight.view.hands.len());
    html! {
        div.el-table {
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

/// A face-up card that is not on the board.
pub fn open_card(card: Card) -> Markup {
    html! {
        div class={ "el-card el-" (card.suit().name()) } data-thing=(card) role="img" aria-label=(title(card))
            title=(title(card)) { (face_up(card)) }
    }
}

/// A card on the board, with its stack.
pub fn placed_card(placed: &Placed, label: &str, latest: &Latest) -> Markup {
    let Placed { card, face, stack } = *placed;
    let flipped = if face == Face::Flipped { " el-flipped" } else { "" };
    html! {
        div class={ "el-card el-" (card.suit().name()) (flipped) (latest.class(card)) } data-thing=(card) role="img"
            aria-label=(label) title=(label) {
            (scene::card(card, face))
            (corner(card))
            @for side in latest.took(card) { span.el-took { (scene::chip(side)) } }
            @if latest.lost.contains(card) { span.el-lost aria-hidden="true" { "✗" } }
            // Only correct stacks remain on flipped cards.
            @if let Some(stack) = stack { (scene::stack(card, stack, face == Face::Flipped)) }
        }
    }
}

/// The changes on the board by the last entry.
#[derive(Clone, Copy, Default, Debug)]
pub struct Latest {
    /// The cards that changed.
    fresh: Cards,
    /// EL-23: the cards that a Time flipped.
    time: Cards,
    /// EL-27: the cards that a Place flipped.
    place: Cards,
    /// EL-49, EL-52: the cards whose chips were lost.
    lost: Cards,
}

impl Latest {
    /// The changes by these events.
    pub fn of(seen: &[Seen<Event>]) -> Latest {
        let mut latest = Latest::default();
        for Seen { event, .. } in seen {
            latest.fresh |= match *event {
                Event::Time(cards) => {
                    latest.time |= cards;
                    cards
                }
                Event::Place(cards) => {
                    latest.place |= cards;
                    cards
                }
                Event::Lost { card, .. } | Event::Swept { card, .. } => {
                    latest.lost |= card.alone();
                    card.alone()
                }
                Event::Played { card, .. } | Event::Bet { card, .. } | Event::Kept { card, .. } => {
                    card.alone()
                }
                Event::Drew { card, .. } => card.map_or(Cards::NONE, Card::alone),
                Event::Over | Event::Left { .. } => Cards::NONE,
            };
        }
        latest
    }

    fn class(&self, card: Card) -> &'static str {
        if self.fresh.contains(card) { " fresh" } else { "" }
    }

    /// What has just flipped a card: a Time, a Place or both.
    fn took(&self, card: Card) -> impl Iterator<Item = Side> {
        let sets = [(Side::Time, self.time), (Side::Place, self.place)];
        sets.into_iter().filter(move |(_, cards)| cards.contains(card)).map(|(side, _)| side)
    }
}

/// The full name of a card, such as `Dawn 3, the Old Oak`.
fn title(card: Card) -> String {
    format!("{}, {}", card.title(), scene::place(card))
}

/// The content of a face-up card. Its label has the same text for screen readers.
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

struct Page<'a> {
    view: &'a View,
    sight: &'a Sight<'a, EnchantedLands>,
    latest: Latest,
}

impl Page<'_> {
    fn columns(&self) -> u8 {
        if self.view.hands.len() == 4 { 8 } else { 7 }
    }

    fn name(&self, seat: Seat) -> String {
        self.sight.name(seat)
    }

    fn players(&self) -> Markup {
        html! {
            section.el-side aria-label="Players" {
                ol.el-players {
                    @for seat in Seat::all(self.view.hands.len() as u8) { (self.player(seat)) }
                }
                ul.el-stock {
                    li { (scene::backs()) span { b { (self.view.pile_size) } " in the pile" } }
                    li { (scene::backs()) span { b { (self.view.removed_count) } " removed" } }
                }
            }
        }
    }

    fn player(&self, seat: Seat) -> Markup {
        let (view, own) = (self.view, self.sight.own == Some(seat));
        let turn = view.to_act == Some(seat);
        let chips = view.chips.get(seat.index()).map_or(0, |chips| usize::from(*chips));
        let cards = view.hand_sizes.get(seat.index()).copied().unwrap_or(0);
        // Only correct stacks remain on flipped cards.
        let flipped = view.board.iter().filter(|it| it.face == Face::Flipped);
        let stacks = flipped.filter_map(|it| it.stack).filter(|stack| stack.seat == seat);
        let right: Vec<usize> = stacks.map(|stack| stack.chips.into()).collect();
        let chips_right: usize = right.iter().sum();
        let points = view.points.get(seat.index()).map_or(0, |points| *points as usize);
        let (name, letter) = (self.name(seat), scene::letter(seat));
        html! {
            li class={ "el-player el-seat-" (seat.0) } aria-current=[turn.then_some("true")] {
                span.el-badge title={ "The chips of " (name) " carry the letter " (letter) } { (letter) }
                div.el-who {
                    span.el-person { (name) }
                    @if own { span.el-you { "you" } }
                    @if turn { span.el-turn { @if own { "your turn" } @else { "to move" } } }
                }
                div.el-has {
                    span title="Chips left" {
                        (scene::piles(chips)) b { (chips) } span.el-word { (plural(chips, " chip")) }
                    }
                    span title="Cards in hand" {
                        (scene::backs()) b { (cards) } span.el-word { (plural(cards, " card")) }
                    }
                    span title={ (counted(chips_right, "chip")) " right in " (counted(right.len(), "stack")) } {
                        span.el-tick aria-hidden="true" { "✓" }
                        b { (points) } span.el-word { (plural(points, " point")) }
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
                            th.el-done[self.completed_place(number)] scope="col" {
                                b { (number) }
                                span { " " (scene::PLACES[usize::from(number) - 1]) }
                                @if self.completed_place(number) { em.el-cry aria-hidden="true" { "Place!" } }
                            }
                        }
                    }
                }
                tbody {
                    @for suit in Suit::ALL {
                        tr class={ "el-" (suit.name()) } {
                            th.el-done[self.completed_time(suit)] scope="row" {
                                i aria-hidden="true" { (scene::glyph(suit)) }
                                span { (suit.title()) }
                                @if self.completed_time(suit) { em.el-cry aria-hidden="true" { "Time!" } }
                            }
                            @for number in 1..=self.columns() { td { (self.spot(Card::new(suit, number))) } }
                        }
                    }
                }
            }
        }
    }

    fn completed_time(&self, suit: Suit) -> bool {
        self.latest.time.into_iter().any(|card| card.suit() == suit)
    }

    fn completed_place(&self, number: u8) -> bool {
        self.latest.place.into_iter().any(|card| card.number() == number)
    }

    fn spot(&self, card: Card) -> Markup {
        if let Some(placed) = self.view.board.iter().find(|it| it.card == card) {
            return placed_card(placed, &self.label(placed), &self.latest);
        }
        html! {
            div.el-card.el-empty role="img" aria-label={ (title(card)) ": empty" } {
                (scene::outline(card.number()))
                (corner(card))
            }
        }
    }

    /// The complete description of a card on the board.
    fn label(&self, placed: &Placed) -> String {
        let flipped = placed.face == Face::Flipped;
        let mut facts = vec![title(placed.card), if flipped { "flipped" } else { "face up" }.to_owned()];
        if let Some(Stack { seat, side, chips }) = placed.stack {
            let chips = usize::from(chips);
            let stack = counted(chips, &format!("{} chip", side.title()));
            facts.push(format!("{stack} of {}", self.name(seat)));
            if flipped {
                facts.push(format!("right: {}", counted(chips + 1, "point")));
            }
        }
        let took: Vec<&str> = self.latest.took(placed.card).map(Side::title).collect();
        if !took.is_empty() {
            facts.push(format!("just taken by a {}", took.join(" and a ")));
        }
        if self.latest.lost.contains(placed.card) {
            facts.push("its chips were just lost".to_owned());
        }
        facts.join(", ")
    }

    fn own_hand(&self, seat: Seat) -> Markup {
        let hand = self.view.hands[seat.index()].as_deref().unwrap_or_default();
        html! {
            @if self.view.to_act.is_some() || !hand.is_empty() {
                div class={ "el-own el-seat-" (seat.0) } {
                    div.el-hand role="group" aria-label="Your hand" {
                        @for card in hand.iter().copied() {
                            button type="button"
                                class={ "card token el-card el-" (card.suit().name()) (self.latest.class(card)) }
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

    /// Cards that are hidden from most viewers, or shown to everybody after the game.
    fn open_cards(&self, own: Option<Seat>) -> Markup {
        let hands =
            Seat::all(self.view.hands.len() as u8).filter(|seat| own != Some(*seat)).filter_map(|seat| {
                let hand = self.view.hands[seat.index()].as_deref()?;
                Some((format!("Hand of {}", self.name(seat)), hand))
            });
        let rest = [("The pile, next first", &self.view.pile), ("Removed", &self.view.removed)]
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

/// The buttons for a bet: a side and a number of chips.
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
