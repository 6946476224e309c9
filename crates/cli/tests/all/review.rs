//! `cubiform review` and `solve --method cfop` as programs.

use std::fs;

use crate::common::{RunOutput, cubiform, run, squeezed};

/// The 5.55 s solve of Mats Valk, as published.
const SCRAMBLE: &str = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2";
const SOLUTION: &str = "x y' // inspection
F R D L F // cross
U R U' R' d R' U R // 1st pair
y U2' R' U' R // 2nd pair
U L U' L' d R U' R' // 3rd pair
y' U' R U R' U R U' R' // 4th pair (OLS)
R2' U' R' U' R U R U R U' R U2' // PLL";

#[test]
fn published_solve_is_shown_stage_by_stage() {
    let out = run(&["review", "--no-optimal", SCRAMBLE, SOLUTION]).success();
    let text = squeezed(&out);
    assert!(text.contains("blue cross\n"), "{out}");
    for line in [
        "stage  HTM  optimal  total  lost  moves\n",
        "Cross  5  ?  5  ",
        "white-red pair, F2L 21  8  ?  ",
        "OLL skip  0  0~  ",
        "PLL Ua  12  ",
    ] {
        assert!(text.contains(line), "{line} in {out}");
    }
    assert!(out.contains("\n45 HTM, 45 STM, 48 QTM, 47 ETM\n"), "{out}");
    assert!(!out.contains("twizzle"), "{out}");
    // Rows and scrambles are not wrapped in a pipe.
    assert!(text.contains("PLL Ua  12  12~  45  -  R2 U' R' U' R U R U R U' R U2\n"), "{out}");
}

