//! `cubiform attempt`: reviews an attempt at fewest moves, step by step.

use std::fmt::Write;

use cubiform_answers::Error;
use cubiform_answers::attempts::{AttemptAnswer, AttemptStepAnswer};
use cubiform_answers::request::{AttemptRequest, Limits};
use cubiform_solvers::reduction::Reductions;
use cubiform_threads::Threads;

use crate::args::RequestWithFormat;
use crate::failure::Failure;
use crate::interrupt::REQUESTED;
use crate::output::print_as;
use crate::text_table::align_columns;

/// Runs the command.
pub(crate) fn run(args: &RequestWithFormat<AttemptRequest>) -> Result<(), Failure> {
    let answer = answer(args)?;
    print_as(args.format, || text(&answer), &answer)
}

fn answer(args: &RequestWithFormat<AttemptRequest>) -> Result<AttemptAnswer, Error> {
    let question = args.request.clone().check(&Limits::NONE)?;
    let threads = Threads::available();
    let reductions = Reductions::in_memory(&threads, &REQUESTED).ok_or_else(Error::cancelled)?;
    question.answer(&reductions, &threads, &REQUESTED)
}

/// Returns the table of the steps, the better continuations, and how the attempt ends.
fn text(answer: &AttemptAnswer) -> String {
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
        for step in &step.better_steps {
            let _ = writeln!(text, "{}  // {}", step.moves(), step.title());
        }
    }
    let left = match (answer.is_solved, answer.corners, answer.edges) {
        (true, ..) => "solved".into(),
        (false, corners @ 2..=5, 0) => {
            format!("{corners} corners are left: `cubiform insert` places the rest")
        }
        (false, 0, edges @ 2..=5) => format!("{edges} edges are left: `cubiform insert` places the rest"),
        _ => format!("not solved; the shortest solution known from here has {} moves", answer.best),
    };
    let _ = writeln!(text, "\n{}  // {} moves, {left}", answer.solution, answer.length);
    text
}
