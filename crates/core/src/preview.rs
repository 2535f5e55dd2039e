//! Previews: the consequences of an action, as far as its player can know them.

use serde::Serialize;

use crate::{Chance, Game, News, Seat, Seed, Text, Turn, Viewer};

/// The consequences of an action, up to the first random result, hidden fact or decision.
///
/// Two states that a seat cannot tell apart give it equal previews.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Preview {
    /// What would happen, in order, as it would be described to a spectator.
    pub events: Vec<News>,
    /// The change in points of each seat that is already certain; empty if nobody's points change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<i32>,
    /// The odds of the rolls that would follow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Odds>,
    /// Whether the action has further consequences that cannot be known in advance.
    pub open: bool,
}

/// The odds of a roll.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Odds {
    /// What the roll decides.
    pub of: Text,
    /// The probability that it succeeds, from 0 to 1.
    pub chance: f64,
}

impl Preview {
    /// Plays a legal action on a copy of the state and records its events until one depends on chance or on hidden
    /// information. `points` returns the points of a seat in a state, judged by public information only.
    pub fn of<G: Game>(
        state: &G,
        seat: Seat,
        action: G::Action,
        points: impl Fn(&G, Seat) -> i32,
    ) -> Preview {
        let (mut after, mut news) = (state.clone(), Vec::new());
        let mut chance = Chance::seeded(Seed([0; 32]), 0);
        let mut turn = Turn::preview(&mut chance, &mut news);
        after.play(seat, action, &mut turn);
        let open = !turn.is_told() || chance.was_drawn();
        let told = |(rule, event): &(crate::Rule, G::Event)| {
            let seen = after.seen(event, Viewer::Spectator)?;
            Some(News { rule: *rule, told: after.tell(&seen) })
        };
        let mut change: Vec<i32> =
            Seat::all(state.seats()).map(|seat| points(&after, seat) - points(state, seat)).collect();
        if change.iter().all(|points| *points == 0) {
            change.clear();
        }
        Preview { events: news.iter().filter_map(told).collect(), points: change, odds: Vec::new(), open }
    }
}
