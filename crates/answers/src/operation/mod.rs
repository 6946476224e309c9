//! One entry for every operation: a request in, the events of its answer out.
//!
//! A [`Request`] is checked, which gives a [`Question`]; with solvers, a question becomes [`Work`]: tasks that do not depend
//! on each other, and the document that their results make. [`answer`] does all of this on the threads of the solvers. A
//! front end with workers of its own runs the tasks on them.
//!
//! ```
//! use cubiform_answers::engines::{Engines, GoalTables, TablePolicy};
//! use cubiform_answers::operation::{Event, Request, answer};
//! use cubiform_answers::request::Limits;
//! use cubiform_answers::solvers::EngineSolvers;
//! use cubiform_threads::{CancelToken, Threads};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::available());
//! let cancel = CancelToken::new();
//! let solvers = EngineSolvers { engines: &engines, cancel: &cancel };
//! let request: Request = serde_json::from_str(r#"{"operation": "check", "goal": "cross + FR"}"#)?;
//! let mut document = Vec::new();
//! answer(request, &Limits::NONE, &solvers, &mut |event| {
//!     if let Event::Document(json) = event {
//!         document = json;
//!     }
//! })?;
//! assert!(document.starts_with(br#"{"valid":true,"name":"cross + FR""#));
//! # Ok(())
//! # }
//! ```

mod batch;
mod members;
mod question;
mod work;

use serde::Deserialize;

use crate::Error;
use crate::request::{
    AlgorithmRequest, AnalyzeRequest, AttemptRequest, CaseRequest, CaseSetRequest, CheckRequest,
    DistributionRequest, InsertRequest, Limits, ReviewRequest, ScrambleRequest, SolveRequest, StatsRequest,
};
use crate::solvers::Solvers;

pub use batch::answer_each;
pub use members::read_members;
pub use question::Question;
pub use work::{Allowance, Part, Task, Work, document};

/// A request of any operation. In JSON an object with the members of the request and its `operation`, such as `solve`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "operation", rename_all = "lowercase")]
pub enum Request {
    /// The lengths and solutions of the stages of goals for a cube.
    Analyze(AnalyzeRequest),
    /// Solutions of a cube.
    Solve(Box<SolveRequest>),
    /// Random-state scrambles.
    Scramble(ScrambleRequest),
    /// Reviews of solves.
    Review(ReviewRequest),
    /// Cases of CFOP.
    Cases(CaseRequest),
    /// The cases between two goals.
    #[serde(rename = "case_set")]
    CaseSet(CaseSetRequest),
    /// The number of all states at each distance.
    Distribution(DistributionRequest),
    /// Algorithms of cases.
    Algorithms(AlgorithmRequest),
    /// A review of an attempt at fewest moves.
    Attempt(AttemptRequest),
    /// Insertions into a skeleton.
    Insert(InsertRequest),
    /// Statistics of analysed scrambles.
    Stats(Box<StatsRequest>),
    /// The check of the text of a goal or a condition.
    Check(CheckRequest),
    /// The tables, without the paths of their files.
    Tables,
}

/// A part of an answer.
#[derive(Debug)]
pub enum Event {
    /// So many tasks of so many are done.
    Progress {
        /// The number of tasks that are done.
        done: usize,
        /// The number of all tasks.
        total: usize,
    },
    /// The row of a cube of a batch as JSON.
    Row(Vec<u8>),
    /// The whole answer as JSON: the document of the command's `--format json`. Nothing follows.
    Document(Vec<u8>),
}

/// Answers a request on the threads of the solvers. `sink` receives the events in order.
///
/// # Errors
/// If the request contradicts itself or has no answer, a solver is not there, or the work was cancelled.
pub fn answer(
    request: Request,
    limits: &Limits,
    solvers: &dyn Solvers,
    sink: &mut dyn FnMut(Event),
) -> Result<(), Error> {
    let work = request.check(limits)?.work(solvers)?;
    let allowance = Allowance::unlimited(solvers.cancel());
    let document = work.run(solvers.engines().threads(), &allowance, |done, total| {
        sink(Event::Progress { done, total });
    })?;
    sink(Event::Document(document));
    Ok(())
}

/// Returns the error of an answer that cannot be written.
fn unwritten(error: &serde_json::Error) -> Error {
    Error::message(format!("an answer cannot be written: {error}"))
}
