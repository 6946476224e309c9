//! Tests of the one entry: every operation gives the document that its own functions give.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock, Mutex};

use cubiform_answers::engines::{Engines, GoalTables, TablePolicy};
use cubiform_answers::generators::MoveSet;
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::Context;
use cubiform_answers::operation::batch::Batch;
use cubiform_answers::operations::{answer, answer_each};
use cubiform_answers::solvers::{EngineSolvers, Solvers};
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::goal::{Mask, Variant};
use cubiform_cube::moves::joined;
use cubiform_cube::{Algorithm, Cube, Move, facelets, random};
use cubiform_solvers::optimal::SolutionRequest;
use cubiform_solvers::solver::Solver;
use cubiform_store::Store;
use cubiform_threads::{CancelToken, Threads};
use serde_json::{Value, json};

static ENGINES: LazyLock<Engines> =
    LazyLock::new(|| Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::new(2)));

/// The steps that are done and all steps, as they are reported.
type Steps = Vec<(u64, u64)>;

/// Returns the document of a request, and the steps that were reported.
fn asked(request: Value, limits: &Limits) -> Result<(Value, Steps), Error> {
    let cancel = CancelToken::new();
    asked_of(&EngineSolvers { engines: &ENGINES, cancel: &cancel }, request, limits)
}

fn asked_of(solvers: &dyn Solvers, request: Value, limits: &Limits) -> Result<(Value, Steps), Error> {
    let Value::Object(members) = request else { panic!("{request}") };
    let steps = Mutex::default();
    let report = |done, all| Steps::push(&mut steps.lock().unwrap(), (done, all));
    let context = Context { report: &report, ..Context::new(solvers) };
    let document = answer(members, limits, &context)?;
    Ok((serde_json::from_slice(&document).unwrap(), steps.into_inner().unwrap()))
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
fn an_algorithm_is_checked_without_a_search() {
    let checked = |case: &str, alg: &str| {
        asked(json!({"operation": "algorithms", "case": case, "alg": alg}), &Limits::NONE)
            .map(|(answer, _)| answer)
    };
    let answer = checked("PLL Ua", "y2 M2 U M U2 M' U M2").unwrap();
    let [case] = &answer["cases"].as_array().unwrap()[..] else { panic!("{answer}") };
    let algorithm = &case["algorithms"][0];
    assert_eq!((&case["optimal"], &algorithm["on_sheet"]), (&Value::Null, &json!(true)));
    assert_eq!(
        (&algorithm["text"], &algorithm["lengths"]["etm"]),
        (&json!("(U2) y2 M2 U M U2 M' U M2"), &json!(8))
    );
    // Of a set, the case that it solves.
    assert_eq!(checked("EPLL", "M2 U M U2 M' U M2").unwrap()["cases"][0]["case"], json!("EPLL 2"));
    let error = checked("PLL Ub", "M2 U M U2 M' U M2").unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str()),
        ("not-solved", "the algorithm does not lead from the case to solved + up to U")
    );
    assert_eq!(checked("PLL Ub", "M2 ?").unwrap_err().parameter, Some("alg"));
}

