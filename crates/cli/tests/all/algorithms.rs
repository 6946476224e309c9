//! `cubiform algorithms` as a program.

use crate::common::run;
use cubiform_cube::goal::pattern;
use cubiform_cube::{Algorithm, facelets};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let text = run(&[&["algorithms", "--format", "json"], args].concat()).success();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn algorithms_of_a_set_solve_its_cases() {
    let answer = json(&["epll", "--moves", "M,U", "--metric", "stm", "--slack", "1"]);
    let goal = pattern::parse(answer["to"].as_str().unwrap()).unwrap();
    let cases = answer["cases"].as_array().unwrap();
    let optimal: Vec<u64> = cases.iter().map(|case| case["optimal"].as_u64().unwrap()).collect();
    assert_eq!(optimal.len(), 4);
    // Ua and Ub, H, and Z by slices, as on every sheet.
    assert!(optimal.iter().filter(|length| **length == 7).count() >= 3, "{optimal:?}");
    for case in cases {
        let cube = facelets::parse(case["facelets"].as_str().unwrap()).unwrap();
        let algorithms = case["algorithms"].as_array().unwrap();
        assert_eq!(case["count"].as_u64().unwrap() as usize, algorithms.len());
        assert!(case["is_complete"].as_bool().unwrap());
        for algorithm in algorithms {
            let text = algorithm["text"].as_str().unwrap().replace(['(', ')'], "");
            let end = cube.then(&Algorithm::parse(&text).unwrap().cube());
            assert!(goal.iter().any(|pattern| pattern.contains(&end)), "{text}");
            let lengths = &algorithm["lengths"];
            assert_eq!(lengths["stm"], algorithm["length"]);
        }
        let efforts: Vec<f64> = algorithms.iter().map(|a| a["held"]["effort"].as_f64().unwrap()).collect();
        assert!(efforts.is_sorted());
    }
}

#[test]
fn cubes_masks_and_sheets_are_cases() {
    let table = run(&["algorithms", "OLL 27", "--moves", "R,U"]).success();
    assert!(
        table.starts_with("OLL 27: all 2 algorithms of 7 moves (HTM) of <R,U>; * is on the sheet\n"),
        "{table}"
    );
    assert!(table.contains("R U R' U R U2 R' *"), "{table}");
    let scramble = "R U2 R' U' R U' R'";
    let of_cube = json(&[scramble, "--to", "f2l + oll", "--moves", "R,U"]);
    assert_eq!(of_cube["cases"][0]["count"], 2);
    let fixed = json(&["R U R'", "--moves", "R,U", "--fixed"]);
    assert_eq!(fixed["cases"][0]["algorithms"][0]["text"], "R U' R'");
}

#[test]
fn an_algorithm_is_checked() {
    let table = run(&["algorithms", "EPLL", "--alg", "M2 U M U2 M' U M2"]).success();
    assert!(table.starts_with("EPLL 2: the algorithm solves it\n"), "{table}");
    assert!(table.contains("M2 U M U2 M' U M2"), "{table}");
    let told = run(&["algorithms", "PLL T", "--alg", "R U R'"]).failure(1);
    assert!(told.contains("the algorithm does not lead from the case to solved + up to U"), "{told}");
}

#[test]
fn what_cannot_be_asked_is_told() {
    let told = |args: &[&str], code, text: &str| {
        let message = run(&[&["algorithms"], args].concat()).failure(code);
        assert!(message.contains(text), "{message}");
    };
    told(&["PLL Xx"], 2, "PLL has no case 'Xx'; give a number from 1 to 21");
    told(&["PLL T", "--to", "f2l + ol"], 2, "unknown goal term 'ol' (did you mean 'oll'?)");
    told(&["PLL T", "--slack", "7"], 2, "for '--slack <N>': expected 0 to 6");
    told(&["PLL T", "-n", "0"], 2, "expected at least 1");
    told(&["PLL T", "--moves", "R,Q"], 2, "'Q' is not a move");
    told(&["PLL T", "--moves", "R,U"], 1, "the turns <R,U> do not lead to solved + up to U");
    told(&["PLL T", "--moves", "R,y"], 2, "y counts nothing in this metric; use the metric etm");
    told(&["R U F L2 D B", "--moves", "M2,U2"], 1, "the turns <M2,U2> do not lead to solved");
}

