//! The forms of cubes that all commands read: moves, facelets, Reid's notation, and the output of cubiform itself.

use std::fs;

use crate::common::{RunOutput, analyze, analyze_input, cubiform, run, squeezed};
use cubiform_cube::{Algorithm, Cube, facelets};
use serde_json::Value;

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// Facelets as six groups, as cubers type them.
const GROUPS: &str = "BLDLUUBDL FLBDRDFUD UFDRFBLRD UDRRDFRBL RBLRLUUFF RFULBBBUF";

fn solve(arguments: &[&str]) -> RunOutput {
    run(&[&["solve"], arguments].concat())
}

fn solve_input(arguments: &[&str], input: &str) -> RunOutput {
    let mut command = cubiform();
    command.arg("solve").args(arguments).write_stdin(input);
    command.output().expect("the command runs").into()
}

fn in_colors(facelets: &str) -> String {
    facelets.chars().map(|c| "URFDLB".find(c).map_or(c, |face| char::from(b"WRGYOB"[face]))).collect()
}

#[test]
fn lower_case_moves_are_wide_and_reported() {
    for (command, more) in [("analyze", &["-s", "cross"][..]), ("solve", &[])] {
        let said = run(&[&[command, "r u f' l2 b d"], more].concat());
        assert_eq!(
            (said.code, said.err.contains("lower-case letters are wide moves")),
            (Some(0), true),
            "{said:?}"
        );
        run(&[&[command, "R u f' l2 b d"], more].concat()).success();
    }
}

#[test]
fn analyze_reads_facelets_of_the_solved_cube() {
    for cube in [SOLVED, &in_colors(SOLVED), &SOLVED.to_lowercase(), &format!("{SOLVED} // solved")] {
        let table = squeezed(&analyze(&[cube, "-s", "cross"]).success());
        assert!(table.ends_with("cross  0*  0*  0*  0*  0*  0*  0  all\n"), "{table}");
    }
    let lengths = |cube: &str| analyze(&[cube, "-s", "cross,xcross", "-f", "csv"]).success();
    assert_eq!(lengths(GROUPS), lengths(&GROUPS.replace(' ', "")));
    assert_eq!(lengths(GROUPS), lengths(&GROUPS.replace(' ', "\n")));
    assert_eq!(lengths(GROUPS), lengths(&in_colors(GROUPS)));
    let reid = cubiform_cube::reid::format(&facelets::parse(GROUPS).unwrap());
    assert_eq!(lengths(GROUPS), lengths(&reid));
}

#[test]
fn solve_reads_facelets_in_groups() {
    let state = facelets::parse(GROUPS).unwrap();
    let first = solve(&[&GROUPS.replace(' ', "")]).success();
    assert_eq!(state.then(&Algorithm::parse(&first).unwrap().cube()), Cube::SOLVED);
    for cube in [GROUPS.to_string(), GROUPS.replace(' ', "\n"), in_colors(GROUPS), GROUPS.to_lowercase()] {
        assert_eq!(solve(&[&cube]).success(), first, "{cube}");
    }
    assert_eq!(solve(&["--to", GROUPS, GROUPS]).success(), "// 0 moves, optimal\n");
}

#[test]
fn invalid_facelets_are_not_read_as_moves() {
    let short = &GROUPS[1..];
    let counts = GROUPS.replacen('B', "L", 1);
    let twisted = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    for (cube, reason) in [
        (short, "found 53 stickers instead of 54"),
        (&GROUPS[10..], "found 45 stickers instead of 54"),
        (&counts, "10 L stickers instead of 9"),
        (twisted, "one corner is twisted"),
        (&"R U ".repeat(27), "if these are moves, put them in brackets: (R U ...)"),
    ] {
        for said in [analyze(&[cube, "-s", "cross"]), solve(&[cube]), solve(&["--method", "cfop", cube])] {
            assert_eq!(said.out, "");
            let message = said.failure(1);
            assert!(message.starts_with("error: cube 1: ") && message.contains(reason), "{message}");
        }
        let message = run(&["review", "--no-least", cube, "R"]).failure(2);
        assert!(message.contains("the cube: ") && message.contains(reason), "{message}");
        let message = solve(&["--to", cube, "R"]).failure(2);
        assert!(message.contains("--to") && message.contains(reason), "{message}");
        let message = analyze_input(&["-s", "cross"], format!("R\na,{cube}\n")).failure(1);
        assert!(message.starts_with("error: <stdin>:2:3: ") && message.contains(reason), "{message}");
    }
    // With one face per line there are six lines, each of which is an invalid cube.
    let said = analyze_input(&["-s", "cross"], GROUPS.replace(' ', "\n"));
    let message = said.failure(1);
    assert!(message.starts_with("error: <stdin>:1:1: found 9 stickers instead of 54"), "{message}");
    // Without quotes the shell passes six arguments.
    let groups: Vec<&str> = GROUPS.split(' ').collect();
    for message in [analyze(&groups).failure(2), solve(&groups).failure(2)] {
        assert!(message.contains("these are the parts of one cube; did you mean \"BLDLUUBDL "), "{message}");
    }
}

#[test]
fn review_reads_facelets() {
    let cube = facelets::format(&Algorithm::parse("R U F").unwrap().cube());
    let with = |cube: &str| run(&["review", "--no-least", cube, "F' U' R'"]).success();
    let (moves, state) = (with("R U F"), with(&cube));
    let table = |text: &str| {
        text.lines()
            .skip(1)
            .take_while(|line| !line.starts_with("http"))
            .map(|line| line.to_string() + "\n")
            .collect::<String>()
    };
    assert_eq!(table(&moves), table(&state));
    // The link sets up a cube given as facelets by the inverse of the moves that it shows.
    let json = run(&["review", "--no-least", "--format", "json", &cube, "F' U' R'"]).success();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["scramble"], &json["solved"]), (&cube.into(), &true.into()));
    let unfinished = run(&["review", "--no-least", GROUPS, "F' U' R'"]).success();
    assert!(unfinished.contains("not solved at the end"), "{unfinished}");
}

