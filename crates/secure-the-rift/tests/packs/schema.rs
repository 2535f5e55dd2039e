//! `packs/card.schema.json`, which editors use, agrees with the loader.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock, PoisonError};

use atlas_content::read_file;
use atlas_secure_the_rift::Library;
use atlas_secure_the_rift::pack::CORE;
use regex::Regex;
use serde_json::Value;

use crate::{BASE, mistakes, vocabulary};

pub(crate) fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| serde_json::from_str(include_str!("../../packs/card.schema.json")).unwrap())
}

fn definition(name: &str) -> &'static Value {
    &schema()["$defs"][name]
}

/// Whether a text matches a pattern.
fn matches(pattern: &str, text: &str) -> bool {
    static PATTERNS: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());
    let mut known = PATTERNS.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(pattern.to_owned()).or_insert_with(|| Regex::new(pattern).unwrap()).is_match(text)
}

/// Whether a value fits a schema. Panics if the schema has an unknown keyword.
pub(crate) fn fits(schema: &Value, value: &Value) -> bool {
    let schemas = |list: &'_ Value| list.as_array().expect("a list of schemas").clone();
    let size = |limit: &Value| limit.as_u64().expect("a size") as usize;
    let object = value.as_object();
    schema.as_object().expect("a schema").iter().all(|(word, wanted)| match word.as_str() {
        "$schema" | "$defs" | "title" | "description" | "examples" => true,
        "$ref" => fits(definition(wanted.as_str().unwrap().strip_prefix("#/$defs/").unwrap()), value),
        "type" => match wanted.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_i64(),
            "boolean" => value.is_boolean(),
            other => panic!("unknown type {other}"),
        },
        "const" => value == wanted,
        "enum" => wanted.as_array().unwrap().contains(value),
        "anyOf" => schemas(wanted).iter().any(|it| fits(it, value)),
        "oneOf" => schemas(wanted).iter().filter(|it| fits(it, value)).count() == 1,
        "not" => !fits(wanted, value),
        "required" => object.is_none_or(|it| {
            wanted.as_array().unwrap().iter().all(|key| it.contains_key(key.as_str().unwrap()))
        }),
        "properties" => object.is_none_or(|it| {
            it.iter().all(|(key, value)| wanted.get(key).is_none_or(|schema| fits(schema, value)))
        }),
        "additionalProperties" => {
            assert_eq!(*wanted, false);
            object.is_none_or(|it| it.keys().all(|key| schema["properties"].get(key).is_some()))
        }
        "minProperties" => object.is_none_or(|it| it.len() >= size(wanted)),
        "items" => value.as_array().is_none_or(|it| it.iter().all(|value| fits(wanted, value))),
        "minItems" => value.as_array().is_none_or(|it| it.len() >= size(wanted)),
        "maxItems" => value.as_array().is_none_or(|it| it.len() <= size(wanted)),
        "minLength" => value.as_str().is_none_or(|it| it.chars().count() >= size(wanted)),
        "maxLength" => value.as_str().is_none_or(|it| it.chars().count() <= size(wanted)),
        "minimum" => value.as_i64().is_none_or(|it| it >= wanted.as_i64().unwrap()),
        "maximum" => value.as_i64().is_none_or(|it| it <= wanted.as_i64().unwrap()),
        "pattern" => value.as_str().is_none_or(|it| matches(wanted.as_str().unwrap(), it)),
        other => panic!("unknown schema keyword {other}"),
    })
}

/// The content of a card file as JSON, as an editor sees it.
fn seen(said: &str) -> Value {
    read_file("cards.toml", said, said.len(), |keys| Ok(keys.as_json(&[]))).unwrap()
}

/// Every card that the loader accepts fits the schema.
#[test]
fn valid_files_fit_the_schema() {
    let rules = include_str!("../rules/cards.toml");
    for (file, said) in CORE.into_iter().chain([("base.toml", BASE), ("rules/cards.toml", rules)]) {
        let file_seen = seen(said);
        for (table, cards) in file_seen.as_object().unwrap() {
            for card in cards.as_array().unwrap() {
                assert!(fits(definition(table), card), "{file}: {card}");
            }
        }
        assert!(fits(schema(), &file_seen), "{file}");
    }
}

/// The schema finds mistakes in keys, words and numbers. Only the loader finds mistakes that depend on other cards or
/// on other parts of the same card.
#[test]
fn mistakes_in_keys_words_and_numbers_do_not_fit_the_schema() {
    let in_sight =
        ["has no key", "must be a ", "is not a step", "is not a filter", "is not a zone", "at least one of"];
    let (mut refused, mut passed) = (0, Vec::new());
    for (said, answer) in mistakes() {
        let refuses =
            read_file("cards.toml", &said, said.len(), |keys| Ok(!fits(schema(), &keys.as_json(&[]))));
        match refuses {
            Err(_) | Ok(true) => refused += 1,
            Ok(false) => passed.push(answer),
        }
    }
    for answer in &passed {
        assert!(!in_sight.iter().any(|it| answer.contains(it)), "the schema accepts this: {answer}");
    }
    assert!(refused > 2 * passed.len(), "{refused} refused, these accepted: {passed:#?}");
}

/// The keys of an object in the schema.
fn keys(object: &Value) -> BTreeSet<String> {
    assert_eq!(object["additionalProperties"], false, "{object}");
    object["properties"].as_object().unwrap().keys().cloned().collect()
}

fn set(words: Vec<String>) -> BTreeSet<String> {
    words.into_iter().collect()
}

