//! `atlas` as a person meets it: playing at the prompt, reading the rules, asking for help; and `atlas
//! bot-protocol`, its other end.

mod support;

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use support::{GAME, Talk, atlas, numbers, strings, title};

/// Somebody at the prompt of `atlas play`.
struct Person {
    talk: Talk,
    seat: u8,
}

impl Person {
    /// Sits down and gives everything that was said before the first prompt.
    #[track_caller]
    fn sits_down(seat: u8, args: &[&str]) -> (Person, String) {
        let mut person = Person { talk: Talk::start(args), seat };
        let said = person.hears().expect("the game begins");
        (person, said)
    }

    /// What is said until the next prompt; nothing if there is none.
    fn hears(&mut self) -> Option<String> {
        self.talk.until(&format!("seat {}> ", self.seat))
    }

    /// Types a line, and gives what is said until the next prompt.
    #[track_caller]
    fn says(&mut self, line: &str) -> String {
        self.talk.say(line);
        self.hears().expect("the prompt comes back")
    }

    /// What may be done now, read from what `legal` prints.
    #[track_caller]
    fn legal(&mut self) -> Vec<String> {
        let said = self.says("legal");
        let mut legal = Vec::new();
        for line in said.lines().filter_map(|line| line.strip_prefix("  ")) {
            let (card, bets) = line.split_once(", or ").unwrap_or((line, ""));
            let bets = bets.split_once(" with ").map_or("", |(_, bets)| bets);
            legal.push(card.to_owned());
            legal.extend(bets.split(", ").filter(|bet| !bet.is_empty()).map(|bet| format!("{card} {bet}")));
        }
        assert!(!legal.is_empty(), "{said}");
        legal
    }

    /// The hand that is drawn under the table.
    #[track_caller]
    fn hand(&mut self) -> Vec<String> {
        let said = self.says("board");
        let line = said.lines().find_map(|line| line.strip_prefix(&format!("hand of seat {}: ", self.seat)));
        line.expect("one's own hand is shown").split_whitespace().map(str::to_owned).collect()
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
            Person::sits_down(0, &["play", GAME, "--seats", people, "--seed", "5", "--ask-all"]);
        assert!(welcome.starts_with("Enchanted Lands. "), "{welcome}");
        assert!(welcome.contains("Type `help` for help."), "{welcome}");
        for turn in 0..turns {
            let (legal, hand) = (person.legal(), person.hand());
            let choice = &legal[turn * 7 % legal.len()];
            let card = choice.split(' ').next().unwrap().to_owned();
            assert!(hand.contains(&card), "{choice} from {hand:?}");
            person.talk.say(choice);
            if turn + 1 < turns {
                let said = person.hears().expect("another turn comes");
                assert!(said.contains(&format!("seat 0 (you) plays {} (EL-32)", title(&card))), "{said}");
                assert_eq!(said.matches(") plays ").count(), seats, "everyone has played since: {said}");
                assert!(said.contains("Play a card."), "{said}");
                for line in said.lines().filter(|line| line.contains(" draws ")) {
                    assert_eq!(line.contains("(you)"), !line.contains("draws a card"), "{line}");
                }
                assert!(!said.contains("hand of seat 1"), "{said}");
            }
        }
        let end = person.talk.finish().succeeded();
        assert!(end.contains("The game is over: "), "{end}");
        let results = end.lines().filter(|line| line.contains(" points") && line.starts_with("seat "));
        assert_eq!(results.count(), seats, "{end}");
        assert!(end.contains("<- wins") && end.contains("removed: "), "{end}");
    }
}

#[test]
fn the_last_card_plays_itself() {
    let (mut person, _) = Person::sits_down(0, &["play", GAME, "--seats", "human,greedy", "--seed", "5"]);
    for turn in 0..12 {
        let legal = person.legal();
        person.talk.say(&legal[turn * 7 % legal.len()]);
        if turn < 11 {
            person.hears().expect("another turn comes");
        }
    }
    assert!(person.talk.finish().succeeded().contains("The game is over: "));
}

#[test]
fn a_card_game_is_played_at_the_prompt() {
    let options = r#"{"life":6,"first":0,"decks":["burn-rate","burn-rate"]}"#;
    let args = ["play", "secure-the-rift", "--seats", "human,greedy", "--seed", "3", "--options", options];
    let (mut person, mut said) = Person::sits_down(0, &args);
    assert!(said.contains("hand of seat 0:"), "{said}");
    let mut asked = 0;
    // Who only passes, and never blocks, loses.
    loop {
        asked += 1;
        assert!(asked < 300, "it goes on and on: {said}");
        let question = said.lines().rev().find(|line| line.contains("(SR-")).expect("a question is asked");
        let answer = ["keep", "declare", "pass"].into_iter().find(|word| question.contains(word));
        let answer = answer.map_or_else(|| person.legal()[1].clone(), str::to_owned);
        person.talk.say(&answer);
        match person.hears() {
            Some(more) => said = more,
            None => break,
        }
    }
    let end = person.talk.finish().succeeded();
    assert!(end.contains("seat 1  greedy") && end.contains("<- wins"), "{end}");
}

