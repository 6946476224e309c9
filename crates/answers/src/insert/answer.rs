//! Insertions into a skeleton as an answer, and its JSON.

use cubiform_cube::moves::to_wca;
use cubiform_solvers::insertion::{
    AlgorithmSet, Commutator, Insertion, Insertions, PieceKind, Skeleton, Solution,
};

use crate::examples;

/// The solutions of a scramble by insertions into a skeleton, in JSON too.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = InsertAnswer)]
pub struct InsertionAnswer {
    /// The maximum number of moves of an inserted algorithm. All sequences of so many moves that move at most five pieces of
    /// one kind are tried.
    #[schema(example = 12, minimum = 8)]
    pub algorithm_moves: usize,
    /// The number of corners that the skeleton leaves.
    #[schema(example = 3, minimum = 0)]
    pub corners: usize,
    /// The number of edges that the skeleton leaves.
    #[schema(example = 0, minimum = 0)]
    pub edges: usize,
    /// Whether the first solution is proven shortest: no place of the skeleton and no algorithm of the set gives a shorter
    /// one. This holds for single insertions; several come from a beam search.
    pub is_proven: bool,
    /// The number of moves of the skeleton.
    #[schema(example = 20, minimum = 0)]
    pub length: usize,
    /// The maximum number of insertions that were tried.
    #[schema(example = 1, minimum = 1)]
    pub max_insertions: usize,
    /// The skeleton as one sequence: the normal moves, then the inverse of the moves on the inverse.
    #[schema(example = json!(examples::SEQUENCE))]
    pub skeleton: String,
    /// The solutions, shortest first.
    pub solutions: Vec<InsertionSolution>,
}

/// A solution by insertions.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct InsertionSolution {
    /// The insertions in the order in which they are made.
    pub insertions: Vec<InsertionStep>,
    /// The number of moves.
    #[schema(example = 25, minimum = 0)]
    pub length: usize,
    /// The moves, after all cancellations.
    #[schema(example = json!(examples::INSERTED))]
    pub solution: String,
}

/// An algorithm, inserted at a place.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct InsertionStep {
    /// The number of moves of `skeleton` before the place.
    #[schema(example = 19, minimum = 0)]
    pub after: usize,
    /// The algorithm.
    #[schema(example = "L D2 L' U' L D2 L' U")]
    pub algorithm: String,
    /// The number of moves that cancel.
    #[schema(example = 3, minimum = 0)]
    pub cancelled: usize,
    /// The algorithm as a commutator, if it is one.
    #[schema(required = true, example = "[L D2 L', U']")]
    pub commutator: Option<String>,
    /// The number of moves of the algorithm.
    #[schema(example = 8, minimum = 0)]
    pub inserted: usize,
    /// The moves before this insertion. Parallel moves are exchanged if the place is between them.
    #[schema(example = json!(examples::SEQUENCE))]
    pub skeleton: String,
}

impl InsertionAnswer {
    /// Returns the answer with these solutions.
    pub(crate) fn new(skeleton: &Skeleton, set: &AlgorithmSet, found: &Insertions) -> InsertionAnswer {
        let left = |kind| if skeleton.kind() == kind { skeleton.left() } else { 0 };
        InsertionAnswer {
            algorithm_moves: set.max_moves(),
            corners: left(PieceKind::Corners),
            edges: left(PieceKind::Edges),
            is_proven: found.max_insertions == 1,
            length: skeleton.moves().len(),
            max_insertions: found.max_insertions,
            skeleton: to_wca(skeleton.moves()),
            solutions: found.solutions.iter().map(InsertionSolution::new).collect(),
        }
    }
}

impl InsertionSolution {
    fn new(solution: &Solution) -> InsertionSolution {
        InsertionSolution {
            insertions: solution.insertions.iter().map(InsertionStep::new).collect(),
            length: solution.moves.len(),
            solution: to_wca(&solution.moves),
        }
    }
}

impl InsertionStep {
    fn new(insertion: &Insertion) -> InsertionStep {
        InsertionStep {
            after: insertion.after,
            algorithm: to_wca(&insertion.algorithm),
            cancelled: insertion.cancelled,
            commutator: Commutator::of(&insertion.algorithm).map(|commutator| commutator.to_string()),
            inserted: insertion.algorithm.len(),
            skeleton: to_wca(&insertion.skeleton),
        }
    }

    /// Returns the moves before this insertion with a mark at the place: `R U [1] F2`.
    pub fn marked(&self, number: usize) -> String {
        let mut words: Vec<&str> = self.skeleton.split_whitespace().collect();
        let mark = format!("[{number}]");
        words.insert(self.after, &mark);
        words.join(" ")
    }
}
