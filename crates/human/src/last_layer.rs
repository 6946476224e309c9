//! Solutions of the last layer: OLL algorithms for each orientation and PLL algorithms for each permutation.

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face};
use cubiform_threads::CancelToken;

use super::cases::recognition::{ORIENTATIONS, PERMUTATIONS, rank_orientation, rank_permutation};
use super::cases::{Case, CaseSet, after_u_turn, without_rotation};
use super::stage_solution::{Origin, StageSolution, prepend_u, rotate_turns};

/// The OLL solutions by rank of the orientation, and the PLL solutions by rank of the permutation.
pub(crate) struct LastLayerSolutions {
    oll: Vec<Vec<StageSolution>>,
    pll: Vec<Vec<StageSolution>>,
}

impl LastLayerSolutions {
    /// Builds the solutions. Returns `None` if `cancel` is set.
    pub(crate) fn new(cancel: &CancelToken) -> Option<LastLayerSolutions> {
        let check_cancel = || (!cancel.is_cancelled()).then_some(());
        let mut layer = LastLayerSolutions {
            oll: std::iter::repeat_with(Vec::new).take(ORIENTATIONS).collect(),
            pll: std::iter::repeat_with(Vec::new).take(PERMUTATIONS).collect(),
        };
        for case in CaseSet::Oll.cases() {
            check_cancel()?;
            for_each_rotation(case, |text, turns, rotation| {
                let solution =
                    StageSolution::new(Some(case), Origin::Sheet(text), turns).restricted_to(rotation);
                push_distinct(&mut layer.oll[rank_orientation(&solution.effect.inverse())], solution);
            });
        }
        for case in CaseSet::Pll.cases() {
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
        // Skipped cases: an oriented last layer, and a solved one up to a turn of U.
        layer.oll[0].push(StageSolution::new(None, Origin::Other, Vec::new()));
        for quarters in 0..4 {
            let solution = StageSolution::new(None, Origin::Other, append_u(&[], quarters));
            layer.pll[rank_permutation(&after_u_turn(&Cube::SOLVED, -i32::from(quarters)))].push(solution);
        }
        Some(layer)
    }

    /// Returns the solutions that orient the last layer of a cube with solved first two layers. Those of the first
    /// algorithm of the sheet come first. If the last layer is oriented, the only solution is empty and has no case.
    pub(crate) fn oll(&self, cube: &Cube) -> &[StageSolution] {
        &self.oll[rank_orientation(cube)]
    }

    /// Returns the solutions that permute an oriented last layer, including the turns of U before and after. If the
    /// last layer is solved up to a turn of U, the only solution is that turn and has no case.
    pub(crate) fn pll(&self, cube: &Cube) -> &[StageSolution] {
        self.pll_by_rank(rank_permutation(cube))
    }

    /// Returns the solutions for the permutation with this rank.
    pub(crate) fn pll_by_rank(&self, rank: usize) -> &[StageSolution] {
        &self.pll[rank]
    }
}

/// Visits each algorithm of a case, written for each rotation of the cube about y and after each turn of U. The
/// arguments of `visit` are the algorithm as printed, the turns, and the rotation of the cube, in quarter turns, in
/// which the moves are those printed on the sheet.
fn for_each_rotation(case: &'static Case, mut visit: impl FnMut(&'static str, Vec<Turn>, u8)) {
    for text in &case.algorithms {
        let algorithm = Algorithm::parse(text).expect("valid algorithm in the case tables");
        let (_, turns) = without_rotation(&algorithm);
        for rotation in 0..4 {
            for first in 0..4 {
                visit(text, prepend_u(first, &rotate_turns(turns, rotation)), (4 - rotation) % 4);
            }
        }
    }
}

/// Adds a solution unless one with the same turns is present.
fn push_distinct(solutions: &mut Vec<StageSolution>, solution: StageSolution) {
    if solutions.iter().all(|known| known.turns != solution.turns) {
        solutions.push(solution);
    }
}

/// Returns the turns followed by a turn of U. A rotation about y does not change which layer U is.
fn append_u(turns: &[Turn], quarters: u8) -> Vec<Turn> {
    let last = Turn::new(Base::Face(Face::U), quarters.into());
    turns.iter().copied().chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::recognition::has_two_layers;

    #[test]
    fn each_state_of_the_last_layer_has_solutions_of_one_case_that_solve_it() {
        let layer = LastLayerSolutions::new(&CancelToken::never()).expect("not cancelled");
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
