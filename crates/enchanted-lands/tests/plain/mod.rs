//! A simple implementation of Enchanted Lands, written directly from the rules. It is used to check the real one and as
//! a baseline for its speed.

use std::fmt;

/// A card: a suit from 0 (Dawn) to 3 (Night) and a number from 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlainCard {
    pub suit: usize,
    pub number: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainSide {
    Time,
    Place,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainStack {
    pub seat: usize,
    pub side: PlainSide,
    pub chips: usize,
}

/// A spot of the board; a card may carry a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    Empty,
    Up(Option<PlainStack>),
    Flipped(Option<PlainStack>),
}

/// The board by suit, then by number; the first number is 1.
pub type PlainBoard = [[Cell; 8]; 4];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainAction {
    pub card: PlainCard,
    pub bet: Option<(PlainSide, usize)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    pub board: PlainBoard,
    pub hands: Vec<Vec<PlainCard>>,
    pub chips: Vec<usize>,
    /// The next card to be drawn is the last one.
    pub pile: Vec<PlainCard>,
    pub to_act: usize,
}

impl Plain {
    /// A table with everything dealt. The next card of the pile is the last one.
    pub fn deal(
        first: usize,
        start_cards: &[PlainCard],
        hands: Vec<Vec<PlainCard>>,
        pile: Vec<PlainCard>,
    ) -> Plain {
        let mut board = [[Cell::Empty; 8]; 4];
        for card in start_cards {
            board[card.suit][card.number - 1] = Cell::Up(None);
        }
        let each = match hands.len() {
            2 => 16,
            3 => 14,
            _ => 12,
        };
        let chips = vec![each; hands.len()];
        let mut plain = Plain { board, hands, chips, pile, to_act: first };
        for hand in &mut plain.hands {
            hand.sort();
        }
        plain
    }

    /// A shuffled and dealt table. `below(n)` is a random number below `n`.
    pub fn random(seats: usize, below: &mut impl FnMut(u32) -> u32) -> Plain {
        let columns = if seats == 4 { 8 } else { 7 };
        let mut deck = Vec::new();
        for suit in 0..4 {
            for number in 1..=columns {
                deck.push(PlainCard { suit, number });
            }
        }
        for last in (1..deck.len()).rev() {
            deck.swap(last, below(last as u32 + 1) as usize);
        }
        let mut start_cards = Vec::new();
        if seats == 4 {
            let one = deck.pop().expect("the deck is full");
            let fits = |card: &PlainCard| card.suit != one.suit && card.number != one.number;
            let other = deck.iter().rposition(fits).expect("21 cards fit");
            start_cards = vec![one, deck.remove(other)];
        }
        let hands = (0..seats).map(|_| deck.split_off(deck.len() - 7)).collect();
        let removed = if seats == 3 { 1 } else { 2 };
        deck.truncate(deck.len() - removed);
        let first = below(seats as u32) as usize;
        Plain::deal(first, &start_cards, hands, deck)
    }

    /// The legal actions of the seat to act, ordered by card, then side, then chips.
    pub fn legal(&self) -> Vec<PlainAction> {
        let mut actions = Vec::new();
        let most = self.chips[self.to_act].min(5);
        for card in self.hands[self.to_act].iter().copied() {
            actions.push(PlainAction { card, bet: None });
            let mut board = self.board;
            board[card.suit][card.number - 1] = Cell::Up(None);
            let (time, place) = completes(&board, card);
            if !time.is_empty() || !place.is_empty() {
                continue;
            }
            for side in [PlainSide::Time, PlainSide::Place] {
                for chips in 1..=most {
                    actions.push(PlainAction { card, bet: Some((side, chips)) });
                }
            }
        }
        actions
    }

