//! Tests of reviews by steps, on simulated solves.

use cubiform_cube::{Algorithm, Face, Symmetry};
use cubiform_human::Ending;
use cubiform_human::cases::sets::KnownSet;
use cubiform_human::hand_effort::hand_effort;
use cubiform_threads::{CancelToken, Threads};

use crate::Error;
use crate::engines::{Engines, GoalTables, TablePolicy};
use crate::limits::Limits;
use crate::methods::{Method, easiest};
use crate::operation::{Context, answer};
use crate::review::reviewed::tests::check;
use crate::review::{ReviewRequest, ReviewedSolve, SolveRecord, Summary, json};
use crate::solutions::options::Effort;
use crate::solvers::EngineSolvers;

/// A solve in a line: the method and the turns of each step, separated by `|`.
const SIMULATED: &str = include_str!("../../fixtures/simulated-methods.txt");

/// Reviews a solve by a method.
fn review(engines: &Engines, method: &str, scramble: &str, moves: &str) -> Result<ReviewedSolve, Error> {
    let cancel = CancelToken::new();
    let solvers = EngineSolvers { engines, cancel: &cancel };
    let request = ReviewRequest {
        scramble: Some(scramble.into()),
        solution: moves.into(),
        method: Some(method.into()),
        no_optimal: true,
        ..ReviewRequest::default()
    };
    Ok(answer(request, &Limits::NONE, &Context::new(&solvers))?.solves.remove(0))
}

/// Checks that losses add up in the first solves by a method: as they are, with a pause, without the last move, and without the last
/// quarter of the moves.
fn check_solves(engines: &Engines, method: &Method, count: usize) {
    let own = |line: &&str| line.split_once(" |").is_some_and(|(name, _)| name == method.name);
    for (i, line) in SIMULATED.lines().filter(own).take(count).enumerate() {
        let moves = line.split_once('|').unwrap().1.replace('|', " ");
        let scramble = Algorithm::parse(&moves).unwrap().inverse().to_string();
        let mut made: Vec<&str> = moves.split_whitespace().collect();
        match i % 4 {
            1 => drop(made.splice(9..9, ["F", "F'"])),
            2 => drop(made.pop()),
            3 => made.truncate(made.len() * 3 / 4),
            _ => {}
        }
        let reviewed = review(engines, &method.name, &scramble, &made.join(" ")).unwrap();
        check(&reviewed);
        let is_reached = reviewed.rows.iter().filter(|row| row.part.is_some()).count() == method.steps.len();
        assert_eq!(is_reached, reviewed.ending != Ending::Unsolved, "{line}");
        if i % 4 == 1 {
            assert!(reviewed.rows.iter().map(|row| row.lost).sum::<u32>() >= 2, "{line}");
        }
    }
}

fn engines() -> Engines {
    Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::available())
}

#[test]
fn losses_add_up_by_roux() {
    check_solves(&engines(), Method::find("Roux").unwrap(), 4);
}

#[test]
#[ignore = "takes minutes"]
fn losses_add_up_by_all_methods() {
    for method in Method::known().iter().filter(|method| method.name != "CFOP") {
        check_solves(&engines(), method, 12);
    }
}

/// A solve by Roux from a forum, whose EO solves UL and UR, too.
const FORUM: [&str; 2] = [
    "B R2 F' R' D' R D F L U' F D2 B D2 B L2 U2 R2 L2",
    "y z F' r' F R U' r2 B M' U M r' U' R U' M U r U' r' U R2' U' R F R' U R2 U' R' F' R \
     U' M U2 M' U2 M' U M' U M U2 M' U2 M2",
];

#[test]
fn steps_have_the_times_of_their_moves() {
    let (engines, [scramble, moves]) = (engines(), FORUM);
    let timed = |(i, turn): (usize, &str)| format!("{turn}@{}", [0, 0, 100 * i][i.min(2)]);
    let moves: Vec<String> = moves.split(' ').enumerate().map(timed).collect();
    let reviewed = review(&engines, "auto", scramble, &moves.join(" ")).unwrap();
    let times: Vec<_> = reviewed.rows.iter().map(|row| (row.time.unwrap(), row.pause.unwrap())).collect();
    // Two rotations and seven moves, of which the first is made at 200 ms.
    assert_eq!(times[..2], [(0.8, 0.2), (1.2, 0.1)]);
    let sum: f64 = times.iter().map(|(time, _)| time).sum();
    assert!((sum - 4.6).abs() < 1e-9 && reviewed.solve.time == Some(4.6), "{sum}");
    let record =
        SolveRecord::read(&serde_json::to_string(&json::object(&reviewed)).unwrap()).unwrap().unwrap();
    assert_eq!(Summary::of_records(&[record]).methods[0].steps[1].mean_time, Some(1.2));
    // By CFOP, with a time for some moves, and by quarter turns that are halves.
    let reviewed = review(&engines, "CFOP", "R U R' U'", "U R U'@1.5s R' @2.25s").unwrap();
    let times: Vec<_> = reviewed.rows.iter().map(|row| row.time).collect();
    assert_eq!((times.iter().flatten().sum::<f64>(), times[0]), (2.25, Some(0.0)));
    let halves = review(&engines, "Roux", "U2 R'", "R@100 U@200 U@350").unwrap();
    assert_eq!(halves.rows.iter().filter_map(|row| row.time).sum::<f64>(), 0.35);
    assert_eq!(halves.solve.times, [Some(100), Some(350)]);
}

