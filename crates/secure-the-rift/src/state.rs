//! The state of a table, and its beginning.

use atlas_core::{
    Chance, Choice, Code, Facts, Foresight, Game, Marks, Outcome, Question, Refusal, Seat, Seats, Told, Turn,
    Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::Action;
use crate::announce::Announcement;
use crate::conclude::Conclusion;
use crate::deck::DeckChoice;
use crate::pack::LibraryRef;
use crate::pack::language::{Card, CardId};
use crate::tell::{self, Event};
use crate::things::{Attack, Boxed, Delayed, Hidden, Item, Lasting, Number, Piece, Player, Thing};
use crate::view::View;
use crate::wards::Blow;
use crate::{explain, insight, legal, notation, position, remark};

/// SR-09: the most life.
pub const MOST_LIFE: i16 = 40;
/// SR-12: the cards that each player draws at the start.
pub const START_HAND: usize = 5;
/// SR-R53: so many items in one turn are a loop.
pub const MOST_ITEMS: u16 = 2_000;
/// SR-R53: so often the same position is a draw.
pub const MOST_REPEATS: usize = 10;
/// SR-R53: with more steps in one effect the game is stopped.
pub const MOST_STEPS: u16 = 2_000;
/// SR-R53: no value is higher, nor further below 0.
pub const MOST: i16 = 9_999;
/// SR-R53: with more cards on the front lines the game is stopped.
pub const MOST_IN_PLAY: usize = 400;
/// SR-R53: and with so few numbers left; one step of an effect needs fewer.
pub(crate) const NUMBERS_IN_RESERVE: u16 = 4_000;
/// SR-R53: so often an ability is used in one turn.
pub const MOST_USES: u8 = 100;
/// SR-R53: no game has more turns.
pub const LAST_TURN: u16 = 400;

/// The whole state of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SecureTheRift {
    pub(crate) library: LibraryRef,
    pub(crate) rules: Rules,
    pub(crate) players: Vec<Player>,
    /// SR-17: in the order in which they came.
    pub(crate) front: Vec<Piece>,
    /// SR-52: the last concludes first.
    pub(crate) sequence: Vec<Item>,
    pub(crate) attack: Option<Attack>,
    pub(crate) lasting: Vec<Lasting>,
    pub(crate) delayed: Vec<Delayed>,
    /// SR-64: abilities that have triggered and wait to be put into the Sequence.
    pub(crate) waiting: Vec<Item>,
    pub(crate) boxed: Vec<Boxed>,
    /// What left the front lines in this turn, as it was then, for effects that look back.
    pub(crate) gone: Vec<Piece>,
    /// SR-R22: a SAFEGUARD that was used, and the card that gave it; 0 if it was the card's own.
    pub(crate) spent: Vec<(Number, Number)>,
    /// SR-R53 and "once per turn": abilities used in this turn, by card and place, and how often.
    pub(crate) used: Vec<(Number, u8, u8)>,
    /// The number that was given last.
    pub(crate) last_number: Number,
    pub(crate) first: Seat,
    pub(crate) active: Seat,
    /// From 1.
    pub(crate) turn: u16,
    pub(crate) step: Step,
    pub(crate) priority: Seat,
    /// SR-55: how many have passed one after another.
    pub(crate) passes: u8,
    pub(crate) died_this_turn: u16,
    pub(crate) items_this_turn: u16,
    /// SR-R53: the positions in which triggered abilities have concluded since somebody did something.
    pub(crate) seen: Vec<u64>,
    pub(crate) ask: Ask,
    pub(crate) announcement: Option<Announcement>,
    pub(crate) conclusion: Option<Conclusion>,
    /// SR-105: damage that is about to be dealt.
    pub(crate) blow: Option<Blow>,
}

/// What is different at this table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Rules {
    /// SR-R14.
    pub(crate) strikes_back: bool,
    /// Whether everyone knows everyone's deck list.
    pub(crate) open_lists: bool,
}

/// SR-32.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Step {
    /// SR-13, before the first turn.
    Redraw,
    /// SR-R29: before the beginning, for what triggered in the cleanup.
    Before,
    Beginning,
    Main,
    End,
}

impl Step {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Step::Redraw => "redraw",
            Step::Before => "before",
            Step::Beginning => "beginning",
            Step::Main => "main",
            Step::End => "end",
        }
    }
}

/// What is asked now, and whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ask {
    /// SR-13: which cards to replace; so many are on the bottom already.
    Redraw { seat: Seat, put: u8 },
    /// SR-54: whoever has priority.
    Priority,
    /// SR-47: the next choice of what is being announced.
    Announcement,
    /// SR-R10: which triggered ability is put in next.
    Triggers { seat: Seat },
    /// SR-75: more attackers?
    Attackers,
    /// SR-79: which blockers?
    Blocks { seat: Seat },
    /// SR-81: the order of the blockers of this attacker.
    Order { attacker: Number },
    /// SR-94: how much of the damage of its attacker this blocker gets.
    Divide { blocker: Number },
    /// What the effect asks that is being carried out.
    Choice { seat: Seat },
    /// SR-R44: which effect changes the damage next.
    Wards { seat: Seat },
    /// The game is over.
    Over,
}

