//! Seats: each has a colour, a shape and a letter, which always come together.

use atlas_core::Seat;
use maud::{Markup, html};

use crate::picture::Palette;

/// The outlines of the badges on a canvas of 24 by 24, by seat.
const SHAPES: [&str; 7] = [
    "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21Z",
    "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3Z",
    "M12 1.6 23.2 21.4a.8.8 0 0 1-.7 1.1h-21a.8.8 0 0 1-.7-1.1Z",
    "M12 .8 23.2 12 12 23.2.8 12Z",
    "M12 1.2 23 9.2 18.8 22.2H5.2L1 9.2Z",
    "M6.3 2h11.4L23.4 12l-5.7 10H6.3L.6 12Z",
    "M7.5 1.5h9v6h6v9h-6v6h-9v-6h-6v-9h6Z",
];

/// The index of the triangle among the shapes.
const TRIANGLE: usize = 2;

/// The letter of a seat.
pub fn letter(seat: Seat) -> char {
    char::from(b'A'.saturating_add(seat.0))
}

/// The class that gives an element the colours of a seat.
pub fn class(seat: Seat) -> String {
    format!("seat-{}", seat.index() % SHAPES.len())
}

/// The badge of a seat. The name of the player is written beside it.
pub fn badge(seat: Seat) -> Markup {
    let (shape, baseline) = outline(seat);
    html! {
        svg class={ "badge " (class(seat)) } viewBox="-1 -1 26 26" aria-hidden="true" {
            path d=(shape) {}
            text x="12" y=(baseline) { (letter(seat)) }
        }
    }
}

/// The badge of a seat on a canvas of 24 by 24, for a picture without a style sheet.
pub(crate) fn flat_badge(seat: Seat) -> Markup {
    let (shape, baseline) = outline(seat);
    let palette = Palette::of(crate::STYLE, &[&format!(".{}", class(seat))]);
    let size = if shape == SHAPES[TRIANGLE] { "10" } else { "12.5" };
    html! {
        path d=(shape) fill=(palette.value("var(--seat)")) stroke="#fff" stroke-width="1.3" {}
        text x="12" y=(baseline) font-size=(size) text-anchor="middle" fill=(palette.value("var(--seat-ink)")) {
            (letter(seat))
        }
    }
}

/// The shape of a badge, and the baseline of its letter. A triangle is wide at its foot.
fn outline(seat: Seat) -> (&'static str, &'static str) {
    let shape = seat.index() % SHAPES.len();
    (SHAPES[shape], if shape == TRIANGLE { "20" } else { "16.6" })
}
