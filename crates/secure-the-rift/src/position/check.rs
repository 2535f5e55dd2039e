//! Checks that a position can occur, so that whatever is loaded can be played to its end.
//!
//! Many checks let the rules continue from the position: they must arrive at the same question.

use atlas_core::{Chance, Code, Refusal, Text, Turn};

use crate::action::Action;
use crate::announce::{Announcement, AnnouncementKind, NextChoice};
use crate::conclude::{Conclusion, Task};
use crate::pack::language::{Ability, EffectId, Instruction, Kinds, SelectorId, TargetPool, Zone};
use crate::state::{
    Decision, MAX_INSTRUCTIONS, MAX_LIFE, MAX_USES, MAX_VALUE, NUMBERS_IN_RESERVE, START_HAND, SecureTheRift,
    TurnStep,
};
use crate::things::{Change, Item, ItemKind, LastingEffect, Number, Stage, Thing};

type Checked = Result<(), Refusal>;

/// Refuses a position in which something does not hold.
fn must(holds: bool, rule: &'static str, message: impl Into<Text>) -> Checked {
    if holds { Ok(()) } else { Err(Refusal::by(rule, Code::Position, message)) }
}

/// Checks the values that other checks and the computation of characteristics rely on.
pub(super) fn check_values(state: &SecureTheRift) -> Checked {
    let values = -MAX_VALUE..=MAX_VALUE;
    for player in &state.players {
        must((-MAX_VALUE..=MAX_LIFE).contains(&player.life), "SR-09", "A player's life is out of range.")?;
        must(player.last_turn_began <= state.turn, "SR-84", "A player's last turn has not begun yet.")?;
        must(player.lost || player.loss.is_none(), "SR-129", "A player who is left has not lost.")?;
    }
    for piece in &state.front {
        let soul = state.is_soul(piece.card);
        must(soul || piece.damage == 0 && !piece.poisoned, "SR-98", "Only Souls can have damage.")?;
        must((0..=MAX_VALUE).contains(&piece.damage), "SR-98", "The damage on a Soul is out of range.")?;
        must((0..=MAX_VALUE).contains(&piece.upgrades), "SR-H06", "A number of counters is out of range.")?;
        must(piece.controlled_since <= state.turn, "SR-84", "A card is controlled since a later turn.")?;
        let gone = state.player(piece.owner).lost || state.player(piece.controller).lost;
        must(!gone, "SR-R50", "A player who has lost has no cards in play.")?;
    }
    for piece in &state.left_this_turn {
        let current = piece.current;
        let fits = values.contains(&current.attack) && values.contains(&current.defence);
        must(fits, "SR-R53", "The strength of a card that has left is out of range.")?;
    }
    for lasting in &state.lasting {
        let fits = match lasting.what {
            Change::Stats { attack, defence, .. } => values.contains(&attack) && values.contains(&defence),
            Change::Shield { left, .. }
            | Change::ShieldMatching { left, .. }
            | Change::Redirect { left, .. } => left.is_none_or(|left| (0..=MAX_VALUE).contains(&left)),
            Change::Gain { .. } | Change::Lose { .. } | Change::Control { .. } => true,
        };
        must(fits, "SR-R53", "The amount of an effect is out of range.")?;
    }
    let times = state.lasting.iter().map(|it| it.time);
    must(times.is_sorted(), "SR-R27", "Lasting effects are in the order of their timestamps.")?;
    let uses = |it: &(Number, u8, u8)| (1..=MAX_USES).contains(&it.2);
    must(state.ability_uses.iter().all(uses), "SR-R53", "An ability was used too often.")?;
    let room = NUMBERS_IN_RESERVE / 2;
    must(state.last_number < Thing::NUMBERS - room, "SR-R53", "The game would have ended before this.")
}

