//! Tables of some of the states, filled within a second: they let solvers run in tests without the large tables.

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
        let is_closed =
            |turn: &usize| (0..stage.motions.len()).all(|s| turns.contains(&stage.conjugate_turn(s, *turn)));
        assert!(turns.iter().all(is_closed), "a set of turns closed under the symmetries");
        let shape = stage.shape;
        // Untouched pages of zeros take no memory.
        let mut bytes = vec![0u8; shape.bytes() as usize];
        let entries = |state: &StageState| {
            let Column { row, word, bit } = column(*state);
            let images = stage.stabilizer(row).into_iter();
            let images = images.map(|image| (image.words[word].into(), image.bits[bit].into()));
            let entry = |(word, bit): (usize, usize)| 4 * row * shape.row_bytes() + word * shape.bits + bit;
            std::iter::once((word, bit)).chain(images).map(entry).collect()
        };
        let goals = stage.goals.iter().map(|goal| stage.representative(*goal)).collect();
        let children = |state: &StageState| {
            let state = *state;
            turns.iter().map(move |turn| stage.turn(state, *turn))
        };
        codes::fill_near(&mut bytes, goals, u8::MAX, entries, children);
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
