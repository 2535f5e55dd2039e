//! The pictures: five worlds, six sigils, coins, stations and the backs of cards.
//!
//! Worlds are drawn on a canvas of 200 by 200 and lit from the upper left, sigils on a canvas of 64 by 64. Each world
//! is drawn once. An Undeveloped world is dark except for a crescent. A Developed world is fully lit, has lights on its
//! night side, and has a band that points to its Arbiter.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::sync::LazyLock;

use maud::{Markup, PreEscaped, html};

/// The radius of each world in the row, Atlas in the middle.
const RADII: [i32; 5] = [60, 64, 76, 62, 58];

/// The surfaces of the worlds in the row.
const WORLDS: [fn(&mut Ink); 5] = [umeri, dorsi, atlas, bracchii, genua];

/// The attributes of lines with round ends and corners.
const ROUND: &str = " stroke-linecap=\"round\" stroke-linejoin=\"round\"";

/// The index of Atlas, which is larger than the others.
pub(super) const GIANT: usize = 2;

/// The sigil of an Order.
pub(super) fn sigil(order: usize) -> Markup {
    html! { svg.sa-sigil viewBox="0 0 64 64" aria-hidden="true" { use href={ "#sa-s" (order) } {} } }
}

/// A world in the row.
pub(super) fn world(n: usize, developed: bool) -> Markup {
    let n = n.min(RADII.len() - 1);
    html! {
        svg viewBox="22 22 156 156" aria-hidden="true" {
            use href={ "#sa-w" (n) } {}
            use href={ (if developed { "#sa-lit" } else { "#sa-wild" }) (n) } {}
            @if n == GIANT { use href="#sa-rings" {} }
            @if developed { g.sa-band { use href={ "#sa-band" (n) } {} } }
        }
    }
}

/// A cost as a row of coins.
pub(super) fn coins(n: usize) -> Markup {
    html! {
        span.sa-coins {
            @for _ in 0..n { svg.sa-coin viewBox="0 0 24 24" aria-hidden="true" { use href="#sa-credit" {} } }
        }
    }
}

/// One of the five Credit cards, available or spent.
pub(super) fn credit(left: bool) -> Markup {
    html! {
        svg.sa-coin.sa-spent[!left] viewBox="0 0 24 24" aria-hidden="true" {
            use href=(if left { "#sa-credit" } else { "#sa-spent" }) {}
        }
    }
}

/// An Outpost, or an empty slot for one.
pub(super) fn dock(station: bool) -> Markup {
    html! {
        svg viewBox="0 0 32 32" aria-hidden="true" { use href=(if station { "#sa-station" } else { "#sa-dock" }) {} }
    }
}

/// The back of an Order card.
pub(super) fn back() -> Markup {
    html! { svg viewBox="0 0 48 64" aria-hidden="true" { use href="#sa-back" {} } }
}

/// A deck, or an outline if it is empty.
pub(super) fn deck(cards: usize) -> Markup {
    html! {
        svg viewBox="0 0 60 76" aria-hidden="true" {
            @if cards == 0 { rect.sa-gap x="2" y="2" width="48" height="64" rx="5" {} }
            @for n in 0..cards.div_ceil(8).min(5) {
                use href="#sa-back" x=(2 * n + 1) y=(2 * n + 1) width="48" height="64" {}
            }
        }
    }
}

/// All shared drawings that a page refers to. They must be on the page once.
pub(super) fn defs() -> Markup {
    html! { svg.sa-defs width="0" height="0" aria-hidden="true" focusable="false" { (PreEscaped(drawings())) } }
}

