//! The eight Places, the four skies above them, and the light that falls on them.
//!
//! Everything is drawn on a canvas of 120 by 160. The materials: hills (`h1` is the farthest), ground (`g1` is the
//! brightest), foliage (`f1` to `f3`), stone (`s1` to `s3`), wood (`w1`, `w2`), water (`a1`, `a2`), red and pale things
//! (`r1`, `r2`), lamps (`l`), and black silhouettes in the foreground (`k`). Areas of `e` catch the morning light from
//! the left, areas of `v` the evening light from the right.

use super::ink::{Grown, Ink, crown, frond, grass, wood};

/// The eight Places in order.
pub(super) const PLACES: [fn(&mut Ink); 8] = [glade, brook, oak, stones, mushrooms, waterfall, hill, tower];

/// Gradients for skies, glows and light. Their colours cannot come from the card, so each Time has its own.
pub(super) fn gradients(ink: &mut Ink) {
    let mut gradient = |id: &str, shape: &str, stops: &[(&str, &str, &str)]| {
        let kind = if shape.contains("r=") { "radial" } else { "linear" };
        ink.put(format_args!("<{kind}Gradient id=\"el-{id}\" {shape}>"));
        for (offset, colour, opacity) in stops {
            ink.put(format_args!("<stop offset=\"{offset}\" stop-color=\"{colour}\""));
            if !opacity.is_empty() {
                ink.put(format_args!(" stop-opacity=\"{opacity}\""));
            }
            ink.raw("/>");
        }
        ink.put(format_args!("</{kind}Gradient>"));
    };
    let (down, across, round) = ("x2=\"0\" y2=\"1\"", "y2=\"0\"", "r=\".5\"");
    gradient(
        "g-dawn",
        down,
        &[("0", "#6369b4", ""), (".22", "#a98cc4", ""), (".42", "#f6a9b0", ""), (".56", "#ffe2ad", "")],
    );
    gradient("g-day", down, &[("0", "#2b83d0", ""), (".35", "#7cc3ee", ""), (".6", "#e6f6ee", "")]);
    gradient(
        "g-sunset",
        down,
        &[
            ("0", "#2c2259", ""),
            (".18", "#6b3581", ""),
            (".33", "#cf4f70", ""),
            (".45", "#ff8f4f", ""),
            (".58", "#ffd67c", ""),
        ],
    );
    gradient(
        "g-night",
        down,
        &[("0", "#060a22", ""), (".3", "#101d4d", ""), (".5", "#27488a", ""), (".65", "#5b8bb5", "")],
    );
    gradient("g-sun", round, &[("0", "#fffbe0", ".95"), (".3", "#ffeeb4", ".5"), ("1", "#ffd890", "0")]);
    gradient("g-moon", round, &[("0", "#e8f2ff", ".8"), (".35", "#a9c8ff", ".3"), ("1", "#7aa0f0", "0")]);
    gradient("g-lamp", round, &[("0", "#ffe9a0", ".95"), (".35", "#ffc860", ".45"), ("1", "#ffb040", "0")]);
    gradient("g-spore", round, &[("0", "#aef6ff", ".7"), (".4", "#9a7bff", ".4"), ("1", "#8a5fff", "0")]);
    gradient("g-mist", down, &[("0", "#fff", "0"), (".5", "#fff", ".8"), ("1", "#fff", "0")]);
    gradient("g-beam", down, &[("0", "#fff6d0", ".7"), ("1", "#fff6d0", "0")]);
    gradient("g-shade", down, &[("0", "#000", "0"), ("1", "#000", ".5")]);
    gradient("l-dawn", across, &[("0", "#ffc184", ".36"), (".5", "#ff9db0", ".1"), ("1", "#8a6fc0", ".14")]);
    gradient("l-day", "x1=\"1\" x2=\".3\" y2=\"1\"", &[("0", "#fffde0", ".25"), (".6", "#fff", "0")]);
    gradient(
        "l-sunset",
        across,
        &[("0", "#4a1f6a", ".3"), (".5", "#e0507a", ".08"), ("1", "#ffa040", ".38")],
    );
    gradient("g-back", "y2=\"1\"", &[("0", "#1d4d52", ""), (".55", "#15324a", ""), ("1", "#1b2146", "")]);
}

/// Parts that several scenes share, each with its foot at the origin.
pub(super) fn parts(ink: &mut Ink) {
    // A fir, 40 high: its left half is lit in the morning, its right half in the evening.
    ink.part("fir", |ink| {
        ink.bare(
            "M0-40Q2-33 6-29L3-29.5Q5-24 9-20L4.5-20.5Q7-14 12-10L5-10.5Q8-6 13-3L2-4V0H-2V-4L-13-3\
             Q-8-6-5-10.5L-12-10Q-7-14-4.5-20.5L-9-20Q-5-24-3-29.5L-6-29Q-2-33 0-40Z",
        );
        ink.area("e", "M0-40Q-2-33-6-29L-3-29.5Q-5-24-9-20L-4.5-20.5Q-7-14-12-10L-5-10.5Q-8-6-13-3L0-7Z");
        ink.area("v", "M0-40Q2-33 6-29L3-29.5Q5-24 9-20L4.5-20.5Q7-14 12-10L5-10.5Q8-6 13-3L0-7Z");
    });
    ink.part("fern", |ink| {
        for (x, y) in [(-24, -12), (-10, -27), (12, -28), (25, -14)] {
            let path = frond(x, y);
            ink.put(format_args!("<path d=\"{path}\"/>"));
        }
    });
    // A strip of grass, 60 wide, and a shorter one.
    ink.part("grass", |ink| ink.bare(&grass(0, 60, 4, 20, 4)));
    ink.part("reeds", |ink| ink.bare(&grass(0, 34, 4, 32, 9)));
    // A toadstool, 44 high.
    ink.part("cap", |ink| {
        ink.disc("spore", 0, -28, 38);
        ink.area("r2", "M-5-28Q-4-12-7 0H7Q4-12 5-28Z");
        ink.area("s2", "M1-28V0H7Q4-12 5-28Z");
        ink.area("s1", "M-20-28Q0-18 20-28Q0-34-20-28Z");
        ink.area("r1", "M-20-28C-20-40-10-46 0-46S20-40 20-28Q0-22-20-28Z");
        ink.area("e", "M-20-28C-20-40-10-46 0-46Q-9-40-12-26Z");
        ink.area("v", "M20-28C20-40 10-46 0-46Q9-40 12-26Z");
        ink.dots("r2", 4.6, &[(-10, -34), (7, -37), (-2, -42), (14, -31)]);
        ink.dots("r2", 2.8, &[(-15, -30), (0, -31), (10, -42)]);
    });
}

