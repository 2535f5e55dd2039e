//! The content of a report. The page, the Markdown and the picture all present the same content.

use std::collections::{BTreeMap, BTreeSet};

use atlas_core::Feature;

use super::plot::{Bar, Drawing, Forest, Group, Line, Mark, Shape, bars, forest, histogram};
use super::{Balance, Deeds, Goal, Histogram, Study, Verdict};
use crate::report::Share;

/// A section of a report.
pub(super) struct Section {
    pub(super) title: String,
    pub(super) words: String,
    pub(super) figures: Vec<Figure>,
    pub(super) tables: Vec<Table>,
}

/// A plot with its caption.
pub(super) struct Figure {
    pub(super) caption: String,
    pub(super) drawing: Drawing,
}

/// A table. The first column contains names, and the others contain numbers or a verdict.
pub(super) struct Table {
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    fn new(head: &[&str], rows: Vec<Vec<String>>) -> Table {
        Table { head: head.iter().map(|&name| name.to_owned()).collect(), rows }
    }
}

/// A goal and the verdict on it.
pub(super) struct Judged {
    /// A short name of what is judged.
    pub(super) name: String,
    /// An exact description of what is judged.
    pub(super) what: String,
    /// The goal, the estimate and its interval, as text.
    pub(super) cells: [String; 3],
    pub(super) verdict: Verdict,
}

/// The introduction: which games were played, and how to read the report.
pub(super) fn introduction(balance: &Balance) -> String {
    let played: Vec<String> = balance
        .studies
        .iter()
        .map(|study| format!("{} between {}", counted(study), bot_description(balance, study)))
        .collect();
    if balance.facts.cooperative {
        return format!("{}, in teams of {}. Intervals are 95\u{a0}%.", played.join("; "), balance.seats);
    }
    format!(
        "{}. All bots at a table are equal, so a difference between seats comes from the game. The goals apply to the \
         {} bots. Intervals are 95\u{a0}%. A shared win counts in part.",
        played.join("; "),
        balance.studies[0].bot,
    )
}

fn counted(study: &Study) -> String {
    let games = study.tally.games;
    if games < study.asked {
        format!("{} of {} games (stopped)", grouped(games), grouped(study.asked))
    } else {
        format!("{} games", grouped(games))
    }
}

fn bot_description(balance: &Balance, study: &Study) -> String {
    if study.bot == "greedy" {
        "greedy bots, which play what looks best at first sight".to_owned()
    } else {
        format!("{} bots, which use {} playouts for each move", study.bot, balance.settings.playouts)
    }
}

/// The command that reproduces this report.
pub(super) fn command(balance: &Balance) -> String {
    let it = &balance.settings;
    let seats = it.seats.map_or(String::new(), |seats| format!(" --seats {seats}"));
    format!(
        "atlas lab balance {}{seats} --games {} --greedy-games {} --playouts {} --seed {}",
        it.game, it.games, it.greedy_games, it.playouts, it.seed
    )
}

/// The exact versions of the game and of Atlas.
pub(super) fn origin(balance: &Balance) -> String {
    let facts = &balance.facts;
    let content = balance.content.as_ref().map_or(String::new(), |hash| {
        let short: String = hash.chars().take(12).collect();
        format!(", content {short}")
    });
    format!(
        "{}, rules version {}{content}, Atlas {}",
        facts.name,
        facts.rules_version,
        env!("CARGO_PKG_VERSION")
    )
}

/// The most important figures, each with a name, a value and a remark.
pub(super) fn key_figures(balance: &Balance) -> Vec<[String; 3]> {
    let study = &balance.studies[0];
    let findings = &study.tally.findings;
    let first = findings.places[0];
    let mut figures = vec![if balance.facts.cooperative {
        ["The team wins".to_owned(), percent(first.rate()), range(first.interval(), percent)]
    } else {
        [
            "The first player wins".to_owned(),
            percent(first.rate()),
            Goal::of_seats(balance.seats).judge(first.rate(), first.interval()).words().to_owned(),
        ]
    }];
    for (kind, deeds) in findings.features.iter().filter(|(kind, _)| **kind != Feature::OPENING) {
        let names = by_rate(&deeds.names);
        if let (Some((most, high)), Some((least, low))) = (names.first(), names.last()) {
            figures.push([
                format!("{kind} by the winner"),
                format!("{:.2} - {:.2}", low.rate(), high.rate()),
                format!("from {least} to {most}"),
            ]);
        }
    }
    let (what, lengths) = match &findings.turns {
        turns if turns.games() > 0 => ("turns", turns),
        _ => ("moves", &findings.moves),
    };
    figures.push([
        "A game takes".to_owned(),
        format!("{:.1} {what}", lengths.mean()),
        format!("nine in ten take {} - {}", lengths.quantile(0.05), lengths.quantile(0.95)),
    ]);
    if let Some((way, games)) = findings.endings.iter().max_by_key(|(_, games)| **games) {
        figures.push([
            "Most games end by".to_owned(),
            way.clone(),
            percent(Share::counted(*games, study.tally.games).rate()),
        ]);
    }
    figures
}

