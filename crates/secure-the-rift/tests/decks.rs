//! Decks: the format of deck lists, and the rules of deck building.

use atlas_core::{Chance, Code, Game};
use atlas_secure_the_rift::deck::{DeckChoice, PRECONSTRUCTED};
use atlas_secure_the_rift::{Deck, Library, LibraryRef, Options, SecureTheRift};
use proptest::prelude::*;

/// A legal list: two factions, Unbound cards, one unique card.
const LIST: &str = "\
# Two Flags
3 Survey Drone
3 Line Welder
3 Hive Foreman
3 Swarm Courier
3 Plated Overseer
3 Ash Runner
3 Fuse Thief
3 Slag Hound
3 Pyre Herald
3 Rift Stray
3 Hired Blade
3 Border Mastiff
3 Convoy Guard
1 Ilun, Chief Executor
Energy:
5 Rift Cell
2 Annex Dynamo
2 Cinder Vent
1 Twin Conduit
";

/// The messages of all errors in a list.
fn errors(list: &str) -> Vec<String> {
    let library = LibraryRef::core();
    match Deck::read(&library, list) {
        Ok(deck) => deck.check(&library).iter().map(ToString::to_string).collect(),
        Err(error) => vec![error.to_string()],
    }
}

#[track_caller]
fn edited(old: &str, new: &str) -> String {
    assert!(LIST.contains(old), "the list has no “{old}”");
    LIST.replacen(old, new, 1)
}

/// SR-02, SR-03, SR-H01 to SR-H04: the error of every limit names its rule.
#[test]
fn the_error_of_every_limit_names_its_rule() {
    assert_eq!(errors(LIST), Vec::<String>::new());
    for (old, new, says) in [
        ("3 Survey Drone", "2 Survey Drone", &["the main deck has 39 cards, not 40 (SR-02)"][..]),
        (
            "1 Ilun, Chief Executor",
            "1 Ilun, Chief Executor\n1 Drone Bay",
            &["the main deck has 41 cards, not 40 (SR-02)"],
        ),
        ("5 Rift Cell", "4 Rift Cell", &["the energy pile has 9 cards, not 10 (SR-02)"]),
        ("5 Rift Cell", "6 Rift Cell", &["the energy pile has 11 cards, not 10 (SR-02)"]),
        ("3 Survey Drone", "2 Survey Drone\n1 Rift Cell", &["Rift Cell cannot be in a main deck (SR-03)"]),
        ("5 Rift Cell", "4 Rift Cell\n1 Drone Bay", &["Drone Bay cannot be in an energy pile (SR-03)"]),
        (
            "3 Survey Drone\n3 Line Welder",
            "4 Survey Drone\n2 Line Welder",
            &["there are 4 copies of Survey Drone, and the maximum is 3 (SR-H01)"],
        ),
        ("3 Survey Drone\n3 Line Welder", "2 Survey Drone\n3 Line Welder\n1 Survey Drone", &[]),
        (
            "3 Survey Drone\n3 Line Welder",
            "3 Survey Drone\n2 Line Welder\n1 survey-drone",
            &["there are 4 copies of Survey Drone, and the maximum is 3 (SR-H01)"],
        ),
        (
            "3 Convoy Guard\n1 Ilun",
            "2 Convoy Guard\n2 Ilun",
            &["there are 2 copies of Ilun, Chief Executor, and the maximum is 1 (SR-H01)"],
        ),
        (
            "3 Convoy Guard",
            "3 Line Recruit",
            &["a deck can have at most 2 factions, not annex, cinder, meridian (SR-H02)"],
        ),
        (
            "2 Annex Dynamo",
            "3 Annex Dynamo\n# less",
            &[
                "the energy pile has 11 cards, not 10 (SR-02)",
                "there are 3 copies of Annex Dynamo, and the maximum is 2 (SR-H03)",
            ],
        ),
        (
            "2 Annex Dynamo\n2 Cinder Vent\n1 Twin Conduit",
            "2 Annex Dynamo\n1 Cinder Vent\n2 Twin Conduit",
            &["there are 2 copies of Twin Conduit, and the maximum is 1 (SR-H03)"],
        ),
        ("5 Rift Cell\n2 Annex Dynamo\n2 Cinder Vent\n1 Twin Conduit", "10 Rift Cell", &[]),
        (
            "2 Cinder Vent",
            "2 Veil Node",
            &["Veil Node needs a card of its faction in the main deck (SR-H04)"],
        ),
        ("2 Cinder Vent", "2 Dormant Core", &[]),
    ] {
        assert_eq!(errors(&edited(old, new)), says, "{new}");
    }
    assert_eq!(
        errors(""),
        ["the main deck has 0 cards, not 40 (SR-02)", "the energy pile has 0 cards, not 10 (SR-02)"]
    );
}

