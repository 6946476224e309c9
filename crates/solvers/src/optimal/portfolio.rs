//! The optimal solver with the two-phase solver beside it: before the search for a length that takes long, two-phase
//! may find a solution of that length.

use cubiform_cube::{Cube, Move};
use cubiform_threads::{CancelToken, Threads};

use super::solver::{Optimal, SolutionRequest, UpperBound};
use crate::solver::{Limits, Solution, Solver, Unsolved};
use crate::two_phase::TwoPhase;

/// The number of nodes that two-phase may expand to find a solution of a length, for each node that the optimal search
/// would expand. Two-phase finds most solutions early: the longer it has searched, the less likely it is to find one
/// soon.
const TWO_PHASE_NODE_SHARE: f64 = 1. / 4.;

/// The minimum number of expected nodes for which two-phase is run.
const MIN_NODES_FOR_UPPER_BOUND: f64 = 10_000.;

/// A solver that finds optimal solutions, each on several threads, with two-phase beside it for upper bounds.
pub struct Portfolio {
    optimal: Optimal,
    /// The source of upper bounds, if there is one.
    two_phase: Option<TwoPhase>,
    request: SolutionRequest,
    threads: Threads,
}

impl Portfolio {
    /// Creates a solver that searches each cube on `threads`. It uses `two_phase` if one solution with any moves is
    /// wanted.
    pub fn new(
        optimal: Optimal,
        two_phase: Option<TwoPhase>,
        threads: &Threads,
        request: SolutionRequest,
    ) -> Portfolio {
        let two_phase = two_phase.filter(|_| request.solutions <= 1 && optimal.has_all_moves());
        Portfolio { optimal, two_phase, request, threads: threads.clone() }
    }
}

impl UpperBound for TwoPhase {
    fn upper_bound(
        &self,
        cube: &Cube,
        length: u8,
        nodes: f64,
        superseded: &CancelToken,
    ) -> Option<Vec<Move>> {
        if nodes < MIN_NODES_FOR_UPPER_BOUND {
            return None;
        }
        let limits = Limits {
            max_length: Some(length),
            nodes: Some((nodes * TWO_PHASE_NODE_SHARE) as u64),
            first: true,
            cancel: superseded.clone(),
            ..Limits::default()
        };
        self.solve(cube, &limits).ok().map(|solution| solution.moves())
    }
}

impl Solver for Portfolio {
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        self.solutions(cube, limits).map(|mut solutions| solutions.swap_remove(0))
    }

    /// Ignores the budget of processor time, since that is of one thread, and `first`.
    fn solutions(&self, cube: &Cube, limits: &Limits) -> Result<Vec<Solution>, Unsolved> {
        let upper_bound = self.two_phase.as_ref().map(|two_phase| two_phase as &dyn UpperBound);
        let result = self.optimal.solve_shared(cube, &self.request, limits, upper_bound, &self.threads)?;
        let nodes = result.counts.expanded;
        Ok(result.solutions.into_iter().map(|moves| Solution::new(vec![moves], true, nodes)).collect())
    }
}