/// The goals, judged for the first kind of bot only: games between greedy bots show little about a game.
pub(super) fn goals(balance: &Balance) -> Vec<Judged> {
    if balance.facts.cooperative {
        return Vec::new();
    }
    let study = &balance.studies[0];
    let findings = &study.tally.findings;
    let goal = Goal::of_seats(balance.seats);
    let share = findings.places[0];
    let mut goals = vec![Judged {
        name: "first player".to_owned(),
        what: "the first player's wins".to_owned(),
        cells: [
            range((goal.low, goal.high), percent),
            percent(share.rate()),
            range(share.interval(), percent),
        ],
        verdict: goal.judge(share.rate(), share.interval()),
    }];
    let goal = Goal::of_deeds(balance.seats);
    for (kind, deeds) in findings.features.iter().filter(|(kind, _)| **kind != Feature::OPENING) {
        for (name, deeds) in by_rate(&deeds.names) {
            goals.push(Judged {
                name: name.clone(),
                what: format!("{name}, {kind} by the winner"),
                cells: [
                    range((goal.low, goal.high), fraction),
                    fraction(deeds.rate()),
                    range(deeds.interval(), fraction),
                ],
                verdict: goal.judge(deeds.rate(), deeds.interval()),
            });
        }
    }
    goals
}

/// The goals in one sentence.
pub(super) fn headline(goals: &[Judged]) -> String {
    let missed: Vec<&str> =
        goals.iter().filter(|goal| !goal.verdict.is_within()).map(|goal| goal.name.as_str()).collect();
    match (missed.as_slice(), goals.len()) {
        (_, 0) => "Everyone wins or loses together, so there is nothing to judge between seats.".to_owned(),
        ([], 1) => "✓ The goal is met.".to_owned(),
        ([], all) => format!("✓ All {all} goals are met."),
        (missed, all) => {
            format!("✗ {} of {all} goals are met. Outside: {}.", all - missed.len(), missed.join(", "))
        }
    }
}

/// The goals as a table.
pub(super) fn goal_table(goals: &[Judged]) -> Table {
    let row = |goal: &Judged| {
        let [wanted, found, interval] = goal.cells.clone();
        vec![goal.what.clone(), found, interval, wanted, goal.verdict.words().to_owned()]
    };
    Table::new(
        &["what is judged", "found", "95 % interval", "goal", "verdict"],
        goals.iter().map(row).collect(),
    )
}

/// All sections of the report.
pub(super) fn sections(balance: &Balance) -> Vec<Section> {
    if balance.facts.cooperative {
        let together = [team(balance)].into_iter().chain(endings(balance)).chain([lengths(balance)]);
        return together.chain(statistics(balance)).collect();
    }
    let mut sections = vec![first_player(balance)];
    sections.extend(endings(balance));
    sections.push(lengths(balance));
    let kinds = &balance.studies[0].tally.findings.features;
    let (openings, others): (Vec<&'static str>, Vec<&'static str>) =
        kinds.keys().partition(|kind| **kind == Feature::OPENING);
    sections.extend(others.into_iter().chain(openings).map(|kind| deeds(balance, kind)));
    sections.extend(statistics(balance));
    sections
}

/// How often the team wins a co-operative game.
fn team(balance: &Balance) -> Section {
    let (mut bars_of, mut rows) = (Vec::new(), Vec::new());
    for study in &balance.studies {
        let (name, share) = (study.bot.clone(), study.tally.findings.places[0]);
        let written = percent(share.rate());
        rows.push(vec![
            name.clone(),
            grouped(share.games()),
            written.clone(),
            range(share.interval(), percent),
        ]);
        bars_of.push(Bar { name, share: share.rate(), written });
    }
    let group = Group { name: format!("{} seats", balance.seats), bars: bars_of };
    Section {
        title: "How often the team wins".to_owned(),
        words: format!("The share of games that a team of {} wins.", balance.seats),
        figures: vec![Figure { caption: "Share of games won".to_owned(), drawing: bars(&[group]) }],
        tables: vec![Table::new(&["team", "games", "wins", "95 % interval"], rows)],
    }
}

