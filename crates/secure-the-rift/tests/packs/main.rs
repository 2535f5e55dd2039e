//! Card files: valid ones, and the errors of invalid ones.

mod damaged;
mod endless;
mod lessons;
mod schema;
mod together;
mod vocabulary;

use atlas_secure_the_rift::Library;
use atlas_secure_the_rift::pack::{CORE, text};
use proptest::prelude::*;

const BASE: &str = include_str!("base.toml");
const MISTAKES: &str = include_str!("mistakes.txt");

/// The error of an invalid file.
#[track_caller]
fn wrong(said: &str) -> String {
    match Library::read(&[("cards.toml", said)]) {
        Ok(_) => panic!("this file is accepted:\n{said}"),
        Err(error) => error.to_string(),
    }
}

/// The base file with one piece of text replaced.
#[track_caller]
fn edited(old: &str, new: &str) -> String {
    assert!(BASE.contains(old), "base.toml has no “{old}”");
    BASE.replacen(old, new, 1)
}

/// Every mistake: the file that contains it, and the expected error.
fn mistakes() -> impl Iterator<Item = (String, String)> {
    let blocks = MISTAKES.split("\n\n").filter(|block| block.starts_with("- "));
    blocks.map(|mistake| {
        let lines = |mark: &str| -> String {
            let marked = mistake.lines().filter_map(|line| line.strip_prefix(mark));
            marked.map(|line| format!("{line}\n")).collect()
        };
        let (old, new) = (lines("- "), lines("+ "));
        (edited(&old, &new), format!("cards.toml:{}", lines("= ").trim()))
    })
}

/// SR-06: every error names the file, the line, the card and what was expected there.
#[test]
fn every_error_names_its_line() {
    Library::read(&[("base.toml", BASE)]).unwrap();
    assert!(mistakes().count() >= 180, "only {} mistakes were found", mistakes().count());
    for (said, answer) in mistakes() {
        assert_eq!(wrong(&said), answer, "{said}");
    }
}

/// Errors of the TOML syntax name their line too, even in deeply nested files.
#[test]
fn syntax_errors_name_their_line() {
    let deep = format!("card = {}", "[".repeat(60_000));
    for (text, line) in [
        ("[[card]]\nid = = 3\n", 2),
        ("\n\n[[card]\n", 3),
        ("card = \"x\n", 1),
        ("[[card]]\nid = 'a'\nid = 'b'\n", 3),
        ("\u{0}", 1),
        ("card", 1),
        ("\u{1F980} = 1", 1),
        (&deep, 1),
    ] {
        let error = Library::read(&[("cards.toml", text)]).unwrap_err();
        assert_eq!((error.line, error.file.as_str()), (line, "cards.toml"), "{error}");
        assert!(!error.message.is_empty());
    }
    assert_eq!(wrong("card = 3"), "cards.toml:1: card must be a list");
    assert_eq!(wrong("card = [3]"), "cards.toml:1: a card must be a table");
    assert_eq!(wrong("deck = []"), "cards.toml:1: the file has no key “deck”; known keys: card, token");
}

/// There are limits to the size of a file, the number of cards, and the length and depth of an effect.
#[test]
fn files_have_limits() {
    let large = format!("{BASE}#{}", "x".repeat(10_000_000));
    assert_eq!(wrong(&large), "cards.toml:1: a content file has at most 1048576 bytes");

    let destroy = "effect = [{ do = \"destroy\", what = \"t\" }]";
    let nested = |deep: usize| {
        let inner = "{ do = \"draw\" }".to_owned();
        let step = (0..deep).fold(inner, |step, _| format!("{{ do = \"may\", effect = [{step}] }}"));
        edited(destroy, &format!("effect = [{step}]"))
    };
    Library::read(&[("cards.toml", &nested(8))]).unwrap();
    assert_eq!(wrong(&nested(9)), "cards.toml:21: soul-one: effects can be nested at most 8 levels deep");
    let long = |steps: usize| {
        edited(destroy, &format!("effect = [{}]", vec!["{ do = \"draw\" }"; steps].join(", ")))
    };
    Library::read(&[("cards.toml", &long(16))]).unwrap();
    assert_eq!(wrong(&long(17)), "cards.toml:21: soul-one: an effect can have at most 16 steps");

    let cards = |from: usize, to: usize| -> String {
        let card = |n| {
            format!("[[card]]\nid = \"c{n}\"\nname = \"C{n}\"\nfaction = \"f\"\ntype = \"tech\"\ncost = 1\n")
        };
        (from..to).map(card).collect()
    };
    let files = [cards(0, 2_000), cards(2_000, 4_000), cards(4_000, 4_001)];
    Library::read(&[("a", &files[0]), ("b", &files[1])]).unwrap();
    let error = Library::read(&[("a", &files[0]), ("b", &files[1]), ("c", &files[2])]).unwrap_err();
    assert_eq!(error.to_string(), "c:2: there are more than 4000 cards");

    let factions: String = (0..65)
        .map(|n| {
            format!(
                "[[card]]\nid = \"c{n}\"\nname = \"C{n}\"\nfaction = \"f{n}\"\ntype = \"tech\"\ncost = 1\n"
            )
        })
        .collect();
    assert_eq!(wrong(&factions), "cards.toml:388: there are more than 64 factions");
    let subtypes: Vec<String> = (0..33).map(|n| format!("\"s{}\"", "x".repeat(n))).collect();
    let subtypes = edited("subtypes = [\"probe\"]", &format!("subtypes = [{}]", subtypes.join(", ")));
    assert_eq!(wrong(&subtypes), "cards.toml:8: there are more than 32 subtypes");
}

