//! What a sensible player sees at first sight: what is worth considering, what looks good, and who is ahead.
//!
//! Everything is measured in points of a Soul's attack and defence.

use atlas_core::{Chance, Game, Seat, Turn};

use crate::action::Action;
use crate::legal;
use crate::pack::language::{Costs, Keywords, Kinds};
use crate::state::{Ask, SecureTheRift, Step};
use crate::things::{Fight, Piece, Stage, Thing};

/// What a card in hand is worth.
const CARD: f32 = 1.4;
/// What an Energy card in play is worth.
const ENERGY: f32 = 1.0;
/// What a Tech in play is worth.
const TECH: f32 = 2.2;
/// What a life point is worth, and how much more when there are few.
const LIFE: f32 = 0.5;
const LAST_LIFE: f32 = 0.5;
const FEW_LIFE: i16 = 12;
/// What winning is worth.
const WIN: f32 = 60.0;
/// What a card must bring besides its own worth before it is spent out of turn.
const PATIENCE: f32 = 0.6;
/// How much of a Soul is at risk in the opponent's turn when it has attacked.
const EXPOSED: f32 = 0.2;
/// The lead that makes a win e times as likely as a loss.
const LEAD: f32 = 8.0;
/// With so few cards left in the deck the end is near.
const FEW_CARDS: usize = 5;

/// What a search should consider: nothing out of turn but answers to what somebody else does, no Energy made by
/// hand that is made by itself, and attackers, blockers and redrawn cards in one order only.
pub(crate) fn candidates(state: &SecureTheRift, out: &mut Vec<Action>) {
    if state.ask == Ask::Priority && !is_moment(state, state.priority) {
        out.push(Action::Pass);
        return;
    }
    legal::each(state, &mut |action| {
        if is_worth_a_thought(state, action) {
            out.push(action);
        }
    });
}

/// Whether somebody with priority should think of anything but passing: in their own Main step, when somebody else
/// has put something into the Sequence, in an attack, and at the end of another's turn.
fn is_moment(state: &SecureTheRift, seat: Seat) -> bool {
    match (state.sequence.last(), &state.attack) {
        (Some(item), _) => item.controller != seat,
        (None, Some(attack)) => matches!(attack.stage, Stage::React | Stage::ReactToBlocks),
        (None, None) => match state.step {
            Step::Main => state.active == seat,
            Step::End => state.active != seat,
            _ => false,
        },
    }
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
    let quiet = state.is_quiet_main(seat);
    // Out of turn a hasty player seldom thinks at all.
    if state.ask == Ask::Priority && !quiet && (!is_moment(state, seat) || chance.below(5) > 0) {
        return Action::Pass;
    }
    scratch.clear();
    state.candidates(seat, scratch);
    let (mut chosen, mut total) = (scratch[0], 0);
    if scratch.len() == 1 {
        return chosen;
    }
    for action in scratch.iter() {
        let urge = urge(state, seat, *action, quiet);
        total += urge;
        if chance.below(total) < urge {
            chosen = *action;
        }
    }
    chosen
}

/// How much a hasty player is drawn to an action.
fn urge(state: &SecureTheRift, seat: Seat, action: Action, quiet: bool) -> u32 {
    match action {
        Action::Play(card, _) if quiet => 8 + 4 * u32::from(state.card(card).cost),
        Action::Play(..) | Action::Use(..) => 4,
        Action::Attack(attacker, target) => {
            let worth = state.piece(attacker).map_or(0.0, |it| attack_worth(state, seat, it, target));
            1 + (worth * 8.0).clamp(0.0, 60.0) as u32
        }
        Action::Block(blocker, attacker) => {
            let worth = match (state.piece(blocker), fight_of(state, attacker)) {
                (Some(blocker), Some(fight)) => block_worth(state, seat, blocker, fight),
                _ => 0.0,
            };
            1 + (worth * 8.0).clamp(0.0, 60.0) as u32
        }
        Action::Target(thing) => 1 + 8 * u32::from(side(state, seat, thing) < 0),
        Action::Redraw(card) => 1 + u32::from(state.card(card).cost > 4) * 4,
        Action::Keep => 14,
        Action::Pass if !quiet => 12,
        Action::Declare => 3,
        Action::X(n) => 1 + u32::from(n) * 2,
        _ => 2,
    }
}

