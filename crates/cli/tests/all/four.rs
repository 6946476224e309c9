//! `cubiform solve --puzzle 444` and `scramble --event 444` as programs: tests without tables, and tests with those
//! of `cargo xtask full`.

use crate::full_tables;

use crate::common::{RunOutput, run};
use cubiform_cube::four::{Cube4, facelets, notation};
use serde_json::Value;

const SCRAMBLE: &str = "Rw2 F U' Fw D Uw2 L 2R m Bw2 U2 Rw' D";

fn solve(arguments: &[&str]) -> RunOutput {
    run(&[&["solve", "--puzzle", "444"], arguments].concat())
}

/// Returns the facelets of the solved cube after exchanges of characters.
fn facelets_with(exchanges: &[(usize, usize)]) -> String {
    let mut text: Vec<char> = facelets::format(&Cube4::SOLVED).chars().collect();
    exchanges.iter().for_each(|(a, b)| text.swap(*a, *b));
    text.into_iter().collect()
}

#[test]
fn invalid_facelets_are_refused_with_a_reason() {
    let solved = facelets_with(&[]);
    let counts = format!("{}R{}", &solved[..5], &solved[6..]);
    for (text, reason) in [
        (solved[1..].to_string(), "found 95 stickers instead of 96"),
        (format!("{}X{}", &solved[..5], &solved[6..]), "'X'"),
        (counts, "15 U stickers instead of 16"),
        // A corner sticker R is replaced by a centre U.
        (facelets_with(&[(5, 16)]), "3 U centres"),
        (facelets_with(&[(0, 64)]), "corner"),
        // Stickers of different wings are exchanged.
        (facelets_with(&[(1, 17)]), "wing"),
        // The corner URF is twisted.
        (facelets_with(&[(15, 16), (16, 35)]), "twist"),
    ] {
        let message = solve(&[&text]).failure(1);
        assert!(message.contains(reason), "{text}: {message}");
        assert!(message.starts_with("error: cube 1: "), "{message}");
    }
    let message = solve(&["R Q"]).failure(1);
    assert!(message.contains("column 3: 'Q' is not a move"), "{message}");
}

#[test]
fn missing_tables_are_named_with_the_command_that_builds_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let message = solve(&["R", "--tables", folder]).failure(1);
    assert!(message.contains("needs 5 tables (885 MB), and 444-slice-1 is not built"), "{message}");
    assert!(message.contains("cubiform tables build 444-slice --tables"), "{message}");
    let message = run(&["scramble", "--event", "444", "--tables", folder]).failure(1);
    assert!(message.contains("needs 3 tables (93 MB), and 444-outer-1 is not built"), "{message}");
    assert!(message.contains("tables build 444-outer"), "{message}");
}

#[test]
fn options_of_another_puzzle_are_refused() {
    for arguments in
        [&["--inverse"][..], &["--method", "cfop"], &["--max-length", "40"], &["--moves", "<U,R>"]]
    {
        let message = solve(&[arguments, &["R"]].concat()).failure(2);
        assert!(message.contains("are for the 3x3x3"), "{message}");
    }
    for arguments in [&["--beam", "10"][..], &["--metric", "btm"]] {
        let message = run(&[&["solve", "R"], arguments].concat()).failure(2);
        assert!(message.contains("are for --puzzle 444"), "{message}");
    }
    let message = run(&["scramble", "--puzzle", "444", "--event", "333bf"]).failure(2);
    assert!(message.contains("has only the event 444"), "{message}");
    let message = run(&["scramble", "--event", "444", "--case", "OLL 27"]).failure(2);
    assert!(message.contains("has only the event 444"), "{message}");
}

#[test]
#[ignore = "needs full tables"]
fn solutions_solve_in_every_form() {
    let folder = full_tables::folder();
    let folder = folder.to_str().unwrap();
    let cube = Cube4::from_turns(&notation::parse(SCRAMBLE, Default::default()).unwrap());
    let state = facelets::format(&cube);
    let solves = |text: &str| cube.apply(&notation::parse(text, Default::default()).unwrap()).is_solved();
    for metric in ["sst", "btm", "obtm"] {
        let with = |form: &str| {
            solve(&[SCRAMBLE, &state, "--tables", folder, "--metric", metric, "--beam", "30", "-f", form])
                .success()
        };
        // The text of a cube is an algorithm; everything but the moves is in comments.
        assert!(with("text").split("\n\n").all(solves));
        assert!(with("text").contains("// stage 1, ") && !with("text").contains("https://"));
        let objects: Vec<Value> =
            with("jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(objects.len(), 2);
        for object in &objects {
            let solution = object["solution"].as_str().unwrap();
            assert!(solves(solution));
            assert_eq!(object["length"], solution.split(' ').count());
            assert_eq!(object["stages"].as_array().unwrap().len(), if metric == "obtm" { 4 } else { 5 });
            let link = object["twizzle"].as_str().unwrap();
            assert!(link.contains("puzzle=4x4x4") && !link.contains("++"), "{link}");
        }
        assert!(with("csv").lines().nth(1).unwrap().contains(&metric.to_uppercase()));
    }
    let scrambles = |count: &str| {
        run(&["scramble", "--event", "444", "--tables", folder, "-n", count, "--seed", "5"]).success()
    };
    let three = scrambles("3");
    assert_eq!(three.lines().count(), 3);
    assert!(three.starts_with(&scrambles("2")));
    let is_of_the_wca = |turn: &str| {
        let turn = turn.trim_end_matches(['\'', '2']);
        ["U", "D", "L", "R", "F", "B", "Uw", "Rw", "Fw"].contains(&turn)
    };
    assert!(three.split_whitespace().all(is_of_the_wca), "{three}");
}

#[test]
#[ignore = "needs full tables"]
fn solutions_start_from_the_orientation_after_the_scramble() {
    let folder = full_tables::folder();
    let folder = folder.to_str().unwrap();
    for scramble in ["Rw2 F x U' Fw D y' Uw2 L 3Rw z", "x y Rw U F2 Lw' Dw2 B z2 Uw Rw' F D2 Bw x'"] {
        let solution = solve(&[scramble, "--tables", folder, "--metric", "obtm", "--beam", "20"]).success();
        let both = notation::parse(&format!("{scramble}\n{solution}"), Default::default()).unwrap();
        assert!(Cube4::from_turns(&both).is_solved(), "{scramble}: {solution}");
    }
}
