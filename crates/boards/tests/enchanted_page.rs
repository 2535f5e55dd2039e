//! Properties of every table of Enchanted Lands that is drawn for a browser.

mod markup;

use std::collections::BTreeSet;

use atlas_boards::{Board, BoardTable, STYLE, Sight};
use atlas_core::{Chance, Edition, Game, Insight, Match, News, Seat, Secret, Table, Turn, Viewer};
use atlas_enchanted_lands::{Card, EnchantedLands, Face, Options, View};
use markup::{is_styled, tags, thing, values};
use serde_json::json;

/// A game with `seats` seats after `plays` quick guesses.
fn played(seats: u8, plays: usize, seed: u64) -> EnchantedLands {
    let mut chance = Chance::quick(seed);
    let mut state =
        EnchantedLands::start(Edition::newest::<EnchantedLands>(), &Options::default(), seats, &mut chance)
            .unwrap();
    let mut scratch = Vec::new();
    for _ in 0..plays {
        let Some(seat) = state.acting().iter().next() else { break };
        let action = state.guess(seat, &mut chance, &mut scratch);
        state.play(seat, action, &mut Turn::quiet(&mut chance));
    }
    state
}

fn drawn(state: &EnchantedLands, viewer: Viewer, names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let own = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
    board(&Sight::new(state, viewer, own, &names, &[]))
}

fn board(sight: &Sight<'_, EnchantedLands>) -> String {
    (EnchantedLands::PAGE.unwrap().board)(sight).into_string()
}

fn defs() -> String {
    (EnchantedLands::PAGE.unwrap().defs)().into_string()
}

/// Tables of all sizes from the first turn to the end, as every viewer sees them.
fn tables() -> Vec<(EnchantedLands, Viewer, String)> {
    let mut tables = Vec::new();
    for seats in 2..=4 {
        for plays in [0, 1, 5, 12, 20, 99] {
            let state = played(seats, plays, 40 + u64::from(seats));
            let viewers = Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Everything]);
            for viewer in viewers {
                let page = drawn(&state, viewer, &["Ann", "Bea", "Cem", "Dov"]);
                tables.push((state.clone(), viewer, page));
            }
        }
    }
    tables
}

