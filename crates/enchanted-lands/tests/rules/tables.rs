//! Test tables: boards drawn as text, random deals, and whole random games.

use atlas_core::{Chance, Edition, First, Game, Refusal, Rule, Seat, Turn, Viewer};
use atlas_enchanted_lands::example::Example;
use atlas_enchanted_lands::{Action, Card, Cards, EnchantedLands, Event, Face, Options, Stack, View};

/// Checks an example: a drawn board, plays and the expected results.
#[track_caller]
pub(crate) fn holds(example: &str) {
    let checked = example.parse::<Example>().and_then(|example| example.check());
    if let Err(error) = checked {
        panic!("{error}\n{example}");
    }
}

/// The state of an example before the first play.
#[track_caller]
pub(crate) fn drawn(example: &str) -> EnchantedLands {
    let dealt = example.parse::<Example>().and_then(|example| example.scenario.deal());
    dealt.unwrap_or_else(|error| panic!("{error}\n{example}"))
}

/// The first play of an example.
#[track_caller]
pub(crate) fn played(example: &str) -> Move {
    let steps = example.parse::<Example>().expect("the example can be read").steps;
    let (seat, sentence) = steps[0].play.clone().expect("the example has a play");
    let before = drawn(example);
    let action = before.read(seat, &sentence).expect("the play can be read");
    Move::make(before, seat, action)
}

/// A turn: the state before it, the action, the events, and the state after it.
pub(crate) struct Move {
    pub(crate) before: EnchantedLands,
    pub(crate) seat: Seat,
    pub(crate) action: Action,
    pub(crate) news: Vec<(Rule, Event)>,
    pub(crate) after: EnchantedLands,
}

impl Move {
    #[track_caller]
    pub(crate) fn make(before: EnchantedLands, seat: Seat, action: Action) -> Move {
        let (mut after, mut news, mut chance) = (before.clone(), Vec::new(), Chance::scripted([]));
        let applied = after.apply(seat, action, &mut Turn::told(&mut chance, &mut news));
        applied.unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        Move { before, seat, action, news, after }
    }

    pub(crate) fn card(&self) -> Card {
        self.action.card()
    }

    /// The members of the Time that was completed.
    pub(crate) fn time(&self) -> Cards {
        let times =
            self.news.iter().filter_map(|it| if let Event::Time(set) = it.1 { Some(set) } else { None });
        times.fold(Cards::NONE, |all, set| all | set)
    }

    /// The members of the Place that was completed.
    pub(crate) fn place(&self) -> Cards {
        let places =
            self.news.iter().filter_map(|it| if let Event::Place(set) = it.1 { Some(set) } else { None });
        places.fold(Cards::NONE, |all, set| all | set)
    }

    pub(crate) fn completes(&self) -> bool {
        !(self.time() | self.place()).is_empty()
    }

    /// The stacks that were kept because they were right.
    pub(crate) fn kept(&self) -> Vec<(Card, Stack)> {
        let kept = |event: &Event| {
            if let Event::Kept { card, stack } = event { Some((*card, *stack)) } else { None }
        };
        self.news.iter().filter_map(|it| kept(&it.1)).collect()
    }

    /// The stacks that were lost because they were wrong.
    pub(crate) fn lost(&self) -> Vec<(Card, Stack)> {
        let lost = |event: &Event| {
            if let Event::Lost { card, stack } = event { Some((*card, *stack)) } else { None }
        };
        self.news.iter().filter_map(|it| lost(&it.1)).collect()
    }

    /// The stacks that were removed from the board at the end.
    pub(crate) fn swept(&self) -> Vec<(Card, Stack)> {
        let swept = |event: &Event| {
            if let Event::Swept { card, stack } = event { Some((*card, *stack)) } else { None }
        };
        self.news.iter().filter_map(|it| swept(&it.1)).collect()
    }

    /// The stack that was put on the played card.
    pub(crate) fn bet(&self) -> Option<(Card, Stack)> {
        self.news
            .iter()
            .find_map(|it| if let Event::Bet { card, stack } = it.1 { Some((card, stack)) } else { None })
    }

    /// The card that was drawn.
    pub(crate) fn drew(&self) -> Option<Card> {
        self.news.iter().find_map(|it| if let Event::Drew { card, .. } = it.1 { card } else { None })
    }
}

/// A table before its first turn, dealt by this source of chance.
pub(crate) fn dealt(seats: u8, chance: &mut Chance) -> EnchantedLands {
    EnchantedLands::start(Edition::newest::<EnchantedLands>(), &Options::default(), seats, chance)
        .expect("the game starts")
}

/// A table before its first turn.
pub(crate) fn started(seats: u8, seed: u64) -> EnchantedLands {
    dealt(seats, &mut Chance::quick(seed))
}

/// A table before its first turn, with this seat to begin.
pub(crate) fn started_by(first: Seat, seats: u8, seed: u64) -> EnchantedLands {
    let options = Options { first: First::Seat(first) };
    EnchantedLands::start(Edition::newest::<EnchantedLands>(), &options, seats, &mut Chance::quick(seed))
        .expect("the game starts")
}

