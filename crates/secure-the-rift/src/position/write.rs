//! A state becomes a position.

use atlas_core::Seat;
use serde_json::Value;

use super::{
    AnnouncementNote, AskNote, AttackNote, BlockNote, BlowNote, BoxedNote, ChangeNote, ConclusionNote,
    DelayedNote, FightNote, FrameNote, HiddenNote, HitNote, ItemNote, LastingNote, PieceNote, PlayerNote,
    Position, UNTILS,
};
use crate::announce::Announced;
use crate::conclude::Frame;
use crate::damage::Hit;
use crate::pack::language::{CardId, Found, Keywords};
use crate::state::{Ask, SecureTheRift};
use crate::things::{Attack, Change, Hidden, Item, Lasting, Lying, Matter, Number, Piece, Player, Thing};
use crate::view::stage_word;

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
