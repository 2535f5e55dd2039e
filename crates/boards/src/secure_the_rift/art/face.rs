//! Full-size cards, and small cards for the front lines.

use atlas_secure_the_rift::Library;
use atlas_secure_the_rift::pack::language::{Card, Kinds};
use atlas_secure_the_rift::pack::text as words;
use maud::{Markup, PreEscaped, html};

use super::Look;
use super::faction::titled;
use super::fit::{self, Line, Lines, Weight};
use super::ink::{Tenths, star};
use super::land::{HEIGHT, WIDTH};

/// The space for single lines on a card: the width, and the maximum font size in tenths.
const NAME: (i32, i32) = (178, 150);
const KIND: (i32, i32) = (176, 110);
const FOOT: (i32, i32) = (150, 88);
const SMALL_NAME: (i32, i32) = (88, 110);
/// The box of the rules text: left, top, width, height.
const BOX: [i32; 4] = [21, 226, 208, 86];
/// The minimum and maximum font size of rules text, in tenths.
const SIZES: [i32; 2] = [76, 122];
/// The minimum and maximum font size of flavour text, in tenths.
const FLAVOUR: [i32; 2] = [90, 100];

/// A full-size card as a picture of 250 by 350.
pub fn face(library: &Library, card: &Card) -> Markup {
    let look = Look::of(library, card);
    let (kind, foot) = (look.kind_line(), look.code_line());
    html! {
        svg class=(look.class()) viewBox="0 0 250 350" role="img" aria-label=(look.label()) {
            title { (card.name) }
            rect.sr-edge.sr-cut[card.token] x="1" y="1" width="248" height="348" rx="13" {}
            rect.sr-plate x="5" y="5" width="240" height="340" rx="10" {}
            (look.hems())
            (look.window(12, 44, WIDTH, HEIGHT))
            rect.sr-bar x="12" y="9" width="226" height="31" rx="6" {}
            (look.badge(28, 25))
            (line(&card.name, "sr-name", [55, 30], fit::size(&card.name, Weight::Bold, NAME.0, NAME.1)))
            rect.sr-bar x="12" y="196" width="226" height="22" rx="5" {}
            (line(&kind, "sr-type", [21, 211], fit::size(&kind, Weight::Bold, KIND.0, KIND.1)))
            (look.sigil(221, 207, 38))
            rect.sr-paper x="12" y="221" width="226" height="96" rx="6" {}
            (look.rules())
            (line(&foot, "sr-code", [16, 338], fit::size(&foot, Weight::Plain, FOOT.0, FOOT.1)))
            (look.strength_plate(206, 331))
        }
    }
}

/// A small picture of 120 by 100 for the front lines: scene, name and strength.
pub fn thumbnail(library: &Library, card: &Card) -> Markup {
    let look = Look::of(library, card);
    let name = look.short_name();
    html! {
        svg class=(look.class()) viewBox="0 0 120 100" role="img" aria-label=(look.label()) {
            title { (card.name) }
            rect.sr-edge.sr-cut[card.token] x="2" y="2" width="116" height="96" rx="7" {}
            rect.sr-plate x="3" y="3" width="114" height="94" rx="6" {}
            (look.window(5, 5, 110, 72))
            (look.sigil(14, 87, 27))
            (line(name, "sr-name", [26, 91], fit::size(name, Weight::Bold, SMALL_NAME.0, SMALL_NAME.1)))
            g transform="translate(96 73)scale(.6)" { (look.strength_plate(0, 0)) }
        }
    }
}

fn line(text: &str, class: &str, at: [i32; 2], size: i32) -> Markup {
    html! { text class=(class) x=(at[0]) y=(at[1]) font-size=(Tenths(size)) { (text) } }
}

/// A number centred on the origin.
fn centred(text: &str, room: i32) -> Markup {
    let size = fit::size(text, Weight::Bold, room, 200);
    html! { text.sr-cost y=(Tenths(size * 9 / 25)) font-size=(Tenths(size)) { (text) } }
}

