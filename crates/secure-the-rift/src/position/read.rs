//! A position becomes a state, if it can occur.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat};
use serde_json::Value;

use super::{
    AnnouncementNote, AskNote, AttackNote, BlowNote, ChangeNote, ConclusionNote, DelayedNote, FrameNote,
    HiddenNote, HitNote, ItemNote, LastingNote, PieceNote, PlayerNote, Position, STAGES, STEPS, UNTILS,
};
use crate::announce::{Announced, Announcement};
use crate::conclude::{Conclusion, Frame};
use crate::damage::{Hit, Source};
use crate::pack::language::{CardId, Events, Found, Keywords, Kinds, ListId, SelectorId};
use crate::pack::{LibraryRef, MOST_NAMES, MOST_TARGETS};
use crate::state::{Ask, LAST_TURN, MOST_ITEMS, MOST_LIFE, Rules, SecureTheRift, Step};
use crate::things::{
    Attack, Block, Boxed, Change, Delayed, Fight, Figure, Hidden, Item, Lasting, Lying, Matter, Number,
    Picks, Piece, Player, Stage, Thing,
};
use crate::view::stage_word;
use crate::wards::Blow;

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
