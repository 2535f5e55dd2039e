//! `atlas serve`: the web server.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use atlas_server::{Config, Patience, Server};
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::args::LogFormat;
use crate::load::process::allow_many_connections;
use crate::{Done, args};

/// Length of the key that signs cookies, in bytes.
const KEY_LEN: usize = 64;

pub(crate) fn serve(args: &args::Serve) -> Done {
    start_log(args.log_format);
    let data = args.data.clone().map_or_else(data_folder, Ok)?;
    fs::create_dir_all(&data).map_err(|error| format!("{}: {error}", data.display()))?;
    let database = match &args.database {
        Some(url) => url.clone(),
        None => sqlite_url(&data.join("atlas.db")),
    };
    let key = match &args.cookie_key {
        Some(digits) => parse_key(digits)?,
        None => load_or_create_key(&data.join("cookie.key"))?,
    };
    allow_many_connections();
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let listener =
            TcpListener::bind(args.listen).await.map_err(|error| format!("{}: {error}", args.listen))?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        let base_url = args.base_url.as_ref().map(|url| url.trim_end_matches('/').to_owned());
        let address = base_url.clone().unwrap_or_else(|| format!("http://localhost:{port}"));
        let config = Config {
            database,
            base_url,
            key,
            catalog: atlas_catalog::GAMES,
            patience: Patience {
                pace: Duration::from_millis(args.pace),
                bot: Duration::from_millis(args.bot_limit),
                player: Duration::from_secs(args.player_limit),
            },
            load_token: args.load_token.clone(),
            trust_proxy: args.trust_proxy,
        };
        let server = Server::open(config).await?;
        println!("Listening at {address}");
        server.serve(listener, shutdown_signal()).await
    })
}

/// Logs to standard error what `RUST_LOG` selects, such as `info,sqlx=warn`, which is the default.
fn start_log(format: LogFormat) {
    let selected = std::env::var("RUST_LOG").ok().and_then(|filter| filter.parse().ok());
    let default = || Targets::new().with_default(LevelFilter::INFO).with_target("sqlx", LevelFilter::WARN);
    let log = tracing_subscriber::registry().with(selected.unwrap_or_else(default));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with(lines).init(),
        LogFormat::Json => log.with(lines.json()).init(),
    }
}

/// The URL of an SQLite file, which is created if it does not exist. Characters with a meaning in URLs are escaped.
fn sqlite_url(path: &Path) -> String {
    let path = path.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("sqlite:{path}?mode=rwc")
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
