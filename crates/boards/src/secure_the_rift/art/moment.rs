//! Actions: a scene chosen by the effect of the card.

use super::creature::{Beast, drone, speck};
use super::ink::{Grown, Ink, TURN, disc, hand, rays, star};
use super::person::{Person, Tool};
use super::{Deed, Look, marks};

/// Draws an Action card's scene.
pub(super) fn draw(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    let x = 113 + grown.between(-24, 24);
    let many = look.says.contains(" all ") || look.says.contains(" each ");
    marks::behind(ink, look, x, 78);
    match look.deed() {
        // These fill the whole width of the scene.
        Deed::Create => swarm(ink, look, grown),
        Deed::Damage if many => tremor(ink, grown),
        Deed::Damage if look.says.contains("equal to") => clash(ink, grown),
        Deed::Destroy if many => judgement(ink, look, grown),
        Deed::Prevent => rampart(ink, look, grown),
        // The others are drawn around one point.
        deed => ink.place(x, 0, 100, |ink| match deed {
            Deed::Damage => bolts(ink, look, grown),
            Deed::Destroy | Deed::Void => collapse(ink, look, grown),
            Deed::Cancel => seal(ink, look),
            Deed::Draw | Deed::Discard => pages(ink, look, grown),
            Deed::Search => eyes(ink, grown),
            Deed::Return => vortex(ink, look, grown),
            Deed::Rise => rising(ink, look, grown),
            Deed::Scrap | Deed::Loss => circle(ink, look, grown),
            Deed::Surge => surge(ink, look, grown),
            Deed::Refresh => wheel(ink, look, grown),
            Deed::Bind => bonds(ink, look, grown),
            Deed::Energy => bloom(ink, grown),
            _ => supplies(ink),
        }),
    }
}

fn somebody(look: &Look<'_>, grown: &mut Grown) -> Person {
    Person::custom(look.livery.faction.id, grown)
}

fn swarm(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    if look.number().is_some() {
        ink.veil("g", 30, "M60-4L30 148H110L84-4ZM142-4L116 148H196L166-4Z");
        for (x, y) in [(70, 78), (156, 66)] {
            ink.place(x, y, grown.between(70, 84), |ink| drone(ink, grown));
        }
        return;
    }
    ink.veil("g", 25, "M113 10L4 148H222Z");
    for row in 0..4 {
        for n in 0..=row {
            speck(ink, 113 + (2 * n - row) * (24 + 3 * row), 22 + 26 * row + (n * 7) % 5, 5 + 2 * row);
        }
    }
}

fn bolts(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    let count = look.number().unwrap_or(1).min(4);
    let wide = if look.card.x { 30 } else { 5 + 4 * i32::from(look.card.cost) };
    if look.card.x {
        ink.veil("g", 40, "M-70 148Q-20 60 -64 -4H64Q20 60 70 148Z");
        ink.area("g", "M-46 148Q-14 96 -26 70Q-6 40 -34 -4H36Q8 50 22 84Q16 110 46 148Z");
        ink.area("w", "M-22 148Q0 90 -12 -4H14Q4 90 22 148Z");
        return;
    }
    for n in 0..count {
        let top = (2 * n - count + 1) * 38 + grown.between(-10, 10);
        let (a, b) = (top + (-top) / 4 + grown.between(-14, 14), top + (-top) / 2 + grown.between(-14, 14));
        let path = format!("L{a} 44L{} 50L{b} 88L{} 92L0 132", a + wide, b + wide);
        ink.line("g", 50, &format!("M{top}-4{path}"));
        ink.line("w", 22, &format!("M{top}-4{path}"));
    }
    ink.veil("g", 40, &disc(0, 132, 34));
    ink.area("g", &star(0, 132, 34, 13, 12));
    ink.area("w", &star(0, 132, 20, 8, 12));
    let shards: String =
        grown.points(9, [-60, 60], [86, 128]).iter().map(|(x, y)| format!("M{x} {y}l7-4 2 8z")).collect();
    ink.area("k", &shards);
}