#[test]
fn link_and_json_states_lead_to_the_solved_cube() {
    let mut command = cubiform();
    command.args(["review", "--no-least", "--format", "json", SCRAMBLE]).write_stdin(SOLUTION);
    let output = command.output().expect("the command runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!((&json["solved"], &json["color"]), (&true.into(), &"blue".into()));
    let stages = json["stages"].as_array().expect("a list");
    let names: Vec<&str> = stages.iter().filter_map(|stage| stage["stage"].as_str()).collect();
    assert_eq!(names[5..], ["OLL skip", "PLL Ua"]);
    // The state before a stage, followed by the best continuation, is the solved cube.
    use cubiform_cube::{Algorithm, Cube, facelets};
    for pair in stages.windows(2) {
        let state = facelets::parse(pair[0]["state"].as_str().expect("facelets")).expect("they are read");
        let way = Algorithm::parse(pair[1]["best_continuation"].as_str().expect("text")).expect("it is read");
        assert_eq!(state.apply(&way.resolve().0), Cube::SOLVED);
    }
}

#[test]
fn invalid_moves_and_unsolved_ends_are_reported() {
    let said = run(&["review", "--no-least", "R U Q", "R"]).failure(2);
    assert!(said.contains("the scramble: 'Q' is not a move"), "{said}");
    let said = run(&["review", "--no-least", "R U F", "U' R' ("]).failure(2);
    assert!(said.contains("the solution: line 1, column 7: '(' is never closed"), "{said}");
    let unfinished = run(&["review", "--no-least", "R U F", "F'"]).success();
    assert!(unfinished.contains("not solved at the end: "), "{unfinished}");
    // A solution after a scramble that rotates the cube starts from the resulting orientation.
    let turned = run(&["review", "--no-least", "x R U", "U' R'"]).success();
    assert!(!turned.contains("not solved"), "{turned}");
}

/// The example of the README.
const EXAMPLE: &str = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";

#[test]
fn cfop_solution_has_a_link_that_opens_it() {
    let out = run(&["solve", "--method", "cfop", "--links", EXAMPLE]).success();
    // The output is an algorithm that solves the cube; everything but the moves is in comments.
    use cubiform_cube::{Algorithm, Cube};
    let whole = Algorithm::parse(&format!("{EXAMPLE}\n{out}")).expect("it is read");
    assert_eq!(whole.cube(), Cube::SOLVED);
    for name in ["Cross", "pair", "OLL", "PLL", " HTM, "] {
        assert!(out.contains(name), "{name} in {out}");
    }
    // The link has the same moves, and the scramble before them.
    let link = out.lines().find(|line| line.contains("twizzle")).expect("a link");
    let query = link.split_once('?').expect("a query").1;
    let plain = |name: &str| {
        let value = query.split('&').find_map(|pair| pair.strip_prefix(name)).expect("the value is there");
        [("+", " "), ("%2F", "/"), ("%27", "'"), ("%0A", "\n"), ("%28", "("), ("%29", ")"), ("%2C", ",")]
            .iter()
            .fold(value.to_string(), |text, (code, c)| text.replace(code, c))
    };
    assert_eq!(plain("setup-alg="), EXAMPLE);
    let opened = Algorithm::parse(&plain("alg=")).expect("it is read");
    assert_eq!(opened, Algorithm::parse(&out).expect("it is read"));
}

#[test]
fn cfop_solutions_have_json_and_explanations() {
    let out = run(&["solve", "--method", "cfop", "--colors", "all", "-f", "jsonl", EXAMPLE]).success();
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    let stages = json["cfop"]["stages"].as_array().expect("a list");
    let last = stages.last().expect("it has stages");
    let solved = cubiform_cube::facelets::format(&cubiform_cube::Cube::SOLVED);
    assert_eq!((&last["part"], &last["state"]), (&"pll".into(), &solved.into()));
    assert_eq!(last["running"]["htm"], json["length"]);
    let said = run(&["solve", "--method", "cfop", "--time", "1s", "R"]).failure(2);
    assert!(said.contains("not for --method cfop"), "{said}");
    assert!(run(&["solve", "--explain", "R"]).failure(2).contains("are for --method cfop"));
    let words = run(&["solve", "--method", "cfop", "--explain", EXAMPLE]).success();
    assert!(words.contains("white is at the bottom"), "{words}");
    // Without a scramble, the link sets up the cube by the inverse of the solution.
    let facelets =
        cubiform_cube::facelets::format(&cubiform_cube::Algorithm::parse("R U F2").unwrap().cube());
    let out = run(&["solve", "--method", "cfop", "-f", "jsonl", &facelets]).success();
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    let link = json["cfop"]["alg_cubing_net"].as_str().expect("a link");
    let setup = link.split_once("setup=").expect("a setup").1.split_once('&').expect("an end").0;
    let setup = setup.replace('_', " ").replace('-', "'");
    let (moves, rotation) = cubiform_cube::Algorithm::parse(&setup).expect("it is read").resolve();
    assert_eq!(
        cubiform_cube::facelets::format(&cubiform_cube::Cube::from_moves(&moves).conjugate(rotation)),
        facelets
    );
}

#[test]
fn overlong_solution_is_refused() {
    let said: RunOutput =
        cubiform().args(["review", "R", "-"]).write_stdin("R ".repeat(1 << 20)).output().unwrap().into();
    assert!(said.failure(1).contains("standard input is longer than a mebibyte"));
}

/// The file of the README's example.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/mats-valk-5.55.txt");

/// Returns the review of this standard input, without tables.
fn review(arguments: &[&str], input: &str) -> RunOutput {
    let mut command = cubiform();
    command.args(["review", "--no-optimal", "--effort", "none"]).args(arguments).write_stdin(input);
    command.output().expect("the command runs").into()
}

/// Returns the JSON object of a review.
fn object(arguments: &[&str], input: &str) -> serde_json::Value {
    let out = review(&[arguments, &["-f", "json"]].concat(), input).success();
    serde_json::from_str(&out).expect("it is JSON")
}

#[test]
fn reconstruction_is_read_in_every_form() {
    let file = fs::read_to_string(FILE).unwrap();
    let plain = object(&[SCRAMBLE, SOLUTION], "");
    assert_eq!(
        (&plain["htm"], &plain["etm"], &plain["time"]),
        (&45.into(), &47.into(), &serde_json::Value::Null)
    );
    let alg =
        |text: &str| text.replace(' ', "_").replace('\'', "-").replace('\n', "%0A").replace("//", "%2F%2F");
    let link = format!("https://alg.cubing.net/?setup={}&alg={}", alg(SCRAMBLE), alg(SOLUTION));
    let twizzle = format!(
        "https://alpha.twizzle.net/edit/?alg={}&setup-alg={}",
        SOLUTION.replace(' ', "+").replace('\n', "%0A").replace('/', "%2F"),
        SCRAMBLE.replace(' ', "+").replace('\'', "%27")
    );
    let pauses = SOLUTION.replace("R U R'", "R . U\u{a0}R’ @1.2s");
    let csv = format!("id,time,scramble,solution\nvalk,5.55,{SCRAMBLE},\"{SOLUTION}\"\n");
    let json = serde_json::json!({"id": "valk", "scramble": SCRAMBLE, "solution": SOLUTION, "time": 5.55})
        .to_string();
    let bare = format!("Mats Valk 5.55\n\n{SCRAMBLE}\n\n{SOLUTION}\n\n45 HTM, done\n");
    let whole = format!("Scramble: {SCRAMBLE}\n{SOLUTION}");
    // The moves as they are written differ.
    let stages = |object: &serde_json::Value| {
        let mut stages = object["stages"].clone();
        for stage in stages.as_array_mut().unwrap() {
            stage.as_object_mut().unwrap().remove("written");
        }
        stages
    };
    for (arguments, input, time) in [
        (vec![FILE], "", Some(5.55)),
        (vec![SCRAMBLE, FILE], "", Some(5.55)),
        (vec![], &file[..], Some(5.55)),
        (vec!["-i", FILE], "", Some(5.55)),
        (vec!["-"], &file[..], Some(5.55)),
        (vec![SCRAMBLE], &file[..], Some(5.55)),
        (vec![&link[..]], "", None),
        (vec![&twizzle[..]], "", None),
        (vec![&whole[..]], "", None),
        (vec![SCRAMBLE, &pauses[..]], "", None),
        (vec![], &csv[..], Some(5.55)),
        (vec![], &json[..], Some(5.55)),
        (vec![], &bare[..], Some(5.55)),
        (vec![SCRAMBLE, SOLUTION, "--time", "5.55"], "", Some(5.55)),
    ] {
        let found = object(&arguments, input);
        assert_eq!(stages(&found), stages(&plain), "{arguments:?} {input}");
        assert_eq!((&found["solved"], found["time"].as_f64()), (&true.into(), time), "{arguments:?}");
        let tps = time.map(|time| (45.0 / time * 1000.0_f64).round() / 1000.0);
        assert_eq!(found["tps"].as_f64(), tps);
    }
}

#[test]
fn wrong_move_is_found_with_its_place() {
    let wrong = fs::read_to_string(FILE).unwrap().replace("y U2' R' U' R //", "y U2' R' U R //");
    let out = review(&[], &wrong).success();
    assert!(
        out.contains("One change solves the cube:\n  move 16 (line 8, column 10): U' instead of U\n"),
        "{out}"
    );
    assert!(
        out.contains("not solved at the end: the last stage reached is white-orange pair, which ends with "),
        "{out}"
    );
    assert!(squeezed(&out).contains("unfinished  20  -  45  -  y' U' R U R' "), "{out}");
    let json = object(&[], &wrong);
    assert_eq!((&json["ending"], &json["solved"]), (&"unsolved".into(), &false.into()));
    let mend = &json["mends"][0];
    assert_eq!(
        (&mend["edit"], &mend["move"], &mend["line"], &mend["column"], &mend["written"], &mend["instead"]),
        (&"change".into(), &16.into(), &8.into(), &10.into(), &"U".into(), &"U'".into())
    );
    assert_eq!(json["end"].as_str().map(str::len), Some(54));
    // A missing move, an extra move, and a wide move in place of a face move.
    for (was, is, said) in [
        ("F R D L F", "F R D F", "before move 4 (line 6, column 7), F: add L"),
        ("F R D L F", "F R D U L F", "move 4 (line 6, column 7): leave out U"),
        ("R' d R'", "R' D R'", "move 10 (line 7, column 11): Dw instead of D"),
        ("y U2'", "U2'", "rotation"),
    ] {
        let wrong = fs::read_to_string(FILE).unwrap().replacen(was, is, 1);
        let out = review(&[], &wrong).success();
        if said == "rotation" {
            assert!(out.contains("before move 14 (line 8, column 1), U2: add y\n"), "{out}");
        } else {
            assert!(out.contains(said), "{said} in {out}");
        }
    }
}

#[test]
fn solve_one_move_off_is_a_plus_two() {
    let off = SOLUTION.replace("U2' // PLL", "U' // PLL");
    let out = review(&[SCRAMBLE, &off], "").success();
    assert!(out.contains("\n+2: one move off. U' at the end solves the cube; "), "{out}");
    // The missing move counts as lost.
    assert!(squeezed(&out).contains("PLL Ua  12  12~  45  1  R2 U' R' U' R U R U R U' R U'\n"), "{out}");
    assert!(!out.contains("not solved") && !out.contains("unfinished"), "{out}");
    let json = object(&[SCRAMBLE, &off], "");
    assert_eq!((&json["ending"], &json["missing_move"]), (&"one_move_off".into(), &"U'".into()));
}

#[test]
fn continuations_count_the_moves_before_them() {
    let out = run(&["review", "--no-optimal", SCRAMBLE, SOLUTION]).success();
    let (table, continuation) = out.split_once("\nBiggest loss: ").expect("a loss");
    let stage = continuation.split(" (").next().unwrap();
    let rows: Vec<&str> = table.lines().collect();
    let at = rows.iter().position(|row| row.starts_with(stage)).expect("the stage is in the table");
    let total = |row: &str| {
        row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).nth(3).unwrap().parse::<u32>().unwrap()
    };
    let before = total(rows[at - 1]);
    let lines: Vec<Vec<&str>> = continuation
        .lines()
        .skip(2)
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let lines: Vec<&Vec<&str>> = lines.iter().filter(|cells| cells.len() >= 3).collect();
    let numbers = |cells: &[&str]| (cells[1].parse::<u32>().unwrap(), cells[2].parse::<u32>().unwrap());
    let mut running = before;
    for cells in lines {
        let (own, total) = numbers(cells);
        running += own;
        assert_eq!(total, running, "{out}");
    }
    assert!(running > before && !continuation.contains("inspection"), "{out}");
}

