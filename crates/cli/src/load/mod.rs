//! `atlas load`: a load test of a server on this machine.

mod calls;
pub(crate) mod process;
mod report;
mod tables;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinSet;

use self::calls::HttpConnection;
use self::process::{Processes, Spawned};
use self::report::Report;
use self::tables::{Go, Pair, Tally};
use crate::Done;
use crate::args::{As, Load};

/// The number of HTTP connections, which open tables and request rematches.
const HTTP_CONNECTIONS: usize = 4;

/// The settings and connections that all tables of a run share.
struct Plan {
    /// The servers that the first and the second player of each table connect to.
    servers: [SocketAddr; 2],
    /// The token that lifts the server's rate limits.
    token: Option<String>,
    dialect: As,
    /// The minimum time between two moves at a table.
    every: Duration,
    http: Vec<HttpConnection>,
    /// The cookies of the two guests who play at every table.
    cookies: [String; 2],
}

impl Plan {
    /// The HTTP connection that opens a table and its rematches.
    fn http(&self, table: u32) -> &HttpConnection {
        &self.http[table as usize % self.http.len()]
    }
}

pub(crate) fn load(args: &Load) -> Done {
    process::allow_many_connections();
    let spawned = match (args.spawn, args.dialect, &args.relay) {
        (false, ..) => None,
        (true, As::Relay, Some(script)) => Some(Spawned::relay(script)?),
        (true, As::Relay, None) => return Err("give the script of the relay with --relay".to_owned()),
        (true, As::Programs | As::Pages, _) => Some(Spawned::server()?),
    };
    let server = match (&spawned, &args.server) {
        (Some(spawned), _) => spawned.address,
        (None, Some(server)) => loopback(server)?,
        (None, None) => return Err("give the address of a server, or start one with --spawn".to_owned()),
    };
    let second = args.second.as_deref().map(loopback).transpose()?;
    let pids = spawned.as_ref().map_or_else(|| args.pid.clone(), |spawned| vec![spawned.process_id()]);
    let processes = (!pids.is_empty()).then_some(Processes(pids));
    let token = spawned.as_ref().and_then(|it| it.token.clone()).or_else(|| args.token.clone());
    // A single thread, so that the clients use at most one core and leave the others to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let report =
        runtime.block_on(run(args, [server, second.unwrap_or(server)], token, processes.as_ref()))?;
    crate::print(&if args.json { format!("{}\n", report.to_json()) } else { report.to_markdown() })
}

/// The socket address of a URL such as `http://127.0.0.1:8080`, which must be on this machine.
fn loopback(server: &str) -> Result<SocketAddr, String> {
    let rest = server.strip_prefix("http://").ok_or("the server's address must begin with http://")?;
    let rest = rest.trim_end_matches('/');
    let default = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 80);
    let address = match rest.split_once(':') {
        None if rest == "localhost" => Some(default),
        Some(("localhost", port)) => port.parse().ok().map(|port| SocketAddr::new(default.ip(), port)),
        _ => rest.parse().ok().or_else(|| rest.parse().ok().map(|ip| SocketAddr::new(ip, default.port()))),
    };
    let address =
        address.ok_or_else(|| format!("{server:?} is not an address such as http://127.0.0.1:8080"))?;
    if address.ip().is_loopback() {
        Ok(address)
    } else {
        Err(format!("{} is not on this machine, and only local servers can be load-tested", address.ip()))
    }
}

async fn run(
    args: &Load,
    servers: [SocketAddr; 2],
    token: Option<String>,
    process: Option<&Processes>,
) -> Result<Report, String> {
    let (mut http, mut cookies) = (Vec::new(), [String::new(), String::new()]);
    // The relay has no guests, and its tables need not be opened.
    if args.dialect != As::Relay {
        for _ in 0..HTTP_CONNECTIONS {
            http.push(HttpConnection::open(servers[0], token.as_deref()).await?);
        }
        cookies = [http[0].guest().await?, http[1].guest().await?];
    }
    let every = Duration::from_millis(args.every);
    let plan = Arc::new(Plan { servers, token, dialect: args.dialect, every, http, cookies });
    let before = process.and_then(Processes::memory);
    let count = args.open.unwrap_or(args.tables);
    let (go, signal) = watch::channel(Go::Wait);
    let mut tables = open_tables(&plan, count, args.ahead, &signal).await?;
    let opened = process.and_then(Processes::memory);

    let mut tally = Tally::default();
    let (began, cpu_before) = (Instant::now(), process.and_then(Processes::cpu));
    if args.open.is_none() {
        let end = began + Duration::from_secs(args.seconds);
        go.send_replace(Go::Until(end.into()));
        // An error at one table ends the whole run.
        while let Some(done) = tables.join_next().await {
            tally.add(done.map_err(|error| error.to_string())??);
        }
    }
    let (took, cpu_after) = (began.elapsed(), process.and_then(Processes::cpu));
    let cpu = cpu_before.zip(cpu_after).map(|(before, after)| after.saturating_sub(before));
    let memory = before.zip(opened);
    let after = process.and_then(Processes::memory);
    Ok(Report::new(args, count, tally, took, cpu, memory, after))
}

/// Opens the tables with both seats connected. They wait for the signal to start.
async fn open_tables(
    plan: &Arc<Plan>,
    count: u32,
    ahead: u32,
    go: &watch::Receiver<Go>,
) -> Result<JoinSet<Result<Tally, String>>, String> {
    let mut opening = JoinSet::new();
    for number in 0..count {
        let plan = Arc::clone(plan);
        opening.spawn(async move { Pair::open(&plan, number, ahead).await.map(|pair| (plan, pair)) });
    }
    let mut tables = JoinSet::new();
    while let Some(opened) = opening.join_next().await {
        let (plan, pair) = opened.map_err(|error| error.to_string())??;
        tables.spawn(pair.play(plan, go.clone()));
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_local_servers_are_accepted() {
        for local in
            ["http://127.0.0.1:8080", "http://localhost:8080/", "http://[::1]:8080", "http://127.0.0.2"]
        {
            assert!(loopback(local).is_ok(), "{local}");
        }
        for remote in [
            "http://192.0.2.1:8080",
            "http://0.0.0.0:8080",
            "http://localhost.example.org:8080",
            "http://example.org",
            "https://127.0.0.1",
            "127.0.0.1:8080",
            "",
        ] {
            assert!(loopback(remote).is_err(), "{remote}");
        }
    }
}
