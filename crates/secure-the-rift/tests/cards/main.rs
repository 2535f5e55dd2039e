//! Tests of every card of the core set.

mod annex;
mod cinder;
mod energy;
mod hollow;
mod meridian;
mod table;
mod texts;
mod unbound;
mod veil;
mod verdant;

use atlas_secure_the_rift::LibraryRef;

/// The sources of the tests, one file per faction.
const SOURCES: [&str; 8] = [
    include_str!("annex.rs"),
    include_str!("cinder.rs"),
    include_str!("energy.rs"),
    include_str!("hollow.rs"),
    include_str!("meridian.rs"),
    include_str!("unbound.rs"),
    include_str!("veil.rs"),
    include_str!("verdant.rs"),
];

/// SR-06: every card and token has its own test, which is named after its id and plays it.
#[test]
fn every_card_has_its_test() {
    let library = LibraryRef::core();
    assert_eq!(library.cards().len(), 121);
    let tests: Vec<&str> = SOURCES.iter().flat_map(|source| source.split("#[test]").skip(1)).collect();
    for (_, card) in library.cards() {
        let opens = format!("\nfn {}()", card.id.replace('-', "_"));
        let test = tests.iter().find(|test| test.starts_with(&opens));
        assert!(test.is_some_and(|test| test.contains(&card.id)), "no test plays {}", card.id);
    }
}