/// The shared drawings themselves.
pub(super) fn drawings() -> &'static str {
    static DRAWINGS: LazyLock<String> = LazyLock::new(|| {
        let mut ink = Ink { svg: String::new(), ids: "sa-" };
        ink.raw("<defs>");
        gradients(&mut ink);
        for (n, r) in RADII.into_iter().enumerate() {
            ink.clip(n, r);
        }
        ink.raw("</defs>");
        for (n, world) in WORLDS.into_iter().enumerate() {
            ink.group(&format!("w{n}"), world);
            ink.group(&format!("wild{n}"), |ink| wild(ink, n));
            ink.group(&format!("lit{n}"), |ink| lit(ink, n));
            ink.group(&format!("band{n}"), |ink| band(ink, n));
        }
        ink.group("rings", |ink| rings(ink, 0));
        for (n, sigil) in SIGILS.into_iter().enumerate() {
            ink.symbol(&format!("s{n}"), "0 0 64 64", |ink| ink.raw(sigil));
        }
        ink.symbol("credit", "0 0 24 24", |ink| ink.raw(CREDIT));
        ink.symbol("spent", "0 0 24 24", |ink| ink.raw(SPENT));
        ink.symbol("station", "0 0 32 32", |ink| ink.raw(STATION));
        ink.symbol("dock", "0 0 32 32", |ink| ink.raw(DOCK));
        ink.symbol("back", "0 0 48 64", |ink| ink.raw(BACK));
        ink.svg
    });
    &DRAWINGS
}

/// The sigil of an Order as a drawing of its own.
pub(super) fn sigil_drawing(order: usize) -> String {
    let mut ink = Ink { svg: String::new(), ids: "sa-" };
    ink.symbol("sigil", "0 0 64 64", |ink| ink.raw(SIGILS[order]));
    ink.svg
}

/// The band of a planet as a drawing of its own.
pub(super) fn band_drawing(planet: usize) -> String {
    let mut ink = Ink { svg: String::new(), ids: "sa-" };
    ink.group(&format!("band{planet}"), |ink| band(ink, planet));
    ink.svg
}

/// The number of Orders that have a sigil.
pub(super) const ORDERS: usize = SIGILS.len();

/// The number of planets that are drawn.
pub(super) const PLANETS: usize = WORLDS.len();

/// The picture on the cover: Atlas with its rings, and the four smaller worlds around it, on a canvas of 332 by 446.
pub(super) fn cover() -> Markup {
    static COVER: LazyLock<String> = LazyLock::new(|| {
        let mut ink = Ink { svg: String::new(), ids: "sa-cover-" };
        ink.raw("<defs>");
        gradients(&mut ink);
        for (n, r) in RADII.into_iter().enumerate() {
            ink.clip(n, r);
        }
        ink.raw(
            "<radialGradient id=\"sa-cover-sky\" cx=\".5\" cy=\".42\" r=\".75\"><stop stop-color=\"#3a2a6e\"/>\
             <stop offset=\".55\" stop-color=\"#1a1740\"/><stop offset=\"1\" stop-color=\"#0b0e26\"/></radialGradient></defs>\
             <rect width=\"332\" height=\"446\" fill=\"url(#sa-cover-sky)\"/>",
        );
        let mut grown = Grown(77);
        for (colour, width, stars) in [("#fff", "1.1", 34), ("#cfe0ff", "1.7", 16), ("#ffe9c9", "2.3", 7)] {
            let at: Vec<(i32, i32)> = (0..stars).map(|_| (grown.below(332), grown.below(446))).collect();
            ink.dots(colour, width, &at);
        }
        let satellites = [
            (0, 53, 76, ".46", true),
            (1, 277, 62, ".4", true),
            (3, 46, 278, ".34", false),
            (4, 286, 282, ".46", true),
        ];
        for (n, x, y, size, developed) in satellites {
            ink.put(format_args!("<g transform=\"translate({x} {y}) scale({size}) translate(-100 -100)\">"));
            WORLDS[n](&mut ink);
            if developed {
                ink.shade("air", RADII[n] * 6 / 5);
                ink.shade("shade", RADII[n]);
            } else {
                wild(&mut ink, n);
            }
            ink.raw("</g>");
        }
        ink.raw("<g transform=\"translate(166 180) scale(1.22) translate(-100 -100)\">");
        ink.shade("halo", 112);
        atlas(&mut ink);
        ink.shade("air", RADII[GIANT] * 6 / 5);
        ink.shade("shade", RADII[GIANT]);
        towns(&mut ink, GIANT);
        rings(&mut ink, 0);
        ink.raw("</g>");
        // All lines have round ends, so it is enough to say so once.
        let drawn = ink.svg.replace(ROUND, "");
        format!("<g{ROUND}>{drawn}</g>")
    });
    PreEscaped(COVER.clone())
}

