//! The optimal solver beside the others: before a length is searched that takes long, two phases may find a solution of it.

use std::sync::atomic::AtomicBool;

use cubiform_cube::{Cube, Move};
use cubiform_tables::cosets::CosetTable;

use super::solver::{Hints, Limits, Optimal, SolveError};
use crate::two_phase::TwoPhase;
use crate::whole::{self, Solver, Unsolved};

/// How many nodes two phases may expand to find a solution of a length, for each that the search would have to expand. They
/// find most solutions soon and others not for long, and a node of theirs takes a third of the time.
const NODES_OF_TWO_PHASES: f64 = 1. / 8.;

/// What is searched so soon is not worth a hint.
const WORTH_A_HINT: f64 = 10_000.;

/// Solves cubes in as few moves as there may be, each on several threads.
pub struct Exact<'t> {
    optimal: Optimal<'t>,
    two_phase: TwoPhase,
    threads: usize,
}

impl<'t> Exact<'t> {
    /// A solver with this table, and two phases beside it, which searches each cube on so many threads.
    pub fn new(table: &'t CosetTable, two_phase: TwoPhase, threads: usize) -> Exact<'t> {
        Exact { optimal: Optimal::new(table), two_phase, threads }
    }
}

/// Two phases beside an optimal search, until it is stopped.
struct Beside<'a> {
    two_phase: &'a TwoPhase,
    stop: Option<&'a AtomicBool>,
}

impl Hints for Beside<'_> {
    fn hint(&self, cube: &Cube, length: u8, nodes: f64, over: &AtomicBool) -> Option<Vec<Move>> {
        if nodes < WORTH_A_HINT {
            return None;
        }
        let limits = whole::Limits {
            max_length: Some(length),
            nodes: Some((nodes * NODES_OF_TWO_PHASES) as u64),
            first: true,
            stop: self.stop,
            over: Some(over),
            ..whole::Limits::default()
        };
        self.two_phase.solve(cube, &limits).ok().map(|solution| solution.moves())
    }
}

impl Solver for Exact<'_> {
    /// Of the limits it heeds the length and the stop; it takes the time and the nodes that it needs.
    fn solve(&self, cube: &Cube, limits: &whole::Limits<'_>) -> Result<whole::Solution, Unsolved> {
        let wanted =
            Limits { most: limits.max_length.unwrap_or(Limits::default().most), ..Limits::default() };
        let never = AtomicBool::new(false);
        let hints = Beside { two_phase: &self.two_phase, stop: limits.stop };
        let stop = limits.stop.unwrap_or(&never);
        match self.optimal.solve_shared(cube, &wanted, Some(&hints), self.threads, stop) {
            Ok(mut solution) => Ok(whole::Solution {
                phases: vec![solution.solutions.swap_remove(0)],
                optimal: true,
                nodes: solution.counts.expanded,
            }),
            Err(SolveError::TooFar { most }) => Err(Unsolved::None { max_length: Some(most) }),
            Err(SolveError::Cancelled) => Err(Unsolved::Stopped),
            Err(SolveError::Table) => Err(Unsolved::Table),
        }
    }
}
