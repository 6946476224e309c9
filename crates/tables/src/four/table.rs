//! The pruning table of a stage in one metric, its fill by rows and columns, and walks in it.
//!
//! # Layout
//!
//! Two bits for each entry: those of entry `n` are the bits `2 * (n % 4)` of byte `n / 4`. They are the distance modulo 3. A
//! turn changes a distance by at most one. So the code of a child and the distance of its parent give the distance of the
//! child; the distance of a state on its own is the length of a walk down to the goal.
//!
//! Each row has `row_entries` = words * bits, rounded up to a multiple of 4; the entry of a state is
//! `row * row_entries + word * bits + bit`.

use std::collections::HashSet;
use std::ops::Range;

use cubiform_cube::four::Metric;
use cubiform_store::TableBytes;
use cubiform_store::fill::{Filling, Watch};
use cubiform_threads::Threads;

use super::stage::{Stage, StageState, column};
use crate::goal::code::next_distance;
use crate::goal::table::Contradiction;
use crate::kociemba::prefetch;
use crate::rows::{self, Coding, Column, RowMove, RowNumbering, RowSpace, Shape};
use crate::walk::{self, Downhill};

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
    fn with_turns(
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
        let filling = run(stage, metric, threads, watch);
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
        fill_near(&mut bytes, goals, u8::MAX, entries, children);
        StageTable::with_turns("unnamed", stage, metric, turns, TableBytes::owned(bytes))
    }
}

/// The codes of a table.
pub struct Codes(TableBytes);

/// The position of a code: the number of its entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeAddress(pub(super) u32);

impl CodeAddress {
    #[inline(always)]
    fn byte(self) -> usize {
        (self.0 >> 2) as usize
    }
}

impl Codes {
    /// Takes the codes of a table of this many bytes.
    ///
    /// # Panics
    /// If the number is another one, or an address does not have 32 bits.
    pub(super) fn new(codes: TableBytes, bytes: u64) -> Codes {
        assert_eq!(codes.bytes().len() as u64, bytes, "a table holds every entry");
        assert!(4 * bytes <= u32::MAX.into(), "an address has 32 bits");
        Codes(codes)
    }

    /// Returns the codes, as they are in a file.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// Prefetches the cache line of an address.
    #[inline(always)]
    pub fn prefetch(&self, address: CodeAddress) {
        prefetch(&self.bytes()[address.byte()]);
    }

    /// Returns the code in an address: the distance mod 3.
    #[inline(always)]
    pub(super) fn code(&self, address: CodeAddress) -> u8 {
        self.bytes()[address.byte()] >> (2 * (address.0 & 3)) & 3
    }

    /// Returns the distance of the state in an address, which is one turn from a state at distance `parent_distance`, below
    /// 32.
    #[inline(always)]
    pub fn child_distance(&self, parent_distance: u8, address: CodeAddress) -> u8 {
        next_distance(parent_distance, self.code(address))
    }
}

/// Sets the codes of the states within `radius` turns of the goals in the bytes of a table, breadth-first, without the
/// memory of a fill. `entries` returns the entry of a state, and those that are equivalent to it.
pub(super) fn fill_near<S, C: IntoIterator<Item = S>>(
    bytes: &mut [u8],
    goals: Vec<S>,
    radius: u8,
    entries: impl Fn(&S) -> Vec<usize>,
    children: impl Fn(&S) -> C,
) {
    let (mut known, mut level) = (HashSet::new(), goals);
    for distance in 0..=radius {
        level.retain(|state| {
            let entries = entries(state);
            let is_new = !known.contains(&entries[0]);
            for entry in entries.iter().filter(|_| is_new) {
                known.insert(*entry);
                let (byte, shift) = (&mut bytes[entry / 4], 2 * (entry % 4));
                *byte = *byte & !(3 << shift) | (distance % 3) << shift;
            }
            is_new
        });
        if level.is_empty() || distance == radius {
            return;
        }
        level = level.iter().flat_map(&children).collect();
    }
}

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
