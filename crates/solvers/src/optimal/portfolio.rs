//! The optimal solver with the two-phase solver beside it: before the search for a length that takes long, two-phase
//! may find a solution of that length.

use cubiform_cube::{Cube, Move};
use cubiform_tables::cosets::CosetTable;
use cubiform_threads::{CancelToken, Threads};

use super::solver::{Limits, Optimal, SolveError, UpperBound};
use crate::node_limit::TableCheck;
use crate::solver::{self, Solver, Unsolved};
use crate::two_phase::TwoPhase;

/// The number of nodes that two-phase may expand to find a solution of a length, for each node that the optimal search
/// would expand. Two-phase finds most solutions early: the longer it has searched, the less likely it is to find one
/// soon.
const TWO_PHASE_NODE_SHARE: f64 = 1. / 4.;

/// The minimum number of expected nodes for which two-phase is run.
const MIN_NODES_FOR_UPPER_BOUND: f64 = 10_000.;

/// All moves.
const ALL_MOVES: u32 = (1 << Move::COUNT) - 1;

/// The solutions requested from a [`Portfolio`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionRequest {
    /// The moves that solutions may have, bit `m` for move `m`: of each face all turns, only the half turn, or none.
    pub moves: u32,
    /// The number of solutions, at least one.
    pub solutions: usize,
    /// Whether equivalent solutions (see [`super::Equivalence`]) count as one.
    pub up_to_symmetry: bool,
}

impl Default for SolutionRequest {
    fn default() -> SolutionRequest {
        SolutionRequest { moves: ALL_MOVES, solutions: 1, up_to_symmetry: false }
    }
}

impl SolutionRequest {
    /// Returns whether a solution that two-phase finds may be the answer: one solution of any moves is wanted.
    pub fn takes_upper_bounds(&self) -> bool {
        self.solutions <= 1 && self.moves == ALL_MOVES
    }
}

/// A solver that finds optimal solutions, each on several threads, with two-phase beside it for upper bounds.
pub struct Portfolio<'t> {
    optimal: Optimal<'t>,
    /// The source of upper bounds, if there is one.
    two_phase: Option<TwoPhase>,
    wanted: SolutionRequest,
    threads: Threads,
}

impl<'t> Portfolio<'t> {
    /// Creates a solver that searches each cube on `threads` threads with this table. It uses `two_phase` if
    /// [`SolutionRequest::takes_upper_bounds`].
    ///
    /// # Panics
    /// If `wanted.moves` has a quarter turn of a face, but not all turns of it.
    pub fn new(
        table: &'t CosetTable,
        two_phase: Option<TwoPhase>,
        threads: &Threads,
        wanted: SolutionRequest,
    ) -> Portfolio<'t> {
        Portfolio {
            optimal: Optimal::within(table, wanted.moves),
            two_phase,
            wanted,
            threads: threads.clone(),
        }
    }
}

impl Portfolio<'_> {
    /// Sets the check of the table, as [`Optimal::checking_tables`] does. If the table is not intact, the search fails
    /// with [`Unsolved::Table`].
    #[must_use]
    pub fn checking_tables(self, check: TableCheck) -> Self {
        Portfolio { optimal: self.optimal.checking_tables(check), ..self }
    }
}

/// Upper bounds from two-phase, until it is stopped.
struct TwoPhaseBound<'a> {
    two_phase: &'a TwoPhase,
    stop: Option<&'a CancelToken>,
}

impl UpperBound for TwoPhaseBound<'_> {
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
        let limits = solver::Limits {
            max_length: Some(length),
            nodes: Some((nodes * TWO_PHASE_NODE_SHARE) as u64),
            first: true,
            stop: self.stop,
            superseded: Some(superseded),
            ..solver::Limits::default()
        };
        self.two_phase.solve(cube, &limits).ok().map(|solution| solution.moves())
    }
}

impl Solver for Portfolio<'_> {
    fn solve(&self, cube: &Cube, limits: &solver::Limits<'_>) -> Result<solver::Solution, Unsolved> {
        self.solutions(cube, limits).map(|mut solutions| solutions.swap_remove(0))
    }

    /// Observes the maximum length and [`stop`](solver::Limits::stop). The budgets and the other limits are ignored.
    fn solutions(&self, cube: &Cube, limits: &solver::Limits<'_>) -> Result<Vec<solver::Solution>, Unsolved> {
        let optimal_limits = Limits {
            solutions: self.wanted.solutions,
            up_to_symmetry: self.wanted.up_to_symmetry,
            max_length: limits.max_length.unwrap_or(Limits::default().max_length),
        };
        let two_phase = self.two_phase.as_ref().filter(|_| self.wanted.takes_upper_bounds());
        let upper_bound = two_phase.map(|two_phase| TwoPhaseBound { two_phase, stop: limits.stop });
        let upper_bound = upper_bound.as_ref().map(|upper_bound| upper_bound as &dyn UpperBound);
        let never = CancelToken::new();
        let stop = limits.stop.unwrap_or(&never);
        match self.optimal.solve_shared(cube, &optimal_limits, upper_bound, &self.threads, stop) {
            Ok(solution) => {
                let nodes = solution.counts.expanded;
                let to_solution = |moves| solver::Solution { phases: vec![moves], optimal: true, nodes };
                Ok(solution.solutions.into_iter().map(to_solution).collect())
            }
            Err(SolveError::NoSolution { max_length }) => {
                Err(Unsolved::None { max_length: Some(max_length) })
            }
            Err(SolveError::NotInGroup) => Err(Unsolved::NotInGroup),
            Err(SolveError::Cancelled) => Err(Unsolved::Stopped),
            Err(SolveError::Table | SolveError::TooManyNodes { .. }) => Err(Unsolved::Table),
        }
    }
}
