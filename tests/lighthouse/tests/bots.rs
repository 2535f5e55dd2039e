//! Bots and simulation with simultaneous seats and a shared result.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use atlas_bots::{BotTable, Budget, LEVELS, Level, think};
use atlas_core::{Chance, Edition, Eyes, Game, Match, Seat, Secret, Table, Turn};
use atlas_lab::balance::Settings;
use atlas_lab::{Balance, Plan, Player, Report, simulate_game};
use atlas_lighthouse::Lighthouse;
use serde_json::Value;

fn started(seats: u8, seed: u64) -> Lighthouse {
    Lighthouse::start(Edition::newest::<Lighthouse>(), &(), seats, &mut Chance::quick(seed)).unwrap()
}

const FEW: Option<Budget> = Some(Budget::Playouts(300));

/// A bot considers only the options of its seat while others are still deciding.
#[test]
fn a_bot_considers_only_its_own_seat() {
    for level in &LEVELS {
        for seat in [Seat(0), Seat(3), Seat(6)] {
            let state = started(7, 11);
            let eyes = Eyes::new(&state, seat);
            let thought = think(eyes, level, FEW, 1, &mut Chance::quick(1));
            assert!(eyes.legal().contains(&thought.action), "{}: {:?} of {seat}", level.name, thought.action);
            assert!(thought.considered.iter().all(|(action, ..)| eyes.candidates().contains(action)));
            // It uses nothing that the seat does not know.
            let other = state.imagine(seat, &mut Chance::quick(5));
            let same = think(Eyes::new(&other, seat), level, FEW, 1, &mut Chance::quick(1));
            assert_eq!(thought, same, "{}", level.name);
        }
    }
}

/// Bots of all levels play whole games in every seat, in any order of action.
#[test]
fn bots_play_whole_games_together() {
    for level in &LEVELS {
        let mut state = started(7, 3);
        let mut chance = Chance::quick(2);
        while let Some(seat) = state.acting().draw(&mut chance) {
            let budget = Some(Budget::Playouts(40));
            let action = think(Eyes::new(&state, seat), level, budget, 1, &mut chance).action;
            state.judge(seat, action).unwrap_or_else(|refusal| panic!("{}: {refusal}", level.name));
            state.play(seat, action, &mut Turn::quiet(&mut chance));
        }
        assert!(state.outcome().is_some());
    }
}

/// The reason for a move is the remark of the game. Without one, a move that is the only sensible one is called that.
#[test]
fn a_move_has_a_reason() {
    let mut table =
        Match::<Lighthouse>::new(Edition::newest::<Lighthouse>(), (), 4, Secret([3; 32]), Vec::new())
            .unwrap();
    let advise = |table: &Match<Lighthouse>| {
        let advice = table.advise(Seat(2), Level::named("novice").unwrap(), None, 1, 1).unwrap();
        assert!(table.legal(Seat(2)).contains(&advice.action));
        (advice.action, advice.reason.to_string())
    };
    let (action, reason) = advise(&table);
    assert!(reason.starts_with("The storm there is ") && reason.ends_with(" (LH-04)."), "{action}: {reason}");
    table.act(Seat(2), &action).unwrap();
    assert_eq!(advise(&table), ("ready".to_owned(), "No other move makes sense.".to_owned()));
}

fn plan(level: &str, seats: usize, games: u64) -> Plan {
    Plan {
        game: "lighthouse".to_owned(),
        players: vec![Player::Bot(Level::named(level).unwrap()); seats],
        games,
        seed: 5,
        options: Value::Null,
        threads: 2,
        playouts: Some(150),
        limit: Duration::ZERO,
        keep_rows: false,
    }
}

fn report(level: &str, seats: usize, games: u64) -> Report {
    Report::of(
        &simulate_game::<Lighthouse>(&plan(level, seats, games), &|_| {}, &AtomicBool::new(false)).unwrap(),
    )
}

/// A team of search bots wins more often than a team of random players, and the lab reports one rate for the team.
#[test]
fn a_team_of_search_bots_beats_a_team_of_random_players() {
    let random = report("random", 4, 1_000).team().expect("the game is co-operative").wins;
    let search = report("adept", 4, 120).team().expect("the game is co-operative").wins;
    assert!(
        search.interval().0 > random.interval().1,
        "search bots {:?}, random {:?}",
        search.interval(),
        random.interval()
    );
}

/// A shared win counts as a whole win for each of seven winners, not as a seventh.
#[test]
fn a_shared_win_is_not_divided() {
    let report = report("greedy", 7, 400);
    let team = report.team().unwrap();
    let rates: Vec<f64> = report.players().iter().map(|player| player.wins.rate()).collect();
    assert!(rates.iter().all(|rate| (rate - team.wins.rate()).abs() < 1e-12), "{rates:?}");
    assert!(team.wins.rate() > 0.15, "{}", team.wins.rate());
    let (text, json) = (report.to_text(), report.to_json());
    assert!(text.contains("team") && text.contains("7 players") && !text.contains("seat 0"), "{text}");
    assert_eq!((json["team"]["name"].as_str(), json.get("seats")), (Some("7 players"), None));
}

/// The balance report of a co-operative game shows how often teams win, and does not compare seats.
#[test]
fn the_balance_report_is_about_the_team() {
    let settings = Settings {
        game: "lighthouse".to_owned(),
        seats: Some(3),
        games: 20,
        greedy_games: 100,
        playouts: 50,
        seed: 1,
        threads: 2,
    };
    let stop = AtomicBool::new(false);
    let played = [plan("adept", 3, 20), plan("greedy", 3, 100)]
        .map(|plan| simulate_game::<Lighthouse>(&plan, &|_| {}, &stop).unwrap());
    let report = Balance::of(&settings, &played).unwrap().to_markdown(None);
    assert!(report.contains("How often the team wins") && report.contains("teams of 3"), "{report}");
    assert!(!report.contains("first player") && !report.contains("Who begins"), "{report}");
}

/// Simulation draws the order of the seats from the game's seed, so the same seed gives the same games.
#[test]
fn the_same_seed_simulates_the_same_games() {
    let rows = || {
        let plan = Plan { keep_rows: true, ..plan("random", 5, 40) };
        simulate_game::<Lighthouse>(&plan, &|_| {}, &AtomicBool::new(false)).unwrap().rows
    };
    assert_eq!(rows(), rows());
}
