//! `cubiform attempt` and `cubiform insert`: reviews an attempt at fewest moves; inserts commutators and other algorithms into a
//! skeleton.

use std::fmt::Write;

use cubiform_answers::attempt::AttemptRequest;
use cubiform_answers::format::counted;
use cubiform_answers::insert::{InsertRequest, InsertionAnswer, InsertionSolution};

use crate::args::Arguments;
use crate::failure::Failure;
use crate::operation;
use crate::review::report;
use crate::terminal::Terminal;

/// Runs `cubiform attempt`.
pub(crate) fn attempt(args: &Arguments<AttemptRequest>) -> Result<(), Failure> {
    operation::run(args, |answer| report::table(&answer.0, Terminal::of_stdout(), false, false, None))
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
