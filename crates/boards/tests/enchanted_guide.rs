//! The guide to Enchanted Lands is correct and uses only what a newcomer sees.

use atlas_boards::{Board as _, STYLE, Sight};
use atlas_core::{Chance, Edition, Game, Insight, Seat, Turn, Viewer};
use atlas_enchanted_lands::board::Board;
use atlas_enchanted_lands::{Action, Card, Cards, EnchantedLands, Face, Options, RULES, Side, Suit, View};
use serde_json::json;

/// One page of the guide, with the view it was drawn from.
struct Page {
    html: String,
    view: View,
    seat: Seat,
    own_moves: usize,
    legal: Vec<String>,
}

fn guide(sight: &Sight<'_, EnchantedLands>, own_moves: usize) -> Option<String> {
    Some((EnchantedLands::PAGE.unwrap().guide)(sight, own_moves)?.into_string())
}

impl Page {
    fn of(state: &EnchantedLands, seat: Seat, own_moves: usize) -> Option<Page> {
        let names = ["Ann", "Bea", "Cem", "Dov"].map(str::to_owned);
        let sight = Sight::new(state, Viewer::Seat(seat), Some(seat), &names, &[]);
        let html = guide(&sight, own_moves)?;
        let legal = sight.legal.iter().map(ToString::to_string).collect();
        Some(Page { html, view: sight.view, seat, own_moves, legal })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for piece in self.html.split('<') {
            text += piece.split_once('>').map_or(piece, |(_, text)| text);
            text.push(' ');
        }
        text
    }

    /// The cards that the text names, such as `Dawn 3`.
    fn named(&self) -> Vec<Card> {
        let text = self.text();
        let all = Suit::ALL.into_iter().flat_map(|suit| (1..=8).map(move |number| Card::new(suit, number)));
        all.filter(|card| {
            let (suit, number) = card.name().split_once('-').unwrap();
            let name = format!("{}{} {number}", suit[..1].to_uppercase(), &suit[1..]);
            text.match_indices(&name)
                .any(|(at, _)| !text[at + name.len()..].starts_with(|next: char| next.is_ascii_digit()))
        })
        .collect()
    }

    fn hand(&self) -> &[Card] {
        self.view.hands[self.seat.index()].as_deref().unwrap()
    }

    fn own_turn(&self) -> bool {
        self.view.to_act == Some(self.seat)
    }

    fn board(&self) -> Board {
        let lying = |face| self.view.board.iter().filter(|it| it.face == face).map(|it| it.card).collect();
        Board { up: lying(Face::Up), flipped: lying(Face::Flipped) }
    }

    /// The number between the texts `before` and `after`.
    fn number(&self, before: &str, after: &str) -> Option<usize> {
        let text = self.text();
        let at = text.find(before)? + before.len();
        let (number, rest) = text[at..].split_once(' ')?;
        rest.starts_with(after).then(|| number.parse().ok())?
    }
}

/// The smallest number of cards that complete a Time or a Place with `card`, by trying all sets.
fn fewest(board: Board, card: Card, side: Side, seats: usize) -> Option<usize> {
    let board = board.with(card);
    let line = if side == Side::Time { card.row() } else { card.column() };
    let empty: Vec<Card> = (line & Cards::deck(seats as u8) & !board.cards()).collect();
    let takes = |set: u32| {
        let extra: Cards = (0..empty.len()).filter(|n| set >> n & 1 == 1).map(|n| empty[n]).collect();
        let completion = Board { up: board.up | extra, ..board }.completion(card);
        !if side == Side::Time { completion.time } else { completion.place }.is_empty()
    };
    (0..1_u32 << empty.len()).filter(|set| takes(*set)).map(|set| set.count_ones() as usize).min()
}

/// The pages of the guide for every seat in the first turns of many games.
fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    for seed in 0..120_u64 {
        let seats = 2 + (seed % 3) as u8;
        let (mut chance, mut scratch) = (Chance::quick(seed), Vec::new());
        let mut state = EnchantedLands::start(
            Edition::newest::<EnchantedLands>(),
            &Options::default(),
            seats,
            &mut chance,
        )
        .unwrap();
        let mut moves = [0; 4];
        while moves.iter().any(|own| *own < 4) {
            let Some(to_act) = state.acting().first() else { break };
            pages.extend(Seat::all(seats).filter_map(|seat| Page::of(&state, seat, moves[seat.index()])));
            let action = match seed % 2 {
                0 => state.guess(to_act, &mut chance, &mut scratch),
                _ => state.pick(to_act, &mut chance, &mut scratch),
            };
            state.play(to_act, action, &mut Turn::quiet(&mut chance));
            moves[to_act.index()] += 1;
        }
    }
    pages
}

