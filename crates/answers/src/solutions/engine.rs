//! The engine of a question: the solver that answers it, whatever the puzzle and the method; and that of the puzzles other
//! than the 3x3x3.

use std::sync::Arc;
use std::time::Duration;

use cubiform_cube::cube_text::Form;
use cubiform_cube::puzzle::{ParsedState, Puzzle};
use cubiform_human::CfopSolver;
use cubiform_solvers::reduction::Reductions;
use cubiform_solvers::solver::{Limits, Solution, Solver, Unsolved};
use cubiform_solvers::subgroup::Subgroup;
use cubiform_threads::Threads;
use cubiform_threads::clock::ThreadTime;

use super::options::Method;
use super::{Phase, Row, SolveQuestion, SolveRequest, Solved};
use crate::Error;
use crate::bounded::Bounded;
use crate::engines::Engines;
use crate::input::{BadLine, Line};
use crate::other_puzzles::ScramblePuzzle;
use crate::players::twizzle_of;
use crate::scramble::{ScrambleText, read_line};
use crate::solvers::Solvers;

/// A solver of the cubes of lines, and of masks.
#[derive(Clone)]
pub struct Engine {
    pub(super) kind: EngineKind,
    /// Whether the method is optimal.
    pub(super) is_optimal: bool,
    /// The solvers that search the goals of masks.
    pub(super) engines: Engines,
}

/// The solver of a method or a puzzle.
#[derive(Clone)]
pub enum EngineKind {
    /// None: only masks are solved. Has the reason why there is no optimal solver.
    OnlyMasks(Error),
    /// A solver of the 3x3x3 with face turns.
    Faces(Arc<dyn Solver>),
    /// A solver for the group that a restricted move set generates.
    Subgroup(Arc<Subgroup>),
    /// The solver by EO, DR, HTR and finish, with its threads.
    Chain(Arc<Reductions>, Threads),
    /// The CFOP solver.
    Cfop(Arc<CfopSolver>),
    /// The beginner's method, which needs no tables.
    Beginner,
    /// A solver of another puzzle.
    Other(Arc<dyn LineSolver>),
}

/// A solver of a puzzle other than the 3x3x3.
pub trait LineSolver: Send + Sync {
    /// Reads and solves the state of a line.
    ///
    /// # Errors
    /// If the line has no state of the puzzle.
    fn answer(&self, line: &Line, limits: &Limits) -> Result<Row, BadLine>;
}

/// Returns the solutions of a state, at least one, and the CPU time of their search.
///
/// # Errors
/// If the search was stopped before its budget was spent, found no solution, or met a table that contradicts itself.
pub(super) fn solve_within<P: Puzzle>(
    solver: &dyn Solver<P>,
    state: &P,
    limits: &Limits,
) -> Result<(Vec<Solution<P>>, Duration), Error> {
    let start = ThreadTime::now();
    let solutions = solver.solutions(state, limits).map_err(not_solved)?;
    match limits.has_budget() && limits.cancel.is_cancelled() {
        true => Err(Error::cancelled()),
        false => Ok((solutions, start.elapsed())),
    }
}

/// Converts the error of a solver.
pub(crate) fn not_solved(error: Unsolved) -> Error {
    match error {
        Unsolved::Cancelled => Error::cancelled(),
        Unsolved::Table | Unsolved::TooManyNodes { .. } => Error::table(error),
        other => Error::message(other.to_string()),
    }
}

/// The solver of a puzzle.
struct OtherSolver<P: ScramblePuzzle>(Arc<dyn Solver<P>>);

/// Returns the engine of a question about a puzzle.
///
/// # Errors
/// As [`ScramblePuzzle::solver`].
pub(crate) fn engine<P: ScramblePuzzle>(
    question: &SolveQuestion,
    solvers: &dyn Solvers,
) -> Result<EngineKind, Error> {
    let SolveRequest { metric, beam, .. } = question.request;
    let solver = P::solver(metric.unwrap_or_default(), beam.map(Bounded::get), solvers)?;
    Ok(EngineKind::Other(Arc::new(OtherSolver(solver))))
}

/// Reads the id, the text and the state of a line.
///
/// # Errors
/// If the line has no state of the puzzle.
pub(crate) fn read<P: ScramblePuzzle>(
    line: &Line,
) -> Result<(String, ScrambleText, ParsedState<P>), BadLine> {
    read_line(line, P::PUZZLE, |text| {
        let given = P::parse(text)?;
        let form = if given.moves.is_some() { Form::Moves } else { Form::Facelets };
        Ok((form, given))
    })
}

impl<P: ScramblePuzzle> LineSolver for OtherSolver<P> {
    fn answer(&self, line: &Line, limits: &Limits) -> Result<Row, BadLine> {
        let (id, shown, given) = read::<P>(line)?;
        let found = solve_within(&*self.0, &given.state, limits);
        let solved = found.map(|(solutions, cpu)| {
            solutions.iter().map(|solution| Solved { cpu, ..solved(&given, solution) }).collect()
        });
        Ok(Row { id, input: shown.as_str().to_string(), method: Method::default(), solved })
    }
}

fn solved<P: ScramblePuzzle>(given: &ParsedState<P>, solution: &Solution<P>) -> Solved {
    let moves = solution.moves();
    let setup = match &given.moves {
        Some(moves) => P::format(moves),
        None => given.state.setup(&moves),
    };
    let name = |number: usize| solution.phase_names.get(number).map(|name| (*name).to_string());
    let phases = solution.phases.iter().enumerate();
    let phases = phases.map(|(number, moves)| Phase {
        moves: P::format(moves),
        length: moves.len(),
        name: name(number),
    });
    let mut solved = Solved {
        moves: P::format(&moves),
        length: solution.length(),
        phases: phases.collect(),
        optimal: solution.is_optimal,
        nodes: solution.nodes,
        beam: solution.beam,
        ..Solved::default()
    };
    solved.link = Some(twizzle_of(P::PUZZLE.size(), &setup, &solved.stage_lines(false).join("\n")));
    solved.setup = Some(setup);
    solved
}

impl Solved {
    /// Returns a line for each phase. If phases have names, a comment states the name, the length and the cumulative
    /// length; the comments start in the same column if `aligned`.
    pub fn stage_lines(&self, aligned: bool) -> Vec<String> {
        let longest = self.phases.iter().map(|phase| phase.moves.len()).max().unwrap_or(0);
        let width = if aligned { longest } else { 0 };
        let mut cumulative = 0;
        let line = |(number, Phase { moves, length, name }): (usize, &Phase)| {
            cumulative += length;
            let Some(name) = name else { return moves.clone() };
            let line = format!("{moves:width$}  // stage {number}, {name}: {length}, {cumulative}");
            line.trim_start().to_string()
        };
        (1..).zip(&self.phases).map(line).collect()
    }
}
