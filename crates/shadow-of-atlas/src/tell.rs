//! What happens, and the words for it.

use atlas_core::{Question, Seat, Told, Viewer};

use crate::cards::{Order, Planet};
use crate::content::ability::Op;
use crate::resolve::Frame;
use crate::state::{Ending, Phase, ShadowOfAtlas};

/// What can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Event {
    Ventured { seat: Seat, planet: Planet, order: Order },
    Surveyed { seat: Seat },
    Expanded { seat: Seat, pair: [Order; 2] },
    Spent { seat: Seat, n: u8 },
    Gained { seat: Seat, n: u8 },
    Played { seat: Seat, planet: Planet, order: Order },
    TurnedUp { seat: Seat, order: Order },
    Kept { seat: Seat, order: Order },
    Drew { seat: Seat, order: Order },
    Outpost { seat: Seat },
    Reshuffled { cards: usize },
    Discarded { seat: Seat, order: Order },
    Removed { seat: Seat, owner: Seat, planet: Planet, order: Order },
    Copied { seat: Seat, planet: Planet, order: Order },
    Moved { seat: Seat, order: Order, from: Planet, to: Planet },
    Declined { seat: Seat },
    Arbiter { seat: Seat, planet: Planet, from: Option<Seat> },
    Cleared { seat: Seat, planet: Planet, orders: Vec<Order> },
    Done { seat: Seat },
    Over,
    Left { seat: Seat },
}

/// An event in words. A drawn card is named only to the one who drew it, the front of an Outpost to nobody.
///
/// Things are `atlas` for a planet, `atlas/mors` for an Order there, `hand/mors` for a card in the viewer's
/// hand, `credits/0` and `outposts/0` for what a seat has, `deck` and `discard`.
pub(crate) fn tell(state: &ShadowOfAtlas, event: &Event, viewer: Viewer) -> Told {
    let content = &state.content;
    let order = |order: &Order| content.order(*order).name.as_str();
    let planet = |planet: &Planet| content.planet(*planet).name.as_str();
    let at = |at: &Planet, what: &Order| format!("{}/{}", content.planet(*at).id, content.order(*what).id);
    let held = |what: &Order| format!("hand/{}", content.order(*what).id);
    let told = |text: String, things: Vec<String>| Told { text, things };
    let discard = || "discard".to_owned();
    match event {
        Event::Ventured { seat, planet: to, order: what } => {
            told(format!("{seat} ventures to {} with {}", planet(to), order(what)), vec![at(to, what)])
        }
        Event::Surveyed { seat } => told(format!("{seat} surveys"), vec!["deck".to_owned()]),
        Event::Expanded { seat, pair: [one, two] } => {
            told(format!("{seat} expands with {} and {}", order(one), order(two)), vec![discard()])
        }
        Event::Spent { seat, n } => {
            told(format!("{seat} spends {}", credits(*n)), vec![format!("credits/{}", seat.0)])
        }
        Event::Gained { seat, n } => {
            told(format!("{seat} gains {}", credits(*n)), vec![format!("credits/{}", seat.0)])
        }
        Event::Played { seat, planet: to, order: what } => {
            told(format!("{} of {seat} comes to {}", order(what), planet(to)), vec![at(to, what)])
        }
        Event::TurnedUp { seat, order: what } => {
            told(format!("{seat} turns up {}", order(what)), vec!["turned-up".to_owned()])
        }
        Event::Kept { seat, order: what } => told(
            format!("{} can go to no planet, so {seat} takes it in hand", order(what)),
            if viewer.sees(*seat) { vec![held(what)] } else { Vec::new() },
        ),
        Event::Drew { seat, order: what } if viewer.sees(*seat) => {
            told(format!("{seat} draws {}", order(what)), vec![held(what)])
        }
        Event::Drew { seat, .. } => told(format!("{seat} draws a card"), Vec::new()),
        Event::Outpost { seat } => {
            told(format!("{seat} gains an Outpost"), vec![format!("outposts/{}", seat.0)])
        }
        Event::Reshuffled { cards } => {
            let text = format!("the discard pile is shuffled and becomes the deck of {cards}");
            told(text, vec!["deck".to_owned()])
        }
        Event::Discarded { seat, order: what } => {
            told(format!("{seat} discards {}", order(what)), vec![discard()])
        }
        Event::Removed { seat, owner, planet: from, order: what } => told(
            format!("{seat} removes {} of {owner} from {}", order(what), planet(from)),
            vec![discard(), content.planet(*from).id.clone()],
        ),
        Event::Copied { seat, planet: there, order: what } => told(
            format!("{seat} uses the Ability of {} at {}", order(what), planet(there)),
            vec![at(there, what)],
        ),
        Event::Moved { seat, order: what, from, to } => told(
            format!("{seat} moves {} from {} to {}", order(what), planet(from), planet(to)),
            vec![at(to, what)],
        ),
        Event::Declined { seat } => told(format!("{seat} declines"), Vec::new()),
        Event::Arbiter { seat, planet: of, from } => {
            let text = match from {
                None => format!("{} is Developed: {seat} becomes its Arbiter", planet(of)),
                Some(other) => format!("{} turns from {other} to {seat}, its new Arbiter", planet(of)),
            };
            told(text, vec![content.planet(*of).id.clone()])
        }
        Event::Cleared { seat, planet: of, orders } => {
            let names: Vec<&str> = orders.iter().map(order).collect();
            let text = format!("{} of {seat} leave {} for the discard pile", listed(&names), planet(of));
            told(text, vec![discard()])
        }
        Event::Done { seat } => told(format!("{seat} takes no more Actions"), Vec::new()),
        Event::Over => told(ending(state), Vec::new()),
        Event::Left { seat } => told(format!("{seat} gives up, so {} wins", seat.next(2)), Vec::new()),
    }
}

