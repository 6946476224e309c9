//! The fill of a stage's table in one metric, by rows and columns.

use cubiform_cube::four::Metric;
use cubiform_threads::Threads;

use super::stage::Stage;
use crate::rows::{self, Coding, RowMove, RowNumbering, RowSpace, Shape};
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
    // By turn and symmetry after it: the word that each word becomes.
    let symmetries = stage.motions.len();
    let words: Vec<Vec<u16>> =
        turns.iter().flat_map(|turn| (0..symmetries).map(|symmetry| stage.words(*turn, symmetry))).collect();
    let step = |row: usize, m: usize| {
        let (row, symmetry, bits) = stage.row_step(row, turns[m]);
        RowMove { row, words: &words[m * symmetries + symmetry], bits }
    };
    let numbering = RowNumbering {
        shape: stage.shape,
        states: stage.states(),
        goals: stage.goals.iter().copied().collect(),
        weights: (0..stage.shape.rows).map(|row| stage.classes.size(row)).collect(),
        coding: Coding::Modulo3,
    };
    let space = RowSpace {
        numbering,
        moves: turns.len(),
        step: &step,
        stabilizer: Some(&|row| stage.stabilizer(row)),
    };
    rows::run(space, threads, watch)
}
