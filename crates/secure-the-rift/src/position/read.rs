//! Reading positions: checks that a position can occur, and builds the state.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Edition, Refusal, Seat, Text, text};
use serde_json::Value;

use super::check;
use super::{
    AnnouncementNote, AttackNote, ChangeNote, ConclusionNote, DecisionNote, DelayedNote, HiddenCardNote,
    HitNote, ItemNote, LastingNote, PendingDamageNote, PieceNote, PlayerNote, Position, STAGES, STEPS,
    TaskNote, UNTILS,
};
use crate::announce::{Announcement, AnnouncementKind};
use crate::conclude::{Conclusion, Task};
use crate::damage::{DamageSource, Hit};
use crate::damage_modifiers::PendingDamage;
use crate::pack::language::{CardId, EffectId, Keywords, Kinds, SearchDestination, SelectorId, Triggers};
use crate::pack::{LibraryRef, MAX_NAMES, MAX_TARGETS};
use crate::state::{Decision, HouseRules, MAX_ITEMS, MAX_LIFE, MAX_TURNS, SecureTheRift, TurnStep};
use crate::things::{
    Attack, Block, Change, Characteristics, Delayed, Fight, HiddenCard, Item, ItemKind, LastingEffect, Loss,
    Number, Picks, Piece, PileCard, Player, ReturningCard, Thing,
};
use crate::view::stage_word;

/// The state that a position describes, if it can occur.
pub(crate) fn load(edition: Edition<LibraryRef>, position: &Value) -> Result<SecureTheRift, Refusal> {
    let position: Position = serde_json::from_value(position.clone())
        .map_err(|error| Refusal::new(Code::Position, format!("The position cannot be read: {error}.")))?;
    let seats = position.players.len();
    if !(2..=4).contains(&seats) {
        return impossible("SR-01", format!("A game has 2 to 4 players, not {seats}."));
    }
    Reader { edition, library: edition.content, seats: seats as u8 }.state(position)
}

fn impossible<T>(rule: &'static str, message: impl Into<Text>) -> Result<T, Refusal> {
    Err(Refusal::by(rule, Code::Position, message))
}

/// Reads a position with a given number of seats.
struct Reader {
    edition: Edition<LibraryRef>,
    library: LibraryRef,
    seats: u8,
}

impl Reader {
    fn card(&self, word: &str) -> Result<CardId, Refusal> {
        match self.library.card_named(word) {
            Some(card) => Ok(card),
            None => {
                Err(Refusal::new(Code::Position, format!("There is no card with the id {}.", quoted(word))))
            }
        }
    }

    fn seat(&self, seat: Seat) -> Result<Seat, Refusal> {
        if seat.0 < self.seats {
            Ok(seat)
        } else {
            impossible("SR-01", format!("There is no seat {} at this table.", seat.0))
        }
    }

    fn numbered(&self, word: &str) -> Result<(CardId, Number), Refusal> {
        let parts =
            word.rsplit_once('.').and_then(|(name, digits)| digits.parse().ok().map(|n: Number| (name, n)));
        match parts {
            Some((name, number)) if (1..Thing::NUMBERS).contains(&number) => Ok((self.card(name)?, number)),
            _ => {
                let message = format!("{} is not a card with its number, such as drone.7.", quoted(word));
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
                Err(_) => Err(Refusal::new(
                    Code::Position,
                    format!("There is no {} in this position.", quoted(word)),
                )),
            },
            Some((_, digits)) => match digits.parse() {
                Ok(number) if (1..Thing::NUMBERS).contains(&number) => Ok(Thing::card(number)),
                _ => Err(Refusal::new(
                    Code::Position,
                    format!("There is no {} in this position.", quoted(word)),
                )),
            },
        }
    }

    fn number(&self, word: &str) -> Result<Number, Refusal> {
        match self.thing(word)?.number() {
            Some(number) => Ok(number),
            None => {
                Err(Refusal::new(Code::Position, format!("{} is not a card with its number.", quoted(word))))
            }
        }
    }