/// The sky of each Time, with its sun or moon.
pub(super) fn skies(ink: &mut Ink) {
    let sky = "<path d=\"M0 0H120V160H0Z\" fill=\"url(#el-g-";
    let sun = |ink: &mut Ink, x: i32, y: i32, r: i32, around: i32, colour: &str| {
        ink.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{around}\" fill=\"url(#el-g-sun)\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{colour}\"/>"
        ));
    };
    let cloud = |ink: &mut Ink, colour: &str, opacity: &str, path: &str| {
        ink.put(format_args!("<path fill=\"{colour}\" opacity=\"{opacity}\" d=\"{path}\"/>"));
    };
    ink.symbol("sky-dawn", |ink| {
        ink.put(format_args!("{sky}dawn)\"/>"));
        sun(ink, 29, 66, 10, 50, "#fffae6");
        cloud(
            ink,
            "#ffe6da",
            ".6",
            "M58 30q20-7 50-1q-24 5-50 1zM76 42q18-5 44-1v4q-22 3-44-3zM0 48q22-7 44-2q-18 6-44 6z",
        );
    });
    ink.symbol("sky-day", |ink| {
        ink.put(format_args!("{sky}day)\"/>"));
        sun(ink, 94, 24, 9, 38, "#fffdf0");
        cloud(ink, "#fff", ".9", "M14 50a5 5 0 0 1 4-9a9 9 0 0 1 16-4a8 8 0 0 1 13 6a4 4 0 0 1 1 7z");
        cloud(
            ink,
            "#fff",
            ".65",
            "M78 64a4 4 0 0 1 4-7a7 7 0 0 1 13-2a6 6 0 0 1 9 4a3 3 0 0 1 0 5zM58 20a3 3 0 0 1 3-4\
             a5 5 0 0 1 9 0a3 3 0 0 1 2 4z",
        );
    });
    ink.symbol("sky-sunset", |ink| {
        ink.put(format_args!("{sky}sunset)\"/>"));
        sun(ink, 90, 72, 15, 60, "#fff3c4");
        cloud(ink, "#ffab78", ".8", "M6 43q26-8 58-2q-30 6-58 2zM62 54q26-5 58-1v3q-34 3-58-2z");
        cloud(
            ink,
            "#57306f",
            ".6",
            "M0 22q30-9 64-2q14 4 40 0q-30 11-60 6q-22-4-44 2zM0 56q20-6 50-2q-24 6-50 6z",
        );
    });
    ink.symbol("sky-night", |ink| {
        ink.put(format_args!("{sky}night)\"/>"));
        let mut grown = Grown(11);
        let mut stars = |count: usize, width: &str| {
            let path: String = (0..count)
                .map(|_| format!("M{} {}h0", grown.between(2, 118), grown.between(3, 74)))
                .collect();
            ink.put(format_args!(
                "<path stroke=\"#fff\" stroke-linecap=\"round\" stroke-width=\"{width}\" d=\"{path}\"/>"
            ));
        };
        stars(24, ".8");
        stars(10, "1.4");
        stars(4, "2");
        ink.raw(
            "<circle cx=\"88\" cy=\"34\" r=\"34\" fill=\"url(#el-g-moon)\"/>\
             <circle cx=\"88\" cy=\"34\" r=\"12\" fill=\"#f4f6ff\"/>",
        );
        cloud(
            ink,
            "#c3cfec",
            ".7",
            "M82 29a3 3 0 1 0 5 3a3 3 0 0 0-5-3zM91 36a4 4 0 1 0 5 2a4 4 0 0 0-5-2zM86 41a2 2 0 1 0 2 2z",
        );
    });
}

/// The overlays of a scene: slanting light, haze, fireflies.
pub(super) fn lights(ink: &mut Ink) {
    let sheet = |ink: &mut Ink, from: i32, to: i32, gradient: &str, opacity: &str| {
        ink.put(format_args!(
            "<path d=\"M0 {from}H120V{to}H0Z\" fill=\"url(#el-{gradient})\" opacity=\"{opacity}\"/>"
        ));
    };
    ink.symbol("light-dawn", |ink| {
        sheet(ink, 84, 118, "g-mist", ".3");
        sheet(ink, 0, 160, "l-dawn", "1");
    });
    ink.symbol("light-day", |ink| sheet(ink, 0, 160, "l-day", "1"));
    ink.symbol("light-sunset", |ink| {
        sheet(ink, 0, 160, "l-sunset", "1");
        sheet(ink, 110, 160, "g-shade", ".5");
    });
    ink.symbol("light-night", |ink| {
        sheet(ink, 110, 160, "g-shade", ".8");
        let flies = "M18 118h0M34 132h0M50 104h0M72 138h0M90 112h0M104 128h0M62 122h0M12 142h0M98 98h0";
        for (width, opacity) in [(7, ".18"), (3, ".5"), (1, "1")] {
            ink.put(format_args!(
                "<path stroke=\"#fff3a0\" stroke-linecap=\"round\" stroke-width=\"{width}\" \
                 opacity=\"{opacity}\" d=\"{flies}\"/>"
            ));
        }
    });
}

