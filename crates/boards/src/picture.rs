//! Boards as pictures, for links that people share.
//!
//! A picture is SVG that needs no browser. Boards on pages take their colours from variables of the style sheet. Programs
//! that turn SVG into pixels do not know variables, so a `Palette` puts the values in.

use std::fmt::Write;

use atlas_core::Seat;
use maud::{Markup, PreEscaped, html};

use crate::seat;

/// The width of a picture.
pub const WIDTH: u32 = 1200;
/// The height of a picture.
pub const HEIGHT: u32 = 630;
/// The width of the left part, in which the board is drawn. It is as high as the picture.
pub const BOARD_WIDTH: u32 = 800;

/// A board on a canvas of [`BOARD_WIDTH`] by [`HEIGHT`], with the ground of the whole picture.
pub struct Picture {
    /// Style sheets and shared drawings.
    pub defs: String,
    /// The ground of the whole picture.
    pub ground: Markup,
    /// The board.
    pub board: Markup,
    /// Whether the ground is dark.
    pub dark: bool,
}

/// What is written beside a board.
pub struct Caption<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// How the match ended, in a few words.
    pub verdict: &'a str,
    /// The players, best first.
    pub players: Vec<Player<'a>>,
}

/// A player in a caption.
pub struct Player<'a> {
    /// The seat.
    pub seat: Seat,
    /// The name.
    pub name: &'a str,
    /// The points.
    pub points: i32,
    /// Whether the player has won.
    pub winner: bool,
}

impl Picture {
    /// The cover of a game, where the board is not for everybody.
    pub fn of_cover(cover: &Markup) -> Picture {
        let cover = cover.0.replacen("<svg", &format!("<svg width=\"{WIDTH}\" height=\"{HEIGHT}\""), 1);
        Picture { defs: String::new(), ground: PreEscaped(cover), board: html! {}, dark: true }
    }

    /// The whole picture as an SVG document.
    pub fn with(&self, caption: &Caption<'_>) -> String {
        let (ink, quiet, panel) =
            if self.dark { ("#eef1fb", "#b9c3e0", "#0b1130cc") } else { ("#13202a", "#4d5c65", "#ffffffe6") };
        let left = BOARD_WIDTH;
        let svg = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(HEIGHT)
                viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } font-family="Figtree" font-weight="600" fill=(ink) {
                (PreEscaped(&self.defs))
                (self.ground)
                (self.board)
                g transform={ "translate(" (left) " 0)" } {
                    rect x="0" y="24" width="376" height="582" rx="18" fill=(panel) {}
                    g font-family="Alegreya" font-weight="800" {
                        text x="28" y="78" font-size="25" fill=(quiet) { (shortened(caption.game, 27)) }
                        text x="28" y="124" font-size="36" { (shortened(caption.verdict, 19)) }
                    }
                    @for (player, y) in caption.players.iter().zip((168..).step_by(58)) { (row(player, y, ink)) }
                    g transform="translate(28 560)" {
                        (mark(ink))
                        text x="46" y="24" font-family="Alegreya" font-weight="800" font-size="26" { "Atlas" }
                    }
                }
            }
        };
        svg.into_string()
    }
}

fn row(player: &Player<'_>, y: u32, ink: &str) -> Markup {
    let Player { seat, name, points, winner } = player;
    html! {
        g transform={ "translate(28 " (y) ")" } {
            @if *winner { rect x="-12" y="-8" width="344" height="52" rx="12" fill="#f5b83d" fill-opacity=".28" {} }
            g transform="scale(1.4)" { (seat::flat_badge(*seat)) }
            text x="50" y="25" font-size="22" fill=(ink) { (shortened(name, 17)) }
            text x="320" y="28" font-size="32" font-family="Alegreya" font-weight="800" text-anchor="end" { (points) }
        }
    }
}

