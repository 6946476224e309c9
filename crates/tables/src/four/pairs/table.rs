//! The table of pairs: how far every arrangement of pairs, with the centres of F and B and the parity, is from being in
//! order, and its entry among the tables that are kept.

use std::sync::Arc;

use super::numbering::BITS;
use super::{PairState, Pairs, TURNS, fill};
use crate::kociemba::prefetch;
use crate::store::table_file::TableFile;
use crate::store::table_kind::TableKind;
use crate::target::fill::{Checkpoint, Filling, Watch};
use crate::target::table::{CodeStorage, Contradiction};

/// The numbering's version: part of what identifies a table's file.
const NUMBERING: u32 = 1;

/// The table of pairs as one that can be built.
#[derive(Debug)]
pub struct PairEntry {
    name: &'static str,
    about: &'static str,
    histogram: &'static [u64],
}

/// Its entry. Its histogram was counted by a fill.
pub static PAIR_TABLE: PairEntry = PairEntry {
    name: "444-outer-3",
    about: "4x4x4, outer-block turns: pairs of wings, centres of F and B, parity of the pairs",
    histogram: &[
        1,
        3,
        28,
        261,
        2353,
        17_898,
        147_681,
        1_191_637,
        8_883_820,
        61_947_716,
        337_868_558,
        1_167_019_014,
        1_211_839_566,
        85_090_400,
        664,
    ],
};

impl TableKind for PairEntry {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.about
    }

    fn set(&self) -> Option<&'static str> {
        Some(&self.name[..self.name.len() - "-3".len()])
    }

    fn metric(&self) -> &'static str {
        "OBTM"
    }

    fn histogram(&self) -> &'static [u64] {
        self.histogram
    }

    fn identity(&self) -> String {
        format!("{} numbering {NUMBERING}", self.name)
    }

    fn entries(&self) -> u64 {
        4 * fill::BYTES
    }

    fn payload(&self) -> u64 {
        fill::BYTES
    }

    fn memory(&self) -> u64 {
        fill::MEMORY
    }

    fn fill(&self, threads: usize, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        fill::run(Pairs::get(), threads, watch)
    }
}

/// The distances modulo 3, two bits each.
pub struct PairTable {
    pairs: &'static Pairs,
    codes: CodeStorage,
}

/// Where in a table the code of a state lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot(u32);

impl PairTable {
    pub(crate) fn new(codes: CodeStorage) -> PairTable {
        assert_eq!(codes.bytes().len() as u64, fill::BYTES, "a table holds every word");
        PairTable { pairs: Pairs::get(), codes }
    }

    /// The file that its codes come from, if they come from one.
    pub fn file(&self) -> Option<&Arc<TableFile>> {
        self.codes.file()
    }

    /// The stage of its states.
    pub fn pairs(&self) -> &'static Pairs {
        self.pairs
    }

    /// Where the code of a state lies after a turn, whose read it begins.
    #[inline(always)]
    pub fn slot_after(&self, state: &PairState, turn: usize) -> Slot {
        let numbering = &self.pairs.numbering;
        let entry = numbering.class_order_after(&state.pairs, turn);
        let slot = Slot((entry.word() * BITS + numbering.bit(state, entry.turn_symmetry)) as u32);
        prefetch(&self.codes.bytes()[slot.byte()]);
        slot
    }

    /// The code there: the distance modulo 3.
    #[inline(always)]
    pub fn code(&self, slot: Slot) -> u8 {
        self.codes.bytes()[slot.byte()] >> (2 * (slot.0 & 3)) & 3
    }

    /// The distance of a state whose code lies there, one turn away from one whose distance is `next_to`.
    #[inline(always)]
    pub fn distance_next_to(&self, next_to: u8, slot: Slot) -> u8 {
        let change = (self.code(slot) + 4 - next_to % 3) % 3;
        (next_to + change).saturating_sub(1)
    }

    /// How many turns a state's pairs, with the centres of F and B and the parity, are from being in order, by walking there.
    ///
    /// # Errors
    /// If the table is damaged: no state next to one on the way is improving_code.
    pub fn distance(&self, state: &PairState) -> Result<u8, Contradiction> {
        let is_goal = |state: &PairState| state.pairs == super::IDENTITY && self.is_front_done(state);
        let (mut current, mut distance) = (*state, 0u8);
        let mut code = self.code(self.slot_after(&current, TURNS));
        while !(code == 0 && is_goal(&current)) {
            let improving_code = (code + 2) % 3;
            let mut slots = [Slot::default(); TURNS];
            // A few current a time: some are improving_code, mostly.
            let groups = [0..6, 6..TURNS];
            let found = groups.into_iter().find_map(|group| {
                group.clone().for_each(|turn| slots[turn] = self.slot_after(&current, turn));
                group.into_iter().find(|turn| self.code(slots[*turn]) == improving_code)
            });
            let turn =
                found.filter(|_| distance < u8::MAX).ok_or(Contradiction { table: PAIR_TABLE.name })?;
            (current, code, distance) = (self.pairs.turn(&current, turn), improving_code, distance + 1);
        }
        Ok(distance)
    }

    /// Whether F and B have one colour each, and the parity is even.
    fn is_front_done(&self, state: &PairState) -> bool {
        let solved = [0x0f, 0xf0].map(|set| self.pairs.front_set_numbers[set]);
        solved.contains(&state.centres[2]) && !state.is_odd
    }
}

impl Slot {
    #[inline(always)]
    fn byte(self) -> usize {
        (self.0 >> 2) as usize
    }
}
