//! Tests of the one entry: every operation gives the document that its own functions give.

use std::sync::LazyLock;

use cubiform_threads::{CancelToken, Threads};
use serde_json::{Value, json};

use super::*;
use crate::ErrorKind;
use crate::engines::{Engines, GoalTables, TablePolicy};
use crate::solvers::EngineSolvers;

static ENGINES: LazyLock<Engines> =
    LazyLock::new(|| Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::new(2)));

/// Returns the document of a request, and the numbers of tasks in its progress.
fn asked(request: Value, limits: &Limits) -> Result<(Value, Vec<(usize, usize)>), Error> {
    let (cancel, mut document, mut progress) = (CancelToken::new(), None, Vec::new());
    let solvers = EngineSolvers { engines: &ENGINES, cancel: &cancel };
    let request = serde_json::from_value(request).unwrap();
    answer(request, limits, &solvers, &mut |event| match event {
        Event::Progress { done, total } => progress.push((done, total)),
        Event::Row(row) => panic!("{row:?} is of no batch"),
        Event::Document(json) => document = Some(serde_json::from_slice(&json).unwrap()),
    })?;
    Ok((document.unwrap(), progress))
}

fn document(request: Value) -> Value {
    asked(request, &Limits::NONE).unwrap().0
}

#[test]
fn every_operation_has_its_document() {
    let analysis = document(json!({
        "operation": "analyze", "scramble": "R U F", "stages": "cross", "colors": "WY", "solutions": 1
    }));
    assert_eq!(analysis["stages"]["cross"], json!({"white": 2, "yellow": 2}));
    assert_eq!(analysis["solutions"].as_array().unwrap().len(), 2);
    let solution = document(json!({"operation": "solve", "scramble": "R U F", "id": "mine"}));
    assert_eq!((&solution[0]["id"], &solution[0]["solution"]), (&json!("mine"), &json!("F' U' R'")));
    let scrambles = document(json!({"operation": "scramble", "count": 3, "seed": 5, "puzzle": "222"}));
    let ids: Vec<&Value> = scrambles.as_array().unwrap().iter().map(|row| &row["id"]).collect();
    assert_eq!(ids, ["random-5-1", "random-5-2", "random-5-3"]);
    let cases = document(json!({"operation": "cases", "set": "oll", "case": "27"}));
    assert_eq!(cases[0]["name"], json!("Sune"));
    let set = document(json!({"operation": "case_set", "set": "epll"}));
    assert_eq!((&set["cases"][1]["probability"], &set["solved"]), (&json!([1, 3]), &json!([1, 12])));
    let distribution = document(json!({"operation": "distribution", "goal": "cross"}));
    assert_eq!(distribution["states"], json!(190_080));
    let request = json!({"operation": "insert", "scramble": "(R U R' U2 [F' L F, R] L B)'", "skeleton": "R U R' U2 (B' L')",
        "solutions": 2, "algorithm_moves": 8});
    let inserted = document(request);
    assert_eq!((&inserted["corners"], &inserted["edges"]), (&json!(3), &json!(0)));
    assert_eq!((&inserted["is_proven"], &inserted["skeleton"]), (&json!(true), &json!("R U R' U2 L B")));
    assert_eq!(inserted["solutions"].as_array().unwrap().len(), 2);
    let attempt = document(
        json!({"operation": "attempt", "scramble": "R U F", "solution": "(R U) // on the inverse\nF'"}),
    );
    assert_eq!(
        (&attempt["is_solved"], &attempt["length"], &attempt["edges"]),
        (&json!(true), &json!(3), &json!(0))
    );
    let check = document(json!({"operation": "check", "condition": "cross[W] <= 4"}));
    assert_eq!(check["valid"], json!(true));
    assert_eq!(document(json!({"operation": "tables"})), json!([]));
    let analysis = "id,event,cross_white,cross_yellow\na,333,5,6\nb,222,7,4\n";
    let stats = document(json!({"operation": "stats", "input": analysis, "by": "event", "sets": "W"}));
    assert_eq!(
        (&stats["scrambles"], &stats["groups"][0]),
        (&json!(2), &json!({"group": "222", "scrambles": 1}))
    );
    assert_eq!(stats["provenance"]["files"][0]["file"]["bytes"], json!(analysis.len()));
}

