//! `cubiform cases` and `scramble --case` as programs.

use std::collections::HashSet;

use crate::common::{cubiform, run};
use cubiform_cube::{Algorithm, Face};
use cubiform_human::identify;

#[test]
fn list_prints_a_header_and_the_cases() {
    let list = run(&["cases", "list", "oll", "--group", "fish"]).success();
    assert!(list.starts_with("case                   group  chance  top face     algorithm\n"), "{list}");
    let first: Vec<&str> = list.lines().skip(1).filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(first, ["OLL 9 (Kite)", "OLL 10 (Anti-Kite)", "OLL 35 (Fish Salad)", "OLL 37 (Mounted Fish)"]);
    assert_eq!(run(&["cases", "list"]).success().lines().count(), 1 + 57 + 21 + 41);
    assert!(run(&["cases", "list", "zbl"]).failure(2).contains("valid sets: F2L, "));
}

#[test]
fn make_and_list_derive_sets() {
    let table = run(&["cases", "make", "--set", "2gll"]).success();
    assert!(
        table.starts_with(
            "2GLL: from f2l + eo + cp + up to U to solved + up to U\n84 cases, of 1,296 states; "
        ),
        "{table}"
    );
    assert_eq!(run(&["cases", "list", "2gll"]).success(), table);
    assert!(
        run(&["cases", "list", "2gll", "--group", "fish"])
            .failure(2)
            .contains("the cases of 2GLL have no groups")
    );

    let goals = ["cases", "make", "--from", "f2l + oll", "--to", "solved + up to U"];
    let with = |options: &[&str]| run(&[&goals[..], options].concat()).success();
    let csv = with(&["--format", "csv"]);
    let line = csv.lines().find(|line| line.contains("PLL T,")).expect("the T perm");
    let fields: Vec<&str> = line.split(',').collect();
    assert_eq!((fields.len(), &fields[1..5]), (9, &["PLL T", "1", "18", "16"][..]));
    let found = run(&["cases", "find", fields[6]]).success();
    assert!(found.contains("PLL T"), "the picture finds its case: {found}");
    let cube = cubiform_cube::facelets::parse(fields[8]).expect("a cube");
    assert_eq!(identify(&cube, Face::D.color())[0].case.map(ToString::to_string).as_deref(), Some("PLL T"));

    let json: serde_json::Value = serde_json::from_str(&with(&["--format", "json"])).expect("it is JSON");
    assert_eq!((&json["states"], &json["solved"]), (&serde_json::json!(288), &serde_json::json!([1, 72])));
    assert_eq!(json["cases"].as_array().expect("a list").len(), 21);
    let markdown = with(&["--format", "md", "--mirror"]);
    let tables = "14 cases, mirror images being one, of 288 states; solved in 1 of 72\n\n| case | shows | chance | picture |\n| --- ";
    assert!(markdown.contains(tables), "{markdown}");
    assert_eq!(run(&["cases", "sets"]).success().lines().count(), 1 + 26);
}

