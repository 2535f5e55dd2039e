//! The questions that players are asked.

use atlas_core::text::count;
use atlas_core::{Prompt, Text, text};

use crate::announce::NextChoice;
use crate::conclude::Task;
use crate::damage_modifiers::{DamageModifier, Modification};
use crate::names;
use crate::state::{Decision, SecureTheRift, TurnStep};
use crate::things::{Change, LastingEffect, Thing};

/// The question to the seat that has to decide.
pub(crate) fn question(state: &SecureTheRift) -> Prompt {
    let number = |number| names::number(state, number);
    match state.decision {
        Decision::Redraw { put: 0, .. } => {
            Prompt::new("redraw", "Choose a card to redraw, or keep your hand. (SR-13)")
        }
        Decision::Redraw { put, .. } => {
            let chosen = count(put.into(), "card");
            let text = text!["You redraw ", chosen, " so far. Choose another one, or keep the rest. (SR-13)"];
            Prompt::new("redraw", text)
        }
        Decision::Priority => Prompt::new("priority", priority(state)),
        Decision::Announcement => announcement(state),
        Decision::Triggers { seat } => {
            let own = state.pending_triggers.iter().filter(|item| item.controller == seat);
            let list = own.zip(1_usize..).map(|(item, n)| text![n, ": ", names::card(state, item.card)]);
            let list = Text::joined(list, ", ");
            let text = text![
                "Choose the ability to put into the Sequence next. The last one concludes first. ",
                list,
                ". (SR-R10)"
            ];
            Prompt::new("trigger", text)
        }
        Decision::Attackers => {
            Prompt::new("attackers", "Add another attacker, or declare the attack. (SR-75)")
        }
        Decision::Blocks { .. } => {
            let attackers: Vec<_> = state.fights().map(|fight| number(fight.attacker)).collect();
            let attackers = Text::listed(attackers);
            Prompt::new("blocks", text!["Choose Souls to block ", attackers, ", then declare. (SR-79)"])
        }
        Decision::Order { attacker } => Prompt::new(
            "order",
            text!["Which blocker of ", number(attacker), " comes next in the order of damage? (SR-81)"],
        ),
        Decision::Divide { blocker } => {
            Prompt::new("divide", text!["How much damage is assigned to ", number(blocker), "? (SR-94)"])
        }
        Decision::Choice { .. } => choice(state),
        Decision::DamageOrder { .. } => Prompt::new("apply", damage_order(state)),
        Decision::Over => Prompt::new("over", "The game is over."),
    }
}

fn priority(state: &SecureTheRift) -> Text {
    match state.sequence.last() {
        Some(item) => text!["React to ", names::item(state, item), ", or pass. (SR-54)"],
        None if state.attack.is_some() => text!["React to the attack, or pass. (SR-54)"],
        None if state.is_quiet_main(state.priority) => {
            text!["Play a card, use an ability, attack, or pass to end the Main step. (SR-36)"]
        }
        None => {
            let step = match state.step {
                TurnStep::Main => "Main",
                TurnStep::End => "End",
                _ => "Beginning",
            };
            text!["Play a card with WARP, use an ability, or pass in the ", step, " step. (SR-54)"]
        }
    }
}

/// SR-47: the next choice of an announcement.
fn announcement(state: &SecureTheRift) -> Prompt {
    let next = state.announcement.as_ref().and_then(|it| Some((it, state.next_choice(it)?)));
    let Some((announcement, next)) = next else { return Prompt::new("over", Text::EMPTY) };
    let card = names::card(state, announcement.item.card);
    match next {
        NextChoice::Mode => Prompt::new("mode", text!["Choose a mode of ", card, ". (SR-47)"]),
        NextChoice::X => Prompt::new("x", text!["Choose X for ", card, ". (SR-R42)"]),
        NextChoice::Target => Prompt::new("target", text!["Choose a target for ", card, ". (SR-68)"]),
        NextChoice::Payment => Prompt::new("pay", text!["Choose what pays the cost of ", card, ". (SR-47)"]),
    }
}

/// A choice that the concluding effect asks for.
fn choice(state: &SecureTheRift) -> Prompt {
    let next = state.conclusion.as_ref().and_then(|it| Some((it, it.tasks.last()?)));
    let Some((conclusion, task)) = next else { return Prompt::new("over", Text::EMPTY) };
    let item = names::item_first(state, &conclusion.item);
    let (kind, what) = match *task {
        Task::Discard { seat, chooser, .. } if seat == chooser => {
            ("discard", text!["choose a card to discard. (SR-R35)"])
        }
        Task::Discard { seat, .. } => ("discard", text!["choose a card that ", seat, " discards. (SR-R35)"]),
        Task::Scrap { .. } => ("scrap", text!["choose what you scrap. (SR-101)"]),
        Task::Bury { top: true, .. } => ("bury", text!["choose a card to put on top of your deck."]),
        Task::Bury { top: false, .. } => ("bury", text!["choose a card to put on the bottom of your deck."]),
        Task::Look { seat, of, depth, .. } => {
            let deck = &state.player(of).deck;
            let at = deck.len().checked_sub(1 + usize::from(depth));
            let card = at.map_or_else(|| text!["the card"], |at| text![names::card(state, deck[at].card)]);
            let whose = if of == seat { text!["your deck"] } else { text!["the deck of ", of] };
            ("look", text!["put ", card, " on the bottom of ", whose, "? (SR-132)"])
        }
        Task::Search { .. } => ("search", text!["choose a card from your deck. (SR-R45)"]),
        Task::Pay { energy, .. } => ("pay", text!["pay ", energy, " Energy? (SR-50)"]),
        Task::May { .. } => ("may", text!["use the optional effect? (SR-R37)"]),
        Task::Run { .. } | Task::ScrapPicked | Task::DiscardPicked => {
            return Prompt::new("over", Text::EMPTY);
        }
    };
    Prompt::new(kind, text![item, ": ", what])
}

/// SR-R44: which effect modifies the damage next.
fn damage_order(state: &SecureTheRift) -> Text {
    let describe = |it: DamageModifier| match it.what {
        Modification::Add(more) => {
            let verb = if more < 0 { " reduces it by " } else { " increases it by " };
            text![names::thing(state, Thing::card(it.timestamp.0)), verb, more.abs()]
        }
        Modification::Prevent(LastingEffect {
            what: Change::Shield { left: Some(left), .. } | Change::ShieldMatching { left: Some(left), .. },
            ..
        }) => text!["prevent ", left],
        Modification::Prevent(_) => text!["prevent all of it"],
        Modification::Redirect(LastingEffect { what: Change::Redirect { onto, left, .. }, .. }, _) => {
            let amount = left.map_or_else(|| text!["all"], |left| text![left]);
            text!["redirect ", amount, " of it to ", names::thing(state, onto)]
        }
        Modification::Redirect(..) => unreachable!("only Change::Redirect redirects damage"),
    };
    let modifiers = state.open_modifiers().into_iter().zip(1_usize..);
    let list = Text::joined(modifiers.map(|(it, n)| text![n, ": ", describe(it)]), ", ");
    let hit = state.pending_damage.as_ref().and_then(|damage| damage.open.first());
    let (amount, to) = hit.map_or((0, Text::EMPTY), |hit| (hit.amount, names::thing(state, hit.to)));
    text![amount, " damage to ", to, ": which effect applies next? ", list, ". (SR-R44)"]
}