/// Whose a thing is: 1 of the seat, -1 of another, 0 of nobody.
fn side(state: &SecureTheRift, seat: Seat, thing: Thing) -> i8 {
    let owner = thing.seat().or_else(|| state.piece_of(thing).map(|piece| piece.controller));
    owner.map_or(0, |owner| if owner == seat { 1 } else { -1 })
}

/// What each action would bring the seat, at first sight.
pub(crate) fn appraise(state: &SecureTheRift, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
    // Everything is held against what comes if nothing is done.
    let idle = match state.ask {
        Ask::Priority if !state.is_quiet_main(seat) => tried(state, seat, Action::Pass),
        _ => worth(state, seat),
    };
    let quiet = state.is_quiet_main(seat);
    out.extend(actions.iter().map(|action| match action {
        Action::Attack(attacker, target) => {
            state.piece(*attacker).map_or(0.0, |it| attack_worth(state, seat, it, *target))
        }
        Action::Block(blocker, attacker) => match (state.piece(*blocker), fight_of(state, *attacker)) {
            (Some(blocker), Some(fight)) => block_worth(state, seat, blocker, fight),
            _ => 0.0,
        },
        Action::Play(..) | Action::Use(..) => {
            // In the own Main step what can be played should be; a reaction must be worth its card.
            tried(state, seat, *action) - idle + if quiet { 0.4 } else { -PATIENCE }
        }
        Action::Redraw(card) if state.card(*card).cost >= 5 => 0.5,
        Action::Redraw(_) => -0.5,
        Action::Pass | Action::Declare | Action::Keep | Action::Enough => 0.0,
        action => tried(state, seat, *action) - idle,
    }));
}

/// What the position is worth once everything that is under way has concluded, if nobody reacts and choices are
/// made hastily.
fn tried(state: &SecureTheRift, seat: Seat, action: Action) -> f32 {
    const PATIENTLY: usize = 40;
    let mut after = state.clone();
    let mut chance = Chance::quick(1);
    after.play(seat, action, &mut Turn::quiet(&mut chance));
    let mut scratch = Vec::new();
    for _ in 0..PATIENTLY {
        let Some(asked) = after.asked() else { break };
        let answer = match after.ask {
            Ask::Priority if after.sequence.is_empty() && after.attack.is_none() => break,
            Ask::Priority => Action::Pass,
            _ => guess(&after, asked, &mut chance, &mut scratch),
        };
        after.play(asked, answer, &mut Turn::quiet(&mut chance));
    }
    worth(&after, seat)
}

fn fight_of(state: &SecureTheRift, attacker: u16) -> Option<&Fight> {
    state.fights().find(|fight| fight.attacker == attacker)
}

/// What an attacker brings if its target is hit, whoever attacks besides.
fn prize(state: &SecureTheRift, attacker: &Piece, target: Thing, already: i16) -> f32 {
    match (target.seat(), state.piece_of(target)) {
        (Some(base), _) => {
            let life = state.player(base).life - already;
            life_worth(life) - life_worth(life - attacker.now.attack.max(0))
        }
        (_, Some(soul)) if kills(attacker, soul) => soul_worth(soul),
        _ => 0.0,
    }
}

/// Whether a Soul that deals damage to another kills it.
fn kills(striker: &Piece, struck: &Piece) -> bool {
    let toxic = striker.now.keywords.has(Keywords::TOXIC) && striker.now.attack > 0;
    !struck.now.keywords.has(Keywords::SAFEGUARD)
        && (toxic || striker.now.attack >= struck.now.defence - struck.damage)
}

/// What a fight between an attacker and its blocker brings the attacker's player.
fn trade(attacker: &Piece, blocker: &Piece) -> f32 {
    let won = if kills(attacker, blocker) { soul_worth(blocker) } else { 0.0 };
    let lost = if kills(blocker, attacker) { soul_worth(attacker) } else { 0.0 };
    won - lost
}

