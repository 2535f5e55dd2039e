//! The consequences of an action, and how players came by their points.

use atlas_core::{Game, News, Part, Preview, Seat};
use atlas_shadow_of_atlas::content::ability::Effect;
use atlas_shadow_of_atlas::state::{END_CARDS, END_CREDITS, HAND_LIMIT, MAX_CREDITS};
use atlas_shadow_of_atlas::view::PlanetView;
use atlas_shadow_of_atlas::{Action, Order, Planet, ShadowOfAtlas};
use maud::{Markup, html};

use super::label::label;
use super::table::{Table, capital, counted, missing, side};
use crate::preview::change;
use crate::{Foresight, Sight, Standing};

/// The consequences of an action.
pub(super) fn preview(sight: &Sight<'_, ShadowOfAtlas>, action: Action, preview: &Preview) -> Foresight {
    let table = Table::of(sight);
    let Some(seat) = table.own() else { return Foresight { brief: String::new(), panel: html! {} } };
    Foresight { brief: table.brief(seat, action, preview), panel: table.panel(action, preview) }
}

/// How each player came by their points.
pub(super) fn standings(sight: &Sight<'_, ShadowOfAtlas>) -> Vec<Standing> {
    let table = Table::of(sight);
    let standing = |seat: Seat| Standing {
        points: table.points(seat),
        details: format!(
            "{} and {}",
            in_words(table.planets(seat), "planet"),
            in_words(table.outposts(seat), "Outpost")
        ),
    };
    Seat::all(2).map(standing).collect()
}

/// A number of things, such as `two planets`.
fn in_words(n: usize, thing: &str) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned());
    format!("{number} {thing}{}", if n == 1 { "" } else { "s" })
}

