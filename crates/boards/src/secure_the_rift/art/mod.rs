//! The cards of Secure the Rift, drawn: a frame for each faction, and for each card a scene of its own.
//!
//! A scene is made from what a card is, and from its id for all that is left to chance, so it never changes. The
//! faction gives land and light, the type the subject, the words of the id and of the rules text what the subject is
//! and does, keywords the marks, and the cost the size. Cards of other packs get their pictures the same way.
//!
//! A page must carry [`STYLE`]; colours come from there.

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
    /// What it does when it is played or in play, in small letters.
    says: String,
}

/// What a card does, as far as a picture can show it.
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

    /// The words of its id, the last first: that is the one which says what it is.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.card.id.rsplit('-')
    }

    /// The attack of a Soul.
    fn strength(&self) -> i32 {
        self.card.attack.as_number().map_or(0, i32::from)
    }

    /// What it does most of all. Rules text is made from the program, so its words are to be trusted; the first
    /// that is found decides.
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

    /// The first number in what it does.
    fn number(&self) -> Option<i32> {
        const COUNTED: [&str; 3] = ["two", "three", "four"];
        let number = |word: &str| {
            let word = word.trim_start_matches('+').split('/').next()?;
            let counted = COUNTED.iter().position(|it| *it == word).map(|place| place as i32 + 2);
            counted.or_else(|| word.parse().ok())
        };
        self.says.split_whitespace().find_map(number)
    }

    /// The scene on a sheet of 226 by 148.
    fn scene(&self) -> String {
        let (mut ink, mut grown) = (Ink::default(), Grown::of(&self.card.id));
        // Seen from nearer or farther, from one side or the other, a land is never twice the same.
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

    /// The light of the scene: one of three, so that neighbours differ.
    fn mood(&self) -> &'static str {
        Grown::of(&format!("{} at what time", self.card.id)).pick(&["sr-day", "sr-late", "sr-night"])
    }
}
