//! The place of a code in a table: its word of sixteen codes, and the position in it; the places for all children of a node.

use crate::lookup::coset_lane::CosetLane;

/// The number of codes in a word.
pub(crate) const CODES_PER_WORD: usize = 16;

/// The place of a state's code in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodeAddress {
    /// The index of the word.
    pub(crate) word: u32,
    /// The position of the state in the word, and how turns of U and D act on it.
    pub(crate) lane: CosetLane,
}

impl CodeAddress {
    /// Returns the address of the code of this number. Turns act on it as in the table.
    #[inline(always)]
    pub(crate) fn new(code: u64) -> CodeAddress {
        let (word, lane) = (code / CODES_PER_WORD as u64, code % CODES_PER_WORD as u64);
        CodeAddress { word: word as u32, lane: CosetLane(lane as u8) }
    }
}

/// The addresses of the codes that a probe looks up for the children of a node, by lane.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct CodeAddresses {
    /// The indices of the words.
    pub(crate) words: [u32; 32],
    /// The bits of the [`CosetLane`]s.
    pub(crate) coset_lanes: [u32; 32],
}

impl CodeAddresses {
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, address: CodeAddress) {
        (self.words[lane & 31], self.coset_lanes[lane & 31]) = (address.word, address.lane.0.into());
    }

    /// Returns the address of the child of a lane.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> CodeAddress {
        let lane = lane & 31;
        CodeAddress { word: self.words[lane], lane: CosetLane(self.coset_lanes[lane] as u8) }
    }
}
