//! What a sensible player sees at first sight: what is worth considering, and what looks good.

use atlas_core::{Chance, Game, Seat, Turn};

use crate::action::Action;
use crate::legal;
use crate::pack::language::{Costs, Keywords, Kinds};
use crate::state::{Ask, SecureTheRift};
use crate::things::{Piece, Thing};

/// What a life point, a card in hand and an Energy card are worth, in points of a Soul's attack and defence.
const LIFE: f32 = 0.35;
const CARD: f32 = 1.1;
const ENERGY: f32 = 1.0;
const TECH: f32 = 2.0;
/// What winning is worth.
const WIN: f32 = 60.0;

/// What a search should consider: no Energy made by hand that is made by itself, and attackers, blockers and
/// redrawn cards in one order only.
pub(crate) fn candidates(state: &SecureTheRift, out: &mut Vec<Action>) {
    let start = out.len();
    legal::each(state, &mut |action| {
        if is_worth_a_thought(state, action) {
            out.push(action);
        }
    });
    debug_assert!(out.len() > start || state.ask == Ask::Over, "something can always be done");
}

fn is_worth_a_thought(state: &SecureTheRift, action: Action) -> bool {
    match action {
        Action::Use(number, n, _) => {
            let Some(piece) = state.piece(number) else { return true };
            let nth = SecureTheRift::activated(state.card(piece.card)).nth(usize::from(n) - 1);
            !nth.is_some_and(|(_, cost, energy, _)| {
                energy && *cost == Costs { activate: true, ..Costs::default() }
            })
        }
        Action::Attack(attacker, _) if state.ask == Ask::Attackers => {
            state.fights().last().is_none_or(|fight| fight.attacker < attacker)
        }
        Action::Block(blocker, _) => state.blocks().last().is_none_or(|block| block.blocker < blocker),
        Action::Redraw(card) => match state.ask {
            Ask::Redraw { seat, put } if put > 0 => {
                state.player(seat).deck.first().is_none_or(|it| it.card <= card)
            }
            _ => true,
        },
        _ => true,
    }
}

/// What a hasty player might do.
pub(crate) fn guess(
    state: &SecureTheRift,
    seat: Seat,
    chance: &mut Chance,
    scratch: &mut Vec<Action>,
) -> Action {
    scratch.clear();
    state.candidates(seat, scratch);
    if let [only] = scratch.as_slice() {
        return *only;
    }
    let quiet = state.is_quiet_main(seat);
    let weights: Vec<u32> = scratch.iter().map(|action| urge(state, seat, *action, quiet)).collect();
    let mut left = chance.below(weights.iter().sum());
    for (action, weight) in scratch.iter().zip(&weights) {
        match left.checked_sub(*weight) {
            Some(rest) => left = rest,
            None => return *action,
        }
    }
    scratch[0]
}

/// How much a hasty player is drawn to an action.
fn urge(state: &SecureTheRift, seat: Seat, action: Action, quiet: bool) -> u32 {
    match action {
        Action::Play(card, _) if quiet => 8 + 4 * u32::from(state.card(card).cost),
        Action::Play(..) | Action::Use(..) => 4,
        Action::Attack(attacker, target) => match state.piece(attacker) {
            Some(attacker) => 1 + 2 * boldness(state, seat, attacker, target),
            None => 1,
        },
        Action::Block(blocker, attacker) => match (state.piece(blocker), state.piece(attacker)) {
            (Some(blocker), Some(attacker)) => 1 + 6 * u32::from(is_good_block(blocker, attacker)),
            _ => 1,
        },
        Action::Target(thing) => 1 + 8 * u32::from(side(state, seat, thing) < 0),
        Action::Redraw(card) => 1 + u32::from(state.card(card).cost > 4) * 4,
        Action::Keep => 12,
        Action::Pass if quiet => 4,
        Action::Pass => 16,
        Action::Declare => 6,
        Action::X(n) => 1 + u32::from(n) * 2,
        _ => 2,
    }
}

/// Whose a thing is: 1 of the seat, -1 of another, 0 of nobody.
fn side(state: &SecureTheRift, seat: Seat, thing: Thing) -> i8 {
    let owner = thing.seat().or_else(|| state.piece_of(thing).map(|piece| piece.controller));
    owner.map_or(0, |owner| if owner == seat { 1 } else { -1 })
}

/// How safe an attack looks, from 0 to 4.
fn boldness(state: &SecureTheRift, seat: Seat, attacker: &Piece, target: Thing) -> u32 {
    let defender = target.seat().or_else(|| state.piece_of(target).map(|piece| piece.controller));
    let flies = attacker.now.keywords.has(Keywords::AIRBORNE);
    let blockers = state.front.iter().filter(|piece| {
        Some(piece.controller) == defender
            && piece.controller != seat
            && state.is_soul(piece.card)
            && !piece.vulnerable
            && (!flies || piece.now.keywords.has(Keywords::AIRBORNE))
    });
    let bear = attacker.now.defence - attacker.damage;
    let deadly = blockers.clone().filter(|piece| piece.now.attack >= bear).count();
    let kills =
        state.piece_of(target).is_some_and(|soul| attacker.now.attack >= soul.now.defence - soul.damage);
    match (blockers.count(), deadly) {
        _ if kills => 4,
        (0, _) => 4,
        (_, 0) => 3,
        (n, d) if n > d => 1,
        _ => 0,
    }
}

