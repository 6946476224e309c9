//! Optimal solutions of the whole cube: no sequence of face turns is shorter.

mod exact;
mod solver;
mod space;

pub use exact::Exact;
pub use solver::{Hints, Limits, Optimal, Solution, SolveError};
pub use space::CubeSpace;
