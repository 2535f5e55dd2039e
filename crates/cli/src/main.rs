//! The `atlas` command.

mod admin;
mod args;
mod decks;
mod files;
mod join;
mod lab;
mod load;
mod packs;
mod people;
mod play;
mod program;
mod replay;
mod rules;
mod serve;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use args::{Args, Command, DeckCommand, LabCommand, PackCommand};
use clap::{CommandFactory, Parser};

/// A server allocates many small messages. This allocator returns the memory of a peak load to the system afterwards.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The result of a command, with the message of its error.
type Done = Result<(), String>;

fn main() -> ExitCode {
    let Args { command, content, packs } = Args::parse();
    let done = load_content(&content).and_then(|()| packs::load(&packs));
    match done.and_then(|()| run(command.unwrap_or(Command::Serve(args::Serve::defaults())))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("atlas: {message}");
            ExitCode::from(2)
        }
    }
}

/// Loads the content files, before the command runs.
fn load_content(paths: &[PathBuf]) -> Done {
    let read = |path: &PathBuf| Ok((path.display().to_string(), files::read(path)?));
    let files = paths.iter().map(read).collect::<Result<Vec<_>, String>>()?;
    atlas_catalog::load_content(&files).map_err(|refusal| refusal.to_string())
}

fn run(command: Command) -> Done {
    match command {
        Command::Serve(serve) => serve::serve(&serve),
        Command::Play(play) => play::play(&play),
        Command::Engine => program::engine(),
        Command::BotProtocol(seat) => program::seat(&seat),
        Command::Sim(sim) => lab::sim(&sim),
        Command::Lab { command: LabCommand::Strength(strength) } => lab::strength(&strength),
        Command::Lab { command: LabCommand::Balance(balance) } => lab::balance(&balance),
        Command::Lab { command: LabCommand::Builds(builds) } => lab::builds(&builds),
        Command::Admin(admin) => admin::admin(&admin),
        Command::Load(load) => load::load(&load),
        Command::Replay(replay) => replay::replay(&replay),
        Command::Verify { file } => replay::verify(&file),
        Command::Rules { game, id } => rules::rules(game.as_deref(), id.as_deref()),
        Command::Pack { command: PackCommand::Check { folder } } => packs::check(&folder),
        Command::Pack { command: PackCommand::Show { card, source } } => packs::show(&card.join(" "), source),
        Command::Pack { command: PackCommand::Gallery { out, force } } => packs::gallery(&out, force),
        Command::Deck { command: DeckCommand::Check { file } } => decks::check(&file),
        Command::Deck { command: DeckCommand::List } => decks::list(),
        Command::Deck { command: DeckCommand::Show { deck } } => decks::show(&deck),
        Command::Games => rules::games(),
        Command::Completions { shell } => completions(shell),
        Command::Man { command } => man(&command),
    }
}

fn completions(shell: clap_complete::Shell) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "atlas", &mut script);
    print(&String::from_utf8_lossy(&script))
}

fn man(words: &[String]) -> Done {
    let mut command = Args::command();
    command.build();
    for word in words {
        let found = command.find_subcommand(word).cloned();
        command = found.ok_or_else(|| format!("there is no command {word:?}"))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| error.to_string())?;
    print(&String::from_utf8_lossy(&page))
}

/// Prints to standard output. A reader that closes the pipe early (`atlas rules | head`) is not an error.
fn print(text: &str) -> Done {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}
