//! The interface of all solvers of the whole cube: the trait [`Solver`], its [`Limits`], [`Solution`] and [`Unsolved`].

use std::time::Duration;

use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Cube, Move, Symmetry};
use cubiform_threads::CancelToken;

use crate::clock::ThreadTime;

/// The limits of one solve: the length of the solution and the budget of the search.
///
/// Without a budget a solver returns its first solution of at most `max_length` moves. With a budget it goes on to
/// shorter solutions until the budget is spent or no shorter one exists.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The maximum length of a solution, in half turn metric (HTM).
    pub max_length: Option<u8>,
    /// A budget of processor time. WebAssembly has no clock: there such a budget is spent at once.
    pub time: Option<Duration>,
    /// A budget of expanded nodes. With this budget alone, equal tables give equal answers in every run.
    pub nodes: Option<u64>,
    /// Whether to return the first solution of at most `max_length` moves even if there is a budget.
    pub first: bool,
    /// A flag that stops the search when it is set.
    pub stop: Option<&'a CancelToken>,
    /// A flag that stops the search when another search has found the answer.
    pub superseded: Option<&'a CancelToken>,
}

impl Limits<'_> {
    /// Returns whether there is a budget.
    pub fn has_budget(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }
}

/// A solution of the whole cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves by phase of the method; a single phase if the method reports none.
    pub phases: Vec<Vec<Move>>,
    /// Whether the solution is known to be optimal.
    pub optimal: bool,
    /// The number of nodes expanded.
    pub nodes: u64,
}

impl Solution {
    /// Returns the moves of all phases.
    pub fn moves(&self) -> Vec<Move> {
        self.phases.concat()
    }

    /// Returns the algorithm that solves the cube right after a scramble that turned the whole cube by `rotation`: the
    /// rotation back to white on top and green in front, if it is needed, and then the moves.
    ///
    /// # Panics
    /// If `rotation` is a mirror.
    pub fn after_rotation(&self, rotation: Symmetry) -> Algorithm {
        let back =
            Algorithm::of_rotation(rotation.inverse()).expect("a scramble turns the cube by a rotation");
        back.turns().iter().copied().chain(self.moves().into_iter().map(Turn::from)).collect()
    }
}

/// The reason why a solver returned no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The budget was spent.
    #[error("no solution{} was found before the budget was spent", at_most(*.max_length))]
    Budget {
        /// The maximum length that was allowed.
        max_length: Option<u8>,
    },
    /// No solution is short enough.
    #[error("there is no solution{}", at_most(*.max_length))]
    None {
        /// The maximum length that was allowed.
        max_length: Option<u8>,
    },
    /// The allowed moves do not generate the cube.
    #[error("not solvable with these moves")]
    NotInGroup,
    /// The only solution of the method is too long.
    #[error("the solution has {length} moves, more than {max_length}")]
    TooLong {
        /// The length of that solution.
        length: usize,
        /// The maximum length that was allowed.
        max_length: u8,
    },
    /// A table contradicts itself or the cube.
    #[error("the table of the optimal solver is damaged")]
    Table,
    /// A flag of [`Limits`] stopped the search.
    #[error("the search was stopped")]
    Stopped,
}

/// Returns the words that state a maximum length, after a space, or an empty string.
fn at_most(max_length: Option<u8>) -> String {
    let ending = if max_length == Some(1) { "" } else { "s" };
    max_length.map_or_else(String::new, |max| format!(" of at most {max} move{ending}"))
}

/// A solver of the whole cube.
pub trait Solver: Send + Sync {
    /// Returns a solution of `cube`, which has been replayed on it.
    ///
    /// # Errors
    /// If there is none within the limits.
    fn solve(&self, cube: &Cube, limits: &Limits<'_>) -> Result<Solution, Unsolved>;

    /// Returns solutions of `cube`: one, unless the method finds several. Each has the node count of the whole search.
    ///
    /// # Errors
    /// If there is none within the limits.
    fn solutions(&self, cube: &Cube, limits: &Limits<'_>) -> Result<Vec<Solution>, Unsolved> {
        self.solve(cube, limits).map(|solution| vec![solution])
    }
}

/// The number of nodes expanded between two checks of the clock and of the stop flags.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// The spent part of a budget.
pub(crate) struct Meter<'a> {
    limits: &'a Limits<'a>,
    start: Option<ThreadTime>,
    nodes: u64,
    next_check: u64,
}

impl<'a> Meter<'a> {
    /// Starts a budget.
    pub(crate) fn new(limits: &'a Limits<'a>) -> Meter<'a> {
        let start = limits.time.map(|_| ThreadTime::now());
        let mut meter = Meter { limits, start, nodes: 0, next_check: 0 };
        meter.schedule_check();
        meter
    }

    /// Sets the number of nodes at which the next check is due.
    fn schedule_check(&mut self) {
        self.next_check = self.limits.nodes.unwrap_or(u64::MAX).min(self.nodes + NODES_BETWEEN_CHECKS);
    }

    /// Returns the number of nodes expanded so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds expanded nodes. Returns whether the budget is spent or the search is stopped.
    #[inline(always)]
    pub(crate) fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.nodes >= self.next_check && self.check()
    }

    /// Returns whether a stop flag is set.
    pub(crate) fn is_stopped(&self) -> bool {
        [self.limits.stop, self.limits.superseded].into_iter().flatten().any(|stop| stop.is_cancelled())
    }

    #[cold]
    fn check(&mut self) -> bool {
        self.schedule_check();
        let spent = |start: &ThreadTime| self.limits.time.is_some_and(|time| start.elapsed() >= time);
        self.is_stopped()
            || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.start.as_ref().is_some_and(spent)
    }
}
