//! Games with random Abilities follow the rules and end.

use std::panic::{AssertUnwindSafe, catch_unwind};

use atlas_core::laws::{legal_lists_are_sound, positions_come_back, previews_are_honest};
use atlas_core::{Chance, Edition, Game, Insight, Seat, Turn, Viewer};
use atlas_shadow_of_atlas::{Action, ContentRef, Options, ShadowOfAtlas};

/// A random choice.
fn one<'a>(of: &[&'a str], chance: &mut Chance) -> &'a str {
    of[chance.below(of.len() as u32) as usize]
}

/// A random list of steps in TOML. With `copies`, a step may use the Ability of another Order.
fn steps(deep: u32, copies: bool, chance: &mut Chance) -> String {
    let number = chance.below(if deep == 0 { 4 } else { 3 });
    let steps: Vec<String> = (0..number).map(|_| step(deep, copies, chance)).collect();
    format!("[{}]", steps.join(", "))
}

fn step(deep: u32, copies: bool, chance: &mut Chance) -> String {
    let who = one(&["you", "opponent"], chance);
    let n = 1 + chance.below(3);
    let effect = match chance.below(12) {
        0 => format!("do = \"gain_credit\", who = \"{who}\", n = {n}"),
        1 => format!("do = \"spend\", who = \"{who}\", n = {n}"),
        2 => format!("do = \"draw\", who = \"{who}\", n = {n}"),
        3 => format!("do = \"gain_outpost\", who = \"{who}\", n = {n}"),
        4 => format!("do = \"discard\", match = \"{}\"", one(&["any", "order_at_this_planet"], chance)),
        5 => "do = \"discard_opposing_order\"".to_owned(),
        6 | 7 => {
            let ends = one(&["this_planet other_planet", "other_planet this_planet"], chance);
            let (from, to) = ends.split_once(' ').unwrap();
            format!("do = \"move_order\", from = \"{from}\", whose = \"{who}\", to = \"{to}\"")
        }
        8 | 9 => {
            format!("do = \"play_order\", to = \"{}\"", one(&["this_planet", "any_planet"], chance))
        }
        10 if copies => "do = \"use_ability_of\"".to_owned(),
        _ if deep < 2 => {
            let modes: Vec<String> =
                (0..2 + chance.below(3)).map(|_| steps(deep + 1, copies, chance)).collect();
            return format!("{{ choose = 1, modes = [{}] }}", modes.join(", "));
        }
        _ => "do = \"draw\", n = 1".to_owned(),
    };
    let may = if chance.below(3) == 0 { ", may = true" } else { "" };
    let then = if deep < 2 && chance.below(3) == 0 {
        format!(", then = {}", steps(deep + 1, copies, chance))
    } else {
        String::new()
    };
    format!("{{ {effect}{may}{then} }}")
}

/// A random content file.
fn file(chance: &mut Chance) -> String {
    let planet = |id: &str| format!("[[planet]]\nid = \"{id}\"\nname = \"{id}\"\n");
    let planets: String = ["p", "q", "r", "s", "t"].map(planet).concat();
    let copier = chance.below(6);
    let mut order = |(number, id): (u32, &str)| {
        let ability = steps(0, number == copier, chance);
        let in_hand = match chance.below(4) {
            0 => "in_hand = { name = \"Wild\", rule = \"expand_wildcard\" }\n".to_owned(),
            1 => format!(
                "in_hand = {{ name = \"Cheap\", rule = \"survey_discount\", discard_self = true, cost = {} }}\n",
                chance.die(3)
            ),
            _ => String::new(),
        };
        let count = if number == 0 { 10 } else { 5 };
        format!("[[order]]\nid = \"{id}\"\nname = \"{id}\"\ncount = {count}\nability = {ability}\n{in_hand}")
    };
    let orders: String =
        [(0, "a"), (1, "b"), (2, "c"), (3, "d"), (4, "e"), (5, "f")].map(&mut order).concat();
    format!("name = \"Anything\"\n{planets}{orders}")
}

/// SA-03, SA-13, SA-21, SA-24: checks what holds for every table.
fn check_table(before: &ShadowOfAtlas, state: &ShadowOfAtlas) {
    let (was, is) = (before.position(), state.position());
    let on_planets = is.planets.iter().flat_map(|planet| planet.orders.iter().flatten());
    let cards = on_planets.chain(is.hands.iter().flatten()).chain(is.outposts.iter().flatten());
    let turned_up = is.pending.iter().filter(|it| it.card.is_some()).count();
    assert_eq!(cards.count() + is.deck.len() + is.discard.len() + turned_up, 35);
    assert!(is.credits.iter().all(|credits| *credits <= 5));
    for (was, is) in was.planets.iter().zip(&is.planets) {
        let mut orders: Vec<&String> = is.orders.iter().flatten().collect();
        orders.sort();
        assert!(orders.windows(2).all(|pair| pair[0] != pair[1]), "{orders:?}");
        assert!(was.arbiter.is_none() || is.arbiter.is_some());
    }
    for seat in 0..2 {
        assert!(is.outposts[seat].starts_with(&was.outposts[seat]));
    }
}

/// Plays a random game with the content and returns the number of plays. Restless players never end their turn while
/// they can act.
fn play(content: ContentRef, restless: bool, chance: &mut Chance) -> usize {
    let edition = Edition { rules: 1, content };
    let mut state = ShadowOfAtlas::start(edition, &Options::default(), 2, chance).unwrap();
    let (mut legal, mut told, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(seat) = state.acting().first() {
        legal.clear();
        state.legal(seat, &mut legal);
        let guess = state.guess(seat, chance, &mut scratch);
        assert!(legal.contains(&guess), "{guess:?} is not legal after {told:?}");
        if restless && legal.len() > 1 {
            legal.retain(|action| *action != Action::Done);
        }
        let action = legal[chance.below(legal.len() as u32) as usize];
        told.push(format!("{seat} {}", state.write(action, Viewer::Everything)));
        assert!(told.len() < 3_000, "the game does not end: {:?}", &told[2_900..]);
        let before = state.clone();
        state.play(seat, action, &mut Turn::quiet(chance));
        check_table(&before, &state);
        let lawful = legal_lists_are_sound(&state, None)
            .and_then(|()| positions_come_back(&state))
            .and_then(|()| previews_are_honest(&state, chance));
        lawful.unwrap_or_else(|error| panic!("{error} after {told:?}"));
        let viewer = Seat(chance.below(2) as u8);
        let world = state.imagine(viewer, chance);
        assert_eq!(world.view(Viewer::Seat(viewer)), state.view(Viewer::Seat(viewer)));
        legal_lists_are_sound(&world, None)
            .unwrap_or_else(|error| panic!("imagined: {error} after {told:?}"));
    }
    told.len()
}

/// SA-31, SA-R12, SA-R14: with any Abilities, every game ends, every position can be loaded again, and previews predict
/// what happens without revealing hidden cards.
#[test]
fn games_with_random_content_follow_the_rules_and_end() {
    let mut plays = 0;
    for number in 0..150 {
        let mut chance = Chance::quick_part(1, number);
        let text = file(&mut chance);
        let content = match ContentRef::read("any.toml", &text) {
            Ok(content) => content,
            Err(error) => {
                assert!(error.message.contains("too many steps"), "{error}\n{text}");
                continue;
            }
        };
        for restless in [false, true] {
            let played = catch_unwind(AssertUnwindSafe(|| play(content, restless, &mut chance)));
            plays += played.unwrap_or_else(|_| panic!("with file {number}:\n{text}"));
        }
    }
    assert!(plays > 10_000, "only {plays} plays");
}