/// The share of wins, by order of play and by seat.
fn first_player(balance: &Balance) -> Section {
    let goal = Goal::of_seats(balance.seats);
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for (number, study) in balance.studies.iter().enumerate() {
        let places = study.tally.findings.places.iter().enumerate();
        let places = places.map(|(place, share)| (ordinal(place), *share, place == 0));
        let seats = study.tally.seats().iter().map(|line| (line.name.clone(), line.wins, false));
        for (name, share, judged) in places.chain(seats) {
            let verdict = judged.then(|| goal.judge(share.rate(), share.interval()));
            lines.push(Line {
                label: format!("{}, {name}", study.bot),
                series: number,
                marks: vec![Mark::of(share.rate(), share.interval(), Shape::Round, verdict)],
            });
            rows.push(vec![
                format!("{}, {name}", study.bot),
                grouped(share.games()),
                percent(share.rate()),
                range(share.interval(), percent),
                verdict.map_or(String::new(), |it| it.words().to_owned()),
            ]);
        }
    }
    let plot = Forest { goal, fair: 1.0 / balance.seats as f64, write: percent, legend: &[], lines };
    let figures = forest(&[plot])
        .into_iter()
        .map(|drawing| Figure { caption: "Share of games won".to_owned(), drawing });
    Section {
        title: "Who begins".to_owned(),
        words: format!(
            "The share of games that each seat wins, by the order of play and by the seat's number. The shaded goal \
             for the first player is {}.",
            range((goal.low, goal.high), percent)
        ),
        figures: figures.collect(),
        tables: vec![Table::new(&["who plays", "games", "wins", "95 % interval", "verdict"], rows)],
    }
}

/// The ways in which games end, if the game has several.
fn endings(balance: &Balance) -> Option<Section> {
    let found = balance.studies.iter().flat_map(|study| study.tally.findings.endings.keys());
    let ways: BTreeSet<&str> = found.map(String::as_str).collect();
    if ways.is_empty() {
        return None;
    }
    let of = |study: &Study, way: &str| {
        Share::counted(study.tally.findings.endings.get(way).copied().unwrap_or(0), study.tally.games)
    };
    let mut ways: Vec<&str> = ways.into_iter().collect();
    ways.sort_by(|a, b| of(&balance.studies[0], b).rate().total_cmp(&of(&balance.studies[0], a).rate()));
    let (mut groups, mut rows) = (Vec::new(), Vec::new());
    for way in ways {
        let mut bars = Vec::new();
        for study in &balance.studies {
            let (name, share) = (study.bot.clone(), of(study, way));
            let written = percent(share.rate());
            rows.push(vec![format!("{way}, {name}"), written.clone(), range(share.interval(), percent)]);
            bars.push(Bar { name, share: share.rate(), written });
        }
        groups.push(Group { name: way.to_owned(), bars });
    }
    Some(Section {
        title: "How games end".to_owned(),
        words: "The share of games that end in each way.".to_owned(),
        figures: vec![Figure { caption: "Share of games".to_owned(), drawing: bars(&groups) }],
        tables: vec![Table::new(&["ending", "games", "95 % interval"], rows)],
    })
}

/// The lengths of the games.
fn lengths(balance: &Balance) -> Section {
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for what in ["turns", "moves"] {
        let of = |study: &Study| {
            let findings = &study.tally.findings;
            if what == "turns" { findings.turns.clone() } else { findings.moves.clone() }
        };
        let all: Vec<Histogram> = balance.studies.iter().map(of).collect();
        for (number, (study, lengths)) in balance.studies.iter().zip(&all).enumerate() {
            if lengths.games() == 0 {
                continue;
            }
            figures.extend(
                histogram(lengths, &all, number)
                    .map(|drawing| Figure { caption: format!("{}: {what} per game", study.bot), drawing }),
            );
            rows.push(vec![
                format!("{what}, {}", study.bot),
                format!("{:.1}", lengths.mean()),
                format!("{} - {}", lengths.quantile(0.05), lengths.quantile(0.95)),
                lengths.quantile(0.0).to_string(),
                lengths.quantile(1.0).to_string(),
            ]);
        }
    }
    Section {
        title: "How long games are".to_owned(),
        words: if figures.is_empty() {
            "A move is one decision of a player. All games have the same length.".to_owned()
        } else {
            "A move is one decision of a player. The line marks the mean.".to_owned()
        },
        figures,
        tables: vec![Table::new(&["length", "mean", "nine in ten", "shortest", "longest"], rows)],
    }
}

