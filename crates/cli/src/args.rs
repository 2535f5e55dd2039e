//! What can be said on the command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

/// The games of Atlas on your table: play them, simulate them, prove that they were fair.
#[derive(Parser, Debug)]
#[command(name = "atlas", version, about, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// What to do; without it the table opens in the browser, as `atlas serve` does
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Play In the Shadow of Atlas with the cards of this file instead of the house's. Say it again for files
    /// that only old matches were played with
    #[arg(long, value_name = "FILE", env = "ATLAS_CONTENT", global = true)]
    pub(crate) content: Vec<PathBuf>,
    /// Play Secure the Rift with the cards of this pack too: a folder with pack.toml and card files. Say it again
    /// for more packs; of two with the same id the later is only for old matches
    #[arg(long, value_name = "FOLDER", env = "ATLAS_PACKS", value_delimiter = ',', global = true)]
    pub(crate) packs: Vec<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  atlas                                   open the table at http://localhost:8080
  atlas play enchanted-lands --seats human,adept,greedy
  atlas sim enchanted-lands --games 100000 --seats random,greedy,novice --seed 7
  atlas rules EL-23                       read a rule
  atlas pack show Survey Drone            read a card
  atlas engine                            drive games from a program";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve tables to browsers
    Serve(Serve),
    /// Play a game in the terminal, against bots or each other
    Play(Play),
    /// Speak the protocol for programs on standard input and output
    #[command(after_help = "Example:
  echo '{\"cmd\":\"games\"}' | atlas engine

docs/protocol.md teaches the protocol with a worked session.")]
    Engine,
    /// Give the program at the other end of standard input and output one seat of a match
    BotProtocol(BotProtocol),
    /// Play many games between bots and report who wins
    Sim(Sim),
    /// Measure bots and games
    Lab {
        /// What to measure
        #[command(subcommand)]
        command: LabCommand,
    },
    /// Play at many tables of a server on this machine at once, and report how fast it is
    Load(Load),
    /// Walk through a recorded match
    Replay(Replay),
    /// Prove that a recorded match is genuine: every shuffle, every action, the result
    #[command(after_help = "Example:
  atlas play --save match.jsonl && atlas verify match.jsonl

