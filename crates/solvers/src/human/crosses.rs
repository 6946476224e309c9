//! All crosses of a cube that are shortest or nearly so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::goal::Target;
use cubiform_cube::{Cube, Face, Move};
use cubiform_search::{MoveOrder, Search, run_alone_until};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::lookup::tracked::Tracked;
use cubiform_tables::target::fill::Watch;

use super::solver::SolveError;
use crate::goal_search::goal_frame::{self, GoalFrame};
use crate::goal_search::root_distances::RootDistances;
use crate::goal_search::target_space::{ProbeSet, TargetSpace};

/// The table of the cross, in memory, and the search that it bounds.
pub(crate) struct Crosses {
    probe_set: ProbeSet,
    space: TargetSpace,
    frame: GoalFrame,
    order: MoveOrder,
}

/// No shortest cross is longer, and no cross is made that is.
const LONGEST: u8 = 8;

impl Crosses {
    /// Fills the table: milliseconds. `None` if `cancel` was set.
    pub(crate) fn new(cancel: &AtomicBool) -> Option<Crosses> {
        let entry = Entry::named("cross").expect("the catalogue has the cross");
        let watch = Watch { cancel, report: &|_| {} };
        let (table, _) = Table::fill(Arc::clone(entry.coordinate()), 1, &watch)?;
        let tracked = Tracked { base: entry.base.to_vec(), rest: Vec::new(), corners: Vec::new() };
        let probe_set = ProbeSet::new(tracked, &[Arc::new(table)]);
        let target: Target = (entry.target)();
        let (frame, _) = goal_frame::normalize(&target).swap_remove(0);
        let order = crate::move_order::canonical();
        Some(Crosses { space: probe_set.space(&target), probe_set, frame, order })
    }

    /// Crosses at the bottom of `cube`, shortest first: all that are shortest and those up to `slack` moves longer, none
    /// of more than 8, but at most `most` of each length. What only turns the top layer at the end is left out.
    ///
    /// # Errors
    /// If the table in memory is damaged, or `stop` was set.
    pub(crate) fn of(
        &self,
        cube: &Cube,
        slack: u8,
        most: usize,
        stop: &AtomicBool,
    ) -> Result<Vec<Vec<Move>>, SolveError> {
        let is_stopped = || stop.load(Ordering::Relaxed);
        let frames = [self.frame];
        let mut positions = RootDistances::new(cube, &self.probe_set, &frames);
        let least = self.space.exact_distance(&mut positions, 0)?.expect("the table is of the cross");
        let root = self.space.root(&mut positions, 0)?;
        let mut search = Search::new(&self.order);
        let mut crosses = Vec::new();
        for length in least..=(least + slack).min(LONGEST.max(least)) {
            search.start(&self.space, &root, &[], length, 0);
            let mut found = 0;
            while found < most {
                let next = run_alone_until(search.next_solution(), is_stopped).ok_or(SolveError::Stopped)?;
                let Some(path) = next else { break };
                let moves: Vec<Move> = path.iter().map(|m| Move::from_index(usize::from(*m))).collect();
                if !ends_in_vain(&moves) {
                    crosses.push(moves);
                    found += 1;
                }
            }
        }
        Ok(crosses)
    }
}

/// Whether the last moves turn the top layer when the cross is solved.
fn ends_in_vain(moves: &[Move]) -> bool {
    match moves {
        [.., before, last] if last.face() == Face::D => before.face() == Face::U,
        [.., last] => last.face() == Face::U,
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::cases::key;
    use cubiform_cube::random;

    #[test]
    fn crosses_are_solved_shortest_and_each_once() {
        let crosses = Crosses::new(&AtomicBool::new(false)).expect("nobody cancels it");
        for cube in random::states(3).take(50) {
            let found = crosses.of(&cube, 1, 1000, &AtomicBool::new(false)).expect("the table is sound");
            assert!(found.is_sorted_by_key(|moves| moves.len()));
            assert!(found[0].len() <= 8);
            for moves in &found {
                assert!(key::is_solved(&cube.apply(moves), key::cross_and([])));
                assert!(moves.windows(2).all(|pair| pair[0].may_precede(pair[1])));
            }
            let mut sorted = found.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), found.len());
        }
        assert_eq!(
            crosses.of(&Cube::SOLVED, 0, 10, &AtomicBool::new(false)).expect("the table is sound"),
            [vec![]]
        );
    }
}
