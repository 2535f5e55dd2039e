//! Positions as JSON that people can write by hand: every zone, and what is under way.
//!
//! Cards are called as in sentences: `drone.7` where everyone sees them, `drone` elsewhere. Everything that is
//! usual can be left out.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::announce::{Announced, Announcement};
use crate::conclude::{Conclusion, Frame};
use crate::damage::{Hit, Source};
use crate::pack::language::{CardId, Events, Found, Keywords, Kinds, ListId, SelectorId, Until};
use crate::pack::{LibraryRef, MOST_NAMES, MOST_TARGETS};
use crate::state::{Ask, LAST_TURN, MOST_ITEMS, MOST_LIFE, Rules, SecureTheRift, Step};
use crate::things::{
    Attack, Block, Boxed, Change, Delayed, Fight, Figure, Hidden, Item, Lasting, Lying, Matter, Number,
    Picks, Piece, Player, Stage, Thing,
};
use crate::view::stage_word;
use crate::wards::Blow;

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

/// The complete state, in the words people use.
pub(crate) fn dump(state: &SecureTheRift) -> Value {
    serde_json::to_value(Writer { state }.position()).expect("a position is plain data")
}

struct Writer<'a> {
    state: &'a SecureTheRift,
}

impl Writer<'_> {
    fn name(&self, card: CardId) -> String {
        self.state.card(card).id.clone()
    }

    fn numbered(&self, card: CardId, number: Number) -> String {
        format!("{}.{number}", self.name(card))
    }

    /// A thing by its number alone: what it was may be gone.
    fn thing(&self, thing: Thing) -> String {
        match (thing.seat(), thing.in_hand(), thing.number()) {
            (Some(seat), ..) => format!("base.{}", seat.0),
            (_, Some(card), _) => self.name(card),
            (_, _, Some(number)) => format!("card.{number}"),
            _ => String::new(),
        }
    }

    fn position(&self) -> Position {
        let state = self.state;
        let items = |items: &[Item]| items.iter().map(|item| self.item(item)).collect();
        let used = state.last_number;
        Position {
            turn: state.turn,
            step: state.step.word().to_owned(),
            active: state.active,
            first: state.first,
            vulnerable_strikes_back: state.rules.strikes_back,
            open_decklists: state.rules.open_lists,
            players: state.players.iter().map(|player| self.player(player)).collect(),
            front: state.front.iter().map(|piece| self.piece(piece, false)).collect(),
            sequence: items(&state.sequence),
            ask: match state.ask {
                Ask::Redraw { seat, put } => AskNote::Redraw { seat, put },
                Ask::Priority => AskNote::Priority,
                Ask::Announcement => AskNote::Announcement,
                Ask::Triggers { seat } => AskNote::Triggers { seat },
                Ask::Attackers => AskNote::Attackers,
                Ask::Blocks { seat } => AskNote::Blocks { seat },
                Ask::Order { attacker } => AskNote::Order { attacker },
                Ask::Divide { blocker } => AskNote::Divide { blocker },
                Ask::Choice { seat } => AskNote::Choice { seat },
                Ask::Wards { seat } => AskNote::Wards { seat },
                Ask::Over => AskNote::Over,
            },
            priority: Some(state.priority).filter(|seat| *seat != state.active),
            passes: state.passes,
            attack: state.attack.as_ref().map(|attack| self.attack(attack)),
            announcing: state.announcement.as_ref().map(|it| AnnouncementNote {
                item: self.item(&it.item),
                what: match it.kind {
                    Announced::Card => "card",
                    Announced::Ability => "ability",
                    Announced::Trigger => "trigger",
                }
                .to_owned(),
                has_mode: it.has_mode,
                has_x: it.has_x,
                slot: it.slot,
                paid: it.paid.iter().map(|(_, thing)| self.thing(thing)).collect(),
            }),
            concluding: state.conclusion.as_ref().map(|it| ConclusionNote {
                item: self.item(&it.item),
                work: it.work.iter().map(|frame| self.frame(frame)).collect(),
                steps: it.steps,
                picked: it.picked.clone(),
                discards: it.discards.iter().map(|(seat, card)| (*seat, self.name(*card))).collect(),
            }),
            blow: state.blow.as_ref().map(|blow| {
                let hits = |hits: &[Hit]| hits.iter().map(|hit| self.hit(hit)).collect();
                BlowNote { open: hits(&blow.open), done: hits(&blow.done), applied: blow.applied.clone() }
            }),
            lasting: state.lasting.iter().map(|it| self.lasting(it)).collect(),
            delayed: state
                .delayed
                .iter()
                .map(|it| DelayedNote {
                    at: it.at.words().next().unwrap_or_default().to_owned(),
                    item: self.item(&it.item),
                })
                .collect(),
            waiting: items(&state.waiting),
            boxed: state
                .boxed
                .iter()
                .map(|it| BoxedNote { number: it.number, owner: it.owner, until: it.until })
                .collect(),
            gone: state.gone.iter().map(|piece| self.piece(piece, true)).collect(),
            spent: state.spent.clone(),
            used: state.used.clone(),
            died_this_turn: state.died_this_turn,
            items_this_turn: state.items_this_turn,
            seen: state.seen.clone(),
            last_number: used,
        }
    }

    fn player(&self, player: &Player) -> PlayerNote {
        let lying = |zone: &[Lying]| zone.iter().map(|it| self.numbered(it.card, it.number)).collect();
        PlayerNote {
            life: player.life,
            energy: player.energy,
            hand: player.hand.iter().map(|it| self.hidden(it)).collect(),
            deck: player.deck.iter().rev().map(|it| self.hidden(it)).collect(),
            pile: player.pile.iter().rev().map(|card| self.name(*card)).collect(),
            scrap: lying(&player.scrap),
            void: lying(&player.void),
            began: player.began,
            overdrawn: player.overdrawn,
            lost: player.lost,
        }
    }

    fn hidden(&self, it: &Hidden) -> HiddenNote {
        let seats: Vec<Seat> = (0..4).filter(|seat| it.known >> seat & 1 == 1).map(Seat).collect();
        if seats.is_empty() {
            HiddenNote::Plain(self.name(it.card))
        } else {
            HiddenNote::Known(self.name(it.card), seats)
        }
    }

    fn piece(&self, it: &Piece, gone: bool) -> PieceNote {
        let keywords = || it.now.keywords.words().map(str::to_owned).collect();
        PieceNote {
            id: self.numbered(it.card, it.number),
            owner: it.owner,
            controller: Some(it.controller).filter(|seat| *seat != it.owner),
            vulnerable: it.vulnerable,
            since: it.since,
            damage: it.damage,
            upgrades: it.upgrades,
            skips: it.skips,
            poisoned: it.poisoned,
            was: gone.then(|| (it.now.attack, it.now.defence, keywords())),
        }
    }

    fn item(&self, it: &Item) -> ItemNote {
        let (owner, mode, ability, delayed) = match it.matter {
            Matter::Card { owner, mode } => (Some(owner), mode, None, None),
            Matter::Ability { place } => (None, 0, Some(place), None),
            Matter::Delayed { list } => (None, 0, None, Some(list.0)),
        };
        let names = it.names.iter().rposition(|name| *name != Thing::NONE).map_or(0, |last| last + 1);
        ItemNote {
            id: if it.number == 0 { self.name(it.card) } else { self.numbered(it.card, it.number) },
            controller: it.controller,
            // A card in the Sequence is its own source.
            source: if owner.is_some() && it.source == it.number { 0 } else { it.source },
            ability,
            delayed,
            owner: owner.filter(|owner| *owner != it.controller),
            mode,
            x: it.x,
            targets: it.targets.iter().map(|(slot, thing)| (slot, self.thing(thing))).collect(),
            event: self.thing(it.event),
            amount: it.amount,
            names: it.names[..names].iter().map(|name| self.thing(*name)).collect(),
        }
    }

    fn attack(&self, attack: &Attack) -> AttackNote {
        let card = |number: Number| self.thing(Thing::card(number));
        AttackNote {
            stage: stage_word(attack.stage).to_owned(),
            fights: attack
                .fights
                .iter()
                .map(|it| FightNote {
                    attacker: card(it.attacker),
                    target: self.thing(it.target),
                    defender: it.defender,
                    blocked: it.blocked,
                })
                .collect(),
            blocks: attack
                .blocks
                .iter()
                .map(|it| BlockNote {
                    blocker: card(it.blocker),
                    attacker: card(it.attacker),
                    placed: it.placed,
                    given: it.given,
                })
                .collect(),
        }
    }

    fn hit(&self, hit: &Hit) -> HitNote {
        HitNote {
            source: self.numbered(hit.source.card, hit.source.number),
            controller: hit.source.controller,
            keywords: hit.source.keywords.words().map(str::to_owned).collect(),
            to: self.thing(hit.to),
            amount: hit.amount,
            battle: hit.battle,
            redirected: hit.redirected,
        }
    }

    fn frame(&self, frame: &Frame) -> FrameNote {
        match *frame {
            Frame::Steps { list, at, it } => FrameNote::Steps { list: list.0, at, it: self.thing(it) },
            Frame::Discard { seat, chooser, left } => FrameNote::Discard { seat, chooser, left },
            Frame::Scrap { seat, from, left } => FrameNote::Scrap { seat, from: from.0, left },
            Frame::ScrapPicked => FrameNote::ScrapPicked,
            Frame::DiscardPicked => FrameNote::DiscardPicked,
            Frame::Bury { seat, left, top } => FrameNote::Bury { seat, left, top },
            Frame::Look { seat, of, depth, left } => FrameNote::Look { seat, of, depth, left },
            Frame::Search { seat, want, left, to } => {
                FrameNote::Search { seat, want: want.0, left, front: to == Found::Front }
            }
            Frame::Pay { seat, energy, otherwise, it } => {
                FrameNote::Pay { seat, energy, otherwise: otherwise.0, it: self.thing(it) }
            }
            Frame::May { seat, list, it } => FrameNote::May { seat, list: list.0, it: self.thing(it) },
        }
    }

    fn lasting(&self, it: &Lasting) -> LastingNote {
        let word = |keyword: Keywords| keyword.words().next().unwrap_or_default().to_owned();
        LastingNote {
            what: match it.what {
                Change::Stats { on, attack, defence } => ChangeNote::Stats { on, attack, defence },
                Change::Gain { on, keyword } => ChangeNote::Gain { on, keyword: word(keyword) },
                Change::Lose { on, keyword } => ChangeNote::Lose { on, keyword: word(keyword) },
                Change::Control { on, before } => ChangeNote::Control { on, before },
                Change::Shield { on, left, only_battle } => {
                    ChangeNote::Shield { on: self.thing(on), left, only_battle }
                }
                Change::Detour { on, onto, left, only_battle } => {
                    ChangeNote::Detour { on: self.thing(on), onto: self.thing(onto), left, only_battle }
                }
                Change::Shelter { selector, left, only_battle } => {
                    ChangeNote::Shelter { selector: selector.0, left, only_battle }
                }
            },
            until: UNTILS
                .iter()
                .find(|(_, until)| *until == it.until)
                .map_or("", |(word, _)| word)
                .to_owned(),
            by: it.by,
            source: it.source,
            time: it.time,
        }
    }
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

