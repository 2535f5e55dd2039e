//! The table as HTML: players, board, hands, and the chips to bet with. It fills the stage, at every size.
//!
//! A card or chip that can be picked is a button with its word in `data-token`. Cards and stacks of chips have their
//! name in `data-thing` wherever they are, so a script can animate a card from a hand to the board. An empty spot has
//! no such name.

use std::sync::LazyLock;

use atlas_core::Seat;
use atlas_enchanted_lands::action::MOST_CHIPS;
use atlas_enchanted_lands::{Card, Cards, EnchantedLands, Event, Face, Placed, Side, Stack, Suit, View};
use maud::{Markup, html};

use super::{grid, lying, scene};
use crate::board::Seen;
use crate::{Pen, Sight, seat};

/// The whole table as this viewer sees it.
pub(super) fn board(sight: &Sight<'_, EnchantedLands>, pen: &Pen<'_>) -> Markup {
    let own = sight.own.filter(|seat| seat.index() < sight.view.hands.len());
    let hand = own.and_then(|seat| sight.view.hands[seat.index()].as_deref()).unwrap_or_default();
    let playing = own.filter(|_| sight.view.to_act.is_some() || !hand.is_empty());
    let page = Page { view: &sight.view, sight, latest: Latest::of(&sight.latest), hand, pen };
    let open = page.open_cards(own);
    html! {
        div.el-stage.el-cols-8[page.columns() == 8].el-bare[playing.is_none() && open.is_none()] {
            (page.players())
            (page.board())
            @if let Some(seat) = playing { (page.own_hand(seat)) }
            @if let Some(open) = open {
                // The area scrolls, so it must be reachable with keys.
                div.el-shown role="group" aria-label="Open cards" tabindex="0" data-part="el-open" { (pen.part("el-open", open)) }
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
        div class={ "el-card el-" (card.suit().name()) (flipped) (latest.class(card)) } data-thing=(card) data-face=(if face == Face::Up { "up" } else { "flipped" })
            role="img" aria-label=(label) title=(label) {
            (scene::card(card, face))
            (corner(card, false))
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
        (corner(card, true)) " "
        span.el-name aria-hidden="true" { (scene::short(scene::place(card))) }
    }
}

/// The number and the sun or moon, in the corner. In a button it must be hidden from screen readers.
fn corner(card: Card, hidden: bool) -> Markup {
    html! {
        span.el-corner aria-hidden=[hidden.then_some("true")] { b { (card.number()) } (scene::glyph(card.suit())) }
    }
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
    /// The viewer's own hand.
    hand: &'a [Card],
    pen: &'a Pen<'a>,
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
                @let plates: Vec<Plate> = Seat::all(self.view.hands.len() as u8).map(|seat| self.plate(seat)).collect();
                ol.el-players data-part="el-players" {
                    (self.pen.keep("el-players", &plates, || html! { @for plate in &plates { (player(plate)) } }))
                }
                @let (pile, removed) = (self.view.pile_size, self.view.removed_count);
                ul.el-stock data-part="el-stock" { (self.pen.keep("el-stock", (pile, removed), || stock(pile, removed))) }
                section.el-room data-room="preview" aria-label="Preview" {}
            }
        }
    }

    /// What the plate of a player shows.
    fn plate(&self, seat: Seat) -> Plate {
        let view = self.view;
        let stacks: Vec<usize> = right_stacks(view, seat).map(|stack| stack.chips.into()).collect();
        Plate {
            seat,
            name: self.name(seat),
            own: self.sight.own == Some(seat),
            turn: view.to_act == Some(seat),
            chips: view.chips.get(seat.index()).map_or(0, |chips| usize::from(*chips)),
            cards: view.hand_sizes.get(seat.index()).copied().unwrap_or(0),
            points: view.points.get(seat.index()).map_or(0, |points| *points as usize),
            right_chips: stacks.iter().sum(),
            right_stacks: stacks.len(),
        }
    }

    fn board(&self) -> Markup {
        html! {
            table.el-board {
                caption.el-unseen { "The board: a row for each Time, a column for each Place" }
                thead {
                    tr data-part="el-head" { (self.pen.keep("el-head", (self.view.pile_size, self.latest.place), || self.head())) }
                }
                tbody {
                    @for suit in Suit::ALL {
                        tr class={ "el-" (suit.name()) } {
                            @let names = &PART_NAMES[suit as usize];
                            @let completed = self.completed_time(suit);
                            th scope="row" data-part=(names[0]) {
                                (self.pen.keep(names[0].as_str(), completed, || row_head(suit, completed)))
                            }
                            @for number in 1..=self.columns() {
                                @let name = names[usize::from(number)].as_str();
                                td data-part=(name) { (self.spot(name, Card::new(suit, number))) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The numbers and names of the Places, and the pile where there is no room for it elsewhere.
    fn head(&self) -> Markup {
        html! {
            td { span.el-deck aria-hidden="true" { (scene::backs()) (self.view.pile_size) } }
            @for number in 1..=self.columns() {
                th scope="col" {
                    b { (number) }
                    span { " " (scene::short(scene::PLACES[usize::from(number) - 1])) }
                    @if self.completed_place(number) { em.el-cry aria-hidden="true" { "Place!" } }
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

    /// A spot of the board. Most of them are the same as before.
    fn spot(&self, name: &'static str, card: Card) -> Markup {
        let Some(placed) = self.view.board.iter().find(|it| it.card == card) else {
            let held = self.hand.contains(&card);
            return self.pen.keep(name, held, || empty_spot(card, held));
        };
        let owner = placed.stack.map(|stack| self.name(stack.seat));
        let Latest { fresh, time, place, lost } = self.latest;
        let just = [fresh, time, place, lost].map(|cards| cards.contains(card));
        self.pen.keep(name, (placed, owner, just), || placed_card(placed, &self.label(placed), &self.latest))
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
        html! {
            @let grid = grid(self.view);
            @let cards: Vec<(Card, bool, bool)> =
                self.hand.iter().map(|card| (*card, grid.completes(*card), self.latest.fresh.contains(*card))).collect();
            div.el-hand role="group" aria-label="Your hand" data-part="el-hand" {
                (self.pen.keep("el-hand", &cards, || hand_cards(&cards)))
            }
            @if self.view.to_act.is_some() {
                @let (refusal, whole) = (self.no_bet(seat), cards.iter().any(|(_, whole, _)| *whole));
                div class={ "el-bets el-seat-" (seat.0) } role="group" aria-label="Your bet" data-part="el-bets" {
                    (self.pen.keep("el-bets", (refusal, whole), || bets(refusal, whole)))
                }
            }
        }
    }

    /// Why no bet is possible in this turn, in short and in full.
    fn no_bet(&self, seat: Seat) -> Option<(&'static str, &'static str)> {
        let legal = &self.sight.legal;
        let bets = legal.iter().any(|action| action.chips() > 0);
        (!legal.is_empty() && !bets).then(|| match self.view.chips.get(seat.index()) {
            Some(0) => ("No chips left", "All your chips are on the board or lost."),
            _ => NO_BET,
        })
    }

    /// Cards that are hidden from most viewers, or shown to everybody after the game.
    fn open_cards(&self, own: Option<Seat>) -> Option<Markup> {
        let hands =
            Seat::all(self.view.hands.len() as u8).filter(|seat| own != Some(*seat)).filter_map(|seat| {
                let hand = self.view.hands[seat.index()].as_deref()?;
                Some((format!("Hand of {}", self.name(seat)), hand))
            });
        let rest = [("The pile, next first", &self.view.pile), ("Removed", &self.view.removed)]
            .into_iter()
            .filter_map(|(what, cards)| Some((what.to_owned(), cards.as_deref()?)));
        let shown: Vec<(String, &[Card])> =
            hands.chain(rest).filter(|(_, cards)| !cards.is_empty()).collect();
        let sections = html! {
            @for (what, cards) in &shown {
                section.el-open {
                    h2 { (what) }
                    div.el-row { @for card in cards.iter().copied() { (open_card(card)) } }
                }
            }
        };
        (!shown.is_empty()).then_some(sections)
    }
}

/// What the plate of a player shows.
#[derive(Hash)]
struct Plate {
    seat: Seat,
    name: String,
    own: bool,
    turn: bool,
    chips: usize,
    cards: usize,
    points: usize,
    right_chips: usize,
    right_stacks: usize,
}

fn player(plate: &Plate) -> Markup {
    let Plate { seat, name, own, turn, chips, cards, points, right_chips, right_stacks } = plate;
    html! {
        li class={ "el-player el-seat-" (seat.0) } data-plate=(seat.0) aria-current=[turn.then_some("true")] {
            (seat::badge(*seat))
            div.el-who {
                span.el-person title=(name) { (name) }
                span.presence {}
                @if *turn { span.el-turn { @if *own { "your turn" } @else { "to move" } } }
                @else if *own { span.el-you { "you" } }
            }
            div.el-has {
                span title="Chips left" {
                    (scene::piles(*chips)) b { (chips) } span.el-unseen { (plural(*chips, " chip")) }
                }
                span.el-cards title="Cards in hand" {
                    (scene::backs()) b { (cards) } span.el-unseen { (plural(*cards, " card")) }
                }
            }
            div.el-points
                title={ (counted(*right_chips, "chip")) " in " (counted(*right_stacks, "right stack")) } {
                b { (points) } span { (plural(*points, " point")) }
            }
        }
    }
}

fn stock(pile: usize, removed: usize) -> Markup {
    html! {
        li { (scene::backs()) span { b { (pile) } " in the pile" } }
        li { (scene::backs()) span { b { (removed) } " removed" } }
    }
}

/// The cards of a hand. Each may complete something, and may have just been drawn.
fn hand_cards(cards: &[(Card, bool, bool)]) -> Markup {
    html! {
        @for (card, whole, fresh) in cards {
            @let whole = if *whole { " el-whole" } else { "" };
            @let fresh = if *fresh { " fresh" } else { "" };
            button type="button" class={ "card token el-card el-" (card.suit().name()) (whole) (fresh) }
                data-token=(card) data-thing=(card) aria-label={ (card.title()) ", " (scene::short(scene::place(*card))) } {
                (face_up(*card))
            }
        }
    }
}

/// The buttons for a bet: a side and a number of chips. When no bet is possible in this turn, a note says why. `whole` says
/// that a card of the hand completes something.
fn bets(refusal: Option<(&str, &str)>, whole: bool) -> Markup {
    html! {
        @if let Some((what, why)) = refusal {
            p.el-nobet { (scene::lock()) b { (what) } span { (why) } }
        } @else {
            // It is shown in place of the buttons while such a card is picked.
            @if whole { p.el-why { (scene::lock()) b { (NO_BET.0) } span { (NO_BET.1) } } }
            @for (side, line) in [(Side::Time, "row"), (Side::Place, "column")] {
                button.token.el-bet type="button" data-token=(side.name()) data-step="2"
                    aria-label={ (side.title()) ": the " (line) " takes the card first" } {
                    (scene::chip(side)) (side.title())
                }
            }
            div.el-count {
                @for chips in 1..=MOST_CHIPS {
                    button.token.el-bet type="button" data-token=(chips) data-step="3"
                        data-default=[(chips == 1).then_some("")] aria-label=(counted(chips.into(), "chip")) {
                        (scene::piles(chips.into())) (chips)
                    }
                }
            }
        }
    }
}

/// The names of the parts of the board: for each Time its name, and its spots by number.
static PART_NAMES: LazyLock<[[String; 9]; 4]> = LazyLock::new(|| {
    Suit::ALL.map(|suit| {
        std::array::from_fn(|number| match number {
            0 => format!("el-{}", suit.name()),
            _ => format!("el-{}{number}", suit.name()),
        })
    })
});

/// An empty spot. Where the viewer holds its card, the card can be dropped there.
fn empty_spot(card: Card, held: bool) -> Markup {
    html! {
        div.el-card.el-empty data-drop=[held.then_some(card)] role="img" aria-label={
            (title(card)) ": empty" @if held { ", for your card" }
        } {
            @if held { (scene::card(card, Face::Up)) } @else { (scene::outline(card.number())) }
            (corner(card, false))
        }
    }
}

/// The name of a Time at the left of its row.
fn row_head(suit: Suit, completed: bool) -> Markup {
    html! {
        (scene::glyph(suit))
        span { (suit.title()) }
        @if completed { em.el-cry aria-hidden="true" { "Time!" } }
    }
}

/// EL-34: why there is no bet, in short and in full.
const NO_BET: (&str, &str) =
    ("No bet this turn", "A card that completes a Time or a Place cannot carry chips.");

/// The correct stacks of a player. Only these remain on flipped cards.
pub(super) fn right_stacks(view: &View, seat: Seat) -> impl Iterator<Item = Stack> {
    lying(view, Face::Flipped).filter_map(|it| it.stack).filter(move |stack| stack.seat == seat)
}
