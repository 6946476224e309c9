//! A state on its way through the steps of a method, and the cost of turns.

use cubiform_cube::goal::Pattern;
use cubiform_cube::held::HeldCube;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};
use cubiform_human::Lengths;
use cubiform_human::hand_effort::{HandEffort, hand_effort};
use cubiform_solvers::algorithms::{AlgorithmSearch, FoundAlgorithm};
use cubiform_solvers::solver::{Limits, Unsolved};
use std::sync::Arc;

use super::{Method, MethodStep};
use crate::Error;

impl Method {
    /// Solves the steps from the one with an index on, each in the fewest turns, from a state in which those before are solved.
    ///
    /// # Errors
    /// If the turns of a step do not reach its goal, or `search` fails.
    pub(crate) fn finish(
        &self,
        cube: &Cube,
        from: usize,
        search: impl Fn(&MethodStep, Symmetry) -> Result<Arc<AlgorithmSearch>, Error>,
        limits: &Limits,
    ) -> Result<Solve, Error> {
        let hold =
            from.checked_sub(1).map_or(Symmetry::IDENTITY, |before| self.steps[before].hold_after(cube).0);
        let advance = |solve: Solve, step: &MethodStep| {
            let next = search(step, solve.hold)
                .and_then(|search| solve.step(&search, limits).map_err(crate::solutions::not_solved));
            next.map_err(|error| self.in_step(step, error))
        };
        self.steps[from..].iter().try_fold(Solve::held(cube, hold), advance)
    }

    /// Returns an error that names a step.
    pub(super) fn in_step(&self, step: &MethodStep, error: Error) -> Error {
        let message = format!("{}, step {}: {}", self.name, step.name, error.message);
        if error.kind == crate::ErrorKind::Cancelled { error } else { error.with_message(message) }
    }
}

impl MethodStep {
    /// Returns whether the step is solved by turns of slices, too.
    pub(crate) fn turns_slices(&self) -> bool {
        self.turns.turns().iter().any(|turn| matches!(turn.base(), Base::M | Base::E | Base::S))
    }

    /// Returns the rotation of the centres by the slice turn that follows the step in a state, and the state without it.
    ///
    /// A goal that may be followed by turns of a slice has patterns of which the one without the turn has the most pieces at home.
    pub(crate) fn hold_after(&self, cube: &Cube) -> (Symmetry, Cube) {
        let turns = [Base::M, Base::E, Base::S]
            .into_iter()
            .flat_map(|base| (1..4).filter_map(move |n| Turn::new(base, n)));
        let slices =
            std::iter::once(Algorithm::default()).chain(turns.map(|turn| Algorithm::from_iter([turn])));
        let own: Vec<&Pattern> = self.made.iter().filter(|pattern| pattern.contains(cube)).collect();
        let slice = slices.min_by_key(|slice| {
            let back = slice.cube().inverse();
            std::cmp::Reverse(own.iter().map(|pattern| super::at_home(&pattern.then(&back))).max())
        });
        let slice = slice.expect("there is the slice that is not turned");
        (slice.resolve().1, cube.then(&slice.cube().inverse()))
    }
}

/// A state on the way to the solved cube.
#[derive(Clone, Debug)]
pub(crate) struct Solve {
    /// The pieces relative to the centres.
    pub(crate) cube: Cube,
    /// The rotation of the centres by slice turns and wide turns.
    pub(crate) hold: Symmetry,
    /// The rotation about U/D in which the hands hold it, beside that; `None` before the first step.
    grip: Option<Symmetry>,
    /// The cost of each step, and its turns.
    pub(crate) steps: Vec<(Cost, Vec<Turn>)>,
}

impl Solve {
    /// Returns the start of a solve.
    pub(crate) fn new(cube: &Cube) -> Solve {
        Solve { cube: *cube, hold: Symmetry::IDENTITY, grip: None, steps: Vec::new() }
    }

    /// Returns the rest of a solve that is held in a certain way.
    pub(crate) fn held(cube: &Cube, hold: Symmetry) -> Solve {
        Solve { hold, grip: Some(Symmetry::IDENTITY), ..Solve::new(cube) }
    }

    /// Returns the solve after a step: of the shortest solutions the one with the fewest turns of U around it, then the least
    /// effort. The first step of a solve that is not held yet may begin in any of the
    /// four holds about U/D.
    pub(crate) fn step(&self, search: &AlgorithmSearch, limits: &Limits) -> Result<Solve, Unsolved> {
        let rotations = if self.grip.is_none() { 0..4 } else { 0..1 };
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

/// The lengths and the effort of some turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) lengths: Lengths,
    pub(crate) effort: HandEffort,
}

impl Cost {
    /// Returns the cost of turns in the hold about U/D that makes them easiest, and this hold. A rotation to it from `before`
    /// counts; without a hold before, each is free.
    pub(crate) fn least(turns: &[Turn], before: Option<Symmetry>) -> (Cost, Symmetry) {
        let of_hold = |quarters: i32| {
            let hold = Symmetry::rotation(Face::U, quarters);
            let rotation = before.map_or(0, |before| {
                (0..4)
                    .find(|n| before.then(Symmetry::rotation(Face::U, *n)) == hold)
                    .expect("both are about U/D")
            });
            let rotation = Turn::new(Base::Y, rotation);
            let turns: Vec<Turn> =
                rotation.into_iter().chain(turns.iter().map(|turn| turn.conjugate(hold))).collect();
            (Cost { lengths: Lengths::count(&turns), effort: hand_effort(&turns) }, hold)
        };
        (0..4).map(of_hold).min_by_key(|(cost, _)| cost.effort).expect("there are holds")
    }

    /// Returns the cost of two steps, one after the other.
    pub(crate) fn and(self, other: Cost) -> Cost {
        Cost { lengths: self.lengths + other.lengths, effort: self.effort + other.effort }
    }
}
