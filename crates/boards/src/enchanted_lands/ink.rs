//! A builder for SVG made of materials, and generators for plants.

use std::fmt::Write;

/// A builder for SVG.
#[derive(Default)]
pub(super) struct Ink {
    pub(super) svg: String,
    /// The material of the last area, if nothing else was drawn after it.
    open: Option<String>,
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

    /// A drawing that fills the box of whoever uses it; what sticks out is cut off.
    pub(super) fn symbol(&mut self, id: &str, draw: impl FnOnce(&mut Ink)) {
        self.fitted(id, "xMidYMid slice", draw);
    }

    /// A drawing that is stretched to the box of whoever uses it.
    pub(super) fn stretched(&mut self, id: &str, draw: impl FnOnce(&mut Ink)) {
        self.fitted(id, "none", draw);
    }

    fn fitted(&mut self, id: &str, fit: &str, draw: impl FnOnce(&mut Ink)) {
        self.put(format_args!(
            "<symbol id=\"el-{id}\" viewBox=\"0 0 120 160\" preserveAspectRatio=\"{fit}\">"
        ));
        draw(self);
        self.raw("</symbol>");
    }

    /// A part that several scenes share, with its foot at the origin.
    pub(super) fn part(&mut self, id: &str, draw: impl FnOnce(&mut Ink)) {
        self.put(format_args!("<g id=\"el-{id}\">"));
        draw(self);
        self.raw("</g>");
    }

    /// An area of a material. Consecutive areas of one material are merged into one path, to save bytes.
    pub(super) fn area(&mut self, material: &str, path: &str) {
        if self.open.as_deref() == Some(material) {
            self.svg.truncate(self.svg.len() - "\"/>".len());
            self.svg.push_str(path);
            self.svg.push_str("\"/>");
            return;
        }
        self.put(format_args!("<path class=\"el-{material}\" d=\"{path}\"/>"));
        self.open = Some(material.to_owned());
    }

    /// An area in the colour of the element that uses it.
    pub(super) fn bare(&mut self, path: &str) {
        self.put(format_args!("<path d=\"{path}\"/>"));
    }

    /// A line of a material.
    pub(super) fn line(&mut self, material: &str, width: impl Into<f64>, path: &str) {
        let width = width.into();
        self.put(format_args!("<path class=\"el-x-{material}\" stroke-width=\"{width}\" d=\"{path}\"/>"));
    }

    /// Round dots of a material, drawn as zero-length lines with round ends.
    pub(super) fn dots(&mut self, material: &str, width: impl Into<f64>, at: &[(i32, i32)]) {
        let path: String = at.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
        self.line(material, width, &path.replace(" -", "-"));
    }

    /// Draws a part with its foot at a point.
    pub(super) fn stand(&mut self, part: &str, material: &str, x: i32, y: i32, scale: &str) {
        self.put(format_args!("<use href=\"#el-{part}\""));
        if !material.is_empty() {
            self.put(format_args!(" class=\"el-{material}\""));
        }
        self.put(format_args!(" transform=\"translate({x} {y})scale({scale})\"/>"));
    }

    /// A shaft of light. It is brighter where two cross.
    pub(super) fn beam(&mut self, path: &str) {
        self.put(format_args!("<path class=\"el-beam\" d=\"{path}\"/>"));
    }

    /// The light around a lamp, visible in the dark.
    pub(super) fn glow(&mut self, x: i32, y: i32, r: i32) {
        self.disc("glow", x, y, r);
    }

    pub(super) fn disc(&mut self, material: &str, x: i32, y: i32, r: i32) {
        self.put(format_args!("<circle class=\"el-{material}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"));
    }
}

/// A fixed pseudo-random sequence, so that woods look natural and every page looks the same.
pub(super) struct Grown(pub(super) u32);

impl Grown {
    pub(super) fn between(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        low + ((self.0 >> 16) as i32) % (high - low + 1)
    }
}

