//! The events of the game, and the words for events and questions.

use atlas_core::text::count;
use atlas_core::{Prompt, Seat, Text, Told, Viewer, text};

use crate::cards::{Order, Planet};
use crate::content::ability::{Op, Who};
use crate::resolve::Frame;
use crate::state::{Ending, HAND_LIMIT, Phase, ShadowOfAtlas};

/// An event of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Event {
    Ventured {
        seat: Seat,
        planet: Planet,
        order: Order,
    },
    Surveyed {
        seat: Seat,
    },
    Expanded {
        seat: Seat,
        pair: [Order; 2],
    },
    Spent {
        seat: Seat,
        n: u8,
    },
    Gained {
        seat: Seat,
        n: u8,
    },
    Played {
        seat: Seat,
        planet: Planet,
        order: Order,
    },
    TurnedUp {
        seat: Seat,
        order: Order,
    },
    /// SA-45: a card that was turned up goes to the hand.
    Kept {
        seat: Seat,
        order: Order,
        /// Whether the viewer sees that hand.
        shown: bool,
    },
    Drew {
        seat: Seat,
        /// The Order, for those who may know it.
        order: Option<Order>,
    },
    Outpost {
        seat: Seat,
    },
    Reshuffled {
        cards: usize,
    },
    Discarded {
        seat: Seat,
        order: Order,
    },
    Removed {
        seat: Seat,
        owner: Seat,
        planet: Planet,
        order: Order,
    },
    Copied {
        seat: Seat,
        planet: Planet,
        order: Order,
    },
    Moved {
        seat: Seat,
        order: Order,
        from: Planet,
        to: Planet,
    },
    Declined {
        seat: Seat,
    },
    Arbiter {
        seat: Seat,
        planet: Planet,
        /// The previous Arbiter, if there was one.
        from: Option<Seat>,
    },
    Cleared {
        seat: Seat,
        planet: Planet,
        orders: Vec<Order>,
    },
    Done {
        seat: Seat,
    },
    Over,
    Left {
        seat: Seat,
    },
}

/// An event as a viewer may know it. SA-70: only the player who draws a card knows which it is. SA-71: nobody knows the
/// front of an Outpost, so no event contains it.
pub(crate) fn seen(event: &Event, viewer: Viewer) -> Event {
    match *event {
        Event::Drew { seat, .. } if !viewer.sees(seat) => Event::Drew { seat, order: None },
        Event::Kept { seat, order, .. } if !viewer.sees(seat) => Event::Kept { seat, order, shown: false },
        ref event => event.clone(),
    }
}

/// An event in words.
///
/// Its things are `atlas` for a planet, `atlas/mors` for an Order there, `hand/mors` for a card in the viewer's hand,
/// `credits/0` and `outposts/0` for the Credits and Outposts of a seat, `deck`, `discard` and `turned-up`.
pub(crate) fn tell(state: &ShadowOfAtlas, event: &Event) -> Told {
    let order = |order: Order| state.content.order(order);
    let planet = |planet: Planet| state.content.planet(planet);
    let at = |there: Planet, what: Order| [format!("{}/{}", planet(there).id, order(what).id)];
    let in_hand = |what: Order| [format!("hand/{}", order(what).id)];
    let credits_of = |seat: Seat| [format!("credits/{}", seat.0)];
    match *event {
        Event::Ventured { seat, planet: to, order: what } => {
            Told::about(text![seat, " ventures to ", planet(to), " with ", order(what)], at(to, what))
        }
        Event::Surveyed { seat } => Told::about(text![seat, " surveys"], ["deck"]),
        Event::Expanded { seat, pair: [one, two] } => {
            let pair = if one == two {
                text!["a pair of ", order(one)]
            } else {
                text![order(one), " and ", order(two)]
            };
            Told::about(text![seat, " expands with ", pair], ["discard"])
        }
        Event::Spent { seat, n } => Told::about(text![seat, " spends ", credits(n)], credits_of(seat)),
        Event::Gained { seat, n } => Told::about(text![seat, " gains ", credits(n)], credits_of(seat)),
        Event::Played { seat, planet: to, order: what } => {
            Told::about(text![seat, " plays ", order(what), " to ", planet(to)], at(to, what))
        }
        Event::TurnedUp { seat, order: what } => {
            Told::about(text![seat, " turns up ", order(what)], ["turned-up"])
        }
        Event::Kept { seat, order: what, shown } => {
            let text =
                text![order(what), " cannot be played to any planet, so ", seat, " takes it into hand"];
            if shown { Told::about(text, in_hand(what)) } else { Told::new(text) }
        }
        Event::Drew { seat, order: Some(what) } => {
            Told::about(text![seat, " draws ", order(what)], in_hand(what))
        }
        Event::Drew { seat, order: None } => Told::new(text![seat, " draws a card"]),
        Event::Outpost { seat } => {
            Told::about(text![seat, " gains an Outpost"], [format!("outposts/{}", seat.0)])
        }
        Event::Reshuffled { cards } => {
            let text = text!["The discard pile is shuffled and becomes a deck of ", count(cards, "card")];
            Told::about(text, ["deck"])
        }
        Event::Discarded { seat, order: what } => {
            Told::about(text![seat, " discards ", order(what)], ["discard"])
        }
        Event::Removed { seat, owner, planet: from, order: what } => Told::about(
            text![seat, " removes ", owner, "'s ", order(what), " from ", planet(from)],
            ["discard", &planet(from).id],
        ),
        Event::Copied { seat, planet: there, order: what } => Told::about(
            text![seat, " uses the Ability of ", order(what), " at ", planet(there)],
            at(there, what),
        ),
        Event::Moved { seat, order: what, from, to } => Told::about(
            text![seat, " moves ", order(what), " from ", planet(from), " to ", planet(to)],
            at(to, what),
        ),
        Event::Declined { seat } => Told::new(text![seat, " declines"]),
        Event::Arbiter { seat, planet: of, from } => {
            let text = match from {
                None => text![seat, " develops ", planet(of), " and becomes its Arbiter"],
                Some(other) => {
                    text![seat, " takes over ", planet(of), " from ", other, " and becomes its Arbiter"]
                }
            };
            Told::about(text, [planet(of).id.as_str()])
        }
        Event::Cleared { seat, planet: of, ref orders } => {
            let orders = Text::listed(orders.iter().map(|what| order(*what)));
            Told::about(
                text![seat, " puts ", orders, " from ", planet(of), " on the discard pile"],
                ["discard"],
            )
        }
        Event::Done { seat } => Told::new(text![seat, " takes no more Actions"]),
        Event::Over => Told::new(text!["The game is over: ", result(state)]),
        Event::Left { seat } => Told::new(text![seat, " leaves, so ", seat.next(2), " wins"]),
    }
}

