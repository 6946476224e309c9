//! Requests: what each operation may be asked, with its defaults, ranges and the rules between its parameters.
//!
//! A request is read by a front end as it likes: from a command line (feature `clap`), from a query or a JSON document, or
//! from the keyword arguments of a function (serde). Its `check` parses everything and returns the question as typed
//! values. A new option is one member here and its use.
//!
//! ```
//! use cubiform_answers::request::{AnalyzeRequest, Limits};
//!
//! let request = AnalyzeRequest { stages: Some("cross,xcros".into()), ..AnalyzeRequest::default() };
//! let error = request.check(&Limits::NONE).unwrap_err();
//! assert_eq!((error.parameter, error.code), (Some("stages"), "unknown-stage"));
//! ```

mod algorithms;
mod analyze;
mod attempt;
mod case_set;
mod cases;
mod check;
mod distribution;
mod insert;
mod methods;
mod review;
mod scramble;
mod solve;
mod stats;
#[cfg(feature = "clap")]
mod text_parser;
mod time;
mod values;

use std::time::Duration;

use cubiform_cube::Cube;

use crate::Error;
use crate::input::{Content, Line};
use crate::scramble::Scramble;

pub use algorithms::{AlgorithmMetric, AlgorithmQuestion, AlgorithmRequest, SoughtCase};
pub use analyze::{AnalyzeQuestion, AnalyzeRequest};
pub use attempt::{AttemptQuestion, AttemptRequest};
pub use case_set::{CaseSetQuestion, CaseSetRequest};
pub use cases::{CaseAnswer, CaseRequest};
pub use check::CheckRequest;
pub use distribution::DistributionRequest;
pub use insert::{InsertQuestion, InsertRequest};
pub use methods::{MethodsAnswer, MethodsQuestion, MethodsRequest};
pub use review::{ReviewQuestion, ReviewRequest};
pub use scramble::{ScrambleQuestion, ScrambleRequest};
pub(crate) use solve::NO_BUDGET;
pub use solve::{FourMetric, SolveQuestion, SolveRequest};
pub use stats::{StatsQuestion, StatsRequest};
#[cfg(feature = "clap")]
pub use text_parser::{CONDITION, TextParser};
pub use time::parse_time;

/// Returns the line of the cube that a request for one cube names.
///
/// # Errors
/// If there is none, or its text is too long.
pub fn line(scramble: Option<String>, id: Option<String>, limits: &Limits) -> Result<Line, Error> {
    limits.texts([("scramble", scramble.as_deref())])?;
    let Some(scramble) = scramble else {
        let error = Error::usage("scramble", "no scramble").code("no-scramble").placed();
        return Err(error.hint("give one as 'scramble': its moves, 54 facelets, or Reid's notation"));
    };
    let content = match id {
        Some(id) => Content::Cell { id, scramble, column: 0 },
        None => Content::of_line(scramble),
    };
    Ok(Line::argument(1, content))
}

/// Returns the state after the scramble of a request for one cube, as the cube is then held: a scramble that rotates the whole cube
/// leaves a state whose moves, on either side, are named from where the cube is looked at.
///
/// # Errors
/// If there is none, or it cannot be read or is too long.
pub(crate) fn as_held(scramble: Option<String>, limits: &Limits) -> Result<Cube, Error> {
    let scramble = Scramble::read(&line(scramble, None, limits)?)?;
    Ok(scramble.cube.conjugate(scramble.turned))
}

/// The limits of a front end.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum length of a text, in bytes.
    pub text: usize,
    /// The maximum number of solutions.
    pub solutions: usize,
    /// The maximum number of solves to review.
    pub solves: usize,
    /// The maximum number of scrambles.
    pub scrambles: u64,
    /// The maximum number of rows of a sample of statistics.
    pub rows: u64,
    /// The maximum CPU time of a search for a cube.
    pub time: Duration,
    /// The maximum memory of a count of states, in bytes.
    pub count_memory: u64,
    /// The maximum number of cases of a derived set.
    pub cases: usize,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        text: usize::MAX,
        solutions: usize::MAX,
        solves: usize::MAX,
        scrambles: u64::MAX,
        rows: u64::MAX,
        time: Duration::MAX,
        count_memory: u64::MAX,
        cases: usize::MAX,
    };

    /// Checks the lengths of texts.
    ///
    /// # Errors
    /// If one is too long.
    pub fn texts<const N: usize>(&self, texts: [(&'static str, Option<&str>); N]) -> Result<(), Error> {
        let too_long = |(_, text): &(&str, Option<&str>)| text.is_some_and(|text| text.len() > self.text);
        match texts.into_iter().find(too_long) {
            None => Ok(()),
            Some((parameter, _)) => {
                let message = format!("the text is longer than {} bytes", self.text);
                Err(Error::usage(parameter, message).code(Error::TOO_LONG))
            }
        }
    }
}
