//! Scrambles as tasks: functions that compute a row each, on any thread.

use cubiform_threads::CancelToken;

use super::row::Row;
use crate::Error;
use crate::puzzle::registry::kind;
use crate::request::ScrambleQuestion;
use crate::solvers::Solvers;

/// A function that computes a scramble.
pub type Task = Box<dyn FnOnce() -> Result<Row, Error> + Send>;

/// The scrambles of a question in order, each still to be computed.
pub type Tasks = Box<dyn Iterator<Item = Task> + Send>;

/// Returns the scrambles of a question. They end with an error once `cancel` is cancelled.
///
/// # Errors
/// If a solver is not there, or the condition has no states.
pub fn tasks(
    question: &ScrambleQuestion,
    solvers: &dyn Solvers,
    cancel: &CancelToken,
) -> Result<Tasks, Error> {
    (kind(question.event.puzzle()).scrambles)(question, solvers, cancel)
}
