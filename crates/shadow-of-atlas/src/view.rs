//! The view of a table that a player or spectator gets. Only views and events carry information out of a state.

use atlas_core::{Game, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::cards::{Hand, Order, Pile, Planet};
use crate::content::{Content, ContentRef};
use crate::legal;
use crate::position::{Pending, pending};
use crate::resolve::Frame;
use crate::state::{ARBITER_ORDERS, Phase, ShadowOfAtlas};

/// A planet, and what each seat needs to become its Arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanetView {
    /// The id of the planet.
    pub id: String,
    /// SA-20: the Arbiter. A planet is Developed exactly if it has one.
    pub arbiter: Option<Seat>,
    /// The Orders on each seat's side, in the order in which they arrived.
    pub orders: [Vec<String>; 2],
    /// SA-40: the cost of a Venture for each seat; `None` for the Arbiter, who may not play Orders here (SA-23).
    pub venture_costs: [Option<u8>; 2],
    /// SA-25: the number of Orders that each seat still has to play here to become Arbiter; `None` for the Arbiter.
    ///
    /// It is 0 only while the last of them is being resolved. Orders that were moved here (SA-R06) leave at least 1.
    pub missing_orders: [Option<u8>; 2],
}

/// What a hand can be used for, apart from Ventures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandOptions {
    /// SA-43, SA-91: the cheapest Survey; `None` if there is no card to turn up (SA-R04). The seat may have too few
    /// Credits for it.
    pub survey: Option<SurveyOption>,
    /// SA-48, SA-90: a pair for an Expand, if there is one; two cards of the same Order if possible.
    pub pair: Option<[String; 2]>,
}

/// A way to survey.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SurveyOption {
    /// The Credits that it costs.
    pub cost: u8,
    /// SA-91: the Order that is discarded for it.
    pub discard: Option<String>,
}

/// SA-46: a card that a Survey turned up and that must be placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnedUp {
    /// The Order of the card.
    pub card: String,
    /// SA-23, SA-24: the planets to which it may be played.
    pub planets: Vec<String>,
}

/// SA-89: the Orders among which a pending choice moves one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moving {
    /// The owner of the Orders.
    pub owner: Seat,
    /// Whether they move away from the planet of the choice; otherwise they move to it.
    pub away: bool,
}

/// What a viewer sees: everything public, and the seat's own hand (SA-70).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The seat whose turn it is; `None` when the game is over.
    pub to_act: Option<Seat>,
    /// The First Player.
    pub first: Seat,
    /// The number of the turn, from 1.
    pub turn: u8,
    /// Whether there was an Action in this turn.
    pub acted: bool,
    /// The number of turns in a row without an Action.
    pub idle_turns: u8,
    /// The planets of the row, in order.
    pub planets: Vec<PlanetView>,
    /// The Credits of each seat.
    pub credits: [u8; 2],
    /// The number of Outposts of each seat.
    pub outpost_counts: [usize; 2],
    /// The hands that the viewer may see.
    pub hands: [Option<Vec<String>>; 2],
    /// The number of cards in each hand.
    pub hand_sizes: [usize; 2],
    /// SA-R08: the cards in each hand that both players know.
    pub known: [Vec<String>; 2],
    /// The number of cards in the deck.
    pub deck_size: usize,
    /// The discard pile, the oldest card first.
    pub discard: Vec<String>,
    /// The question that must be answered before the turn continues.
    pub pending: Option<Pending>,
    /// SA-64: the points of each seat now.
    pub points: [i32; 2],
    /// SA-34: the Credits that each seat gains at the start of its turns, with the Outposts it has now.
    pub income: [u8; 2],
    /// What the hands that the viewer may see can be used for.
    pub hand_options: [Option<HandOptions>; 2],
    /// The card that a Survey turned up, while it must be placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned_up: Option<TurnedUp>,
    /// The Order whose Ability asks the pending question, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<String>,
    /// The Orders that the pending choice can move, if it moves one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving: Option<Moving>,
    /// SA-R27: the seat whose player left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Seat>,
    /// The hash of the content, unless it is the house file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// The fronts of the Outposts, the oldest first, for viewers who see everything (SA-R18).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outposts: Option<[Vec<String>; 2]>,
    /// The deck, the top card first, for viewers who see everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<Vec<String>>,
}

