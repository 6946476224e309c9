//! `cubiform analyze --where`: drawn states satisfy the condition according to the analysis itself, and invalid
//! conditions are refused.

use crate::common::{analyze, build_tables, cubiform, run};

/// Returns the lengths of each row of a CSV analysis.
fn lengths(csv: &str) -> Vec<Vec<u8>> {
    let row = |line: &str| line.split(',').skip(1).map(|cell| cell.parse().unwrap()).collect();
    csv.lines().skip(1).map(row).collect()
}

const HARD: &str = "xcross[W] == 10 && xcross[Y] == 10";

#[test]
fn drawn_states_satisfy_a_rare_condition_on_two_colours() {
    let arguments = ["--random", "30", "--seed", "4", "--where", HARD, "-s", "..xcross", "-f", "csv"];
    let said = analyze(&arguments).success();
    assert!(said.starts_with("id,cross_z0,cross_z2,cross_z3,"), "{said}");
    let rows = lengths(&said);
    assert_eq!(rows.len(), 30);
    for row in &rows {
        // Yellow and white are the first colours.
        assert_eq!(row[6..8], [10, 10]);
        assert!(row[..2].iter().all(|cross| *cross >= 7));
    }
    assert!(said.contains("\nrandom-4-30,"));
    assert_eq!(analyze(&arguments).success(), said, "the same for the same seed");
    let other = ["--random", "30", "--seed", "5", "--where", HARD, "-s", "..xcross", "-f", "csv"];
    assert_ne!(lengths(&analyze(&other).success()), rows);
}

#[test]
fn common_states_are_drawn_by_rejection_from_the_seed() {
    let said = analyze(&[
        "--random",
        "40",
        "--where",
        "cross[WY] <= 5 and not xcross[R] > 7",
        "-f",
        "jsonl",
        "-s",
        "..xcross",
    ]);
    let satisfying = said.success();
    let all = analyze(&["--random", "400", "-f", "jsonl", "-s", "..xcross"]).success();
    let facelets = |line: &str| -> String {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["facelets"].as_str().unwrap().to_owned()
    };
    let all: Vec<String> = all.lines().map(facelets).collect();
    let mut at = 0;
    for line in satisfying.lines().map(facelets) {
        at += 1 + all[at..].iter().position(|other| *other == line).expect("in the order of all");
    }
    assert!(satisfying.lines().count() == 40 && at < 400);
}

#[test]
fn conditions_on_stages_of_another_goal_are_satisfied() {
    build_tables();
    let arguments = [
        "--random",
        "5",
        "--where",
        "eo_cross[W] <= 5 && cross[W] == 5",
        "--goal",
        "eo",
        "-s",
        "cross",
        "-c",
        "W",
        "-f",
        "csv",
    ];
    let rows = lengths(&analyze(&arguments).success());
    assert_eq!(rows, [[5]; 5]);
}

#[test]
fn explain_describes_how_states_are_drawn() {
    let said = analyze(&["--random", "1", "--where", HARD, "--explain", "-s", "cross", "-f", "csv"]);
    assert_eq!(said.code, Some(0));
    assert!(
        said.err.starts_with(&format!("states are drawn uniformly among those that satisfy {HARD}\n")),
        "{}",
        said.err
    );
    assert!(said.err.contains("20,230,604 states"), "{}", said.err);
}

#[test]
fn invalid_conditions_are_refused_with_their_place() {
    let said = run(&["analyze", "--random", "3", "--where", "xcros[W] == 10"]).failure(2);
    assert!(
        said.contains(
            "--where, column 1: unknown stage 'xcros' (did you mean 'xcross'?)\n  xcros[W] == 10\n  ^"
        ),
        "{said}"
    );
    let said = run(&["analyze", "--where", "cross[W] == 8", "--explain", "R U"]).failure(2);
    assert!(said.contains("'--explain' cannot be used with '[SCRAMBLE]...'"), "{said}");
    let said = run(&["analyze", "--random", "3", "--explain"]).failure(2);
    assert!(said.contains("--where"), "{said}");
}

#[test]
fn long_conditions_and_large_counts_are_refused() {
    let sum = |terms: usize| vec!["cross[W]"; terms].join("+") + " >= 0";
    let said = run(&["analyze", "--random", "3", "--where", &sum(9000)]).failure(2);
    assert!(said.contains("exceeds the 256 lengths and numbers that a condition may have"), "{said}");
    assert!(said.len() < 200_000, "{} bytes", said.len());
    let arguments = ["--random", "3", "--where", &sum(255), "-s", "cross", "-f", "csv"];
    assert_eq!(lengths(&analyze(&arguments).success()).len(), 3);
    let said = run(&["bench", "--count", "2000000"]).failure(2);
    assert!(said.contains("1..=1000000"), "{said}");
}

#[test]
fn unsatisfiable_conditions_are_refused_and_leave_no_file() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("where-nothing.csv");
    let _ = std::fs::remove_file(&file);
    let sum = vec!["cross[W]"; 100].join("+") + " > 900";
    for condition in [
        "cross[W] > 8",
        "cross[W] == 8 && xcross[W] == 7",
        "cross[W] + xcross[Y] > 18",
        "xcross < cross",
        &sum,
    ] {
        let mut command = cubiform();
        command
            .args(["analyze", "--tables", crate::common::TABLES, "--random", "3", "--where", condition, "-o"])
            .arg(&file);
        let said: crate::common::RunOutput = command.output().unwrap().into();
        let message = said.failure(1);
        assert!(message.starts_with("error: --where '"), "{message}");
        assert!(message.contains("': no state satisfies the condition\n"), "{message}");
    }
    assert!(!file.exists());
}
