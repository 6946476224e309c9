//! What to do about the last layer: for each orientation the OLL algorithms, for each permutation the PLL algorithms.

use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face};

use super::cases::recognition::{ORIENTATIONS, PERMUTATIONS, rank_orientation, rank_permutation};
use super::cases::{Case, Set, after_u_turn, without_rotation};
use super::stage_solution::{Origin, StageSolution, prepend_u, rotate_turns};

/// The solutions of the last layer.
pub(crate) struct LastLayerSolutions {
    oll: Vec<Vec<StageSolution>>,
    pll: Vec<Vec<StageSolution>>,
}

impl LastLayerSolutions {
    /// Makes them; `None` if `cancel` was set.
    pub(crate) fn new(cancel: &AtomicBool) -> Option<LastLayerSolutions> {
        let check_cancel = || (!cancel.load(Ordering::Relaxed)).then_some(());
        let mut layer = LastLayerSolutions {
            oll: std::iter::repeat_with(Vec::new).take(ORIENTATIONS).collect(),
            pll: std::iter::repeat_with(Vec::new).take(PERMUTATIONS).collect(),
        };
        for case in Set::Oll.cases() {
            check_cancel()?;
            for_each_rotation(case, |text, turns, rotation| {
                let solution =
                    StageSolution::new(Some(case), Origin::Sheet(text), turns).restricted_to(rotation);
                push_distinct(&mut layer.oll[rank_orientation(&solution.effect.inverse())], solution);
            });
        }
        for case in Set::Pll.cases() {
            check_cancel()?;
            for_each_rotation(case, |text, turns, rotation| {
                for last in 0..4 {
                    let turns = append_u(&turns, last);
                    let solution =
                        StageSolution::new(Some(case), Origin::Sheet(text), turns).restricted_to(rotation);
                    push_distinct(&mut layer.pll[rank_permutation(&solution.effect.inverse())], solution);
                }
            });
        }
        // What is skipped is skipped: all oriented, or a turn of U away from solved.
        layer.oll[0].push(StageSolution::new(None, Origin::Other, Vec::new()));
        for quarters in 0..4 {
            let solution = StageSolution::new(None, Origin::Other, append_u(&[], quarters));
            layer.pll[rank_permutation(&after_u_turn(&Cube::SOLVED, -i32::from(quarters)))].push(solution);
        }
        Some(layer)
    }

    /// The solutions to orient the last layer of a cube whose first two layers are solved, those of the first algorithm of
    /// the sheet first. Where it is oriented, the one that does nothing and has no case.
    pub(crate) fn oll(&self, cube: &Cube) -> &[StageSolution] {
        &self.oll[rank_orientation(cube)]
    }

    /// The solutions to solve an oriented last layer, with the turns of U before and after. Where no case is left, the one
    /// that has no case and turns U at most.
    pub(crate) fn pll(&self, cube: &Cube) -> &[StageSolution] {
        self.pll_by_rank(rank_permutation(cube))
    }

    /// The solutions for the permutation of this rank.
    pub(crate) fn pll_by_rank(&self, rank: usize) -> &[StageSolution] {
        &self.pll[rank]
    }
}

/// The algorithms of a case however the cube is rotate_turns, and after any turn of U: the turn and the rotation make up for one
/// another. With each how the cube is rotate_turns for it to be done as the sheet prints it, which is how it has been learnt.
fn for_each_rotation(case: &'static Case, mut visit: impl FnMut(&'static str, Vec<Turn>, u8)) {
    for text in case.algorithms {
        let algorithm = Algorithm::parse(text).expect("the tables are read");
        let (_, turns) = without_rotation(&algorithm);
        for rotation in 0..4 {
            for first in 0..4 {
                visit(text, prepend_u(first, &rotate_turns(turns, rotation)), (4 - rotation) % 4);
            }
        }
    }
}

/// Adds a solution unless the same turns are there.
fn push_distinct(solutions: &mut Vec<StageSolution>, solution: StageSolution) {
    if solutions.iter().all(|known| known.turns != solution.turns) {
        solutions.push(solution);
    }
}

/// The turns and a turn of U after them. If they leave the cube after_u_turn, that is the same layer still.
fn append_u(turns: &[Turn], quarters: u8) -> Vec<Turn> {
    let last = Turn::new(Base::Face(Face::U), quarters.into());
    turns.iter().copied().chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::cases::recognition::has_two_layers;

    #[test]
    fn each_state_of_the_last_layer_has_solutions_of_one_case_that_solve_it() {
        let layer = LastLayerSolutions::new(&AtomicBool::new(false)).expect("nobody cancels it");
        for (rank, solutions) in layer.oll.iter().enumerate() {
            assert!(!solutions.is_empty());
            for solution in solutions {
                let state = solution.effect.inverse();
                assert!(has_two_layers(&state) && rank_orientation(&state) == rank);
                assert_eq!(solution.case, solutions[0].case, "one case for one pattern");
                assert_eq!(solution.case.is_none(), rank == 0);
            }
        }
        let mut skips = 0;
        for (rank, solutions) in layer.pll.iter().enumerate() {
            assert!(!solutions.is_empty());
            skips += usize::from(solutions[0].case.is_none());
            for solution in solutions {
                let state = solution.effect.inverse();
                assert!(
                    has_two_layers(&state)
                        && rank_orientation(&state) == 0
                        && rank_permutation(&state) == rank
                );
                assert_eq!(solution.case, solutions[0].case, "one case for one permutation");
            }
        }
        assert_eq!(skips, 4);
    }
}