/// A clearing where a deer stands in a shaft of light.
fn glade(ink: &mut Ink) {
    ink.area("h1", &wood(-2, 122, 100, [30, 30], 3));
    ink.area("h2", &wood(-2, 50, 102, [50, 18], 8));
    ink.area("h2", &wood(72, 122, 102, [16, 50], 5));
    ink.area("mist", "M0 80h120v26H0z");
    ink.area("g1", "M0 99Q30 92 60 94T120 98V160H0Z");
    ink.stand("fir", "h3", 26, 108, "1.3");
    ink.stand("fir", "h3", 96, 106, "1.2");
    ink.stand("fir", "h3", 42, 103, ".8");
    ink.beam("M46 0H58L66 124H30Z");
    ink.beam("M64 0H82L102 124H52Z");
    ink.area("g2", "M0 112Q24 102 48 113T92 114T120 108V160H0Z");
    ink.stand("fir", "f2", 108, 122, "1.9");
    ink.stand("fir", "f3", 12, 124, "2");
    deer(ink);
    ink.area("g3", "M0 134Q34 120 66 132T120 126V160H0Z");
    ink.dots("r2", 2.4, &[(40, 120), (48, 126), (82, 121), (90, 128), (34, 134), (76, 136), (98, 137)]);
    ink.dots("r1", 2.8, &[(30, 127), (86, 134), (64, 139), (46, 137), (72, 126)]);
    ink.stand("grass", "f3", 0, 158, "1");
    ink.stand("grass", "f3", 118, 158, "-1 1");
    ink.stand("fern", "x-k", 8, 162, "1");
    ink.stand("fern", "x-k", 114, 163, "1.1");
}

fn deer(ink: &mut Ink) {
    ink.raw("<g transform=\"translate(60 122)\">");
    ink.area("g3", "M-14 0q14-4 28 0q-14 4-28 0z");
    ink.line("w2", 1.2, "M-9-25q-5-2-5-8m1 4q-3-1-4-3M-7-25q3-3 2-9m0 5q3-1 4-4");
    ink.area(
        "w2",
        "M-9-16C-10-18-10-19-11-20L-15-19Q-16-20-15-21L-12-25-13-27-10-26Q-7-25-6-19C-2-17 3-18 8-17\
         Q11-16 11-12L12-14Q12-11 10-10L11-6 10 0H8L8-6 6-9Q1-8-3-8L-4 0H-6L-6-8-7-9-8 0\
         H-10L-9-9Q-10-12-9-16Z",
    );
    ink.area("e", "M-9-16C-10-18-10-19-11-20L-15-19Q-16-20-15-21L-12-25-10-24-9-20-6-9-8-9-9-9Q-10-12-9-16Z");
    ink.area("v", "M-6-19C-2-17 3-18 8-17Q11-16 11-12L9-14Q2-16-6-16Z");
    ink.raw("</g>");
}

/// A brook that winds under a little bridge, and a willow.
fn brook(ink: &mut Ink) {
    ink.area("h1", "M0 80Q24 60 50 76T96 66T120 74V120H0Z");
    ink.area("h2", "M0 90Q30 74 60 86T120 78V120H0Z");
    ink.area("h3", &wood(-2, 122, 98, [14, 12], 21));
    ink.area("mist", "M0 80h120v24H0z");
    ink.area("g1", "M0 96Q34 90 64 93T120 92V160H0Z");
    ink.area(
        "g2",
        "M0 104Q20 100 40 104T70 114Q40 118 26 130T22 160H0ZM120 100Q98 98 92 106T98 126T120 140Z",
    );
    ink.area(
        "a2",
        "M60 93C58 97 77 99 76 105C72 116 40 118 34 132C30 142 34 152 40 160H116C100 152 90 144 92 132\
         C94 122 97 114 89 106C83 100 65 97 65 93Z",
    );
    ink.line("g3", 1.2, "M76 105C72 116 40 118 34 132C30 142 34 152 40 160M116 160C100 152 90 144 92 132");
    ink.line(
        "a1",
        1.2,
        "M58 118q6-2 12 0M76 123q6-2 10 0M60 128q8-3 16 0M46 138q7-3 15 0M70 139q8-3 16 0M44 148\
         q5-2 10 0M78 150q8-3 15 0M56 156q9-2 18 0",
    );
    ink.area(
        "s2",
        "M40 130q1-5 7-5t8 5q-8 3-15 0zM91 140q1-6 8-6t9 6q-8 3-17 0zM58 150q2-5 8-5t8 5q-8 3-16 0z",
    );
    ink.area(
        "s1",
        "M42 128q2-3 6-3t5 2q-5 0-11 1zM93 137q2-3 7-3t6 2q-7 0-13 1zM60 147q2-2 7-2t5 1q-6 0-12 1z",
    );
    // The bridge: an arch, its planks, its rail.
    ink.area("w2", "M52 119Q79 97 106 119L103 122Q79 104 55 122Z");
    ink.area("w1", "M50 115Q79 92 108 115L106 119Q79 97 52 119Z");
    ink.line("w2", 0.8, "M58 111l1 4M65 106l1 5M72 104v4M79 103v4M86 104v4M93 106l-1 5M100 111l-1 4");
    ink.line("w1", 1.6, "M51 114V103M65 106V95M79 103V92M93 106V95M107 114V103M49 104Q79 81 109 104");
    ink.area("e", "M50 115Q60 106 74 103L73 105Q60 109 51 117Z");
    ink.area("v", "M108 115Q98 106 84 103L85 105Q98 109 107 117Z");
    // The willow.
    ink.area("w2", "M18 130C22 116 20 102 16 86L26 82C28 98 28 116 34 130Q26 127 18 130Z");
    ink.area("f3", &crown(22, 70, 23, 19, 9, 6));
    ink.line(
        "f3",
        3.4,
        "M4 74Q-4 88-1 114M12 80Q4 94 7 120M24 82Q20 100 21 118M36 80Q42 96 38 118M43 72Q52 88 48 110",
    );
    ink.area("f2", &crown(21, 65, 18, 13, 8, 13));
    ink.line("f2", 3, "M8 70Q0 86 4 106M18 74Q12 92 14 110M30 76Q32 94 29 112M39 70Q47 86 43 104");
    ink.line("f1", 2, "M12 66Q5 78 8 94M22 68Q18 84 20 100M33 68Q39 82 36 96");
    ink.area("ee", &crown(16, 63, 10, 8, 6, 3));
    ink.area("vv", &crown(28, 63, 10, 8, 6, 2));
    // Reeds.
    ink.stand("reeds", "k", 88, 160, "1.05");
    ink.line("k", 0.9, "M98 162V124M110 162V116M91 162V134");
    ink.line("k", 2.8, "M98 136v-8M110 130v-10M91 143v-6");
    ink.stand("grass", "k", -6, 160, "1");
    ink.dots("r1", 2.6, &[(10, 134), (18, 140), (26, 143), (6, 143)]);
    ink.dots("r2", 2.2, &[(14, 146), (22, 135), (106, 126), (114, 131)]);
}

