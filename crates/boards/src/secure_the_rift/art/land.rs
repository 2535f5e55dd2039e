//! The landscapes of the scenes: seven lands and skies, on a canvas of 226 by 148.
//!
//! The materials from far to near: sky (`s1` at the top to `s4` around the sun), `o` for sun and moon, the land
//! (`far`, `mid`, `near`), then the subject: `k` is its shade, `b` its body, `l` its lit edge, `g` its glow and `w` the
//! white of a flame.

use std::fmt::Write;

use super::ink::{Grown, Ink, disc, rays};

pub(super) const WIDTH: i32 = 226;
pub(super) const HEIGHT: i32 = 148;

/// Draws everything behind the subject.
pub(super) type Land = fn(&mut Ink, &mut Grown);

/// A sky of four tones: rings around a sun, or layers.
fn sky(ink: &mut Ink, grown: &mut Grown, orb: i32) {
    let (x, y) = (113 + grown.side() * grown.between(18, 66), grown.between(30, 62));
    ink.area("s1", "M0 0H226V148H0Z");
    if grown.below(3) == 0 {
        for (tone, at) in [("s2", 34), ("s3", 66), ("s4", 90)] {
            let (a, b) = (grown.between(-12, 12), grown.between(-12, 12));
            let path = format!("M0 {}q56 {a} 113 0t113 {b}V148H0Z", at + grown.between(-8, 8));
            ink.area(tone, &path);
        }
    } else {
        for (tone, r) in [("s2", 122), ("s3", 82), ("s4", 50)] {
            ink.disc(tone, x, y, r + grown.between(-8, 8));
        }
    }
    ink.disc("o", x, y, orb);
}

/// Draws the line from one point of a ridge to the next.
type Join = fn(&mut String, from: (i32, i32), to: (i32, i32)) -> std::fmt::Result;

/// The outline of hills: points from one side to the other, joined by `join`.
fn ridge(grown: &mut Grown, base: i32, rise: i32, step: i32, join: Join) -> String {
    let mut at = (-4, base);
    let mut path = format!("M-4 {HEIGHT}V{base}");
    while at.0 < WIDTH + 4 {
        let next = (at.0 + grown.between(step / 2, step), base - grown.below(rise));
        join(&mut path, at, next).expect("writing to a string cannot fail");
        at = next;
    }
    path + &format!("V{HEIGHT}Z")
}

fn sharp(path: &mut String, _: (i32, i32), (x, y): (i32, i32)) -> std::fmt::Result {
    write!(path, "L{x} {y}")
}

fn square(path: &mut String, _: (i32, i32), (x, y): (i32, i32)) -> std::fmt::Result {
    write!(path, "V{y}H{x}")
}

fn round(path: &mut String, from: (i32, i32), (x, y): (i32, i32)) -> std::fmt::Result {
    let half = i32::midpoint(from.0, x);
    write!(path, "C{half} {} {half} {y} {x} {y}", from.1)
}

/// Blocks, masts and chimneys, under a sun behind slats.
pub(super) fn works(ink: &mut Ink, grown: &mut Grown) {
    let orb = grown.between(16, 26);
    sky(ink, grown, orb);
    let slats: String = (0..4).map(|n| format!("M0 {}H226", 40 + 9 * n)).collect();
    ink.line("s3", grown.between(10, 24), &slats);
    let far = ridge(grown, 96, 42, 20, square);
    ink.area("far", &far);
    for _ in 0..3 {
        let (x, top) = (grown.between(6, 220), grown.between(30, 62));
        ink.area("far", &format!("M{} 110L{x} {top}L{} 110Z", x - 4, x + 4));
    }
    let lamps = grown.points(12, [4, 222], [80, 112]);
    ink.dots("l", 12, &lamps);
    let mid = ridge(grown, 112, 26, 30, square);
    ink.area("mid", &mid);
    for _ in 0..2 {
        let (x, top) = (grown.between(8, 210), grown.between(62, 84));
        ink.area("mid", &format!("M{x} 130V{top}H{}V130Z", x + 9));
        ink.veil("s3", 70, &format!("M{x} {top}q-3-14 10-16q-4-14 16-12q-8 10-10 18q-6 8-12 12z"));
    }
    ink.area("near", "M0 128H226V148H0Z");
    ink.line("mid", 12, "M0 134H226M20 128L0 148M66 128L54 148M113 128V148M160 128L172 148M206 128L226 148");
}

