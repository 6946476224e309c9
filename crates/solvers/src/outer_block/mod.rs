//! The 4x4x4 in outer-block turns, by reduction: the centres are brought to their axes, the wings are paired, and the
//! resulting 3x3x3 is solved in two phases.
//!
//! The first two stages use the beam of [`crate::five_stage`]. `pairing_filter` keeps those ends from which the wings
//! can be paired; `pairs` searches all pairings in the order of total lengths; `solver` solves the 3x3x3 of each in few
//! enough moves to shorten the whole solution.

mod pairing_filter;
mod pairs;
mod solver;

pub use crate::five_stage::DEFAULT_BEAM;
pub use solver::OuterBlock;
