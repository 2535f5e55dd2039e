//! The words on a card, generated from its steps.

use std::fmt::Write;

use super::ability::{Effect, Step, Who};
use super::{InHand, OrderCard, Special};

/// The words of an Order's Ability.
pub fn ability(card: &OrderCard) -> String {
    if card.ability.is_empty() {
        return "No Ability.".to_owned();
    }
    sentences(&card.ability)
}

/// The words of a special Ability, beginning with its name.
pub fn in_hand(special: &InHand) -> String {
    let what = match special.rule {
        Special::ExpandWildcard => "In your hand: stands for any Order when you Expand.".to_owned(),
        Special::SurveyDiscount { cost } => format!(
            "In your hand: discard it when you Survey, and the Survey costs {}.",
            counted(cost, "Credit")
        ),
    };
    format!("{}. {what}", special.name)
}

fn sentences(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let space = if text.is_empty() { "" } else { " " };
        write!(text, "{space}{}", sentence(step)).expect("writing to a string cannot fail");
    }
    text
}

fn sentence(step: &Step) -> String {
    if let Effect::Choose { modes } = &step.effect {
        return format!("Choose one: {}.", either(modes));
    }
    let mut text = format!("{}.", capital(&offered(step)));
    if !step.then.is_empty() {
        let condition = match (&step.effect, step.may) {
            (Effect::Spend { who: Who::Opponent, .. }, _) => "If they do",
            (_, true) | (Effect::Spend { .. }, _) => "If you do",
            _ => "If that happened",
        };
        write!(text, " {condition}, {}.", clauses(&step.then)).expect("writing to a string cannot fail");
    }
    text
}

/// Steps as the clauses of one sentence.
fn clauses(steps: &[Step]) -> String {
    let part = |step: &Step| match (&step.effect, step.then.as_slice()) {
        (Effect::Choose { modes }, _) => format!("choose one ({})", either(modes)),
        (_, []) => offered(step),
        (_, then) => format!("{} and, if that happened, {}", offered(step), clauses(then)),
    };
    if steps.is_empty() {
        return "do nothing".to_owned();
    }
    steps.iter().map(part).collect::<Vec<_>>().join(", then ")
}

fn either(modes: &[Vec<Step>]) -> String {
    modes.iter().map(|mode| clauses(mode)).collect::<Vec<_>>().join("; or ")
}

/// A step without its `then`, as something that you must or may do.
fn offered(step: &Step) -> String {
    if step.may { format!("you may {}", clause(&step.effect)) } else { clause(&step.effect) }
}

fn clause(effect: &Effect) -> String {
    let subject = |who: Who, you: &str, they: &str| match who {
        Who::You => you.to_owned(),
        Who::Opponent => format!("your opponent {they}"),
    };
    match effect {
        Effect::GainCredit { who, n } => {
            format!("{} {}", subject(*who, "gain", "gains"), counted(*n, "Credit"))
        }
        Effect::Spend { who, n } => format!("{} {}", subject(*who, "spend", "spends"), counted(*n, "Credit")),
        Effect::Draw { who, n } => format!("{} {}", subject(*who, "draw", "draws"), counted(*n, "card")),
        Effect::GainOutpost { who, n } => {
            format!("{} {}", subject(*who, "gain", "gains"), counted(*n, "Outpost"))
        }
        Effect::Discard { matching: true } => {
            "discard a card from your hand whose Order lies at this planet".to_owned()
        }
        Effect::Discard { matching: false } => "discard a card from your hand".to_owned(),
        Effect::DiscardOpposing => "move an opposing Order at this planet to the discard pile".to_owned(),
        Effect::Move { whose, away } => {
            let whose = match whose {
                Who::You => "one of your Orders",
                Who::Opponent => "one of your opponent's Orders",
            };
            let way = if *away { "from this planet to another" } else { "from another planet to this one" };
            format!("move {whose} {way}")
        }
        Effect::UseAbilityOf => {
            "use the Ability of another Order at this planet, on either side, as if this card had it"
                .to_owned()
        }
        Effect::Play { anywhere } => {
            format!(
                "play an Order from your hand to {} planet for no Credits",
                if *anywhere { "a" } else { "this" }
            )
        }
        Effect::Choose { .. } => unreachable!("a choice is not a clause"),
    }
}

fn counted(n: u8, thing: &str) -> String {
    const WORDS: [&str; 6] = ["no", "one", "two", "three", "four", "five"];
    let number = WORDS.get(n as usize).map_or_else(|| n.to_string(), |word| (*word).to_owned());
    format!("{number} {thing}{}", if n == 1 { "" } else { "s" })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