fn words(list: &Value) -> BTreeSet<String> {
    list.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

/// The alternatives of a schema in which this key has this value.
fn one_of<'a>(all: &'a Value, key: &str, is: &str) -> Vec<&'a Value> {
    all["oneOf"].as_array().unwrap().iter().filter(|it| it["properties"][key]["const"] == is).collect()
}

/// Every key and every word that the loader knows is in the schema, and no other.
#[test]
fn schema_and_loader_know_the_same_words() {
    assert_eq!(keys(schema()), set(vocabulary::keys_of_a_file()));
    for kind in ["soul", "tech", "action", "energy"] {
        let card = one_of(definition("card"), "type", kind)[0];
        assert_eq!(keys(card), set(vocabulary::keys_of_a_card("card", kind)), "{kind}");
    }
    assert_eq!(keys(definition("token")), set(vocabulary::keys_of_a_card("token", "soul")));

    let steps = definition("step")["oneOf"].as_array().unwrap();
    let names: BTreeSet<String> =
        steps.iter().map(|step| step["properties"]["do"]["const"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, set(vocabulary::steps()));
    for name in &names {
        let forms: BTreeSet<_> = one_of(definition("step"), "do", name).into_iter().map(keys).collect();
        let more: &[&str] = if name == "scrap" { &["", ", pick = 1"] } else { &[""] };
        let known = more.iter().map(|more| set(vocabulary::keys_of_a_step(name, more)));
        assert_eq!(forms, known.collect(), "{name}");
    }
    for kind in vocabulary::kinds_of_abilities() {
        for ability in one_of(definition("ability"), "kind", &kind) {
            assert_eq!(keys(ability), set(vocabulary::keys_of_an_ability(&kind)), "{kind}");
        }
    }
    let replacements = one_of(definition("ability"), "kind", "replacement").into_iter();
    let replaced = replacements.map(|it| it["properties"]["event"]["properties"]["type"]["const"].clone());
    assert_eq!(words(&replaced.collect()), set(vocabulary::replaced_events()));
    assert_eq!(keys(definition("cost")), set(vocabulary::keys_of_a_cost()));
    assert_eq!(keys(definition("grant")), set(vocabulary::keys_of_a_grant("self")));
    assert_eq!(keys(definition("player_grant")), set(vocabulary::keys_of_a_grant("player: any")));
    assert_eq!(keys(definition("cost_grant")), set(vocabulary::keys_of_a_grant("playing: card, you")));
    let grant = &definition("grant")["properties"];
    assert_eq!(words(&grant["cannot"]["items"]["enum"]), set(vocabulary::prohibitions("self")));
    let player_grant = &definition("player_grant")["properties"];
    assert_eq!(words(&player_grant["cannot"]["items"]["enum"]), set(vocabulary::prohibitions("player: any")));
    assert_eq!(words(&grant["may"]["items"]["enum"]), set(vocabulary::permissions()));
    assert_eq!(words(&definition("keyword")["enum"]), set(vocabulary::keywords()));
    assert_eq!(words(&definition("event")["enum"]), set(vocabulary::events()));
    assert_eq!(words(&definition("until")["enum"]), set(vocabulary::durations()));
}

/// The schema and the loader accept the same expressions in strings.
#[test]
fn schema_and_loader_read_the_same_expressions() {
    let expression = |kind: &str, said: &str| fits(definition(kind), &Value::from(said));
    for zone in vocabulary::zones() {
        assert!(expression("selector", &format!("{zone}: soul")), "{zone}");
    }
    for filter in vocabulary::filters() {
        let whole = match filter.chars().last().unwrap() {
            '=' if filter.contains(['<', '>']) => format!("{filter}3"),
            '=' => format!("{filter}drone"),
            _ => filter.clone(),
        };
        assert!(expression("selector", &format!("front: card, {whole}")), "{filter}");
        assert!(!expression("selector", &format!("front: card, {whole}!")), "{filter}");
    }
    for amount in vocabulary::amounts() {
        let inside = if amount.starts_with("count") { "front: soul, you" } else { "self" };
        let whole = amount.replace('…', inside);
        assert!(
            expression("amount", &whole) && expression("amount", &format!("2 + {whole} - 1")),
            "{amount}"
        );
        assert!(!expression("amount", &format!("{whole} {whole}")), "{amount}");
    }
    for (kind, key, said) in [
        ("thing", "what", "each(front: soul, nonsense)"),
        ("thing", "what", "every(front: soul)"),
        ("thing", "what", "controller(you, me)"),
        ("thing", "what", "Self"),
        ("thing", "what", ""),
        ("selector", "what", "nonsense: soul"),
        ("selector", "what", "front: soul,"),
        ("selector", "what", "front: cost<4"),
        ("selector", "what", "front: cost<=100"),
        ("amount", "n", "1 + + 1"),
        ("amount", "n", "1 +"),
        ("amount", "n", "count(front: soul"),
        ("amount", "n", "life(each_player)"),
        ("amount", "n", "2 * 2"),
        ("amount", "n", "100"),
        ("condition", "cond", "exists()"),
        ("condition", "cond", "1 < 2"),
        ("condition", "cond", "life(you)"),
        ("condition", "cond", "1 = 1"),
    ] {
        let step = match (kind, key) {
            ("selector", _) => format!("do = 'destroy', what = 'each({said})'"),
            (_, "what") => format!("do = 'destroy', what = '{said}'"),
            (_, "n") => format!("do = 'draw', n = '{said}'"),
            _ => format!("do = 'if', cond = '{said}', then = []"),
        };
        let loaded =
            Library::read(&[("cards.toml", &vocabulary::action(&format!("effect = [{{ {step} }}]")))]);
        assert!(loaded.is_err(), "the loader accepts {said}");
        assert!(!expression(kind, said), "the schema accepts {said}");
    }
}