/// The state that a position describes, if it can occur.
pub(crate) fn load(library: LibraryRef, position: &Value) -> Result<SecureTheRift, Refusal> {
    let position: Position = serde_json::from_value(position.clone())
        .map_err(|error| Refusal::new(Code::Position, format!("the position is not understood: {error}")))?;
    let seats = position.players.len();
    if !(2..=4).contains(&seats) {
        return impossible("SR-01", format!("there are 2 to 4 players, not {seats}"));
    }
    Reader { library, seats: seats as u8 }.state(position)
}

fn impossible<T>(rule: &'static str, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::by(rule, Code::Position, message))
}

struct Reader {
    library: LibraryRef,
    seats: u8,
}

impl Reader {
    fn card(&self, word: &str) -> Result<CardId, Refusal> {
        match self.library.card_named(word) {
            Some(card) => Ok(card),
            None => Err(Refusal::new(Code::Position, format!("there is no card called {}", quoted(word)))),
        }
    }

    fn seat(&self, seat: Seat) -> Result<Seat, Refusal> {
        if seat.0 < self.seats {
            Ok(seat)
        } else {
            impossible("SR-01", format!("there is no {seat} at this table"))
        }
    }

    fn numbered(&self, word: &str) -> Result<(CardId, Number), Refusal> {
        let parts =
            word.rsplit_once('.').and_then(|(name, digits)| digits.parse().ok().map(|n: Number| (name, n)));
        match parts {
            Some((name, number)) if (1..Thing::NUMBERS).contains(&number) => Ok((self.card(name)?, number)),
            _ => {
                let message = format!("{} is not a card with its number, like drone.7", quoted(word));
                Err(Refusal::new(Code::Position, message))
            }
        }
    }