/// The error of an invalid line names the line.
#[test]
fn errors_name_their_line() {
    let long = "#".repeat(17_000);
    for (list, says) in [
        ("3 Survey Drone\n3 Nobody", "line 2: there is no card called “Nobody”"),
        ("Survey Drone", "line 1: “Survey Drone” is not a number and a card name, such as 3 Survey Drone"),
        ("\n\n3", "line 3: “3” is not a number and a card name, such as 3 Survey Drone"),
        (
            "0 Survey Drone",
            "line 1: “0 Survey Drone” is not a number and a card name, such as 3 Survey Drone",
        ),
        (
            "-1 Survey Drone",
            "line 1: “-1 Survey Drone” is not a number and a card name, such as 3 Survey Drone",
        ),
        (
            "99999999999999999999 Survey Drone",
            "line 1: “99999999999999999999 Survey Drone” is not a number and a card name, such as 3 Survey Drone",
        ),
        (
            "41 Survey Drone",
            "line 1: “41 Survey Drone” is not a number and a card name, such as 3 Survey Drone",
        ),
        (
            "40 Survey Drone\n40 Survey Drone\n1 Survey Drone",
            "line 3: there are more than 80 cards up to this line",
        ),
        ("3 Drone", "line 1: there is no card called “Drone”"),
        ("3 Survy Drone", "line 1: there is no card called “Survy Drone”; did you mean Survey Drone?"),
        ("1 Rift Cel", "line 1: there is no card called “Rift Cel”; did you mean Rift Cell or Rift Lens?"),
        ("3 Survey Drone\nSideboard:\n3 Nobody", "line 2: there are no side decks in this game (SR-H05)"),
        (&long, "line 1: a deck list can have at most 16384 bytes"),
    ] {
        assert_eq!(errors(list), [says], "{list}");
    }
}

/// SR-02, SR-H01, SR-H05: `Deck::examine` returns all errors at once.
#[test]
fn all_errors_are_returned_at_once() {
    let list = "4 Survey Drone\nthree of them\nSide deck:\n2 Ash Runner\nEnergy:\n1 Rift Sell\n";
    let (deck, wrong) = Deck::examine(&LibraryRef::core(), list);
    let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!((deck.main.len(), deck.energy.len()), (4, 0));
    assert_eq!(
        wrong,
        [
            "line 2: “three of them” is not a number and a card name, such as 3 Survey Drone",
            "line 3: there are no side decks in this game (SR-H05)",
            "line 6: there is no card called “Rift Sell”; did you mean Rift Cell or Rift Lens?",
            "the main deck has 4 cards, not 40 (SR-02)",
            "the energy pile has 0 cards, not 10 (SR-02)",
            "there are 4 copies of Survey Drone, and the maximum is 3 (SR-H01)",
        ]
    );
}

/// Lists can be written in several ways: with names in upper or lower case, with ids, with an x, with extra spaces.
#[test]
fn lists_may_be_written_in_several_ways() {
    let library = LibraryRef::core();
    let plain = Deck::read(&library, LIST).unwrap();
    let other = LIST
        .replace("3 Survey Drone", "  3x   survey drone ")
        .replace("3 Line Welder", "3 line-welder")
        .replace("Energy:", "\nENERGY")
        .replace('\n', "\r\n");
    assert_eq!(Deck::read(&library, &other).unwrap(), plain);
    assert_eq!(plain.name, "Two Flags");
}

/// SR-H05: the six preconstructed decks are legal and can be chosen by name, and their lists can be written and
/// read again.
#[test]
fn preconstructed_decks_are_legal() {
    let library = LibraryRef::core();
    assert_eq!(library.preconstructed().len(), PRECONSTRUCTED.len());
    for ((name, text), deck) in PRECONSTRUCTED.iter().zip(library.preconstructed()) {
        assert_eq!(deck.check(&library), [], "{name}");
        assert_eq!((deck.main.len(), deck.energy.len()), (40, 10), "{name}");
        assert_eq!(deck.name.to_lowercase().replace(' ', "-"), *name);
        assert_eq!(Deck::read(&library, &deck.write(&library)).unwrap(), *deck, "{name}");
        assert_eq!(Deck::read(&library, text).unwrap(), *deck, "{name}");
        let options = Options { decks: vec![DeckChoice((*name).to_owned())], ..Options::default() };
        SecureTheRift::start(library.edition(), &options, 2, &mut Chance::quick(1)).unwrap();
    }
}

/// The refusal of a table names the illegal deck and the rule.
#[test]
fn a_table_refuses_illegal_decks() {
    let start = |deck: &str, other: &str| {
        let decks = vec![DeckChoice(deck.to_owned()), DeckChoice(other.to_owned())];
        let options = Options { decks, ..Options::default() };
        SecureTheRift::start(LibraryRef::core().edition(), &options, 2, &mut Chance::quick(1))
    };
    assert!(start(LIST, "any").is_ok());
    let refusal = start("random", &edited("3 Survey Drone", "2 Survey Drone")).unwrap_err();
    assert_eq!((refusal.code, refusal.rule.map(|rule| rule.0)), (Code::Options, Some("SR-02")));
    assert_eq!(
        refusal.message.to_string(),
        "Seat 1's deck is not legal: the main deck has 39 cards, not 40."
    );
    let refusal = start("my-deck", "any").unwrap_err();
    assert_eq!(
        refusal.message.to_string(),
        "“my-deck” is not a deck for seat 0: give a deck list, random, any, same, or one of dividend-swarm, \
         burn-rate, old-growth, requiem, unbroken-line, blank-map."
    );
    assert_eq!(
        start("3 Survey Drone\n3 Nobody", "any").unwrap_err().message.to_string(),
        "Seat 0's deck is not legal: line 2: there is no card called “Nobody”."
    );
    let decks = vec![DeckChoice("any".to_owned()); 3];
    let refusal = SecureTheRift::start(
        LibraryRef::core().edition(),
        &Options { decks, ..Options::default() },
        2,
        &mut Chance::quick(1),
    );
    assert_eq!(refusal.unwrap_err().rule.map(|rule| rule.0), Some("SR-02"));
}

