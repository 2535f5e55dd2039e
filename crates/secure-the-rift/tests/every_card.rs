//! Random games in which every card is played and every ability is used.

use std::collections::BTreeSet;

use atlas_core::{Chance, Game, Insight, Turn};
use atlas_secure_the_rift::deck::DeckChoice;
use atlas_secure_the_rift::pack::language::Ability;
use atlas_secure_the_rift::{Action, LibraryRef, Options, SecureTheRift};
use serde_json::Value;

/// The maximum number of games until every card and every ability has been used.
const GAMES: u64 = 200;

/// The cards that have not been played yet, and the abilities that have not been used yet, by their index on the card.
struct Left {
    library: LibraryRef,
    cards: BTreeSet<String>,
    abilities: BTreeSet<(String, u64)>,
}

impl Left {
    fn new(library: LibraryRef) -> Left {
        let cards = library.cards().map(|(_, card)| card.id.clone()).collect();
        let used =
            |ability: &Ability| matches!(ability, Ability::Activated { .. } | Ability::Triggered { .. });
        let abilities = library.cards().flat_map(|(_, card)| {
            let places = card.abilities.iter().zip(0..).filter(|(ability, _)| used(ability));
            places.map(|(_, place)| (card.id.clone(), place)).collect::<Vec<_>>()
        });
        Left { library, cards, abilities: abilities.collect() }
    }

    fn is_empty(&self) -> bool {
        self.cards.is_empty() && self.abilities.is_empty()
    }

    /// The card and the index of the ability that a sentence uses.
    fn used(&self, sentence: &str) -> Option<(String, u64)> {
        let mut words = sentence.strip_prefix("use ")?.split(' ');
        let (name, _) = words.next()?.rsplit_once('.')?;
        let nth: usize = words.next()?.parse().ok()?;
        let card = self.library.card(self.library.card_named(name)?);
        let activated =
            card.abilities.iter().zip(0..).filter(|(it, _)| matches!(it, Ability::Activated { .. }));
        activated.map(|(_, place)| (name.to_owned(), place)).nth(nth - 1)
    }

    /// Whether a sentence plays a card or uses an ability for the first time.
    fn is_new(&self, sentence: &str) -> bool {
        let played = sentence.strip_prefix("play ").and_then(|rest| rest.split(' ').next());
        played.is_some_and(|name| self.cards.contains(name))
            || self.used(sentence).is_some_and(|used| self.abilities.contains(&used))
    }

    /// Removes the cards and abilities that are in play or in the Sequence.
    fn see(&mut self, position: &Value) {
        let name = |it: &Value| {
            let word = it["id"].as_str().expect("an id");
            word.split('.').next().unwrap_or_default().to_owned()
        };
        for piece in position["front"].as_array().into_iter().flatten() {
            self.cards.remove(&name(piece));
        }
        for item in position["sequence"].as_array().into_iter().flatten() {
            match item.get("ability").and_then(Value::as_u64) {
                Some(place) => self.abilities.remove(&(name(item), place)),
                None => self.cards.remove(&name(item)),
            };
        }
    }
}

/// Plays a game that uses new cards and abilities whenever it can.
fn play(left: &mut Left, seats: u8, chance: &mut Chance) {
    let decks = vec![DeckChoice("any".to_owned()); seats.into()];
    let options = Options { decks, ..Options::default() };
    let mut state = SecureTheRift::start(left.library.edition(), &options, seats, chance).expect("it starts");
    let (mut legal, mut scratch): (Vec<Action>, Vec<Action>) = (Vec::new(), Vec::new());
    while let Some(seat) = state.acting().first() {
        legal.clear();
        state.legal(seat, &mut legal);
        let is_new = |action: &&Action| left.is_new(&state.write(**action, atlas_core::Viewer::Everything));
        let action = match legal.iter().find(is_new) {
            Some(new) => *new,
            None => state.guess(seat, chance, &mut scratch),
        };
        if let Some(used) = left.used(&state.write(action, atlas_core::Viewer::Everything)) {
            left.abilities.remove(&used);
        }
        state.play(seat, action, &mut Turn::quiet(chance));
        left.see(&state.dump());
    }
}

/// SR-06: no card and no ability is unused.
#[test]
fn every_card_is_played_and_every_ability_is_used() {
    let mut left = Left::new(LibraryRef::core());
    assert_eq!((left.cards.len(), left.abilities.len()), (121, 68));
    for game in 0..GAMES {
        let mut chance = Chance::quick_part(17, game);
        play(&mut left, 2 + (game % 3) as u8, &mut chance);
        if left.is_empty() {
            return;
        }
    }
    panic!("{GAMES} games did not play {:?} and did not use {:?}", left.cards, left.abilities);
}