    fn thing(&self, word: &str) -> Result<Thing, Refusal> {
        if word.is_empty() {
            return Ok(Thing::NONE);
        }
        match word.rsplit_once('.') {
            None => self.card(word).map(Thing::held),
            Some(("base", digits)) => match digits.parse().map(Seat) {
                Ok(seat) => self.seat(seat).map(Thing::base),
                Err(_) => Err(Refusal::new(Code::Position, format!("there is no {}", quoted(word)))),
            },
            Some((_, digits)) => match digits.parse() {
                Ok(number) if (1..Thing::NUMBERS).contains(&number) => Ok(Thing::card(number)),
                _ => Err(Refusal::new(Code::Position, format!("there is no {}", quoted(word)))),
            },
        }
    }

    fn number(&self, word: &str) -> Result<Number, Refusal> {
        match self.thing(word)?.number() {
            Some(number) => Ok(number),
            None => {
                Err(Refusal::new(Code::Position, format!("{} is not a card with a number", quoted(word))))
            }
        }
    }

    fn list(&self, list: u16) -> Result<ListId, Refusal> {
        if self.library.get().has_list(list) {
            return Ok(ListId(list));
        }
        Err(Refusal::new(Code::Position, format!("there is no list {list}")))
    }

    fn selector(&self, selector: u16) -> Result<SelectorId, Refusal> {
        if self.library.get().has_selector(selector) {
            return Ok(SelectorId(selector));
        }
        Err(Refusal::new(Code::Position, format!("there is no selector {selector}")))
    }