/// Checks everything else. The characteristics of the cards in play have been computed.
pub(super) fn check(state: &SecureTheRift) -> Checked {
    check_numbers(state)?;
    check_items(state)?;
    check_time(state)?;
    check_attack(state)?;
    check_conclusion(state)?;
    let over = state.decision == Decision::Over;
    let announcing = state.decision == Decision::Announcement;
    must(
        state.announcement.is_some() == announcing,
        "SR-47",
        "Nothing is announced, or something is missing.",
    )?;
    let damage = matches!(state.decision, Decision::DamageOrder { .. });
    must(
        state.pending_damage.is_some() == damage,
        "SR-R44",
        "No damage is about to be dealt, or it is missing.",
    )?;
    let concludes = matches!(state.decision, Decision::Choice { .. } | Decision::DamageOrder { .. });
    must(
        state.conclusion.is_none() || concludes,
        "SR-60",
        "Something concludes while another question is open.",
    )?;
    if over {
        return Ok(());
    }
    check_question(state)
}

/// Whether all players are still in the game. If not, parts of the position may refer to what has left.
fn is_complete(state: &SecureTheRift) -> bool {
    state.players.iter().all(|player| !player.lost)
}

/// SR-R32: no number is used before it is given, and cards that have left are nowhere else.
fn check_numbers(state: &SecureTheRift) -> Checked {
    let mut all: Vec<Number> = Vec::new();
    let thing = |thing: Thing| thing.number();
    let things = |item: &Item| {
        let own = [thing(item.event), Some(item.source)].into_iter().flatten();
        let chosen = item.targets.iter().filter_map(|(_, it)| it.number());
        own.chain(chosen).chain(item.names.iter().filter_map(|it| it.number())).collect::<Vec<_>>()
    };
    let delayed = state.delayed.iter().map(|it| &it.item);
    let concluding = state.conclusion.iter().map(|it| &it.item);
    let announced = state.announcement.iter().map(|it| &it.item);
    let items = state.sequence.iter().chain(&state.pending_triggers).chain(delayed).chain(concluding);
    items.chain(announced).for_each(|item| all.extend(things(item)));
    all.extend(state.lasting.iter().flat_map(numbers_of));
    all.extend(state.spent_safeguards.iter().flat_map(|(on, from)| [*on, *from]));
    all.extend(state.ability_uses.iter().map(|it| it.0));
    all.extend(state.returning.iter().flat_map(|it| [it.number, it.until]));
    all.extend(state.moved_to_pile.iter().flat_map(|(old, new)| [*old, *new]));
    all.extend(state.left_this_turn.iter().map(|it| it.number));
    for hit in state.pending_damage.iter().flat_map(|it| it.open.iter().chain(&it.done)) {
        all.extend(thing(hit.to).into_iter().chain([hit.source.number]));
        all.extend(hit.applied.iter().map(|(number, _)| *number));
    }
    let given = all.iter().all(|number| *number <= state.last_number);
    must(given, "SR-R32", "A number is higher than last_number.")?;
    let in_zone = |number: Number| {
        let in_pile =
            |it: &crate::things::Player| it.scrap.iter().chain(&it.void).any(|it| it.number == number);
        state.piece(number).is_some()
            || state.sequence.iter().any(|item| item.number == number)
            || state.players.iter().any(in_pile)
    };
    let gone = state.left_this_turn.iter().all(|piece| !in_zone(piece.number));
    must(gone, "SR-R32", "A card that has left its zone is still there.")
}

fn numbers_of(lasting: &LastingEffect) -> Vec<Number> {
    let on = match lasting.what {
        Change::Stats { on, .. }
        | Change::Gain { on, .. }
        | Change::Lose { on, .. }
        | Change::Control { on, .. } => {
            vec![on]
        }
        Change::Shield { on, .. } => on.number().into_iter().collect(),
        Change::Redirect { on, onto, .. } => on.number().into_iter().chain(onto.number()).collect(),
        Change::ShieldMatching { .. } => Vec::new(),
    };
    on.into_iter().chain([lasting.source, lasting.time]).collect()
}

