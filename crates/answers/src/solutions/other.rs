//! Solutions of the puzzles other than the 3x3x3.

use std::sync::Arc;

use cubiform_cube::cube_text::Form;
use cubiform_cube::puzzle::ParsedState;
use cubiform_solvers::solver::{Limits, Solution, Solver};

use super::engine::{EngineKind, LineSolver, solve_within};
use super::options::Method;
use super::row::{Phase, Row, Solved};
use crate::Error;
use crate::bounded::Bounded;
use crate::input::{BadLine, Line};
use crate::other_puzzles::ScramblePuzzle;
use crate::players::twizzle_of;
use crate::scramble::{ScrambleText, read_line};
use crate::solutions::{SolveQuestion, SolveRequest};
use crate::solvers::Solvers;

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
