//! A pack cannot make a game endless.

use atlas_core::{Chance, Game, Seat, Turn};
use atlas_secure_the_rift::{LibraryRef, Pack, SecureTheRift};
use serde_json::json;

const TIDES: &str = r#"
[[card]]
id = "ebb"
name = "Ebb"
faction = "unbound"
type = "tech"
cost = 1
[[card.ability]]
kind = "triggered"
when = "life_gained"
effect = [{ do = "lose_life", n = 1 }]

[[card]]
id = "flood"
name = "Flood"
faction = "unbound"
type = "tech"
cost = 1
[[card.ability]]
kind = "triggered"
when = "life_lost"
effect = [{ do = "gain_life", n = 1 }]
"#;

/// SR-R53: two cards that trigger each other forever end the game in a draw.
#[test]
fn cards_that_trigger_each_other_forever_are_a_draw() {
    let manifest = "id = \"tides\"\nname = \"Tides\"\n";
    let pack = Pack::read(("tides/pack.toml", manifest), &[("tides/cards.toml", TIDES)]).unwrap();
    let library = LibraryRef::of(&[pack]).unwrap();
    let player = |hand: &[&str], others: usize, cells: usize| {
        let (deck, pile) = (vec!["rift-stray"; 40 - hand.len() - others], vec!["rift-cell"; 10 - cells]);
        json!({ "life": 40, "hand": hand, "deck": deck, "pile": pile, "scrap": [], "void": [], "began": 1 })
    };
    let front: Vec<_> =
        ["ebb.1", "flood.2", "rift-cell.3"].map(|id| json!({ "id": id, "owner": 0, "since": 1 })).into();
    let position = json!({
        "turn": 3, "step": "main", "active": 0, "first": 0, "front": front, "ask": { "kind": "priority" },
        "players": [player(&["emergency-rations"], 2, 1), player(&[], 0, 0)],
    });
    let mut state = SecureTheRift::load(library.edition(), &position).unwrap();
    let mut chance = Chance::quick(1);
    let first = state.read(Seat(0), "play emergency-rations").unwrap();
    state.play(Seat(0), first, &mut Turn::quiet(&mut chance));
    let mut passes = 0;
    while let Some(seat) = state.acting().first() {
        let pass = state.read(seat, "pass").unwrap();
        state.judge(seat, pass).unwrap();
        state.play(seat, pass, &mut Turn::quiet(&mut chance));
        passes += 1;
        assert!(passes < 10_000, "the game does not end");
    }
    assert_eq!(state.outcome().unwrap().ranks(), [0, 0]);
    // Two passes for the rations, and two for each of the twenty abilities until a position occurs for the tenth time.
    assert_eq!(passes, 42);
}
