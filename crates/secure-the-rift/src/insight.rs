//! Knowledge for bots: actions worth considering, a first appraisal, and who is ahead.
//!
//! Values are in points of a Soul's attack and defence.

use atlas_core::{Chance, Foresight, Game, Insight, Seat, Text, Turn};

use crate::action::Action;
use crate::pack::language::{Costs, Keywords, Kinds};
use crate::state::{Decision, SecureTheRift, TurnStep};
use crate::things::{Fight, Piece, Stage, Thing};
use crate::{legal, remark};

/// The value of a card in hand.
const CARD: f32 = 1.4;
/// The value of an Energy card in play.
const ENERGY: f32 = 1.0;
/// The value of a Tech in play.
const TECH: f32 = 2.2;
/// The value of a point of life.
const LIFE: f32 = 0.5;
/// The additional value of a point of life below [`FEW_LIFE`].
const LAST_LIFE: f32 = 0.5;
const FEW_LIFE: i16 = 12;
/// The value of a win.
const WIN: f32 = 60.0;
/// The gain, beyond its own value, for which a card is played as a reaction.
const PATIENCE: f32 = 0.6;
/// The share of a Soul's value that is at risk in the opponent's turn after it has attacked.
const EXPOSED: f32 = 0.2;
/// The lead that makes a win e times as likely as a loss.
const LEAD: f32 = 8.0;
/// With fewer cards than this in the deck, running out of cards becomes a danger.
const FEW_CARDS: usize = 5;

impl Insight for SecureTheRift {
    const FORESIGHT: Option<Foresight> = Some(Foresight { turns: 3, effort: 0.06 });

    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.asked() == Some(seat) {
            candidates(self, out);
        }
    }

    fn appraise(&self, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
        appraise(self, seat, actions, out);
    }

    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Action>) -> Action {
        guess(self, seat, chance, scratch)
    }

    fn prospects(&self, seat: Seat) -> f32 {
        prospects(self, seat)
    }

    fn remark(&self, seat: Seat, action: Action) -> Option<Text> {
        remark::remark(self, seat, action)
    }
}

/// The actions that a search should consider: reactions only to what others do, no energy abilities that are used
/// automatically anyway, and attackers, blockers and redrawn cards in one order only.
fn candidates(state: &SecureTheRift, out: &mut Vec<Action>) {
    if state.decision == Decision::Priority && !is_time_to_act(state, state.priority) {
        out.push(Action::Pass);
        return;
    }
    legal::each(state, &mut |action| {
        if is_candidate(state, action) {
            out.push(action);
        }
    });
}

/// Whether a player with priority should consider anything but passing: in their own Main step, when another
/// player has put an item into the Sequence, in an attack, and at the end of another player's turn.
fn is_time_to_act(state: &SecureTheRift, seat: Seat) -> bool {
    match (state.sequence.last(), &state.attack) {
        (Some(item), _) => item.controller != seat,
        (None, Some(attack)) => matches!(attack.stage, Stage::React | Stage::ReactToBlocks),
        (None, None) => match state.step {
            TurnStep::Main => state.active == seat,
            TurnStep::End => state.active != seat,
            _ => false,
        },
    }
}

fn is_candidate(state: &SecureTheRift, action: Action) -> bool {
    match action {
        Action::Use(number, n, _) => {
            let Some(piece) = state.piece(number) else { return true };
            let nth = SecureTheRift::activated(state.card(piece.card)).nth(usize::from(n) - 1);
            !nth.is_some_and(|(_, cost, energy, _)| {
                let once = Costs { activate: cost.activate, scrap_self: true, ..Costs::default() };
                energy
                    && (*cost == Costs { activate: true, ..Costs::default() }
                        || *cost == once && state.rules >= 2)
            })
        }
        Action::Attack(attacker, _) if state.decision == Decision::Attackers => {
            state.fights().last().is_none_or(|fight| fight.attacker < attacker)
        }
        Action::Block(blocker, _) => state.blocks().last().is_none_or(|block| block.blocker < blocker),
        Action::Redraw(card) => match state.decision {
            Decision::Redraw { seat, put } if put > 0 => {
                state.player(seat).deck.first().is_none_or(|it| it.card <= card)
            }
            _ => true,
        },
        _ => true,
    }
}

