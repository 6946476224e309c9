//! `cubiform stats --fair`: samples of random states pass, others are found out, and the output in each format.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::common::{RunOutput, analyze, analyze_input, cubiform, run};
use cubiform_cube::random;
use serde_json::Value;

const WCA_EXPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export.tsv.zip");
const ANALYSIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/analysis-20.csv");

fn fair(arguments: &[&str]) -> RunOutput {
    run(&[&["stats", "--fair"], arguments].concat())
}

fn fair_of(input: impl Into<Vec<u8>>, arguments: &[&str]) -> RunOutput {
    cubiform().args(["stats", "--fair", "-"]).args(arguments).write_stdin(input).output().unwrap().into()
}

fn parsed(said: RunOutput) -> Value {
    serde_json::from_str(&said.success()).unwrap()
}

/// Scrambles of `moves` random turns, no two of one face in a row, one in each line.
fn random_turns(count: usize, moves: usize, seed: u64) -> Vec<String> {
    let mut rng = random::generator(seed);
    let mut scramble = || {
        let mut faces: Vec<usize> = Vec::new();
        let mut text = Vec::new();
        while text.len() < moves {
            let face = random::below(&mut rng, 6) as usize;
            if faces.last() != Some(&face) {
                faces.push(face);
                text.push(format!(
                    "{}{}",
                    &"URFDLB"[face..=face],
                    ["", "2", "'"][random::below(&mut rng, 3) as usize]
                ));
            }
        }
        text.join(" ")
    };
    (0..count).map(|_| scramble()).collect()
}

/// An analysis of the cross of random states, with the columns of events and competitions, and another one for the
/// event 333oh, whose scrambles are eight random turns.
fn groups_with_short_scrambles() -> String {
    let fair = analyze(&["--random", "360", "-s", "cross", "-f", "csv"]).success();
    let short = random_turns(120, 8, 1).join("\n");
    let short = analyze_input(&["-i", "-", "-s", "cross", "-f", "csv"], short).success();
    let lengths = |line: &str| {
        let mut cells: Vec<&str> = line.rsplitn(7, ',').take(6).map(str::trim).collect();
        cells.reverse();
        cells.join(",")
    };
    let mut text = format!("id,event,competition,{}\n", lengths(fair.lines().next().unwrap()));
    let fair = fair.lines().skip(1).map(|line| (line, ["333", "333bf", "333fm"]));
    let short = short.lines().skip(1).map(|line| (line, ["333oh"; 3]));
    for (i, (line, events)) in fair.chain(short).enumerate() {
        let _ = writeln!(text, "{i},{},Open{},{}", events[i % 3], 2019 + i % 2, lengths(line));
    }
    text
}

#[test]
fn random_states_pass_in_every_format() {
    let analysis = analyze(&["--random", "400", "-s", "cross,xcross", "-f", "csv"]).success();
    let told = parsed(fair_of(&analysis[..], &["-f", "json"]));
    let result = &told["fair"][0];
    assert_eq!((&result["verdict"], &result["tests"]), (&"consistent".into(), &42.into()));
    assert_eq!(told["fair_exact"].as_array().unwrap().len(), 20);
    assert_eq!(told["fair_symmetry"].as_array().unwrap().len(), 2);
    assert!(told["fair_groups"].is_null() && told["provenance"]["program"].is_string());
    let symmetry = &told["fair_symmetry"][1];
    let number = |name: &str| symmetry[name].as_f64().unwrap();
    assert!((number("p") - (1.0 + number("as_extreme")) / (1.0 + number("permutations"))).abs() < 1e-12);
    let text = fair_of(&analysis[..], &[]).success();
    assert!(
        text.contains("\nno sign against uniformly random states: the smallest corrected p of 42 tests is "),
        "{text}"
    );
    assert!(
        text.contains("\npower: 400 scrambles reveal a shift of 0.116 moves in the mean cross (white)"),
        "{text}"
    );
    let csv = fair_of(&analysis[..], &["-f", "csv"]).success();
    assert!(
        csv.starts_with("part,by,group,stage,colors,measure,value,text\nfair,,,,,verdict,,consistent\n"),
        "{csv}"
    );
    assert!(csv.contains("\nfair,,,,,tests,42,\n") && csv.contains("\nfair_exact,,,cross,W,mean,"), "{csv}");
    let markdown = fair_of(&analysis[..], &["-f", "markdown"]).success();
    assert!(markdown.contains("### Symmetry of the six colours: permutation test"), "{markdown}");
    let lines = fair_of(&analysis[..], &["-f", "jsonl"]).success();
    assert!(lines.contains("{\"part\":\"fair\",\"verdict\":\"consistent\","), "{lines}");
}

#[test]
fn seed_and_permutations_are_chosen() {
    let analysis = analyze(&["--random", "100", "-s", "cross", "-f", "csv"]).success();
    let p = |arguments: &[&str]| {
        let told = parsed(fair_of(&analysis[..], &[arguments, &["-f", "json"]].concat()));
        told["fair_symmetry"][0]["permutations"].as_u64().unwrap()
    };
    assert_eq!(p(&["--permutations", "50"]), 50);
    assert_eq!(p(&[]), p(&["--seed", "1"]));
    assert_ne!(p(&[]), p(&["--seed", "2"]));
}

