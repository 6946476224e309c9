//! Depth-first search to a bound over any space: the one search loop of the project.
//!
//! This crate knows nothing of cubes: a [`Space`] says what a node is, how moves change it and whether a node
//! can still reach the goal within a budget of moves; an [`MoveOrder`] says which moves may follow which; a [`Search`]
//! goes through them, parking where look-ups are under way; a [`InterleavedSearch`] steps the parts of one in turns; a [`Pool`] has
//! the jobs of many threads.

mod interleaved;
mod move_order;
mod path;
mod pool;
mod search;
mod space;
mod threads;

pub use interleaved::{InterleavedSearch, Progress, Subproblem, WorkSource};
pub use move_order::{MAX_MOVES, MoveOrder};
pub use path::Path;
pub use pool::{Job, Pool, WorkStatus, run_alone, run_alone_until, yield_now};
pub use search::{Search, Step};
pub use space::Space;
pub use threads::{join, on_threads};
