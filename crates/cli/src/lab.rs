//! `atlas sim` and `atlas lab`.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use atlas_lab::report::to_csv;
use atlas_lab::simulate::{Plan, Player, estimate, simulate};
use atlas_lab::{Balance, Report, balance, builds, strength};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::args::{self, Sim, Strength};
use crate::files::NewFile;
use crate::people::options;
use crate::{Done, print};

pub(crate) fn sim(args: &Sim) -> Done {
    let players = args.seats.iter().map(|word| Player::read(word)).collect::<Result<Vec<_>, _>>();
    let plan = Plan {
        game: args.game.clone(),
        players: players.map_err(|refusal| refusal.to_string())?,
        games: args.games,
        seed: args.seed,
        options: options(args.options.as_deref())?,
        threads: args.threads.map_or_else(cores, usize::from),
        playouts: None,
        limit: Duration::from_millis(args.limit),
        keep_rows: args.csv.is_some(),
    };
    let csv = args.csv.as_ref().map(|path| NewFile::create(path, args.force)).transpose()?;
    let stop = stop_on_interrupt()?;
    let expected = estimate(&plan, &stop).map_err(|refusal| refusal.to_string())?;
    eprintln!("{} games, about {}", plan.games, about(expected));
    let bar = bar(plan.games);
    let played =
        simulate(&plan, &|done| bar.set_position(done), &stop).map_err(|refusal| refusal.to_string())?;
    bar.finish_and_clear();
    if let Some(csv) = csv {
        csv.finish(&to_csv(&played))?;
    }
    let report = Report::of(&played);
    print(&if args.json { format!("{:#}\n", report.to_json()) } else { report.to_text() })
}

pub(crate) fn strength(args: &Strength) -> Done {
    let stop = stop_on_interrupt()?;
    let matches_pair = |name: &str, (better, worse): &(&str, &str)| {
        name == *better || name == *worse || name == format!("{better}-{worse}")
    };
    let wanted =
        |pair: &&(&str, &str)| args.only.is_empty() || args.only.iter().any(|name| matches_pair(name, pair));
    if let Some(unknown) =
        args.only.iter().find(|name| !strength::PAIRS.iter().any(|pair| matches_pair(name, pair)))
    {
        return Err(format!("there is no pair or bot called {unknown:?}"));
    }
    let terms = strength::Terms {
        game: args.game.clone(),
        options: options(args.options.as_deref())?,
        games: args.games,
        seed: args.seed,
        threads: cores(),
    };
    let mut duels = Vec::new();
    for pair in strength::PAIRS.iter().filter(wanted) {
        let bar = bar(args.games).with_message(format!("{} against {}", pair.0, pair.1));
        let progress = |done| bar.set_position(done);
        let duel = strength::duel(&terms, *pair, &progress, &stop);
        bar.finish_and_clear();
        let duel = duel.map_err(|refusal| refusal.to_string())?;
        eprintln!("{} against {}: {:.1} s", duel.better, duel.worse, duel.time.as_secs_f64());
        duels.push(duel);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    print(&strength::to_markdown(&duels))
}

pub(crate) fn balance(args: &args::Balance) -> Done {
    let settings = balance::Settings {
        game: args.game.clone(),
        seats: args.seats,
        games: args.games,
        greedy_games: args.greedy_games,
        playouts: args.playouts,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let plans = settings.plans().map_err(|refusal| refusal.to_string())?;
    let page = NewFile::create(&args.out, args.force)?;
    let docs = args.docs.as_ref().map(|folder| {
        let file = |end| NewFile::create(&folder.join(format!("{}.{end}", args.game)), args.force);
        Ok::<_, String>((file("md")?, file("svg")?))
    });
    let docs = docs.transpose()?;
    let stop = stop_on_interrupt()?;
    let mut played = Vec::new();
    for plan in &plans {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let expected = estimate(plan, &stop).map_err(|refusal| refusal.to_string())?;
        let name = plan.players[0].name();
        eprintln!("{} games between {name} bots, about {}", plan.games, about(expected));
        let bar = bar(plan.games).with_message(name);
        let result = simulate(plan, &|done| bar.set_position(done), &stop);
        bar.finish_and_clear();
        played.push(result.map_err(|refusal| refusal.to_string())?);
    }
    let report = Balance::of(&settings, &played)
        .ok_or("stopped before the first game ended, so there is nothing to report")?;
    page.finish(&report.to_html())?;
    if let Some((summary, picture)) = docs {
        picture.finish(&report.to_picture())?;
        summary.finish(&report.to_markdown(Some(&format!("{}.svg", args.game))))?;
    }
    print(&report.to_markdown(None))
}

pub(crate) fn builds(args: &args::Builds) -> Done {
    let new = std::env::current_exe().map_err(|error| error.to_string())?;
    let comparison = builds::Comparison {
        game: args.game.clone(),
        options: options(args.options.as_deref())?,
        new,
        old: args.against.clone(),
        level: args.level.clone(),
        playouts: args.playouts,
        games: args.games,
        seed: args.seed,
        threads: cores(),
    };
    let (stop, bar) = (stop_on_interrupt()?, bar(args.games));
    let wins = builds::compare(&comparison, &|done| bar.set_position(done), &stop);
    bar.finish_and_clear();
    let wins = wins.map_err(|refusal| refusal.to_string())?;
    let (low, high) = wins.interval();
    print(&format!(
        "{}, {} bots: this build wins {:.1} % of {} games against the other ({:.1} - {:.1} %)\n",
        args.game,
        args.level,
        100.0 * wins.rate(),
        wins.games(),
        100.0 * low,
        100.0 * high,
    ))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A flag that Ctrl-C sets. A second Ctrl-C ends the process at once.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let set = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("stopping after the current games");
    };
    ctrlc::set_handler(set).map_err(|error| error.to_string())?;
    Ok(stop)
}

/// A progress bar, which is hidden if standard error is not a terminal.
fn bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len}, {eta} left")
        .expect("the template is valid");
    ProgressBar::new(games).with_style(style)
}

fn about(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        "less than a second".to_owned()
    } else {
        HumanDuration(time).to_string()
    }
}
