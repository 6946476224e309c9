//! Depth-first search to a bound over any space of states: the inner loop of IDA*.
//!
//! A [`Space`] has nodes, moves between them and a lower bound (the heuristic) on the moves from a node to the goal. A
//! [`MoveOrder`] is the canonical order of moves. A [`Search`] visits every node that its lower bound allows within a
//! number of moves; iterative deepening, one iteration per length, is the caller's loop. An [`InterleavedSearch`] steps
//! several subproblems in turn on one thread, so that their memory reads overlap; a [`Pool`] runs jobs on many threads.
//!
//! This crate knows nothing of cubes. Limits: [`MAX_MOVES`] moves, and [`Path::MAX_LEN`] moves of a kept path.
//!
//! # Example
//!
//! The 8-puzzle (3 × 3 sliding tiles), with the sum of the tiles' Manhattan distances as its lower bound:
//!
//! ```
//! use cubiform_search::{MoveOrder, Search, Space, run_alone};
//!
//! /// The tile at each of nine places; 0 is the gap.
//! type Tiles = [u8; 9];
//! const STEPS: [(i32, i32); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];
//!
//! struct Sliding;
//!
//! fn slide(tiles: &Tiles, m: u8) -> Option<Tiles> {
//!     let gap = tiles.iter().position(|tile| *tile == 0)?;
//!     let (x, y) = ((gap % 3) as i32 + STEPS[m as usize].0, (gap / 3) as i32 + STEPS[m as usize].1);
//!     let from = ((0..3).contains(&x) && (0..3).contains(&y)).then_some((y * 3 + x) as usize)?;
//!     let mut next = *tiles;
//!     next.swap(gap, from);
//!     Some(next)
//! }
//!
//! fn lower_bound(tiles: &Tiles) -> u8 {
//!     let distance = |(place, tile): (usize, &u8)| {
//!         let home = *tile as usize;
//!         (place % 3).abs_diff(home % 3) + (place / 3).abs_diff(home / 3)
//!     };
//!     tiles.iter().enumerate().filter(|(_, tile)| **tile != 0).map(distance).sum::<usize>() as u8
//! }
//!
//! impl Space for Sliding {
//!     type Node = Tiles;
//!     type Children = [Option<Tiles>; 4];
//!     type Plan = u8;
//!
//!     fn plan(&self, _: &Tiles, child_depth_left: u8) -> u8 {
//!         child_depth_left
//!     }
//!     fn expand(&self, _: &u8, parent: &Tiles, moves: u64, children: &mut Self::Children) -> u32 {
//!         *children = std::array::from_fn(|m| (moves >> m & 1 == 1).then(|| slide(parent, m as u8))?);
//!         0 // No look-ups.
//!     }
//!     fn prune(&self, depth_left: &u8, _: &Tiles, children: &mut Self::Children, alive: u64, _: usize) -> u64 {
//!         let survives = |m: &u32| children[*m as usize].is_some_and(|tiles| lower_bound(&tiles) <= *depth_left);
//!         (0..4).filter(|m| alive >> m & 1 == 1).filter(survives).map(|m| 1 << m).sum()
//!     }
//!     fn commit(&self, _: &u8, _: &Tiles, children: &Self::Children, m: u8, child: &mut Tiles) {
//!         *child = children[m as usize].expect("the child survived");
//!     }
//!     fn is_goal(&self, tiles: &Tiles) -> bool {
//!         *tiles == [0, 1, 2, 3, 4, 5, 6, 7, 8]
//!     }
//! }
//!
//! // No move undoes the one before: m and (m + 2) % 4 are opposite.
//! let order = MoveOrder::new(4, |a, b| b != (a + 2) % 4);
//! let mut search = Search::new(&order);
//! let start = [7, 2, 4, 5, 0, 6, 8, 3, 1];
//! let solution = (lower_bound(&start)..=31).find_map(|depth| {
//!     search.start(&Sliding, &start, &[], depth, 0);
//!     run_alone(search.next_solution())
//! });
//! assert_eq!(solution.map(|moves| moves.len()), Some(26));
//! ```

mod clock;
mod interleaved;
mod limits;
#[cfg(all(test, feature = "shuttle"))]
mod models;
mod move_order;
mod path;
mod pool;
mod search;
mod space;

pub use cubiform_threads::{CancelToken, Threads};
pub use interleaved::{InterleavedSearch, Progress, Subproblem, WorkSource};
pub use limits::{Limits, Meter};
pub use move_order::{MAX_MOVES, MoveOrder};
pub use path::Path;
pub use pool::{Job, Pool, WorkStatus, run_alone, run_alone_until, yield_now};
pub use search::{Search, Step};
pub use space::Space;
