//! The pictures: eight Places, each a landscape in layers, and four Times of day to light them.
//!
//! Each Place is drawn once, with classes that name materials (`h1` for the farthest hills, `g1` for the brightest
//! ground, `s3` for stone in the shade). The style sheet gives the materials their colours at each Time, so the same
//! glade is pink at dawn and blue at night. Only skies and lights are drawn separately for each Time, because a
//! gradient cannot take its colours from the card that uses it.
//!
//! Cards are drawn on a canvas of 120 by 160, chips on a canvas of 72 by 72.

use std::sync::LazyLock;

use atlas_enchanted_lands::action::MOST_CHIPS;
use atlas_enchanted_lands::{Card, Face, Side, Stack, Suit};
use maud::{Markup, PreEscaped, html};

use super::ink::Ink;
use super::places;
use crate::seat::letter;

/// The Places by number, from 1.
pub const PLACES: [&str; 8] = [
    "the Glade",
    "the Brook",
    "the Old Oak",
    "the Stone Circle",
    "the Mushroom Ring",
    "the Waterfall",
    "the Hollow Hill",
    "the Tower",
];

/// The name of a card's Place.
pub fn place(card: Card) -> &'static str {
    PLACES[usize::from(card.number()) - 1]
}

/// The name of a Place without its article.
pub fn short(place: &str) -> &str {
    place.trim_start_matches("the ")
}

/// All shared drawings that cards and chips refer to. They must be on the page once.
pub fn defs() -> Markup {
    html! {
        svg.el-defs width="0" height="0" aria-hidden="true" focusable="false" { (PreEscaped(drawings())) }
    }
}

/// The shared drawings themselves.
pub(super) fn drawings() -> &'static str {
    static DRAWINGS: LazyLock<String> = LazyLock::new(|| {
        let mut ink = Ink::default();
        ink.raw("<defs>");
        places::gradients(&mut ink);
        places::parts(&mut ink);
        ink.raw("</defs>");
        places::skies(&mut ink);
        places::lights(&mut ink);
        for (scene, number) in places::PLACES.into_iter().zip(1..) {
            ink.symbol(&format!("p{number}"), scene);
        }
        ink.stretched("back", places::back);
        ink.stretched("frame", places::frame);
        chips(&mut ink);
        glyphs(&mut ink);
        ink.svg
    });
    &DRAWINGS
}

/// The shared drawings of chips.
pub(super) fn chip_drawings() -> String {
    let mut ink = Ink::default();
    chips(&mut ink);
    ink.svg
}

/// The picture of a card that fills any box: the Place at its Time of day, or the back if it is flipped.
pub fn card(card: Card, face: Face) -> Markup {
    let time = card.suit().name();
    html! {
        svg.el-pic {
            @match face {
                Face::Up => {
                    use href={ "#el-sky-" (time) } {}
                    use href={ "#el-p" (card.number()) } {}
                    use href={ "#el-light-" (time) } {}
                }
                Face::Flipped => {
                    use href="#el-back" {}
                    use href={ "#el-p" (card.number()) } {}
                    use href="#el-frame" {}
                }
            }
        }
    }
}

/// The outline of a Place for an empty spot.
pub fn outline(number: u8) -> Markup {
    html! {
        svg.el-pic {
            use href={ "#el-p" (number) } {}
        }
    }
}

/// The little sun or moon of a Time.
pub fn glyph(suit: Suit) -> Markup {
    html! {
        svg.el-glyph viewBox="0 0 24 24" { use href={ "#el-is-" (suit.name()) } {} }
    }
}

/// A stack on a card. The shape and the mark show the side; the colour, the ring and the letter show the owner; the
/// height and the number show the number of chips; a tick shows that the stack was right.
pub fn stack(card: Card, stack: Stack, right: bool) -> Markup {
    let (top, chips) = stack_chips(stack, right, "");
    html! {
        svg class={ "el-stack el-seat-" (stack.seat.0) } viewBox="0 0 72 92" data-thing={ "chips-" (card) } {
            (chips)
            text x="36" y=(top + 50) { (stack.chips) }
            text.el-letter x="60" y=(top + 20) { (letter(stack.seat)) }
        }
    }
}

/// The chips of a stack on a canvas of 72 by 92, and the top of the uppermost one. `palette` is in front of the names of
/// the drawings.
pub(super) fn stack_chips(stack: Stack, right: bool, palette: &str) -> (u32, Markup) {
    let (side, chips) = (stack.side.name(), u32::from(stack.chips));
    let top = u32::from(MOST_CHIPS).saturating_sub(chips) * CHIP_EDGE;
    let below = (1..chips).rev().map(|n| top + n * CHIP_EDGE);
    let drawn = html! {
        @for y in below { use href={ "#" (palette) "el-edge-" (side) } y=(y) {} }
        use href={ "#" (palette) "el-chip-" (side) } y=(top) {}
        use href={ "#" (palette) "el-sign-" (side) } y=(top) {}
        @if right { use href={ "#" (palette) "el-right" } y=(top) {} }
    };
    (top, drawn)
}

/// One chip without a number, in the current colour.
pub fn chip(side: Side) -> Markup {
    html! {
        svg.el-chip viewBox="0 0 72 72" {
            use href={ "#el-chip-" (side.name()) } {}
            use href={ "#el-mark-" (side.name()) } {}
        }
    }
}

