//! `cubiform attempt` and `cubiform insert`: reviews an attempt at fewest moves, step by step; inserts commutators and other
//! algorithms into a skeleton.

use std::fmt::Write;

use cubiform_answers::attempt::{AttemptAnswer, AttemptRequest, AttemptStepAnswer, ChainStepObject};
use cubiform_answers::format::counted;
use cubiform_answers::insert::{InsertRequest, InsertionAnswer, InsertionSolution};

use crate::args::Arguments;
use crate::failure::Failure;
use crate::operation;
use crate::text_layout::align_columns;

/// Runs `cubiform attempt`.
pub(crate) fn attempt(args: &Arguments<AttemptRequest>) -> Result<(), Failure> {
    operation::run(args, attempt_text)
}

/// Returns the table of the steps, the better continuations, and how the attempt ends.
fn attempt_text(answer: &AttemptAnswer) -> String {
    let head = ["step", "moves", "made", "shortest", "total", "best", "lost"].map(String::from).to_vec();
    let row = |step: &AttemptStepAnswer| {
        let made = &step.made;
        let numbers = [made.length, step.shortest.into(), step.total, step.best, step.lost];
        [made.title(), made.moves()].into_iter().chain(numbers.map(|n| n.to_string())).collect()
    };
    let rest = answer.rest.iter().map(|rest| vec!["rest".into(), rest.moves(), rest.length.to_string()]);
    let rows: Vec<Vec<String>> = [head].into_iter().chain(answer.steps.iter().map(row)).chain(rest).collect();
    let mut text = align_columns(&rows, 2);
    for step in answer.steps.iter().filter(|step| step.lost > 0) {
        let _ = writeln!(text, "\nBefore {}, {} moves in all:", step.made.title(), step.best);
        text.push_str(&lines_of(&step.better_steps));
    }
    let length = counted(answer.length, "move");
    if answer.is_solved {
        let _ = writeln!(text, "\n{}  // {length}, solved", answer.solution);
        return text;
    }
    let more: usize = answer.continuation_steps.iter().map(|step| step.length).sum();
    let _ = writeln!(
        text,
        "\nFrom here, {} more, {} in all:",
        counted(more, "move"),
        counted(answer.best, "move")
    );
    text.push_str(&lines_of(&answer.continuation_steps));
    let left = match (answer.corners, answer.edges) {
        (corners @ 2..=5, 0) => format!("{corners} corners are left: `cubiform insert` places the rest"),
        (0, edges @ 2..=5) => format!("{edges} edges are left: `cubiform insert` places the rest"),
        _ => "not solved".into(),
    };
    let made = answer.steps.iter().map(|step| &step.made).chain(&answer.rest).map(ChainStepObject::moves);
    let made: Vec<String> = made.filter(|moves| !moves.is_empty()).collect();
    let _ = writeln!(text, "\n{}  // {length}, {left}", made.join(" "));
    text
}

/// Returns a line for each step of a continuation.
fn lines_of(steps: &[ChainStepObject]) -> String {
    steps.iter().map(|step| format!("{}  // {}\n", step.moves(), step.title())).collect()
}

/// Runs `cubiform insert`.
pub(crate) fn insert(args: &Arguments<InsertRequest>) -> Result<(), Failure> {
    operation::run(args, insertion_text)
}

/// Returns the solutions as a competitor writes them, and what is proven.
fn insertion_text(answer: &InsertionAnswer) -> String {
    let solutions = answer.solutions.iter().map(|solution| write_up(answer, solution));
    let mut text = solutions.collect::<Vec<_>>().join("\n");
    let moves = answer.algorithm_moves;
    let _ = match answer.is_proven {
        true => {
            writeln!(text, "\nProven: no insertion of one algorithm of at most {moves} moves is shorter.")
        }
        false => writeln!(
            text,
            "\nNot proven: up to {} of at most {moves} moves by a beam search.",
            counted(answer.max_insertions, "insertion")
        ),
    };
    text
}

/// Returns a solution: the skeleton with a mark at the place, the inserted algorithm, and so on.
fn write_up(answer: &InsertionAnswer, solution: &InsertionSolution) -> String {
    let left = match (answer.corners, answer.edges) {
        (0, edges) => counted(edges, "edge"),
        (corners, _) => counted(corners, "corner"),
    };
    let mut comment = format!("skeleton, {}, leaves {left}", counted(answer.length, "move"));
    let mut length = answer.length;
    let mut text = String::new();
    for (step, number) in solution.insertions.iter().zip(1..) {
        let form = step.commutator.as_ref().map_or(String::new(), |commutator| format!("{commutator}, "));
        let (inserted, cancelled) = (counted(step.inserted, "move"), step.cancelled);
        let _ = writeln!(text, "{}  // {comment}", step.marked(number));
        let _ = writeln!(text, "[{number}] {}  // {form}{inserted}, {cancelled} cancelled", step.algorithm);
        length = length + step.inserted - cancelled;
        comment = counted(length, "move");
    }
    let _ = writeln!(text, "{}  // {comment}", solution.solution);
    text
}
