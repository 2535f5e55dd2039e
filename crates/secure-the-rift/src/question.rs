//! The questions that players are asked.

use atlas_core::text::count;
use atlas_core::{Prompt, Text, text};

use crate::announce::NextChoice;
use crate::conclude::Task;
use crate::damage::Hit;
use crate::damage_modifiers::{DamageModifier, Modification};
use crate::names;
use crate::state::{Decision, SecureTheRift, TurnStep};
use crate::things::{Change, LastingEffect, Thing};

/// The question to the seat that has to decide.
pub(crate) fn question(state: &SecureTheRift) -> Prompt {
    let number = |number| names::number(state, number);
    match state.decision {
        Decision::Redraw { put: 0, .. } => {
            Prompt::new("redraw", "Choose cards to redraw, or keep your hand.")
        }
        Decision::Redraw { put, .. } => {
            let chosen = count(put.into(), "card");
            let text = text!["You redraw ", chosen, ". Choose more, or keep the rest."];
            Prompt::new("redraw", text)
        }
        Decision::Priority => Prompt::new("priority", priority(state)),
        Decision::Announcement => announcement(state),
        Decision::Triggers { seat } => {
            let own = state.pending_triggers.iter().filter(|item| item.controller == seat);
            let list = own.zip(1_usize..).map(|(item, n)| text![n, ": ", names::item_card(state, item)]);
            let list = Text::joined(list, ", ");
            let text =
                text!["Which ability goes into the Sequence next? ", list, ". The last one concludes first."];
            Prompt::new("trigger", text)
        }
        Decision::Attackers => Prompt::new("attackers", "Add another attacker, or declare the attack."),
        Decision::Blocks { .. } => {
            let attackers: Vec<_> = state.fights().map(|fight| number(fight.attacker)).collect();
            let them = if attackers.len() == 1 { "it" } else { "them" };
            let attackers = Text::listed(attackers);
            Prompt::new("blocks", text!["Block ", attackers, ", or let ", them, " through."])
        }
        Decision::Order { attacker } => {
            Prompt::new("order", text!["Which blocker takes damage from ", number(attacker), " next?"])
        }
        Decision::Divide { blocker } => {
            Prompt::new("divide", text!["How much damage does ", number(blocker), " take?"])
        }
        Decision::Choice { .. } => choice(state),
        Decision::DamageOrder { .. } => Prompt::new("apply", damage_order(state)),
        Decision::Over => Prompt::new("over", "The game is over."),
    }
}

fn priority(state: &SecureTheRift) -> Text {
    match state.sequence.last() {
        Some(item) => text!["React to ", names::item(state, item), ", or pass."],
        None if state.attack.is_some() => text!["React to the attack, or pass."],
        None if state.is_quiet_main(state.priority) => {
            text!["Play a card, use an ability, attack, or pass to end the Main step."]
        }
        None => {
            let step = match state.step {
                TurnStep::Main => "Main",
                TurnStep::End => "End",
                _ => "Beginning",
            };
            text!["Play a card with WARP, use an ability, or pass in the ", step, " step."]
        }
    }
}

/// SR-47: the next choice of an announcement.
fn announcement(state: &SecureTheRift) -> Prompt {
    let next = state.announcement.as_ref().and_then(|it| Some((it, state.next_choice(it)?)));
    let Some((announcement, next)) = next else { return Prompt::new("over", Text::EMPTY) };
    let card = names::card(state, announcement.item.card);
    match next {
        NextChoice::Mode => Prompt::new("mode", text!["Choose a mode of ", card, "."]),
        NextChoice::X => Prompt::new("x", text!["Choose X for ", card, "."]),
        NextChoice::Target => Prompt::new("target", text!["Choose a target for ", card, "."]),
        NextChoice::Payment => Prompt::new("pay", text!["Choose how to pay for ", card, "."]),
    }
}

/// A choice that the concluding effect asks for.
fn choice(state: &SecureTheRift) -> Prompt {
    let next = state.conclusion.as_ref().and_then(|it| Some((it, it.tasks.last()?)));
    let Some((conclusion, task)) = next else { return Prompt::new("over", Text::EMPTY) };
    let item = names::item_first(state, &conclusion.item);
    let (kind, what) = match *task {
        Task::Discard { seat, chooser, .. } if seat == chooser => {
            ("discard", text!["which card do you discard?"])
        }
        Task::Discard { seat, .. } => ("discard", text!["which card does ", seat, " discard?"]),
        Task::Scrap { .. } => ("scrap", text!["what do you scrap?"]),
        Task::Bury { top: true, .. } => ("bury", text!["which card goes on top of your deck?"]),
        Task::Bury { top: false, .. } => ("bury", text!["which card goes on the bottom of your deck?"]),
        Task::Look { seat, of, depth, .. } => {
            let deck = &state.player(of).deck;
            let at = deck.len().checked_sub(1 + usize::from(depth));
            let card = at.map_or_else(|| text!["the card"], |at| text![names::card(state, deck[at].card)]);
            let whose = if of == seat { text!["your deck"] } else { text![of, "'s deck"] };
            ("look", text!["do you put ", card, " on the bottom of ", whose, "?"])
        }
        Task::Search { .. } => ("search", text!["which card do you take from your deck?"]),
        Task::Pay { energy, .. } => ("pay", text!["do you pay ", energy, " Energy?"]),
        Task::May { .. } => ("may", text!["do you use its optional effect?"]),
        Task::Run { .. } | Task::ScrapPicked | Task::DiscardPicked => {
            return Prompt::new("over", Text::EMPTY);
        }
    };
    Prompt::new(kind, text![item, ": ", what])
}

/// SR-R44: which effect modifies the damage next, and of which source if there are several.
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
    let options = state.open_modifiers();
    let open = state.pending_damage.as_ref().map_or(&[][..], |damage| &damage.open);
    let hit = |hit: &Hit| text![hit.amount, " damage to ", names::thing(state, hit.to)];
    let from = |hit: &Hit| names::numbered(state, hit.source.card, hit.source.number);
    let mut hits: Vec<usize> = options.iter().map(|(at, _)| *at).collect();
    hits.dedup();
    let numbered = options.into_iter().zip(1_usize..);
    if let [at] = hits[..] {
        let list = Text::joined(numbered.map(|((_, it), n)| text![n, ": ", describe(it)]), ", ");
        let damage = open.get(at).map_or(Text::EMPTY, hit);
        return text![damage, ": which effect applies next? ", list, "."];
    }
    let damage = hits.iter().filter_map(|at| open.get(*at)).map(|it| text![hit(it), " from ", from(it)]);
    let list = numbered.filter_map(|((at, it), n)| {
        let source = open.get(at).map(from)?;
        Some(text![n, ": damage from ", source, ", ", describe(it)])
    });
    let (damage, list) = (Text::listed(damage.collect::<Vec<_>>()), Text::joined(list, "; "));
    text![damage, ": which effect applies next? ", list, "."]
}
