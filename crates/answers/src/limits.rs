//! The limits of a front end on what a request may ask.

use std::time::Duration;

use cubiform_solvers::algorithms::Question;

use crate::Error;

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

    /// Returns the maximum memory of a table of a search for algorithms, in bytes. A search has about three such tables.
    pub(crate) fn table_bytes(&self) -> usize {
        Question::TABLE_BYTES.min(usize::try_from(self.count_memory / 3).unwrap_or(usize::MAX))
    }

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