/// If there are too few cards for a random deck, the table is refused, and the search for cards ends.
#[test]
fn too_few_cards_for_a_random_deck() {
    let few = "[[card]]\nid = \"one\"\nname = \"One\"\nfaction = \"f\"\ntype = \"tech\"\ncost = 1
               [[card]]\nid = \"cell\"\nname = \"Cell\"\nfaction = \"unbound\"\ntype = \"energy\"\nbasic = true";
    let none = "";
    for (text, says) in [
        (few, "there are 40 copies of One, and the maximum is 3 (SR-H01)"),
        (none, "the main deck has 0 cards, not 40 (SR-02)"),
    ] {
        let library = LibraryRef::read(&[("few.toml", text)]).unwrap();
        let options = Options { decks: vec![DeckChoice("any".to_owned())], ..Options::default() };
        let refusal =
            SecureTheRift::start(library.edition(), &options, 2, &mut Chance::quick(1)).unwrap_err();
        let (error, rule) = says.rsplit_once(" (").unwrap();
        assert_eq!(
            refusal.to_string(),
            format!("There are not enough cards for a random deck for seat 0: {error}. ({rule}")
        );
    }
}

/// The deck of a seat, from the cards that it has in a new game.
fn dealt(library: &Library, state: &SecureTheRift, seat: usize) -> Deck {
    let position = state.dump();
    let cards = |zones: &[&str]| {
        let lists = zones.iter().flat_map(|zone| position["players"][seat][*zone].as_array().unwrap());
        let mut cards: Vec<_> = lists.map(|it| library.card_named(it.as_str().unwrap()).unwrap()).collect();
        cards.sort_unstable();
        cards
    };
    Deck { name: String::new(), main: cards(&["hand", "deck"]), energy: cards(&["pile"]) }
}

/// SR-02, SR-H01 to SR-H04: random decks are legal, and their lists can be read again.
#[test]
fn random_decks_are_legal() {
    let library = LibraryRef::core();
    let options = Options { decks: vec![DeckChoice("any".to_owned()); 4], ..Options::default() };
    let (mut seen, mut decks) = (std::collections::BTreeSet::new(), 0);
    for seed in 0..250 {
        let state = SecureTheRift::start(library.edition(), &options, 4, &mut Chance::quick(seed)).unwrap();
        for seat in 0..4 {
            let deck = dealt(&library, &state, seat);
            assert_eq!(deck.check(&library), [], "seed {seed}");
            assert_eq!(Deck::read(&library, &deck.write(&library)).unwrap(), deck, "seed {seed}");
            seen.extend(deck.main.iter().chain(&deck.energy).copied());
            decks += 1;
        }
    }
    assert_eq!((decks, seen.len()), (1_000, 120), "every card is in some deck");
}

proptest! {
    /// Any list is read as a deck that can be written and read again, or refused with a line.
    #[test]
    fn any_list_is_read_or_refused(lines in prop::collection::vec("(#|Energy:|[0-9]{1,3}x? ?)?[A-Za-z ,'-]{0,20}", 0..30)) {
        let library = LibraryRef::core();
        let list = lines.join("\n");
        match Deck::read(&library, &list) {
            Ok(deck) => prop_assert_eq!(&Deck::read(&library, &deck.write(&library)).unwrap(), &deck),
            Err(error) => prop_assert!(error.line.is_some_and(|line| (1..=lines.len()).contains(&line))),
        }
    }

    /// A legal list with its lines in another order is the same deck. Without one of its lines it is illegal.
    #[test]
    fn the_order_of_lines_does_not_matter(order in Just((0..14_usize).collect::<Vec<_>>()).prop_shuffle(), without in 0..14_usize) {
        let library = LibraryRef::core();
        let lines: Vec<&str> = LIST.lines().collect();
        let (main, energy) = (&lines[1..15], lines[15..].join("\n"));
        let shuffled: Vec<&str> = order.iter().map(|at| main[*at]).collect();
        let read = |main: &[&str]| Deck::read(&library, &format!("# Two Flags\n{}\n{energy}", main.join("\n"))).unwrap();
        prop_assert_eq!(read(&shuffled), Deck::read(&library, LIST).unwrap());
        let mut fewer = shuffled.clone();
        fewer.remove(without);
        prop_assert!(!read(&fewer).check(&library).is_empty());
    }
}
