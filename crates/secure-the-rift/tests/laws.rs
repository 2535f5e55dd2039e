//! Secure the Rift obeys the laws of every game.

use atlas_core::laws::Witness;
use atlas_core::{Chance, Game, Seat, Turn, Viewer};
use atlas_secure_the_rift::deck::DeckChoice;
use atlas_secure_the_rift::pack::language::Kinds;
use atlas_secure_the_rift::{Action, Event, LibraryRef, Options, SecureTheRift};

struct Rift;

impl Witness for Rift {
    type Game = SecureTheRift;
    const SKIPPED_STATES: u32 = 120;

    /// SR-02: every card of a player is in exactly one place.
    fn inventory(state: &SecureTheRift) -> Vec<(String, String)> {
        let position = state.dump();
        let mut things: Vec<(String, String)> = Vec::new();
        let name = |word: &str| word.rsplit_once('.').map_or(word, |(name, _)| name).to_owned();
        for (seat, player) in position["players"].as_array().expect("players").iter().enumerate() {
            for zone in ["hand", "deck", "pile", "scrap", "void"] {
                for (place, card) in player[zone].as_array().expect("a zone").iter().enumerate() {
                    let (word, known) = match card.as_array() {
                        Some(pair) => (pair[0].as_str().expect("a card"), pair[1].to_string()),
                        None => (card.as_str().expect("a card"), String::new()),
                    };
                    let place =
                        if zone == "deck" || zone == "pile" { format!(" {place}") } else { String::new() };
                    things
                        .push((format!("{} of {seat}", name(word)), format!("{zone} {seat}{place} {known}")));
                }
            }
        }
        let owned = |list: &serde_json::Value, what: &str, things: &mut Vec<(String, String)>| {
            for it in list.as_array().into_iter().flatten() {
                let (word, owner) = (it["id"].as_str().expect("an id"), it["owner"].clone());
                let owner = if owner.is_null() { it["controller"].clone() } else { owner };
                if it.get("ability").is_none() && it.get("delayed").is_none() && name(word) != "drone" {
                    things.push((format!("{} of {owner}", name(word)), what.to_owned()));
                }
            }
        };
        owned(&position["front"], "front", &mut things);
        owned(&position["sequence"], "sequence", &mut things);
        if let Some(item) = position.get("concluding").map(|it| it["item"].clone()) {
            owned(&serde_json::Value::Array(vec![item]), "sequence", &mut things);
        }
        things
    }

    /// SR-130: the hands of other players and the order of decks and piles are hidden.
    fn hides(place: &str, seat: Seat) -> bool {
        let mut words = place.split(' ');
        let (zone, of) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let known = place.contains(&format!("[{}", seat.0)) || place.contains(&format!(",{}", seat.0));
        match zone {
            "hand" => of != seat.0.to_string() && !known,
            "deck" | "pile" => !known,
            _ => false,
        }
    }

    /// Random legal decks that all players know, so that the hidden cards are determined.
    fn options() -> Options {
        let decks = vec![DeckChoice("any".to_owned()); 2];
        Options { decks, open_decklists: true, ..Options::default() }
    }

    /// A card of a player is in a zone of that player, and Energy cards are in piles.
    fn fits(thing: &str, place: &str) -> bool {
        let (name, owner) = thing.rsplit_once(" of ").expect("a card with its owner");
        let of = place.split(' ').nth(1).expect("a zone with its owner");
        let library = LibraryRef::core();
        let card = library.card_named(name).map(|card| library.card(card)).expect("a card");
        owner == of && (card.kind == Kinds::ENERGY) == place.starts_with("pile")
    }

    /// SR-R50: all cards of a player who has lost leave the game.
    fn is_removed(state: &SecureTheRift, thing: &str) -> bool {
        let (_, owner) = thing.rsplit_once(" of ").expect("a card with its owner");
        let owner: usize = owner.parse().expect("a seat");
        state.view(Viewer::Spectator).players[owner].lost
    }

    /// Playing, discarding, milling, finding or revealing a card reveals it, and so does an Energy card that enters.
    /// Drawing or looking at a card, or choosing from the hand of another player, tells that player something.
    fn reveals_to(state: &SecureTheRift, actor: Seat, action: Action, seat: Seat) -> bool {
        let (mut after, mut news) = (state.clone(), Vec::new());
        after.play(actor, action, &mut Turn::told(&mut Chance::quick(1), &mut news));
        let reveals = |event: &Event| match event {
            Event::Drew { seat: by, .. } | Event::Looked { seat: by, .. } => *by == seat,
            Event::Entered { .. }
            | Event::InSequence { .. }
            | Event::Discarded { .. }
            | Event::Milled { .. }
            | Event::Found { .. }
            | Event::Revealed { .. } => true,
            _ => false,
        };
        let tasks = after.dump()["concluding"]["work"].as_array().cloned().unwrap_or_default();
        let shown = tasks.iter().any(|task| task["do"] == "discard" && task["chooser"] != task["seat"]);
        // The card is seen as soon as it is announced.
        matches!(action, Action::Play(..)) || shown || news.iter().any(|(_, event)| reveals(event))
    }
}

#[test]
fn whole_random_games_end() {
    use atlas_core::game::playout;
    for seats in 2..=4 {
        for seed in 0..40 {
            let mut chance = Chance::quick(seed);
            let mut state = SecureTheRift::start(
                LibraryRef::default().edition(),
                &Options::default(),
                seats,
                &mut chance,
            )
            .expect("the game starts");
            let moves = playout(&mut state, &mut chance, &mut Vec::new());
            assert!(state.outcome().is_some(), "{moves}");
            let _ = state.view(Viewer::Spectator);
        }
    }
}

atlas_core::laws!(Rift, seats: [2, 3, 4], cheap: 20, costly: 6, moves: 400, longest: 20_000);