/// SR-52, SR-64, SR-68: what waits in the Sequence, has triggered or is delayed.
fn check_items(state: &SecureTheRift) -> Checked {
    let is_trigger = |item: &Item| match item.kind {
        ItemKind::Delayed { .. } => true,
        ItemKind::Ability { .. } => state.is_triggered(item),
        ItemKind::Card { .. } => false,
    };
    for item in state.sequence.iter().chain(state.conclusion.iter().map(|it| &it.item)) {
        must(item.number > 0, "SR-52", "An item in the Sequence has no number.")?;
        check_item(state, item)?;
        let complete = state.conclusion.as_ref().is_none_or(|it| it.item.number != item.number);
        check_targets(state, item, complete)?;
    }
    for item in &state.pending_triggers {
        check_item(state, item)?;
        let ability = matches!(item.kind, ItemKind::Ability { .. });
        let fits = is_trigger(item) && (!ability || item.number == 0);
        let chosen = ability && !item.targets.is_empty();
        must(
            fits && !chosen,
            "SR-64",
            "An item that is no triggered ability waits to be put into the Sequence.",
        )?;
    }
    for delayed in &state.delayed {
        check_item(state, &delayed.item)?;
        let fits = matches!(delayed.item.kind, ItemKind::Delayed { .. });
        must(fits, "SR-64", "Only effects can be delayed.")?;
    }
    Ok(())
}

fn check_item(state: &SecureTheRift, item: &Item) -> Checked {
    let card = state.card(item.card);
    must(!state.player(item.controller).lost, "SR-R50", "A player who has lost controls nothing.")?;
    let fits = match item.kind {
        ItemKind::Card { owner, .. } => {
            !card.token
                && card.kind != Kinds::ENERGY
                && owner == item.controller
                && (item.number == 0 || item.source == item.number)
                && !item.event_left
        }
        ItemKind::Ability { place } => match card.abilities.get(place as usize) {
            Some(Ability::Triggered { .. }) => true,
            Some(Ability::Activated { energy, .. }) => !energy || state.announcement.is_some(),
            _ => false,
        },
        ItemKind::Delayed { .. } => true,
    };
    must(fits, "SR-52", text_of("This cannot be in the Sequence: ", &card.name))?;
    let x = item.x == 0 || card.x;
    must(x, "SR-R42", text_of("There is no X in the cost of ", &card.name))?;
    let is_open = |thing: &Thing| thing.in_hand().is_none();
    let named = item.names.iter().chain([&item.event]).all(is_open);
    must(
        named && item.targets.iter().all(|(_, it)| is_open(&it)),
        "SR-68",
        "A card in a hand cannot be chosen.",
    )
}

fn text_of(words: &str, name: &str) -> String {
    format!("{words}{name}.")
}

/// SR-68, SR-R40, SR-R41: the targets of an item fit its uses of the word "target".
fn check_targets(state: &SecureTheRift, item: &Item, complete: bool) -> Checked {
    let Some(script) = state.script(item) else {
        let delayed = matches!(item.kind, ItemKind::Delayed { .. });
        return must(
            delayed || item.targets.is_empty(),
            "SR-68",
            "Targets were chosen for something without targets.",
        );
    };
    for (slot, thing) in item.targets.iter() {
        let target = script.targets.get(slot as usize);
        let fits = target.is_some_and(|target| {
            let player = match target.from {
                TargetPool::AnyTarget => return thing.seat().is_some() || thing.number().is_some(),
                TargetPool::Player(_) => true,
                TargetPool::Things(selector) => state.library.get().selector(selector).zone == Zone::Player,
            };
            if player { thing.seat().is_some() } else { thing.number().is_some() }
        });
        let twice = item.targets.of(slot).filter(|it| *it == thing).count() > 1;
        must(fits && !twice, "SR-68", "A target does not fit its card or ability.")?;
    }
    let slots: Vec<u8> = item.targets.iter().map(|(slot, _)| slot).collect();
    must(slots.is_sorted(), "SR-68", "The targets are not in their order.")?;
    let enough = script.targets.iter().zip(0..).all(|(target, slot)| {
        let chosen = item.targets.of(slot).count();
        chosen <= target.n.into() && (target.upto || !complete || chosen == usize::from(target.n))
    });
    must(enough, "SR-69", "There are too many or too few targets.")
}