Exit code 0: genuine. Exit code 2: it is not, or the file cannot be read; the message says which.")]
    Verify {
        /// The file of the match
        file: PathBuf,
    },
    /// Read the rules: all games, one game, or one rule
    #[command(after_help = "Examples:
  atlas rules                       which rule books there are
  atlas rules enchanted-lands       a whole book
  atlas rules EL-23                 one rule
  atlas rules enchanted-lands EL-23")]
    Rules {
        /// A game, or the id of a rule
        game: Option<String>,
        /// The id of a rule
        id: Option<String>,
    },
    /// Check packs of cards for Secure the Rift, and read what their cards say
    Pack {
        /// What to do
        #[command(subcommand)]
        command: PackCommand,
    },
    /// Check, list and show decks for Secure the Rift
    Deck {
        /// What to do
        #[command(subcommand)]
        command: DeckCommand,
    },
    /// List the games
    Games,
    /// Print a completion script for a shell
    #[command(after_help = "Example:
  atlas completions bash > ~/.local/share/bash-completion/completions/atlas")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of atlas, or of one of its commands
    #[command(after_help = "Examples:
  atlas man > ~/.local/share/man/man1/atlas.1
  atlas man sim | man -l -")]
    Man {
        /// A command, such as sim, or lab strength
        command: Vec<String>,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum LabCommand {
    /// Play the bots against each other and print how strong they are
    Strength(Strength),
    /// Play many games between equal bots and report whether the game is fair
    Balance(Balance),
    /// Play our bots against those of another build of atlas
    Builds(Builds),
}

#[derive(Subcommand, Debug)]
pub(crate) enum PackCommand {
    /// Read a pack, and say what is in it or what is wrong with it
    #[command(after_help = "Example:
  atlas pack check my-pack

A pack is a folder with pack.toml and card files. docs/cards.md teaches how to write one.
Exit code 0: it can be played with. Exit code 2: the message names file, line, card and what was expected.")]
    Check {
        /// The folder of the pack
        folder: PathBuf,
    },
    /// Show a card: what stands on it, and what it does
    #[command(after_help = "Examples:
  atlas pack show Survey Drone
  atlas pack show survey-drone --source      the lines of the file that make it
  atlas pack show storm-crow --packs my-pack")]
    Show {
        /// The name of the card, or its id
        #[arg(required = true)]
        card: Vec<String>,
        /// Print what its file says, too
        #[arg(long)]
        source: bool,
    },
    /// Draw all cards on one page, with everything that stands on them
    #[command(after_help = "Examples:
  atlas pack gallery
  atlas pack gallery --packs my-pack --out mine.html

The page needs nothing but a browser.")]
    Gallery {
        /// Write the page to this file
        #[arg(long, value_name = "FILE", default_value = "cards.html")]
        out: PathBuf,
        /// Replace the file if it is there
        #[arg(long)]
        force: bool,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum DeckCommand {
    /// Say whether a deck may be played, or every rule that it breaks
    #[command(after_help = "Examples:
  atlas deck check my-deck.txt
  atlas deck show requiem | atlas deck check -

A deck is a list of lines such as `3 Survey Drone`, with the energy pile after a line `Energy:`.
Exit code 0: it may be played. Exit code 2: it may not; `atlas rules SR-H01` tells a rule that is named.")]
    Check {
        /// The file of the deck, or - for standard input
        file: PathBuf,
    },
    /// List the preconstructed decks
    #[command(after_help = "Example:
  atlas deck list")]
    List,
    /// Print a deck as a list, to keep or to change
    #[command(after_help = "Examples:
  atlas deck show dividend-swarm > my-deck.txt
  atlas deck show my-deck.txt")]
    Show {
        /// The name of a preconstructed deck, or the file of a deck, or - for standard input
        deck: PathBuf,
    },
}

/// A game in the terminal.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas play enchanted-lands
  atlas play enchanted-lands --seats human,adept,master
  atlas play enchanted-lands --seats human,human        two people at one screen
  atlas play secure-the-rift --options '{\"decks\":[\"burn-rate\",\"requiem\"]}'
  atlas play enchanted-lands --seed 7 --save match.jsonl

At the prompt, Tab completes what is legal, and `help` lists what else you can say.")]
pub(crate) struct Play {
    /// The game
    #[arg(default_value = "enchanted-lands")]
    pub(crate) game: String,
    /// Who sits where: human, or a bot (random, greedy, novice, adept, master)
    #[arg(long, value_delimiter = ',', default_value = "human,adept")]
    pub(crate) seats: Vec<String>,
    /// Decides every shuffle: a whole number, or 64 hexadecimal digits [default: unforeseeable]
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// The table's options, in JSON, such as '{"first":0}'
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// Write the match to this file when it ends; `atlas replay` and `atlas verify` read it
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Ask even where only one thing is worth considering, such as passing with nothing to react with
    #[arg(long)]
    pub(crate) ask_all: bool,
}

/// Tables in the browser.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas serve
  atlas serve --listen 0.0.0.0:8080 --base-url https://play.example.org
  atlas serve --database postgres://atlas@localhost/atlas

Without a database of your own, matches are in one SQLite file in your data folder. The key that signs
cookies is made on the first start and kept beside it.")]
pub(crate) struct Serve {
    /// Where to listen
    #[arg(long, env = "ATLAS_LISTEN", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// The database: sqlite:FILE or postgres://… [default: atlas.db in the data folder]
    #[arg(long, env = "ATLAS_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// The address that people type, for invite links [default: the one that they came by]
    #[arg(long, env = "ATLAS_BASE_URL")]
    pub(crate) base_url: Option<String>,
    /// How long a bot waits before it acts, so that people can follow, in milliseconds
    #[arg(long, env = "ATLAS_PACE", default_value_t = 700, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub(crate) pace: u64,
    /// How long a bot may think before something legal is played for it, in milliseconds; another process at
    /// the same database takes over after twice that
    #[arg(long, env = "ATLAS_BOT_LIMIT", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) bot_limit: u64,
    /// How long a player may take before another may let a bot play for them, in seconds
    #[arg(long, env = "ATLAS_PLAYER_LIMIT", default_value_t = 60, value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    pub(crate) player_limit: u64,
    /// What cookies are signed with, 128 hexadecimal digits [default: cookie.key in the data folder, made on the
    /// first start]
    #[arg(long, env = "ATLAS_COOKIE_KEY", hide_env_values = true, value_name = "KEY")]
    pub(crate) cookie_key: Option<String>,
    /// A proxy stands in front and says who is asking, in X-Forwarded-For
    #[arg(long, env = "ATLAS_TRUST_PROXY")]
    pub(crate) trust_proxy: bool,
    /// Whoever sends this in the header x-atlas-load is not limited: for `atlas load`
    #[arg(long, env = "ATLAS_LOAD_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub(crate) load_token: Option<String>,
    /// How the log on standard error is written
    #[arg(long, env = "ATLAS_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,
    /// The folder for what must be kept
    #[arg(long, env = "ATLAS_DATA", value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
}

/// How the server's log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Text,
    /// A JSON object a line, for programs
    Json,
}

impl Serve {
    /// What `atlas` alone means.
    pub(crate) fn usual() -> Serve {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            serve: Serve,
        }
        Alone::parse_from(["atlas"]).serve
    }
}

/// One seat for a program.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  mkfifo to-bot; ./bot.py < to-bot | atlas bot-protocol enchanted-lands --against greedy > to-bot
  atlas bot-protocol --join 'http://localhost:8080/t/TABLE?token=TOKEN' --program ./bot.py

A table's menu in the browser has the address for --join: it gives the program your seat there. With https:// the
server's certificate must be from an authority that this system trusts, or from one in the file that the environment
names as SSL_CERT_FILE.
For many games, let `atlas sim --seats cmd:./bot.py,greedy` start the program.")]
pub(crate) struct BotProtocol {
    /// The game
    #[arg(required_unless_present = "join")]
    pub(crate) game: Option<String>,
    /// Play at a table on a server: the address of a seat there
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["game", "against", "seat", "seed", "options"])]
    pub(crate) join: Option<String>,
    /// Start this program, instead of talking on standard input and output
    #[arg(long, value_name = "COMMAND", requires = "join")]
    pub(crate) program: Option<String>,
    /// The bots in the other seats
    #[arg(long, value_delimiter = ',', default_value = "greedy")]
    pub(crate) against: Vec<String>,
    /// The program's seat
    #[arg(long, default_value_t = 0)]
    pub(crate) seat: u8,
    /// Decides every shuffle: a whole number, or 64 hexadecimal digits [default: unforeseeable]
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// The table's options, in JSON
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
}