impl Table<'_> {
    /// The most important consequence, in one sentence.
    fn brief(&self, seat: Seat, action: Action, preview: &Preview) -> String {
        if let Some(news) = preview.events.iter().find(|news| is_arbiter(news)) {
            let planet = self.planet_name(news.told.things.first().map_or("", String::as_str));
            let third = match action {
                Action::Venture(..) | Action::Place(_) | Action::Play(..) => "Your third Order there makes",
                _ => "That makes",
            };
            return format!("{third} you Arbiter of {planet}.");
        }
        let here = self.view.pending.as_ref().and_then(|pending| pending.planet.as_deref());
        let name = |order: Order| &self.content.order(order).name;
        match action {
            Action::Venture(to, what) | Action::Play(to, what) => {
                self.brief_play(seat, to, what, action, preview)
            }
            Action::Place(to) => {
                let order = self.view.turned_up.as_ref().and_then(|it| self.content.order_named(&it.card));
                match order {
                    Some(order) => self.brief_play(seat, to, order, action, preview),
                    None => "Its Ability is then used there.".to_owned(),
                }
            }
            Action::Survey | Action::SurveyWith(_) => {
                "The top card of the deck is turned up, and you choose its planet.".to_owned()
            }
            Action::Expand(..) => {
                self.gains(seat, &preview.events).unwrap_or_else(|| "You gain an Outpost.".to_owned())
            }
            Action::Done => self.brief_end(seat, preview),
            Action::Discard(_) => {
                let left = self.view.pending.as_ref().and_then(|it| it.left).unwrap_or(1).saturating_sub(1);
                match left {
                    0 => format!("You keep {HAND_LIMIT} cards."),
                    1 => "You then discard one more card.".to_owned(),
                    _ => format!("You then discard {left} more cards."),
                }
            }
            Action::Remove(what) => {
                let planet = here.map_or("the planet", |id| self.planet_name(id));
                format!("{} goes from {planet} to the discard pile.", name(what))
            }
            Action::Move(other, what) => {
                let (other, here) =
                    (&self.content.planet(other).name, here.map_or("the planet", |id| self.planet_name(id)));
                let away = self.view.moving.is_some_and(|moving| moving.away);
                let (from, to) = if away { (here, other.as_str()) } else { (other.as_str(), here) };
                format!("{} moves from {from} to {to}.", name(what))
            }
            Action::Copy(what) => self.gains(seat, &preview.events).unwrap_or_else(|| {
                let planet = here.and_then(|id| self.planet(id));
                let asks = planet.and_then(|planet| self.question_of(seat, what, planet, None));
                asks.unwrap_or_else(|| format!("The Ability of {} is used.", name(what)))
            }),
            Action::Decline => "Nothing changes.".to_owned(),
            Action::Draw => "You draw from the deck.".to_owned(),
            Action::Melt(_) | Action::Mode(_) => self
                .gains(seat, &preview.events)
                .unwrap_or_else(|| "The rest of the card follows.".to_owned()),
        }
    }

    /// The consequence of playing an Order to a planet.
    fn brief_play(&self, seat: Seat, to: Planet, what: Order, action: Action, preview: &Preview) -> String {
        let (place, card) = (self.content.planet(to), self.content.order(what));
        let Some(here) = self.planet(&place.id) else { return String::new() };
        if missing(here, seat) == Some(1) {
            return format!("Your third Order there makes you Arbiter of {}.", place.name);
        }
        // What follows the placing of the card comes from its Ability.
        let thing = format!("{}/{}", place.id, card.id);
        let placed = preview.events.iter().rposition(|news| news.told.things.contains(&thing));
        let follows = &preview.events[placed.map_or(0, |at| at + 1)..];
        if let Some(gains) = self.gains(seat, follows.iter().filter(|news| !is_price(news, seat))) {
            return gains;
        }
        let at = |order: &str| format!("{}/{order}", place.id);
        let orders = || side(here, seat).iter().chain(side(here, seat.next(2)));
        if follows.iter().any(|news| news.told.things.contains(&place.id))
            && let [gone] = side(here, seat.next(2))
        {
            return format!("{} goes from {} to the discard pile.", self.order_name(gone), place.name);
        }
        if let Some(copied) =
            orders().find(|id| follows.iter().any(|news| news.told.things.contains(&at(id))))
        {
            return format!("{} uses the Ability of {}.", card.name, self.order_name(copied));
        }
        if preview.open {
            return format!("Then {} does what its card says.", card.name);
        }
        let played = (!matches!(action, Action::Place(_))).then_some(card.id.as_str());
        self.question_of(seat, what, here, played).unwrap_or_else(|| match action {
            Action::Venture(..) => self.keeps(seat, preview),
            _ => format!("{} has nothing to do there.", card.name),
        })
    }

    /// The question that the Ability of an Order asks at a planet, if it has several answers there. `played` is the card
    /// that leaves the hand.
    fn question_of(
        &self,
        seat: Seat,
        order: Order,
        here: &PlanetView,
        played: Option<&str>,
    ) -> Option<String> {
        let card = self.content.order(order);
        let (own, opposing) = (side(here, seat), side(here, seat.next(2)));
        let others = own.iter().chain(opposing).filter(|id| **id != card.id).count();
        let mut hand = self.hand(seat).unwrap_or_default().to_vec();
        if let Some(at) = played.and_then(|id| hand.iter().position(|it| it == id)) {
            hand.remove(at);
        }
        let matches = |id: &String| *id == card.id || own.contains(id) || opposing.contains(id);
        let question = match card.ability.first().map(|step| &step.effect)? {
            Effect::DiscardOpposing if opposing.len() > 1 => "which opposing Order goes",
            Effect::UseAbilityOf if others > 1 => "which Ability you use",
            Effect::Discard { matching: true } if hand.iter().any(matches) => "for a card to discard",
            Effect::Discard { matching: false } if !hand.is_empty() => "for a card to discard",
            Effect::Move { .. } => "which Order moves",
            Effect::Play { .. } if !hand.is_empty() => "which Order you play",
            Effect::Choose { .. } => return Some(format!("{} then lets you choose.", card.name)),
            _ => return None,
        };
        Some(format!("{} then asks {question}.", card.name))
    }

    /// SA-38: the end of the turn.
    fn brief_end(&self, seat: Seat, preview: &Preview) -> String {
        if let Some(over) = preview.events.iter().find(|news| is_end(news)) {
            let told = self.tell(over);
            let result = told.strip_prefix("The game is over: ").unwrap_or(&told);
            return format!("The game ends. {}", capital(result));
        }
        let gains = END_CREDITS.min(MAX_CREDITS.saturating_sub(self.credits(seat)));
        let draws = counted(END_CARDS.into(), "card");
        match gains {
            0 => format!("You draw {draws}. You have {MAX_CREDITS} Credits already."),
            _ => format!("You gain {} and draw {draws}.", counted(gains.into(), "Credit")),
        }
    }

    /// What the seat gains.
    fn gains<'b>(&self, seat: Seat, events: impl IntoIterator<Item = &'b News>) -> Option<String> {
        let events: Vec<&News> = events.into_iter().collect();
        let sum = |of: Seat| events.iter().filter_map(|news| credits(news, of)).sum::<i64>();
        let (own, other) = (sum(seat), sum(seat.next(2)));
        let thing = format!("outposts/{}", seat.0);
        let mut parts = Vec::new();
        match events.iter().filter(|news| news.told.things.contains(&thing)).count() {
            0 => {}
            1 => parts.push("an Outpost".to_owned()),
            outposts => parts.push(counted(outposts, "Outpost")),
        }
        if own > 0 {
            parts.push(counted(own as usize, "Credit"));
        }
        let parts = parts.join(" and ");
        let lost = counted(other.unsigned_abs() as usize, "Credit");
        match (parts.is_empty(), other < 0) {
            (true, false) => None,
            (true, true) => Some(format!("Your opponent loses {lost}.")),
            (false, false) => Some(format!("You gain {parts}.")),
            (false, true) => Some(format!("You gain {parts}, and {} loses {lost}.", self.name(seat.next(2)))),
        }
    }

    /// The Credits that remain after paying.
    fn keeps(&self, seat: Seat, preview: &Preview) -> String {
        let change: i64 = preview.events.iter().filter_map(|news| credits(news, seat)).sum();
        let left = usize::try_from(i64::from(self.credits(seat)) + change).unwrap_or_default();
        if left == 0 {
            "You keep no Credits.".to_owned()
        } else {
            format!("You keep {}.", counted(left, "Credit"))
        }
    }

    /// An event as a sentence.
    fn tell(&self, news: &News) -> String {
        format!("{}.", capital(news.told.text.with_names(self.sight.names).trim_end_matches('.')))
    }

    /// Everything that would happen, the change in points, and tags for things on the board.
    fn panel(&self, action: Action, preview: &Preview) -> Markup {
        let changes = Seat::all(2).zip(&preview.points).filter(|(_, points)| **points != 0);
        html! {
            h2 { (self.heading(action)) }
            ul.would {
                @for news in &preview.events {
                    li {
                        (self.tell(news)) " "
                        a.rule href={ "/rules/" (ShadowOfAtlas::FACTS.id) "#" (news.rule.0) } tabindex="-1" { (news.rule.0) }
                    }
                }
                @if preview.open { li { "What follows depends on the deck." } }
            }
            ul.changes { @for (seat, points) in changes { (change(seat, &self.name(seat), *points)) } }
            (tags(preview))
        }
    }

    fn heading(&self, action: Action) -> String {
        let (order, planet) =
            (|it| self.content.order(it).name.as_str(), |it| self.content.planet(it).name.as_str());
        match action {
            Action::Venture(to, what) => format!("If you venture to {} with {}", planet(to), order(what)),
            Action::Done => "If you end your turn".to_owned(),
            _ => {
                let label = label(self.sight, action).with_names(self.sight.names);
                let mut letters = label.chars();
                let label: String = letters
                    .next()
                    .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect());
                format!("If you {label}")
            }
        }
    }
}