/// The result of a finished game in words.
fn result(state: &ShadowOfAtlas) -> Text {
    let seat = state.player();
    let score = |seat: Seat| text![seat, " has ", count(state.points(seat) as usize, "point")];
    let scores = || text![" (", score(Seat(0)), ", ", score(Seat(1)), ")"];
    match state.ending() {
        Some(Ending::Planets) => text![seat, " wins as Arbiter of ", count(state.planets(seat), "planet")],
        Some(Ending::Outposts) => text![seat, " wins with ", count(state.outposts(seat), "Outpost")],
        Some(Ending::Points) => {
            let winner = atlas_core::Game::outcome(state).and_then(|it| it.winners().first()).unwrap_or(seat);
            let is_tie = state.points(Seat(0)) == state.points(Seat(1));
            let by = if is_tie { " wins with more planets at equal points" } else { " wins on points" };
            text![winner, by, scores()]
        }
        _ => text!["it is a draw", scores()],
    }
}

/// The question to the player who is to act.
pub(crate) fn prompt(state: &ShadowOfAtlas) -> Prompt {
    match state.phase {
        Phase::Actions => {
            let own = credits(state.credits(state.player()));
            Prompt::new("action", text!["Take an Action or end your turn. You have ", own, "."])
        }
        Phase::Place(order) => {
            let card = state.content.order(order);
            Prompt::new("place", text!["Choose a planet for ", card, ". (SA-46)"])
        }
        Phase::Discard(left) => {
            let cards = count(left.into(), "card");
            Prompt::new("discard", text!["Discard ", cards, ". You may keep ", HAND_LIMIT, ". (SA-38)"])
        }
        Phase::Choice => choice_prompt(state),
        Phase::Over | Phase::Left(_) => Prompt::new("over", "The game is over."),
    }
}

/// The question of the Ability on top of the stack.
fn choice_prompt(state: &ShadowOfAtlas) -> Prompt {
    let Some(Frame::Run(at, planet)) = state.stack.top() else {
        unreachable!("a choice belongs to an Ability")
    };
    let instruction = state.content.program.at(at);
    let number = |who: Who, verb: &'static str, n: u8, thing: &str| {
        let subject = if who == Who::You { "" } else { "make your opponent " };
        text![subject, verb, " ", count(n.into(), thing), " (mode 1)"]
    };
    let question = match instruction.op {
        Op::DiscardOpposing => text!["choose an opposing Order to remove"],
        Op::UseAbilityOf => text!["choose an Order whose Ability to use"],
        Op::Discard { .. } => text!["choose a card to discard"],
        Op::Move { .. } => text!["choose an Order to move"],
        Op::Play { .. } => text!["choose an Order to play"],
        Op::Choose(menu) => {
            let mut modes: Vec<Text> = Vec::new();
            modes.extend(menu.mover.map(|_| text!["choose an Order to move"]));
            modes.extend(menu.drawer.map(|_| text!["draw"]));
            modes.extend(menu.numbered().map(|mode| text!["choose mode ", mode + 1]));
            Text::joined(modes, ", or ")
        }
        Op::GainCredit { who, n } => number(who, "gain", n, "Credit"),
        Op::Spend { who, n } => number(who, "spend", n, "Credit"),
        Op::Draw { who, n } => number(who, "draw", n, "card"),
        Op::GainOutpost { who, n } => number(who, "gain", n, "Outpost"),
        Op::Jump | Op::End => unreachable!("a jump asks nothing"),
    };
    let decline = if instruction.may { ", or decline" } else { "" };
    let order = state.content.order(state.content.program.owner(at));
    let planet = state.content.planet(planet);
    let text = text![order, " at ", planet, ": ", question, decline, ". (", state.cite(at), ")"];
    Prompt::new(choice_kind(instruction.op), text)
}

impl ShadowOfAtlas {
    /// The Order whose Ability asks for a choice, and the planet where it is used.
    pub(crate) fn asking(&self) -> Option<(Order, Planet)> {
        match self.stack.top() {
            Some(Frame::Run(at, planet)) if self.phase == Phase::Choice => {
                Some((self.content.program.owner(at), planet))
            }
            _ => None,
        }
    }
}

/// The kind of question that an instruction asks.
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

/// A number of Credits in words.
pub(crate) fn credits(n: u8) -> Text {
    count(n.into(), "Credit")
}