#[test]
fn insertions_that_cannot_be_made_are_errors_of_a_parameter() {
    for (scramble, skeleton, more, code, parameter) in [
        ("R U", "", json!({}), "skeleton-leaves-too-much", "skeleton"),
        ("R U", "(R U)", json!({}), "skeleton-solves", "skeleton"),
        ("R U", "R (U Q)", json!({}), "invalid-moves", "skeleton"),
        ("R Uw", "R", json!({}), "invalid-value", "scramble"),
        ("R U", "R", json!({"algorithm_moves": 13}), "out-of-range", "algorithm_moves"),
        ("R U", "R", json!({"insertions": 4}), "out-of-range", "insertions"),
        ("R U", "R", json!({"solutions": 0}), "out-of-range", "solutions"),
    ] {
        let mut request = json!({"operation": "insert", "scramble": scramble, "skeleton": skeleton});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let error = asked(request, &Limits::NONE).unwrap_err();
        assert_eq!((error.code, error.parameter), (code, Some(parameter)), "{error}");
    }
    // Two twisted corners take more than one insertion of eight moves.
    let twists = "((R' D R F D F')2 U (F D' F' R' D' R)2 U')'";
    let request = json!({"operation": "insert", "scramble": twists, "algorithm_moves": 8, "insertions": 1});
    assert_eq!(asked(request, &Limits::NONE).unwrap_err().code, "no-insertion");
}

#[test]
fn eo_and_dr_are_counted_by_the_best_of_the_axes_and_nothing_else_is() {
    let request = |goal: &str, stage: Option<&str>| json!({"operation": "distribution", "goal": goal, "stage": stage, "any_axis": true});
    for (stage, longest) in [("eo", 7), ("dr", 12)] {
        let counted = document(request("dr", Some(stage)));
        assert_eq!((&counted["goal"], &counted["any_axis"]), (&json!(stage), &json!(true)));
        assert_eq!(counted["distances"].as_array().unwrap().len(), longest + 1);
    }
    assert_eq!(document(json!({"operation": "distribution", "goal": "cross"}))["any_axis"], Value::Null);
    for (goal, stage, code) in [
        ("dr", Some("htr"), "cannot-be-counted"),
        ("dr", Some("eo_dr"), "cannot-be-counted"),
        ("cross", None, "cannot-be-counted"),
        ("phase-1", None, "superfluous"),
    ] {
        let error = asked(request(goal, stage), &Limits::NONE).unwrap_err();
        assert_eq!((error.code, error.parameter), (code, Some("any_axis")), "{goal}: {error}");
    }
}

#[test]
fn attempts_without_moves_or_with_too_many_are_refused() {
    let long = "R ".repeat(251);
    for (scramble, solution, code) in [
        ("R U", " // nothing", "no-solution"),
        ("R U", "R (U", "invalid-moves"),
        ("R Uw", "R", "invalid-value"),
        ("R U", &long, "too-long"),
    ] {
        let request = json!({"operation": "attempt", "scramble": scramble, "solution": solution});
        let error = asked(request, &Limits::NONE).unwrap_err();
        assert_eq!(error.code, code, "{error}");
    }
}

#[test]
fn statistics_of_scrambles_are_those_of_their_analysis() {
    let scrambles = ["R U F", "F2 L D B2 R"];
    let lengths = scrambles.map(|scramble| {
        let request = json!({"operation": "analyze", "scramble": scramble, "stages": "cross", "colors": "W"});
        document(request)["stages"]["cross"]["white"].as_u64().unwrap()
    });
    let stats = document(json!({
        "operation": "stats", "input": scrambles.join("\n"), "name": "two.txt", "sets": "W",
        "against": "id,cross_white\n1,4\n", "beside": "id,pseudo_cross_white\n1,1\n2,3\n"
    }));
    let (summary, provenance) = (&stats["summary"][0], &stats["provenance"]["files"][0]);
    assert_eq!(summary["mean"], json!((lengths[0] + lengths[1]) as f64 / 2.0));
    assert_eq!((&provenance["file"]["name"], &provenance["run"]["goal"]), (&json!("two.txt"), &json!("std")));
    assert_eq!((&stats["against"], stats["comparison"].as_array().unwrap().len()), (&json!(1), 1));
    assert_eq!(stats["beside"].as_array().unwrap().len(), 1);
    let rows = (0..40).map(|i| format!("{i},{}\n", 3 + i % 3)).collect::<String>();
    let fair = document(json!({
        "operation": "stats", "input": format!("id,cross_white\n{rows}"), "fair": true, "permutations": 99
    }));
    assert_eq!(fair["fair"][0]["verdict"], json!("inconsistent"));
}

