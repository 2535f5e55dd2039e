//! Beasts, serpents and machines. The feet are at the origin; flying creatures have their centre there.

use super::ink::{Grown, Ink, hand};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beast {
    Hound,
    Rat,
    Grazer,
    Stag,
    Cat,
    Shell,
}

impl Beast {
    /// Looks to the right; about 110 long and 90 high.
    pub(super) fn draw(self, ink: &mut Ink, grown: &mut Grown) {
        let low = self == Beast::Rat;
        ink.area("b", "M-34-34L-22-34L-20-16L-26 0H-34L-30-16ZM14-32H28L24-14L28 0H19L14-14Z");
        match self {
            Beast::Hound => ink.line("k", 60, "M-44-44Q-60-50-62-66"),
            Beast::Rat => ink.line("k", 34, "M-44-30Q-66-22-74-34T-92-34"),
            Beast::Cat => ink.line("k", 54, "M-42-44Q-66-44-66-62T-54-76"),
            Beast::Grazer | Beast::Stag | Beast::Shell => ink.line("k", 44, "M-44-44Q-54-40-52-28"),
        }
        ink.area(
            "k",
            if low {
                "M-48-20Q-50-54-16-56Q18-54 34-40Q40-26 26-18L30 0H20L16-14Q-10-10-24-14L-22 0H-32L-40-14Z"
            } else {
                "M-46-30Q-52-58-22-58Q4-54 22-62Q42-62 42-40Q40-30 32-26L36-10L38 0H28L20-22Q-4-18-24-24\
                 L-30-14L-28 0H-38L-42-18Z"
            },
        );
        match self {
            Beast::Hound => {
                ink.area("k", "M20-58L36-80L40-96L48-82L66-74Q72-70 70-62L60-62L66-58L56-54L46-54L36-38Z");
                ink.area("l", "M60-62L62-57 64-62ZM54-60L56-54 58-61Z");
                ink.disc("g", 51, -75, 3);
            }
            Beast::Rat => {
                ink.area("k", "M20-50Q40-58 54-44L72-30Q70-24 56-26L34-22Z");
                ink.disc("k", 36, -56, 9);
                ink.disc("b", 37, -55, 5);
                ink.disc("g", 53, -38, 3);
            }
            Beast::Grazer => {
                ink.area("k", "M22-62Q48-64 58-40L72-22Q72-12 62-12L50-18Q42-34 30-34Z");
                ink.line("l", 40, "M50-50Q62-66 78-56M46-54Q50-72 66-76");
                ink.disc("g", 58, -30, 3);
            }
            Beast::Stag => {
                ink.area("k", "M18-58Q34-74 36-96L48-104L66-92Q68-86 62-84L52-84Q50-60 40-38Z");
                ink.line(
                    "l",
                    34,
                    "M40-100Q20-116 24-142M28-120Q14-122 8-134M48-102Q66-112 66-138\
                     M60-116Q74-118 80-130M25-132L36-140M65-128L54-136",
                );
                ink.disc("g", 52, -93, 3);
            }
            Beast::Shell => {
                ink.area("b", "M-58-22Q-56-88-4-90Q48-86 46-24Q-4-14-58-22Z");
                ink.line("k", 30, "M-58-22Q-4-14 46-24M-30-20Q-36-62-4-90Q24-62 22-20M-52-52Q-4-44 42-54");
                ink.area(
                    "k",
                    "M-54-50l-16-8 20-8zM-40-74l-10-16 19 6zM-12-88l2-20 12 18z\
                     M20-84l14-16 2 22zM40-56l20-8-14 18z",
                );
                ink.area("k", "M38-42Q54-50 66-42L76-34Q74-26 62-26L40-24Z");
                ink.dots("g", 60, &[(-44, -38), (-8, -66), (28, -40), (-26, -72), (10, -30)]);
                ink.disc("g", 62, -37, 3);
                return;
            }
            Beast::Cat => {
                ink.area("k", "M18-60Q40-72 52-64L52-76L60-66L68-74L68-60Q74-50 64-44L50-40L34-38Z");
                ink.area("l", "M58-44L60-36 62-45ZM64-46L66-39 67-48Z");
                ink.dots("g", 40, &[(56, -58), (65, -58)]);
            }
        }
        ink.line("l", 14, if low { "M-40-42Q-24-56 10-53" } else { "M-40-52Q-22-60 4-56" });
        back(ink, grown);
    }
}

