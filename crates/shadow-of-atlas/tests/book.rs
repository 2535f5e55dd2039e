//! The rule book, the code and the tests agree.

mod graft;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use atlas_shadow_of_atlas::content::{HOUSE, text};
use atlas_shadow_of_atlas::example::Example;
use atlas_shadow_of_atlas::{ContentRef, RULES};
use graft::grafted;

/// The name of a file of the book in errors.
const FILE: &str = "my-orders.toml";
/// The line of an example that is played with the last file or Order before it.
const ABOVE: &str = "with the Orders above\n";

/// A complete file as it is, or the house file with one Order replaced.
fn content_text(block: &str) -> String {
    if block.contains("[[planet]]") { block.to_owned() } else { grafted(block) }
}

/// Every example of the rule book passes its checks.
#[test]
fn the_examples_of_the_book_pass() {
    let (examples, files) = (RULES.blocks("example"), RULES.blocks("toml"));
    assert!(examples.len() >= 60, "only {} examples were found", examples.len());
    let mut wrong = Vec::new();
    for (line, block) in examples {
        let (content, text) = match block.strip_prefix(ABOVE) {
            None => (ContentRef::house(), block.as_str()),
            Some(rest) => {
                let (_, file) = files.iter().rfind(|file| file.0 < line).expect("there is a file above");
                (ContentRef::read(FILE, &content_text(file)).unwrap(), rest)
            }
        };
        let checked = Example::read(text, content).and_then(|example| example.check());
        if let Err(error) = checked {
            wrong.push(format!("docs/rules/shadow-of-atlas.md:{line}: {error}\n{block}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every file and every Order of the book can be loaded and is played in an example.
#[test]
fn the_files_of_the_book_can_be_loaded() {
    let (files, examples) = (RULES.blocks("toml"), RULES.blocks("example"));
    assert!(files.len() >= 10, "only {} files were found", files.len());
    for (at, (line, block)) in files.iter().enumerate() {
        if let Err(error) = ContentRef::read(FILE, &content_text(block)) {
            panic!("docs/rules/shadow-of-atlas.md:{line}: {error}\n{block}");
        }
        let next = files.get(at + 1).map_or(usize::MAX, |file| file.0);
        let played = examples.iter().filter(|it| (*line..next).contains(&it.0) && it.1.starts_with(ABOVE));
        assert!(played.count() > 0, "no example is played with the file in line {line}");
    }
}

/// The words that the book shows for a card are those on the card.
#[test]
fn the_cards_of_the_book_have_the_right_words() {
    let (files, cards) = (RULES.blocks("toml"), RULES.blocks("card"));
    assert_eq!(cards.len(), files.len() - 1, "the book shows the words of every Order");
    for (line, words) in cards {
        let (_, block) = files.iter().rfind(|file| file.0 < line).expect("there is an Order above");
        let content = ContentRef::read(FILE, &content_text(block)).unwrap();
        let id = block.lines().find_map(|line| line.strip_prefix("id = ")).unwrap().trim_matches('"');
        let card = content.order(content.order_named(id).unwrap());
        let says = [Some(text::ability(card)), card.in_hand.as_ref().map(text::in_hand)];
        let says: Vec<String> = says.into_iter().flatten().collect();
        assert_eq!(says.join("\n"), words.trim(), "docs/rules/shadow-of-atlas.md:{line}");
    }
}

/// Every mistake of the book gives the error that it shows.
#[test]
fn the_mistakes_of_the_book_give_the_right_errors() {
    let (mistakes, answers) = (RULES.blocks("toml wrong"), RULES.blocks("error"));
    assert!(mistakes.len() >= 5 && mistakes.len() == answers.len());
    for ((line, block), (_, answer)) in mistakes.into_iter().zip(answers) {
        let text = content_text(&block);
        let before = text.find(block.trim()).map_or(0, |at| text[..at].lines().count());
        let mut error = ContentRef::read(FILE, &text).expect_err("it is wrong");
        // Lines are counted from the start of the Order. An error of the whole file is reported for its first line.
        error.line = error.line.checked_sub(before).unwrap_or(error.line);
        assert_eq!(error.to_string(), answer.trim(), "docs/rules/shadow-of-atlas.md:{line}\n{block}");
    }
}

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
    let numbers = (1..=49).chain(60..=65).chain(70..=74).chain(80..=92);
    let all = numbers.map(|n| format!("SA-{n:02}")).chain((1..=30).map(|n| format!("SA-R{n:02}")));
    assert_eq!(rules.iter().cloned().collect::<BTreeSet<_>>(), all.collect());

    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (code, tests) = (sources(&root.join("src")), sources(&root.join("tests/rules")));
    for (what, text) in
        [("the code", code.as_str()), ("a test", &tests), ("the house file", HOUSE), ("the book", RULES.text)]
    {
        for id in RULES.cited(text) {
            assert!(known.contains(id), "{what} cites {id}, which is not in the book");
        }
    }
    let tested: BTreeSet<&str> = RULES.cited(&tests).into_iter().collect();
    let untested: Vec<&&str> = known.difference(&tested).collect();
    assert!(untested.is_empty(), "no test cites {untested:?}");
}
