//! Phase 2: drawing misfortunes, floods and what prevents them.

use serde_json::json;

use crate::table::{Setup, Table, seats, with};

/// A table where nobody stands on the board and these cards come next; all seats are ready.
fn drawn(setup: Setup, cards: &[&str]) -> Table {
    let mut table = setup.nobody().top(cards).table();
    table.all("ready");
    table
}

const CALM: [&str; 3] = ["calm-seas"; 3];

fn then_calm(card: &'static str) -> [&'static str; 4] {
    [card, CALM[0], CALM[1], CALM[2]]
}

/// AR-31, AR-37, AR-39: a basic card floods the tip, and its figures are washed back without an action.
#[test]
fn a_basic_card_floods_the_tip() {
    let mut table = seats(4).nobody().figure(1, "follower", "hills-6").top(&then_calm("hills")).table();
    table.all("ready");
    assert_eq!(table.island(), [6, 6, 5, 6, 6, 6]);
    assert_eq!((table.pool(1, "follower"), table.figures(1, "hills-6")), (1, (0, 0)));
    table.no(1, "act follower hills-6", "AR-41");
}

/// AR-37: a washed back volunteer leaves at the end of the round.
#[test]
fn a_washed_back_volunteer_leaves() {
    let mut table = seats(4).nobody().figure(1, "volunteer", "hills-6").top(&then_calm("hills")).table();
    table.all("ready");
    assert_eq!(table.pool(1, "volunteer"), 1);
    table.all("done");
    assert_eq!(table.pool(1, "volunteer"), 0);
}

/// AR-62: a barrier stops the flood by itself and is removed.
#[test]
fn a_barrier_stops_a_flood() {
    let mut table = seats(4)
        .nobody()
        .figure(1, "follower", "hills-6")
        .barriers(&["hills"])
        .top(&then_calm("hills"))
        .table();
    table.all("ready");
    assert_eq!((table.island()[2], table.at("/barriers")), (6, json!([])));
    assert_eq!(table.figures(1, "hills-6"), (1, 0));
}

/// AR-32, AR-R09: a drowned peninsula means two floods that the drawer chooses one after another.
#[test]
fn a_drowned_peninsula_means_two_floods() {
    let mut table = drawn(seats(4).island([6, 6, 0, 6, 6, 6]), &then_calm("hills"));
    assert_eq!((table.acting(), table.asked(0)), (vec![0], "flood"));
    table.no(0, "flood hills", "AR-R86");
    table.no(1, "flood forests", "AR-22");
    table.play(0, "flood forests").play(0, "flood forests");
    assert_eq!(table.island(), [4, 6, 0, 6, 6, 6]);
    assert_eq!(table.phase(), "act");
}

/// AR-R09: a prevented flood counts as one of the two.
#[test]
fn a_prevented_flood_counts() {
    let mut table = drawn(seats(4).island([6, 6, 0, 6, 6, 6]).barriers(&["forests"]), &then_calm("hills"));
    table.play(0, "flood forests");
    assert_eq!(table.island()[0], 6);
    table.play(0, "flood forests");
    assert_eq!((table.island()[0], table.phase()), (5, "act".to_owned()));
}

/// AR-32, AR-40: the last tile and then the Source: lost at once.
#[test]
fn the_source_sinks_after_the_last_tile() {
    let table = drawn(seats(4).island([0, 0, 0, 1, 0, 0]), &then_calm("hills"));
    assert_eq!((table.island(), table.at("/over")), ([0; 6], json!("sunk")));
    assert!(table.acting().is_empty());
}

/// AR-R11, AR-33: without any tile the game goes on until the next flood.
#[test]
fn calm_seas_flood_nothing() {
    let table = drawn(seats(4).island([0; 6]), &then_calm("calm-seas"));
    assert_eq!((table.phase(), table.at("/over")), ("act".to_owned(), json!(null)));
    assert_eq!(table.at("/misfortunes/discard"), json!(["calm-seas", "calm-seas", "calm-seas", "calm-seas"]));
}

/// AR-34, AR-R86, AR-40: a Controlled Flood takes a tip of the drawer's choice, or the Source.
#[test]
fn a_controlled_flood_is_chosen() {
    let mut table = drawn(seats(4).island([0, 6, 6, 6, 6, 6]), &then_calm("controlled-flood"));
    table.no(0, "flood forests", "AR-R86");
    table.play(0, "flood forges");
    assert_eq!(table.island(), [0, 6, 6, 6, 6, 5]);
    let table = drawn(seats(4).island([0; 6]), &then_calm("controlled-flood"));
    assert_eq!(table.at("/over"), "sunk");
}

/// AR-30: the starting player draws first, then the others clockwise.
#[test]
fn every_seat_draws_one_card() {
    let cards = ["controlled-flood", "controlled-flood", "controlled-flood", "calm-seas"];
    let mut table = seats(4).nobody().edit(|it| it["start"] = json!(2)).top(&cards).table();
    table.all("ready");
    for seat in [2, 3, 0] {
        assert_eq!(table.acting(), [seat]);
        table.play(seat, "flood forests");
    }
    assert_eq!(table.phase(), "act");
}

/// AR-30, AR-16: three players draw four cards; the starting player draws the last.
#[test]
fn three_seats_draw_four_cards() {
    let cards = ["controlled-flood", "calm-seas", "calm-seas", "controlled-flood"];
    let mut table = level_with_two_controlled(3, &cards);
    assert_eq!(table.acting(), [0]);
    table.play(0, "flood forests");
    assert_eq!(table.acting(), [0]);
    table.play(0, "flood forests");
    assert_eq!(table.phase(), "act");
}