/// A great tree with a door among its roots, a lantern and a swing.
fn oak(ink: &mut Ink) {
    ink.area("h1", "M0 84Q20 66 46 78T92 70T120 80V120H0Z");
    ink.area("h2", &wood(-2, 122, 108, [20, 22], 31));
    ink.area("mist", "M0 86h120v26H0z");
    ink.area("g1", "M0 106Q40 98 70 102T120 102V160H0Z");
    ink.area("g2", "M0 124Q36 112 66 120T120 116V160H0Z");
    ink.area("f3", &crown(60, 56, 51, 31, 13, 7));
    ink.area(
        "w1",
        "M47 136C53 126 53 114 49 104C45 96 36 90 26 86L29 82C39 85 46 88 50 91C50 82 45 74 38 66L44 64\
         C51 72 56 80 58 87C61 78 67 70 78 64L82 67C72 76 69 84 69 94C75 90 84 88 93 85L95 89\
         C84 93 74 101 72 112C70 122 72 130 80 136C86 139 92 140 98 144C88 142 80 142 73 145\
         C68 141 62 143 58 148C54 142 46 144 32 148C38 142 44 141 47 136Z",
    );
    ink.area(
        "w2",
        "M69 94C67 108 66 122 70 134L80 136C72 130 70 122 72 112C74 101 84 93 95 89L93 85C84 88 75 90 69 94Z\
         M54 100q3 10 1 20q-4-10-1-20zM62 96q2 6 1 14q-3-6-1-14z",
    );
    ink.area(
        "e",
        "M47 136C53 126 53 114 49 104C45 96 36 90 26 86L29 84Q46 90 52 101Q57 118 50 138L32 148\
         C38 142 44 141 47 136Z",
    );
    ink.area(
        "v",
        "M72 112C74 101 84 93 95 89L94 86Q78 92 70 104Q66 122 72 136L98 144Q88 139 80 136\
         C72 130 70 122 72 112Z",
    );
    ink.area("f2", &crown(58, 48, 44, 25, 12, 12));
    ink.area("f1", &crown(38, 43, 20, 13, 8, 5));
    ink.area("f1", &crown(77, 39, 20, 12, 8, 8));
    ink.area("ee", &crown(35, 42, 14, 9, 7, 2));
    ink.area("vv", &crown(80, 38, 14, 9, 7, 4));
    ink.area("f3", &crown(99, 72, 14, 9, 8, 6));
    ink.area("f3", &crown(20, 76, 15, 9, 8, 3));
    ink.line("w2", 1, "M92 80V120M104 79V120M26 84V94");
    ink.line("w1", 2.6, "M90 120h16");
    ink.glow(60, 134, 24);
    ink.glow(26, 98, 15);
    ink.area("w2", "M53 142V130a7 8 0 0 1 14 0V142Q60 140 53 142ZM23 94h6l1 2h-8zM23 103h6v2h-6z");
    ink.area("l", "M55 141V130a5 6 0 0 1 10 0V141Q60 139 55 141ZM23 96h6v7h-6z");
    ink.line("w2", 0.8, "M60 124v16");
    ink.area("g3", "M0 142Q30 136 54 145Q64 141 74 146T120 138V160H0Z");
    ink.dots("r2", 2.6, &[(14, 138), (88, 146), (104, 142), (34, 152), (20, 148)]);
    ink.dots("r1", 2.6, &[(96, 150), (26, 142), (110, 148)]);
    ink.stand("grass", "k", -2, 161, ".9");
    ink.stand("grass", "k", 122, 162, "-1.1 .9");
    ink.stand("fern", "x-k", 6, 162, "1");
}

