//! Properties of every table of Enchanted Lands that is drawn for a browser.

mod markup;

use std::collections::BTreeSet;

use atlas_boards::{Board, BoardTable, Foresight, STYLE, Sight};
use atlas_core::{Chance, Edition, Game, Insight, Match, News, Seat, Secret, Table, Turn, Viewer};
use atlas_enchanted_lands::board::Board as Grid;
use atlas_enchanted_lands::example::Example;
use atlas_enchanted_lands::{Action, Card, EnchantedLands, Face, Options, View};
use markup::{is_styled, tags, text, thing, values};
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
    EnchantedLands::PAGE.unwrap().draw(sight, None).html().into_string()
}

fn defs() -> String {
    (EnchantedLands::PAGE.unwrap().defs)().into_string()
}

fn cover() -> String {
    (EnchantedLands::COVER)().into_string()
}

/// The table of a worked example.
#[track_caller]
fn example(text: &str) -> EnchantedLands {
    text.parse::<Example>().unwrap().scenario.deal().unwrap()
}

fn names(seats: usize) -> Vec<String> {
    ["Ann", "Bea", "Cem", "Dov"][..seats].iter().map(|name| (*name).to_owned()).collect()
}

/// What the seat to act would see about a play.
#[track_caller]
fn foresight(state: &EnchantedLands, sentence: &str) -> Foresight {
    let seat = state.acting().first().unwrap();
    let names = names(state.seats().into());
    let sight = Sight::new(state, Viewer::Seat(seat), Some(seat), &names, &[]);
    let action = Action::read(sentence).unwrap();
    (EnchantedLands::PAGE.unwrap().preview)(&sight, action, &state.preview(seat, action))
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
    let panel = foresight(&example(DESIGN), "day-4").panel.into_string();
    for page in tables().into_iter().map(|it| it.2).chain([drawings, cover(), panel]) {
        for forbidden in
            [" style=", "<style", "<script", "javascript:", " onclick", " onload", "http", "src="]
        {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
    assert!(!STYLE.contains("@import") && !STYLE.contains("http"));
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

/// The words of a bet are chosen after a card, so they have a later step.
#[test]
fn a_player_can_pick_every_word_of_a_bet_during_the_game() {
    for (state, viewer, page) in tables() {
        let bets: Vec<&str> =
            tags(&page, "button").into_iter().filter(|tag| !tag.contains("data-thing")).collect();
        let words: Vec<&str> = bets.iter().flat_map(|tag| values(tag, "data-token")).collect();
        let playing = matches!(viewer, Viewer::Seat(_)) && state.outcome().is_none();
        if playing && !page.contains("el-nobet") {
            assert_eq!(words, ["time", "place", "1", "2", "3", "4", "5"]);
        } else {
            assert!(words.is_empty());
        }
        // First a side, then a number of chips; one chip is meant if no number is picked.
        let steps: Vec<&str> = bets.iter().flat_map(|tag| values(tag, "data-step")).collect();
        assert!(bets.is_empty() || steps == ["2", "2", "3", "3", "3", "3", "3"], "{bets:?}");
        assert!(
            bets.iter().all(|tag| tag.contains("data-default") == tag.contains("data-token=\"1\"")),
            "{bets:?}"
        );
        assert_eq!(page.matches(" data-step=").count(), bets.len());
    }
}

/// EL-34, EL-40: a note takes the place of the buttons exactly when a player who is to act cannot bet.
#[test]
fn a_note_says_why_no_bet_is_possible() {
    for (state, viewer, page) in tables() {
        let mut legal = Vec::new();
        if let Viewer::Seat(seat) = viewer {
            state.legal(seat, &mut legal);
        }
        let none = !legal.is_empty() && legal.iter().all(|action| action.chips() == 0);
        assert_eq!(page.contains("class=\"el-nobet\""), none);
    }
    // The boldest player runs out of chips; the others meet hands in which every card completes something.
    let (mut without_chips, mut without_choice) = (0, 0);
    for seed in 0..20 {
        let mut state = played(2 + (seed % 3) as u8, 8, seed);
        while let Some(seat) = state.acting().first() {
            let mut legal = Vec::new();
            state.legal(seat, &mut legal);
            let page = text(&drawn(&state, Viewer::Seat(seat), &["Ann", "Bea", "Cem", "Dov"]));
            let none = legal.iter().all(|action| action.chips() == 0);
            let chips = state.position().chips[seat.index()];
            assert_eq!(page.contains("No chips left"), none && chips == 0, "{page}");
            let why = "No bet this turn A card that completes a Time or a Place cannot carry chips.";
            assert!(page.contains(why) || !none || chips == 0, "{page}");
            without_chips += usize::from(none && chips == 0);
            without_choice += usize::from(none && chips > 0);
            let boldest = legal.iter().max_by_key(|action| action.chips() * u8::from(seat.0 == 0)).unwrap();
            state.play(seat, *boldest, &mut Turn::quiet(&mut Chance::quick(seed)));
        }
    }
    assert!(without_chips > 5 && without_choice > 5, "{without_chips} {without_choice}");
}

/// The board of a state.
fn grid(state: &EnchantedLands) -> Grid {
    let board = state.position().board;
    let lying = |face| board.iter().filter(|it| it.face == face).map(|it| it.card).collect();
    Grid { up: lying(Face::Up), flipped: lying(Face::Flipped) }
}

/// Cards that complete something are marked in the own hand, for the note that explains why they cannot carry chips.
#[test]
fn cards_that_complete_something_are_marked() {
    let mut marked = 0;
    for (state, _, page) in tables() {
        let board = grid(&state);
        for tag in tags(&page, "button").into_iter().filter(|tag| tag.contains("data-thing")) {
            let card: Card = values(tag, "data-token")[0].parse().unwrap();
            assert_eq!(tag.contains(" el-whole"), board.completes(card), "{tag}");
            marked += usize::from(board.completes(card));
        }
    }
    assert!(marked > 5);
}

/// Only spots of cards in the own hand are places to drop a card, and they have its picture.
#[test]
fn cards_in_the_own_hand_have_a_place_on_the_board() {
    for (state, viewer, page) in tables() {
        let mut hand: Vec<String> = match viewer {
            Viewer::Seat(seat) => state.position().hands[seat.index()].iter().map(Card::to_string).collect(),
            _ => Vec::new(),
        };
        let mut places = values(&page, "data-drop");
        hand.sort_unstable();
        places.sort_unstable();
        assert_eq!(places, hand);
        for (at, _) in page.match_indices(" data-drop=") {
            let spot = &page[page[..at].rfind('<').unwrap()..];
            assert!(spot.starts_with("<div class=\"el-card el-empty\""), "{spot:.80}");
            let picture = &spot[..spot.find("</svg>").unwrap()];
            assert!(picture.contains("#el-sky-") && picture.contains("#el-light-"), "{picture}");
        }
    }
}

/// Every player has a plate, the player to act is marked, and the page can show who is connected.
#[test]
fn every_player_has_a_plate() {
    for (state, _, page) in tables() {
        let seats = usize::from(state.seats());
        let plates = values(&page, "data-plate");
        assert_eq!(plates, ["0", "1", "2", "3"][..seats]);
        assert_eq!(page.matches("<span class=\"presence\"></span>").count(), seats);
        let current: Vec<&str> =
            tags(&page, "li").into_iter().filter(|tag| tag.contains("aria-current=\"true\"")).collect();
        let acting: Vec<String> = state.acting().iter().map(|seat| seat.0.to_string()).collect();
        assert_eq!(current.iter().flat_map(|tag| values(tag, "data-plate")).collect::<Vec<_>>(), acting);
        assert_eq!(page.matches("data-room=\"preview\"").count(), 1);
        assert!(page.contains("aria-label=\"Preview\"></section>"), "the room is not empty");
    }
}

#[test]
fn every_legal_sentence_can_be_built_from_tokens() {
    for (state, viewer, page) in tables() {
        let Viewer::Seat(seat) = viewer else { continue };
        let tokens = values(&page, "data-token");
        let mut legal = Vec::new();
        state.legal(seat, &mut legal);
        for action in legal {
            let sentence = state.write(action, viewer);
            assert!(sentence.split(' ').all(|word| tokens.contains(&word)), "{sentence}");
        }
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
        let named: Vec<&str> = ["data-thing", "data-token", "data-drop"]
            .into_iter()
            .flat_map(|name| values(&page, name))
            .collect();
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
        "Night 8, the Tower: empty, for your card",
        "Night 7, the Hollow Hill: empty",
        "Night 8, Tower",
        "Time: the row takes the card first",
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

/// The label of a button contains its visible text, or the text is hidden from screen readers.
#[test]
fn labels_of_buttons_contain_their_text() {
    for (_, _, page) in tables() {
        for button in page.split("<button ").skip(1) {
            let button = &button[..button.find("</button>").unwrap()];
            let label = values(button, "aria-label")[0];
            let (_, inside) = button.split_once('>').unwrap();
            let read: String =
                inside.split("<span ").filter(|it| !it.contains("aria-hidden=\"true\"")).collect();
            assert!(label.contains(text(&read).as_str()), "{label}: {read}");
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

/// The cover includes its own drawings, whose names do not clash with those of the board.
#[test]
fn the_cover_is_complete_and_small() {
    let cover = cover();
    let ids = values(&cover, "id");
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len());
    assert!(ids.iter().all(|id| id.starts_with("el-cover-")));
    let filled = cover.match_indices("url(#").map(|(at, _)| cover[at + 5..].split(')').next().unwrap());
    let used = values(&cover, "href").into_iter().map(|href| href.strip_prefix('#').unwrap());
    for used in used.chain(filled) {
        assert!(known.contains(used), "{used} is not drawn");
    }
    assert!(cover.starts_with("<svg class=\"cover\" viewBox=\"0 0 332 446\""));
    assert!(cover.contains("preserveAspectRatio=\"xMidYMid slice\" role=\"img\" aria-label=\""));
    assert_eq!(values(&cover, "class"), ["cover"]);
    assert!(cover.len() <= 12 * 1024, "{}", cover.len());
}

/// A Time of six with stacks of all players: the table in the design.
const DESIGN: &str = "seats 3\ndawn 1 2 . 4/0T1 . . 7/0T3\nday 1/0P4 2/1T1 3/2T2 . 5/1T3 6 .\n\
    sunset . . 3/2P2 . . 6/1T1 .\nnight 1/1P5 (2) . . . . 7/2P3\nhand 0 day-7 sunset-2 dawn-3 night-4\n\
    seat 0 plays day-4";

/// The tags of a preview: the thing, the class and the text.
fn tagged(panel: &str) -> Vec<(&str, &str, &str)> {
    let tags = panel.split("<span class=\"tag ").skip(1);
    tags.map(|tag| {
        let text = tag.split('>').nth(1).unwrap().split('<').next().unwrap();
        (values(tag, "data-tag")[0], tag.split('"').next().unwrap(), text)
    })
    .collect()
}

/// EL-23, EL-48, EL-49, EL-53: the preview of a completing card shows which stacks stay and which are lost.
#[test]
fn the_preview_of_a_time_shows_what_everyone_gains_and_loses() {
    let seen = foresight(&example(DESIGN), "day-4");
    assert_eq!(seen.brief, "Day 4 completes a Time of six: Bea +6, Cem +3, your 4 chips are lost.");
    let panel = seen.panel.into_string();
    assert_eq!(
        tagged(&panel),
        [
            ("chips-day-2", "gain", "✓ +2"),
            ("chips-day-3", "gain", "✓ +3"),
            ("chips-day-5", "gain", "✓ +4"),
            ("chips-day-1", "loss", "× 4"),
        ]
    );
    let lines = panel.split("<span class=\"tag").next().unwrap();
    assert_eq!(
        text(lines),
        "If you play Day 4 It completes the Time Day: cards 1 to 6 turn over. B Bea, two stacks right +6 \
         C Cem, one stack right +3 A You lose 4 chips on Place 0"
    );
}

/// EL-27: a Place with one card that is flipped already.
#[test]
fn the_preview_of_a_place_counts_the_cards_that_turn_over() {
    let seen = foresight(&example(DESIGN), "sunset-2");
    assert_eq!(seen.brief, "Sunset 2 completes the Place Brook: Bea loses 1 chip.");
    let panel = seen.panel.into_string();
    assert!(text(&panel).contains("It completes the Place Brook: three cards turn over."), "{panel}");
    assert_eq!(tagged(&panel), [("chips-day-2", "loss", "× 1")]);
}

#[test]
fn the_preview_of_a_card_that_completes_nothing_says_what_it_needs() {
    let state = example(DESIGN);
    let seen = foresight(&state, "night-4");
    assert_eq!(seen.brief, "Night 4 completes nothing yet.");
    let panel = seen.panel.into_string();
    assert_eq!(
        text(&panel),
        "If you play Night 4 It completes nothing yet: a Time needs 2 more cards, a Place needs 2 more cards."
    );
    let seen = foresight(&state, "night-4 time 2");
    assert_eq!(seen.brief, "Your 2 chips score 3 points if a Time takes Night 4 first.");
    assert!(text(&seen.panel.into_string()).starts_with("If you play Night 4 and bet 2 on Time "));
    assert_eq!(
        foresight(&state, "night-4 place 1").brief,
        "Your 1 chip scores 2 points if a Place takes Night 4 first."
    );
}

/// Every preview in whole games agrees with the rules: the points, and the stacks that are kept or lost. It contains
/// no notation and names no hidden card.
#[test]
fn previews_agree_with_the_rules() {
    let (mut gains, mut losses, mut last) = (0, 0, 0);
    for seed in 0..9_u8 {
        let seats = 2 + seed % 3;
        let names = names(seats.into());
        let mut chance = Chance::quick(seed.into());
        let mut state = EnchantedLands::start(
            Edition::newest::<EnchantedLands>(),
            &Options::default(),
            seats,
            &mut chance,
        )
        .unwrap();
        let mut scratch = Vec::new();
        while let Some(seat) = state.acting().first() {
            let sight = Sight::new(&state, Viewer::Seat(seat), Some(seat), &names, &[]);
            for action in sight.legal.iter().copied() {
                let preview = state.preview(seat, action);
                let seen = (EnchantedLands::PAGE.unwrap().preview)(&sight, action, &preview);
                let panel = seen.panel.into_string();
                let tags = tagged(&panel);
                let by = |rule: &str| preview.events.iter().filter(|news| news.rule.0 == rule).count();
                let kept = tags.iter().filter(|tag| tag.1 == "gain");
                assert_eq!(kept.clone().count(), by("EL-48"));
                let points: i32 =
                    kept.map(|tag| tag.2.trim_start_matches("✓ +").parse::<i32>().unwrap()).sum();
                assert_eq!(points, preview.points.iter().sum::<i32>());
                // A bet with the last card is lost, but its chips are not on the board yet.
                let lost = by("EL-49") + by("EL-52") - usize::from(action.chips() > 0 && by("EL-52") > 0);
                assert_eq!(tags.iter().filter(|tag| tag.1 == "loss").count(), lost, "{panel}");
                for (n, points) in preview.points.iter().enumerate().filter(|(_, points)| **points != 0) {
                    let who = if n == seat.index() { "you" } else { &names[n] };
                    assert!(seen.brief.contains(&format!("{who} +{points}")), "{}", seen.brief);
                    assert!(panel.contains(&format!("<b>+{points}</b>")), "{panel}");
                }
                assert!(seen.brief.ends_with('.') && !seen.brief.contains('-'), "{}", seen.brief);
                let things: BTreeSet<&str> = tags.iter().map(|tag| tag.0).collect();
                assert_eq!(things.len(), tags.len());
                gains += by("EL-48");
                losses += by("EL-49");
                last += by("EL-52");
            }
            let action = state.guess(seat, &mut chance, &mut scratch);
            state.play(seat, action, &mut Turn::quiet(&mut chance));
        }
    }
    assert!(gains > 50 && losses > 50 && last > 5, "{gains} {losses} {last}");
}

/// EL-53: the standings say where the points come from.
#[test]
fn standings_say_where_points_come_from() {
    let standings = |state: &EnchantedLands| {
        let names = names(state.seats().into());
        let sight = Sight::new(state, Viewer::Everything, None, &names, &[]);
        (EnchantedLands::PAGE.unwrap().standings)(&sight)
    };
    for seats in 2..=4 {
        let state = played(seats, 99, 6);
        let points: Vec<i32> = standings(&state).iter().map(|it| it.points).collect();
        assert_eq!(points, state.outcome().unwrap().scores());
    }
    let stacks =
        [(0, "time", 4), (0, "time", 3), (1, "place", 1), (0, "place", 2), (2, "time", 1), (2, "time", 1)];
    let board = stacks.iter().zip(1..).map(|((seat, side, chips), n)| {
        let stack = json!({"seat": seat, "side": side, "chips": chips});
        json!({"card": format!("dawn-{n}"), "face": "flipped", "stack": stack})
    });
    let undecided = json!({"card": "day-1", "face": "up", "stack": {"seat": 3, "side": "time", "chips": 2}});
    let view: View = serde_json::from_value(json!({
        "to_act": null, "hands": [[], [], [], []], "hand_sizes": [0, 0, 0, 0], "chips": [0, 0, 0, 0],
        "points": [12, 2, 4, 0], "pile_size": 0, "removed_count": 2,
        "board": board.chain([undecided]).collect::<Vec<_>>(),
    }))
    .unwrap();
    let names = names(4);
    let sight = Sight { view, ..Sight::new(&played(4, 1, 1), Viewer::Everything, None, &names, &[]) };
    let standings = (EnchantedLands::PAGE.unwrap().standings)(&sight);
    let details: Vec<String> = standings.into_iter().map(|it| it.details).collect();
    assert_eq!(
        details,
        [
            "9 chips in 3 right stacks: two on Time, one on Place",
            "1 chip in 1 right stack, on Place",
            "2 chips in 2 right stacks, both on Time",
            "no right stack",
        ]
    );
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
                let page = table.board(viewer, own, &names, None).unwrap().html().into_string();
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
    let (moments, drawings, cover) = (moments(), defs(), cover());
    let panel = foresight(&example(DESIGN), "day-4").panel.into_string();
    let more = [&drawings, &cover, &panel];
    for page in pages.iter().map(|it| &it.2).chain(moments.iter().map(|it| &it.2)).chain(more) {
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
    let paper = palette("empty:not(.target)");
    let left: Vec<&str> = dawn.difference(&paper).copied().collect();
    assert_eq!(left, ["--el-sun", "--el-tint"]);
}

#[test]
fn pages_are_small() {
    let state = played(4, 14, 8);
    let page = drawn(&state, Viewer::Seat(Seat(0)), &["Ann", "Bea", "Cem", "Dov"]);
    let drawings = defs();
    assert!(page.len() < 28 * 1024, "{}", page.len());
    assert!(drawings.len() < 40 * 1024, "{}", drawings.len());
    for (_, viewer, page) in tables() {
        assert!(page.len() < 30 * 1024, "{viewer:?} {}", page.len());
    }
}

/// Sizes come from the stage and never from the window, which is larger.
#[test]
fn the_style_uses_no_units_of_the_window() {
    let style = include_str!("../assets/enchanted-lands.css");
    for unit in ["vh", "vw", "vmin", "vmax", "dvh", "svh", "lvh"] {
        for (at, _) in style.match_indices(unit) {
            assert!(!style[..at].ends_with(|before: char| before.is_ascii_digit()), "{unit}");
        }
    }
    assert!(style.contains("@container stage (") && style.contains("[inert] .el-bets"));
    assert!(style.len() < 36 * 1024, "{}", style.len());
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