    fn effect(&self, effect: u16) -> Result<EffectId, Refusal> {
        if self.library.get().has_effect(effect) {
            return Ok(EffectId(effect));
        }
        Err(Refusal::new(Code::Position, format!("The library has no effect {effect}.")))
    }

    fn selector(&self, selector: u16) -> Result<SelectorId, Refusal> {
        if self.library.get().has_selector(selector) {
            return Ok(SelectorId(selector));
        }
        Err(Refusal::new(Code::Position, format!("The library has no selector {selector}.")))
    }

    fn state(&self, position: Position) -> Result<SecureTheRift, Refusal> {
        let step = STEPS.into_iter().find(|step| step.word() == position.step);
        let Some(step) = step else {
            return Err(Refusal::new(
                Code::Position,
                format!("{} is not a step of a turn.", quoted(&position.step)),
            ));
        };
        let items = |items: &[ItemNote]| items.iter().map(|it| self.item(it)).collect::<Result<Vec<_>, _>>();
        let pieces =
            |pieces: &[PieceNote]| pieces.iter().map(|it| self.piece(it)).collect::<Result<Vec<_>, _>>();
        let mut state = SecureTheRift {
            library: self.library,
            rules: self.edition.rules as u8,
            house_rules: HouseRules {
                vulnerable_strikes_back: position.vulnerable_strikes_back,
                open_decklists: position.open_decklists,
            },
            players: position.players.iter().map(|it| self.player(it)).collect::<Result<_, _>>()?,
            front: pieces(&position.front)?,
            sequence: items(&position.sequence)?,
            attack: position.attack.as_ref().map(|it| self.attack(it)).transpose()?,
            lasting: position.lasting.iter().map(|it| self.lasting(it)).collect::<Result<_, _>>()?,
            delayed: position.delayed.iter().map(|it| self.delayed(it)).collect::<Result<_, _>>()?,
            pending_triggers: items(&position.pending_triggers)?,
            returning: position
                .returning
                .iter()
                .map(|it| {
                    Ok(ReturningCard { number: it.number, owner: self.seat(it.owner)?, until: it.until })
                })
                .collect::<Result<_, Refusal>>()?,
            left_this_turn: pieces(&position.left_this_turn)?,
            moved_to_pile: position.moved_to_pile,
            spent_safeguards: position.spent_safeguards,
            ability_uses: position.ability_uses,
            last_number: position.last_number,
            first: self.seat(position.first)?,
            active: self.seat(position.active)?,
            turn: position.turn,
            step,
            priority: self.seat(position.priority.unwrap_or(position.active))?,
            passes: position.passes,
            died_this_turn: position.died_this_turn,
            items_this_turn: position.items_this_turn,
            seen_positions: position.seen_positions,
            decision: self.decision(&position.decision)?,
            announcement: position.announcing.as_ref().map(|it| self.announcement(it)).transpose()?,
            conclusion: position.concluding.as_ref().map(|it| self.conclusion(it)).transpose()?,
            pending_damage: position.pending_damage.as_ref().map(|it| self.pending_damage(it)).transpose()?,
        };
        state.front.sort_by_key(|piece| piece.number);
        for player in &mut state.players {
            player.hand.sort_by_key(|held| (held.card, held.known));
        }
        self.check(&mut state)?;
        check::check_values(&state)?;
        state.recompute();
        check::check(&state)?;
        Ok(state)
    }

