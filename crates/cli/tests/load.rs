//! Short runs of `atlas load`, which accepts only servers on this machine.

mod support;

use serde_json::Value;
use support::atlas;

fn load(args: &[&str]) -> Value {
    let report = atlas(&[&["load", "--spawn", "--json"], args].concat()).succeeded();
    serde_json::from_str(&report).expect("a report is JSON")
}

#[track_caller]
fn number(report: &Value, key: &str) -> f64 {
    report[key].as_f64().unwrap_or_else(|| panic!("{key} in {report}"))
}

#[test]
fn tables_play_match_after_match() {
    for dialect in ["programs", "pages"] {
        plays_match_after_match(dialect);
    }
}

fn plays_match_after_match(dialect: &str) {
    let report = load(&["--tables", "4", "--seconds", "2", "--as", dialect]);
    assert_eq!(report["refused"], 0, "{report}");
    assert!(number(&report, "matches") >= 4.0, "{report}");
    assert!(number(&report, "matches_opened_meanwhile") > 0.0, "{report}");
    let (p50, p99, longest) =
        (number(&report, "p50_ms"), number(&report, "p99_ms"), number(&report, "longest_ms"));
    assert!(0.0 < p50 && p50 <= p99 && p99 <= longest, "{report}");
    if cfg!(target_os = "linux") {
        assert!(number(&report, "cpu_us_a_move") > 0.0 && number(&report, "memory_bytes") > 1e6, "{report}");
    }
}

#[test]
fn the_minimum_time_between_moves_is_respected() {
    let report = load(&["--tables", "3", "--seconds", "2", "--as", "pages", "--every", "250"]);
    let moves = number(&report, "moves");
    assert!((1.0..=3.0 * 9.0).contains(&moves), "{report}");
}

#[test]
fn matches_opened_ahead_are_played_first() {
    let args = ["--tables", "2", "--seconds", "2", "--every", "25", "--ahead", "4"];
    let report = load(&args);
    assert!(number(&report, "matches") >= 2.0, "{report}");
    assert_eq!(report["matches_opened_meanwhile"], 0, "{report}");
}

#[test]
fn the_memory_of_open_tables_is_measured() {
    let report = load(&["--open", "20", "--as", "pages"]);
    assert_eq!((report["tables"].as_u64(), report["moves"].as_u64()), (Some(20), Some(0)));
    if cfg!(target_os = "linux") {
        assert!(number(&report, "memory_bytes_a_table") > 0.0, "{report}");
    }
}

#[test]
fn only_local_servers_can_be_load_tested() {
    assert!(atlas(&["load", "http://192.0.2.1:8080"]).failed().contains("only local servers"));
    assert!(atlas(&["load", "ftp://127.0.0.1"]).failed().contains("http://"));
    assert!(atlas(&["load"]).failed().contains("<SERVER>"));
    assert!(atlas(&["load", "--spawn", "--tables", "1000000"]).failed().contains("5000"));
    // Nothing listens at this address.
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(atlas(&["load", &format!("http://{unused}")]).failed().contains("cannot be reached"));
}