/// AR-30, AR-16: two players draw alternately, twice each.
#[test]
fn two_seats_draw_alternately() {
    let cards = ["controlled-flood", "controlled-flood", "controlled-flood", "calm-seas"];
    let mut table = level_with_two_controlled(2, &cards);
    for seat in [0, 1, 0] {
        assert_eq!(table.acting(), [seat]);
        table.play(seat, "flood forests");
    }
    assert_eq!(table.phase(), "act");
}

fn level_with_two_controlled(count: usize, cards: &[&str]) -> Table {
    drawn(seats(count), cards)
}

/// AR-38, AR-R12: an empty deck is made of the discard pile.
#[test]
fn an_empty_deck_is_shuffled() {
    let setup = seats(4).nobody().edit(|it| {
        let deck = it["misfortunes"]["deck"].as_array().unwrap().clone();
        let (mut top, mut rest): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for card in deck {
            if card == "calm-seas" && top.len() < 2 { top.push(card) } else { rest.push(card) }
        }
        let ids: Vec<String> = atlas_atlantis_rising::ContentRef::house()
            .misfortunes
            .iter()
            .map(|card| card.named.id.clone())
            .collect();
        rest.sort_by_key(|card| ids.iter().position(|id| card == id));
        it["misfortunes"]["deck"] = json!(top);
        it["misfortunes"]["discard"] = json!(rest);
    });
    let mut table = setup.table();
    table.play(0, "ready").play(1, "ready").play(2, "ready");
    // Only the order after the shuffle is random: all 61 cards are there.
    table.play_any(3, "ready");
    let position = table.state.position();
    let (deck, discard) = (position.misfortunes.deck.len(), position.misfortunes.discard.len());
    assert_eq!(deck + discard + position.misfortunes.open.len(), 61);
    assert!(deck >= 57, "{deck}");
}

/// AR-39, AR-R08: a card prevents a flood; all who can are asked, from the drawer clockwise.
#[test]
fn a_card_prevents_a_flood() {
    let setup = seats(4).cards(2, &["turned-tide"]).cards(1, &["turned-tide"]);
    let mut table = drawn(setup, &then_calm("hills"));
    assert_eq!(table.acting(), [1]);
    table.no(1, "flood hills", "AR-39");
    table.play(1, "let");
    assert_eq!(table.acting(), [2]);
    table.play(2, "prevent turned-tide");
    assert_eq!((table.island()[2], table.hand(2).len(), table.hand(1).len()), (6, 0, 1));
    assert_eq!(table.at("/library/discard"), json!(["turned-tide"]));
    assert_eq!(table.phase(), "act");
}

/// AR-R08: a barrier comes first, and nobody is asked.
#[test]
fn a_barrier_comes_before_cards() {
    let setup = seats(4).cards(0, &["turned-tide"]).barriers(&["hills"]);
    let table = drawn(setup, &then_calm("hills"));
    assert_eq!((table.phase(), table.hand(0).len()), ("act".to_owned(), 1));
}

/// AR-35: a Catastrophic Flood takes the tips of the two longest peninsulas. It is in no deck of the base game, so the
/// test changes the content files.
#[test]
fn a_catastrophic_flood_takes_two_tips() {
    use atlas_atlantis_rising::content::HOUSE;
    use atlas_atlantis_rising::{AtlantisRising, ContentRef, Options};
    use atlas_core::{Chance, Edition, Game};
    let mut files: Vec<(&str, String)> =
        HOUSE.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
    files[4].1 = files[4].1.replace("count = 0", "count = 3");
    files[5].1 = files[5].1.replacen("controlled = 3", "controlled = 3\ncatastrophic = 3", 1);
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let content = ContentRef::read(&files).unwrap();
    let edition = Edition { content, ..Edition::newest::<AtlantisRising>() };
    let state = AtlantisRising::start(edition, &Options::default(), 4, &mut Chance::quick(1)).unwrap();
    let flooded = |island: [u8; 6]| {
        let mut setup = Setup(state.dump()).nobody().island(island).top(&then_calm("catastrophic-flood"));
        setup.0["start"] = json!(0);
        setup.0["pending"] = json!([]);
        setup.0["phase"] = json!("place");
        for seat in 0..4 {
            if setup.0["teams"][seat]["councilor"] == "artificer" {
                setup.0["teams"][seat]["workshop"] = json!("codex-engine");
            }
        }
        let mut table = Table { state: AtlantisRising::load(edition, &setup.0).unwrap() };
        table.all("ready");
        table
    };
    assert_eq!(flooded([6, 6, 5, 4, 3, 2]).island(), [5, 5, 5, 4, 3, 2]);
    assert_eq!(flooded([6, 5, 4, 4, 3, 2]).island(), [5, 4, 4, 4, 3, 2]);
    let mut tied = flooded([6, 6, 6, 4, 3, 2]);
    tied.play(0, "flood hills");
    tied.no(0, "flood hills", "AR-34");
    tied.play(0, "flood forests");
    assert_eq!(tied.island(), [5, 6, 5, 4, 3, 2]);
    assert_eq!(flooded([0, 0, 3, 0, 0, 0]).island(), [0, 0, 2, 0, 0, 0]);
    assert_eq!(flooded([0; 6]).at("/over"), "sunk");
}

/// AR-R91: a barrier goes with the last tile of its peninsula, here by Wrath.
#[test]
fn a_barrier_goes_with_the_last_tile() {
    let mut table = with(&["explorer", "scholar", "mystic", "warden"])
        .nobody()
        .round(2)
        .island([1, 0, 0, 0, 0, 0])
        .barriers(&["forests"])
        .act()
        .table();
    table.all("done");
    assert_eq!((table.island()[0], table.at("/barriers")), (0, json!([])));
    assert_eq!(table.at("/over"), json!(null));
}
