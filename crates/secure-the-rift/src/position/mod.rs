//! Positions as JSON, which people can write by hand.
//!
//! Cards are written as in sentences: `drone.7` in zones that everyone sees, `drone` elsewhere. Default values can be
//! omitted. Stored positions must stay readable, so names in JSON never change, whatever the types here are called.

mod check;
mod read;
mod write;

use atlas_core::Seat;
use serde::{Deserialize, Serialize};

use crate::pack::language::Until;
use crate::state::TurnStep;
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
    #[serde(default, skip_serializing_if = "is_default")]
    vulnerable_strikes_back: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    open_decklists: bool,
    players: Vec<PlayerNote>,
    #[serde(default)]
    front: Vec<PieceNote>,
    #[serde(default)]
    sequence: Vec<ItemNote>,
    #[serde(rename = "ask")]
    decision: DecisionNote,
    /// The active player by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    priority: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_default")]
    passes: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attack: Option<AttackNote>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    announcing: Option<AnnouncementNote>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    concluding: Option<ConclusionNote>,
    /// SR-105: damage that is about to be dealt.
    #[serde(default, rename = "blow", skip_serializing_if = "Option::is_none")]
    pending_damage: Option<PendingDamageNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lasting: Vec<LastingNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    delayed: Vec<DelayedNote>,
    #[serde(default, rename = "waiting", skip_serializing_if = "Vec::is_empty")]
    pending_triggers: Vec<ItemNote>,
    #[serde(default, rename = "boxed", skip_serializing_if = "Vec::is_empty")]
    returning: Vec<ReturningCardNote>,
    #[serde(default, rename = "gone", skip_serializing_if = "Vec::is_empty")]
    left_this_turn: Vec<PieceNote>,
    /// The cards that left the front lines for a pile this turn: the number that each had, and its number there.
    #[serde(default, rename = "moved", skip_serializing_if = "Vec::is_empty")]
    moved_to_pile: Vec<(Number, Number)>,
    /// Used SAFEGUARDs: the card, and the card that granted the keyword, or 0 for the card's own.
    #[serde(default, rename = "spent", skip_serializing_if = "Vec::is_empty")]
    spent_safeguards: Vec<(Number, Number)>,
    /// The abilities used this turn: the card, the index of the ability, and how often.
    #[serde(default, rename = "used", skip_serializing_if = "Vec::is_empty")]
    ability_uses: Vec<(Number, u8, u8)>,
    #[serde(default, skip_serializing_if = "is_default")]
    died_this_turn: u16,
    #[serde(default, skip_serializing_if = "is_default")]
    items_this_turn: u16,
    /// SR-R53: digests of the positions that may be part of a loop.
    #[serde(default, rename = "seen", skip_serializing_if = "Vec::is_empty")]
    seen_positions: Vec<u64>,
    /// The highest number given so far; by default the highest in the position.
    #[serde(default, skip_serializing_if = "is_default")]
    last_number: Number,
}