    fn state(&self, position: Position) -> Result<SecureTheRift, Refusal> {
        let step = STEPS.into_iter().find(|step| step.word() == position.step);
        let Some(step) = step else {
            return Err(Refusal::new(Code::Position, format!("{} is not a step", quoted(&position.step))));
        };
        let items = |items: &[ItemNote]| items.iter().map(|it| self.item(it)).collect::<Result<Vec<_>, _>>();
        let pieces =
            |pieces: &[PieceNote]| pieces.iter().map(|it| self.piece(it)).collect::<Result<Vec<_>, _>>();
        let mut state = SecureTheRift {
            library: self.library,
            rules: Rules {
                strikes_back: position.vulnerable_strikes_back,
                open_lists: position.open_decklists,
            },
            players: position.players.iter().map(|it| self.player(it)).collect::<Result<_, _>>()?,
            front: pieces(&position.front)?,
            sequence: items(&position.sequence)?,
            attack: position.attack.as_ref().map(|it| self.attack(it)).transpose()?,
            lasting: position.lasting.iter().map(|it| self.lasting(it)).collect::<Result<_, _>>()?,
            delayed: position.delayed.iter().map(|it| self.delayed(it)).collect::<Result<_, _>>()?,
            waiting: items(&position.waiting)?,
            boxed: position
                .boxed
                .iter()
                .map(|it| Ok(Boxed { number: it.number, owner: self.seat(it.owner)?, until: it.until }))
                .collect::<Result<_, Refusal>>()?,
            gone: pieces(&position.gone)?,
            spent: position.spent,
            used: position.used,
            last_number: position.last_number,
            first: self.seat(position.first)?,
            active: self.seat(position.active)?,
            turn: position.turn,
            step,
            priority: self.seat(position.priority.unwrap_or(position.active))?,
            passes: position.passes,
            died_this_turn: position.died_this_turn,
            items_this_turn: position.items_this_turn,
            seen: position.seen,
            ask: self.ask(&position.ask)?,
            announcement: position.announcing.as_ref().map(|it| self.announcement(it)).transpose()?,
            conclusion: position.concluding.as_ref().map(|it| self.conclusion(it)).transpose()?,
            blow: position.blow.as_ref().map(|it| self.blow(it)).transpose()?,
        };
        state.front.sort_by_key(|piece| piece.number);
        for player in &mut state.players {
            player.hand.sort_by_key(|held| (held.card, held.known));
        }
        self.check(&mut state)?;
        state.figure();
        Ok(state)
    }