/// Growths on a beast's back.
fn back(ink: &mut Ink, grown: &mut Grown) {
    match grown.below(3) {
        0 => ink.area("k", "M-42-48l2-16 9 12 3-18 10 15 4-18 10 16 6-15 8 14z"),
        1 => {
            ink.area("b", "M-34-54q10-16 20 0zM-14-54q12-20 24 0z");
            ink.dots("g", 26, &[(-24, -57), (-4, -58), (1, -55)]);
        }
        _ => ink.line("g", 26, "M-34-46l6 14M-20-50l6 18M-4-48l6 14M10-52l5 14"),
    }
}

/// A serpent in coils; about 100 wide and 120 high.
pub(super) fn serpent(ink: &mut Ink) {
    ink.line("k", 90, "M-40-10Q-74-6-80-26");
    for (y, wide) in [(-10, 46), (-30, 38), (-48, 29)] {
        ink.area(
            "k",
            &format!("M-{w} {y}a{w} 15 0 1 0 {} 0a{w} 15 0 1 0-{} 0z", 2 * wide, 2 * wide, w = wide),
        );
        ink.area(
            "b",
            &format!("M-{w} {y}a{w} 15 0 0 0 {} 0a{w} 8 0 0 1-{} 0z", 2 * wide, 2 * wide, w = wide),
        );
        ink.line("l", 13, &format!("M-{w} {}a{w} 12 0 0 1 {} 0", y - 2, 2 * wide, w = wide));
    }
    ink.line("k", 170, "M4-54Q-16-74 0-94T16-108");
    ink.line("b", 50, "M8-56Q-10-74 6-94");
    ink.area("k", "M2-104Q2-122 22-126Q46-122 58-106L40-98Q26-90 8-96Z");
    ink.line("g", 16, "M56-105l13 3m-13-3l10-6");
    ink.disc("g", 32, -112, 4);
}

/// A whale of the air; about 180 long.
pub(super) fn leviathan(ink: &mut Ink) {
    ink.area("b", "M-20 16Q-30 52-54 60Q-44 34-44 14ZM24 14Q24 44 8 56Q8 32 2 16Z");
    ink.area("k", "M-90 0Q-84-38-10-40Q44-38 70-12L104-34L96-2L106 26L72 8Q30 34-30 28Q-80 24-90 0Z");
    ink.area("b", "M-88 4Q-40 12 10 12T68 6Q30 34-30 28Q-78 24-88 4Z");
    ink.line("k", 14, "M-70 12Q-40 20 0 20M-58 20Q-30 25 0 24");
    ink.line("l", 16, "M-86-12Q-74-38-10-38Q40-36 68-12");
    ink.light(-66, -8, 3);
    ink.dots("g", 34, &[(-40, -22), (-20, -26), (0, -26), (20, -23), (38, -17)]);
}

/// A colossus: legs like towers; about 90 wide and 120 high.
pub(super) fn colossus(ink: &mut Ink, grown: &mut Grown) {
    ink.area("b", "M-34 0L-30-34L-34-60H-12L-10-30L-12 0ZM10 0L12-30L10-60H34L30-34L38 0Z");
    ink.line("k", 30, "M-36-2H-10M10-2H38M-31-34H-10M11-34H31");
    ink.area("k", "M-40-104L-22-112H22L40-104L32-56H-32Z");
    ink.area("b", "M4-112H22L40-104L32-56H10Z");
    match grown.below(3) {
        0 => {
            ink.area("k", "M-26-112V-136H-16V-112ZM16-112V-140H26V-112Z");
            ink.veil("far", 70, "M-26-138q-8-14 4-18t16 4q-10 4-8 14zM16-142q-8-14 4-18t16 4q-10 4-8 14z");
        }
        1 => ink.line("k", 30, "M-20-112L-28-136M20-112L28-136M-28-136L-36-130M28-136L36-130"),
        _ => ink.area("k", "M-34-108L-46-130-20-112ZM34-108L46-130 20-112Z"),
    }
    ink.area("k", "M-14-108V-124Q0-134 14-124V-108Z");
    ink.area("g", "M-10-120H10V-114H-10Z");
    if grown.below(2) == 0 {
        ink.area(
            "k",
            "M-40-102L-58-92L-62-50L-52-28H-40L-44-52L-38-76ZM40-102L58-92L62-50L52-28H40L44-52L38-76Z",
        );
    } else {
        ink.area("k", "M-40-102L-56-96L-60-60H-42L-36-80ZM38-100L60-94V-78L84-76V-62L42-64Z");
        ink.disc("g", 84, -69, 4);
    }
    ink.light(0, -82, 7);
    ink.line("l", 16, "M23-111L39-104L32-58M33-56L31-34 37-2");
}