/// Returns the ids and lengths of an analysis in JSON Lines.
fn analyzed(text: &str) -> Vec<(Value, Value)> {
    let line = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a line is an object");
        (row["id"].clone(), row["stages"].clone())
    };
    text.lines().map(line).collect()
}

#[test]
fn analyses_of_random_states_are_read_back_with_the_same_lengths() {
    let stages = ["-s", "cross,xcross", "-f", "jsonl"];
    let written = analyze(&[&["--random", "20", "--seed", "3"], &stages[..]].concat()).success();
    let lengths = analyzed(&written);
    assert_eq!(lengths.len(), 20);

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    fs::write(path("random.jsonl"), &written).unwrap();
    let rows = written.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let rows: Vec<[String; 2]> =
        rows.map(|row| ["id", "facelets"].map(|member| row[member].as_str().unwrap().to_string())).collect();
    let table = |row: &dyn Fn(&[String; 2]) -> String| rows.iter().map(row).collect::<String>();
    let csv = format!("id,facelets\n{}", table(&|[id, cube]| format!("{id},{cube}\n")));
    fs::write(path("random.csv"), csv).unwrap();
    let quoted =
        format!("ID,Facelets\n{}", table(&|[id, cube]| format!("\"{id}\",\"{}\"\n", in_colors(cube))));
    fs::write(path("quoted.csv"), quoted).unwrap();
    fs::write(path("lines.txt"), table(&|[_, cube]| format!("{cube}\n"))).unwrap();
    for file in ["random.jsonl", "random.csv", "quoted.csv", "lines.txt"] {
        let again = analyze(&[&["-i", &path(file)], &stages[..]].concat()).success();
        let again = analyzed(&again);
        let values = |of: &[(Value, Value)]| of.iter().map(|(_, stages)| stages.clone()).collect::<Vec<_>>();
        assert_eq!(values(&again), values(&lengths), "{file}");
        if file != "lines.txt" {
            assert_eq!(again, lengths, "{file}");
        }
    }
    // Facelets that were read are written as facelets, so the output can be read again.
    let again = analyze(&[&["-i", &path("quoted.csv")], &stages[..]].concat()).success();
    assert_eq!(again, written);
}

#[test]
fn json_lines_of_each_command_are_input_of_the_others() {
    let scrambles = run(&["scramble", "-n", "4", "--seed", "9", "--event", "333bf", "-f", "jsonl"]).success();
    let objects = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
    };
    let made = objects(&scrambles);
    let moves: String = made.iter().map(|row| row["scramble"].as_str().unwrap().to_string() + "\n").collect();

    let with_ids =
        |text: &str| -> Vec<Value> { objects(text).into_iter().map(|row| row["id"].clone()).collect() };
    let ids: Vec<Value> = made.iter().map(|row| row["id"].clone()).collect();
    let solved = solve_input(&["-f", "jsonl"], &scrambles).success();
    assert_eq!(with_ids(&solved), ids);
    let solutions =
        |text: &str| -> Vec<Value> { objects(text).into_iter().map(|row| row["solution"].clone()).collect() };
    assert_eq!(solutions(&solved), solutions(&solve_input(&["-f", "jsonl"], &moves).success()));
    // The output of `solve` has the cube as its input.
    assert_eq!(solutions(&solve_input(&["-f", "jsonl"], &solved).success()), solutions(&solved));
    let cross = |text: &str| analyze_input(&["-s", "cross", "-f", "jsonl"], text).success();
    let lengths = analyzed(&cross(&scrambles));
    assert_eq!(lengths.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), ids);
    assert_eq!(analyzed(&cross(&solved)), lengths);
    assert_eq!(analyzed(&cross(&cross(&scrambles))), lengths);
    // Such a line is also accepted as an argument.
    let line = scrambles.lines().next().unwrap();
    assert_eq!(analyzed(&analyze(&[line, "-s", "cross", "-f", "jsonl"]).success()), lengths[..1]);

    let message =
        analyze_input(&["-s", "cross"], format!("{scrambles}{{\"id\":1,\"scramble\":\"R Q\"}}\n")).failure(1);
    assert!(message.starts_with("error: <stdin>:5:23: 'Q' is not a move"), "{message}");
    let message = analyze_input(&["-s", "cross"], "{\"id\":1,\"scramble\":\"R\"\n").failure(1);
    assert!(message.starts_with("error: <stdin>:1:22: JSON: EOF"), "{message}");
    let message = analyze_input(&["-s", "cross"], "{\"event\":\"444\",\"scramble\":\"R Uw\"}\n").failure(1);
    assert!(
        message.contains("this is a cube of the event \"444\"; expected a cube of the 3x3x3"),
        "{message}"
    );
}

#[test]
fn multiplication_sign_after_a_bracket_repeats_the_group() {
    let lengths = |moves: &str| analyze(&[moves, "-s", "cross", "-f", "csv"]).success();
    let written = lengths("R U R' U' R U R' U' R U R' U'");
    for moves in ["(R U R' U')x3", "(R U R' U')*3", "(R U R' U')^3", "(R U R' U')×3", "[R, U]x3"] {
        assert_eq!(lengths(moves), written, "{moves}");
    }
    assert_eq!(solve(&["(R U R' U')x6"]).success(), "// 0 moves, optimal\n");
    // Separated from the bracket by a space, `x3` is a rotation.
    assert_eq!(lengths("(R U R' U') x3"), lengths("R U R' U'"));
}
