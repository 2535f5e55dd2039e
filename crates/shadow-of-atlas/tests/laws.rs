//! In the Shadow of Atlas obeys the laws of every game.

use atlas_core::laws::Witness;
use atlas_core::{Game, Seat, Viewer};
use atlas_shadow_of_atlas::{Action, ShadowOfAtlas};

struct Sector;

impl Witness for Sector {
    type Game = ShadowOfAtlas;

    /// SA-03: every card is in exactly one place. A card that is known to be in a hand is no longer hidden there.
    fn inventory(state: &ShadowOfAtlas) -> Vec<(String, String)> {
        let position = state.position();
        let mut things: Vec<(String, String)> = Vec::new();
        let mut add = |card: &String, place: String| things.push((card.clone(), place));
        for planet in &position.planets {
            planet.orders.iter().flatten().for_each(|card| add(card, format!("planet {}", planet.id)));
        }
        for seat in 0..2 {
            let mut known = position.known[seat].clone();
            for card in &position.hands[seat] {
                match known.iter().position(|it| it == card) {
                    Some(at) => add(&known.swap_remove(at), format!("known {seat}")),
                    None => add(card, format!("hand {seat}")),
                }
            }
            position.outposts[seat].iter().for_each(|card| add(card, format!("outposts {seat}")));
        }
        position.deck.iter().enumerate().for_each(|(i, card)| add(card, format!("deck {i}")));
        position.discard.iter().for_each(|card| add(card, "discard".to_owned()));
        if let Some(card) = position.pending.and_then(|pending| pending.card) {
            add(&card, "turned up".to_owned());
        }
        things
    }

    /// SA-70, SA-71.
    fn hides(place: &str, seat: Seat) -> bool {
        let hidden = ["deck", "outposts", "hand"].iter().any(|it| place.starts_with(it));
        hidden && place != format!("hand {}", seat.0)
    }

    /// SA-72: a Survey turns a card up. Vulcan asks only if the player holds a card to melt, and Janus may copy Vulcan.
    /// Cards above the hand limit are discarded without a question if they are all alike.
    fn reveals(state: &ShadowOfAtlas, action: Action) -> bool {
        let sentence = state.write(action, Viewer::Everything);
        ["survey", "place", "done", "discard", "vulcan", "janus"].iter().any(|word| sentence.contains(word))
    }
}

atlas_core::laws!(Sector, seats: [2], cheap: 5_000, costly: 200, moves: 400);
