//! Tests of the known methods, of the format, and of comparisons.

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::union;
use cubiform_cube::held::HeldCube;
use cubiform_cube::{Algorithm, Cube, Face, Move, Symmetry, random};
use cubiform_solvers::algorithms::Question;
use cubiform_solvers::solver::Limits;
use cubiform_threads::{CancelToken, Threads};

use super::compare::Context;
use super::solve::Solve;
use super::*;

const FEW_STATES: usize = 3;

/// Returns the solves of random states, and the result.
fn solved(method: &Method, states: usize) -> (Vec<Solve>, MethodResult) {
    solved_from(method, &random::states(7).take(states).collect::<Vec<_>>())
}

fn solved_from(method: &Method, states: &[Cube]) -> (Vec<Solve>, MethodResult) {
    let context = Context {
        threads: &Threads::available(),
        cancel: &CancelToken::never(),
        table_bytes: Question::TABLE_BYTES,
        report: &|| (),
    };
    method.solve(states, &context).unwrap()
}

#[test]
fn goals_imply_those_before() {
    for method in Method::known() {
        let m = Algorithm::parse("M").unwrap().cube();
        let mut before = vec![Pattern::ALL];
        for step in &method.steps {
            if step.text.ends_with("up to M") {
                // The slice may be turned since.
                let powers = std::iter::successors(Some(Cube::SOLVED), |power| Some(power.then(&m))).take(4);
                let turned = |power: Cube| before.iter().map(move |from| from.then(&power));
                before = powers.flat_map(turned).collect();
            }
            let is_within = |to: &Pattern| {
                let to = to.tight().expect("a pattern has states");
                before.iter().any(|from| to.and(from) == to)
            };
            assert!(step.goal.iter().all(is_within), "{}, {}", method.name, step.name);
            before = union(step.goal.iter().copied());
        }
    }
}

#[test]
fn known_sets_are_found_as_steps() {
    for (method, step, cases) in [
        ("CFOP", "OLL", 57),
        ("CFOP", "PLL", 21),
        ("CFOP", "pair 4", 41),
        ("CFCE", "ELL", 29),
        ("ZZ-A", "ZBLL", 493),
        ("Petrus", "EPLL", 4),
        ("Roux", "CMLL", 42),
        ("Roux", "EO", 9),
        ("Roux", "UL and UR", 17),
        ("Roux", "last four", 7),
        ("Mehta", "6CO", 71),
        ("Mehta", "L5EP", 16),
    ] {
        let steps = &Method::find(method).unwrap().steps;
        let at = steps.iter().position(|own| own.name == step).unwrap();
        let set = steps[at].definition(&steps[at - 1].goal).derive(false, &CancelToken::never()).unwrap();
        assert_eq!(set.unsolved().count(), cases, "{method}, {step}");
    }
}

#[test]
fn pieces_are_those_that_the_goal_asks_for_anew() {
    let pieces = |name: &str| -> Vec<usize> {
        let steps = &Method::find(name).unwrap().steps;
        let starts = std::iter::once(vec![Pattern::ALL]).chain(steps.iter().map(|step| step.goal.clone()));
        steps.iter().zip(starts).map(|(step, from)| step.pieces(&from)).collect()
    };
    assert_eq!(pieces("CFOP"), [4, 2, 2, 2, 2, 8, 8]);
    assert_eq!(pieces("CFCE"), [4, 2, 2, 2, 2, 4, 4]);
    assert_eq!(pieces("ZZ-A"), [12, 5, 5, 8]);
    assert_eq!(pieces("Petrus"), [4, 3, 7, 5, 4, 4]);
    assert_eq!(pieces("Roux"), [5, 5, 4, 6, 2, 4]);
    assert_eq!(pieces("Mehta"), [5, 3, 6, 6, 6, 5]);
}

