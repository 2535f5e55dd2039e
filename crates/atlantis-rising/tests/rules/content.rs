//! Content files are read strictly, and errors name the file and the line.

use atlas_atlantis_rising::ContentRef;
use atlas_atlantis_rising::content::{HOUSE, House};

/// The error after a replacement in one of the house files.
fn error(file: usize, from: &str, to: &str) -> String {
    let text = HOUSE[file].1;
    assert!(text.contains(from), "{} does not contain {from}", HOUSE[file].0);
    let changed = text.replacen(from, to, 1);
    let mut files = HOUSE.to_vec();
    files[file].1 = &changed;
    ContentRef::read(&files).expect_err("the file is wrong").to_string()
}

/// Mistakes in each file.
#[test]
fn mistakes_are_reported_with_file_and_line() {
    let cases = [
        (0, "target = 6", "target = 66", "tiles.toml:15: target must be a number from 1 to 20"),
        (
            0,
            "id = \"forests-2\"",
            "id = \"forests-7\"",
            "tiles.toml:18: the next tile must be forests-2, not “forests-7”",
        ),
        (
            0,
            "gain = \"crystal\"",
            "gain = \"wood\"",
            "tiles.toml:10: gain must be gold or crystal or ore or atlantium, not “wood”",
        ),
        (
            1,
            "letter = \"A\"",
            "letter = \"Z\"",
            "components.toml:10: letter must be A or B or C or D, not “Z”",
        ),
        (
            1,
            "do = \"raise\"",
            "do = \"lower\"",
            "components.toml:13: “lower” cannot stand here; known words: raise, gain, gain_follower, draw, barrier, skip_wrath, add_calm, exchange, look, volunteer, library, move_figure, gain_any, forge",
        ),
        (
            1,
            "id = \"aether-well\"",
            "id = \"tidal-anchor\"",
            "components.toml:16: the id “tidal-anchor” is used twice",
        ),
        (2, "id = \"artificer\"", "id = \"leader\"", "councilors.toml:7: the id “leader” is reserved"),
        (2, "workshop = true", "workshop = 1", "councilors.toml:11: workshop must be true or false"),
        (
            3,
            "when = [\"react\"]",
            "when = [\"act\"]",
            "library.toml:62: “prevent_flood” does not fit to when",
        ),
        (3, "count = 2", "count = 9", "library.toml:11: count must be a number from 1 to 4"),
        (
            4,
            "kind = \"calm\"",
            "kind = \"quiet\"",
            "misfortunes.toml:53: “quiet” cannot stand here; known words: basic, calm, controlled, catastrophic, special",
        ),
        (
            4,
            "peninsula = \"forests\"",
            "peninsula = \"moors\"",
            "misfortunes.toml:12: “moors” is not a peninsula",
        ),
        (
            5,
            "letters = [5, 2, 2, 0]",
            "letters = [5, 2, 2, 1]",
            "rules.toml:77: a level has 9 components (AR-14)",
        ),
        (
            5,
            "raise = 5",
            "rise = 5",
            "rules.toml:10: the file has no key “rise”; known keys: barrier, raise, hand, artifacts, solo_energy, wrath, automaton, recalls, first_blueprint, players, level",
        ),
    ];
    for (file, from, to, message) in cases {
        let found = error(file, from, to);
        let (found_text, wanted) =
            (found.splitn(3, ':').collect::<Vec<_>>(), message.splitn(3, ':').collect::<Vec<_>>());
        assert_eq!((found_text[0], found_text[2]), (wanted[0], wanted[2]));
        // The line is that of the changed word.
        let line = HOUSE[file].1[..HOUSE[file].1.find(from).unwrap()].lines().count();
        let near: usize = found_text[1].parse().unwrap();
        assert!(near.abs_diff(line) <= 2, "{found}: the change is near line {line}");
    }
}

/// A missing file is an error.
#[test]
fn all_files_are_needed() {
    let error = ContentRef::read(&HOUSE[..5]).unwrap_err().to_string();
    assert_eq!(error, "rules.toml:1: this file is missing");
}

/// Names and remarks do not change the hash; numbers do.
#[test]
fn the_hash_covers_what_the_rules_depend_on() {
    let with = |from: &str, to: &str| {
        let changed = HOUSE[1].1.replacen(from, to, 1);
        let mut files = HOUSE.to_vec();
        files[1].1 = &changed;
        ContentRef::read(&files).unwrap().hash.clone()
    };
    let house = ContentRef::house().hash.clone();
    assert_eq!(with("name = \"Tidal Anchor\"", "name = \"Anchor\""), house);
    assert_eq!(with("house = \"all\"", "house = \"content\""), house);
    assert_ne!(with("gold = 2", "gold = 3"), house);
}

/// The files say what was made for this program.
#[test]
fn house_content_is_marked() {
    let content = ContentRef::house();
    let house = |id: &str| content.component(content.component_named(id).unwrap()).named.house;
    assert_eq!((house("tidal-anchor"), house("mystic-siphon")), (House::All, House::Content));
    assert!(content.peninsulas.iter().all(|it| it.named.house == House::Content));
    let marked = content.misfortunes.iter().filter(|it| it.named.house == House::Nothing).count();
    assert_eq!(marked, 7, "basic cards and Calm Seas follow published rules");
}
