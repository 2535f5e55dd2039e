//! The guide to In the Shadow of Atlas is correct and uses only what a newcomer sees.

mod markup;

use std::collections::BTreeSet;

use atlas_boards::{Board, STYLE, Sight};
use atlas_core::{Chance, Edition, Game, Seat, Turn, Viewer};
use atlas_shadow_of_atlas::position::Position;
use atlas_shadow_of_atlas::{Action, ContentRef, Options, Order, Planet, RULES, ShadowOfAtlas};
use markup::{is_styled, text, values};

const NAMES: [&str; 2] = ["Ann", "Bea"];

/// One page of the guide, with the position it was drawn from.
struct Page {
    html: String,
    text: String,
    position: Position,
    seat: Seat,
    own_moves: usize,
    legal: Vec<String>,
}

fn guide(sight: &Sight<'_, ShadowOfAtlas>, own_moves: usize) -> Option<String> {
    Some((ShadowOfAtlas::PAGE.unwrap().guide)(sight, own_moves)?.into_string())
}

impl Page {
    fn of(state: &ShadowOfAtlas, seat: Seat, own_moves: usize) -> Option<Page> {
        let names = NAMES.map(str::to_owned);
        let sight = Sight::new(state, Viewer::Seat(seat), Some(seat), &names, &[]);
        let html = guide(&sight, own_moves)?;
        let legal = sight.legal.iter().map(|action| state.write(*action, Viewer::Seat(seat))).collect();
        Some(Page { text: text(&html), html, position: state.position(), seat, own_moves, legal })
    }

    fn title(&self) -> &str {
        self.html.split("<h2>").nth(1).unwrap().split("</h2>").next().unwrap()
    }

    fn own_turn(&self) -> bool {
        self.position.to_act == Some(self.seat)
    }

    /// The number between the texts `before` and `after`.
    fn number(&self, before: &str, after: &str) -> Option<usize> {
        let at = self.text.find(before)? + before.len();
        let (number, rest) = self.text[at..].split_at(self.text[at..].find(|it: char| !it.is_ascii_digit())?);
        rest.trim_start().starts_with(after).then(|| number.parse().ok())?
    }

    fn planets(&self) -> usize {
        self.position.planets.iter().filter(|planet| planet.arbiter == Some(self.seat)).count()
    }
}

/// The pages of the guide for both seats in the first turns of many games.
fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    for seed in 0..80_u64 {
        let (mut chance, mut scratch) = (Chance::quick(seed), Vec::new());
        let mut state =
            ShadowOfAtlas::start(Edition::newest::<ShadowOfAtlas>(), &Options::default(), 2, &mut chance)
                .unwrap();
        let mut moves = [0; 2];
        while moves.iter().any(|own| *own < 9) {
            let Some(to_act) = state.acting().first() else { break };
            pages.extend(Seat::all(2).filter_map(|seat| Page::of(&state, seat, moves[seat.index()])));
            let action = state.pick(to_act, &mut chance, &mut scratch);
            state.play(to_act, action, &mut Turn::quiet(&mut chance));
            moves[to_act.index()] += 1;
        }
    }
    pages
}

#[test]
fn there_is_a_page_for_each_of_the_first_nine_moves_and_none_after() {
    let state = ShadowOfAtlas::start(
        Edition::newest::<ShadowOfAtlas>(),
        &Options::default(),
        2,
        &mut Chance::quick(1),
    )
    .unwrap();
    for seat in Seat::all(2) {
        assert!((0..9).all(|own_moves| Page::of(&state, seat, own_moves).is_some()));
        assert!(Page::of(&state, seat, 9).is_none());
    }
    assert!(guide(&Sight::new(&state, Viewer::Spectator, None, &[], &[]), 0).is_none());
}