/// Returns a cube held with its centres rotated.
fn held(cube: &Cube, hold: Symmetry) -> HeldCube {
    use cubiform_cube::group::Element as _;
    HeldCube::new(cube).then(&HeldCube::rotated(hold))
}

#[test]
fn turns_as_held_solve_whole_cubes() {
    let context = Context {
        threads: &Threads::available(),
        cancel: &CancelToken::never(),
        table_bytes: Question::TABLE_BYTES,
        report: &|| (),
    };
    for name in ["Roux", "Petrus"] {
        let mut solves: Vec<Solve> =
            random::states(7).take(FEW_STATES).map(|cube| Solve::new(&cube)).collect();
        for step in &Method::find(name).unwrap().steps {
            step.advance(&mut solves, &Limits::default(), &context, |_, _| Ok(())).unwrap();
        }
        for (solve, start) in solves.iter().zip(random::states(7)) {
            let turns: Vec<_> = solve.steps.iter().flat_map(|(_, turns)| turns.iter().copied()).collect();
            let ends = (0..4).map(|n| {
                let cube = start.conjugate(Symmetry::rotation(Face::U, n));
                turns.iter().fold(held(&cube, Symmetry::IDENTITY), |cube, turn| cube.turn(*turn))
            });
            assert_eq!(ends.filter(|end| *end == HeldCube::SOLVED).count(), 1, "{name}");
        }
    }
}

#[test]
fn a_state_is_solved_alike_whichever_others_there_are() {
    // Turns of the middle layer end in different holds.
    let lines = ["line | DF + DB | M,U,R,L", "cross | cross | M,U,R,L,F"];
    let steps = lines.map(|line| MethodStep::read(line).unwrap().0).to_vec();
    let method = Method { steps, ..Method::find("Roux").unwrap().clone() };
    let states: Vec<Cube> = random::states(7).take(4).collect();
    let steps = |solves: &[Solve]| solves.iter().map(|solve| solve.steps.clone()).collect::<Vec<_>>();
    let together = steps(&solved_from(&method, &states).0);
    let alone = states.iter().flat_map(|state| steps(&solved_from(&method, &[*state]).0));
    assert_eq!(together, alone.collect::<Vec<_>>());
    assert!(together.iter().all(|steps| steps.len() == method.steps.len()));
}

#[test]
fn mean_cross_is_the_exact_mean() {
    let mut cross = Method::find("CFOP").unwrap().clone();
    cross.steps.truncate(1);
    let (_, result) = solved(&cross, 400);
    let stm = result.steps[0].states.stm;
    let z = (stm.mean - 5.8120) / stm.standard_error.unwrap();
    assert!(z.abs() < 4.0, "{stm:?}");
}

/// The cross of states near the solved one, against all sequences of moves.
#[test]
fn a_step_is_as_short_as_brute_force_finds() {
    fn reaches(goal: &[Pattern], cube: &Cube, depth: u32) -> bool {
        match depth {
            0 => goal.iter().any(|pattern| pattern.contains(cube)),
            _ => Move::all().any(|m| reaches(goal, &cube.turn(m), depth - 1)),
        }
    }
    let mut cross = Method::find("CFOP").unwrap().clone();
    cross.steps.truncate(1);
    let near = |state: Cube| {
        let moves = state.edges().iter().take(3).map(|place| Move::from_index(usize::from(*place) % 18));
        Cube::from_moves(&moves.collect::<Vec<_>>())
    };
    let cubes: Vec<Cube> = random::states(5).take(25).map(near).collect();
    let least = |cube: &Cube| (0..=3).find(|depth| reaches(&cross.steps[0].goal, cube, *depth)).unwrap();
    let expected: Vec<u32> = cubes.iter().map(least).collect();
    assert!(expected.iter().filter(|length| **length > 1).count() > 10, "{expected:?}");
    let context = Context {
        threads: &Threads::available(),
        cancel: &CancelToken::never(),
        table_bytes: Question::TABLE_BYTES,
        report: &|| (),
    };
    let mut solves: Vec<Solve> = cubes.iter().map(Solve::new).collect();
    cross.steps[0].advance(&mut solves, &Limits::default(), &context, |_, _| Ok(())).unwrap();
    let found: Vec<u32> = solves.iter().map(|solve| solve.steps[0].0.lengths.stm).collect();
    assert_eq!(found, expected);
}

