//! The 4x4x4 in outer-block turns: its centres are brought to their axes, its wings paired, and what is then a 3x3x3 is
//! solved in two phases.
//!
//! The first two stages go as those of [`crate::five_stage`] do, by the same beam. Of their ends few can be gone on from
//! (`gate`); from the best of these all ways through the pairing are gone in the order of their lengths (`pairs`), and for
//! each a solution of the 3x3x3 is sought that makes the whole shorter (`solver`).

mod pairing_filter;
mod pairs;
mod solver;

pub use solver::{DEFAULT_BEAM, OuterBlock};
