//! The core sets that are embedded in the program: the current one, and all older ones that matches were played with.
//!
//! Before the core set is changed, its files are copied to `packs/archive/<first 12 characters of its hash>/` and added
//! to the end of [`CORE_SETS`], so that old matches can always be replayed.

use std::sync::OnceLock;

use super::{File, Pack};
use crate::deck::{DeckList, PRECONSTRUCTED};

/// A core set that is embedded in the program.
#[derive(Debug)]
pub struct CoreSet {
    manifest: File<'static>,
    cards: &'static [File<'static>],
    decks: &'static [DeckList],
    pack: OnceLock<Pack>,
}

impl CoreSet {
    /// A core set of these files: `pack.toml`, the card files, and the preconstructed decks that belong to it.
    const fn new(
        manifest: File<'static>,
        cards: &'static [File<'static>],
        decks: &'static [DeckList],
    ) -> CoreSet {
        CoreSet { manifest, cards, decks, pack: OnceLock::new() }
    }

    /// The pack with its cards. It is read when it is needed for the first time.
    pub fn pack(&self) -> &Pack {
        self.pack.get_or_init(|| {
            Pack::described(self.manifest, self.cards).expect("an embedded core set has no errors")
        })
    }

    /// The lists of its preconstructed decks.
    pub(crate) fn decks(&self) -> &'static [DeckList] {
        self.decks
    }
}

/// The card files of the current core set.
pub const CORE: [File<'static>; 9] = [
    ("core/annex.toml", include_str!("../../packs/core/annex.toml")),
    ("core/cinder.toml", include_str!("../../packs/core/cinder.toml")),
    ("core/verdant.toml", include_str!("../../packs/core/verdant.toml")),
    ("core/hollow.toml", include_str!("../../packs/core/hollow.toml")),
    ("core/meridian.toml", include_str!("../../packs/core/meridian.toml")),
    ("core/veil.toml", include_str!("../../packs/core/veil.toml")),
    ("core/unbound.toml", include_str!("../../packs/core/unbound.toml")),
    ("core/energy.toml", include_str!("../../packs/core/energy.toml")),
    ("core/tokens.toml", include_str!("../../packs/core/tokens.toml")),
];

const MANIFEST: File<'static> = ("core/pack.toml", include_str!("../../packs/core/pack.toml"));

/// Every core set that matches were played with. The first is the current one, which new matches use; the others are
/// archived.
pub static CORE_SETS: [CoreSet; 1] = [CoreSet::new(MANIFEST, &CORE, &PRECONSTRUCTED)];

/// The current core set.
pub(super) fn current() -> &'static CoreSet {
    &CORE_SETS[0]
}

#[cfg(test)]
mod tests {
    use atlas_core::game::playout;
    use atlas_core::play::Secrecy;
    use atlas_core::{Chance, Content, Entry, Game, Match, Secret, Viewer};

    use super::*;
    use crate::{LibraryRef, Options, SecureTheRift};

    const OWN: File<'static> = ("own/pack.toml", "id = \"own\"\nname = \"Own\"\n");

