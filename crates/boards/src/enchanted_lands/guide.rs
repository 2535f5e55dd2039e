//! The guide through a newcomer's first four turns, with examples from the actual table.

use atlas_core::Seat;
use atlas_enchanted_lands::action::MOST_CHIPS;
use atlas_enchanted_lands::board::Board;
use atlas_enchanted_lands::{Action, Card, Cards, EnchantedLands, Face, Side, Suit, View};
use maud::Markup;

use super::page::{counted, right_stacks};
use super::{grid, lying, scene};
use crate::Sight;
use crate::guide::{Guide, Lesson};

/// There is one lesson for each of the first own moves.
const GUIDE: Guide = Guide { game: "enchanted-lands", lessons: 4 };

/// The lesson for a seat that has played `own_moves` cards.
pub(super) fn guide(sight: &Sight<'_, EnchantedLands>, own_moves: usize) -> Option<Markup> {
    let view = &sight.view;
    let (seat, to_act) = (sight.own?, view.to_act?);
    if own_moves >= GUIDE.lessons {
        return None;
    }
    let table = Newcomer::at(view, seat)?;
    let lesson = if to_act == seat {
        let legal = &sight.legal;
        match own_moves {
            0 => table.playing(legal),
            1 => table.completing(legal),
            2 => table.betting(legal),
            _ => Some(table.scoring()),
        }?
    } else {
        table.waiting(&sight.name(to_act), own_moves)
    };
    Some(GUIDE.show(own_moves + 1, &lesson))
}

/// The table as a newcomer sees it.
struct Newcomer<'a> {
    view: &'a View,
    seat: Seat,
    board: Board,
    deck: Cards,
    hand: Cards,
}

impl<'a> Newcomer<'a> {
    fn at(view: &'a View, seat: Seat) -> Option<Newcomer<'a>> {
        let hand = view.hands.get(seat.index())?.as_ref()?.iter().copied().collect();
        Some(Newcomer { view, seat, board: grid(view), deck: Cards::deck(view.hands.len() as u8), hand })
    }

    /// The number of cards that are missing for a Time, or a Place, with `card`, if it is played now.
    fn lacking(&self, card: Card, side: Side) -> Option<usize> {
        self.board.with(card).lacking(card, side, self.deck, self.hand).map(Cards::len)
    }

    /// The number of cards that are missing for the nearer of Time and Place.
    fn nearest(&self, card: Card) -> usize {
        let both = [Side::Time, Side::Place].map(|side| self.lacking(card, side).unwrap_or(usize::MAX));
        both[0].min(both[1])
    }

    fn chips(&self) -> u8 {
        self.view.chips.get(self.seat.index()).copied().unwrap_or(0)
    }

    /// EL-31, EL-32: playing a card, and where it goes.
    fn playing(&self, legal: &[Action]) -> Option<Lesson> {
        let card = legal.first()?.card();
        let row = card.suit().title();
        let mut text = vec![
            "Every card that you may play is lit. Pick one, then press the button that says Play.".to_owned(),
            format!(
                "You hold {}, for example. Its only spot is in the {row} row, column {}: {}.",
                card.title(),
                card.number(),
                scene::place(card)
            ),
        ];
        if self.view.pile_size > 0 {
            text.push("Then you draw a new card, and the turn passes.".to_owned());
        }
        Some(Lesson {
            title: "Play a card".to_owned(),
            text,
            rules: vec![("EL-31", "you play one card"), ("EL-32", "where it goes")],
        })
    }

    /// EL-23, EL-27: what a Time and a Place are, and how far the nearest one is.
    fn completing(&self, legal: &[Action]) -> Option<Lesson> {
        let card = legal.iter().map(|action| action.card()).min_by_key(|card| self.nearest(*card))?;
        let row = card.suit().title();
        let (time, place) = (self.lacking(card, Side::Time), self.lacking(card, Side::Place));
        if time == Some(0) || place == Some(0) {
            let what = match (time, place) {
                (Some(0), Some(0)) => "a Time and a Place",
                (Some(0), _) => "a Time",
                _ => "a Place",
            };
            return Some(Lesson {
                title: format!("You can complete {what}"),
                text: vec![
                    format!("You hold {}. Play it, and it completes {what}.", card.title()),
                    "All cards of it are turned over at once. Chips on them that said so stay for good; the \
                     others are lost. On a card that completes something you cannot bet."
                        .to_owned(),
                ],
                rules: vec![("EL-23", "a Time"), ("EL-27", "a Place"), ("EL-34", "no bet then")],
            });
        }
        let far = |lacking: Option<usize>, what: &str| match lacking {
            Some(n) => format!("needs {} for a {what}", counted(n, "more card")),
            None => format!("can no longer become a {what}"),
        };
        Some(Lesson {
            title: "Times and Places".to_owned(),
            text: vec![
                "Four face-up cards side by side in a row are a Time. All four cards of a column, at least three \
                 of them face up, are a Place. Whatever is complete is turned over at once."
                    .to_owned(),
                format!(
                    "You hold {}. With it the {row} row {}, and column {} {}.",
                    card.title(),
                    far(time, "Time"),
                    card.number(),
                    far(place, "Place")
                ),
            ],
            rules: vec![("EL-23", "a Time"), ("EL-27", "a Place")],
        })
    }

    /// EL-35, EL-48, EL-49: betting on a Time or a Place.
    fn betting(&self, legal: &[Action]) -> Option<Lesson> {
        let bets = legal.iter().filter(|action| action.chips() > 0).map(|action| action.card());
        let Some(card) = bets.min_by_key(|card| self.nearest(*card)) else { return self.completing(legal) };
        let far = |side| self.lacking(card, side).unwrap_or(usize::MAX);
        let nearer = match far(Side::Time).cmp(&far(Side::Place)) {
            std::cmp::Ordering::Less => Some(Side::Time),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Place),
        };
        let likely = match nearer {
            Some(side) => {
                format!(
                    "After {} a {} is nearer: it needs {}. ",
                    card.title(),
                    side.title(),
                    counted(far(side), "more card")
                )
            }
            None => String::new(),
        };
        let most = self.chips().min(MOST_CHIPS);
        let number = if most == 1 { "1".to_owned() } else { format!("a number from 1 to {most}") };
        Some(Lesson {
            title: "Bet on what comes first".to_owned(),
            text: vec![
                format!(
                    "Chips on a card say what will turn it over: a Time or a Place. {likely}To bet, pick {}, \
                     then Time or Place, then {number}.",
                    card.title()
                ),
                format!(
                    "If you are right, the chips stay and score; if you are wrong, they are lost. You have {}.",
                    counted(self.chips().into(), "chip")
                ),
            ],
            rules: vec![("EL-35", "a prediction"), ("EL-48", "right"), ("EL-49", "wrong")],
        })
    }

