//! Every recorded match in `tests/replays` still replays to the result that it states. A problem that
//! somebody reports becomes a file there, and so a test.

use std::fs;
use std::path::{Path, PathBuf};

use atlas_catalog::GAMES;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn recorded_matches_replay() {
    let replays = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/replays");
    for game in GAMES {
        let files = files(&replays.join(game.facts.id));
        assert!(files.len() >= 3, "{} has too few recorded matches", game.facts.id);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let table = atlas_catalog::replay(&text)
                .unwrap_or_else(|refusal| panic!("{}: {refusal}", file.display()));
            assert_eq!(table.facts().id, game.facts.id, "{}", file.display());
        }
    }
}