#[test]
fn there_is_a_page_for_each_of_the_first_four_turns_and_none_after() {
    let state = EnchantedLands::start(
        Edition::newest::<EnchantedLands>(),
        &Options::default(),
        2,
        &mut Chance::quick(1),
    )
    .unwrap();
    for seat in Seat::all(2) {
        for own_moves in 0..4 {
            assert!(Page::of(&state, seat, own_moves).is_some());
        }
        assert!(Page::of(&state, seat, 4).is_none());
    }
    assert!(guide(&Sight::new(&state, Viewer::Spectator, None, &[], &[]), 0).is_none());
}

#[test]
fn each_turn_has_one_lesson() {
    let mut taught = [false; 5];
    for page in pages().iter().filter(|page| page.own_turn()) {
        let title = page.html.split("<h2>").nth(1).unwrap().split("</h2>").next().unwrap();
        let lesson = match title {
            "Play a card" => 0,
            "Times and Places" => 1,
            "Bet on what comes first" => 2,
            "What wins" => 3,
            _ if title.starts_with("You can complete a ") => 4,
            other => panic!("{other}"),
        };
        taught[lesson] = true;
        assert!(page.own_moves == lesson || (lesson == 4 && matches!(page.own_moves, 1 | 2)), "{title}");
        assert!(page.html.contains(&format!("{} of 4", page.own_moves + 1)));
    }
    assert_eq!(taught, [true; 5]);
}

/// In the newcomer's turn the guide names a card that they hold and may play now.
#[test]
fn the_named_card_is_in_the_hand_and_legal() {
    for page in pages().iter().filter(|page| page.own_turn() && page.own_moves < 3) {
        let [card] = page.named()[..] else { panic!("{}", page.text()) };
        assert!(page.hand().contains(&card), "{card}: {}", page.text());
        assert!(page.legal.contains(&card.to_string()), "{card}: {}", page.text());
        if page.html.contains("To bet, pick") {
            assert!(page.legal.contains(&format!("{card} time 1")), "{card}: {}", page.text());
            let most = page.legal.iter().filter(|it| it.starts_with(&format!("{card} time"))).count();
            assert!(most == 1 || page.number("number from 1 to ", "").is_none_or(|n| n == most));
            assert!(page.text().contains(&format!("1 to {most}.")) || most == 1, "{}", page.text());
        }
    }
}

#[test]
fn numbers_in_the_guide_are_correct() {
    let (mut counted, mut complete) = (0, 0);
    for page in pages() {
        let text = page.text();
        let seats = page.view.hands.len();
        let far = |card, side| fewest(page.board(), card, side, seats);
        if text.contains("You can complete") {
            let card = page.named()[0];
            let (time, place) = (far(card, Side::Time) == Some(0), far(card, Side::Place) == Some(0));
            assert_eq!(text.contains("it completes a Time and a Place."), time && place, "{text}");
            assert_eq!(text.contains("it completes a Time."), time && !place, "{text}");
            assert_eq!(text.contains("it completes a Place."), place && !time, "{text}");
            complete += 1;
        } else if text.contains("With it the") {
            let card = page.named()[0];
            let [time, place] = [(Side::Time, "row"), (Side::Place, "column")].map(|(side, line)| {
                let after = text.split("With it the").nth(1).unwrap().split(line).nth(1).unwrap();
                let (found, n) =
                    (far(card, side), after.split("needs ").nth(1).map(|it| it.split(' ').next()));
                match found {
                    None => {
                        assert!(
                            after.contains(&format!("can no longer become a {}", side.title())),
                            "{text}"
                        );
                    }
                    Some(found) => assert_eq!(n.flatten(), Some(found.to_string().as_str()), "{text}"),
                }
                found.unwrap_or(usize::MAX)
            });
            // It names the card that is nearest to a Time or a Place.
            for other in page.hand() {
                let other = [Side::Time, Side::Place].map(|side| far(*other, side).unwrap_or(usize::MAX));
                assert!(time.min(place) <= other[0].min(other[1]), "{text}");
            }
            counted += 1;
        } else if let Some(side) = [Side::Time, Side::Place]
            .into_iter()
            .find(|side| text.contains(&format!(" a {} is nearer: it needs", side.title())))
        {
            let card = page.named()[0];
            let n = page.number(&format!("a {} is nearer: it needs ", side.title()), "more card").unwrap();
            let other = if side == Side::Time { Side::Place } else { Side::Time };
            assert_eq!(far(card, side), Some(n), "{text}");
            assert!(far(card, other).is_none_or(|other| n < other), "{text}");
            counted += 1;
        }
        if let Some(chips) = page.number("You have ", "chip").or(page.number("and you have ", "chip")) {
            assert_eq!(chips, usize::from(page.view.chips[page.seat.index()]), "{text}");
        }
    }
    assert!(counted > 100 && complete > 10, "{counted} and {complete}");
}

#[test]
fn points_so_far_are_correct() {
    let mut some = 0;
    for page in pages().iter().filter(|page| page.own_turn() && page.own_moves == 3) {
        let right = page.view.board.iter().filter(|it| it.face == Face::Flipped).filter_map(|it| it.stack);
        let own: Vec<_> = right.filter(|stack| stack.seat == page.seat).collect();
        let chips: usize = own.iter().map(|stack| usize::from(stack.chips)).sum();
        assert_eq!(page.html.contains("None of your chips"), own.is_empty());
        if !own.is_empty() {
            assert_eq!(page.number("So far you have ", "chip"), Some(chips));
            assert!(page.text().contains(&format!(": {} point", chips + own.len())), "{}", page.text());
            some += 1;
        }
    }
    assert!(some > 5, "{some}");
}

