//! A builder for SVG, and a fixed pseudo-random sequence.
//!
//! All numbers are integers, so that every machine draws the same bytes. A class names a material, and the style sheet
//! gives it the colour of the card's faction. Nothing has an id, so any number of cards can be on one page.

use std::fmt::Write;

/// A builder for SVG.
#[derive(Default)]
pub(super) struct Ink {
    pub(super) svg: String,
    /// The material of the last area, if nothing else was drawn after it.
    open: Option<&'static str>,
}

impl Ink {
    pub(super) fn raw(&mut self, text: &str) {
        self.open = None;
        self.svg.push_str(text);
    }

    pub(super) fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.open = None;
        self.svg.write_fmt(text).expect("writing to a string cannot fail");
    }

    /// An area of a material. Consecutive areas of one material are merged into one path, to save bytes.
    pub(super) fn area(&mut self, material: &'static str, path: &str) {
        if self.open == Some(material) {
            self.svg.truncate(self.svg.len() - "\"/>".len());
            self.svg.push_str(path);
            self.svg.push_str("\"/>");
            return;
        }
        self.put(format_args!("<path class=\"sr-{material}\" d=\"{path}\"/>"));
        self.open = Some(material);
    }

    /// A translucent area, with its opacity in percent.
    pub(super) fn veil(&mut self, material: &'static str, percent: u8, path: &str) {
        self.put(format_args!("<path class=\"sr-{material}\" opacity=\".{percent:02}\" d=\"{path}\"/>"));
    }

    /// A line of a material, with its width in tenths.
    pub(super) fn line(&mut self, material: &'static str, tenths: i32, path: &str) {
        self.put(format_args!(
            "<path class=\"sr-x sr-x-{material}\" stroke-width=\"{}\" d=\"{path}\"/>",
            Tenths(tenths)
        ));
    }

    /// Round dots, drawn as zero-length lines with round ends.
    pub(super) fn dots(&mut self, material: &'static str, tenths: i32, at: &[(i32, i32)]) {
        let path: String = at.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
        self.line(material, tenths, &path);
    }

    pub(super) fn disc(&mut self, material: &'static str, x: i32, y: i32, r: i32) {
        self.area(material, &disc(x, y, r));
    }

    /// A light: a bright disc with a glow that fades in three steps.
    pub(super) fn light(&mut self, x: i32, y: i32, r: i32) {
        self.veil("g", 15, &disc(x, y, r * 4));
        self.veil("g", 25, &disc(x, y, r * 5 / 2));
        self.disc("g", x, y, r * 3 / 2);
        self.disc("w", x, y, r);
    }

    /// Draws something at a point, scaled by `percent`; mirrored if that is negative.
    pub(super) fn place(&mut self, x: i32, y: i32, percent: i32, draw: impl FnOnce(&mut Ink)) {
        let sign = if percent < 0 { "-" } else { "" };
        let size = format!("{}.{:02}", percent.abs() / 100, percent.abs() % 100);
        self.put(format_args!("<g transform=\"translate({x} {y})scale({sign}{size} {size})\">"));
        draw(self);
        self.raw("</g>");
    }
}

/// A number of tenths, written as a decimal number.
pub(super) struct Tenths(pub(super) i32);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.0 / 10, self.0 % 10) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, tenth) => write!(f, "{whole}.{tenth}"),
        }
    }
}

impl maud::Render for Tenths {
    fn render_to(&self, buffer: &mut String) {
        write!(buffer, "{self}").expect("writing to a string cannot fail");
    }
}

/// A circle as a path.
pub(super) fn disc(x: i32, y: i32, r: i32) -> String {
    format!("M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0-{} 0z", x - r, 2 * r, 2 * r)
}

/// The number of steps in a full turn. It is divisible by three, four, six, eight and twelve.
pub(super) const TURN: i32 = 24;

/// The end of a clock hand of length `r`, `turn` steps after the top.
pub(super) fn hand(r: i32, turn: i32) -> (i32, i32) {
    /// The sines of 0, 15, 30 degrees and so on, in thousandths.
    const SINES: [i32; 7] = [0, 259, 500, 707, 866, 966, 1000];
    let sine = |turn: i32| match turn.rem_euclid(TURN) {
        it @ 0..=6 => SINES[it as usize],
        it @ 7..=12 => SINES[(12 - it) as usize],
        it @ 13..=18 => -SINES[(it - 12) as usize],
        it => -SINES[(TURN - it) as usize],
    };
    (r * sine(turn) / 1000, -r * sine(turn + TURN / 4) / 1000)
}

/// A star: a polygon whose corners are alternately far from and near to its centre.
pub(super) fn star(x: i32, y: i32, far: i32, near: i32, corners: i32) -> String {
    let step = TURN / corners;
    let corner = |n: i32| {
        let (dx, dy) = hand(if n % 2 == 0 { far } else { near }, n * step);
        format!("{} {}", x + dx, y + dy)
    };
    let all: Vec<String> = (0..corners).map(corner).collect();
    format!("M{}Z", all.join("L"))
}

/// Short strokes from one circle out to another.
pub(super) fn rays(x: i32, y: i32, from: i32, to: i32, every: usize) -> String {
    let ray = |turn: i32| {
        let ((x1, y1), (x2, y2)) = (hand(from, turn), hand(to, turn));
        format!("M{} {}L{} {}", x + x1, y + y1, x + x2, y + y2)
    };
    (0..TURN).step_by(every).map(ray).collect()
}

/// A pseudo-random sequence that is always the same for the same word.
pub(super) struct Grown(u64);

impl Grown {
    pub(super) fn of(word: &str) -> Grown {
        let mixed = word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Grown(mixed)
    }

    pub(super) fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed >> 33) % n.max(1) as u64) as i32
    }

    pub(super) fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low + 1)
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as i32) as usize]
    }

    /// A random side: -1 or 1.
    pub(super) fn side(&mut self) -> i32 {
        self.pick(&[-1, 1])
    }

    pub(super) fn points(&mut self, count: i32, x: [i32; 2], y: [i32; 2]) -> Vec<(i32, i32)> {
        (0..count).map(|_| (self.between(x[0], x[1]), self.between(y[0], y[1]))).collect()
    }
}
