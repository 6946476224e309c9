//! A table of a stage's distances in one metric, in memory or mapped from a file, and how to find one's path in it.

use std::sync::Arc;

use cubiform_cube::four::Metric;

use super::fill;
use super::stage::{Stage, StageState};
use crate::kociemba::prefetch;
use crate::store::table_file::TableFile;
use crate::target::fill::Watch;
use crate::target::table::{CodeStorage, Contradiction};

/// How many turns are generated, and their look-ups begun, before any is looked at.
const LOOKAHEAD: usize = 12;

/// How many walks are under path at a time where there are many, and how many turns each makes children: fewer, since most
/// states have several that are improving.
const WALKS: usize = 8;
const WALK_LOOKAHEAD: usize = 4;

/// A walk to the nearest goal, in steps between which its look-ups are under path.
#[derive(Clone, Copy)]
struct Walk {
    /// Which of the states it began at.
    state_index: usize,
    distance: u8,
    state: StageState,
    /// The code of `state`; none if it is under path.
    code: Option<u8>,
    /// The turns that have been generated, of those of the table, and the last of these.
    generated: usize,
    children: [(StageState, Slot); WALK_LOOKAHEAD],
}

impl Walk {
    fn new(table: &StageTable, state_index: usize, state: StageState) -> Walk {
        let slot = table.slot(state);
        table.prefetch(slot);
        Walk {
            state_index,
            distance: 0,
            state,
            code: None,
            generated: 0,
            children: [(state, slot); WALK_LOOKAHEAD],
        }
    }

    /// Goes on; whether it has arrived.
    #[inline(always)]
    fn step(&mut self, table: &StageTable) -> Result<bool, Contradiction> {
        if let Some(code) = self.code {
            let improving_code = (code + 2) % 3;
            let children = &self.children[..self.generated - self.chunk_start()];
            if let Some((state, _)) = children.iter().find(|(_, slot)| table.code(*slot) == improving_code) {
                (self.state, self.code, self.generated) = (*state, Some(improving_code), 0);
                self.distance += 1;
            }
        } else {
            self.code = Some(table.code(table.slot(self.state)));
        }
        // In a damaged table a path might lead round and round: no distance is so large.
        if self.generated == table.turns.len() || self.distance == u8::MAX {
            return Err(Contradiction { table: table.name });
        }
        if self.generated == 0 && self.code == Some(0) && table.stage.is_goal(self.state) {
            return Ok(true);
        }
        let turns = &table.turns[self.generated..];
        for (next, turn) in self.children.iter_mut().zip(turns) {
            // Which of the turns it is does not matter here.
            let to = table.stage.turn_conjugated(self.state, *turn);
            *next = (to, table.slot(to));
            table.prefetch(next.1);
        }
        self.generated += turns.len().min(WALK_LOOKAHEAD);
        Ok(false)
    }

    /// The first of the turns in `children`.
    #[inline(always)]
    fn chunk_start(&self) -> usize {
        self.generated.saturating_sub(1) / WALK_LOOKAHEAD * WALK_LOOKAHEAD
    }
}

/// The distances modulo 3 of the states of a stage in one metric, two bits each, rows one after the other.
///
/// A turn changes a distance by at most one. So the distance of a state follows from that of any state next to it, or
/// from walking down to the goal.
pub struct StageTable {
    name: &'static str,
    stage: &'static Stage,
    metric: Metric,
    turns: Vec<usize>,
    codes: CodeStorage,
    /// Entries of a row with those that pad it.
    row_entries: u32,
}

/// Where in a table the code of a state lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u32);

impl Slot {
    #[inline(always)]
    fn byte(self) -> usize {
        (self.0 >> 2) as usize
    }
}

impl StageTable {
    pub(crate) fn new(
        name: &'static str,
        stage: &'static Stage,
        metric: Metric,
        codes: CodeStorage,
    ) -> StageTable {
        let shape = stage.shape();
        assert_eq!(codes.bytes().len() as u64, shape.bytes(), "a table holds every row");
        assert!(4 * shape.bytes() <= u32::MAX.into(), "a slot has 32 bits");
        let row_entries = 4 * shape.row_bytes() as u32;
        StageTable { name, stage, metric, turns: stage.turns_in(metric).collect(), codes, row_entries }
    }

    /// Fills it in memory; `None` if it was cancelled.
    pub fn fill(
        stage: &'static Stage,
        metric: Metric,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Option<StageTable> {
        let filling = fill::run(stage, metric, threads, watch);
        if !filling.complete {
            return None;
        }
        let mut bytes = Vec::with_capacity(stage.shape().bytes() as usize);
        filling.write(&mut bytes).expect("a vector takes what is written");
        Some(StageTable::new("unnamed", stage, metric, CodeStorage::Owned(bytes)))
    }

    /// The stage of its states.
    pub fn stage(&self) -> &'static Stage {
        self.stage
    }

