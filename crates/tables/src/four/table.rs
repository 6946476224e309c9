//! A table of a stage's distances in one metric, in memory or mapped from a file, and how to find one's way in it.

use std::sync::Arc;

use cubiform_cube::four::Metric;

use super::fill;
use super::stage::{Stage, StageState};
use crate::kociemba::prefetch;
use crate::store::table_file::TableFile;
use crate::target::fill::Watch;
use crate::target::table::{CodeStorage, Contradiction};

/// How many turns are made, and their look-ups begun, before any is looked at.
const AHEAD: usize = 12;

/// How many walks are under way at a time where there are many, and how many turns each makes ahead: fewer, since most
/// states have several that are nearer.
const WALKS: usize = 8;
const WALK_AHEAD: usize = 4;

/// A walk to the nearest goal, in steps between which its look-ups are under way.
#[derive(Clone, Copy)]
struct Walk {
    /// Which of the states it began at.
    of: usize,
    distance: u8,
    state: StageState,
    /// The code of `state`; none if it is under way.
    code: Option<u8>,
    /// The turns that have been made, of those of the table, and the last of these.
    made: usize,
    ahead: [(StageState, Slot); WALK_AHEAD],
}

impl Walk {
    fn new(table: &StageTable, of: usize, state: StageState) -> Walk {
        let place = table.slot(state);
        table.prefetch(place);
        Walk { of, distance: 0, state, code: None, made: 0, ahead: [(state, place); WALK_AHEAD] }
    }

    /// Goes on; whether it has arrived.
    #[inline(always)]
    fn step(&mut self, table: &StageTable) -> Result<bool, Contradiction> {
        if let Some(code) = self.code {
            let nearer = (code + 2) % 3;
            let made = &self.ahead[..self.made - self.from()];
            if let Some((state, _)) = made.iter().find(|(_, place)| table.code(*place) == nearer) {
                (self.state, self.code, self.made) = (*state, Some(nearer), 0);
                self.distance += 1;
            }
        } else {
            self.code = Some(table.code(table.slot(self.state)));
        }
        // In a damaged table a way might lead round and round: no distance is so large.
        if self.made == table.turns.len() || self.distance == u8::MAX {
            return Err(Contradiction { table: table.name });
        }
        if self.made == 0 && self.code == Some(0) && table.stage.is_goal(self.state) {
            return Ok(true);
        }
        let turns = &table.turns[self.made..];
        for (next, turn) in self.ahead.iter_mut().zip(turns) {
            // Which of the turns it is does not matter here.
            let to = table.stage.turn_conjugated(self.state, *turn);
            *next = (to, table.slot(to));
            table.prefetch(next.1);
        }
        self.made += turns.len().min(WALK_AHEAD);
        Ok(false)
    }

    /// The first of the turns in `ahead`.
    #[inline(always)]
    fn from(&self) -> usize {
        self.made.saturating_sub(1) / WALK_AHEAD * WALK_AHEAD
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
        assert!(4 * shape.bytes() <= u32::MAX.into(), "a place has 32 bits");
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

    /// Begins to read what lies at a place.
    #[inline(always)]
    pub fn prefetch(&self, place: Slot) {
        prefetch(&self.bytes()[place.byte()]);
    }

    /// The code at a place: the distance modulo 3.
    #[inline(always)]
    pub fn code(&self, place: Slot) -> u8 {
        self.bytes()[place.byte()] >> (2 * (place.0 & 3)) & 3
    }

    /// The distance of the state at a place, one turn away from one whose distance is `next_to`.
    #[inline(always)]
    pub fn distance_next_to(&self, next_to: u8, place: Slot) -> u8 {
        // 0, 1 or 2 for nearer, as far, farther.
        let farther = (self.code(place) + 4 - next_to % 3) % 3;
        (next_to + farther).saturating_sub(1)
    }

    /// How many turns a state is from the nearest goal of the stage, by walking there.
    ///
    /// # Errors
    /// If the table is damaged: no state next to one on the way is nearer.
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
            let mut is_busy = false;
            for walk in &mut walks {
                if walk.is_none() {
                    *walk = starts.next().map(|(of, state)| Walk::new(self, of, *state));
                }
                let Some(at) = walk else { continue };
                is_busy = true;
                if at.step(self)? {
                    distances[first + at.of] = at.distance;
                    *walk = None;
                }
            }
            if !is_busy {
                return Ok(());
            }
        }
    }

    /// A shortest way to the nearest goal, as places of turns in [`Stage::turns`].
    ///
    /// # Errors
    /// Those of [`distance`](Self::distance).
    pub fn shortest_path(&self, state: StageState) -> Result<Vec<usize>, Contradiction> {
        let mut way = Vec::new();
        self.walk(state, |turn| way.push(turn))?;
        Ok(way)
    }

    /// Walks to the nearest goal and tells of each turn on the way.
    fn walk(&self, mut state: StageState, mut tell: impl FnMut(usize)) -> Result<(), Contradiction> {
        // In a damaged table a way might lead round and round: no distance is so large.
        let mut left = u8::MAX;
        let mut code = self.code(self.slot(state));
        while !(code == 0 && self.stage.is_goal(state)) {
            let nearer = self.nearer(state, (code + 2) % 3).filter(|_| left > 0);
            let (turn, to) = nearer.ok_or(Contradiction { table: self.name })?;
            tell(turn);
            (state, code, left) = (to, (code + 2) % 3, left - 1);
        }
        Ok(())
    }

    /// The first turn to a state of this code, and that state.
    fn nearer(&self, state: StageState, code: u8) -> Option<(usize, StageState)> {
        let mut ahead = [(state, Slot(0)); AHEAD];
        self.turns.chunks(AHEAD).find_map(|turns| {
            for (next, turn) in ahead.iter_mut().zip(turns) {
                let to = self.stage.turn(state, *turn);
                *next = (to, self.slot(to));
                self.prefetch(next.1);
            }
            let found = turns.iter().zip(&ahead).find(|(_, (_, place))| self.code(*place) == code);
            found.map(|(turn, (to, _))| (*turn, *to))
        })
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::four::Cube4;

    use super::*;

    #[test]
    fn a_damaged_table_is_told_of_and_ends() {
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