#[test]
fn a_solve_from_a_forum_is_recognised_as_roux() {
    let [scramble, moves] = FORUM;
    let reviewed = review(&engines(), "auto", scramble, moves).unwrap();
    check(&reviewed);
    let method = reviewed.method.as_ref().unwrap();
    assert_eq!((&method.name[..], &method.second), ("Roux", &None));
    let ends: Vec<u32> = reviewed.rows.iter().map(|row| row.running.stm).collect();
    assert_eq!((ends.len(), &ends[..3], ends[5]), (6, &[7, 19, 31][..], 45), "{ends:?}");
    assert!(reviewed.rows[2].title.starts_with("CMLL "), "{}", reviewed.rows[2].title);
    let object = serde_json::to_value(json::object(&reviewed)).unwrap();
    assert_eq!((object["method"].as_str(), object["color"].as_str()), (Some("Roux"), Some("red")));
    assert_eq!(object["steps"].as_array().unwrap().len(), 6);
    assert!(object["stages"].as_array().unwrap().is_empty());
    let record = SolveRecord::read(&object.to_string()).unwrap().unwrap();
    assert_eq!(record, SolveRecord::from(&reviewed));
    let summary = Summary::of_records(&[record.clone(), record]);
    let [roux] = &summary.methods[..] else { panic!("one method") };
    assert_eq!((summary.solves, roux.solves, roux.unsolved, roux.mean_stm), (0, 2, 0, Some(45.0)));
    assert_eq!((roux.steps.len(), roux.steps[2].mean), (6, 12.0));
    let lost: f64 = roux.steps.iter().map(|step| step.mean_lost).sum();
    assert_eq!(Some(lost), roux.mean_lost_stm);
}

#[test]
fn easiest_algorithms_solve_their_cases() {
    let (engines, [scramble, moves]) = (engines(), FORUM);
    let roux = Method::find("Roux").unwrap();
    let reviewed = review(&engines, "Roux", scramble, moves).unwrap();
    let has_case = |row: &crate::review::Row| row.case.is_some();
    assert!(reviewed.rows.iter().all(|row| row.easiest.is_some() == has_case(row)));
    for (step, set) in [(2, "CMLL"), (5, "LSE 4c")] {
        let set = KnownSet::find(set).unwrap().definition().derive(false, &CancelToken::new()).unwrap();
        let question = roux.steps[step].question(Symmetry::IDENTITY, 1 << 24);
        let search = engines.search(question, &CancelToken::new()).unwrap();
        for case in set.unsolved().take(5) {
            let (turns, cost, optimal) = easiest(&search, &case.cube, &Default::default()).unwrap();
            assert_eq!(
                (cost.lengths.stm <= u32::from(optimal) + 1, cost.effort),
                (true, hand_effort(&turns))
            );
            let is_solved = |hold: i32| {
                let hold = Symmetry::rotation(Face::U, hold);
                let turns: Algorithm = turns.iter().map(|turn| turn.conjugate(hold)).collect();
                roux.steps[step].goal.iter().any(|goal| goal.contains(&case.cube.then(&turns.cube())))
            };
            assert!((0..4).any(is_solved), "{turns:?}");
        }
    }
    // By CFOP, the sheet has them.
    let cfop = review(&engines, "CFOP", "R U2 R' U' R U' R'", "R U R' U R U2 R'").unwrap();
    let sune = cfop.rows.iter().find_map(|row| row.easiest.clone()).unwrap();
    assert_eq!(
        hand_effort(Algorithm::parse(&sune.moves).unwrap().turns()),
        (100.0 * sune.effort).round() as u32
    );
}

#[test]
fn cfop_by_its_name_is_the_default() {
    let engines = engines();
    let cancel = CancelToken::new();
    let solvers = EngineSolvers { engines: &engines, cancel: &cancel };
    let json = |method: Option<&str>| {
        let solution = include_str!("../../../cli/fixtures/simulated-solves-18.csv").into();
        let method = method.map(String::from);
        let request = ReviewRequest {
            solution,
            method,
            no_optimal: true,
            effort: Some(Effort::None),
            ..ReviewRequest::default()
        };
        serde_json::to_string(&answer(request, &Limits::NONE, &Context::new(&solvers)).unwrap()).unwrap()
    };
    assert_eq!(json(None), json(Some("CFOP")));
}

#[test]
fn a_method_is_a_name_or_a_text() {
    let engines = engines();
    let by = |method: &str| review(&engines, method, "R U R' U'", "U R U' R'");
    assert_eq!(by("Cfop").unwrap().method, None);
    assert_eq!(by("auto").unwrap().method, None);
    let own = by("name: two\nlayers | f2l | R,U\nend | solved | R,U,F | free\n").unwrap();
    let rows: Vec<_> =
        own.rows.iter().map(|row| (&row.title[..], row.lengths.stm, row.optimal, row.lost)).collect();
    // Two layers are solved before the last turn, seen from its side.
    assert_eq!(rows, [("layers", 3, Some((3, true)), 0), ("end skip", 1, Some((1, false)), 0)]);
    let unknown = by("Rouxx").map(drop).unwrap_err();
    assert_eq!((unknown.code, unknown.parameter), ("unknown-method", Some("method")));
    assert_eq!(unknown.message, "unknown method 'Rouxx'");
    let wrong = by("name: x\nend | solvd | R,U").map(drop).unwrap_err();
    assert_eq!((wrong.parameter, wrong.place.line, wrong.place.column), (Some("method"), Some(2), Some(7)));
}