    fn player(&self, it: &PlayerNote) -> Result<Player, Refusal> {
        if it.life > MOST_LIFE {
            return impossible("SR-09", format!("life is at most {MOST_LIFE}, not {}", it.life));
        }
        let lying = |zone: &[String]| {
            let cards =
                zone.iter().map(|word| self.numbered(word).map(|(card, number)| Lying { number, card }));
            cards.collect::<Result<Vec<_>, _>>()
        };
        let hidden =
            |zone: &[HiddenNote]| zone.iter().map(|it| self.hidden(it)).collect::<Result<Vec<_>, _>>();
        let mut deck = hidden(&it.deck)?;
        deck.reverse();
        let mut pile = it.pile.iter().map(|word| self.card(word)).collect::<Result<Vec<_>, _>>()?;
        pile.reverse();
        Ok(Player {
            life: it.life,
            energy: it.energy,
            hand: hidden(&it.hand)?,
            deck,
            pile,
            scrap: lying(&it.scrap)?,
            void: lying(&it.void)?,
            began: it.began,
            overdrawn: it.overdrawn,
            lost: it.lost,
        })
    }

    fn hidden(&self, it: &HiddenNote) -> Result<Hidden, Refusal> {
        match it {
            HiddenNote::Plain(word) => Ok(Hidden { card: self.card(word)?, known: 0 }),
            HiddenNote::Known(word, seats) => {
                let known = seats.iter().try_fold(0, |all, seat| {
                    // SR-131: what everyone has seen is known to seats that are empty too.
                    if seat.0 < 4 { Ok(all | 1 << seat.0) } else { self.seat(*seat).map(|_| all) }
                })?;
                Ok(Hidden { card: self.card(word)?, known })
            }
        }
    }

    fn piece(&self, it: &PieceNote) -> Result<Piece, Refusal> {
        let (card, number) = self.numbered(&it.id)?;
        let owner = self.seat(it.owner)?;
        let now = match &it.was {
            None => Figure::default(),
            Some((attack, defence, keywords)) => {
                let keywords = self::keywords(keywords)?;
                Figure { attack: *attack, defence: *defence, keywords, ..Figure::default() }
            }
        };
        Ok(Piece {
            number,
            card,
            owner,
            controller: it.controller.map(|seat| self.seat(seat)).transpose()?.unwrap_or(owner),
            vulnerable: it.vulnerable,
            since: it.since,
            damage: it.damage,
            upgrades: it.upgrades,
            skips: it.skips,
            poisoned: it.poisoned,
            now,
        })
    }

    fn item(&self, it: &ItemNote) -> Result<Item, Refusal> {
        let (card, number) =
            if it.id.contains('.') { self.numbered(&it.id)? } else { (self.card(&it.id)?, 0) };
        let controller = self.seat(it.controller)?;
        let known = self.library.card(card);
        let matter = match (it.ability, it.delayed) {
            (Some(place), None) if usize::from(place) < known.abilities.len() => Matter::Ability { place },
            (None, Some(list)) => Matter::Delayed { list: self.list(list)? },
            (None, None) if known.modes.is_empty() || usize::from(it.mode) < known.modes.len() => {
                Matter::Card {
                    owner: it.owner.map(|seat| self.seat(seat)).transpose()?.unwrap_or(controller),
                    mode: it.mode,
                }
            }
            _ => return impossible("SR-52", format!("{} has no such mode or ability", known.name)),
        };
        let mut targets = Picks::default();
        if it.targets.len() > MOST_TARGETS || it.names.len() > MOST_NAMES {
            return impossible("SR-68", "there are not so many targets");
        }
        for (slot, word) in &it.targets {
            targets.push(*slot, self.thing(word)?);
        }
        let mut names = [Thing::NONE; MOST_NAMES];
        for (name, word) in names.iter_mut().zip(&it.names) {
            *name = self.thing(word)?;
        }
        // A card is its own source, and what it put off comes from it.
        let source = if it.source == 0 { number } else { it.source };
        Ok(Item {
            number,
            matter,
            card,
            source,
            controller,
            targets,
            x: it.x,
            event: self.thing(&it.event)?,
            amount: it.amount,
            names,
        })
    }

