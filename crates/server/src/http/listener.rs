//! The loop that accepts connections.
//!
//! A client that does not send its request in time is disconnected, and one address can hold only so many connections.

use std::net::IpAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tower::Service;

use crate::limits::{Counts, subscriber};

/// How long a client may take to send the head of a request, also of the next one on the same connection.
const HEAD_PATIENCE: Duration = Duration::from_secs(15);
/// How long shutting down waits for responses.
const CLOSING_PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait after a connection could not be accepted, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The address of the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// Serves requests until `stop` is ready. `most` is the maximum number of connections from one address.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    most: usize,
    stop: impl Future<Output = ()>,
) {
    let counts = Counts::default();
    let graceful = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_PATIENCE).max_buf_size(64 << 10);
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            },
        };
        let Some(counted) = counts.enter(subscriber(address.ip()), most) else { continue };
        // A move is a small message, and whoever waits for it waits for nothing else.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(Peer(address.ip()));
            router.clone().call(request)
        });
        let (builder, watcher) = (builder.clone(), graceful.watcher());
        tokio::spawn(async move {
            // The builder's own patience begins with the first byte.
            if !matches!(timeout(HEAD_PATIENCE, stream.peek(&mut [0])).await, Ok(Ok(1..))) {
                return;
            }
            let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
            // An error here only means that the client is gone or was too slow.
            let _ = watcher.watch(connection).await;
            drop(counted);
        });
    }
    drop(listener);
    if timeout(CLOSING_PATIENCE, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were not answered in time");
    }
}
