//! The puzzles beside the 3x3x3: [`ScramblePuzzle`] is what the solutions and scrambles of one need. A puzzle is a variant of
//! [`Puzzle`], an implementation here, and a line where solutions and scrambles choose it.

use std::sync::Arc;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Layers, Metric, Turn, notation};
use cubiform_cube::puzzle::{Puzzle as _, PuzzleText};
use cubiform_cube::two::Cube2;
use cubiform_solvers::solver::{Limits, Solver, Unsolved};
use cubiform_solvers::two::TwoByTwo;
use cubiform_threads::CancelToken;

use crate::Error;
use crate::engines::Engines;
use crate::puzzle::{FourMetric, Puzzle};
use crate::solvers::{Solvers, open};

/// A puzzle with one solver and one event.
pub(crate) trait ScramblePuzzle: PuzzleText {
    /// The generator of scrambles.
    type Scrambler: Send + Sync + ?Sized + 'static;

    /// The name of the puzzle.
    const PUZZLE: Puzzle;

    /// Returns the solver; `metric` and `beam` are for those that have them.
    ///
    /// # Errors
    /// If a table cannot be opened, or the search for it was cancelled.
    fn solver(
        metric: FourMetric,
        beam: Option<usize>,
        solvers: &dyn Solvers,
    ) -> Result<Arc<dyn Solver<Self>>, Error>;

    /// Returns the generator of scrambles, whose answers are the same on every machine.
    ///
    /// # Errors
    /// As [`solver`](ScramblePuzzle::solver).
    fn scrambler(solvers: &dyn Solvers) -> Result<Arc<Self::Scrambler>, Error>;

    /// Returns whether the WCA allows scrambles of this state, which is not too near the solved one.
    fn is_allowed(&self) -> bool;

    /// Returns moves that lead from the solved state to this one, in the form that the WCA uses.
    ///
    /// # Errors
    /// If the search was cancelled or a table is damaged.
    fn scramble(
        &self,
        scrambler: &Self::Scrambler,
        cancel: &CancelToken,
    ) -> Result<Vec<Self::Move>, Unsolved>;

    /// Returns moves, possibly with rotations, that lead from the solved state to this one, given a solution.
    fn setup(&self, solution: &[Self::Move]) -> String {
        let inverse: Vec<Self::Move> = solution.iter().rev().map(|m| Self::inverse_move(*m)).collect();
        Self::format(&inverse)
    }
}

/// The number of moves of a scramble, as in competitions: the maximum distance of any state.
const SCRAMBLE_LENGTH: u8 = 11;

/// The minimum number of moves that a state of a competition takes to solve.
const MIN_DISTANCE: usize = 4;

/// Returns whether at most `moves` moves solve a state.
fn is_within(state: Cube2, moves: usize) -> bool {
    state.is_solved() || moves > 0 && Cube2::moves().any(|m| is_within(state.after(&[m.into()]), moves - 1))
}

impl ScramblePuzzle for Cube2 {
    type Scrambler = TwoByTwo;

    const PUZZLE: Puzzle = Puzzle::Two;

    fn solver(
        _: FourMetric,
        _: Option<usize>,
        solvers: &dyn Solvers,
    ) -> Result<Arc<dyn Solver<Cube2>>, Error> {
        Ok(open(solvers, Engines::two)?)
    }

    fn scrambler(solvers: &dyn Solvers) -> Result<Arc<TwoByTwo>, Error> {
        open(solvers, Engines::two)
    }

    fn is_allowed(&self) -> bool {
        !is_within(*self, MIN_DISTANCE - 1)
    }

    /// A scramble has exactly eleven moves, the maximum distance of any state, so that it does not show how far the state
    /// is from solved.
    fn scramble(&self, solver: &TwoByTwo, _: &CancelToken) -> Result<Vec<Self::Move>, Unsolved> {
        let max_length = Some(SCRAMBLE_LENGTH);
        let solution =
            solver.solution_of_length(*self, SCRAMBLE_LENGTH).ok_or(Unsolved::None { max_length })?;
        let scramble: Vec<Self::Move> = solution.iter().rev().map(|m| m.inverse()).collect();
        assert!(Cube2::SOLVED.after(&scramble) == *self, "a scramble makes its state");
        Ok(scramble)
    }
}

impl ScramblePuzzle for Cube4 {
    type Scrambler = dyn Solver<Cube4>;