#[test]
fn pages_comply_with_a_strict_content_security_policy() {
    let drawings = defs();
    for page in tables().into_iter().map(|it| it.2).chain([drawings]) {
        for forbidden in
            [" style=", "<style", "<script", "javascript:", " onclick", " onload", "http", "src="]
        {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
    assert!(!STYLE.contains("@import") && !STYLE.contains("http") && !STYLE.contains("@font-face"));
}

#[test]
fn only_cards_in_the_own_hand_are_buttons() {
    for (state, viewer, page) in tables() {
        let hand = match viewer {
            Viewer::Seat(seat) => state.position().hands[seat.index()].clone(),
            _ => Vec::new(),
        };
        let buttons = tags(&page, "button");
        let cards: Vec<&&str> = buttons.iter().filter(|tag| tag.contains("class=\"card token ")).collect();
        assert_eq!(cards.len(), hand.len());
        for (card, tag) in hand.iter().zip(cards) {
            assert!(tag.contains("type=\"button\""), "{tag}");
            assert_eq!(values(tag, "data-token"), [card.to_string()]);
            assert_eq!(values(tag, "data-thing"), [card.to_string()]);
        }
    }
}

#[test]
fn a_player_can_pick_every_word_of_a_bet_during_the_game() {
    for (state, viewer, page) in tables() {
        let bets = tags(&page, "button").into_iter().filter(|tag| !tag.contains("data-thing"));
        let words: Vec<&str> = bets.flat_map(|tag| values(tag, "data-token")).collect();
        if matches!(viewer, Viewer::Seat(_)) && state.outcome().is_none() {
            assert_eq!(words, ["time", "place", "1", "2", "3", "4", "5"]);
        } else {
            assert!(words.is_empty());
        }
    }
}

#[test]
fn every_legal_sentence_can_be_built_from_tokens() {
    let state = played(3, 8, 5);
    let seat = state.acting().iter().next().unwrap();
    let page = drawn(&state, Viewer::Seat(seat), &["Ann", "Bea", "Cem"]);
    let tokens = values(&page, "data-token");
    let mut legal = Vec::new();
    state.legal(seat, &mut legal);
    for action in legal {
        let sentence = state.write(action, Viewer::Seat(seat));
        assert!(sentence.split(' ').all(|word| tokens.contains(&word)), "{sentence}");
    }
}

#[test]
fn hidden_cards_are_not_on_the_page() {
    for (state, viewer, page) in tables() {
        let position = state.position();
        let mut hidden: Vec<Card> = position.pile.iter().chain(&position.removed).copied().collect();
        for (seat, hand) in position.hands.iter().enumerate() {
            if viewer != Viewer::Seat(Seat(seat as u8)) {
                hidden.extend(hand);
            }
        }
        let named: Vec<&str> =
            ["data-thing", "data-token"].into_iter().flat_map(|name| values(&page, name)).collect();
        for card in hidden {
            let name = card.to_string();
            assert_eq!(named.contains(&name.as_str()), viewer == Viewer::Everything, "{viewer:?} {name}");
            // The empty spot shows the card's title, but nothing contains its name.
            assert!(viewer == Viewer::Everything || !page.contains(&name), "{viewer:?} {name}");
        }
    }
}

#[test]
fn hidden_information_does_not_change_a_page() {
    for (seats, plays) in [(2, 3), (3, 10), (4, 14)] {
        let state = played(seats, plays, 7);
        for seat in Seat::all(seats) {
            let page = |state| drawn(state, Viewer::Seat(seat), &["Ann", "Bea", "Cem", "Dov"]);
            let other = state.imagine(seat, &mut Chance::quick(3));
            assert_eq!(page(&state), page(&other));
        }
    }
}

#[test]
fn a_viewer_who_may_see_everything_sees_every_card() {
    for seats in 2..=4 {
        let state = played(seats, 99, 6);
        let page = drawn(&state, Viewer::Everything, &["Ann", "Bea", "Cem", "Dov"]);
        let things = values(&page, "data-thing").into_iter().filter(|thing| !thing.starts_with("chips-"));
        assert_eq!(things.collect::<BTreeSet<_>>().len(), if seats == 4 { 32 } else { 28 });
        assert!(page.contains("Removed") && tags(&page, "button").is_empty());
    }
}

#[test]
fn things_are_unique_on_a_page() {
    // A script identifies moving things by name, so names must be unique.
    for (_, _, page) in tables() {
        let things = values(&page, "data-thing");
        assert_eq!(things.len(), things.iter().collect::<BTreeSet<_>>().len());
    }
}

#[test]
fn labels_are_complete() {
    let view: View = serde_json::from_value(json!({
        "to_act": 1, "hands": [["night-8"], null, null, null], "hand_sizes": [1, 2, 2, 2], "chips": [1, 12, 0, 3],
        "pile_size": 0, "removed_count": 2,
        "board": [
            {"card": "dawn-3", "face": "up", "stack": {"seat": 1, "side": "time", "chips": 2}},
            {"card": "day-4", "face": "flipped", "stack": {"seat": 0, "side": "place", "chips": 1}},
            {"card": "sunset-5", "face": "up"},
        ],
    }))
    .unwrap();
    let names = ["Ann", "Bob", "Cem", "Dov"].map(str::to_owned);
    let page =
        board(&Sight { view, ..Sight::new(&played(4, 1, 1), Viewer::Spectator, Some(Seat(0)), &names, &[]) });
    let labels = values(&page, "aria-label");
    for label in [
        "Dawn 3, the Old Oak, face up, 2 Time chips of Bob",
        "Day 4, the Stone Circle, flipped, 1 Place chip of Ann, right: 2 points",
        "Sunset 5, the Mushroom Ring, face up",
        "Night 8, the Tower: empty",
        "Night 8, the Tower",
        "5 chips",
    ] {
        assert!(labels.contains(&label), "{label} is not in {labels:?}");
    }
    assert_eq!(page.matches("aria-current").count(), 1);
    assert!(page.contains("to move") && !page.contains("your turn"));
}

#[test]
fn every_button_and_every_picture_has_a_label() {
    for (_, _, page) in tables() {
        for tag in tags(&page, "button") {
            assert!(values(tag, "aria-label").first().is_some_and(|label| !label.is_empty()), "{tag}");
        }
        for tag in tags(&page, "div").into_iter().filter(|tag| tag.contains("el-card")) {
            assert!(tag.contains("role=\"img\" aria-label=\""), "{tag}");
        }
    }
}

#[test]
fn names_are_escaped() {
    let state = played(2, 9, 4);
    let page = drawn(&state, Viewer::Spectator, &["<script>alert(1)</script>", "\" onclick=\"x"]);
    assert!(page.contains("&lt;script&gt;") && page.contains("&quot; onclick=&quot;x"));
    assert!(!page.contains("<script") && !page.contains("\" onclick=\"x"));
}

#[test]
fn missing_names_are_replaced_by_seat_numbers() {
    let page = drawn(&played(3, 4, 4), Viewer::Spectator, &["Ann"]);
    assert!(page.contains("seat 2") && page.contains("seat 3"));
}

#[test]
fn all_drawings_that_a_page_refers_to_exist() {
    let drawings = defs();
    let ids = values(&drawings, "id");
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len());
    assert!(ids.iter().all(|id| id.starts_with("el-")));
    let filled = |text: &'static str| {
        text.match_indices("url(#").map(|(at, _)| text[at + 5..].split(')').next().unwrap())
    };
    let parts = |page: &str| -> Vec<String> {
        values(page, "href").into_iter().map(|href| href.strip_prefix('#').unwrap().to_owned()).collect()
    };
    let mut used: BTreeSet<String> = filled(STYLE).map(str::to_owned).collect();
    used.extend(parts(&drawings));
    used.extend(
        drawings
            .match_indices("url(#")
            .map(|(at, _)| drawings[at + 5..].split(')').next().unwrap().to_owned()),
    );
    for (_, _, page) in tables() {
        assert!(
            !page.contains("<defs") && values(&page, "id").is_empty(),
            "the board contains shared drawings"
        );
        used.extend(parts(&page));
    }
    for used in used {
        assert!(known.contains(used.as_str()), "{used} is not drawn");
    }
}

