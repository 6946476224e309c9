//! The operation `insert`: algorithms inserted into a skeleton, a partial solution of fewest moves.

mod answer;

use cubiform_solvers::insertion::{
    InsertionRequest, MAX_INSERTIONS, NotInserted, Skeleton, SkeletonError, insertions,
};
use serde::Deserialize;

use crate::Error;
use crate::bounded::{Bounded, checked};
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};
use crate::scramble::as_held;

pub use answer::{InsertionAnswer, InsertionSolution};

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
        about: "The shortest solutions by insertions: the object of `cubiform insert --format json`.",
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
        let moves = crate::attempt::niss("skeleton", &self.skeleton, &scramble)?.moves();
        let skeleton = Skeleton::new(scramble, &moves).map_err(|error| {
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
