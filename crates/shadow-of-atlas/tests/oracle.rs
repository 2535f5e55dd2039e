//! The real game and a plain, independent implementation agree on every turn of thousands of games.

#[allow(dead_code, missing_docs, unreachable_pub)]
mod plain;

use std::collections::BTreeMap;

use atlas_core::{Chance, Edition, Game, Seat, Turn, Viewer};
use atlas_shadow_of_atlas::{Action, ContentRef, Options, ShadowOfAtlas};
use plain::{Act, Asked, GODS, God, Plain, WORLDS};
use serde_json::{Value, json};

fn edition() -> Edition<ContentRef> {
    Edition::newest::<ShadowOfAtlas>()
}

fn god(name: &str) -> God {
    GODS.into_iter().find(|god| god.to_string() == name).unwrap()
}

fn gods(names: &[String]) -> Vec<God> {
    names.iter().map(|name| god(name)).collect()
}

fn names(gods: &[God]) -> Vec<String> {
    gods.iter().map(God::to_string).collect()
}

/// The plain game of a state before its first turn, with the same hands and deck.
fn plain_deal(state: &ShadowOfAtlas) -> Plain {
    let position = state.position();
    let mut deck = gods(&position.deck);
    deck.reverse();
    Plain::deal(position.first.index(), position.hands.map(|hand| gods(&hand)), deck)
}

/// The plain game as a position of the real one.
fn position(plain: &Plain) -> Value {
    let asks = |choose: &str, world: usize| json!({ "choose": choose, "planet": WORLDS[world] });
    let pending = match plain.asked {
        Asked::ForAnAction | Asked::Nothing => Value::Null,
        Asked::WhereToPlace(card) => json!({ "choose": "place", "card": card.to_string() }),
        Asked::WhatToRemove(world) => asks("remove", world),
        Asked::WhatToCopy(world) => asks("copy", world),
        Asked::WhatToMelt(world) => asks("melt", world),
        Asked::WhatToMove(world) => asks("move", world),
        Asked::WhatToDiscard(left) => json!({ "choose": "discard", "left": left }),
    };
    let planets: Vec<Value> = WORLDS
        .iter()
        .zip(&plain.worlds)
        .map(|(id, world)| json!({ "id": id, "arbiter": world.arbiter, "orders": world.sides.each_ref().map(|side| names(side)) }))
        .collect();
    let mut deck = names(&plain.deck);
    deck.reverse();
    json!({
        "to_act": if plain.over() { None } else { Some(plain.me()) },
        "first": plain.first,
        "turn": plain.turn,
        "acted": plain.acted,
        "idle_turns": plain.idle,
        "planets": planets,
        "credits": plain.credits,
        "outposts": plain.outposts.each_ref().map(|fronts| names(fronts)),
        "hands": plain.hands.each_ref().map(|hand| names(hand)),
        "known": plain.known.each_ref().map(|hand| names(hand)),
        "deck": deck,
        "discard": names(&plain.discard),
        "pending": pending,
    })
}

fn legal(state: &ShadowOfAtlas) -> Vec<Action> {
    let mut legal = Vec::new();
    state.acting().iter().for_each(|seat| state.legal(seat, &mut legal));
    legal
}

fn assert_same(state: &ShadowOfAtlas, plain: &Plain, told: &[String]) {
    assert_eq!(state.dump(), position(plain), "the positions differ after {told:?}");
    let real: Vec<String> = legal(state).iter().map(|it| state.write(*it, Viewer::Everything)).collect();
    let plainly: Vec<String> = plain.legal().iter().map(Act::to_string).collect();
    assert_eq!(real, plainly, "the legal lists differ after {told:?}");
    assert_eq!(state.outcome().is_some(), plain.over(), "only one game is over after {told:?}");
    if let Some(outcome) = state.outcome() {
        let scores: Vec<usize> = outcome.scores().iter().map(|score| *score as usize).collect();
        let winners: Vec<usize> = outcome.winners().iter().map(Seat::index).collect();
        let (by, must) = plain.result();
        assert_eq!(scores, [plain.points(0), plain.points(1)], "the points differ after {told:?}");
        assert_eq!(winners, must, "the winners differ after {told:?}");
        assert_eq!(state.result_details(), [("by", by.into())], "the endings differ after {told:?}");
    }
}

/// A random action. The style of the player makes games of every kind: some pass often, some never end their turn while
/// they can act, some prefer Outposts, and some prefer planets.
fn choice(state: &ShadowOfAtlas, style: u64, chance: &mut Chance) -> Action {
    let mut legal = legal(state);
    let mut prefer = |kept: fn(&Action) -> bool| {
        if legal.iter().any(kept) {
            legal.retain(kept);
        }
    };
    match style {
        1 => prefer(|it| *it != Action::Done),
        2 => prefer(|it| matches!(it, Action::Expand(..) | Action::Melt(_))),
        3 => prefer(|it| {
            matches!(it, Action::Venture(..) | Action::Survey | Action::SurveyWith(_) | Action::Move(..))
        }),
        4 if chance.below(8) > 0 => prefer(|it| *it == Action::Done),
        _ => {}
    }
    legal[chance.below(legal.len() as u32) as usize]
}

/// Both implementations, side by side.
#[test]
fn thousands_of_games_agree_with_the_plain_game() {
    let mut endings: BTreeMap<&str, u32> = BTreeMap::new();
    for game in 0..2_500 {
        let mut chance = Chance::quick_part(1, game);
        let mut state = ShadowOfAtlas::start(edition(), &Options::default(), 2, &mut chance).unwrap();
        let mut plain = plain_deal(&state);
        let mut told = Vec::new();
        assert_same(&state, &plain, &told);
        while let Some(seat) = state.acting().first() {
            let action = choice(&state, game % 5, &mut chance);
            told.push(state.write(action, Viewer::Everything));
            let twin =
                plain.legal().into_iter().find(|twin| twin.to_string() == told[told.len() - 1]).unwrap();
            // Both have the same luck.
            let luck = chance.fork();
            state.play(seat, action, &mut Turn::quiet(&mut Chance::quick(luck)));
            let mut chance = Chance::quick(luck);
            plain.play(twin, &mut |n| chance.below(n));
            assert_same(&state, &plain, &told);
        }
        *endings.entry(plain.result().0).or_default() += 1;
    }
    assert!(endings.len() == 4 && endings.values().all(|games| *games > 20), "{endings:?}");
}

/// The plain game also deals by itself, and its positions can be loaded by the real one.
#[test]
fn the_plain_game_deals_what_the_real_one_accepts() {
    let mut chance = Chance::quick(7);
    for _ in 0..500 {
        let mut plain = Plain::random(&mut |n| chance.below(n));
        let start = ShadowOfAtlas::load(edition(), &position(&plain)).unwrap();
        assert_eq!(start.dump(), position(&plain));
        while !plain.over() {
            let legal = plain.legal();
            plain.play(legal[chance.below(legal.len() as u32) as usize], &mut |n| chance.below(n));
        }
        let end = ShadowOfAtlas::load(edition(), &position(&plain)).unwrap();
        let winners: Vec<usize> = end.outcome().unwrap().winners().iter().map(Seat::index).collect();
        assert_eq!(winners, plain.result().1);
    }
}
