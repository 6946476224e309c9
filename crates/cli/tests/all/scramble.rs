//! `cubiform scramble` as a program: events, seeds, conditions, formats.

use std::fs;
use std::sync::Once;

use crate::common::{RunOutput, TABLES, analyze_input, build_tables, run};
use cubiform_cube::{Algorithm, facelets};

/// Builds the tables, including those for conditions on the F2L, once: a run that waits for another build prints a
/// message.
fn build_tables_of_conditions() {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        build_tables();
        assert_eq!(scramble(&["--where", "f2l[W] <= 3"]).code, Some(0));
    });
}

fn scramble(arguments: &[&str]) -> RunOutput {
    run(&[&["scramble", "--tables", TABLES], arguments].concat())
}

#[test]
fn seed_gives_the_same_scrambles_for_any_number_of_threads() {
    let one = scramble(&["-n", "40", "--seed", "7", "--threads", "1"]).success();
    assert_eq!(one.lines().count(), 40);
    assert_eq!(scramble(&["-n", "40", "--seed", "7", "--threads", "3"]).success(), one);
    assert_ne!(scramble(&["-n", "40", "--seed", "8"]).success(), one);
    assert!(one.starts_with(&scramble(&["-n", "10", "--seed", "7"]).success()));
    for line in one.lines() {
        let moves = Algorithm::parse(line).unwrap();
        assert!((2..=21).contains(&moves.turns().len()), "{line}");
    }
    assert_ne!(scramble(&[]).success(), scramble(&[]).success());
}

/// Returns the stickers of the solved cube after moves, as the cube is then held: each is a point with a direction, and turns with its
/// layer.
fn stickers_after(moves: &str) -> String {
    // For each letter the axis and the sign of its face, and the layers that it turns from that face.
    let turn_of = |word: &str| {
        let (face, rest) = word.split_at(1);
        let (axis, sign) = match face {
            "R" => (0, 1),
            "L" => (0, -1),
            "U" => (1, 1),
            "D" => (1, -1),
            "F" => (2, 1),
            _ => (2, -1),
        };
        let quarters = if rest.ends_with('2') {
            2
        } else if rest.ends_with('\'') {
            3
        } else {
            1
        };
        (axis, sign, if rest.starts_with('w') { 0 } else { 1 }, quarters)
    };
    let mut places = Vec::new();
    for (letter, axis, sign) in
        [('U', 1, 1), ('R', 0, 1), ('F', 2, 1), ('D', 1, -1), ('L', 0, -1), ('B', 2, -1)]
    {
        // The point of row i and column j, with the face in front and up above; U has B above, D has F.
        for (i, j) in (0..9).map(|k| (k / 3 - 1, k % 3 - 1)) {
            let point: [i32; 3] = match letter {
                'U' => [j, 1, i],
                'D' => [j, -1, -i],
                'F' => [j, -i, 1],
                'B' => [-j, -i, -1],
                'R' => [1, -i, -j],
                _ => [-1, -i, j],
            };
            let mut normal = [0; 3];
            normal[axis] = sign;
            places.push((point, normal, letter));
        }
    }
    let order: Vec<([i32; 3], [i32; 3])> =
        places.iter().map(|(point, normal, _)| (*point, *normal)).collect();
    for word in moves.split_whitespace() {
        let (axis, sign, least, quarters) = turn_of(word);
        for _ in 0..quarters {
            for (point, normal, _) in &mut places {
                if sign * point[axis] >= least {
                    for vector in [point, normal] {
                        // Clockwise, seen from the face.
                        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
                        (vector[a], vector[b]) = (sign * vector[b], -sign * vector[a]);
                    }
                }
            }
        }
    }
    let letter = |at: &([i32; 3], [i32; 3])| {
        places.iter().find(|(point, normal, _)| (*point, *normal) == *at).unwrap().2
    };
    order.iter().map(letter).collect()
}

#[test]
fn facelets_as_held_are_what_the_scramble_makes() {
    assert_eq!(stickers_after("R"), "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB");
    let said = scramble(&["-n", "40", "--seed", "5", "--event", "333bf", "-f", "jsonl"]).success();
    let mut turned = 0;
    for line in said.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| row[name].as_str().map(str::to_string);
        let held = text("held_facelets").or_else(|| text("facelets"));
        assert_eq!(held, Some(stickers_after(&text("scramble").unwrap())), "{line}");
        turned += u32::from(text("held_facelets").is_some());
    }
    assert!(turned > 30, "{turned} of 40 end turned");
}