#[test]
fn several_solves_have_a_summary() {
    let file = fs::read_to_string(FILE).unwrap();
    let off = file.replace("U2' // PLL", "U' // PLL").replace("5.55", "7.55");
    let all = format!("{file}\n{off}\n---\nScramble: R U\nU' R' // all\n");
    let out = review(&[], &all).success();
    assert!(out.contains("Solve 1, Mats Valk, 5.55, Zonhoven Open 2013, <stdin>:1\n"), "{out}");
    assert!(out.contains("Solve 3, <stdin>:"), "{out}");
    assert!(out.contains("\nSummary of 3 solves, 1 +2\n"), "{out}");
    assert!(out.contains("mean of 3 complete solves: "), "{out}");
    assert_eq!(review(&["-f", "jsonl"], &all).success().lines().count(), 3);
    let json = object(&[], &all);
    assert_eq!(
        (json["solves"].as_array().map(Vec::len), &json["summary"]["one_move_off"]),
        (Some(3), &1.into())
    );
    assert_eq!(json["summary"]["mean_time"], 6.55);
    // Twice 12 moves, and once the single turn of the last layer, R'.
    let pll =
        json["summary"]["stages"].as_array().unwrap().iter().find(|stage| stage["stage"] == "PLL").unwrap();
    assert_eq!((&pll["solves"], &pll["mean_htm"]), (&3.into(), &(25.0 / 3.0).into()));
}