    /// EL-53, EL-54: what scores points, and where to get a hint.
    fn scoring(&self) -> Lesson {
        let right: Vec<usize> = right_stacks(self.view, self.seat).map(|it| it.chips.into()).collect();
        let so_far = if right.is_empty() {
            "None of your chips has been proved right yet.".to_owned()
        } else {
            let chips = right.iter().sum::<usize>();
            format!(
                "So far you have {} right in {}: {}.",
                counted(chips, "chip"),
                counted(right.len(), "stack"),
                counted(chips + right.len(), "point")
            )
        };
        Lesson {
            title: "What wins".to_owned(),
            text: vec![
                format!("Each chip that was right is a point, and so is each stack of them. {so_far}"),
                format!(
                    "Chips that you keep are worth nothing at the end, and you have {} left. When in doubt, press \
                     Hint: it says what a bot would play, and why.",
                    counted(self.chips().into(), "chip")
                ),
            ],
            rules: vec![("EL-53", "points"), ("EL-54", "chips you kept")],
        }
    }

    /// A hint for the time while another player is thinking.
    fn waiting(&self, name: &str, own_moves: usize) -> Lesson {
        let title = format!("Waiting for {name}");
        if own_moves == 0 {
            let held = |suit: &Suit| self.hand.filter(|card| card.suit() == *suit).count();
            let suit = Suit::ALL.into_iter().rev().max_by_key(held).unwrap_or(Suit::Dawn);
            return Lesson {
                title,
                text: vec![format!(
                    "Look at your hand until it is your turn: you hold {} of {}. They all go into one row, and \
                     four face-up cards side by side there are a Time.",
                    counted(held(&suit), "card"),
                    suit.title()
                )],
                rules: vec![("EL-14", "one spot for each card"), ("EL-23", "a Time")],
            };
        }
        let own = lying(self.view, Face::Up).filter_map(|it| {
            let stack = it.stack.filter(|stack| stack.seat == self.seat)?;
            Some((it.card, stack))
        });
        if let Some((card, stack)) = own.max_by_key(|(_, stack)| stack.chips) {
            let side = stack.side.title();
            let lacking = self.board.lacking(card, stack.side, self.deck, self.hand).map(Cards::len);
            let hope = match lacking {
                Some(n) => format!("That {side} still needs {}.", counted(n, "more card")),
                None => "But that can no longer happen.".to_owned(),
            };
            return Lesson {
                title,
                text: vec![format!(
                    "{} on {} if a {side} takes it first. {hope}",
                    match stack.chips {
                        1 => "Your chip stays".to_owned(),
                        chips => format!("Your {chips} chips stay"),
                    },
                    card.title()
                )],
                rules: vec![("EL-45", "how a Time judges"), ("EL-46", "how a Place judges")],
            };
        }
        let spots = (self.board.completing() & self.deck).len();
        Lesson {
            title,
            text: vec![match spots {
                0 => "Watch the board: no single card can complete a Time or a Place now.".to_owned(),
                1 => "Watch the board: there is 1 empty spot whose card would complete something.".to_owned(),
                _ => format!(
                    "Watch the board: there are {spots} empty spots whose card would complete something."
                ),
            }],
            rules: vec![("EL-33", "the check")],
        }
    }
}