    /// The current core set, and one in which the Survey Drone was still called Scout Drone, with one deck.
    fn sets() -> &'static [CoreSet] {
        static SETS: OnceLock<[CoreSet; 2]> = OnceLock::new();
        SETS.get_or_init(|| {
            let older = |text: &str| -> &'static str {
                let text = text.replace("survey-drone", "scout-drone").replace("Survey Drone", "Scout Drone");
                Box::leak(text.into_boxed_str())
            };
            let cards: &'static [File<'static>] =
                Box::leak(Box::new(CORE.map(|(file, text)| (file, older(text)))));
            let decks: &'static [DeckList] = Box::leak(Box::new([("scouts", older(PRECONSTRUCTED[0].1))]));
            [CoreSet::new(MANIFEST, &CORE, &PRECONSTRUCTED), CoreSet::new(MANIFEST, cards, decks)]
        })
    }

    /// A match with this library, after 60 random actions.
    fn played(library: LibraryRef) -> Match<SecureTheRift> {
        let mut game =
            Match::new(library.edition(), Options::default(), 2, Secret([7; 32]), Vec::new()).unwrap();
        let mut chance = Chance::quick(1);
        for _ in 0..60 {
            let state: &SecureTheRift = game.state();
            let seat = state.acting().first().unwrap();
            let sentence = state.write(state.pick(seat, &mut chance, &mut Vec::new()), Viewer::Everything);
            game.append(Entry::Act { seat, sentence }).unwrap();
        }
        game
    }

    /// An archived core set is found by its hash, and a match that names it begins, is played and is replayed with it.
    #[test]
    fn an_archived_core_set_is_found_by_its_hash() {
        let archived = sets()[1].pack();
        assert_ne!(archived.hash, Pack::core().hash);
        let library = LibraryRef::find_in(sets(), &archived.hash).unwrap();
        assert_eq!((&library.hash, library.packs()), (&archived.hash, &[archived][..]));
        assert!(library.card_named("scout-drone").is_some() && library.card_named("survey-drone").is_none());
        assert_eq!(library.preconstructed().len(), 1, "its own decks belong to it");

        let game = played(library);
        assert_eq!(game.header().content.as_ref(), Some(&archived.hash));
        let position = game.state().dump().to_string();
        assert!(position.contains("scout-drone") && !position.contains("survey-drone"), "{position}");
        let again = Match::<SecureTheRift>::replay(&game.log(Secrecy::Revealed)).unwrap();
        assert_eq!(again.state(), game.state());
        assert_eq!(game.state().view(Viewer::Spectator).library().unwrap(), library);
        let mut state = game.state().clone();
        playout(&mut state, &mut Chance::quick(2), &mut Vec::new());
        assert!(state.outcome().is_some());
    }

    /// A hash that names no core set of the list is refused.
    #[test]
    fn an_unknown_core_set_is_refused() {
        let refusal = LibraryRef::find_in(&CORE_SETS, "0123").unwrap_err();
        assert!(refusal.message.to_string().contains("core set"), "{refusal}");
    }

    /// Packs can be combined with an archived core set, even if they do not fit the current one.
    #[test]
    fn packs_are_combined_with_an_archived_core_set() {
        let cards = "[[card]]\nid = \"beacon\"\nname = \"Beacon\"\nfaction = \"unbound\"\ntype = \"tech\"\ncost = 1\n\
                     [[card.ability]]\nkind = \"triggered\"\nwhen = \"enters\"\n\
                     effect = [{ do = \"search\", zone = \"deck\", for = \"card: name=scout-drone\", reveal = true, \
                     to = \"hand\", shuffle = true }]\n";
        let cards = [("own/cards.toml", cards)];
        let error = Pack::read_for(&CORE_SETS, OWN, &cards).unwrap_err();
        assert!(error.message.contains("scout-drone"), "{error}");
        let pack = Pack::read_for(sets(), OWN, &cards).unwrap();
        let archived = sets()[1].pack();
        let library = LibraryRef::find_in(sets(), &format!("{}+{}", archived.hash, pack.hash)).unwrap();
        assert_eq!(library.packs(), [archived, pack]);
        assert!(library.card_named("beacon").is_some());
        assert_eq!(played(library).header().content.as_ref(), Some(&library.hash));
        let refusal = LibraryRef::find_in(sets(), &format!("{}+{}", Pack::core().hash, pack.hash));
        assert!(refusal.is_err(), "the current core set has no Scout Drone");
    }

    /// New matches use the first core set, and every archived one is in the folder of its hash.
    #[test]
    fn the_first_core_set_is_the_current_one() {
        assert_eq!(CORE_SETS[0].pack(), Pack::core());
        assert_eq!(LibraryRef::default(), LibraryRef::core());
        assert_eq!(LibraryRef::find(Some(&Pack::core().hash)).unwrap(), LibraryRef::core());
        for set in &CORE_SETS[1..] {
            let folder = format!("archive/{}/", &set.pack().hash[..12]);
            assert!(set.cards.iter().all(|(file, _)| file.starts_with(&folder)), "{:?}", set.cards[0].0);
        }
    }
}
