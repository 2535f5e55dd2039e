//! Lighthouse passes the test suite for all games, with several seats acting at once.

use atlas_core::laws::Witness;
use atlas_core::{Game, Seat};
use atlas_lighthouse::{Action, Lighthouse};

struct Keepers;

impl Witness for Keepers {
    type Game = Lighthouse;

    /// LH-02: every card is in exactly one place.
    fn inventory(state: &Lighthouse) -> Vec<(String, String)> {
        let position = state.dump();
        let mut things = Vec::new();
        let mut add = |cards: &serde_json::Value, place: String| {
            let cards = cards.as_array().into_iter().flatten();
            things.extend(cards.map(|card| (card.to_string(), place.clone())));
        };
        add(&position["deck"], "deck".to_owned());
        add(&position["discard"], "discard".to_owned());
        for seat in 0..usize::from(state.seats()) {
            add(&position["hands"][seat], format!("hand {seat}"));
            let plan = &position["plans"][seat]["card"];
            add(&serde_json::json!(plan.as_u64().into_iter().collect::<Vec<_>>()), format!("plan {seat}"));
        }
        things
    }

    fn hides(place: &str, seat: Seat) -> bool {
        let own = [format!("hand {}", seat.0), format!("plan {}", seat.0)];
        place != "discard" && !own.iter().any(|it| it == place)
    }

    /// LH-08: the night reveals the placed cards.
    fn reveals(state: &Lighthouse, action: Action) -> bool {
        action == Action::Ready && state.acting().len() == 1
    }
}

atlas_core::laws!(Keepers, seats: [1, 2, 4, 7], cheap: 300, costly: 60, moves: 60, longest: 50);
