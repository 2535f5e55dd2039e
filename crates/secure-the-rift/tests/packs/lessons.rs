//! The examples of `docs/cards.md`: each can be loaded and has the text that the page prints below it, and together
//! they show every word of the card language.

use std::collections::{BTreeMap, BTreeSet};

use atlas_content::read_file;
use atlas_secure_the_rift::pack::text;
use atlas_secure_the_rift::{LibraryRef, Pack};
use serde_json::Value;

use crate::{schema, vocabulary};

const PAGE: &str = include_str!("../../../../docs/cards.md");

/// The fenced blocks of the page: their language and their text.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let fenced = PAGE.split("\n```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').unwrap_or((block, ""))).collect()
}

/// An example: the complete card file, and the card text that the page prints.
struct Example {
    file: String,
    words: &'static str,
}

/// The complete card file for a part of a card: the lines of an Action, or of one ability of a Tech.
fn whole(part: &str, number: usize) -> String {
    if part.starts_with("[[") {
        return part.to_owned();
    }
    let head = |kind: &str| {
        format!(
            "[[card]]\nid = 'example-{number}'\nname = 'Example {number}'\nfaction = 'storm'\ntype = '{kind}'\ncost = 1\n"
        )
    };
    if part.starts_with("kind = ") {
        format!("{}[[card.ability]]\n{part}", head("tech"))
    } else {
        format!("{}{part}", head("action"))
    }
}

/// `pack.toml`, and the examples.
fn page() -> (&'static str, Vec<Example>) {
    let blocks = blocks();
    let manifest = blocks.iter().find(|(language, _)| *language == "toml").expect("a manifest").1;
    let examples = blocks.windows(2).enumerate().filter_map(|(number, pair)| match pair {
        [("toml", part), _] if *part == manifest => None,
        [("toml", part), ("text", words)] => Some(Example { file: whole(part, number), words }),
        [("toml", part), _] => panic!("the page does not print the text of this card:\n{part}"),
        _ => None,
    });
    (manifest, examples.collect())
}

fn library() -> LibraryRef {
    let (manifest, examples) = page();
    let files: Vec<(String, &str)> =
        examples.iter().enumerate().map(|(n, it)| (format!("example-{n}.toml"), it.file.as_str())).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, said)| (name.as_str(), *said)).collect();
    let pack = Pack::read(("pack.toml", manifest), &files);
    let pack = pack.unwrap_or_else(|error| {
        let said = files.iter().find(|(name, _)| *name == error.file).map_or("", |(_, said)| said);
        panic!("{error}\n{said}")
    });
    LibraryRef::of(&[pack]).unwrap()
}

/// The content of a file as JSON.
fn seen(said: &str) -> Value {
    read_file("example", said, said.len(), |keys| Ok(keys.as_json(&[]))).unwrap()
}

/// Every example is valid, fits the schema, and has the text that the page prints.
#[test]
fn every_example_has_the_printed_text() {
    let (library, (_, examples)) = (library(), page());
    assert!(examples.len() > 80, "only {} examples", examples.len());
    for example in examples {
        let file = seen(&example.file);
        assert!(schema::fits(schema::schema(), &file), "{}", example.file);
        let cards = file.as_object().unwrap().values().flat_map(|cards| cards.as_array().unwrap());
        let lines = cards.flat_map(|card| {
            let card = library.card_named(card["id"].as_str().unwrap()).expect("the card was read");
            text::lines(&library, library.card(card))
        });
        assert_eq!(lines.collect::<Vec<_>>().join("\n"), example.words, "{}", example.file);
    }
}

/// Every step of every example, and of the core set, can do something.
#[test]
fn every_example_does_something() {
    let library = library();
    for (_, card) in library.cards() {
        assert_eq!(library.warnings(card), Vec::<String>::new(), "{}", card.id);
    }
}