fn tremor(ink: &mut Ink, grown: &mut Grown) {
    ink.area("k", "M-2 118L40 112 62 124 96 108 120 122 158 110 190 122 230 112V150H-2Z");
    for n in 0..6 {
        let x = 20 + n * 38 + grown.between(-8, 8);
        ink.area("g", &format!("M{x} 112l8 12-5 8 9 18h-20l5-16-4-8z"));
        ink.area("w", &format!("M{} 120l4 8-3 6 5 14h-9l3-14-3-6z", x + 1));
        let (high, lean) = (grown.between(26, 64), grown.between(-18, 18));
        ink.area("b", &format!("M{} 118l{lean}-{high} 12 6 6 {}z", x + 14, high - 2));
        ink.line("l", 13, &format!("M{} 118l{lean}-{high}", x + 14));
    }
    let dust = grown.points(20, [4, 222], [20, 108]);
    ink.dots("k", 44, &dust[..9]);
    ink.dots("g", 24, &dust[9..]);
}

fn clash(ink: &mut Ink, grown: &mut Grown) {
    ink.veil("g", 40, &disc(113, 84, 44));
    ink.area("g", &star(113, 84, 56, 16, 12));
    ink.area("w", &star(113, 84, 30, 10, 12));
    ink.place(58, 142, 88, |ink| Beast::Stag.draw(ink, grown));
    ink.place(172, 142, -84, |ink| Beast::Hound.draw(ink, grown));
    ink.line("near", 60, "M-4 100Q40 110 70 84T130 70M226 130Q180 112 160 128T96 118");
    ink.line("g", 16, "M-4 98Q40 108 70 82T130 68");
}

fn judgement(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    ink.area("w", &star(113, 16, 30, 12, 12));
    for n in 0..4 {
        let x = 31 + n * 55;
        ink.veil("g", 45, &format!("M{} -4H{}L{} 142H{}Z", x - 9, x + 9, x + 24, x - 24));
        ink.veil("w", 70, &format!("M{} -4H{}L{} 142H{}Z", x - 3, x + 3, x + 12, x - 12));
        let person = somebody(look, grown);
        ink.place(x, 142, grown.side() * 52, |ink| person.draw(ink));
    }
}

fn collapse(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    ink.veil("g", 35, &disc(0, 84, 62));
    if look.says.contains("tech") {
        ink.place(0, 142, 96, |ink| {
            ink.area("k", "M-26 0L-12-48L14-44L26 0ZM-4-58L22-54L52-92L40-104Z");
            ink.line("k", 30, "M40-104L60-120M52-92L70-88");
            ink.line("l", 14, "M-12-48L14-44M22-54L52-92");
        });
    } else {
        let person = somebody(look, grown);
        ink.place(0, 142, 92, |ink| person.draw(ink));
    }
    // It breaks along a few lines, and pieces fly away.
    let (rise, fall) = (grown.between(-20, 20), grown.between(-20, 20));
    ink.line(
        "w",
        34,
        &format!("M-56 {}L0 86L58 {}M0 86L{} 140M0 86L{} 40", 78 + rise, 82 + fall, -rise, fall),
    );
    for _ in 0..16 {
        let (turn, r) = (grown.below(TURN), grown.between(34, 82));
        let (dx, dy) = hand(r, turn);
        let (w, h) = (grown.between(5, 14), grown.between(4, 12));
        let tone = grown.pick(&["k", "b", "g"]);
        ink.area(tone, &format!("M{} {}l{w}-{h} 3 {h}z", dx, 82 + dy * 3 / 4));
    }
}

fn seal(ink: &mut Ink, look: &Look<'_>) {
    ink.veil("g", 25, &disc(0, 74, 66));
    ink.line("g", 30, &disc(0, 74, 56));
    ink.line(
        "l",
        12,
        &(disc(0, 74, 49) + &rays(0, 74, 49, 56, 1) + &star(0, 74, 44, 44, 6) + &star(0, 74, 44, 25, 12)),
    );
    if look.says.contains("unless") {
        ink.area("k", "M-22 62h44v40h-44z");
        ink.line("k", 80, "M-15 64v-14a15 15 0 0 1 30 0v14");
        ink.disc("g", 0, 78, 6);
        ink.area("g", "M-3 79h6l2 16h-10z");
    } else {
        ink.area("l", "M-22 56l34-8 10 46-34 8z");
        ink.line("k", 16, "M-12 64l20-5M-10 74l20-5M-8 84l12-3");
        ink.line("k", 90, "M-62 120L62 28");
        ink.line("w", 40, "M-62 120L62 28");
    }
}