/// A builder for SVG.
struct Ink {
    svg: String,
    /// The prefix of all ids.
    ids: &'static str,
}

impl Ink {
    fn raw(&mut self, text: &str) {
        self.svg.push_str(text);
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.svg.write_fmt(text).expect("writing to a string cannot fail");
    }

    fn symbol(&mut self, id: &str, sheet: &str, draw: impl FnOnce(&mut Ink)) {
        let ids = self.ids;
        self.put(format_args!("<symbol id=\"{ids}{id}\" viewBox=\"{sheet}\">"));
        draw(self);
        self.raw("</symbol>");
    }

    /// A group on the canvas of the worlds. It may extend beyond the canvas.
    fn group(&mut self, id: &str, draw: impl FnOnce(&mut Ink)) {
        let ids = self.ids;
        self.put(format_args!("<g id=\"{ids}{id}\">"));
        draw(self);
        self.raw("</g>");
    }

    fn area(&mut self, colour: &str, path: &str) {
        self.put(format_args!("<path fill=\"{colour}\" d=\"{path}\"/>"));
    }

    fn veil(&mut self, colour: &str, opacity: &str, path: &str) {
        self.put(format_args!("<path fill=\"{colour}\" opacity=\"{opacity}\" d=\"{path}\"/>"));
    }

    fn line(&mut self, colour: &str, width: &str, path: &str) {
        self.put(format_args!(
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{ROUND} d=\"{path}\"/>"
        ));
    }

    /// Round dots, drawn as zero-length lines with round ends.
    fn dots(&mut self, colour: &str, width: &str, at: &[(i32, i32)]) {
        let path: String = at.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
        self.line(colour, width, &path);
    }

    /// A disc with one of the gradients.
    fn shade(&mut self, gradient: &str, r: i32) {
        let fill = format!("url(#{}g-{gradient})", self.ids);
        self.disc(&fill, r);
    }

    fn disc(&mut self, fill: &str, r: i32) {
        self.put(format_args!("<circle cx=\"100\" cy=\"100\" r=\"{r}\" fill=\"{fill}\"/>"));
    }

    /// The outline of a world, which clips its surface.
    fn clip(&mut self, n: usize, r: i32) {
        let ids = self.ids;
        self.put(format_args!(
            "<clipPath id=\"{ids}c{n}\"><circle cx=\"100\" cy=\"100\" r=\"{r}\"/></clipPath>"
        ));
    }

    /// The surface of a world.
    fn ground(&mut self, n: usize, colour: &str, draw: impl FnOnce(&mut Ink)) {
        let ids = self.ids;
        self.put(format_args!("<g clip-path=\"url(#{ids}c{n})\">"));
        self.disc(colour, RADII[n]);
        draw(self);
        self.raw("</g>");
    }
}

/// A fixed pseudo-random sequence, so that every page shows the same lights.
struct Grown(u32);

impl Grown {
    fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((self.0 >> 16) as i32) % n
    }
}