/// A wood far away: the tips of firs from one side to the other, on a base line.
pub(super) fn wood(from: i32, to: i32, base: i32, heights: [i32; 2], seed: u32) -> String {
    let mut grown = Grown(seed);
    let mut path = format!("M{from} {base}");
    let (mut x, mut depth) = (from, 0);
    let span = (to - from).max(1);
    while x < to {
        // The mean height changes evenly from one end of the wood to the other.
        let mean = heights[0] + (heights[1] - heights[0]) * (x - from) / span;
        let (up, width) = (grown.between(mean * 3 / 4, mean * 5 / 4), grown.between(2, 4) + mean / 20);
        let down = (up * grown.between(4, 7) / 10).max(1);
        write!(path, "l{width} {} {width} {down}", depth - up).expect("writing to a string cannot fail");
        depth = up - down;
        x += 2 * width;
    }
    tight(&path) + &format!("V{base}Z")
}

/// The crown of a leafy tree, or a bush, or foam: an oval with a scalloped edge.
pub(super) fn crown(x: i32, y: i32, rx: i32, ry: i32, bumps: i32, seed: u32) -> String {
    let mut grown = Grown(seed);
    let point = |n: i32, grown: &mut Grown| {
        let angle = (n as f32 + grown.between(-20, 20) as f32 / 100.0) / bumps as f32 * std::f32::consts::TAU;
        let (sin, cos) = angle.sin_cos();
        ((x as f32 + rx as f32 * cos).round() as i32, (y as f32 + ry as f32 * sin).round() as i32)
    };
    let first = point(0, &mut grown);
    let (mut path, mut last) = (format!("M{} {}", first.0, first.1), first);
    for n in 1..=bumps {
        let next = if n == bumps { first } else { point(n, &mut grown) };
        let (dx, dy) = (next.0 - last.0, next.1 - last.1);
        let r = f64::from(dx * dx + dy * dy).sqrt() * 0.58;
        write!(path, "a{r:.0} {r:.0} 0 0 1 {dx} {dy}").expect("writing to a string cannot fail");
        last = next;
    }
    tight(&path) + "z"
}

/// Blades of grass on a base line.
pub(super) fn grass(from: i32, to: i32, base: i32, height: i32, seed: u32) -> String {
    let mut grown = Grown(seed);
    let mut path = String::new();
    let mut x = from;
    while x < to {
        let (h, lean) = (grown.between(height / 2, height), grown.between(-5, 5));
        write!(path, "M{x} {base}q0 -{} {lean} -{h}q{} {} {} {h}z", h * 2 / 3, 1 - lean / 2, h / 4, 3 - lean)
            .expect("writing to a string cannot fail");
        x += grown.between(2, 4);
    }
    tight(&path)
}

/// A fern frond from the origin to a point: a bent stem with leaflets that get shorter towards the tip.
pub(super) fn frond(x: i32, y: i32) -> String {
    let (x, y) = (f64::from(x), f64::from(y));
    let (bend_x, bend_y) = (x * 0.2, y * 0.9);
    let mut path = format!("M0 0Q{bend_x:.0} {bend_y:.0} {x} {y}");
    for n in 1..8 {
        let t = f64::from(n) / 8.0;
        let (px, py) = (2.0 * t * (1.0 - t) * bend_x + t * t * x, 2.0 * t * (1.0 - t) * bend_y + t * t * y);
        let (dx, dy) = ((1.0 - t) * bend_x + t * (x - bend_x), (1.0 - t) * bend_y + t * (y - bend_y));
        let long = (1.15 - t) * 8.0 / (dx * dx + dy * dy).sqrt();
        let (dx, dy) = (dx * long, dy * long);
        // Both leaflets point slightly towards the tip.
        let (ax, ay) = (dx * 0.5 - dy * 0.8, dy * 0.5 + dx * 0.8);
        let (bx, by) = (dx * 0.5 + dy * 0.8, dy * 0.5 - dx * 0.8);
        write!(path, "M{:.0} {:.0}L{px:.0} {py:.0} {:.0} {:.0}", px + ax, py + ay, px + bx, py + by)
            .expect("writing to a string cannot fail");
    }
    tight(&path)
}

/// A path without unnecessary spaces.
fn tight(path: &str) -> String {
    path.replace(" -", "-")
}
