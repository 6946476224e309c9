//! Solutions of the puzzles other than the 3x3x3, and their JSON.

use std::time::Duration;

use cpu_time::ThreadTime;
use cubiform_cube::puzzle::Given;
use cubiform_solvers::solver::{Limits, Solution, Solver};

use super::solve::not_solved;
use crate::Error;
use crate::puzzle::{ScramblePuzzle, link};

/// A solution of a puzzle and its cost.
pub struct Solved<P: ScramblePuzzle> {
    /// The state as given.
    pub given: Given<P>,
    /// The solution.
    pub solution: Solution<P>,
    /// The CPU time that it took.
    pub cpu: Duration,
}

impl<P: ScramblePuzzle> Solved<P> {
    /// Returns a link to a player.
    pub fn link(&self) -> String {
        link(&self.given, &self.solution.moves(), &self.lines(false).join("\n"))
    }

    /// Returns a line for each phase. If phases have names, a comment states the name, the length and the cumulative
    /// length; the comments start in the same column if `aligned`.
    pub fn lines(&self, aligned: bool) -> Vec<String> {
        let texts: Vec<String> = self.solution.phases.iter().map(|moves| P::format(moves)).collect();
        let longest = texts.iter().map(String::len).max().unwrap_or(0);
        let width = if aligned { longest } else { 0 };
        let mut cumulative = 0;
        let line = |(i, (text, moves)): (usize, (&String, &Vec<P::Move>))| {
            cumulative += moves.len();
            let Some(name) = self.solution.phase_names.get(i) else { return text.clone() };
            let (number, count) = (i + 1, moves.len());
            format!("{text:width$}  // stage {number}, {name}: {count}, {cumulative}")
                .trim_start()
                .to_string()
        };
        texts.iter().zip(&self.solution.phases).enumerate().map(line).collect()
    }

    /// Returns the CPU time in milliseconds, rounded to microseconds.
    pub fn cpu_ms(&self) -> f64 {
        (self.cpu.as_secs_f64() * 1e6).round() / 1e3
    }
}

/// Solves a state.
///
/// # Errors
/// If the search was stopped, found no solution, or met a table that contradicts itself.
pub fn solve<P: ScramblePuzzle>(
    solver: &dyn Solver<P>,
    limits: &Limits,
    given: Given<P>,
) -> Result<Solved<P>, Error> {
    let start = ThreadTime::now();
    let solution = solver.solve(&given.state, limits).map_err(not_solved)?;
    if limits.has_budget() && limits.cancel.is_cancelled() {
        // The search was stopped before its budget was spent.
        return Err(Error::Cancelled);
    }
    Ok(Solved { given, solution, cpu: start.elapsed() })
}

/// A solution or an unsolved state in JSON output.
#[derive(serde::Serialize)]
pub struct Object<'a> {
    id: &'a str,
    input: &'a str,
    puzzle: &'a str,
    metric: &'a str,
    solution: Option<String>,
    length: Option<usize>,
    stages: Option<Vec<String>>,
    beam: Option<usize>,
    /// Whether no shorter solution exists, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    nodes: Option<u64>,
    cpu_ms: Option<f64>,
    twizzle: Option<String>,
    error: Option<&'a str>,
}

impl<'a> Object<'a> {
    /// Returns the object of a solution of the state `input` with this id, or of the reason why it is not solved.
    pub fn new<P: ScramblePuzzle>(
        id: &'a str,
        input: &'a str,
        metric: &'a str,
        solved: Result<&'a Solved<P>, &'a str>,
    ) -> Object<'a> {
        let error = solved.err();
        let solved = solved.ok();
        Object {
            id,
            input,
            puzzle: P::ID,
            metric,
            solution: solved.map(|solved| P::format(&solved.solution.moves())),
            length: solved.map(|solved| solved.solution.length()),
            stages: solved
                .map(|solved| solved.solution.phases.iter().map(|moves| P::format(moves)).collect()),
            beam: solved.and_then(|solved| solved.solution.beam),
            optimal: solved.map(|solved| solved.solution.is_optimal).filter(|optimal| *optimal),
            nodes: solved.map(|solved| solved.solution.nodes),
            cpu_ms: solved.map(Solved::cpu_ms),
            twizzle: solved.map(Solved::link),
            error,
        }
    }
}
