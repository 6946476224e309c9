//! Tests of the recognition and the parting of solves by persons, against the labels of their public texts.

use cubiform_human::{CfopSolver, Ending, StageKind};
use cubiform_threads::{CancelToken, Threads};

use super::source::Solve;
use super::steps::{path, recognise};
use crate::engines::{Engines, GoalTables, TablePolicy};
use crate::methods::Method;
use crate::operation::Context;
use crate::review::{Sides, read};
use crate::solvers::EngineSolvers;

/// Solves in the format that the file explains.
const RECONSTRUCTIONS: &str = include_str!("../../fixtures/reconstructions.txt");

/// A label of a step at the end of a line.
struct Label<'a> {
    step: &'a str,
    line: usize,
    /// Whether the text names a goal that has more than that of the step.
    is_latest: bool,
    /// The number of moves after which the review ends the step instead.
    read_at: Option<usize>,
}

impl<'a> Label<'a> {
    /// Reads the labels of a comment at the end of a line.
    fn read(comment: &'a str, line: usize) -> Vec<Label<'a>> {
        let label = |text: &'a str| {
            let (name, reason) =
                text.split_once(": ").map_or((text, None), |(name, reason)| (name, Some(reason)));
            let (name, read_at) = name.split_once(", read at ").map_or((name, None), |(name, at)| {
                assert!(reason.is_some(), "line {line}: a reason");
                (name, Some(at.parse().expect("a number of moves")))
            });
            let step = name.strip_suffix(" at the latest");
            Label { step: step.unwrap_or(name), line, is_latest: step.is_some(), read_at }
        };
        let names = comment.split(" + ").filter(|name| !name.starts_with('(') && *name != "inspection");
        names.map(label).collect()
    }
}

/// Returns the number of moves among the first turns of a solve.
fn moves(solve: &Solve, turns: usize) -> usize {
    solve.algorithm.turns()[..turns].iter().filter(|turn| !turn.base().is_rotation()).count()
}

/// Returns the steps of CFOP that the review of a solve has, with the moves up to their ends.
fn stages(solver: &CfopSolver, solve: &Solve) -> Vec<(String, usize)> {
    let review = solver.review(&solve.scramble.cube, solve.scramble.turned, &solve.algorithm);
    let mut steps = Vec::new();
    let mut pairs = 0;
    for stage in &review.stages {
        let end = moves(solve, stage.turns.end);
        let mut pair = |steps: &mut Vec<(String, usize)>| {
            pairs += 1;
            steps.push((format!("pair {pairs}"), end));
        };
        match stage.kind {
            StageKind::Cross { pairs: along } => {
                steps.push(("cross".into(), end));
                (0..along).for_each(|_| pair(&mut steps));
            }
            StageKind::Pair { .. } => pair(&mut steps),
            StageKind::Oll => steps.push(("OLL".into(), end)),
            StageKind::Pll => steps.push(("PLL".into(), end)),
            _ => {}
        }
    }
    steps
}

/// Returns the steps of a method that a solve reaches, with the moves up to their ends.
fn steps(method: &Method, solve: &Solve) -> Vec<(String, usize)> {
    let parting = method.part(&path(solve), &CancelToken::never()).unwrap();
    let names = method.steps.iter().map(|step| step.name.clone());
    names.zip(parting.ends.iter().map(|end| moves(solve, *end))).collect()
}

#[test]
fn reconstructions_are_parted_as_their_texts_say() {
    let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::available());
    let cancel = CancelToken::new();
    let solvers = EngineSolvers { engines: &engines, cancel: &cancel };
    let context = Context::new(&solvers);
    let solver = CfopSolver::new();
    let lines: Vec<&str> = RECONSTRUCTIONS.lines().collect();
    let solves = read(None, RECONSTRUCTIONS, Sides::Scramble).unwrap();
    let mut wrong = Vec::new();
    let (mut recognised, mut labels_read, mut labels) = (0, 0, 0);
    for (i, solve) in solves.iter().enumerate() {
        let title = solve.title.clone().unwrap_or_default();
        let until = solves.get(i + 1).map_or(lines.len() + 1, |next| next.line);
        let own = solve.line..until;
        let review = solver.review(&solve.scramble.cube, solve.scramble.turned, &solve.algorithm);
        if review.ending() != Ending::Solved {
            wrong.push(format!("{title}: not solved, {:?}", review.ending()));
            continue;
        }
        let name = title.split(' ').next().unwrap();
        let method = Method::find(name).unwrap();
        let read_as = own.clone().find_map(|line| lines[line - 1].strip_prefix("// read as "));
        let expected = read_as.map_or(name, |said| said.split_once(": ").expect("a reason").0);
        let found = &recognise(solve, &context).unwrap().method.name;
        if found != expected {
            wrong.push(format!("{title}: {found}, not {expected}"));
        }
        recognised += usize::from(found == name);
        let steps = if name == "CFOP" { stages(&solver, solve) } else { steps(method, solve) };
        let comment = |line: usize| {
            let (before, comment) = lines[line - 1].split_once("// ")?;
            (!before.is_empty()).then(|| Label::read(comment, line))
        };
        for label in own.filter_map(comment).flatten() {
            let line = lines[label.line - 1];
            let end = solve.places.iter().take_while(|(at, _)| *at <= label.line).count();
            let end = moves(solve, end);
            let Some((_, read)) = steps.iter().find(|(name, _)| name == label.step) else {
                wrong.push(format!("{title}: no step {} in {steps:?}", label.step));
                continue;
            };
            let is_as_said = if label.is_latest { *read <= end } else { *read == end };
            labels += 1;
            labels_read += usize::from(is_as_said);
            if label.read_at.map_or(!is_as_said, |at| at != *read || is_as_said) {
                wrong.push(format!("{title}: {} at {read}, not {end}: {line}", label.step));
            }
        }
        println!("{title}: {found} {steps:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The error rates of docs/decisions/0073-reviews-by-any-method.md.
    assert_eq!((recognised, solves.len()), (46, 50));
    assert_eq!((labels_read, labels), (248, 261));
}
