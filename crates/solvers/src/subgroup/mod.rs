//! Shortest solutions with a few moves: turns of faces, slices and wide layers, such as ⟨R, U⟩, ⟨M, U⟩ and ⟨r, U⟩.
//!
//! Slices and wide turns move the centres, so the cube is taken as it is held. The pieces that the moves carry are divided
//! into parts: each numbers all arrangements of some pieces and of the centres that the moves make, with distances
//! from solved and a move table. The distances are the lower bounds of a search by iterative deepening. A turn of a face, a
//! slice or a wide layer counts as one move.

mod part;
mod solver;
mod space;

pub use solver::{MOST_STATES, Subgroup, SubgroupError, SubgroupSolution};
