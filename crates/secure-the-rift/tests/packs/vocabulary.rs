//! The words of the card language, as the loader says them itself: its refusals list what it knows.

use atlas_secure_the_rift::Library;

/// What the loader lists when it refuses a file.
#[track_caller]
fn listed(said: &str) -> Vec<String> {
    let error = Library::read(&[("cards.toml", said)]).expect_err("this is refused").message;
    let list = error.split_once("; there is ").or_else(|| error.split_once(" must be ")).expect(&error).1;
    let list = list.split(", not “").next().expect("a list");
    list.replace(" or ", ", ").split(", ").map(str::to_owned).collect()
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

/// What may stand in place of a word that means nothing.
pub(crate) fn keys_of_a_file() -> Vec<String> {
    listed("nonsense = 1")
}

/// The keys of a card of this type, or of a token.
pub(crate) fn keys_of_a_card(table: &str, kind: &str) -> Vec<String> {
    listed(&format!("[[{table}]]\nid = 'c'\nname = 'C'\nfaction = 'f'\ntype = '{kind}'\nnonsense = 1"))
}

/// The words for `do`.
pub(crate) fn deeds() -> Vec<String> {
    listed(&action("effect = [{ do = 'nonsense' }]"))
}

/// The keys of a step; a step that scraps has others when it says `pick`.
pub(crate) fn keys_of_a_step(deed: &str, more: &str) -> Vec<String> {
    listed(&action(&format!("effect = [{{ do = '{deed}', nonsense = 1{more} }}]")))
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

/// The keys of a grant to this.
pub(crate) fn keys_of_a_grant(to: &str) -> Vec<String> {
    listed(&ability(&format!("kind = 'continuous'\naffects = '{to}'\ngrant = {{ nonsense = 1 }}")))
}

/// What can be forbidden to this.
pub(crate) fn cannots(to: &str) -> Vec<String> {
    listed(&ability(&format!("kind = 'continuous'\naffects = '{to}'\ngrant = {{ cannot = ['nonsense'] }}")))
}

pub(crate) fn mays() -> Vec<String> {
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
    all.into_iter().filter(|it| it != "a number").collect()
}

/// The loader lists what it knows where something else is said, and the lists are not empty.
#[test]
fn refusals_list_what_there_is() {
    assert_eq!(keys_of_a_file(), ["card", "token"]);
    assert_eq!(deeds().len(), 38);
    assert_eq!(keys_of_a_step("damage", ""), ["do", "amount", "to", "source"]);
    assert_eq!(keys_of_a_step("scrap", ", pick = 1"), ["do", "who", "pick", "from", "chooser"]);
    assert_eq!(kinds_of_abilities(), ["continuous", "triggered", "activated", "replacement"]);
    assert_eq!(durations(), ["end_of_turn", "your_next_turn", "self_leaves", "forever"]);
    assert_eq!(replaced_events(), ["enters", "damage"]);
    assert_eq!((events().len(), keywords().len(), cannots("self").len(), mays().len()), (20, 8, 7, 1));
    assert_eq!(cannots("player: any"), ["gain_life"]);
    assert_eq!((zones().len(), filters().len(), amounts().len()), (8, 22, 8));
    assert_eq!((keys_of_a_cost().len(), keys_of_a_grant("self").len()), (8, 5));
    assert_eq!(keys_of_a_grant("playing: card, you"), ["cost_less", "cost_more", "cost_min"]);
}
