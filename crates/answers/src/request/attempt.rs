//! The request for the review of an attempt at fewest moves.

use cubiform_cube::notation::Niss;
use cubiform_cube::{Cube, Move, Symmetry};
use cubiform_solvers::reduction::{ChainLengths, Reductions};
use cubiform_solvers::solver;
use cubiform_threads::{CancelToken, Threads};
use serde::Deserialize;

use super::{Limits, as_held};
use crate::Error;
use crate::attempts::AttemptAnswer;
use crate::reconstruction::{Rank, only_solution, rank};
use crate::solutions::not_solved;

/// The maximum number of moves of an attempt: more than three times what the WCA permits.
const MAX_MOVES: usize = 250;

/// A request for the review of an attempt at fewest moves.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AttemptOptions))]
pub struct AttemptRequest {
    /// The scramble in quotes, or the facelets
    #[cfg_attr(feature = "clap", arg(value_name = "SCRAMBLE", required = true))]
    #[cfg_attr(feature = "schema", schema(example = json!(crate::examples::FEWEST_SCRAMBLE)))]
    pub scramble: Option<String>,

    /// The moves after the scramble in quotes, with those on the inverse in brackets: "R U (F2 D) L"
    #[cfg_attr(feature = "clap", arg(value_name = "MOVES"))]
    #[cfg_attr(feature = "schema", schema(example = json!(crate::examples::ATTEMPT)))]
    pub solution: String,
}

/// A request for the review of an attempt that has been checked.
#[derive(Clone, Debug)]
pub struct AttemptQuestion {
    scramble: Cube,
    moves: Vec<(Move, bool)>,
}

impl AttemptRequest {
    /// Reads and checks the request.
    ///
    /// # Errors
    /// If a text cannot be read or is too long, or there are no moves.
    pub fn check(mut self, limits: &Limits) -> Result<AttemptQuestion, Error> {
        limits.texts([("solution", Some(&self.solution))])?;
        let scramble = as_held(self.scramble.take(), limits)?;
        let moves = niss("solution", &self.solution, &scramble)?.in_order();
        let wrong = |message: &str, code| Err(Error::usage("solution", message).code(code).placed());
        match moves.len() {
            0 => wrong("the attempt has no moves", "no-solution"),
            1..=MAX_MOVES => Ok(AttemptQuestion { scramble, moves }),
            _ => wrong(&format!("the attempt has more than {MAX_MOVES} moves"), Error::TOO_LONG),
        }
    }
}

/// Reads moves on both sides of a scramble, with whatever words stand around them: labels, notes, times.
///
/// # Errors
/// If they cannot be read; the error names the parameter and the place.
pub(super) fn niss(parameter: &'static str, text: &str, scramble: &Cube) -> Result<Niss, Error> {
    let part = only_solution(text).map_err(|(line, message)| {
        Error::usage(parameter, message).code("unreadable-solution").at(line, 1)
    })?;
    let (text, _) = part.choose(|text| match Niss::parse(text) {
        Ok(moves) => rank(scramble, Symmetry::IDENTITY, &moves.moves()),
        Err(_) => Rank::Faulty,
    });
    Niss::parse(&text).map_err(|mut error| {
        error.line += part.line - 1;
        Error::in_moves(parameter, &error)
    })
}

impl AttemptQuestion {
    /// Finds the steps of the attempt and the best continuations.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    pub fn answer(
        &self,
        reductions: &Reductions,
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<AttemptAnswer, Error> {
        let limits = solver::Limits { cancel: cancel.clone(), ..solver::Limits::default() };
        let lengths = ChainLengths::GROWING;
        let attempt = reductions.attempt(&self.scramble, &self.moves, &lengths, &limits, threads);
        Ok(AttemptAnswer::new(&attempt.map_err(not_solved)?))
    }
}
