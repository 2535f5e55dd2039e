//! Labels of actions for people.

use atlas_core::text::count;
use atlas_core::{Part, Text, text};
use atlas_shadow_of_atlas::{Action, Order, Planet, ShadowOfAtlas};

use super::table::Table;
use crate::Sight;

/// The label of a legal action.
pub(super) fn label(sight: &Sight<'_, ShadowOfAtlas>, action: Action) -> Text {
    let table = Table::of(sight);
    let order = |order: Order| {
        let card = sight.content.order(order);
        Part::Thing { thing: card.id.clone(), name: card.name.clone() }
    };
    let planet = |planet: Planet| {
        let card = sight.content.planet(planet);
        Part::Thing { thing: card.id.clone(), name: card.name.clone() }
    };
    let credits = |cost: u8| text![" (", count(cost.into(), "Credit"), ")"];
    let cost_at = |at: Planet| {
        let seat = sight.own?;
        sight.view.planets[at.index()].venture_costs[seat.index() & 1].map(credits)
    };
    let survey = |with: Option<Order>| {
        let with = with.map(|it| sight.content.order(it).id.clone());
        let cheapest = sight.own.and_then(|seat| table.hand_options(seat)?.survey.clone());
        cheapest.filter(|it| it.discard == with).map(|it| credits(it.cost))
    };
    match action {
        Action::Venture(to, what) => text!["Play ", order(what), " to ", planet(to), cost_at(to)],
        Action::Survey => text!["Survey", survey(None)],
        Action::SurveyWith(what) => text!["Survey, discarding ", order(what), survey(Some(what))],
        Action::Expand(one, two) if one == two => text!["Expand with two ", order(one)],
        Action::Expand(one, two) => text!["Expand with ", order(one), " and ", order(two)],
        Action::Done => "End turn".into(),
        Action::Place(to) => text!["Place it at ", planet(to)],
        Action::Remove(what) => text!["Remove ", order(what)],
        Action::Copy(what) => text!["Use the Ability of ", order(what)],
        Action::Melt(what) | Action::Discard(what) => text!["Discard ", order(what)],
        Action::Move(other, what) => text!["Move ", order(what), " (", planet(other), ")"],
        Action::Draw => "Draw".into(),
        Action::Mode(number) => text!["Choose mode ", number],
        Action::Play(to, what) => text!["Play ", order(what), " to ", planet(to), " for free"],
        Action::Decline => "Decline".into(),
    }
}