/// The mark of the product: a globe on two shoulders.
fn mark(ink: &str) -> Markup {
    html! {
        g fill="none" stroke-linecap="round" {
            path d="M4 29 13.2 17.5M28 29 18.8 17.5" stroke=(ink) stroke-width="4.4" {}
            circle cx="16" cy="9.5" r="7" fill="#f5b83d" {}
            path d="M9 9.5h14M16 2.5c-3.7 3.8-3.7 10.2 0 14M16 2.5c3.7 3.8 3.7 10.2 0 14" stroke="#13202a" stroke-width="1.5" {}
        }
    }
}

/// A text of at most this many letters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most - 1).collect();
    short.truncate(short.trim_end().len());
    short + "…"
}

/// The values of the variables of a style sheet for elements with certain selectors.
pub(crate) struct Palette<'a> {
    sheet: &'a str,
    variables: Vec<(&'a str, &'a str)>,
}

impl<'a> Palette<'a> {
    /// The variables that the rules for these selectors set. The later ones win.
    pub(crate) fn of(sheet: &'a str, selectors: &[&str]) -> Palette<'a> {
        let for_selector = |selector: &&str| {
            let rules = rules(sheet).into_iter();
            let chosen = rules.filter(|(names, _)| names.split(',').any(|name| name.trim() == *selector));
            chosen.flat_map(|(_, body)| declarations(body)).collect::<Vec<_>>()
        };
        let variables = selectors.iter().flat_map(for_selector).filter(|(name, _)| name.starts_with("--"));
        Palette { sheet, variables: variables.collect() }
    }

    /// Drawings in these colours. The names of their classes and ids begin with a prefix; the name of the palette is put in
    /// front of it, so that one picture can contain the same drawings in several colours.
    pub(crate) fn coloured(&self, prefix: &str, name: &str, drawings: &str) -> String {
        let named = |text: &str, before: &str| {
            text.replace(&format!("{before}{prefix}"), &format!("{before}{name}-{prefix}"))
        };
        let drawings = ["\"", "#", " "].iter().fold(drawings.to_owned(), |text, before| named(&text, before));
        format!("<style>{}</style>{drawings}", named(&self.style(prefix, name), "#"))
    }

    /// The rules of the style sheet that say how shapes of a class with this prefix are painted.
    fn style(&self, prefix: &str, name: &str) -> String {
        let class = format!(".{prefix}");
        let is_class = |it: &str| {
            it.starts_with(&class) && it[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let mut style = String::new();
        for (selectors, body) in rules(self.sheet) {
            let declared = declarations(body);
            let paints =
                !declared.is_empty() && declared.iter().all(|(property, _)| PAINT.contains(property));
            let selectors = self.expanded(selectors);
            if !paints || !selectors.iter().all(|it| is_class(it)) {
                continue;
            }
            style += &selectors.join(",").replace(prefix, &format!("{name}-{prefix}"));
            let values =
                declared.iter().map(|(property, value)| format!("{property}:{};", self.value(value)));
            write!(style, "{{{}}}", values.collect::<String>()).expect("writing to a string cannot fail");
        }
        style
    }

    /// A list of selectors in which `[class^="x-"]` is replaced by all classes of the sheet that begin like that.
    fn expanded(&self, selectors: &'a str) -> Vec<&'a str> {
        let selectors = selectors.trim();
        let Some(begin) = selectors.strip_prefix("[class^=\"").and_then(|it| it.strip_suffix("\"]")) else {
            return selectors.split(',').map(str::trim).collect();
        };
        let known =
            rules(self.sheet).into_iter().flat_map(|(selectors, _)| selectors.split(',').map(str::trim));
        known.filter(|it| it.strip_prefix('.').is_some_and(|class| class.starts_with(begin))).collect()
    }

    /// A value without variables. In a picture it is day: of a pair, the light one is taken.
    pub(crate) fn value(&self, text: &str) -> String {
        let mut text = text.to_owned();
        // The last function has no other function inside.
        while let Some((at, function)) =
            FUNCTIONS.iter().filter_map(|it| Some((text.rfind(it)?, it))).max_by_key(|(at, _)| *at)
        {
            let begin = at + function.len();
            let end = text[begin..].find(')').map_or(text.len(), |end| begin + end);
            let inside = &text[begin..end];
            let value = match *function {
                "var(" => self.variable(inside).to_owned(),
                "light-dark(" => inside.split(',').next().unwrap_or_default().trim().to_owned(),
                _ => product(inside),
            };
            text.replace_range(at..(end + 1).min(text.len()), &value);
        }
        text
    }

    /// The value of `--name`, or of `--name, fallback`.
    fn variable<'b>(&'b self, inside: &'b str) -> &'b str {
        let (name, fallback) = inside.split_once(',').unwrap_or((inside, "none"));
        let found = self.variables.iter().rev().find(|(known, _)| *known == name.trim());
        found.map_or(fallback.trim(), |(_, value)| value)
    }
}

/// The functions of values, as they begin.
const FUNCTIONS: [&str; 3] = ["var(", "light-dark(", "calc("];

/// The properties that say how a shape is painted.
const PAINT: [&str; 8] = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "opacity",
    "text-anchor",
];

/// The value of `.4 * .55`.
fn product(text: &str) -> String {
    let factors = text.split('*').map(|factor| factor.trim().parse::<f64>());
    factors.product::<Result<f64, _>>().map_or_else(|_| text.to_owned(), |value| value.to_string())
}

/// The selectors and the bodies of the rules of a style sheet, without those that hold only on some screens.
fn rules(sheet: &str) -> Vec<(&str, &str)> {
    let mut rules = Vec::new();
    let mut rest = sheet;
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            continue;
        }
        let Some(open) = rest.find('{') else { break };
        let selectors = rest[..open].trim();
        let mut depth = 0;
        let end = rest[open..].find(|letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            depth == 0
        });
        let Some(end) = end.map(|end| open + end) else { break };
        if !selectors.starts_with('@') {
            rules.push((selectors, &rest[open + 1..end]));
        }
        rest = &rest[end + 1..];
    }
    rules
}

