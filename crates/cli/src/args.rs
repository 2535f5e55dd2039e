//! The command-line arguments.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use atlas_server::Limits;
use atlas_server::limits::Rate;
use clap::{Args as ClapArgs, Parser, Subcommand};

/// A digital tabletop: play, simulate and verify the games of Atlas
#[derive(Parser, Debug)]
#[command(name = "atlas", version, about, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// The command to run [default: serve]
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Play In the Shadow of Atlas with the cards in this file instead of the built-in cards. Repeat the option for
    /// older files that existing matches need; new matches use the first file
    #[arg(long, value_name = "FILE", env = "ATLAS_CONTENT", global = true)]
    pub(crate) content: Vec<PathBuf>,
    /// Add this pack of cards to Secure the Rift: a folder with pack.toml and card files. Repeat the option for more
    /// packs; of two packs with the same id, new matches use the first
    #[arg(long, value_name = "FOLDER", env = "ATLAS_PACKS", value_delimiter = ',', global = true)]
    pub(crate) packs: Vec<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  atlas                                   start a server at http://localhost:8080
  atlas play enchanted-lands --seats human,adept,greedy
  atlas sim enchanted-lands --games 100000 --seats random,greedy,novice --seed 7
  atlas rules EL-23                       print a rule
  atlas pack show Survey Drone            show a card
  atlas engine                            control games from a program";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run a server for playing in the browser
    Serve(Box<Serve>),
    /// Play a game in the terminal, against bots or each other
    Play(Play),
    /// Run the engine protocol on standard input and output
    #[command(after_help = "Example:
  echo '{\"cmd\":\"games\"}' | atlas engine

docs/protocol.md explains the protocol with an example session.")]
    Engine,
    /// Let a program play one seat of a match over standard input and output
    BotProtocol(BotProtocol),
    /// Play many games between bots and report who wins
    Sim(Sim),
    /// Measure bots and games
    Lab {
        /// The measurement
        #[command(subcommand)]
        command: LabCommand,
    },
    /// Look after the database of a server: statistics, bans, backups
    Admin(Admin),
    /// Load-test a server on this machine with many tables at once
    Load(Load),
    /// Step through a recorded match
    Replay(Replay),
    /// Verify that a recorded match is genuine: its shuffles, its actions and its result
    #[command(after_help = "Example:
  atlas play --save match.jsonl && atlas verify match.jsonl

