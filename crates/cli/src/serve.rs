//! `atlas serve`: the web server.

use std::fs::{self, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use atlas_server::{Config, Pace, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::args::LogFormat;
use crate::load::process::allow_many_connections;
use crate::{Done, args};

/// Length of the key that signs cookies, in bytes.
const KEY_LEN: usize = 64;
/// How long a client that reads the metrics may take.
const METRICS_PATIENCE: Duration = Duration::from_secs(5);

pub(crate) fn serve(args: &args::Serve) -> Done {
    start_log(args.log_format, args.access_log);
    let place = Place::find(args.data.as_deref(), args.database.as_deref())?;
    let key = place.key(args.cookie_key.as_deref())?;
    allow_many_connections();
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let listener =
            TcpListener::bind(args.listen).await.map_err(|error| format!("{}: {error}", args.listen))?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        let base_url = args.base_url.as_ref().map(|url| url.trim_end_matches('/').to_owned());
        let address = base_url.clone().unwrap_or_else(|| format!("http://localhost:{port}"));
        let config = Config {
            database: place.database,
            base_url,
            key,
            catalog: atlas_catalog::GAMES,
            pace: Pace {
                move_delay: Duration::from_millis(args.pace),
                bot: Duration::from_millis(args.bot_limit),
                player: Duration::from_secs(args.player_limit),
            },
            limits: args.limits.limits(),
            load_token: args.load_token.clone(),
            trusted_proxies: args.trusted_proxies,
        };
        let server = Server::open(config).await?;
        if let Some(address) = args.metrics {
            let listener = TcpListener::bind(address).await.map_err(|error| format!("{address}: {error}"))?;
            tokio::spawn(serve_metrics(listener, server.metrics()));
        }
        println!("Listening at {address}");
        server.serve(listener, shutdown_signal()).await;
        Ok(())
    })
}

/// Answers every request with the metrics.
async fn serve_metrics(listener: TcpListener, metrics: impl Fn() -> String) {
    loop {
        let Ok((mut stream, _)) = listener.accept().await else { continue };
        let body = metrics();
        let answer = async move {
            // The request does not matter, but it must be read before the connection is closed.
            let _ = stream.read(&mut [0; 4096]).await;
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n\
                        Connection: close\r\nContent-Length: ";
            let _ = stream.write_all(format!("{head}{}\r\n\r\n{body}", body.len()).as_bytes()).await;
        };
        tokio::spawn(tokio::time::timeout(METRICS_PATIENCE, answer));
    }
}

/// The data folder and the database of a server.
pub(crate) struct Place {
    data: PathBuf,
    /// The URL of the database.
    pub(crate) database: String,
    /// The file, if the database is an SQLite file in the data folder.
    pub(crate) file: Option<PathBuf>,
}

impl Place {
    /// The place that the arguments of a command name. The data folder is created if it does not exist.
    pub(crate) fn find(data: Option<&Path>, database: Option<&str>) -> Result<Place, String> {
        let data = data.map(Path::to_owned).map_or_else(data_folder, Ok)?;
        fs::create_dir_all(&data).map_err(|error| format!("{}: {error}", data.display()))?;
        let file = data.join("atlas.db");
        Ok(match database {
            Some(url) => Place { data, database: url.to_owned(), file: None },
            None => Place { data, database: sqlite_url(&file), file: Some(file) },
        })
    }

    /// The key of an existing server.
    pub(crate) fn existing_key(&self, given: Option<&str>) -> Result<Vec<u8>, String> {
        let file = self.data.join("cookie.key");
        if given.is_none() && !file.exists() {
            return Err(format!("there is no server here: {} does not exist", file.display()));
        }
        self.key(given)
    }

    /// The key that signs cookies: the given one, or the one in the data folder, which is created on the first start.
    pub(crate) fn key(&self, given: Option<&str>) -> Result<Vec<u8>, String> {
        match given {
            Some(digits) => parse_key(digits),
            None => load_or_create_key(&self.data.join("cookie.key")),
        }
    }
}

/// Logs to standard error what `RUST_LOG` selects, such as `info,access=off`, which is the default.
fn start_log(format: LogFormat, access: bool) {
    let filter = std::env::var("RUST_LOG").unwrap_or_default();
    let selected: Option<Targets> = filter.parse().ok().filter(|_| !filter.is_empty());
    let default = || {
        let all = Targets::new().with_default(LevelFilter::INFO);
        all.with_target("tokio_postgres", LevelFilter::WARN)
    };
    let mut selected = selected.unwrap_or_else(default);
    if !filter.contains("access") {
        selected = selected.with_target("access", if access { LevelFilter::INFO } else { LevelFilter::OFF });
    }
    let log = tracing_subscriber::registry().with(selected);
    let colours = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    match format {
        LogFormat::Text => log.with(lines).init(),
        LogFormat::Json => log.with(lines.json()).init(),
    }
}

/// The URL of an SQLite file. Characters with a meaning in URLs are escaped.
fn sqlite_url(path: &Path) -> String {
    let path = path.display().to_string().replace('%', "%25").replace('?', "%3F");
    format!("sqlite:{path}")
}

/// Waits for Ctrl-C or SIGTERM.
async fn shutdown_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = interrupt.await;
            return;
        };
        tokio::select! { _ = interrupt => {} _ = terminate.recv() => {} }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}

fn data_folder() -> Result<PathBuf, String> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .or_else(|| set("APPDATA"))
        .map(|folder| folder.join("atlas"))
        .ok_or_else(|| "there is no home folder; choose a data folder with --data".to_owned())
}

/// Parses the hexadecimal digits of `--cookie-key`.
fn parse_key(digits: &str) -> Result<Vec<u8>, String> {
    let bytes = digits.as_bytes().chunks(2).map(|pair| {
        let pair = std::str::from_utf8(pair).ok()?;
        u8::from_str_radix(pair, 16).ok()
    });
    let key: Option<Vec<u8>> = bytes.collect();
    let wrong = || format!("the cookie key must have {} hexadecimal digits", 2 * KEY_LEN);
    key.filter(|key| digits.len() == 2 * KEY_LEN && key.len() == KEY_LEN).ok_or_else(wrong)
}

/// The key that signs cookies from its file, which is created on the first start.
fn load_or_create_key(path: &Path) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.exists() {
        let key = fs::read(path).map_err(failed)?;
        return if key.len() == KEY_LEN { Ok(key) } else { Err(format!("{} is damaged", path.display())) };
    }
    let mut key = vec![0; KEY_LEN];
    getrandom::fill(&mut key).map_err(|error| error.to_string())?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).and_then(|mut file| file.write_all(&key)).map_err(failed)?;
    Ok(key)
}
