//! The work that answers a question: tasks for any thread, and the document that their results make.

use std::time::Duration;

use cubiform_threads::{CancelToken, Threads};
use serde::Serialize;

use super::unwritten;
use crate::Error;
use crate::pipeline::{self, Done, Next, Pull};
use crate::review::{ReviewedSolve, json};

/// The limits of a task.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// Ends the task.
    pub cancel: CancelToken,
    /// The CPU time after which a search with a budget ends with the best solution that it has, if it is limited.
    pub cpu: Option<Duration>,
    /// The time of the same, if it is limited.
    pub time: Option<Duration>,
}

impl Allowance {
    /// Returns the allowance of a task that only `cancel` ends.
    pub fn unlimited(cancel: &CancelToken) -> Allowance {
        Allowance { cancel: cancel.clone(), cpu: None, time: None }
    }
}

/// The result of a task.
pub enum Part {
    /// The whole document.
    Json(Vec<u8>),
    /// One of several reviews.
    Review(Box<ReviewedSolve>),
}

impl Part {
    /// Returns a document as JSON.
    pub(crate) fn json(document: &impl Serialize) -> Result<Part, Error> {
        serde_json::to_vec(document).map(Part::Json).map_err(|error| unwritten(&error))
    }
}

/// A function that computes a part.
pub type Task = Box<dyn FnOnce(&Allowance) -> Result<Part, Error> + Send>;

/// The tasks that answer a question, in the order of their results.
pub struct Work {
    /// The tasks. They do not depend on each other.
    pub tasks: Vec<Task>,
}

impl Work {
    /// Returns work that is a single task.
    pub(crate) fn whole(task: impl FnOnce(&Allowance) -> Result<Part, Error> + Send + 'static) -> Work {
        Work { tasks: vec![Box::new(task)] }
    }

    /// Returns work with a task for each review.
    pub(super) fn reviews<R>(reviews: impl Iterator<Item = R>) -> Work
    where
        R: FnOnce(&CancelToken) -> Result<ReviewedSolve, Error> + Send + 'static,
    {
        let task = |review: R| -> Task {
            Box::new(move |allowance| Ok(Part::Review(Box::new(review(&allowance.cancel)?))))
        };
        Work { tasks: reviews.map(task).collect() }
    }

    /// Does the work on `threads`, and returns the document. `report` is called with the number of tasks that are done, in
    /// order, and of all tasks.
    ///
    /// # Errors
    /// If a task fails or is cancelled.
    pub fn run(
        self,
        threads: &Threads,
        allowance: &Allowance,
        mut report: impl FnMut(usize, usize),
    ) -> Result<Vec<u8>, Error> {
        let total = self.tasks.len();
        let mut parts = Vec::with_capacity(total);
        if threads.count() == 1 || total == 1 {
            for task in self.tasks {
                parts.push(task(allowance)?);
                report(parts.len(), total);
            }
            return document(parts);
        }
        let serve = |pull: Pull<'_, Task>, done: Done<'_, Result<Part, Error>>| {
            pipeline::each(threads, pull, done, |task| task(allowance));
        };
        let take = |next: Next<Result<Part, Error>>| {
            if let Next::Result(part) = next {
                parts.push(part?);
                report(parts.len(), total);
            }
            Ok::<(), Error>(())
        };
        pipeline::run(self.tasks.into_iter(), total, &allowance.cancel.child(), serve, take)?;
        if parts.len() < total {
            return Err(Error::cancelled());
        }
        document(parts)
    }
}

/// Returns the document of the results of all tasks: the one of a single task, or all reviews with their summary.
///
/// # Errors
/// If it cannot be written.
pub fn document(parts: Vec<Part>) -> Result<Vec<u8>, Error> {
    let mut reviews = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Part::Json(document) => return Ok(document),
            Part::Review(review) => reviews.push(*review),
        }
    }
    match &reviews[..] {
        [one] => serde_json::to_vec(&json::object(one)),
        all => serde_json::to_vec(&json::several(all)),
    }
    .map_err(|error| unwritten(&error))
}
