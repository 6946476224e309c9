//! Optimal solutions of the whole cube: no sequence of face turns is shorter.

mod alike;
mod exact;
mod solver;
mod space;

pub use alike::Alike;
pub use exact::{Exact, Wanted};
pub use solver::{Hints, Limits, Optimal, Solution, SolveError};
pub use space::CubeSpace;