#[test]
fn summary_of_reviews_equals_that_of_their_solves() {
    let file = fs::read_to_string(FILE).unwrap();
    let off = file.replace("U2' // PLL", "U' // PLL").replace("5.55", "7.55");
    let all = format!("{file}\n{off}\n---\nScramble: R U\nU' R' // all\n");
    let reviews = review(&["-f", "jsonl"], &all).success();
    for format in ["table", "json", "jsonl"] {
        let of_solves = review(&["--summary", "-f", format], &all).success();
        assert_eq!(review(&["--summary", "-f", format], &reviews).success(), of_solves);
    }
    let json = object(&["--summary"], &reviews);
    assert_eq!(json, object(&[], &all)["summary"]);
    let text = review(&["--summary"], &reviews).success();
    assert!(text.starts_with("Summary of 3 solves, 1 +2\n"), "{text}");
    for part in ["\nChange from one solve to the next (95 % interval)\n", "\nBottom colours\n"] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!((&json["colors"][0]["color"], &json["colors"][0]["solves"]), (&"blue".into(), &2.into()));
    assert_eq!(json["trends"][0]["measure"], "lost_htm");
}

/// Eighteen solves of a simulated person, one of them one move off and one with a slip, and their summary.
const SOLVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/simulated-solves-18.csv");
const SUMMARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/simulated-solves-18.json");

