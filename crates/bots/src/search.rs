//! Monte Carlo tree search over what a seat can know.
//!
//! Each round imagines a world that the seat cannot tell from the true one, walks down one shared tree by
//! what is legal in that world, lets hasty players play on from the tree's edge, and remembers who won
//! (Cowling, Powley and Whitehouse: information set Monte Carlo tree search). What looks good at first sight
//! is tried first, and the less it has been tried the more the first sight counts. In a game that is too long
//! for that, an imagined game stops after some turns, and its prospects count ([`Foresight`]).

use std::thread;
use std::time::Instant;

use atlas_core::{Chance, Eyes, Foresight, Game, Outcome, Seat, Turn};

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

/// An action that was tried less often than this leads to no node of its own: what little is known there
/// would not be worth the book-keeping.
const RIPE: u32 = 4;

/// What the search knows about an action at some point of the game.
#[derive(Clone, Copy)]
struct Edge {
    /// The node it leads to; none until it is ripe.
    child: Option<u32>,
    tried: u32,
    /// How often it could have been tried: not every world allows it.
    available: u32,
    reward: f32,
    /// How promising it looks at first sight.
    promise: f32,
}

/// One point of the game, as far as the seat can tell: its actions in order, and what is known about each.
struct Node<A> {
    // Apart from the rest, because most walks over them only look for what this world allows.
    actions: Vec<A>,
    edges: Vec<Edge>,
}

impl<A> Default for Node<A> {
    fn default() -> Node<A> {
        Node { actions: Vec::new(), edges: Vec::new() }
    }
}

struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    settings: Settings,
    // Room that every round uses again.
    legal: Vec<G::Action>,
    open: Vec<u32>,
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
            nodes: vec![Node::default()],
            settings,
            legal: Vec::new(),
            open: Vec::new(),
            unknown: Vec::new(),
            looks: Vec::new(),
            path: Vec::new(),
        }
    }

    fn root(&self) -> Vec<(G::Action, u32, f32)> {
        let Node { actions, edges } = &self.nodes[0];
        actions.iter().zip(edges).map(|(action, edge)| (*action, edge.tried, edge.reward)).collect()
    }

    /// One imagined game: down the tree, and hastily from its edge.
    fn round(&mut self, eyes: Eyes<'_, G>, chance: &mut Chance) {
        let mut world = eyes.imagine(chance);
        let horizon = G::FORESIGHT.map_or(u32::MAX, |foresight: Foresight| world.clock() + foresight.turns);
        self.path.clear();
        let mut node = 0_u32;
        while let Some(seat) = next_before(horizon, &world) {
            let (at, new) = (self.choose(node, &world, seat), self.nodes.len() as u32);
            self.path.push((node, at, seat));
            let Node { actions, edges } = &mut self.nodes[node as usize];
            let edge = &mut edges[at as usize];
            world.play(seat, actions[at as usize], &mut Turn::quiet(chance));
            if edge.tried < RIPE {
                self.play_out(&mut world, horizon, chance);
                break;
            }
            node = *edge.child.get_or_insert(new);
            if node == new {
                self.nodes.push(Node::default());
            }
        }
        let outcome = world.outcome();
        for (node, at, seat) in &self.path {
            let edge = &mut self.nodes[*node as usize].edges[*at as usize];
            edge.tried += 1;
            edge.reward += match &outcome {
                Some(outcome) => reward(outcome, *seat, self.settings.margin),
                None => world.prospects(*seat),
            };
        }
    }

    /// Plays an imagined game out as hasty players would.
    fn play_out(&mut self, world: &mut G, horizon: u32, chance: &mut Chance) {
        while let Some(seat) = next_before(horizon, world) {
            let action = world.guess(seat, chance, &mut self.legal);
            world.play(seat, action, &mut Turn::quiet(chance));
        }
    }

    /// The action to try next at a node: by what it has brought, how little it was tried, how it looks.
    fn choose(&mut self, node: u32, world: &G, seat: Seat) -> u32 {
        self.legal.clear();
        world.candidates(seat, &mut self.legal);
        self.find_open(node);
        if !self.unknown.is_empty() {
            self.meet(node, world, seat);
            self.find_open(node);
        }
        let edges = self.nodes[node as usize].edges.as_mut_slice();
        let (mut promise, mut tries, mut total) = (0.0, 0, 0.0);
        for at in &self.open {
            let edge = &mut edges[*at as usize];
            edge.available += 1;
            promise += edge.promise;
            tries += edge.tried;
            total += edge.reward;
        }
        // What was never tried is expected to do as well as the rest.
        let usual = if tries == 0 { 0.5 } else { total / tries as f32 };
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for at in &self.open {
            let edge = &edges[*at as usize];
            let tried = edge.tried as f32;
            let value = if edge.tried == 0 { usual } else { edge.reward / tried };
            let doubt = (edge.available as f32).sqrt() / (1.0 + tried);
            let score = value + self.settings.curiosity * edge.promise / promise * doubt;
            if score > best_score {
                (best, best_score) = (*at, score);
            }
        }
        best
    }

    /// Finds the edges of a node that this world allows, and the actions that have none yet. Both lists are
    /// in order, so one walk does it.
    fn find_open(&mut self, node: u32) {
        let actions = self.nodes[node as usize].actions.as_slice();
        self.open.clear();
        self.unknown.clear();
        // The seat's own actions are the same in every world, until it draws something.
        if self.legal == actions {
            self.open.extend(0..actions.len() as u32);
            return;
        }
        let mut at = 0;
        for action in &self.legal {
            at += actions[at..].iter().position(|known| known >= action).unwrap_or(actions.len() - at);
            if actions.get(at) == Some(action) {
                self.open.push(at as u32);
                at += 1;
            } else {
                self.unknown.push(*action);
            }
        }
    }

    /// Gives a node edges for the actions that it has not met.
    fn meet(&mut self, node: u32, world: &G, seat: Seat) {
        self.looks.clear();
        world.appraise(seat, &self.unknown, &mut self.looks);
        let temperature = self.settings.temperature;
        let new = |look: &f32| Edge {
            child: None,
            tried: 0,
            available: 0,
            reward: 0.0,
            promise: (look / temperature).clamp(-30.0, 30.0).exp(),
        };
        let Node { actions, edges } = std::mem::take(&mut self.nodes[node as usize]);
        let size = actions.len() + self.unknown.len();
        let mut merged = Node { actions: Vec::with_capacity(size), edges: Vec::with_capacity(size) };
        let mut known = actions.into_iter().zip(edges).peekable();
        let mut unknown = self.unknown.iter().zip(&self.looks).peekable();
        while let Some((action, edge)) = match (known.peek(), unknown.peek()) {
            (Some((old, _)), Some((new, _))) if old < *new => known.next(),
            (Some(_), None) => known.next(),
            _ => unknown.next().map(|(action, look)| (*action, new(look))),
        } {
            merged.actions.push(action);
            merged.edges.push(edge);
        }
        self.nodes[node as usize] = merged;
    }
}

/// Who acts next, unless the game is over or the search looks no further.
#[inline]
fn next_before<G: Game>(horizon: u32, world: &G) -> Option<Seat> {
    if G::FORESIGHT.is_some() && world.clock() >= horizon { None } else { world.acting().first() }
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
