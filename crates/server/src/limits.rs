//! Limits on how often each person and each address may do something, and on how many connections they may have.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often something may be done: a number of times at once, and then once in each interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// The number of times at once.
    pub burst: u32,
    /// The interval.
    pub every: Duration,
}

impl std::str::FromStr for Rate {
    type Err = String;

    /// Reads `BURST/INTERVAL`, such as `20/5s` or `100/25ms`.
    fn from_str(text: &str) -> Result<Rate, String> {
        let wrong =
            || format!("{text:?} is not a rate such as 20/5s: at most 20 at once, then one every 5 seconds");
        let (burst, every) = text.split_once('/').ok_or_else(wrong)?;
        let (number, unit) = match every.strip_suffix("ms") {
            Some(number) => (number, 1),
            None => (every.strip_suffix('s').ok_or_else(wrong)?, 1000),
        };
        let (burst, number): (u32, u64) =
            (burst.parse().map_err(|_| wrong())?, number.parse().map_err(|_| wrong())?);
        if burst == 0 || number == 0 || number > 86_400_000 {
            return Err(wrong());
        }
        Ok(Rate { burst, every: Duration::from_millis(number * unit) })
    }
}

/// The limits of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests from one address. A family behind one router loads several pages at once.
    pub requests: Rate,
    /// Tables opened by one person.
    pub tables: Rate,
    /// Tables opened from one address, where a school class may be.
    pub tables_per_address: Rate,
    /// Moves by one person. People who test their bots on a page are fast.
    pub moves: Rate,
    /// Everything else that one person does at tables, such as taking back or asking for a hint.
    pub requests_at_tables: Rate,
    /// Chat messages of one person.
    pub chat: Rate,
    /// Pictures of finished matches that one address asks for.
    pub pictures: Rate,
    /// Messages over one live connection. A mouse that moves over a board asks about every card.
    pub messages: Rate,
    /// Live connections from one address.
    pub live: usize,
    /// Connections of any kind from one address.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let rate = |burst, millis| Rate { burst, every: Duration::from_millis(millis) };
        Limits {
            requests: rate(600, 20),
            tables: rate(20, 5_000),
            tables_per_address: rate(100, 2_000),
            moves: rate(100, 50),
            requests_at_tables: rate(20, 1_000),
            chat: rate(5, 2_000),
            pictures: rate(20, 1_000),
            messages: rate(100, 25),
            live: 300,
            connections: 600,
        }
    }
}

/// A token bucket, as the time at which it will be full again.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    full: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new() -> Bucket {
        Bucket { full: Instant::now() }
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, rate: Rate) -> bool {
        let now = Instant::now();
        let full = self.full.max(now) + rate.every;
        if full > now + rate.every * rate.burst {
            return false;
        }
        self.full = full;
        true
    }
}

impl Default for Bucket {
    fn default() -> Bucket {
        Bucket::new()
    }
}

