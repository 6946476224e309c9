//! The review of an attempt at fewest moves as an answer, and its JSON.

use cubiform_cube::Cube;
use cubiform_cube::moves::to_wca;
use cubiform_solvers::insertion::PieceKind;
use cubiform_solvers::reduction::{Attempt, AttemptStep, Chain};

use crate::examples;
pub use crate::solutions::chain::ChainStepObject;
use crate::solutions::chain::niss;

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
            continuation: continuation.map(|chain| niss(&chain.steps)),
            continuation_steps: steps_of(continuation),
            corners: PieceKind::Corners.unsolved(&attempt.end),
            edges: PieceKind::Edges.unsolved(&attempt.end),
            is_solved: attempt.end == Cube::SOLVED,
            length: attempt.total,
            niss: niss(made),
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
            better: step.better.as_ref().map(|chain| niss(&chain.steps)),
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