/// Chips in hand, in piles of five.
pub fn piles(count: usize) -> Markup {
    let piles = count.div_ceil(5);
    html! {
        @if piles > 0 {
            svg.el-piles aria-hidden="true" viewBox={ "0 0 " (piles * 20) " 30" }
                preserveAspectRatio="xMinYMid slice" {
                @for pile in 0..piles {
                    @let height = (count - pile * 5).min(5);
                    @let (x, top) = (pile * 20 + 10, 26 - height * 4);
                    path.el-rim d={ "M" (x) " 27V" (top) } {}
                    path.el-gaps d={ "M" (x) " 27V" (top) } {}
                    ellipse cx=(x) cy=(top) rx="8" ry="3" {}
                }
            }
        }
    }
}

/// A lock, for what is not possible now.
pub fn lock() -> Markup {
    html! { svg.el-lock aria-hidden="true" viewBox="0 0 24 24" { use href="#el-lock" {} } }
}

/// The backs of a few cards, for a hand or a pile.
pub fn backs() -> Markup {
    html! { svg.el-backs aria-hidden="true" viewBox="0 0 30 30" { use href="#el-backs" {} } }
}

/// The vertical distance between two chips of a stack.
const CHIP_EDGE: u32 = 5;

/// Chips seen from above, and the visible edge of a chip below another.
fn chips(ink: &mut Ink) {
    const HEXAGON: &str = "M36 6L64 21V51L36 66 8 51V21Z";
    const INNER: &str = "M36 16L55 26V46L36 56 17 46V26Z";
    for (side, mark) in [
        (Side::Time, "M26 22H46V26L39 35V37L46 46V50H26V46L33 37V35L26 26Z"),
        (Side::Place, "M36 21L51 35H47V50H39V41H33V50H25V35H21Z"),
    ] {
        let name = side.name();
        ink.put(format_args!("<g id=\"el-edge-{name}\">"));
        match side {
            Side::Time => ink.disc("rim", 36, 36, 30),
            Side::Place => ink.area("rim", HEXAGON),
        }
        ink.put(format_args!("</g><g id=\"el-chip-{name}\">"));
        match side {
            Side::Time => {
                ink.disc("rim", 36, 36, 30);
                ink.disc("ring", 36, 36, 25);
                ink.disc("plate", 36, 36, 20);
            }
            Side::Place => {
                ink.area("rim", HEXAGON);
                ink.area("ring", "M36 11.5L59.5 24V48L36 60.5 12.5 48V24Z");
                ink.area("plate", INNER);
            }
        }
        // On a chip with a number the mark has its own tab, opposite the letter; otherwise it fills the chip.
        ink.put(format_args!(
            "</g><path id=\"el-mark-{name}\" class=\"el-mark\" d=\"{mark}\"/><g id=\"el-sign-{name}\">\
             <circle class=\"el-tab\" cx=\"60\" cy=\"13\" r=\"13\"/>\
             <circle class=\"el-tab el-plate\" cx=\"12\" cy=\"13\" r=\"13\"/>\
             <use href=\"#el-mark-{name}\" transform=\"translate(12 13)scale(.6)translate(-36 -36)\"/></g>"
        ));
    }
    ink.raw(
        "<g id=\"el-right\"><circle class=\"el-proof\" cx=\"60\" cy=\"59\" r=\"13\"/>\
         <path class=\"el-proved\" d=\"M53.5 59.5l5 5.5 8.5-11\"/></g>\
         <path id=\"el-lock\" class=\"el-hair\" d=\"M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 15v2\"/>\
         <g id=\"el-backs\"><path class=\"el-mini\" d=\"M5 9l9-3 6 18-9 3z\"/>\
         <path class=\"el-mini\" d=\"M11 5h10v20H11z\"/>\
         <path class=\"el-mini\" d=\"M18 5l9 4-7 18-9-3z\"/></g>",
    );
}

/// The suns and moons of the Times. They differ in shape and not only in colour.
fn glyphs(ink: &mut Ink) {
    let mut glyph = |suit: Suit, shapes: &str| {
        ink.put(format_args!("<g id=\"el-is-{}\">{shapes}</g>", suit.name()));
    };
    glyph(
        Suit::Dawn,
        "<path d=\"M5 17a7 7 0 0 1 14 0zM12 1l4 5h-8z\"/>\
             <path class=\"el-hair\" d=\"M2 20.5h20M4 9l2 2M20 9l-2 2\"/>",
    );
    glyph(
        Suit::Day,
        "<circle cx=\"12\" cy=\"12\" r=\"5.5\"/>\
             <path class=\"el-hair\" d=\"M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2 2\
             M17.4 17.4l2 2M4.6 19.4l2-2M17.4 6.6l2-2\"/>",
    );
    glyph(
        Suit::Sunset,
        "<path d=\"M5 12a7 7 0 0 1 14 0zM12 23l4-5h-8z\"/>\
             <path class=\"el-hair\" d=\"M2 15.5h20M4 4l2 2M20 4l-2 2M12 1v2\"/>",
    );
    glyph(
        Suit::Night,
        "<path d=\"M15 2a10 10 0 1 0 7 14a8.5 8.5 0 0 1-7-14z\"/>\
             <path d=\"M19 4l1 2.5 2.5 1-2.5 1-1 2.5-1-2.5-2.5-1 2.5-1z\"/>",
    );
}
