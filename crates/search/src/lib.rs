//! Iterative deepening (IDA*) over any space of states.
//!
//! A puzzle is described in one of two ways. A [`SimpleSpace`] has states, moves and a lower bound (the heuristic) on
//! the moves from a state to the goal. A [`Space`] generates and prunes the children of a node in steps, so that many
//! look-ups in large tables can be in flight.
//!
//! * [`ida_star`] returns a shortest solution, and [`shortest_solutions`] several, within [`Limits`]: a maximum length,
//!   budgets of nodes and of time, and a [`CancelToken`].
//! * A [`Deepening`] gives the lengths of the iterations to a search of several roots, and a [`Meter`] spends a budget.
//! * A [`Search`] is one iteration: it visits every node that its lower bound allows within a number of moves, in the
//!   canonical order of a [`MoveOrder`].
//! * An [`InterleavedSearch`] steps several subproblems in turn on one thread, so that their memory reads overlap; a
//!   [`Pool`] runs jobs on many threads, and [`parallel`] shares one search between them.
//!
//! This crate knows nothing of cubes. Limits: [`MAX_MOVES`] moves, and [`Path::MAX_LEN`] moves of a kept path.
//! `examples/` has the 15-puzzle and the pocket cube.
//!
//! # Example
//!
//! The 8-puzzle (3 × 3 sliding tiles), with the sum of the tiles' Manhattan distances as its lower bound:
//!
//! ```
//! use cubiform_search::{Limits, SimpleSpace, ida_star};
//!
//! struct Sliding;
//!
//! impl SimpleSpace for Sliding {
//!     /// The tile at each of nine places; 0 is the gap.
//!     type State = [u8; 9];
//!
//!     fn move_count(&self) -> usize {
//!         4
//!     }
//!     /// Moves the gap up, left, down or right.
//!     fn apply(&self, tiles: &[u8; 9], m: u8) -> Option<[u8; 9]> {
//!         let gap = tiles.iter().position(|tile| *tile == 0)?;
//!         let to = match m {
//!             0 if gap / 3 > 0 => gap - 3,
//!             1 if gap % 3 > 0 => gap - 1,
//!             2 if gap / 3 < 2 => gap + 3,
//!             3 if gap % 3 < 2 => gap + 1,
//!             _ => return None,
//!         };
//!         let mut next = *tiles;
//!         next.swap(gap, to);
//!         Some(next)
//!     }
//!     fn lower_bound(&self, tiles: &[u8; 9]) -> u8 {
//!         let distance = |a: usize, b: usize| (a % 3).abs_diff(b % 3) + (a / 3).abs_diff(b / 3);
//!         (0..9).filter(|i| tiles[*i] != 0).map(|i| distance(i, tiles[i] as usize) as u8).sum()
//!     }
//!     fn is_goal(&self, tiles: &[u8; 9]) -> bool {
//!         *tiles == [0, 1, 2, 3, 4, 5, 6, 7, 8]
//!     }
//!     /// No move undoes the one before.
//!     fn may_follow(&self, first: u8, second: u8) -> bool {
//!         second != (first + 2) % 4
//!     }
//! }
//!
//! let start = [7, 2, 4, 5, 0, 6, 8, 3, 1];
//! let solution = ida_star(&Sliding, &Sliding.order(), &start, &Limits::at_most(31))?;
//! assert_eq!(solution.moves.len(), 26);
//! # Ok::<(), cubiform_search::Stopped>(())
//! ```

mod deepening;
mod interleaved;
mod limits;
#[cfg(all(test, feature = "shuttle"))]
mod model_tests;
mod move_order;
pub mod parallel;
mod path;
mod pool;
mod search;
mod simple;
mod space;

pub use cubiform_threads::{CancelToken, Threads};
pub use deepening::{Deepening, Solution, ida_star, shortest_solutions};
pub use interleaved::{InterleavedSearch, Progress, Subproblem, WorkSource};
pub use limits::{Limits, Meter, Stopped};
pub use move_order::{MAX_MOVES, MoveOrder};
pub use path::Path;
pub use pool::{Job, Pool, WorkStatus, run_alone, run_alone_until, yield_now};
pub use search::{Search, Step};
pub use simple::SimpleSpace;
pub use space::Space;