/// Checks that two values of JSON are equal, except for rounding, and for minimum lengths that tables prove.
fn assert_close(found: &serde_json::Value, expected: &serde_json::Value, place: &str) {
    use serde_json::Value;
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            assert!(found.keys().eq(expected.keys()), "{place}");
            for (name, value) in found {
                let is_proven = name == "mean_least_htm" && value.is_null();
                if !is_proven {
                    assert_close(value, &expected[name], &format!("{place}.{name}"));
                }
            }
        }
        (Value::Array(found), Value::Array(expected)) => {
            assert_eq!(found.len(), expected.len(), "{place}");
            for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
                assert_close(found, expected, &format!("{place}[{i}]"));
            }
        }
        _ => match (found.as_f64(), expected.as_f64()) {
            (Some(found), Some(expected)) => {
                assert!(
                    (found - expected).abs() <= 1e-9 * expected.abs(),
                    "{place}: {found}, not {expected}"
                );
            }
            _ => assert_eq!(found, expected, "{place}"),
        },
    }
}

/// The tests of the page expect the values of the same file.
#[test]
fn summary_of_the_simulated_solves_is_known() {
    let out = run(&["review", "--no-optimal", "--summary", "-f", "json", "-i", SOLVES]).success();
    let expected = fs::read_to_string(SUMMARY).unwrap();
    let [found, expected] = [&out, &expected].map(|text| serde_json::from_str(text).expect("it is JSON"));
    assert_close(&found, &expected, "summary");
}

#[test]
fn slopes_that_round_to_zero_have_no_sign() {
    let line = |time: f64| {
        let ends = r#""color":"red","ending":"solved","etm":9,"htm":8,"stages":[],"stm":7"#;
        format!("{{{ends},\"time\":{time}}}\n")
    };
    let lines: String = [5.5504, 5.5502, 5.5501].map(line).concat();
    let text = review(&["--summary"], &lines).success();
    assert!(text.contains("\ntime: 0.000 ± 0.000 s (-0.001 to 0.000), no clear trend (p "), "{text}");
    assert!(text.contains("\nTPS: 0.000 ± 0.000 moves/s (0.000 to 0.000), no clear trend (p "), "{text}");
    assert!(!text.contains("-0.000"), "{text}");
}