/// Old stones in a ring on a hilltop; their runes are lit at night.
fn stones(ink: &mut Ink) {
    ink.area("h1", "M0 80Q26 58 50 74T100 66T120 74V130H0Z");
    ink.area("h2", "M0 96Q20 82 44 92T96 86T120 92V130H0Z");
    ink.area("h3", &wood(-2, 34, 112, [16, 6], 17));
    ink.area("h3", &wood(88, 122, 112, [6, 18], 15));
    ink.area("mist", "M0 84h120v28H0z");
    ink.area("g1", "M0 116Q22 98 60 97T120 114V160H0Z");
    ink.area("g2", "M0 128Q30 116 60 116T120 128V160H0Z");
    ink.line("g3", 1.2, "M18 122Q24 110 60 108T102 122Q96 136 60 138T18 122");
    // Behind: the gate and two small stones.
    ink.area(
        "s2",
        "M28 112L29 94Q33 91 36 95L37 112ZM83 112L84 95Q88 90 91 94L92 112ZM46 112L47 72H55L56 112Z\
         M65 112L66 72H74L75 112ZM42 73L43 63Q60 59 78 63L79 73Q60 70 42 73Z",
    );
    ink.area(
        "s3",
        "M34 93L36 95 37 112H33ZM88 92L91 94 92 112H87ZM53 72H55L56 112H52ZM72 72H74L75 112H71ZM42 73\
         V70Q60 67 79 70V73Q60 70 42 73Z",
    );
    ink.area(
        "e",
        "M46 112L47 72H49L49 112ZM65 112L66 72H68V112ZM42 73L43 63 47 62 46 72ZM28 112\
         L29 94 32 93 31 112ZM83 112L84 95 86 93V112Z",
    );
    ink.area("v", "M53 72H55L56 112H54ZM72 72H74L75 112H73ZM74 62L78 63 79 73 76 72ZM88 92L91 94 92 112H90Z");
    ink.area("g3", "M44 112q7-3 14 0zM63 112q7-3 14 0zM27 112q5-2 11 0zM82 112q5-2 11 0z");
    // The altar and its flame.
    ink.area("s3", "M50 124L52 132H70L72 124Z");
    ink.area("s1", "M47 121Q60 117 75 121L74 125Q60 122 48 125Z");
    ink.glow(61, 116, 22);
    ink.area("l", "M59 119q-2-4 2-8q4 4 2 8z");
    // In front: two great stones.
    ink.area(
        "s2",
        "M4 142L8 88Q12 80 20 82T28 92L30 141Q16 136 4 142ZM92 144L95 96Q101 86 108 90T114 100L118 144\
         Q104 138 92 144Z",
    );
    ink.area(
        "s3",
        "M20 82Q27 83 28 92L30 141Q26 139 22 139L21 96ZM108 90Q113 93 114 100L118 144 110 141 108 102Z",
    );
    ink.area("s1", "M4 142L8 88Q10 82 15 82L12 96 10 139ZM92 144L95 96Q97 91 102 89L99 102 98 141Z");
    ink.area("e", "M4 142L8 88Q10 82 15 82L10 100 8 141ZM92 144L95 96Q97 91 102 89L97 104 96 142Z");
    ink.area("v", "M20 82Q27 83 28 92L30 141 27 140 25 94ZM108 90Q113 93 114 100L118 144 115 142 111 102Z");
    ink.disc("spore", 16, 112, 20);
    ink.disc("spore", 104, 116, 20);
    ink.line(
        "rune",
        1.5,
        "M15 98v14m0-12l5 4l-5 4M14 120l4 4l4-4m-4 4v8M103 102v14m-4-10l4-4l4 4M100 124l7 6m0-6l-7 6",
    );
    ink.area("g3", "M0 144Q14 134 34 143T62 146T90 144T120 142V160H0Z");
    ink.dots("r2", 2.2, &[(42, 132), (80, 130), (50, 140), (86, 138), (36, 148), (70, 146)]);
    ink.dots("r1", 2.4, &[(30, 126), (78, 138), (56, 148)]);
    ink.stand("grass", "k", -2, 161, "1");
    ink.stand("grass", "k", 122, 161, "-1.1 1");
}

/// Toadstools in a ring, deep in the wood; they shine at night.
fn mushrooms(ink: &mut Ink) {
    ink.area("h1", &wood(-2, 122, 100, [44, 40], 51));
    ink.area(
        "h2",
        "M10 104Q14 60 10 0H18Q18 60 24 104ZM38 102Q40 50 37 0H42Q43 60 47 102ZM78 102Q82 50 80 0H86\
         Q86 60 90 102ZM100 104Q106 60 104 0H113Q112 60 118 104Z",
    );
    ink.area("mist", "M0 78h120v30H0z");
    ink.beam("M44 0H56L66 130H26Z");
    ink.beam("M62 0H76L100 130H54Z");
    ink.area("h3", "M-4 116Q4 60-2 0H6Q8 70 16 116ZM110 116Q116 60 114 0H124V116Z");
    ink.area("h3", &crown(10, -2, 26, 14, 9, 3));
    ink.area("h3", &crown(108, -2, 30, 17, 10, 4));
    ink.area("g1", "M0 104Q40 94 74 98T120 100V160H0Z");
    ink.area("g2", "M0 116Q30 104 60 105T120 114V160H0Z");
    ink.area("g1", "M22 120Q26 108 60 107T98 120Q94 134 60 135T22 120Z");
    for (x, y, scale) in
        [(44, 110, ".3"), (60, 108, ".26"), (76, 110, ".32"), (100, 120, ".62"), (26, 126, "1.06")]
    {
        ink.stand("cap", "", x, y, scale);
    }
    ink.area("g3", "M0 132Q20 122 44 130Q60 140 80 128T120 122V160H0Z");
    for (x, y, scale) in [(85, 146, ".86"), (52, 147, ".48"), (109, 148, ".4"), (12, 148, ".4")] {
        ink.stand("cap", "", x, y, scale);
    }
    ink.stand("grass", "k", -2, 161, ".9");
    ink.stand("grass", "k", 122, 161, "-1.1 .9");
    ink.stand("fern", "x-k", 116, 163, ".9");
    ink.stand("fern", "x-k", 32, 164, ".8");
}

