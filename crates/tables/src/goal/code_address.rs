//! The place of a code in a table: its word of sixteen codes, and the position in it.

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