#[test]
fn states_under_a_condition_are_found_out() {
    let easy =
        analyze(&["--random", "300", "--where", "cross[W] <= 5", "-s", "cross", "-f", "csv"]).success();
    let text = fair_of(easy, &[]).success();
    assert!(text.contains("\nthese are not uniformly random states: "), "{text}");
}

#[test]
fn group_of_short_scrambles_is_found_out() {
    let sample = groups_with_short_scrambles();
    let told = parsed(fair_of(&sample[..], &["-f", "json"]));
    let groups: Vec<(&str, &str)> = told["fair_groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["by"].as_str().unwrap(), row["group"].as_str().unwrap()))
        .collect();
    let events = ["333", "333bf", "333fm", "333oh"].map(|event| ("event", event));
    assert_eq!(groups, [&events[..], &[("year", "2019"), ("year", "2020")]].concat());
    let corrected = |i: usize| told["fair_groups"][i]["corrected_p"].as_f64().unwrap();
    assert!((0..3).all(|i| corrected(i) > 0.05) && corrected(3) < 1e-6, "{told}");
    let text = fair_of(&sample[..], &["--by", "event"]).success();
    assert!(text.contains(", event 333oh)\n") && !text.contains("by year"), "{text}");
    let details = fair_of(&sample[..], &["--details"]).success();
    assert!(details.contains("\n== event 333oh: 120 scrambles ==\n"), "{details}");
}

#[test]
fn scrambles_are_analysed_first() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fair-scrambles.txt");
    fs::write(&path, random_turns(60, 6, 3).join("\n")).unwrap();
    let said = fair(&[path.to_str().unwrap()]);
    assert!(said.err.contains("fair-scrambles.txt: cross, all colours"), "{said:?}");
    assert!(said.out.contains("these are not uniformly random states"));
}

/// A list of random states in which each stands twice, the second time with one move written as two.
#[test]
fn repeated_states_are_named_in_place_of_a_verdict() {
    let scrambles: Vec<String> = random_turns(200, 30, 4);
    let again = scrambles.iter().map(|scramble| format!("{scramble} R R'"));
    let list = scrambles.iter().cloned().chain(again).collect::<Vec<_>>().join("\n");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fair-repeated.txt");
    fs::write(&path, list).unwrap();
    let path = path.to_str().unwrap();
    let text = fair(&[path]).out;
    let sentence = "no verdict: 200 of 400 scrambles repeat an earlier state, which independent random states practically never do; \
                    remove the repeats";
    assert!(text.contains(&format!("\n{sentence}\n")), "{text}");
    let named = "assumption: the scrambles are independent; these states are repeated\n\n\
                 scramble  row  first row\n201       201          1\n202       202          2\n";
    assert!(text.contains(named) && text.contains("\nand 195 more\n"), "{text}");
    let told: Value = serde_json::from_str(&fair(&[path, "-f", "json"]).out).unwrap();
    let result = &told["fair"][0];
    assert_eq!((&result["verdict"], &result["repeats"]), (&"repeated".into(), &200.into()));
    assert_eq!(told["fair_repeats"].as_array().unwrap().len(), 100);
    assert_eq!(told["fair_repeats"][1], serde_json::json!({"row": 202, "id": "202", "first_row": 2}));
    let csv = fair(&[path, "-f", "csv"]).out;
    assert!(csv.starts_with("part,by,group,stage,colors,row,measure,value,text\n"), "{csv}");
    assert!(csv.contains("\nfair_repeats,,,,,201,id,,201\nfair_repeats,,,,,201,first_row,1,\n"), "{csv}");
    // Without repeats the result is that of the tests; an analysis without scrambles says that they are not known.
    fs::write(path, scrambles.join("\n")).unwrap();
    let once = fair(&[path]).out;
    assert!(
        once.contains("\nassumption: the scrambles are independent; no state stands twice in the list\n"),
        "{once}"
    );
    let analysis = analyze(&["-i", path, "-s", "cross", "-f", "csv"]).success();
    let told = parsed(fair_of(&analysis[..], &["-f", "json"]));
    assert!(told["fair"][0]["repeats"].is_null() && told["fair_repeats"].is_null(), "{told}");
    let text = fair_of(&analysis[..], &[]).success();
    assert!(text.contains("; repeated states cannot be found without scrambles"), "{text}");
}

#[test]
fn unsuitable_samples_are_refused() {
    for (arguments, message) in [
        (&[ANALYSIS][..], "20 scrambles are too few for these tests; at least 30 are needed"),
        (&[WCA_EXPORT], "10 scrambles are too few for these tests"),
        (&[ANALYSIS, "--by", "event"], "--by: no column 'event'"),
        (&[ANALYSIS, "--against", ANALYSIS], "cannot be used with"),
    ] {
        let said = fair(arguments);
        assert!(said.err.contains(message), "{}", said.err);
    }
    let header = fair_of("id,cross_z0\n", &[]);
    assert!(header.err.contains("no scrambles, only a header"), "{}", header.err);
    let xxcross = fair_of("id,xxcross_z0\na,7\n", &[]);
    assert!(xxcross.err.contains("no stage can be tested"), "{}", xxcross.err);
    let seed = run(&["stats", ANALYSIS, "--seed", "2"]);
    assert!(seed.err.contains("--fair"), "{}", seed.err);
}
