//! Energy: a source of light. The foot is at the origin.

use super::Look;
use super::ink::{Grown, Ink, disc, rays, star};

/// Draws a source.
type Source = fn(&mut Ink);

/// Every source, with the words that select it.
const ALL: [(&[&str], Source); 10] = [
    (&["cell", "battery"], cell),
    (&["dynamo"], dynamo),
    (&["vent"], vent),
    (&["wellspring", "spring"], spring),
    (&["shard", "crystal"], shard),
    (&["pylon"], pylon),
    (&["node"], node),
    (&["conduit"], conduit),
    (&["core"], core),
    (&["volatile", "cracked"], cracked),
];

/// Draws an Energy card's scene.
pub(super) fn draw(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    let x = 113;
    // The first word counts most, so that a volatile cell is not drawn as a cell.
    let named = |word: &str| ALL.into_iter().find(|(words, _)| words.contains(&word));
    let (_, source) = look.words().filter_map(named).last().unwrap_or_else(|| grown.pick(&ALL));
    ink.veil("w", 20, &star(x, 78, 130, 40, 24));
    ink.veil("g", 25, &disc(x, 78, 64));
    ink.veil("w", 25, &disc(x, 78, 40));
    ink.place(x, 141, 92, source);
    let sparks = grown.points(9, [x - 74, x + 74], [23, 122]);
    ink.dots("w", 20, &sparks);
}

fn cell(ink: &mut Ink) {
    ink.area("k", "M-30 0H30V-14H-30ZM-24-108H24V-96H-24ZM-10-118H10V-108H-10Z");
    ink.veil("s4", 60, "M-27-96H27V-14H-27Z");
    ink.area("g", "M-4-90L16-66 6-44 14-22-2-18-16-38-8-58-18-74Z");
    ink.area("w", "M-4-90L6-66 0-46 4-26-8-40-2-58-12-74Z");
    ink.line("k", 30, "M-28-96V-14M28-96V-14");
    ink.line("w", 14, "M-20-90V-24");
}

fn dynamo(ink: &mut Ink) {
    ink.area("k", "M-44 0H44L34-22H-34Z");
    ink.disc("k", 0, -66, 48);
    ink.line("k", 80, &rays(0, -66, 46, 54, 3));
    ink.disc("b", 0, -66, 38);
    ink.disc("g", 0, -66, 26);
    ink.line("k", 50, &rays(0, -66, 12, 46, 4));
    ink.light(0, -66, 10);
}

fn vent(ink: &mut Ink) {
    ink.area("g", "M-14-34Q-44-70-20-104Q-16-88-6-96Q-10-120 8-134Q4-112 20-98Q26-104 24-112Q50-74 14-34Z");
    ink.area("w", "M-8-36Q-22-62-4-86Q0-76 8-74Q16-54 8-36Z");
    ink.area("k", "M-70 0Q-40-8-22-40L-12-34 0-40 12-33 22-40Q40-8 70 0Z");
    ink.line("g", 28, "M-6-34q-6 14 2 20t-2 14M10-34q8 12 2 20t6 14");
}

fn spring(ink: &mut Ink) {
    ink.area("g", "M-5-30Q-6-86-44-96Q-14-120 0-88Q14-120 44-96Q6-86 5-30Z");
    ink.area("w", "M-2-30Q-2-84-22-92Q-6-104 0-82Q6-104 22-92Q2-84 2-30Z");
    ink.area("k", "M-62-34H62Q56-8 22-6L28 0H-28L-22-6Q-56-8-62-34Z");
    ink.area("g", "M-56-34Q-28-42 0-34T56-34L54-28H-54Z");
    ink.dots("w", 44, &[(-40, -70), (38, -72), (-50, -54), (50, -52), (0, -112)]);
}

fn shard(ink: &mut Ink) {
    ink.area("k", "M-12 0L-30-62-4-128 26-70 12 0ZM-16 0L-50-20-58-58-30-40ZM14 0L44-16 56-50 30-36Z");
    ink.area("g", "M-8-6L-24-62-4-118 2-66ZM-18-6L-46-22-52-48-32-36Z");
    ink.area("w", "M-4-118L2-66 20-70ZM-4-20L-10-60 2-66Z");
    ink.line("l", 14, "M-4-128L2-66L12 0M2-66L26-70");
}

fn pylon(ink: &mut Ink) {
    ink.area("k", "M-24 0L-14-96 0-124 14-96 24 0Z");
    ink.area("b", "M2-120L14-96 24 0H6Z");
    ink.area("g", "M-5-16L-3-86 0-96 3-86 5-16Z");
    ink.light(0, -92, 7);
    ink.line("g", 20, "M-44-40a44 14 0 0 0 88 0M-36-70a36 12 0 0 0 72 0");
    ink.area("k", "M-40 0H40V-10H-40Z");
}

fn node(ink: &mut Ink) {
    ink.line(
        "l",
        16,
        "M0-66L-50-100M0-66L52-104M0-66L-58-40M0-66L56-34M0-66V-124M0-66L-6-14\
         M-50-100L0-124L52-104L56-34M-50-100L-58-40",
    );
    for (x, y) in [(-50, -100), (52, -104), (-58, -40), (56, -34), (0, -124), (-6, -14)] {
        ink.disc("k", x, y, 9);
        ink.disc("g", x, y, 5);
    }
    ink.area("k", &star(0, -66, 26, 26, 6));
    ink.light(0, -66, 10);
}

fn conduit(ink: &mut Ink) {
    ink.area("k", "M-62 0L-52-90H-36L-26 0ZM26 0L36-90H52L62 0Z");
    ink.area("b", "M-44-90H-36L-26 0H-38ZM44-90H52L62 0H50Z");
    ink.line("g", 50, "M-44-96Q0-150 44-96M-44-96L-20-104-12-88 8-104 18-92 44-96");
    ink.line("w", 20, "M-44-96Q0-150 44-96M-44-96L-20-104-12-88 8-104 18-92 44-96");
    ink.light(-44, -96, 8);
    ink.light(44, -96, 8);
}

fn core(ink: &mut Ink) {
    ink.area("k", "M-40 0H40L24-20H-24Z");
    ink.disc("k", 0, -68, 50);
    ink.area("b", "M0-118A50 50 0 0 1 0-18Q30-68 0-118Z");
    ink.area("g", "M-40-68Q0-96 40-68Q0-40-40-68Z");
    ink.disc("w", 0, -68, 10);
    ink.disc("k", 0, -68, 5);
    ink.line("l", 14, &(disc(0, -68, 50) + "M-40-68Q0-96 40-68Q0-40-40-68"));
    ink.line("k", 50, "M-50-30L-66-16M50-30L66-16");
}

/// A broken cell.
fn cracked(ink: &mut Ink) {
    cell(ink);
    ink.line("k", 20, "M28-84l-14 8 6 10-16 10 4 14M-28-34l12-6 2 10 10 4");
    ink.line("w", 30, "M32-70l20-10M34-56l22 2M-34-30l-20 8M-34-46l-20-4");
}
