//! Scrambles as tasks: functions that compute a row each, on any thread.

use std::sync::{Mutex, PoisonError};

use cubiform_cube::four::Cube4;
use cubiform_cube::two::Cube2;
use cubiform_threads::{CancelToken, Threads};

use super::row::{Row, Task, Tasks};
use super::{other, three};
use crate::Error;
use crate::puzzle::Puzzle;
use crate::scrambles::ScrambleQuestion;
use crate::solvers::Solvers;

/// Computes scrambles on `threads`.
///
/// # Errors
/// The error of the first scramble that fails, or that `cancel` was cancelled.
pub fn rows(tasks: Tasks, threads: &Threads, cancel: &CancelToken) -> Result<Vec<Row>, Error> {
    if threads.count() == 1 {
        return tasks.map(|task| task()).collect();
    }
    let tasks: Vec<Mutex<Option<Task>>> = tasks.map(Some).map(Mutex::new).collect();
    let row = |task: &Mutex<Option<Task>>| {
        // The tasks that are left may be many, and each draws its state before it ends.
        if cancel.is_cancelled() {
            return Err(Error::cancelled());
        }
        let task = task.lock().unwrap_or_else(PoisonError::into_inner).take();
        task.expect("every task is done once")()
    };
    threads.map(&tasks, row).into_iter().collect()
}

/// Returns the scrambles of a question. They end with an error once `cancel` is cancelled.
///
/// # Errors
/// If a solver is not there, or the condition has no states.
pub fn tasks(
    question: &ScrambleQuestion,
    solvers: &dyn Solvers,
    cancel: &CancelToken,
) -> Result<Tasks, Error> {
    match question.event.puzzle() {
        Puzzle::Two => other::tasks::<Cube2>(question, solvers, cancel),
        Puzzle::Three => three::tasks(question, solvers, cancel),
        Puzzle::Four => other::tasks::<Cube4>(question, solvers, cancel),
    }
}
