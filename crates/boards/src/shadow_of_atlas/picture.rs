//! The board as a picture: five planets, and the Orders of both players above and below them.

use std::sync::LazyLock;

use atlas_core::Seat;
use atlas_shadow_of_atlas::ShadowOfAtlas;
use atlas_shadow_of_atlas::view::PlanetView;
use maud::{Markup, html};

use super::art;
use super::table::{Table, drawing, side};
use crate::picture::{BOARD_WIDTH, HEIGHT, Palette, Picture, WIDTH};
use crate::seat::flat_badge;
use crate::{STYLE, Sight};

/// The diameter of a planet's drawing, and the size of an Order.
const GLOBE: f64 = 138.0;
const ORDER: f64 = 44.0;

pub(super) fn picture(sight: &Sight<'_, ShadowOfAtlas>) -> Picture {
    let table = Table::of(sight);
    let step = f64::from(BOARD_WIDTH) / table.view.planets.len() as f64;
    let column = |n: usize| (n as f64 + 0.5) * step;
    let board = html! {
        @for (n, planet) in table.view.planets.iter().enumerate() {
            g transform={ "translate(" (column(n)) " 0)" } { (planet_column(&table, n, planet)) }
        }
    };
    Picture { defs: DEFS.clone(), ground: ground(), board, dark: true }
}

static DEFS: LazyLock<String> = LazyLock::new(|| {
    let mut defs = art::drawings().to_owned();
    for order in 0..art::ORDERS {
        let name = format!("o{order}");
        let palette = Palette::of(STYLE, &[&format!(".sa-{name}")]);
        defs += &palette.coloured("sa-", &name, &art::sigil_drawing(order));
        let ground = format!(
            "<linearGradient id=\"{name}-ground\" x2=\".4\" y2=\"1\"><stop stop-color=\"{}\"/>\
             <stop offset=\"1\" stop-color=\"{}\"/></linearGradient>",
            palette.value("var(--sa-hue)"),
            palette.value("var(--sa-deep)")
        );
        defs += &ground;
    }
    for seat in 0..2 {
        let name = format!("seat-{seat}");
        let palette = Palette::of(STYLE, &[&format!(".{name}")]);
        let bands: String = (0..art::PLANETS).map(art::band_drawing).collect();
        defs += &palette.coloured("sa-", &name, &bands);
    }
    defs + "<radialGradient id=\"sa-ground\" cx=\".35\" cy=\".45\" r=\".8\"><stop stop-color=\"#35265f\"/>\
            <stop offset=\".6\" stop-color=\"#17143a\"/><stop offset=\"1\" stop-color=\"#090d22\"/></radialGradient>"
});

/// Space, with stars at fixed places.
fn ground() -> Markup {
    let star = |n: u32| (n * 7919 % WIDTH, n * 4271 % HEIGHT, 6 + n % 9);
    html! {
        rect width=(WIDTH) height=(HEIGHT) fill="url(#sa-ground)" {}
        @for (x, y, size) in (1..90).map(star) {
            circle cx=(x) cy=(y) r=(f64::from(size) / 10.0) fill="#fff" fill-opacity=".6" {}
        }
    }
}

/// A planet with the Orders of both players, around the middle of its column.
fn planet_column(table: &Table<'_>, n: usize, planet: &PlanetView) -> Markup {
    let middle = f64::from(HEIGHT) / 2.0 - 12.0;
    let n = n.min(art::PLANETS - 1);
    let scale = GLOBE / 156.0;
    let far = planet.arbiter == Some(table.far());
    html! {
        g transform={ "translate(0 " (middle) ") scale(" (scale) ") translate(-100 -100)" } {
            use href={ "#sa-w" (n) } {}
            use href={ (if planet.arbiter.is_some() { "#sa-lit" } else { "#sa-wild" }) (n) } {}
            @if n == art::GIANT { use href="#sa-rings" {} }
            @if let Some(seat) = planet.arbiter {
                g transform=[far.then_some("rotate(180 100 100)")] { use href={ "#seat-" (seat.0) "-sa-band" (n) } {} }
            }
        }
        @if let Some(seat) = planet.arbiter {
            g transform={ "translate(-12 " (middle + if far { -GLOBE / 2.0 - 12.0 } else { GLOBE / 2.0 - 12.0 }) ")" } {
                (flat_badge(seat))
            }
        }
        text y=(middle + GLOBE / 2.0 + 42.0) font-family="Alegreya" font-weight="800" font-size="21" text-anchor="middle"
            fill="#eef1fb" { (table.planet_name(&planet.id)) }
        (orders(table, planet, table.far(), middle - GLOBE / 2.0 - 100.0))
        (orders(table, planet, table.near(), middle + GLOBE / 2.0 + 66.0))
    }
}

/// The Orders of a player at a planet, beside each other.
fn orders(table: &Table<'_>, planet: &PlanetView, seat: Seat, y: f64) -> Markup {
    let orders = side(planet, seat);
    let step = (ORDER + 5.0).min(150.0 / orders.len().max(1) as f64);
    let first = -(orders.len() as f64 - 1.0) / 2.0 * step - ORDER / 2.0;
    html! {
        @for (at, id) in orders.iter().enumerate() {
            @let kind = drawing(&table.content, id);
            g transform={ "translate(" (first + at as f64 * step) " " (y) ")" } {
                rect width=(ORDER) height=(ORDER * 1.15) rx="7" fill={ "url(#o" (kind) "-ground)" } stroke="#fff" stroke-opacity=".6" stroke-width="1.500" {}
                g color="#fff" fill="#fff" { use href={ "#o" (kind) "-sa-sigil" } x="8" y="11" width="28" height="28" {} }
            }
        }
    }
}
