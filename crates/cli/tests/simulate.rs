//! `atlas sim`: the same seed gives the same report, and errors are reported before the first game.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::{Process, Ran, arg, atlas, numbers};
use tempfile::TempDir;

/// Runs a simulation, and returns its output. Standard error must contain only the estimated time.
#[track_caller]
fn sim(args: &[&str]) -> String {
    let Ran { code, stdout, stderr } = atlas(&[&["sim", support::GAME], args].concat());
    assert_eq!(code, Some(0), "{stderr}");
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines.len() == 1 && lines[0].contains(" games, about "), "{stderr}");
    assert!(!stderr.contains(['\r', '\x1b']), "a progress bar is printed without a terminal: {stderr:?}");
    stdout
}

/// The report as JSON, without the timing, which depends on the machine.
#[track_caller]
fn report(args: &[&str]) -> Value {
    let output = sim(&[&["--json"], args].concat());
    let mut report: Value = serde_json::from_str(&output).expect("the output is only the report");
    let timing = report.as_object_mut().unwrap().remove("timing").expect("a report has its timing");
    assert!(timing["seconds"].as_f64().unwrap() > 0.0 && timing["games_per_second"].as_f64().unwrap() > 0.0);
    report
}

#[track_caller]
fn refused(args: &[&str]) -> String {
    atlas(&[&["sim"], args].concat()).failed()
}

fn names(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect()
}

/// The faults of each player.
fn faults(report: &Value) -> Vec<u64> {
    report["players"].as_array().unwrap().iter().map(|player| player["faults"].as_u64().unwrap()).collect()
}

#[test]
fn the_same_seed_gives_the_same_report_on_any_number_of_threads() {
    for players in ["greedy,random", "random,greedy,novice", "greedy,random,random,greedy"] {
        let games = if players.contains("novice") { "12" } else { "300" };
        let run = |seed: &str, threads: &str| {
            report(&["--seats", players, "--games", games, "--seed", seed, "--threads", threads])
        };
        let one = run("7", "1");
        assert_eq!(run("7", "1"), one, "two runs");
        assert_eq!(run("7", "2"), one, "two threads");
        assert_eq!(run("7", "5"), one, "more threads than cores");
        let other = run("8", "2");
        assert_eq!((&one["seed"], &other["seed"]), (&Value::from(7), &Value::from(8)));
        assert_ne!((&other["players"], &other["seats"]), (&one["players"], &one["seats"]), "another seed");
    }
}

#[test]
fn the_report_counts_every_game_for_every_player_and_every_seat() {
    let report = report(&["--seats", "greedy,random,random", "--games", "301", "--seed", "3"]);
    assert_eq!((&report["games"], &report["games_asked"]), (&Value::from(301), &Value::from(301)));
    assert_eq!(report["game"], support::GAME);
    for (lines, expected) in
        [("players", ["greedy", "random", "random (2)"]), ("seats", ["seat 0", "seat 1", "seat 2"])]
    {
        let lines = report[lines].as_array().unwrap();
        let names: Vec<&str> = lines.iter().map(|line| line["name"].as_str().unwrap()).collect();
        assert_eq!(names, expected);
        let mut wins = 0.0;
        for line in lines {
            let rate = line["win_rate"].as_f64().unwrap();
            let (low, high) =
                (line["win_rate_95"][0].as_f64().unwrap(), line["win_rate_95"][1].as_f64().unwrap());
            assert!(0.0 < low && low < rate && rate < high && high < 1.0, "{line}");
            assert!(high - low < 0.15, "{line}");
            assert_eq!((&line["games"], &line["faults"]), (&Value::from(301), &Value::from(0)));
            wins += rate;
        }
        assert!((wins - 1.0).abs() < 1e-9, "{wins}");
    }
    let moves = &report["moves_per_game"];
    assert_eq!((moves["min"].as_u64(), moves["max"].as_u64()), (Some(27), Some(27)));
    let rate = |player: usize| report["players"][player]["win_rate"].as_f64().unwrap();
    assert!(rate(0) > rate(1) && rate(0) > rate(2), "greedy beats random");
}

/// A row of the CSV file.
struct Row {
    moves: u64,
    winners: Vec<usize>,
    players: Vec<String>,
    scores: Vec<i64>,
}

impl Row {
    /// The share of a win that a seat gets.
    fn share(&self, seat: usize) -> f64 {
        if self.winners.contains(&seat) { 1.0 / self.winners.len() as f64 } else { 0.0 }
    }

