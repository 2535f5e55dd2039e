//! Atlantis Rising obeys the laws of every game, with every number of seats and at every level.

use atlas_atlantis_rising::{Action, AtlantisRising, Options};
use atlas_core::laws::Witness;
use atlas_core::{Chance, Game, Marks, Seat, Turn};

/// AR-05, AR-11, AR-12: every card and every figure but volunteers is in exactly one place.
fn inventory(state: &AtlantisRising) -> Vec<(String, String)> {
    let position = state.position();
    let mut things: Vec<(String, String)> = Vec::new();
    let mut add = |thing: &str, place: String| things.push((thing.to_owned(), place));
    let library = position.library;
    library.deck.iter().enumerate().for_each(|(at, card)| add(card, format!("library {at}")));
    library.discard.iter().for_each(|card| add(card, "library discard".to_owned()));
    let misfortunes = position.misfortunes;
    for (at, card) in misfortunes.deck.iter().enumerate() {
        let place = if at < misfortunes.seen.into() { "known" } else { "misfortunes" };
        add(&format!("misfortune {card}"), format!("{place} {at}"));
    }
    for card in misfortunes.discard.iter().chain(&misfortunes.open) {
        add(&format!("misfortune {card}"), "misfortune discard".to_owned());
    }
    let hologram = position.hologram;
    hologram.deck.iter().enumerate().for_each(|(at, card)| add(card, format!("hologram {at}")));
    hologram.discard.iter().chain(&hologram.powers).for_each(|card| add(card, "hologram discard".to_owned()));
    for pending in &position.pending {
        let cards = pending["cards"].as_array().into_iter().flatten();
        cards.filter_map(|card| card.as_str()).for_each(|card| add(card, "question".to_owned()));
    }
    for (seat, team) in position.teams.iter().enumerate() {
        team.cards.iter().for_each(|card| add(card, format!("hand {seat}")));
        let kept = ["leader", "follower", "automaton"];
        for (kind, count) in team.pool.iter().chain(&team.supply) {
            if kept.contains(&kind.as_str()) {
                (0..*count).for_each(|_| add(&format!("{kind} {seat}"), "beside the board".to_owned()));
            }
        }
    }
    for figure in &position.figures {
        if ["leader", "follower", "automaton"].contains(&figure.kind.as_str()) {
            add(&format!("{} {}", figure.kind, figure.team), format!("on {}", figure.at));
        }
    }
    // Calm Seas come from the box.
    let calm = position.in_box["calm-seas"].as_u64().unwrap_or(0);
    (0..calm).for_each(|_| add("misfortune calm-seas", "box".to_owned()));
    things
}

/// AR-72: only the order of the decks is hidden.
fn hides(place: &str) -> bool {
    let (deck, number) = place.split_once(' ').unwrap_or((place, ""));
    ["library", "misfortunes", "hologram"].contains(&deck) && number.parse::<u8>().is_ok()
}

/// Whether an action draws a card.
fn reveals(state: &AtlantisRising, action: Action) -> bool {
    let mut chance = Chance::quick(0);
    let mut turn = Turn::quiet(&mut chance);
    let seat = state.acting().iter().find(|seat| state.judge(*seat, action).is_ok());
    let Some(seat) = seat else { return false };
    state.clone().play(seat, action, &mut turn);
    turn.marks().contains(Marks::REVEALED)
}

macro_rules! tables {
    ($($name:ident $level:literal $seats:tt $cheap:literal $costly:literal;)+) => {$(
        mod $name {
            use super::*;

            struct Table;

            impl Witness for Table {
                type Game = AtlantisRising;
                const SKIPPED_STATES: u32 = 60;

                fn options() -> Options {
                    Options { level: $level, ..Options::default() }
                }

                fn inventory(state: &AtlantisRising) -> Vec<(String, String)> {
                    super::inventory(state)
                }

                fn hides(place: &str, _: Seat) -> bool {
                    super::hides(place)
                }

                fn fits(thing: &str, place: &str) -> bool {
                    let misfortune = place.starts_with("misfortunes");
                    let councilor = place.starts_with("hologram");
                    let councilors = [
                        "artificer", "astrologer", "emissary", "explorer", "mystic", "priestess", "scholar",
                        "stormcaller", "forgemaster", "warden",
                    ];
                    thing.starts_with("misfortune ") == misfortune && councilors.contains(&thing) == councilor
                }

                fn reveals(state: &AtlantisRising, action: Action) -> bool {
                    super::reveals(state, action)
                }

                /// AR-41: the players agree on the order in which figures act.
                fn decide_independently(state: &AtlantisRising) -> bool {
                    state.position().phase == "place"
                }
            }

            atlas_core::laws!(Table, seats: $seats, cheap: $cheap, costly: $costly, moves: 400, longest: 20_000);
        }
    )+};
}

tables! {
    level_1 1 [1, 2, 4, 7] 12 4;
    level_2 2 [3] 8 3;
    level_3 3 [5] 8 3;
    level_4 4 [6] 8 3;
    level_5 5 [2, 4] 8 3;
}