/// A random action of a quick player.
fn guess(state: &SecureTheRift, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Action>) -> Action {
    let quiet = state.is_quiet_main(seat);
    // A quick player seldom reacts.
    if state.decision == Decision::Priority && !quiet && (!is_time_to_act(state, seat) || chance.below(5) > 0)
    {
        return Action::Pass;
    }
    scratch.clear();
    state.candidates(seat, scratch);
    let (mut chosen, mut total) = (scratch[0], 0);
    if scratch.len() == 1 {
        return chosen;
    }
    for action in scratch.iter() {
        let weight = weight(state, seat, *action, quiet);
        total += weight;
        if chance.below(total) < weight {
            chosen = *action;
        }
    }
    chosen
}

/// The relative probability with which a quick player chooses an action.
fn weight(state: &SecureTheRift, seat: Seat, action: Action, quiet: bool) -> u32 {
    match action {
        Action::Play(card, _) if quiet => 8 + 4 * u32::from(state.card(card).cost),
        Action::Play(..) | Action::Use(..) => 4,
        Action::Attack(attacker, target) => {
            let value = state.piece(attacker).map_or(0.0, |it| attack_value(state, seat, it, target));
            1 + (value * 8.0).clamp(0.0, 60.0) as u32
        }
        Action::Block(blocker, attacker) => {
            let value = match (state.piece(blocker), fight_of(state, attacker)) {
                (Some(blocker), Some(fight)) => block_value(state, seat, blocker, fight),
                _ => 0.0,
            };
            1 + (value * 8.0).clamp(0.0, 60.0) as u32
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

/// 1 if the seat controls a thing, -1 if another seat does, and 0 if nobody does.
fn side(state: &SecureTheRift, seat: Seat, thing: Thing) -> i8 {
    let owner = thing.seat().or_else(|| state.piece_of(thing).map(|piece| piece.controller));
    owner.map_or(0, |owner| if owner == seat { 1 } else { -1 })
}

/// A first estimate of the gain of each action.
fn appraise(state: &SecureTheRift, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
    // Actions are compared with doing nothing.
    let idle = match state.decision {
        Decision::Priority if !state.is_quiet_main(seat) => tried(state, seat, Action::Pass),
        _ => value(state, seat),
    };
    let quiet = state.is_quiet_main(seat);
    out.extend(actions.iter().map(|action| match action {
        Action::Attack(attacker, target) => {
            state.piece(*attacker).map_or(0.0, |it| attack_value(state, seat, it, *target))
        }
        Action::Block(blocker, attacker) => match (state.piece(*blocker), fight_of(state, *attacker)) {
            (Some(blocker), Some(fight)) => block_value(state, seat, blocker, fight),
            _ => 0.0,
        },
        Action::Play(..) | Action::Use(..) => {
            // In the player's own Main step cards should be played; a reaction must be worth its card.
            tried(state, seat, *action) - idle + if quiet { 0.4 } else { -PATIENCE }
        }
        Action::Redraw(card) if state.card(*card).cost >= 5 => 0.5,
        Action::Redraw(_) => -0.5,
        Action::Pass | Action::Declare | Action::Keep | Action::Enough => 0.0,
        action => tried(state, seat, *action) - idle,
    }));
}

/// The value of the position after an action has concluded, if nobody reacts and quick players make the choices.
fn tried(state: &SecureTheRift, seat: Seat, action: Action) -> f32 {
    const MAX_ANSWERS: usize = 40;
    let mut after = state.clone();
    let mut chance = Chance::quick(1);
    after.play(seat, action, &mut Turn::quiet(&mut chance));
    let mut scratch = Vec::new();
    for _ in 0..MAX_ANSWERS {
        let Some(asked) = after.asked() else { break };
        let answer = match after.decision {
            Decision::Priority if after.sequence.is_empty() && after.attack.is_none() => break,
            Decision::Priority => Action::Pass,
            _ => guess(&after, asked, &mut chance, &mut scratch),
        };
        after.play(asked, answer, &mut Turn::quiet(&mut chance));
    }
    value(&after, seat)
}

fn fight_of(state: &SecureTheRift, attacker: u16) -> Option<&Fight> {
    state.fights().find(|fight| fight.attacker == attacker)
}

/// The gain if an attacker hits its target, after other attackers have dealt `already` damage to it.
fn prize(state: &SecureTheRift, attacker: &Piece, target: Thing, already: i16) -> f32 {
    match (target.seat(), state.piece_of(target)) {
        (Some(base), _) => {
            let life = state.player(base).life - already;
            life_value(life) - life_value(life - attacker.current.attack.max(0))
        }
        (_, Some(soul)) if kills(attacker, soul) => soul_value(soul),
        _ => 0.0,
    }
}

/// Whether a Soul that deals damage to another kills it.
fn kills(striker: &Piece, struck: &Piece) -> bool {
    let toxic = striker.current.keywords.has(Keywords::TOXIC) && striker.current.attack > 0;
    !struck.current.keywords.has(Keywords::SAFEGUARD)
        && (toxic || striker.current.attack >= struck.current.defence - struck.damage)
}

/// The gain of the attacking player if an attacker is blocked by this blocker.
fn trade(attacker: &Piece, blocker: &Piece) -> f32 {
    let won = if kills(attacker, blocker) { soul_value(blocker) } else { 0.0 };
    let lost = if kills(blocker, attacker) { soul_value(attacker) } else { 0.0 };
    won - lost
}

fn attack_value(state: &SecureTheRift, seat: Seat, attacker: &Piece, target: Thing) -> f32 {
    let owner = target.seat().or_else(|| state.piece_of(target).map(|piece| piece.controller));
    let Some(defender) = owner.filter(|it| *it != seat) else { return 0.0 };
    let fight = Fight { attacker: attacker.number, target, defender, blocked: false };
    let through = prize(state, attacker, target, 0);
    // The defender makes the best block, but each blocker stops only one attacker.
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
        exposed = EXPOSED * soul_value(attacker);
    }
    through * (1.0 - blocked) + stopped * blocked - exposed
}

fn block_value(state: &SecureTheRift, seat: Seat, blocker: &Piece, fight: &Fight) -> f32 {
    let Some(attacker) = state.piece(fight.attacker) else { return 0.0 };
    let is_open = |it: &&Fight| !state.blocks().any(|block| block.attacker == it.attacker);
    if !is_open(&fight) {
        // A second blocker is useful only if it helps to kill the attacker.
        let helpers = state.blocks().filter(|it| it.attacker == fight.attacker);
        let helped: i16 = helpers.filter_map(|it| state.piece(it.blocker)).map(|it| it.current.attack).sum();
        let needed = attacker.current.defence - attacker.damage;
        let decides = helped < needed && helped + blocker.current.attack >= needed;
        return if decides { soul_value(attacker) - 0.3 * soul_value(blocker) } else { -0.5 };
    }
    // The damage of the other unblocked attackers to the player's own Base.
    let others: i16 = state
        .fights()
        .filter(|it| it.attacker != fight.attacker && it.target.seat() == Some(seat))
        .filter(is_open)
        .filter_map(|it| state.piece(it.attacker))
        .map(|it| it.current.attack.max(0))
        .sum();
    prize(state, attacker, fight.target, others) - trade(attacker, blocker)
}

fn soul_value(piece: &Piece) -> f32 {
    let keywords = f32::from(piece.current.keywords.0.count_ones() as u8);
    0.6 * f32::from(piece.current.attack.max(0))
        + 0.45 * f32::from(piece.current.defence.max(0))
        + 0.5 * keywords
}

/// The value of life. The last points matter most, and without life the game is lost.
fn life_value(life: i16) -> f32 {
    if life <= 0 {
        return -WIN;
    }
    LIFE * f32::from(life) - LAST_LIFE * f32::from((FEW_LIFE - life).max(0))
}

/// The expected share of the win of a seat.
fn prospects(state: &SecureTheRift, seat: Seat) -> f32 {
    1.0 / (1.0 + (-value(state, seat) / LEAD).exp())
}

/// The value of the position for a seat, compared with its strongest opponent.
fn value(state: &SecureTheRift, seat: Seat) -> f32 {
    if state.decision == Decision::Over {
        let own = state.outcome().map_or(0.0, |outcome| outcome.share(seat) as f32);
        return WIN * (2.0 * own - 1.0);
    }
    let rivals = state.opponents(seat).map(|rival| holdings(state, rival));
    holdings(state, seat) - rivals.fold(f32::NEG_INFINITY, f32::max).max(-WIN)
}

fn holdings(state: &SecureTheRift, seat: Seat) -> f32 {
    let player = state.player(seat);
    let mut sum = life_value(player.life) + player.hand.len() as f32 * CARD;
    // SR-127: a player who has to draw from an empty deck loses.
    sum -= 2.0 * FEW_CARDS.saturating_sub(player.deck.len()) as f32;
    for piece in state.front.iter().filter(|piece| piece.controller == seat) {
        sum += match state.card(piece.card).kind {
            Kinds::SOUL if piece.vulnerable && state.active != seat => (1.0 - EXPOSED) * soul_value(piece),
            Kinds::SOUL => soul_value(piece),
            Kinds::ENERGY => ENERGY,
            _ => TECH,
        };
    }
    sum
}
