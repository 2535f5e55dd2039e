//! `atlas` in the terminal: playing at the prompt, reading the rules and the help, and `atlas bot-protocol`.

mod support;

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use support::{GAME, Process, atlas, numbers, strings, title};

/// A person at the prompt of `atlas play`.
struct Person {
    process: Process,
    seat: u8,
}

impl Person {
    /// Starts a game, and returns the output up to the first prompt.
    #[track_caller]
    fn start(seat: u8, args: &[&str]) -> (Person, String) {
        let mut person = Person { process: Process::start(args), seat };
        let output = person.output().expect("the prompt is shown");
        (person, output)
    }

    /// The output up to the next prompt; `None` if there is no further prompt.
    fn output(&mut self) -> Option<String> {
        self.process.until(&format!("seat {}> ", self.seat))
    }

    /// Types a line, and returns the output up to the next prompt.
    #[track_caller]
    fn types(&mut self, line: &str) -> String {
        self.process.send_line(line);
        self.output().expect("the prompt is shown again")
    }

    /// The legal sentences, parsed from the output of `legal`.
    #[track_caller]
    fn legal(&mut self) -> Vec<String> {
        let output = self.types("legal");
        let mut legal = Vec::new();
        for line in output.lines().filter_map(|line| line.strip_prefix("  ")) {
            let (card, bets) = line.split_once(", or ").unwrap_or((line, ""));
            let bets = bets.split_once(" with ").map_or("", |(_, bets)| bets);
            legal.push(card.to_owned());
            legal.extend(bets.split(", ").filter(|bet| !bet.is_empty()).map(|bet| format!("{card} {bet}")));
        }
        assert!(!legal.is_empty(), "{output}");
        legal
    }

    /// The hand that is shown below the table.
    #[track_caller]
    fn hand(&mut self) -> Vec<String> {
        let output = self.types("board");
        let line =
            output.lines().find_map(|line| line.strip_prefix(&format!("hand of seat {}: ", self.seat)));
        line.expect("the player's own hand is shown").split_whitespace().map(str::to_owned).collect()
    }
}

/// A card that is not in the hand.
fn missing(hand: &[String]) -> String {
    let cards =
        ["dawn", "day", "sunset", "night"].into_iter().flat_map(|suit| (1..8).map(move |n| (suit, n)));
    cards.map(|(suit, n)| format!("{suit}-{n}")).find(|card| !hand.contains(card)).unwrap()
}

#[test]
fn whole_games_are_played_at_the_prompt() {
    for (seats, people, turns) in
        [(2, "human,greedy", 13), (3, "human,random,greedy", 9), (4, "human,greedy,random,random", 7)]
    {
        let (mut person, welcome) =
            Person::start(0, &["play", GAME, "--seats", people, "--seed", "5", "--ask-all"]);
        assert!(welcome.starts_with("Enchanted Lands. "), "{welcome}");
        assert!(welcome.contains("Type `help` for help."), "{welcome}");
        for turn in 0..turns {
            let (legal, hand) = (person.legal(), person.hand());
            let choice = &legal[turn * 7 % legal.len()];
            let card = choice.split(' ').next().unwrap().to_owned();
            assert!(hand.contains(&card), "{choice} from {hand:?}");
            person.process.send_line(choice);
            if turn + 1 < turns {
                let output = person.output().expect("there is another turn");
                assert!(
                    output.contains(&format!("seat 0 (you) plays {}. (EL-32)", title(&card))),
                    "{output}"
                );
                assert_eq!(output.matches(") plays ").count(), seats, "everyone has played: {output}");
                assert!(output.contains("Play a card"), "{output}");
                for line in output.lines().filter(|line| line.contains(" draws ")) {
                    assert_eq!(line.contains("(you)"), !line.contains("draws a card"), "{line}");
                }
                assert!(!output.contains("hand of seat 1"), "{output}");
            }
        }
        let end = person.process.finish().succeeded();
        assert!(end.contains("The game is over: "), "{end}");
        let results = end.lines().filter(|line| line.contains(" points") && line.starts_with("seat "));
        assert_eq!(results.count(), seats, "{end}");
        assert!(end.contains("<- wins") && end.contains("removed: "), "{end}");
    }
}