/// Many games between bots.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas sim enchanted-lands --games 100000 --seats random,greedy,novice --seed 7
  atlas sim enchanted-lands --seats greedy,cmd:./bot.py --games 200
  atlas sim enchanted-lands --seats adept,greedy --json > report.json
  atlas sim enchanted-lands --seats greedy,greedy --csv games.csv --options '{\"first\":0}'

The players move on by one seat after each game. Ctrl-C stops and reports what was played.")]
pub(crate) struct Sim {
    /// The game
    pub(crate) game: String,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Who plays: bots (random, greedy, novice, adept, master) or programs (cmd:./bot.py)
    #[arg(long, value_delimiter = ',', default_value = "greedy,random")]
    pub(crate) seats: Vec<String>,
    /// Decides every game
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games at the same time [default: one a core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The table's options, in JSON, such as '{"first":0}'
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// How long a program may think about one answer, in milliseconds
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) limit: u64,
    /// Report in JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a row for each game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Replace the file of --csv if it is there
    #[arg(long, requires = "csv")]
    pub(crate) force: bool,
}

/// Bots against each other.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas lab strength enchanted-lands --games 400
  atlas lab strength secure-the-rift --games 200 --only adept-greedy --options '{\"decks\":[\"random\",\"same\"]}'")]
pub(crate) struct Strength {
    /// The game
    pub(crate) game: String,
    /// Games for each pair
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(crate) games: u64,
    /// Decides every game
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Only these pairs, such as adept-greedy, or all pairs with a bot, such as adept
    #[arg(long, value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// The table's options, in JSON
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
}