/// Water that falls between two cliffs into a pool.
fn waterfall(ink: &mut Ink) {
    ink.area("h1", "M0 66L18 46 32 58 59 24 88 58 102 46 120 62V110H0Z");
    ink.area("r2", "M59 24L48 38 53 37 57 42 61 37 66 41 71 38Z");
    ink.area("h2", "M14 74Q40 52 62 60T106 72V110H14Z");
    ink.area("h3", &wood(28, 96, 76, [12, 12], 61));
    ink.area("mist", "M0 50h120v34H0z");
    // The water, over a lip and down.
    ink.area("a2", "M42 68Q60 60 80 68L82 132H40Z");
    ink.area(
        "a1",
        "M48 66Q51 64 54 64L56 96 54 130H45L50 96ZM59 63H62L63 100 66 130H58ZM68 64L74 66 75 98 77 128\
         H70L71 98Z",
    );
    ink.line("a1", 0.9, "M57 68l1 26M65 68l1 30M77 72l1 40M45 72l-1 40");
    // The cliffs: faces towards the light, faces in the shade, ledges.
    ink.area(
        "s2",
        "M-2 64L16 58 34 62 46 64 48 76 43 84 50 94 46 108 51 120 44 136-2 150ZM122 56\
         L104 52 88 60 75 64 72 78 78 86 72 98 78 110 73 122 80 136 122 150Z",
    );
    ink.area(
        "s3",
        "M46 64L48 76 43 84 50 94 46 108 51 120 44 136 30 140 37 120 29 106 38 92 31 78 36 66ZM14 68\
         L20 84 12 98 18 116 6 134-2 138V110L4 96-2 84ZM75 64\
         L72 78 78 86 72 98 78 110 73 122 80 136 93 140 86 122 94 108 85 94 91 80 86 66ZM108 62\
         L102 80 110 94 104 112 114 132 122 136V108L116 94 122 80Z",
    );
    ink.area(
        "s1",
        "M-2 64L16 58 34 62 36 66 14 68-2 74ZM20 84L31 78 38 92 26 90ZM18 116L29 106 37 120 24 122Z\
         M122 56L104 52 88 60 86 66 108 62 122 66ZM102 80L91 80 85 94 98 92ZM104 112\
         L94 108 86 122 99 124Z",
    );
    ink.area(
        "e",
        "M75 64L72 78 78 86 72 98 78 110 73 122 80 136 86 136 79 122 85 110 78 98 84 86 78 78 81 64Z\
         M-2 64L16 58 34 62 14 64-2 70Z",
    );
    ink.area(
        "v",
        "M46 64L48 76 43 84 50 94 46 108 51 120 44 136 38 136 45 120 40 108 44 94 37 84 42 76 40 64Z\
         M122 56L104 52 88 60 106 57 122 62Z",
    );
    ink.area(
        "f2",
        "M-2 66Q6 59 18 62T38 64Q42 68 35 70Q20 66-2 74ZM122 58Q104 53 88 61Q82 66 92 67Q106 60 122 66Z",
    );
    ink.line("f2", 1.6, "M30 70q2 8 0 16M36 68q2 5 1 11M90 68q-2 8 0 14M8 72q2 10-1 18M112 66q-2 8 1 14");
    ink.stand("fir", "f3", 10, 64, ".95");
    ink.stand("fir", "f2", 25, 65, ".65");
    ink.stand("fir", "f3", 111, 59, "1.05");
    ink.stand("fir", "f2", 96, 61, ".7");
    ink.area("a2", "M0 144Q22 132 46 132H80Q104 134 120 144V160H0Z");
    ink.area("a1", "M40 134Q60 127 84 134Q62 140 40 134Z");
    ink.line(
        "a1",
        1,
        "M28 140q14-4 28-1M68 144q16-3 30 0M36 149q20-4 44 0M14 152q10-2 20 0M84 154q12-2 22 0",
    );
    ink.raw("<g class=\"el-bow\">");
    for (n, colour) in ["#ff6f91", "#ffe066", "#62c8ff"].into_iter().enumerate() {
        let (x, rx, ry) = (24 + 2 * n, 37 - 2 * n, 44 - 2 * n);
        ink.put(format_args!("<path stroke=\"{colour}\" d=\"M{x} 138a{rx} {ry} 0 0 1 {} 0\"/>", 2 * rx));
    }
    ink.raw("</g>");
    ink.area("foam", &crown(61, 130, 21, 6, 10, 5));
    ink.area("foam", &crown(60, 125, 12, 7, 8, 2));
    ink.area(
        "s3",
        "M8 148q2-10 14-9t12 8q-12 5-26 1zM92 149q0-7 10-8t13 7q-12 4-23 1zM50 155q2-5 10-5t9 5q-9 3-19 0z",
    );
    ink.area(
        "s1",
        "M12 142q4-4 11-3t8 4q-9-2-19-1zM95 144q3-4 9-3t8 3q-8-1-17 0zM53 152q3-2 8-2t6 2q-7-1-14 0z",
    );
    ink.stand("grass", "k", -26, 161, ".9");
    ink.stand("grass", "k", 146, 161, "-.9 .9");
    ink.stand("fern", "x-k", 4, 161, "1.1");
    ink.stand("fern", "x-k", 118, 161, "1.1");
}

