//! Remarks on actions, for players who ask for a hint.

use atlas_core::{Seat, Text, text};

use crate::action::Action;
use crate::names;
use crate::pack::text as card_text;
use crate::state::SecureTheRift;

/// One or two sentences on what matters about an action of the seat.
pub(crate) fn remark(state: &SecureTheRift, seat: Seat, action: Action) -> Option<Text> {
    let library = state.library.get();
    Some(match action {
        Action::Play(card, _) => {
            let cost = state.cost(seat, card, 0);
            text!["It costs ", cost, " Energy (SR-48). ", card_text::card(library, state.card(card))]
        }
        Action::Use(number, n, _) => {
            let piece = state.piece(number)?;
            let (place, ..) = SecureTheRift::activated(state.card(piece.card)).nth(usize::from(n) - 1)?;
            text![card_text::ability(library, &state.card(piece.card).abilities[place as usize])]
        }
        Action::Attack(attacker, target) => {
            let attack = state.piece(attacker)?.current.attack;
            if let Some(opponent) = target.seat() {
                let life = state.player(opponent).life;
                let damage = text!["If it is not blocked, it deals ", attack, " damage. "];
                text![damage, opponent, " has ", life, " life (SR-91)."]
            } else {
                let soul = state.piece_of(target)?;
                let left = soul.current.defence - soul.damage;
                let strikes_back = if state.house_rules.vulnerable_strikes_back {
                    " The target strikes back (SR-R14)."
                } else {
                    " A vulnerable Soul does not strike back (SR-86)."
                };
                text!["It deals ", attack, " damage, and ", left, " would kill the target.", strikes_back]
            }
        }
        Action::Block(blocker, attacker) => {
            let (blocker, attacker) = (state.piece(blocker)?, state.piece(attacker)?);
            text![
                "It deals ",
                blocker.current.attack.max(0),
                " damage to the attacker, which dies from ",
                attacker.current.defence - attacker.damage,
                ". It takes ",
                attacker.current.attack.max(0),
                " damage and dies from ",
                blocker.current.defence - blocker.damage,
                " (SR-96)."
            ]
        }
        Action::Target(thing) => text!["The target is ", names::thing(state, thing), "."],
        Action::Choose(thing) => text!["The choice is ", names::thing(state, thing), "."],
        Action::Pass if state.sequence.is_empty() => {
            text!["If all players pass, this step or this stage of the attack ends (SR-56)."]
        }
        Action::Pass => text!["If all players pass, the newest item in the Sequence concludes (SR-55)."],
        _ => return None,
    })
}
