//! The operation `attempt`: a review of an attempt at fewest moves, step by step.

use cubiform_cube::moves::to_wca;
use cubiform_cube::notation::Niss;
use cubiform_cube::{Cube, Move, Symmetry};
use cubiform_solvers::insertion::PieceKind;
use cubiform_solvers::reduction::{Attempt, AttemptStep, Chain, ChainLengths};
use cubiform_solvers::solver;
use serde::Deserialize;

use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};
use crate::reconstruction::{Rank, only_solution, rank};
use crate::scramble::as_held;
use crate::solutions::chain::niss as chain_text;
use crate::solutions::not_solved;
use crate::{Error, examples};

pub use crate::solutions::chain::ChainStepObject;

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
        about: "Its steps, the shortest of each and the best continuations.",
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

/// The review of an attempt at fewest moves, in JSON too.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct AttemptAnswer {
    /// The number of moves of the shortest solution that is known from the end of the attempt, all moves included.
    #[schema(example = 25, minimum = 0)]
    pub best: usize,
    /// The moves that lead from the end of the attempt to that solution, those on the inverse as `^(...)`; null if the cube
    /// is solved.
    #[schema(required = true, example = "R' F2 ^(U2 D)")]
    pub continuation: Option<String>,
    /// The steps of that continuation; empty if the cube is solved.
    pub continuation_steps: Vec<ChainStepObject>,
    /// The number of corners that the attempt leaves.
    #[schema(example = 0, minimum = 0)]
    pub corners: usize,
    /// The number of edges that the attempt leaves.
    #[schema(example = 0, minimum = 0)]
    pub edges: usize,
    /// Whether the attempt solves the cube.
    pub is_solved: bool,
    /// The number of moves (HTM): of a solution as one sequence; before the cube is solved, of the moves on each side.
    #[schema(example = 25, minimum = 0)]
    pub length: usize,
    /// The moves as made, step by step, those on the inverse as `^(...)`.
    #[schema(example = "R' F2 ^(U2 D)")]
    pub niss: String,
    /// The moves after the last step that was reached; null if there are none.
    #[schema(required = true)]
    pub rest: Option<ChainStepObject>,
    /// The moves as one sequence: the normal moves, then the inverse of the moves on the inverse.
    #[schema(example = json!(examples::ATTEMPT))]
    pub solution: String,
    /// The steps that the moves reach, in order.
    pub steps: Vec<AttemptStepAnswer>,
}

/// A step of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct AttemptStepAnswer {
    /// The number of moves of the shortest solution that is known from the beginning of the step and keeps what is reached, the
    /// moves before it included.
    #[schema(example = 19, minimum = 0)]
    pub best: usize,
    /// The continuation of that solution, with moves on the inverse as `^(...)`; null if it is that of the attempt.
    #[schema(required = true, example = "R' F2 ^(U2 D)")]
    pub better: Option<String>,
    /// The steps of that continuation; empty if it is that of the attempt.
    pub better_steps: Vec<ChainStepObject>,
    /// The number of moves by which the step made the shortest known solution longer.
    #[schema(example = 2, minimum = 0)]
    pub lost: usize,
    /// The step, its axis and its moves as made.
    pub made: ChainStepObject,
    /// The minimum number of moves (HTM) of the step from where it began, on one side: of an EO along any axis, of a DR that
    /// keeps the EO, of an HTR that keeps the DR.
    #[schema(example = 3, minimum = 0)]
    pub shortest: u8,
    /// The number of all moves up to the end of the step.
    #[schema(example = 4, minimum = 0)]
    pub total: usize,
}

impl AttemptAnswer {
    pub(crate) fn new(attempt: &Attempt) -> AttemptAnswer {
        let best_after = attempt.steps.iter().skip(1).map(|step| step.best).chain([attempt.best]);
        let steps = attempt.steps.iter().zip(best_after);
        let continuation = attempt.continuation.as_ref();
        let made = attempt.steps.iter().map(|step| &step.made).chain(&attempt.rest);
        AttemptAnswer {
            best: attempt.best,
            continuation: continuation.map(|chain| chain_text(&chain.steps)),
            continuation_steps: steps_of(continuation),
            corners: PieceKind::Corners.unsolved(&attempt.end),
            edges: PieceKind::Edges.unsolved(&attempt.end),
            is_solved: attempt.end == Cube::SOLVED,
            length: attempt.total,
            niss: chain_text(made),
            rest: attempt.rest.as_ref().map(Into::into),
            solution: to_wca(&attempt.moves),
            steps: steps.map(|(step, after)| AttemptStepAnswer::new(step, after)).collect(),
        }
    }
}

impl AttemptStepAnswer {
    fn new(step: &AttemptStep, best_after: usize) -> AttemptStepAnswer {
        AttemptStepAnswer {
            best: step.best,
            better: step.better.as_ref().map(|chain| chain_text(&chain.steps)),
            better_steps: steps_of(step.better.as_ref()),
            lost: best_after - step.best,
            made: (&step.made).into(),
            shortest: step.shortest,
            total: step.total,
        }
    }
}

/// Returns the steps of a continuation that have moves.
fn steps_of(chain: Option<&Chain>) -> Vec<ChainStepObject> {
    let steps = chain.into_iter().flat_map(|chain| &chain.steps);
    steps.map(ChainStepObject::from).filter(|step| step.length > 0).collect()
}
