//! The game and an independent, simpler implementation agree on every turn of thousands of games.

#[allow(dead_code, missing_docs, unreachable_pub)]
mod plain;

use atlas_core::{Chance, Game, Seat, Turn, Viewer};
use atlas_enchanted_lands::{Action, Card, EnchantedLands, Face, Options, Side, Suit, View};
use plain::{Cell, Plain, PlainAction, PlainBoard, PlainCard, PlainSide, PlainStack};

fn plain_card(card: Card) -> PlainCard {
    let suit = Suit::ALL.iter().position(|suit| *suit == card.suit()).unwrap();
    PlainCard { suit, number: card.number().into() }
}

fn plain_board(view: &View) -> PlainBoard {
    let mut board = [[Cell::Empty; 8]; 4];
    for placed in &view.board {
        let PlainCard { suit, number } = plain_card(placed.card);
        let stack = placed.stack.map(|stack| PlainStack {
            seat: stack.seat.index(),
            side: if stack.side == Side::Time { PlainSide::Time } else { PlainSide::Place },
            chips: stack.chips.into(),
        });
        board[suit][number - 1] = match placed.face {
            Face::Up => Cell::Up(stack),
            Face::Flipped => Cell::Flipped(stack),
        };
    }
    board
}

/// The plain game for a state, with the same board, hands and pile.
fn plain_deal(state: &EnchantedLands) -> Plain {
    let view = state.view(Viewer::Everything);
    let start_cards: Vec<PlainCard> = view.board.iter().map(|placed| plain_card(placed.card)).collect();
    let hands = view.hands.iter().map(|hand| plain_cards(hand.as_ref().unwrap())).collect();
    let mut pile = plain_cards(view.pile.as_ref().unwrap());
    pile.reverse();
    Plain::deal(view.to_act.unwrap().index(), &start_cards, hands, pile)
}

fn plain_cards(cards: &[Card]) -> Vec<PlainCard> {
    cards.iter().copied().map(plain_card).collect()
}

fn assert_same(state: &EnchantedLands, plain: &Plain, told: &[String]) {
    let view = state.view(Viewer::Everything);
    assert_eq!(plain_board(&view), plain.board, "the boards differ after {told:?}");
    let mut pile = plain_cards(view.pile.as_ref().unwrap());
    pile.reverse();
    assert_eq!(pile, plain.pile, "the piles differ after {told:?}");
    for (seat, hand) in view.hands.iter().enumerate() {
        assert_eq!(plain_cards(hand.as_ref().unwrap()), plain.hands[seat], "hand {seat} after {told:?}");
        assert_eq!(usize::from(view.chips[seat]), plain.chips[seat], "chips {seat} after {told:?}");
    }
    assert_eq!(state.acting().is_empty(), plain.over(), "only one game is over after {told:?}");
    if let Some(seat) = view.to_act {
        assert_eq!(seat.index(), plain.to_act, "the turns differ after {told:?}");
        let mut legal = Vec::new();
        state.legal(seat, &mut legal);
        let real: Vec<String> = legal.iter().map(Action::to_string).collect();
        let plain: Vec<String> = plain.legal().iter().map(PlainAction::to_string).collect();
        assert_eq!(real, plain, "the legal lists differ after {told:?}");
    } else {
        let outcome = state.outcome().unwrap();
        let scores: Vec<usize> = outcome.scores().iter().map(|score| *score as usize).collect();
        let winners: Vec<usize> = outcome.winners().iter().map(Seat::index).collect();
        assert_eq!(scores, plain.scores(), "the scores differ after {told:?}");
        assert_eq!(winners, plain.winners(), "the winners differ after {told:?}");
        assert_eq!(
            state.result_details(),
            [("stacks", plain.stacks().into())],
            "the stacks differ after {told:?}"
        );
    }
}

/// A random action. In thrifty games bets are small, so that chips last longer and more stacks are judged.
fn choice(state: &EnchantedLands, seat: Seat, thrifty: bool, chance: &mut Chance) -> Action {
    let mut legal = Vec::new();
    state.legal(seat, &mut legal);
    if thrifty {
        legal.retain(|action| action.chips() < 3);
    }
    legal[chance.below(legal.len() as u32) as usize]
}

fn agree(seats: u8) {
    for game in 0..3_000 {
        let mut chance = Chance::quick_part(u64::from(seats), game);
        let mut state = EnchantedLands::start(
            atlas_core::Edition::newest::<EnchantedLands>(),
            &Options::default(),
            seats,
            &mut chance,
        )
        .unwrap();
        let mut plain = plain_deal(&state);
        let mut told = Vec::new();
        assert_same(&state, &plain, &told);
        while let Some(seat) = state.acting().first() {
            let action = choice(&state, seat, game % 2 == 1, &mut chance);
            told.push(action.to_string());
            let twin = plain.legal().into_iter().find(|twin| twin.to_string() == action.to_string()).unwrap();
            state.play(seat, action, &mut Turn::quiet(&mut chance));
            plain.play(twin);
            assert_same(&state, &plain, &told);
        }
    }
}

#[test]
fn two_seats_agree_with_the_plain_game() {
    agree(2);
}

#[test]
fn three_seats_agree_with_the_plain_game() {
    agree(3);
}

#[test]
fn four_seats_agree_with_the_plain_game() {
    agree(4);
}

/// The positions that the plain game deals and plays are valid in the real game.
#[test]
fn the_real_game_accepts_the_positions_of_the_plain_game() {
    for seats in 2..=4 {
        let mut chance = Chance::quick(7);
        for _ in 0..300 {
            let mut plain = Plain::random(seats, &mut |n| chance.below(n));
            let start = real_state(&plain, seats);
            assert_eq!(plain_deal(&start), plain);
            while !plain.over() {
                let legal = plain.legal();
                plain.play(legal[chance.below(legal.len() as u32) as usize]);
            }
            let end = real_state(&plain, seats);
            assert_eq!(
                end.outcome().unwrap().winners().iter().map(Seat::index).collect::<Vec<_>>(),
                plain.winners()
            );
        }
    }
}

fn real_state(plain: &Plain, seats: usize) -> EnchantedLands {
    let names = |cards: &[PlainCard]| cards.iter().map(PlainCard::to_string).collect::<Vec<_>>();
    let (mut board, mut elsewhere) = (Vec::new(), Vec::new());
    let columns = if seats == 4 { 8 } else { 7 };
    for suit in 0..4 {
        for number in 1..=columns {
            let card = PlainCard { suit, number };
            let (face, stack) = match plain.board[suit][number - 1] {
                Cell::Up(stack) => ("up", stack),
                Cell::Flipped(stack) => ("flipped", stack),
                Cell::Empty => {
                    elsewhere.push(card);
                    continue;
                }
            };
            let stack = stack.map(|stack| {
                let side = if stack.side == PlainSide::Time { "time" } else { "place" };
                serde_json::json!({ "seat": stack.seat, "side": side, "chips": stack.chips })
            });
            board.push(serde_json::json!({ "card": card.to_string(), "face": face, "stack": stack }));
        }
    }
    elsewhere
        .retain(|card| !plain.pile.contains(card) && !plain.hands.iter().any(|hand| hand.contains(card)));
    let mut pile = names(&plain.pile);
    pile.reverse();
    let position = serde_json::json!({
        "to_act": if plain.over() { None } else { Some(plain.to_act) },
        "board": board,
        "hands": plain.hands.iter().map(|hand| names(hand)).collect::<Vec<_>>(),
        "chips": plain.chips,
        "pile": pile,
        "removed": names(&elsewhere),
    });
    EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &position).unwrap()
}