impl Look<'_> {
    fn class(&self) -> String {
        format!("sr-card {} {}", self.livery.class, self.mood())
    }

    /// The name for a small card: without its title.
    fn short_name(&self) -> &str {
        self.card.name.split_once(", ").map_or(&self.card.name, |(name, _)| name)
    }

    /// The line below the picture: the type and the subtypes.
    fn kind_line(&self) -> String {
        let token = if self.card.token { "Token " } else { "" };
        let subtypes: Vec<String> = self.library.subtypes(self.card.subtypes).map(titled).collect();
        let of = if subtypes.is_empty() { String::new() } else { format!(" · {}", subtypes.join(" ")) };
        format!("{token}{}{of}", titled(self.card.kind.word()))
    }

    /// The line at the bottom: the number in the set, and the faction.
    fn code_line(&self) -> String {
        let code = &self.card.code;
        if code.is_empty() { self.livery.name.clone() } else { format!("{code} · {}", self.livery.name) }
    }

    /// The cost; `None` for cards that are not played for a cost.
    fn cost(&self) -> Option<String> {
        let Card { cost, x, kind, token, .. } = self.card;
        match (x, cost) {
            _ if *token || *kind == Kinds::ENERGY => None,
            (true, 0) => Some("X".to_owned()),
            (true, cost) => Some(format!("X+{cost}")),
            (false, cost) => Some(cost.to_string()),
        }
    }

    /// Attack and defence of a Soul, with a star for a computed value.
    fn power(&self) -> Option<String> {
        let number = |amount: Option<i16>| amount.map_or("*".to_owned(), |it| it.to_string());
        let (attack, defence) = (self.card.attack.as_number(), self.card.defence.as_number());
        (self.card.kind == Kinds::SOUL).then(|| format!("{}/{}", number(attack), number(defence)))
    }

    /// The whole text of the card.
    fn label(&self) -> String {
        let mut parts = vec![self.card.name.clone()];
        parts.extend(self.cost().map(|cost| format!("costs {cost} Energy")));
        parts.push(self.kind_line().replace(" ·", ","));
        parts.push(self.livery.name.clone());
        parts.extend(self.power());
        let says = words::card(self.library, self.card);
        let dot = if says.is_empty() { "" } else { " " };
        format!("{}.{dot}{says}", parts.join(", "))
    }

    /// The outline of the picture: the faction's, or round for Energy, or a ticket for tokens.
    fn outline(&self) -> &'static str {
        if self.card.kind == Kinds::ENERGY {
            "M113 0H140Q226 0 226 74T140 148H86Q0 148 0 74T86 0Z"
        } else if self.card.token {
            "M12 0H214A12 12 0 0 0 226 12V62A12 12 0 0 0 226 86V136A12 12 0 0 0 214 148H12\
             A12 12 0 0 0 0 136V86A12 12 0 0 0 0 62V12A12 12 0 0 0 12 0Z"
        } else {
            self.livery.faction.window
        }
    }

    /// The scene behind its frame.
    fn window(&self, x: i32, y: i32, width: i32, height: i32) -> Markup {
        let outline = self.outline();
        html! {
            svg x=(x) y=(y) width=(width) height=(height) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } {
                (PreEscaped(self.scene()))
                path.sr-plate fill-rule="evenodd" d={ "M-2-2H228V150H-2Z" (outline) } {}
                path.sr-rim d=(outline) {}
            }
        }
    }

    /// The hem along both sides. Energy has beads instead of the faction's stitches.
    fn hems(&self) -> Markup {
        let faction = self.livery.faction;
        let (stitch, height) = match self.card.kind {
            Kinds::ENERGY => ("m2 0h0m-2-9", 9),
            _ => (faction.stitch, faction.stitch_height),
        };
        let hem = format!("M6 336{}", stitch.repeat((318 / height) as usize));
        html! {
            path.sr-hem d=(hem) {}
            path.sr-hem transform="translate(250 0)scale(-1 1)" d=(hem) {}
        }
    }

    /// The cost on the faction's plate; a bolt for Energy, a ring for tokens.
    fn badge(&self, x: i32, y: i32) -> Markup {
        html! {
            g transform={ "translate(" (x) " " (y) ")" } {
                @if let Some(cost) = self.cost() {
                    path.sr-badge d=(self.livery.faction.badge) {}
                    (centred(&cost, 27))
                } @else if self.card.token {
                    circle.sr-badge.sr-cut r="17" {}
                    path.sr-bolt d="M-8-8H8V-3H3V10H-3V-3H-8Z" {}
                } @else {
                    path.sr-badge d=(star(0, 0, 21, 16, 24)) {}
                    path.sr-bolt d="M3-14L-9 3H-1L-4 14 9-4H1Z" {}
                }
            }
        }
    }

    /// The sigil of the faction, scaled by `percent`.
    fn sigil(&self, x: i32, y: i32, percent: i32) -> Markup {
        html! {
            path.sr-sigil fill-rule="evenodd" d=(self.livery.sigil)
                transform={ "translate(" (x) " " (y) ")scale(." (percent) ")" } {}
        }
    }

    /// Attack and defence on a plate around a point, if the card has any.
    fn strength_plate(&self, x: i32, y: i32) -> Markup {
        html! {
            @if let Some(power) = self.power() {
                g transform={ "translate(" (x) " " (y) ")" } {
                    path.sr-badge d="M-26-14H26L33 0L26 14H-26L-33 0Z" {}
                    (centred(&power, 52))
                }
            }
        }
    }

    /// The rules text as large as it fits, and the flavour text if there is space left.
    fn layout(&self) -> (Lines, Option<Lines>) {
        let [_, _, width, height] = BOX;
        let rules = Lines::fit(&words::lines(self.library, self.card), width, height, SIZES);
        let between = if rules.lines.is_empty() { 0 } else { 5 };
        let rest = height - between - (rules.height() + 9) / 10;
        let flavour = Lines::fit(std::slice::from_ref(&self.card.flavour), width, rest, FLAVOUR);
        let fits = flavour.height() <= 10 * rest;
        (rules, fits.then_some(flavour))
    }

    /// The rules text at the top of its box, and the flavour text at the bottom.
    fn rules(&self) -> Markup {
        let [left, top, _, height] = BOX;
        let (rules, flavour) = self.layout();
        html! {
            (text(&rules, "sr-rules", left, 10 * top))
            @if let Some(flavour) = flavour {
                (text(&flavour, "sr-flavour", left, 10 * (top + height) - flavour.height()))
            }
        }
    }
}

