//! The rule book, the code and the tests agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use atlas_atlantis_rising::RULES;
use atlas_atlantis_rising::content::HOUSE;

fn sources(folder: &Path) -> String {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let read = |path: &Path| if path.is_dir() { sources(path) } else { fs::read_to_string(path).unwrap() };
    entries.iter().map(|path| read(path)).collect()
}

/// Every rule of the book is tested, and neither code nor tests nor the book cite a rule that is not in it.
#[test]
fn every_rule_has_a_test_and_every_citation_a_rule() {
    let rules: Vec<String> = RULES.paragraphs().into_iter().map(|rule| rule.id).collect();
    let known: BTreeSet<&str> = rules.iter().map(String::as_str).collect();
    assert_eq!(rules.len(), known.len(), "a rule is in the book twice");
    assert!(rules.len() >= 100, "only {} rules were found", rules.len());

    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (code, tests) = (sources(&root.join("src")), sources(&root.join("tests/rules")));
    let content: String = HOUSE.iter().map(|file| file.1).collect();
    for (what, text) in [
        ("the code", code.as_str()),
        ("a test", &tests),
        ("a content file", &content),
        ("the book", RULES.text),
    ] {
        for id in RULES.cited(text) {
            assert!(known.contains(id), "{what} cites {id}, which is not in the book");
        }
    }
    let tested: BTreeSet<&str> = RULES.cited(&tests).into_iter().collect();
    let untested: Vec<&&str> = known.difference(&tested).collect();
    assert!(untested.is_empty(), "no test cites {untested:?}");
}

/// Every component, card, councilor and misfortune of the files is in the book.
#[test]
fn the_book_names_everything() {
    let content = atlas_atlantis_rising::ContentRef::house();
    let names = content.components.iter().map(|it| &it.named);
    let names = names.chain(content.councilors.iter().map(|it| &it.named));
    let names = names.chain(content.library.iter().map(|it| &it.named));
    for named in names.chain(content.misfortunes.iter().map(|it| &it.named)) {
        assert!(RULES.text.contains(&named.name), "the book does not name {}", named.name);
    }
}