Exit code 0: the match is genuine. Exit code 2: it is not, or the file cannot be read; the message says why.")]
    Verify {
        /// The match file
        file: PathBuf,
    },
    /// List the rule books, or print a book or a single rule
    #[command(after_help = "Examples:
  atlas rules                       list the rule books
  atlas rules enchanted-lands       print a whole book
  atlas rules EL-23                 print one rule
  atlas rules enchanted-lands EL-23")]
    Rules {
        /// A game or the id of a rule
        game: Option<String>,
        /// The id of a rule
        id: Option<String>,
    },
    /// Check card packs for Secure the Rift, and show cards
    Pack {
        /// The subcommand
        #[command(subcommand)]
        command: PackCommand,
    },
    /// Check, list and show decks for Secure the Rift
    Deck {
        /// The subcommand
        #[command(subcommand)]
        command: DeckCommand,
    },
    /// List the games
    Games,
    /// Print a shell completion script
    #[command(after_help = "Example:
  atlas completions bash > ~/.local/share/bash-completion/completions/atlas")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of atlas or of a command
    #[command(after_help = "Examples:
  atlas man > ~/.local/share/man/man1/atlas.1
  atlas man sim | man -l -")]
    Man {
        /// The command, such as `sim` or `lab strength`
        command: Vec<String>,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum LabCommand {
    /// Play the bots against each other and report how strong they are
    Strength(Strength),
    /// Play many games between equal bots and report whether the game is fair
    Balance(Balance),
    /// Play the bots of this build against the bots of another build
    Builds(Builds),
}

#[derive(Subcommand, Debug)]
pub(crate) enum PackCommand {
    /// Check a pack, and print a summary or the error
    #[command(after_help = "Example:
  atlas pack check my-pack

A pack is a folder with pack.toml and card files. docs/cards.md explains how to write one.
Exit code 0: the pack is valid. Exit code 2: it is not; the message names the file, the line, the card and what was
expected.")]
    Check {
        /// The pack folder
        folder: PathBuf,
    },
    /// Show a card with its text
    #[command(after_help = "Examples:
  atlas pack show Survey Drone
  atlas pack show survey-drone --source      with its lines in the card file
  atlas pack show storm-crow --packs my-pack")]
    Show {
        /// The name or the id of the card
        #[arg(required = true)]
        card: Vec<String>,
        /// Also print the lines of the card file that define the card
        #[arg(long)]
        source: bool,
    },
    /// Write an HTML page that shows all cards
    #[command(after_help = "Examples:
  atlas pack gallery
  atlas pack gallery --packs my-pack --out mine.html

The page needs no other files.")]
    Gallery {
        /// Write the page to this file
        #[arg(long, value_name = "FILE", default_value = "cards.html")]
        out: PathBuf,
        /// Overwrite the file if it exists
        #[arg(long)]
        force: bool,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum DeckCommand {
    /// Check whether a deck is legal, and list every rule that it breaks
    #[command(after_help = "Examples:
  atlas deck check my-deck.txt
  atlas deck show requiem | atlas deck check -

A deck is a list of lines such as `3 Survey Drone`. The energy pile follows after a line `Energy:`.
Exit code 0: the deck is legal. Exit code 2: it is not. `atlas rules SR-H01` prints a rule from the list.")]
    Check {
        /// The deck file, or - for standard input
        file: PathBuf,
    },
    /// List the preconstructed decks
    #[command(after_help = "Example:
  atlas deck list")]
    List,
    /// Print a deck as a list
    #[command(after_help = "Examples:
  atlas deck show dividend-swarm > my-deck.txt
  atlas deck show my-deck.txt")]
    Show {
        /// The name of a preconstructed deck, a deck file, or - for standard input
        deck: PathBuf,
    },
}

/// The arguments of `atlas play`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas play enchanted-lands
  atlas play enchanted-lands --seats human,adept,master
  atlas play enchanted-lands --seats human,human        two people share the screen
  atlas play secure-the-rift --options '{\"decks\":[\"burn-rate\",\"requiem\"]}'
  atlas play enchanted-lands --seed 7 --save match.jsonl

At the prompt, Tab completes legal moves, and `help` lists the other commands.")]
pub(crate) struct Play {
    /// The game
    #[arg(default_value = "enchanted-lands")]
    pub(crate) game: String,
    /// The player of each seat: human or a bot (random, greedy, novice, adept, master)
    #[arg(long, value_delimiter = ',', default_value = "human,adept")]
    pub(crate) seats: Vec<String>,
    /// The seed of the shuffles: a whole number or 64 hexadecimal digits [default: random]
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// The options of the table as JSON, such as '{"first":0}'
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// Save the match to this file, for `atlas replay` and `atlas verify`
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Ask for every move, even if only one is legal
    #[arg(long)]
    pub(crate) ask_all: bool,
}

/// The arguments of `atlas serve`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas serve
  atlas serve --listen 0.0.0.0:8080 --base-url https://play.example.org
  atlas serve --database postgres://atlas@localhost/atlas

By default, matches are stored in an SQLite file in your data folder. The key that signs cookies is created
there on the first start.")]
pub(crate) struct Serve {
    /// The address and port to listen on
    #[arg(long, env = "ATLAS_LISTEN", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// The database, sqlite:FILE or postgres://… [default: atlas.db in the data folder]
    #[arg(long, env = "ATLAS_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// The public address, for invite links [default: the address of each request]
    #[arg(long, env = "ATLAS_BASE_URL")]
    pub(crate) base_url: Option<String>,
    /// How long a bot waits before it acts, in milliseconds
    #[arg(long, env = "ATLAS_PACE", default_value_t = 700, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub(crate) pace: u64,
    /// How long a bot may think, in milliseconds. After twice this time, another process with the same database takes
    /// over
    #[arg(long, env = "ATLAS_BOT_LIMIT", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) bot_limit: u64,
    /// How long a player may be away before the others can replace them with a bot, in seconds
    #[arg(long, env = "ATLAS_PLAYER_LIMIT", default_value_t = 60, value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    pub(crate) player_limit: u64,
    /// The key that signs cookies, 128 hexadecimal digits [default: cookie.key in the data folder, created on the first
    /// start]
    #[arg(long, env = "ATLAS_COOKIE_KEY", hide_env_values = true, value_name = "KEY")]
    pub(crate) cookie_key: Option<String>,
    /// The number of proxies in front of the server. The addresses that they add to the X-Forwarded-For header are
    /// trusted
    #[arg(long, env = "ATLAS_TRUSTED_PROXIES", value_name = "COUNT", default_value_t = 0, default_missing_value = "1", num_args = 0..=1, alias = "trust-proxy")]
    pub(crate) trusted_proxies: usize,
    /// Serve metrics for Prometheus at this address, which should not be public [default: no metrics]
    #[arg(long, env = "ATLAS_METRICS", value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// Log every request
    #[arg(long, env = "ATLAS_ACCESS_LOG", value_parser = clap::builder::BoolishValueParser::new())]
    pub(crate) access_log: bool,
    /// Limits for each person and each address
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// A token that exempts requests from the rate limits if they send it in the header x-atlas-load; for `atlas load`
    #[arg(long, env = "ATLAS_LOAD_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub(crate) load_token: Option<String>,
    /// The format of the log on standard error
    #[arg(long, env = "ATLAS_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,
    /// The folder for the database and the cookie key
    #[arg(long, env = "ATLAS_DATA", value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
}

/// Limits for each person and each address. A rate is BURST/INTERVAL: 20/5s allows 20 at once and then one every 5
/// seconds.
#[derive(ClapArgs, Debug, Default)]
#[command(next_help_heading = "Limits (a rate such as 20/5s allows 20 at once, then one every 5 seconds)")]
pub(crate) struct LimitArgs {
    /// Requests from one address [default: 600/20ms]
    #[arg(long = "limit-requests", env = "ATLAS_LIMIT_REQUESTS", value_name = "RATE")]
    pub(crate) requests: Option<Rate>,
    /// Tables opened by one person [default: 20/5s]
    #[arg(long = "limit-tables", env = "ATLAS_LIMIT_TABLES", value_name = "RATE")]
    pub(crate) tables: Option<Rate>,
    /// Tables opened from one address [default: 100/2s]
    #[arg(long = "limit-tables-per-address", env = "ATLAS_LIMIT_TABLES_PER_ADDRESS", value_name = "RATE")]
    pub(crate) tables_per_address: Option<Rate>,
    /// Moves by one person [default: 100/50ms]
    #[arg(long = "limit-moves", env = "ATLAS_LIMIT_MOVES", value_name = "RATE")]
    pub(crate) moves: Option<Rate>,
    /// Other requests at tables by one person, such as hints [default: 20/1s]
    #[arg(long = "limit-requests-at-tables", env = "ATLAS_LIMIT_REQUESTS_AT_TABLES", value_name = "RATE")]
    pub(crate) requests_at_tables: Option<Rate>,
    /// Chat messages by one person [default: 5/2s]
    #[arg(long = "limit-chat", env = "ATLAS_LIMIT_CHAT", value_name = "RATE")]
    pub(crate) chat: Option<Rate>,
    /// Pictures of finished matches that one address asks for [default: 20/1s]
    #[arg(long = "limit-pictures", env = "ATLAS_LIMIT_PICTURES", value_name = "RATE")]
    pub(crate) pictures: Option<Rate>,
    /// Messages over one live connection [default: 100/25ms]
    #[arg(long = "limit-messages", env = "ATLAS_LIMIT_MESSAGES", value_name = "RATE")]
    pub(crate) messages: Option<Rate>,
    /// Live connections from one address [default: 300]
    #[arg(long = "limit-live", env = "ATLAS_LIMIT_LIVE", value_name = "COUNT")]
    pub(crate) live: Option<usize>,
    /// Connections of any kind from one address [default: 600]
    #[arg(long = "limit-connections", env = "ATLAS_LIMIT_CONNECTIONS", value_name = "COUNT")]
    pub(crate) connections: Option<usize>,
}

impl LimitArgs {
    /// The limits, with the defaults where nothing else was chosen.
    pub(crate) fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            requests: self.requests.unwrap_or(default.requests),
            tables: self.tables.unwrap_or(default.tables),
            tables_per_address: self.tables_per_address.unwrap_or(default.tables_per_address),
            moves: self.moves.unwrap_or(default.moves),
            requests_at_tables: self.requests_at_tables.unwrap_or(default.requests_at_tables),
            chat: self.chat.unwrap_or(default.chat),
            pictures: self.pictures.unwrap_or(default.pictures),
            messages: self.messages.unwrap_or(default.messages),
            live: self.live.unwrap_or(default.live),
            connections: self.connections.unwrap_or(default.connections),
        }
    }
}

/// The arguments of `atlas admin`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas admin stats
  atlas admin ban --address 203.0.113.7 --reason flooding
  atlas admin prune --days 365
  atlas admin backup atlas-backup.db

The commands use the same data folder and database as `atlas serve` and may run beside a server. A server reads bans
every five seconds.")]
pub(crate) struct Admin {
    /// The database, sqlite:FILE or postgres://… [default: atlas.db in the data folder]
    #[arg(long, env = "ATLAS_DATABASE", hide_env_values = true, global = true)]
    pub(crate) database: Option<String>,
    /// The folder with the database and the cookie key
    #[arg(long, env = "ATLAS_DATA", value_name = "FOLDER", global = true)]
    pub(crate) data: Option<PathBuf>,
    /// The key that signs cookies, which also hashes addresses [default: cookie.key in the data folder]
    #[arg(long, env = "ATLAS_COOKIE_KEY", hide_env_values = true, value_name = "KEY", global = true)]
    pub(crate) cookie_key: Option<String>,
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

/// The commands of `atlas admin`.
#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    /// Count matches, entries and people, and list the bans
    Stats,
    /// Close a table: its match counts as aborted
    Close {
        /// The table's id, as in its address
        table: String,
    },
    /// Delete a match with everything that belongs to it
    Delete {
        /// The table's id, as in its address
        table: String,
    },
    /// Ban a person or an address
    Ban {
        #[command(flatten)]
        subject: Subject,
        /// The reason, for other admins
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Lift a ban
    Unban {
        #[command(flatten)]
        subject: Subject,
    },
    /// Delete matches that ended, or in which nothing has happened, for a number of days
    Prune {
        /// The number of days
        #[arg(long)]
        days: u32,
    },
    /// Write a copy of the database to a new file, also while a server uses it
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Replace the database by a backup. The server must be stopped
    Restore {
        /// The backup
        file: PathBuf,
    },
}

/// A person or an address.
#[derive(ClapArgs, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct Subject {
    /// The address of a client
    #[arg(long)]
    pub(crate) address: Option<IpAddr>,
    /// The host of this table
    #[arg(long, value_name = "TABLE")]
    pub(crate) host_of: Option<String>,
    /// The address from which this table was opened
    #[arg(long, value_name = "TABLE")]
    pub(crate) origin_of: Option<String>,
    /// The subject of a ban, as `atlas admin stats` lists it
    #[arg(long = "subject", value_name = "SUBJECT")]
    pub(crate) listed: Option<String>,
}

/// The format of the server's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// Plain text
    Text,
    /// One JSON object per line
    Json,
}