/// Draws lines below each other; `top` is in tenths.
fn text(lines: &Lines, class: &str, x: i32, top: i32) -> Markup {
    let mut y = top + lines.size * 23 / 100 - lines.leading() / 4;
    let mut baseline = |at: usize, line: &Line| {
        y += lines.leading() + if at > 0 && line.opens { lines.gap() } else { 0 };
        Tenths(y)
    };
    html! {
        @if !lines.lines.is_empty() {
            text class=(class) font-size=(Tenths(lines.size)) {
                @for (at, line) in lines.lines.iter().enumerate() {
                    tspan x=(x) y=(baseline(at, line)) { (keywords(&line.text)) }
                }
            }
        }
    }
}

/// A line with highlighted keywords.
fn keywords(line: &str) -> Markup {
    html! {
        @for (at, word) in line.split(' ').enumerate() {
            @if at > 0 { " " }
            @if fit::is_keyword(word) { tspan.sr-key { (word) } } @else { (word) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_secure_the_rift::LibraryRef;

    /// The width of a line of rules text at a font size, in tenths.
    fn wide(line: &str, size: i32) -> i32 {
        let word =
            |word: &str| fit::width(word, if fit::is_keyword(word) { Weight::Bold } else { Weight::Plain });
        let blanks = line.matches(' ').count() as i32 * fit::width(" ", Weight::Plain);
        (line.split(' ').map(word).sum::<i32>() + blanks) * size / 1000
    }

    /// The rules text stays in its box, is large enough to read, and is complete.
    #[test]
    fn rules_text_fits_its_box() {
        let library = LibraryRef::core();
        let [_, _, width, height] = BOX;
        for (_, card) in library.cards() {
            let (rules, flavour) = Look::of(&library, card).layout();
            let used = rules.height() + flavour.as_ref().map_or(0, Lines::height);
            assert!(used <= 10 * height, "{} is {used} high", card.id);
            assert!(rules.size >= 100, "{} is too small to read: {}", card.id, rules.size);
            for line in rules.lines.iter().map(|it| wide(&it.text, rules.size)) {
                assert!(line <= 10 * width, "{} has a line {line} wide", card.id);
            }
            let words: Vec<&str> = rules.lines.iter().flat_map(|line| line.text.split(' ')).collect();
            assert_eq!(words.join(" "), words::card(&library, card), "{}", card.id);
        }
    }

    /// The longest names, types and bottom lines are still readable.
    #[test]
    fn single_lines_fit_their_bars() {
        let library = LibraryRef::core();
        for (_, card) in library.cards() {
            let look = Look::of(&library, card);
            let lines = [
                (card.name.clone(), Weight::Bold, NAME, 110),
                (look.kind_line(), Weight::Bold, KIND, 110),
                (look.code_line(), Weight::Plain, FOOT, 80),
                (look.short_name().to_owned(), Weight::Bold, SMALL_NAME, 60),
            ];
            for (line, weight, (room, most), least) in lines {
                let size = fit::size(&line, weight, room, most);
                assert!(size >= least, "{line} is too small to read: {size}");
                assert!(fit::width(&line, weight) * size <= 10_000 * room, "{line} is too wide");
            }
        }
    }

    /// A very long text becomes small, but stays in its box up to about four hundred characters.
    #[test]
    fn long_texts_become_small() {
        let [_, _, width, height] = BOX;
        let long = vec!["Deal 2 damage to another target Soul. ".repeat(11)];
        let lines = Lines::fit(&long, width, height, SIZES);
        assert!(lines.height() <= 10 * height && lines.size < 100, "{} high", lines.height());
    }
}