/// While others are thinking, the guide names only visible cards, and its numbers are correct.
#[test]
fn hints_while_waiting_are_correct() {
    let (mut hands, mut chips, mut spots) = (0, 0, 0);
    for page in pages().iter().filter(|page| !page.own_turn()) {
        let text = page.text();
        let name = ["Ann", "Bea", "Cem", "Dov"][page.view.to_act.unwrap().index()];
        assert!(text.contains(&format!("Waiting for {name}")), "{text}");
        if page.own_moves == 0 {
            let n = page.number("you hold ", "card").unwrap();
            let suit = text
                .split(" of ")
                .map(|it| it.split('.').next().unwrap())
                .find(|it| ["Dawn", "Day", "Sunset", "Night"].contains(it));
            let suit = Suit::named(&suit.unwrap().to_lowercase()).unwrap();
            assert_eq!(page.hand().iter().filter(|card| card.suit() == suit).count(), n, "{text}");
            hands += 1;
        } else if let [card] = page.named()[..] {
            let placed = page.view.board.iter().find(|it| it.card == card).unwrap();
            let stack = placed.stack.unwrap();
            assert_eq!((placed.face, stack.seat), (Face::Up, page.seat));
            let lacks = fewest(page.board(), card, stack.side, page.view.hands.len());
            assert_eq!(
                page.number(&format!("That {} still needs ", stack.side.title()), "more card"),
                lacks,
                "{text}"
            );
            chips += 1;
        } else {
            let deck = Cards::deck(page.view.hands.len() as u8);
            let completes = |card: &Card| !page.board().with(*card).completion(*card).is_nothing();
            let open = (deck & !page.board().cards()).filter(completes).count();
            let said = page.number("there are ", "empty").or(page.number("there is ", "empty"));
            assert_eq!(said.unwrap_or(0), open, "{text}");
            spots += 1;
        }
    }
    assert!(hands > 50 && chips > 50 && spots > 50, "{hands} {chips} {spots}");
}

#[test]
fn only_visible_cards_are_named() {
    for page in pages() {
        let lying = page.board().cards();
        for card in page.named() {
            assert!(page.hand().contains(&card) || lying.contains(card), "{card}: {}", page.text());
        }
    }
}

#[test]
fn every_page_links_to_existing_rules_and_is_plain_markup() {
    let rules: Vec<String> = RULES.paragraphs().into_iter().map(|rule| rule.id).collect();
    for page in pages() {
        let links: Vec<&str> =
            page.html.split("href=\"").skip(1).map(|it| it.split('"').next().unwrap()).collect();
        assert!(!links.is_empty());
        for link in links {
            let rule = link.strip_prefix("/rules/enchanted-lands#").unwrap();
            assert!(rules.iter().any(|id| id == rule), "{rule}");
        }
        for forbidden in [" style=", "<script", " onclick", "id=\"", "data-t"] {
            assert!(!page.html.contains(forbidden), "{forbidden}");
        }
        assert!(page.html.contains("aria-label=") && page.html.contains("<h2>"));
        assert!(page.html.len() < 1500, "a page of the guide is too long: {}", page.html);
        for class in page.html.split("class=\"").skip(1).map(|it| it.split('"').next().unwrap()) {
            assert!(STYLE.contains(&format!(".{class}")), "{class}");
        }
    }
}

#[test]
fn names_are_escaped_and_impossible_views_do_not_panic() {
    let names = ["Ann".to_owned(), "<script>".to_owned()];
    let view = |to_act: u8| -> View {
        serde_json::from_value(json!({
            "to_act": to_act, "board": [], "hands": [["dawn-1"], null], "hand_sizes": [1, 1], "chips": [],
            "pile_size": 0, "removed_count": 0,
        }))
        .unwrap()
    };
    let state = EnchantedLands::start(
        Edition::newest::<EnchantedLands>(),
        &Options::default(),
        2,
        &mut Chance::quick(1),
    )
    .unwrap();
    let sight = |to_act: u8, own: u8, legal: &[Action]| Sight {
        view: view(to_act),
        legal: legal.to_vec(),
        ..Sight::new(&state, Viewer::Spectator, Some(Seat(own)), &names, &[])
    };
    let page = guide(&sight(1, 0, &[]), 0).unwrap();
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script"), "{page}");
    assert!(guide(&sight(0, 0, &[]), 0).is_none());
    for own_moves in 0..4 {
        assert!(guide(&sight(0, 0, &[Action::play(Card::new(Suit::Dawn, 1))]), own_moves).is_some());
    }
    assert!(guide(&sight(1, 9, &[]), 0).is_none());
}