/// SR-32, SR-54: the step, the turn and the passes fit the question.
fn check_time(state: &SecureTheRift) -> Checked {
    let redraw = state.step == TurnStep::Redraw;
    must(redraw == (state.turn == 0), "SR-13", "Cards are redrawn before the first turn.")?;
    if redraw {
        let empty = state.front.is_empty()
            && state.sequence.is_empty()
            && state.lasting.is_empty()
            && state.delayed.is_empty()
            && state.pending_triggers.is_empty()
            && state.left_this_turn.is_empty();
        must(empty, "SR-13", "Nothing happens before the first turn.")?;
    }
    if state.decision == Decision::Over {
        return Ok(());
    }
    let passes = usize::from(state.passes) < state.players.len();
    must(passes, "SR-54", "If all players pass, something happens.")?;
    must(redraw || !state.player(state.active).lost, "SR-R50", "The turn of a player who has lost is over.")?;
    let attack = state.attack.is_none() || state.step == TurnStep::Main;
    must(attack, "SR-74", "Souls attack only in the Main step.")
}

/// SR-75 to SR-97: the attack and its stage.
fn check_attack(state: &SecureTheRift) -> Checked {
    let Some(attack) = &state.attack else { return Ok(()) };
    let (fights, blocks) = (&attack.fights, &attack.blocks);
    let soul = |number: Number| state.piece(number).filter(|piece| state.is_soul(piece.card));
    for (fight, at) in fights.iter().zip(0..) {
        let again = fights[..at].iter().any(|it| it.attacker == fight.attacker);
        let attacks = soul(fight.attacker).is_some_and(|piece| piece.controller == state.active);
        must(attacks && !again, "SR-76", "A card cannot be an attacker.")?;
        let defends = fight.defender != state.active && !state.player(fight.defender).lost;
        let target = fight.target.seat().is_none_or(|seat| seat == fight.defender);
        let there = fight.target.seat().is_some() || fight.target.number().is_some();
        must(defends && target && there, "SR-75", "An attacker attacks an opponent or one of their Souls.")?;
        let blocked = !fight.blocked || attack.stage >= Stage::Blocks;
        must(blocked, "SR-79", "An attacker is blocked too early.")?;
    }
    must(blocks.is_empty() || attack.stage >= Stage::Blocks, "SR-79", "A Soul blocks too early.")?;
    for (block, at) in blocks.iter().zip(0..) {
        let again = blocks[..at].iter().any(|it| it.blocker == block.blocker);
        let fight = fights.iter().find(|fight| fight.attacker == block.attacker);
        let defends =
            fight.zip(soul(block.blocker)).is_some_and(|(fight, it)| it.controller == fight.defender);
        must(defends && !again, "SR-79", "A card cannot be a blocker.")?;
        let given = match attack.stage {
            Stage::Damage => (-1..=MAX_VALUE).contains(&block.given),
            Stage::After => (0..=MAX_VALUE).contains(&block.given),
            _ => block.given == 0,
        };
        must(given, "SR-94", "The damage for a blocker is out of range.")?;
        let placed = block.placed || attack.stage <= Stage::Blocks;
        must(placed, "SR-81", "The order of the blockers is not fixed yet.")?;
    }
    let stage = match state.decision {
        Decision::Attackers => attack.stage == Stage::Declare,
        Decision::Blocks { .. } | Decision::Order { .. } => attack.stage == Stage::Blocks,
        Decision::Divide { .. } => attack.stage == Stage::Damage,
        Decision::Over => true,
        _ => matches!(attack.stage, Stage::React | Stage::ReactToBlocks | Stage::After),
    };
    must(stage, "SR-74", "The question does not fit the stage of the attack.")?;
    let quiet = matches!(
        state.decision,
        Decision::Attackers | Decision::Blocks { .. } | Decision::Order { .. } | Decision::Divide { .. }
    );
    must(
        !quiet || state.sequence.is_empty(),
        "SR-56",
        "The Sequence is empty when a stage of an attack ends.",
    )
}

