//! Nobody may take more than their share: how often, and how many at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// How often something may be done: so many times at once, and then once every so often.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// At once.
    pub burst: u32,
    /// Then once in this time.
    pub every: Duration,
}

/// Requests of one address: a family behind one router loads several pages, a flood does not get through.
pub const REQUESTS: Rate = Rate { burst: 600, every: Duration::from_millis(20) };
/// New tables of one person.
pub const TABLES: Rate = Rate { burst: 20, every: Duration::from_secs(5) };
/// Things said by one person.
pub const TALK: Rate = Rate { burst: 5, every: Duration::from_secs(2) };
/// Messages of one live connection. Moving a mouse over a board asks a question for every card.
pub const MESSAGES: Rate = Rate { burst: 100, every: Duration::from_millis(25) };
/// Live connections of one address.
pub const CONNECTIONS: usize = 300;
/// Connections of one address of any kind.
pub const SOCKETS: usize = 600;

/// A bucket that fills with time: when it would be full again.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    full: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new() -> Bucket {
        Bucket { full: Instant::now() }
    }

    /// Takes one out, if there is one.
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

/// A bucket for everyone who is known by a key.
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

    /// Takes one from somebody's bucket, if there is one.
    pub fn take(&self, key: K) -> bool {
        lock(&self.buckets).entry(key).or_default().take(self.rate)
    }

    /// Forgets buckets that are full.
    pub fn forget_full(&self) {
        let now = Instant::now();
        lock(&self.buckets).retain(|_, bucket| bucket.full > now);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many of something each address has.
#[derive(Clone, Debug, Default)]
pub struct Counts(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One that is counted, for as long as this lives.
#[derive(Debug)]
pub struct Counted {
    counts: Counts,
    address: IpAddr,
}

impl Counts {
    /// Counts one more of this address, unless it has `most` already.
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

/// A listener that lets only so many connections of one address in; what is too much is closed at once.
pub struct Door {
    listener: TcpListener,
    counts: Counts,
    most: usize,
}

impl Door {
    /// A door for at most so many connections of one address.
    pub fn new(listener: TcpListener, most: usize) -> Door {
        Door { listener, counts: Counts::default(), most }
    }
}

/// A connection that was let in.
pub struct Visit {
    stream: TcpStream,
    _counted: Counted,
}

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct From(pub SocketAddr);

impl Listener for Door {
    type Io = Visit;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Visit, SocketAddr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            if let Some(counted) = self.counts.enter(address.ip(), self.most) {
                // A move is a small message, and whoever waits for it waits for nothing else.
                let _ = stream.set_nodelay(true);
                return (Visit { stream, _counted: counted }, address);
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, Door>> for From {
    fn connect_info(stream: IncomingStream<'_, Door>) -> From {
        From(*stream.remote_addr())
    }
}

impl AsyncRead for Visit {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Visit {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
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
    fn who_leaves_makes_room() {
        let counts = Counts::default();
        let here = IpAddr::from([127, 0, 0, 1]);
        let first = counts.enter(here, 1);
        assert!(first.is_some() && counts.enter(here, 1).is_none());
        assert!(counts.enter(IpAddr::from([127, 0, 0, 2]), 1).is_some());
        drop(first);
        assert!(counts.enter(here, 1).is_some());
    }
}