fn attack_worth(state: &SecureTheRift, seat: Seat, attacker: &Piece, target: Thing) -> f32 {
    let owner = target.seat().or_else(|| state.piece_of(target).map(|piece| piece.controller));
    let Some(defender) = owner.filter(|it| *it != seat) else { return 0.0 };
    let fight = Fight { attacker: attacker.number, target, defender, blocked: false };
    let through = prize(state, attacker, target, 0);
    // The defender blocks if that is better for them; but each blocker stops one attacker only.
    let (mut blockers, mut stopped) = (0, through);
    for blocker in state.front.iter().filter(|it| it.controller == defender && state.may_block(it, &fight)) {
        blockers += 1;
        stopped = stopped.min(trade(attacker, blocker));
    }
    let attackers = 1 + state.fights().filter(|it| it.defender == defender).count();
    let blocked = blockers as f32 / (blockers + attackers) as f32;
    let mut exposed = 0.0;
    let strikes =
        |piece: &Piece| piece.controller == defender && state.is_soul(piece.card) && kills(piece, attacker);
    if state.front.iter().any(strikes) {
        exposed = EXPOSED * soul_worth(attacker);
    }
    through * (1.0 - blocked) + stopped * blocked - exposed
}

fn block_worth(state: &SecureTheRift, seat: Seat, blocker: &Piece, fight: &Fight) -> f32 {
    let Some(attacker) = state.piece(fight.attacker) else { return 0.0 };
    let is_open = |it: &&Fight| !state.blocks().any(|block| block.attacker == it.attacker);
    if !is_open(&fight) {
        // A second blocker helps only to kill.
        let helpers = state.blocks().filter(|it| it.attacker == fight.attacker);
        let helped: i16 = helpers.filter_map(|it| state.piece(it.blocker)).map(|it| it.now.attack).sum();
        let needed = attacker.now.defence - attacker.damage;
        let decides = helped < needed && helped + blocker.now.attack >= needed;
        return if decides { soul_worth(attacker) - 0.3 * soul_worth(blocker) } else { -0.5 };
    }
    // What else gets through to the own Base.
    let others: i16 = state
        .fights()
        .filter(|it| it.attacker != fight.attacker && it.target.seat() == Some(seat))
        .filter(is_open)
        .filter_map(|it| state.piece(it.attacker))
        .map(|it| it.now.attack.max(0))
        .sum();
    prize(state, attacker, fight.target, others) - trade(attacker, blocker)
}

fn soul_worth(piece: &Piece) -> f32 {
    let keywords = f32::from(piece.now.keywords.0.count_ones() as u8);
    0.6 * f32::from(piece.now.attack.max(0)) + 0.45 * f32::from(piece.now.defence.max(0)) + 0.5 * keywords
}

/// What life is worth: the last points matter most, and none is the end.
fn life_worth(life: i16) -> f32 {
    if life <= 0 {
        return -WIN;
    }
    LIFE * f32::from(life) - LAST_LIFE * f32::from((FEW_LIFE - life).max(0))
}

/// The share of the win that a seat may hope for.
pub(crate) fn prospects(state: &SecureTheRift, seat: Seat) -> f32 {
    1.0 / (1.0 + (-worth(state, seat) / LEAD).exp())
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
    let mut sum = life_worth(player.life) + player.hand.len() as f32 * CARD;
    // SR-127: whoever must draw from an empty deck loses.
    sum -= 2.0 * FEW_CARDS.saturating_sub(player.deck.len()) as f32;
    for piece in state.front.iter().filter(|piece| piece.controller == seat) {
        sum += match state.card(piece.card).kind {
            Kinds::SOUL if piece.vulnerable && state.active != seat => (1.0 - EXPOSED) * soul_worth(piece),
            Kinds::SOUL => soul_worth(piece),
            Kinds::ENERGY => ENERGY,
            _ => TECH,
        };
    }
    sum
}