/// What a table can choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The deck of each seat: the name of a preconstructed one, a list as text, `random`, `any` or `same`. Seats
    /// that none is named for get preconstructed ones by chance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<DeckChoice>,
    /// SR-10: who is first; by chance if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// SR-09: the life that everyone starts with, at most 40.
    pub life: u8,
    /// SR-R14: an attacked vulnerable Soul deals damage too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vulnerable_strikes_back: bool,
    /// Everyone knows everyone's deck list.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open_decklists: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            decks: Vec::new(),
            first: None,
            life: MOST_LIFE as u8,
            vulnerable_strikes_back: false,
            open_decklists: false,
        }
    }
}

const CHOICES: &[Choice] = &[
    Choice {
        name: "life",
        text: "Life at the start (SR-09)",
        values: &[("40", "40"), ("30", "30"), ("20", "20: a short game")],
    },
    Choice {
        name: "vulnerable_strikes_back",
        text: "A vulnerable Soul that is attacked (SR-R14)",
        values: &[("false", "does not strike back"), ("true", "strikes back")],
    },
    Choice {
        name: "open_decklists",
        text: "Deck lists",
        values: &[("false", "are secret"), ("true", "are known to all")],
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
        // They came in the order of their numbers.
        self.front.binary_search_by_key(&number, |piece| piece.number).ok().map(|at| &self.front[at])
    }

    #[inline]
    pub(crate) fn piece_mut(&mut self, number: Number) -> Option<&mut Piece> {
        let at = self.front.binary_search_by_key(&number, |piece| piece.number).ok()?;
        Some(&mut self.front[at])
    }

    /// The card that a thing on the front lines is.
    #[inline]
    pub(crate) fn piece_of(&self, thing: Thing) -> Option<&Piece> {
        thing.number().and_then(|number| self.piece(number))
    }

    /// The card with this number as it is, or as it was when it left the front lines.
    pub(crate) fn last_known(&self, number: Number) -> Option<&Piece> {
        let gone = || self.gone.iter().rev().find(|piece| piece.number == number);
        self.piece(number).or_else(gone)
    }

    /// The players who have not lost, from the active one on, in turn order.
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

    /// How many places a player sits after another, round the table.
    pub(crate) fn place_after(&self, one: Seat, other: Seat) -> u8 {
        let seats = self.players.len() as u8;
        (other.0 + seats - one.0) % seats
    }

    /// SR-R32: a number that no card had yet.
    pub(crate) fn new_number(&mut self) -> Number {
        assert!(self.last_number + 1 < Thing::NUMBERS, "a game does not need so many numbers (SR-R53)");
        self.last_number += 1;
        self.last_number
    }

    /// Whom the question is put to.
    pub(crate) fn asked(&self) -> Option<Seat> {
        match self.ask {
            Ask::Redraw { seat, .. }
            | Ask::Triggers { seat }
            | Ask::Blocks { seat }
            | Ask::Choice { seat }
            | Ask::Wards { seat } => Some(seat),
            Ask::Priority => Some(self.priority),
            Ask::Announcement => self.announcement.as_ref().map(|it| it.item.controller),
            Ask::Attackers | Ask::Order { .. } | Ask::Divide { .. } => Some(self.active),
            Ask::Over => None,
        }
    }
}

