//! Monte Carlo tree search over what a seat can know.
//!
//! Each round imagines a world that the seat cannot tell from the true one, walks down one shared tree by
//! what is legal in that world, adds a leaf, lets hasty players play the world out and remembers who won (Cowling,
//! Powley and Whitehouse: information set Monte Carlo tree search). What looks good at first sight is tried
//! first, and the less it has been tried the more the first sight counts.

use std::thread;
use std::time::Instant;

use atlas_core::{Chance, Eyes, Game, Outcome, Seat, Turn};

use crate::level::{Budget, Thought};

/// How a search behaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How many games to imagine when nothing else is said.
    pub playouts: u32,
    /// How eagerly it tries what it knows little about.
    pub curiosity: f32,
    /// How many points of first sight make an action e times as promising.
    pub temperature: f32,
    /// How much of the reward is the margin of points, the rest being the win.
    pub margin: f32,
}

/// The settings of all levels.
pub const USUAL: Settings = Settings { playouts: 1_000, curiosity: 1.2, temperature: 1.0, margin: 0.4 };

/// What the search knows about an action at some point of the game.
struct Edge<A> {
    action: A,
    /// The node it leads to; none until it has been tried.
    child: Option<u32>,
    tried: u32,
    /// How often it could have been tried: not every world allows it.
    available: u32,
    reward: f32,
    /// How promising it looks at first sight.
    promise: f32,
}

/// One point of the game, as far as the seat can tell: its actions, in order.
type Node<A> = Vec<Edge<A>>;

struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    settings: Settings,
    // Room that every round uses again.
    legal: Vec<G::Action>,
    unknown: Vec<G::Action>,
    looks: Vec<f32>,
    path: Vec<(u32, u32, Seat)>,
}

/// Searches within a budget and says what it found.
pub fn search<G: Game>(
    eyes: Eyes<'_, G>,
    settings: &Settings,
    budget: Budget,
    threads: usize,
    chance: &mut Chance,
) -> Thought<G::Action> {
    let actions = eyes.candidates();
    if let [only] = actions.as_slice() {
        return Thought { action: *only, value: None, playouts: 0, considered: Vec::new() };
    }
    let threads = threads.max(1);
    let (seed, begin) = (chance.fork(), Instant::now());
    let grow = |part: usize| {
        let mut chance = Chance::quick_part(seed, part as u64);
        let mut tree = Tree::<G>::new(*settings);
        match budget {
            Budget::Playouts(count) => {
                let share = count as usize / threads + usize::from(part < count as usize % threads);
                (0..share).for_each(|_| tree.round(eyes, &mut chance));
            }
            Budget::Time(time) => {
                while begin.elapsed() < time {
                    (0..32).for_each(|_| tree.round(eyes, &mut chance));
                }
            }
        }
        tree.root()
    };
    let parts: Vec<_> = if threads == 1 {
        vec![grow(0)]
    } else {
        thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|part| scope.spawn(move || grow(part))).collect();
            running.into_iter().map(|part| part.join().expect("a search does not panic")).collect()
        })
    };
    conclude(&actions, &parts)
}

/// Adds up what the trees found about the first action. The one tried most often is the best.
fn conclude<A: Copy + Eq>(actions: &[A], parts: &[Vec<(A, u32, f32)>]) -> Thought<A> {
    let mut considered: Vec<(A, u32, f64)> = actions
        .iter()
        .map(|action| {
            let found = parts.iter().flatten().filter(|(found, ..)| found == action);
            let (tried, reward) =
                found.fold((0, 0.0), |sum, (_, tried, reward)| (sum.0 + tried, sum.1 + f64::from(*reward)));
            (*action, tried, if tried == 0 { 0.0 } else { reward / f64::from(tried) })
        })
        .collect();
    considered.sort_by(|a, b| b.1.cmp(&a.1).then(b.2.total_cmp(&a.2)));
    Thought {
        action: considered[0].0,
        value: (considered[0].1 > 0).then_some(considered[0].2),
        playouts: considered.iter().map(|it| it.1).sum(),
        considered,
    }
}

impl<G: Game> Tree<G> {
    fn new(settings: Settings) -> Tree<G> {
        Tree {
            nodes: vec![Vec::new()],
            settings,
            legal: Vec::new(),
            unknown: Vec::new(),
            looks: Vec::new(),
            path: Vec::new(),
        }
    }

    fn root(&self) -> Vec<(G::Action, u32, f32)> {
        self.nodes[0].iter().map(|edge| (edge.action, edge.tried, edge.reward)).collect()
    }

