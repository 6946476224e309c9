//! A five-stage solver with small tables, for tests.
//!
//! Turns of the outer layers and of both inner layers at once treat the 4x4x4 as a 3x3x3. From the solved cube they
//! reach few states of each stage, so tables for these turns alone are filled in memory, and every cube that such turns
//! scramble passes through all five stages.

use std::sync::OnceLock;

use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_tables::four::{STAGES, Stage, StageTable};

use super::FiveStage;

/// Returns whether a turn is one of a 3x3x3: of an outer layer, or of both inner layers.
fn is_of_3x3x3(turn: Turn) -> bool {
    matches!(turn.layers().range(), range if range == (0..1) || range == (1..3) || range == (3..4))
}

/// Returns the solver for cubes that [`scrambled`] returns.
pub(crate) fn solver() -> &'static FiveStage {
    static SOLVER: OnceLock<FiveStage> = OnceLock::new();
    SOLVER.get_or_init(|| {
        let table = |number| {
            let stage = Stage::get(number);
            let turns = (0..stage.turns().len()).filter(|turn| is_of_3x3x3(stage.turns()[*turn])).collect();
            StageTable::fill_subset(stage, Metric::Block, turns)
        };
        FiveStage::new(Metric::Block, (1..=STAGES).map(table).collect())
    })
}

/// Returns a cube after pseudo-random turns of the second stage that treat it as a 3x3x3. The first stage is met: its
/// own turns of a 3x3x3 also lead to states that only single inner layers can solve.
pub(crate) fn scrambled(seed: u64) -> Cube4 {
    let turns: Vec<Turn> = Stage::get(2).turns().iter().copied().filter(|turn| is_of_3x3x3(*turn)).collect();
    pseudo_random(&turns, seed, 60)
}

/// Returns the solved cube after `count` pseudo-random ones of these turns.
pub(crate) fn pseudo_random(turns: &[Turn], seed: u64, count: usize) -> Cube4 {
    let mut number = seed;
    let mut next = |_| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        turns[(number >> 33) as usize % turns.len()]
    };
    Cube4::from_turns(&(0..count).map(&mut next).collect::<Vec<_>>())
}
