//! The state of a table, its set-up, and the implementation of [`Game`].

use atlas_core::{
    Chance, Choice, Code, Edition, Facts, Game, Marks, Outcome, Prompt, Refusal, Seat, Seats, Told, Turn,
    Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::Action;
use crate::announce::Announcement;
use crate::conclude::Conclusion;
use crate::damage_modifiers::PendingDamage;
use crate::deck::DeckChoice;
use crate::event::{self, Event};
use crate::pack::LibraryRef;
use crate::pack::language::{Card, CardId};
use crate::things::{
    Attack, Delayed, HiddenCard, Item, LastingEffect, Loss, Number, Piece, Player, ReturningCard, Thing,
};
use crate::view::View;
use crate::{explain, imagine, legal, notation, position, question};

/// SR-09: the maximum of life.
pub const MAX_LIFE: i16 = 40;
/// SR-12: the number of cards in each first hand.
pub const START_HAND: usize = 5;
/// SR-R53: the game is stopped when this many items have been put into the Sequence in one turn.
pub const MAX_ITEMS: u16 = 2_000;
/// SR-R53: the game is stopped when the same position has occurred this often in a loop.
pub const MAX_REPEATS: usize = 10;
/// SR-R53: the game is stopped when one effect executes more instructions than this.
pub const MAX_INSTRUCTIONS: u16 = 2_000;
/// SR-R53: the largest absolute value of any number in the game.
pub const MAX_VALUE: i16 = 9_999;
/// SR-R53: the game is stopped when more cards than this are in play.
pub const MAX_IN_PLAY: usize = 400;
/// SR-R53: the game is stopped when fewer card numbers than this are left. No single instruction needs as many.
pub(crate) const NUMBERS_IN_RESERVE: u16 = 4_000;
/// SR-R53: how often an ability can be used in one turn.
pub const MAX_USES: u8 = 100;
/// SR-R53: the maximum number of turns.
pub const MAX_TURNS: u16 = 400;

/// The whole state of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SecureTheRift {
    pub(crate) library: LibraryRef,
    /// The version of the rules that the match is played by.
    pub(crate) rules: u8,
    pub(crate) house_rules: HouseRules,
    pub(crate) players: Vec<Player>,
    /// SR-17: the cards in play, sorted by number, which is the order in which they entered.
    pub(crate) front: Vec<Piece>,
    /// SR-52: the Sequence. The last item concludes first.
    pub(crate) sequence: Vec<Item>,
    pub(crate) attack: Option<Attack>,
    pub(crate) lasting: Vec<LastingEffect>,
    pub(crate) delayed: Vec<Delayed>,
    /// SR-64: abilities that have triggered and have not been put into the Sequence yet.
    pub(crate) pending_triggers: Vec<Item>,
    pub(crate) returning: Vec<ReturningCard>,
    /// The cards that left their zone this turn, as they were then, for effects that look back.
    pub(crate) left_this_turn: Vec<Piece>,
    /// SR-R32: the cards that left the front lines for a pile this turn: the number that each had, and its number there.
    pub(crate) moved_to_pile: Vec<(Number, Number)>,
    /// SR-R22: used SAFEGUARDs: the card, and the card that granted the keyword, or 0 if it was the card's own.
    pub(crate) spent_safeguards: Vec<(Number, Number)>,
    /// SR-R53 and "once each turn": the abilities used this turn, by card and index, and how often.
    pub(crate) ability_uses: Vec<(Number, u8, u8)>,
    /// The highest card number given so far.
    pub(crate) last_number: Number,
    pub(crate) first: Seat,
    pub(crate) active: Seat,
    /// The number of the turn, from 1.
    pub(crate) turn: u16,
    pub(crate) step: TurnStep,
    pub(crate) priority: Seat,
    /// SR-55: the number of players who have passed in succession.
    pub(crate) passes: u8,
    pub(crate) died_this_turn: u16,
    pub(crate) items_this_turn: u16,
    /// SR-R53: digests of the positions in which triggered abilities have concluded since the last voluntary action.
    pub(crate) seen_positions: Vec<u64>,
    pub(crate) decision: Decision,
    pub(crate) announcement: Option<Announcement>,
    pub(crate) conclusion: Option<Conclusion>,
    /// SR-105: damage that is about to be dealt.
    pub(crate) pending_damage: Option<PendingDamage>,
}

/// The optional rules that a table chose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct HouseRules {
    /// SR-R14: whether a vulnerable Soul that is attacked deals damage as well.
    pub(crate) vulnerable_strikes_back: bool,
    /// Whether all players know each other's deck lists.
    pub(crate) open_decklists: bool,
}

