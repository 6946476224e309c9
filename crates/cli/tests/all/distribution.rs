//! `cubiform distribution`: the output in each format, and refused goals.

use crate::common::run;
use serde_json::{Value, json};

fn distribution(arguments: &[&str]) -> crate::common::RunOutput {
    run(&[&["distribution"], arguments].concat())
}

#[test]
fn table_has_states_shares_and_moments() {
    assert_eq!(
        distribution(&["cross", "--colors", "YW"]).success(),
        "\
cross, white or yellow (dual colour neutral): 980,995,276,800 states
moves           states        share   cumulative
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
fn csv_and_json_have_the_counts() {
    let csv = distribution(&["pseudo cross", "-f", "csv"]).success();
    assert!(csv.starts_with("moves,states,share\n0,4,0.0000210437"), "{csv}");
    assert_eq!(distribution(&["pseudo", "-f", "csv"]).success(), csv, "its first stage");
    assert_eq!(distribution(&["pseudo", "-s", "cross", "-f", "csv"]).success(), csv);
    assert_eq!(
        distribution(&["pseudo", "--stage", "cross", "-f", "csv"]).success(),
        csv,
        "the old name of the option"
    );
    assert_eq!(distribution(&["offset D + cross", "-f", "csv"]).success(), csv);
    let told: Value = serde_json::from_str(&distribution(&["cross", "-f", "json"]).success()).unwrap();
    assert_eq!(
        (&told["goal"], &told["states"], &told["colors"]),
        (&json!("cross"), &json!(190_080), &Value::Null)
    );
    assert_eq!((&told["median"], &told["distances"][8]["states"]), (&json!(6.0), &json!(102)));
    assert!((told["mean"].as_f64().unwrap() - 5.812_058).abs() < 1e-6);
    let told: Value =
        serde_json::from_str(&distribution(&["cross", "-c", "R", "-f", "json"]).success()).unwrap();
    assert_eq!((&told["colors"], &told["states"]), (&json!(["red"]), &json!(980_995_276_800u64)));
}

#[test]
fn every_table_has_a_distribution() {
    let listed: Value = serde_json::from_str(&run(&["tables", "list", "-f", "json"]).success()).unwrap();
    let entries = listed.as_array().unwrap();
    assert!(entries.len() >= 15 + 3 + 2 + 13);
    for entry in entries {
        let name = entry["name"].as_str().unwrap();
        let told = distribution(&[name, "-f", "json"]).success();
        let told: Value = serde_json::from_str(&told).unwrap();
        let rows = told["distances"].as_array().unwrap();
        let counts: Vec<u64> = rows.iter().map(|row| row["states"].as_u64().unwrap()).collect();
        let stored: Vec<u64> =
            entry["histogram"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
        assert_eq!(told["states"].as_u64(), Some(stored.iter().sum()), "{name}");
        // Phases have distances beyond the stored ones.
        let exact = if name.starts_with("phase-") { stored.len() - 1 } else { stored.len() };
        assert_eq!(counts[..exact], stored[..exact], "{name}");
        let is_open = rows.last().unwrap()["or_more"] == true;
        assert_eq!(is_open, name.starts_with("optimal-"), "{name}");
        assert_eq!(told["mean"].is_null(), is_open, "{name}");
    }
}

#[test]
fn distances_beyond_a_table_are_reported_as_or_more() {
    let table = distribution(&["optimal-small"]).success();
    assert!(table.contains("\n11 or more    362,478,909 "), "{table}");
    assert!(table.contains("\nmedian 10; the mean is not known exactly\n"), "{table}");
    let csv = distribution(&["optimal-small", "-f", "csv"]).success();
    assert!(csv.contains("\n11+,362478909,"), "{csv}");
    let table = distribution(&["phase-1"]).success();
    assert!(table.contains("\n   12            476 "), "{table}");
    assert!(table.contains("mean 9.524528"), "{table}");
}

#[test]
fn phases_of_thistlethwaite_have_distributions() {
    let totals = [2048u64, 1_082_565, 29_400, 663_552];
    for (i, total) in totals.into_iter().enumerate() {
        let name = format!("thistlethwaite-{}", i + 1);
        let told: Value = serde_json::from_str(&distribution(&[&name, "-f", "json"]).success()).unwrap();
        assert_eq!((&told["goal"], &told["states"]), (&json!(name), &json!(total)));
    }
}

#[test]
fn the_2x2x2_has_a_distribution() {
    let csv = distribution(&["222", "-f", "csv"]).success();
    assert_eq!(csv.lines().count(), 1 + 12);
    assert!(csv.starts_with("moves,states,share\n0,1,") && csv.contains("\n11,2644,"), "{csv}");
    assert!(distribution(&["222", "-c", "W"]).failure(2).contains("222 is a single table: omit --colors"));
}

#[test]
fn goals_without_an_exact_distribution_are_refused() {
    for (arguments, message) in [
        (&["xxcross"][..], "error: xxcross: the goal is the best of 6 choices"),
        (&["pair", "-s", "xcross"], "error: xcross_pair: the goal is the best of 12 choices"),
        (&["cross + slot edges + UF"], "error: cross + slot edges + UF: the goal has too many pieces"),
        (&["line", "-c", "WY"], "error: line, --colors: only a goal of the four bottom edges"),
        (
            &["pseudo_xcross", "-c", "WY"],
            "error: pseudo_xcross, --colors: only a goal of the four bottom edges",
        ),
        (
            &["xcross", "-c", "WYROG"],
            "error: xcross: counting these colours takes hours, and their distribution is not stored",
        ),
        (&["std", "-s", "all"], "error: --stages: 'all' names several stages"),
        (&["cross", "-s", "cross"], "error: 'cross' is a single stage: omit --stages"),
        (
            &["cross + crss"],
            "error: invalid value 'cross + crss' for '<GOAL>': column 9: unknown goal term 'crss'",
        ),
        (&["phase-1", "-c", "W"], "error: phase-1 is a single table: omit --colors"),
        (&["444-slice-1", "--stages", "cross"], "error: 444-slice-1 is a single table: omit --stages"),
        (
            &["444-slice"],
            "error: invalid value '444-slice' for '<GOAL>': name one of these tables: 444-slice-1, ",
        ),
        (&["thistlethwaite"], "error: invalid value 'thistlethwaite' for '<GOAL>': name one of its phases: "),
        (&["cross", "-c", "X"], "error: invalid value 'X' for '--colors <COLORS>'"),
    ] {
        let said = distribution(arguments).failure(2);
        assert!(said.starts_with(message), "{said}");
    }
}

#[test]
fn xcross_of_any_slot_is_answered_over_the_first_two_layers() {
    let table = distribution(&["xcross"]).success();
    assert!(table.starts_with("xcross: 695,280,402,432,000 states\n"), "{table}");
    assert!(table.contains("\n   10            4,998,960   <0.00001 %  100.00000 %\n"), "{table}");
    assert!(table.contains("\nmean 7.354904, "), "{table}");
    let csv = distribution(&["std", "-s", "xcross", "-c", "G", "-f", "csv"]).success();
    assert!(csv.starts_with("moves,states,share\n0,37908599,0."), "{csv}");
}

/// The count of six colours takes hours; its numbers are stored.
#[test]
fn xcross_of_six_colors_is_told_as_stored() {
    let table = distribution(&["xcross", "-c", "all"]).success();
    let head = "xcross, any of the six colours (colour neutral): 43,252,003,274,489,856,000 states\n";
    assert!(table.starts_with(head), "{table}");
    assert!(table.contains("\n   10                         438   <0.00001 %  100.00000 %\n"), "{table}");
    assert!(table.contains("\nmean 6.536237, "), "{table}");
    assert!(table.ends_with("\nstored, because counting it takes hours (HTM moves)\n"), "{table}");
}

#[test]
fn free_pair_of_two_opposite_colors_is_answered_over_all_states_of_the_cube() {
    let table = distribution(&["cross_pair", "-c", "WY"]).success();
    let head = "cross_pair, white or yellow (dual colour neutral): 43,252,003,274,489,856,000 states\n";
    assert!(table.starts_with(head), "{table}");
    assert!(table.contains("\nmean 5.913732, "), "{table}");
    let said = distribution(&["cross_pair", "-c", "all"]).failure(2);
    assert!(said.starts_with("error: cross_pair: counting these colours takes hours"), "{said}");
}

/// F2L has 695 million million states.
#[test]
fn distributions_larger_than_memory_are_refused() {
    let said = distribution(&["f2l"]).failure(1);
    assert!(said.starts_with("error: counting the 695 T states of f2l takes 33952.0 GB of memory"), "{said}");
}
