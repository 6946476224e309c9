//! The pruning table of a stage in one metric, and walks in it.
//!
//! # Layout
//!
//! [`Codes`], with `row_entries` = words * bits, rounded up to a multiple of 4, for each row; the entry of a state is
//! `row * row_entries + word * bits + bit`.

use cubiform_cube::four::Metric;
use cubiform_threads::Threads;

use super::codes::{CodeAddress, Codes};
use super::fill;
use super::stage::{Stage, StageState};
use crate::goal::table::Contradiction;
use cubiform_store::TableBytes;
use cubiform_store::fill::Watch;

/// Number of children whose entries are prefetched at a time, in a single walk.
const LOOKAHEAD: usize = 12;

/// Number of walks that are interleaved.
const WALKS: usize = 8;

/// Number of children whose entries are prefetched at a time, in interleaved walks. Fewer than [`LOOKAHEAD`], since
/// most states have several improving turns.
const WALK_LOOKAHEAD: usize = 4;

/// A walk to the nearest goal, in steps between which its reads of memory are in flight.
#[derive(Clone, Copy)]
struct Walk {
    /// The index of its first state in the list of states.
    state_index: usize,
    distance: u8,
    state: StageState,
    /// The code of `state`; `None` until its read is complete.
    code: Option<u8>,
    /// The number of turns of the table that have been tried on `state`.
    generated: usize,
    /// The children that the last of these turns lead to.
    children: [(StageState, CodeAddress); WALK_LOOKAHEAD],
}

impl Walk {
    /// Begins a walk at a state.
    fn new(table: &StageTable, state_index: usize, state: StageState) -> Walk {
        let address = table.address(state);
        table.codes.prefetch(address);
        Walk {
            state_index,
            distance: 0,
            state,
            code: None,
            generated: 0,
            children: [(state, address); WALK_LOOKAHEAD],
        }
    }

    /// Continues the walk. Returns whether it has reached the goal.
    ///
    /// # Errors
    /// If no child is nearer to the goal: the table is damaged.
    #[inline(always)]
    fn step(&mut self, table: &StageTable) -> Result<bool, Contradiction> {
        if let Some(code) = self.code {
            let improving_code = (code + 2) % 3;
            let children = &self.children[..self.generated - self.chunk_start()];
            if let Some((state, _)) =
                children.iter().find(|(_, address)| table.codes.code(*address) == improving_code)
            {
                (self.state, self.code, self.generated) = (*state, Some(improving_code), 0);
                self.distance += 1;
            }
        } else {
            self.code = Some(table.codes.code(table.address(self.state)));
        }
        // A walk in a damaged table may run in circles; no distance is as large as `u8::MAX`.
        if self.generated == table.turns.len() || self.distance == u8::MAX {
            return Err(Contradiction { table: table.name });
        }
        if self.generated == 0 && self.code == Some(0) && table.stage.is_goal(self.state) {
            return Ok(true);
        }
        let turns = &table.turns[self.generated..];
        for (next, turn) in self.children.iter_mut().zip(turns) {
            // The turns only have to be tried once each, in any order.
            let to = table.stage.turn_conjugated(self.state, *turn);
            *next = (to, table.address(to));
            table.codes.prefetch(next.1);
        }
        self.generated += turns.len().min(WALK_LOOKAHEAD);
        Ok(false)
    }

    /// Returns the index of the first of the turns in `children`.
    #[inline(always)]
    fn chunk_start(&self) -> usize {
        self.generated.saturating_sub(1) / WALK_LOOKAHEAD * WALK_LOOKAHEAD
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
        let shape = stage.shape();
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
        let mut bytes = Vec::with_capacity(stage.shape().bytes() as usize);
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

    /// Returns the distance of a state to the nearest goal of the stage, in turns of the metric, by a walk.
    ///
    /// # Errors
    /// If the table is damaged: a state on the walk has no child that is nearer.
    pub fn distance(&self, state: StageState) -> Result<u8, Contradiction> {
        let mut distance = 0;
        self.walk(state, |_| distance += 1)?;
        Ok(distance)
    }

    /// Appends the distances of many states to `distances`, in their order. Several walks are interleaved, so that
    /// their reads of memory overlap.
    ///
    /// # Errors
    /// As for [`distance`](Self::distance).
    pub fn distances(&self, states: &[StageState], distances: &mut Vec<u8>) -> Result<(), Contradiction> {
        let first = distances.len();
        distances.resize(first + states.len(), 0);
        let mut starts = states.iter().enumerate();
        let mut walks = [None; WALKS];
        loop {
            let mut any_active = false;
            for walk in &mut walks {
                if walk.is_none() {
                    *walk = starts.next().map(|(state_index, state)| Walk::new(self, state_index, *state));
                }
                let Some(active) = walk else { continue };
                any_active = true;
                if active.step(self)? {
                    distances[first + active.state_index] = active.distance;
                    *walk = None;
                }
            }
            if !any_active {
                return Ok(());
            }
        }
    }

    /// Returns a shortest path to the nearest goal, as indices in [`Stage::turns`].
    ///
    /// # Errors
    /// As for [`distance`](Self::distance).
    #[cfg(test)]
    pub(crate) fn shortest_path(&self, state: StageState) -> Result<Vec<usize>, Contradiction> {
        let mut path = Vec::new();
        self.walk(state, |turn| path.push(turn))?;
        Ok(path)
    }

    /// Walks to the nearest goal; calls `visit` with each turn of the walk.
    fn walk(&self, state: StageState, visit: impl FnMut(usize)) -> Result<(), Contradiction> {
        let is_goal = |state: &StageState| self.stage.is_goal(*state);
        let nearer = |state: &StageState, code| self.improving_turn(*state, code);
        self.codes.walk(self.name, (state, self.address(state)), is_goal, nearer, visit)
    }

    /// Returns the first turn to a state of this code, and that state.
    fn improving_turn(&self, state: StageState, code: u8) -> Option<(usize, StageState)> {
        let mut children = [(state, CodeAddress::default()); LOOKAHEAD];
        self.turns.chunks(LOOKAHEAD).find_map(|turns| {
            for (next, turn) in children.iter_mut().zip(turns) {
                let to = self.stage.turn(state, *turn);
                *next = (to, self.address(to));
                self.codes.prefetch(next.1);
            }
            let nearer =
                turns.iter().zip(&children).find(|(_, (_, address))| self.codes.code(*address) == code);
            nearer.map(|(turn, (to, _))| (*turn, *to))
        })
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::four::Cube4;

    use super::*;

    #[test]
    fn distance_in_a_damaged_table_returns_an_error() {
        let stage = Stage::get(4);
        let turns: Vec<_> = (0..20).map(|i| stage.turns()[i * i % 16]).collect();
        let cube = Cube4::from_turns(&turns);
        let state = stage.state(&cube).expect("legal turns");
        // All codes 0, 1 or 2, all without a distance, and a pattern on which a walk runs in circles.
        for byte in [0, 0b01_01_01_01, 0b10_10_10_10, 0xff, 0b00_01_10_00] {
            let codes = TableBytes::owned(vec![byte; stage.shape().bytes() as usize]);
            let table = StageTable::new("444-slice-4", stage, Metric::Slice, codes);
            assert_eq!(table.distance(state), Err(Contradiction { table: "444-slice-4" }));
            let _ = table.codes().child_distance(0, table.address(state));
        }
    }
}
