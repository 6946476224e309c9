//! One search shared by several threads: a common frontier of subproblems and lists of jobs.

mod bucket_queue;
#[cfg(all(test, feature = "shuttle"))]
mod model_tests;
mod node_limit;
mod shared_frontier;
mod work_sharing;

pub use node_limit::{NodeLimit, TableCheck};
pub use shared_frontier::{Estimate, GivenUp, SharedFrontier, SideSearch, SplitPolicy};
pub use work_sharing::{Counts, JOBS_PER_THREAD, Work, map_shared};
