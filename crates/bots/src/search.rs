//! Monte Carlo tree search over what a seat can know.
//!
//! Each playout imagines a world that the seat cannot tell apart from the true one, descends one shared tree by the
//! actions that are legal in that world, plays on from the edge of the tree with quick guesses, and records the result
//! (information set Monte Carlo tree search, after Cowling, Powley and Whitehouse). Actions that look good at first sight
//! are tried first, and the fewer visits an action has, the more its first impression counts. In games with
//! [`Foresight`], a playout stops after some turns and counts the prospects instead of the result.
//!
//! Several seats may be deciding at once. The root has only the actions of the seat that asks; deeper in the tree, the
//! seats that are still deciding act in seat order. A node belongs to one seat that decides and to what the asking seat
//! has seen of the action that led there, so what the seat learns splits the node. A node of its own is worth its visits
//! only when there are enough of them: until then, worlds in which the seat saw different things share one.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::thread;
use std::time::Instant;

use atlas_core::{Chance, Eyes, Foresight, Game, Insight, Outcome, Rule, Seat, Turn, Viewer};

use crate::level::Thought;

/// The parameters of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The maximum number of playouts.
    pub playouts: u32,
    /// The weight of exploring actions with few visits.
    pub curiosity: f32,
    /// The number of points of first impression that make an action e times as promising.
    pub temperature: f32,
}

/// The parameters that all levels share.
pub const DEFAULT: Settings = Settings { playouts: 1_000, curiosity: 1.2, temperature: 1.0 };

/// The number of visits after which an action leads to nodes of its own. With fewer, the little that is known there is
/// not worth the bookkeeping.
const RIPE: u32 = 4;

/// The number of visits after which worlds in which the seat saw something else of an action get a node of their own.
/// With fewer, the playouts would be spread over too many nodes: 32 instead of 256 loses 4 % of the games of In the Shadow
/// of Atlas.
const SPLIT: u32 = 256;

/// The part of the reward that depends on the margin of points. A playout says more about an action by its margin than by
/// its winner alone: 0.1 instead of 0.4 loses 4 % of the games of In the Shadow of Atlas.
const MARGIN: f32 = 0.4;

/// How much of the reward of an action is in doubt after one visit: two standard deviations of a win or a loss.
const DOUBT: f64 = 1.0;

/// The number of playouts between two looks at the clock.
const CLOCK_INTERVAL: usize = 16;

/// What the search knows about an action of a node.
#[derive(Clone, Copy)]
struct Edge {
    /// The first of the nodes that it leads to; the others are its siblings.
    child: Option<u32>,
    visits: u32,
    /// The number of times that it was legal when the node was visited: not every world allows it.
    available: u32,
    /// The sum of the rewards, which decide what is tried next.
    reward: f32,
    /// The sum of the shares of the win, for people.
    share: f32,
    /// The first impression, as a weight.
    promise: f32,
}

/// One point of the game as far as the asking seat can tell, at which one seat decides.
struct Node<A> {
    /// The seat that decides; `None` at the end of the game or of the search.
    deciding: Option<Seat>,
    /// The hash of what the asking seat saw of the action that led here.
    seen: u64,
    /// The visits, as long as the node shares another one.
    visits: u32,
    /// The next node that the same action leads to.
    sibling: Option<u32>,
    /// The actions in order, apart from their edges because most lookups only compare actions.
    actions: Vec<A>,
    edges: Vec<Edge>,
}

impl<A> Node<A> {
    fn new(deciding: Option<Seat>, seen: u64) -> Node<A> {
        Node { deciding, seen, visits: 0, sibling: None, actions: Vec::new(), edges: Vec::new() }
    }
}

struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    settings: Settings,
    // Buffers that every playout reuses.
    legal: Vec<G::Action>,
    open: Vec<u32>,
    unknown: Vec<G::Action>,
    looks: Vec<f32>,
    path: Vec<(u32, u32, Seat)>,
    news: Vec<(Rule, G::Event)>,
}

