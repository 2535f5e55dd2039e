//! Simulation of many games on all cores, with the same result for the same seed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use atlas_bots::{Budget, LEVELS, Level, think};
use atlas_catalog::Visitor;
use atlas_core::play::{check_seats, read_options};
use atlas_core::refusal::quoted;
use atlas_core::{
    Chance, Code, Content, Edition, Eyes, Facts, Feature, Game, Insight, News, Question, Refusal, Rule, Seat,
    Study, Turn, Viewer,
};
use atlas_protocol::seat::{Message, Program};
use serde_json::Value;

use crate::report::{Tally, WHOLE};

/// A player of a simulation.
#[derive(Clone, PartialEq, Debug)]
pub enum Player {
    /// One of our bots.
    Bot(&'static Level),
    /// A program that uses the protocol for one seat, started with this command line.
    Program(String),
}

impl Player {
    /// The name in reports.
    pub fn name(&self) -> String {
        match self {
            Player::Bot(level) => level.name.to_owned(),
            Player::Program(command) => format!("cmd:{command}"),
        }
    }

    /// Parses one entry of `--seats`.
    pub fn read(word: &str) -> Result<Player, Refusal> {
        if let Some(command) = word.strip_prefix("cmd:") {
            return Ok(Player::Program(command.to_owned()));
        }
        Level::named(word).map(Player::Bot).ok_or_else(|| {
            let known: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
            Refusal::new(
                Code::Request,
                format!(
                    "There is no bot called {}. Choose {} or cmd:PROGRAM.",
                    quoted(word),
                    known.join(", ")
                ),
            )
        })
    }
}

/// The settings of a simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// The players. They move on by one seat after each game, so nobody keeps an advantageous seat.
    pub players: Vec<Player>,
    /// The number of games.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// The options of the table; null for the default.
    pub options: Value,
    /// The number of games played at the same time.
    pub threads: usize,
    /// The number of playouts of a searching bot, in place of its level's own.
    pub playouts: Option<u32>,
    /// The time limit of a program for one answer.
    pub limit: Duration,
    /// Whether to keep a row for each game, which takes memory.
    pub keep_rows: bool,
}

/// The result of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The number of the game, from 0.
    pub game: u64,
    /// The player of each seat, as an index into the plan's players.
    pub seating: Vec<usize>,
    /// The seat that acted first.
    pub first: u8,
    /// The points of each seat.
    pub scores: Vec<i32>,
    /// The seats of the winners.
    pub winners: Vec<u8>,
    /// Each seat's share of the win, in parts of [`WHOLE`].
    pub(crate) shares: Vec<u64>,
    /// The number of actions.
    pub moves: u32,
    /// The statistics of the game.
    pub counts: BTreeMap<&'static str, u32>,
    /// The way in which the game ended, if it has several.
    pub ending: Option<&'static str>,
    /// The features of each seat's play, by kind and name.
    pub features: BTreeMap<(&'static str, String), Vec<u32>>,
    /// The number of times that the program of each seat gave no legal answer, so that a random move was played.
    pub faults: Vec<u32>,
}

/// The results of a simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The plan.
    pub plan: Plan,
    /// The constant facts of the game.
    pub facts: Facts,
    /// The hash of the content that the game was played with, if it has any.
    pub content: Option<String>,
    /// The sums over all games.
    pub tally: Tally,
    /// A row for each game, in order, if the plan keeps them.
    pub rows: Vec<Row>,
    /// The time that it took.
    pub time: Duration,
}

/// Simulates a game of the catalog. `progress` is called with the number of finished games. When `stop` is set, no new
/// game begins.
pub fn simulate(plan: &Plan, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Result<Played, Refusal> {
    atlas_catalog::visit(&plan.game, Simulation { plan, progress, stop })?
}

/// Estimates the time that a plan takes, from a few of its games.
pub fn estimate(plan: &Plan, stop: &AtomicBool) -> Result<Duration, Refusal> {
    let sample = Plan { games: 1, threads: 1, keep_rows: false, ..plan.clone() };
    let (begin, mut games) = (Instant::now(), 0);
    while games == 0 || (begin.elapsed() < Duration::from_millis(150) && games < plan.games) {
        simulate(&sample, &|_| {}, stop)?;
        games += 1;
    }
    Ok(begin.elapsed().mul_f64(plan.games as f64 / games as f64 / plan.threads.max(1) as f64))
}

struct Simulation<'a> {
    plan: &'a Plan,
    progress: &'a (dyn Fn(u64) + Sync),
    stop: &'a AtomicBool,
}

impl Visitor for Simulation<'_> {
    type Output = Result<Played, Refusal>;

    fn visit<G: Insight + Study>(self) -> Self::Output {
        simulate_game::<G>(self.plan, self.progress, self.stop)
    }
}

