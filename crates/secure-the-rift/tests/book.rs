//! The rule book, the code and the tests agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use atlas_secure_the_rift::RULES;
use atlas_secure_the_rift::example::Example;

/// Every worked example of the rule book passes its checks.
#[test]
fn the_examples_of_the_book_pass() {
    let examples = RULES.blocks("example");
    assert!(examples.len() >= 90, "only {} examples were found", examples.len());
    let mut wrong = Vec::new();
    for (line, block) in examples {
        if let Err(error) = block.parse::<Example>().and_then(|example| example.check()) {
            wrong.push(format!("docs/rules/secure-the-rift.md:{line}: {error}\n{block}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn sources(folder: &Path) -> String {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let read = |path: &Path| if path.is_dir() { sources(path) } else { fs::read_to_string(path).unwrap() };
    entries.iter().map(|path| read(path)).collect()
}

/// Every rule of the book is tested, and neither code nor cards nor tests nor the book cite a rule that is not in it.
#[test]
fn every_rule_has_a_test_and_every_citation_a_rule() {
    let rules: Vec<String> = RULES.paragraphs().into_iter().map(|rule| rule.id).collect();
    let known: BTreeSet<&str> = rules.iter().map(String::as_str).collect();
    assert_eq!(rules.len(), known.len(), "a rule is in the book twice");
    let numbers = (1..=106).chain(110..=134).map(|n| format!("SR-{n:02}"));
    let rulings = (1..=65).map(|n| format!("SR-R{n:02}")).chain(["SR-R09b".to_owned()]);
    let house = (1..=7).map(|n| format!("SR-H{n:02}"));
    assert_eq!(rules.iter().cloned().collect::<BTreeSet<_>>(), numbers.chain(rulings).chain(house).collect());

    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (code, tests) = (sources(&root.join("src")), sources(&root.join("tests/rules")));
    let cards = sources(&root.join("packs"));
    for (what, text) in
        [("the code", code.as_str()), ("a test", &tests), ("a card file", &cards), ("the book", RULES.text)]
    {
        for id in RULES.cited(text) {
            assert!(known.contains(id), "{what} cites {id}, which is not in the book");
        }
    }
    let tested: BTreeSet<&str> = RULES.cited(&tests).into_iter().collect();
    let untested: Vec<&&str> = known.difference(&tested).collect();
    assert!(untested.is_empty(), "no test cites {untested:?}");
}