    const PUZZLE: Puzzle = Puzzle::Four;

    fn solver(
        metric: FourMetric,
        beam: Option<usize>,
        solvers: &dyn Solvers,
    ) -> Result<Arc<dyn Solver<Cube4>>, Error> {
        solvers.four(metric.into(), beam)
    }

    fn scrambler(solvers: &dyn Solvers) -> Result<Arc<Self::Scrambler>, Error> {
        open(solvers, Engines::four_scrambler)
    }

    fn is_allowed(&self) -> bool {
        let turns = || Turn::all().filter(|turn| Metric::OuterBlock.layers().contains(&turn.layers()));
        !self.is_solved() && !turns().any(|turn| self.turn(turn).is_solved())
    }

    fn scramble(&self, solver: &Self::Scrambler, cancel: &CancelToken) -> Result<Vec<Turn>, Unsolved> {
        let solution = solver.solve(self, &Limits { cancel: cancel.clone(), ..Limits::default() })?.moves();
        // The inverse starts from the solved cube in the standard orientation, not as the solution leaves it.
        let reorientation = self.apply(&solution).canonical_rotation();
        let back: Vec<Turn> =
            solution.iter().rev().map(|turn| turn.inverse().conjugate(reorientation)).collect();
        let turns = with_near_wide_turns(&back);
        assert!(Cube4::from_turns(&turns).equals_up_to_rotation(self), "a scramble makes its state");
        Ok(turns)
    }

    /// The inverse of the solution, applied to a solved cube in the orientation in which the solution leaves it.
    fn setup(&self, solution: &[Turn]) -> String {
        let rotation =
            self.apply(solution).canonical_rotation().inverse().rotation_name().unwrap_or_default();
        let back: Vec<Turn> = solution.iter().rev().map(|turn| turn.inverse()).collect();
        format!("{rotation} {}", notation::format(&back)).trim().to_string()
    }
}

/// Rewrites turns so that only R, U and F have wide turns, as in WCA notation. The result is equal up to a rotation of
/// the whole cube: Lw becomes Rw and a rotation, which is moved past the later turns.
fn with_near_wide_turns(turns: &[Turn]) -> Vec<Turn> {
    // The rotation left out so far: the turns read equal those written, followed by this rotation.
    let mut rotation = Symmetry::IDENTITY;
    let mut near = Vec::with_capacity(turns.len());
    for turn in turns {
        let turn = turn.conjugate(rotation.inverse());
        if turn.layers() != Layers::FAR {
            near.push(turn);
            continue;
        }
        let of = |layers, quarters| {
            Turn::new(turn.axis(), layers, quarters).expect("a turn and its inverse are turns")
        };
        let quarters = i32::from(turn.quarters());
        near.push(of(Layers::NEAR, -quarters));
        rotation = of(Layers::ALL, quarters).rotation().then(rotation);
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_near_wide_turns_keeps_the_state_and_uses_three_faces() {
        let turns: Vec<Turn> =
            Turn::all().filter(|turn| Metric::OuterBlock.layers().contains(&turn.layers())).collect();
        let mut rng = cubiform_cube::random::generator(7);
        for _ in 0..500 {
            let one = |_| turns[cubiform_cube::random::below(&mut rng, turns.len() as u64) as usize];
            let sequence: Vec<Turn> = (0..45).map(one).collect();
            let near = with_near_wide_turns(&sequence);
            assert_eq!(near.len(), sequence.len());
            let is_same = Cube4::from_turns(&near).equals_up_to_rotation(&Cube4::from_turns(&sequence));
            assert!(is_same, "{}", notation::format(&sequence));
            let text = notation::format(&near);
            assert!(["Lw", "Dw", "Bw"].iter().all(|wide| !text.contains(wide)), "{text}");
        }
    }

    #[test]
    fn is_allowed_rejects_states_within_one_turn_of_solved() {
        let is_far_after = |text: &str| {
            let turns = notation::parse(text, Default::default()).unwrap();
            Cube4::from_turns(&turns).is_allowed()
        };
        for text in ["", "x y'", "R", "Lw2 y", "z Uw'"] {
            assert!(!is_far_after(text), "{text}");
        }
        for text in ["R U", "2R", "R L", "Uw F2 z"] {
            assert!(is_far_after(text), "{text}");
        }
    }
}
