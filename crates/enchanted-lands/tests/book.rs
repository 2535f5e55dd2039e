//! The rule book, the code and the tests agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use atlas_enchanted_lands::RULES;
use atlas_enchanted_lands::example::Example;

/// Every worked example of the rule book has the results that it states.
#[test]
fn the_examples_of_the_book_are_correct() {
    let blocks = RULES.blocks("example");
    assert!(blocks.len() >= 30, "only {} examples were found", blocks.len());
    for (line, block) in blocks {
        let checked = block.parse::<Example>().and_then(|example| example.check());
        if let Err(error) = checked {
            panic!("docs/rules/enchanted-lands.md:{line}: {error}\n{block}");
        }
    }
}

fn sources(folder: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Every rule of the book is tested, and neither code nor tests nor the book cite a rule that is not in it.
#[test]
fn every_rule_has_a_test_and_every_citation_a_rule() {
    let rules: Vec<String> = RULES.paragraphs().into_iter().map(|rule| rule.id).collect();
    let known: BTreeSet<&str> = rules.iter().map(String::as_str).collect();
    assert_eq!(rules.len(), known.len(), "a rule is in the book twice");
    assert_eq!(known.len(), 62 + 20 + 9, "the book has EL-01 to EL-62, EL-R01 to EL-R20, EL-I1 to EL-I9");

    let (code, tests) = (sources("src"), sources("tests/rules"));
    for (what, text) in [("the code", code.as_str()), ("a test", tests.as_str()), ("the book", RULES.text)] {
        for id in RULES.cited(text) {
            assert!(known.contains(id), "{what} cites {id}, which is not in the book");
        }
    }
    let tested: BTreeSet<&str> = RULES.cited(&tests).into_iter().collect();
    let untested: Vec<&&str> = known.difference(&tested).collect();
    assert!(untested.is_empty(), "no test cites {untested:?}");
}