#[test]
fn make_explains_errors() {
    for (arguments, message) in [
        (
            &["--from", "f2l + ol", "--to", "solved"][..],
            "--from, column 7: unknown goal term 'ol' (did you mean 'oll'?)",
        ),
        (&["--set", "zbl"], "unknown set 'zbl'; valid sets: F2L, "),
        (&["--mirror"], "give the name of a --set, or the goals --from and --to"),
        (&["--to", "cross + 2x2x3 DB"], "the second goal distinguishes more than 200000 states of the first"),
    ] {
        let said = run(&[&["cases", "make"], arguments].concat()).failure(if arguments[0] == "--to" {
            1
        } else {
            2
        });
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}

#[test]
fn show_accepts_label_name_letter_and_group() {
    let sune = run(&["cases", "show", "oll", "sune"]).success();
    assert!(
        sune.starts_with("OLL 27 (Sune)\ngroup cross, 1 in 54\n\n    #\n    - # - #\n    # # #\n"),
        "{sune}"
    );
    let json = |labels: &[&str]| -> Vec<String> {
        let out = run(&[&["cases", "show", "pll"], labels, &["--format", "json"]].concat()).success();
        let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
        let label = |case: &serde_json::Value| case["label"].as_str().expect("text").to_string();
        json.as_array().expect("a list").iter().map(label).collect()
    };
    assert_eq!(json(&["ga", "H"]), ["Ga", "H"]);
    assert_eq!(json(&["A", "u", "G"]), ["Aa", "Ab", "Ua", "Ub", "Ga", "Gb", "Gc", "Gd"]);
    let titles = |words: &[&str]| -> Vec<String> {
        let out = run(&[&["cases", "show"], words].concat()).success();
        out.lines().filter(|line| line.contains("LL ")).map(str::to_string).collect()
    };
    for words in
        [&["oll", "antisune"][..], &["Anti", "Sune"], &["oll anti-sune"], &["anti-sune"], &["oll", "26"]]
    {
        assert_eq!(titles(words), ["OLL 26 (Anti-Sune)"], "{words:?}");
    }
    for words in [&["T perm"][..], &["T", "perm"], &["t-perm"], &["pll", "T"], &["PLL T"]] {
        assert_eq!(titles(words), ["PLL T"], "{words:?}");
    }
    assert_eq!(titles(&["T"]), ["OLL 45 (T)", "PLL T"], "the letter is the name of both");
    assert_eq!(titles(&["Ga", "sune"]), ["PLL Ga", "OLL 27 (Sune)"]);
    for (words, message) in [
        (&["27"][..], "'27' names no case; write the set and the case, such as \"OLL 27\""),
        (&["Ga", "sunes"], "'sunes' names no case"),
        (&["zbll", "5"], "'zbll' names no case"),
    ] {
        let said = run(&[&["cases", "show"], words].concat()).failure(2);
        assert!(said.contains(message), "{words:?}: {said}");
    }
    let said = run(&["cases", "show", "oll", "58"]).failure(2);
    assert!(said.contains("OLL has no case '58'; its cases are 1 to 57"), "{said}");
    assert!(said.contains("Usage: cubiform cases show "), "{said}");
}

#[test]
fn find_accepts_picture_algorithm_and_scramble() {
    let found = |arguments: &[&str]| -> Vec<String> {
        let out = run(&[&["cases", "find"], arguments].concat()).success();
        let rows = out.lines().skip(1);
        rows.map(|row| {
            row.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect::<Vec<_>>().join("|")
        })
        .collect()
    };
    assert_eq!(found(&["x.x/.x./x.x"]), ["OLL 20 (Checkers)|dot|-|r U R' U' M2 U R U' R' U' M'"]);
    assert_eq!(found(&["?BBO?/GxxxR/OxxxG/GxxxB/?RRO?"])[0].split('|').next(), Some("PLL T"));
    assert_eq!(found(&["URF R, UB U"])[0].split('|').next(), Some("F2L 4"));
    assert_eq!(found(&["--alg", "y2 R U R' U R U2 R'"]), ["OLL 27 (Sune)|cross|y2|R U R' U R U2 R'"]);
    let alg = "y2 R U R' U R U2 R'";
    assert_eq!(found(&[alg]), found(&["--alg", alg]));
    assert_eq!(found(&["(R U R' U') (R' F R2) U' R' U' R U R' F'"])[0].split('|').next(), Some("PLL T"));
    assert_eq!(found(&["--alg", "R U R'"]), ["green-red|F2L 4|free pair|-|R U R'"]);
    // After the moves, white is at the bottom after x2.
    for (moves, hold) in [("", "-"), (" y", "y'")] {
        let shown = found(&["--scramble", &format!("x2 R U2 R' U' R U' R'{moves}")]);
        assert_eq!(shown[0], format!("white|OLL 27 (Sune)|cross|{hold}|R U R' U R U2 R'"));
    }
    let shown = found(&["--scramble", "R U' R' y2"]);
    assert!(shown.contains(&"yellow|green-red|F2L 4|free pair|y2|R U R'".to_string()), "{shown:?}");
    // The output of `show` is accepted as a picture.
    for (set, label) in [("oll", "27"), ("pll", "Ra"), ("f2l", "5"), ("oll", "21")] {
        let sheet = run(&["cases", "show", set, label]).success();
        let mut command = cubiform();
        let output =
            command.args(["cases", "find", "-", "--format", "json"]).write_stdin(sheet).output().unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        assert_eq!(json[0]["case"]["label"], label, "{set} {label}");
    }
    let long = "R U R' U R U2 R'\n".repeat(300);
    let output = cubiform().args(["cases", "find", "-"]).write_stdin(long).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true), "{said}");
    assert!(said.contains("standard input is longer than 4096 bytes"), "{said}");
    for (arguments, code, said) in [
        (&["xxx/xxx/xxx"][..], 2, "every PLL case looks like this from above"),
        (&["x.x/.x"], 2, "the pattern has 2 rows of 3, 2"),
        (&["R U F'"], 1, "the algorithm solves no F2L, OLL or PLL case"),
        (&["--alg", "R U F"], 1, "the algorithm solves no F2L, OLL or PLL case"),
        (&["--alg", "R U Q"], 2, "--alg: line 1, column 5: 'Q' is not a move"),
        (&["--scramble", "R U F L"], 1, "the cube shows no case: no cross is solved"),
        (&[], 2, "Usage: cubiform cases find"),
    ] {
        let message = run(&[&["cases", "find"], arguments].concat()).failure(code);
        assert!(message.contains(said), "{arguments:?}: {message}");
    }
}

