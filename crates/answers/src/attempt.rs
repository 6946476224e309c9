//! The operation `attempt`: the [review](crate::review) of an attempt at fewest moves, with a JSON of its own.

use cubiform_cube::Cube;
use cubiform_cube::moves::to_wca;
use cubiform_solvers::insertion::PieceKind;
use cubiform_solvers::reduction::{Attempt, AttemptStep, Chain};
use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};
use crate::review::fewest_moves::review;
use crate::review::{ReviewedSolve, Row, Sides, Solve, read};
use crate::scramble::as_held;
use crate::solutions::chain::niss;
use crate::{Error, examples};

pub use crate::solutions::chain::ChainStepObject;

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

    type Question = Solve;
    type Answer = ReviewedAttempt;
    type Document = AttemptAnswer;

    fn check(self, limits: &Limits) -> Result<Solve, Error> {
        limits.texts([("solution", Some(&self.solution))])?;
        let scramble = as_held(self.scramble, limits)?;
        Ok(read(Some(scramble), &self.solution, Sides::Both)?.remove(0))
    }

    fn answer(solve: Solve, context: &Context<'_>) -> Result<ReviewedAttempt, Error> {
        review(solve, context).map(ReviewedAttempt)
    }
}

/// A reviewed attempt at fewest moves.
pub struct ReviewedAttempt(pub ReviewedSolve);

impl Serialize for ReviewedAttempt {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let attempt = self.0.attempt.as_ref().expect("the review is that of an attempt");
        AttemptAnswer::new(&self.0, attempt).serialize(serializer)
    }
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
    fn new(reviewed: &ReviewedSolve, attempt: &Attempt) -> AttemptAnswer {
        let continuation = attempt.chain.as_ref();
        let made = attempt.steps.iter().map(|step| &step.made).chain(&attempt.rest);
        let steps = reviewed.rows.iter().zip(&attempt.steps);
        AttemptAnswer {
            best: attempt.with_chain,
            continuation: continuation.map(|chain| niss(&chain.steps)),
            continuation_steps: steps_of(continuation),
            corners: PieceKind::Corners.unsolved(&attempt.end),
            edges: PieceKind::Edges.unsolved(&attempt.end),
            is_solved: attempt.end == Cube::SOLVED,
            length: attempt.counted_moves.len(),
            niss: niss(made),
            rest: attempt.rest.as_ref().map(Into::into),
            solution: to_wca(&attempt.moves),
            steps: steps.map(|(row, step)| AttemptStepAnswer::new(row, step)).collect(),
        }
    }
}

impl AttemptStepAnswer {
    fn new(row: &Row, step: &AttemptStep) -> AttemptStepAnswer {
        let better = (row.lost > 0).then_some(&step.chain);
        AttemptStepAnswer {
            best: row.best as usize,
            better: better.map(|chain| niss(&chain.steps)),
            better_steps: steps_of(better),
            lost: row.lost as usize,
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
