//! What each viewer sees of a table (SR-130 to SR-133).

use atlas_core::{Content, Refusal, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::notation::word;
use crate::pack::LibraryRef;
use crate::state::{Decision, SecureTheRift};
use crate::things::{HiddenCard, Item, ItemKind, Piece, Stage, Thing};

/// Everything that one viewer sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct View {
    pub turn: u16,
    pub active: Seat,
    pub first: Seat,
    pub step: String,
    /// The seat that has to decide something; `None` when the game is over.
    pub to_act: Option<Seat>,
    pub players: Vec<PlayerView>,
    pub front: Vec<PieceView>,
    /// The items in the Sequence. The last concludes first.
    pub sequence: Vec<ItemView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concluding: Option<ItemView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcing: Option<ItemView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<AttackView>,
    /// SR-R14: whether a vulnerable Soul that is attacked deals damage as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vulnerable_strikes_back: bool,
    /// The hash of the library, if it is not the current core set alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packs: Option<String>,
}

/// A player as a viewer sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct PlayerView {
    pub life: i16,
    pub energy: u8,
    pub hand: Option<Vec<String>>,
    pub hand_size: usize,
    /// The cards that the viewer knows to be in the hand without seeing all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<String>,
    pub deck_size: usize,
    /// The cards of the deck that the viewer knows, each with the number of cards above it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deck: Vec<(usize, String)>,
    pub pile_size: usize,
    /// The whole energy pile, top card first, for viewers who see everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<Vec<String>>,
    pub scrap: Vec<String>,
    pub void: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
    /// Why the player has lost: `life`, `deck` or `conceded`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<String>,
}

/// A card in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct PieceView {
    pub id: String,
    pub card: String,
    pub owner: Seat,
    pub controller: Seat,
    pub vulnerable: bool,
    /// SR-84: whether it must wait before it can attack.
    pub waits: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<i16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defence: Option<i16>,
    pub damage: i16,
    pub upgrades: i16,
    pub keywords: Vec<String>,
    pub skips: u8,
}

/// An item in the Sequence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ItemView {
    pub id: String,
    pub card: String,
    pub text: String,
    pub controller: Seat,
    /// SR-131: for an ability, the card that it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// SR-131: the card that the triggering event was about, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    pub targets: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u8>,
}

/// The attack that is under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct AttackView {
    pub stage: String,
    /// Each attacker, what it attacks, and whether it is blocked.
    pub fights: Vec<(String, String, bool)>,
    /// Each blocker and the attacker that it blocks.
    pub blocks: Vec<(String, String)>,
}

impl View {
    pub(crate) fn of(state: &SecureTheRift, viewer: Viewer) -> View {
        View {
            turn: state.turn,
            active: state.active,
            first: state.first,
            step: if state.decision == Decision::Over { "over" } else { state.step.word() }.to_owned(),
            to_act: state.asked(),
            players: (0..state.players.len() as u8).map(|seat| player(state, Seat(seat), viewer)).collect(),
            front: state.front.iter().map(|piece| piece_view(state, piece)).collect(),
            sequence: state.sequence.iter().map(|item| item_view(state, item)).collect(),
            concluding: state.conclusion.as_ref().map(|it| item_view(state, &it.item)),
            announcing: state.announcement.as_ref().map(|it| item_view(state, &it.item)),
            attack: state.attack.as_ref().map(|attack| AttackView {
                stage: stage_word(attack.stage).to_owned(),
                fights: attack
                    .fights
                    .iter()
                    .map(|it| (word(state, Thing::card(it.attacker)), word(state, it.target), it.blocked))
                    .collect(),
                blocks: attack
                    .blocks
                    .iter()
                    .map(|it| (word(state, Thing::card(it.blocker)), word(state, Thing::card(it.attacker))))
                    .collect(),
            }),
            vulnerable_strikes_back: state.house_rules.vulnerable_strikes_back,
            packs: (state.library != LibraryRef::core()).then(|| state.library.hash.clone()),
        }
    }

    /// The library that the table is played with.
    pub fn library(&self) -> Result<LibraryRef, Refusal> {
        match &self.packs {
            None => Ok(LibraryRef::core()),
            hash => LibraryRef::find(hash.as_deref()),
        }
    }
}

