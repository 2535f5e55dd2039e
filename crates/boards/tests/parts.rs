//! Boards in parts: what is taken over from an earlier drawing is what would be drawn again, whoever looked before.

use std::collections::BTreeSet;

use atlas_boards::{Board, BoardTable, Drawing};
use atlas_core::{Chance, Edition, Insight, Match, Seat, Secret, Table, Viewer};
use atlas_enchanted_lands::EnchantedLands;
use atlas_shadow_of_atlas::ShadowOfAtlas;

/// Plays games and draws every state as every viewer sees it, always after the drawing of another viewer or another state.
/// Returns the mean number of bytes of a whole board and of what changes in it between two drawings for the same viewer.
fn play<G: Insight + Board>(seats: u8, games: u8) -> (usize, usize) {
    let mut names = ["Ann", "Bea", "Cem", "Dov"].map(str::to_owned)[..usize::from(seats)].to_vec();
    let (mut whole, mut changed, mut drawings) = (0, 0, 0);
    for seed in 0..games {
        let (mut chance, mut scratch) = (Chance::quick(seed.into()), Vec::new());
        let edition = Edition::newest::<G>();
        let mut table =
            Match::<G>::new(edition, G::Options::default(), seats, Secret([seed; 32]), Vec::new()).unwrap();
        let mut last: Option<Drawing> = None;
        let mut own: Vec<Option<Drawing>> = vec![None; usize::from(seats) + 1];
        loop {
            let over = table.acting().is_empty();
            let seats = Seat::all(seats).map(|seat| (Viewer::Seat(seat), Some(seat)));
            let viewers = seats.chain([(Viewer::Spectator, None)]);
            for (at, (viewer, seat)) in viewers.enumerate() {
                let viewer = if over { Viewer::Everything } else { viewer };
                let board = |before: Option<&Drawing>| table.board(viewer, seat, &names, before).unwrap();
                let fresh = board(None);
                let html = fresh.html().0;
                assert_eq!(board(last.as_ref()).html().0, html);
                assert_eq!(board(own[at].as_ref()).html().0, html);
                let changes = own[at].as_ref().map(|before| fresh.changes(before));
                if let Some(Some(changes)) = changes {
                    changed += changes.iter().map(|part| part.html.len()).sum::<usize>();
                    whole += html.len();
                    drawings += 1;
                    let parts: BTreeSet<&str> = changes.iter().map(|part| &*part.name).collect();
                    assert_eq!(parts.len(), changes.len(), "names are unique");
                    for name in parts {
                        assert_eq!(html.matches(&format!(" data-part=\"{name}\"")).count(), 1, "{name}");
                    }
                }
                own[at] = Some(fresh.clone());
                last = Some(fresh);
            }
            let Some(seat) = table.acting().first() else { break };
            let action = table.state().pick(seat, &mut chance, &mut scratch);
            let sentence = table.state().write(action, Viewer::Seat(seat));
            table.append(atlas_core::Entry::Act { seat, sentence }).unwrap();
            // Somebody chooses another name in the middle of the game.
            if table.records().len() == 8 {
                names[0].push_str("ika");
            }
        }
    }
    assert!(drawings > 100, "{drawings}");
    (whole / drawings, changed / drawings)
}

#[test]
fn parts_of_enchanted_lands_are_small_and_never_outdated() {
    for seats in 2..=4 {
        let (whole, changed) = play::<EnchantedLands>(seats, 6);
        assert!(3 * changed < whole, "{changed} of {whole} bytes change with a move");
    }
}

#[test]
fn parts_of_the_shadow_of_atlas_are_small_and_never_outdated() {
    let (whole, changed) = play::<ShadowOfAtlas>(2, 8);
    assert!(3 * changed < 2 * whole, "{changed} of {whole} bytes change with a move");
}