fn gradients(ink: &mut Ink) {
    let mut radial = |id: &str, shape: &str, stops: &[(&str, &str, &str)]| {
        let ids = ink.ids;
        ink.put(format_args!("<radialGradient id=\"{ids}g-{id}\" {shape}>"));
        for (offset, colour, opacity) in stops {
            ink.put(format_args!(
                "<stop offset=\"{offset}\" stop-color=\"{colour}\" stop-opacity=\"{opacity}\"/>"
            ));
        }
        ink.raw("</radialGradient>");
    };
    let (upper_left, around) = ("cx=\".3\" cy=\".28\" r=\".85\"", "r=\".5\"");
    radial(
        "shade",
        upper_left,
        &[
            ("0", "#fff", ".28"),
            (".3", "#fff", "0"),
            (".55", "#020616", ".12"),
            (".85", "#020616", ".78"),
            ("1", "#020616", ".92"),
        ],
    );
    radial(
        "wild",
        "cx=\".16\" cy=\".2\" r=\".95\"",
        &[
            ("0", "#0a1020", "0"),
            (".25", "#0a1020", ".15"),
            (".55", "#060a18", ".78"),
            ("1", "#03050d", ".96"),
        ],
    );
    radial("air", around, &[(".8", "#9fd0ff", "0"), (".86", "#bfe2ff", ".5"), ("1", "#9fd0ff", "0")]);
    radial("gloom", around, &[(".8", "#7088b8", "0"), (".86", "#7088b8", ".22"), ("1", "#7088b8", "0")]);
    radial("halo", around, &[(".5", "#8fb0ff", ".55"), ("1", "#8fb0ff", "0")]);
    radial("lamp", around, &[("0", "#ffe9a8", ".95"), (".4", "#ffc65c", ".4"), ("1", "#ffb030", "0")]);
}

/// Rust and ridges under a small cap of ice.
fn umeri(ink: &mut Ink) {
    ink.ground(0, "#b5603f", |ink| {
        ink.area("#c97a52", "M30 70Q70 50 120 66T180 60V40H30Z");
        ink.area("#9a4a33", "M30 112Q62 92 92 108T150 100T180 112V170H30Z");
        ink.area("#7d3828", "M34 134Q70 120 104 134T176 128V170H34Z");
        for (x, y, h) in [(58, 96, 18), (78, 90, 26), (102, 94, 20), (122, 84, 28), (142, 94, 18)] {
            ink.area("#8a4130", &format!("M{} {y}l{h} -{h} {h} {h}z", x - h));
            ink.area("#d9936a", &format!("M{} {y}l{h} -{h} {} {h}z", x - h, -h / 3));
        }
        ink.line("#5c261d", "4", "M44 122q18 -8 30 2t28 -2t26 6t34 -6");
        ink.line("#e3a57e", "1.4", "M46 118q18 -8 30 2t28 -2t26 6t32 -6");
        ink.area("#f6ebe4", "M66 42Q100 64 134 42Q118 34 100 34T66 42Z");
        ink.area("#e3cfc6", "M80 49q20 10 42 -1q-10 8 -22 7t-20 -6Z");
        ink.dots("#6d2f23", "7", &[(70, 146), (112, 148), (140, 140)]);
        ink.dots("#a5563a", "4", &[(69, 145), (111, 147), (139, 139)]);
    });
}

/// An ocean with a spine of islands, under clouds.
fn dorsi(ink: &mut Ink) {
    ink.ground(1, "#1c6ca8", |ink| {
        ink.veil("#3f9fd0", ".7", "M30 60Q90 40 170 70V30H30Z");
        ink.veil("#0f4b80", ".8", "M30 140Q100 116 172 136V176H30Z");
        let spine = [
            (62, 58, 9),
            (74, 72, 11),
            (88, 86, 14),
            (102, 102, 15),
            (118, 116, 12),
            (130, 130, 10),
            (140, 144, 7),
        ];
        let island = |x: i32, y: i32, r: i32, more: i32| {
            let (w, h) = (r + more, r / 2 + more);
            format!("M{} {y}a{r} {h} 40 1 0 {} 0a{r} {h} 40 1 0 -{} 0z", x - w, 2 * w, 2 * w)
        };
        let all = |draw: &dyn Fn(i32, i32, i32) -> String| -> String {
            spine.iter().map(|(x, y, r)| draw(*x, *y, *r)).collect()
        };
        ink.veil("#8fe0d8", ".55", &all(&|x, y, r| island(x, y, r, 3)));
        ink.area("#4d8f4a", &all(&|x, y, r| island(x, y, r, 0)));
        let peak = |x: i32, y: i32, r: i32| format!("M{} {y}l{h} -{h} {h} {h}z", x - r, h = r);
        ink.area("#86b85c", &all(&|x, y, r| peak(x, y, r / 2)));
        ink.line("#fff", "5", "M44 96q16 -10 30 -2t24 -6");
        ink.line("#fff", "4", "M104 62q14 -8 26 0t22 -2M112 150q14 6 30 -2");
        ink.line("#e8f4ff", "3", "M52 128q12 6 24 0t20 4M120 90q12 -6 26 2");
    });
}