/// A token bucket for each key.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Hash + Eq> Buckets<K> {
    /// Full buckets.
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, buckets: Mutex::default() }
    }

    /// Takes a token from the bucket of a key, if there is one.
    pub fn take(&self, key: K) -> bool {
        lock(&self.buckets).entry(key).or_default().take(self.rate)
    }

    /// Forgets the buckets that are full.
    pub fn forget_full(&self) {
        let now = Instant::now();
        lock(&self.buckets).retain(|_, bucket| bucket.full > now);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of connections from each address.
#[derive(Clone, Debug, Default)]
pub struct Counts(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A connection that is counted as long as this value exists.
#[derive(Debug)]
pub struct Counted {
    counts: Counts,
    address: IpAddr,
}

impl Counts {
    /// Counts a connection from an address, unless it has `most` already.
    pub fn enter(&self, address: IpAddr, most: usize) -> Option<Counted> {
        let mut counts = lock(&self.0);
        let count = counts.entry(address).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted { counts: self.clone(), address })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts.0);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Things that each person may do only once at a time.
#[derive(Clone, Debug, Default)]
pub struct Exclusive(Arc<Mutex<HashSet<String>>>);

/// Something that a person is doing, as long as this value exists.
#[derive(Debug)]
pub struct Doing {
    exclusive: Exclusive,
    person: String,
}

impl Exclusive {
    /// Begins, unless the person is doing it already.
    pub fn enter(&self, person: &str) -> Option<Doing> {
        let begun = lock(&self.0).insert(person.to_owned());
        begun.then(|| Doing { exclusive: self.clone(), person: person.to_owned() })
    }
}

impl Drop for Doing {
    fn drop(&mut self) {
        lock(&self.exclusive.0).remove(&self.person);
    }
}

/// The part of an address that one subscriber has: an IPv4 address, or the first half of an IPv6 address.
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// The address of a client behind `proxies` trusted proxies: each of them adds the address it was called from at the end
/// of the list. Without enough addresses in the list, it is the address of the connection.
pub fn client_address(peer: IpAddr, forwarded: &[&str], proxies: usize) -> IpAddr {
    if proxies == 0 {
        return peer;
    }
    let list = forwarded.iter().flat_map(|line| line.split(',')).map(str::trim).collect::<Vec<_>>();
    let client = list.len().checked_sub(proxies).and_then(|at| parse_address(list[at]));
    client.unwrap_or(peer)
}

/// An address with or without a port.
fn parse_address(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_one_at_a_time() {
        let rate = Rate { burst: 3, every: Duration::from_mins(1) };
        let mut bucket = Bucket::new();
        assert_eq!([(); 4].map(|()| bucket.take(rate)), [true, true, true, false]);
        bucket.full -= Duration::from_mins(1);
        assert_eq!([(); 2].map(|()| bucket.take(rate)), [true, false]);
    }

    #[test]
    fn a_rate_can_be_written() {
        assert_eq!("20/5s".parse(), Ok(Rate { burst: 20, every: Duration::from_secs(5) }));
        assert_eq!("1/25ms".parse(), Ok(Rate { burst: 1, every: Duration::from_millis(25) }));
        for wrong in ["", "20", "20/5", "0/5s", "5/0s", "-1/5s", "20/5m", "20/99999999999s", "a/bs"] {
            assert!(wrong.parse::<Rate>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_address_is_found_behind_proxies() {
        let peer = IpAddr::from([10, 0, 0, 1]);
        let client = |lines: &[&str], proxies| client_address(peer, lines, proxies).to_string();
        assert_eq!(client(&["1.1.1.1"], 0), "10.0.0.1", "nobody is trusted");
        assert_eq!(client(&["6.6.6.6, 1.1.1.1"], 1), "1.1.1.1");
        assert_eq!(client(&["6.6.6.6", "1.1.1.1"], 1), "1.1.1.1", "two lines are one list");
        assert_eq!(client(&["6.6.6.6, 1.1.1.1", "2.2.2.2"], 2), "1.1.1.1");
        assert_eq!(client(&["1.1.1.1"], 2), "10.0.0.1", "a proxy was left out");
        assert_eq!(client(&["nonsense"], 1), "10.0.0.1");
        assert_eq!(client(&["1.1.1.1:99"], 1), "1.1.1.1");
    }

    #[test]
    fn a_subscriber_has_half_of_an_ipv6_address() {
        let of = |text: &str| subscriber(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:1.2.3.4"), "1.2.3.4", "an IPv4 address in IPv6 notation");
        assert_eq!(of("1.2.3.4"), "1.2.3.4");
    }

    #[test]
    fn a_person_does_one_thing_at_a_time() {
        let hints = Exclusive::default();
        let first = hints.enter("ada");
        assert!(first.is_some() && hints.enter("ada").is_none() && hints.enter("ben").is_some());
        drop(first);
        assert!(hints.enter("ada").is_some());
    }

    #[test]
    fn a_closed_connection_makes_room() {
        let counts = Counts::default();
        let here = IpAddr::from([127, 0, 0, 1]);
        let first = counts.enter(here, 1);
        assert!(first.is_some() && counts.enter(here, 1).is_none());
        assert!(counts.enter(IpAddr::from([127, 0, 0, 2]), 1).is_some());
        drop(first);
        assert!(counts.enter(here, 1).is_some());
    }
}
