//! What an action does that matters, for somebody who asks for a hint.

use atlas_core::Seat;

use crate::action::Action;
use crate::pack::text;
use crate::state::SecureTheRift;

/// One or two sentences about an action of the seat.
pub(crate) fn remark(state: &SecureTheRift, seat: Seat, action: Action) -> Option<String> {
    let library = state.library.get();
    Some(match action {
        Action::Play(card, _) => {
            let cost = state.cost(seat, card, 0);
            format!("It costs {cost} Energy (SR-48). {}", text::card(library, state.card(card)))
        }
        Action::Use(number, n, _) => {
            let piece = state.piece(number)?;
            let (place, ..) = SecureTheRift::activated(state.card(piece.card)).nth(usize::from(n) - 1)?;
            text::ability(library, &state.card(piece.card).abilities[place as usize])
        }
        Action::Attack(attacker, target) => {
            let attack = state.piece(attacker)?.now.attack;
            if let Some(opponent) = target.seat() {
                let life = state.player(opponent).life;
                format!("Unblocked it deals {attack} damage, and {opponent} has {life} life (SR-91).")
            } else {
                let soul = state.piece_of(target)?;
                let left = soul.now.defence - soul.damage;
                format!(
                    "A vulnerable Soul does not strike back (SR-86); it takes {attack} of the {left} it can bear."
                )
            }
        }
        Action::Block(blocker, attacker) => {
            let (blocker, attacker) = (state.piece(blocker)?, state.piece(attacker)?);
            format!(
                "It deals {} to a Soul that can bear {}, and takes {} of the {} it can bear (SR-96).",
                blocker.now.attack.max(0),
                attacker.now.defence - attacker.damage,
                attacker.now.attack.max(0),
                blocker.now.defence - blocker.damage
            )
        }
        Action::Target(thing) | Action::Choose(thing) => crate::tell::named(state, thing),
        Action::Pass if state.sequence.is_empty() => "Nothing more now: the step goes on (SR-56).".to_owned(),
        Action::Pass => "If all pass, what was put in last concludes (SR-55).".to_owned(),
        _ => return None,
    })
}