    fn ask(&self, it: &AskNote) -> Result<Ask, Refusal> {
        Ok(match *it {
            AskNote::Redraw { seat, put } => Ask::Redraw { seat: self.seat(seat)?, put },
            AskNote::Priority => Ask::Priority,
            AskNote::Announcement => Ask::Announcement,
            AskNote::Triggers { seat } => Ask::Triggers { seat: self.seat(seat)? },
            AskNote::Attackers => Ask::Attackers,
            AskNote::Blocks { seat } => Ask::Blocks { seat: self.seat(seat)? },
            AskNote::Order { attacker } => Ask::Order { attacker },
            AskNote::Divide { blocker } => Ask::Divide { blocker },
            AskNote::Choice { seat } => Ask::Choice { seat: self.seat(seat)? },
            AskNote::Wards { seat } => Ask::Wards { seat: self.seat(seat)? },
            AskNote::Over => Ask::Over,
        })
    }

    fn attack(&self, it: &AttackNote) -> Result<Attack, Refusal> {
        let stage = STAGES.into_iter().find(|stage| stage_word(*stage) == it.stage);
        let Some(stage) = stage else {
            return Err(Refusal::new(Code::Position, format!("{} is not a stage", quoted(&it.stage))));
        };
        let fights = it.fights.iter().map(|it| {
            Ok(Fight {
                attacker: self.number(&it.attacker)?,
                target: self.thing(&it.target)?,
                defender: self.seat(it.defender)?,
                blocked: it.blocked,
            })
        });
        let blocks = it.blocks.iter().map(|it| {
            Ok(Block {
                blocker: self.number(&it.blocker)?,
                attacker: self.number(&it.attacker)?,
                placed: it.placed,
                given: it.given,
            })
        });
        Ok(Attack {
            stage,
            fights: fights.collect::<Result<_, Refusal>>()?,
            blocks: blocks.collect::<Result<_, Refusal>>()?,
        })
    }

    fn announcement(&self, it: &AnnouncementNote) -> Result<Announcement, Refusal> {
        let kind = match it.what.as_str() {
            "card" => Announced::Card,
            "ability" => Announced::Ability,
            "trigger" => Announced::Trigger,
            other => return Err(Refusal::new(Code::Position, format!("{} is not announced", quoted(other)))),
        };
        let mut paid = Picks::default();
        for word in it.paid.iter().take(MOST_TARGETS) {
            paid.push(0, self.thing(word)?);
        }
        let item = self.item(&it.item)?;
        Ok(Announcement { item, kind, has_mode: it.has_mode, has_x: it.has_x, slot: it.slot, paid })
    }

    fn conclusion(&self, it: &ConclusionNote) -> Result<Conclusion, Refusal> {
        let work = it.work.iter().map(|frame| self.frame(frame)).collect::<Result<_, _>>()?;
        let discards = it.discards.iter().map(|(seat, word)| Ok((self.seat(*seat)?, self.card(word)?)));
        Ok(Conclusion {
            item: self.item(&it.item)?,
            work,
            steps: it.steps,
            picked: it.picked.clone(),
            discards: discards.collect::<Result<_, Refusal>>()?,
        })
    }

    fn blow(&self, it: &BlowNote) -> Result<Blow, Refusal> {
        let hits = |hits: &[HitNote]| hits.iter().map(|it| self.hit(it)).collect::<Result<Vec<_>, _>>();
        Ok(Blow { open: hits(&it.open)?, done: hits(&it.done)?, applied: it.applied.clone() })
    }

    fn hit(&self, it: &HitNote) -> Result<Hit, Refusal> {
        let (card, number) = self.numbered(&it.source)?;
        let keywords = keywords(&it.keywords)?;
        let source = Source { number, card, controller: self.seat(it.controller)?, keywords };
        let (to, HitNote { amount, battle, redirected, .. }) = (self.thing(&it.to)?, it);
        Ok(Hit { source, to, amount: *amount, battle: *battle, redirected: *redirected })
    }