/// Burning cones under a sky full of sparks.
pub(super) fn volcano(ink: &mut Ink, grown: &mut Grown) {
    let orb = grown.between(13, 22);
    sky(ink, grown, orb);
    let far = ridge(grown, 92, 34, 26, sharp);
    ink.area("far", &far);
    let (x, top) = (grown.between(30, 196), grown.between(34, 58));
    ink.veil("far", 60, &format!("M{x} {top}q-16-12-4-22q-18-8 2-20q26-12 34 6q18 2 6 16q4 14-20 14z"));
    ink.area("mid", &format!("M{} 130L{} {top}H{}L{} 130Z", x - 74, x - 9, x + 9, x + 78));
    ink.veil("g", 40, &disc(x, top, 15));
    ink.area("g", &format!("M{} {top}h18q-9 7-18 0z", x - 9));
    ink.line(
        "g",
        16,
        &format!("M{x} {top}l-2 14 4 8-3 13M{} {top}l-6 9-1 8-9 10M{} {top}l7 10 0 6 10 12", x - 6, x + 6),
    );
    let mid = ridge(grown, 118, 20, 22, sharp);
    ink.area("mid", &mid);
    let near = ridge(grown, 130, 8, 26, sharp);
    ink.area("near", &near);
    let flow: String = (0..3).map(|_| format!("M{} 148l6-7-4-5 9-6", grown.between(0, 220))).collect();
    ink.line("g", 14, &flow);
    let sparks = grown.points(16, [2, 224], [8, 118]);
    ink.dots("g", 18, &sparks[..10]);
    ink.dots("w", 12, &sparks[10..]);
}

/// Treetops behind curled trunks, and hanging vines.
pub(super) fn jungle(ink: &mut Ink, grown: &mut Grown) {
    let orb = grown.between(18, 30);
    sky(ink, grown, orb);
    let crowns = |ink: &mut Ink, grown: &mut Grown, tone: &'static str, y: i32, r: i32| {
        let mut x = -6;
        while x < WIDTH + 10 {
            let size = grown.between(r * 2 / 3, r);
            ink.disc(tone, x, y + grown.between(-8, 8), size);
            x += size;
        }
        ink.area(tone, &format!("M0 {y}H226V148H0Z"));
    };
    crowns(ink, grown, "far", 92, 22);
    for _ in 0..2 {
        let (x, bend, top) =
            (grown.between(4, 222), grown.side() * grown.between(12, 26), grown.between(16, 44));
        let curl = bend / 2;
        ink.line(
            "mid",
            grown.between(60, 110),
            &format!(
                "M{x} 140Q{} 90 {x} {top}q{} -14 {} -8q{} 8 {} 14",
                x - bend,
                bend / 3,
                bend,
                curl / 2,
                -curl
            ),
        );
    }
    crowns(ink, grown, "mid", 122, 16);
    let blades: String = (0..46)
        .map(|n| {
            format!(
                "M{} 148q{} -8 {} -{}q4 10 4 20z",
                n * 5 - 4,
                grown.between(-3, 3),
                grown.between(-5, 5),
                grown.between(8, 20)
            )
        })
        .collect();
    ink.area("near", "M0 136H226V148H0Z");
    ink.area("near", &blades);
    for _ in 0..grown.between(2, 4) {
        let (x, long) = (grown.between(4, 222), grown.between(18, 56));
        ink.line("near", 18, &format!("M{x}-2q6 {} 0 {}t2 {}", long / 3, long * 2 / 3, long / 3));
        ink.dots("near", 50, &[(x + 3, long / 3), (x - 2, long * 2 / 3), (x + 2, long)]);
    }
    let seeds = grown.points(8, [4, 222], [20, 128]);
    ink.dots("l", 13, &seeds);
}

/// Ribs, arches and stones in the mist, under a large moon.
pub(super) fn graves(ink: &mut Ink, grown: &mut Grown) {
    let orb = grown.between(24, 36);
    sky(ink, grown, orb);
    let far = ridge(grown, 100, 22, 34, round);
    ink.area("far", &far);
    let x = grown.between(-10, 150);
    for n in 0..grown.between(2, 4) {
        let left = x + n * 34;
        ink.line(
            "far",
            50,
            &format!("M{left} 124Q{} 44 {} 38Q{} 44 {} 124", left + 2, left + 22, left + 42, left + 44),
        );
    }
    ink.veil("s4", 30, "M0 96q40-8 80 0t70-2 76 2v10q-40 8-80 0t-70 2-76-2z");
    let mid = ridge(grown, 120, 10, 30, round);
    ink.area("mid", &mid);
    for _ in 0..6 {
        let (x, y, high, lean) =
            (grown.between(2, 216), grown.between(122, 128), grown.between(10, 26), grown.between(-4, 4));
        match grown.below(3) {
            0 => ink.area("mid", &format!("M{x} {y}l{lean}-{high}q5-7 10 0l{} {high}z", -lean)),
            1 => ink.area("mid", &format!("M{} {y}l{lean}-{}h3l{} {}z", x + 3, high + 8, -lean, high + 8)),
            _ => ink.area("mid", &format!("M{x} {y}l{lean}-{high}h-4v-4h4v-6h4v6h4v4h-4l{} {high}z", -lean)),
        }
    }
    ink.veil("s4", 25, "M0 118q30-6 60 0t60 0 60 0 60 0v8q-30 6-60 0t-60 0-60 0-60 0z");
    let near = ridge(grown, 136, 8, 40, round);
    ink.area("near", &near);
    let wisps = grown.points(7, [4, 222], [70, 130]);
    ink.dots("g", 16, &wisps);
}