/// Our bots against those of another build.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example:
  atlas lab builds enchanted-lands --against ../old/target/release/atlas --games 1000

Both builds run as engines on the same deals, and change seats after each game. The share of games that this build wins
goes to standard output, with its 95 % interval.")]
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
    /// The number of playouts of each move, in place of the level's own
    #[arg(long)]
    pub(crate) playouts: Option<u32>,
    /// The seed of the first deal
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The options of the table, as JSON
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
}

/// Whether a game is fair.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas lab balance shadow-of-atlas
  atlas lab balance enchanted-lands --seats 4 --games 600 --out four.html
  atlas lab balance shadow-of-atlas --out docs/balance/shadow-of-atlas.html --docs docs/balance --force

The page needs nothing but a browser. A summary goes to standard output as Markdown. The same seed gives the
same report, whatever the number of threads. Ctrl-C stops and reports what was played.
docs/balance/README.md says how to read it.")]
pub(crate) struct Balance {
    /// The game
    pub(crate) game: String,
    /// How many sit at each table [default: the fewest that the game is for]
    #[arg(long)]
    pub(crate) seats: Option<u8>,
    /// Games between adept bots, which are judged
    #[arg(long, default_value_t = 2400, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,
    /// Games between greedy bots, to compare
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) greedy_games: u64,
    /// How many games an adept bot imagines before each move
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) playouts: u32,
    /// Decides every game
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games at the same time [default: one a core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write the page to this file
    #[arg(long, value_name = "FILE", default_value = "balance.html")]
    pub(crate) out: PathBuf,
    /// Write the summary and a picture of the plots to this folder too, as GAME.md and GAME.svg
    #[arg(long, value_name = "FOLDER")]
    pub(crate) docs: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long)]
    pub(crate) force: bool,
}

/// Many tables at once.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas load --spawn --tables 200             a server of its own, with an empty database
  atlas load http://127.0.0.1:8080 --load-token SECRET --pid 1234
  atlas load --spawn --tables 1000 --every 1000
  atlas load --spawn --open 5000              how much memory an open table takes

Two clients at each table act as soon as they may. When a match ends they take the next one that was opened
ahead, or ask for a rematch. A move counts when the server has acknowledged it. The server lifts its limits for
whoever has its load token.")]
pub(crate) struct Load {
    /// The server, on this machine only, such as http://127.0.0.1:8080
    #[arg(required_unless_present = "spawn", conflicts_with = "spawn")]
    pub(crate) server: Option<String>,
    /// Start a server with an empty database for this, on one core, and the clients on another
    #[arg(long)]
    pub(crate) spawn: bool,
    /// How many tables play at the same time
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub(crate) tables: u32,
    /// How long
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) seconds: u64,
    /// The least time between two moves at a table, in milliseconds
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub(crate) every: u64,
    /// Open so many more matches for each table beforehand, so that only moves are measured
    #[arg(long, value_name = "MATCHES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) ahead: u32,
    /// Connect as programs do, or as pages do
    #[arg(long = "as", default_value = "programs")]
    pub(crate) dialect: As,
    /// What the server was given as its own --load-token
    #[arg(long = "load-token", env = "ATLAS_LOAD_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Only open so many tables, with both seats connected, and report the memory of each
    #[arg(long, value_name = "TABLES", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub(crate) open: Option<u32>,
    /// The process of the server, to report what it costs
    #[arg(long, conflicts_with = "spawn")]
    pub(crate) pid: Option<u32>,
    /// Report in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How the clients of a load speak.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum As {
    /// The seat dialect: JSON
    Programs,
    /// What the browser gets: HTML
    Pages,
}

/// A recorded match.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  atlas replay match.jsonl                step through it
  atlas replay match.jsonl --at 12        the table after entry 12
  atlas replay match.jsonl --seat 0       as seat 0 saw it
  atlas replay match.jsonl | less         all of it")]
pub(crate) struct Replay {
    /// The file of the match
    pub(crate) file: PathBuf,
    /// Show only the table after this entry
    #[arg(long, value_name = "ENTRY")]
    pub(crate) at: Option<usize>,
    /// See it as this seat did [default: everything]
    #[arg(long)]
    pub(crate) seat: Option<u8>,
}
