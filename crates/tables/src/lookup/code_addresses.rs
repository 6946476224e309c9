//! The addresses of codes that a probe looks up for the children of a node.

use crate::goal::code_address::CodeAddress;
use crate::lookup::coset_lane::CosetLane;

/// The addresses of codes in a table, by lane.
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
