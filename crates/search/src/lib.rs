//! Depth-first search to a bound over any space: the one search loop of the project.
//!
//! This crate knows nothing of cubes: a [`Space`] says what a node is, how moves change it and whether a node
//! can still reach the goal within a budget of moves; an [`Order`] says which moves may follow which; a [`Search`]
//! goes through them, parking where look-ups are under way; a [`Gang`] steps the parts of one in turns; a [`Pool`] has
//! the jobs of many threads.

mod gang;
mod interleave;
mod order;
mod path;
mod search;
mod space;
mod threads;

pub use gang::{Gang, Part, Supplier, Turn};
pub use interleave::{Job, Pool, Supply, park, run_alone, run_alone_until};
pub use order::{MAX_MOVES, Order};
pub use path::Path;
pub use search::{Search, Step};
pub use space::Space;
pub use threads::{beside, on_threads};
