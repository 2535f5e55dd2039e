//! `atlas replay` and `atlas verify`: recorded matches.

use std::fmt::Write;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

use atlas_catalog::GameTable;
use atlas_core::log::Record;
use atlas_core::{Log, Refusal, Seat, Viewer};

use crate::args;
use crate::{Done, files, print};

/// Reads and verifies a match file.
fn open(path: &Path) -> Result<(Log, Box<dyn GameTable>), String> {
    let text = files::read(path)?;
    let named = |refusal: Refusal| format!("{}: {refusal}", path.display());
    let log = Log::from_text(&text).map_err(named)?;
    let table = atlas_catalog::replay(&text).map_err(named)?;
    Ok((log, table))
}

pub(crate) fn verify(path: &Path) -> Done {
    let (log, table) = open(path)?;
    let reveal = log.reveal.as_ref().expect("a match without its secret cannot be replayed");
    let seed = reveal.secret.seed(&log.header.words);
    let acts = log.records.iter().filter(|record| record.kind == "act").count();
    let head = log.records.last().map_or_else(|| log.header.hash(), |record| record.hash);
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(text, "  {name:<11} {value}").expect("writing to a string cannot fail");
    };
    line("commitment", format!("{} is the hash of the revealed secret", log.header.commitment));
    line("seed", format!("{seed}, from the secret and the words of {} seats", log.header.words.len()));
    line("shuffles", "reproduced from the seed".to_owned());
    line("actions", format!("{acts}, all legal"));
    line("chain", format!("{} entries, up to {head}", log.records.len()));
    line("result", table.result().to_string());
    let facts = table.facts();
    print(&format!(
        "genuine: {} with {} seats, rules version {}\n{text}",
        facts.name,
        table.seats(),
        log.header.rules_version
    ))
}

/// The table after an entry, with the events of that entry.
struct Frame {
    title: String,
    news: Vec<String>,
    drawn: String,
}

pub(crate) fn replay(args: &args::Replay) -> Done {
    let (log, finished) = open(&args.file)?;
    let viewer = match args.seat {
        None => Viewer::Everything,
        Some(seat) if seat < finished.seats() => Viewer::Seat(Seat(seat)),
        Some(seat) => {
            return Err(format!("seat {seat} does not exist: the table has {} seats", finished.seats()));
        }
    };
    let frames = frames(&log, viewer).map_err(|refusal| refusal.to_string())?;
    let last = frames.len() - 1;
    if let Some(at) = args.at {
        let frame = frames.get(at).ok_or_else(|| format!("the match has entries 0 to {last}, not {at}"))?;
        return print(&shown(frame));
    }
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return print(&frames.iter().map(shown).collect::<Vec<_>>().join("\n"));
    }
    walk(&frames)
}

fn frames(log: &Log, viewer: Viewer) -> Result<Vec<Frame>, Refusal> {
    let entry = atlas_catalog::find(&log.header.game)?;
    let secret = log.reveal.as_ref().expect("a match without its secret cannot be replayed").secret;
    let mut table = (entry.begin)(&log.header, secret)?;
    let names: Vec<String> = Seat::all(log.header.seats).map(|_| String::new()).collect();
    let frame = |table: &dyn GameTable, title: String| {
        let news = table.news(viewer).into_iter().map(|news| format!("{} ({})", news.told.text, news.rule));
        Frame { title, news: news.collect(), drawn: table.text(viewer, &names, 0) }
    };
    let mut frames = vec![frame(&*table, "0: the start".to_owned())];
    for record in &log.records {
        let title = title(record, &*table, viewer)?;
        table.append_record(record)?;
        frames.push(frame(&*table, title));
    }
    Ok(frames)
}

/// The title of an entry that follows on this table, without what the viewer did not see.
fn title(record: &Record, table: &dyn GameTable, viewer: Viewer) -> Result<String, Refusal> {
    let Record { seq, kind, seat, text, .. } = record;
    let text = match seat {
        Some(seat) if kind == "act" => table.sentence(*seat, text, viewer)?,
        _ => text.clone(),
    };
    let seat = seat.map_or(String::new(), |seat| format!("{seat} "));
    Ok(format!("{seq}: {seat}{kind} {text}").trim_end().to_owned())
}

fn shown(frame: &Frame) -> String {
    let news: String = frame.news.iter().map(|line| format!("   {line}\n")).collect();
    format!("== {} ==\n{news}\n{}", frame.title, frame.drawn)
}

fn walk(frames: &[Frame]) -> Done {
    let (mut at, last) = (0, frames.len() - 1);
    let mut input = io::stdin().lock();
    loop {
        print(&format!(
            "\n{}\n[{at} of {last}] Enter next, b back, a number to go there, q quit: ",
            shown(&frames[at])
        ))?;
        io::Write::flush(&mut io::stdout()).map_err(|error| error.to_string())?;
        let mut answer = String::new();
        if input.read_line(&mut answer).map_err(|error| error.to_string())? == 0 {
            return print("\n");
        }
        match answer.trim() {
            "" | "n" => at = (at + 1).min(last),
            "b" => at = at.saturating_sub(1),
            "q" => return Ok(()),
            other => match other.parse::<usize>() {
                Ok(entry) if entry <= last => at = entry,
                _ => print(&format!("{other:?} is not an entry: the entries go from 0 to {last}\n"))?,
            },
        }
    }
}
