//! Techs: an apparatus on the ground. The foot is at the origin.

use super::creature::drone;
use super::ink::{Grown, Ink, disc, rays, star};
use super::{Look, marks};

/// Draws an apparatus.
type Apparatus = fn(&mut Ink, &mut Grown);

/// Every apparatus, with the words that select it.
const ALL: [(&[&str], Apparatus); 20] = [
    (&["mast", "relay", "antenna"], mast),
    (&["curfew", "tower", "lighthouse"], tower),
    (&["coil"], coil),
    (&["turret", "cannon"], gun),
    (&["ledger", "archive", "book"], book),
    (&["cell", "tank"], tank),
    (&["vat"], vat),
    (&["reservoir", "basin"], basin),
    (&["wall"], wall),
    (&["plating", "armour"], plates),
    (&["bay", "hangar"], hangar),
    (&["ossuary", "crypt"], crypt),
    (&["station"], station),
    (&["lens", "eye"], lens),
    (&["shield"], dome),
    (&["lattice"], lattice),
    (&["field"], field),
    (&["engine", "mill"], engine),
    (&["press"], press),
    (&["box", "containment"], cube),
];

/// Draws a Tech card's scene.
pub(super) fn draw(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    let named = |word: &str| ALL.into_iter().find(|(words, _)| words.contains(&word));
    let (_, apparatus) = look.words().find_map(named).unwrap_or_else(|| grown.pick(&ALL));
    let size = 78 + 4 * i32::from(look.card.cost.min(8));
    let x = 113 + grown.between(-12, 12);
    marks::behind(ink, look, x, 84);
    ink.veil("k", 45, &format!("M{} 143a60 5 0 1 0 120 0a60 5 0 1 0-120 0z", x - 60));
    ink.place(x, 142, grown.side() * size, |ink| apparatus(ink, grown));
    marks::before(ink, look, grown, x, 84);
}

fn mast(ink: &mut Ink, _: &mut Grown) {
    ink.area("k", "M-22 0L-3-120H3L22 0H14L0-100L-14 0Z");
    ink.line("k", 26, "M-18-20L14-44M18-20L-14-44M-12-52L8-74M12-52L-8-74");
    ink.area("b", "M6-92Q30-104 44-78Q28-62 6-72Z");
    ink.line("l", 18, "M44-78Q28-62 6-72M44-78L52-92");
    ink.line("k", 30, "M-30-96H-4M-34-88V-104");
    ink.light(0, -122, 4);
    ink.line(
        "g",
        20,
        "M-22-134a25 25 0 0 1 44 0M-36-140a41 41 0 0 1 72 0M62-96q10 8 8 22M72-102q14 12 11 32",
    );
}

fn tower(ink: &mut Ink, grown: &mut Grown) {
    ink.veil("g", 22, "M0-100L-110-128V-84ZM0-100L110-132V-80Z");
    ink.area("k", "M-26 0L-8-84H8L26 0H14L9-22H-9L-14 0ZM-8-36H8L6-56H-6Z");
    ink.line("k", 34, "M-22-14L18-40M22-14L-18-40M-14-44L10-70");
    ink.line("l", 12, "M9-82L26-2");
    ink.area("k", "M-18-84H18L14-92H-14Z");
    ink.light(0, -100, grown.between(6, 9));
    ink.line("k", 24, "M-12-92V-112M12-92V-112M-15-112H15M0-112V-124");
}

fn coil(ink: &mut Ink, _: &mut Grown) {
    ink.area("k", "M-30 0H30L22-16H-22Z");
    ink.area("b", "M-8-14H8V-90H-8Z");
    for n in 0..6 {
        ink.line("k", 70, &format!("M-{w} {y}Q0 {} {w} {y}", -12 - 12 * n, w = 22 - n, y = -20 - 12 * n));
        ink.line("g", 16, &format!("M-{w} {y}Q0 {} {w} {y}", -13 - 12 * n, w = 21 - n, y = -21 - 12 * n));
    }
    ink.light(0, -98, 9);
    ink.line("w", 16, "M-8-102l-16-4-6 8-18-8M8-104l14-8 10 6 16-14M2-108l-6-14 8-6");
}

