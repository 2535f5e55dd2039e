//! Explains why a word cannot be picked: the rule that forbids every sentence with the picked words.

use atlas_core::game::contains_words;
use atlas_core::{Refusal, Seat};

use crate::action::{Action, FirstChoice};
use crate::legal::{check_turn, each, reason};
use crate::notation::{read, thing_named, write};
use crate::state::{Decision, SecureTheRift};
use crate::things::Thing;

/// Why no legal sentence of the seat contains these words, if none does.
pub(crate) fn explain(state: &SecureTheRift, seat: Seat, words: &str) -> Result<(), Refusal> {
    check_turn(state, seat)?;
    let mut possible = false;
    each(state, &mut |action| possible |= contains_words(&write(state, action), words));
    if possible {
        return Ok(());
    }
    // The words are a whole sentence, or only things: then the most likely action with them is judged.
    let action = read(state, seat, words).or_else(|refusal| {
        let things =
            words.split_whitespace().map(|word| thing_named(state, word)).collect::<Result<Vec<_>, _>>();
        things.map(|things| likely(state, seat, &things)).map_err(|_| refusal)
    })?;
    Err(reason(state, seat, action))
}

/// The action that a player most likely means by selecting these things.
fn likely(state: &SecureTheRift, seat: Seat, things: &[Thing]) -> Action {
    match (state.decision, things) {
        (Decision::Announcement, [thing, ..]) => Action::Target(*thing),
        (Decision::Choice { .. }, [thing, ..]) => Action::Choose(*thing),
        (Decision::Blocks { .. }, [blocker, attacker]) => match (blocker.number(), attacker.number()) {
            (Some(blocker), Some(attacker)) => Action::Block(blocker, attacker),
            _ => Action::Declare,
        },
        (_, [thing]) if thing.in_hand().is_some() => {
            thing.in_hand().map_or(Action::Pass, |card| Action::Play(card, FirstChoice::None))
        }
        (_, [thing, rest @ ..]) => match thing.number() {
            Some(number) => {
                let target = rest.first().copied().or_else(|| state.opponents(seat).next().map(Thing::base));
                Action::Attack(number, target.unwrap_or(Thing::NONE))
            }
            None => thing.in_hand().map_or(Action::Declare, |card| {
                let first = rest.first().map_or(FirstChoice::None, |target| FirstChoice::Target(*target));
                Action::Play(card, first)
            }),
        },
        _ => Action::Declare,
    }
}