    fn seat_of(&self, player: &str) -> usize {
        self.players.iter().position(|it| it == player).expect("every player plays")
    }
}

/// Reads the rows of a CSV file.
fn rows(path: &Path, seats: usize) -> Vec<Row> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|it| *it == name).expect("the column exists");
    let row = |(number, line): (usize, &str)| {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), header.len(), "{line}");
        assert_eq!(cells[column("game")], number.to_string());
        let of = |what: &str, seat: usize| cells[column(&format!("{what}_{seat}"))];
        Row {
            moves: cells[column("moves")].parse().unwrap(),
            winners: cells[column("winners")].split(' ').map(|seat| seat.parse().unwrap()).collect(),
            players: (0..seats).map(|seat| of("player", seat).to_owned()).collect(),
            scores: (0..seats).map(|seat| of("score", seat).parse().unwrap()).collect(),
        }
    };
    lines.enumerate().map(row).collect()
}

#[test]
fn the_rows_add_up_to_the_report() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.csv");
    let args = ["--seats", "greedy,random,novice", "--games", "25", "--seed", "5", "--csv", arg(&file)];
    let report = report(&args);
    let rows = rows(&file, 3);
    assert_eq!(rows.len(), 25);
    assert_eq!(names(folder.path()), [file], "no temporary file is left");
    let agree = |line: &Value, seat: &dyn Fn(&Row) -> usize| {
        let mean = |value: &dyn Fn(&Row) -> f64| rows.iter().map(value).sum::<f64>() / 25.0;
        let (won, score) = (mean(&|row| row.share(seat(row))), mean(&|row| row.scores[seat(row)] as f64));
        assert!((line["win_rate"].as_f64().unwrap() - won).abs() < 1e-9, "{line}");
        assert!((line["mean_score"].as_f64().unwrap() - score).abs() < 1e-9, "{line}");
    };
    for (number, player) in ["greedy", "random", "novice"].into_iter().enumerate() {
        agree(&report["seats"][number], &|_| number);
        agree(&report["players"][number], &|row| row.seat_of(player));
    }
    for row in &rows {
        assert_eq!(row.moves, 27);
        let best = row.scores.iter().max().unwrap();
        assert!(row.winners.iter().all(|seat| row.scores[*seat] == *best), "{:?}", row.scores);
    }
}

#[test]
fn the_players_change_seats_after_each_game() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.csv");
    sim(&["--seats", "greedy,random,novice", "--games", "4", "--csv", arg(&file)]);
    let seatings: Vec<String> = rows(&file, 3).iter().map(|row| row.players.join(" ")).collect();
    let turns = ["greedy random novice", "random novice greedy", "novice greedy random"];
    assert_eq!(seatings, [turns[0], turns[1], turns[2], turns[0]]);
}

#[test]
fn the_text_report_shows_players_seats_and_intervals() {
    let text = sim(&["--seats", "greedy,random", "--games", "50", "--seed", "2"]);
    let json = report(&["--seats", "greedy,random", "--games", "50", "--seed", "2"]);
    assert!(text.starts_with("enchanted-lands: 50 games, seed 2\n"), "{text}");
    assert!(text.contains("95 % interval") && text.contains("mean score"), "{text}");
    for line in ["players", "seats"].into_iter().flat_map(|part| json[part].as_array().unwrap()) {
        let name = line["name"].as_str().unwrap();
        let row = text.lines().find(|row| row.starts_with(name)).expect("each has a row");
        let percent = |value: &Value| format!("{:.1}", 100.0 * value.as_f64().unwrap());
        for shown in [&line["win_rate"], &line["win_rate_95"][0], &line["win_rate_95"][1]].map(percent) {
            assert!(row.contains(&shown), "{row} without {shown}");
        }
    }
    for word in ["moves per game", "Times", "Places", "games per second"] {
        assert!(text.contains(word), "no {word} in {text}");
    }
    assert!(!text.contains("stopped") && !text.contains('\x1b'), "{text}");
}