fn gun(ink: &mut Ink, _: &mut Grown) {
    ink.area("k", "M-34 0H34L24-24H-24Z");
    ink.area("b", "M4-24H24L34 0H10Z");
    ink.disc("k", 0, -44, 27);
    ink.area("k", "M-6-62L66-96L74-80L8-40Z");
    ink.area("b", "M10-44L72-84L74-80L8-38Z");
    ink.line("l", 16, "M-4-62L66-96");
    ink.light(74, -91, 6);
    ink.disc("g", 0, -44, 10);
    ink.disc("k", 0, -44, 5);
}

fn book(ink: &mut Ink, grown: &mut Grown) {
    ink.area("k", "M-26 0H26L18-10L10-34H-10L-18-10Z");
    ink.veil("g", 30, &disc(0, -66, 48));
    ink.area("k", "M-62-90Q-30-100 0-84Q30-100 62-90V-36Q30-46 0-30Q-30-46-62-36Z");
    ink.area("l", "M-56-86Q-28-94-2-79V-36Q-28-50-56-42ZM56-86Q28-94 2-79V-36Q28-50 56-42Z");
    ink.line(
        "k",
        14,
        "M-48-77Q-30-82-10-73M-48-67Q-30-72-10-63M-48-57Q-30-62-10-53M48-77Q30-82 10-73\
         M48-67Q30-72 10-63M48-57Q30-62 16-56",
    );
    let sparks = grown.points(8, [-40, 40], [-128, -96]);
    ink.dots("g", 34, &sparks);
    ink.dots("w", 16, &sparks);
}

fn tank(ink: &mut Ink, grown: &mut Grown) {
    ink.area("k", "M-34 0H34V-12H-34ZM-30-96H30V-110L18-116H-18L-30-110Z");
    ink.veil("s4", 55, "M-28-96H28V-12H-28Z");
    let level = -grown.between(46, 78);
    ink.area("g", &format!("M-28 {level}Q-14 {} 0 {level}T28 {level}V-12H-28Z", level - 7));
    let bubbles = grown.points(9, [-22, 22], [level + 6, -18]);
    ink.dots("w", 40, &bubbles[..4]);
    ink.dots("l", 26, &bubbles[4..]);
    ink.line("k", 30, "M-29-96V-12M29-96V-12M0-116V-126");
    ink.line("w", 14, "M-20-88V-26");
    ink.line("k", 44, "M34-8H60V-40M-34-8H-58V-30");
}

fn vat(ink: &mut Ink, _: &mut Grown) {
    ink.area("k", "M-44 0H44L34-14H-34ZM-20-112H20V-122H-20Z");
    ink.veil("s4", 60, "M-34-14Q-66-60-20-112H20Q66-60 34-14Z");
    ink.area("g", "M-36-18Q-52-40-46-62Q-20-54 0-62T46-62Q52-40 36-18Z");
    ink.line("k", 34, "M0-20Q-6-50 2-84M0-44Q-20-46-24-62M0-56Q18-58 24-74");
    ink.disc("k", 2, -88, 8);
    ink.dots("w", 40, &[(-20, -34), (18, -38), (-30, -50), (28, -54)]);
    ink.line("l", 20, "M-34-14Q-66-60-20-112M20-112Q66-60 34-14");
}

fn basin(ink: &mut Ink, _: &mut Grown) {
    ink.area("b", "M-84-40Q0-64 84-40L64 0H-64Z");
    ink.area("g", "M-74-42Q0-60 74-42Q0-24-74-42Z");
    ink.area("w", "M-40-44Q0-54 34-46Q0-38-40-44Z");
    ink.line("k", 40, "M-84-40Q0-18 84-40L64 0H-64Z");
    ink.area("k", "M-8-46V-104Q-8-122 10-122H30V-108H14Q8-108 8-100V-46Z");
    ink.area("g", "M20-108H30V-44H20Z");
    ink.line("w", 16, "M24-104V-48");
}