/// Whether a block does not simply lose the blocker.
fn is_good_block(blocker: &Piece, attacker: &Piece) -> bool {
    let survives = blocker.now.defence - blocker.damage > attacker.now.attack
        || blocker.now.keywords.has(Keywords::SAFEGUARD);
    let kills = blocker.now.attack >= attacker.now.defence - attacker.damage
        || blocker.now.keywords.has(Keywords::TOXIC) && blocker.now.attack > 0;
    survives || kills && soul_worth(attacker) >= soul_worth(blocker) - 1.0
}

/// What each action would bring the seat, at first sight.
pub(crate) fn appraise(state: &SecureTheRift, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
    let before = worth(state, seat);
    let quiet = state.is_quiet_main(seat);
    out.extend(actions.iter().map(|action| match action {
        Action::Attack(attacker, target) => match state.piece(*attacker) {
            Some(attacker) => attack_worth(state, seat, attacker, *target),
            None => 0.0,
        },
        Action::Block(blocker, attacker) => match (state.piece(*blocker), state.piece(*attacker)) {
            (Some(blocker), Some(attacker)) => block_worth(state, seat, blocker, attacker),
            _ => 0.0,
        },
        Action::Play(..) | Action::Use(..) => {
            // In the own Main step what can be played should be; a reaction must be worth its card.
            tried(state, seat, *action) - before + if quiet { 0.4 } else { -0.6 }
        }
        Action::Redraw(card) => {
            if state.card(*card).cost >= 5 {
                0.5
            } else {
                -0.5
            }
        }
        Action::Pass | Action::Declare | Action::Keep | Action::Enough => 0.0,
        action => tried(state, seat, *action) - before,
    }));
}

/// What the position is worth once everything that an action puts into the Sequence has concluded, if nobody
/// reacts and choices are made hastily.
fn tried(state: &SecureTheRift, seat: Seat, action: Action) -> f32 {
    let mut after = state.clone();
    let mut chance = Chance::quick(1);
    after.play(seat, action, &mut Turn::quiet(&mut chance));
    let mut scratch = Vec::new();
    for _ in 0..12 {
        let Some(asked) = after.asked() else { break };
        if after.ask == Ask::Priority && after.sequence.is_empty() {
            break;
        }
        let answer = if after.ask == Ask::Priority {
            Action::Pass
        } else {
            guess(&after, asked, &mut chance, &mut scratch)
        };
        after.play(asked, answer, &mut Turn::quiet(&mut chance));
    }
    worth(&after, seat)
}

fn attack_worth(state: &SecureTheRift, seat: Seat, attacker: &Piece, target: Thing) -> f32 {
    let damage = f32::from(attacker.now.attack.max(0));
    let prize = match (target.seat(), state.piece_of(target)) {
        (Some(opponent), _) => {
            let life = f32::from(state.player(opponent).life);
            if damage >= life { WIN } else { damage * LIFE * (1.0 + 8.0 / life.max(1.0)) }
        }
        (_, Some(soul)) if attacker.now.attack >= soul.now.defence - soul.damage => soul_worth(soul),
        _ => 0.2,
    };
    let risk = [1.0, 0.7, 0.35, 0.1, 0.05][4 - boldness(state, seat, attacker, target) as usize];
    // Whoever attacks cannot block in the opponent's turn.
    let exposed = 0.12 * soul_worth(attacker);
    prize * (1.0 - risk * 0.6) - risk * soul_worth(attacker) * 0.6 - exposed
}

fn block_worth(state: &SecureTheRift, seat: Seat, blocker: &Piece, attacker: &Piece) -> f32 {
    let dies = blocker.now.defence - blocker.damage <= attacker.now.attack
        && !blocker.now.keywords.has(Keywords::SAFEGUARD);
    let kills = blocker.now.attack >= attacker.now.defence - attacker.damage
        || blocker.now.keywords.has(Keywords::TOXIC) && blocker.now.attack > 0;
    let damage = f32::from(attacker.now.attack.max(0));
    let life = f32::from(state.player(seat).life);
    let saved = if damage >= life { WIN } else { damage * LIFE * (1.0 + 10.0 / life.max(1.0)) };
    saved + if kills { soul_worth(attacker) } else { 0.0 } - if dies { soul_worth(blocker) } else { 0.0 }
}

fn soul_worth(piece: &Piece) -> f32 {
    let keywords = f32::from(piece.now.keywords.0.count_ones() as u8);
    0.6 * f32::from(piece.now.attack.max(0)) + 0.45 * f32::from(piece.now.defence.max(0)) + 0.5 * keywords
}

/// What the position is worth to the seat, against the strongest of the others.
fn worth(state: &SecureTheRift, seat: Seat) -> f32 {
    if state.ask == Ask::Over {
        let own = state.outcome().map_or(0.0, |outcome| outcome.share(seat) as f32);
        return WIN * (2.0 * own - 1.0);
    }
    let rivals = state.opponents(seat).map(|rival| holdings(state, rival));
    holdings(state, seat) - rivals.fold(f32::NEG_INFINITY, f32::max).max(-WIN)
}

fn holdings(state: &SecureTheRift, seat: Seat) -> f32 {
    let player = state.player(seat);
    let life = f32::from(player.life);
    let mut sum = life * LIFE + player.hand.len() as f32 * CARD;
    // The last life points matter most.
    sum -= (10.0 - life).max(0.0) * 0.4;
    for piece in state.front.iter().filter(|piece| piece.controller == seat) {
        sum += match state.card(piece.card).kind {
            Kinds::SOUL => soul_worth(piece) - if piece.vulnerable { 0.3 } else { 0.0 },
            Kinds::ENERGY => ENERGY,
            _ => TECH,
        };
    }
    sum
}
