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

mod analyze;
mod cases;
mod check;
mod distribution;
mod review;
#[cfg(feature = "clap")]
mod text_parser;
mod values;

use crate::Error;

pub use analyze::{AnalyzeQuestion, AnalyzeRequest};
pub use cases::{CaseAnswer, CaseRequest};
pub use check::CheckRequest;
pub use distribution::DistributionRequest;
pub use review::{ReviewQuestion, ReviewRequest};
#[cfg(feature = "clap")]
pub use text_parser::TextParser;

/// The limits of a front end.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum length of a text, in bytes.
    pub text: usize,
    /// The maximum number of solutions.
    pub solutions: usize,
    /// The maximum number of solves to review.
    pub solves: usize,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits { text: usize::MAX, solutions: usize::MAX, solves: usize::MAX };

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
