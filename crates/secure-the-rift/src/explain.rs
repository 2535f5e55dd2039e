//! Why a word cannot be picked: half a sentence, held against the rules that decide it.

use atlas_core::game::goes_on_from;
use atlas_core::{Refusal, Seat};

use crate::action::{Action, First};
use crate::legal::{check_turn, each, reason};
use crate::notation::{read, thing_named, write};
use crate::state::{Ask, SecureTheRift};
use crate::things::Thing;

/// Why no legal sentence of the seat has these words, if none has.
pub(crate) fn explain(state: &SecureTheRift, seat: Seat, words: &str) -> Result<(), Refusal> {
    check_turn(state, seat)?;
    let mut possible = false;
    each(state, &mut |action| possible |= goes_on_from(&write(state, action), words));
    if possible {
        return Ok(());
    }
    // A whole sentence, or just things: then what would be done with them.
    let action = read(state, seat, words).or_else(|refusal| {
        let things =
            words.split_whitespace().map(|word| thing_named(state, word)).collect::<Result<Vec<_>, _>>();
        things.map(|things| likely(state, seat, &things)).map_err(|_| refusal)
    })?;
    Err(reason(state, seat, action))
}

/// What somebody means who points at these things.
fn likely(state: &SecureTheRift, seat: Seat, things: &[Thing]) -> Action {
    match (state.ask, things) {
        (Ask::Announcement, [thing, ..]) => Action::Target(*thing),
        (Ask::Choice { .. }, [thing, ..]) => Action::Choose(*thing),
        (Ask::Blocks { .. }, [blocker, attacker]) => match (blocker.number(), attacker.number()) {
            (Some(blocker), Some(attacker)) => Action::Block(blocker, attacker),
            _ => Action::Declare,
        },
        (_, [thing]) if thing.in_hand().is_some() => {
            thing.in_hand().map_or(Action::Pass, |card| Action::Play(card, First::None))
        }
        (_, [thing, rest @ ..]) => match thing.number() {
            Some(number) => {
                let target = rest.first().copied().or_else(|| state.opponents(seat).next().map(Thing::base));
                Action::Attack(number, target.unwrap_or(Thing::NONE))
            }
            None => thing.in_hand().map_or(Action::Declare, |card| {
                Action::Play(card, rest.first().map_or(First::None, |target| First::Target(*target)))
            }),
        },
        _ => Action::Declare,
    }
}