    /// What counts as one turn.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The legal turns that count as one, by their places in [`Stage::turns`].
    pub fn turns(&self) -> &[usize] {
        &self.turns
    }

    /// The file that its codes come from, if they come from one.
    pub fn file(&self) -> Option<&Arc<TableFile>> {
        self.codes.file()
    }

    /// Its codes.
    pub fn bytes(&self) -> &[u8] {
        self.codes.bytes()
    }

    /// Where the code of a state lies.
    #[inline(always)]
    pub fn slot(&self, state: StageState) -> Slot {
        let (row, column) = self.stage.entry(state);
        Slot(row as u32 * self.row_entries + column as u32)
    }

    /// Begins to read what lies at a slot.
    #[inline(always)]
    pub fn prefetch(&self, slot: Slot) {
        prefetch(&self.bytes()[slot.byte()]);
    }

    /// The code at a slot: the distance modulo 3.
    #[inline(always)]
    pub fn code(&self, slot: Slot) -> u8 {
        self.bytes()[slot.byte()] >> (2 * (slot.0 & 3)) & 3
    }

    /// The distance of the state at a slot, one turn away from one whose distance is `next_to`.
    #[inline(always)]
    pub fn distance_next_to(&self, next_to: u8, slot: Slot) -> u8 {
        // 0, 1 or 2 for improving, as far, farther.
        let change = (self.code(slot) + 4 - next_to % 3) % 3;
        (next_to + change).saturating_sub(1)
    }

    /// How many turns a state is from the nearest goal of the stage, by walking there.
    ///
    /// # Errors
    /// If the table is damaged: no state next to one on the path is improving.
    pub fn distance(&self, state: StageState) -> Result<u8, Contradiction> {
        let mut distance = 0;
        self.walk(state, |_| distance += 1)?;
        Ok(distance)
    }

    /// The same of many states, pushed to `distances` in their order; several walks at a time, so that the memory always
    /// has reads to answer.
    ///
    /// # Errors
    /// Those of [`distance`](Self::distance).
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

    /// A shortest path to the nearest goal, as places of turns in [`Stage::turns`].
    ///
    /// # Errors
    /// Those of [`distance`](Self::distance).
    pub fn shortest_path(&self, state: StageState) -> Result<Vec<usize>, Contradiction> {
        let mut path = Vec::new();
        self.walk(state, |turn| path.push(turn))?;
        Ok(path)
    }

    /// Walks to the nearest goal and tells of each turn on the path.
    fn walk(&self, mut state: StageState, mut visit: impl FnMut(usize)) -> Result<(), Contradiction> {
        // In a damaged table a path might lead round and round: no distance is so large.
        let mut steps_left = u8::MAX;
        let mut code = self.code(self.slot(state));
        while !(code == 0 && self.stage.is_goal(state)) {
            let improving = self.improving_turn(state, (code + 2) % 3).filter(|_| steps_left > 0);
            let (turn, to) = improving.ok_or(Contradiction { table: self.name })?;
            visit(turn);
            (state, code, steps_left) = (to, (code + 2) % 3, steps_left - 1);
        }
        Ok(())
    }

    /// The first turn to a state of this code, and that state.
    fn improving_turn(&self, state: StageState, code: u8) -> Option<(usize, StageState)> {
        let mut children = [(state, Slot(0)); LOOKAHEAD];
        self.turns.chunks(LOOKAHEAD).find_map(|turns| {
            for (next, turn) in children.iter_mut().zip(turns) {
                let to = self.stage.turn(state, *turn);
                *next = (to, self.slot(to));
                self.prefetch(next.1);
            }
            let found = turns.iter().zip(&children).find(|(_, (_, slot))| self.code(*slot) == code);
            found.map(|(turn, (to, _))| (*turn, *to))
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
        // All at distance 0, 1 or 2, none at any, and what leads round and round for ever.
        for byte in [0, 0b01_01_01_01, 0b10_10_10_10, 0xff, 0b00_01_10_00] {
            let codes = CodeStorage::Owned(vec![byte; stage.shape().bytes() as usize]);
            let table = StageTable::new("444-slice-4", stage, Metric::Slice, codes);
            assert_eq!(table.distance(state), Err(Contradiction { table: "444-slice-4" }));
            let _ = table.distance_next_to(0, table.slot(state));
        }
    }
}
