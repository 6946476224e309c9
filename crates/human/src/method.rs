//! CFOP behind the interface of all solvers.

use std::sync::Arc;

use cubiform_cube::Cube;
use cubiform_solvers::solver::{self, Limits, Solver, Unsolved, check_length};

use crate::solver::{CfopSolver, Request};

/// CFOP as a [`Solver`]: its phases are the cross, the pairs, OLL and PLL as turns of faces, without the rotations and
/// slices of [`CfopSolver::solve`].
///
/// ```
/// use std::sync::Arc;
///
/// use cubiform_cube::{Algorithm, Cube};
/// use cubiform_human::{CfopMethod, CfopSolver, Request};
/// use cubiform_solvers::solver::{Limits, Solver};
///
/// let method = CfopMethod { solver: Arc::new(CfopSolver::new()), request: Request::default() };
/// let cube = Algorithm::parse("R U2 F' L D B2 U' R2 F L2 D'")?.cube();
/// let solution = method.solve(&cube, &Limits::default())?;
/// assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct CfopMethod {
    /// The solver, which may be shared.
    pub solver: Arc<CfopSolver>,
    /// The bottom colours, the objective and the effort.
    pub request: Request,
}

impl Solver for CfopMethod {
    /// Ignores the budgets: [`Request::effort`] bounds the search.
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<solver::Solution, Unsolved> {
        let without_length = Limits { max_length: None, ..limits.clone() };
        let cfop_solution = self.solver.solve(cube, &self.request, &without_length)?;
        let solution = solver::Solution::new(cfop_solution.phases(), false, 0);
        assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED, "a solution solves the cube");
        check_length(solution.length(), limits)?;
        Ok(solution)
    }
}
