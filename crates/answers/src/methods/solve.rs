//! A solve by a method: the state between two steps as it is held, and the solution of a step.

use cubiform_cube::held::HeldCube;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};
use cubiform_solvers::algorithms::{AlgorithmSearch, FoundAlgorithm};
use cubiform_solvers::solver::{Limits, Unsolved};

use super::cost::Cost;

/// A state on the way to the solved cube.
#[derive(Clone, Debug)]
pub(crate) struct Solve {
    /// The pieces relative to the centres.
    pub(super) cube: Cube,
    /// The rotation of the centres by slice turns and wide turns.
    pub(super) hold: Symmetry,
    /// The rotation about U/D in which the hands hold it, beside that; `None` before the first step.
    grip: Option<Symmetry>,
    /// The cost of each step, and its turns.
    pub(super) steps: Vec<(Cost, Vec<Turn>)>,
}

impl Solve {
    /// Returns the start of a solve.
    pub(super) fn new(cube: &Cube) -> Solve {
        Solve { cube: *cube, hold: Symmetry::IDENTITY, grip: None, steps: Vec::new() }
    }

    /// Returns the solve after a step: of the shortest solutions the one with the fewest turns of U around it, then the least
    /// effort. The first step may begin in any of the four holds about U/D.
    pub(super) fn step(&self, search: &AlgorithmSearch, limits: &Limits) -> Result<Solve, Unsolved> {
        let rotations = if self.steps.is_empty() { 0..4 } else { 0..1 };
        let mut best: Option<(Solve, Vec<Turn>, Cost, Symmetry)> = None;
        for quarters in rotations {
            let cube = self.cube.conjugate(Symmetry::rotation(Face::U, quarters));
            let start = Solve { cube, ..self.clone() };
            for found in search.algorithms(&cube.conjugate(self.hold), 0, limits)?.algorithms {
                let turns = all_turns(&found);
                let (cost, grip) = Cost::least(&turns, self.grip);
                let key = |cost: &Cost| (cost.lengths.stm, cost.effort);
                if best.as_ref().is_none_or(|(_, _, known, _)| key(&cost) < key(known)) {
                    best = Some((start.clone(), turns, cost, grip));
                }
            }
        }
        let (mut solve, turns, cost, grip) = best.expect("an algorithm was found");
        for turn in &turns {
            let relative = turn.conjugate(solve.hold.inverse());
            solve.cube = solve.cube.then(&Algorithm::from_iter([relative]).cube());
            solve.hold = solve.hold.then(HeldCube::of_turn(*turn).centers());
        }
        solve.grip = Some(grip);
        solve.steps.push((cost, turns));
        Ok(solve)
    }
}

/// Returns all turns of an algorithm, with those of U before and after it.
fn all_turns(found: &FoundAlgorithm) -> Vec<Turn> {
    let u = |quarters: u8| Turn::new(Base::Face(Face::U), quarters.into());
    let centers = |hold: Symmetry, turn: &Turn| hold.then(HeldCube::of_turn(*turn).centers());
    let hold = found.turns.iter().fold(Symmetry::IDENTITY, centers);
    let after = u(found.after).map(|turn| turn.conjugate(hold));
    u(found.before).into_iter().chain(found.turns.iter().copied()).chain(after).collect()
}