/// The giant: bands, a storm, and rings.
fn atlas(ink: &mut Ink) {
    rings(ink, 1);
    ink.ground(GIANT, "#c9a06a", |ink| {
        let bands = [
            (28, 16, "#9b6a45"),
            (44, 12, "#e6cfa2"),
            (56, 16, "#b98354"),
            (72, 10, "#f0dcb4"),
            (82, 18, "#d2a871"),
            (100, 14, "#8f5a3c"),
            (114, 16, "#e2c493"),
            (130, 12, "#aa7449"),
            (142, 14, "#d9b582"),
            (156, 24, "#7f5138"),
        ];
        ink.raw("<g transform=\"rotate(-14 100 100)\">");
        for (y, h, colour) in bands {
            ink.area(
                colour,
                &format!("M16 {y}q22 6 44 1t42 2t42 -3t44 2v{h}q-22 4 -44 -1t-42 2t-42 -2t-44 2z"),
            );
        }
        ink.line("#fff3d6", "1.2", "M22 78q30 6 60 1t64 3M30 118q30 -5 52 1t70 -2M40 60q24 4 50 -1t60 2");
        ink.line("#6b4029", "1.2", "M26 104q36 6 66 -1t80 3M44 150q30 5 60 0t50 2");
        ink.raw("<ellipse cx=\"128\" cy=\"112\" rx=\"22\" ry=\"12\" fill=\"#f3d9ab\"/>");
        ink.raw("<ellipse cx=\"128\" cy=\"112\" rx=\"18\" ry=\"9\" fill=\"#b8492c\"/>");
        ink.raw("<ellipse cx=\"126\" cy=\"111\" rx=\"10\" ry=\"4.5\" fill=\"#dd8258\"/>");
        // The shadow of the rings.
        ink.veil("#1a0f0a", ".4", "M10 92A95 21 0 0 0 190 92L190 98A92 22 0 0 1 10 98Z");
        ink.raw("</g>");
    });
}

/// One half of the rings of Atlas: 1 is the half behind it, 0 the half in front.
fn rings(ink: &mut Ink, half: u8) {
    ink.raw("<g transform=\"rotate(-14 100 100)\" fill=\"none\">");
    for (r, height, width, colour) in
        [(89, 17, 2, "#8e7654"), (95, 21, 7, "#cdb48a"), (102, 25, 2, "#f1e2bd")]
    {
        ink.put(format_args!(
            "<path stroke=\"{colour}\" stroke-width=\"{width}\" opacity=\".85\" \
             d=\"M{} 100A{r} {height} 0 0 {half} {} 100\"/>",
            100 - r,
            100 + r
        ));
    }
    ink.raw("</g>");
}

/// Dunes, and a river like an arm with its hand.
fn bracchii(ink: &mut Ink) {
    ink.ground(3, "#d39a45", |ink| {
        ink.area("#e6b768", "M36 66Q80 46 120 60T170 54V30H36Z");
        ink.area("#b97d33", "M34 128Q80 112 122 128T170 120V170H34Z");
        let dunes = |x: i32, up: i32| -> String {
            let dune = |y: i32| format!("M{x} {}q14 -8 28 0t28 0t28 0t28 0t28 0", y - up);
            [56, 70, 84, 112, 128, 142].into_iter().map(dune).collect()
        };
        ink.line("#b5762c", "2", &dunes(38, 0));
        ink.line("#f0c983", "1.2", &dunes(40, 3));
        ink.line("#2f7d62", "13", "M34 92q26 2 40 14t40 4t26 -12");
        ink.line("#39b0a8", "7", "M34 92q26 2 40 14t40 4t26 -12");
        ink.line("#39b0a8", "4", "M138 98q8 -8 18 -8M139 98q10 -2 20 4M138 98q6 4 10 14M137 97q0 -10 8 -18");
        ink.line("#bff0e4", "1.4", "M40 92q24 3 36 14t38 4");
        ink.dots("#8c5a22", "9", &[(72, 140), (124, 74)]);
        ink.dots("#c78f45", "5", &[(71, 139), (123, 73)]);
    });
}

