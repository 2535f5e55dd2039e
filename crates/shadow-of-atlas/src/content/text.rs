//! The words on a card, made from what the card does.

use std::fmt::Write;

use super::ability::{Deed, Step, Who};
use super::{InHand, OrderCard, Special};

/// What the Ability of an Order says.
pub fn ability(card: &OrderCard) -> String {
    if card.ability.is_empty() {
        return "No Ability.".to_owned();
    }
    sentences(&card.ability)
}

/// What a special Ability says, its name first.
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
        write!(text, "{space}{}", sentence(step)).expect("a string takes all");
    }
    text
}

fn sentence(step: &Step) -> String {
    if let Deed::Choose { modes } = &step.deed {
        return format!("Choose one: {}.", either(modes));
    }
    let mut text = format!("{}.", capital(&offered(step)));
    if !step.then.is_empty() {
        let condition = match (&step.deed, step.may) {
            (Deed::Spend { who: Who::Opponent, .. }, _) => "If they do",
            (_, true) | (Deed::Spend { .. }, _) => "If you do",
            _ => "If that happened",
        };
        write!(text, " {condition}, {}.", clauses(&step.then)).expect("a string takes all");
    }
    text
}

/// Steps as the parts of one sentence.
fn clauses(steps: &[Step]) -> String {
    let part = |step: &Step| match (&step.deed, step.then.as_slice()) {
        (Deed::Choose { modes }, _) => format!("choose one ({})", either(modes)),
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

/// A step without what follows from it, as something one must or may do.
fn offered(step: &Step) -> String {
    if step.may { format!("you may {}", clause(&step.deed)) } else { clause(&step.deed) }
}

fn clause(deed: &Deed) -> String {
    let subject = |who: Who, you: &str, they: &str| match who {
        Who::You => you.to_owned(),
        Who::Opponent => format!("your opponent {they}"),
    };
    match deed {
        Deed::GainCredit { who, n } => {
            format!("{} {}", subject(*who, "gain", "gains"), counted(*n, "Credit"))
        }
        Deed::Spend { who, n } => format!("{} {}", subject(*who, "spend", "spends"), counted(*n, "Credit")),
        Deed::Draw { who, n } => format!("{} {}", subject(*who, "draw", "draws"), counted(*n, "card")),
        Deed::GainOutpost { who, n } => {
            format!("{} {}", subject(*who, "gain", "gains"), counted(*n, "Outpost"))
        }
        Deed::Discard { matching: true } => {
            "discard a card from your hand whose Order lies at this planet".to_owned()
        }
        Deed::Discard { matching: false } => "discard a card from your hand".to_owned(),
        Deed::DiscardOpposing => "move an opposing Order at this planet to the discard pile".to_owned(),
        Deed::Move { whose, away } => {
            let whose = match whose {
                Who::You => "one of your Orders",
                Who::Opponent => "one of your opponent's Orders",
            };
            let way = if *away { "from this planet to another" } else { "from another planet to this one" };
            format!("move {whose} {way}")
        }
        Deed::UseAbilityOf => {
            "use the Ability of another Order at this planet, on either side, as if this card had it"
                .to_owned()
        }
        Deed::Play { anywhere } => {
            format!(
                "play an Order from your hand to {} planet for no Credits",
                if *anywhere { "a" } else { "this" }
            )
        }
        Deed::Choose { .. } => unreachable!("a choice is no clause of its own"),
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
