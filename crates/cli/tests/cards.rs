//! `atlas pack` and `atlas deck`: the cards and decks of Secure the Rift.

mod support;

use std::fs;
use std::process::Command;

use support::{Process, arg, atlas};
use tempfile::TempDir;

const CARDS: &str = r#"# The first card.
[[card]]
id = "storm-crow"
code = "STM-01"
name = "Storm Crow"
faction = "storm"
type = "soul"
subtypes = ["bird"]
cost = 2
attack = 1
defence = "count(front: soul, you)"
keywords = ["AIRBORNE"]
flavour = "It was here before the weather."

# The second card.
[[card]]
id = "downpour"
name = "Downpour"
faction = "storm"
type = "action"
cost = "X+1"
effect = [{ do = "damage", amount = "X", to = "each(front: soul, any)" }]

[[token]]
id = "gust"
name = "Gust"
faction = "storm"
type = "soul"
attack = 1
defence = 1
"#;

fn storm() -> TempDir {
    let folder = TempDir::new().unwrap();
    let manifest = "id = \"storm\"\nname = \"Storm Front\"\nversion = \"0.3\"\n";
    fs::write(folder.path().join("pack.toml"), manifest).unwrap();
    fs::write(folder.path().join("cards.toml"), CARDS).unwrap();
    folder
}

#[test]
fn a_pack_is_checked() {
    let folder = storm();
    let output = atlas(&["pack", "check", arg(folder.path())]).succeeded();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "Storm Front (storm), version 0.3");
    let hash = lines[1].strip_prefix("content ").unwrap();
    assert!(atlas(&["games", "--packs", arg(folder.path())]).succeeded().contains(&format!("+{hash}\n")));
    assert_eq!(lines[2..], ["1 Soul, 1 Action, 1 token", "  storm        1 Soul, 1 Action, 1 token"]);

    fs::write(folder.path().join("cards.toml"), CARDS.replace("amount = \"X\"", "amount = \"Y\"")).unwrap();
    let message = atlas(&["pack", "check", arg(folder.path())]).failed();
    assert!(
        message.contains(
            "cards.toml:22: downpour: amount: “Y” is not an amount; an amount consists of numbers, X"
        ),
        "{message}"
    );
    let message = atlas(&["pack", "check", "no-such-folder"]).failed();
    assert!(message.contains("no-such-folder cannot be read"), "{message}");
}

/// `pack check` warns of a step that can never do anything.
#[test]
fn useless_steps_are_reported() {
    let folder = storm();
    assert!(!atlas(&["pack", "check", arg(folder.path())]).succeeded().contains("warning"));
    let useless = CARDS.replace("to = \"each(front: soul, any)\"", "to = \"each(front: tech, any)\"");
    fs::write(folder.path().join("cards.toml"), useless).unwrap();
    let output = atlas(&["pack", "check", arg(folder.path())]).succeeded();
    let warning =
        "warning: downpour: damage can never do anything: only Souls and Bases can be dealt damage\n";
    assert!(output.ends_with(warning), "{output}");
}

/// The section "A first card in five minutes" of `docs/cards.md`: its files, and every command with its output.
#[test]
fn the_tutorial_in_the_documentation_is_correct() {
    let page = include_str!("../../../docs/cards.md");
    let first = page.split("\n## ").find(|it| it.starts_with("A first card in five minutes")).unwrap();
    let blocks: Vec<(&str, &str)> = first
        .split("\n```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').expect("a block begins with its language"))
        .collect();
    let of = |language: &str| -> Vec<&str> {
        blocks.iter().filter(|(it, _)| *it == language).map(|(_, text)| *text).collect()
    };
    let ([manifest, cards], [console], [_, mistake]) = (&of("toml")[..], &of("console")[..], &of("text")[..])
    else {
        panic!("the section has other blocks: {blocks:?}");
    };
    let folder = TempDir::new().unwrap();
    let storm = folder.path().join("storm");
    fs::create_dir(&storm).unwrap();
    fs::write(storm.join("pack.toml"), manifest).unwrap();
    fs::write(storm.join("cards.toml"), cards).unwrap();
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        Process::of(command.args(line.split(' ')).current_dir(folder.path())).finish()
    };
    for command in format!("\n{console}").split("\n$ atlas ").skip(1) {
        let (line, answer) = command.split_once('\n').expect("an answer");
        assert_eq!(run(line).succeeded().trim_end(), answer);
    }
    let sim = "sim secure-the-rift --packs storm --seats random,random --games 2 --options {\"decks\":[\"any\",\"any\"]}";
    assert_eq!(run(sim).code, Some(0));

    fs::write(storm.join("cards.toml"), cards.replace("\"enters\"", "\"arrives\"")).unwrap();
    let output = run("pack check storm").failed();
    let (begins, ends) = mistake.split_once('…').expect("the list is long");
    assert!(output.contains(begins) && output.trim_end().ends_with(ends), "{output}");
}