impl Serve {
    /// The arguments of `atlas serve` when none are given, for `atlas` without a command.
    pub(crate) fn defaults() -> Box<Serve> {
        #[derive(Parser)]
        struct Defaults {
            #[command(flatten)]
            serve: Serve,
        }
        Box::new(Defaults::parse_from(["atlas"]).serve)
    }
}

/// The arguments of `atlas bot-protocol`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  mkfifo to-bot; ./bot.py < to-bot | atlas bot-protocol enchanted-lands --against greedy > to-bot
  atlas bot-protocol --join 'http://localhost:8080/t/TABLE?token=TOKEN' --program ./bot.py

The menu of a table in the browser shows the address for --join, which gives your seat to the program. With https://
the server's certificate must be issued by an authority that this system trusts, or by one in the file that the
environment variable SSL_CERT_FILE names.
To play many games, use `atlas sim --seats cmd:./bot.py,greedy`, which starts the program itself.")]
pub(crate) struct BotProtocol {
    /// The game
    #[arg(required_unless_present = "join")]
    pub(crate) game: Option<String>,
    /// Join a table on a server, by the address of a seat
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["game", "against", "seat", "seed", "options"])]
    pub(crate) join: Option<String>,
    /// Start this program instead of using standard input and output
    #[arg(long, value_name = "COMMAND", requires = "join")]
    pub(crate) program: Option<String>,
    /// The bots in the other seats
    #[arg(long, value_delimiter = ',', default_value = "greedy")]
    pub(crate) against: Vec<String>,
    /// The program's seat
    #[arg(long, default_value_t = 0)]
    pub(crate) seat: u8,
    /// The seed of the shuffles: a whole number or 64 hexadecimal digits [default: random]
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// The options of the table as JSON
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
}