/// Searches until all playouts are made or the deadline has passed.
pub fn search<G: Insight>(
    eyes: Eyes<'_, G>,
    settings: &Settings,
    deadline: Option<Instant>,
    threads: usize,
    chance: &mut Chance,
) -> Thought<G::Action> {
    let actions = eyes.candidates();
    if let [only] = actions.as_slice() {
        return Thought { action: *only, value: None, playouts: 0, considered: Vec::new() };
    }
    let threads = threads.max(1);
    let seed = chance.fork();
    let grow = |part: usize| {
        let mut chance = Chance::quick_part(seed, part as u64);
        let mut tree = Tree::<G>::new(*settings);
        let count = settings.playouts as usize;
        let mut left = count / threads + usize::from(part < count % threads);
        while left > 0 {
            let some = left.min(CLOCK_INTERVAL);
            (0..some).for_each(|_| tree.playout(eyes, &mut chance));
            left -= some;
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
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

/// Adds up the results of the trees. The best action is the one that is surely good: its reward counts less the fewer
/// visits it has.
fn conclude<A: Copy + Eq>(actions: &[A], parts: &[Vec<(A, Edge)>]) -> Thought<A> {
    let mut considered: Vec<(A, u32, f64, f64)> = actions
        .iter()
        .map(|action| {
            let (mut visits, mut reward, mut share) = (0, 0.0, 0.0);
            for (_, edge) in parts.iter().flatten().filter(|(found, _)| found == action) {
                visits += edge.visits;
                reward += f64::from(edge.reward);
                share += f64::from(edge.share);
            }
            let count = f64::from(visits);
            let sure = if visits == 0 { f64::NEG_INFINITY } else { reward / count - DOUBT / count.sqrt() };
            (*action, visits, if visits == 0 { 0.0 } else { share / count }, sure)
        })
        .collect();
    considered.sort_by(|a, b| b.3.total_cmp(&a.3));
    Thought {
        action: considered[0].0,
        value: (considered[0].1 > 0).then_some(considered[0].2),
        playouts: considered.iter().map(|it| it.1).sum(),
        considered: considered
            .into_iter()
            .map(|(action, visits, share, _)| (action, visits, share))
            .collect(),
    }
}

impl<G: Insight> Tree<G> {
    fn new(settings: Settings) -> Tree<G> {
        Tree {
            nodes: vec![Node::new(None, 0)],
            settings,
            legal: Vec::new(),
            open: Vec::new(),
            unknown: Vec::new(),
            looks: Vec::new(),
            path: Vec::new(),
            news: Vec::new(),
        }
    }

    /// The actions of the asking seat.
    fn root(&self) -> Vec<(G::Action, Edge)> {
        let Node { actions, edges, .. } = &self.nodes[0];
        actions.iter().copied().zip(edges.iter().copied()).collect()
    }

    /// One playout: down the tree, and with quick guesses from its edge.
    fn playout(&mut self, eyes: Eyes<'_, G>, chance: &mut Chance) {
        let mut world = eyes.imagine(chance);
        let horizon = G::FORESIGHT.map_or(u32::MAX, |foresight: Foresight| world.turn() + foresight.turns);
        self.path.clear();
        let (mut node, mut deciding) = (0_u32, Some(eyes.seat()));
        while let Some(seat) = deciding {
            let at = self.choose(node, &world, seat);
            self.path.push((node, at, seat));
            let Node { actions, edges, .. } = &self.nodes[node as usize];
            let action = actions[at as usize];
            if edges[at as usize].visits < RIPE {
                world.play(seat, action, &mut Turn::quiet(chance));
                self.play_out(&mut world, horizon, chance);
                break;
            }
            self.news.clear();
            world.play(seat, action, &mut Turn::told(chance, &mut self.news));
            deciding = next_before(horizon, &world);
            let seen = self.seen(&world, eyes.seat());
            node = self.child(node, at, deciding, seen);
        }
        let outcome = world.outcome();
        for (node, at, seat) in &self.path {
            let edge = &mut self.nodes[*node as usize].edges[*at as usize];
            let (reward, share) = if let Some(outcome) = &outcome {
                (reward(outcome, *seat), outcome.share(*seat) as f32)
            } else {
                let prospects = world.prospects(*seat);
                (prospects, prospects)
            };
            edge.visits += 1;
            edge.reward += reward;
            edge.share += share;
        }
    }

    /// A hash of what the observer saw of the last action.
    fn seen(&self, world: &G, observer: Seat) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (_, event) in &self.news {
            world.seen(event, Viewer::Seat(observer)).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The node that an action of a node leads to, when this seat decides next and this was seen of the action.
    fn child(&mut self, node: u32, at: u32, deciding: Option<Seat>, seen: u64) -> u32 {
        let (mut next, mut last, mut shared) =
            (self.nodes[node as usize].edges[at as usize].child, None, None);
        while let Some(child) = next {
            let known = &self.nodes[child as usize];
            if known.deciding == deciding {
                if known.seen == seen {
                    break;
                }
                shared = shared.or(Some(child));
            }
            (last, next) = (Some(child), known.sibling);
        }
        let child = next.unwrap_or_else(|| {
            let new = self.nodes.len() as u32;
            match last {
                None => self.nodes[node as usize].edges[at as usize].child = Some(new),
                Some(last) => self.nodes[last as usize].sibling = Some(new),
            }
            self.nodes.push(Node::new(deciding, seen));
            new
        });
        // The first node of each deciding seat is its own; the others share it until they are worth one.
        let Some(shared) = shared else { return child };
        let visits = &mut self.nodes[child as usize].visits;
        *visits += 1;
        if *visits < SPLIT {
            return shared;
        }
        if *visits == SPLIT {
            let Node { actions, edges, .. } = &self.nodes[shared as usize];
            let (actions, mut edges) = (actions.clone(), edges.clone());
            edges.iter_mut().for_each(|edge| edge.child = None);
            (self.nodes[child as usize].actions, self.nodes[child as usize].edges) = (actions, edges);
        }
        child
    }

    /// Plays an imagined game on with quick guesses.
    fn play_out(&mut self, world: &mut G, horizon: u32, chance: &mut Chance) {
        while let Some(seat) = next_before(horizon, world) {
            let action = world.guess(seat, chance, &mut self.legal);
            world.play(seat, action, &mut Turn::quiet(chance));
        }
    }

    /// The action to try next at a node, by its results, its number of visits and its first impression.
    fn choose(&mut self, node: u32, world: &G, seat: Seat) -> u32 {
        self.legal.clear();
        world.candidates(seat, &mut self.legal);
        self.find_open(node);
        if !self.unknown.is_empty() {
            self.meet(node, world, seat);
            self.find_open(node);
        }
        let edges = self.nodes[node as usize].edges.as_mut_slice();
        let (mut promise, mut visits, mut total) = (0.0, 0, 0.0);
        for at in &self.open {
            let edge = &mut edges[*at as usize];
            edge.available += 1;
            promise += edge.promise;
            visits += edge.visits;
            total += edge.reward;
        }
        // An action without visits is expected to do as well as the others.
        let average = if visits == 0 { 0.5 } else { total / visits as f32 };
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for at in &self.open {
            let edge = &edges[*at as usize];
            let visits = edge.visits as f32;
            let value = if edge.visits == 0 { average } else { edge.reward / visits };
            let doubt = (edge.available as f32).sqrt() / (1.0 + visits);
            let score = value + self.settings.curiosity * edge.promise / promise * doubt;
            if score > best_score {
                (best, best_score) = (*at, score);
            }
        }
        best
    }

    /// Finds the edges of a node that are legal in this world, and the legal actions without an edge. Both lists are
    /// sorted, so one pass is enough.
    fn find_open(&mut self, node: u32) {
        let actions = self.nodes[node as usize].actions.as_slice();
        self.open.clear();
        self.unknown.clear();
        // The asking seat's own actions are the same in every world that it cannot tell apart.
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

    /// Adds edges to a node for actions that are new to it.
    fn meet(&mut self, node: u32, world: &G, seat: Seat) {
        self.looks.clear();
        world.appraise(seat, &self.unknown, &mut self.looks);
        let temperature = self.settings.temperature;
        let new = |look: &f32| Edge {
            child: None,
            visits: 0,
            available: 0,
            reward: 0.0,
            share: 0.0,
            promise: (look / temperature).clamp(-30.0, 30.0).exp(),
        };
        let node = &mut self.nodes[node as usize];
        let (actions, edges) = (std::mem::take(&mut node.actions), std::mem::take(&mut node.edges));
        let size = actions.len() + self.unknown.len();
        (node.actions, node.edges) = (Vec::with_capacity(size), Vec::with_capacity(size));
        let mut known = actions.into_iter().zip(edges).peekable();
        let mut unknown = self.unknown.iter().zip(&self.looks).peekable();
        while let Some((action, edge)) = match (known.peek(), unknown.peek()) {
            (Some((old, _)), Some((new, _))) if old < *new => known.next(),
            (Some(_), None) => known.next(),
            _ => unknown.next().map(|(action, look)| (*action, new(look))),
        } {
            node.actions.push(action);
            node.edges.push(edge);
        }
    }
}

/// The seat that acts next, unless the game is over or the search looks no further.
#[inline]
fn next_before<G: Insight>(horizon: u32, world: &G) -> Option<Seat> {
    if G::FORESIGHT.is_some() && world.turn() >= horizon { None } else { world.acting().first() }
}

/// The value of an outcome to a seat, from 0 to 1: its share of the win, and the margin of points.
fn reward(outcome: &Outcome, seat: Seat) -> f32 {
    let scores = outcome.scores();
    let own = scores[seat.index()];
    let others = scores.iter().enumerate().filter(|(other, _)| *other != seat.index());
    let rival = others.map(|(_, score)| *score).max().unwrap_or(0);
    let rival = if outcome.is_shared() { 0 } else { rival };
    let spread = (own.abs() + rival.abs()).max(1) as f32;
    let lead = 0.5 + 0.5 * (own - rival) as f32 / spread;
    (1.0 - MARGIN) * outcome.share(seat) as f32 + MARGIN * lead
}