fn ending(state: &ShadowOfAtlas) -> String {
    let seat = state.player();
    let score = |seat: Seat| format!("{seat} has {}", count(state.points(seat) as usize, "point"));
    let scores = format!("{}, {}", score(Seat(0)), score(Seat(1)));
    match state.ending() {
        Some(Ending::Planets) => {
            format!("the game is over: {seat} wins as Arbiter of {} planets", state.planets(seat))
        }
        Some(Ending::Outposts) => {
            format!("the game is over: {seat} wins with {} Outposts", state.outposts(seat))
        }
        Some(Ending::Points) => {
            let winner = atlas_core::Game::outcome(state).and_then(|it| it.winners().first()).unwrap_or(seat);
            let tie = state.points(Seat(0)) == state.points(Seat(1));
            let by = if tie { "more planets at equal points" } else { "points" };
            format!("the game is over: {winner} wins by {by} ({scores})")
        }
        _ => format!("the game is over: a draw ({scores})"),
    }
}

/// What the player to act is asked.
pub(crate) fn question(state: &ShadowOfAtlas) -> Question {
    let content = &state.content;
    let seat = state.player();
    let (kind, text) = match state.phase {
        Phase::Actions => {
            let own = state.credits(seat);
            ("action", format!("Take an Action or say done. You have {}.", credits(own)))
        }
        Phase::Place(order) => {
            ("place", format!("To which planet does {} go? (SA-46)", content.order(order).name))
        }
        Phase::Discard(left) => {
            ("discard", format!("Discard {} to keep five. (SA-38)", count(left.into(), "card")))
        }
        _ => {
            let Some(Frame::Run(at, planet)) = state.stack.top() else {
                return Question { kind: "over", text: "The game is over.".to_owned() };
            };
            let (op, place) = (content.program.at(at).op, &content.planet(planet).name);
            let decline = if content.program.at(at).may { ", or decline" } else { "" };
            let name = &content.order(content.program.owner(at)).name;
            let text = match op {
                Op::DiscardOpposing => {
                    format!("which opposing Order at {place} goes to the discard pile{decline}")
                }
                Op::UseAbilityOf => format!("whose Ability at {place} to use{decline}"),
                Op::Discard { .. } => format!("which card to discard{decline}"),
                Op::Move { .. } => format!("which Order to move{decline}"),
                Op::Choose(menu) if menu.mover.is_some() => "which Order to move, or another mode".to_owned(),
                Op::Play { .. } => format!("which Order to play{decline}"),
                Op::Choose(_) => "which mode".to_owned(),
                _ => "whether to do it, or decline".to_owned(),
            };
            (choice_kind(op), format!("{name} at {place}: say {text}. ({})", state.cite(at)))
        }
    };
    Question { kind, text }
}

/// The word for what an instruction asks.
pub(crate) fn choice_kind(op: Op) -> &'static str {
    match op {
        Op::DiscardOpposing => "remove",
        Op::UseAbilityOf => "copy",
        Op::Discard { .. } => "melt",
        Op::Move { .. } => "move",
        Op::Play { .. } => "play",
        Op::Choose(menu) if menu.mover.is_some() => "move",
        _ => "mode",
    }
}

/// A number of Credits, in words.
pub(crate) fn credits(n: u8) -> String {
    count(n.into(), "Credit")
}

/// A number of things, in words.
pub(crate) fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// Names, in words.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
