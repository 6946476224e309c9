//! The optimal solver beside the others: a short solution by two phases first, then whether there is none shorter.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cubiform_cube::{Cube, Move};
use cubiform_tables::cosets::CosetTable;

use super::solver::{Limits, Optimal, SolveError};
use crate::two_phase::TwoPhase;
use crate::whole::{self, Solver, Unsolved};

/// How long two phases look for a short solution: if it is optimal already, its own length need not be searched.
const TWO_PHASE_TIME: Duration = Duration::from_millis(100);

/// All moves.
const ALL: u32 = (1 << Move::COUNT) - 1;

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
        Wanted { moves: ALL, solutions: 1, up_to_symmetry: false }
    }
}

/// Solves cubes in as few moves as there may be, each on several threads.
pub struct Exact<'t> {
    optimal: Optimal<'t>,
    /// Where a single solution of any moves is wanted, which may be this one's.
    two_phase: Option<TwoPhase>,
    wanted: Wanted,
    threads: usize,
}

impl<'t> Exact<'t> {
    /// A solver with this table, which searches each cube on so many threads.
    ///
    /// # Panics
    /// If of some face a quarter turn is among the moves and another turn is not.
    pub fn new(table: &'t CosetTable, threads: usize, wanted: Wanted) -> Exact<'t> {
        let two_phase = (wanted.solutions <= 1 && wanted.moves == ALL).then(TwoPhase::new);
        Exact { optimal: Optimal::within(table, wanted.moves), two_phase, wanted, threads }
    }
}

impl Solver for Exact<'_> {
    fn solve(&self, cube: &Cube, limits: &whole::Limits<'_>) -> Result<whole::Solution, Unsolved> {
        self.solutions(cube, limits).map(|mut solutions| solutions.swap_remove(0))
    }

    /// Of the limits it heeds the length and the stop; it takes the time and the nodes that it needs.
    fn solutions(&self, cube: &Cube, limits: &whole::Limits<'_>) -> Result<Vec<whole::Solution>, Unsolved> {
        let short =
            whole::Limits { time: Some(TWO_PHASE_TIME), stop: limits.stop, ..whole::Limits::default() };
        let known = self.two_phase.as_ref().map(|solver| solver.solve(cube, &short)).transpose()?;
        let wanted = Limits {
            solutions: self.wanted.solutions,
            up_to_symmetry: self.wanted.up_to_symmetry,
            known: known.as_ref().map(whole::Solution::moves),
            most: limits.max_length.unwrap_or(Limits::default().most),
        };
        let never = AtomicBool::new(false);
        let solved = self.optimal.solve_shared(cube, &wanted, self.threads, limits.stop.unwrap_or(&never));
        match solved {
            Ok(solution) => {
                let nodes = known.map_or(0, |known| known.nodes) + solution.counts.expanded;
                let each = |moves| whole::Solution { phases: vec![moves], optimal: true, nodes };
                Ok(solution.solutions.into_iter().map(each).collect())
            }
            Err(SolveError::TooFar { most }) => Err(Unsolved::None { max_length: Some(most) }),
            Err(SolveError::NotInGroup) => Err(Unsolved::NotInGroup),
            Err(SolveError::Cancelled) => Err(Unsolved::Stopped),
            Err(SolveError::Table) => Err(Unsolved::Table),
        }
    }
}