/// SR-57 to SR-60: the remaining work of an item is part of its effect.
fn check_conclusion(state: &SecureTheRift) -> Checked {
    let Some(conclusion) = &state.conclusion else { return Ok(()) };
    let Conclusion { item, tasks, executed, picked, discards } = conclusion;
    must(*executed <= MAX_INSTRUCTIONS, "SR-R53", "The game would have ended before this.")?;
    let root = match item.kind {
        ItemKind::Delayed { effect } => Some(effect),
        _ => state.script(item).map(|script| script.effect),
    };
    let (mut effects, mut selectors) = (Vec::new(), Vec::new());
    root.into_iter().for_each(|effect| reach(state, effect, &mut effects, &mut selectors));
    let library = state.library.get();
    for task in tasks {
        let part = match *task {
            Task::Run { effect, at, .. } => {
                effects.contains(&effect) && usize::from(at) <= library.effect(effect).len()
            }
            Task::Pay { otherwise: effect, .. } | Task::May { effect, .. } => effects.contains(&effect),
            Task::Scrap { from, left, .. } => selectors.contains(&from) && left > 0,
            Task::Search { want, left, .. } => selectors.contains(&want) && left > 0,
            Task::Discard { seat, chooser, left } => {
                left > 0 && (chooser == seat || chooser == item.controller) && !state.player(seat).lost
            }
            Task::Bury { left, .. } => left > 0,
            Task::Look { seat, of, left, .. } => {
                left > 0 && seat == item.controller && !state.player(of).lost
            }
            Task::ScrapPicked | Task::DiscardPicked => true,
        };
        let asks = task.asks().is_none_or(|seat| !state.player(seat).lost);
        must(part && asks, "SR-58", "The remaining work does not belong to the effect that concludes.")?;
    }
    let mut chosen: Vec<_> = discards.clone();
    chosen.sort_unstable();
    let held = chosen.iter().all(|(seat, card)| {
        // The cards of a player who has left are gone.
        if state.player(*seat).lost {
            return true;
        }
        let times = chosen.iter().filter(|it| **it == (*seat, *card)).count();
        state.player(*seat).hand.iter().filter(|held| held.card == *card).count() >= times
    });
    let discarded = discards.is_empty() || tasks.contains(&Task::DiscardPicked);
    must(held && discarded, "SR-R35", "Only cards in a hand can be discarded.")?;
    let there = picked.iter().all(|number| state.piece(*number).is_some() || !is_complete(state));
    let scrapped = picked.is_empty() || tasks.contains(&Task::ScrapPicked);
    must(there && scrapped, "SR-101", "Only cards in play can be scrapped.")
}

/// Collects the effects that an effect contains, itself first, and the selectors that players choose by.
fn reach(
    state: &SecureTheRift,
    effect: EffectId,
    effects: &mut Vec<EffectId>,
    selectors: &mut Vec<SelectorId>,
) {
    effects.push(effect);
    for instruction in state.library.get().effect(effect) {
        match instruction {
            Instruction::If { then, otherwise, .. } => {
                reach(state, *then, effects, selectors);
                otherwise.iter().for_each(|effect| reach(state, *effect, effects, selectors));
            }
            Instruction::ForEach { effect, .. }
            | Instruction::Repeat { effect, .. }
            | Instruction::May { effect }
            | Instruction::PayOr { otherwise: effect, .. } => reach(state, *effect, effects, selectors),
            Instruction::ScrapPick { from, .. } => selectors.push(*from),
            Instruction::Search { want, .. } => selectors.push(*want),
            _ => {}
        }
    }
}

