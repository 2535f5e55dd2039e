//! The state of a table, from the deal to the final score.

use atlas_core::text::count;
use atlas_core::{
    Chance, Choice, Code, Edition, Facts, First, Game, Marks, Outcome, Preview, Prompt, Refusal, Rule, Seat,
    Seats, Told, Turn, Viewer, text,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::{Action, MOST_CHIPS, Side, Stack};
use crate::board::Board;
use crate::card::{Card, Cards};
use crate::view::View;
use crate::{explain, legal, position, tell};

/// EL-09: the number of cards in a hand at the start.
pub(crate) const HAND_SIZE: usize = 7;

/// EL-12: the size of the largest draw pile, with two seats.
const MAX_PILE: usize = 12;

/// The whole state of a table. The removed cards are those of the deck that are nowhere else.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EnchantedLands {
    pub(crate) board: Board,
    pub(crate) hands: [Cards; 4],
    pub(crate) chips: [u8; 4],
    pub(crate) stacks: Stacks,
    pub(crate) pile: Pile,
    pub(crate) seats: u8,
    /// The rules version of the table.
    pub(crate) rules: u8,
    /// The seat whose turn it is; `None` when the game is over.
    pub(crate) to_act: Option<Seat>,
}

/// The options of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// EL-R10: who takes the first turn.
    #[serde(default)]
    pub first: First,
}

/// EL-R10: the options offered when a table is opened.
const CHOICES: &[Choice] = &[Choice {
    name: "first",
    text: "First turn",
    values: &[("\"random\"", "Random"), ("0", "Seat 1"), ("1", "Seat 2"), ("2", "Seat 3"), ("3", "Seat 4")],
}];

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Event {
    Played {
        seat: Seat,
        card: Card,
    },
    Bet {
        card: Card,
        stack: Stack,
    },
    Time(Cards),
    Place(Cards),
    Kept {
        card: Card,
        stack: Stack,
    },
    Lost {
        card: Card,
        stack: Stack,
    },
    Drew {
        seat: Seat,
        /// The card; `None` for viewers who may not know it.
        card: Option<Card>,
    },
    Swept {
        card: Card,
        stack: Stack,
    },
    Over,
    Left {
        seat: Seat,
    },
}

/// EL-06: the number of chips that each seat begins with.
pub(crate) const fn allotment(seats: u8) -> u8 {
    match seats {
        2 => 16,
        3 => 14,
        _ => 12,
    }
}

/// EL-10: the number of cards that are removed unseen.
pub(crate) const fn removed(seats: u8) -> usize {
    if seats == 3 { 1 } else { 2 }
}

/// EL-08: the number of cards on the board before the first turn.
pub(crate) const fn start_cards(seats: u8) -> usize {
    if seats == 4 { 2 } else { 0 }
}

impl EnchantedLands {
    /// The cards that were removed unseen.
    pub(crate) fn removed(&self) -> Cards {
        let hands = self.hands.iter().fold(Cards::NONE, |all, hand| all | *hand);
        Cards::deck(self.seats) & !(self.board.cards() | hands | self.pile.set())
    }

    /// EL-53: points and correct stacks of each seat. Each chip and each stack is worth one point. Chips in hand are
    /// worth nothing (EL-54).
    #[inline]
    pub(crate) fn scores(&self) -> [(i32, i32); 4] {
        let mut scores = [(0, 0); 4];
        for (_, stack) in self.stacks.on(self.board.flipped) {
            let (points, stacks) = &mut scores[stack.seat.index() & 3];
            *points += i32::from(stack.chips) + 1;
            *stacks += 1;
        }
        scores
    }

    /// EL-44 to EL-49: the members are flipped, correct predictions stay, wrong ones leave the game.
    fn resolve(&mut self, card: Card, turn: &mut Turn<'_, Event>) {
        let completion = self.board.completion(card);
        let members = completion.time | completion.place;
        let wrong = completion.time & self.stacks.place | completion.place & self.stacks.time;
        if !completion.time.is_empty() {
            turn.tell("EL-23", || Event::Time(completion.time));
        }
        if !completion.place.is_empty() {
            turn.tell("EL-27", || Event::Place(completion.place));
        }
        for (card, stack) in self.stacks.on(members & !wrong) {
            turn.tell("EL-48", || Event::Kept { card, stack });
        }
        for (card, stack) in self.stacks.on(wrong) {
            turn.tell("EL-49", || Event::Lost { card, stack });
        }
        self.stacks.clear(wrong);
        self.board.flipped |= members;
        self.board.up &= !members;
    }