/// Cards of one file can refer to cards of another, and every id is unique.
#[test]
fn files_can_refer_to_each_other() {
    let tokens = CORE.iter().find(|(name, _)| name.ends_with("tokens.toml")).unwrap();
    let annex = CORE.iter().find(|(name, _)| name.ends_with("annex.toml")).unwrap();
    for files in [[*tokens, *annex], [*annex, *tokens]] {
        let library = Library::read(&files).unwrap();
        assert_eq!(library.cards().len(), 17);
    }
    let alone = Library::read(&[*annex]).unwrap_err().to_string();
    assert!(
        alone.starts_with("core/annex.toml:")
            && alone.ends_with("line-welder: there is no token with the id “drone”"),
        "{alone}"
    );
    let twice = Library::read(&[*annex, *tokens, ("again.toml", tokens.1)]).unwrap_err().to_string();
    assert_eq!(twice, "again.toml:4: another card has the id “drone” already");
    assert_eq!(Library::read(&[]).unwrap().cards().len(), 0);
}

/// Texts that replace a piece of a file.
const PIECES: [&str; 24] = [
    "",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "=",
    ",",
    "\n",
    "#",
    "'",
    "\u{e9}",
    "99",
    "-1",
    "true",
    "\"X\"",
    "\"self\"",
    "n = 2",
    "do = \"draw\"",
    "[[card]]\n",
    "[[card.ability]]\n",
    "\"front: soul, any\"",
    "\"each(front: soul, you)\"",
    "\"count(scrap: soul, you) + 1\"",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    /// A damaged file is read as cards with a text, or refused with a line and a message.
    #[test]
    fn damaged_files_are_read_or_refused(
        which in 0..CORE.len(),
        damages in prop::collection::vec((0.0..1.0_f64, 0..30_usize, 0..PIECES.len()), 1..4),
    ) {
        let mut letters: Vec<char> = CORE[which].1.chars().collect();
        for (at, size, piece) in damages {
            let at = (at * letters.len() as f64) as usize;
            let end = (at + size).min(letters.len());
            letters.splice(at..end, PIECES[piece].chars());
        }
        let damaged: String = letters.into_iter().collect();
        let mut files = CORE;
        files[which].1 = &damaged;
        match Library::read(&files) {
            Ok(library) => {
                for (_, card) in library.cards() {
                    prop_assert!(text::lines(&library, card).iter().all(|line| line.ends_with('.')));
                }
            }
            Err(error) => {
                let (_, text) = files.iter().find(|(name, _)| *name == error.file).expect("the error names a file");
                prop_assert!((1..=text.lines().count() + 1).contains(&error.line), "{}", error);
                prop_assert!(!error.message.is_empty());
            }
        }
    }

    /// A file in which a key has the value of another key is read or refused.
    #[test]
    fn exchanged_values_are_read_or_refused(one in 0.0..1.0_f64, other in 0.0..1.0_f64) {
        let lines: Vec<&str> = BASE.lines().collect();
        let values: Vec<(usize, &str)> = lines
            .iter()
            .enumerate()
            .filter_map(|(at, line)| line.split_once(" = ").map(|(_, value)| (at, value)))
            .collect();
        let pick = |part: f64| values[(part * values.len() as f64) as usize];
        let ((at, _), (_, value)) = (pick(one), pick(other));
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let key = lines[at].split_once(" = ").expect("a value").0.to_owned();
        lines[at] = format!("{key} = {value}");
        if let Err(error) = Library::read(&[("cards.toml", &lines.join("\n"))]) {
            prop_assert!(error.line >= 1 && !error.message.is_empty());
        }
    }

    /// Random text is read or refused.
    #[test]
    fn random_text_is_read_or_refused(text in ".{0,400}") {
        if let Err(error) = Library::read(&[("cards.toml", &text)]) {
            prop_assert!(error.line >= 1 && !error.message.is_empty());
        }
    }
}