/// A tracked vehicle with an arm; about 120 wide and 80 high.
pub(super) fn crawler(ink: &mut Ink) {
    ink.area("k", "M-60-8Q-60-26-42-26H46Q62-26 62-10T46 0H-46Q-60 0-60-8ZM-44-26L-36-58H14L30-26Z");
    ink.dots("b", 140, &[(-44, -12), (-22, -12), (0, -12), (22, -12), (46, -12)]);
    ink.area("b", "M-8-58H14L30-26H-8Z");
    ink.area("g", "M-30-52H-14V-40H-33Z");
    ink.line("k", 60, "M6-54L34-92L70-72");
    ink.line("l", 14, "M8-58L34-96L70-76");
    ink.line("k", 34, "M70-74L64-56M70-74L80-58M64-56l5 8M80-58l-6 8");
}

/// A ship like a dart; about 120 long.
pub(super) fn skimmer(ink: &mut Ink, grown: &mut Grown) {
    let wing = grown.between(26, 46);
    ink.veil("g", 45, "M-60-4L-130-1L-60 4ZM-54 6L-110 12L-54 12Z");
    ink.area("b", &format!("M-30-6L-62-{wing}L-46-{wing}L16-8Z"));
    ink.area("k", "M-64-8L20-16Q52-12 70 0Q40 10 0 12L-58 12Z");
    ink.area("k", &format!("M-26 8L-{} {wing}L-{} {wing}L22 8Z", wing + 20, wing + 4));
    ink.area("g", "M22-12Q42-10 52-3L26-2Z");
    ink.line("l", 14, "M-62-9L20-16Q52-12 69-1");
    ink.disc("w", -62, 2, 4);
}

/// A fortress that flies; about 130 wide.
pub(super) fn bastion(ink: &mut Ink) {
    ink.area("b", "M-66 4H66L44 26L22 30L4 58L-12 34L-40 28Z");
    ink.area(
        "k",
        "M-66 4V-12H-56V-4H-46V-12H-36V-44L-24-58L-12-44V-30H-4V-72L8-92L20-72V-30H30V-50\
         L40-62L50-50V-12H66V4Z",
    );
    ink.area("g", "M8-92V-110L26-104 8-98ZM-27-40h6v10h-6zM5-62h6v12h-6zM37-42h6v10h-6z");
    ink.line("l", 14, "M-64 4H65L44 25M20-72V-32M50-50V-14");
    ink.light(4, 40, 4);
}

/// A walking tree; about 130 wide and 140 high.
pub(super) fn treant(ink: &mut Ink, grown: &mut Grown) {
    for (x, y, r) in [(-44, -108, 26), (44, -110, 28), (0, -132, 34), (-20, -118, 26), (24, -122, 26)] {
        ink.disc("b", x + grown.between(-4, 4), y, r);
    }
    ink.line("k", 90, "M-8-70Q-14-96-40-104M8-74Q14-100 42-108M0-70V-120");
    ink.area(
        "k",
        "M-18-90Q-22-40-56-4Q-36-12-26-8Q-24 0-34 4Q-12-10-4-2Q4-12 30 4Q24-2 28-8Q38-12 60-4Q24-38 20-90Z",
    );
    ink.area("g", "M-12-64L-2-58-11-54ZM14-64L4-58 13-54Z");
    ink.line("g", 20, "M-6-42Q2-36 10-43M-30-14L-20-30M30-16L20-32");
    ink.line("l", 14, "M20-86Q24-44 50-12");
    ink.dots("l", 40, &[(-40, -120), (20, -146), (52, -118), (-8, -140), (32, -128), (-24, -136)]);
}