/// The word for a stage of an attack.
pub(crate) const fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Declare => "declare",
        Stage::React => "react",
        Stage::Blocks => "blocks",
        Stage::ReactToBlocks => "react-to-blocks",
        Stage::Damage => "damage",
        Stage::After => "after",
    }
}

fn player(state: &SecureTheRift, seat: Seat, viewer: Viewer) -> PlayerView {
    let player = state.player(seat);
    let name = |hidden: &HiddenCard| state.card(hidden.card).id.clone();
    let knows = |hidden: &&HiddenCard| match viewer {
        Viewer::Seat(viewer) => hidden.known >> viewer.0 & 1 == 1,
        // Spectators have seen whatever all players know.
        Viewer::Spectator => {
            (0..state.players.len()).all(|it| it == seat.index() || hidden.known >> it & 1 == 1)
        }
        Viewer::Everything => true,
    };
    let in_deck_knows = |hidden: &&HiddenCard| match viewer {
        Viewer::Spectator => (0..state.players.len()).all(|it| hidden.known >> it & 1 == 1),
        _ => knows(hidden),
    };
    let open = viewer.sees(seat);
    PlayerView {
        life: player.life,
        energy: player.energy,
        hand: open.then(|| player.hand.iter().map(name).collect()),
        hand_size: player.hand.len(),
        known: if open { Vec::new() } else { player.hand.iter().filter(knows).map(name).collect() },
        deck_size: player.deck.len(),
        deck: player
            .deck
            .iter()
            .rev()
            .enumerate()
            .filter(|(_, hidden)| in_deck_knows(hidden))
            .map(|(above, hidden)| (above, name(hidden)))
            .collect(),
        pile_size: player.pile.len(),
        pile: (viewer == Viewer::Everything)
            .then(|| player.pile.iter().rev().map(|card| state.card(*card).id.clone()).collect()),
        scrap: player.scrap.iter().map(|it| word(state, Thing::card(it.number))).collect(),
        void: player.void.iter().map(|it| word(state, Thing::card(it.number))).collect(),
        lost: player.lost,
        loss: player.loss.map(|loss| loss.word().to_owned()),
    }
}

fn piece_view(state: &SecureTheRift, piece: &Piece) -> PieceView {
    let soul = state.is_soul(piece.card);
    PieceView {
        id: word(state, Thing::card(piece.number)),
        card: state.card(piece.card).id.clone(),
        owner: piece.owner,
        controller: piece.controller,
        vulnerable: piece.vulnerable,
        waits: state.must_wait(piece),
        attack: soul.then_some(piece.current.attack),
        defence: soul.then_some(piece.current.defence),
        damage: piece.damage,
        upgrades: piece.upgrades,
        keywords: piece.current.keywords.words().map(str::to_owned).collect(),
        skips: piece.refresh_skips,
    }
}

fn item_view(state: &SecureTheRift, item: &Item) -> ItemView {
    let modes = state.card(item.card).modes.len() > 1;
    let about = item.event.number().filter(|number| *number != item.source);
    let source = item.owner().is_none().then(|| format!("{}.{}", state.card(item.card).id, item.source));
    ItemView {
        id: format!("{}.{}", state.card(item.card).id, item.number),
        card: state.card(item.card).id.clone(),
        text: item_text(state, item),
        controller: item.controller,
        source,
        about: about.map(|number| word(state, Thing::card(number))),
        targets: item.targets.iter().map(|(_, thing)| word(state, thing)).collect(),
        x: state.card(item.card).x.then_some(item.x),
        mode: match item.kind {
            ItemKind::Card { mode, .. } if modes => Some(mode + 1),
            _ => None,
        },
    }
}

/// What an item in the Sequence is, in words. Programs may depend on these words.
fn item_text(state: &SecureTheRift, item: &Item) -> String {
    let name = &state.card(item.card).name;
    match item.kind {
        ItemKind::Card { .. } => name.clone(),
        ItemKind::Ability { .. } => format!("the ability of {name}"),
        ItemKind::Delayed { .. } => format!("the delayed effect of {name}"),
    }
}