/// SR-32: the steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum TurnStep {
    /// SR-13: the redraw before the first turn.
    Redraw,
    /// SR-R29: before the Beginning step, for abilities that triggered in the cleanup.
    Before,
    Beginning,
    Main,
    End,
}

impl TurnStep {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            TurnStep::Redraw => "redraw",
            TurnStep::Before => "before",
            TurnStep::Beginning => "beginning",
            TurnStep::Main => "main",
            TurnStep::End => "end",
        }
    }
}

/// The decision that the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Decision {
    /// SR-13: which cards to redraw. `put` cards are on the bottom of the deck already.
    Redraw { seat: Seat, put: u8 },
    /// SR-54: what the player with priority does.
    Priority,
    /// SR-47: the next choice of the announcement.
    Announcement,
    /// SR-R10: which triggered ability is put into the Sequence next.
    Triggers { seat: Seat },
    /// SR-75: whether to add another attacker.
    Attackers,
    /// SR-79: which Souls block.
    Blocks { seat: Seat },
    /// SR-81: which blocker of this attacker comes next in the order of damage.
    Order { attacker: Number },
    /// SR-94: how much damage the attacker assigns to this blocker.
    Divide { blocker: Number },
    /// A choice that the concluding effect asks for.
    Choice { seat: Seat },
    /// SR-R44: which effect modifies the damage next.
    DamageOrder { seat: Seat },
    /// Nothing: the game is over.
    Over,
}

/// The options of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The deck of each seat: the name of a preconstructed deck, a deck list, `random`, `any` or `same`. A seat
    /// without an entry gets a random preconstructed deck.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<DeckChoice>,
    /// SR-10: the first player; random by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// SR-09: the life that each player starts with, at most 40.
    pub life: u8,
    /// SR-R14: whether a vulnerable Soul that is attacked deals damage as well.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vulnerable_strikes_back: bool,
    /// Whether all players know each other's deck lists.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open_decklists: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            decks: Vec::new(),
            first: None,
            life: MAX_LIFE as u8,
            vulnerable_strikes_back: false,
            open_decklists: false,
        }
    }
}

const CHOICES: &[Choice] = &[
    Choice {
        name: "life",
        text: "Starting life (SR-09)",
        values: &[("40", "40"), ("30", "30"), ("20", "20: a short game")],
    },
    Choice {
        name: "vulnerable_strikes_back",
        text: "Vulnerable Souls that are attacked (SR-R14)",
        values: &[("false", "do not strike back"), ("true", "strike back")],
    },
    Choice {
        name: "open_decklists",
        text: "Deck lists",
        values: &[("false", "secret"), ("true", "known to all players")],
    },
];

impl SecureTheRift {
    #[inline]
    pub(crate) fn card(&self, card: CardId) -> &'static Card {
        self.library.get().card(card)
    }

    #[inline]
    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    #[inline]
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The card in play with this number.
    #[inline]
    pub(crate) fn piece(&self, number: Number) -> Option<&Piece> {
        // The front lines are sorted by number.
        self.front.binary_search_by_key(&number, |piece| piece.number).ok().map(|at| &self.front[at])
    }

    #[inline]
    pub(crate) fn piece_mut(&mut self, number: Number) -> Option<&mut Piece> {
        let at = self.front.binary_search_by_key(&number, |piece| piece.number).ok()?;
        Some(&mut self.front[at])
    }

    /// The card in play that a thing refers to.
    #[inline]
    pub(crate) fn piece_of(&self, thing: Thing) -> Option<&Piece> {
        thing.number().and_then(|number| self.piece(number))
    }

    /// The card with this number as it is in play, or as it was when it left its zone this turn.
    pub(crate) fn last_known(&self, number: Number) -> Option<&Piece> {
        let gone = || self.left_this_turn.iter().rev().find(|piece| piece.number == number);
        self.piece(number).or_else(gone)
    }

    /// SR-R32: the number of a card for an effect that moves it. An ability that triggered because the card left the
    /// front lines finds it in the pile where it went.
    pub(crate) fn found(&self, number: Number, item: &Item) -> Number {
        let left = item.event_left && item.event == Thing::card(number);
        let moved = self.moved_to_pile.iter().find(|(old, _)| left && *old == number);
        moved.map_or(number, |(_, new)| *new)
    }

    /// The players who have not lost, in turn order from the active player.
    pub(crate) fn in_turn_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let (active, seats) = (self.active.0, self.players.len() as u8);
        let living: u8 = self.living().map(|seat| 1 << seat.0).sum();
        (0..seats)
            .map(move |step| Seat((active + step) % seats))
            .filter(move |seat| living >> seat.0 & 1 == 1)
    }

    /// The players who have not lost.
    pub(crate) fn living(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players.iter().zip(0..).filter(|(player, _)| !player.lost).map(|(_, seat)| Seat(seat))
    }

    /// The opponents of a player, in turn order.
    pub(crate) fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.in_turn_order().filter(move |it| *it != seat)
    }

    /// The next player in turn order who has not lost.
    pub(crate) fn after(&self, seat: Seat) -> Seat {
        let seats = self.players.len() as u8;
        let mut next = seat.next(seats);
        while self.player(next).lost && next != seat {
            next = next.next(seats);
        }
        next
    }

    /// The number of seats from one player to another, in turn order.
    pub(crate) fn place_after(&self, one: Seat, other: Seat) -> u8 {
        let seats = self.players.len() as u8;
        (other.0 + seats - one.0) % seats
    }

    /// SR-R32: a number that has not been used yet.
    pub(crate) fn new_number(&mut self) -> Number {
        assert!(
            self.last_number + 1 < Thing::NUMBERS,
            "the game is stopped before the numbers run out (SR-R53)"
        );
        self.last_number += 1;
        self.last_number
    }

    /// The seat that has to decide something.
    pub(crate) fn asked(&self) -> Option<Seat> {
        match self.decision {
            Decision::Redraw { seat, .. }
            | Decision::Triggers { seat }
            | Decision::Blocks { seat }
            | Decision::Choice { seat }
            | Decision::DamageOrder { seat } => Some(seat),
            Decision::Priority => Some(self.priority),
            Decision::Announcement => self.announcement.as_ref().map(|it| it.item.controller),
            Decision::Attackers | Decision::Order { .. } | Decision::Divide { .. } => Some(self.active),
            Decision::Over => None,
        }
    }
}