/// A round hill with a door of stone, and a thorn tree on its top.
fn hill(ink: &mut Ink) {
    ink.area("h1", "M0 80Q18 60 40 74T84 64T120 76V130H0Z");
    ink.area("h2", "M0 94Q24 80 50 90T120 84V130H0Z");
    ink.area("h3", &wood(-2, 122, 112, [18, 18], 71));
    ink.area("g3", "M0 111Q60 104 120 111V150H0Z");
    ink.area("mist", "M0 82h120v34H0z");
    // The thorn tree leans with the wind.
    ink.line("w2", 3.4, "M58 72Q60 60 55 50");
    ink.line(
        "w2",
        1.8,
        "M57 60Q64 52 72 48M56 54Q50 46 42 44M60 62Q52 56 46 55M55 50Q58 42 64 38M66 51Q70 46 70 42",
    );
    ink.area("f3", &crown(58, 40, 21, 8, 9, 6));
    ink.area("f2", &crown(50, 37, 13, 6, 7, 2));
    ink.area("f2", &crown(70, 42, 12, 5, 7, 5));
    ink.area("ee", &crown(47, 37, 8, 4, 6, 4));
    ink.area("vv", &crown(72, 42, 8, 4, 6, 4));
    ink.area("s3", "M88 90L88 75H96L97 94Z");
    ink.area("s2", "M86 75H98V72H86Z");
    ink.line("smoke", 3.4, "M92 69q-5-6 1-11t0-12t3-10");
    ink.area("g1", "M1 142Q8 72 58 70T119 142Z");
    ink.area("g2", "M119 142Q110 72 58 70Q88 84 96 142Z");
    ink.area("e", "M1 142Q8 72 58 70Q20 84 14 142Z");
    ink.area("v", "M119 142Q112 72 58 70Q100 80 106 142Z");
    ink.line(
        "g3",
        0.9,
        "M14 112q3-8 7-13M24 96q5-6 10-9M20 126q1-6 3-9M36 88q6-4 11-5M82 86q8 4 12 9M100 104q4 6 6 12\
         M104 126q2 4 2 8M70 80q4 0 7 2",
    );
    ink.area("f1", "M20 132q2-6 5 0zM104 120q2-6 5 0zM34 98q2-6 5 0zM84 100q2-6 5 0zM70 88q2-5 4 0z");
    // The door.
    ink.glow(60, 124, 36);
    ink.area("s3", "M42 142L43 104Q44 94 60 93T77 104L78 142Z");
    ink.area(
        "s2",
        "M42 142L43 106 51 105 50 142ZM69 105L77 106 78 142H70ZM39 106Q40 94 60 92T81 106L74 107\
         Q70 101 60 101T46 107Z",
    );
    ink.area(
        "s1",
        "M42 142L43 106 46 106 45 142ZM69 106L72 106 72 142H70ZM39 106Q40 94 60 92T81 106L79 106\
         Q76 96 60 95T42 106Z",
    );
    ink.line("s3", 0.9, "M54 93l1 8M66 93l-1 8M46 97l4 6M74 97l-4 6M43 116h7M43 128h8M70 114h7M69 127h9");
    ink.area("l", "M51 142V108Q54 102 60 102T69 108V142Z");
    ink.area("w2", "M51 142V108Q54 102 60 102V142Z");
    ink.line("w1", 0.8, "M54 106v36M57 104v38");
    ink.line("rune", 1.2, "M60 98a1.5 1.5 0 1 1 1.5-1.5a3 3 0 1 1-3-3");
    for x in [29, 91] {
        ink.glow(x, 118, 13);
        ink.disc("s2", x, 118, 7);
        ink.disc("l", x, 118, 5);
        ink.line("s3", 0.9, &format!("M{x} 113v10M{} 118h10", x - 5));
    }
    // The way down.
    ink.area("g2", "M0 138Q30 130 60 138T120 134V160H0Z");
    ink.area("s1", "M51 141H69Q72 147 66 151T60 160H34Q40 152 50 149T51 141Z");
    ink.line("s3", 0.8, "M52 144h6M61 145h7M49 150h8M59 150h6M42 155h8M52 155h9");
    ink.area("g3", "M0 146Q18 138 36 148Q40 154 34 160H0ZM120 142Q96 140 76 148Q66 154 66 160H120Z");
    ink.dots("r1", 2.8, &[(12, 144), (24, 148), (92, 146), (104, 149), (82, 150)]);
    ink.dots("r2", 2.4, &[(18, 150), (98, 144), (8, 149), (88, 152), (110, 145)]);
    ink.stand("grass", "k", -28, 161, ".9");
    ink.stand("grass", "k", 130, 161, "-1 .9");
}