    /// EL-51, EL-52: nobody holds a card, so the game ends and undecided predictions leave the board.
    #[cold]
    fn end(&mut self, turn: &mut Turn<'_, Event>) {
        for (card, stack) in self.stacks.on(self.board.up) {
            turn.tell("EL-52", || Event::Swept { card, stack });
        }
        self.stacks.clear(self.board.up);
        self.to_act = None;
        if turn.is_told() {
            let shared = self.outcome().is_some_and(|outcome| outcome.winners().len() > 1);
            turn.tell(if shared { "EL-R11" } else { "EL-55" }, || Event::Over);
        }
    }
}

impl Game for EnchantedLands {
    const FACTS: Facts = Facts {
        id: "enchanted-lands",
        name: "Enchanted Lands",
        pitch: "Lay out a forest at four times of day and bet which comes first, the Time or the Place.",
        rules_version: 1,
        oldest_rules_version: 1,
        min_seats: 2,
        max_seats: 4,
        cooperative: false,
        choices: CHOICES,
    };

    type Options = Options;
    type Content = ();
    type Action = Action;
    type Event = Event;
    type View = View;

    /// EL-05 to EL-13.
    #[inline]
    fn start(
        edition: Edition<()>,
        options: &Options,
        seats: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal> {
        atlas_core::play::check_seats::<Self>(seats)?;
        let first = options.first.seat(seats, chance).map_err(|seat| {
            let message = text![seat, " cannot begin: this table has ", seats, " seats."];
            Refusal::by("EL-R10", Code::Options, message)
        })?;
        let mut board = Board::default();
        if seats == 4 {
            // EL-R09: the second card is drawn uniformly from those with a different suit and a different number.
            let one = Card::at(chance.below(32) as u8);
            let rest = !(one.row() | one.column());
            let two = rest.nth(chance.below(rest.len() as u32));
            board.up = one.alone() | two.alone();
        }
        let (mut deck, mut size) = ([0_u8; 32], 0);
        for card in Cards::deck(seats) & !board.up {
            deck[size] = card.index() as u8;
            size += 1;
        }
        // The first hand gets the remaining cards as a set, so they need not be shuffled.
        chance.shuffle_last(&mut deck[..size], size - HAND_SIZE);
        let mut hands = [Cards::NONE; 4];
        let dealt = deck[..HAND_SIZE * seats as usize].chunks_exact(HAND_SIZE);
        for (hand, cards) in hands.iter_mut().zip(dealt) {
            *hand = cards.iter().map(|card| Card::at(*card)).collect();
        }
        let pile = Pile::new(&deck[HAND_SIZE * seats as usize + removed(seats)..size]);
        let mut chips = [0; 4];
        chips[..seats as usize].fill(allotment(seats));
        Ok(EnchantedLands {
            board,
            hands,
            chips,
            stacks: Stacks::default(),
            pile,
            seats,
            rules: edition.rules as u8,
            to_act: Some(first),
        })
    }

    fn edition(&self) -> Edition<()> {
        Edition { rules: self.rules.into(), content: () }
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.seats
    }

    #[inline]
    fn acting(&self) -> Seats {
        self.to_act.map_or(Seats::NONE, Seats::one)
    }

    fn awaiting(&self, seat: Seat) -> Option<Prompt> {
        // EL-35: a bet is optional; EL-40: without chips there is none.
        let text = match self.chips[seat.index()] {
            0 => "Play a card. You have no chips left to bet.",
            _ => "Play a card, with a bet if you like.",
        };
        (self.to_act == Some(seat)).then(|| Prompt::new("play", text))
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.to_act == Some(seat) {
            legal::list(self.hand(seat), self.board.completing(), self.most_chips(seat), out);
        }
    }

    #[inline]
    fn pick(&self, seat: Seat, chance: &mut Chance, _: &mut Vec<Action>) -> Action {
        legal::pick(self.hand(seat), self.board, self.most_chips(seat), chance)
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        self.check_card(seat, action.card())?;
        if action.chips() == 0 {
            return Ok(());
        }
        self.check_free(action.card())?;
        self.check_chips(seat, action.chips())
    }

    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        explain::explain(self, seat, words)
    }