impl View {
    pub(crate) fn of(state: &ShadowOfAtlas, viewer: Viewer) -> View {
        let everything = viewer == Viewer::Everything;
        let names = Names(&state.content);
        let seats = [Seat(0), Seat(1)];
        let pending = pending(state);
        View {
            to_act: state.to_act(),
            first: state.first,
            turn: state.turn,
            acted: state.acted,
            idle_turns: state.idle_turns,
            planets: Planet::all().map(|planet| state.planet_view(planet)).collect(),
            credits: state.credits,
            outpost_counts: seats.map(|seat| state.outposts(seat)),
            hands: seats.map(|seat| viewer.sees(seat).then(|| names.hand(state.hand(seat)))),
            hand_sizes: seats.map(|seat| state.hand(seat).len()),
            known: [0, 1].map(|seat| names.hand(&state.known[seat])),
            deck_size: state.deck.len(),
            discard: names.pile(&state.discard),
            pending,
            points: seats.map(|seat| state.points(seat)),
            income: seats.map(|seat| state.income(seat)),
            hand_options: seats.map(|seat| viewer.sees(seat).then(|| state.hand_options(seat))),
            turned_up: state.turned_up(),
            asked_by: state.asking().map(|(order, _)| names.order(order)),
            moving: state.moving(),
            left: state.left(),
            content: (state.content != ContentRef::house()).then(|| state.content.hash.clone()),
            outposts: everything.then(|| [0, 1].map(|seat| names.pile(&state.outposts[seat]))),
            deck: everything.then(|| names.top_first(&state.deck)),
        }
    }

    /// The content that the table is played with.
    pub fn content(&self) -> Result<ContentRef, atlas_core::Refusal> {
        match &self.content {
            None => Ok(ContentRef::house()),
            hash => atlas_core::Content::find(hash.as_deref()),
        }
    }
}

impl ShadowOfAtlas {
    /// The seat whose turn it is; `None` when the game is over.
    pub(crate) fn to_act(&self) -> Option<Seat> {
        self.acting().first()
    }

    /// SA-R27: the seat whose player left.
    pub(crate) fn left(&self) -> Option<Seat> {
        if let Phase::Left(seat) = self.phase { Some(seat) } else { None }
    }

    /// SA-89: the Orders that the pending choice can move.
    fn moving(&self) -> Option<Moving> {
        match self.stack.top() {
            Some(Frame::Run(at, _)) if self.phase == Phase::Choice => {
                let (owner, away) = self.mover(self.content.program.at(at).op)?;
                Some(Moving { owner, away })
            }
            _ => None,
        }
    }

    fn planet_view(&self, planet: Planet) -> PlanetView {
        let (names, site) = (Names(&self.content), self.site(planet));
        let unless_arbiter = |what: &dyn Fn(Seat) -> u8| {
            [Seat(0), Seat(1)].map(|seat| (site.arbiter != Some(seat)).then(|| what(seat)))
        };
        PlanetView {
            id: names.planet(planet),
            arbiter: site.arbiter,
            orders: names.sides(self, planet),
            venture_costs: unless_arbiter(&|seat| self.cost(seat, planet)),
            missing_orders: unless_arbiter(&|seat| self.missing_orders(seat, planet)),
        }
    }

    /// SA-25: the number of Orders that the seat still has to play to a planet to become Arbiter.
    fn missing_orders(&self, seat: Seat, planet: Planet) -> u8 {
        let is_tested = seat == self.player() && self.stack.iter().any(|frame| frame == Frame::Test(planet));
        let missing = ARBITER_ORDERS.saturating_sub(self.site(planet).side(seat).len()) as u8;
        // SA-R06: only a play leads to a test.
        if is_tested { missing } else { missing.max(1) }
    }

    fn hand_options(&self, seat: Seat) -> HandOptions {
        let names = Names(&self.content);
        let survey = legal::cheapest_survey(self, seat)
            .map(|(cost, with)| SurveyOption { cost, discard: with.map(|order| names.order(order)) });
        let pair = legal::best_pair(self, seat).map(|pair| pair.map(|order| names.order(order)));
        HandOptions { survey, pair }
    }

    fn turned_up(&self) -> Option<TurnedUp> {
        let Phase::Place(order) = self.phase else { return None };
        let names = Names(&self.content);
        let planets = Planet::all().filter(|planet| self.playable(self.player(), *planet).contains(order));
        Some(TurnedUp {
            card: names.order(order),
            planets: planets.map(|planet| names.planet(planet)).collect(),
        })
    }
}

/// The ids of cards and planets.
pub(crate) struct Names<'a>(pub(crate) &'a Content);

impl Names<'_> {
    pub(crate) fn order(&self, order: Order) -> String {
        self.0.order(order).id.clone()
    }

    pub(crate) fn planet(&self, planet: Planet) -> String {
        self.0.planet(planet).id.clone()
    }

    /// The Orders on both sides of a planet.
    pub(crate) fn sides(&self, state: &ShadowOfAtlas, planet: Planet) -> [Vec<String>; 2] {
        state.site(planet).sides.map(|side| side.iter().map(|order| self.order(order)).collect())
    }

    pub(crate) fn hand(&self, hand: &Hand) -> Vec<String> {
        hand.cards().map(|order| self.order(order)).collect()
    }

    /// The cards of a pile, the bottom card first.
    pub(crate) fn pile(&self, pile: &Pile) -> Vec<String> {
        pile.iter().map(|order| self.order(order)).collect()
    }

    pub(crate) fn top_first(&self, pile: &Pile) -> Vec<String> {
        pile.iter().rev().map(|order| self.order(order)).collect()
    }
}