#[test]
fn sheets_have_each_case_once() {
    let sheet = |format: &str| {
        run(&["algorithms", "ocll", "--moves", "R,U,F", "-n", "1", "--format", format]).success()
    };
    let html = sheet("html");
    assert_eq!((html.matches("<svg").count(), html.matches("<li>").count()), (7, 7), "{html}");
    assert!(html.contains("&lt;R,U,F&gt;") && html.ends_with("</html>\n"));
    let csv = sheet("csv");
    assert!(csv.starts_with("case,facelets,mask,optimal,algorithm,"), "{csv}");
    assert_eq!(csv.lines().count(), 8);
    assert!(csv.lines().all(|line| line.split(',').count() == 12), "{csv}");
    let anki = sheet("anki");
    assert!(anki.starts_with("#separator:tab\n#html:true\n"), "{anki}");
    assert_eq!(
        anki.lines().filter(|line| line.split('\t').count() == 2 && line.starts_with("<svg")).count(),
        7
    );
    assert_eq!(sheet("markdown").matches("\n## OCLL ").count(), 7);
}

#[test]
fn cases_that_are_kept_are_not_sought_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ocll.kept");
    let file = path.to_str().unwrap();
    let asked = ["algorithms", "ocll", "--moves", "R,U", "--format", "json", "--keep", file];
    let fresh = run(&asked[..6]).success();
    assert_eq!(run(&asked).success(), fresh);
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(kept.lines().count(), 8, "{kept}");
    // As after a kill: one case and a half.
    let lines: Vec<&str> = kept.split_inclusive('\n').collect();
    std::fs::write(&path, [lines[0], lines[1], &lines[2][..30]].concat()).unwrap();
    assert_eq!(run(&asked).success(), fresh);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 8);
    // The answer comes from the file.
    let state = lines[1].split('"').nth(3).unwrap();
    let line = |members: &str| {
        let checksum = xxhash_rust::xxh3::xxh3_64(format!("{{{members}}}").as_bytes());
        format!("{}{{{members},\"xxh3\":\"{checksum:016x}\"}}\n", lines[0])
    };
    let none = format!(r#""facelets":"{state}","optimal":0,"algorithms":[]"#);
    std::fs::write(&path, line(&none)).unwrap();
    assert!(run(&asked).success().contains(r#""optimal": null"#));
    let refused = |asked: &[&str], part: &str| {
        let before = std::fs::read(&path).unwrap();
        let message = run(asked).failure(1);
        assert!(message.contains(part), "{message}");
        assert_eq!(std::fs::read(&path).unwrap(), before, "the file is left as it is");
    };
    refused(&[&asked[..], &["--slack", "1"]].concat(), "keeps the cases of another request");
    std::fs::write(&path, "my notes").unwrap();
    refused(&asked, "has no kept cases, and is left as it is");
    std::fs::write(&path, line("")).unwrap();
    refused(&asked, "is damaged in line 2: missing field `facelets`");
    std::fs::write(&path, lines[0].to_string() + &lines[1].replace("\"optimal\":", "\"optimal\":1")).unwrap();
    refused(&asked, "is damaged in line 2: its checksum is wrong");
}

#[test]
fn damaged_kept_cases_change_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("epll.kept");
    let asked = ["algorithms", "EPLL", "--moves", "M,U", "--metric", "stm", "--format", "json", "--keep"];
    let asked = [&asked[..], &[path.to_str().unwrap()]].concat();
    let fresh = run(&asked).success();
    let whole = std::fs::read(&path).unwrap();
    for place in (0..whole.len()).step_by(whole.len() / 40) {
        let mut damaged = whole.clone();
        damaged[place] ^= 1 << (place % 8);
        std::fs::write(&path, &damaged).unwrap();
        let said = run(&asked);
        assert!(said.code == Some(1) || said.out == fresh, "byte {place}: {said:?}");
    }
    // A changed line with its right checksum.
    let text = String::from_utf8(whole.clone()).unwrap();
    let line = text.lines().nth(1).unwrap();
    let (object, _) = line.rsplit_once(",\"xxh3\":").unwrap();
    let object = object.replacen("M2", "M'", 1) + "}";
    let sum = xxhash_rust::xxh3::xxh3_64(object.as_bytes());
    let changed = format!("{},\"xxh3\":\"{sum:016x}\"}}", &object[..object.len() - 1]);
    std::fs::write(&path, text.replacen(line, &changed, 1)).unwrap();
    let said = run(&asked);
    assert!(said.code == Some(1) && said.err.contains("has another algorithm for"), "{said:?}");
    for length in (0..whole.len()).step_by(whole.len() / 10) {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(run(&asked).success(), fresh, "the first {length} bytes");
        assert_eq!(std::fs::read(&path).unwrap().len(), whole.len(), "the first {length} bytes");
    }
}