/// How features of one kind are related to winning.
fn deeds(balance: &Balance, kind: &'static str) -> Section {
    let goal = Goal::of_deeds(balance.seats);
    let opening = kind == Feature::OPENING;
    // Openings are shown over the same goal, but without a verdict.
    let judge = |deeds: &Deeds| (!opening).then(|| goal.judge(deeds.rate(), deeds.interval()));
    let found = |study: &Study| study.tally.findings.features.get(kind).cloned().unwrap_or_default();
    let first = found(&balance.studies[0]);
    let order: Vec<&String> = by_rate(&first.names).into_iter().map(|(name, _)| name).collect();
    let (mut forests, mut tables) = (Vec::new(), Vec::new());
    for (number, study) in balance.studies.iter().enumerate() {
        let found = found(study);
        let rest = found.names.keys().filter(|name| !order.contains(name));
        let named = order
            .iter()
            .copied()
            .chain(rest)
            .filter_map(|name| Some((name.as_str(), found.names.get(name)?)));
        let named = named.map(|(name, deeds)| (name, deeds, judge(deeds)));
        let (mut lines, mut rows) = (Vec::new(), Vec::new());
        for (name, deeds, verdict) in named.chain([(TOGETHER, &found.all, None)]) {
            let mut marks = vec![Mark::of(deeds.rate(), deeds.interval(), Shape::Round, verdict)];
            // The player who does most of everything wins so often that this mark would squeeze the rest of the plot.
            if name != TOGETHER {
                marks.push(Mark::of(deeds.most.rate(), deeds.most.interval(), Shape::Hollow, None));
            }
            lines.push(Line { label: name.to_owned(), series: number, marks });
            let mut row = vec![
                name.to_owned(),
                grouped(deeds.times),
                fraction(deeds.rate()),
                range(deeds.interval(), fraction),
                fraction(deeds.most.rate()),
                range(deeds.most.interval(), fraction),
            ];
            if !opening {
                row.push(verdict.map_or(String::new(), |it| it.words().to_owned()));
            }
            rows.push(row);
        }
        forests.push(Forest {
            goal,
            fair: 1.0 / balance.seats as f64,
            write: fraction,
            legend: LEGEND,
            lines,
        });
        let title = format!("{kind}, {}", study.bot);
        let mut head = vec![
            &title,
            "times",
            "● by the winner",
            "95 % interval",
            "◇ wins of the player who did it most",
            "95 % interval",
        ];
        head.extend((!opening).then_some("verdict on ●"));
        tables.push(Table::new(&head, rows));
    }
    let captions = balance.studies.iter().map(|study| format!("{kind}, {}", study.bot));
    let figures =
        captions.zip(forest(&forests)).map(|(caption, drawing)| Figure { caption, drawing }).collect();
    let selection = if opening {
        " The options in a first turn depend on the deal, so these figures have no verdict."
    } else {
        ""
    };
    Section {
        title: if opening { "How games are opened".to_owned() } else { kind.to_owned() },
        words: format!(
            "● is the share of all times in which the eventual winner did it, ◇ the share of games won by the player \
             who did it more often than all others. {} is neutral, and the shaded goal for ● is {}. Winners do more of \
             everything, so compare each row with “{TOGETHER}”.{selection}",
            fraction(1.0 / balance.seats as f64),
            range((goal.low, goal.high), fraction),
        ),
        figures,
        tables,
    }
}

/// The name of the row for all features of a kind.
const TOGETHER: &str = "all together";

const LEGEND: &[(Shape, &str)] =
    &[(Shape::Round, "by the winner"), (Shape::Hollow, "wins of the player who did it most")];

/// The statistics of the game, as means per game.
fn statistics(balance: &Balance) -> Option<Section> {
    let mut head = vec!["per game".to_owned()];
    head.extend(balance.studies.iter().map(|study| study.bot.clone()));
    let mut names: Vec<&str> =
        balance.studies.iter().flat_map(|it| it.tally.counts().keys().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let row = |name: &str| {
        let mean = |study: &Study| {
            let count = study.tally.counts().get(name).copied().unwrap_or(0);
            format!("{:.2}", count as f64 / study.tally.games as f64)
        };
        std::iter::once(name.to_owned()).chain(balance.studies.iter().map(mean)).collect()
    };
    let rows: Vec<Vec<String>> = names.into_iter().map(row).collect();
    (!rows.is_empty()).then(|| Section {
        title: "What happens".to_owned(),
        words: "How often each of these happens in a game, on average.".to_owned(),
        figures: Vec::new(),
        tables: vec![Table { head, rows }],
    })
}

/// The features in descending order of their rate.
fn by_rate(names: &BTreeMap<String, Deeds>) -> Vec<(&String, &Deeds)> {
    let mut names: Vec<_> = names.iter().collect();
    names.sort_by(|(_, a), (_, b)| b.rate().total_cmp(&a.rate()));
    names
}

fn ordinal(place: usize) -> String {
    ["first", "second", "third", "fourth"]
        .get(place)
        .map_or_else(|| format!("{}th", place + 1), |it| (*it).to_owned())
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share as a decimal fraction.
pub(super) fn fraction(share: f64) -> String {
    format!("{share:.3}")
}

fn range((low, high): (f64, f64), write: fn(f64) -> String) -> String {
    let low = write(low);
    format!("{} - {}", low.trim_end_matches(" %"), write(high))
}

/// A number with a comma at every thousand.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
