//! What all solvers of the whole cube have in common: what they are asked, what they answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Cube, Move, Symmetry};

use crate::clock::ThreadTime;

/// How short a solution must be, and how long to look for it.
///
/// Without a budget a solver ends with its first solution of at most `max_length` moves; with one it goes on to
/// shorter ones until the budget is spent, or none is shorter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The most moves of a solution, in the half-turn metric.
    pub max_length: Option<u8>,
    /// A budget of processor time. WebAssembly has no clock: there it is spent at once.
    pub time: Option<Duration>,
    /// A budget of nodes: with it alone the answer is the same everywhere and always, with the same tables.
    pub nodes: Option<u64>,
    /// Whether the first solution of at most `max_length` moves will do, although there is a budget.
    pub first: bool,
    /// Ends the search when it is set.
    pub stop: Option<&'a AtomicBool>,
    /// The same: what it was for has been found elsewhere.
    pub superseded: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Whether there is a budget.
    pub fn has_budget(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves, in the phases of the method; those that do not show phases have one.
    pub phases: Vec<Vec<Move>>,
    /// Whether it is known that there is none shorter.
    pub optimal: bool,
    /// How many nodes were expanded.
    pub nodes: u64,
}

impl Solution {
    /// All of its moves.
    pub fn moves(&self) -> Vec<Move> {
        self.phases.concat()
    }

    /// What to do right after a scramble that has turned the whole cube by `rotation`: the rotation back to how the
    /// moves are written (white on top and green in front), if there is anything to turn back, and the moves.
    ///
    /// # Panics
    /// If `rotation` is a mirror.
    pub fn after_rotation(&self, rotation: Symmetry) -> Algorithm {
        let back =
            Algorithm::of_rotation(rotation.inverse()).expect("a scramble turns the cube by a rotation");
        back.turns().iter().copied().chain(self.moves().into_iter().map(Turn::from)).collect()
    }
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The budget was spent.
    #[error("no solution was found {} before the budget was spent", at_most(*.max_length))]
    Budget {
        /// The most moves that were allowed.
        max_length: Option<u8>,
    },
    /// There is none.
    #[error("there is no solution {}", at_most(*.max_length))]
    None {
        /// The most moves that were allowed.
        max_length: Option<u8>,
    },
    /// The moves that are allowed never solve it.
    #[error("not solvable with these moves")]
    NotInGroup,
    /// The method gives one solution, which is longer.
    #[error("the solution has {length} moves, more than {max_length}")]
    TooLong {
        /// How many moves it has.
        length: usize,
        /// The most that were allowed.
        max_length: u8,
    },
    /// A table contradicts itself or the cube.
    #[error("the table of the optimal solver is damaged")]
    Table,
    /// It was stopped.
    #[error("the search was stopped")]
    Stopped,
}

fn at_most(max_length: Option<u8>) -> String {
    let ending = if max_length == Some(1) { "" } else { "s" };
    max_length.map_or_else(|| "at all".into(), |max| format!("of at most {max} move{ending}"))
}

/// A way to solve the whole cube.
pub trait Solver: Send + Sync {
    /// Solves a cube. What it gives has been made on the cube, and solved it.
    ///
    /// # Errors
    /// If it finds none within the limits.
    fn solve(&self, cube: &Cube, limits: &Limits<'_>) -> Result<Solution, Unsolved>;

    /// The solutions of a cube: one, of methods that find no others. Each tells the nodes of all together.
    ///
    /// # Errors
    /// If it finds none within the limits.
    fn solutions(&self, cube: &Cube, limits: &Limits<'_>) -> Result<Vec<Solution>, Unsolved> {
        self.solve(cube, limits).map(|solution| vec![solution])
    }
}

/// How many nodes are expanded between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// A budget that is being spent.
pub(crate) struct Meter<'a> {
    limits: &'a Limits<'a>,
    start: Option<ThreadTime>,
    nodes: u64,
    next_check: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a Limits<'a>) -> Meter<'a> {
        let start = limits.time.map(|_| ThreadTime::now());
        let mut meter = Meter { limits, start, nodes: 0, next_check: 0 };
        meter.schedule_check();
        meter
    }

    fn schedule_check(&mut self) {
        self.next_check = self.limits.nodes.unwrap_or(u64::MAX).min(self.nodes + NODES_BETWEEN_CHECKS);
    }

    /// The nodes expanded so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// So many nodes more have been expanded; whether the budget is spent.
    #[inline(always)]
    pub(crate) fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.nodes >= self.next_check && self.check()
    }

    /// Whether somebody has asked for an end.
    pub(crate) fn is_stopped(&self) -> bool {
        [self.limits.stop, self.limits.superseded]
            .into_iter()
            .flatten()
            .any(|stop| stop.load(Ordering::Relaxed))
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