fn pages(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    let fall = look.deed() == Deed::Discard;
    let count = look.number().unwrap_or(1).clamp(1, 5);
    ink.veil("g", 30, "M-20 148L-96 -4H96L20 148Z");
    let card = "M-20-30H20V30H-20Z";
    for n in 0..count {
        let (turn, dx) = (16 * (2 * n - count + 1), 44 * (2 * n - count + 1) / 2);
        let (y, turn) =
            if fall { (44 + 40 * n, turn + 20 + 50 * n) } else { (74 + (2 * n - count + 1).abs() * 6, turn) };
        ink.put(format_args!("<g transform=\"translate({dx} {y})rotate({turn})\">"));
        ink.area("k", "M-22-32H22V32H-22Z");
        ink.area("l", card);
        ink.area("g", &star(0, -8, 13, 5, 8));
        ink.line("k", 18, "M-12 12H12M-12 19H6");
        if fall {
            ink.area("k", "M-22 34L-22 8 -14 0 -8 14 0 2 8 16 22 4V34Z");
            ink.line("g", 20, "M-22 8L-14 0-8 14 0 2 8 16 22 4");
        }
        ink.raw("</g>");
    }
    let sparks = grown.points(14, [-80, 80], [10, 138]);
    ink.dots(if fall { "k" } else { "w" }, 26, &sparks);
}

fn eyes(ink: &mut Ink, grown: &mut Grown) {
    ink.veil("g", 30, &disc(0, 80, 60));
    ink.area("near", "M-74 148Q-60 40 0 26Q60 40 74 148Z");
    ink.line("near", 60, "M-36 50Q-60 30 -58 4M-52 36L-78 12M36 50Q60 30 58 4M52 36L78 12");
    for side in [-1, 1] {
        ink.area(
            "g",
            &format!(
                "M{} 76q{} -16 {} -4q{} 14 {} 4z",
                side * 14,
                side * 12,
                side * 32,
                side * -12,
                side * -32
            ),
        );
        ink.disc("w", side * 30, 73, 3);
    }
    for _ in 0..7 {
        let (ex, ey) = (grown.between(8, 218), grown.between(92, 132));
        ink.dots("g", 30, &[(ex, ey), (ex + 7, ey)]);
    }
    ink.veil("w", 55, "M-34 148Q0 122 -5 112h10Q10 126 34 148Z");
}

fn vortex(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    for (r, tone) in [(64, "k"), (52, "b"), (40, "k"), (29, "g"), (19, "w")] {
        ink.disc(tone, 0, 74, r);
    }
    let arms: String = (0..6)
        .map(|n| {
            let ((ax, ay), (bx, by)) = (hand(84, n * 4), hand(26, n * 4 + 5));
            let (cx, cy) = hand(62, n * 4 + 3);
            format!("M{} {}Q{} {} {} {}", ax, 74 + ay, cx, 74 + cy, bx, 74 + by)
        })
        .collect();
    ink.line("g", 34, &arms);
    ink.line("w", 12, &arms);
    let person = somebody(look, grown);
    ink.put(format_args!("<g transform=\"rotate({} 0 84)\">", grown.side() * 28));
    ink.place(0, 112, 58, |ink| person.draw(ink));
    ink.raw("</g>");
}

fn rising(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    ink.veil("g", 30, "M-30 140L-74 -4H74L30 140Z");
    ink.veil("w", 30, "M-16 140L-34 -4H34L16 140Z");
    let person = somebody(look, grown);
    ink.place(0, 124, 92, |ink| person.draw(ink));
    ink.area("near", "M-84 148L-58 130 -40 136 -24 122 -6 134 12 120 30 134 56 126 84 148Z");
    ink.line("g", 24, "M-54 132L-40 138 -24 126 -6 136 12 124 30 136");
    let sparks = grown.points(12, [-54, 54], [8, 116]);
    ink.dots("w", 22, &sparks);
}

fn circle(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    ink.light(0, 104, 13);
    for (dx, size) in [(-78, 60), (-46, 72), (46, 72), (78, 60), (-16, 44), (16, 44)] {
        let person = Person { tool: Tool::Lantern, ..somebody(look, grown) };
        let size = if dx > 0 { -size } else { size };
        ink.place(dx, if dx.abs() < 20 { 120 } else { 143 }, size, |ink| person.draw(ink));
    }
    ink.line("g", 16, "M0 86q-14-18 0-34t0-36M-10 88q-16-16-8-30M10 88q16-16 8-30");
}

