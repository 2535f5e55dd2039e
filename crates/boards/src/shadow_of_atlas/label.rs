//! Labels of actions for people.

use atlas_core::text::count;
use atlas_core::{Part, Text, text};
use atlas_shadow_of_atlas::content::ability::{Effect, Step};
use atlas_shadow_of_atlas::content::{OrderCard, text as words};
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
        Action::Place(to) => {
            let card = sight.view.turned_up.as_ref().and_then(|it| sight.content.order_named(&it.card));
            if let Some(card) = card {
                text!["Place ", order(card), " at ", planet(to)]
            } else {
                text!["Place it at ", planet(to)]
            }
        }
        Action::Remove(what) => text!["Remove ", order(what)],
        Action::Copy(what) => text!["Use the Ability of ", order(what)],
        Action::Melt(what) | Action::Discard(what) => text!["Discard ", order(what)],
        Action::Move(other, what) => {
            let way = if sight.view.moving.is_some_and(|it| it.away) { " to " } else { " from " };
            text!["Move ", order(what), way, planet(other)]
        }
        Action::Draw => mode(&table, Action::Draw).unwrap_or_else(|| "Draw".to_owned()).into(),
        Action::Mode(number) => {
            mode(&table, action).unwrap_or_else(|| format!("Take option {number}")).into()
        }
        Action::Play(to, what) => text!["Play ", order(what), " to ", planet(to), " for free"],
        Action::Decline => decline(&table).into(),
    }
}

/// The words for declining the pending choice.
fn decline(table: &Table<'_>) -> &'static str {
    match table.view.pending.as_ref().map(|pending| pending.choose.as_str()) {
        Some("remove") => "Remove nothing",
        Some("copy") => "Use no Ability",
        Some("melt") => "Discard nothing",
        Some("move") => "Move nothing",
        Some("play") => "Play nothing",
        _ => "Do not use it",
    }
}

/// What a mode of the pending choice does; `None` if that is not clear from the card.
fn mode(table: &Table<'_>, action: Action) -> Option<String> {
    let card = table.order_card(table.asking()?)?;
    let mut offers = Vec::new();
    offered(&card.ability, &mut offers);
    let [offer] = offers[..] else { return None };
    let text = |mode: Action| {
        let steps = match (&offer.effect, mode) {
            (Effect::Choose { modes }, Action::Draw) => modes
                .iter()
                .find(|steps| matches!(steps[..], [Step { effect: Effect::Draw { .. }, .. }]))?
                .clone(),
            (Effect::Choose { modes }, Action::Mode(number)) => {
                modes.get(usize::from(number).checked_sub(1)?)?.clone()
            }
            (effect, _) => vec![Step { effect: effect.clone(), may: false, then: Vec::new() }],
        };
        Some(sentence(steps))
    };
    let own = text(action)?;
    // Different modes need different labels.
    let twice = |other: &Action| {
        matches!(other, Action::Draw | Action::Mode(_))
            && *other != action
            && text(*other).as_ref() == Some(&own)
    };
    (!table.sight.legal.iter().any(twice)).then_some(own)
}

/// The steps of an Ability that ask for a mode.
fn offered<'a>(steps: &'a [Step], offers: &mut Vec<&'a Step>) {
    for step in steps {
        match &step.effect {
            Effect::Choose { .. } => offers.push(step),
            Effect::GainCredit { .. }
            | Effect::Spend { .. }
            | Effect::Draw { .. }
            | Effect::GainOutpost { .. }
                if step.may =>
            {
                offers.push(step);
            }
            _ => {}
        }
        offered(&step.then, offers);
    }
}

/// Steps as one short sentence without a full stop.
fn sentence(steps: Vec<Step>) -> String {
    let card = OrderCard {
        id: String::new(),
        name: String::new(),
        count: 0,
        ability: steps,
        in_hand: None,
        cite: "",
    };
    let text = words::ability(&card);
    let mut parts = text.trim_end_matches('.').split(". ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let mut letters = part.chars();
        let part: String =
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect());
        format!("{text} and {part}")
    })
}
