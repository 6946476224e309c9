//! Solutions of the cross: the shortest ones and those a few moves longer.

use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::{Cube, Face, Move};
use cubiform_search::{Deepening, Limits, MoveOrder, Search, run_alone};
use cubiform_store::fill::Watch;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::lookup::TrackedPieces;
use cubiform_threads::{CancelToken, Threads};

use cubiform_solvers::goal_search::goal_frame::{self, GoalFrame};
use cubiform_solvers::goal_search::root_distances::RootDistances;
use cubiform_solvers::goal_search::target_space::{ProbeSet, TargetSpace};
use cubiform_solvers::solver::{Unsolved, check_cancelled};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::recognition;
    use cubiform_cube::random;

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
}
