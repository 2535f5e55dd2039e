//! `atlas lab balance`: the page needs no other files, is the same for the same seed, and agrees with the summary.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{Ran, arg, atlas};
use tempfile::TempDir;

/// A small report: its page, its summary on standard output, and the two files for the documentation.
struct Report {
    page: String,
    summary: String,
    markdown: String,
    picture: String,
}

#[track_caller]
fn balance(game: &str, args: &[&str]) -> Report {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    let small = ["--games", "6", "--greedy-games", "40", "--playouts", "4"];
    let files = ["--out", arg(&page), "--docs", arg(folder.path())];
    let Ran { code, stdout, stderr } = atlas(&[&["lab", "balance", game], &small[..], &files, args].concat());
    assert_eq!(code, Some(0), "{stderr}");
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines.len() == 2 && lines.iter().all(|line| line.contains(" bots, about ")), "{stderr}");
    assert!(!stderr.contains(['\r', '\x1b']), "a progress bar is printed without a terminal: {stderr:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(files_in(folder.path()).len(), 3, "no temporary file is left");
    Report {
        page: read("page.html"),
        summary: stdout,
        markdown: read(&format!("{game}.md")),
        picture: read(&format!("{game}.svg")),
    }
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect()
}

/// The tags of a page or picture. Asserts that all elements are closed in the right order.
#[track_caller]
fn elements(text: &str) -> Vec<String> {
    let (mut open, mut seen) = (Vec::new(), Vec::new());
    let text = text.strip_prefix("<!DOCTYPE html>").unwrap_or(text);
    for part in text.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').expect("a tag ends");
        assert!(tag == "style" || !rest.contains('>'), "a bare > after <{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "elements are closed in order");
            continue;
        }
        let name = tag.split_whitespace().next().expect("a tag has a name");
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        if name != "meta" {
            open.push(name);
        }
        seen.push(tag.to_owned());
    }
    assert_eq!(open, [] as [&str; 0], "all elements are closed");
    seen
}

/// The cells of all tables of a page, row by row.
fn cells_of_page(page: &str) -> Vec<Vec<String>> {
    let text = |cell: &str| {
        let (_, inside) = cell.split_once('>').expect("a tag ends");
        inside.split('<').next().unwrap_or_default().replace("&amp;", "&")
    };
    let cells = |row: &str| row.split("<t").filter(|it| it.starts_with(['h', 'd'])).map(text).collect();
    page.split("<tr").skip(1).map(|row| cells(row.split("</tr>").next().unwrap())).collect()
}