#[test]
fn the_last_card_is_played_automatically() {
    let (mut person, _) = Person::start(0, &["play", GAME, "--seats", "human,greedy", "--seed", "5"]);
    for turn in 0..12 {
        let legal = person.legal();
        person.process.send_line(&legal[turn * 7 % legal.len()]);
        if turn < 11 {
            person.output().expect("there is another turn");
        }
    }
    assert!(person.process.finish().succeeded().contains("The game is over: "));
}

#[test]
fn secure_the_rift_is_played_at_the_prompt() {
    let options = r#"{"life":6,"first":0,"decks":["burn-rate","burn-rate"]}"#;
    let args = ["play", "secure-the-rift", "--seats", "human,greedy", "--seed", "3", "--options", options];
    let (mut person, mut output) = Person::start(0, &args);
    assert!(output.contains("hand of seat 0:"), "{output}");
    let mut asked = 0;
    // A player who only passes and never blocks loses.
    loop {
        asked += 1;
        assert!(asked < 300, "the game does not end: {output}");
        let legal = person.legal();
        let answer = ["keep", "declare", "pass"].into_iter().find(|word| legal.iter().any(|it| it == word));
        let answer = answer.map_or_else(|| legal[1].clone(), str::to_owned);
        person.process.send_line(&answer);
        match person.output() {
            Some(more) => output = more,
            None => break,
        }
    }
    let end = person.process.finish().succeeded();
    assert!(end.contains("seat 1  greedy") && end.contains("<- wins"), "{end}");
}

/// SR-13, SR-54: people are asked as long as more than one move is legal, even if a bot would consider only one.
#[test]
fn people_are_asked_for_every_choice() {
    let options = r#"{"first":0,"decks":["burn-rate","burn-rate"]}"#;
    let args = ["play", "secure-the-rift", "--seats", "human,greedy", "--seed", "3", "--options", options];
    let (mut person, _) = Person::start(0, &args);
    let redraws = |legal: &[String]| legal.iter().filter(|it| it.starts_with("redraw ")).count();
    let first = person.legal();
    let last = first.iter().rfind(|it| it.starts_with("redraw ")).expect("a card can be redrawn").clone();
    person.process.send_line(&last);
    person.output().expect("more cards can be redrawn");
    let second = person.legal();
    assert!(redraws(&second) > 0 && second.contains(&"keep".to_owned()), "{second:?}");
    person.process.send_line("keep");
    // The Beginning step comes before the Main step: the Energy card could be used.
    person.output().expect("the player has priority");
    let beginning = person.legal();
    assert!(beginning.iter().any(|it| it.starts_with("use ")), "{beginning:?}");
    assert!(beginning.contains(&"pass".to_owned()), "{beginning:?}");
}

/// SR-128: a player may concede at any time.
#[test]
fn a_player_concedes_at_the_prompt() {
    let args = ["play", "secure-the-rift", "--seats", "human,greedy", "--seed", "3"];
    let (mut person, _) = Person::start(0, &args);
    person.process.send_line("concede");
    let end = person.process.finish().succeeded();
    assert!(end.contains("concedes. (SR-128)"), "{end}");
    assert!(end.contains("0 points   lost (conceded)") && end.contains("<- wins"), "{end}");
}