fn wall(ink: &mut Ink, grown: &mut Grown) {
    for row in 0..5 {
        for n in 0..4 {
            let (x, y) = (-72 + n * 36 + (row % 2) * 12 + grown.between(-2, 2), -20 * (row + 1));
            let tone = grown.pick(&["k", "b", "k"]);
            ink.area(tone, &format!("M{x} {y}h33v18h-33z"));
        }
    }
    ink.line(
        "g",
        22,
        "M-66 0q10-30-4-56t10-50M-20 0q-12-34 4-60t-6-44M34 0q14-26 0-54t12-52M66 0q-6-30 8-60",
    );
    ink.line("l", 16, "M-68-101H78");
}

fn plates(ink: &mut Ink, _: &mut Grown) {
    for (n, x) in [-66, -22, 22, 66].into_iter().enumerate() {
        let top = -116 + 10 * (n as i32 % 2);
        ink.area(
            "k",
            &format!("M{} {}L{x} {top}L{} {}V-16L{x} 0L{} -16Z", x - 21, top + 14, x + 21, top + 14, x - 21),
        );
        ink.area("b", &format!("M{x} {}L{} {}V-22L{x} -10Z", top + 10, x + 15, top + 20));
        ink.line("l", 14, &format!("M{} {}L{x} {top}L{} {}V-16", x - 21, top + 14, x + 21, top + 14));
        ink.dots("g", 50, &[(x, top + 26), (x, -28)]);
    }
    ink.line("g", 40, "M-84-62H84");
}

fn hangar(ink: &mut Ink, grown: &mut Grown) {
    arch(ink);
    ink.area("k", "M-36-30H36V-26H-36ZM-36-14H36V-10H-36Z");
    ink.place(0, -54, 42, |ink| drone(ink, grown));
}

fn crypt(ink: &mut Ink, _: &mut Grown) {
    arch(ink);
    ink.area("k", "M-28 0V-26q8-12 16 0V0ZM-8 0V-38q8-12 16 0V0ZM12 0V-26q8-12 16 0V0Z");
    ink.dots("l", 90, &[(-48, -60), (-44, -80), (48, -60), (44, -80), (-24, -96), (24, -96), (0, -100)]);
    ink.dots("k", 26, &[(-50, -60), (-46, -60), (46, -60), (50, -60), (-2, -100), (2, -100)]);
}

fn station(ink: &mut Ink, _: &mut Grown) {
    ink.area("k", "M-70 0L-52-60L0-104L52-60L70 0Z");
    ink.area("b", "M0-104L52-60L70 0H24Z");
    ink.area("w", "M-20 0L0-60L20 0Z");
    ink.area("g", "M-8-96H8V-82H22V-68H8V-52H-8V-68H-22V-82H-8Z");
    ink.line("l", 16, "M0-104L52-60L70-2M0-104V-124");
    ink.area("g", "M0-126L20-120 0-113Z");
}

fn lens(ink: &mut Ink, _: &mut Grown) {
    ink.line("k", 60, "M0-30L-30 0M0-30L30 0M0-30V0");
    ink.veil("g", 25, "M0-100L120-140V-16L0-40Z");
    ink.disc("k", 0, -70, 42);
    ink.disc("b", 0, -70, 35);
    ink.disc("g", 0, -70, 30);
    ink.area("w", "M-22-80Q-14-98 8-96Q-10-90-14-72Z");
    ink.disc("k", 4, -68, 12);
    ink.disc("w", 8, -72, 4);
    ink.line("l", 18, &rays(0, -70, 44, 50, 2));
}

fn dome(ink: &mut Ink, grown: &mut Grown) {
    ink.veil("g", 30, "M-84 0Q-84-100 0-104Q84-100 84 0Z");
    ink.line("l", 20, "M-84 0Q-84-100 0-104Q84-100 84 0");
    ink.line("g", 12, "M-44 0Q-40-90 0-104Q40-90 44 0M0-104V0M-76-40H76M-54-76H54");
    ink.area("k", "M-26 0L-18-30H18L26 0ZM-6-30V-52H6V-30Z");
    ink.light(0, -58, grown.between(6, 9));
    ink.line("k", 60, "M-92 0H-74M74 0H92");
}

