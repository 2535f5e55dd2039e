//! What an action does that matters, in the words of the rules, for somebody who asks for a hint.
//!
//! It speaks about the table and the seat's own hand only, so it gives nothing away.

use atlas_core::Seat;

use crate::action::Action;
use crate::cards::{Order, Planet};
use crate::content::text;
use crate::resolve::Frame;
use crate::state::{
    ARBITER_ORDERS, END_CARDS, END_CREDITS, ENDING_OUTPOSTS, HAND_LIMIT, MOST_CREDITS, Phase, SURVEY_COST,
    ShadowOfAtlas, WINNING_OUTPOSTS, WINNING_PLANETS,
};
use crate::tell::{count, credits, listed};

/// One to four sentences about an action of the seat.
pub(crate) fn remark(state: &ShadowOfAtlas, seat: Seat, action: Action) -> String {
    let hint = Hint { state, seat };
    let said = match action {
        Action::Venture(planet, order) => {
            let cost = format!("It costs {} (SA-40).", credits(state.cost(seat, planet)));
            [vec![cost], hint.arrival(planet, order)].concat()
        }
        Action::Survey => hint.survey(SURVEY_COST),
        Action::SurveyWith(order) => {
            let cost = state.content.discount(order).unwrap_or(SURVEY_COST);
            [vec![format!("{} is discarded for it.", hint.name(order))], hint.survey(cost)].concat()
        }
        Action::Expand(..) => hint.expand(),
        Action::Done => hint.done(),
        Action::Place(planet) => match state.phase {
            Phase::Place(order) => hint.arrival(planet, order),
            _ => Vec::new(),
        },
        Action::Remove(order) => hint.remove(order),
        Action::Copy(order) => {
            vec![format!("{} does: {}", hint.name(order), text::ability(state.content.order(order)))]
        }
        Action::Move(other, _) => hint.moved(other),
        Action::Melt(order) => vec![format!(
            "{} goes from your hand to the discard pile; what follows on the card is yours.",
            hint.name(order)
        )],
        Action::Play(planet, order) => {
            [vec!["It costs nothing.".to_owned()], hint.arrival(planet, order)].concat()
        }
        Action::Discard(order) => vec![hint.discard(order)],
        Action::Draw => vec!["A card for your hand (SA-15).".to_owned()],
        Action::Mode(_) => vec!["The card says what follows.".to_owned()],
        Action::Decline => vec!["Nothing is lost, and nothing gained.".to_owned()],
    };
    said.join(" ")
}

struct Hint<'a> {
    state: &'a ShadowOfAtlas,
    seat: Seat,
}