/// A wall with towers and pennants, in front of mountains in the morning.
pub(super) fn walls(ink: &mut Ink, grown: &mut Grown) {
    let orb = grown.between(14, 22);
    sky(ink, grown, orb);
    let (x, y) = (grown.between(20, 180), grown.between(18, 40));
    ink.veil("o", 70, &format!("M{x} {y}a6 6 0 0 1 6-9a9 9 0 0 1 17-2a7 7 0 0 1 11 5a4 4 0 0 1 0 6z"));
    let far = ridge(grown, 98, 44, 44, sharp);
    ink.area("far", &far);
    let wall = grown.between(96, 106);
    let teeth: String = (0..19).map(|_| "h6v-5h6v5").collect();
    ink.area("mid", &format!("M0 148V{wall}{teeth}V148Z"));
    for _ in 0..grown.between(2, 3) {
        let (x, top, wide) = (grown.between(4, 196), grown.between(44, 74), grown.between(16, 26));
        let third = wide / 5;
        ink.area(
            "mid",
            &format!("M{x} 140V{top}h{third}v5h{third}v-5h{third}v5h{third}v-5h{}V140Z", wide - 4 * third),
        );
        let pole = x + wide / 2;
        ink.line("mid", 14, &format!("M{pole} {top}v-22"));
        ink.area("g", &format!("M{pole} {}l15 4-15 5z", top - 22));
        ink.area("near", &format!("M{} {}v-7q3-5 6 0v7z", pole - 3, top + 22));
    }
    ink.area("near", "M0 130H226V148H0Z");
    ink.line(
        "mid",
        12,
        "M0 138H226M24 130V138M72 130V138M120 130V138M168 130V138M216 130V138M0 138\
         M48 138V148M96 138V148M144 138V148M192 138V148",
    );
}

/// Islands that float over water, and the lines of a chart in the sky.
pub(super) fn sea(ink: &mut Ink, grown: &mut Grown) {
    let orb = grown.between(12, 24);
    sky(ink, grown, orb);
    let (x, y) = (grown.between(40, 186), grown.between(60, 110));
    let arcs: String = [44, 66, 90].iter().map(|r| disc(x, y, *r)).collect();
    ink.line("far", 9, &(arcs + &rays(x, y, 30, 100, 3)));
    let stars = grown.points(20, [2, 224], [3, 84]);
    ink.dots("l", 10, &stars[..14]);
    ink.dots("w", 19, &stars[14..]);
    let (first, rest) = (stars[14], &stars[15..19]);
    let chart: String = rest.iter().map(|(x, y)| format!("L{x} {y}")).collect();
    ink.line("l", 6, &format!("M{} {}{chart}", first.0, first.1));
    for _ in 0..grown.between(2, 4) {
        let (x, y, wide) = (grown.between(-8, 190), grown.between(40, 88), grown.between(24, 52));
        let deep = wide * 3 / 4;
        ink.area(
            "mid",
            &format!(
                "M{x} {y}q{} -8 {wide} 0l-{} {}-6-6-{} {}-5-12z",
                wide / 2,
                wide / 4,
                deep / 2,
                wide / 5,
                deep / 2
            ),
        );
        ink.area("far", &format!("M{x} {y}q{} -7 {wide} 2q-{} 5-{wide}-2z", wide / 2, wide / 2));
    }
    ink.area("mid", "M0 112H226V148H0Z");
    let mut waves = String::new();
    for _ in 0..12 {
        write!(waves, "M{} {}h{}", grown.between(0, 200), grown.between(115, 132), grown.between(8, 40))
            .expect("writing to a string cannot fail");
    }
    ink.line("far", 14, &waves);
    let near = ridge(grown, 136, 8, 30, sharp);
    ink.area("near", &near);
}

/// Sand, wrecks, and the Rift itself across the sky.
pub(super) fn dunes(ink: &mut Ink, grown: &mut Grown) {
    let orb = grown.between(14, 26);
    sky(ink, grown, orb);
    let (mut x, mut y) = (grown.between(20, 206), -2);
    let mut left = format!("M{x} {y}");
    let mut right = String::new();
    while y < 74 {
        (x, y) = (x + grown.between(-16, 16), y + grown.between(9, 18));
        write!(left, "L{x} {y}").expect("writing to a string cannot fail");
        right = format!("L{} {}", x + grown.between(2, 6), y - 3) + &right;
    }
    ink.veil("g", 30, &format!("{left}{right}l12-4z"));
    ink.area("g", &format!("{left}{right}Z"));
    let far = ridge(grown, 102, 22, 50, round);
    ink.area("far", &far);
    let x = grown.between(0, 170);
    let ribs: String = (0..grown.between(3, 6))
        .map(|n| format!("M{} 120q{} -{} 16 -{}", x + 11 * n, grown.between(-12, -4), 20 + 3 * n, 32 - 4 * n))
        .collect();
    ink.line("mid", 34, &ribs);
    ink.line("mid", 46, &format!("M{} 121h70", x - 8));
    let mid = ridge(grown, 122, 12, 60, round);
    ink.area("mid", &mid);
    ink.area("near", "M0 138Q60 124 120 134T226 130V148H0Z");
    ink.line("mid", 10, "M10 142q30-8 60-3M90 143q40-7 70 0M170 138q24-5 50 1");
}
