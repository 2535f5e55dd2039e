//! The events of the game, and the words for events and questions.

use atlas_core::text::count;
use atlas_core::{Prompt, Seat, Text, ToText, Told, Viewer, text};

use crate::cards::{Order, Planet};
use crate::content::ability::{Op, Who};
use crate::resolve::Frame;
use crate::state::{Ending, Phase, ShadowOfAtlas};

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
            Told::about(text![seat, " ventures to ", planet(to), " with ", order(what), "."], at(to, what))
        }
        Event::Surveyed { seat } => Told::about(text![seat, " surveys."], ["deck"]),
        Event::Expanded { seat, pair: [one, two] } => {
            let pair = if one == two {
                text!["a pair of ", order(one)]
            } else {
                text![order(one), " and ", order(two)]
            };
            Told::about(text![seat, " expands with ", pair, "."], ["discard"])
        }
        Event::Spent { seat, n } => Told::about(text![seat, " spends ", credits(n), "."], credits_of(seat)),
        Event::Gained { seat, n } => Told::about(text![seat, " gains ", credits(n), "."], credits_of(seat)),
        Event::Played { seat, planet: to, order: what } => {
            Told::about(text![seat, " plays ", order(what), " to ", planet(to), "."], at(to, what))
        }
        Event::TurnedUp { seat, order: what } => {
            Told::about(text![seat, " turns up ", order(what), "."], ["turned-up"])
        }
        Event::Kept { seat, order: what, shown } => {
            let text = text![seat, " cannot play ", order(what), " anywhere and adds it to their hand."];
            if shown { Told::about(text, in_hand(what)) } else { Told::new(text) }
        }
        Event::Drew { seat, order: Some(what) } => {
            Told::about(text![seat, " draws ", order(what), "."], in_hand(what))
        }
        Event::Drew { seat, order: None } => Told::new(text![seat, " draws a card."]),
        Event::Outpost { seat } => {
            Told::about(text![seat, " gains an Outpost."], [format!("outposts/{}", seat.0)])
        }
        Event::Reshuffled { cards } => {
            let text = text!["The discard pile is shuffled into a new deck of ", count(cards, "card"), "."];
            Told::about(text, ["deck"])
        }
        Event::Discarded { seat, order: what } => {
            Told::about(text![seat, " discards ", order(what), "."], ["discard"])
        }
        // The owner is always the opponent.
        Event::Removed { seat, planet: from, order: what, .. } => Told::about(
            text![seat, " removes the opposing ", order(what), " from ", planet(from), "."],
            ["discard", &planet(from).id],
        ),
        Event::Copied { seat, planet: there, order: what } => Told::about(
            text![seat, " uses the Ability of ", order(what), " at ", planet(there), "."],
            at(there, what),
        ),
        Event::Moved { seat, order: what, from, to } => Told::about(
            text![seat, " moves ", order(what), " from ", planet(from), " to ", planet(to), "."],
            at(to, what),
        ),
        Event::Declined { seat } => Told::new(text![seat, " declines."]),
        Event::Arbiter { seat, planet: of, from } => {
            let text = match from {
                None => text![seat, " develops ", planet(of), " and becomes its Arbiter."],
                Some(other) => {
                    text![seat, " takes over ", planet(of), " from ", other, " and becomes its Arbiter."]
                }
            };
            Told::about(text, [planet(of).id.as_str()])
        }
        Event::Cleared { seat, planet: of, ref orders } => {
            let orders = Text::listed(orders.iter().map(|what| order(*what)));
            Told::about(text![seat, " discards ", orders, " from ", planet(of), "."], ["discard"])
        }
        Event::Done { seat } => Told::new(text![seat, " ends their turn."]),
        Event::Over => Told::new(text!["The game is over: ", result(state), "."]),
        Event::Left { seat } => Told::new(text![seat, " leaves, so ", seat.next(2), " wins."]),
    }
}

/// The result of a finished game in words.
fn result(state: &ShadowOfAtlas) -> Text {
    let seat = state.player();
    let points = |seat: Seat| count(state.points(seat) as usize, "point");
    match state.ending() {
        Some(Ending::Planets) => text![seat, " wins as Arbiter of ", count(state.planets(seat), "planet")],
        Some(Ending::Outposts) => text![seat, " wins with ", count(state.outposts(seat), "Outpost")],
        Some(Ending::Points) => {
            let winner = atlas_core::Game::outcome(state).and_then(|it| it.winners().first()).unwrap_or(seat);
            // SA-65: more planets decide a tie.
            if state.points(Seat(0)) == state.points(Seat(1)) {
                return text!["both have ", points(winner), ", and ", winner, " wins with more planets"];
            }
            text![winner, " wins with ", points(winner), " to ", state.points(winner.next(2))]
        }
        _ => text!["it is a draw with ", points(seat), " each"],
    }
}

/// The question to the player who is to act.
pub(crate) fn prompt(state: &ShadowOfAtlas) -> Prompt {
    match state.phase {
        Phase::Actions => Prompt::new("action", "Take an Action or end your turn."),
        // SA-46
        Phase::Place(order) => Prompt::new("place", text!["Where does ", state.content.order(order), " go?"]),
        Phase::Discard(left) => Prompt::new("discard", hand_is_full(left)),
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
        let subject = if who == Who::You { "do you " } else { "does your opponent " };
        text![subject, verb, " ", count(n.into(), thing)]
    };
    let if_any = |question: &'static str| text![question, instruction.may.then_some(", if any")];
    let question = match instruction.op {
        Op::DiscardOpposing => if_any("which opposing Order goes"),
        Op::UseAbilityOf => if_any("which Ability do you use"),
        Op::Discard { .. } => if_any("which card do you discard"),
        Op::Move { .. } => if_any("which Order moves"),
        Op::Play { .. } => if_any("which Order do you play"),
        Op::Choose(menu) => {
            let mut modes: Vec<Text> = Vec::new();
            modes.extend(menu.mover.map(|_| text!["move an Order"]));
            modes.extend(menu.drawer.map(|_| text!["draw"]));
            modes.extend(menu.numbered().map(|mode| text!["mode ", mode + 1]));
            modes.extend(instruction.may.then_some(text!["neither"]));
            either(modes)
        }
        Op::GainCredit { who, n } => number(who, "gain", n, "Credit"),
        Op::Spend { who, n } => number(who, "spend", n, "Credit"),
        Op::Draw { who, n } => number(who, "draw", n, "card"),
        Op::GainOutpost { who, n } => number(who, "gain", n, "Outpost"),
        Op::Jump | Op::End => unreachable!("a jump asks nothing"),
    };
    let order = state.content.order(state.content.program.owner(at));
    let planet = state.content.planet(planet);
    Prompt::new(choice_kind(instruction.op), text![order, " at ", planet, ": ", question, "?"])
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

/// SA-38: the request to discard the cards above the hand limit.
pub(crate) fn hand_is_full(excess: u8) -> Text {
    text!["Your hand is full: discard ", count(excess.into(), "card"), "."]
}

/// Alternatives in a sentence: `a`, `a or b`, `a, b or c`.
pub(crate) fn either<T: ToText>(options: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>) -> Text {
    let options = options.into_iter();
    let last = options.len().saturating_sub(1);
    let mut text = Text::EMPTY;
    for (at, option) in options.enumerate() {
        match at {
            0 => {}
            at if at == last => text.push(" or "),
            _ => text.push(", "),
        }
        text.push(option);
    }
    text
}

/// A number of Credits in words.
pub(crate) fn credits(n: u8) -> Text {
    count(n.into(), "Credit")
}