/// Each turn of whole games, with its events, as a seat and a spectator see it.
fn moments() -> Vec<(Vec<News>, Viewer, String)> {
    let names = ["Ann", "Bea", "Cem", "Dov"].map(str::to_owned);
    let mut moments = Vec::new();
    for seed in 0..12_u8 {
        let seats = 2 + seed % 3;
        let (mut chance, mut scratch) = (Chance::quick(seed.into()), Vec::new());
        let mut table = Match::<EnchantedLands>::new(
            Edition::newest::<EnchantedLands>(),
            Options::default(),
            seats,
            Secret([seed; 32]),
            Vec::new(),
        )
        .unwrap();
        while let Some(to_act) = table.acting().first() {
            let action = table.state().guess(to_act, &mut chance, &mut scratch);
            table.act(to_act, &action.sentence()).unwrap();
            for (viewer, own) in [(Viewer::Seat(Seat(0)), Some(Seat(0))), (Viewer::Spectator, None)] {
                let page = table.board(viewer, own, &names).unwrap().into_string();
                moments.push((table.news(viewer), viewer, page));
            }
        }
    }
    moments
}

#[test]
fn recent_events_are_shown_on_the_board() {
    let (mut times, mut places, mut lost) = (0, 0, 0);
    for (news, _, page) in moments() {
        let told: BTreeSet<&str> = news.iter().flat_map(|it| &it.told.things).map(String::as_str).collect();
        for card in values(&page, "data-thing").into_iter().filter(|thing| !thing.starts_with("chips-")) {
            let tag = thing(&page, card).unwrap();
            assert_eq!(tag.contains(" fresh"), told.contains(card), "{tag}");
            let label = values(tag, "aria-label")[0];
            let by = |rule: &str| {
                news.iter().any(|it| it.rule.0 == rule && it.told.things.iter().any(|it| it == card))
            };
            assert_eq!(label.contains("just taken by a Time"), by("EL-23"), "{label}");
            assert_eq!(label.contains("a Place") && label.contains("just taken"), by("EL-27"), "{label}");
            assert_eq!(label.contains("just lost"), by("EL-49") || by("EL-52"), "{label}");
        }
        let members = |rule: &str| {
            news.iter().filter(|it| it.rule.0 == rule).map(|it| it.told.things.len()).sum::<usize>()
        };
        assert_eq!(page.matches("el-took").count(), members("EL-23") + members("EL-27"));
        assert_eq!(page.matches("class=\"el-lost\"").count(), members("EL-49") + members("EL-52"));
        assert_eq!(page.contains("Time!"), members("EL-23") > 0);
        assert_eq!(page.contains("Place!"), members("EL-27") > 0);
        times += members("EL-23");
        places += members("EL-27");
        lost += members("EL-49");
    }
    assert!(times > 20 && places > 20 && lost > 5, "{times} {places} {lost}");
}

