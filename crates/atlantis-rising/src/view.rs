//! What a viewer sees: everything but the order of the decks (AR-72).

use std::collections::BTreeMap;

use atlas_core::Viewer;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::position::{FigureEntry, GateEntry, PledgeEntry, TeamEntry};
use crate::state::{AtlantisRising, Deck};

/// A table as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct View {
    pub level: u8,
    pub seats: u8,
    pub round: u8,
    pub phase: String,
    pub start: u8,
    pub wrath: u8,
    /// AR-66: the floods of the next phase 4.
    pub floods: u8,
    pub over: Option<String>,
    pub gone: Vec<u8>,
    pub island: Map<String, Value>,
    pub barriers: Vec<String>,
    pub gate: Vec<GateEntry>,
    pub core: Vec<u8>,
    pub teams: Vec<TeamEntry>,
    pub figures: Vec<FigureEntry>,
    pub ready: Vec<u8>,
    pub recalls: Vec<u8>,
    pub overruled: Vec<String>,
    pub pledges: Vec<PledgeEntry>,
    pub library: DeckView,
    pub misfortunes: DeckView,
    /// The misfortune that is being carried out.
    pub open: Option<String>,
    pub drawn: u8,
    pub hologram: DeckView,
    /// AR-75: the power of the Hologram.
    pub power: Option<String>,
    #[serde(rename = "box")]
    pub in_box: Map<String, Value>,
    pub effects: Vec<String>,
    pub pending: Vec<Value>,
    /// AR-59: the score if the game ended now.
    pub score: i32,
}

/// A deck as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DeckView {
    /// The number of cards.
    pub deck_size: usize,
    /// The top cards that everybody knows, topmost first.
    pub top: Vec<String>,
    /// How many of each other card are in the deck.
    pub unseen: BTreeMap<String, usize>,
    /// The discard pile.
    pub discard: Vec<String>,
    /// The whole deck, top card first, for viewers who see everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<Vec<String>>,
}

impl DeckView {
    fn of<const N: usize>(deck: &Deck<N>, viewer: Viewer, name: impl Fn(u8) -> String) -> DeckView {
        let seen = usize::from(deck.seen);
        let mut unseen = BTreeMap::new();
        for card in deck.deck.top(N).skip(seen) {
            *unseen.entry(name(card)).or_insert(0) += 1;
        }
        DeckView {
            deck_size: deck.deck.len(),
            top: deck.deck.top(seen).map(&name).collect(),
            unseen,
            discard: deck.discard.as_slice().iter().copied().map(&name).collect(),
            deck: (viewer == Viewer::Everything).then(|| deck.deck.top(N).map(&name).collect()),
        }
    }
}

impl View {
    /// The table as a viewer sees it.
    pub(crate) fn of(state: &AtlantisRising, viewer: Viewer) -> View {
        let position = state.position();
        let content = &state.content;
        let misfortune = |card: u8| content.misfortune(card).named.id.clone();
        let councilor = |card: u8| content.councilor(card).named.id.clone();
        View {
            level: position.level,
            seats: position.seats,
            round: position.round,
            phase: position.phase,
            start: position.start,
            wrath: position.wrath,
            floods: if state.this_round.skip_wrath { 0 } else { state.wrath_value(state.wrath) },
            over: position.over,
            gone: position.gone,
            island: position.island,
            barriers: position.barriers,
            gate: position.gate,
            core: position.core,
            teams: position.teams,
            figures: position.figures,
            ready: position.ready,
            recalls: position.recalls,
            overruled: position.overruled,
            pledges: position.pledges,
            library: DeckView::of(&state.library, viewer, |card| content.card(card).named.id.clone()),
            misfortunes: DeckView::of(&state.misfortunes, viewer, misfortune),
            open: state.open.map(misfortune),
            drawn: state.drawn,
            hologram: DeckView::of(&state.hologram, viewer, councilor),
            power: state.power.map(councilor),
            in_box: position.in_box,
            effects: position.effects,
            pending: position.pending,
            score: state.score(state.over == Some(crate::Ending::Won)),
        }
    }
}