#[test]
fn several_solves_are_tasks_of_their_own_with_one_summary() {
    let solve = "Scramble: R U F\nF' U' R'\n";
    let request = json!({"operation": "review", "solution": solve, "no_optimal": true});
    let (one, progress) = asked(request, &Limits::NONE).unwrap();
    assert_eq!((&one["solved"], &progress[..]), (&json!(true), &[(1, 1)][..]));
    let two = format!("{solve}\n{solve}");
    let request = json!({"operation": "review", "solution": two, "no_optimal": true});
    let (several, progress) = asked(request, &Limits::NONE).unwrap();
    assert_eq!((several["solves"].as_array().unwrap().len(), &progress[..]), (2, &[(1, 2), (2, 2)][..]));
    assert_eq!(several["solves"][1], one);
}

#[test]
fn what_a_front_end_does_not_allow_is_refused() {
    let limits = Limits { text: 20, count_memory: 1 << 20, rows: 1, scrambles: 1, ..Limits::NONE };
    let rows = "id,cross_white\n1,5\n2,5\n";
    for (request, code) in [
        (json!({"operation": "solve"}), "no-scramble"),
        (json!({"operation": "solve", "scramble": "R Q"}), "unreadable-cube"),
        (json!({"operation": "analyze", "scramble": "R U F R U F R U F R U F"}), Error::TOO_LONG),
        (json!({"operation": "distribution", "goal": "FR + FL + BR"}), Error::TOO_EXPENSIVE),
        (json!({"operation": "scramble", "count": 0}), "invalid-value"),
        (json!({"operation": "stats"}), "no-input"),
        (json!({"operation": "stats", "input": "id\n1\n"}), "not-an-analysis"),
        (json!({"operation": "stats", "input": rows}), Error::TOO_LONG),
        (json!({"operation": "stats", "input": "R U\nF2\n", "fair": true}), Error::TOO_LONG),
        (json!({"operation": "stats", "input": rows, "by": "a", "beside": rows}), Error::CONTRADICTION),
        (json!({"operation": "stats", "input": rows, "fair": true, "against": rows}), Error::CONTRADICTION),
        (json!({"operation": "stats", "input": rows, "seed": 1}), Error::CONTRADICTION),
        (json!({"operation": "stats", "input": rows, "fair": true, "permutations": 0}), Error::OUT_OF_RANGE),
    ] {
        assert_eq!(asked(request.clone(), &limits).unwrap_err().code, code, "{request}");
    }
}

#[test]
fn a_cancelled_answer_is_an_error() {
    let cancel = CancelToken::cancelled();
    let solvers = EngineSolvers { engines: &ENGINES, cancel: &cancel };
    let request = serde_json::from_value(json!({"operation": "scramble", "count": 2})).unwrap();
    let error = answer(request, &Limits::NONE, &solvers, &mut |_| panic!("an event")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Cancelled);
}

#[test]
fn each_line_of_a_text_has_a_row() {
    let rows = |request: Value, text: &str| {
        let (cancel, mut rows) = (CancelToken::new(), Vec::new());
        let solvers = EngineSolvers { engines: &ENGINES, cancel: &cancel };
        let request = serde_json::from_value(request).unwrap();
        let answered = answer_each(request, text.into(), &Limits::NONE, &solvers, &mut |event| {
            let Event::Row(row) = event else { panic!("{event:?}") };
            rows.push(serde_json::from_slice::<Value>(&row).unwrap());
        });
        answered.map(|()| rows)
    };
    let text = "id,scramble\nmine,R U F\nyours,R Q\n";
    let analyses = rows(json!({"operation": "analyze", "stages": "cross", "colors": "W"}), text).unwrap();
    assert_eq!(analyses[0]["stages"]["cross"], json!({"white": 2}));
    assert_eq!((&analyses[1]["id"], &analyses[1]["line"]), (&json!("yours"), &json!(3)));
    assert!(analyses[1]["error"].as_str().unwrap().starts_with("input:3:9: 'Q' is not a move"));
    let solutions = rows(json!({"operation": "solve"}), text).unwrap();
    assert_eq!(solutions[0]["solution"], json!("F' U' R'"));
    assert!(solutions[1]["error"].is_string());
    assert!(rows(json!({"operation": "tables"}), text).is_err());
}
