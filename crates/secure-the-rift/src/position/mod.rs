//! Positions as JSON that people can write by hand: every zone, and what is under way.
//!
//! Cards are called as in sentences: `drone.7` where everyone sees them, `drone` elsewhere. Everything that is
//! usual can be left out.

mod read;
mod write;

use atlas_core::Seat;
use serde::{Deserialize, Serialize};

use crate::pack::language::Until;
use crate::state::Step;
use crate::things::{Number, Stage};

pub(crate) use self::read::load;
pub(crate) use self::write::dump;

/// A complete position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    turn: u16,
    step: String,
    active: Seat,
    first: Seat,
    #[serde(default, skip_serializing_if = "is_usual")]
    vulnerable_strikes_back: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    open_decklists: bool,
    players: Vec<PlayerNote>,
    #[serde(default)]
    front: Vec<PieceNote>,
    #[serde(default)]
    sequence: Vec<ItemNote>,
    ask: AskNote,
    /// The active player, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    priority: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_usual")]
    passes: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attack: Option<AttackNote>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    announcing: Option<AnnouncementNote>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    concluding: Option<ConclusionNote>,
    /// SR-105: damage that is about to be dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blow: Option<BlowNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lasting: Vec<LastingNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    delayed: Vec<DelayedNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<ItemNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boxed: Vec<BoxedNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gone: Vec<PieceNote>,
    /// SAFEGUARDs that were used, and the card that gave them; 0 for the card's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spent: Vec<(Number, Number)>,
    /// Abilities used in this turn: card, place on the card, how often.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    used: Vec<(Number, u8, u8)>,
    #[serde(default, skip_serializing_if = "is_usual")]
    died_this_turn: u16,
    #[serde(default, skip_serializing_if = "is_usual")]
    items_this_turn: u16,
    /// SR-R53: the positions that may come again in this turn, each folded into a number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seen: Vec<u64>,
    /// The number that was given last; the highest that is there, if nothing is said.
    #[serde(default, skip_serializing_if = "is_usual")]
    last_number: Number,
}