fn surge(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    let wild = look.livery.faction.id == "verdant";
    ink.veil("g", 40, "M-76 148Q-50 60 0 4Q50 60 76 148Z");
    for n in 0..look.number().unwrap_or(2).clamp(1, 3) {
        let y = 34 + 22 * n;
        ink.line("w", 44, &format!("M{} {}L0 {y}L{} {}", -46 - 8 * n, y + 30, 46 + 8 * n, y + 30));
    }
    if wild {
        ink.place(-8, 142, 104, |ink| Beast::Cat.draw(ink, grown));
        return;
    }
    for (dx, size) in [(-48, 66), (48, -66), (0, 86)] {
        let person = somebody(look, grown);
        ink.place(dx, 142, size, |ink| person.draw(ink));
    }
}

fn wheel(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    ink.veil("w", 35, &star(0, 70, 110, 30, 24));
    ink.line("g", 70, "M-42 46A48 48 0 0 1 42 46M42 94A48 48 0 0 1 -42 94");
    ink.area("g", "M50 56l-22-2 16-22zM-50 84l22 2-16 22z");
    for (dx, size) in [(-22, 84), (24, -80)] {
        let person = somebody(look, grown);
        ink.place(dx, 142, size, |ink| person.draw(ink));
    }
}

fn rampart(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    ink.veil("g", 30, "M-10 148Q-4 16 113 12Q230 16 236 148Z");
    ink.line("w", 24, "M-10 148Q-4 16 113 12Q230 16 236 148");
    for n in 0..5 {
        let person = Person { tool: Tool::Shield, ..somebody(look, grown) };
        ink.place(20 + n * 44, 144, 72, |ink| person.draw(ink));
    }
    for (x, y) in [(40, 44), (92, 22), (160, 30), (204, 62)] {
        ink.area("g", &star(x, y, 13, 5, 12));
        ink.area("w", &star(x, y, 7, 3, 8));
    }
}

fn bonds(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    let person = somebody(look, grown);
    ink.veil("g", 40, "M-56 142Q-52 20 0 12Q52 20 56 142Z");
    ink.place(-4, 142, 92, |ink| person.draw(ink));
    let bars: String =
        (0..6_i32).map(|n| format!("M{} 142V{}", 20 * n - 50, 24 + (2 * n - 5).abs() * 5)).collect();
    ink.line("k", 44, &bars);
    ink.line("g", 18, &bars);
    ink.line("k", 70, "M-56 142Q-52 20 0 12Q52 20 56 142M-56 78H56");
    ink.line("l", 16, "M-58 142Q-54 20 0 12Q50 20 54 142");
    ink.area("k", "M-13 66h26v26h-26z");
    ink.disc("g", 0, 78, 5);
}

fn bloom(ink: &mut Ink, grown: &mut Grown) {
    ink.veil("g", 35, &disc(0, 100, 70));
    for n in -4..=4_i32 {
        let (high, lean) = (92 - n.abs() * 14 + grown.between(-8, 8), n * 13);
        let (left, right) = (n * 9 - 8, n * 9 + 8);
        let tip = (n * 9 + lean, 140 - high);
        ink.area(
            "k",
            &format!(
                "M{left} 142L{} {}L{} {}L{} {}L{right} 142Z",
                tip.0 - 9,
                tip.1 + 16,
                tip.0,
                tip.1,
                tip.0 + 9,
                tip.1 + 16
            ),
        );
        ink.area(
            "g",
            &format!(
                "M{} 140L{} {}L{} {}L{} {}Z",
                left + 3,
                tip.0 - 6,
                tip.1 + 17,
                tip.0,
                tip.1 + 5,
                n * 9,
                140
            ),
        );
    }
    ink.area("w", "M-5 140L0 60L1 140Z");
    ink.area("near", "M-90 148Q-40 130 0 136T90 148Z");
    let sparks = grown.points(10, [-70, 70], [14, 90]);
    ink.dots("w", 24, &sparks);
}

fn supplies(ink: &mut Ink) {
    ink.veil("g", 30, &disc(0, 74, 66));
    ink.line("k", 14, "M-52 46L-20 92M0 46V92M52 46L20 92M-26 46L-10 92M26 46L10 92");
    ink.area("k", "M-54 48Q-50 2 0 2T54 48Q40 38 27 48Q13 38 0 48Q-13 38 -27 48Q-40 38 -54 48Z");
    ink.area("g", "M-27 48Q-22 10 0 2Q22 10 27 48Q13 38 0 48Q-13 38 -27 48Z");
    ink.area("k", "M-26 90h52v42h-52z");
    ink.area("b", "M4 90h22v42h-22z");
    ink.line("l", 14, "M-26 90h52v42h-52zM4 90v42");
    ink.area("w", "M-15 98h10v8h8v10h-8v8h-10v-8h-8v-10h8z");
}
