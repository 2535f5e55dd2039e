//! The First Player of a rematch.

use atlas_core::{Edition, Entry, First, Match, Seat, Secret, Table};
use atlas_shadow_of_atlas::{Options, ShadowOfAtlas};

fn begun_by(seat: Seat) -> Match<ShadowOfAtlas> {
    let options = Options { first: First::Seat(seat) };
    Match::new(Edition::newest::<ShadowOfAtlas>(), options, 2, Secret([7; 32]), Vec::new()).unwrap()
}

/// SA-R02, SA-R27: the loser of the last game is First Player, no matter who began that game.
#[test]
fn the_loser_begins_the_rematch() {
    for first in Seat::all(2) {
        for loser in Seat::all(2) {
            let mut game = begun_by(first);
            game.append(Entry::Leave { seat: loser }).unwrap();
            assert_eq!(game.rematch(), Options { first: First::Seat(loser) });
            assert_eq!(Table::rematch(&game), serde_json::json!({ "first": loser }));
        }
    }
}

/// SA-R02, SA-R15, SA-R26: after a draw the First Player is random. Four turns without an Action end the game before
/// anybody has a point.
#[test]
fn after_a_draw_the_first_player_is_random() {
    let mut game = begun_by(Seat(1));
    while let Some(seat) = game.acting().first() {
        let legal = game.legal(seat);
        // A player with too many cards discards one.
        let sentence = legal.iter().find(|it| *it == "done").unwrap_or(&legal[0]);
        game.act(seat, sentence).unwrap();
    }
    assert_eq!(game.outcome().unwrap().winners().len(), 2, "the game is a draw");
    assert_eq!(game.rematch(), Options { first: First::Random });
}
