//! `cubiform distribution`: what it prints in each format, and what it refuses.

mod common;

use common::run;
use serde_json::{Value, json};

fn distribution(arguments: &[&str]) -> common::Said {
    run(&[&["distribution"], arguments].concat())
}

#[test]
fn the_table_is_for_people() {
    assert_eq!(
        distribution(&["cross", "--colors", "YW"]).good(),
        "\
cross, white or yellow below: 980,995,276,800 states
moves           states        share  up to there
    0       10,321,728    0.00105 %    0.00105 %
    1      154,800,576    0.01578 %    0.01683 %
    2    1,629,043,584    0.16606 %    0.18289 %
    3   14,291,915,904    1.45688 %    1.63977 %
    4   97,316,348,736    9.92016 %   11.55994 %
    5  390,032,752,320   39.75888 %   51.31882 %
    6  443,815,039,104   45.24130 %   96.56012 %
    7   33,744,349,824    3.43981 %   99.99993 %
    8          705,024    0.00007 %  100.00000 %
mean 5.387206, standard deviation 0.784406, median 5
"
    );
}

#[test]
fn csv_and_json_are_for_programs() {
    let csv = distribution(&["pseudo cross", "-f", "csv"]).good();
    assert!(csv.starts_with("moves,states,share\n0,4,0.0000210437"), "{csv}");
    assert_eq!(distribution(&["pseudo", "-f", "csv"]).good(), csv, "its first stage");
    assert_eq!(distribution(&["pseudo", "-s", "cross", "-f", "csv"]).good(), csv);
    assert_eq!(distribution(&["offset D + cross", "-f", "csv"]).good(), csv);
    let told: Value = serde_json::from_str(&distribution(&["cross", "-f", "json"]).good()).unwrap();
    assert_eq!(
        (&told["goal"], &told["states"], &told["colors"]),
        (&json!("cross"), &json!(190_080), &Value::Null)
    );
    assert_eq!((&told["median"], &told["distances"][8]["states"]), (&json!(6.0), &json!(102)));
    assert!((told["mean"].as_f64().unwrap() - 5.812_058).abs() < 1e-6);
    let told: Value =
        serde_json::from_str(&distribution(&["cross", "-c", "R", "-f", "json"]).good()).unwrap();
    assert_eq!((&told["colors"], &told["states"]), (&json!(["red"]), &json!(980_995_276_800u64)));
}

#[test]
fn every_table_of_a_goal_has_a_distribution() {
    let listed: Value = serde_json::from_str(&run(&["tables", "list", "-f", "json"]).good()).unwrap();
    // What bounds the whole cube tells some distances only as farther than others, and the 4x4x4 has no goals.
    let is_of_a_goal = |entry: &&Value| !entry["profile"].is_null();
    let of_goals: Vec<&Value> = listed.as_array().unwrap().iter().filter(is_of_a_goal).collect();
    assert_eq!(of_goals.len(), 15);
    for entry in of_goals {
        let told = distribution(&[entry["name"].as_str().unwrap(), "-f", "json"]).good();
        let told: Value = serde_json::from_str(&told).unwrap();
        let counts: Vec<&Value> =
            told["distances"].as_array().unwrap().iter().map(|row| &row["states"]).collect();
        assert_eq!(json!(counts), entry["histogram"]);
    }
}

#[test]
fn what_cannot_be_exact_is_refused() {
    for (arguments, message) in [
        (&["xcross"][..], "error: xcross: it is the least of 4 choices"),
        (&["pair", "-s", "xcross"], "error: xcross_pair: it is the least of 12 choices"),
        (&["cross + slot edges + UF"], "error: cross + slot edges + UF: it has too many pieces"),
        (&["line", "-c", "WY"], "error: line, --colors: only a goal of the four bottom edges"),
        (&["xcross", "-c", "WY"], "error: xcross, --colors: only a goal of the four bottom edges"),
        (&["std", "-s", "all"], "error: --stage: 'all' names several stages"),
        (&["cross", "-s", "cross"], "error: 'cross' is a single stage: leave --stage out"),
        (
            &["cross + crss"],
            "error: invalid value 'cross + crss' for '<GOAL>': column 9: unknown goal term 'crss'",
        ),
        (&["cross", "-c", "X"], "error: invalid value 'X' for '--colors <COLORS>'"),
    ] {
        let said = distribution(arguments).bad(2);
        assert!(said.starts_with(message), "{said}");
    }
}

/// 695 million million states.
#[test]
fn what_memory_does_not_hold_is_refused() {
    let said = distribution(&["f2l"]).bad(1);
    assert!(said.starts_with("error: counting the 695 T states of f2l takes 33952.0 GB of memory"), "{said}");
}