#[test]
fn stacks_have_names_and_correct_stacks_have_a_tick() {
    for (state, _, page) in tables() {
        let stacks: Vec<_> = state.position().board.into_iter().filter(|it| it.stack.is_some()).collect();
        let right = stacks.iter().filter(|it| it.face == Face::Flipped).count();
        assert_eq!(page.matches("#el-right").count(), right);
        for placed in &stacks {
            assert!(
                thing(&page, &format!("chips-{}", placed.card)).is_some_and(|tag| tag.starts_with("<svg"))
            );
        }
        assert_eq!(page.matches("data-thing=\"chips-").count(), stacks.len());
    }
}

/// Only the player who drew a card sees it, so only their hand shows it as new.
#[test]
fn drawn_cards_are_marked_only_in_the_own_hand() {
    let mut drawn = 0;
    for (news, viewer, page) in moments() {
        let fresh = tags(&page, "button").iter().filter(|tag| tag.contains(" fresh")).count();
        let draws = news.iter().filter(|it| it.rule.0 == "EL-41" && !it.told.things.is_empty()).count();
        assert_eq!(fresh, draws);
        assert!(viewer != Viewer::Spectator || draws == 0);
        drawn += draws;
    }
    assert!(drawn > 20);
}

#[test]
fn every_class_has_a_style() {
    let mut classes = BTreeSet::new();
    let pages = tables();
    let (moments, drawings) = (moments(), defs());
    for page in pages.iter().map(|it| &it.2).chain(moments.iter().map(|it| &it.2)).chain([&drawings]) {
        classes.extend(values(page, "class").into_iter().flat_map(|class| class.split(' ')));
    }
    // The class `card` is only for scripts; `el-card` has the styles.
    classes.remove("card");
    for class in classes {
        assert!(is_styled(STYLE, class), "{class}");
    }
}

#[test]
fn every_time_defines_a_colour_for_every_material() {
    let palette = |time: &str| -> BTreeSet<&str> {
        let block = STYLE.split(&format!("\n.el-{time} {{")).nth(1).unwrap().split('}').next().unwrap();
        block.split(';').filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim()).collect()
    };
    let dawn = palette("dawn");
    assert!(dawn.len() > 20);
    for time in ["day", "sunset", "night"] {
        assert_eq!(palette(time), dawn, "{time}");
    }
    // An empty spot has a paper colour for every material.
    let paper = palette("empty");
    let left: Vec<&str> = dawn.difference(&paper).copied().collect();
    assert_eq!(left, ["--el-sun", "--el-tint"]);
}

#[test]
fn pages_are_small() {
    let state = played(4, 14, 8);
    let page = drawn(&state, Viewer::Seat(Seat(0)), &["Ann", "Bea", "Cem", "Dov"]);
    let drawings = defs();
    assert!(page.len() < 26 * 1024, "{}", page.len());
    assert!(drawings.len() < 40 * 1024, "{}", drawings.len());
    assert!(STYLE.len() < 48 * 1024, "{}", STYLE.len());
}

/// Drawing a view that cannot occur does not panic.
#[test]
fn an_impossible_view_is_drawn() {
    let odd: View = serde_json::from_value(json!({
        "to_act": 9, "board": [{"card": "dawn-8", "face": "up", "stack": {"seat": 200, "side": "time", "chips": 255}}],
        "hands": [null, null], "hand_sizes": [], "chips": [], "pile_size": 0, "removed_count": 0,
    }))
    .unwrap();
    let state = played(2, 1, 1);
    let page = board(&Sight { view: odd, ..Sight::new(&state, Viewer::Spectator, Some(Seat(7)), &[], &[]) });
    assert!(page.contains("el-board"));
}

/// Every legal action has a unique label in plain words, without the notation.
#[test]
fn labels_of_actions_are_unique_and_readable() {
    let state = played(3, 8, 5);
    let seat = state.acting().first().unwrap();
    let sight = Sight::new(&state, Viewer::Seat(seat), Some(seat), &[], &[]);
    let label = |action| EnchantedLands::label(&sight, action, "").to_string();
    let labels: BTreeSet<String> = sight.legal.iter().map(|action| label(*action)).collect();
    assert_eq!(labels.len(), sight.legal.len());
    assert!(labels.iter().all(|label| label.starts_with("Play ") && !label.contains('-')), "{labels:?}");
    assert!(labels.iter().any(|label| label.ends_with("and bet 1 chip on Time")), "{labels:?}");
}