impl Hint<'_> {
    fn name(&self, order: Order) -> &str {
        &self.state.content.order(order).name
    }

    fn place(&self, planet: Planet) -> &str {
        &self.state.content.planet(planet).name
    }

    /// Whether one more Order at a planet makes three.
    fn is_third(&self, planet: Planet) -> bool {
        self.state.site(planet).side(self.seat).len() + 1 >= ARBITER_ORDERS
    }

    /// SA-25: an Order comes to a planet.
    fn arrival(&self, planet: Planet, order: Order) -> Vec<String> {
        let ability = text::ability(self.state.content.order(order));
        let mut said = vec![format!("Its Ability: {ability}")];
        let there = self.state.site(planet).side(self.seat).len() + 1;
        match ARBITER_ORDERS.saturating_sub(there) {
            0 => said.extend(self.arbiter(planet)),
            1 => said.push(format!("One more Order at {} makes you its Arbiter.", self.place(planet))),
            _ => {}
        }
        said
    }

    /// SA-26 to SA-28: what the third Order brings.
    fn arbiter(&self, planet: Planet) -> Vec<String> {
        let (place, rival) = (self.place(planet), self.seat.next(2));
        let turned = match self.state.site(planet).arbiter {
            None => format!("It is your third Order at {place}, so you become its Arbiter (SA-26)."),
            Some(_) => {
                format!("It is your third Order at {place}: the planet turns from {rival} to you (SA-27).")
            }
        };
        let mut said = vec![turned, "That brings a card and an Outpost (SA-28).".to_owned()];
        if self.state.planets(self.seat) + 1 >= WINNING_PLANETS {
            said.push("Four planets win when your turn ends (SA-60).".to_owned());
        }
        said
    }

    fn survey(&self, cost: u8) -> Vec<String> {
        let price = if cost == 0 { "nothing".to_owned() } else { credits(cost) };
        let mut said = vec![format!(
            "It costs {price}; the top card of the deck is turned up and goes to a planet of your choice (SA-44)."
        )];
        let open = |planet: &Planet| self.state.site(*planet).arbiter != Some(self.seat);
        let third = Planet::all().filter(|planet| self.is_third(*planet)).filter(open);
        let names: Vec<&str> = third.map(|planet| self.place(planet)).collect();
        if !names.is_empty() {
            said.push(format!("As your third Order it would bring you {}.", listed(&names)));
        }
        said
    }

    fn expand(&self) -> Vec<String> {
        let own = self.state.outposts(self.seat) + 1;
        let both = own + self.state.outposts(self.seat.next(2));
        let mut said = vec![format!(
            "Two cards become an Outpost and a Credit (SA-48): then you have {}.",
            count(own, "Outpost")
        )];
        if own >= WINNING_OUTPOSTS {
            said.push("Ten win when your turn ends (SA-60).".to_owned());
        } else if both >= ENDING_OUTPOSTS {
            said.push("With fifteen of both players together the game ends soon (SA-62).".to_owned());
        }
        said
    }

    fn done(&self) -> Vec<String> {
        let (state, seat) = (self.state, self.seat);
        if state.planets(seat) >= WINNING_PLANETS {
            return vec!["You are Arbiter of four planets, so you win (SA-60).".to_owned()];
        }
        if state.outposts(seat) >= WINNING_OUTPOSTS {
            return vec!["You have ten Outposts, so you win (SA-60).".to_owned()];
        }
        if !state.goes_on_after(seat) {
            let score = format!("{} to {}", state.points(seat), state.points(seat.next(2)));
            return vec![format!("The game ends and is scored: {score} for you (SA-64).")];
        }
        let mut said = vec![format!(
            "You gain {} and draw {} (SA-38).",
            credits(END_CREDITS),
            count(END_CARDS.into(), "card")
        )];
        let lost = (state.credits(seat) + END_CREDITS).saturating_sub(MOST_CREDITS);
        if lost > 0 {
            said.push(format!(
                "{} of it would be lost, for nobody has more than five (SA-14).",
                credits(lost)
            ));
        }
        let excess = (state.hand(seat).len() + usize::from(END_CARDS)).saturating_sub(HAND_LIMIT);
        if excess > 0 {
            said.push(format!("Then {} must be discarded (SA-R19).", count(excess, "card")));
        }
        said
    }

    fn remove(&self, order: Order) -> Vec<String> {
        let Some(Frame::Run(_, planet)) = self.state.stack.top() else { return Vec::new() };
        let rival = self.seat.next(2);
        let left = self.state.site(planet).side(rival).len() - 1;
        vec![format!(
            "{} leaves {}: {rival} then has {} there, and a {} may come there again.",
            self.name(order),
            self.place(planet),
            count(left, "Order"),
            self.name(order)
        )]
    }

    fn moved(&self, other: Planet) -> Vec<String> {
        let Some(Frame::Run(at, planet)) = self.state.stack.top() else { return Vec::new() };
        let mut said = vec!["Its Ability is not used, for moving is not playing (SA-R29).".to_owned()];
        match self.state.mover(self.state.content.program.at(at).op) {
            Some((owner, false)) if owner == self.seat && self.is_third(planet) => {
                said.push("So three are there without paying for the third.".to_owned());
                said.extend(self.arbiter(planet).into_iter().skip(1));
            }
            Some((owner, away)) => {
                let from = if away { planet } else { other };
                let left = self.state.site(from).side(owner).len() - 1;
                said.push(format!("{owner} then has {} at {}.", count(left, "Order"), self.place(from)));
            }
            None => {}
        }
        said
    }

    fn discard(&self, order: Order) -> String {
        let left = self.state.hand(self.seat).count(order) - 1;
        match left {
            0 => format!("It is your only {}.", self.name(order)),
            1 => format!("You keep one {}.", self.name(order)),
            n => format!("You keep {n} of {}, still enough for an Expand.", self.name(order)),
        }
    }
}
