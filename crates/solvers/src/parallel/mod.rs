//! One search shared by several threads: a common frontier of subproblems and lists of jobs.

pub(crate) mod bucket_queue;
#[cfg(all(test, feature = "shuttle"))]
mod model_tests;
pub(crate) mod shared_frontier;
pub(crate) mod work_sharing;