#[test]
fn algorithms_of_cases_are_means_by_probability() {
    let mut petrus = Method::find("Petrus").unwrap().clone();
    // The last two steps of a solved cube: the goal of one is the start of the other.
    petrus.steps.drain(..petrus.steps.len() - 2);
    let permuted = Algorithm::parse("M2 U M U2 M' U M2").unwrap().cube();
    let (_, result) = solved_from(&petrus, &[Cube::SOLVED, permuted]);
    let [coll, epll] = &result.steps[..] else { panic!("there are two steps") };
    assert_eq!((coll.states.stm.mean, epll.states.stm.mean, result.total.stm.mean), (0.0, 3.5, 3.5));
    let epll = epll.algorithms.unwrap();
    // Ua and Ub take 7 slice turns by R, U and M, H 7 and Z 9 or fewer; each has its probability, and 1 of 12 is solved.
    assert!(epll.optimal <= epll.length && epll.optimal > 5.0 && epll.length < 9.0, "{epll:?}");
}

#[test]
fn errors_have_line_and_column() {
    for (text, line, column, message) in [
        ("name: a\nx | crss | R\n", 2, 5, "unknown goal term 'crss'"),
        ("name: a\n\nx | f2l + ol | R\n", 3, 11, "unknown goal term 'ol'"),
        ("name: a\nx | f2l | R,Q\n", 2, 11, "'Q' is not a move"),
        ("name: a\nx | f2l | R | fre\n", 2, 15, "expected 'free', 'up to' a turn, or the end of the line"),
        ("name: a\nx | f2l | R | free | up to Q\n", 2, 22, "expected a turn after 'up to', such as M"),
        ("name: a\nx | f2l\n", 2, 1, "expected a name, a goal and turns, separated by '|'"),
        ("name: a\nx | f2l | R,U\n", 2, 5, "a method ends in the goal 'solved'"),
        ("x | solved | R,U\n", 1, 1, "the method has no name"),
    ] {
        let error = Method::read(text).unwrap_err();
        assert_eq!((error.place.line, error.place.column), (Some(line), Some(column)), "{text}");
        assert!(error.message.starts_with(message), "{text}: {}", error.message);
    }
}

#[test]
fn damaged_texts_of_methods_are_read_or_refused_with_a_place() {
    let mut rng = random::generator(56);
    let mut below = |bound: usize| random::below(&mut rng, bound as u64) as usize;
    let words = [
        "|", " | ", "\n", "name:", "free", "up to U", "+", "or", "<R,U>", "M,U", "2x2x2", "\0", "é", "9", "",
    ];
    let texts = ["cfop", "roux", "mehta"].map(|name| match name {
        "cfop" => include_str!("known/cfop.txt"),
        "roux" => include_str!("known/roux.txt"),
        _ => include_str!("known/mehta.txt"),
    });
    for text in texts {
        for _ in 0..300 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..1 + below(3) {
                let at = below(chars.len());
                let end = (at + below(6)).min(chars.len());
                chars.splice(at..end, words[below(words.len())].chars());
            }
            let damaged = String::from_iter(chars);
            if let Err(error) = Method::read(&damaged) {
                assert!(error.place.line.is_some() && error.place.column.is_some(), "{error}: {damaged}");
            }
        }
    }
}

#[test]
fn the_page_lists_the_known_methods() {
    let page = include_str!("../../../../web/src/screens/review/state.ts");
    let list = Method::names().split(", ").map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    assert!(page.contains(&format!("export const METHODS = [\"auto\", {list}, \"DR\"] as const;")), "{list}");
}