/// The properties of a rule with their values.
fn declarations(body: &str) -> Vec<(&str, &str)> {
    let pairs = body.split(';').filter_map(|declaration| declaration.split_once(':'));
    pairs.map(|(property, value)| (property.trim(), value.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "/* A sheet; with a comment { */\n\
        :root { --dark: 0; --cream: light-dark(#fff8e6, #000); }\n\
        @media (width > 3px) { .x-hill { fill: red; } }\n\
        .x-day { --hill: #0f0; } .x-night, .x-dusk { --hill: var(--cream); --light: .5 }\n\
        .x-hill { fill: var(--hill); } .x-lamp { opacity: calc(var(--light, .4) * .5); stroke: none }\n\
        .x-card { position: absolute; fill: red; } .x-card .x-hill { fill: blue; } .xy { fill: red; }\n\
        .x-line-a, .x-line-b { stroke: #111 } [class^=\"x-line-\"] { fill: none; }";

    #[test]
    fn variables_are_replaced_by_their_values() {
        let style = |selectors: &[&str]| Palette::of(SHEET, selectors).style("x-", "n");
        assert_eq!(
            style(&[":root", ".x-night"]),
            ".n-x-hill{fill:#fff8e6;}.n-x-lamp{opacity:0.25;stroke:none;}\
             .n-x-line-a,.n-x-line-b{stroke:#111;}.n-x-line-a,.n-x-line-b{fill:none;}"
        );
        assert_eq!(
            style(&[":root", ".x-day"]),
            ".n-x-hill{fill:#0f0;}.n-x-lamp{opacity:0.2;stroke:none;}\
             .n-x-line-a,.n-x-line-b{stroke:#111;}.n-x-line-a,.n-x-line-b{fill:none;}"
        );
    }

    #[test]
    fn long_names_are_shortened() {
        assert_eq!(shortened("Ilse", 4), "Ilse");
        assert_eq!(shortened("Ilse of the Hill", 6), "Ilse…");
        assert_eq!(shortened("Übermütig", 5), "Über…");
    }
}
