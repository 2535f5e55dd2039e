//! Playing many games on all cores, always with the same result for the same seed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use atlas_bots::{Budget, LEVELS, Level, think};
use atlas_catalog::Visitor;
use atlas_core::play::{check_seats, read_options};
use atlas_core::refusal::quoted;
use atlas_core::{Chance, Code, Content, Eyes, Feature, Game, News, Refusal, Rule, Seat, Turn, Viewer};
use atlas_protocol::seat::{Message, Program};
use serde_json::Value;

use crate::report::{Tally, WHOLE};

/// Who plays.
#[derive(Clone, PartialEq, Debug)]
pub enum Player {
    /// A bot of ours.
    Bot(&'static Level),
    /// A program, started with this command line, that speaks the protocol of one seat.
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

    /// The player that a word of `--seats` names.
    pub fn read(word: &str) -> Result<Player, Refusal> {
        if let Some(command) = word.strip_prefix("cmd:") {
            return Ok(Player::Program(command.to_owned()));
        }
        Level::named(word).map(Player::Bot).ok_or_else(|| {
            let known: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
            Refusal::new(
                Code::Request,
                format!("no bot is called {}; there is {}, or cmd:PROGRAM", quoted(word), known.join(", ")),
            )
        })
    }
}

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// Who plays. They move on by one seat after each game, so that nobody keeps a good place.
    pub players: Vec<Player>,
    /// How many games.
    pub games: u64,
    /// Decides every game.
    pub seed: u64,
    /// The table's options; null for the usual ones.
    pub options: Value,
    /// How many games are played at the same time.
    pub threads: usize,
    /// How many games a searching bot imagines before each move, instead of what its level would.
    pub playouts: Option<u32>,
    /// How long a program may think about one answer.
    pub limit: Duration,
    /// Whether to keep a row for each game, which takes memory.
    pub keep_rows: bool,
}

/// What came of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its number, from 0.
    pub game: u64,
    /// The player of each seat, by place in the plan.
    pub seating: Vec<usize>,
    /// The seat that acted first.
    pub first: u8,
    /// Points by seat.
    pub scores: Vec<i32>,
    /// The winners' seats.
    pub winners: Vec<u8>,
    /// How many actions it took.
    pub moves: u32,
    /// How often each thing happened that the game counts.
    pub counts: BTreeMap<&'static str, u32>,
    /// How the game says that it ended, if there are several ways.
    pub ending: Option<String>,
    /// How often each seat did each thing that is held against who won, by kind and name.
    pub features: BTreeMap<(&'static str, String), Vec<u32>>,
    /// How often the program of each seat gave no legal answer, so that chance played for it.
    pub faults: Vec<u32>,
}

impl Row {
    /// A seat's part of the win, of [`WHOLE`].
    pub(crate) fn parts(&self, seat: usize) -> u64 {
        if self.winners.contains(&(seat as u8)) { WHOLE / self.winners.len() as u64 } else { 0 }
    }
}

/// What came of all games that were finished, and how long they took.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// What was to be played.
    pub plan: Plan,
    /// The hash of the files that the game was played with, if it has any.
    pub content: Option<String>,
    /// What they add up to.
    pub tally: Tally,
    /// A row for each, in order, if the plan keeps them.
    pub rows: Vec<Row>,
    /// How long it took.
    pub time: Duration,
}