#[test]
fn a_card_is_shown() {
    let drone = atlas(&["pack", "show", "Survey", "Drone"]).succeeded();
    assert_eq!(
        drone,
        "Survey Drone\n  id        survey-drone\n  code      ANX-01\n  faction   annex\n  type      soul\n  \
         subtypes  drone\n  cost      1\n  strength  1/2\nENTERS: look at the top card of your deck; you may put it \
         on the bottom.\n“It measures the land, then asks what the land would cost.”\n"
    );
    assert_eq!(atlas(&["pack", "show", "survey-drone"]).succeeded(), drone);
    assert_eq!(atlas(&["pack", "show", "sURVEY dRONE"]).succeeded(), drone);
    assert!(atlas(&["pack", "show", "drone"]).succeeded().contains("soul, token"));

    let folder = storm();
    let packs = ["--packs", arg(folder.path())];
    let show = |card: &[&str]| atlas(&[&["pack", "show"], card, &packs].concat());
    let crow = show(&["Storm Crow", "--source"]).succeeded();
    let source = CARDS.split("\n\n# The second").next().unwrap().strip_prefix("# The first card.\n").unwrap();
    assert!(crow.ends_with(&format!("cards.toml\n{source}\n")), "{crow}");
    for part in ["strength  1/*", "AIRBORNE.", "attack is 1 and defence is the number of Souls you control."]
    {
        assert!(crow.contains(part), "{crow:?} does not contain {part:?}");
    }
    let downpour = show(&["downpour"]).succeeded();
    assert!(downpour.contains("cost      X+1\nDeal X damage to each Soul."), "{downpour}");

    let message = show(&["Strom", "Crow"]).failed();
    assert!(message.contains("no card called “Strom Crow”; did you mean Storm Crow?"), "{message}");
    assert!(atlas(&["pack", "show", "Storm Crow"]).failed().contains("no card called “Storm Crow”"));
}

#[test]
fn decks_are_listed_shown_and_checked() {
    let listed = atlas(&["deck", "list"]).succeeded();
    assert_eq!(listed.lines().count(), 6);
    assert!(
        listed.contains("dividend-swarm     Dividend Swarm, 40 cards of annex, 10 Energy cards\n"),
        "{listed}"
    );
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("deck.txt");
    for line in listed.lines() {
        let name = line.split(' ').next().unwrap();
        let list = atlas(&["deck", "show", name]).succeeded();
        fs::write(&file, &list).unwrap();
        assert_eq!(
            atlas(&["deck", "show", arg(&file)]).succeeded(),
            list,
            "showing a list does not change it"
        );
        assert!(atlas(&["deck", "check", arg(&file)]).succeeded().starts_with("legal: "));
        let mut process = Process::start(&["deck", "check", "-"]);
        process.write(list.as_bytes());
        process.close();
        assert!(process.finish().succeeded().starts_with("legal: "));
    }
    let message = atlas(&["deck", "show", "no-such-deck"]).failed();
    assert!(message.contains("no-such-deck cannot be read") && message.contains("requiem"), "{message}");
}

#[test]
fn every_rule_that_a_deck_breaks_is_listed() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("deck.txt");
    let list = "4 Survey Drone\n2 Ash Runner\n2 Chart Apprentice\n1 Nobody at all\nSideboard:\n1 Rift Stray\nEnergy:\n\
                3 Annex Dynamo\n1 Twin Conduit\n1 Verdant Wellspring\n";
    fs::write(&file, list).unwrap();
    let message = atlas(&["deck", "check", arg(&file)]).failed();
    for part in [
        "deck.txt is not legal",
        "line 4: there is no card",
        "(SR-02)",
        "(SR-H01)",
        "(SR-H02)",
        "(SR-H03)",
        "(SR-H04)",
        "line 5: there are no side decks in this game (SR-H05)",
    ] {
        assert!(message.contains(part), "{message:?} does not contain {part:?}");
    }
    fs::write(&file, vec![b'#'; 2 << 20]).unwrap();
    assert!(atlas(&["deck", "check", arg(&file)]).failed().contains("too large"));
    fs::write(&file, vec![b'#'; 20_000]).unwrap();
    assert!(atlas(&["deck", "check", arg(&file)]).failed().contains("at most 16384 bytes"));
    assert!(atlas(&["deck", "check", "missing.txt"]).failed().contains("missing.txt cannot be read"));

    // With a pack, its cards can be used.
    let (storm, list) = (storm(), atlas(&["deck", "show", "burn-rate"]).succeeded());
    let line = list.lines().find(|line| line.starts_with("3 ")).unwrap();
    fs::write(&file, list.replacen(line, "3 Storm Crow", 1)).unwrap();
    assert!(atlas(&["deck", "check", arg(&file)]).failed().contains("no card called “Storm Crow”"));
    let output = atlas(&["deck", "check", arg(&file), "--packs", arg(storm.path())]).succeeded();
    assert!(output.contains("of cinder and storm"), "{output}");
}
