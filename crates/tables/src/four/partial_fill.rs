//! Tables of some of the states, filled within a second: they let solvers run in tests without the large tables.

use std::collections::HashSet;

use cubiform_cube::four::Metric;

use super::codes;
use super::stage::{Stage, StageState, column};
use super::table::StageTable;
use crate::rows::Column;
use cubiform_store::TableBytes;

impl StageTable {
    /// Fills a table of the states that `turns`, given by their indices in [`Stage::turns`], reach from the goals, with
    /// their distances in these turns. The other states have no distance and must not be looked up.
    ///
    /// # Panics
    /// If the set of turns is not closed under the symmetries of the stage.
    pub fn fill_subset(stage: &'static Stage, metric: Metric, turns: Vec<usize>) -> StageTable {
        let is_closed = |turn: &usize| {
            (0..stage.symmetry_count()).all(|s| turns.contains(&stage.conjugate_turn(s, *turn)))
        };
        assert!(turns.iter().all(is_closed), "a set of turns closed under the symmetries");
        let shape = stage.shape();
        // Untouched pages of zeros take no memory.
        let mut bytes = vec![0u8; shape.bytes() as usize];
        let mut columns: HashSet<Column> = stage.goals().collect();
        let mut level: Vec<StageState> = columns.iter().map(|column| stage.representative(*column)).collect();
        for depth in 1.. {
            let mut next = Vec::new();
            for state in &level {
                for turn in &turns {
                    let child = stage.turn(*state, *turn);
                    if columns.contains(&column(child)) {
                        continue;
                    }
                    let Column { row, word, bit } = column(child);
                    columns.insert(column(child));
                    let images = stage.stabilizer(row).into_iter();
                    let images = images.map(|image| (image.words[word].into(), image.bits[bit].into()));
                    for (word, bit) in images.chain([(word, bit)]) {
                        columns.insert(Column { row, word, bit });
                        let entry = 4 * row * shape.row_bytes() + word * shape.bits + bit;
                        codes::set(&mut bytes, entry, depth % 3);
                    }
                    next.push(child);
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        StageTable::with_turns("unnamed", stage, metric, turns, TableBytes::owned(bytes))
    }
}

#[cfg(test)]
mod tests {
    use cubiform_threads::Threads;

    use super::*;
    use cubiform_store::fill::Watch;

    /// With all turns of the metric, a subset fill is the fill.
    #[test]
    fn fill_subset_with_all_turns_equals_fill() {
        let stage = Stage::outer(2);
        let metric = Metric::OuterBlock;
        let all = StageTable::fill(stage, metric, &Threads::new(2), &Watch::quiet()).unwrap();
        let subset = StageTable::fill_subset(stage, metric, stage.turns_in(metric).collect());
        assert!(all.codes().bytes() == subset.codes().bytes());
    }
}
