//! Drawings of the cards of Secure the Rift: a frame for each faction, and a scene for each card.
//!
//! A scene is generated from the card's properties, with random details seeded by its id, so it never changes. The
//! faction decides the landscape and the light, the type decides the subject, the words of the id and of the rules text
//! decide what the subject looks like and does, keywords decide the marks, and the cost decides the size. Cards of
//! other packs are drawn in the same way.
//!
//! A page must include [`STYLE`], which defines the colours.

mod creature;
mod face;
mod faction;
mod fit;
mod gallery;
mod ink;
mod land;
mod marks;
mod moment;
mod person;
mod soul;
mod source;
mod tech;

use atlas_secure_the_rift::Library;
use atlas_secure_the_rift::pack::language::{Card, Kinds};
use atlas_secure_the_rift::pack::text as words;

pub use face::{face, thumbnail};
pub use gallery::gallery;

use faction::Livery;
use ink::{Grown, Ink};

/// The style sheet of the cards.
pub const STYLE: &str = include_str!("../../../assets/secure-the-rift.css");

/// A card that is being drawn.
struct Look<'a> {
    library: &'a Library,
    card: &'a Card,
    livery: Livery,
    /// The rules text without costs, in lower case.
    says: String,
}

/// The main effect of a card, as far as a picture can show it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Create,
    Cancel,
    Prevent,
    Damage,
    Destroy,
    Rise,
    Return,
    Search,
    Void,
    Draw,
    Discard,
    Scrap,
    Surge,
    Refresh,
    Bind,
    Energy,
    Life,
    Loss,
    Other,
}

impl Look<'_> {
    fn of<'a>(library: &'a Library, card: &'a Card) -> Look<'a> {
        let livery = Livery::of(library.faction(card.faction));
        let about_cost =
            |line: &str| ["Costs", "Extra cost", "At most"].iter().any(|it| line.starts_with(it));
        let lines = words::lines(library, card).into_iter().filter(|line| !about_cost(line));
        let says = lines.collect::<Vec<_>>().join(" ").to_lowercase();
        Look { library, card, livery, says }
    }

    /// The words of the id, last first, because the last word usually names the subject.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.card.id.rsplit('-')
    }

    /// The attack of a Soul.
    fn strength(&self) -> i32 {
        self.card.attack.as_number().map_or(0, i32::from)
    }

    /// The main effect. Rules text is generated from the card's program, so its wording is reliable. The first match
    /// decides.
    fn deed(&self) -> Deed {
        const SIGNS: [(&str, Deed); 23] = [
            ("create", Deed::Create),
            ("cancel target", Deed::Cancel),
            ("prevent", Deed::Prevent),
            ("choose one", Deed::Scrap),
            ("deal", Deed::Damage),
            ("destroy", Deed::Destroy),
            ("onto the front lines", Deed::Rise),
            ("return", Deed::Return),
            ("search", Deed::Search),
            ("energy pile into play", Deed::Energy),
            ("void", Deed::Void),
            ("draw", Deed::Draw),
            ("discards", Deed::Discard),
            ("does not refresh", Deed::Bind),
            ("refresh", Deed::Refresh),
            ("loses", Deed::Loss),
            ("look at", Deed::Draw),
            ("get", Deed::Surge),
            ("upgrade", Deed::Surge),
            ("gains safeguard", Deed::Prevent),
            (" life", Deed::Life),
            ("add", Deed::Energy),
            ("scrap", Deed::Scrap),
        ];
        SIGNS.into_iter().find(|(sign, _)| self.says.contains(sign)).map_or(Deed::Other, |(_, deed)| deed)
    }

    /// The first number in the rules text.
    fn number(&self) -> Option<i32> {
        const COUNTED: [&str; 3] = ["two", "three", "four"];
        let number = |word: &str| {
            let word = word.trim_start_matches('+').split('/').next()?;
            let counted = COUNTED.iter().position(|it| *it == word).map(|place| place as i32 + 2);
            counted.or_else(|| word.parse().ok())
        };
        self.says.split_whitespace().find_map(number)
    }

    /// The scene, on a canvas of 226 by 148.
    fn scene(&self) -> String {
        let (mut ink, mut grown) = (Ink::default(), Grown::of(&self.card.id));
        // The landscape is scaled and mirrored at random, so that scenes differ.
        let (size, side) = (grown.between(100, 140), grown.side());
        let (wide, high) = (land::WIDTH * (size - 100) / 100, land::HEIGHT * (size - 100) / 100);
        let left = if side > 0 { -grown.below(wide + 1) } else { land::WIDTH + grown.below(wide + 1) };
        ink.place(left, -high, side * size, |ink| (self.livery.faction.land)(ink, &mut grown));
        let draw = match self.card.kind {
            Kinds::TECH => tech::draw,
            Kinds::ACTION => moment::draw,
            Kinds::ENERGY => source::draw,
            _ => soul::draw,
        };
        draw(&mut ink, self, &mut grown);
        ink.svg
    }

    /// The light of the scene: one of three, so that cards next to each other differ.
    fn mood(&self) -> &'static str {
        Grown::of(&format!("{} at what time", self.card.id)).pick(&["sr-day", "sr-late", "sr-night"])
    }
}
