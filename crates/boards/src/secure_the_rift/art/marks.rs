//! Marks for keywords, and small things beside a Soul or Tech that show its effects.

use super::creature::speck;
use super::ink::{Grown, Ink, disc, rays, star};
use super::{Deed, Look};
use atlas_secure_the_rift::pack::language::Keywords;

/// Draws the marks behind a subject whose centre is at this point.
pub(super) fn behind(ink: &mut Ink, look: &Look<'_>, x: i32, y: i32) {
    let has = |keyword| look.card.keywords.has(keyword);
    if has(Keywords::FATE) {
        ink.veil("w", 30, &rays_wide(x, y));
    }
    if has(Keywords::SAFEGUARD) {
        ink.veil("g", 25, &disc(x, y, 60));
        ink.line("l", 26, &star(x, y, 60, 60, 6));
        ink.line("g", 14, &star(x, y, 66, 66, 6));
    }
    if has(Keywords::WARP) {
        ink.line(
            "g",
            22,
            &format!("M{} {}a62 62 0 0 1 98-40M{} {}a50 50 0 0 1-84 24", x - 54, y + 20, x + 46, y - 6),
        );
        ink.line(
            "w",
            10,
            &format!("M{} {}a72 72 0 0 0 76-110M{} {}a78 78 0 0 0-30 60", x - 4, y + 70, x - 50, y - 46),
        );
    }
    if has(Keywords::AMBUSH) {
        let streaks: String = (0..7)
            .map(|n| format!("M{} {}h{}", 4 + 6 * (n % 3), y - 36 + 12 * n, 60 + 17 * (n * 5 % 4)))
            .collect();
        ink.line("w", 12, &streaks);
    }
    if has(Keywords::OVERKILL) {
        ink.line(
            "g",
            30,
            "M113 140l-30 2-14 6M113 140l34 3 12 5M113 140l-64-4-24 4-25-3M113 140l58-6 24 6 31-5",
        );
        ink.line("w", 12, "M40 130l-8-12M62 126l-4-16M166 126l4-16M188 130l9-12M18 134l-9-9M208 134l10-9");
    }
}

/// Eight beams around a point.
fn rays_wide(x: i32, y: i32) -> String {
    star(x, y, 150, 16, 12) + &star(x, y, 16, 110, 12)
}

/// Draws the marks in front of the subject.
pub(super) fn before(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown, x: i32, y: i32) {
    let has = |keyword| look.card.keywords.has(keyword);
    if has(Keywords::TOXIC) {
        let drips: String = (0..9)
            .map(|n| {
                let long = grown.between(6, 30);
                format!("M{} -1h12q-2 {long} -6 {}q-4 0-6-{}z", n * 27 - 4, long + 6, long + 6)
            })
            .collect();
        ink.area("toxic", &drips);
        let bubbles = grown.points(7, [x - 60, x + 60], [70, 138]);
        ink.dots("toxic", 50, &bubbles);
    }
    if has(Keywords::LIFEGAIN) {
        for (px, py) in [(x - 58, y + 6), (x + 56, y - 12), (x - 44, y - 40), (x + 64, y + 28)] {
            ink.area("w", &format!("M{px} {py}h4v-4h4v4h4v4h-4v4h-4v-4h-4z"));
        }
    }
    if has(Keywords::AIRBORNE) {
        let (a, b) = (grown.between(-20, 30), grown.between(110, 160));
        ink.veil(
            "o",
            75,
            &format!("M{a} 150a9 9 0 0 1 4-17a14 14 0 0 1 26-6a11 11 0 0 1 20 5a8 8 0 0 1 12 10v10z"),
        );
        ink.veil(
            "o",
            60,
            &format!("M{b} 150a8 8 0 0 1 4-13a12 12 0 0 1 22-4a10 10 0 0 1 18 3a7 7 0 0 1 10 9v8z"),
        );
    }
    // The emptier corner of the sky.
    let aside = if x < 113 { 1 } else { -1 };
    let (sx, sy) = (113 + aside * grown.between(72, 82), grown.between(36, 52));
    match look.deed() {
        Deed::Create => {
            speck(ink, sx, sy, 7);
            speck(ink, sx - aside * 20, sy + 18, 5);
        }
        Deed::Damage => {
            ink.veil("g", 35, &disc(sx, sy + 30, 14));
            ink.area("g", &star(sx, sy + 30, 14, 5, 12));
            ink.area("w", &star(sx, sy + 30, 8, 3, 8));
        }
        Deed::Draw | Deed::Search => {
            ink.veil("g", 30, &disc(sx, sy + 8, 16));
            ink.area("l", &format!("M{} {sy}l12-4 6 17-12 4z", sx - 8));
            ink.line("k", 10, &format!("M{} {}l7-2M{} {}l7-2", sx - 4, sy + 3, sx - 3, sy + 8));
        }
        Deed::Life => {
            ink.veil("g", 30, &disc(sx, sy, 13));
            ink.area("w", &format!("M{sx} {}c-18-12-9-22 0-13c9-9 18 1 0 13z", sy + 9));
        }
        Deed::Return | Deed::Rise => {
            ink.line(
                "g",
                18,
                &format!("M{} {}a14 14 0 1 1 12 14a9 9 0 1 1 4-14a5 5 0 1 1-4 8", sx - 14, sy + 4),
            );
        }
        Deed::Surge => {
            ink.line("g", 26, &format!("M{} {sy}l9-9 9 9m-18 11l9-9 9 9m-18 11l9-9 9 9", sx - 9));
        }
        Deed::Energy => ink.area("g", &format!("M{} {}l-12 18h8l-5 15 15-20h-8l6-13z", sx + 3, sy - 10)),
        Deed::Refresh => {
            ink.line("g", 24, &format!("M{} {}a14 14 0 1 1-6 17", sx - 6, sy - 6));
            ink.area("g", &format!("M{} {}l4 12 8-9z", sx - 14, sy - 8));
        }
        Deed::Prevent => {
            ink.area("g", &format!("M{} {}h20v11q-1 9-10 13q-9-4-10-13z", sx - 10, sy - 8));
            ink.area("w", &format!("M{sx} {}l4 7-4 7-4-7z", sy - 4));
        }
        Deed::Cancel => ink.line("g", 26, &format!("{}M{} {}l18 18", disc(sx, sy, 13), sx - 9, sy - 9)),
        Deed::Destroy | Deed::Scrap | Deed::Void | Deed::Discard => {
            ink.area("k", &disc(sx, sy + 8, 12));
            ink.line("g", 20, &rays(sx, sy + 8, 13, 18, 3));
        }
        Deed::Loss => ink.area("g", &format!("M{sx} {}q12 16 0 24q-12-8 0-24z", sy - 8)),
        Deed::Bind | Deed::Other => {}
    }
}
