//! `cubiform solve` as a program: forms of cubes, formats, limits, errors and exit codes, pipes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::common::{RunOutput, cubiform, run};
use cubiform_cube::{Algorithm, Cube, facelets, reid};
use serde_json::Value;

const SCRAMBLE: &str = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";

fn solve(arguments: &[&str]) -> RunOutput {
    run(&[&["solve"], arguments].concat())
}

fn solve_input(arguments: &[&str], input: &str) -> RunOutput {
    let mut command = cubiform();
    command.arg("solve").args(arguments).write_stdin(input);
    command.output().expect("the command runs").into()
}

fn cube(moves: &str) -> Cube {
    Algorithm::parse(moves).expect("it prints an algorithm").cube()
}

/// Returns the objects of JSON Lines.
fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

#[test]
fn json_is_one_array_of_the_objects_of_json_lines() {
    let cubes = ["R U", "F2 D", "L"];
    let solved = |format: &str| solve(&[&["-f", format], &cubes[..]].concat()).success();
    let without_time = |text: &str| {
        let mut object: serde_json::Value = serde_json::from_str(text).unwrap();
        object.as_object_mut().unwrap().remove("cpu_ms");
        object
    };
    let lines: Vec<_> = solved("jsonl").lines().map(without_time).collect();
    let document: Vec<serde_json::Value> = serde_json::from_str(&solved("json")).unwrap();
    let objects: Vec<_> = document.iter().map(|object| without_time(&object.to_string())).collect();
    assert_eq!((objects.len(), objects), (cubes.len(), lines));
}

