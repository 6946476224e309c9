//! The beginner's method behind the interface of all solvers.

use cubiform_cube::{Color, Cube};
use cubiform_solvers::solver::{self, Limits, Solver, Unsolved, check_cancelled, check_length};

use super::{BeginnerStage, solve_shortest};
use crate::solution::Solution;

/// The beginner's method as a [`Solver`]: its phases are the seven stages as turns of faces, without the rotations of
/// [`solve`](super::solve).
///
/// ```
/// use cubiform_cube::{Algorithm, Cube};
/// use cubiform_human::BeginnerMethod;
/// use cubiform_solvers::solver::{Limits, Solver};
///
/// let cube = Algorithm::parse("R U2 F' L D B2 U' R2 F L2 D'")?.cube();
/// let solution = BeginnerMethod::default().solve(&cube, &Limits::default())?;
/// assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED);
/// assert_eq!(solution.phase_names[0], "cross");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeginnerMethod {
    /// The bottom colours to choose from; at least one.
    pub colors: Vec<Color>,
}

impl Default for BeginnerMethod {
    /// White at the bottom.
    fn default() -> BeginnerMethod {
        BeginnerMethod { colors: vec![cubiform_cube::Face::U.color()] }
    }
}

impl BeginnerMethod {
    /// Returns the solution with its explanations. The limits are the maximum length (HTM) and the cancel token.
    ///
    /// # Errors
    /// If the solution is too long, or the search was cancelled.
    ///
    /// # Panics
    /// If there is no colour.
    pub fn explained(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        check_cancelled(&limits.cancel)?;
        let solution = solve_shortest(cube, &self.colors);
        check_length(solution.lengths().htm as usize, limits)?;
        Ok(solution)
    }
}

impl Solver for BeginnerMethod {
    /// Ignores the budgets: there is no search.
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<solver::Solution, Unsolved> {
        let solution = solver::Solution::new(self.explained(cube, limits)?.phases(), false, 0);
        Ok(solver::Solution { phase_names: &BeginnerStage::NAMES, ..solution })
    }
}