    /// EL-30: play a card, then optionally predict, then draw.
    #[expect(clippy::inline_always, reason = "measured: a random game takes a tenth fewer instructions")]
    #[inline(always)]
    fn play(&mut self, seat: Seat, action: Action, turn: &mut Turn<'_, Event>) {
        let card = action.card();
        let own = seat.index() & 3;
        let completes = self.board.completes(card);
        self.hands[own] &= !card.alone();
        self.board.up |= card.alone();
        turn.tell("EL-32", || Event::Played { seat, card });

        if completes {
            self.resolve(card, turn);
        } else if action.chips() > 0 {
            let stack = Stack { seat, side: action.side(), chips: action.chips() };
            self.chips[own] -= stack.chips;
            self.stacks.put(card, stack);
            turn.tell("EL-35", || Event::Bet { card, stack });
        }
        if let Some(card) = self.pile.draw() {
            self.hands[own] |= card.alone();
            turn.tell("EL-41", || Event::Drew { seat, card: Some(card) });
            // A player who has seen the next card of the pile cannot forget it. The card that was played was shown by
            // the player's own choice, so the others can agree to forget it.
            turn.mark(Marks::REVEALED);
        }
        turn.mark(Marks::PASSED);

        // EL-43. All seats have equally many turns (EL-I1), so the next hand is empty only when all hands are.
        let next = seat.next(self.seats);
        self.to_act = Some(next);
        if self.hand(next).is_empty() {
            self.end(turn);
        }
    }

    /// EL-R18: the hand stays in the game and is played by whoever takes over the seat.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        turn.tell("EL-R18", || Event::Left { seat });
    }

    #[inline]
    fn turn(&self) -> u32 {
        self.board.up.len() as u32 + self.board.flipped.len() as u32 + 1
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.to_act.is_some() {
            return None;
        }
        let scores = self.scores();
        let points = scores.map(|(points, _)| points);
        // EL-55: most points, then most stacks; EL-R11: players who are still tied share the win.
        Some(Outcome::ranked(&points[..self.seats as usize], |seat| scores[seat.index()]))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(tell::seen(event, viewer))
    }

    fn tell(&self, event: &Event) -> Told {
        tell::tell(self, event)
    }

    fn preview(&self, seat: Seat, action: Action) -> Preview {
        Preview::of(self, seat, action, |state, seat| state.scores()[seat.index()].0)
    }

    /// EL-58, EL-59: the cards that the seat has not seen are dealt at random to the other hands, the pile and the
    /// removed cards.
    #[inline]
    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        let mut unseen = [0_u8; 32];
        let mut size = 0;
        for card in Cards::deck(self.seats) & !(self.board.cards() | self.hand(seat)) {
            unseen[size] = card.index() as u8;
            size += 1;
        }
        chance.shuffle(&mut unseen[..size]);
        let mut state = self.clone();
        let mut rest = &unseen[..size];
        for other in (0..self.seats as usize).filter(|other| *other != seat.index()) {
            let (cards, left) = rest.split_at(self.hands[other].len());
            state.hands[other] = cards.iter().map(|card| Card::at(*card)).collect();
            rest = left;
        }
        state.pile = Pile::new(&rest[..self.pile.len()]);
        state
    }

    fn write(&self, action: Action, _: Viewer) -> String {
        action.sentence()
    }

    fn read(&self, _: Seat, sentence: &str) -> Result<Action, Refusal> {
        Action::read(sentence)
    }

    fn dump(&self) -> Value {
        position::dump(self)
    }

    fn load(edition: Edition<()>, position: &Value) -> Result<Self, Refusal> {
        position::load(edition, position)
    }

    fn result_details(&self) -> Vec<(&'static str, Value)> {
        let stacks: Vec<i32> =
            self.scores()[..self.seats as usize].iter().map(|(_, stacks)| *stacks).collect();
        vec![("stacks", stacks.into())]
    }
}