/// Plays the plan. `progress` hears how many games are done; when `stop` is set, games that have not begun
/// are not played.
pub fn simulate(plan: &Plan, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Result<Played, Refusal> {
    atlas_catalog::visit(&plan.game, Simulation { plan, progress, stop })?
}

/// How long the plan will take, from a taste of it.
pub fn estimate(plan: &Plan, stop: &AtomicBool) -> Result<Duration, Refusal> {
    let taste = Plan { games: 1, threads: 1, keep_rows: false, ..plan.clone() };
    let (begin, mut games) = (Instant::now(), 0);
    while games == 0 || (begin.elapsed() < Duration::from_millis(150) && games < plan.games) {
        simulate(&taste, &|_| {}, stop)?;
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

    fn visit<G: Game>(self) -> Self::Output {
        let Simulation { plan, progress, stop } = self;
        check_seats::<G>(u8::try_from(plan.players.len()).unwrap_or(u8::MAX))?;
        let options = read_options::<G>(&plan.options)?;
        // Refused options show here, before anything is played.
        G::start(G::Content::default(), &options, plan.players.len() as u8, &mut Chance::quick(plan.seed))?;
        let begin = Instant::now();
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let all = Mutex::new((Tally::new(plan.players.len()), Vec::new()));
        let work = || -> Result<(), Refusal> {
            let mut crew = Crew::hire(plan)?;
            let (mut tally, mut rows) = (Tally::new(plan.players.len()), Vec::new());
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= plan.games || stop.load(Ordering::Relaxed) {
                    break;
                }
                let row = crew.play::<G>(plan, &options, game)?;
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
        Ok(Played { plan: plan.clone(), content, tally, rows, time: begin.elapsed() })
    }
}

/// The programs that one thread has started, by place in the plan.
struct Crew {
    programs: Vec<Option<Program>>,
}

impl Crew {
    fn hire(plan: &Plan) -> Result<Crew, Refusal> {
        let hire = |player: &Player| match player {
            Player::Bot(_) => Ok(None),
            Player::Program(command) => Program::start(command, plan.limit).map(Some),
        };
        Ok(Crew { programs: plan.players.iter().map(hire).collect::<Result<_, _>>()? })
    }

    /// Plays one game: its chance depends on the seed and its number only.
    fn play<G: Game>(&mut self, plan: &Plan, options: &G::Options, game: u64) -> Result<Row, Refusal> {
        let seats = plan.players.len();
        let seating: Vec<usize> = (0..seats).map(|seat| (seat + game as usize) % seats).collect();
        let mut chance = Chance::quick_part(plan.seed, game);
        let mut state = G::start(G::Content::default(), options, seats as u8, &mut chance)?;
        let mut row = Row {
            game,
            seating,
            first: state.acting().first().map_or(0, |seat| seat.0),
            scores: Vec::new(),
            winners: Vec::new(),
            moves: 0,
            counts: BTreeMap::new(),
            ending: None,
            features: BTreeMap::new(),
            faults: vec![0; seats],
        };
        let budget = plan.playouts.map(Budget::Playouts);
        let mut untold: Vec<Vec<News>> = vec![Vec::new(); seats];
        self.each_program(&row.seating, |program, seat| {
            program.tell(&Message::start(&G::FACTS, seats as u8, seat));
        });
        let mut news: Vec<(Rule, G::Event)> = Vec::new();
        while let Some(seat) = state.acting().first() {
            let action = match &plan.players[row.seating[seat.index()]] {
                Player::Bot(level) => {
                    think(Eyes::new(&state, seat), level, budget, 1, &mut Chance::quick(chance.fork())).action
                }
                Player::Program(_) => {
                    let heard = std::mem::take(&mut untold[seat.index()]);
                    self.ask(&state, seat, row.seating[seat.index()], heard).unwrap_or_else(|_| {
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
                    let told = state.event(event, Viewer::Seat(seat));
                    untold[seat.index()].extend(told.map(|told| News { rule: *rule, told }));
                });
            }
        }
        let outcome = state.outcome().expect("nobody acts, so it is over");
        row.scores = outcome.scores().to_vec();
        row.winners = outcome.winners().iter().map(|seat| seat.0).collect();
        row.ending = state.tally().into_iter().find_map(|(name, value)| match (name, value) {
            ("by", Value::String(way)) => Some(way),
            _ => None,
        });
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
        news: Vec<News>,
    ) -> Result<G::Action, Refusal> {
        let eyes = Eyes::new(state, seat);
        let turn = Message::Turn {
            seat,
            question: eyes.awaiting().expect("the seat may act"),
            view: serde_json::value::to_raw_value(&eyes.view()).expect("a view is plain data"),
            news,
            legal: eyes.legal().into_iter().map(|action| eyes.write(action)).collect(),
        };
        let program = self.programs[player].as_mut().expect("a program sits here");
        let action = state.read(seat, &program.ask(&turn)?)?;
        state.judge(seat, action)?;
        Ok(action)
    }

    fn each_program(&mut self, seating: &[usize], mut tell: impl FnMut(&mut Program, Seat)) {
        for (player, seat) in seating.iter().zip(0..) {
            if let Some(program) = &mut self.programs[*player] {
                tell(program, Seat(seat));
            }
        }
    }
}