#[test]
fn scrambles_of_a_case_lead_to_the_case() {
    for (case, most) in [("OLL 27", 1152), ("PLL Gc", 16), ("F2L 5", 248_832)] {
        let scrambles = run(&["scramble", "--case", case, "-n", "40", "--seed", "3"]).success();
        let mut states = HashSet::new();
        for line in scrambles.lines() {
            let scramble = Algorithm::parse(line).expect("it is read");
            assert!((16..=26).contains(&scramble.turns().len()), "{line}");
            let cube = scramble.cube();
            let shown = identify(&cube, Face::D.color());
            assert!(
                shown.iter().any(|one| one.case.is_some_and(|found| found.to_string().starts_with(case))),
                "{line}"
            );
            states.insert(cube);
        }
        // Forty draws from 16 states find nearly all of them; forty draws from many states hardly ever repeat one.
        assert!(
            states.len() <= most && states.len() >= if most == 16 { 12 } else { 36 },
            "{case}: {}",
            states.len()
        );
        let again = run(&["scramble", "--case", case, "-n", "40", "--seed", "3"]).success();
        assert_eq!(again, scrambles);
    }
    let said = run(&["scramble", "--case", "OLL 58"]).failure(2);
    assert!(said.contains("OLL has no case '58'"), "{said}");
    assert!(
        run(&["scramble", "--case", "PLL", "--event", "333bf"])
            .failure(2)
            .contains("--case is only for the event 333")
    );
}

#[test]
fn states_of_a_case_are_equally_likely() {
    // 480 draws from the 16 states of Gc: 30 of each are expected. The 0.1 % point of chi-square with 15 degrees of
    // freedom is 37.7.
    let out = run(&["scramble", "--case", "PLL Gc", "-n", "480", "--seed", "11", "-f", "jsonl"]).success();
    let mut counts = std::collections::HashMap::new();
    for line in out.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        *counts.entry(row["facelets"].to_string()).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), 16);
    let chi_square: f64 = counts.values().map(|n| (f64::from(*n) - 30.0).powi(2) / 30.0).sum();
    assert!(chi_square < 37.7, "{chi_square}");
}