/// The arguments of `atlas sim`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas sim enchanted-lands --games 100000 --seats random,greedy,novice --seed 7
  atlas sim enchanted-lands --seats greedy,cmd:./bot.py --games 200
  atlas sim enchanted-lands --seats adept,greedy --json > report.json
  atlas sim enchanted-lands --seats greedy,greedy --csv games.csv --options '{\"first\":0}'

After each game, every player moves to the next seat. Ctrl-C stops and reports the games played so far.")]
pub(crate) struct Sim {
    /// The game
    pub(crate) game: String,
    /// The number of games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// The players: bots (random, greedy, novice, adept, master) or programs (cmd:./bot.py)
    #[arg(long, value_delimiter = ',', default_value = "greedy,random")]
    pub(crate) seats: Vec<String>,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of games to play in parallel [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The options of the table as JSON, such as '{"first":0}'
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// How long a program may take for an answer, in milliseconds
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) limit: u64,
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a CSV file with one row per game
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Overwrite the CSV file if it exists
    #[arg(long, requires = "csv")]
    pub(crate) force: bool,
}

/// The arguments of `atlas lab strength`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas lab strength enchanted-lands --games 400
  atlas lab strength secure-the-rift --games 200 --only adept-greedy --options '{\"decks\":[\"random\",\"same\"]}'")]