#[test]
fn forms_of_cubes_are_detected_and_solutions_solve_them() {
    let state = cube(SCRAMBLE);
    let colors: String = facelets::format(&state)
        .chars()
        .map(|face| "WRGYOB".as_bytes()["URFDLB".find(face).unwrap()] as char)
        .collect();
    let forms = [SCRAMBLE.to_string(), facelets::format(&state), reid::format(&state), colors];
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let out = solve(&forms).success();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    for line in &lines {
        // The length is in a comment, so a line is an algorithm.
        assert_eq!(state.then(&cube(line)), Cube::SOLVED, "{line}");
        assert_eq!(*line, lines[0]);
        let length: usize = line.split("// ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!((1..=21).contains(&length));
        assert_eq!(line.split("  //").next().unwrap().split(' ').count(), length);
    }
}

#[test]
fn solved_cube_needs_no_moves_and_near_ones_few() {
    let solved = facelets::format(&Cube::SOLVED);
    assert_eq!(solve(&[&solved]).success(), "// 0 moves, optimal\n");
    assert_eq!(solve(&["R U", "--nodes", "100000"]).success(), "U' R'  // 2 moves, optimal\n");
    assert_eq!(solve(&["--method", "thistlethwaite", &solved]).success(), "// 0 moves: 0 + 0 + 0 + 0\n");
    assert_eq!(solve(&["R U", "--inverse"]).success().split("  //").next(), Some("R U"));
}

#[test]
fn to_option_solves_to_a_pattern() {
    let checkers = "U2 D2 F2 B2 R2 L2";
    let text = solve(&["--to", checkers, SCRAMBLE]).success();
    assert_eq!(cube(SCRAMBLE).then(&cube(&text)), cube(checkers));
    let text = solve(&["--to", &facelets::format(&cube(checkers)), checkers]).success();
    assert!(text.starts_with("// 0 moves"), "{text}");
    let said = solve(&["--to", "R Q", "R"]).failure(2);
    assert!(said.contains("--to") && said.contains("'Q'"), "{said}");
}

#[test]
fn all_methods_write_the_same_fields_in_jsonl_and_csv() {
    for (method, phases) in [("two-phase", 0), ("thistlethwaite", 4)] {
        let arguments = ["--method", method, "-f", "jsonl", SCRAMBLE, "R"];
        let found = objects(&solve(&arguments).success());
        assert_eq!(found.len(), 2);
        let first = &found[0];
        let solution = first["solution"].as_str().unwrap();
        assert_eq!(cube(SCRAMBLE).then(&cube(solution)), Cube::SOLVED);
        assert_eq!(first["length"], solution.split(' ').count());
        assert_eq!((&first["id"], &first["input"]), (&"1".into(), &SCRAMBLE.into()));
        assert_eq!((&first["method"], &first["metric"]), (&method.into(), &"HTM".into()));
        assert_eq!((&first["optimal"], &first["error"]), (&false.into(), &Value::Null));
        assert!(first["nodes"].as_u64() > Some(0) && first["cpu_ms"].as_f64() >= Some(0.0));
        assert_eq!(first["phases"].as_array().map_or(0, Vec::len), phases);

        let table = solve(&["--method", method, "-f", "csv", SCRAMBLE, "R"]).success();
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
        let columns = "id,input,method,solution,length,metric,optimal,nodes,cpu_ms,error";
        assert_eq!(rows[0].join(","), columns);
        assert_eq!(rows[1][3], solution);
        assert_eq!(rows[2][3], "R'");
    }
}

#[test]
fn node_budget_gives_the_same_result_for_any_number_of_threads() {
    let cubes: Vec<Cube> = cubiform_cube::random::states(11).take(12).collect();
    let text: String = cubes.iter().map(|cube| facelets::format(cube) + "\n").collect();
    let arguments = ["--nodes", "5000", "--threads"];
    let one = solve_input(&[&arguments[..], &["1"]].concat(), &text).success();
    let three = solve_input(&[&arguments[..], &["3"]].concat(), &text).success();
    assert_eq!(one, three);
    for (cube_of, line) in cubes.iter().zip(one.lines()) {
        assert_eq!(cube_of.then(&cube(line)), Cube::SOLVED, "lines are in the order of the input");
    }
}

#[test]
fn limits_are_kept_or_reported() {
    let said = solve(&["--max-length", "15", "--nodes", "1000", SCRAMBLE]);
    assert_eq!(said.out, "");
    assert_eq!(
        said.failure(1),
        "not solved: cube 1: no solution of at most 15 moves was found before the budget was spent\n\
         1 of 1 cube not solved\n"
    );
    let said = solve(&["--max-length", "1", "-f", "jsonl", "R U", "F"]);
    let found = objects(&said.out);
    assert_eq!(found[0]["error"], "there is no solution of at most 1 move");
    assert_eq!((&found[0]["solution"], &found[1]["solution"]), (&Value::Null, &"F'".into()));
    said.failure(1);
    let said = solve(&["--method", "thistlethwaite", "--max-length", "5", SCRAMBLE]).failure(1);
    assert!(said.contains("moves, more than 5"), "{said}");
    // A budget without `--max-length` always gives a solution.
    let text = solve(&["--time", "1us", SCRAMBLE]).success();
    assert_eq!(cube(SCRAMBLE).then(&cube(&text)), Cube::SOLVED);
}

#[test]
fn solutions_use_only_the_given_moves_or_are_refused() {
    let in_g1 = "U R2 D' F2 L2 U2 B2 D R2 U";
    let text = solve(&["--moves", "<U,D,R2,L2,F2,B2>", in_g1]).success();
    assert_eq!(cube(in_g1).then(&cube(&text)), Cube::SOLVED);
    let turns = text.split("  //").next().unwrap().split(' ');
    assert!(turns.clone().all(|m| m.ends_with('2') || "UD".contains(&m[..1])), "{text}");
    let said = solve(&["--moves", "<U,D,R2,L2,F2,B2>", "R"]).failure(1);
    assert!(said.contains("not solvable with these moves"), "{said}");
    assert_eq!(solve(&["--moves", "<U,R>", "R"]).success(), "R'  // 1 move, optimal with these moves\n");
    assert_eq!(
        solve(&["--moves", "<R,L,B2>", "-n", "all", "--order", "effort", "L R B2"]).success(),
        "\
B2 R' L'  // 3 moves, optimal with these moves
// by hand: B2 R' L' (effort 5.2: awkward B2)
"
    );
    let two_phase = solve(&["--method", "two-phase", "--moves", "<U,R>", "R"]);
    assert!(two_phase.failure(2).contains("omit --method for other sets"));
    let said = solve(&["--moves", "<U,D,R2,L2,F2,B2>", "--method", "thistlethwaite", "R"]).failure(2);
    assert!(said.contains("fixed moves in each phase"), "{said}");
    assert!(solve(&["--moves", "<U,X>", "R"]).failure(2).contains("'X' "));
    assert!(solve(&["--moves", "<>", "R"]).failure(2).contains("no moves given; write them as in <R,U>"));
}

#[test]
fn invalid_cubes_are_refused_with_a_reason() {
    let twisted = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    for (text, message) in [
        (twisted, "cube 1: one corner is twisted "),
        (&twisted[1..], "cube 1: found 53 "),
        ("R Q", "scramble 1, column 3: 'Q' is not a move"),
        (
            "RU UF UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR",
            "cube 1: one edge is flipped",
        ),
    ] {
        let said = solve(&[text]).failure(1);
        assert!(said.starts_with(&format!("error: {message}")), "{text}: {said}");
    }
    let said = solve_input(&["-f", "jsonl", "--on-error", "skip"], "R\nno cube\na,F\n");
    let found = objects(&said.out);
    assert_eq!(
        found.iter().map(|row| row["solution"].as_str()).collect::<Vec<_>>(),
        [Some("R'"), None, Some("F'")]
    );
    assert_eq!((&found[1]["input"], &found[2]["id"]), (&"no cube".into(), &"a".into()));
    assert!(found[1]["error"].as_str().unwrap().starts_with("<stdin>:2:1: "), "{}", said.out);
    let err = said.failure(1);
    assert!(err.contains("skipped: <stdin>:2:1: ") && err.ends_with("1 of 3 cubes not solved\n"), "{err}");
    let said = solve_input(&[], "R\nno cube\nF\n");
    assert_eq!(said.out.lines().count(), 1);
    assert!(said.failure(1).starts_with("error: <stdin>:2:1: "));
}

#[test]
fn invalid_arguments_are_refused() {
    for (arguments, message) in [
        (&["--time", "10", "R"][..], "expected a number and a unit"),
        (&["--time", "0ms", "R"], "the time must be positive and finite"),
        (&["--method", "novice", "R"], "two-phase"),
        (&["--nodes", "0", "R"], "--nodes"),
        (&["--method", "optimal", "--solutions", "0", "R"], "must be at least 1, or all"),
        (&["--method", "optimal", "--solutions", "some", "R"], "expected a number such as 3, or all"),
        (&["--solutions", "2", "R"], "--solutions is only for --method optimal"),
        (&["--method", "cfop", "--solutions", "1", "R"], "--solutions is only for --method optimal"),
        (&["--method", "beginner", "--effort", "none", "R"], "--effort are for --method cfop"),
        (&["--method", "beginner", "--inverse", "R"], "--inverse are not for --method beginner"),
        (&["--method", "beginner", "--phases", "R"], "only two-phase and thistlethwaite have phases"),
        (&["--method", "optimal", "--up-to-symmetry", "R"], "--solutions <N>"),
        (&["R", "-i", "file"], "cannot be used with"),
    ] {
        let said = solve(arguments).failure(2);
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
    assert!(solve(&["-i", "/nowhere/cubes"]).failure(1).contains("/nowhere/cubes"));
}

#[test]
fn files_are_read_in_order_and_failed_runs_write_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    fs::write(path("a"), "id,cube\n// comment\nx,R\n\n").unwrap();
    fs::write(path("b"), "F2\n").unwrap();
    solve(&["-i", &path("a"), "-i", &path("b"), "-f", "csv", "-o", &path("out")]).success();
    let table = fs::read_to_string(path("out")).unwrap();
    let ids: Vec<&str> = table.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(ids, ["x", "1"]);
    solve(&["-i", &path("a"), "Q", "-o", &path("none")]).failure(2);
    fs::write(path("b"), "F2\nQ\n").unwrap();
    solve(&["-i", &path("b"), "-o", &path("none")]).failure(1);
    assert!(!folder.path().join("none").exists());
    assert_eq!(solve_input(&[], "").err, "no cubes in the input\n");
}

#[test]
fn closed_pipe_ends_the_run_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["solve", "--nodes", "1000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let feeder =
        std::thread::spawn(move || while std::io::Write::write_all(&mut input, b"R U F\n").is_ok() {});
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    drop(output);
    let said: RunOutput = child.wait_with_output().unwrap().into();
    assert_eq!((said.code, &said.err[..]), (Some(0), ""));
    feeder.join().unwrap();
}

#[test]
fn optimal_solutions_need_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let said = run(&["solve", "--method", "optimal", "--tables", tables, "R U"]).failure(1);
    assert!(said.contains("cubiform tables build optimal-medium --tables "), "{said}");
    for (arguments, message) in [
        (["--time", "1s"], "do not apply to optimal solutions"),
        (["--nodes", "5"], "do not apply to optimal solutions"),
    ] {
        let said = run(&[&["solve", "--method", "optimal", "R U"], &arguments[..]].concat()).failure(2);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn optimal_solutions_have_the_minimum_length() {
    // This table takes long to build, so it is kept in the shared folder.
    run(&["tables", "build", "optimal-small", "--tables", crate::common::TABLES]).success();
    let solve = |arguments: &[&str]| {
        run(&[&["solve", "--method", "optimal", "--tables", crate::common::TABLES], arguments].concat())
    };
    for (cube, length) in [("R L'", 2), ("R U U R R", 3), ("R U F' L2 D B R' U2 F D2 L", 11)] {
        let said = solve(&[cube, "-f", "jsonl"]).success();
        let row: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!((&row["length"], &row["optimal"]), (&length.into(), &true.into()), "{said}");
    }
    let said = solve(&["R U F' L2", "--max-length", "3"]).failure(1);
    assert!(said.contains("there is no solution of at most 3 moves"), "{said}");

    // Several solutions, or all of them, with empty lines between cubes. The solved cube has one solution without
    // moves.
    let solved = facelets::format(&Cube::SOLVED);
    let checkers = "U2 D2 R2 L2 F2 B2";
    let said = solve(&["--solutions", "all", checkers, "U' D", &solved]).success();
    let ends = |moves: u8| format!("// {moves} moves, optimal\n");
    let six = ends(6);
    let axes = [
        "U2 D2 R2 L2 F2 B2", "U2 D2 F2 B2 R2 L2", "R2 L2 U2 D2 F2 B2", "R2 L2 F2 B2 U2 D2",
        "F2 B2 U2 D2 R2 L2", "F2 B2 R2 L2 U2 D2",
    ];
    let all: String = axes.iter().map(|moves| format!("{moves}  {six}")).collect();
    assert_eq!(said, format!("{all}\nU D'  {}\n{}", ends(2), ends(0)));
    let said = solve(&["--solutions", "all", "--up-to-symmetry", checkers]).success();
    assert_eq!(said, format!("{}  {six}", axes[0]));
    for threads in ["1", "2"] {
        let said = solve(&["--solutions", "2", "-f", "csv", checkers, "R", "--threads", threads]).success();
        let rows: Vec<Vec<&str>> = said.lines().skip(1).map(|line| line.split(',').collect()).collect();
        assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["1", "1", "2"]);
        assert!(axes.contains(&rows[0][3]) && axes.contains(&rows[1][3]) && rows[0][3] != rows[1][3]);
        assert_eq!(rows[0][7..9], rows[1][7..9], "nodes and time are those of all together");
    }
    let found = objects(&solve(&["--solutions", "99", "--inverse", "-f", "jsonl", "R2 L2 U2 D2"]).success());
    assert!(found.iter().all(|row| row["id"] == "1" && row["length"] == 4 && row["error"].is_null()));
    assert!(found.iter().all(|row| cube(row["solution"].as_str().unwrap()) == cube("R2 L2 U2 D2")));
    let to =
        objects(&solve(&["--solutions", "all", "--to", checkers, "-f", "jsonl", "U2 D2 R2 L2"]).success());
    assert_eq!(to.iter().map(|row| row["solution"].as_str().unwrap()).collect::<Vec<_>>(), ["F2 B2"]);
    let said = solve(&["--solutions", "all", "-f", "jsonl", "--max-length", "1", "R", "U F"]);
    let found = objects(&said.out);
    assert_eq!((&found[0]["solution"], &found[1]["solution"]), (&"R'".into(), &Value::Null));
    said.failure(1);

    // Restricted moves: cubes that they cannot solve are reported; others may need more moves.
    let said = solve(&["--moves", "<U,R>", "R U F"]).failure(1);
    assert!(said.contains("cube 1: not solvable with these moves"), "{said}");
    let said = solve(&["--moves", "<U2,R,F>", "U2 R F' U2 R2"]).success();
    assert_eq!(said, "R2 U2 F R' U2  // 5 moves, optimal with these moves\n");
    let farther = solve(&["--moves", "U R2 F2", "-f", "jsonl", "F R2 F' R2 F R2 F' R2", "U R2 U' R2"]);
    let found = objects(&farther.out);
    assert_eq!((&found[0]["solution"], &found[1]["length"]), (&Value::Null, &4.into()));
    farther.failure(1);
    // The moves of a second phase, without and with a table.
    let in_g1 = ["--moves", "<U,D,R2,L2,F2,B2>", "U R2 D' F2"];
    let none = tempfile::tempdir().unwrap();
    let none = none.path().to_str().unwrap();
    let said =
        run(&[&["solve", "--method", "optimal", "--tables", none, "-f", "jsonl"], &in_g1[..]].concat())
            .success();
    let found = objects(&said);
    assert_eq!((&found[0]["length"], &found[0]["optimal"]), (&4.into(), &true.into()));
    let found = objects(&solve(&[&["--solutions", "all", "-f", "jsonl"], &in_g1[..]].concat()).success());
    assert_eq!(found[0]["solution"], "F2 D R2 U'");
    assert!(found.iter().all(|row| row["length"] == 4));
}

#[test]
fn method_is_chosen_for_slices_and_wide_moves() {
    for (set, scramble, most) in [
        ("<M,U>", "M' U M U2 M U M' U M2 U'", 10),
        ("<r,U>", "Rw U Rw' U2 Rw2 U'", 6),
        ("<R,U>", "R U R' U' R' U2 R", 7),
        ("<M2,U2>", "M2 U2 M2", 3),
        ("<M,U>", "R L' x' U M2", 3),
    ] {
        let text = solve(&["--moves", set, scramble]).success();
        let (turns, comment) = text.split_once("// ").unwrap();
        assert_eq!(
            Algorithm::parse(&format!("{scramble} {turns}")).unwrap().cube(),
            Cube::SOLVED,
            "{set}: {text}"
        );
        let length: usize = comment.split(' ').next().unwrap().parse().unwrap();
        assert!((1..=most).contains(&length), "{set}: {text}");
        assert!(comment.contains("optimal"), "{text}");
        // The inverse of a solution makes the cube.
        let made = solve(&["--moves", set, "--inverse", scramble]).success();
        assert_eq!(cube(&made), cube(scramble), "{set}: {made}");
    }
    let said = solve(&["--moves", "<M,U>", "R"]).failure(1);
    assert!(said.contains("not solvable with these moves"), "{said}");
    let said = solve(&["--moves", "<R,x>", "R"]).failure(2);
    assert!(said.contains("'x' rotates the whole cube, which is not a move"), "{said}");
    let said = solve(&["--moves", "<U,R,F,D,M>", "R"]).failure(2);
    assert!(said.contains("too many states"), "{said}");
}

#[test]
fn masks_are_solved_as_arguments_and_in_files() {
    let cross = "?????????????????????F???D??R?D???D??????D?L????????B?";
    assert_eq!(solve(&[cross, "--inverse"]).success(), "R F  // 2 moves, optimal\n");
    let csv = solve_input(&["-i", "-", "-f", "csv"], &format!("U\nmine,{cross}\n")).success();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows[1][2], rows[1][3]), ("two-phase", "U'"), "{csv}");
    assert_eq!((rows[2][0], rows[2][2], rows[2][3]), ("mine", "optimal", "F' R'"), "{csv}");
    let refused = solve(&[cross, "--method", "cfop"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("--method: cfop solves whole cubes; facelets with ?"), "{}", refused.err);
}
