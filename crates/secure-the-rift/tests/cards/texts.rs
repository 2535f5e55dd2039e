//! The generated texts of all cards.

use std::fmt::Write;

use atlas_secure_the_rift::LibraryRef;
use atlas_secure_the_rift::pack::text;

/// SR-06: the generated text of every card is the one in `texts.txt`, which was reviewed by people.
#[test]
fn every_card_has_the_expected_text() {
    let library = LibraryRef::core();
    let mut found = String::new();
    for (_, card) in library.cards() {
        writeln!(found, "{}", card.id).unwrap();
        text::lines(&library, card).iter().for_each(|line| writeln!(found, "    {line}").unwrap());
    }
    let must = include_str!("texts.txt");
    for (found, must) in found.lines().zip(must.lines()) {
        assert_eq!(found, must);
    }
    assert_eq!(found.lines().count(), must.lines().count(), "texts.txt has other cards");
}
