//! Labels of actions for people.

use atlas_core::{Part, Seat, Text, text};
use atlas_secure_the_rift::LibraryRef;

/// The label of an action that is written as this sentence.
pub(super) fn label(library: LibraryRef, sentence: &str) -> Text {
    let named = |word: &str| name(library, word);
    let words: Vec<&str> = sentence.split(' ').collect();
    match words.as_slice() {
        ["play", card, rest @ ..] => text!["Play ", named(card), choice(library, rest)],
        ["use", card, number, rest @ ..] => {
            text!["Use ability ", (*number).to_owned(), " of ", named(card), choice(library, rest)]
        }
        ["attack", attacker, target] => text!["Attack ", named(target), " with ", named(attacker)],
        ["block", blocker, attacker] => text!["Block ", named(attacker), " with ", named(blocker)],
        ["declare"] => "Declare".into(),
        ["mode", number] => text!["Choose mode ", (*number).to_owned()],
        ["x", number] => text!["X is ", (*number).to_owned()],
        ["target", thing] => text!["Target ", named(thing)],
        ["enough"] => "No more targets".into(),
        ["pay", thing] => text!["Pay with ", named(thing)],
        ["trigger", number] => text!["Put trigger ", (*number).to_owned(), " into the Sequence next"],
        ["first", blocker] => text!["Damage ", named(blocker), " next"],
        ["assign", amount] => text!["Assign ", (*amount).to_owned(), " damage"],
        ["choose", thing] => text!["Choose ", named(thing)],
        ["apply", number] => text!["Apply effect ", (*number).to_owned(), " next"],
        ["nothing"] => "Choose nothing".into(),
        ["yes"] => "Yes".into(),
        ["no"] => "No".into(),
        ["redraw", card] => text!["Replace ", named(card)],
        ["keep"] => "Keep the rest".into(),
        ["pass"] => "Pass".into(),
        _ => sentence.to_owned().into(),
    }
}

/// The first choice in a sentence that plays a card or uses an ability.
fn choice(library: LibraryRef, words: &[&str]) -> Option<Text> {
    match words {
        [] => None,
        ["mode", number] => Some(text![", mode ", (*number).to_owned()]),
        ["x", number] => Some(text![" with X = ", (*number).to_owned()]),
        target => Some(text![" on ", name(library, &target.join(" "))]),
    }
}

/// The name of a thing for people: `drone.7` is Drone 7, `base.1` is a player's Base, `drone` is a card in a hand.
fn name(library: LibraryRef, word: &str) -> Text {
    let (id, number) = match word.rsplit_once('.') {
        Some((id, number)) => (id, Some(number)),
        None => (word, None),
    };
    if let ("base", Some(Ok(seat))) = (id, number.map(str::parse)) {
        return text!["the Base of ", Seat(seat)];
    }
    let Some(card) = library.card_named(id) else { return word.to_owned().into() };
    let name = &library.card(card).name;
    let name = number.map_or_else(|| name.clone(), |number| format!("{name} {number}"));
    text![Part::Thing { thing: word.to_owned(), name }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_cards_and_players() {
        let label =
            |sentence| label(LibraryRef::core(), sentence).with_names(&["Ann".to_owned(), "Bob".to_owned()]);
        assert_eq!(label("attack drone.7 base.1"), "Attack the Base of Bob with Drone 7");
        assert_eq!(label("play drone"), "Play Drone");
        assert_eq!(label("play drone x 3"), "Play Drone with X = 3");
        assert_eq!(label("use drone.7 1 drone.9"), "Use ability 1 of Drone 7 on Drone 9");
        assert_eq!(label("pass"), "Pass");
    }
}
