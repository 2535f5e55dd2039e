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
use crate::tell::credits;

/// One to four sentences about a legal action of the seat.
pub(crate) fn remark(state: &ShadowOfAtlas, seat: Seat, action: Action) -> Text {
    let hint = Hint { state, seat };
    let sentences = match action {
        Action::Venture(planet, order) => {
            let cost = text!["It costs ", credits(state.cost(seat, planet)), " (SA-40)."];
            [vec![cost], hint.arrival(planet, order)].concat()
        }
        Action::Survey => hint.survey(SURVEY_COST),
        Action::SurveyWith(order) => {
            let cost = state.content.discount(order).unwrap_or(SURVEY_COST);
            [vec![text!["You discard ", hint.card(order), " for it."]], hint.survey(cost)].concat()
        }
        Action::Expand(..) => hint.expand(),
        Action::Done => hint.done(),
        Action::Place(planet) => match state.phase {
            Phase::Place(order) => hint.arrival(planet, order),
            _ => Vec::new(),
        },
        Action::Remove(order) => hint.remove(order),
        Action::Copy(order) => vec![text!["You use its Ability: ", ability(hint.card(order))]],
        Action::Move(other, _) => hint.moved(other),
        Action::Melt(order) => {
            vec![text![
                hint.card(order),
                " goes from your hand to the discard pile. Then the Ability continues."
            ]]
        }
        Action::Play(planet, order) => {
            [vec![text!["It costs nothing."]], hint.arrival(planet, order)].concat()
        }
        Action::Discard(order) => vec![hint.discard(order)],
        Action::Draw => vec![text!["You draw from the deck (SA-15)."]],
        Action::Mode(_) => vec![text!["The card says what this mode does."]],
        Action::Decline => vec![text!["You skip this step of the Ability."]],
    };
    Text::joined(sentences, " ")
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

    /// Whether one more Order at a planet makes three.
    fn is_third(&self, planet: Planet) -> bool {
        self.state.site(planet).side(self.seat).len() + 1 >= ARBITER_ORDERS
    }

    /// SA-25: the effects of playing an Order to a planet.
    fn arrival(&self, planet: Planet, order: Order) -> Vec<Text> {
        let mut sentences = vec![text!["Its Ability: ", ability(self.card(order))]];
        let there = self.state.site(planet).side(self.seat).len() + 1;
        match ARBITER_ORDERS.saturating_sub(there) {
            0 => sentences.extend(self.arbiter(planet)),
            1 => sentences.push(text![
                "With one more Order at ",
                self.place(planet),
                " you become its Arbiter."
            ]),
            _ => {}
        }
        sentences
    }

    /// SA-26 to SA-28: the effects of one more Order, which is at least the third.
    fn arbiter(&self, planet: Planet) -> Vec<Text> {
        let (site, place) = (self.state.site(planet), self.place(planet));
        let orders = match site.side(self.seat).len() + 1 {
            ARBITER_ORDERS => text!["It is your third Order at ", place],
            orders => text!["You then have ", orders, " Orders at ", place],
        };
        let won = match site.arbiter {
            None => orders.and(", so you become its Arbiter (SA-26)."),
            Some(other) => orders.and(", so you take the planet over from ").and(other).and(" (SA-27)."),
        };
        let mut sentences = vec![won, text!["You draw a card and gain an Outpost (SA-28)."]];
        if self.state.planets(self.seat) + 1 >= WINNING_PLANETS {
            sentences.push(text!["With ", WINNING_PLANETS, " planets you win when your turn ends (SA-60)."]);
        }
        sentences
    }

    fn survey(&self, cost: u8) -> Vec<Text> {
        let mut sentences = vec![text![
            "It costs ",
            credits(cost),
            ". You turn up the top card of the deck and choose a planet for it (SA-44)."
        ]];
        let open = |planet: &Planet| self.state.site(*planet).arbiter != Some(self.seat);
        let third = Planet::all().filter(|planet| self.is_third(*planet)).filter(open);
        let places: Vec<&PlanetCard> = third.map(|planet| self.place(planet)).collect();
        if !places.is_empty() {
            sentences.push(text!["It could be your third Order at ", either(places), "."]);
        }
        sentences
    }

    fn expand(&self) -> Vec<Text> {
        let own = self.state.outposts(self.seat) + 1;
        let both = own + self.state.outposts(self.seat.next(2));
        let outposts = count(own, "Outpost");
        let mut sentences =
            vec![text!["You gain an Outpost and a Credit (SA-48). Then you have ", outposts, "."]];
        if own >= WINNING_OUTPOSTS {
            sentences.push(text![
                "With ",
                WINNING_OUTPOSTS,
                " Outposts you win when your turn ends (SA-60)."
            ]);
        } else if both >= ENDING_OUTPOSTS {
            sentences.push(text![
                "You and your opponent then have ",
                both,
                " Outposts, so the game ends after the Second Player's turn (SA-62)."
            ]);
        }
        sentences
    }

    fn done(&self) -> Vec<Text> {
        let (state, seat) = (self.state, self.seat);
        if state.planets(seat) >= WINNING_PLANETS {
            return vec![text!["You are Arbiter of ", state.planets(seat), " planets, so you win (SA-60)."]];
        }
        if state.outposts(seat) >= WINNING_OUTPOSTS {
            return vec![text!["You have ", state.outposts(seat), " Outposts, so you win (SA-60)."]];
        }
        if !state.continues_after(seat) {
            let (own, other) = (state.points(seat), state.points(seat.next(2)));
            let own = count(own as usize, "point");
            return vec![text!["The game ends. You have ", own, ", your opponent has ", other, " (SA-64)."]];
        }
        let cards = count(END_CARDS.into(), "card");
        let mut sentences = vec![text!["You gain ", credits(END_CREDITS), " and draw ", cards, " (SA-38)."]];
        let lost = (state.credits(seat) + END_CREDITS).saturating_sub(MAX_CREDITS);
        if lost > 0 {
            sentences.push(text![
                credits(lost),
                " of that would be lost: the limit is ",
                MAX_CREDITS,
                " (SA-14)."
            ]);
        }
        let excess = (state.hand(seat).len() + usize::from(END_CARDS)).saturating_sub(HAND_LIMIT);
        if excess > 0 {
            sentences.push(text!["Then you discard ", count(excess, "card"), " (SA-R19)."]);
        }
        sentences
    }

    fn remove(&self, order: Order) -> Vec<Text> {
        let Some(Frame::Run(_, planet)) = self.state.stack.top() else { return Vec::new() };
        let left = count(self.state.site(planet).side(self.seat.next(2)).len() - 1, "Order");
        vec![
            text!["Your opponent then has ", left, " at ", self.place(planet), "."],
            text![self.card(order), " may be played there again."],
        ]
    }

    fn moved(&self, other: Planet) -> Vec<Text> {
        let Some(Frame::Run(at, planet)) = self.state.stack.top() else { return Vec::new() };
        let mut sentences = vec![text!["The Ability of an Order that moves is not used (SA-R29)."]];
        match self.state.mover(self.state.content.program.at(at).op) {
            Some((owner, false)) if owner == self.seat && self.is_third(planet) => {
                sentences.extend(self.arbiter(planet));
            }
            Some((owner, away)) => {
                let from = if away { planet } else { other };
                let left = count(self.state.site(from).side(owner).len() - 1, "Order");
                let has = if owner == self.seat { "You then have " } else { "Your opponent then has " };
                sentences.push(text![has, left, " at ", self.place(from), "."]);
            }
            None => {}
        }
        sentences
    }

    fn discard(&self, order: Order) -> Text {
        match self.state.hand(self.seat).count(order) - 1 {
            0 => text!["It is your only ", self.card(order), "."],
            1 => text!["You keep one ", self.card(order), "."],
            left => text!["You keep ", left, " cards of ", self.card(order), ", still enough for an Expand."],
        }
    }
}

/// The planets as alternatives: `a`, `a or b`, `a, b or c`.
fn either(planets: Vec<&PlanetCard>) -> Text {
    let last = planets.len().saturating_sub(1);
    let mut text = Text::EMPTY;
    for (at, planet) in planets.into_iter().enumerate() {
        match at {
            0 => {}
            at if at == last => text.push(" or "),
            _ => text.push(", "),
        }
        text.push(planet);
    }
    text
}