fn lattice(ink: &mut Ink, _: &mut Grown) {
    ink.veil("g", 25, "M-96 0V-110H96V0Z");
    for (x, y) in [
        (-66, -26),
        (-22, -26),
        (22, -26),
        (66, -26),
        (-44, -64),
        (0, -64),
        (44, -64),
        (-22, -102),
        (22, -102),
    ] {
        ink.line("l", 20, &star(x, y, 24, 24, 6));
        ink.dots("g", 70, &[(x, y)]);
    }
    ink.area("k", "M-104 0V-118H-92V0ZM92 0V-118H104V0Z");
}

fn field(ink: &mut Ink, _: &mut Grown) {
    let wave = |y: i32| format!("M-58 {y}q10-12 20 0t20 0 20 0 20 0 20 0 16-4");
    ink.line("g", 26, &(wave(-40) + &wave(-62) + &wave(-84)));
    ink.line("w", 10, &(wave(-51) + &wave(-73) + &wave(-95)));
    for x in [-74, 74] {
        ink.area("k", &format!("M{} 0l8-108h16l8 108z", x - 16));
        ink.line("l", 13, &format!("M{} -106l8 104", x + 8));
        ink.light(x, -112, 8);
    }
}

fn engine(ink: &mut Ink, _: &mut Grown) {
    ink.area("k", "M-66 0H66V-16H-66Z");
    for (x, y, r, teeth) in [(-26, -52, 34, 2), (34, -46, 26, 3), (10, -96, 18, 4)] {
        ink.disc("k", x, y, r);
        ink.line("k", 60, &rays(x, y, r - 2, r + 4, teeth));
        ink.disc("b", x, y, r * 2 / 3);
        ink.line("k", 40, &rays(x, y, 4, r - 2, 4));
        ink.disc("g", x, y, r / 5 + 1);
    }
    ink.area("k", "M-64-16V-112H-54V-16ZM56-16V-120H66V-16Z");
    ink.veil("g", 60, "M-64-114q-6-10 2-16t8-10q6 12 0 26zM56-122q-6-10 2-16t8-10q6 12 0 26z");
}

fn press(ink: &mut Ink, _: &mut Grown) {
    ink.area("k", "M-60 0H60V-18H-60ZM-58-18V-122H-46V-18ZM46-18V-122H58V-18ZM-58-122H58V-108H-58Z");
    ink.area("b", "M-9-108H9V-78H-9Z");
    ink.area("k", "M-44-78H44V-60H-44Z");
    ink.line("l", 14, "M-44-60H44M-44-78H44");
    ink.veil("g", 60, "M-40-60H40L30-18H-30Z");
    ink.area("w", "M-14-18Q-16-46 0-50Q16-46 14-18Z");
    ink.dots("k", 40, &[(-5, -36), (5, -36)]);
    ink.line("k", 40, &(disc(0, -116, 20) + &rays(0, -116, 8, 26, 4)));
}

fn cube(ink: &mut Ink, _: &mut Grown) {
    ink.veil("g", 35, &star(0, -58, 82, 82, 6));
    ink.area("k", "M0-116L52-88V-30L0 0L-52-30V-88Z");
    ink.area("b", "M0-58L52-88V-30L0 0Z");
    ink.area("g", "M-44-76L-8-56V-16L-44-37Z");
    ink.area("w", "M-32-58L-20-51V-30L-32-37Z");
    ink.line("l", 18, "M-52-88L0-58L52-88M0-58V0M0-116L52-88V-30L0 0L-52-30V-88Z");
    ink.line("k", 30, "M-52-76L-8-52M-52-48L-8-24");
}

/// A vault, with light inside.
fn arch(ink: &mut Ink) {
    ink.area("k", "M-62 0V-70Q-58-108 0-112Q58-108 62-70V0H36V-60Q34-86 0-86T-36-60V0Z");
    ink.veil("g", 45, "M-36 0V-60Q-34-86 0-86T36-60V0Z");
    ink.veil("w", 50, "M-20 0V-50Q-18-70 0-70T20-50V0Z");
    ink.area("b", "M0-112Q58-108 62-70V0H50V-66Q46-98 0-100Z");
    ink.line("l", 16, "M0-112Q58-108 62-70V-2");
}