#[test]
fn options_are_used() {
    let begins = |seat: usize| {
        let options = format!(r#"{{"first":{seat}}}"#);
        let report = report(&["--seats", "greedy,random", "--games", "40", "--options", &options]);
        report["seats"].clone()
    };
    assert_ne!(begins(0), begins(1));
}

#[test]
fn invalid_arguments_are_refused_before_the_first_game() {
    for (args, named) in [
        (&["chess"][..], "chess"),
        (&["enchanted-lands", "--seats", "greedy,genius"], "genius"),
        (&["enchanted-lands", "--seats", "greedy,"], "no bot"),
        (&["enchanted-lands", "--seats", "human,greedy"], "human"),
        (&["enchanted-lands", "--seats", "greedy"], "takes 2 to 4 players, not 1"),
        (&["enchanted-lands", "--seats", "random,random,random,random,random"], "not 5"),
        (&["enchanted-lands", "--options", "{"], "JSON"),
        (&["enchanted-lands", "--options", r#"{"first":2}"#], "EL-R10"),
        (&["enchanted-lands", "--options", r#"{"last":1}"#], "last"),
        (&["enchanted-lands", "--games", "0"], "--games"),
        (&["enchanted-lands", "--games", "-1"], "-1"),
        (&["enchanted-lands", "--games", "1e3"], "1e3"),
        (&["enchanted-lands", "--games", "99999999999999999999"], "--games"),
        (&["enchanted-lands", "--seed", "-7"], "-7"),
        (&["enchanted-lands", "--seed", "seven"], "seven"),
        (&["enchanted-lands", "--threads", "0"], "--threads"),
        (&["enchanted-lands", "--threads", "100000"], "--threads"),
        (&["enchanted-lands", "--limit", "0"], "--limit"),
        (&["enchanted-lands", "--force"], "--csv"),
        (&["enchanted-lands", "--speed", "9"], "--speed"),
        (&[], "GAME"),
        (&["enchanted-lands", "--seats", "greedy,cmd:"], "cmd:"),
        (&["enchanted-lands", "--seats", "greedy,cmd:/no/such/program"], "/no/such/program"),
    ] {
        let message = refused(args);
        assert!(message.contains(named), "{args:?}: {message}");
        assert!(!message.contains("about"), "{args:?} was started: {message}");
    }
}

#[test]
fn rows_overwrite_a_file_only_with_force() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.csv");
    fs::write(&file, "precious\n").unwrap();
    let args = ["enchanted-lands", "--games", "3", "--csv", arg(&file)];
    let message = refused(&args);
    assert!(message.contains("games.csv") && !message.contains("about"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious\n");

    sim(&["--games", "3", "--csv", arg(&file), "--force"]);
    assert_eq!(rows(&file, 2).len(), 3);
    assert_eq!(names(folder.path()), [file]);
}

#[test]
fn an_invalid_path_is_refused_before_the_first_game() {
    let folder = TempDir::new().unwrap();
    let inside = folder.path().join("missing").join("games.csv");
    // This number of games would take hours.
    let args = |file| ["enchanted-lands", "--games", "100000000", "--force", "--csv", file];
    for place in [inside.as_path(), folder.path(), Path::new("/"), Path::new("")] {
        let message = refused(&args(arg(place)));
        assert!(!message.contains("about"), "{message}");
    }
    assert!(refused(&args(arg(&inside))).contains("missing"));
    assert_eq!(names(folder.path()), [] as [PathBuf; 0]);
}

#[test]
fn a_refused_simulation_leaves_no_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.csv");
    refused(&["enchanted-lands", "--seats", "greedy", "--csv", arg(&file)]);
    refused(&["enchanted-lands", "--seats", "greedy,cmd:/no/such/program", "--csv", arg(&file)]);
    assert_eq!(names(folder.path()), [] as [PathBuf; 0]);
}

/// Programs as players, written as shell scripts, and stopping by signals.
#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// Answers with the first legal sentence.
    const FIRST: &str = r#"
        while read -r message; do
            case $message in
                *'"type":"turn"'*) legal=${message##*\"legal\":[\"}; echo "${legal%%\"*}" ;;
            esac
        done"#;

    /// Answers in JSON with the second legal sentence, and prints to standard error when a game is over.
    const SECOND: &str = r#"
        while read -r message; do
            case $message in
                *'"type":"turn"'*)
                    legal=${message##*\"legal\":[\"}
                    rest=${legal#*\",\"}
                    echo "{\"action\":\"${rest%%\"*}\"}" ;;
                *'"type":"over"'*) echo "a game is over" >&2 ;;
            esac
        done"#;

    struct Scripts(TempDir);

    impl Scripts {
        fn new() -> Scripts {
            Scripts(TempDir::new().unwrap())
        }

        /// A player that runs this script.
        fn player(&self, name: &str, script: &str) -> String {
            let file = self.0.path().join(name);
            fs::write(&file, script).unwrap();
            format!("cmd:sh {}", arg(&file))
        }
    }

    #[test]
    fn a_program_plays_a_seat_like_a_bot() {
        let scripts = Scripts::new();
        let program = scripts.player("first.sh", FIRST);
        let seats = format!("{program},greedy,random");
        let run = |threads| report(&["--seats", &seats, "--games", "9", "--threads", threads]);
        let one = run("1");
        assert_eq!(faults(&one), [0, 0, 0]);
        assert_eq!(one["games"], 9);
        assert_eq!(one["players"][0]["name"], program.as_str());
        // The program never bets, so it never scores.
        assert_eq!(one["players"][0]["mean_score"], 0.0);
        assert_eq!(run("2"), one);
    }

    #[test]
    fn a_program_receives_the_start_its_turns_the_news_and_the_end() {
        let scripts = Scripts::new();
        let log = scripts.0.path().join("log");
        let script = FIRST.replace(
            "while read -r message; do",
            &format!("while read -r message; do printf '%s\\n' \"$message\" >> {};", arg(&log)),
        );
        let seats = format!("greedy,{}", scripts.player("logs.sh", &script));
        report(&["--seats", &seats, "--games", "1", "--threads", "1"]);
        let log = fs::read_to_string(log).unwrap();
        let messages: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        // The last game, because the games for the time estimate come before it.
        let starts = |message: &Value| message["type"] == "start";
        let begin = messages.iter().rposition(starts).expect("a game begins");
        let game = &messages[begin..];
        let kinds: Vec<&str> = game.iter().map(|message| message["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, [&["start"][..], &["turn"; 13], &["over"]].concat());
        let seat = game[0]["seat"].as_u64().unwrap();
        assert_eq!((&game[0]["protocol"], &game[0]["seats"]), (&Value::from(1), &Value::from(2)));
        for turn in &game[1..14] {
            assert_eq!(turn["seat"], seat);
            assert!(!turn["question"]["text"].as_str().unwrap().is_empty());
            assert!(!support::strings(&turn["legal"]).is_empty());
            assert!(turn["view"]["hands"][seat as usize].is_array());
            assert_eq!(turn["view"]["hands"][1 - seat as usize], Value::Null);
            let news = turn["news"].as_array().unwrap();
            let other = format!("Seat {} draws ", 1 - seat);
            for text in news.iter().map(|news| news["text"].as_str().unwrap()) {
                assert!(!text.starts_with(&other) || text == format!("{other}a card."), "{text}");
            }
        }
        assert!(game[2]["news"].as_array().unwrap().len() >= 2, "both seats have played since");
        assert_eq!(numbers(&game[14]["result"]["scores"]).len(), 2);
    }

    #[test]
    fn random_moves_replace_invalid_answers() {
        let scripts = Scripts::new();
        for (name, answer) in [
            ("words.sh", r#"echo "I would rather not""#),
            ("illegal.sh", r#"echo "dawn-8""#),
            ("json.sh", r#"echo '{"action":3}'"#),
            ("empty.sh", "echo"),
            ("bytes.sh", r"printf '\377\376\n'"),
            ("long.sh", "head -c 2000000 /dev/zero; echo"),
        ] {
            let script = format!(
                "while read -r message; do case $message in *'\"type\":\"turn\"'*) {answer} ;; esac; done"
            );
            let seats = format!("greedy,{}", scripts.player(name, &script));
            let report = report(&["--seats", &seats, "--games", "2", "--threads", "1"]);
            assert_eq!(report["games"], 2);
            assert_eq!(faults(&report), [0, 26], "{name}");
        }
    }

    #[test]
    fn random_moves_replace_a_program_that_has_ended() {
        let report = report(&["--seats", "cmd:true,greedy", "--games", "4"]);
        assert_eq!((&report["games"], faults(&report)), (&Value::from(4), vec![52, 0]));
        let text = sim(&["--seats", "cmd:false,greedy", "--games", "2"]);
        assert!(text.contains("26 answers were late or illegal"), "{text}");
    }

    #[test]
    fn a_program_that_does_not_read_or_answer_does_not_block_the_game() {
        // The program is sent far more than a pipe can hold.
        let silent = report(&["--seats", "cmd:sleep 1000,greedy", "--games", "12", "--limit", "1"]);
        assert_eq!(faults(&silent), [12 * 13, 0]);
        let babbling = report(&["--seats", "cmd:yes,greedy", "--games", "12", "--limit", "1000"]);
        assert_eq!(faults(&babbling), [12 * 13, 0]);
    }

    /// Starts a long simulation, and sends it a signal after its first game. If `to_group` is set, the signal goes to
    /// its whole process group.
    fn stopped_by(signal: &[&str], scripts: &Scripts, args: &[&str], to_group: bool) -> Ran {
        let seats = format!("random,{}", scripts.player("second.sh", SECOND));
        let all = ["sim", support::GAME, "--games", "100000000", "--threads", "1", "--seats", &seats];
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        command.args(all).args(args);
        if to_group {
            command.process_group(0);
        }
        let mut process = Process::of(&mut command);
        process.error_until(" games, about ");
        process.error_until("a game is over\n");
        let target = if to_group { format!("-{}", process.id()) } else { process.id().to_string() };
        let sent = Command::new("kill").args(signal).arg("--").arg(target).status().unwrap();
        assert!(sent.success());
        process.finish()
    }

    #[test]
    fn an_interrupted_simulation_reports_the_games_played_so_far() {
        let scripts = Scripts::new();
        let Ran { code, stdout, stderr } = stopped_by(&["-INT"], &scripts, &[], false);
        assert_eq!(code, Some(0), "{stderr}");
        let first = stdout.lines().next().unwrap();
        assert!(first.contains(" of 100000000 (stopped)"), "{stdout}");
        let games: u64 = first.split(' ').nth(1).unwrap().parse().unwrap();
        assert!((1..100_000_000).contains(&games), "{first}");
        assert!(stderr.contains("stopping"), "{stderr}");
    }

    #[test]
    fn an_interrupted_simulation_writes_its_rows_and_its_json() {
        let scripts = Scripts::new();
        let file = scripts.0.path().join("games.csv");
        let ran = stopped_by(&["-TERM"], &scripts, &["--json", "--csv", arg(&file)], false);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(report["games_asked"], 100_000_000);
        let games = report["games"].as_u64().unwrap();
        assert!(games >= 1);
        assert_eq!(rows(&file, 2).len() as u64, games);
    }

    #[test]
    fn an_interrupt_from_the_keyboard_does_not_kill_the_programs() {
        // The terminal sends the signal to the whole process group.
        let scripts = Scripts::new();
        let ran = stopped_by(&["-INT"], &scripts, &["--json"], true);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(faults(&report), [0, 0], "{ran:?}");
    }

    #[test]
    fn an_interrupt_stops_a_simulation_on_all_cores() {
        let mut process =
            Process::start(&["sim", support::GAME, "--games", "100000000", "--seats", "random,random"]);
        process.error_until(" games, about ");
        process.error_until("\n");
        let sent = Command::new("kill").arg("-INT").arg(process.id().to_string()).status().unwrap();
        assert!(sent.success());
        let ran = process.finish();
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.stdout.contains(" of 100000000 (stopped)"), "{}", ran.stdout);
    }
}

#[test]
fn the_strength_of_the_bots_is_measured() {
    let strength = |args: &[&str]| atlas(&[&["lab", "strength"], args].concat());
    let args = ["enchanted-lands", "--games", "40", "--only", "novice", "--seed", "2"];
    let ran = strength(&args);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.starts_with("novice against greedy: ") && !ran.stderr.contains('\x1b'), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "a heading, a rule and the one pair: {ran:?}");
    let row: Vec<&str> = lines[2].split('|').map(str::trim).collect();
    assert_eq!(row[1..4], ["novice", "greedy", "40"]);
    let wins: f64 = row[4].trim_end_matches(" %").parse().unwrap();
    let (low, high) = row[5].trim_end_matches(" %").split_once(" - ").unwrap();
    let (low, high): (f64, f64) = (low.parse().unwrap(), high.parse().unwrap());
    assert!(0.0 < low && low < wins && wins < high && wins > 50.0, "{row:?}");
    assert_eq!(strength(&args).stdout, ran.stdout);
    assert!(strength(&["chess"]).failed().contains("chess"));
    assert!(strength(&["enchanted-lands", "--only", "genius"]).failed().contains("genius"));
}