/// A whole random game. The seed also decides the style: any legal action, actions with at most two chips, or a random
/// card with at most one chip.
pub(crate) fn random_game(seats: u8, seed: u64) -> Vec<Move> {
    let mut chance = Chance::quick_part(u64::from(seats), seed);
    let mut state = dealt(seats, &mut chance);
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    while let Some(seat) = state.acting().first() {
        legal.clear();
        state.legal(seat, &mut legal);
        match seed % 3 {
            0 => {}
            1 => legal.retain(|action| action.chips() <= 2),
            _ => {
                let bare = legal.iter().filter(|action| action.chips() == 0).count() as u32;
                let card = legal.iter().filter(|action| action.chips() == 0).nth(chance.below(bare) as usize);
                let card = card.expect("every card can be played").card();
                legal.retain(|action| action.card() == card && action.chips() <= 1);
            }
        }
        let action = legal[chance.below(legal.len() as u32) as usize];
        let made = Move::make(state, seat, action);
        state = made.after.clone();
        moves.push(made);
    }
    moves
}

/// The moves of this number of random games with each of 2, 3 and 4 seats.
pub(crate) fn random_moves(games: u64) -> impl Iterator<Item = Move> {
    (2..=4).flat_map(move |seats| (0..games).flat_map(move |seed| random_game(seats, seed)))
}

/// A view that shows everything.
pub(crate) fn open(state: &EnchantedLands) -> View {
    state.view(Viewer::Everything)
}

pub(crate) fn hand(state: &EnchantedLands, seat: Seat) -> Vec<Card> {
    open(state).hands[seat.index()].clone().expect("this view shows everything")
}

pub(crate) fn pile(state: &EnchantedLands) -> Vec<Card> {
    open(state).pile.expect("this view shows everything")
}

pub(crate) fn removed(state: &EnchantedLands) -> Vec<Card> {
    open(state).removed.expect("this view shows everything")
}

pub(crate) fn with_face(state: &EnchantedLands, face: Face) -> Cards {
    open(state).board.iter().filter(|it| it.face == face).map(|it| it.card).collect()
}

pub(crate) fn up(state: &EnchantedLands) -> Cards {
    with_face(state, Face::Up)
}

pub(crate) fn flipped(state: &EnchantedLands) -> Cards {
    with_face(state, Face::Flipped)
}

/// The stacks on the board, in the order of their cards.
pub(crate) fn stacks(state: &EnchantedLands) -> Vec<(Card, Stack)> {
    open(state).board.iter().filter_map(|it| Some((it.card, it.stack?))).collect()
}

pub(crate) fn stack(state: &EnchantedLands, name: &str) -> Option<Stack> {
    stacks(state).into_iter().find(|it| it.0 == card(name)).map(|it| it.1)
}

pub(crate) fn acting(state: &EnchantedLands) -> Seat {
    state.acting().first().expect("the game is not over")
}

/// The legal actions of the seat to act, as sentences.
pub(crate) fn legal(state: &EnchantedLands) -> Vec<String> {
    let mut actions = Vec::new();
    state.legal(acting(state), &mut actions);
    actions.iter().map(Action::to_string).collect()
}

/// The refusal of a sentence of the seat.
#[track_caller]
pub(crate) fn refusal(state: &EnchantedLands, seat: Seat, sentence: &str) -> Refusal {
    let mut tried = state.clone();
    let mut chance = Chance::scripted([]);
    let applied = state
        .read(seat, sentence)
        .and_then(|action| tried.apply(seat, action, &mut Turn::quiet(&mut chance)));
    assert_eq!(tried, *state, "“{sentence}” changed the state");
    applied.expect_err("the sentence should be refused")
}

/// The rule that forbids a sentence of the seat.
#[track_caller]
pub(crate) fn refused_by(state: &EnchantedLands, seat: Seat, sentence: &str) -> Option<&'static str> {
    refusal(state, seat, sentence).rule.map(|rule| rule.0)
}

pub(crate) fn card(name: &str) -> Card {
    name.parse().expect("the name of a card")
}

/// The cards with these names, separated by spaces.
pub(crate) fn cards(names: &str) -> Cards {
    names.split_whitespace().map(card).collect()
}

/// The number of random results that a shuffle of the deck draws: one for each card except those of the last hand,
/// which gets the remaining cards.
pub(crate) fn shuffle_draws(seats: u8) -> usize {
    let start_cards = if seats == 4 { 2 } else { 0 };
    Cards::deck(seats).len() - start_cards - 7
}

/// The number of chips that each seat begins with.
pub(crate) fn allotment(seats: u8) -> u8 {
    [16, 14, 12][usize::from(seats) - 2]
}

/// The number of turns that each seat has in a game.
pub(crate) fn turns(seats: u8) -> usize {
    [13, 9, 7][usize::from(seats) - 2]
}
