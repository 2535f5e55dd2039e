//! What is seen of a table: the only way out for information, with what is told.

use atlas_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::cards::{Hand, Order, Pile, Planet};
use crate::content::{Content, ContentRef};
use crate::position::{Pending, pending};
use crate::state::{Phase, ShadowOfAtlas};

/// A planet as it lies on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Lying {
    pub id: String,
    /// SA-20: a planet is Developed exactly when it has one.
    #[serde(deserialize_with = "Option::deserialize")]
    pub arbiter: Option<Seat>,
    /// The Orders on each seat's side, in the order they came there.
    pub orders: [Vec<String>; 2],
}

/// What a viewer sees: the public part, and a seat's own hand (SA-70).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose turn it is; nobody's when the game is over.
    pub to_act: Option<Seat>,
    /// Who is First Player.
    pub first: Seat,
    /// The turn, from 1.
    pub turn: u8,
    /// Whether there was an Action in this turn.
    pub acted: bool,
    /// The turns in a row without an Action.
    pub idle_turns: u8,
    /// The planets, in a row.
    pub planets: Vec<Lying>,
    /// The Credits of each seat.
    pub credits: [u8; 2],
    /// How many Outposts each seat has.
    pub outpost_counts: [usize; 2],
    /// The hands that the viewer may see.
    pub hands: [Option<Vec<String>>; 2],
    /// How many cards each hand holds.
    pub hand_sizes: [usize; 2],
    /// SA-R08: the cards that both players know to be in a hand.
    pub known: [Vec<String>; 2],
    /// How many cards the deck holds.
    pub deck_size: usize,
    /// The discard pile, the oldest card first.
    pub discard: Vec<String>,
    /// What an effect asks, if one does.
    pub pending: Option<Pending>,
    /// SA-R27: who gave up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Seat>,
    /// The hash of the content, if it is not the house's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// The fronts of the Outposts, the oldest first, for those who may see everything (SA-R18).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outposts: Option<[Vec<String>; 2]>,
    /// The deck, the top card first, for those who may see everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<Vec<String>>,
}

impl View {
    pub(crate) fn of(state: &ShadowOfAtlas, viewer: Viewer) -> View {
        let everything = viewer == Viewer::Everything;
        let names = Names(&state.content);
        let seats = [Seat(0), Seat(1)];
        View {
            to_act: state.to_act(),
            first: state.first,
            turn: state.turn,
            acted: state.acted,
            idle_turns: state.idle_turns,
            planets: names.planets(state),
            credits: state.credits,
            outpost_counts: seats.map(|seat| state.outposts(seat)),
            hands: seats.map(|seat| viewer.sees(seat).then(|| names.hand(state.hand(seat)))),
            hand_sizes: seats.map(|seat| state.hand(seat).len()),
            known: [0, 1].map(|seat| names.hand(&state.known[seat])),
            deck_size: state.deck.len(),
            discard: names.pile(&state.discard),
            pending: pending(state),
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
    /// Whose turn it is; nobody's when the game is over.
    pub(crate) fn to_act(&self) -> Option<Seat> {
        atlas_core::Game::acting(self).first()
    }

    /// SA-R27: who gave up.
    pub(crate) fn left(&self) -> Option<Seat> {
        if let Phase::Left(seat) = self.phase { Some(seat) } else { None }
    }
}

/// Cards and planets by the words of the content.
pub(crate) struct Names<'a>(pub(crate) &'a Content);

impl Names<'_> {
    pub(crate) fn order(&self, order: Order) -> String {
        self.0.order(order).id.clone()
    }

    pub(crate) fn planet(&self, planet: Planet) -> String {
        self.0.planet(planet).id.clone()
    }

    pub(crate) fn planets(&self, state: &ShadowOfAtlas) -> Vec<Lying> {
        let lying = |planet: Planet| {
            let site = state.site(planet);
            let orders = site.sides.map(|side| side.iter().map(|order| self.order(order)).collect());
            Lying { id: self.planet(planet), arbiter: site.arbiter, orders }
        };
        Planet::all().map(lying).collect()
    }

    pub(crate) fn hand(&self, hand: &Hand) -> Vec<String> {
        hand.cards().map(|order| self.order(order)).collect()
    }

    /// The oldest card first.
    pub(crate) fn pile(&self, pile: &Pile) -> Vec<String> {
        pile.iter().map(|order| self.order(order)).collect()
    }

    pub(crate) fn top_first(&self, pile: &Pile) -> Vec<String> {
        pile.iter().rev().map(|order| self.order(order)).collect()
    }
}
