//! The request for reviews of solves.

use cubiform_human::Request;
use serde::{Deserialize, Serialize};

use super::Limits;
use crate::Error;
use crate::review::{self, Solve};
use crate::solutions::options::Effort;

/// The maximum length of the text of the solves, in bytes. It has room for a page of comments per solve.
const MAX_SOLUTION_BYTES: usize = 256 << 10;

/// A solve, or several of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewRequest {
    /// The scramble; not needed if the solution brings it.
    #[cfg_attr(
        feature = "schema",
        schema(example = "D2 F2 U B2 D' L2 U' R2 D' F2 L' B' R' D' L' B2 U' R D2")
    )]
    pub scramble: Option<String>,
    /// The moves of the solution with comments, a reconstruction with its scramble, several of them, or a link of a player.
    #[cfg_attr(feature = "schema", schema(example = "x2 // inspection\nR' D' F D // cross"))]
    pub solution: String,
    /// The time of the solve, in seconds.
    #[cfg_attr(feature = "schema", schema(example = 12.34, minimum = 0))]
    pub time: Option<f64>,
    /// Whether to leave out the optimal lengths of the stages.
    pub no_optimal: bool,
    /// The effort of the search for continuations.
    pub effort: Option<Effort>,
}

/// Solves to review, and how.
pub struct ReviewQuestion {
    /// The solves.
    pub solves: Vec<Solve>,
    /// Whether the optimal lengths of the stages are wanted, which need an analyzer.
    pub optimal: bool,
    /// The effort of the search.
    pub request: Request,
}

impl ReviewRequest {
    /// Reads and checks the request.
    ///
    /// # Errors
    /// If a part cannot be read, exceeds the limits, or does not fit the others.
    pub fn check(&self, limits: &Limits) -> Result<ReviewQuestion, Error> {
        limits.texts([("scramble", self.scramble.as_deref())])?;
        let solutions = Limits { text: limits.text.max(MAX_SOLUTION_BYTES), ..*limits };
        solutions.texts([("solution", Some(&self.solution))])?;
        let scramble = self.scramble.as_deref().map(review::read_scramble).transpose()?;
        let mut solves = review::read(scramble, &self.solution)?;
        if solves.len() > limits.solves {
            let message = format!("the text has {} solves", solves.len());
            let error = Error::usage("solution", message).code(Error::TOO_LONG).placed();
            return Err(error.hint(format!("send at most {} at a time", limits.solves)));
        }
        if let Some(time) = self.time {
            let [solve] = &mut solves[..] else {
                let message = format!("applies to a single solve, but there are {}", solves.len());
                return Err(Error::usage("time", message).code(Error::CONTRADICTION));
            };
            if !time.is_finite() || time <= 0.0 {
                let message = "must be a positive number of seconds";
                return Err(Error::usage("time", message).code(Error::OUT_OF_RANGE));
            }
            solve.time = Some(time);
        }
        let effort = self.effort.unwrap_or(Effort::Usual).search_effort();
        Ok(ReviewQuestion {
            solves,
            optimal: !self.no_optimal,
            request: Request { effort, ..Request::default() },
        })
    }
}
