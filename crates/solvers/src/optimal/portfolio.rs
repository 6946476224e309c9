//! The optimal solver beside the others: before a length is searched that takes long, two phases may find a solution of it.

use std::sync::atomic::AtomicBool;

use cubiform_cube::{Cube, Move};
use cubiform_tables::cosets::CosetTable;

use super::solver::{Limits, Optimal, SolveError, UpperBound};
use crate::node_limit::TableCheck;
use crate::solver::{self, Solver, Unsolved};
use crate::two_phase::TwoPhase;

/// How many nodes two phases may expand to find a solution of a length, for each that the search would have to expand, of which
/// one takes three to five times as long. They find most solutions soon, and the longer they have looked the less likely they
/// are to find one in the next second: by then the search is likelier to.
const TWO_PHASE_NODE_SHARE: f64 = 1. / 4.;

/// What is searched so soon is not worth a hint.
const MIN_NODES_FOR_UPPER_BOUND: f64 = 10_000.;

/// All moves.
const ALL_MOVES: u32 = (1 << Move::COUNT) - 1;

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The moves that they may have, bit `m` for move `m`: of each face all turns, half turns, or none.
    pub moves: u32,
    /// How many of them, at least one.
    pub solutions: usize,
    /// Whether of solutions that are [`super::Alike`] the first stands for all.
    pub up_to_symmetry: bool,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { moves: ALL_MOVES, solutions: 1, up_to_symmetry: false }
    }
}

impl Wanted {
    /// Whether a solution that two phases find may be what is wanted: one solution, of any moves.
    pub fn takes_upper_bounds(&self) -> bool {
        self.solutions <= 1 && self.moves == ALL_MOVES
    }
}

/// Solves cubes in as few moves as there may be, each on several threads.
pub struct Portfolio<'t> {
    optimal: Optimal<'t>,
    /// Where a hint may serve, it is this one's.
    two_phase: Option<TwoPhase>,
    wanted: Wanted,
    threads: usize,
}

impl<'t> Portfolio<'t> {
    /// A solver with this table, and two phases beside it if [`Wanted::takes_upper_bounds`], which searches each cube on so many threads.
    ///
    /// # Panics
    /// If of some face a quarter turn is among the moves and another turn is not.
    pub fn new(
        table: &'t CosetTable,
        two_phase: Option<TwoPhase>,
        threads: usize,
        wanted: Wanted,
    ) -> Portfolio<'t> {
        Portfolio { optimal: Optimal::within(table, wanted.moves), two_phase, wanted, threads }
    }
}

impl Portfolio<'_> {
    /// Has `check` called when the search of a cube takes many nodes, once: whether the table is intact. If it is not, the
    /// search ends with [`Unsolved::Table`]. See [`Optimal::checking_tables`].
    #[must_use]
    pub fn checking_tables(self, check: TableCheck) -> Self {
        Portfolio { optimal: self.optimal.checking_tables(check), ..self }
    }
}

/// Two phases beside an optimal search, until it is stopped.
struct TwoPhaseBound<'a> {
    two_phase: &'a TwoPhase,
    stop: Option<&'a AtomicBool>,
}

impl UpperBound for TwoPhaseBound<'_> {
    fn upper_bound(&self, cube: &Cube, length: u8, nodes: f64, superseded: &AtomicBool) -> Option<Vec<Move>> {
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

    /// Of the limits it heeds the length and the stop; it takes the time and the nodes that it needs.
    fn solutions(&self, cube: &Cube, limits: &solver::Limits<'_>) -> Result<Vec<solver::Solution>, Unsolved> {
        let optimal_limits = Limits {
            solutions: self.wanted.solutions,
            up_to_symmetry: self.wanted.up_to_symmetry,
            max_length: limits.max_length.unwrap_or(Limits::default().max_length),
        };
        let two_phase = self.two_phase.as_ref().filter(|_| self.wanted.takes_upper_bounds());
        let upper_bound = two_phase.map(|two_phase| TwoPhaseBound { two_phase, stop: limits.stop });
        let upper_bound = upper_bound.as_ref().map(|upper_bound| upper_bound as &dyn UpperBound);
        let never = AtomicBool::new(false);
        let stop = limits.stop.unwrap_or(&never);
        match self.optimal.solve_shared(cube, &optimal_limits, upper_bound, self.threads, stop) {
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