    /// Plays a whole turn. The action must be legal.
    pub fn play(&mut self, action: PlainAction) {
        let PlainAction { card, bet } = action;
        let seat = self.to_act;
        let held = self.hands[seat].iter().position(|own| *own == card);
        self.hands[seat].remove(held.expect("the card is in hand"));
        self.board[card.suit][card.number - 1] = Cell::Up(None);

        let (time, place) = completes(&self.board, card);
        if !time.is_empty() || !place.is_empty() {
            assert!(bet.is_none(), "{card} completes something, so it cannot carry a bet");
            self.flip(&time, PlainSide::Time);
            self.flip(&place, PlainSide::Place);
        } else if let Some((side, chips)) = bet {
            assert!((1..=self.chips[seat].min(5)).contains(&chips), "{chips} chips cannot be bet");
            self.chips[seat] -= chips;
            self.board[card.suit][card.number - 1] = Cell::Up(Some(PlainStack { seat, side, chips }));
        }

        if let Some(card) = self.pile.pop() {
            self.hands[seat].push(card);
            self.hands[seat].sort();
        }
        self.to_act = (seat + 1) % self.hands.len();
        if self.over() {
            self.sweep();
        }
    }

    /// Flips the members of a Time or a Place; only stacks that show `side` stay. The played card may be a member of
    /// both: it carries no stack, so flipping it twice does no harm.
    fn flip(&mut self, members: &[PlainCard], side: PlainSide) {
        for card in members {
            let cell = &mut self.board[card.suit][card.number - 1];
            if let Cell::Up(stack) = *cell {
                *cell = Cell::Flipped(stack.filter(|stack| stack.side == side));
            }
        }
    }

    fn sweep(&mut self) {
        for cell in self.board.iter_mut().flatten() {
            if let Cell::Up(stack) = cell {
                *stack = None;
            }
        }
    }

    pub fn over(&self) -> bool {
        self.hands.iter().all(Vec::is_empty)
    }

    /// The correct stacks of each seat, once the game is over.
    pub fn stacks(&self) -> Vec<usize> {
        self.sum(|_| 1)
    }

    /// The points of each seat, once the game is over.
    pub fn scores(&self) -> Vec<usize> {
        self.sum(|stack| stack.chips + 1)
    }

    fn sum(&self, worth: impl Fn(PlainStack) -> usize) -> Vec<usize> {
        let mut sums = vec![0; self.hands.len()];
        for cell in self.board.iter().flatten() {
            if let Cell::Flipped(Some(stack)) = cell {
                sums[stack.seat] += worth(*stack);
            }
        }
        sums
    }

    /// The seats with the most points, and among them those with the most stacks.
    pub fn winners(&self) -> Vec<usize> {
        let merits: Vec<(usize, usize)> = self.scores().into_iter().zip(self.stacks()).collect();
        let best = merits.iter().max().expect("there are seats");
        (0..merits.len()).filter(|seat| merits[*seat] == *best).collect()
    }
}

/// The members of the Time and of the Place that a card, already face up on the board, completes.
pub fn completes(board: &PlainBoard, card: PlainCard) -> (Vec<PlainCard>, Vec<PlainCard>) {
    let row = &board[card.suit];
    let mut run = vec![card];
    for number in (1..card.number).rev() {
        match row[number - 1] {
            Cell::Empty => break,
            Cell::Up(_) => run.push(PlainCard { number, ..card }),
            Cell::Flipped(_) => {}
        }
    }
    for number in card.number + 1..=8 {
        match row[number - 1] {
            Cell::Empty => break,
            Cell::Up(_) => run.push(PlainCard { number, ..card }),
            Cell::Flipped(_) => {}
        }
    }
    if run.len() < 4 {
        run.clear();
    }

    let mut up = Vec::new();
    let mut taken = 0;
    for (suit, row) in board.iter().enumerate() {
        match row[card.number - 1] {
            Cell::Empty => {}
            Cell::Up(_) => {
                taken += 1;
                up.push(PlainCard { suit, ..card });
            }
            Cell::Flipped(_) => taken += 1,
        }
    }
    if taken < 4 || up.len() < 3 {
        up.clear();
    }
    (run, up)
}

impl fmt::Display for PlainCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", ["dawn", "day", "sunset", "night"][self.suit], self.number)
    }
}

impl fmt::Display for PlainAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bet {
            None => write!(f, "{}", self.card),
            Some((PlainSide::Time, chips)) => write!(f, "{} time {chips}", self.card),
            Some((PlainSide::Place, chips)) => write!(f, "{} place {chips}", self.card),
        }
    }
}
