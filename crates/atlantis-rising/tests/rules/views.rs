//! What viewers see, and previews.

use atlas_core::{Game, Insight, Seat, Viewer};
use serde_json::json;

use crate::table::seats;

/// AR-72: all see the same, except the order of the decks.
#[test]
fn hands_are_open_and_decks_are_hidden() {
    let table = seats(4)
        .cards(1, &["turned-tide"])
        .top(&["drain"])
        .edit(|it| it["misfortunes"]["seen"] = json!(1))
        .table();
    let view = table.state.view(Viewer::Seat(Seat(0)));
    assert_eq!(view, table.state.view(Viewer::Spectator));
    assert_eq!(view.teams[1].cards, ["turned-tide"]);
    assert_eq!(
        (view.misfortunes.deck_size, view.misfortunes.top.as_slice()),
        (61, ["drain".to_owned()].as_slice())
    );
    assert_eq!((view.misfortunes.unseen["hills"], view.misfortunes.unseen.get("drain")), (6, None));
    assert_eq!(view.misfortunes.deck, None);
    let all = table.state.view(Viewer::Everything);
    assert_eq!(all.misfortunes.deck.unwrap().len(), 61);
}

/// AR-43: a preview gives the odds of a roll and stops before chance.
#[test]
fn previews_give_odds() {
    let table = seats(4).figure(1, "follower", "forests-4").act().table();
    let action = table.state.read(Seat(1), "act follower forests-4").unwrap();
    let preview = table.state.preview(Seat(1), action);
    assert!((preview.odds[0].chance - 0.5).abs() < 1e-9);
    assert!(preview.open);
    assert_eq!(preview.events.len(), 1);
}

/// Every candidate is legal.
#[test]
fn candidates_are_legal() {
    let table = seats(4).energy(0, 3).table();
    let (mut legal, mut candidates) = (Vec::new(), Vec::new());
    table.state.legal(Seat(0), &mut legal);
    table.state.candidates(Seat(0), &mut candidates);
    assert!(!candidates.is_empty() && candidates.iter().all(|it| legal.contains(it)));
}
