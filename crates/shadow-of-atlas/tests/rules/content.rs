//! Content files: valid ones, the errors of invalid ones, and the words on cards.

use atlas_core::{Chance, Code, Content as _, Viewer};
use atlas_shadow_of_atlas::content::{HOUSE, HOUSE_FILES, text as words};
use atlas_shadow_of_atlas::{ContentRef, Order};

use crate::graft::grafted;
use crate::tables::{holds_with, played_with, with_ability, with_orders};

/// The house file with one piece of text replaced.
fn edited(old: &str, new: &str) -> String {
    assert!(HOUSE.contains(old), "the house file has no “{old}”");
    HOUSE.replacen(old, new, 1)
}

/// The error of an invalid file.
#[track_caller]
fn wrong(text: &str) -> String {
    match ContentRef::read("cards.toml", text) {
        Ok(_) => panic!("this file is accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// SA-01, SA-03, SA-04: a file has five planets, six Orders and 35 cards.
#[test]
fn a_file_has_five_planets_six_orders_and_thirty_five_cards() {
    let planet = "[[planet]]\nid = \"umeri-i\"\nname = \"Umeri I\"\n";
    let six = format!("{HOUSE}\n[[planet]]\nid = \"extra\"\nname = \"Extra\"\n");
    let seven = format!("{HOUSE}\n[[order]]\nid = \"extra\"\nname = \"Extra\"\ncount = 1\nability = []\n");
    for (text, says) in [
        (edited(planet, ""), "there must be 5 planets (SA-01), not 4"),
        (six, "there must be 5 planets (SA-01), not 6"),
        (seven, "there must be 6 Orders (SA-04), not 7"),
        (HOUSE[..HOUSE.rfind("[[order]]").unwrap()].to_owned(), "there must be 6 Orders (SA-04), not 5"),
        (edited("count = 5", "count = 6"), "there must be 35 Order cards (SA-03), not 36"),
        (edited("count = 6", "count = 1"), "there must be 35 Order cards (SA-03), not 30"),
        (String::new(), "the file has no planet"),
        ("name = \"x\"\nplanet = []\n".to_owned(), "there must be 5 planets (SA-01), not 0"),
        ("name = \"x\"\nplanet = 3\n".to_owned(), "planet must be a list"),
        (edited("name = \"House Orders\"\n", ""), "the file has no name"),
    ] {
        let found = wrong(&text);
        assert!(found.ends_with(&format!(": {says}")), "{found}, not {says}");
        assert!(found.starts_with("cards.toml:"), "{found}");
    }
}

/// SA-31: every error names the file, the line and what was expected there.
#[test]
fn every_error_names_its_line() {
    const BASE: &str = include_str!("../content/base.toml");
    const MISTAKES: &str = include_str!("../content/mistakes.txt");
    ContentRef::read("base.toml", BASE).unwrap();
    let mistakes: Vec<&str> = MISTAKES.split("\n\n").filter(|block| block.starts_with("- ")).collect();
    assert!(mistakes.len() >= 70, "only {} mistakes were found", mistakes.len());
    for mistake in mistakes {
        let lines = |mark: &str| -> String {
            let marked = mistake.lines().filter_map(|line| line.strip_prefix(mark));
            marked.map(|line| format!("{line}\n")).collect()
        };
        let (old, new) = (lines("- "), lines("+ "));
        assert!(BASE.contains(&old), "base.toml has no “{old}”");
        let answer = format!("cards.toml:{}", lines("= ").trim());
        assert_eq!(wrong(&BASE.replacen(&old, &new, 1)), answer, "{mistake}");
    }
}

/// SA-31: errors of the TOML syntax name the line too.
#[test]
fn syntax_errors_name_their_line() {
    let deep = format!("name = {}", "[".repeat(60_000));
    for (text, at) in [
        ("name = \"x\"\nid = = 3\n", 2),
        ("name = \"x\"\n\n[[planet]\n", 3),
        ("name = \"x\nplanet", 1),
        ("name = 'a'\nname = 'b'\n", 2),
        ("\u{0}", 1),
        ("name", 1),
        // Deep nesting is an error, not a crash.
        (&deep, 1),
    ] {
        let error = ContentRef::read("cards.toml", text).unwrap_err();
        assert_eq!((error.line, error.file.as_str()), (at, "cards.toml"), "{error}");
        assert!(!error.message.is_empty());
    }
}

/// SA-31: there are limits to the size of a file, the depth of steps, and the length of all Abilities together.
#[test]
fn files_have_limits() {
    let large = format!("{HOUSE}\n#{}", "x".repeat(70_000));
    assert_eq!(wrong(&large), "cards.toml:1: a content file has at most 65536 bytes");
    let nested = |deep: usize| {
        let mut step = "{ do = \"draw\", n = 1 }".to_owned();
        for _ in 0..deep {
            step = format!("{{ do = \"draw\", n = 1, then = [{step}] }}");
        }
        edited("{ do = \"gain_credit\", who = \"you\", n = 2 }", &step)
    };
    ContentRef::read("cards.toml", &nested(6)).unwrap();
    assert!(wrong(&nested(7)).ends_with("steps are nested more than 6 levels deep"));
    let many = |steps: usize| {
        let steps = vec!["{ do = \"draw\", n = 1 }"; steps].join(", ");
        edited("{ do = \"gain_credit\", who = \"you\", n = 2 }", &steps)
    };
    ContentRef::read("cards.toml", &many(200)).unwrap();
    assert!(wrong(&many(260)).ends_with("the Abilities have too many steps"));
}

/// SA-80 to SA-85, SA-90, SA-91: the exact words on the house cards.
#[test]
fn the_house_cards_have_the_right_words() {
    let house = ContentRef::house();
    let says: Vec<(&str, String, Option<String>)> = Order::all()
        .map(|order| {
            let card = house.order(order);
            (card.name.as_str(), words::ability(card), card.in_hand.as_ref().map(words::in_hand))
        })
        .collect();
    let must = [
        ("Mors", "Move an opposing Order at this planet to the discard pile.", None),
        ("Ceres", "Gain two Credits.", None),
        (
            "Janus",
            "Use the Ability of another Order at this planet, on either side, as if this card had it.",
            Some("Cloning. In your hand: stands for any Order when you Expand."),
        ),
        (
            "Laverna",
            "Your opponent spends one Credit. If they do, gain one Credit.",
            Some("Scouting. In your hand: discard it when you Survey, and the Survey costs one Credit."),
        ),
        (
            "Vulcan",
            "You may discard a card from your hand whose Order lies at this planet. If you do, gain one Outpost.",
            None,
        ),
        (
            "Mercury",
            "Choose one: move one of your Orders from another planet to this one; or draw one card.",
            None,
        ),
    ];
    for (found, must) in says.iter().zip(must) {
        assert_eq!((found.0, found.1.as_str(), found.2.as_deref()), must);
    }
}

/// SA-31: the words of every other step.
#[test]
fn every_step_has_its_words() {
    for (ability, says) in [
        ("[]", "No Ability."),
        ("[{ do = \"spend\", n = 1 }]", "Spend one Credit."),
        (
            "[{ do = \"spend\", n = 6, then = [{ do = \"draw\", n = 1 }] }]",
            "Spend 6 Credits. If you do, draw one card.",
        ),
        ("[{ do = \"draw\", n = 10 }]", "Draw 10 cards."),
        ("[{ do = \"draw\", n = 2, may = true }]", "You may draw two cards."),
        (
            "[{ do = \"draw\", n = 1, then = [{ do = \"gain_credit\", n = 1 }] }]",
            "Draw one card. If that happened, gain one Credit.",
        ),
        ("[{ do = \"draw\", who = \"opponent\", n = 1 }]", "Your opponent draws one card."),
        ("[{ do = \"gain_credit\", who = \"opponent\", n = 5 }]", "Your opponent gains five Credits."),
        ("[{ do = \"gain_outpost\", who = \"opponent\", n = 2 }]", "Your opponent gains two Outposts."),
        ("[{ do = \"discard\" }]", "Discard a card from your hand."),
        ("[{ do = \"move_order\" }]", "Move one of your Orders from another planet to this one."),
        (
            "[{ do = \"move_order\", whose = \"opponent\" }]",
            "Move one of your opponent's Orders from another planet to this one.",
        ),
        (
            "[{ do = \"move_order\", from = \"this_planet\", to = \"other_planet\" }]",
            "Move one of your Orders from this planet to another.",
        ),
        ("[{ do = \"play_order\" }]", "Play an Order from your hand to this planet for no Credits."),
        (
            "[{ do = \"play_order\", to = \"any_planet\", may = true }]",
            "You may play an Order from your hand to a planet for no Credits.",
        ),
        ("[{ do = \"gain_credit\", n = 1 }, { do = \"draw\", n = 1 }]", "Gain one Credit. Draw one card."),
        (
            "[{ choose = 1, modes = [[{ do = \"draw\", n = 1 }, { do = \"spend\", n = 2 }], [{ do = \"gain_credit\", n = 1, may = true }]] }]",
            "Choose one: draw one card, then spend two Credits; or you may gain one Credit.",
        ),
        (
            "[{ do = \"spend\", n = 1, then = [{ choose = 1, modes = [[{ do = \"draw\", n = 1 }], [{ do = \"discard\" }]] }] }]",
            "Spend one Credit. If you do, choose one (draw one card; or discard a card from your hand).",
        ),
        (
            "[{ do = \"draw\", n = 1, then = [{ do = \"discard\", then = [{ do = \"draw\", n = 1 }] }] }]",
            "Draw one card. If that happened, discard a card from your hand and, if that happened, draw one card.",
        ),
    ] {
        let content = with_ability("mors", ability);
        assert_eq!(words::ability(content.order(content.order_named("mors").unwrap())), says, "{ability}");
    }
}

/// SA-31: logs name content by these hashes, so they can never change. If the house file changes, its old version goes
/// to the archive.
#[test]
fn hashes_are_fixed() {
    let steps = ContentRef::read("steps.toml", include_str!("../content/steps.toml")).unwrap();
    assert_eq!(steps.hash, "69885cbffc0f688bbdd754e82ef6f9d5321f8bbcc108ce205ea359f8a031675a");
    assert_eq!(ContentRef::house().hash, "d6d5b5086facbe1f693e3d111f855234cca8a79f0f188de51b522a6ddf5ae17c");
    assert_eq!(atlas_core::Content::hash(ContentRef::house()).unwrap(), ContentRef::house().hash);
}

/// SA-31: the hash covers everything that matters to the rules, but no names, comments, blanks or cited rules.
#[test]
fn the_hash_covers_what_matters_to_the_rules() {
    let house = ContentRef::house();
    for (old, new) in [
        ("name = \"Mors\"", "name = \"Death\""),
        ("name = \"House Orders\"", "name = \"My Orders\""),
        ("# Ending", "# Something else"),
        ("cite = \"SA-80\"\n", ""),
        ("who = \"you\", n = 2", "n = 2"),
        ("name = \"Cloning\"", "name = \"Copying\""),
    ] {
        let same = ContentRef::read("cards.toml", &edited(old, new)).unwrap();
        assert_eq!(same.hash, house.hash, "{new}");
    }
    for (old, new) in [
        ("id = \"mors\"", "id = \"death\""),
        ("id = \"atlas\"", "id = \"centre\""),
        ("n = 2 }]", "n = 3 }]"),
        ("cost = 1", "cost = 2"),
        ("may = true, ", ""),
        ("rule = \"expand_wildcard\"", "rule = \"survey_discount\", discard_self = true, cost = 1"),
    ] {
        let other = ContentRef::read("cards.toml", &edited(old, new)).unwrap();
        assert_ne!(other.hash, house.hash, "{new}");
        assert_ne!(other, house);
    }
    let moved = HOUSE.replace("count = 5", "count = 7").replacen("count = 6", "count = 4", 1);
    assert_ne!(ContentRef::read("cards.toml", &moved).unwrap().hash, house.hash);
}

/// SA-31: content that was read is found by its hash, and by no other hash.
#[test]
fn content_is_found_by_its_hash() {
    let content = with_ability("ceres", "[{ do = \"gain_credit\", n = 4 }]");
    assert_eq!(ContentRef::find(Some(&content.hash)).unwrap(), content);
    assert_eq!(ContentRef::find(Some(&ContentRef::house().hash)).unwrap(), ContentRef::house());
    let again = with_ability("ceres", "[{ do = \"gain_credit\", n = 4 }]");
    assert_eq!(again, content, "the same file is the same content");
    for hash in [None, Some(""), Some("0123")] {
        assert_eq!(ContentRef::find(hash).unwrap_err().code, Code::Log, "{hash:?}");
    }
    assert!(ContentRef::find(Some("0123")).unwrap_err().to_string().contains("--content"));
}

/// SA-31: all house files that matches were ever played with are valid and found by their hashes. Those in the archive
/// are named after their hashes.
#[test]
fn old_house_files_are_still_found() {
    assert_eq!(HOUSE_FILES[0], ("house.toml", HOUSE));
    for (at, (name, text)) in HOUSE_FILES.iter().enumerate() {
        let content = ContentRef::read(name, text).unwrap();
        assert_eq!(ContentRef::find(Some(&content.hash)).unwrap().hash, content.hash, "{name}");
        if at > 0 {
            assert_eq!(*name, format!("archive/{}.toml", &content.hash[..12]));
        }
    }
}

/// SA-31: a file that is not the first of a list is found by its hash, even if it was never read before.
#[test]
fn any_file_of_a_list_is_found_by_its_hash() {
    const OLD: &str = "43d1961708098a50e492e2baafca5beacc9c11c26539b520341351e891a3a6e9";
    let old = edited("n = 2 }]", "n = 7 }]");
    let files = [("house.toml", HOUSE), ("archive/old.toml", old.as_str())];
    assert_eq!(ContentRef::find(Some(OLD)).unwrap_err().code, Code::Log, "it was not read yet");
    let found = ContentRef::find_in(&files, OLD).expect("the list contains it");
    assert_eq!(found.hash, OLD);
    assert_ne!(found, ContentRef::house());
    assert_eq!(ContentRef::find_in(&files, &ContentRef::house().hash), Some(ContentRef::house()));
    assert_eq!(ContentRef::find_in(&files, "0123"), None);
    assert_eq!(ContentRef::find_in(&[], OLD), None);
    // From now on it is found like any content that was read.
    assert_eq!(ContentRef::find(Some(OLD)).unwrap(), found);
}

/// SA-31: sentences, events and refusals use the ids and names of the file.
#[test]
fn other_names_are_used_everywhere() {
    let text = edited("id = \"mors\"\nname = \"Mors\"", "id = \"grim-2\"\nname = \"The Grim\"").replacen(
        "id = \"atlas\"\nname = \"Atlas\"",
        "id = \"hub\"\nname = \"The Hub\"",
        1,
    );
    let content = ContentRef::read("cards.toml", &text).unwrap();
    holds_with(
        content,
        "hub: | ceres\nseat 0 plays venture hub grim-2\n-> hub: grim-2 |\nseat 0 plays venture hub grim-2\n-> refused SA-24",
    );
    let made = played_with(content, "hub: | ceres\nseat 0 plays venture hub grim-2");
    assert_eq!(made.texts(Viewer::Spectator)[0], "Seat 0 ventures to The Hub with The Grim.");
}

/// SA-31: a file that differs only in names is used with its own names, and has the same hash.
#[test]
fn content_with_other_names_is_different_content() {
    let house = ContentRef::house();
    let renamed = ContentRef::read("cards.toml", &edited("name = \"Mors\"", "name = \"Death\"")).unwrap();
    assert_ne!(renamed, house);
    assert_eq!(renamed.hash, house.hash);
    let name = |content: ContentRef| content.order(content.order_named("mors").unwrap()).name.clone();
    assert_eq!((name(renamed), name(house)), ("Death".to_owned(), "Mors".to_owned()));
    assert_eq!(ContentRef::find(Some(&house.hash)).unwrap(), house, "the content in use is found");
}

/// SA-81: a cited rule is spelled as in the book.
#[test]
fn a_cited_rule_is_named_as_in_the_book() {
    let content = ContentRef::read("cards.toml", &edited("cite = \"SA-81\"", "cite = \"sa-r23\"")).unwrap();
    let made = played_with(content, "seat 0 plays venture atlas ceres");
    assert_eq!(made.news.last().unwrap().0.0, "SA-R23");
}

/// SA-90, SA-91: several Orders may have the same special Ability, and each of them may be used.
#[test]
fn special_abilities_may_be_shared() {
    let both = with_orders(
        "[[order]]
id = \"mors\"
name = \"Mors\"
count = 6
ability = []
in_hand = { name = \"Cloning\", rule = \"expand_wildcard\" }
[[order]]
id = \"ceres\"
name = \"Ceres\"
count = 6
ability = []
in_hand = { name = \"Scouting\", rule = \"survey_discount\", discard_self = true, cost = 2 }",
    );
    holds_with(
        both,
        "hand 0 mors ceres janus laverna
         credits 2 2
         -> can expand mors ceres
         -> can expand mors janus
         -> can expand ceres janus
         -> cannot expand ceres laverna
         -> can survey ceres
         -> can survey laverna
         -> cannot survey
         seat 0 plays survey ceres
         -> credits 0 2
         -> discard ceres",
    );
}

/// SA-31: replacing no Order gives the house file: the test helper changes nothing else.
#[test]
fn a_graft_changes_nothing_else() {
    let same = ContentRef::read("cards.toml", &grafted("")).unwrap();
    assert_eq!(same, ContentRef::house());
}

/// SA-31: reading any file ends with content or with an error, and all content has words for its cards.
#[test]
fn damaged_files_do_not_panic() {
    let pieces = [
        "[",
        "]",
        "{",
        "}",
        "\"",
        "=",
        ",",
        "\n",
        "#",
        " ",
        "n = 2",
        "then = [",
        "[[order]]",
        "\u{e9}",
        "99",
        "true",
        "'",
    ];
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..4_000 {
        let mut chance = Chance::quick(seed);
        let mut text: Vec<char> = HOUSE.chars().collect();
        for _ in 0..=chance.below(3) {
            let at = chance.below(text.len() as u32) as usize;
            match chance.below(3) {
                0 => drop(text.remove(at)),
                1 => drop(text.splice(at..at, pieces[chance.below(pieces.len() as u32) as usize].chars())),
                _ => drop(text.splice(at..(at + 20).min(text.len()), [])),
            }
        }
        let text: String = text.into_iter().collect();
        match ContentRef::read("damaged.toml", &text) {
            Ok(content) => {
                right += 1;
                assert!(Order::all().all(|order| words::ability(content.order(order)).ends_with('.')));
            }
            Err(error) => {
                wrong += 1;
                assert!((1..=text.lines().count() + 1).contains(&error.line), "{error}");
                assert!(!error.message.is_empty());
            }
        }
    }
    assert!(right > 200 && wrong > 1_000, "{right} valid and {wrong} invalid files");
}