pub(crate) struct Strength {
    /// The game
    pub(crate) game: String,
    /// The number of games for each pair
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(crate) games: u64,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Play only these pairs, such as adept-greedy, or all pairs with a bot, such as adept
    #[arg(long, value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// The options of the table as JSON
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
}

/// The arguments of `atlas lab builds`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example:
  atlas lab builds enchanted-lands --against ../old/target/release/atlas --games 1000

Both builds play the same deals and swap seats after each game. The command prints the share of games that this build
wins, with its 95 % interval.")]
pub(crate) struct Builds {
    /// The game
    pub(crate) game: String,
    /// The atlas binary of the other build
    #[arg(long, value_name = "FILE")]
    pub(crate) against: PathBuf,
    /// The number of games
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(crate) games: u64,
    /// The level of both bots
    #[arg(long, default_value = "adept")]
    pub(crate) level: String,
    /// The number of playouts per move, instead of that of the level
    #[arg(long)]
    pub(crate) playouts: Option<u32>,
    /// The seed of the first deal
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The options of the table as JSON
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
}

/// The arguments of `atlas lab balance`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas lab balance shadow-of-atlas
  atlas lab balance enchanted-lands --seats 4 --games 600 --out four.html
  atlas lab balance shadow-of-atlas --out docs/balance/shadow-of-atlas.html --docs docs/balance --force

