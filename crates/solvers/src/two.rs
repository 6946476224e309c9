//! The 2x2x2: all 3,674,160 distances are known, so an optimal solution is a walk to the solved state.

use cubiform_cube::Move;
use cubiform_cube::notation::Turn;
use cubiform_cube::puzzle::Puzzle;
use cubiform_cube::two::Cube2;
use cubiform_tables::kociemba::{Coordinate as _, CornerPermutation, Twist};
use cubiform_threads::CancelToken;

use crate::distance_space::DistanceSpace;
use crate::solver::{Limits, Solution, Solver, Unsolved};

/// An optimal solver of the 2x2x2, by turns of U, R and F. Its tables take 4 MB and are computed in memory.
///
/// ```
/// use cubiform_cube::puzzle::{Puzzle, PuzzleText};
/// use cubiform_cube::two::Cube2;
/// use cubiform_solvers::solver::{Limits, Solver};
/// use cubiform_solvers::two::TwoByTwo;
///
/// let state = Cube2::parse("R U' R F2 U R' F U2 R")?.state;
/// let solution = TwoByTwo::default().solve(&state, &Limits::default())?;
/// assert!(solution.length() <= 9 && state.after(&solution.moves()).is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TwoByTwo {
    space: DistanceSpace,
}

impl TwoByTwo {
    /// Creates a solver, or returns `None` if it was cancelled.
    pub fn new_until(cancel: &CancelToken) -> Option<TwoByTwo> {
        let moves: Vec<Move> = Cube2::moves().collect();
        let coordinates = [CornerPermutation::rank_of, Twist::rank_of];
        Some(TwoByTwo { space: DistanceSpace::new(moves, &coordinates, cancel)? })
    }

    /// Returns the number of states at each distance from the solved one, in moves (HTM).
    pub fn histogram(&self) -> Vec<u64> {
        self.space.histogram()
    }

    /// Returns the minimum number of moves (HTM) that solve a state, 0..=11.
    pub fn distance(&self, state: Cube2) -> u8 {
        self.space.distance(&state.to_cube())
    }

    /// Returns the first solution of exactly `length` moves in canonical order, or `None` if there is none.
    pub fn solution_of_length(&self, state: Cube2, length: u8) -> Option<Vec<Turn>> {
        self.space.path_of_length(&state.to_cube(), length).map(turns)
    }
}

impl Default for TwoByTwo {
    /// Creates a solver and computes its tables.
    fn default() -> TwoByTwo {
        TwoByTwo::new_until(&CancelToken::never()).expect("it is not cancelled")
    }
}

impl Solver<Cube2> for TwoByTwo {
    fn solve(&self, state: &Cube2, limits: &Limits) -> Result<Solution<Cube2>, Unsolved> {
        let (moves, nodes) = self
            .space
            .shortest_path(&state.to_cube(), limits)
            .map_err(|stopped| Unsolved::from_stopped(stopped, limits))?;
        let solution = Solution::new(vec![turns(moves)], true, nodes);
        assert!(state.after(&solution.moves()).is_solved(), "a solution solves the cube");
        Ok(solution)
    }
}

/// Converts moves to turns.
fn turns(moves: Vec<Move>) -> Vec<Turn> {
    moves.into_iter().map(Turn::from).collect()
}