/// The cells of all tables in Markdown, row by row.
fn cells_of_markdown(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let cells = |row: &str| {
        let row = row.strip_prefix("| ").unwrap().strip_suffix('|').unwrap();
        row.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn the_page_needs_no_other_files_and_agrees_with_the_summary() {
    let report = balance("shadow-of-atlas", &[]);
    let tags = elements(&report.page);
    let count = |name: &str| tags.iter().filter(|tag| tag.split_whitespace().next() == Some(name)).count();
    assert!(count("svg") >= 8 && count("table") >= 8, "{} plots, {} tables", count("svg"), count("table"));
    assert_eq!((count("script"), count("link"), count("img"), count("use"), count("style")), (0, 0, 0, 0, 1));
    for external in ["http:", "https:", "url(", "@import", "src=", "href=", "style="] {
        assert!(!report.page.contains(external), "{external}");
    }
    assert!(report.page.contains("prefers-color-scheme: dark") && report.page.contains("@media print"));
    assert!(report.page.contains("width=device-width"));

    let (page, summary) = (cells_of_page(&report.page), cells_of_markdown(&report.summary));
    assert!(page.len() > 40, "{} rows", page.len());
    assert_eq!(page, summary);
    for title in ["Who begins", "How games end", "How long games are", "Order played", "How games are opened"]
    {
        assert!(report.page.contains(&format!("<h2>{title}</h2>")), "{title}");
        assert!(report.summary.contains(&format!("\n## {title}\n")), "{title}");
    }
}

#[test]
fn every_game_is_counted_once() {
    let rows = cells_of_markdown(&balance("shadow-of-atlas", &[]).summary);
    let cell = |name: &str, column: usize| {
        let row = rows.iter().rfind(|row| row[0] == name).unwrap_or_else(|| panic!("no row {name}"));
        row[column].clone()
    };
    let percent = |name: &str, column: usize| -> f64 {
        cell(name, column).strip_suffix(" %").expect("a share").parse().expect("a number")
    };
    for (bot, games) in [("adept", "6"), ("greedy", "40")] {
        assert_eq!(cell(&format!("{bot}, first"), 1), games);
        for pair in [["first", "second"], ["seat 0", "seat 1"]] {
            let sum: f64 = pair.iter().map(|name| percent(&format!("{bot}, {name}"), 2)).sum();
            assert!((sum - 100.0).abs() < 0.11, "{bot} {pair:?}: {sum}");
        }
        let ends = rows.iter().filter(|row| {
            let ways = ["planets", "outposts", "points", "draw"];
            ways.iter().any(|way| row[0] == format!("{way}, {bot}"))
        });
        let sum: f64 = ends.map(|row| row[1].trim_end_matches(" %").parse::<f64>().unwrap()).sum();
        assert!((sum - 100.0).abs() < 0.3, "{bot}: {sum}");
    }
    for order in ["Mors", "Ceres", "Janus", "Laverna", "Vulcan", "Mercury"] {
        let share: f64 = cell(order, 2).parse().unwrap();
        assert!((0.0..=1.0).contains(&share), "{order} {share}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let of = |seed: &str, threads: &str| balance("shadow-of-atlas", &["--seed", seed, "--threads", threads]);
    let (one, two) = (of("5", "1"), of("5", "3"));
    assert_eq!(one.page, two.page);
    assert_eq!(one.picture, two.picture);
    assert_eq!((&one.summary, &one.markdown), (&two.summary, &two.markdown));
    assert_ne!(of("6", "3").page, one.page);
}

#[test]
fn the_files_for_the_documentation_are_the_summary_and_its_picture() {
    let report = balance("shadow-of-atlas", &[]);
    elements(&report.picture);
    assert!(
        report.picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""),
        "{}",
        &report.picture[..99]
    );
    assert!(!report.picture.contains("href") && !report.picture.contains("url("));
    let shown = "![The plots of this report](shadow-of-atlas.svg)\n\n";
    assert!(report.markdown.contains(shown));
    assert_eq!(report.markdown.replace(shown, ""), report.summary);
}

/// Enchanted Lands offers no features and ends in only one way, so these sections are left out. It has its own
/// statistics.
#[test]
fn sections_that_a_game_does_not_support_are_left_out() {
    let report = balance("enchanted-lands", &["--seats", "3"]);
    elements(&report.page);
    assert_eq!(cells_of_page(&report.page), cells_of_markdown(&report.summary));
    for present in
        ["Who begins", "How long games are", "What happens", "adept, third", "31.3 - 35.3 %", "bets won"]
    {
        assert!(report.summary.contains(present), "{present}");
    }
    for missing in ["How games end", "played", "opened", "turns"] {
        assert!(!report.summary.contains(missing), "{missing}");
    }
}

#[test]
fn invalid_arguments_are_refused_before_the_first_game() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    let missing = folder.path().join("missing");
    for (args, named) in [
        (&["chess"][..], "chess"),
        (&[], "GAME"),
        (&["shadow-of-atlas", "--games", "0"], "--games"),
        (&["shadow-of-atlas", "--greedy-games", "0"], "--greedy-games"),
        (&["shadow-of-atlas", "--greedy-games", "many"], "many"),
        (&["shadow-of-atlas", "--playouts", "0"], "--playouts"),
        (&["shadow-of-atlas", "--playouts", "-5"], "-5"),
        (&["shadow-of-atlas", "--seats", "3"], "takes 2 players, not 3"),
        (&["shadow-of-atlas", "--seats", "0"], "not 0"),
        (&["shadow-of-atlas", "--seed", "x"], "--seed"),
        (&["shadow-of-atlas", "--threads", "0"], "--threads"),
        (&["shadow-of-atlas", "--docs", arg(&missing)], "missing"),
    ] {
        let message = atlas(&[&["lab", "balance"], args, &["--out", arg(&page)]].concat()).failed();
        assert!(message.contains(named), "{args:?}: {message}");
        assert!(!message.contains("about"), "{args:?} was started: {message}");
    }
    assert_eq!(files_in(folder.path()), [] as [PathBuf; 0], "no file is left");

    fs::write(&page, "precious").unwrap();
    let message = atlas(&["lab", "balance", "shadow-of-atlas", "--out", arg(&page)]).failed();
    assert!(message.contains("page.html") && !message.contains("about"), "{message}");
    assert_eq!(fs::read_to_string(&page).unwrap(), "precious");
}
