//! Enchanted Lands passes the test suite for all games.

use atlas_core::Seat;
use atlas_core::laws::Witness;
use atlas_enchanted_lands::{Card, EnchantedLands};

struct Forest;

impl Witness for Forest {
    type Game = EnchantedLands;

    /// EL-I5: every card is in exactly one place.
    fn inventory(state: &EnchantedLands) -> Vec<(String, String)> {
        let position = state.position();
        let mut things: Vec<(String, String)> = Vec::new();
        let mut add = |card: &Card, place: String| things.push((card.to_string(), place));
        position.board.iter().for_each(|it| add(&it.card, format!("board {}", it.card)));
        for (hand, seat) in position.hands.iter().zip(0..) {
            hand.iter().for_each(|card| add(card, format!("hand {seat}")));
        }
        position.pile.iter().enumerate().for_each(|(i, card)| add(card, format!("pile {i}")));
        position.removed.iter().for_each(|card| add(card, "removed".to_owned()));
        things
    }

    /// EL-58, EL-59.
    fn hides(place: &str, seat: Seat) -> bool {
        !place.starts_with("board") && place != format!("hand {}", seat.0)
    }
}

atlas_core::laws!(Forest, seats: [2, 3, 4], cheap: 10_000, costly: 250, moves: 40);
