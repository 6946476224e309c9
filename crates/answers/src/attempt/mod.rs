//! The operation `attempt`: a review of an attempt at fewest moves, step by step.

mod answer;

use cubiform_cube::notation::Niss;
use cubiform_cube::{Cube, Move, Symmetry};
use cubiform_solvers::reduction::ChainLengths;
use cubiform_solvers::solver;
use serde::Deserialize;

use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};
use crate::reconstruction::{Rank, only_solution, rank};
use crate::scramble::as_held;
use crate::solutions::not_solved;

pub use answer::{AttemptAnswer, AttemptStepAnswer, ChainStepObject};

/// The maximum number of moves of an attempt: more than three times what the WCA permits.
const MAX_MOVES: usize = 250;

/// A request for the review of an attempt at fewest moves.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[schema(as = AttemptOptions)]
pub struct AttemptRequest {
    /// The scramble in quotes, or the facelets
    #[cfg_attr(feature = "clap", arg(value_name = "SCRAMBLE", required = true))]
    #[schema(example = json!(crate::examples::FEWEST_SCRAMBLE))]
    pub scramble: Option<String>,

    /// The moves after the scramble in quotes, with those on the inverse in brackets: "R U (F2 D) L"
    #[cfg_attr(feature = "clap", arg(value_name = "MOVES"))]
    #[schema(example = json!(crate::examples::ATTEMPT))]
    pub solution: String,
}

/// A request for the review of an attempt that has been checked.
#[derive(Clone, Debug)]
pub struct AttemptQuestion {
    scramble: Cube,
    moves: Vec<(Move, bool)>,
}

impl Operation for AttemptRequest {
    const DOOR: Door = Door {
        name: "attempt",
        path: "/v1/attempt",
        tag: "attempt",
        summary: "Review an attempt at fewest moves",
        about: "Its steps, the shortest of each and the best continuations: the object of `cubiform attempt --format json`.",
        answer: "The review",
        ..Door::NEW
    };

    type Question = AttemptQuestion;
    type Answer = AttemptAnswer;
    type Document = AttemptAnswer;

    fn check(self, limits: &Limits) -> Result<AttemptQuestion, Error> {
        limits.texts([("solution", Some(&self.solution))])?;
        let scramble = as_held(self.scramble, limits)?;
        let moves = niss("solution", &self.solution, &scramble)?.in_order();
        let wrong = |message: &str, code| Err(Error::usage("solution", message).code(code).placed());
        match moves.len() {
            0 => wrong("the attempt has no moves", "no-solution"),
            1..=MAX_MOVES => Ok(AttemptQuestion { scramble, moves }),
            _ => wrong(&format!("the attempt has more than {MAX_MOVES} moves"), Error::TOO_LONG),
        }
    }

    fn answer(question: AttemptQuestion, context: &Context<'_>) -> Result<AttemptAnswer, Error> {
        let reductions = context.open(|engines, cancel| engines.reductions(cancel))?;
        let limits = solver::Limits { cancel: context.cancel().clone(), ..solver::Limits::default() };
        let (AttemptQuestion { scramble, moves }, lengths) = (question, ChainLengths::GROWING);
        let attempt = reductions.attempt(&scramble, &moves, &lengths, &limits, context.threads());
        Ok(AttemptAnswer::new(&attempt.map_err(not_solved)?))
    }
}

/// Reads moves on both sides of a scramble, with whatever words stand around them: labels, notes, times.
///
/// # Errors
/// If they cannot be read; the error names the parameter and the place.
pub(crate) fn niss(parameter: &'static str, text: &str, scramble: &Cube) -> Result<Niss, Error> {
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
