//! Whatever Abilities a file gives the Orders, a game with them goes on by the rules and comes to its end.

use atlas_core::laws::{legal_lists_are_sound, positions_come_back};
use atlas_core::{Chance, Game, Seat, Turn, Viewer};
use atlas_shadow_of_atlas::{ContentRef, Options, ShadowOfAtlas};

/// One of these.
fn one<'a>(of: &[&'a str], chance: &mut Chance) -> &'a str {
    of[chance.below(of.len() as u32) as usize]
}

/// A few steps, as a list in TOML. `copies` says whether the Ability of another Order may be used.
fn steps(deep: u32, copies: bool, chance: &mut Chance) -> String {
    let number = chance.below(if deep == 0 { 4 } else { 3 });
    let steps: Vec<String> = (0..number).map(|_| step(deep, copies, chance)).collect();
    format!("[{}]", steps.join(", "))
}

fn step(deep: u32, copies: bool, chance: &mut Chance) -> String {
    let who = one(&["you", "opponent"], chance);
    let n = 1 + chance.below(3);
    let deed = match chance.below(12) {
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
    format!("{{ {deed}{may}{then} }}")
}

/// A whole file.
fn file(chance: &mut Chance) -> String {
    let mut text = "name = \"Anything\"\n".to_owned();
    for planet in ["p", "q", "r", "s", "t"] {
        text.push_str(&format!("[[planet]]\nid = \"{planet}\"\nname = \"{planet}\"\n"));
    }
    let copier = chance.below(6);
    for (order, id) in (0..).zip(["a", "b", "c", "d", "e", "f"]) {
        let ability = steps(0, order == copier, chance);
        let in_hand = match chance.below(4) {
            0 => "in_hand = { name = \"Wild\", rule = \"expand_wildcard\" }\n".to_owned(),
            1 => format!(
                "in_hand = {{ name = \"Cheap\", rule = \"survey_discount\", discard_self = true, cost = {} }}\n",
                chance.die(3)
            ),
            _ => String::new(),
        };
        let count = if order == 0 { 10 } else { 5 };
        text.push_str(&format!(
            "[[order]]\nid = \"{id}\"\nname = \"{id}\"\ncount = {count}\nability = {ability}\n{in_hand}"
        ));
    }
    text
}

/// SA-03, SA-13, SA-21, SA-24: what is true of every table.
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

/// Plays a game with the content, and says how many plays it took.
fn play(content: ContentRef, chance: &mut Chance) -> usize {
    let mut state = ShadowOfAtlas::start(content, &Options::default(), 2, chance).unwrap();
    let (mut legal, mut told) = (Vec::new(), Vec::new());
    // To stop is one choice of many: more often, so that turns pass, or less often, so that hands are emptied.
    let restless = chance.coin();
    while let Some(seat) = state.acting().first() {
        legal_lists_are_sound(&state, None).unwrap_or_else(|error| panic!("{error} after {told:?}"));
        positions_come_back(&state).unwrap_or_else(|error| panic!("{error} after {told:?}"));
        legal.clear();
        state.legal(seat, &mut legal);
        let mut action = legal[chance.below(legal.len() as u32) as usize];
        if restless {
            action =
                *legal.iter().find(|it| state.write(**it, Viewer::Everything) != "done").unwrap_or(&action);
            action = legal[chance.below(legal.len() as u32) as usize].min(action);
        }
        told.push(format!("{seat} {}", state.write(action, Viewer::Everything)));
        assert!(told.len() < 5_000, "{:?} {}", &told[4_900..], state.dump());
        let before = state.clone();
        state.play(seat, action, &mut Turn::quiet(chance));
        check_table(&before, &state);
        for viewer in [Seat(0), Seat(1)] {
            let world = state.imagine(viewer, chance);
            assert_eq!(world.view(Viewer::Seat(viewer)), state.view(Viewer::Seat(viewer)));
            positions_come_back(&world).unwrap_or_else(|error| panic!("imagined: {error} after {told:?}"));
        }
    }
    told.len()
}

/// SA-31, SA-R12, SA-R14: whatever the Abilities are, every game ends, and every position of it comes back.
#[test]
fn games_with_any_content_go_on_and_end() {
    let mut plays = 0;
    for number in 0..400 {
        let mut chance = Chance::quick_part(1, number);
        let text = file(&mut chance);
        let content = match ContentRef::read("any.toml", &text) {
            Ok(content) => content,
            Err(error) => {
                assert!(error.message.contains("too many steps"), "{error}\n{text}");
                continue;
            }
        };
        for _ in 0..5 {
            let played =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(content, &mut chance)));
            plays += played.unwrap_or_else(|_| panic!("file {number}:\n{text}"));
        }
    }
    assert!(plays > 20_000, "only {plays} plays");
}
