//! Solutions of the puzzles other than the 3x3x3, and their JSON.

use std::time::Duration;

use cubiform_cube::puzzle::Given;
use cubiform_solvers::solver::{Limits, Solution, Solver};
use cubiform_threads::clock::ThreadTime;

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
        return Err(Error::cancelled());
    }
    Ok(Solved { given, solution, cpu: start.elapsed() })
}

/// A solution or an unsolved state of a puzzle other than the 3x3x3 in JSON output.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PuzzleAnswer))]
pub struct Object<'a> {
    /// The id of the state: as given, or else its number.
    #[cfg_attr(feature = "schema", schema(example = "1"))]
    id: &'a str,
    /// The state, as given.
    #[cfg_attr(feature = "schema", schema(example = "R U F"))]
    input: &'a str,
    /// The puzzle: `222` or `444`.
    #[cfg_attr(feature = "schema", schema(example = "222"))]
    puzzle: &'a str,
    /// The metric of lengths: `HTM` for the 2x2x2; for the 4x4x4 the one that was asked for.
    #[cfg_attr(feature = "schema", schema(example = "HTM"))]
    metric: &'a str,
    /// The moves; null if the state is not solved.
    #[cfg_attr(feature = "schema", schema(example = "F' U' R'"))]
    solution: Option<String>,
    /// The number of moves in `metric`; null if the state is not solved.
    #[cfg_attr(feature = "schema", schema(example = 3, minimum = 0))]
    length: Option<usize>,
    /// The moves of each stage; null if the state is not solved.
    #[cfg_attr(feature = "schema", schema(example = json!(["F' U' R'"])))]
    stages: Option<Vec<String>>,
    /// The beam width of the search: the number of solutions of each stage that were continued; null without a beam.
    #[cfg_attr(feature = "schema", schema(example = 40, minimum = 1))]
    beam: Option<usize>,
    /// True if no shorter solution exists; absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = true))]
    optimal: Option<bool>,
    /// The number of nodes that the search visited; null if the state is not solved.
    #[cfg_attr(feature = "schema", schema(example = 3, minimum = 0))]
    nodes: Option<u64>,
    /// The CPU time of the search in milliseconds; null if the state is not solved.
    #[cfg_attr(feature = "schema", schema(example = 0.021, minimum = 0))]
    cpu_ms: Option<f64>,
    /// A link to a player; null if the state is not solved.
    #[cfg_attr(
        feature = "schema",
        schema(example = "https://alpha.twizzle.net/edit/?puzzle=2x2x2&alg=F%27+U%27+R%27&setup-alg=R+U+F")
    )]
    twizzle: Option<String>,
    /// The reason why the state is not solved; null if it is.
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