#[test]
fn unsuitable_reviews_are_refused() {
    let reviews = review(&["-f", "jsonl"], &fs::read_to_string(FILE).unwrap()).success();
    let said = review(&[], &reviews).failure(2);
    assert!(said.contains("these are reviews, not solves; summarise them with --summary"), "{said}");
    let said = review(&["--summary"], &format!("{reviews}{{}}\n")).failure(1);
    assert!(said.contains("<stdin>:2: not a review, unlike line 1"), "{said}");
    let said = review(&["--summary"], r#"{"ending":"solved","stages":[]}"#).failure(1);
    assert!(said.contains("<stdin>:1: missing field"), "{said}");
    let said = review(&["--summary", "--links"], &reviews).failure(2);
    assert!(said.contains("--links"), "{said}");
    let said = review(&["--summary"], "").failure(1);
    assert!(said.contains("no solve"), "{said}");
}

/// The output of `solve` has the cube as its input.
#[test]
fn output_of_solve_is_reviewed() {
    let solved = "{\"id\":\"1\",\"input\":\"R U\",\"solution\":\"U' R'\"}\n";
    let said = review(&["--summary"], solved).success();
    assert!(said.starts_with("Summary of 1 solve, all solved\n"), "{said}");
}

#[test]
fn errors_name_what_is_missing() {
    for (arguments, input, code, said) in [
        (
            &[SCRAMBLE, ""][..],
            "",
            2,
            "error: the solution is empty; give its moves in quotes, the name of a file",
        ),
        (&[SCRAMBLE], "", 1, "error: the solution is empty: standard input has no moves; give "),
        (&[SCRAMBLE], "// nothing\n", 1, "error: the solution is empty: standard input has no moves"),
        (&[], "", 1, "error: standard input has no solve: no moves found; "),
        (&[SCRAMBLE, "full2.txt"], "", 2, "redirect standard input: < full2.txt"),
        (&["full2.txt"], "", 2, "'full2.txt' is neither a file nor a scramble"),
        (&[], "R U R'\n", 1, "error: <stdin>:1: no scramble; write `Scramble: ...`"),
        (&[], "Scramble: R U F\nU' R' Q // all\n", 1, "error: <stdin>:2:7: 'Q' is not a move; "),
        (&[], "Scramble: R Q U\nU' R'\n", 1, "error: <stdin>:1:13: the scramble: 'Q' is not a move; "),
        (&[], "Scramble: R U\n\nScramble: R\nR'\n", 1, "error: <stdin>:1: the solution is empty; "),
        (
            &[SCRAMBLE, "https://alg.cubing.net/?alg=R%2"],
            "",
            2,
            "the link's 'alg' is not percent-encoded UTF-8",
        ),
        (&[], "scramble,solution\nR U,\n", 1, "error: <stdin>:2: the row has no solution"),
        (
            &["R U"],
            "Scramble: F\nU' R'\n",
            1,
            "error: <stdin>:1: this scramble differs from the one given as an argument",
        ),
        (&["--time", "soon", "R", "R'"], "", 2, "expected a time such as 9.87 or 1:02.33"),
    ] {
        let message = review(arguments, input).failure(code);
        assert!(message.contains(said), "{arguments:?} {input}: {message}");
    }
}

/// The moves of a solve with Roux, or of a computer, complete the cross last.
#[test]
fn solve_that_is_not_cfop_is_called_so() {
    let scramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
    let solution = "B' U2 F D2 L U' D' L' F2 L' F2 U' L2 D2 L2 F2 U' L2 U B2";
    let said = run(&["review", "--no-optimal", scramble, solution]).success();
    let warning = "this does not look like CFOP: the cross is complete only after 19 moves, with 4 pairs; the stages below are \
                   those of CFOP";
    assert!(said.contains(&format!(" cross\n{warning}; try --method auto\n\nstage ")), "{said}");
    let json = run(&["review", "--no-optimal", "--format", "jsonl", scramble, solution]).success();
    assert!(
        json.contains(&format!("\"warning\":\"{warning}\",\"late_cross\":{{\"moves\":19,\"pairs\":4}}")),
        "{json}"
    );
    assert!(json.contains(r#""least_htm":null,"least_is_proven":false"#), "{json}");
    assert!(!json.contains(r#""least_htm":null,"least_is_proven":true"#), "{json}");
    let said = run(&["review", "--no-optimal", "R U R' U'", "U // cross\nR U' R' // pair"]).success();
    assert!(!said.contains("look like"), "{said}");
}

#[test]
fn own_labels_notes_and_entities_are_read() {
    let moves = |text: &str| {
        let said = run(&["review", "--no-optimal", "--format", "jsonl", "R U R' U'", text]).success();
        serde_json::from_str::<serde_json::Value>(&said).unwrap()["solved"].as_bool().unwrap()
    };
    for text in [
        "the pair: U R U' R'",
        "OLL 35 (Fish Salad): U R U' R'",
        "green-red pair, F2L 4: U R U' R'",
        "U (cross)\nR U' R' (1st pair)",
        "U R U&#39; R&apos;",
    ] {
        assert!(moves(text), "{text}");
    }
}