    fn player(&self, it: &PlayerNote) -> Result<Player, Refusal> {
        if it.life > MAX_LIFE {
            return impossible("SR-09", format!("A player has at most {MAX_LIFE} life, not {}.", it.life));
        }
        let in_pile = |zone: &[String]| {
            let cards =
                zone.iter().map(|word| self.numbered(word).map(|(card, number)| PileCard { number, card }));
            cards.collect::<Result<Vec<_>, _>>()
        };
        let hidden =
            |zone: &[HiddenCardNote]| zone.iter().map(|it| self.hidden(it)).collect::<Result<Vec<_>, _>>();
        let mut deck = hidden(&it.deck)?;
        deck.reverse();
        let mut pile = it.pile.iter().map(|word| self.card(word)).collect::<Result<Vec<_>, _>>()?;
        pile.reverse();
        let loss = match &it.loss {
            None => None,
            Some(word) => match Loss::WORDS.iter().find(|(it, _)| it == word) {
                Some((_, loss)) if it.lost => Some(*loss),
                _ => return impossible("SR-129", format!("{} is not why a player has lost.", quoted(word))),
            },
        };
        Ok(Player {
            life: it.life,
            energy: it.energy,
            hand: hidden(&it.hand)?,
            deck,
            pile,
            scrap: in_pile(&it.scrap)?,
            void: in_pile(&it.void)?,
            last_turn_began: it.last_turn_began,
            overdrawn: it.overdrawn,
            lost: it.lost,
            loss,
        })
    }

    fn hidden(&self, it: &HiddenCardNote) -> Result<HiddenCard, Refusal> {
        match it {
            HiddenCardNote::Plain(word) => Ok(HiddenCard { card: self.card(word)?, known: 0 }),
            HiddenCardNote::Known(word, seats) => {
                let known = seats.iter().try_fold(0, |all, seat| {
                    // SR-131: a card that everyone has seen is also marked for seats that do not exist.
                    if seat.0 < 4 { Ok(all | 1 << seat.0) } else { self.seat(*seat).map(|_| all) }
                })?;
                Ok(HiddenCard { card: self.card(word)?, known })
            }
        }
    }

    fn piece(&self, it: &PieceNote) -> Result<Piece, Refusal> {
        let (card, number) = self.numbered(&it.id)?;
        let owner = self.seat(it.owner)?;
        let current = match &it.was {
            None => Characteristics::default(),
            Some((attack, defence, keywords)) => {
                let keywords = self::keywords(keywords)?;
                Characteristics { attack: *attack, defence: *defence, keywords, ..Characteristics::default() }
            }
        };
        Ok(Piece {
            number,
            card,
            owner,
            controller: it.controller.map(|seat| self.seat(seat)).transpose()?.unwrap_or(owner),
            vulnerable: it.vulnerable,
            controlled_since: it.controlled_since,
            damage: it.damage,
            upgrades: it.upgrades,
            refresh_skips: it.refresh_skips,
            poisoned: it.poisoned,
            current,
        })
    }

    fn item(&self, it: &ItemNote) -> Result<Item, Refusal> {
        let (card, number) =
            if it.id.contains('.') { self.numbered(&it.id)? } else { (self.card(&it.id)?, 0) };
        let controller = self.seat(it.controller)?;
        let known = self.library.card(card);
        let kind = match (it.ability, it.delayed) {
            (Some(place), None) if usize::from(place) < known.abilities.len() => ItemKind::Ability { place },
            (None, Some(effect)) => ItemKind::Delayed { effect: self.effect(effect)? },
            (None, None) if known.modes.is_empty() || usize::from(it.mode) < known.modes.len() => {
                ItemKind::Card {
                    owner: it.owner.map(|seat| self.seat(seat)).transpose()?.unwrap_or(controller),
                    mode: it.mode,
                }
            }
            _ => return impossible("SR-52", format!("{} does not have this mode or ability.", known.name)),
        };
        let mut targets = Picks::default();
        if it.targets.len() > MAX_TARGETS || it.names.len() > MAX_NAMES {
            return impossible("SR-68", "There are too many targets or names.");
        }
        for (slot, word) in &it.targets {
            targets.push(*slot, self.thing(word)?);
        }
        let mut names = [Thing::NONE; MAX_NAMES];
        for (name, word) in names.iter_mut().zip(&it.names) {
            *name = self.thing(word)?;
        }
        // A card is its own source, and the source of its delayed effects.
        let source = if it.source == 0 { number } else { it.source };
        Ok(Item {
            number,
            kind,
            card,
            source,
            controller,
            targets,
            x: it.x,
            event: self.thing(&it.event)?,
            amount: it.amount,
            event_left: it.event_left,
            names,
        })
    }

