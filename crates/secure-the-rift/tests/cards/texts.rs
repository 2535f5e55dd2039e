//! What the program says of every card.

use std::fmt::Write;

use atlas_secure_the_rift::LibraryRef;
use atlas_secure_the_rift::pack::text;

/// SR-06: the words on every card, made from what it does, are those of the table that people have read.
#[test]
fn every_card_says_what_it_does() {
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
    assert_eq!(found.lines().count(), must.lines().count(), "the table has other cards");
}