/// Lets the rules continue from a state, and checks that they arrive at the same state.
fn returns(
    state: &SecureTheRift,
    go_on: impl FnOnce(&mut SecureTheRift, &mut Turn<'_, crate::event::Event>) -> bool,
) -> bool {
    let (mut again, mut chance) = (state.clone(), Chance::quick(0));
    go_on(&mut again, &mut Turn::quiet(&mut chance)) && again == *state
}

/// SR-62, SR-110: whether the checks find nothing to do.
fn is_settled(state: &SecureTheRift) -> bool {
    returns(state, |again, turn| !again.check(turn)) && !state.exceeds_limits()
}

/// SR-54: the rules would ask this question in this position.
fn check_question(state: &SecureTheRift) -> Checked {
    let settled = "A Soul with too much damage, or a player without life, would not be there any more.";
    let concluding = state.conclusion.is_some();
    // After a player has left, some questions stay open although cards are missing.
    let strict = is_complete(state) && !concluding;
    let redraw = matches!(state.decision, Decision::Redraw { .. });
    must(redraw || !strict || is_settled(state), "SR-110", settled)?;
    let fits = match state.decision {
        Decision::Over => true,
        Decision::Redraw { seat, put } => {
            let redrawn = state.player(seat).hand.len() + usize::from(put) == START_HAND;
            redrawn && usize::from(put) < START_HAND
        }
        Decision::Priority => {
            must(is_settled(state), "SR-110", settled)?;
            state.pending_triggers.is_empty()
        }
        Decision::Triggers { .. } => {
            must(is_settled(state), "SR-110", settled)?;
            returns(state, |again, turn| {
                again.place_triggers(turn);
                true
            })
        }
        Decision::Announcement => {
            return state.announcement.as_ref().map_or(Ok(()), |it| check_announcement(state, it));
        }
        Decision::Attackers => state.pending_triggers.is_empty() && are_attackers(state),
        Decision::Blocks { seat } => {
            seat != state.active && (!strict || state.can_block(seat)) && are_blockers(state, strict)
        }
        Decision::Order { .. } => returns(state, |again, turn| {
            again.order_blocks(turn);
            true
        }),
        Decision::Divide { .. } => returns(state, |again, turn| {
            again.divide(turn);
            true
        }),
        Decision::Choice { seat } => is_choice(state, seat),
        Decision::DamageOrder { .. } => {
            let battle = state.attack.as_ref().is_some_and(|attack| attack.stage == Stage::After);
            is_damage(state) && (concluding || battle) && returns(state, |again, _| !again.apply_modifiers())
        }
    };
    must(fits, "SR-54", "The open question does not fit the rest of the position.")
}

/// SR-60: the concluding effect asks for this choice.
fn is_choice(state: &SecureTheRift, seat: atlas_core::Seat) -> bool {
    if !state.can_answer(seat) {
        return false;
    }
    // A question that was asked before a player left stays open.
    !is_complete(state)
        || returns(state, |again, turn| {
            let task = again.conclusion.as_mut().and_then(|it| it.tasks.pop());
            task.is_some_and(|task| again.ask_or_resolve(task, turn))
        })
}

/// SR-105: damage to Bases and Souls that are there.
fn is_damage(state: &SecureTheRift) -> bool {
    let Some(damage) = &state.pending_damage else { return false };
    let mut hits = damage.open.iter().chain(&damage.done);
    !damage.open.is_empty()
        && hits.all(|hit| {
            hit.amount >= 0
                && state.is_there(hit.to)
                && state.can_be_damaged(hit.to)
                && !state.player(hit.source.controller).lost
        })
}

/// SR-75, SR-76: whether the declared attackers can attack what they attack.
fn are_attackers(state: &SecureTheRift) -> bool {
    let Some(attack) = &state.attack else { return false };
    let mut before = SecureTheRift { attack: None, ..state.clone() };
    before.recompute();
    let may = |fight: &crate::things::Fight| {
        let Some(attacker) = before.piece(fight.attacker) else { return false };
        let mut target = false;
        before.each_attack_target(attacker, &mut |it| target |= it == fight.target);
        let owner = before.piece_of(fight.target).map(|piece| piece.controller);
        let defender = fight.target.seat().or(owner);
        before.may_attack(attacker) && target && defender == Some(fight.defender)
    };
    // A target may have left with its player.
    !attack.fights.is_empty() && (!is_complete(state) || attack.fights.iter().all(may))
}

/// SR-79: whether the Souls that have been chosen so far can block.
fn are_blockers(state: &SecureTheRift, strict: bool) -> bool {
    let Some(attack) = &state.attack else { return false };
    let may = |at: usize| {
        let mut before = state.clone();
        let Some(block) = before.attack.as_mut().map(|it| it.blocks.remove(at)) else { return false };
        let fight = attack.fights.iter().find(|fight| fight.attacker == block.attacker);
        let blocker = before.piece(block.blocker);
        fight.zip(blocker).is_some_and(|(fight, blocker)| before.may_block(blocker, fight))
    };
    let open = attack.blocks.iter().all(|block| !block.placed);
    open && (!strict || (0..attack.blocks.len()).all(may))
}

/// SR-47: the choices that were made for an announcement were possible, and another one is open.
fn check_announcement(state: &SecureTheRift, announcement: &Announcement) -> Checked {
    let wrong = "The announcement does not fit the rest of the position.";
    let Announcement { item, kind, .. } = announcement;
    check_item(state, item)?;
    let strict = is_complete(state);
    let first = match (kind, item.kind) {
        (AnnouncementKind::Card, ItemKind::Card { owner, .. }) => {
            let card = state.card(item.card);
            let held = state.player(owner).holds(item.card) && item.number == 0 && item.source == 0;
            must(held && state.is_time_for(owner, card), "SR-47", wrong)?;
            SecureTheRift::announcing_card(owner, item.card)
        }
        (AnnouncementKind::Ability, ItemKind::Ability { place }) => {
            let source = state.piece(item.source).filter(|it| it.card == item.card);
            let source = source.filter(|it| it.controller == item.controller);
            let cost = SecureTheRift::activated(state.card(item.card)).find(|it| it.0 == place);
            let usable =
                source.zip(cost).filter(|(piece, (_, cost, ..))| state.is_usable(piece, place, cost));
            let Some((piece, _)) = usable else { return must(false, "SR-47", wrong) };
            SecureTheRift::announcing_ability(piece, place)
        }
        (AnnouncementKind::Trigger, ItemKind::Ability { .. }) if state.is_triggered(item) => {
            Announcement::new(Item { targets: crate::things::Picks::default(), ..*item }, *kind)
        }
        _ => return must(false, "SR-47", wrong),
    };
    if *kind != AnnouncementKind::Trigger {
        let quiet = state.priority == item.controller && state.pending_triggers.is_empty();
        must(quiet && state.can_announce(&first), "SR-47", wrong)?;
    }
    let Some(again) = chosen_again(state, announcement, first, strict) else {
        return must(false, "SR-47", wrong);
    };
    let mut options = 0;
    if let Some(choice) = state.next_choice(announcement) {
        state.each_choice(announcement, choice, &mut |_| options += 1);
    }
    must(again == *announcement && options > 0, "SR-47", wrong)
}

/// Makes the choices of an announcement again, and returns what they come to if they are possible.
fn chosen_again(
    state: &SecureTheRift,
    goal: &Announcement,
    mut now: Announcement,
    strict: bool,
) -> Option<Announcement> {
    while let Some(choice) = state.next_choice(&now) {
        let action = match choice {
            NextChoice::Mode if goal.has_mode => match goal.item.kind {
                ItemKind::Card { mode, .. } => Action::Mode(mode + 1),
                _ => return None,
            },
            NextChoice::X if goal.has_x => Action::X(goal.item.x),
            NextChoice::Target if state.is_slot_full(&now) => {
                now.slot += 1;
                continue;
            }
            NextChoice::Target => match goal.item.targets.iter().nth(now.item.targets.len()) {
                Some((slot, thing)) if slot == now.slot => Action::Target(thing),
                _ if goal.slot > now.slot => Action::Enough,
                _ => break,
            },
            NextChoice::Payment => match goal.paid.iter().nth(now.paid.len()) {
                Some((_, thing)) => Action::Pay(thing),
                None => break,
            },
            NextChoice::Mode | NextChoice::X => break,
        };
        let mut possible = !strict;
        state.each_choice(&now, choice, &mut |it| possible |= it == action);
        if !possible {
            return None;
        }
        now.choose(action);
    }
    Some(now)
}