    fn decision(&self, it: &DecisionNote) -> Result<Decision, Refusal> {
        Ok(match *it {
            DecisionNote::Redraw { seat, put } => Decision::Redraw { seat: self.seat(seat)?, put },
            DecisionNote::Priority => Decision::Priority,
            DecisionNote::Announcement => Decision::Announcement,
            DecisionNote::Triggers { seat } => Decision::Triggers { seat: self.seat(seat)? },
            DecisionNote::Attackers => Decision::Attackers,
            DecisionNote::Blocks { seat } => Decision::Blocks { seat: self.seat(seat)? },
            DecisionNote::Order { attacker } => Decision::Order { attacker },
            DecisionNote::Divide { blocker } => Decision::Divide { blocker },
            DecisionNote::Choice { seat } => Decision::Choice { seat: self.seat(seat)? },
            DecisionNote::DamageOrder { seat } => Decision::DamageOrder { seat: self.seat(seat)? },
            DecisionNote::Over => Decision::Over,
        })
    }

    fn attack(&self, it: &AttackNote) -> Result<Attack, Refusal> {
        let stage = STAGES.into_iter().find(|stage| stage_word(*stage) == it.stage);
        let Some(stage) = stage else {
            return Err(Refusal::new(
                Code::Position,
                format!("{} is not a stage of an attack.", quoted(&it.stage)),
            ));
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
            "card" => AnnouncementKind::Card,
            "ability" => AnnouncementKind::Ability,
            "trigger" => AnnouncementKind::Trigger,
            other => {
                return Err(Refusal::new(Code::Position, format!("{} cannot be announced.", quoted(other))));
            }
        };
        let mut paid = Picks::default();
        for word in it.paid.iter().take(MAX_TARGETS) {
            paid.push(0, self.thing(word)?);
        }
        let item = self.item(&it.item)?;
        Ok(Announcement { item, kind, has_mode: it.has_mode, has_x: it.has_x, slot: it.slot, paid })
    }

    fn conclusion(&self, it: &ConclusionNote) -> Result<Conclusion, Refusal> {
        let tasks = it.tasks.iter().map(|task| self.task(task)).collect::<Result<_, _>>()?;
        let discards = it.discards.iter().map(|(seat, word)| Ok((self.seat(*seat)?, self.card(word)?)));
        Ok(Conclusion {
            item: self.item(&it.item)?,
            tasks,
            executed: it.executed,
            picked: it.picked.clone(),
            discards: discards.collect::<Result<_, Refusal>>()?,
        })
    }

    fn pending_damage(&self, it: &PendingDamageNote) -> Result<PendingDamage, Refusal> {
        let hits = |hits: &[HitNote]| hits.iter().map(|it| self.hit(it)).collect::<Result<Vec<_>, _>>();
        let mut open = hits(&it.open)?;
        if let Some(first) = open.first_mut() {
            first.applied.extend(&it.applied);
        }
        Ok(PendingDamage { open, done: hits(&it.done)? })
    }

    fn hit(&self, it: &HitNote) -> Result<Hit, Refusal> {
        let (card, number) = self.numbered(&it.source)?;
        let keywords = keywords(&it.keywords)?;
        let source = DamageSource { number, card, controller: self.seat(it.controller)?, keywords };
        let (to, HitNote { amount, battle, redirected, .. }) = (self.thing(&it.to)?, it);
        let applied = it.applied.clone();
        Ok(Hit { source, to, amount: *amount, battle: *battle, redirected: *redirected, applied })
    }