impl EnchantedLands {
    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index() & 3]
    }

    /// EL-43: a seat acts only in its own turn; EL-51: and not after the end.
    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match self.to_act {
            None => Err(Refusal { rule: Some(Rule("EL-51")), ..Refusal::over() }),
            Some(to_act) if to_act == seat => Ok(()),
            Some(_) => Err(Refusal { rule: Some(Rule("EL-43")), ..Refusal::not_your_turn(self.acting()) }),
        }
    }

    /// EL-31: a seat plays only cards from its own hand.
    pub(crate) fn check_card(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        if self.hand(seat).contains(card) {
            return Ok(());
        }
        let why = if self.board.cards().contains(card) {
            " is already on the board."
        } else {
            " is not in your hand."
        };
        Err(Refusal::illegal("EL-31", text![card, why]))
    }

    /// EL-34: a card that completes something cannot be bet on.
    pub(crate) fn check_free(&self, card: Card) -> Result<(), Refusal> {
        let completion = self.board.with(card).completion(card);
        let what = match (completion.time.is_empty(), completion.place.is_empty()) {
            (true, true) => return Ok(()),
            (false, true) => "a Time",
            (true, false) => "a Place",
            (false, false) => "a Time and a Place",
        };
        Err(Refusal::illegal("EL-34", text![card, " completes ", what, ", so you cannot bet on it."]))
    }

    /// EL-36: a bet has at most five chips, and no more than the seat has.
    pub(crate) fn check_chips(&self, seat: Seat, chips: u8) -> Result<(), Refusal> {
        if chips <= self.most_chips(seat) {
            return Ok(());
        }
        let message = match self.chips[seat.index()] {
            0 => text!["You have no chips left to bet."],
            own @ 1..MOST_CHIPS => {
                text!["You have only ", count(own.into(), "chip"), " left."]
            }
            _ => text!["You can bet at most ", MOST_CHIPS, " chips on a card."],
        };
        Err(Refusal::illegal("EL-36", message))
    }

    /// EL-36: the maximum number of chips that the seat may bet.
    #[inline]
    pub(crate) fn most_chips(&self, seat: Seat) -> u8 {
        self.chips[seat.index() & 3].min(MOST_CHIPS)
    }
}

/// EL-17: the stacks on the board, at most one per card.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Stacks {
    /// The cards with a stack that shows Time.
    pub(crate) time: Cards,
    /// The cards with a stack that shows Place.
    pub(crate) place: Cards,
    /// The owner and the chips of the stack on each card; 0 without a stack.
    packed: [u8; 32],
}

impl Stacks {
    #[inline]
    pub(crate) fn put(&mut self, card: Card, stack: Stack) {
        match stack.side {
            Side::Time => self.time |= card.alone(),
            Side::Place => self.place |= card.alone(),
        }
        self.packed[card.index()] = stack.seat.0 << 3 | stack.chips;
    }

    #[inline]
    fn clear(&mut self, cards: Cards) {
        for card in (self.time | self.place) & cards {
            self.packed[card.index()] = 0;
        }
        self.time &= !cards;
        self.place &= !cards;
    }

    /// The stacks on these cards.
    #[inline]
    pub(crate) fn on(&self, cards: Cards) -> impl Iterator<Item = (Card, Stack)> {
        ((self.time | self.place) & cards).map(|card| {
            let packed = self.packed[card.index()];
            let side = if self.time.contains(card) { Side::Time } else { Side::Place };
            (card, Stack { seat: Seat(packed >> 3), side, chips: packed & 7 })
        })
    }
}

/// EL-11: the draw pile. The next card to be drawn is stored last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pile {
    cards: [u8; MAX_PILE],
    size: u8,
}

impl Pile {
    /// The pile of these cards, the next one last. Elements beyond the size are 0, so that equal piles are equal
    /// values.
    #[inline]
    pub(crate) fn new(order: &[u8]) -> Pile {
        let mut cards = [0; MAX_PILE];
        cards[..order.len()].copy_from_slice(order);
        Pile { cards, size: order.len() as u8 }
    }

    pub(crate) fn len(&self) -> usize {
        self.size as usize
    }

    /// The cards, the next one first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Card> {
        self.cards[..self.len()].iter().rev().map(|card| Card::at(*card))
    }

    pub(crate) fn set(&self) -> Cards {
        self.iter().collect()
    }

    #[inline]
    fn draw(&mut self) -> Option<Card> {
        self.size = self.size.checked_sub(1)?;
        self.cards.get_mut(self.size as usize).map(|card| Card::at(std::mem::take(card)))
    }
}