/// Simulates a game, which need not be in the catalog. See [`simulate`].
pub fn simulate_game<G: Insight + Study>(
    plan: &Plan,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Played, Refusal> {
    let seats = plan.players.len();
    check_seats::<G>(u8::try_from(seats).unwrap_or(u8::MAX))?;
    let options = read_options::<G>(&plan.options)?;
    // Options that the game refuses are refused before anything is played.
    G::start(Edition::newest::<G>(), &options, seats as u8, &mut Chance::quick(plan.seed))?;
    let begin = Instant::now();
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let all = Mutex::new((Tally::new(seats), Vec::new()));
    let work = || -> Result<(), Refusal> {
        let mut programs = Programs::start(plan)?;
        let (mut tally, mut rows) = (Tally::new(seats), Vec::new());
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games || stop.load(Ordering::Relaxed) {
                break;
            }
            let row = programs.play::<G>(plan, &options, game)?;
            tally.add(&row);
            if plan.keep_rows {
                rows.push(row);
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.0.merge(&tally);
        all.1.extend(rows);
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let results: Vec<Result<(), Refusal>> =
            workers.into_iter().map(|worker| worker.join().expect("a game does not panic")).collect();
        results.into_iter().collect::<Result<(), Refusal>>()
    })?;
    let (tally, mut rows) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_unstable_by_key(|row: &Row| row.game);
    let content = G::Content::default().hash();
    Ok(Played { plan: plan.clone(), facts: G::FACTS, content, tally, rows, time: begin.elapsed() })
}

/// The programs that one thread has started, by their index in the plan.
struct Programs(Vec<Option<Program>>);

impl Programs {
    fn start(plan: &Plan) -> Result<Programs, Refusal> {
        let start = |player: &Player| match player {
            Player::Bot(_) => Ok(None),
            Player::Program(command) => Program::start(command, plan.limit).map(Some),
        };
        Ok(Programs(plan.players.iter().map(start).collect::<Result<_, _>>()?))
    }

    /// Plays one game. Its random numbers depend only on the seed and the number of the game. If several seats may act,
    /// the next one is drawn at random.
    fn play<G: Insight + Study>(
        &mut self,
        plan: &Plan,
        options: &G::Options,
        game: u64,
    ) -> Result<Row, Refusal> {
        let seats = plan.players.len();
        let seating: Vec<usize> = (0..seats).map(|seat| (seat + game as usize) % seats).collect();
        let mut chance = Chance::quick_part(plan.seed, game);
        let mut state = G::start(Edition::newest::<G>(), options, seats as u8, &mut chance)?;
        let mut row = Row {
            game,
            seating,
            first: state.acting().first().map_or(0, |seat| seat.0),
            scores: Vec::new(),
            winners: Vec::new(),
            shares: Vec::new(),
            moves: 0,
            counts: BTreeMap::new(),
            ending: None,
            features: BTreeMap::new(),
            faults: vec![0; seats],
        };
        let budget = plan.playouts.map(Budget::Playouts);
        let mut unsent: Vec<Vec<News>> = vec![Vec::new(); seats];
        self.each_program(&row.seating, |program, seat| {
            program.tell(&Message::start(&G::FACTS, seats as u8, seat));
        });
        let mut news: Vec<(Rule, G::Event)> = Vec::new();
        while let Some(seat) = state.acting().draw(&mut chance) {
            let action = match &plan.players[row.seating[seat.index()]] {
                Player::Bot(level) => {
                    think(Eyes::new(&state, seat), level, budget, 1, &mut Chance::quick(chance.fork())).action
                }
                Player::Program(_) => {
                    let news = std::mem::take(&mut unsent[seat.index()]);
                    let answer = self.ask(&state, seat, row.seating[seat.index()], row.moves.into(), news);
                    answer.unwrap_or_else(|_| {
                        row.faults[seat.index()] += 1;
                        state.pick(seat, &mut chance, &mut Vec::new())
                    })
                }
            };
            news.clear();
            state.play(seat, action, &mut Turn::told(&mut chance, &mut news));
            row.moves += 1;
            for (rule, event) in &news {
                if let Some(name) = G::statistic(event) {
                    *row.counts.entry(name).or_default() += 1;
                }
                if let Some(Feature { seat, kind, name }) = state.feature(event) {
                    let by_seat = row.features.entry((kind, name)).or_insert_with(|| vec![0; seats]);
                    by_seat[seat.index()] += 1;
                }
                self.each_program(&row.seating, |_, seat| {
                    let seen = state.seen(event, Viewer::Seat(seat));
                    unsent[seat.index()]
                        .extend(seen.map(|seen| News { rule: *rule, told: state.tell(&seen) }));
                });
            }
        }
        let outcome = state.outcome().expect("no seat may act, so the game is over");
        row.scores = outcome.scores().to_vec();
        row.winners = outcome.winners().iter().map(|seat| seat.0).collect();
        let share = |seat: Seat| (outcome.share(seat) * WHOLE as f64).round() as u64;
        row.shares = Seat::all(seats as u8).map(share).collect();
        row.ending = state.ending();
        let result = serde_json::json!({ "over": true, "scores": row.scores, "winners": row.winners });
        self.each_program(&row.seating, |program, _| {
            program.tell(&Message::Over { result: result.clone() });
        });
        Ok(row)
    }

    fn ask<G: Game>(
        &mut self,
        state: &G,
        seat: Seat,
        player: usize,
        id: u64,
        news: Vec<News>,
    ) -> Result<G::Action, Refusal> {
        let eyes = Eyes::new(state, seat);
        let prompt = eyes.awaiting().expect("the seat may act");
        let turn = Message::Turn {
            seat,
            question: Question { id, prompt },
            view: serde_json::value::to_raw_value(&eyes.view()).expect("a view is plain data"),
            news,
            legal: eyes.legal().into_iter().map(|action| eyes.write(action)).collect(),
        };
        let program = self.0[player].as_mut().expect("the player is a program");
        let answer = program.ask(&turn)?;
        if answer.question.is_some_and(|answered| answered != id) {
            return Err(Refusal::new(Code::Conflict, "The answer is to another question."));
        }
        let action = state.read(seat, &answer.sentence)?;
        state.judge(seat, action)?;
        Ok(action)
    }

    fn each_program(&mut self, seating: &[usize], mut visit: impl FnMut(&mut Program, Seat)) {
        for (player, seat) in seating.iter().zip(0..) {
            if let Some(program) = &mut self.0[*player] {
                visit(program, Seat(seat));
            }
        }
    }
}