/// Ice with cracks, and two craters like knees.
fn genua(ink: &mut Ink) {
    ink.ground(4, "#bfe2ee", |ink| {
        ink.area("#def3f8", "M40 72Q84 52 122 66T164 58V36H40Z");
        ink.area("#93c3d9", "M40 126Q84 112 120 126T166 118V166H40Z");
        for (x, y, r) in [(80, 100, 17), (122, 106, 20)] {
            ink.put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"#7fb0cc\"/>\
                 <circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#a9d2e3\"/>\
                 <circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#eefafd\"/>",
                x + 2, y + 2, r - 3, x + 3, y + 3, r / 3
            ));
        }
        ink.line("#4f8fb5", "2", "M44 84l18 10 8 -6M98 44l-4 20 14 12 -2 14M150 70l-16 8 -4 12M60 138l16 -14M104 150l4 -18 18 -8M70 60l10 12 -4 12");
        ink.line("#ffffff", "1.2", "M46 81l18 10 8 -6M101 44l-4 20 14 12M152 73l-16 8M63 139l15 -13");
    });
}

/// The darkness over an Undeveloped planet.
fn wild(ink: &mut Ink, n: usize) {
    let r = RADII[n];
    ink.shade("gloom", r * 6 / 5);
    ink.put(format_args!("<circle cx=\"100\" cy=\"100\" r=\"{r}\" fill=\"#1c2436\" opacity=\".35\"/>"));
    ink.shade("wild", r);
}

/// A Developed planet: daylight, atmosphere, lights on the night side, and traffic.
fn lit(ink: &mut Ink, n: usize) {
    let r = RADII[n];
    ink.shade("air", r * 6 / 5);
    ink.shade("shade", r);
    towns(ink, n);
    ink.put(format_args!(
        "<g transform=\"rotate(24 100 100)\"><path fill=\"none\" stroke=\"#cfe4ff\" stroke-width=\"1.4\" \
         stroke-dasharray=\"1 5\" stroke-linecap=\"round\" opacity=\".9\" d=\"M{} 100A{w} 16 0 0 0 {} 100\"/>",
        100 - r - 12, 100 + r + 12, w = r + 12
    ));
    ink.dots("#fff", "4", &[(100 - r / 2, 114), (100 + r / 3, 115), (100 + r, 108)]);
    ink.raw("</g>");
}

/// The lights on the night side of a world, and the roads between them.
fn towns(ink: &mut Ink, n: usize) {
    let r = RADII[n];
    let mut grown = Grown(n as u32 * 7919 + 5);
    let mut towns = Vec::new();
    while towns.len() < 15 {
        let (x, y) = (grown.below(2 * r) - r, grown.below(2 * r) - r);
        // The night side is at the lower right.
        if x * x + y * y < (r - 6) * (r - 6) && x + y > r / 3 {
            towns.push((100 + x, 100 + y));
        }
    }
    let roads: String = towns
        .windows(2)
        .step_by(2)
        .map(|pair| format!("M{} {}L{} {}", pair[0].0, pair[0].1, pair[1].0, pair[1].1))
        .collect();
    let ids = ink.ids;
    ink.put(format_args!("<g clip-path=\"url(#{ids}c{n})\">"));
    ink.put(format_args!(
        "<path fill=\"none\" stroke=\"#ffd98a\" stroke-width=\".8\" opacity=\".6\" d=\"{roads}\"/>"
    ));
    for (x, y) in towns.iter().step_by(2) {
        ink.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"url(#{ids}g-lamp)\"/>"));
    }
    ink.raw("</g>");
    ink.dots("#fff1c2", "2.6", &towns);
}