The report is one HTML page that needs no other files. A summary is printed as Markdown. The same seed gives the
same report with any number of threads. Ctrl-C stops and reports the games played so far.
docs/balance/README.md explains how to read the report.")]
pub(crate) struct Balance {
    /// The game
    pub(crate) game: String,
    /// The number of seats at each table [default: the fewest that the game allows]
    #[arg(long)]
    pub(crate) seats: Option<u8>,
    /// The number of games between adept bots, on which the verdicts are based
    #[arg(long, default_value_t = 2400, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,
    /// The number of games between greedy bots, for comparison
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) greedy_games: u64,
    /// The number of playouts of an adept bot per move
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) playouts: u32,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of games to play in parallel [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write the report to this file
    #[arg(long, value_name = "FILE", default_value = "balance.html")]
    pub(crate) out: PathBuf,
    /// Also write the summary and a picture of the plots to this folder, as GAME.md and GAME.svg
    #[arg(long, value_name = "FOLDER")]
    pub(crate) docs: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub(crate) force: bool,
}

/// The arguments of `atlas load`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas load --spawn --tables 200             start a server with an empty database
  atlas load http://127.0.0.1:8080 --load-token SECRET --pid 1234
  atlas load --spawn --tables 1000 --every 1000
  atlas load --spawn --open 5000              measure the memory of an open table

Two clients at each table act as soon as it is their turn. When a match ends, they play the next match that was
opened ahead, or start a rematch. A move counts when the server has acknowledged it. The server lifts its rate
limits for clients that send its load token.")]
pub(crate) struct Load {
    /// The address of a server on this machine, such as http://127.0.0.1:8080
    #[arg(required_unless_present = "spawn", conflicts_with = "spawn")]
    pub(crate) server: Option<String>,
    /// The address of another node with the same database, to which the second player of each table connects
    #[arg(long, value_name = "SERVER", conflicts_with = "spawn")]
    pub(crate) second: Option<String>,
    /// Start a server with an empty database on one core, and run the clients on another
    #[arg(long)]
    pub(crate) spawn: bool,
    /// The number of tables that play at the same time
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub(crate) tables: u32,
    /// The duration in seconds
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) seconds: u64,
    /// The minimum time between two moves at a table, in milliseconds
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub(crate) every: u64,
    /// Open this many more matches for each table beforehand, so that only moves are measured
    #[arg(long, value_name = "MATCHES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) ahead: u32,
    /// The kind of clients
    #[arg(long = "as", default_value = "programs")]
    pub(crate) dialect: As,
    /// The script of the relay that --spawn starts with Node.js for --as relay
    #[arg(long, value_name = "SCRIPT", hide = true, requires = "spawn")]
    pub(crate) relay: Option<PathBuf>,
    /// The --load-token of the server
    #[arg(long = "load-token", env = "ATLAS_LOAD_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Only open this many tables, with both seats connected, and report the memory per table
    #[arg(long, value_name = "TABLES", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub(crate) open: Option<u32>,
    /// The process id of the server, to report its CPU time and memory. Repeat the option for several nodes
    #[arg(long, conflicts_with = "spawn")]
    pub(crate) pid: Vec<u32>,
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The kind of clients that `atlas load` simulates.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum As {
    /// Programs, which receive JSON
    Programs,
    /// Browser pages, which receive HTML
    Pages,
    /// Clients of the relay in xtask/relay, for `cargo xtask load --compare`
    #[value(hide = true)]
    Relay,
}

/// The arguments of `atlas replay`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas replay match.jsonl                step through the match
  atlas replay match.jsonl --at 12        show the table after entry 12
  atlas replay match.jsonl --seat 0       show only what seat 0 saw
  atlas replay match.jsonl | less         print the whole match")]
pub(crate) struct Replay {
    /// The match file
    pub(crate) file: PathBuf,
    /// Show only the table after this entry
    #[arg(long, value_name = "ENTRY")]
    pub(crate) at: Option<usize>,
    /// Show the match as this seat saw it [default: everything]
    #[arg(long)]
    pub(crate) seat: Option<u8>,
}