impl Game for SecureTheRift {
    const FACTS: Facts = Facts {
        id: "secure-the-rift",
        name: "Secure the Rift",
        pitch: "A trading card game: Souls, Techs and Actions, a Sequence to react in, and one Base to hold.",
        rules_version: 1,
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

    /// SR-09 to SR-12.
    fn start(
        library: LibraryRef,
        options: &Options,
        seats: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal> {
        atlas_core::play::check_seats::<Self>(seats)?;
        let refuse = |rule, message: String| Err(Refusal::by(rule, Code::Options, message));
        let life = i16::from(options.life);
        if !(1..=MOST_LIFE).contains(&life) {
            return refuse("SR-09", format!("life starts at 1 to {MOST_LIFE}, not {life}"));
        }
        if options.decks.len() > seats.into() {
            return refuse("SR-02", format!("there are {} decks for {seats} seats", options.decks.len()));
        }
        let decks = crate::deck::chosen(library, &options.decks, seats, chance)?;
        let first = match options.first {
            None => Seat(chance.below(seats.into()) as u8),
            Some(seat) if seat.0 < seats => seat,
            Some(seat) => return refuse("SR-10", format!("there is no {seat} at this table")),
        };
        let players = decks.into_iter().map(|deck| {
            let hidden = |card: &CardId| Hidden { card: *card, known: 0 };
            let (mut main, mut pile): (Vec<Hidden>, Vec<CardId>) =
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
                began: 0,
                overdrawn: false,
                lost: false,
            }
        });
        let mut state = SecureTheRift {
            library,
            rules: Rules {
                strikes_back: options.vulnerable_strikes_back,
                open_lists: options.open_decklists,
            },
            players: players.collect(),
            front: Vec::new(),
            sequence: Vec::new(),
            attack: None,
            lasting: Vec::new(),
            delayed: Vec::new(),
            waiting: Vec::new(),
            boxed: Vec::new(),
            gone: Vec::new(),
            spent: Vec::new(),
            used: Vec::new(),
            last_number: 0,
            first,
            active: first,
            turn: 0,
            step: Step::Redraw,
            priority: first,
            passes: 0,
            died_this_turn: 0,
            items_this_turn: 0,
            seen: Vec::new(),
            ask: Ask::Redraw { seat: first, put: 0 },
            announcement: None,
            conclusion: None,
            blow: None,
        };
        for player in &mut state.players {
            player.hand.sort_by_key(|held| held.card);
        }
        Ok(state)
    }

    fn content(&self) -> LibraryRef {
        self.library
    }

    fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    #[inline]
    fn acting(&self) -> Seats {
        self.asked().map_or(Seats::NONE, Seats::one)
    }

    fn awaiting(&self, seat: Seat) -> Option<Question> {
        (self.asked() == Some(seat)).then(|| tell::question(self))
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
        // SR-R53: a loop goes on by itself only while nobody does anything but what must be done.
        let must =
            matches!(action, Action::Trigger(_) | Action::Target(_) | Action::Choose(_) | Action::Apply(_));
        if !must && action != Action::Pass {
            self.seen.clear();
        }
        match action {
            Action::Redraw(card) => self.redraw(seat, card, turn),
            Action::Keep => self.keep(seat, turn),
            Action::Pass => self.pass(seat, turn),
            Action::Play(..) | Action::Use(..) => self.announce(seat, action, turn),
            Action::Mode(_) | Action::X(_) | Action::Target(_) | Action::Enough | Action::Pay(_) => {
                self.announce_more(action, turn);
            }
            Action::Trigger(n) => self.order_triggers(seat, n, turn),
            Action::Attack(attacker, target) => self.add_attacker(attacker, target, turn),
            Action::Block(blocker, attacker) => self.add_blocker(blocker, attacker, turn),
            Action::Declare => self.declare(seat, turn),
            Action::First(blocker) => self.order_blocker(blocker, turn),
            Action::Assign(n) => self.assign(n, turn),
            Action::Choose(_) | Action::Nothing | Action::Yes | Action::No => self.choose(action, turn),
            Action::Apply(n) => self.choose_ward(n, turn),
        }
    }

    /// SR-128.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        if self.ask == Ask::Over || self.player(seat).lost {
            return;
        }
        turn.mark(Marks::PASSED);
        turn.tell("SR-128", || Event::Conceded { seat });
        self.lose_by_leaving(seat, turn);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.ask != Ask::Over {
            return None;
        }
        // SR-129: who is left has won; if nobody is, or the game was stopped (SR-R53), it is a draw.
        let left = self.living().count();
        let scores: Vec<i32> = self.players.iter().map(|player| player.life.max(0).into()).collect();
        let won = |seat: Seat| left == 1 && !self.player(seat).lost;
        Some(Outcome::ranked(&scores, |seat| (i32::from(won(seat)), 0)))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn event(&self, event: &Event, viewer: Viewer) -> Option<Told> {
        Some(tell::tell(self, event, viewer))
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        crate::deck::imagine(self, seat, chance)
    }

    fn write(&self, action: Action, _: Viewer) -> String {
        notation::write(self, action)
    }

    fn read(&self, seat: Seat, sentence: &str) -> Result<Action, Refusal> {
        notation::read(self, seat, sentence)
    }

    fn dump(&self) -> Value {
        position::dump(self)
    }

    fn load(library: LibraryRef, position: &Value) -> Result<Self, Refusal> {
        position::load(library, position)
    }

    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        explain::explain(self, seat, words)
    }

    fn remark(&self, seat: Seat, action: Action) -> Option<String> {
        remark::remark(self, seat, action)
    }

    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Action>) -> Action {
        insight::guess(self, seat, chance, scratch)
    }

    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.asked() == Some(seat) {
            insight::candidates(self, out);
        }
    }

    fn appraise(&self, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
        insight::appraise(self, seat, actions, out);
    }

    const FORESIGHT: Option<Foresight> = Some(Foresight { turns: 3, effort: 0.06 });

    fn clock(&self) -> u32 {
        self.turn.into()
    }

    fn prospects(&self, seat: Seat) -> f32 {
        insight::prospects(self, seat)
    }

    fn statistic(event: &Event) -> Option<&'static str> {
        tell::statistic(event)
    }
}