/// The band around a Developed planet, open at the far side, with a point towards its Arbiter.
fn band(ink: &mut Ink, n: usize) {
    let r = f64::from(RADII[n]) + 9.0;
    let at = |turn: f64| {
        let (sin, cos) = (turn * TAU).sin_cos();
        (100.0 + r * cos, 100.0 + r * sin)
    };
    let ((x1, y1), (x2, y2)) = (at(0.46), at(0.04));
    let arc = format!("M{x1:.1} {y1:.1}A{r} {r} 0 0 0 {x2:.1} {y2:.1}");
    let foot = 100.0 + r;
    ink.put(format_args!("<path class=\"sa-rim\" d=\"{arc}\"/><path class=\"sa-hem\" d=\"{arc}\"/>"));
    ink.put(format_args!(
        "<path class=\"sa-point\" d=\"M86 {:.1}H114L100 {:.1}Z\"/>",
        foot - 2.0,
        foot + 11.0
    ));
}

/// The sigils: a scythe, an ear of wheat, two faces, a mask, hammer and anvil, a winged staff.
const SIGILS: [&str; 6] = [
    "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"4.5\" stroke-linecap=\"round\" d=\"M46 9L20 58M27 36l9 5\"/>\
     <path fill=\"currentColor\" d=\"M48 6C34 3 16 8 6 26C18 17 31 15 44 19Z\"/>",
    "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"3.5\" stroke-linecap=\"round\" d=\"M32 60V24\"/>\
     <path fill=\"currentColor\" d=\"M32 3q8 9 0 18q-8 -9 0 -18ZM30 30q-14 -1 -15 -14q14 1 15 14ZM34 30q14 -1 15 -14q-14 1 -15 14Z\
     M30 43q-14 -1 -15 -14q14 1 15 14ZM34 43q14 -1 15 -14q-14 1 -15 14ZM30 56q-14 -1 -15 -14q14 1 15 14ZM34 56q14 -1 15 -14q-14 1 -15 14Z\"/>",
    "<path fill=\"currentColor\" d=\"M34 7c10 0 16 6 17 14l6 9c.9 1.4.2 2.6-1.4 2.9l-3.4.6.6 5.5c.3 3-1.4 4.9-4.4 4.9h-4.2l-1.2 12.1H34Z\
     M30 7c-10 0-16 6-17 14l-6 9c-.9 1.4-.2 2.6 1.4 2.9l3.4.6-.6 5.5c-.3 3 1.4 4.9 4.4 4.9h4.2l1.2 12.1H30Z\"/>\
     <path fill=\"none\" class=\"sa-cut\" stroke-width=\"3.5\" stroke-linecap=\"round\" d=\"M43 25h5M21 25h-5\"/>",
    "<path fill=\"currentColor\" fill-rule=\"evenodd\" d=\"M4 20c9-6 20-5 28 1c8-6 19-7 28-1c1 13-5 24-14 24c-7 0-11-5-14-10c-3 5-7 10-14 10\
     C9 44 3 33 4 20ZM13 28c4-5 11-4 14 2c-5 4-11 3-14-2ZM51 28c-4-5-11-4-14 2c5 4 11 3 14-2Z\"/>\
     <path fill=\"none\" stroke=\"currentColor\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"M18 56q14 6 28 -2l5 3M44 50l4 7\"/>",
    "<path fill=\"currentColor\" d=\"M4 35h54c-1 6-6 9-13 10v4h7v8H17v-8h7v-4C14 45 6 42 4 35ZM18 6h20v12H18ZM25.5 18h5v14h-5Z\"/>\
     <path fill=\"none\" stroke=\"currentColor\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"M45 28l5-6M40 26l1-7M50 31l8-3\"/>",
    "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"3.5\" stroke-linecap=\"round\" d=\"M32 10v50M32 27c11 3 11 9 0 12s-11 9 0 12M32 27c-11 3-11 9 0 12s11 9 0 12\"/>\
     <circle cx=\"32\" cy=\"8\" r=\"5\" fill=\"currentColor\"/>\
     <path fill=\"currentColor\" d=\"M30 22c-7-9-17-12-28-10c2 5 5 7 9 8c-2 1-3 1-4 1c5 6 13 7 23 5ZM34 22c7-9 17-12 28-10c-2 5-5 7-9 8c2 1 3 1 4 1c-5 6-13 7-23 5Z\"/>",
];

