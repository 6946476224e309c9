//! Shortest solutions with a few moves: turns of faces, slices and wide layers, such as ⟨R, U⟩, ⟨M, U⟩ and ⟨r, U⟩.
//!
//! Slices and wide turns move the centres, so cubes are states with centres ([`cubiform_cube::held`]). The pieces that
//! the moves carry are divided into overlapping sets. For each set a coordinate numbers the arrangements of its pieces
//! and of the centres that the moves generate, with a move table and exact distances, which are the lower bounds of
//! IDA*. A turn of a face, a slice or a wide layer counts as one move.

mod coordinate;
mod solver;
mod space;

pub use solver::{MAX_STATES, Subgroup, SubgroupError};