/// A cluster of mushrooms; about 120 wide and 130 high.
pub(super) fn mycelith(ink: &mut Ink) {
    ink.area("k", "M-22 0Q-12-40-20-90H22Q12-40 26 0Z");
    ink.area("b", "M4-90H22Q12-40 26 0H10Q2-44 4-90Z");
    for (x, y, wide, high) in [(-34, -44, 26, 18), (38, -58, 28, 20), (0, -88, 58, 42)] {
        ink.area("b", &format!("M{} {y}Q{x} {} {} {y}Z", x - wide, y + 16, x + wide));
        ink.area(
            "k",
            &format!(
                "M{} {y}Q{} {} {x} {}T{} {y}Q{x} {} {} {y}Z",
                x - wide,
                x - wide,
                y - high,
                y - high,
                x + wide,
                y - 8,
                x - wide
            ),
        );
    }
    ink.dots("g", 70, &[(-28, -104), (4, -118), (32, -104), (-38, -54), (42, -68)]);
    ink.dots("l", 34, &[(-8, -102), (18, -110), (-44, -96), (46, -94), (28, -64)]);
    ink.area("g", "M-10-62L-2-58-10-54ZM12-62L4-58 12-54Z");
}

/// A mass of nameless bodies; about 130 wide and 110 high.
pub(super) fn mass(ink: &mut Ink, grown: &mut Grown) {
    ink.area("k", "M-70 0Q-74-40-40-60Q-20-104 6-104Q40-98 46-62Q76-40 72 0Z");
    for row in 0..4 {
        for n in 0..(5 - row) {
            let (x, y) =
                ((n * 2 - 4 + row) * 13 + grown.between(-4, 4), -10 - row * 24 + grown.between(-4, 4));
            ink.area("b", &format!("M{} {}q-2-24 11-27q13 3 11 27z", x - 11, y + 8));
            ink.area("l", &format!("M{} {y}h4v-4h-4zM{} {y}h4v-4h-4z", x - 6, x + 2));
            ink.area("k", &format!("M{} {}q3-5 6 0q-3 8-6 0z", x - 3, y + 4));
        }
    }
    ink.line("g", 18, "M-60-40q-16-14-8-34M56-50q18-14 8-38M4-106q-10-16 2-28");
}

/// A mouth from the Rift; about 120 across, its centre 60 above the foot.
pub(super) fn maw(ink: &mut Ink) {
    let spike = |turn: i32, from: i32, to: i32| {
        let ((ax, ay), (bx, by), (cx, cy)) = (hand(from, turn), hand(to, turn + 1), hand(from, turn + 2));
        format!("M{ax} {}L{bx} {}L{cx} {}Z", ay - 60, by - 60, cy - 60)
    };
    ink.area("k", &(0..12).map(|n| spike(2 * n, 52, if n % 2 == 0 { 84 } else { 68 })).collect::<String>());
    ink.disc("k", 0, -60, 56);
    ink.disc("b", 0, -60, 46);
    ink.disc("k", 0, -60, 40);
    ink.area("l", &(0..12).map(|n| spike(2 * n, 40, 24)).collect::<String>());
    ink.light(0, -60, 7);
    ink.dots("g", 60, &[(-46, -98), (46, -98), (-58, -60), (58, -60)]);
}

/// A drone; about 60 wide, its centre at the origin.
pub(super) fn drone(ink: &mut Ink, grown: &mut Grown) {
    match grown.below(3) {
        0 => {
            ink.line("k", 40, "M-20-4L-36-14M20-4L36-14");
            ink.line("l", 26, "M-50-16H-22M22-16H50");
        }
        1 => ink.area("k", "M-16-6L-48-20L-40 6ZM16-6L48-20L40 6Z"),
        _ => {
            ink.line("k", 34, "M-18 4L-34 24M18 4L34 24M-8 14L-12 32M8 14L12 32");
            ink.line("l", 22, "M-20-14H20");
        }
    }
    match grown.below(3) {
        0 => ink.disc("k", 0, 0, 20),
        1 => ink.area("k", "M-22 0L-12-18H12L22 0L12 18H-12Z"),
        _ => ink.area("k", "M-20-14H20L26 4L12 18H-12L-26 4Z"),
    }
    ink.area("b", "M4-17H12L20 0L12 16H4Q14 0 4-17Z");
    ink.disc("l", 0, 0, 9);
    ink.disc("g", 0, 0, 7);
    ink.disc("w", 2, -2, 2);
}

/// A drone so small that only its outline is visible.
pub(super) fn speck(ink: &mut Ink, x: i32, y: i32, r: i32) {
    ink.area("k", &format!("M{} {}h{}l{} {r}-{} {r}h-{}l-{}-{r}z", x - r, y - r, 2 * r, r / 2 + 1, r, r, r));
    ink.line("k", 12, &format!("M{} {}h{}", x - 2 * r, y - r - 1, 4 * r));
    ink.disc("g", x, y, (r / 2).max(1));
}