/// SR-17, SR-67, SR-98, SR-R32: there is a warning of a step that can never do anything, and it says why.
#[test]
fn steps_that_can_never_do_anything() {
    let in_play = "put_in_play can never do anything: the card is on the front lines";
    let gone = "can never do anything: the card is no longer there";
    let left = "can never do anything: the card has left the front lines";
    for (part, warnings) in [
        (
            "targets = [{ id = 't', from = 'front: soul, any' }]\neffect = [{ do = 'put_in_play', what = 't' }]",
            vec![in_play.to_owned()],
        ),
        ("effect = [{ do = 'return_to_hand', what = 'self' }]", vec![format!("return_to_hand {gone}")]),
        (
            "targets = [{ id = 't', from = 'front: soul, any' }]\neffect = [{ do = 'destroy', what = 't' }, { do = 'refresh', what = 't' }]",
            vec![format!("refresh {gone}")],
        ),
        (
            "effect = [{ do = 'damage', amount = 1, to = 'each(front: tech, any)' }, { do = 'draw', n = 0 }]",
            vec![
                "damage can never do anything: only Souls and Bases can be dealt damage".to_owned(),
                "draw can never do anything: the amount is not positive".to_owned(),
            ],
        ),
        (
            "effect = [{ do = 'put_in_play', what = 'each(scrap: action, you)' }]",
            vec!["put_in_play can never do anything: an Action is never on the front lines".to_owned()],
        ),
        (
            "effect = [{ do = 'for_each', what = 'each(scrap: soul, you)', effect = [{ do = 'may', effect = [{ do = 'destroy', what = 'it' }] }] }]",
            vec!["destroy can never do anything: the card is in a Scrap pile".to_owned()],
        ),
        (
            "kind = 'triggered'\nwhen = 'dies'\neffect = [{ do = 'counters', what = 'self', kind = 'upgrade' }, { do = 'put_in_play', what = 'self' }]",
            vec![format!("counters {left}")],
        ),
        (
            "kind = 'triggered'\nwhen = 'enters'\neffect = [{ do = 'put_in_play', what = 'self' }]",
            vec![in_play.to_owned()],
        ),
        (
            "kind = 'triggered'\nwhen = 'dies'\neffect = [{ do = 'void', what = 'event' }, { do = 'return_to_hand', what = 'self' }]",
            vec![format!("return_to_hand {gone}")],
        ),
        (
            "kind = 'activated'\ncost = { scrap = 'self' }\neffect = [{ do = 'return_to_hand', what = 'self' }]",
            vec![format!("return_to_hand {gone}")],
        ),
        (
            "kind = 'triggered'\nwhen = { event = 'played', who = 'sequence: action, opponent' }\neffect = [{ do = 'cancel', what = 'event' }, { do = 'void', what = 'event' }]",
            vec!["void can never do anything: it is in the Sequence".to_owned()],
        ),
    ] {
        let library = LibraryRef::read(&[("cards.toml", &whole(part, 1))])
            .unwrap_or_else(|error| panic!("{part}: {error}"));
        let card = library.card(library.card_named("example-1").expect("the card was read"));
        assert_eq!(library.warnings(card), warnings, "{part}");
    }
}

/// Collects the keys of all steps, by the word of their `do`.
fn steps(value: &Value, found: &mut BTreeMap<String, BTreeSet<String>>) {
    match value {
        Value::Object(object) => {
            if let Some(step) = object.get("do") {
                found.entry(step.as_str().unwrap().to_owned()).or_default().extend(object.keys().cloned());
            }
            object.values().for_each(|value| steps(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| steps(value, found)),
        _ => {}
    }
}

/// Every key and every word that the loader knows is shown in an example.
#[test]
fn every_word_is_shown() {
    let examples: Vec<String> = page().1.into_iter().map(|it| it.file).collect();
    let mut shown = BTreeMap::new();
    examples.iter().for_each(|example| steps(&seen(example), &mut shown));
    for step in vocabulary::steps() {
        let mut known: BTreeSet<String> = vocabulary::keys_of_a_step(&step, "").into_iter().collect();
        if step == "scrap" {
            known.extend(vocabulary::keys_of_a_step(&step, ", pick = 1"));
        }
        assert_eq!(shown.get(&step), Some(&known), "{step}");
    }
    let all = examples.concat();
    let is_shown = |word: &str| assert!(all.contains(word), "no example shows {word}");
    let cards = ["soul", "tech", "action", "energy"].map(|kind| vocabulary::keys_of_a_card("card", kind));
    let abilities =
        vocabulary::kinds_of_abilities().into_iter().map(|it| vocabulary::keys_of_an_ability(&it));
    let grants = ["self", "playing: card, you", "player: any"].map(vocabulary::keys_of_a_grant);
    for key in
        cards.into_iter().chain(abilities).chain(grants).chain([vocabulary::keys_of_a_cost()]).flatten()
    {
        assert!(
            all.contains(&format!("{key} = ")) || all.contains(&format!(".{key}]]")),
            "no example shows the key {key}"
        );
    }
    let words = [
        vocabulary::events(),
        vocabulary::keywords(),
        vocabulary::prohibitions("self"),
        vocabulary::prohibitions("player: any"),
        vocabulary::permissions(),
        vocabulary::durations(),
        vocabulary::replaced_events(),
    ];
    words.concat().iter().for_each(|word| is_shown(&format!("\"{word}\"")));
    vocabulary::zones().iter().for_each(|zone| is_shown(&format!("{zone}: ")));
    vocabulary::amounts().iter().for_each(|amount| is_shown(amount.trim_end_matches("…)")));
    for filter in vocabulary::filters() {
        let stands = |after: &str, before: &str| all.contains(&format!("{after}{filter}{before}"));
        let whole = [":", ","]
            .iter()
            .any(|after| [",", "\"", ")"].iter().any(|before| stands(&format!("{after} "), before)));
        assert!(
            whole || (filter.ends_with('=') && all.contains(&filter)),
            "no example shows the filter {filter}"
        );
    }
}