    fn frame(&self, it: &FrameNote) -> Result<Frame, Refusal> {
        Ok(match it {
            FrameNote::Steps { list, at, it } => {
                Frame::Steps { list: self.list(*list)?, at: *at, it: self.thing(it)? }
            }
            FrameNote::Discard { seat, chooser, left } => {
                Frame::Discard { seat: self.seat(*seat)?, chooser: self.seat(*chooser)?, left: *left }
            }
            FrameNote::Scrap { seat, from, left } => {
                Frame::Scrap { seat: self.seat(*seat)?, from: self.selector(*from)?, left: *left }
            }
            FrameNote::ScrapPicked => Frame::ScrapPicked,
            FrameNote::DiscardPicked => Frame::DiscardPicked,
            FrameNote::Bury { seat, left, top } => {
                Frame::Bury { seat: self.seat(*seat)?, left: *left, top: *top }
            }
            FrameNote::Look { seat, of, depth, left } => {
                Frame::Look { seat: self.seat(*seat)?, of: self.seat(*of)?, depth: *depth, left: *left }
            }
            FrameNote::Search { seat, want, left, front } => Frame::Search {
                seat: self.seat(*seat)?,
                want: self.selector(*want)?,
                left: *left,
                to: if *front { Found::Front } else { Found::Hand },
            },
            FrameNote::Pay { seat, energy, otherwise, it } => Frame::Pay {
                seat: self.seat(*seat)?,
                energy: *energy,
                otherwise: self.list(*otherwise)?,
                it: self.thing(it)?,
            },
            FrameNote::May { seat, list, it } => {
                Frame::May { seat: self.seat(*seat)?, list: self.list(*list)?, it: self.thing(it)? }
            }
        })
    }

    fn lasting(&self, it: &LastingNote) -> Result<Lasting, Refusal> {
        let until = UNTILS.iter().find(|(word, _)| *word == it.until).map(|(_, until)| *until);
        let Some(until) = until else {
            return Err(Refusal::new(Code::Position, format!("nothing lasts until {}", quoted(&it.until))));
        };
        let what = match &it.what {
            ChangeNote::Stats { on, attack, defence } => {
                Change::Stats { on: *on, attack: *attack, defence: *defence }
            }
            ChangeNote::Gain { on, keyword: word } => Change::Gain { on: *on, keyword: keyword(word)? },
            ChangeNote::Lose { on, keyword: word } => Change::Lose { on: *on, keyword: keyword(word)? },
            ChangeNote::Control { on, before } => Change::Control { on: *on, before: self.seat(*before)? },
            ChangeNote::Shield { on, left, only_battle } => {
                Change::Shield { on: self.thing(on)?, left: *left, only_battle: *only_battle }
            }
            ChangeNote::Detour { on, onto, left, only_battle } => Change::Detour {
                on: self.thing(on)?,
                onto: self.thing(onto)?,
                left: *left,
                only_battle: *only_battle,
            },
            ChangeNote::Shelter { selector, left, only_battle } => Change::Shelter {
                selector: self.selector(*selector)?,
                left: *left,
                only_battle: *only_battle,
            },
        };
        Ok(Lasting { what, until, by: self.seat(it.by)?, source: it.source, time: it.time })
    }

    fn delayed(&self, it: &DelayedNote) -> Result<Delayed, Refusal> {
        let at = [Events::END_TURN, Events::BEGIN_TURN]
            .into_iter()
            .find(|at| at.words().next() == Some(it.at.as_str()));
        match at {
            Some(at) => Ok(Delayed { at, item: self.item(&it.item)? }),
            None => Err(Refusal::new(Code::Position, format!("nothing is put off to {}", quoted(&it.at)))),
        }
    }

    /// What cannot occur.
    fn check(&self, state: &mut SecureTheRift) -> Result<(), Refusal> {
        let kind = |card: CardId| self.library.card(card).kind;
        for piece in &state.front {
            if kind(piece.card) == Kinds::ACTION {
                return impossible("SR-17", "an Action is never on the front lines");
            }
            if piece.damage < 0 {
                return impossible("SR-98", "damage is never less than none");
            }
        }
        for player in &state.players {
            let main = player.hand.iter().chain(&player.deck).map(|it| it.card);
            if main.into_iter().any(|card| kind(card) == Kinds::ENERGY || self.library.card(card).token) {
                return impossible("SR-03", "a hand and a main deck hold Souls, Techs and Actions");
            }
            if player.pile.iter().any(|card| kind(*card) != Kinds::ENERGY) {
                return impossible("SR-03", "an energy pile holds Energy cards");
            }
            let piles = player.scrap.iter().chain(&player.void);
            if piles.into_iter().any(|it| self.library.card(it.card).token) {
                return impossible("SR-R31", "a token is only on the front lines");
            }
        }
        // SR-R32: every number is given once.
        let lying = state.players.iter().flat_map(|it| it.scrap.iter().chain(&it.void)).map(|it| it.number);
        let front = state.front.iter().map(|it| it.number);
        let items =
            state.sequence.iter().chain(state.conclusion.iter().map(|it| &it.item)).map(|it| it.number);
        let times = state.lasting.iter().map(|it| it.time);
        let mut numbers: Vec<Number> = lying.chain(front).chain(items).chain(times).collect();
        numbers.sort_unstable();
        let highest = numbers.last().copied().unwrap_or(0);
        let twice = numbers.iter().zip(numbers.iter().skip(1)).find(|(one, two)| one == two);
        if let Some((number, _)) = twice {
            return impossible("SR-R32", format!("two cards have the number {number}"));
        }
        if state.last_number == 0 {
            state.last_number = highest;
        }
        if state.last_number < highest {
            return impossible("SR-R32", format!("the number {highest} was not given yet"));
        }
        if state.turn > LAST_TURN || state.items_this_turn >= MOST_ITEMS {
            return impossible("SR-R53", "no game goes on for so long");
        }
        self.check_cards(state)?;
        check_ask(state)
    }