    fn task(&self, it: &TaskNote) -> Result<Task, Refusal> {
        Ok(match it {
            TaskNote::Run { effect, at, it } => {
                Task::Run { effect: self.effect(*effect)?, at: *at, it: self.thing(it)? }
            }
            TaskNote::Discard { seat, chooser, left } => {
                Task::Discard { seat: self.seat(*seat)?, chooser: self.seat(*chooser)?, left: *left }
            }
            TaskNote::Scrap { seat, from, left } => {
                Task::Scrap { seat: self.seat(*seat)?, from: self.selector(*from)?, left: *left }
            }
            TaskNote::ScrapPicked => Task::ScrapPicked,
            TaskNote::DiscardPicked => Task::DiscardPicked,
            TaskNote::Bury { seat, left, top } => {
                Task::Bury { seat: self.seat(*seat)?, left: *left, top: *top }
            }
            TaskNote::Look { seat, of, depth, left } => {
                Task::Look { seat: self.seat(*seat)?, of: self.seat(*of)?, depth: *depth, left: *left }
            }
            TaskNote::Search { seat, want, left, front } => Task::Search {
                seat: self.seat(*seat)?,
                want: self.selector(*want)?,
                left: *left,
                to: if *front { SearchDestination::Front } else { SearchDestination::Hand },
            },
            TaskNote::Pay { seat, energy, otherwise, it } => Task::Pay {
                seat: self.seat(*seat)?,
                energy: *energy,
                otherwise: self.effect(*otherwise)?,
                it: self.thing(it)?,
            },
            TaskNote::May { seat, effect, it } => {
                Task::May { seat: self.seat(*seat)?, effect: self.effect(*effect)?, it: self.thing(it)? }
            }
        })
    }

    fn lasting(&self, it: &LastingNote) -> Result<LastingEffect, Refusal> {
        let until = UNTILS.iter().find(|(word, _)| *word == it.until).map(|(_, until)| *until);
        let Some(until) = until else {
            return Err(Refusal::new(
                Code::Position,
                format!("{} is not a duration of an effect.", quoted(&it.until)),
            ));
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
            ChangeNote::Redirect { on, onto, left, only_battle } => Change::Redirect {
                on: self.thing(on)?,
                onto: self.thing(onto)?,
                left: *left,
                only_battle: *only_battle,
            },
            ChangeNote::ShieldMatching { selector, left, only_battle } => Change::ShieldMatching {
                selector: self.selector(*selector)?,
                left: *left,
                only_battle: *only_battle,
            },
        };
        Ok(LastingEffect { what, until, by: self.seat(it.by)?, source: it.source, time: it.time })
    }

    fn delayed(&self, it: &DelayedNote) -> Result<Delayed, Refusal> {
        let at = [Triggers::END_TURN, Triggers::BEGIN_TURN]
            .into_iter()
            .find(|at| at.words().next() == Some(it.at.as_str()));
        match at {
            Some(at) => Ok(Delayed { at, item: self.item(&it.item)? }),
            None => Err(Refusal::new(
                Code::Position,
                format!("{} is not a moment that an effect can be delayed to.", quoted(&it.at)),
            )),
        }
    }

    /// Refuses states that cannot occur.
    fn check(&self, state: &mut SecureTheRift) -> Result<(), Refusal> {
        let kind = |card: CardId| self.library.card(card).kind;
        for piece in &state.front {
            if kind(piece.card) == Kinds::ACTION {
                return impossible("SR-17", "An Action is never on the front lines.");
            }
            if piece.damage < 0 {
                return impossible("SR-98", "Damage is never negative.");
            }
        }
        for player in &state.players {
            let main = player.hand.iter().chain(&player.deck).map(|it| it.card);
            if main.into_iter().any(|card| kind(card) == Kinds::ENERGY || self.library.card(card).token) {
                return impossible("SR-03", "Hands and main decks contain only Souls, Techs and Actions.");
            }
            if player.pile.iter().any(|card| kind(*card) != Kinds::ENERGY) {
                return impossible("SR-03", "Energy piles contain only Energy cards.");
            }
            let piles = player.scrap.iter().chain(&player.void);
            if piles.into_iter().any(|it| self.library.card(it.card).token) {
                return impossible("SR-R31", "Tokens exist only on the front lines.");
            }
        }
        // SR-R32: every number is used once.
        let piles = state.players.iter().flat_map(|it| it.scrap.iter().chain(&it.void)).map(|it| it.number);
        let front = state.front.iter().map(|it| it.number);
        let items =
            state.sequence.iter().chain(state.conclusion.iter().map(|it| &it.item)).map(|it| it.number);
        let times = state.lasting.iter().map(|it| it.time);
        let mut numbers: Vec<Number> = piles.chain(front).chain(items).chain(times).collect();
        numbers.sort_unstable();
        let highest = numbers.last().copied().unwrap_or(0);
        let twice = numbers.iter().zip(numbers.iter().skip(1)).find(|(one, two)| one == two);
        if let Some((number, _)) = twice {
            return impossible("SR-R32", format!("Two cards have the number {number}."));
        }
        if state.last_number == 0 {
            state.last_number = highest;
        }
        if state.last_number < highest {
            return impossible("SR-R32", format!("The number {highest} is higher than last_number."));
        }
        if state.turn > MAX_TURNS || state.items_this_turn >= MAX_ITEMS {
            return impossible("SR-R53", "The game would have ended before this.");
        }
        self.check_cards(state)?;
        check_decision(state)
    }