fn is_default<T: Default + PartialEq>(it: &T) -> bool {
    *it == T::default()
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerNote {
    life: i16,
    #[serde(default, skip_serializing_if = "is_default")]
    energy: u8,
    hand: Vec<HiddenCardNote>,
    /// The top card first.
    deck: Vec<HiddenCardNote>,
    /// The top card first.
    pile: Vec<String>,
    #[serde(default)]
    scrap: Vec<String>,
    #[serde(default)]
    void: Vec<String>,
    /// The number of the player's most recent turn.
    #[serde(default, rename = "began", skip_serializing_if = "is_default")]
    last_turn_began: u16,
    #[serde(default, skip_serializing_if = "is_default")]
    overdrawn: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    lost: bool,
    /// Why the player has lost: `life`, `deck` or `conceded`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loss: Option<String>,
}

/// A card in a hand or deck: `"drone"`, or `["drone", [0, 1]]` with the seats that know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum HiddenCardNote {
    Plain(String),
    Known(String, Vec<Seat>),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceNote {
    id: String,
    owner: Seat,
    /// The owner by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    controller: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_default")]
    vulnerable: bool,
    /// The turn in which its controller gained control of it.
    #[serde(default, rename = "since", skip_serializing_if = "is_default")]
    controlled_since: u16,
    #[serde(default, skip_serializing_if = "is_default")]
    damage: i16,
    #[serde(default, skip_serializing_if = "is_default")]
    upgrades: i16,
    #[serde(default, rename = "skips", skip_serializing_if = "is_default")]
    refresh_skips: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    poisoned: bool,
    /// The attack, defence and keywords of a card that has left its zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    was: Option<(i16, i16, Vec<String>)>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemNote {
    /// The card with its number, such as `unwrite.12`, or `unwrite` if it has no number yet.
    id: String,
    controller: Seat,
    /// For an ability, the card in play that it comes from.
    #[serde(default, skip_serializing_if = "is_default")]
    source: Number,
    /// The index of the ability on the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ability: Option<u8>,
    /// The index of the delayed effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    delayed: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_default")]
    mode: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    x: u8,
    /// The targets, each with the number of the use of "target" that it was chosen for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    targets: Vec<(u8, String)>,
    #[serde(default, skip_serializing_if = "is_default")]
    event: String,
    #[serde(default, skip_serializing_if = "is_default")]
    amount: i16,
    /// Whether the event's thing left the front lines by the event.
    #[serde(default, rename = "left", skip_serializing_if = "is_default")]
    event_left: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum DecisionNote {
    Redraw {
        seat: Seat,
        put: u8,
    },
    Priority,
    Announcement,
    Triggers {
        seat: Seat,
    },
    Attackers,
    Blocks {
        seat: Seat,
    },
    Order {
        attacker: Number,
    },
    Divide {
        blocker: Number,
    },
    Choice {
        seat: Seat,
    },
    #[serde(rename = "wards")]
    DamageOrder {
        seat: Seat,
    },
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
    #[serde(default, skip_serializing_if = "is_default")]
    blocked: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockNote {
    blocker: String,
    attacker: String,
    #[serde(default, skip_serializing_if = "is_default")]
    placed: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    given: i16,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnnouncementNote {
    item: ItemNote,
    what: String,
    #[serde(default, skip_serializing_if = "is_default")]
    has_mode: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    has_x: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    slot: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    paid: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConclusionNote {
    item: ItemNote,
    #[serde(rename = "work")]
    tasks: Vec<TaskNote>,
    #[serde(default, rename = "steps", skip_serializing_if = "is_default")]
    executed: u16,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    picked: Vec<Number>,
    /// The cards to discard, each with its player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    discards: Vec<(Seat, String)>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PendingDamageNote {
    /// The hits that may still be modified. The first is being modified.
    open: Vec<HitNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    done: Vec<HitNote>,
    /// In old positions, the timestamps of the modifiers that have been applied to the first open hit.
    #[serde(default, skip_serializing)]
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
    #[serde(default, skip_serializing_if = "is_default")]
    battle: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    redirected: bool,
    /// The timestamps of the modifiers that have been applied to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    applied: Vec<(Number, u8)>,
}

/// A task of a concluding item. Effects and selectors are written as their indices in the library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum TaskNote {
    #[serde(rename = "steps")]
    Run {
        #[serde(rename = "list")]
        effect: u16,
        at: u8,
        #[serde(default, skip_serializing_if = "is_default")]
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
        #[serde(default, skip_serializing_if = "is_default")]
        it: String,
    },
    May {
        seat: Seat,
        #[serde(rename = "list")]
        effect: u16,
        #[serde(default, skip_serializing_if = "is_default")]
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
    Stats {
        on: Number,
        attack: i16,
        defence: i16,
    },
    Gain {
        on: Number,
        keyword: String,
    },
    Lose {
        on: Number,
        keyword: String,
    },
    Control {
        on: Number,
        before: Seat,
    },
    Shield {
        on: String,
        left: Option<i16>,
        only_battle: bool,
    },
    #[serde(rename = "detour")]
    Redirect {
        on: String,
        onto: String,
        left: Option<i16>,
        only_battle: bool,
    },
    #[serde(rename = "shelter")]
    ShieldMatching {
        selector: u16,
        left: Option<i16>,
        only_battle: bool,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DelayedNote {
    at: String,
    item: ItemNote,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReturningCardNote {
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

const STEPS: [TurnStep; 5] =
    [TurnStep::Redraw, TurnStep::Before, TurnStep::Beginning, TurnStep::Main, TurnStep::End];
const STAGES: [Stage; 6] =
    [Stage::Declare, Stage::React, Stage::Blocks, Stage::ReactToBlocks, Stage::Damage, Stage::After];
