//! The interface of all solvers: the trait [`Solver`], its [`Limits`], [`Solution`] and [`Unsolved`].

use std::fmt;
use std::sync::Arc;

use cubiform_cube::notation::Turn;
use cubiform_cube::puzzle::Puzzle;
use cubiform_cube::{Algorithm, Cube, Symmetry};

pub use cubiform_search::Limits;
use cubiform_search::Stopped;
use cubiform_threads::CancelToken;

use crate::goal_search::root_distances::Contradiction;

/// A solution of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<P: Puzzle = Cube> {
    /// The moves by phase of the method; a single phase if the method reports none.
    pub phases: Vec<Vec<P::Move>>,
    /// The names of the phases, if the method has names for them.
    pub phase_names: &'static [&'static str],
    /// Whether no shorter solution exists.
    pub is_optimal: bool,
    /// The number of nodes expanded.
    pub nodes: u64,
    /// The width of the widest beam that finished, for methods with a beam.
    pub beam: Option<usize>,
}

impl<P: Puzzle> Solution<P> {
    /// Creates a solution without names and without a beam.
    pub fn new(phases: Vec<Vec<P::Move>>, is_optimal: bool, nodes: u64) -> Solution<P> {
        Solution { phases, phase_names: &[], is_optimal, nodes, beam: None }
    }

    /// Returns the moves of all phases.
    pub fn moves(&self) -> Vec<P::Move> {
        self.phases.concat()
    }

    /// Returns the number of moves, in the metric of the solver.
    pub fn length(&self) -> usize {
        self.phases.iter().map(Vec::len).sum()
    }
}

/// The moves, in the notation of the puzzle.
impl<P: Puzzle> fmt::Display for Solution<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&P::format(&self.moves()))
    }
}

impl Solution {
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
    /// The allowed moves do not generate the state.
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
    /// A table contradicts itself or the state: its file is damaged.
    #[error("a table of the solver contradicts itself or the cube: its file is damaged")]
    Table,
    /// The search expanded more nodes than it should with intact tables.
    #[error("the search was given up after {nodes} nodes: a table of the solver may be damaged")]
    TooManyNodes {
        /// The maximum number of nodes.
        nodes: u64,
    },
    /// The search was cancelled.
    #[error("the search was stopped")]
    Cancelled,
}

impl From<Contradiction> for Unsolved {
    fn from(_: Contradiction) -> Unsolved {
        Unsolved::Table
    }
}

impl Unsolved {
    /// Returns the reason for a search that stopped within `limits`.
    pub fn from_stopped(stopped: Stopped, limits: &Limits) -> Unsolved {
        let max_length = limits.max_length;
        match stopped {
            Stopped::NoSolution { .. } => Unsolved::None { max_length },
            Stopped::Budget => Unsolved::Budget { max_length },
            Stopped::Cancelled => Unsolved::Cancelled,
        }
    }
}

/// Returns an error if `cancel` is set.
///
/// # Errors
/// [`Unsolved::Cancelled`], if it is.
pub fn check_cancelled(cancel: &CancelToken) -> Result<(), Unsolved> {
    if cancel.is_cancelled() { Err(Unsolved::Cancelled) } else { Ok(()) }
}

/// Returns an error if a solution of `length` moves is longer than the limits allow.
///
/// # Errors
/// [`Unsolved::TooLong`], if it is.
pub fn check_length(length: usize, limits: &Limits) -> Result<(), Unsolved> {
    match limits.max_length {
        Some(max_length) if length > max_length.into() => Err(Unsolved::TooLong { length, max_length }),
        _ => Ok(()),
    }
}

/// Returns the words that state a maximum length, after a space, or an empty string.
fn at_most(max_length: Option<u8>) -> String {
    let ending = if max_length == Some(1) { "" } else { "s" };
    max_length.map_or_else(String::new, |max| format!(" of at most {max} move{ending}"))
}

/// A solver of a puzzle; of the 3x3x3, unless another is named.
pub trait Solver<P: Puzzle = Cube>: Send + Sync {
    /// Returns a solution of `state`, which has been replayed on it.
    ///
    /// # Errors
    /// If there is none within the limits.
    fn solve(&self, state: &P, limits: &Limits) -> Result<Solution<P>, Unsolved>;

    /// Returns solutions of `state`: one, unless the method finds several. Each has the node count of the whole search.
    ///
    /// # Errors
    /// If there is none within the limits.
    fn solutions(&self, state: &P, limits: &Limits) -> Result<Vec<Solution<P>>, Unsolved> {
        self.solve(state, limits).map(|solution| vec![solution])
    }
}

impl<P: Puzzle, S: Solver<P> + ?Sized> Solver<P> for Arc<S> {
    fn solve(&self, state: &P, limits: &Limits) -> Result<Solution<P>, Unsolved> {
        (**self).solve(state, limits)
    }

    fn solutions(&self, state: &P, limits: &Limits) -> Result<Vec<Solution<P>>, Unsolved> {
        (**self).solutions(state, limits)
    }
}
