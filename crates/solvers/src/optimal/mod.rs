//! Optimal solutions of the whole cube: no sequence of face turns is shorter.

mod solver;
mod space;

pub use solver::{Limits, Optimal, Solution, SolveError};
pub use space::CubeSpace;