#[test]
fn insertions_that_cannot_be_made_are_errors_of_a_parameter() {
    for (scramble, skeleton, more, code, parameter) in [
        ("R U", "", json!({}), "skeleton-leaves-too-much", "skeleton"),
        ("R U", "(R U)", json!({}), "skeleton-solves", "skeleton"),
        ("R U", "R (U Q)", json!({}), "unreadable-solution", "skeleton"),
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
fn steps_between_eo_and_the_finish_are_counted_along_one_axis() {
    for (stage, name, states, longest) in [
        ("ar", "AR", 1_082_565, 6),
        ("drm_3c2e", "DR-3c2e", 1_082_565, 7),
        ("floppy", "floppy", 663_552, 11),
        ("leave_slice", "leave slice", 663_552, 12),
    ] {
        let counted = document(json!({"operation": "distribution", "goal": "dr_steps", "stage": stage}));
        let distances = counted["distances"].as_array().unwrap();
        let total: u64 = distances.iter().map(|distance| distance["states"].as_u64().unwrap()).sum();
        assert_eq!((&counted["goal"], total, distances.len()), (&json!(name), states, longest + 1));
    }
}

#[test]
fn attempts_without_moves_or_with_faults_are_refused() {
    for (solution, code) in [(" // nothing", "no-solution"), ("R (U", "unreadable-solution")] {
        let request = json!({"operation": "attempt", "scramble": "R U", "solution": solution});
        let error = asked(request, &Limits::NONE).unwrap_err();
        assert_eq!(error.code, code, "{error}");
    }
}

#[test]
fn an_attempt_is_a_review_by_dr() {
    // Solved, with a loss; not solved; with brackets that solve the cube only on the inverse.
    for (solution, method) in [
        ("^(R' U2) U' // EO\nU' ^(U') F'", "auto"),
        ("F2 ^(R' U')", "auto"),
        ("F2 (R' U') D", "dr"),
        ("(R U) F'", "auto"),
    ] {
        let of = |operation: &str| json!({"operation": operation, "scramble": "R U F", "solution": solution});
        let mut request = of("review");
        request["method"] = json!(method);
        let (review, attempt) = (document(request), document(of("attempt")));
        assert_eq!((&review["method"], &review["metric"]), (&json!("DR"), &json!("HTM")), "{solution}");
        assert_eq!((&review["htm"], &review["solved"]), (&attempt["length"], &attempt["is_solved"]));
        let values = |steps: &Value, names: [&str; 2]| {
            let steps = steps.as_array().into_iter().flatten();
            steps.map(|step| names.map(|name| step[name].clone())).collect::<Vec<_>>()
        };
        let own = values(&review["steps"], ["total_stm", "lost_stm"]);
        assert_eq!(own, values(&attempt["steps"], ["total", "lost"]), "{solution}");
        let turns = values(&review["steps"], ["turns", "name"]).into_iter().map(|[turns, _]| turns);
        let rest = review["unfinished"]["moves"].clone();
        let made = turns.chain([rest]).filter_map(|turns| turns.as_str().map(str::to_string));
        let made = made.filter(|turns| !turns.is_empty()).collect::<Vec<_>>().join(" ");
        assert_eq!(json!(made), attempt["niss"], "{solution}");
        let of = |step: &Value, name: &str| step[name].as_u64().unwrap();
        let Some(steps) = attempt["steps"].as_array().filter(|steps| !steps.is_empty()) else { continue };
        let lost: u64 = steps.iter().map(|step| of(step, "lost")).sum();
        assert_eq!(of(&steps[0], "best") + lost, of(&attempt, "best"), "{solution}");
        assert!(steps.iter().all(|step| step["better"].is_null() == (of(step, "lost") == 0)), "{solution}");
    }
    let cfop = document(json!({
        "operation": "review", "scramble": "R U F", "solution": "(F') U' (R')", "method": "auto", "no_optimal": true
    }));
    assert_eq!(cfop["method"], Value::Null);
}

#[test]
fn statistics_of_scrambles_are_those_of_their_analysis() {
    let scrambles = ["R U F", "F2 L D B2 R"];
    let lengths = scrambles.map(|scramble| {
        let request = json!({"operation": "analyze", "scramble": scramble, "stages": "cross", "colors": "W"});
        document(request)["stages"]["cross"]["white"].as_u64().unwrap()
    });
    // All stages need tables that take long to fill, so they are those of all tests.
    let (threads, cancel) = (Threads::new(2), CancelToken::new());
    let store = Store::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"), &threads);
    let engines = Engines::new(GoalTables::in_store(store), TablePolicy::default(), &threads);
    let solvers = EngineSolvers { engines: &engines, cancel: &cancel };
    let request = json!({
        "operation": "stats", "input": scrambles.join("\n"), "name": "two.txt", "sets": "W",
        "against": "id,cross_white\n1,4\n", "beside": "id,pseudo_cross_white\n1,1\n2,3\n"
    });
    let stats = asked_of(&solvers, request, &Limits::NONE).unwrap().0;
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
    let limits = Limits { text: 20, count_memory: 1 << 20, rows: 1, scrambles: 1, cases: 20, ..Limits::NONE };
    let rows = "id,cross_white\n1,5\n2,5\n";
    for (request, code) in [
        (json!({"operation": "solve"}), "no-scramble"),
        (json!({"operation": "solve", "scramble": "R Q"}), "unreadable-cube"),
        (json!({"operation": "analyze", "scramble": "R U F R U F R U F R U F"}), Error::TOO_LONG),
        (json!({"operation": "distribution", "goal": "FR + FL + BR"}), Error::TOO_EXPENSIVE),
        (json!({"operation": "case_set", "set": "pll"}), Error::TOO_EXPENSIVE),
        (json!({"operation": "scramble", "count": 0}), "invalid-value"),
        (json!({"operation": "methods", "methods": "cfop,rouxx"}), "unknown-method"),
        (json!({"operation": "methods", "method": "a | f2l | R"}), "invalid-method"),
        (json!({"operation": "methods", "count": 2}), Error::OUT_OF_RANGE),
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
    let error = asked_of(&solvers, json!({"operation": "scramble", "count": 2}), &Limits::NONE).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Cancelled);
}

/// Returns the rows of a batch.
fn rows(request: Value, text: &str) -> Result<Vec<Value>, Error> {
    let (cancel, mut rows) = (CancelToken::new(), Vec::new());
    let solvers = EngineSolvers { engines: &ENGINES, cancel: &cancel };
    let Value::Object(members) = request else { panic!("{request}") };
    let sink = &mut |row: Vec<u8>| rows.push(serde_json::from_slice::<Value>(&row).unwrap());
    let batch = Batch { text: text.into(), sink };
    answer_each(members, batch, &Limits::NONE, &Context::new(&solvers)).map(|()| rows)
}

#[test]
fn each_line_of_a_text_has_a_row() {
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

#[test]
fn a_batch_ends_between_two_rows_once_it_is_cancelled() {
    for (operation, line) in
        [("analyze", "R U F\n"), ("analyze", "R Q\n"), ("solve", "R U F\n"), ("solve", "R Q\n")]
    {
        let (cancel, mut rows) = (CancelToken::new(), 0);
        let solvers = EngineSolvers { engines: &ENGINES, cancel: &cancel };
        let members = if operation == "analyze" { json!({"stages": "cross"}) } else { json!({}) };
        let mut request = json!({"operation": operation});
        request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        let Value::Object(members) = request else { panic!("{request}") };
        let sink = &mut |_| {
            rows += 1;
            if rows == 3 {
                cancel.cancel();
            }
        };
        let batch = Batch { text: line.repeat(1000), sink };
        let answered = answer_each(members, batch, &Limits::NONE, &Context::new(&solvers));
        assert_eq!(answered.unwrap_err().kind, ErrorKind::Cancelled, "{operation}: {line}");
        assert_eq!(rows, 3, "{operation}: {line}");
    }
}

/// The cross after R U F.
const CROSS: &str = "?????????????????????F???D??R?D???D??????D?L????????B?";
/// The corner stickers on the top of the solved cube, with yellow instead of white.
const YELLOW_TOP: &str = "D?D???D?D?????????????????????????????????????????????";
/// The state after R U F without one sticker, and without the corners on top.
const ALMOST_WHOLE: &str = "UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUB?";
const WITHOUT_CORNERS: &str = "?U?UUU?L??B?FRRFRR?F?FFRDDRRRUDDBDDB?F?LLDLLB?L?UBBUBB";

/// Solvers with two-phase as their optimal solver, for cubes of which it finds the shortest solution.
struct TwoPhaseAsOptimal<'a>(EngineSolvers<'a>);

impl Solvers for TwoPhaseAsOptimal<'_> {
    fn engines(&self) -> &Engines {
        self.0.engines()
    }

    fn cancel(&self) -> &CancelToken {
        self.0.cancel()
    }

    fn optimal(&self, _: SolutionRequest, _: Option<MoveSet>, _: &str) -> Result<Arc<dyn Solver>, Error> {
        Ok(cubiform_answers::solvers::open(self, Engines::two_phase)?)
    }
}

fn cube(moves: &str) -> Cube {
    Algorithm::parse(moves).unwrap().cube()
}

#[test]
fn masks_are_solved_by_the_moves_that_solve_their_pieces() {
    let crosses = document(json!({
        "operation": "solve", "scramble": CROSS, "solutions": usize::MAX, "order": "effort"
    }));
    let cross = &Variant::read("cross").unwrap().stages[0];
    for solution in crosses.as_array().unwrap() {
        assert_eq!((&solution["length"], &solution["method"]), (&json!(2), &json!("optimal")));
        assert_eq!(solution["optimal"], json!(true));
        assert!(cross.is_met(&cube("R U F").then(&cube(solution["solution"].as_str().unwrap()))));
    }
    let analysis = json!({"operation": "analyze", "scramble": "R U F", "stages": "cross", "colors": "Y", "solutions": 100});
    assert_eq!(document(analysis)["solutions"].as_array().unwrap().len(), crosses.as_array().unwrap().len());
    // Where several pieces fit, the moves solve one of the cubes that show the mask.
    let solution = &document(json!({"operation": "solve", "scramble": YELLOW_TOP}))[0];
    let from = Cube::SOLVED.then(&cube(solution["solution"].as_str().unwrap()).inverse());
    assert!(Variant::read(YELLOW_TOP).unwrap().stages[0].is_met(&from) && solution["length"] == json!(2));
    let inverse = &document(json!({"operation": "solve", "scramble": CROSS, "inverse": true}))[0];
    assert!(
        Mask::read(CROSS).unwrap().unwrap().goal.stages[0]
            .is_met(&cube(inverse["solution"].as_str().unwrap()))
    );
}

/// Returns the facelets of a cube, of which those that `is_shown` refuses are hidden.
fn masked(cube: &Cube, is_shown: impl Fn(usize) -> bool) -> String {
    let whole = facelets::format(cube);
    whole.chars().enumerate().map(|(i, c)| if is_shown(i) { c } else { '?' }).collect()
}

/// Masks of stickers of cubes near the solved one, against all sequences of moves: the shortest that lead from the solved cube to a
/// cube which shows the mask.
#[test]
fn lengths_and_all_solutions_of_masks_equal_brute_force() {
    let mut levels = vec![vec![(Cube::SOLVED, Vec::new())]];
    for length in 0..3 {
        let longer = |(cube, path): &(Cube, Vec<Move>)| -> Vec<(Cube, Vec<Move>)> {
            let follows = |m: &Move| path.last().is_none_or(|last: &Move| last.may_precede(*m));
            let all = Move::all().filter(follows);
            all.map(|m| (cube.turn(m), [&path[..], &[m]].concat())).collect()
        };
        let next = levels[length].iter().flat_map(longer).collect();
        levels.push(next);
    }
    // A corner and two edges, two edges, two corners by one sticker each, two edges by one each, two stickers of a corner.
    let kinds: [&[usize]; 5] = [&[8, 9, 20, 5, 10, 7, 19], &[28, 25, 30, 43], &[0, 8], &[28, 5], &[8, 9, 19]];
    let mut lengths = [0; 4];
    for (i, state) in random::states(8).take(50).enumerate() {
        let moves = state.edges().iter().take(3).map(|place| Move::from_index(usize::from(*place) % 18));
        let cube = Cube::from_moves(&moves.collect::<Vec<_>>());
        let shown = |sticker| kinds[i % 5].contains(&sticker);
        let mask = masked(&cube, shown);
        let (least, paths) = levels
            .iter()
            .enumerate()
            .find_map(|(length, level)| {
                let showing = level.iter().filter(|(cube, _)| masked(cube, shown) == mask);
                let paths: HashSet<Vec<Move>> = showing.map(|(_, path)| path.clone()).collect();
                (!paths.is_empty()).then_some((length, paths))
            })
            .expect("the cube itself shows it");
        let solutions = document(json!({"operation": "solve", "scramble": mask, "solutions": usize::MAX}));
        let found = solutions.as_array().unwrap().iter().map(|solution| {
            assert_eq!((&solution["length"], &solution["optimal"]), (&json!(least), &json!(true)), "{mask}");
            let moves = Algorithm::parse(solution["solution"].as_str().unwrap()).unwrap().resolve().0;
            joined(&moves.iter().rev().map(|m| m.inverse()).collect::<Vec<_>>())
        });
        assert_eq!(found.collect::<HashSet<_>>(), paths, "{mask}");
        lengths[least] += 1;
    }
    assert!(lengths[2] > 9 && lengths[3] > 1, "{lengths:?}");
}

#[test]
fn solutions_end_in_the_mask_of_their_target() {
    let mask = &Variant::read(YELLOW_TOP).unwrap().stages[0];
    let solution = &document(json!({"operation": "solve", "scramble": "R U F y", "to": YELLOW_TOP}))[0];
    assert!(mask.is_met(&cube(&format!("R U F y {}", solution["solution"].as_str().unwrap()))));
    let moves = |moves: &str| {
        let request = json!({"operation": "solve", "scramble": "R U F", "to": YELLOW_TOP, "moves": moves});
        document(request)[0].clone()
    };
    assert_eq!(solution["length"], json!(3));
    assert!(moves("<R,U,F,B>")["length"].as_u64() > Some(3));
    assert_eq!(moves("<U>")["error"], json!("not solvable with these moves"));
}

#[test]
fn masks_of_few_cubes_are_solved_as_each_of_them() {
    let cancel = CancelToken::new();
    let solvers = TwoPhaseAsOptimal(EngineSolvers { engines: &ENGINES, cancel: &cancel });
    let solve = |request: Value| asked_of(&solvers, request, &Limits::NONE).map(|(document, _)| document);
    let solved = |request| solve(request).unwrap()[0]["solution"].as_str().unwrap().to_string();
    let scramble = |text: &str| json!({"operation": "solve", "scramble": text});
    assert_eq!(solved(scramble(ALMOST_WHOLE)), "F' U' R'");
    assert_eq!(solved(json!({"operation": "solve", "scramble": "R", "to": ALMOST_WHOLE})), "U F");
    let few = solve(scramble(WITHOUT_CORNERS)).unwrap_err();
    assert_eq!((few.parameter, few.code), (Some("scramble"), "invalid-value"));
    assert!(
        few.message.ends_with("at most eight edges and four corners, unless at most 24 cubes show them"),
        "{}",
        few.message
    );
    // Without an optimal solver, and in a batch of another method.
    let error = asked(scramble(ALMOST_WHOLE), &Limits::NONE).unwrap_err();
    assert_eq!(error.code, "table-not-built");
    let rows = rows(json!({"operation": "solve"}), &format!("R U\nmine,{CROSS}\n{ALMOST_WHOLE}\n")).unwrap();
    let methods: Vec<&Value> = rows.iter().map(|row| &row["method"]).collect();
    assert_eq!(methods, ["two-phase", "optimal", "optimal"]);
    assert_eq!((&rows[1]["id"], &rows[1]["length"]), (&json!("mine"), &json!(2)));
    let needed = rows[2]["error"].as_str().unwrap();
    assert!(needed.contains("these facelets need `method` optimal"), "{needed}");
}

#[test]
fn masks_and_what_does_not_go_with_them_are_errors_of_a_parameter() {
    for (more, parameter, start) in [
        (json!({"method": "two-phase"}), Some("method"), "two-phase solves whole cubes"),
        (json!({"method": "dr"}), Some("method"), "dr solves whole cubes"),
        (json!({"to": "R"}), Some("to"), "facelets with ? are solved"),
        (json!({"moves": "<M,U>"}), Some("moves"), "facelets with ? are solved with turns of faces"),
        (json!({"up_to_symmetry": true}), Some("up_to_symmetry"), "does not apply"),
        (json!({"time_ms": 5}), None, "`time_ms` and `nodes` do not apply to facelets with ?"),
        (json!({"scramble": "R", "to": &CROSS[1..]}), Some("to"), "'?????????????"),
        (json!({"scramble": "R", "to": CROSS.replace('L', "U")}), Some("to"), "'D' and the other stickers"),
    ] {
        let mut request = json!({"operation": "solve", "scramble": CROSS});
        let more = more.as_object().unwrap().clone();
        request.as_object_mut().unwrap().extend(more);
        let error = asked(request.clone(), &Limits::NONE).unwrap_err();
        assert_eq!(error.parameter, parameter, "{request}");
        assert!(error.message.starts_with(start), "{request}: {}", error.message);
    }
}

#[test]
fn chains_within_lengths_are_proven_or_the_lengths_are_named() {
    let solved = document(json!({"operation": "solve", "method": "dr", "scramble": "R R'"}));
    assert_eq!((&solved[0]["length"], &solved[0]["dr"]["shortest_within"]["eo"]), (&json!(0), &json!(7)));
    let request =
        json!({"operation": "solve", "method": "dr", "scramble": "R U F D' L B R", "max_eo": 1, "max_dr": 2});
    let message = "there is no solution with EO of at most 1 move and DR of at most 2 moves; allow more with \
                   `max_eo`, `max_dr` or `max_length`";
    assert_eq!(document(request)[0]["error"], json!(message));
}