    /// One imagined game: down the tree, a new leaf, and hastily from there.
    fn round(&mut self, eyes: Eyes<'_, G>, chance: &mut Chance) {
        let mut world = eyes.imagine(chance);
        self.path.clear();
        let mut node = 0_u32;
        while let Some(seat) = world.acting().first() {
            let (at, leaf) = (self.choose(node, &world, seat), self.nodes.len() as u32);
            self.path.push((node, at, seat));
            let edge = &mut self.nodes[node as usize][at as usize];
            world.play(seat, edge.action, &mut Turn::quiet(chance));
            if let Some(child) = edge.child {
                node = child;
            } else {
                edge.child = Some(leaf);
                self.nodes.push(Vec::new());
                self.play_out(&mut world, chance);
                break;
            }
        }
        let outcome = world.outcome().expect("a playout ends");
        for (node, at, seat) in &self.path {
            let edge = &mut self.nodes[*node as usize][*at as usize];
            edge.tried += 1;
            edge.reward += reward(&outcome, *seat, self.settings.margin);
        }
    }

    /// Plays an imagined game out as hasty players would.
    fn play_out(&mut self, world: &mut G, chance: &mut Chance) {
        while let Some(seat) = world.acting().first() {
            let action = world.guess(seat, chance, &mut self.legal);
            world.play(seat, action, &mut Turn::quiet(chance));
        }
    }

    /// The action to try next at a node: by what it has brought, how little it was tried, how it looks.
    fn choose(&mut self, node: u32, world: &G, seat: Seat) -> u32 {
        self.legal.clear();
        world.candidates(seat, &mut self.legal);
        self.meet(node, world, seat);
        let edges = &mut self.nodes[node as usize];
        // Both lists are in order, so one walk finds the edges that this world allows.
        let mut legal = self.legal.iter().peekable();
        let (mut promise, mut tries, mut total) = (0.0, 0, 0.0);
        for edge in edges.iter_mut() {
            if legal.peek().is_some_and(|action| **action == edge.action) {
                legal.next();
                edge.available += 1;
                promise += edge.promise;
                tries += edge.tried;
                total += edge.reward;
            }
        }
        // What was never tried is expected to do as well as the rest.
        let usual = if tries == 0 { 0.5 } else { total / tries as f32 };
        let mut legal = self.legal.iter().peekable();
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (edge, at) in edges.iter().zip(0..) {
            if legal.peek().is_none_or(|action| **action != edge.action) {
                continue;
            }
            legal.next();
            let tried = edge.tried as f32;
            let value = if edge.tried == 0 { usual } else { edge.reward / tried };
            let doubt = (edge.available as f32).sqrt() / (1.0 + tried);
            let score = value + self.settings.curiosity * edge.promise / promise * doubt;
            if score > best_score {
                (best, best_score) = (at, score);
            }
        }
        best
    }

    /// Gives a node edges for the actions of this world that it has not met.
    fn meet(&mut self, node: u32, world: &G, seat: Seat) {
        let edges = &mut self.nodes[node as usize];
        self.unknown.clear();
        let mut known = edges.iter().map(|edge| edge.action).peekable();
        for action in &self.legal {
            while known.next_if(|known| known < action).is_some() {}
            if known.next_if_eq(action).is_none() {
                self.unknown.push(*action);
            }
        }
        if self.unknown.is_empty() {
            return;
        }
        self.looks.clear();
        world.appraise(seat, &self.unknown, &mut self.looks);
        let temperature = self.settings.temperature;
        edges.extend(self.unknown.iter().zip(&self.looks).map(|(action, look)| Edge {
            action: *action,
            child: None,
            tried: 0,
            available: 0,
            reward: 0.0,
            promise: (look / temperature).clamp(-30.0, 30.0).exp(),
        }));
        edges.sort_unstable_by_key(|edge| edge.action);
    }
}

/// What an outcome is worth to a seat, from 0 to 1: mostly the win, and a little by how much.
fn reward(outcome: &Outcome, seat: Seat, margin: f32) -> f32 {
    let scores = outcome.scores();
    let own = scores[seat.index()];
    let others = scores.iter().enumerate().filter(|(other, _)| *other != seat.index());
    let rival = others.map(|(_, score)| *score).max().unwrap_or(own);
    let spread = (own.abs() + rival.abs()).max(1) as f32;
    let lead = 0.5 + 0.5 * (own - rival) as f32 / spread;
    (1.0 - margin) * outcome.share(seat) as f32 + margin * lead
}
