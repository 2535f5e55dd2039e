//! Remarks on actions, for players who ask for a hint.
//!
//! They mention only the public table and the seat's own hand, so they reveal no hidden card.

use atlas_core::text::count;
use atlas_core::{Seat, Text, text};

use crate::action::Action;
use crate::cards::{Order, Planet};
use crate::content::text::ability;
use crate::content::{OrderCard, PlanetCard};
use crate::resolve::Frame;
use crate::state::{
    ARBITER_ORDERS, END_CARDS, END_CREDITS, ENDING_OUTPOSTS, HAND_LIMIT, MAX_CREDITS, Phase, SURVEY_COST,
    ShadowOfAtlas, WINNING_OUTPOSTS, WINNING_PLANETS,
};
use crate::tell::{credits, either};

/// One sentence about a legal action of the seat: the best reason for it.
pub(crate) fn remark(state: &ShadowOfAtlas, seat: Seat, action: Action) -> Option<Text> {
    let hint = Hint { state, seat };
    Some(match action {
        Action::Venture(planet, order) => {
            hint.arrival(planet, order, text!["For ", credits(state.cost(seat, planet)), " you"])
        }
        Action::Survey => hint.survey(None),
        Action::SurveyWith(order) => hint.survey(Some(order)),
        Action::Expand(..) => hint.expand(),
        Action::Done => hint.done(),
        Action::Place(planet) => match state.phase {
            Phase::Place(order) => hint.arrival(planet, order, text!["You"]),
            _ => return None,
        },
        Action::Remove(_) => hint.leaves(hint.planet()?, seat.next(2)),
        Action::Copy(order) => hint.ability(text!["You"], order),
        Action::Move(other, _) => return hint.moved(other),
        Action::Melt(order) => text!["You discard ", hint.card(order), ", and the Ability continues."],
        Action::Play(planet, order) => hint.arrival(planet, order, text!["For no Credits you"]),
        Action::Discard(order) => hint.discard(order),
        Action::Draw => text!["You draw from the deck."],
        Action::Decline => text!["You skip this step of the Ability."],
        // The card says what its modes do.
        Action::Mode(_) => return None,
    })
}

struct Hint<'a> {
    state: &'a ShadowOfAtlas,
    seat: Seat,
}