const CREDIT: &str = "<circle cx=\"12\" cy=\"12\" r=\"11\" fill=\"#7a4f00\"/><circle cx=\"12\" cy=\"12\" r=\"9.8\" fill=\"#f2c14e\"/>\
     <circle cx=\"12\" cy=\"12\" r=\"7.6\" fill=\"none\" stroke=\"#a87414\" stroke-width=\"1.2\"/>\
     <path fill=\"#7a4f00\" d=\"M12 5.6l1.7 4.7 4.7 1.7-4.7 1.7-1.7 4.7-1.7-4.7-4.7-1.7 4.7-1.7Z\"/>\
     <path fill=\"#fff2c4\" opacity=\".8\" d=\"M5 9a8 8 0 0 1 6-5.5a9 9 0 0 0-6 5.5Z\"/>";

const SPENT: &str = "<circle cx=\"12\" cy=\"12\" r=\"10\" class=\"sa-hollow\" stroke-width=\"1.6\" stroke-dasharray=\"3 2.2\"/>\
     <path class=\"sa-hollow\" stroke-width=\"1.8\" stroke-linecap=\"round\" d=\"M7.5 16.5l9-9\"/>";

const STATION: &str = "<path fill=\"#4d79b8\" stroke=\"#16233c\" stroke-width=\".8\" d=\"M1 13h7v6H1ZM24 13h7v6h-7Z\"/>\
     <path stroke=\"#bcd4f5\" stroke-width=\".8\" d=\"M3.3 13v6M5.6 13v6M26.4 13v6M28.7 13v6M1 16h7M24 16h7\"/>\
     <circle cx=\"16\" cy=\"16\" r=\"9\" fill=\"none\" stroke=\"#16233c\" stroke-width=\"4.6\"/>\
     <circle cx=\"16\" cy=\"16\" r=\"9\" fill=\"none\" stroke=\"#d5dee9\" stroke-width=\"3\"/>\
     <path stroke=\"#d5dee9\" stroke-width=\"2\" d=\"M16 8v16M8 16h16\"/>\
     <circle cx=\"16\" cy=\"16\" r=\"4.5\" fill=\"#eef4fb\" stroke=\"#16233c\"/><circle cx=\"16\" cy=\"16\" r=\"1.8\" fill=\"#f2b63c\"/>\
     <path fill=\"#d5dee9\" stroke=\"#16233c\" stroke-width=\".6\" d=\"M14.8 1h2.4v6h-2.4ZM14.8 25h2.4v6h-2.4Z\"/>";

const DOCK: &str = "<circle cx=\"16\" cy=\"16\" r=\"8\" class=\"sa-hollow\" stroke-width=\"1.8\" stroke-dasharray=\"2.5 3\"/>";

const BACK: &str = "<rect x=\".8\" y=\".8\" width=\"46.4\" height=\"62.4\" rx=\"5\" fill=\"#16213c\" stroke=\"#8ea6cf\" stroke-width=\"1.4\"/>\
     <rect x=\"4\" y=\"4\" width=\"40\" height=\"56\" rx=\"3\" fill=\"none\" stroke=\"#46618f\"/>\
     <path stroke=\"#fff\" stroke-linecap=\"round\" stroke-width=\"1\" opacity=\".7\" d=\"M10 12h0M36 9h0M40 24h0M9 46h0M38 50h0M24 56h0M14 52h0\"/>\
     <use href=\"#sa-station\" x=\"10\" y=\"18\" width=\"28\" height=\"28\"/>";
