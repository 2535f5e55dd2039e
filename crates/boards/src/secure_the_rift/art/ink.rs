//! SVG in the making, and numbers that look random and never change.
//!
//! All numbers are whole, so that every machine draws the same bytes. A class names a material: the style sheet
//! gives it the colour of the card's faction. Nothing has an id, so any number of cards can be on one page.

use std::fmt::Write;

/// SVG in the making.
#[derive(Default)]
pub(super) struct Ink {
    pub(super) svg: String,
    /// The material of the last area, as long as nothing else was drawn over it.
    open: Option<&'static str>,
}

impl Ink {
    pub(super) fn raw(&mut self, text: &str) {
        self.open = None;
        self.svg.push_str(text);
    }

    pub(super) fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.open = None;
        self.svg.write_fmt(text).expect("a string takes all");
    }

    /// An area of a material. Areas of one material that follow each other are one path, to save bytes.
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

    /// An area through which one sees, so many hundredths of it.
    pub(super) fn veil(&mut self, material: &'static str, percent: u8, path: &str) {
        self.put(format_args!("<path class=\"sr-{material}\" opacity=\".{percent:02}\" d=\"{path}\"/>"));
    }

    /// A line of a material, as wide as so many tenths.
    pub(super) fn line(&mut self, material: &'static str, tenths: i32, path: &str) {
        self.put(format_args!(
            "<path class=\"sr-x sr-x-{material}\" stroke-width=\"{}\" d=\"{path}\"/>",
            Tenths(tenths)
        ));
    }

    /// Round dots: lines without length and with round ends.
    pub(super) fn dots(&mut self, material: &'static str, tenths: i32, at: &[(i32, i32)]) {
        let path: String = at.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
        self.line(material, tenths, &path);
    }

    pub(super) fn disc(&mut self, material: &'static str, x: i32, y: i32, r: i32) {
        self.area(material, &disc(x, y, r));
    }

    /// A light: something bright with a glow around it that fades in three steps.
    pub(super) fn light(&mut self, x: i32, y: i32, r: i32) {
        self.veil("g", 15, &disc(x, y, r * 4));
        self.veil("g", 25, &disc(x, y, r * 5 / 2));
        self.disc("g", x, y, r * 3 / 2);
        self.disc("w", x, y, r);
    }

    /// Something drawn around the origin, at a place, so many hundredths of its size; mirrored if they are negative.
    pub(super) fn place(&mut self, x: i32, y: i32, percent: i32, draw: impl FnOnce(&mut Ink)) {
        let sign = if percent < 0 { "-" } else { "" };
        let size = format!("{}.{:02}", percent.abs() / 100, percent.abs() % 100);
        self.put(format_args!("<g transform=\"translate({x} {y})scale({sign}{size} {size})\">"));
        draw(self);
        self.raw("</g>");
    }
}

/// A number of tenths, as people write it.
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
        write!(buffer, "{self}").expect("a string takes all");
    }
}

/// A circle as a path.
pub(super) fn disc(x: i32, y: i32, r: i32) -> String {
    format!("M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0-{} 0z", x - r, 2 * r, 2 * r)
}

/// Points to which a circle is cut. Three, four, six, eight and twelve fit into it.
pub(super) const TURN: i32 = 24;

/// Where a hand of length `r` points, `turn` 24ths of the circle after the upright.
pub(super) fn hand(r: i32, turn: i32) -> (i32, i32) {
    /// Of 0, 15, 30 and so on degrees, in thousandths.
    const SINES: [i32; 7] = [0, 259, 500, 707, 866, 966, 1000];
    let sine = |turn: i32| match turn.rem_euclid(TURN) {
        it @ 0..=6 => SINES[it as usize],
        it @ 7..=12 => SINES[(12 - it) as usize],
        it @ 13..=18 => -SINES[(it - 12) as usize],
        it => -SINES[(TURN - it) as usize],
    };
    (r * sine(turn) / 1000, -r * sine(turn + TURN / 4) / 1000)
}

/// A polygon whose corners lie on a circle, every second one nearer to its middle.
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

/// A sequence of numbers that look random, the same for the same word for ever.
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

    /// One side or the other.
    pub(super) fn side(&mut self) -> i32 {
        self.pick(&[-1, 1])
    }

    pub(super) fn points(&mut self, count: i32, x: [i32; 2], y: [i32; 2]) -> Vec<(i32, i32)> {
        (0..count).map(|_| (self.between(x[0], x[1]), self.between(y[0], y[1]))).collect()
    }
}
