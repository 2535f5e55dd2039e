//! Writing positions.

use atlas_core::Seat;
use serde_json::Value;

use super::{
    AnnouncementNote, AttackNote, BlockNote, ChangeNote, ConclusionNote, DecisionNote, DelayedNote,
    FightNote, HiddenCardNote, HitNote, ItemNote, LastingNote, PendingDamageNote, PieceNote, PlayerNote,
    Position, ReturningCardNote, TaskNote, UNTILS,
};
use crate::announce::AnnouncementKind;
use crate::conclude::Task;
use crate::damage::Hit;
use crate::pack::language::{CardId, Keywords, SearchDestination};
use crate::state::{Decision, SecureTheRift};
use crate::things::{
    Attack, Change, HiddenCard, Item, ItemKind, LastingEffect, Number, Piece, PileCard, Player, Thing,
};
use crate::view::stage_word;

/// The complete state as JSON, with the names that people use.
pub(crate) fn dump(state: &SecureTheRift) -> Value {
    serde_json::to_value(Writer { state }.position()).expect("a position can be serialized")
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

    /// A thing by its number alone, because the card may no longer exist.
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
        Position {
            turn: state.turn,
            step: state.step.word().to_owned(),
            active: state.active,
            first: state.first,
            vulnerable_strikes_back: state.house_rules.vulnerable_strikes_back,
            open_decklists: state.house_rules.open_decklists,
            players: state.players.iter().map(|player| self.player(player)).collect(),
            front: state.front.iter().map(|piece| self.piece(piece, false)).collect(),
            sequence: items(&state.sequence),
            decision: match state.decision {
                Decision::Redraw { seat, put } => DecisionNote::Redraw { seat, put },
                Decision::Priority => DecisionNote::Priority,
                Decision::Announcement => DecisionNote::Announcement,
                Decision::Triggers { seat } => DecisionNote::Triggers { seat },
                Decision::Attackers => DecisionNote::Attackers,
                Decision::Blocks { seat } => DecisionNote::Blocks { seat },
                Decision::Order { attacker } => DecisionNote::Order { attacker },
                Decision::Divide { blocker } => DecisionNote::Divide { blocker },
                Decision::Choice { seat } => DecisionNote::Choice { seat },
                Decision::DamageOrder { seat } => DecisionNote::DamageOrder { seat },
                Decision::Over => DecisionNote::Over,
            },
            priority: Some(state.priority).filter(|seat| *seat != state.active),
            passes: state.passes,
            attack: state.attack.as_ref().map(|attack| self.attack(attack)),
            announcing: state.announcement.as_ref().map(|it| AnnouncementNote {
                item: self.item(&it.item),
                what: match it.kind {
                    AnnouncementKind::Card => "card",
                    AnnouncementKind::Ability => "ability",
                    AnnouncementKind::Trigger => "trigger",
                }
                .to_owned(),
                has_mode: it.has_mode,
                has_x: it.has_x,
                slot: it.slot,
                paid: it.paid.iter().map(|(_, thing)| self.thing(thing)).collect(),
            }),
            concluding: state.conclusion.as_ref().map(|it| ConclusionNote {
                item: self.item(&it.item),
                tasks: it.tasks.iter().map(|task| self.task(task)).collect(),
                executed: it.executed,
                picked: it.picked.clone(),
                discards: it.discards.iter().map(|(seat, card)| (*seat, self.name(*card))).collect(),
            }),
            pending_damage: state.pending_damage.as_ref().map(|damage| {
                let hits = |hits: &[Hit]| hits.iter().map(|hit| self.hit(hit)).collect();
                PendingDamageNote { open: hits(&damage.open), done: hits(&damage.done), applied: Vec::new() }
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
            pending_triggers: items(&state.pending_triggers),
            returning: state
                .returning
                .iter()
                .map(|it| ReturningCardNote { number: it.number, owner: it.owner, until: it.until })
                .collect(),
            left_this_turn: state.left_this_turn.iter().map(|piece| self.piece(piece, true)).collect(),
            moved_to_pile: state.moved_to_pile.clone(),
            spent_safeguards: state.spent_safeguards.clone(),
            ability_uses: state.ability_uses.clone(),
            died_this_turn: state.died_this_turn,
            items_this_turn: state.items_this_turn,
            seen_positions: state.seen_positions.clone(),
            last_number: state.last_number,
        }
    }

    fn player(&self, player: &Player) -> PlayerNote {
        let in_pile = |zone: &[PileCard]| zone.iter().map(|it| self.numbered(it.card, it.number)).collect();
        PlayerNote {
            life: player.life,
            energy: player.energy,
            hand: player.hand.iter().map(|it| self.hidden(it)).collect(),
            deck: player.deck.iter().rev().map(|it| self.hidden(it)).collect(),
            pile: player.pile.iter().rev().map(|card| self.name(*card)).collect(),
            scrap: in_pile(&player.scrap),
            void: in_pile(&player.void),
            last_turn_began: player.last_turn_began,
            overdrawn: player.overdrawn,
            lost: player.lost,
            loss: player.loss.map(|loss| loss.word().to_owned()),
        }
    }

    fn hidden(&self, it: &HiddenCard) -> HiddenCardNote {
        let seats: Vec<Seat> = (0..4).filter(|seat| it.known >> seat & 1 == 1).map(Seat).collect();
        if seats.is_empty() {
            HiddenCardNote::Plain(self.name(it.card))
        } else {
            HiddenCardNote::Known(self.name(it.card), seats)
        }
    }

    fn piece(&self, it: &Piece, gone: bool) -> PieceNote {
        let keywords = || it.current.keywords.words().map(str::to_owned).collect();
        PieceNote {
            id: self.numbered(it.card, it.number),
            owner: it.owner,
            controller: Some(it.controller).filter(|seat| *seat != it.owner),
            vulnerable: it.vulnerable,
            controlled_since: it.controlled_since,
            damage: it.damage,
            upgrades: it.upgrades,
            refresh_skips: it.refresh_skips,
            poisoned: it.poisoned,
            was: gone.then(|| (it.current.attack, it.current.defence, keywords())),
        }
    }

    fn item(&self, it: &Item) -> ItemNote {
        let (owner, mode, ability, delayed) = match it.kind {
            ItemKind::Card { owner, mode } => (Some(owner), mode, None, None),
            ItemKind::Ability { place } => (None, 0, Some(place), None),
            ItemKind::Delayed { effect } => (None, 0, None, Some(effect.0)),
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
            event_left: it.event_left,
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
            applied: hit.applied.clone(),
        }
    }

    fn task(&self, task: &Task) -> TaskNote {
        match *task {
            Task::Run { effect, at, it } => TaskNote::Run { effect: effect.0, at, it: self.thing(it) },
            Task::Discard { seat, chooser, left } => TaskNote::Discard { seat, chooser, left },
            Task::Scrap { seat, from, left } => TaskNote::Scrap { seat, from: from.0, left },
            Task::ScrapPicked => TaskNote::ScrapPicked,
            Task::DiscardPicked => TaskNote::DiscardPicked,
            Task::Bury { seat, left, top } => TaskNote::Bury { seat, left, top },
            Task::Look { seat, of, depth, left } => TaskNote::Look { seat, of, depth, left },
            Task::Search { seat, want, left, to } => {
                TaskNote::Search { seat, want: want.0, left, front: to == SearchDestination::Front }
            }
            Task::Pay { seat, energy, otherwise, it } => {
                TaskNote::Pay { seat, energy, otherwise: otherwise.0, it: self.thing(it) }
            }
            Task::May { seat, effect, it } => TaskNote::May { seat, effect: effect.0, it: self.thing(it) },
        }
    }

    fn lasting(&self, it: &LastingEffect) -> LastingNote {
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
                Change::Redirect { on, onto, left, only_battle } => {
                    ChangeNote::Redirect { on: self.thing(on), onto: self.thing(onto), left, only_battle }
                }
                Change::ShieldMatching { selector, left, only_battle } => {
                    ChangeNote::ShieldMatching { selector: selector.0, left, only_battle }
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
