//! Labels of actions for people.

use atlas_atlantis_rising::ContentRef;
use atlas_core::{Part, Seat, Text, text};

/// The label of an action that is written as this sentence.
pub(super) fn label(content: ContentRef, sentence: &str) -> Text {
    let named = |word: &str| name(content, word);
    let words: Vec<&str> = sentence.split(' ').collect();
    match words.as_slice() {
        ["place", figure] => text!["Place the ", named(figure), " next"],
        ["place", figure, spot] => text!["Place a ", named(figure), " on ", named(spot)],
        ["recall", figure, spot] => text!["Take a ", named(figure), " back from ", named(spot)],
        ["overrule", spot] => text!["Overrule ", named(spot)],
        ["overrule", spot, other] => text!["Overrule ", seat(other), " on ", named(spot)],
        ["act", figure, spot] => text!["Act with the ", named(figure), " on ", named(spot)],
        ["act", figure, spot, partner, other] => {
            text![
                "Act with the ",
                named(figure),
                " on ",
                named(spot),
                " and the ",
                named(partner),
                " of ",
                seat(other)
            ]
        }
        ["build", component] => text!["Build the ", named(component)],
        ["play", card] => text!["Play ", named(card)],
        ["play", card, from, to] if is_seat(from) => {
            text!["Play ", named(card), " from ", seat(from), " to ", seat(to)]
        }
        ["play", card, rest @ ..] => {
            text!["Play ", named(card), " (", Text::joined(rest.iter().map(|word| named(word)), " on "), ")"]
        }
        ["use", card] => text!["Use the ", named(card)],
        ["pledge", "barrier", land] => text!["Pledge 1 energy for a barrier on the ", named(land)],
        ["pledge", _, land] => text!["Pledge 1 energy for raising a tile of the ", named(land)],
        ["withdraw"] => "Take back all pledges".into(),
        ["ready"] => "Ready".into(),
        ["done"] => "Done".into(),
        ["keep", card] => text!["Keep ", named(card)],
        ["power", councilor] => text!["The power of the ", named(councilor)],
        ["flood", land] => text!["Flood the ", named(land)],
        ["prevent", means] => text!["Prevent the flood: ", named(means)],
        ["let"] => "Let it flood".into(),
        ["add"] => "Spend 1 energy".into(),
        ["reroll"] => "Roll again".into(),
        ["stand"] => "Accept the roll".into(),
        ["next", card] => text!["Next: ", named(card)],
        ["payer", other] => text![seat(other), " pays"],
        ["to", other] => text!["To ", seat(other)],
        ["forge", ore] => text!["Use ", (*ore).to_owned(), " ore"],
        ["swap", from, to] => text!["Exchange ", named(from), " for ", named(to)],
        ["gain", what] => text!["Gain ", named(what)],
        ["give", resource] => text!["Give ", named(resource)],
        ["less", resource] => text!["Save ", named(resource)],
        ["drop"] => "Give up the project".into(),
        ["discard", card] => text!["Discard ", named(card)],
        ["raise", land] => text!["Raise a tile of the ", named(land)],
        ["barrier", land] => text!["A barrier for the ", named(land)],
        ["move", spot] => text!["Move to ", named(spot)],
        ["stop"] => "No more".into(),
        _ => sentence.to_owned().into(),
    }
}

fn is_seat(word: &str) -> bool {
    word.parse::<u8>().is_ok()
}

/// The seat with this number.
fn seat(word: &str) -> Text {
    word.parse().map_or_else(|_| word.to_owned().into(), |number| text![Seat(number)])
}

/// The name of a thing for people.
fn name(content: ContentRef, word: &str) -> Text {
    let fixed = match word {
        "leader" => Some("Leader"),
        "hologram" => Some("Hologram"),
        "automaton" => Some("Automaton"),
        "atlantium" => Some("Atlantium"),
        "source" => Some("the Source"),
        "build" => Some("a build space"),
        "core" => Some("the Power Core"),
        "workshop" => Some("the Workshop"),
        "observatory" => Some("the Observatory"),
        _ => None,
    };
    if let Some(fixed) = fixed {
        return text![Part::Thing { thing: word.to_owned(), name: fixed.to_owned() }];
    }
    let named = content
        .tile_named(word)
        .map(|it| &content.tile(it).named)
        .or_else(|| content.component_named(word).map(|it| &content.component(it).named))
        .or_else(|| content.card_named(word).map(|it| &content.card(it).named))
        .or_else(|| content.councilor_named(word).map(|it| &content.councilor(it).named))
        .or_else(|| content.peninsula_named(word).map(|it| content.peninsula(it)))
        .or_else(|| content.misfortune_named(word).map(|it| &content.misfortune(it).named));
    named.map_or_else(|| word.to_owned().into(), |named| text![named])
}