#[test]
fn lessons_follow_the_number_of_moves_and_choices_come_first() {
    let mut taught = BTreeSet::new();
    for page in pages().iter().filter(|page| page.own_turn()) {
        let title = page.title();
        let lesson = match title {
            "Send an Order to a planet" => 1,
            "Three Orders make an Arbiter" => 2,
            "Two alike become an Outpost" => 3,
            "Try the top of the deck" => 4,
            "How it ends" => 6,
            "End your turn" => {
                assert!(
                    page.legal == ["done"] || page.text.contains("5 of 6") || page.text.contains("1 of 6")
                );
                taught.insert("end".to_owned());
                continue;
            }
            asked => {
                let pending = page.position.pending.as_ref().expect(asked);
                assert!(
                    asked.ends_with("asks you something")
                        || (asked.ends_with("was turned up") && pending.choose == "place")
                        || (asked == "Keep 5 cards" && pending.choose == "discard"),
                    "{asked}"
                );
                taught.insert(pending.choose.clone());
                continue;
            }
        };
        assert!(page.position.pending.is_none(), "{title}");
        assert!(page.text.contains(&format!("{lesson} of 6")), "{}", page.text);
        taught.insert(lesson.to_string());
    }
    let all = ["1", "2", "3", "4", "6", "copy", "discard", "end", "melt", "move", "place", "remove"];
    assert_eq!(taught.into_iter().collect::<Vec<_>>(), all);
}

/// The first lesson names a legal Venture with its cost.
#[test]
fn the_proposed_venture_is_legal_and_has_the_stated_cost() {
    let house = ContentRef::house();
    let mut proposed = 0;
    for page in pages().iter().filter(|page| page.title() == "Send an Order to a planet") {
        let order = Order::all().map(|order| house.order(order));
        let order =
            order.into_iter().find(|it| page.text.contains(&format!("You hold {},", it.name))).unwrap();
        let planet = Planet::all().map(|planet| house.planet(planet));
        let planet = planet.into_iter().find(|it| page.text.contains(&format!("To {} it", it.name))).unwrap();
        assert!(page.legal.contains(&format!("venture {} {}", planet.id, order.id)), "{}", page.text);
        let lying = page.position.planets.iter().find(|it| it.id == planet.id).unwrap();
        let cost = 1 + lying.orders[page.seat.index()].len();
        assert_eq!(page.number("it costs ", "Credit"), Some(cost), "{}", page.text);
        let credits = usize::from(page.position.credits[page.seat.index()]);
        assert_eq!(page.number("and you have ", "."), Some(credits), "{}", page.text);
        proposed += 1;
    }
    assert!(proposed > 50, "{proposed}");
}

#[test]
fn numbers_in_the_guide_are_correct() {
    let (mut orders, mut pairs, mut scouts, mut ends) = (0, 0, 0, 0);
    for page in pages().iter().filter(|page| page.own_turn()) {
        let (position, seat) = (&page.position, page.seat.index());
        let hand = &position.hands[seat];
        if let Some(n) = page.number("You have ", "Order") {
            let most = position.planets.iter().filter(|it| it.arbiter != Some(page.seat));
            assert_eq!(most.map(|it| it.orders[seat].len()).max(), Some(n), "{}", page.text);
            assert_eq!(page.number("so you need ", "more"), Some(3 - n), "{}", page.text);
            orders += 1;
        }
        if page.title().starts_with("Two alike") {
            let can = page.legal.iter().any(|it| it.starts_with("expand"));
            assert_eq!(page.text.contains("pick both"), can, "{}", page.text);
            assert_eq!(page.text.contains("no such pair"), !can, "{}", page.text);
            assert_eq!(page.number("You have ", "Outpost"), Some(position.outposts[seat].len()));
            pairs += usize::from(can);
        }
        if page.title().starts_with("Try the top") {
            assert_eq!(page.number("there; you have ", "."), Some(position.credits[seat].into()));
            assert_eq!(page.text.contains("You hold Laverna"), hand.iter().any(|it| it == "laverna"));
            scouts += usize::from(page.text.contains("Laverna"));
        }
        if page.title() == "End your turn" {
            let excess = (hand.len() + 3).saturating_sub(5);
            assert_eq!(
                page.number("have to discard ", "card"),
                (excess > 0).then_some(excess),
                "{}",
                page.text
            );
        }
        if page.title() == "How it ends" {
            assert_eq!(page.number("You have ", "planet"), Some(page.planets()), "{}", page.text);
            let together = position.outposts.iter().map(Vec::len).sum();
            assert_eq!(page.number("in all (now ", ")"), Some(together), "{}", page.text);
            assert_eq!(page.text.contains("after your turn"), position.first != page.seat, "{}", page.text);
            ends += 1;
        }
    }
    assert!(orders > 20 && pairs > 5 && scouts > 5 && ends > 20, "{orders} {pairs} {scouts} {ends}");
}

