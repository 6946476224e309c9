//! Optimal solutions of the whole cube: no shorter sequence of face turns solves it.

mod equivalence;
mod portfolio;
mod solver;
mod space;

pub use equivalence::Equivalence;
pub use portfolio::Portfolio;
pub(crate) use solver::BALL_RADIUS;
pub use solver::{Optimal, OptimalSolutions, SolutionRequest, UpperBound};
pub use space::CubeSpace;