    /// SR-02: everyone has 40 and 10 cards, tokens aside; who has lost has none.
    fn check_cards(&self, state: &SecureTheRift) -> Result<(), Refusal> {
        for (player, seat) in state.players.iter().zip(0..).map(|(it, seat)| (it, Seat(seat))) {
            let front = state.front.iter().filter(|piece| piece.owner == seat).map(|it| it.card);
            let lying = player.scrap.iter().chain(&player.void).map(|it| it.card);
            let items = state.sequence.iter().chain(state.conclusion.iter().map(|it| &it.item));
            let items = items
                .filter(|it| matches!(it.matter, Matter::Card { owner, .. } if owner == seat))
                .map(|it| it.card);
            let hidden =
                player.hand.iter().chain(&player.deck).map(|it| it.card).chain(player.pile.iter().copied());
            let all = front
                .chain(lying)
                .chain(items)
                .chain(hidden)
                .filter(|card| !self.library.card(*card).token)
                .count();
            let must = if player.lost { 0 } else { 50 };
            if all != must {
                return impossible("SR-02", format!("{seat} has {all} cards, not {must}"));
            }
        }
        Ok(())
    }
}

/// What is asked fits what is under way.
fn check_ask(state: &SecureTheRift) -> Result<(), Refusal> {
    let living = state.living().count();
    let fits = match state.ask {
        Ask::Over => return Ok(()),
        Ask::Redraw { .. } => state.step == Step::Redraw,
        Ask::Priority => {
            !matches!(state.step, Step::Redraw | Step::Before) && usize::from(state.passes) < living
        }
        Ask::Announcement => state.announcement.as_ref().is_some_and(|it| state.wants(it).is_some()),
        Ask::Triggers { seat } => state.waiting.iter().any(|it| it.controller == seat),
        Ask::Attackers => state.attack.as_ref().is_some_and(|it| it.stage == Stage::Declare),
        Ask::Blocks { .. } => state.attack.as_ref().is_some_and(|it| it.stage == Stage::Blocks),
        Ask::Order { attacker } => state.blocks().any(|block| block.attacker == attacker && !block.placed),
        Ask::Divide { blocker } => state.blocks().any(|block| block.blocker == blocker && block.given < 0),
        Ask::Choice { seat } => {
            state.conclusion.as_ref().and_then(|it| it.work.last()).and_then(Frame::asks) == Some(seat)
        }
        Ask::Wards { .. } => state.blow.as_ref().is_some_and(|it| !it.open.is_empty()),
    };
    let asked = state.asked().is_some_and(|seat| !state.player(seat).lost);
    if fits && asked && living > 1 {
        return Ok(());
    }
    impossible("SR-54", "what is asked does not fit what is under way")
}

fn keywords(words: &[String]) -> Result<Keywords, Refusal> {
    words.iter().try_fold(Keywords::NONE, |all, word| Ok(all | keyword(word)?))
}

fn keyword(word: &str) -> Result<Keywords, Refusal> {
    match Keywords::WORDS.iter().find(|(it, _)| *it == word) {
        Some((_, keyword)) => Ok(*keyword),
        None => Err(Refusal::new(Code::Position, format!("{} is not a keyword", quoted(word)))),
    }
}
