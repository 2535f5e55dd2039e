//! The board as a picture. Each Time of day has its own copy of the drawings, in its own colours.

use std::sync::LazyLock;

use atlas_enchanted_lands::{Card, EnchantedLands, Face, Stack, Suit};
use maud::{Markup, html};

use super::{lying, scene};
use crate::picture::{BOARD_WIDTH, HEIGHT, Palette, Picture, WIDTH};
use crate::seat::letter;
use crate::{STYLE, Sight};

/// The name of the colours of empty spots, and of flipped cards.
const EMPTY: &str = "empty";
const FLIPPED: &str = "flipped";

/// The margin around the board, the width of the labels at its left, and the height of those above it.
const MARGIN: f64 = 24.0;
const LABEL: f64 = 46.0;
const HEAD: f64 = 34.0;
const GAP: f64 = 6.0;

pub(super) fn picture(sight: &Sight<'_, EnchantedLands>) -> Picture {
    let columns = if sight.view.hands.len() == 4 { 8 } else { 7 };
    Picture { defs: DEFS.clone(), ground: ground(), board: board(sight, columns), dark: false }
}

static DEFS: LazyLock<String> = LazyLock::new(|| {
    let stage = ".el-stage";
    let mut palettes: Vec<(&str, Palette<'_>)> = Vec::new();
    for suit in Suit::ALL {
        let selector = format!(".el-{}", suit.name());
        palettes.push((suit.name(), Palette::of(STYLE, &[":root", stage, &selector])));
    }
    palettes.push((EMPTY, Palette::of(STYLE, &[":root", stage, ".el-empty:not(.target)"])));
    palettes.push((FLIPPED, Palette::of(STYLE, &[":root", stage, ".el-flipped"])));
    let mut defs = String::new();
    for (name, palette) in &palettes {
        defs += &palette.coloured("el-", name, scene::drawings());
    }
    for seat in 0..4 {
        let palette = Palette::of(STYLE, &[":root", &format!(".el-seat-{seat}")]);
        defs += &palette.coloured("el-", &format!("seat{seat}"), &scene::chip_drawings());
    }
    let hints: Vec<String> =
        palettes[Suit::ALL.len()..].iter().map(|(_, palette)| palette.value("var(--el-hint)")).collect();
    let more = format!(
        "<style>.{EMPTY}{{stroke:{};stroke-width:.8;opacity:.75}}.{FLIPPED}{{stroke:{};stroke-width:.6}}</style>\
         <clipPath id=\"el-round\"><rect width=\"120\" height=\"160\" rx=\"11\"/></clipPath>\
         <linearGradient id=\"el-ground\" x2=\"0\" y2=\"1\"><stop stop-color=\"#f4f3e6\"/>\
         <stop offset=\"1\" stop-color=\"#cfddd3\"/></linearGradient>",
        hints[0], hints[1]
    );
    defs + &more
});

fn ground() -> Markup {
    html! { rect width=(WIDTH) height=(HEIGHT) fill="url(#el-ground)" {} }
}

fn board(sight: &Sight<'_, EnchantedLands>, columns: u8) -> Markup {
    let room = f64::from(BOARD_WIDTH) - 2.0 * MARGIN - LABEL - 2.0 * GAP;
    let high = (f64::from(HEIGHT) - 2.0 * MARGIN - HEAD - GAP) / 4.0 - GAP;
    let width = (room / f64::from(columns) - GAP).min(high * 0.75);
    let height = width / 0.75;
    let all = (f64::from(columns) * (width + GAP) + LABEL + GAP, 4.0 * (height + GAP) + HEAD);
    let (left, top) = ((f64::from(BOARD_WIDTH) - all.0) / 2.0, (f64::from(HEIGHT) - all.1) / 2.0);
    let x = |number: u8| left + LABEL + f64::from(number - 1) * (width + GAP);
    let y = |row: usize| top + HEAD + row as f64 * (height + GAP);
    html! {
        rect x=(left - GAP) y=(top - GAP) width=(all.0 + GAP) height=(all.1 + GAP) rx="16" fill="#fffdf2" {}
        g font-family="Alegreya" font-weight="800" text-anchor="middle" {
            @for number in 1..=columns {
                text x=(x(number) + width / 2.0) y=(top + HEAD - 12.0) font-size="20" { (number) }
            }
            @for (row, suit) in Suit::ALL.into_iter().enumerate() {
                @let middle = y(row) + height / 2.0;
                g transform={ "translate(" (left + LABEL / 2.0 - 12.0) " " (middle - 24.0) ")" } {
                    use href={ "#" (suit.name()) "-el-is-" (suit.name()) } {}
                }
                text x=(left + LABEL / 2.0 - GAP / 2.0) y=(middle + 18.0) font-size="13.5" { (suit.title()) }
                @for number in 1..=columns {
                    g transform={ "translate(" (x(number)) " " (y(row)) ") scale(" (width / 120.0) ")" } {
                        (spot(sight, Card::new(suit, number)))
                    }
                }
            }
        }
    }
}

/// A spot of the board on a canvas of 120 by 160, with the card that lies there.
fn spot(sight: &Sight<'_, EnchantedLands>, card: Card) -> Markup {
    let face_at = |face| lying(&sight.view, face).find(|it| it.card == card);
    let (time, number) = (card.suit().name(), card.number());
    let draw = |colours: &str, what: String| {
        html! { use href={ "#" (colours) "-el-" (what) } width="120" height="160" {} }
    };
    let place = format!("p{number}");
    html! {
        g clip-path="url(#el-round)" {
            @if face_at(Face::Up).is_some() {
                (draw(time, format!("sky-{time}"))) (draw(time, place)) (draw(time, format!("light-{time}")))
            } @else if face_at(Face::Flipped).is_some() {
                rect width="120" height="160" fill="#14303a" {}
                g class=(FLIPPED) { (draw(FLIPPED, "back".to_owned())) (draw(FLIPPED, place)) (draw(time, "frame".to_owned())) }
            } @else {
                rect width="120" height="160" fill="#f8f1e2" {}
                g class=(EMPTY) { (draw(EMPTY, place)) }
            }
        }
        @if let Some(placed) = face_at(Face::Up).or(face_at(Face::Flipped)) {
            (corner(card, placed.face))
            @if let Some(stack) = placed.stack { (stacked(stack, placed.face == Face::Flipped)) }
        } @else {
            rect x=".5" y=".5" width="119" height="159" rx="11" fill="none" stroke="#ddd0b4" {}
        }
    }
}

fn corner(card: Card, face: Face) -> Markup {
    let (ground, ink) = if face == Face::Up { ("#fff8e6", "#2b2418") } else { ("#0d2730", "#f2dfae") };
    html! {
        path d="M11 0H44V24a8 8 0 0 1-8 8H0V11A11 11 0 0 1 11 0Z" fill=(ground) {}
        text x="13" y="24" font-size="24" fill=(ink) { (card.number()) }
        g transform="translate(23 8) scale(.7)" fill=(ink) color=(ink) {
            use href={ "#" (card.suit().name()) "-el-is-" (card.suit().name()) } {}
        }
    }
}

/// A stack, with chips in the colours of its seat.
fn stacked(stack: Stack, right: bool) -> Markup {
    let (top, chips) = scene::stack_chips(stack, right, &format!("seat{}-", stack.seat.0));
    html! {
        g transform="translate(20 50) scale(1.1)" {
            (chips)
            text x="36" y=(top + 50) font-size="36" fill="#2b2418" { (stack.chips) }
            text x="60" y=(top + 20) font-size="20" fill="#fff8e6" font-family="Figtree" font-weight="600" { (letter(stack.seat)) }
        }
    }
}