#[test]
fn a_refusal_cites_the_rule_and_keeps_the_turn() {
    let args = ["play", GAME, "--seats", "human,greedy", "--seed", "7", "--options", r#"{"first":0}"#];
    let (mut person, _) = Person::sits_down(0, &args);
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
        let said = person.says(&line);
        assert!(said.starts_with('\n') && said.len() < 1000, "{line}: {said}");
        if let Some(rule) = rule {
            assert!(said.contains(&format!("({rule})")), "{line}: {said}");
            assert!(said.contains(&format!("Read it with `rules {rule}`.")), "{line}: {said}");
        }
        assert_eq!((person.legal(), person.hand()), (legal.clone(), hand.clone()), "after {line}");
    }
    // Bytes that are no text, and nothing at all.
    person.talk.write(b"\xff\xfe\n");
    assert!(person.hears().unwrap().contains("is not a card"));
    assert_eq!(person.says("   ").trim(), "seat 0>");
    assert!(person.says(own).contains(&format!("seat 0 (you) plays {} (EL-32)", title(own))));
}

#[test]
fn the_prompt_explains_what_it_is_asked() {
    let args = ["play", GAME, "--seats", "human,greedy", "--seed", "3", "--options", r#"{"first":0}"#];
    let (mut person, _) = Person::sits_down(0, &args);
    let hand = person.hand();

    let help = person.says("help");
    for word in ["legal", "why", "rules", "hint", "board", "log", "undo", "quit"] {
        assert!(help.lines().any(|line| line.starts_with(&format!("  {word}"))), "no {word} in {help}");
    }
    let rule = person.says("rules EL-23");
    assert!(rule.contains("EL-23") && rule.contains("Time"), "{rule}");
    assert_eq!(person.says("rules el-23"), rule);
    assert!(person.says("rules EL-999").contains("EL-999"));
    assert!(person.says("rules chess").contains("chess"));
    assert!(person.says("rules").contains(GAME));

    assert!(person.says(&format!("why {}", hand[0])).contains("This is legal."));
    let why = person.says(&format!("why {}", missing(&hand)));
    assert!(why.contains("is not in your hand") && why.contains("EL-31"), "{why}");
    assert!(person.says("why").contains("Name the card to play"));

    let hint = person.says("hint");
    let advice = hint.lines().find_map(|line| line.strip_prefix("An adept bot would play ")).unwrap();
    let advice = advice.split(". ").next().unwrap().to_owned();
    assert!(person.legal().contains(&advice), "{hint}");
    assert_eq!(person.says("hint"), hint, "it thinks the same again");

    assert!(person.says("log").trim() == "seat 0>", "nothing has happened yet");
    assert!(person.says("undo").contains("you have not made a move yet"));
    person.says(&advice);
    let log = person.says("log");
    let card = advice.split(' ').next().unwrap();
    assert!(log.contains(&format!("seat 0 (you) plays {} (EL-32)", title(card))), "{log}");
    assert!(log.contains("seat 1 (greedy) draws a card (EL-41)"), "{log}");
    assert!(person.says("undo").contains("You cannot take this back"));
    assert!(person.hand().len() == 7 && !person.hand().contains(&card.to_owned()));
}

#[test]
fn one_may_leave_by_a_word_or_by_the_end_of_input() {
    for word in ["quit", "exit", ""] {
        let (mut person, _) = Person::sits_down(0, &["play", "--seats", "human,greedy", "--seed", "1"]);
        if !word.is_empty() {
            person.talk.say(word);
        }
        let end = person.talk.finish().succeeded();
        assert!(end.ends_with("You leave the table.\n"), "{end}");
        assert!(!end.contains("points"), "{end}");
    }
}

#[test]
fn two_people_at_one_screen_do_not_see_each_others_hands() {
    let args = ["play", "--seats", "human,human", "--seed", "2", "--options", r#"{"first":1}"#];
    let mut talk = Talk::start(&args);
    let before = talk.until("Press Enter to see your hand.\n").unwrap();
    assert!(before.contains("Seat 1: the screen is yours") && !before.contains("hand of seat"), "{before}");
    talk.say("");
    let mut one = Person { talk, seat: 1 };
    let shown = one.hears().unwrap();
    assert!(shown.contains("hand of seat 1: ") && !shown.contains("hand of seat 0"), "{shown}");
    let hand = one.hand();
    one.talk.say(&hand[0]);
    let mut talk = one.talk;
    let between = talk.until("Press Enter to see your hand.\n").unwrap();
    assert!(
        between.contains("Seat 0: the screen is yours") && !between.contains("hand of seat"),
        "{between}"
    );
    assert!(between.contains("seat 1 (human) draws a card"), "{between}");
    talk.say("");
    let mut other = Person { talk, seat: 0 };
    let shown = other.hears().unwrap();
    assert!(shown.contains("hand of seat 0: ") && !shown.contains("hand of seat 1"), "{shown}");
}

#[test]
fn play_alone_begins_a_game_against_a_bot() {
    let alone = atlas(&["play"]).succeeded();
    assert!(alone.starts_with("Enchanted Lands. "), "{alone}");
    assert!(alone.contains("seat 0  you") && alone.contains("seat 1  adept"), "{alone}");
    assert!(alone.ends_with("You leave the table.\n"), "{alone}");
}

#[test]
fn a_table_that_cannot_be_laid_is_refused_and_says_why() {
    for (args, named) in [
        (&["play", "chess"][..], "chess"),
        (&["play", "--seats", "human"], "with 2 to 4 players"),
        (&["play", "--seats", "human,greedy,greedy,greedy,greedy"], "not with 5"),
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
        (&["bot-protocol", GAME, "--against", "greedy,greedy,greedy,greedy"], "not with 5"),
        (&["bot-protocol", GAME, "--seed", "x"], "--seed"),
        (&["completions", "tcsh"], "tcsh"),
        (&["engine", "--fast"], "--fast"),
    ] {
        let message = atlas(args).failed();
        assert!(message.contains(named), "{args:?}: {message}");
    }
}

#[test]
fn games_and_rules_can_be_read() {
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
fn every_rule_that_a_game_cites_can_be_read() {
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
fn help_is_there_at_every_level_with_examples() {
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
fn completions_and_the_manual_page_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = atlas(&["completions", shell]).succeeded();
        for word in ["atlas", "sim", "bot-protocol", "verify"] {
            assert!(script.contains(word), "{shell} does not know {word}");
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
fn a_reader_that_has_seen_enough_is_no_error() {
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
        // The other end is closed before the first word is written.
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
fn an_engine_whose_reader_is_gone_ends_quietly() {
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
    // It ends although its input stays open.
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// A program that has one seat of a match.
struct Seated(Talk);

impl Seated {
    #[track_caller]
    fn hears(&mut self) -> Value {
        let line = self.0.line().expect("a message comes");
        serde_json::from_str(&line).expect("messages are JSON")
    }
}

#[test]
fn a_program_plays_one_seat_of_a_match_through_the_bot_protocol() {
    for (seat, against, turns) in [(0, "greedy", 13), (1, "greedy,random", 9), (3, "random,random,greedy", 7)]
    {
        let number = seat.to_string();
        let args = ["bot-protocol", GAME, "--against", against, "--seat", &number, "--seed", "4"];
        let seats = against.split(',').count() + 1;
        let mut program = Seated(Talk::start(&args));
        let start = json!({ "type": "start", "protocol": 1, "game": GAME, "seats": seats, "seat": seat });
        assert_eq!(program.hears(), start);
        for turn in 0..turns {
            let mut message = program.hears();
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
                // Whatever it answers, it is told why not and asked again.
                let own = hands[seat][0].as_str().unwrap();
                for (bad, rule) in [
                    (format!("{own} time 6"), json!("EL-36")),
                    ("nonsense".to_owned(), Value::Null),
                    (r#"{"sentence":"dawn-3"}"#.to_owned(), Value::Null),
                    (r#"{"action":"dawn-8"}"#.to_owned(), json!("EL-31")),
                    (String::new(), Value::Null),
                ] {
                    program.0.say(&bad);
                    let refused = program.hears();
                    assert_eq!((&refused["type"], &refused["rule"]), (&json!("refused"), &rule), "{bad}");
                    assert!(!refused["message"].as_str().unwrap().is_empty());
                    let again = program.hears();
                    for part in ["type", "seat", "question", "view", "legal"] {
                        assert_eq!(again[part], message[part], "{part} after {bad}");
                    }
                }
                program.0.write(b"\xff\n");
                assert_eq!(program.hears()["type"], "refused");
                message = program.hears();
                assert_eq!(message["type"], "turn");
            }
            let answer = &legal[turn * 5 % legal.len()];
            program.0.say(&if turn % 2 == 0 {
                answer.clone()
            } else {
                json!({ "action": answer }).to_string()
            });
        }
        let over = program.hears();
        assert_eq!((&over["type"], &over["result"]["over"]), (&json!("over"), &json!(true)));
        assert_eq!(numbers(&over["result"]["scores"]).len(), seats);
        assert!(!numbers(&over["result"]["winners"]).is_empty());
        assert_eq!(program.0.finish().succeeded(), "");
    }
}

#[test]
fn a_program_that_leaves_its_match_is_reported() {
    let mut program = Seated(Talk::start(&["bot-protocol", GAME, "--seed", "4"]));
    assert_eq!(program.hears()["type"], "start");
    assert_eq!(program.hears()["type"], "turn");
    let message = program.0.finish().failed();
    assert!(message.contains("ended before the match"), "{message}");
}
