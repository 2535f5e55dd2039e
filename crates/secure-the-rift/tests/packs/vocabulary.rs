//! The vocabulary of the card language, taken from the error messages of the loader, which list all known words.

use atlas_secure_the_rift::Library;
use regex::Regex;

/// The words that the loader lists when it refuses a file.
#[track_caller]
fn listed(text: &str) -> Vec<String> {
    let error = Library::read(&[("cards.toml", text)]).expect_err("the file is refused").message;
    let heading = Regex::new("; known keys: |; the [a-z]+ are | consists of | must be ").unwrap();
    let list = heading.splitn(&error, 2).nth(1).expect(&error);
    let list = list.split(", not “").next().expect("a list");
    Regex::new(", | or | and ").unwrap().split(list).map(str::to_owned).collect()
}

/// An Action with these lines.
pub(crate) fn action(lines: &str) -> String {
    format!("[[card]]\nid = 'c'\nname = 'C'\nfaction = 'f'\ntype = 'action'\ncost = 1\n{lines}\n")
}

/// A Tech with an ability of these lines.
pub(crate) fn ability(lines: &str) -> String {
    format!(
        "[[card]]\nid = 'c'\nname = 'C'\nfaction = 'f'\ntype = 'tech'\ncost = 1\n[[card.ability]]\n{lines}\n"
    )
}

/// The keys of a card file.
pub(crate) fn keys_of_a_file() -> Vec<String> {
    listed("nonsense = 1")
}

/// The keys of a card of this type, or of a token.
pub(crate) fn keys_of_a_card(table: &str, kind: &str) -> Vec<String> {
    listed(&format!("[[{table}]]\nid = 'c'\nname = 'C'\nfaction = 'f'\ntype = '{kind}'\nnonsense = 1"))
}

/// The words for `do`.
pub(crate) fn steps() -> Vec<String> {
    listed(&action("effect = [{ do = 'nonsense' }]"))
}

/// The keys of a step. A `scrap` step has other keys if it has `pick`.
pub(crate) fn keys_of_a_step(step: &str, more: &str) -> Vec<String> {
    listed(&action(&format!("effect = [{{ do = '{step}', nonsense = 1{more} }}]")))
}

/// The keys of a kind of ability.
pub(crate) fn keys_of_an_ability(kind: &str) -> Vec<String> {
    listed(&ability(&format!("kind = '{kind}'\nnonsense = 1")))
}

pub(crate) fn kinds_of_abilities() -> Vec<String> {
    listed(&ability("kind = 'nonsense'"))
}

pub(crate) fn keys_of_a_cost() -> Vec<String> {
    listed(&ability("kind = 'activated'\ncost = { nonsense = 1 }\neffect = []"))
}

/// The keys of a grant to what `to` selects.
pub(crate) fn keys_of_a_grant(to: &str) -> Vec<String> {
    listed(&ability(&format!("kind = 'continuous'\naffects = '{to}'\ngrant = {{ nonsense = 1 }}")))
}

/// The prohibitions that can be granted to what `to` selects.
pub(crate) fn prohibitions(to: &str) -> Vec<String> {
    listed(&ability(&format!("kind = 'continuous'\naffects = '{to}'\ngrant = {{ cannot = ['nonsense'] }}")))
}

pub(crate) fn permissions() -> Vec<String> {
    listed(&ability("kind = 'continuous'\naffects = 'self'\ngrant = { may = ['nonsense'] }"))
}

pub(crate) fn keywords() -> Vec<String> {
    listed(&ability("kind = 'continuous'\naffects = 'self'\ngrant = { keywords = ['nonsense'] }"))
}

pub(crate) fn events() -> Vec<String> {
    listed(&ability("kind = 'triggered'\nwhen = 'nonsense'"))
}

pub(crate) fn durations() -> Vec<String> {
    listed(&action("effect = [{ do = 'gain_control', what = 'self', until = 'nonsense' }]"))
}

pub(crate) fn replaced_events() -> Vec<String> {
    listed(&ability("kind = 'replacement'\nevent = { type = 'nonsense' }\nchange = {}"))
}

pub(crate) fn zones() -> Vec<String> {
    listed(&action("effect = [{ do = 'destroy', what = 'each(nonsense: soul)' }]"))
}

/// The filters of a selector: words, and beginnings such as `subtype=`.
pub(crate) fn filters() -> Vec<String> {
    listed(&action("effect = [{ do = 'destroy', what = 'each(front: nonsense)' }]"))
}

/// The parts of an amount: words, and beginnings such as `count(…)`.
pub(crate) fn amounts() -> Vec<String> {
    let all = listed(&action("effect = [{ do = 'draw', n = 'nonsense' }]"));
    all.into_iter().filter(|it| it != "numbers").collect()
}

/// The loader lists all known words when it meets an unknown one.
#[test]
fn errors_list_all_known_words() {
    assert_eq!(keys_of_a_file(), ["card", "token"]);
    assert_eq!(steps().len(), 38);
    assert_eq!(keys_of_a_step("damage", ""), ["do", "amount", "to", "source"]);
    assert_eq!(keys_of_a_step("scrap", ", pick = 1"), ["do", "who", "pick", "from", "chooser"]);
    assert_eq!(kinds_of_abilities(), ["continuous", "triggered", "activated", "replacement"]);
    assert_eq!(durations(), ["end_of_turn", "your_next_turn", "self_leaves", "forever"]);
    assert_eq!(replaced_events(), ["enters", "damage"]);
    assert_eq!(
        (events().len(), keywords().len(), prohibitions("self").len(), permissions().len()),
        (20, 8, 7, 1)
    );
    assert_eq!(prohibitions("player: any"), ["gain_life"]);
    assert_eq!((zones().len(), filters().len(), amounts().len()), (8, 22, 8));
    assert_eq!((keys_of_a_cost().len(), keys_of_a_grant("self").len()), (8, 5));
    assert_eq!(keys_of_a_grant("playing: card, you"), ["cost_less", "cost_more", "cost_min"]);
}
