//! Previews: the consequences of an action, as far as its player can know them.

use atlas_core::{Chance, Game, Preview, Seat, Turn};

use crate::action::Action;
use crate::state::{PLANET_POINTS, ShadowOfAtlas};
use crate::tell::Event;

/// The preview of a legal action, with points by SA-64.
pub(crate) fn preview(state: &ShadowOfAtlas, seat: Seat, action: Action) -> Preview {
    let mut preview = Preview::of(state, seat, action, ShadowOfAtlas::points);
    if preview.open {
        // The state after the action depends on unknown cards or on chance, so its points are not certain. The points
        // of the predicted events are.
        preview.points = points_of(&events(state, seat, action)[..preview.events.len()]);
    }
    preview
}

/// The events of an action. The events that a preview contains do not depend on the chance that is used here.
fn events(state: &ShadowOfAtlas, seat: Seat, action: Action) -> Vec<Event> {
    let mut news = Vec::new();
    state.clone().play(seat, action, &mut Turn::told(&mut Chance::quick(0), &mut news));
    news.into_iter().map(|(_, event)| event).collect()
}

/// SA-64: the change in points that events cause; empty if there is none.
fn points_of(events: &[Event]) -> Vec<i32> {
    let mut points = vec![0; 2];
    for event in events {
        match event {
            Event::Outpost { seat } => points[seat.index()] += 1,
            Event::Arbiter { seat, from, .. } => {
                points[seat.index()] += PLANET_POINTS;
                if let Some(other) = from {
                    points[other.index()] -= PLANET_POINTS;
                }
            }
            _ => {}
        }
    }
    if points == [0, 0] { Vec::new() } else { points }
}