    /// SR-02: each player has 50 cards, not counting tokens, and a player who has lost has none.
    fn check_cards(&self, state: &SecureTheRift) -> Result<(), Refusal> {
        for (player, seat) in state.players.iter().zip(0..).map(|(it, seat)| (it, Seat(seat))) {
            let front = state.front.iter().filter(|piece| piece.owner == seat).map(|it| it.card);
            let in_piles = player.scrap.iter().chain(&player.void).map(|it| it.card);
            let items = state.sequence.iter().chain(state.conclusion.iter().map(|it| &it.item));
            let items = items
                .filter(|it| matches!(it.kind, ItemKind::Card { owner, .. } if owner == seat))
                .map(|it| it.card);
            let hidden =
                player.hand.iter().chain(&player.deck).map(|it| it.card).chain(player.pile.iter().copied());
            let all: Vec<CardId> = front
                .chain(in_piles)
                .chain(items)
                .chain(hidden)
                .filter(|card| !self.library.card(*card).token)
                .collect();
            let energy = |card: &CardId| self.library.card(*card).kind == Kinds::ENERGY;
            let must: usize = if player.lost { 0 } else { 50 };
            if all.len() == 50 && all.iter().filter(|card| energy(card)).count() != 10 {
                return impossible("SR-02", text![seat, " does not have ten Energy cards."]);
            }
            let all = all.len();
            if all != must {
                return impossible("SR-02", text![seat, " has ", all, " cards, not ", must, "."]);
            }
        }
        Ok(())
    }
}

/// Refuses a decision of a player who cannot decide anything.
fn check_decision(state: &SecureTheRift) -> Result<(), Refusal> {
    let living = state.living().count();
    let fits = match state.decision {
        Decision::Over => return Ok(()),
        Decision::Redraw { .. } => state.step == TurnStep::Redraw,
        Decision::Priority => {
            !matches!(state.step, TurnStep::Redraw | TurnStep::Before) && usize::from(state.passes) < living
        }
        Decision::Triggers { .. } | Decision::Announcement => state.step != TurnStep::Redraw,
        _ => !matches!(state.step, TurnStep::Redraw | TurnStep::Before),
    };
    let asked = state.asked().is_some_and(|seat| !state.player(seat).lost);
    if fits && asked && living > 1 {
        return Ok(());
    }
    impossible("SR-54", "The open question does not fit the rest of the position.")
}

fn keywords(words: &[String]) -> Result<Keywords, Refusal> {
    words.iter().try_fold(Keywords::NONE, |all, word| Ok(all | keyword(word)?))
}

fn keyword(word: &str) -> Result<Keywords, Refusal> {
    match Keywords::WORDS.iter().find(|(it, _)| *it == word) {
        Some((_, keyword)) => Ok(*keyword),
        None => Err(Refusal::new(Code::Position, format!("{} is not a keyword.", quoted(word)))),
    }
}
