//! The pruning table of a stage in one metric, and walks in it.
//!
//! # Layout
//!
//! [`Codes`], with `row_entries` = words * bits, rounded up to a multiple of 4, for each row; the entry of a state is
//! `row * row_entries + word * bits + bit`.

use std::ops::Range;

use cubiform_cube::four::Metric;
use cubiform_threads::Threads;

use super::codes::{self, CodeAddress, Codes};
use super::fill;
use super::stage::{Stage, StageState, column};
use crate::goal::table::Contradiction;
use crate::rows::Column;
use crate::walk::{self, Downhill};
use cubiform_store::TableBytes;
use cubiform_store::fill::Watch;

/// Number of children whose entries are prefetched at a time, in a single walk.
const LOOKAHEAD: usize = 12;

/// Number of walks that are interleaved.
const WALKS: usize = 8;

/// Number of children whose entries are prefetched at a time, in interleaved walks. Fewer than [`LOOKAHEAD`], since
/// most states have several improving turns.
const WALK_LOOKAHEAD: usize = 4;

impl Downhill for &StageTable {
    type State = StageState;
    type Batch<const N: usize> = [(StageState, CodeAddress); N];

    fn table(self) -> &'static str {
        self.name
    }

    fn moves(self) -> usize {
        self.turns.len()
    }

    #[inline(always)]
    fn child<const N: usize>(
        self,
        _: &StageState,
        batch: &Self::Batch<N>,
        child: usize,
        _: usize,
    ) -> StageState {
        batch[child].0
    }

    #[inline(always)]
    fn start<const N: usize>(self, state: &StageState) -> Self::Batch<N> {
        [self.prefetched(*state); N]
    }

    #[inline(always)]
    fn look_up<const N: usize>(self, state: &StageState, moves: Range<usize>, batch: &mut Self::Batch<N>) {
        for (child, m) in batch.iter_mut().zip(moves) {
            // Conjugates no turn: each has to be tried once, in any order.
            *child = self.prefetched(self.stage.turn_conjugated(*state, self.turns[m]));
        }
    }

    #[inline(always)]
    fn residue<const N: usize>(self, batch: &Self::Batch<N>, child: usize) -> u8 {
        self.codes.code(batch[child].1)
    }

    fn is_goal(self, state: &StageState) -> Option<bool> {
        Some(self.stage.is_goal(*state))
    }
}

/// The pruning table of a stage in one metric: exact distances of all its states, mod 3.
pub struct StageTable {
    name: &'static str,
    stage: &'static Stage,
    metric: Metric,
    turns: Vec<usize>,
    codes: Codes,
    /// Entries of a row, including padding: a multiple of 4.
    row_entries: u32,
}

impl StageTable {
    pub(crate) fn new(
        name: &'static str,
        stage: &'static Stage,
        metric: Metric,
        codes: TableBytes,
    ) -> StageTable {
        StageTable::with_turns(name, stage, metric, stage.turns_in(metric).collect(), codes)
    }

    /// Creates a table of distances in these turns.
    pub(super) fn with_turns(
        name: &'static str,
        stage: &'static Stage,
        metric: Metric,
        turns: Vec<usize>,
        codes: TableBytes,
    ) -> StageTable {
        let shape = stage.shape;
        let row_entries = 4 * shape.row_bytes() as u32;
        StageTable { name, stage, metric, turns, codes: Codes::new(codes, shape.bytes()), row_entries }
    }

    /// Fills a table in memory on `threads` threads. Returns `None` if it was cancelled.
    pub fn fill(
        stage: &'static Stage,
        metric: Metric,
        threads: &Threads,
        watch: &Watch<'_>,
    ) -> Option<StageTable> {
        let filling = fill::run(stage, metric, threads, watch);
        if !filling.complete {
            return None;
        }
        let mut bytes = Vec::with_capacity(stage.shape.bytes() as usize);
        filling.write(&mut bytes).expect("a vector takes what is written");
        Some(StageTable::new("unnamed", stage, metric, TableBytes::owned(bytes)))
    }

    /// Returns the stage.
    pub fn stage(&self) -> &'static Stage {
        self.stage
    }

    /// Returns the metric of the distances.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the legal turns that count as one in the metric, as indices in [`Stage::turns`].
    pub fn turns(&self) -> &[usize] {
        &self.turns
    }

    /// Returns the codes.
    #[inline(always)]
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Returns the address of a state.
    #[inline(always)]
    pub fn address(&self, state: StageState) -> CodeAddress {
        let (row, column) = self.stage.entry(state);
        CodeAddress(row as u32 * self.row_entries + column as u32)
    }

    /// Returns a state and its address, whose code is prefetched.
    #[inline(always)]
    fn prefetched(&self, state: StageState) -> (StageState, CodeAddress) {
        let address = self.address(state);
        self.codes.prefetch(address);
        (state, address)
    }

    /// Returns the distance of a state to the nearest goal of the stage, in turns of the metric, by a walk.
    ///
    /// # Errors
    /// If the table is damaged: a state on the walk has no child that is nearer.
    pub fn distance(&self, state: StageState) -> Result<u8, Contradiction> {
        walk::walk::<_, LOOKAHEAD>(self, state, |_| ())
    }

    /// Appends the distances of many states to `distances`, in their order. Several walks are interleaved, so that
    /// their reads of memory overlap.
    ///
    /// # Errors
    /// As for [`distance`](Self::distance).
    pub fn distances(&self, states: &[StageState], distances: &mut Vec<u8>) -> Result<(), Contradiction> {
        let starts = states.iter().map(|state| (self, *state));
        distances.extend(walk::distances::<_, WALK_LOOKAHEAD>(starts, WALKS)?);
        Ok(())
    }
}

impl StageTable {
    /// Fills a table of some of the states, within a second: solvers then run in tests without the large tables.
    ///
    /// It has the states that `turns`, given by their indices in [`Stage::turns`], reach from the goals, with their distances
    /// in these turns. The other states have no distance and must not be looked up.
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
    use cubiform_cube::four::Cube4;

    use super::*;

    impl StageTable {
        /// Returns a shortest path to the nearest goal, as indices in [`Stage::turns`].
        ///
        /// # Errors
        /// As for [`distance`](Self::distance).
        pub(crate) fn shortest_path(&self, mut state: StageState) -> Result<Vec<usize>, Contradiction> {
            let mut path = Vec::new();
            for distance in (0..self.distance(state)?).rev() {
                let is_nearer = |turn: &&usize| self.distance(self.stage.turn(state, **turn)) == Ok(distance);
                let turn = *self.turns.iter().find(is_nearer).ok_or(Contradiction { table: self.name })?;
                state = self.stage.turn(state, turn);
                path.push(turn);
            }
            Ok(path)
        }
    }

    #[test]
    fn distance_in_a_damaged_table_returns_an_error() {
        let stage = Stage::get(4);
        let turns: Vec<_> = (0..20).map(|i| stage.turns()[i * i % 16]).collect();
        let cube = Cube4::from_turns(&turns);
        let state = stage.state(&cube).expect("legal turns");
        // All codes 0, 1 or 2, all without a distance, and a pattern on which a walk runs in circles.
        for byte in [0, 0b01_01_01_01, 0b10_10_10_10, 0xff, 0b00_01_10_00] {
            let codes = TableBytes::owned(vec![byte; stage.shape.bytes() as usize]);
            let table = StageTable::new("444-slice-4", stage, Metric::Slice, codes);
            assert_eq!(table.distance(state), Err(Contradiction { table: "444-slice-4" }));
            let _ = table.codes().child_distance(0, table.address(state));
        }
    }

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