/// A slender tower on its crag above the woods.
fn tower(ink: &mut Ink) {
    ink.area("h1", "M0 86L16 66 30 78 46 60 62 80 84 58 102 76 120 64V120H0Z");
    ink.area("h2", "M0 98Q26 84 52 94T120 86V130H0Z");
    ink.area("mist", "M0 78h120v34H0z");
    ink.area("h3", &wood(-2, 122, 120, [18, 20], 81));
    ink.area("g3", "M0 119H120V150H0Z");
    // The crag.
    ink.area("s3", "M18 146L30 128 34 118 44 110 50 102H78L84 112 92 118 94 130 106 146Z");
    ink.area("s2", "M18 146L30 128 34 118 44 110 50 102H66L60 116 62 126 54 134 56 146Z");
    ink.area("s1", "M30 128L34 118 44 110 50 102H56L50 112 44 122 40 126ZM66 112L74 106 78 104 74 114Z");
    ink.area("v", "M78 102L84 112 92 118 94 130 106 146H96L88 132 84 120 76 114Z");
    // The turret at the side.
    ink.area("s3", "M72 78H88V86L84 92V98L78 102 72 102Z");
    ink.area("s2", "M72 78H80V100H72Z");
    ink.area("roof", "M69 79L80 54 91 79Q80 82 69 79Z");
    ink.area("v", "M80 54L91 79 84 80ZM84 80H88V86L84 92Z");
    // The tower.
    ink.area("s3", "M50 104L52 52H73L75 104Q62 108 50 104ZM49 44H76L78 52Q62 56 47 52Z");
    ink.area("s2", "M50 104L52 52H66L65 106Q56 106 50 104ZM49 44H66L67 54Q58 55 47 52Z");
    ink.area("s1", "M50 104L52 52H57L56 105Z");
    ink.area("e", "M50 104L52 52 47 52 49 44H53L52 54H55L54 105Z");
    ink.area("v", "M75 104L73 52 78 52 76 44H72L74 52 70 54 71 106Z");
    ink.line("s3", 0.7, "M53 62h4M60 66h5M54 74h5M61 84h5M53 88h4M58 96h5M63 72h4M55 100h4");
    ink.area("roof", "M44 45L62 8 81 45Q62 51 44 45Z");
    ink.area("shade", "M62 8L81 45Q72 48 64 48Z");
    ink.area("e", "M44 45L62 8Q54 30 52 47Z");
    ink.area("v", "M81 45L62 8Q70 30 73 47Z");
    ink.line("w2", 1, "M62 9V1M80 55V49");
    ink.area("r1", "M62 1Q67-1 70 2T77 2L75 5 77 7Q72 9 69 7T62 7Z");
    // Lights.
    for (x, y, r) in [(61, 66, 20), (58, 92, 14), (79, 87, 12), (62, 34, 14)] {
        ink.glow(x, y, r);
    }
    ink.area(
        "l",
        "M58 71V65a3.5 4 0 0 1 7 0V71ZM56 95V90a2.5 3 0 0 1 5 0V95ZM77 90V86a2 2.5 0 0 1 4 0V90ZM60 37\
         V33a2 2.5 0 0 1 4 0V37Z",
    );
    ink.line("s3", 0.6, "M61.5 61v10M58 67h7");
    // Ivy, a stair, and the wood around.
    ink.line("f2", 2.2, "M50 104Q54 92 51 82T54 66M52 100Q60 96 60 104M74 104Q70 96 73 88");
    ink.dots("f1", 2.6, &[(52, 92), (51, 84), (54, 76), (53, 68), (57, 99), (72, 95), (73, 89), (54, 99)]);
    ink.line("s1", 1.1, "M62 107h6M60 112h7M62 117h7M65 122h7M63 127h7M58 132h8M54 137h8M52 142h8");
    ink.line("k", 1, "M20 44q3-3 5 0q3-3 5 0M30 54q2-2 4 0q2-2 4 0M98 34q3-3 5 0q3-3 5 0");
    ink.area("g1", "M0 134Q20 124 40 132T80 140T120 128V160H0Z");
    for (x, y, scale, material) in [
        (10, 138, "1.1", "f3"),
        (24, 142, ".9", "f2"),
        (112, 136, "1.2", "f3"),
        (98, 142, ".95", "f2"),
        (86, 144, ".6", "f1"),
        (36, 144, ".6", "f1"),
    ] {
        ink.stand("fir", material, x, y, scale);
    }
    ink.area("g2", "M0 142Q30 134 58 142T120 138V160H0Z");
    ink.area("g3", "M0 150Q30 142 66 150T120 146V160H0Z");
    ink.dots("r2", 2.2, &[(50, 147), (64, 146), (78, 150), (40, 151)]);
    ink.stand("grass", "k", -2, 162, ".8");
    ink.stand("grass", "k", 122, 162, "-1.1 .8");
    ink.stand("fern", "x-k", 8, 163, "1");
    ink.stand("fern", "x-k", 112, 163, "1");
}

/// The back of a card: a dusk background. The style sheet etches the card's Place on it, because a flipped card is
/// public (EL-60).
pub(super) fn back(ink: &mut Ink) {
    ink.raw("<path d=\"M0 0H120V160H0Z\" fill=\"url(#el-g-back)\"/>");
}

/// The frame around a back, in the colours of its Time, with leaves in the corners.
pub(super) fn frame(ink: &mut Ink) {
    ink.line("tint", 1.8, "M6 12Q6 6 12 6H108Q114 6 114 12V148Q114 154 108 154H12Q6 154 6 148Z");
    ink.line(
        "gold",
        0.8,
        "M10 40V16Q10 10 16 10H40M80 10H104Q110 10 110 16V40M110 120V144Q110 150 104 150H80M40 150H16\
         Q10 150 10 144V120",
    );
    for flip in ["", "translate(120)scale(-1 1)", "translate(0 160)scale(1 -1)", "rotate(180 60 80)"] {
        ink.put(format_args!("<g transform=\"{flip}\">"));
        ink.line("gold", 1, "M15 32Q16 20 32 15");
        ink.area("gold", "M18 23q-5-6-1-9q5 2 1 9zM24 18q3-6 8-4q0 5-8 4zM17 28q6-2 8 2q-4 3-8-2z");
        ink.raw("</g>");
    }
}