impl Hint<'_> {
    fn card(&self, order: Order) -> &OrderCard {
        self.state.content.order(order)
    }

    fn place(&self, planet: Planet) -> &PlanetCard {
        self.state.content.planet(planet)
    }

    /// The planet of the Ability that asks for a choice.
    fn planet(&self) -> Option<Planet> {
        self.state.asking().map(|(_, planet)| planet)
    }

    /// Whether one more Order at a planet makes three.
    fn is_third(&self, planet: Planet) -> bool {
        self.state.site(planet).side(self.seat).len() + 1 >= ARBITER_ORDERS
    }

    /// SA-25: the main effect of playing an Order to a planet. `you` begins a sentence about its Ability.
    fn arrival(&self, planet: Planet, order: Order, you: Text) -> Text {
        let there = self.state.site(planet).side(self.seat).len() + 1;
        match ARBITER_ORDERS.saturating_sub(there) {
            0 => self.arbiter(planet),
            1 => text!["It is your second Order at ", self.place(planet), ", and a third makes you Arbiter."],
            _ => self.ability(you, order),
        }
    }

    /// The Ability of an Order. It is quoted if it is only one sentence.
    fn ability(&self, you: Text, order: Order) -> Text {
        let card = self.card(order);
        let words = ability(card);
        let mut letters = words.chars();
        match letters.next() {
            Some(first) if !card.ability.is_empty() && words.matches('.').count() == 1 => {
                let quoted: String = first.to_lowercase().chain(letters).collect();
                you.and(" use the Ability of ").and(card).and(": ").and(quoted)
            }
            _ => you.and(" use the Ability of ").and(card).and("."),
        }
    }

    /// SA-26, SA-27, SA-60: the effect of one more Order, which is at least the third.
    fn arbiter(&self, planet: Planet) -> Text {
        let (site, place) = (self.state.site(planet), self.place(planet));
        let orders = match site.side(self.seat).len() + 1 {
            ARBITER_ORDERS => text!["Your third Order at ", place],
            orders => text!["Having ", orders, " Orders at ", place],
        };
        if self.state.planets(self.seat) + 1 >= WINNING_PLANETS {
            let wins = " planets, and you win when your turn ends.";
            return orders.and(" makes you Arbiter of ").and(WINNING_PLANETS).and(wins);
        }
        match site.arbiter {
            None => orders.and(" makes you its Arbiter."),
            Some(other) => orders.and(" takes the planet from ").and(other).and("."),
        }
    }

    /// SA-43, SA-91: a Survey, for which a card may be discarded.
    fn survey(&self, with: Option<Order>) -> Text {
        let open = |planet: &Planet| self.state.site(*planet).arbiter != Some(self.seat);
        let third = Planet::all().filter(|planet| self.is_third(*planet)).filter(open);
        let places: Vec<&PlanetCard> = third.map(|planet| self.place(planet)).collect();
        if !places.is_empty() {
            return text!["The card you turn up could be your third Order at ", either(places), "."];
        }
        match with {
            None => text!["For ", credits(SURVEY_COST), " you play the top card of the deck to a planet."],
            Some(order) => {
                let cost = self.state.content.discount(order).unwrap_or(SURVEY_COST);
                text!["With ", self.card(order), " the Survey costs only ", credits(cost), "."]
            }
        }
    }

    /// SA-48, SA-60, SA-62: an Expand.
    fn expand(&self) -> Text {
        let own = self.state.outposts(self.seat) + 1;
        let all = own + self.state.outposts(self.seat.next(2));
        if own >= WINNING_OUTPOSTS {
            text!["With ", own, " Outposts you win when your turn ends."]
        } else if all >= ENDING_OUTPOSTS {
            text!["There are then ", all, " Outposts, so the game ends after the Second Player's turn."]
        } else {
            text!["You gain a Credit and your ", ordinal(own), " Outpost."]
        }
    }

    /// SA-38, SA-60, SA-64: the end of a turn.
    fn done(&self) -> Text {
        let (state, seat) = (self.state, self.seat);
        if state.planets(seat) >= WINNING_PLANETS {
            return text!["You are Arbiter of ", state.planets(seat), " planets, so you win."];
        }
        if state.outposts(seat) >= WINNING_OUTPOSTS {
            return text!["You have ", state.outposts(seat), " Outposts, so you win."];
        }
        if !state.continues_after(seat) {
            let (own, other) = (state.points(seat), state.points(seat.next(2)));
            let own = count(own as usize, "point");
            return text!["The game ends with ", own, " for you and ", other, " for your opponent."];
        }
        // SA-14: Credits above the limit are lost.
        let gained = END_CREDITS.min(MAX_CREDITS - state.credits(seat));
        let excess = (state.hand(seat).len() + usize::from(END_CARDS)).saturating_sub(HAND_LIMIT);
        let mut effects = Vec::new();
        if gained > 0 {
            effects.push(text!["gain ", credits(gained)]);
        }
        effects.push(text!["draw ", count(END_CARDS.into(), "card")]);
        if excess > 0 {
            effects.push(text!["discard ", count(excess, "card")]);
        }
        text!["You ", Text::listed(effects), "."]
    }

    /// The number of Orders that a player still has at a planet after one of them goes.
    fn leaves(&self, planet: Planet, owner: Seat) -> Text {
        let left = match self.state.site(planet).side(owner).len() - 1 {
            0 => text!["no Order"],
            left => count(left, "Order"),
        };
        let whom = if owner == self.seat { "you" } else { "your opponent" };
        text!["It leaves ", whom, " ", left, " at ", self.place(planet), "."]
    }

    fn moved(&self, other: Planet) -> Option<Text> {
        let Some(Frame::Run(at, planet)) = self.state.stack.top() else { return None };
        Some(match self.state.mover(self.state.content.program.at(at).op)? {
            (owner, false) if owner == self.seat && self.is_third(planet) => self.arbiter(planet),
            (owner, away) => self.leaves(if away { planet } else { other }, owner),
        })
    }

    fn discard(&self, order: Order) -> Text {
        match self.state.hand(self.seat).count(order) - 1 {
            0 => text!["It is your only ", self.card(order), "."],
            1 => text!["You still have one ", self.card(order), "."],
            _ => text!["You still have a pair of ", self.card(order), "."],
        }
    }
}

/// A number from 1 to 9 as a word.
fn ordinal(n: usize) -> &'static str {
    const WORDS: [&str; WINNING_OUTPOSTS] =
        ["next", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    WORDS.get(n).copied().unwrap_or("next")
}
