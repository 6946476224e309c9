//! Moves that solve one stage, with their effect on the cube and their hand effort in each rotation about y: those of the cross, the shortest and
//! some a few moves longer, and those of the last layer, OLL algorithms for each orientation and PLL algorithms for
//! each permutation.

use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face, Move, Symmetry};
use cubiform_search::{Deepening, Limits, MoveOrder, Search, run_alone};
use cubiform_solvers::goal_search::goal_frame::{self, GoalFrame};
use cubiform_solvers::goal_search::root_distances::RootDistances;
use cubiform_solvers::goal_search::target_space::{ProbeSet, TargetSpace};
use cubiform_solvers::solver::{Unsolved, check_cancelled};
use cubiform_store::fill::Watch;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::lookup::TrackedPieces;
use cubiform_threads::{CancelToken, Threads};

use super::cases::recognition::{ORIENTATIONS, PERMUTATIONS, rank_orientation, rank_permutation};
use super::cases::{Case, CaseSet, after_u_turn, without_rotation};
use super::hand_effort::{HandEffort, hand_effort};
use super::metric::Lengths;

/// The origin of a [`StageSolution`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A sheet algorithm, as printed on the sheet.
    Sheet(&'static str),
    /// Triggers and turns of U.
    Triggers,
    /// A cross found by search, or at most one turn of U for a skipped case.
    Other,
}

/// Moves that solve one stage: the cross, one pair, OLL or PLL.
///
/// They are written for the orientation with the bottom colour down and a rotation of 0 quarter turns about y. They do
/// not begin with a rotation.
#[derive(Clone, Debug)]
pub(crate) struct StageSolution {
    /// The case that they solve, if it is a standard one.
    pub(crate) case: Option<&'static Case>,
    pub(crate) origin: Origin,
    pub(crate) turns: Vec<Turn>,
    /// The cube that results from applying them to the solved cube.
    pub(crate) effect: Cube,
    /// The rotation of the whole cube by the moves, in quarter turns about y.
    pub(crate) net_rotation: u8,
    pub(crate) htm: u8,
    /// The hand effort by rotation of the cube about y, in quarter turns; at least [`INFEASIBLE`] where it is excluded.
    pub(crate) efforts: [HandEffort; 4],
}

/// A hand effort greater than that of any solution.
pub(crate) const INFEASIBLE: HandEffort = 1_000_000;

impl StageSolution {
    pub(crate) fn new(case: Option<&'static Case>, origin: Origin, turns: Vec<Turn>) -> StageSolution {
        let (moves, frame) = turns.iter().copied().collect::<Algorithm>().resolve();
        let net_rotation = (0..4)
            .find(|quarters| y_rotation(*quarters) == frame)
            .expect("the tables have no tilted algorithm");
        let efforts = std::array::from_fn(|quarters| hand_effort(&rotate_turns(&turns, quarters as u8)));
        let htm = Lengths::count(&turns).htm as u8;
        StageSolution { case, origin, effect: Cube::from_moves(&moves), net_rotation, htm, efforts, turns }
    }

    /// Excludes all rotations about y except `quarters` quarter turns.
    fn restricted_to(mut self, quarters: u8) -> StageSolution {
        for (rotation, effort) in self.efforts.iter_mut().enumerate() {
            *effort += if rotation == usize::from(quarters) { 0 } else { INFEASIBLE };
        }
        self
    }
}

/// Returns the rotation of the whole cube about y by `quarters` quarter turns.
pub(crate) fn y_rotation(quarters: u8) -> Symmetry {
    Symmetry::rotation(Face::U, quarters.into())
}

/// Rewrites turns for a cube that is rotated about y by `quarters` quarter turns.
pub(crate) fn rotate_turns(turns: &[Turn], quarters: u8) -> Vec<Turn> {
    turns.iter().map(|turn| turn.conjugate(y_rotation(quarters))).collect()
}

/// Returns a turn of U by `quarters` followed by `turns`, with adjacent turns merged.
pub(crate) fn prepend_u(quarters: u8, turns: &[Turn]) -> Vec<Turn> {
    let first = Turn::new(Base::Face(Face::U), quarters.into());
    merge_adjacent(first.into_iter().chain(turns.iter().copied()))
}

/// Merges adjacent turns of the same layers into one turn, or into none if they cancel.
pub(crate) fn merge_adjacent(turns: impl IntoIterator<Item = Turn>) -> Vec<Turn> {
    let mut merged: Vec<Turn> = Vec::new();
    for turn in turns {
        match merged.last() {
            Some(last) if last.base() == turn.base() => {
                let both = Turn::new(turn.base(), i32::from(last.quarters() + turn.quarters()));
                merged.pop();
                merged.extend(both);
            }
            _ => merged.push(turn),
        }
    }
    merged
}

/// An IDA* search for crosses, with the pruning table of the cross in memory.
pub(crate) struct Crosses {
    probe_set: ProbeSet,
    space: TargetSpace,
    frame: GoalFrame,
    order: MoveOrder,
}