#[test]
fn a_refusal_cites_the_rule_and_changes_nothing() {
    let args = ["play", GAME, "--seats", "human,greedy", "--seed", "7", "--options", r#"{"first":0}"#];
    let (mut person, _) = Person::start(0, &args);
    let (legal, hand) = (person.legal(), person.hand());
    let own = &hand[0];
    let elsewhere = missing(&hand);
    for (line, rule) in [
        (elsewhere.clone(), Some("EL-31")),
        (format!("{own} time 6"), Some("EL-36")),
        (format!("{own} place 0"), Some("EL-36")),
        ("dawn-8".to_owned(), Some("EL-31")),
        ("xyzzy".to_owned(), None),
        (format!("{own} time"), None),
        (format!("{own} luck 3"), None),
        ("\u{1f332}".repeat(1000), None),
    ] {
        let output = person.types(&line);
        assert!(output.starts_with('\n') && output.len() < 1000, "{line}: {output}");
        if let Some(rule) = rule {
            assert!(output.contains(&format!("({rule})")), "{line}: {output}");
            assert!(output.contains(&format!("Read it with `rules {rule}`.")), "{line}: {output}");
        }
        assert_eq!((person.legal(), person.hand()), (legal.clone(), hand.clone()), "after {line}");
    }
    // Invalid UTF-8, and an empty line.
    person.process.write(b"\xff\xfe\n");
    assert!(person.output().unwrap().contains("is not a card"));
    assert_eq!(person.types("   ").trim(), "seat 0>");
    assert!(person.types(own).contains(&format!("seat 0 (you) plays {}. (EL-32)", title(own))));
}

#[test]
fn the_commands_of_the_prompt_work() {
    let args = ["play", GAME, "--seats", "human,greedy", "--seed", "3", "--options", r#"{"first":0}"#];
    let (mut person, _) = Person::start(0, &args);
    let hand = person.hand();

    let help = person.types("help");
    for word in ["legal", "why", "rules", "hint", "board", "log", "undo", "quit"] {
        assert!(help.lines().any(|line| line.starts_with(&format!("  {word}"))), "no {word} in {help}");
    }
    let rule = person.types("rules EL-23");
    assert!(rule.contains("EL-23") && rule.contains("Time"), "{rule}");
    assert_eq!(person.types("rules el-23"), rule);
    assert!(person.types("rules EL-999").contains("EL-999"));
    assert!(person.types("rules chess").contains("chess"));
    assert!(person.types("rules").contains(GAME));

    assert!(person.types(&format!("why {}", hand[0])).contains("This is legal."));
    let why = person.types(&format!("why {}", missing(&hand)));
    assert!(why.contains("is not in your hand") && why.contains("EL-31"), "{why}");
    assert!(person.types("why").contains("Name the card to play"));

    let hint = person.types("hint");
    let advice = hint.lines().find_map(|line| line.strip_prefix("An adept bot would play ")).unwrap();
    let advice = advice.split(". ").next().unwrap().to_owned();
    assert!(person.legal().contains(&advice), "{hint}");
    assert_eq!(person.types("hint"), hint, "the same question gives the same hint");

    assert!(person.types("log").trim() == "seat 0>", "nothing has happened yet");
    assert!(person.types("undo").contains("you have not made a move yet"));
    person.types(&advice);
    let log = person.types("log");
    let card = advice.split(' ').next().unwrap();
    assert!(log.contains(&format!("seat 0 (you) plays {}. (EL-32)", title(card))), "{log}");
    assert!(log.contains("seat 1 (greedy) draws a card. (EL-41)"), "{log}");
    assert!(person.types("undo").contains("You cannot take this back"));
    assert!(person.hand().len() == 7 && !person.hand().contains(&card.to_owned()));
}

#[test]
fn the_game_can_be_left_with_a_command_or_the_end_of_input() {
    for word in ["quit", "exit", ""] {
        let (mut person, _) = Person::start(0, &["play", "--seats", "human,greedy", "--seed", "1"]);
        if !word.is_empty() {
            person.process.send_line(word);
        }
        let end = person.process.finish().succeeded();
        assert!(end.ends_with("You have left the game.\n"), "{end}");
        assert!(!end.contains("points"), "{end}");
    }
}

#[test]
fn two_people_who_share_a_screen_do_not_see_each_others_hands() {
    let args = ["play", "--seats", "human,human", "--seed", "2", "--options", r#"{"first":1}"#];
    let mut process = Process::start(&args);
    let before = process.until("Press Enter to see your hand.\n").unwrap();
    assert!(before.contains("Seat 1: it is your turn") && !before.contains("hand of seat"), "{before}");
    process.send_line("");
    let mut one = Person { process, seat: 1 };
    let shown = one.output().unwrap();
    assert!(shown.contains("hand of seat 1: ") && !shown.contains("hand of seat 0"), "{shown}");
    let hand = one.hand();
    one.process.send_line(&hand[0]);
    let mut process = one.process;
    let between = process.until("Press Enter to see your hand.\n").unwrap();
    assert!(between.contains("Seat 0: it is your turn") && !between.contains("hand of seat"), "{between}");
    assert!(between.contains("seat 1 (human) draws a card"), "{between}");
    process.send_line("");
    let mut other = Person { process, seat: 0 };
    let shown = other.output().unwrap();
    assert!(shown.contains("hand of seat 0: ") && !shown.contains("hand of seat 1"), "{shown}");
}

#[test]
fn play_without_arguments_starts_a_game_against_a_bot() {
    let output = atlas(&["play"]).succeeded();
    assert!(output.starts_with("Enchanted Lands. "), "{output}");
    assert!(output.contains("seat 0  you") && output.contains("seat 1  adept"), "{output}");
    assert!(output.ends_with("You have left the game.\n"), "{output}");
}

#[test]
fn invalid_arguments_are_refused_with_a_reason() {
    for (args, named) in [
        (&["play", "chess"][..], "chess"),
        (&["play", "--seats", "human"], "takes 2 to 4 players"),
        (&["play", "--seats", "human,greedy,greedy,greedy,greedy"], "not 5"),
        (&["play", "--seats", "human,genius"], "genius"),
        (&["play", "--seats", "human,cmd:true"], "atlas sim"),
        (&["play", "--seats", ""], "no bot"),
        (&["play", "--seed", "-1"], "-1"),
        (&["play", "--seed", "99999999999999999999"], "--seed"),
        (&["play", "--seed", "seven"], "--seed"),
        (&["play", "--options", "{"], "JSON"),
        (&["play", "--options", r#"{"first":2}"#], "EL-R10"),
        (&["play", "--colour"], "--colour"),
        (&["dance"], "dance"),
        (&["bot-protocol"], "GAME"),
        (&["bot-protocol", "chess"], "chess"),
        (&["bot-protocol", GAME, "--against", "human"], "are for bots"),
        (&["bot-protocol", GAME, "--against", "genius"], "genius"),
        (&["bot-protocol", GAME, "--seat", "2"], "0 to 1"),
        (&["bot-protocol", GAME, "--seat", "256"], "--seat"),
        (&["bot-protocol", GAME, "--against", "greedy,greedy,greedy,greedy"], "not 5"),
        (&["bot-protocol", GAME, "--seed", "x"], "--seed"),
        (&["completions", "tcsh"], "tcsh"),
        (&["engine", "--fast"], "--fast"),
    ] {
        let message = atlas(args).failed();
        assert!(message.contains(named), "{args:?}: {message}");
    }
}

#[test]
fn games_and_rules_are_printed() {
    let games = atlas(&["games"]).succeeded();
    assert!(games.contains(GAME) && games.contains("Enchanted Lands (2-4 players)"), "{games}");
    let books = atlas(&["rules"]).succeeded();
    assert!(books.contains(GAME) && books.contains("EL-"), "{books}");
    let book = atlas(&["rules", GAME]).succeeded();
    assert!(book.starts_with("# Enchanted Lands\n") && book.contains("**EL-23"), "{book}");
    let rule = atlas(&["rules", "EL-23"]).succeeded();
    assert!(rule.starts_with("EL-23  ") && rule.len() < book.len() / 10, "{rule}");
    assert!(!rule.contains("**EL-24"), "{rule}");
    assert_eq!(atlas(&["rules", "el-23"]).succeeded(), rule);
    assert_eq!(atlas(&["rules", GAME, "EL-23"]).succeeded(), rule);
    for (args, named) in [
        (&["EL-999"][..], "EL-999"),
        (&["EL"], "EL"),
        (&["EL-"], "EL-"),
        (&["ZZ-1"], "ZZ-1"),
        (&["chess"], "chess"),
        (&[""], "neither a game"),
        (&["chess", "EL-23"], "chess"),
        (&[GAME, "EL-999"], "EL-999"),
        (&[GAME, ""], "no rule"),
        (&[GAME, "EL-23", "EL-24"], "EL-24"),
    ] {
        let message = atlas(&[&["rules"], args].concat()).failed();
        assert!(message.contains(named), "{args:?}: {message}");
    }
}

#[test]
fn every_rule_that_a_game_cites_exists() {
    let mut engine = support::Engine::start();
    engine.new_game(4, 1);
    let mut cited = std::collections::BTreeSet::new();
    while let Some(action) = engine.legal().get(1).cloned() {
        for event in engine.act(&action)["events"].as_array().unwrap() {
            cited.insert(event["rule"].as_str().unwrap().to_owned());
        }
    }
    assert!(cited.len() >= 3, "{cited:?}");
    for rule in cited {
        assert!(atlas(&["rules", &rule]).succeeded().starts_with(&format!("{rule}  ")));
    }
}

#[test]
fn every_command_has_help_with_examples() {
    let with_examples = [
        &[][..],
        &["play"],
        &["engine"],
        &["bot-protocol"],
        &["sim"],
        &["lab", "strength"],
        &["load"],
        &["replay"],
        &["verify"],
        &["rules"],
        &["pack", "check"],
        &["pack", "show"],
        &["deck", "check"],
        &["deck", "list"],
        &["deck", "show"],
        &["completions"],
        &["man"],
    ];
    for command in with_examples.into_iter().chain([&["lab"][..], &["pack"], &["deck"], &["games"]]) {
        let help = atlas(&[command, &["--help"]].concat()).succeeded();
        assert!(help.contains("Usage: atlas") && help.contains("-h, --help"), "{help}");
        assert!(command.iter().all(|word| help.contains(word)), "{help}");
        assert_eq!(help.contains("Example"), with_examples.contains(&command), "{command:?}: {help}");
        assert!(!atlas(&[command, &["-h"]].concat()).succeeded().is_empty());
    }
    let version = atlas(&["--version"]).succeeded();
    assert_eq!(version, format!("atlas {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_and_the_manual_page_contain_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = atlas(&["completions", shell]).succeeded();
        for word in ["atlas", "sim", "bot-protocol", "verify"] {
            assert!(script.contains(word), "{shell} does not contain {word}");
        }
    }
    let page = atlas(&["man"]).succeeded();
    assert!(page.starts_with(".ie ") || page.starts_with(".TH "), "{page}");
    assert!(page.contains(".TH atlas 1"), "{page}");
    for word in ["play", "engine", "sim", "replay", "verify", "rules"] {
        assert!(page.contains(word), "no {word} in {page}");
    }
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    for args in [
        &["rules", GAME][..],
        &["rules", "EL-23"],
        &["games"],
        &["man"],
        &["completions", "zsh"],
        &["--help"],
        &["play", "--seats", "random,random", "--seed", "1"],
        &["sim", GAME, "--games", "2"],
    ] {
        // The reader is closed before anything is written.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_atlas"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
        assert!(stderr.is_empty() || stderr.contains(" games, about "), "{args:?}: {stderr}");
    }
}

#[test]
fn the_engine_exits_quietly_if_its_output_pipe_is_closed() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let (input, mut requests) = std::io::pipe().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_atlas"))
        .arg("engine")
        .stdin(input)
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut requests, b"{\"cmd\":\"hello\"}\n").unwrap();
    // The engine ends although its input stays open.
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// A program that plays one seat of a match.
struct Program(Process);

impl Program {
    /// The next message.
    #[track_caller]
    fn message(&mut self) -> Value {
        let line = self.0.line().expect("a message is printed");
        serde_json::from_str(&line).expect("a message is JSON")
    }
}

#[test]
fn a_program_plays_one_seat_of_a_match_through_the_bot_protocol() {
    for (seat, against, turns) in [(0, "greedy", 13), (1, "greedy,random", 9), (3, "random,random,greedy", 7)]
    {
        let number = seat.to_string();
        let args = ["bot-protocol", GAME, "--against", against, "--seat", &number, "--seed", "4"];
        let seats = against.split(',').count() + 1;
        let mut program = Program(Process::start(&args));
        let start = json!({ "type": "start", "protocol": 1, "game": GAME, "seats": seats, "seat": seat });
        assert_eq!(program.message(), start);
        for turn in 0..turns {
            let mut message = program.message();
            assert_eq!((&message["type"], &message["seat"]), (&json!("turn"), &json!(seat)), "{message}");
            let hands = message["view"]["hands"].as_array().unwrap();
            assert!(hands.iter().enumerate().all(|(other, hand)| hand.is_array() == (other == seat)));
            for news in message["news"].as_array().unwrap() {
                assert!(
                    !news["rule"].as_str().unwrap().is_empty() && !news["text"].as_str().unwrap().is_empty()
                );
            }
            assert!(turn == 0 || message["news"].as_array().unwrap().len() >= seats, "{message}");
            let legal = strings(&message["legal"]);
            if turn % 3 == 1 {
                // Every invalid answer is refused with a reason, and the program is asked again.
                let own = hands[seat][0].as_str().unwrap();
                for (bad, rule) in [
                    (format!("{own} time 6"), json!("EL-36")),
                    ("nonsense".to_owned(), Value::Null),
                    (r#"{"sentence":"dawn-3"}"#.to_owned(), Value::Null),
                    (r#"{"action":"dawn-8"}"#.to_owned(), json!("EL-31")),
                    (String::new(), Value::Null),
                ] {
                    program.0.send_line(&bad);
                    let refused = program.message();
                    assert_eq!((&refused["type"], &refused["rule"]), (&json!("refused"), &rule), "{bad}");
                    assert!(!refused["message"].as_str().unwrap().is_empty());
                    let again = program.message();
                    for part in ["type", "seat", "question", "view", "legal"] {
                        assert_eq!(again[part], message[part], "{part} after {bad}");
                    }
                }
                program.0.write(b"\xff\n");
                assert_eq!(program.message()["type"], "refused");
                message = program.message();
                assert_eq!(message["type"], "turn");
            }
            let answer = &legal[turn * 5 % legal.len()];
            program.0.send_line(&if turn % 2 == 0 {
                answer.clone()
            } else {
                json!({ "action": answer }).to_string()
            });
        }
        let over = program.message();
        assert_eq!((&over["type"], &over["result"]["over"]), (&json!("over"), &json!(true)));
        assert_eq!(numbers(&over["result"]["scores"]).len(), seats);
        assert!(!numbers(&over["result"]["winners"]).is_empty());
        assert_eq!(program.0.finish().succeeded(), "");
    }
}

#[test]
fn a_program_that_ends_before_its_match_is_reported() {
    let mut program = Program(Process::start(&["bot-protocol", GAME, "--seed", "4"]));
    assert_eq!(program.message()["type"], "start");
    assert_eq!(program.message()["type"], "turn");
    let message = program.0.finish().failed();
    assert!(message.contains("ended before the match"), "{message}");
}
