//! The fill of a stage's table in one metric, by rows and columns.

use cubiform_cube::four::Metric;
use cubiform_threads::Threads;

use super::stage::Stage;
use crate::rows::{self, Coding, Column, RowMove, RowSpace, Shape};
use cubiform_store::fill::{Filling, Watch};

/// Upper bound on the memory for the word permutations of all turns and symmetries, in bytes.
const WORD_STEP_BYTES: u64 = 20 << 20;

/// Returns the memory that a fill needs, in bytes.
pub(super) fn memory(shape: Shape) -> u64 {
    shape.memory() + WORD_STEP_BYTES
}

/// Fills the table of a stage on `threads` threads, until it is complete or cancelled.
pub(crate) fn run(stage: &Stage, metric: Metric, threads: &Threads, watch: &Watch<'_>) -> Filling {
    let turns: Vec<usize> = stage.turns_in(metric).collect();
    let words = turns
        .iter()
        .flat_map(|turn| (0..stage.symmetry_count()).map(|symmetry| stage.words(*turn, symmetry)))
        .collect();
    rows::run(&StageRows { stage, turns, words }, threads, watch)
}

/// A stage with the word permutations of each turn followed by each symmetry.
struct StageRows<'a> {
    stage: &'a Stage,
    turns: Vec<usize>,
    /// By turn and symmetry after it: the word that each word becomes.
    words: Vec<Vec<u16>>,
}

impl RowSpace for StageRows<'_> {
    fn shape(&self) -> Shape {
        self.stage.shape()
    }

    fn states(&self) -> u64 {
        self.stage.states()
    }

    fn moves(&self) -> usize {
        self.turns.len()
    }

    fn goals(&self) -> Vec<Column> {
        self.stage.goals().collect()
    }

    fn weight(&self, row: usize) -> u64 {
        self.stage.weight(row)
    }

    fn step(&self, row: usize, m: usize) -> RowMove<'_> {
        let (row, symmetry, bits) = self.stage.row_step(row, self.turns[m]);
        RowMove { row, words: &self.words[m * self.stage.symmetry_count() + symmetry], bits }
    }

    fn stabilizer(&self, row: usize) -> Option<Vec<RowMove<'_>>> {
        Some(self.stage.stabilizer(row))
    }

    fn coding(&self) -> Coding {
        Coding::Modulo3
    }
}
