//! The 4x4x4.

use std::sync::Arc;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Layers, Metric, Turn, notation};
use cubiform_solvers::solver::{Limits, Solver, Unsolved};
use cubiform_threads::CancelToken;

use super::ScramblePuzzle;
use crate::Error;
use crate::engines::Engines;
use crate::puzzle::{FourMetric, Puzzle};
use crate::solvers::{Solvers, open};

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
