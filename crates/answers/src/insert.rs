//! The operation `insert`: algorithms inserted into a skeleton, a partial solution of few moves.

use cubiform_cube::moves::to_wca;
use cubiform_solvers::insertion::{
    AlgorithmSet, Commutator, Insertion, InsertionRequest, Insertions, MAX_INSERTIONS, NotInserted,
    PieceKind, Skeleton, SkeletonError, Solution, insertions,
};
use serde::Deserialize;

use crate::bounded::{Bounded, checked};
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};
use crate::review::{Sides, read};
use crate::scramble::as_held;
use crate::{Error, examples};

/// A request for insertions into a skeleton.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[schema(as = InsertOptions)]
pub struct InsertRequest {
    /// The scramble in quotes, or the facelets
    #[cfg_attr(feature = "clap", arg(value_name = "SCRAMBLE", required = true))]
    #[schema(example = json!(crate::examples::INSERTION_SCRAMBLE))]
    pub scramble: Option<String>,

    /// The moves after the scramble in quotes, with those on the inverse in brackets: "R U (F2 D) L"
    #[cfg_attr(feature = "clap", arg(value_name = "SKELETON"))]
    #[schema(example = json!(crate::examples::SKELETON))]
    pub skeleton: String,

    /// Number of shortest solutions to print [default: 3]
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N"))]
    #[schema(example = 3, default = 3, minimum = 1, maximum = 100)]
    pub solutions: Option<usize>,

    /// Maximum number of insertions, 1 to 3 [default: the number of 3-cycles that solve the pieces]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[schema(inline)]
    pub insertions: Option<Bounded<1, { MAX_INSERTIONS as u64 }>>,

    /// Maximum number of moves of an inserted algorithm, 8 to 12 [default: 12 for corners, 10 for edges]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[schema(inline)]
    pub algorithm_moves: Option<Bounded<8, 12>>,
}

/// A request for insertions that has been checked.
#[derive(Clone, Debug)]
pub struct InsertQuestion {
    /// The skeleton after its scramble.
    pub skeleton: Skeleton,
    /// The numbers of solutions and insertions.
    pub request: InsertionRequest,
    /// The maximum number of moves of an algorithm.
    pub algorithm_moves: usize,
}

impl Operation for InsertRequest {
    const DOOR: Door = Door {
        name: "insert",
        path: "/v1/insert",
        tag: "insert",
        summary: "Insert algorithms into a skeleton",
        about: "The shortest solutions by insertions.",
        answer: "The solutions",
        ..Door::NEW
    };

    type Question = InsertQuestion;
    type Answer = InsertionAnswer;
    type Document = InsertionAnswer;

    fn check(self, limits: &Limits) -> Result<InsertQuestion, Error> {
        limits.texts([("skeleton", Some(&self.skeleton))])?;
        let scramble = as_held(self.scramble, limits)?;
        let solutions = self.solutions.unwrap_or(3);
        if !(1..=limits.solutions).contains(&solutions) {
            let message = match limits.solutions {
                usize::MAX => "expected at least 1".to_string(),
                most => format!("expected 1 to {most}"),
            };
            return Err(Error::usage("solutions", message).code(Error::OUT_OF_RANGE));
        }
        let insertions = checked("insertions", self.insertions)?;
        let algorithm_moves = checked("algorithm_moves", self.algorithm_moves)?;
        let cube = scramble.cube;
        let moves = match read(Some(scramble), &self.skeleton, Sides::Both) {
            Ok(solves) => solves[0].moves(),
            Err(error) if error.code == "no-solution" => Vec::new(),
            Err(error) => return Err(error.about("skeleton")),
        };
        let skeleton = Skeleton::new(cube, &moves).map_err(|error| {
            let code = match error {
                SkeletonError::Solved => "skeleton-solves",
                SkeletonError::TooLong { .. } => Error::TOO_LONG,
                SkeletonError::TooMany { .. } => "skeleton-leaves-too-much",
            };
            Error::message(error).code(code).about("skeleton").placed()
        })?;
        let algorithm_moves = algorithm_moves.unwrap_or(skeleton.kind().usual_max_moves());
        let request = InsertionRequest { solutions, insertions, ..InsertionRequest::default() };
        Ok(InsertQuestion { skeleton, request, algorithm_moves })
    }

    fn answer(question: InsertQuestion, context: &Context<'_>) -> Result<InsertionAnswer, Error> {
        let InsertQuestion { skeleton, request, algorithm_moves } = question;
        let set =
            context.open(|engines, cancel| engines.algorithms(skeleton.kind(), algorithm_moves, cancel))?;
        let found = insertions(&set, &skeleton, &request, context.cancel()).map_err(|error| match error {
            NotInserted::Cancelled => Error::cancelled(),
            NotInserted::None { .. } => {
                let error = Error::message(error).code("no-insertion");
                error.hint("allow more `insertions` or `algorithm_moves`")
            }
        })?;
        Ok(InsertionAnswer::new(&skeleton, &set, &found))
    }
}

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