impl Game for SecureTheRift {
    const FACTS: Facts = Facts {
        id: "secure-the-rift",
        name: "Secure the Rift",
        pitch: "A trading card game: Souls, Techs and Actions, a Sequence to react in, and one Base to hold.",
        rules_version: 2,
        oldest_rules_version: 1,
        min_seats: 2,
        max_seats: 4,
        cooperative: false,
        choices: CHOICES,
    };

    type Options = Options;
    type Content = LibraryRef;
    type Action = Action;
    type Event = Event;
    type View = View;

    /// SR-09 to SR-12: the set-up.
    fn start(
        edition: Edition<LibraryRef>,
        options: &Options,
        seats: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal> {
        atlas_core::play::check_seats::<Self>(seats)?;
        let library = edition.content;
        let refuse = |rule, message: String| Err(Refusal::by(rule, Code::Options, message));
        let life = i16::from(options.life);
        if !(1..=MAX_LIFE).contains(&life) {
            return refuse("SR-09", format!("Players start with 1 to {MAX_LIFE} life, not with {life}."));
        }
        if options.decks.len() > seats.into() {
            return refuse("SR-02", format!("There are {} decks for {seats} seats.", options.decks.len()));
        }
        let decks = crate::deck::chosen(library, &options.decks, seats, chance)?;
        let first = match options.first {
            None => Seat(chance.below(seats.into()) as u8),
            Some(seat) if seat.0 < seats => seat,
            Some(seat) => {
                return refuse(
                    "SR-10",
                    format!("Seat {} cannot begin: this table has seats 0 to {}.", seat.0, seats - 1),
                );
            }
        };
        let players = decks.into_iter().map(|deck| {
            let hidden = |card: &CardId| HiddenCard { card: *card, known: 0 };
            let (mut main, mut pile): (Vec<HiddenCard>, Vec<CardId>) =
                (deck.main.iter().map(hidden).collect(), deck.energy);
            chance.shuffle(&mut main);
            chance.shuffle(&mut pile);
            let hand = main.split_off(main.len() - START_HAND);
            Player {
                life,
                energy: 0,
                hand,
                deck: main,
                pile,
                scrap: Vec::new(),
                void: Vec::new(),
                last_turn_began: 0,
                overdrawn: false,
                lost: false,
                loss: None,
            }
        });
        let mut state = SecureTheRift {
            library,
            rules: edition.rules as u8,
            house_rules: HouseRules {
                vulnerable_strikes_back: options.vulnerable_strikes_back,
                open_decklists: options.open_decklists,
            },
            players: players.collect(),
            front: Vec::new(),
            sequence: Vec::new(),
            attack: None,
            lasting: Vec::new(),
            delayed: Vec::new(),
            pending_triggers: Vec::new(),
            returning: Vec::new(),
            left_this_turn: Vec::new(),
            moved_to_pile: Vec::new(),
            spent_safeguards: Vec::new(),
            ability_uses: Vec::new(),
            last_number: 0,
            first,
            active: first,
            turn: 0,
            step: TurnStep::Redraw,
            priority: first,
            passes: 0,
            died_this_turn: 0,
            items_this_turn: 0,
            seen_positions: Vec::new(),
            decision: Decision::Redraw { seat: first, put: 0 },
            announcement: None,
            conclusion: None,
            pending_damage: None,
        };
        for player in &mut state.players {
            player.hand.sort_by_key(|held| held.card);
        }
        Ok(state)
    }

    fn edition(&self) -> Edition<LibraryRef> {
        Edition { rules: self.rules.into(), content: self.library }
    }

    fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    #[inline]
    fn acting(&self) -> Seats {
        self.asked().map_or(Seats::NONE, Seats::one)
    }

    fn awaiting(&self, seat: Seat) -> Option<Prompt> {
        (self.asked() == Some(seat)).then(|| question::question(self))
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.asked() == Some(seat) {
            legal::each(self, &mut |action| out.push(action));
        }
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        legal::judge(self, seat, action)
    }

    fn play(&mut self, seat: Seat, action: Action, turn: &mut Turn<'_, Event>) {
        // SR-R53: a loop repeats only while players make no voluntary action.
        let forced = matches!(
            action,
            Action::Trigger(_) | Action::Target(_) | Action::Choose(_) | Action::Apply(_) | Action::Pass
        );
        if !forced {
            self.seen_positions.clear();
        }
        match action {
            Action::Redraw(card) => self.redraw(seat, card, turn),
            Action::Keep => self.keep(seat, turn),
            Action::Pass => self.pass(seat, turn),
            Action::Play(..) | Action::Use(..) => self.announce(seat, action, turn),
            Action::Mode(_) | Action::X(_) | Action::Target(_) | Action::Enough | Action::Pay(_) => {
                self.choose_next(action, turn);
            }
            Action::Trigger(n) => self.order_triggers(seat, n, turn),
            Action::Attack(attacker, target) => self.add_attacker(attacker, target, turn),
            Action::Block(blocker, attacker) => self.add_blocker(blocker, attacker, turn),
            Action::Declare => self.declare(seat, turn),
            Action::NextBlocker(blocker) => self.order_blocker(blocker, turn),
            Action::Assign(n) => self.assign(n, turn),
            Action::Choose(_) | Action::Nothing | Action::Yes | Action::No => self.choose(action, turn),
            Action::Apply(n) => self.choose_modifier(n, turn),
        }
    }

    /// SR-128: the player concedes.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        if self.decision == Decision::Over || self.player(seat).lost {
            return;
        }
        turn.mark(Marks::PASSED);
        turn.tell("SR-128", || Event::Conceded { seat });
        self.lose_by_leaving(seat, turn);
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.decision != Decision::Over {
            return None;
        }
        // SR-129: the last player left wins. If nobody is left, or the game was stopped (SR-R53), it is a draw.
        let left = self.living().count();
        // The life of a player who has lost counts for nothing, so nobody loses with more points than the winner.
        let counts = |player: &Player| !player.lost || self.rules < 2;
        let score = |player: &Player| if counts(player) { player.life.max(0).into() } else { 0 };
        let scores: Vec<i32> = self.players.iter().map(score).collect();
        let won = |seat: Seat| left == 1 && !self.player(seat).lost;
        Some(Outcome::ranked(&scores, |seat| (i32::from(won(seat)), 0)))
    }

    /// SR-126 to SR-128: why each player has lost, by seat; `null` for a player who has not.
    fn result_details(&self) -> Vec<(&'static str, Value)> {
        let losses: Vec<Value> =
            self.players.iter().map(|player| player.loss.map(Loss::word).into()).collect();
        if self.rules >= 2 { vec![("losses", losses.into())] } else { Vec::new() }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.seen_by(viewer))
    }

    fn tell(&self, event: &Event) -> Told {
        event::tell(self, event)
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        imagine::imagine(self, seat, chance)
    }

    fn write(&self, action: Action, viewer: Viewer) -> String {
        notation::write_for(self, action, viewer)
    }

    fn read(&self, seat: Seat, sentence: &str) -> Result<Action, Refusal> {
        notation::read(self, seat, sentence)
    }

    fn dump(&self) -> Value {
        position::dump(self)
    }

    fn load(edition: Edition<LibraryRef>, position: &Value) -> Result<Self, Refusal> {
        position::load(edition, position)
    }

    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        explain::explain(self, seat, words)
    }
}