#[test]
fn events_share_states_but_differ_in_form() {
    let states = |event: &str| -> Vec<(String, String)> {
        let said = scramble(&["-n", "30", "--seed", "3", "--event", event, "-f", "jsonl"]).success();
        let row = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let [text, state] = ["scramble", "facelets"].map(|key| row[key].as_str().unwrap().to_string());
            let scramble = Algorithm::parse(&text).unwrap();
            assert_eq!(facelets::format(&scramble.cube()), state);
            assert_eq!(row["length"], scramble.turns().len());
            assert_eq!(row["event"], event);
            (text, state)
        };
        said.lines().map(row).collect()
    };
    let (plain, blind, fewest) = (states("333"), states("333bf"), states("333fm"));
    for i in 0..30 {
        assert!(plain[i].1 == blind[i].1 && plain[i].1 == fewest[i].1);
        assert!(!plain[i].0.contains('w'));
        assert!(fewest[i].0.starts_with("R' U' F ") && fewest[i].0.ends_with(" R' U' F"), "{}", fewest[i].0);
    }
    let wide = blind.iter().filter(|(text, _)| text.contains('w')).count();
    assert!((20..=30).contains(&wide), "{wide} of 30; 23 of 24 orientations take a wide turn");
}

#[test]
fn scrambles_under_a_condition_satisfy_it_when_read_back() {
    build_tables_of_conditions();
    let csv = scramble(&["-n", "50", "--seed", "1", "--where", "cross[W] <= 3", "-f", "csv"]).success();
    assert!(csv.starts_with("id,scramble\nrandom-1-1,"), "{csv}");
    let said = analyze_input(&["-s", "cross", "-c", "W", "-f", "csv"], csv).success();
    assert_eq!(said.lines().count(), 51);
    for row in said.lines().skip(1) {
        let (_, length) = row.split_once(',').unwrap();
        assert!(length.parse::<u8>().unwrap() <= 3, "{row}");
    }
    let said = scramble(&["--where", "f2l[W] == 0 && cross[Y] == 9"]).failure(1);
    assert!(said.starts_with("error: --where "), "{said}");
    assert!(scramble(&["--where", "cross[W] <"]).failure(2).contains("--where"));
    assert!(scramble(&["-n", "0"]).failure(2).contains("0 is not in"));
    assert!(
        scramble(&["--event", "555"])
            .failure(2)
            .contains("possible values: 333, 333oh, 333ft, 333bf, 333mbf, 333fm, 222, 444")
    );
}

#[test]
fn output_file_is_complete_or_absent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scrambles.txt");
    let arguments = ["-n", "5", "--seed", "2", "-o", path.to_str().unwrap()];
    assert_eq!(scramble(&arguments).success(), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), scramble(&arguments[..4]).success());
}

#[test]
fn states_near_a_later_stage_are_drawn_directly() {
    build_tables_of_conditions();
    let condition = ["--where", "f2l <= 6 && cross[W] >= 3", "-f", "csv"];
    let csv = scramble(&[&["-n", "20", "--seed", "1"], &condition[..]].concat()).success();
    assert_eq!(
        scramble(&[&["-n", "20", "--seed", "1", "--threads", "1"], &condition[..]].concat()).success(),
        csv
    );
    let said = analyze_input(&["-s", "cross,f2l", "-f", "csv"], csv).success();
    let header: Vec<&str> = said.lines().next().unwrap().split(',').collect();
    let columns = |prefix: &str| -> Vec<usize> {
        (0..header.len()).filter(|i| header[*i].starts_with(prefix)).collect()
    };
    let of_f2l: Vec<usize> = (0..header.len()).rev().take(6).collect();
    assert_eq!(columns("cross").len(), 6);
    for row in said.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let best = of_f2l.iter().map(|i| cells[*i].parse::<u8>().unwrap()).min().unwrap();
        assert!(best <= 6, "{row}");
    }
    let said = scramble(&["--seed", "1", "--where", "f2l[W] <= 8", "--explain"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    for part in [
        "xxxxcross[W] in 0 to 8 moves: 62,208 states at the goal",
        "75,399,161,361,408 trials",
        "states satisfy the condition",
    ] {
        assert!(said.err.contains(part), "{}", said.err);
    }
}

#[test]
fn json_is_one_document_and_names_the_event() {
    let said = scramble(&["-n", "3", "--seed", "3", "--event", "333oh", "-f", "json"]).success();
    let document: serde_json::Value = serde_json::from_str(&said).unwrap();
    let lines = scramble(&["-n", "3", "--seed", "3"]).success();
    let rows = document.as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for (row, line) in rows.iter().zip(lines.lines()) {
        assert_eq!(
            (&row["event"], &row["scramble"]),
            (&serde_json::json!("333oh"), &serde_json::json!(line))
        );
    }
}

#[test]
fn help_lists_the_events_and_describes_the_formats() {
    let help = run(&["scramble", "--help"]).success();
    for part in ["333oh", "333mbf", "one scramble per line", "--explain"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(!help.contains("how many they are"), "{help}");
}