/// The changes of Credits, Outposts and planets.
fn tags(preview: &Preview) -> Markup {
    let events = &preview.events;
    let tag = |thing: String, n: i64, what: &str| {
        html! {
            span.tag.loss[n < 0] data-tag=(thing) {
                @if n < 0 { "−" } @else { "+" } (counted(n.unsigned_abs() as usize, what))
            }
        }
    };
    html! {
        @for seat in Seat::all(2) {
            @let spent: i64 = events.iter().filter_map(|news| credits(news, seat)).sum();
            @if spent != 0 { (tag(format!("credits/{}", seat.0), spent, "Credit")) }
            @let thing = format!("outposts/{}", seat.0);
            @let outposts = events.iter().filter(|news| news.told.things.contains(&thing)).count();
            @if outposts > 0 { (tag(thing, outposts as i64, "Outpost")) }
        }
        @for news in events.iter().filter(|news| is_arbiter(news)) {
            @if let Some(planet) = news.told.things.first() { span.tag data-tag=(planet) { "Arbiter" } }
        }
    }
}

/// The change in the Credits of a seat that an event tells.
fn credits(news: &News, seat: Seat) -> Option<i64> {
    news.told.things.contains(&format!("credits/{}", seat.0)).then_some(())?;
    let number = news.told.text.parts().iter().find_map(|part| match part {
        Part::Number(number) => Some(*number),
        _ => None,
    })?;
    // SA-13: Credits are spent by this rule only.
    Some(if news.rule.0 == "SA-13" { -number } else { number })
}

/// Whether an event is the price that the seat pays.
fn is_price(news: &News, seat: Seat) -> bool {
    credits(news, seat).is_some_and(|change| change < 0)
}

/// SA-26, SA-27: whether an event makes an Arbiter.
fn is_arbiter(news: &News) -> bool {
    ["SA-26", "SA-27"].contains(&news.rule.0)
}

/// SA-60, SA-62, SA-R26: whether an event ends the game.
fn is_end(news: &News) -> bool {
    ["SA-60", "SA-62", "SA-R26"].contains(&news.rule.0)
}
