//! The threads on which bots think, and the queue in front of them.
//!
//! Searches are the only expensive thing that a stranger can ask for, so they share few threads and wait in a fair queue:
//! addresses take turns, then the people of one address, then the requests of one person. Tables at which a player is
//! connected come first.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// The longest search while others wait.
const SHARED_LIMIT: Duration = Duration::from_secs(2);

/// On whose behalf a bot thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Client {
    /// A hash of the address that the table was opened from.
    pub(crate) origin: String,
    /// The person who opened the table, or who asked for the hint.
    pub(crate) person: String,
    /// Whether a player is connected to the table.
    pub(crate) present: bool,
}

/// A search that is given the time at which it must stop.
type Search = Box<dyn FnOnce(Instant) + Send>;

struct Job {
    search: Search,
    limit: Duration,
}

/// Values that take turns by their keys.
struct RoundRobin<T> {
    turns: VecDeque<String>,
    values: HashMap<String, T>,
}

impl<T> Default for RoundRobin<T> {
    fn default() -> Self {
        RoundRobin { turns: VecDeque::new(), values: HashMap::new() }
    }
}

impl<T: Default> RoundRobin<T> {
    /// The value of a key, which gets a turn if it had none.
    fn entry(&mut self, key: &str) -> &mut T {
        if !self.values.contains_key(key) {
            self.turns.push_back(key.to_owned());
            self.values.insert(key.to_owned(), T::default());
        }
        self.values.get_mut(key).expect("it was inserted")
    }

    /// Takes something from the value whose turn it is. `take` also says whether the value is empty afterwards.
    fn next<R>(&mut self, take: impl FnOnce(&mut T) -> (Option<R>, bool)) -> Option<R> {
        let key = self.turns.pop_front()?;
        let (taken, empty) = take(self.values.get_mut(&key)?);
        if empty {
            self.values.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        taken
    }
}

/// The requests of all people of an address.
#[derive(Default)]
struct Origin {
    people: RoundRobin<VecDeque<Job>>,
}

#[derive(Default)]
struct Queue {
    /// Requests of tables at which a player is connected.
    present: RoundRobin<Origin>,
    /// All others.
    absent: RoundRobin<Origin>,
    waiting: usize,
    running: usize,
    closed: bool,
}

impl Queue {
    fn push(&mut self, client: &Client, job: Job) {
        let queue = if client.present { &mut self.present } else { &mut self.absent };
        queue.entry(&client.origin).people.entry(&client.person).push_back(job);
        self.waiting += 1;
    }

    fn pop(&mut self) -> Option<Job> {
        let of_person = |jobs: &mut VecDeque<Job>| (jobs.pop_front(), jobs.is_empty());
        let of_origin = |origin: &mut Origin| {
            let job = origin.people.next(of_person);
            (job, origin.people.turns.is_empty())
        };
        let job = self.present.next(of_origin).or_else(|| self.absent.next(of_origin))?;
        self.waiting -= 1;
        Some(job)
    }
}

struct Shared {
    queue: Mutex<Queue>,
    filled: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut queue = self.lock();
        while !queue.closed {
            let Some(job) = queue.pop() else {
                queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            queue.running += 1;
            let limit = if queue.waiting > 0 { job.limit.min(SHARED_LIMIT) } else { job.limit };
            drop(queue);
            (job.search)(Instant::now() + limit);
            queue = self.lock();
            queue.running -= 1;
        }
    }
}

/// The threads on which bots think.
pub(crate) struct Thinkers(Arc<Shared>);

impl std::fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Thinkers")
    }
}

impl Thinkers {
    /// Starts the threads: one for each core but one, which is kept free for moves.
    pub(crate) fn start() -> Thinkers {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let shared = Arc::new(Shared { queue: Mutex::default(), filled: Condvar::new() });
        for number in 0..cores.saturating_sub(1).max(1) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("thinker {number}"));
            thread.spawn(move || shared.work()).expect("the system can start a thread");
        }
        Thinkers(shared)
    }

    /// Runs a search when it is its turn. It is told when it must stop, at most `limit` after it begins. Returns `None` if
    /// the search failed or the server is shutting down.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        client: &Client,
        limit: Duration,
        search: impl FnOnce(Instant) -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        let search: Search = Box::new(move |deadline| {
            // Nobody may want the result any more.
            if done.is_closed() {
                return;
            }
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| search(deadline)));
            if let Ok(found) = found {
                let _ = done.send(found);
            }
        });
        {
            let mut queue = self.0.lock();
            if queue.closed {
                return None;
            }
            queue.push(client, Job { search, limit });
        }
        self.0.filled.notify_one();
        result.await.ok()
    }

    /// The number of searches that wait, and the number that run.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.0.lock();
        (queue.waiting, queue.running)
    }

    /// Begins no further search.
    pub(crate) fn close(&self) {
        let mut queue = self.0.lock();
        let running = queue.running;
        *queue = Queue { closed: true, running, ..Queue::default() };
        drop(queue);
        self.0.filled.notify_all();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(requests: &[(&str, &str, bool)]) -> Vec<usize> {
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut queue = Queue::default();
        for (number, (origin, person, present)) in requests.iter().enumerate() {
            let client =
                Client { origin: (*origin).to_owned(), person: (*person).to_owned(), present: *present };
            let order = Arc::clone(&order);
            let search: Search = Box::new(move |_| order.lock().unwrap().push(number));
            queue.push(&client, Job { search, limit: Duration::ZERO });
        }
        while let Some(job) = queue.pop() {
            (job.search)(Instant::now());
        }
        assert_eq!((queue.waiting, queue.present.values.len(), queue.absent.values.len()), (0, 0, 0));
        order.lock().unwrap().clone()
    }

    #[test]
    fn addresses_take_turns_and_so_do_the_people_of_one_address() {
        let flood = ("flood", "a", true);
        assert_eq!(order(&[flood, flood, flood, ("home", "me", true)]), [0, 3, 1, 2]);
        // New cookies do not help.
        let flood = [("flood", "a", true), ("flood", "b", true), ("flood", "a", true), ("home", "me", true)];
        assert_eq!(order(&flood), [0, 3, 1, 2]);
    }

    #[test]
    fn tables_with_a_connected_player_come_first() {
        assert_eq!(order(&[("x", "a", false), ("y", "b", false), ("z", "c", true)]), [2, 0, 1]);
    }

    #[tokio::test]
    async fn a_search_that_panics_stops_nobody() {
        let thinkers = Thinkers::start();
        let client = Client { origin: String::new(), person: String::new(), present: true };
        let limit = Duration::from_secs(1);
        assert_eq!(thinkers.think(&client, limit, |_| -> u8 { panic!("on purpose") }).await, None);
        assert_eq!(thinkers.think(&client, limit, |_| 7).await, Some(7));
        thinkers.close();
        assert_eq!(thinkers.think(&client, limit, |_| 7).await, None);
    }
}
