//! The optimal solver beside the others: a short solution by two phases first, then whether there is none shorter.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cubiform_cube::Cube;
use cubiform_tables::cosets::CosetTable;

use super::solver::{Limits, Optimal, SolveError};
use crate::two_phase::TwoPhase;
use crate::whole::{self, Solver, Unsolved};

/// How long two phases look for a short solution: if it is optimal already, its own length need not be searched.
const TWO_PHASE_TIME: Duration = Duration::from_millis(100);

/// Solves cubes in as few moves as there may be, each on several threads.
pub struct Exact<'t> {
    optimal: Optimal<'t>,
    two_phase: TwoPhase,
    threads: usize,
}

impl<'t> Exact<'t> {
    /// A solver with this table, which searches each cube on so many threads.
    pub fn new(table: &'t CosetTable, threads: usize) -> Exact<'t> {
        Exact { optimal: Optimal::new(table), two_phase: TwoPhase::new(), threads }
    }
}

impl Solver for Exact<'_> {
    /// Of the limits it heeds the length and the stop; it takes the time and the nodes that it needs.
    fn solve(&self, cube: &Cube, limits: &whole::Limits<'_>) -> Result<whole::Solution, Unsolved> {
        let short =
            whole::Limits { time: Some(TWO_PHASE_TIME), stop: limits.stop, ..whole::Limits::default() };
        let known = self.two_phase.solve(cube, &short)?;
        let most = limits.max_length.unwrap_or(Limits::default().most);
        let wanted = Limits { known: Some(known.moves()), most, ..Limits::default() };
        let never = AtomicBool::new(false);
        let solved = self.optimal.solve_shared(cube, &wanted, self.threads, limits.stop.unwrap_or(&never));
        match solved {
            Ok(mut solution) => Ok(whole::Solution {
                phases: vec![solution.solutions.swap_remove(0)],
                optimal: true,
                nodes: known.nodes + solution.counts.expanded,
            }),
            Err(SolveError::TooFar { most }) => Err(Unsolved::None { max_length: Some(most) }),
            Err(SolveError::Cancelled) => Err(Unsolved::Stopped),
            Err(SolveError::Table) => Err(Unsolved::Table),
        }
    }
}