/// Maximum length of a cross, in moves (HTM). Each cross has a solution of at most this length.
const MAX_LENGTH: u8 = 8;

impl Crosses {
    /// Builds the pruning table. Returns `None` if `cancel` is set.
    pub(crate) fn new(cancel: &CancelToken) -> Option<Crosses> {
        let entry = Entry::named("cross").expect("the catalogue has the cross");
        let watch = Watch { cancel, report: &|_| {} };
        let (table, _) = Table::fill(Arc::clone(entry.coordinate()), &Threads::single(), &watch)?;
        let tracked = TrackedPieces { base: entry.base.to_vec(), rest: Vec::new(), corners: Vec::new() };
        let probe_set = ProbeSet::new(tracked, &[Arc::new(table)], &Threads::single());
        let target: Target = (entry.target)();
        let (frame, _) = goal_frame::normalize(&target).swap_remove(0);
        let order = cubiform_solvers::move_order::canonical();
        Some(Crosses {
            space: TargetSpace::new(&probe_set, &target).expect("the table is of the cross"),
            probe_set,
            frame,
            order,
        })
    }

    /// Returns the solutions of the bottom cross of `cube`, shortest first. Their lengths range from the minimum to
    /// `slack` moves more, with at most 8 moves (HTM), and at most `max_per_length` solutions have the same length.
    /// Solutions that end with an unnecessary turn of U are omitted.
    ///
    /// # Errors
    /// If the pruning table in memory is inconsistent, or if the search was cancelled.
    pub(crate) fn find(
        &self,
        cube: &Cube,
        slack: u8,
        max_per_length: usize,
        cancel: &CancelToken,
    ) -> Result<Vec<Vec<Move>>, Unsolved> {
        let frames = [self.frame];
        let mut positions = RootDistances::new(cube, &self.probe_set, &frames);
        let least = self.space.exact_distance(&mut positions, 0)?.expect("the table is of the cross");
        let root = self.space.root(&mut positions, 0)?;
        let mut search = Search::new(&self.order);
        let mut crosses = Vec::new();
        let max_length = (least + slack).min(MAX_LENGTH.max(least));
        let limits = Limits { cancel: cancel.clone(), ..Limits::at_most(max_length) };
        let mut deepening = Deepening::new(least, &limits);
        while let Ok(length) = deepening.next_length() {
            search.start(&self.space, &root, &[], length, 0);
            let mut count = 0;
            while count < max_per_length {
                let next = run_alone(search.next_solution_within(deepening.meter()));
                let Some(path) = next.map_err(|stopped| Unsolved::from_stopped(stopped, &limits))? else {
                    break;
                };
                let moves: Vec<Move> = path.iter().map(|m| Move::from_index(usize::from(*m))).collect();
                if !ends_with_unneeded_u_turn(&moves) {
                    crosses.push(moves);
                    count += 1;
                }
            }
        }
        check_cancelled(cancel)?;
        Ok(crosses)
    }
}

/// Returns whether the moves end with a turn of U, alone or before a turn of D. Such a turn does not contribute to the
/// cross.
fn ends_with_unneeded_u_turn(moves: &[Move]) -> bool {
    match moves {
        [.., before, last] if last.face() == Face::D => before.face() == Face::U,
        [.., last] => last.face() == Face::U,
        [] => false,
    }
}

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
    use cubiform_cube::random;

    use super::*;
    use crate::cases::recognition::{self, has_two_layers};

    #[test]
    fn merge_adjacent_combines_turns_of_the_same_layers() {
        for (text, expected) in
            [("L U L' L' U2 L", "L U L2 U2 L"), ("R U U' R'", ""), ("U2 U R y y2", "U' R y'"), ("", "")]
        {
            let turns = merge_adjacent(Algorithm::parse(text).expect("valid moves").turns().iter().copied());
            assert_eq!(turns.into_iter().collect::<Algorithm>().to_string(), expected);
        }
        let u = Algorithm::parse("U' R").expect("valid moves");
        assert_eq!(prepend_u(1, u.turns()).len(), 1);
    }

    #[test]
    fn crosses_are_solved_distinct_and_sorted_by_length() {
        let crosses = Crosses::new(&CancelToken::never()).expect("not cancelled");
        for cube in random::states(3).take(50) {
            let solutions = crosses.find(&cube, 1, 1000, &CancelToken::never()).expect("consistent table");
            assert!(solutions.is_sorted_by_key(|moves| moves.len()));
            assert!(solutions[0].len() <= 8);
            for moves in &solutions {
                assert!(recognition::is_solved(&cube.apply(moves), recognition::cross_and([])));
                assert!(moves.windows(2).all(|pair| pair[0].may_precede(pair[1])));
            }
            let mut sorted = solutions.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), solutions.len());
        }
        assert_eq!(
            crosses.find(&Cube::SOLVED, 0, 10, &CancelToken::never()).expect("consistent table"),
            [vec![]]
        );
    }

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