fn is_usual<T: Default + PartialEq>(it: &T) -> bool {
    *it == T::default()
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerNote {
    life: i16,
    #[serde(default, skip_serializing_if = "is_usual")]
    energy: u8,
    hand: Vec<HiddenNote>,
    /// The top card first.
    deck: Vec<HiddenNote>,
    /// The top card first.
    pile: Vec<String>,
    #[serde(default)]
    scrap: Vec<String>,
    #[serde(default)]
    void: Vec<String>,
    /// The turn in which their most recent own turn began.
    #[serde(default, skip_serializing_if = "is_usual")]
    began: u16,
    #[serde(default, skip_serializing_if = "is_usual")]
    overdrawn: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    lost: bool,
}

/// `"drone"`, or `["drone", [0, 1]]` with the seats that know of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum HiddenNote {
    Plain(String),
    Known(String, Vec<Seat>),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceNote {
    id: String,
    owner: Seat,
    /// The owner, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    controller: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_usual")]
    vulnerable: bool,
    /// The turn in which its controller got it.
    #[serde(default, skip_serializing_if = "is_usual")]
    since: u16,
    #[serde(default, skip_serializing_if = "is_usual")]
    damage: i16,
    #[serde(default, skip_serializing_if = "is_usual")]
    upgrades: i16,
    #[serde(default, skip_serializing_if = "is_usual")]
    skips: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    poisoned: bool,
    /// For a card that has left: attack, defence and keywords that it had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    was: Option<(i16, i16, Vec<String>)>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemNote {
    /// `unwrite.12`, or `unwrite` if it has no number yet.
    id: String,
    controller: Seat,
    /// The card in play that it came from, for an ability.
    #[serde(default, skip_serializing_if = "is_usual")]
    source: Number,
    /// The place of the ability on the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ability: Option<u8>,
    /// The steps that were put off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    delayed: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_usual")]
    mode: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    x: u8,
    /// Each target with the number of the word "target" it is for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    targets: Vec<(u8, String)>,
    #[serde(default, skip_serializing_if = "is_usual")]
    event: String,
    #[serde(default, skip_serializing_if = "is_usual")]
    amount: i16,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum AskNote {
    Redraw { seat: Seat, put: u8 },
    Priority,
    Announcement,
    Triggers { seat: Seat },
    Attackers,
    Blocks { seat: Seat },
    Order { attacker: Number },
    Divide { blocker: Number },
    Choice { seat: Seat },
    Wards { seat: Seat },
    Over,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackNote {
    stage: String,
    fights: Vec<FightNote>,
    #[serde(default)]
    blocks: Vec<BlockNote>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FightNote {
    attacker: String,
    target: String,
    defender: Seat,
    #[serde(default, skip_serializing_if = "is_usual")]
    blocked: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockNote {
    blocker: String,
    attacker: String,
    #[serde(default, skip_serializing_if = "is_usual")]
    placed: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    given: i16,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnnouncementNote {
    item: ItemNote,
    what: String,
    #[serde(default, skip_serializing_if = "is_usual")]
    has_mode: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    has_x: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    slot: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    paid: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConclusionNote {
    item: ItemNote,
    work: Vec<FrameNote>,
    #[serde(default, skip_serializing_if = "is_usual")]
    steps: u16,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    picked: Vec<Number>,
    /// Whose cards are discarded, and which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    discards: Vec<(Seat, String)>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlowNote {
    /// The first is being changed.
    open: Vec<HitNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    done: Vec<HitNote>,
    /// By what the first has been changed: the number of a card and the place of the ability there, or the time
    /// of an effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    applied: Vec<(Number, u8)>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HitNote {
    source: String,
    controller: Seat,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<String>,
    to: String,
    amount: i16,
    #[serde(default, skip_serializing_if = "is_usual")]
    battle: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    redirected: bool,
}

/// Lists and selectors are called by their numbers in the library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum FrameNote {
    Steps {
        list: u16,
        at: u8,
        #[serde(default, skip_serializing_if = "is_usual")]
        it: String,
    },
    Discard {
        seat: Seat,
        chooser: Seat,
        left: u8,
    },
    Scrap {
        seat: Seat,
        from: u16,
        left: u8,
    },
    ScrapPicked,
    DiscardPicked,
    Bury {
        seat: Seat,
        left: u8,
        top: bool,
    },
    Look {
        seat: Seat,
        of: Seat,
        depth: u8,
        left: u8,
    },
    Search {
        seat: Seat,
        want: u16,
        left: u8,
        front: bool,
    },
    Pay {
        seat: Seat,
        energy: u8,
        otherwise: u16,
        #[serde(default, skip_serializing_if = "is_usual")]
        it: String,
    },
    May {
        seat: Seat,
        list: u16,
        #[serde(default, skip_serializing_if = "is_usual")]
        it: String,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LastingNote {
    what: ChangeNote,
    until: String,
    by: Seat,
    source: Number,
    time: Number,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum ChangeNote {
    Stats { on: Number, attack: i16, defence: i16 },
    Gain { on: Number, keyword: String },
    Lose { on: Number, keyword: String },
    Control { on: Number, before: Seat },
    Shield { on: String, left: Option<i16>, only_battle: bool },
    Detour { on: String, onto: String, left: Option<i16>, only_battle: bool },
    Shelter { selector: u16, left: Option<i16>, only_battle: bool },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DelayedNote {
    at: String,
    item: ItemNote,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxedNote {
    number: Number,
    owner: Seat,
    until: Number,
}

const UNTILS: [(&str, Until); 4] = [
    ("end_of_turn", Until::EndOfTurn),
    ("your_next_turn", Until::YourNextTurn),
    ("self_leaves", Until::SelfLeaves),
    ("forever", Until::Forever),
];

const STEPS: [Step; 5] = [Step::Redraw, Step::Before, Step::Beginning, Step::Main, Step::End];
const STAGES: [Stage; 6] =
    [Stage::Declare, Stage::React, Stage::Blocks, Stage::ReactToBlocks, Stage::Damage, Stage::After];