/// While the opponent is thinking, the guide names a real threat or a card in the newcomer's hand.
#[test]
fn hints_while_waiting_are_correct() {
    let house = ContentRef::house();
    let (mut threats, mut cards) = (0, 0);
    for page in pages().iter().filter(|page| !page.own_turn()) {
        let to_act = page.position.to_act.unwrap();
        assert_eq!(page.title(), format!("Waiting for {}", NAMES[to_act.index()]));
        if let Some(name) = page.text.split("Watch ").nth(1).map(|it| it.split(':').next().unwrap()) {
            let planet = Planet::all().find(|planet| house.planet(*planet).name == name).unwrap();
            let lying = &page.position.planets[planet.index()];
            assert_eq!(lying.orders[to_act.index()].len(), 2);
            assert_ne!(lying.arbiter, Some(to_act));
            assert_eq!(page.text.contains("takes it from you"), lying.arbiter == Some(page.seat));
            threats += 1;
        } else if page.text.contains("Read your hand") {
            let hand = &page.position.hands[page.seat.index()];
            assert!(hand.iter().any(|id| {
                let order = Order::all().find(|order| house.order(*order).id == *id).unwrap();
                page.text.contains(&format!("{}: ", house.order(order).name))
            }));
            cards += 1;
        }
    }
    assert!(threats > 10 && cards > 50, "{threats} {cards}");
}

/// The guide never depends on the opponent's hidden cards.
#[test]
fn hidden_information_does_not_change_the_guide() {
    for seed in 0..20_u64 {
        let (mut chance, mut scratch) = (Chance::quick(seed), Vec::new());
        let mut state =
            ShadowOfAtlas::start(Edition::newest::<ShadowOfAtlas>(), &Options::default(), 2, &mut chance)
                .unwrap();
        for own_moves in 0..9 {
            for seat in Seat::all(2) {
                let other = state.imagine(seat, &mut chance);
                let html = |state| Page::of(state, seat, own_moves).map(|page| page.html);
                assert_eq!(html(&state), html(&other));
            }
            let Some(seat) = state.acting().first() else { break };
            let action = state.pick(seat, &mut chance, &mut scratch);
            state.play(seat, action, &mut Turn::quiet(&mut chance));
        }
    }
}

#[test]
fn every_page_links_to_existing_rules_and_is_plain_markup() {
    let rules: Vec<String> = RULES.paragraphs().into_iter().map(|rule| rule.id).collect();
    for page in pages() {
        let links = values(&page.html, "href");
        assert!(!links.is_empty());
        for link in links {
            let rule = link.strip_prefix("/rules/shadow-of-atlas#").unwrap();
            assert!(rules.iter().any(|id| id == rule), "{rule}");
        }
        for forbidden in [" style=", "<script", " onclick", "id=\"", "data-t"] {
            assert!(!page.html.contains(forbidden), "{forbidden}");
        }
        assert!(page.html.contains("aria-label=") && page.own_moves < 9);
        assert!(page.html.len() < 1700, "a page of the guide is too long: {}", page.html);
        for class in values(&page.html, "class") {
            assert!(is_styled(STYLE, class), "{class}");
        }
    }
}

#[test]
fn names_are_escaped_and_impossible_views_do_not_panic() {
    let state = ShadowOfAtlas::start(
        Edition::newest::<ShadowOfAtlas>(),
        &Options::default(),
        2,
        &mut Chance::quick(1),
    )
    .unwrap();
    let waiting = state.acting().first().unwrap().next(2);
    let names = ["<script>", "<script>"].map(str::to_owned);
    let sight = |own: Seat| Sight::new(&state, Viewer::Seat(waiting), Some(own), &names, &[]);
    let page = guide(&sight(waiting), 0).unwrap();
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script"), "{page}");
    assert!(guide(&sight(Seat(9)), 0).is_none());
    // A player without a legal Venture is shown how to end the turn.
    let page = guide(&Sight { legal: vec![Action::Done], ..sight(waiting.next(2)) }, 0).unwrap();
    assert!(page.contains("End your turn"), "{page}");
}
