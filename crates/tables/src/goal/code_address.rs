//! The place of a code in a table: its word of sixteen codes, and the lane in it.

/// The number of codes in a word.
pub(crate) const CODES_PER_WORD: usize = 16;

/// The place of a state's code in a table: `16 * word + lane`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodeAddress(u64);

impl CodeAddress {
    /// Returns the address of this number.
    #[inline(always)]
    pub(crate) fn new(code: u64) -> CodeAddress {
        CodeAddress(code)
    }

    /// Returns the address of a lane of a word; the lane is taken mod 16.
    #[inline(always)]
    pub(crate) fn of_lane(word: u32, lane: u32) -> CodeAddress {
        CodeAddress(u64::from(word) * CODES_PER_WORD as u64 + u64::from(lane) % CODES_PER_WORD as u64)
    }

    /// Returns the index of the word.
    #[inline(always)]
    pub(crate) fn word(self) -> u32 {
        (self.0 / CODES_PER_WORD as u64) as u32
    }

    /// Returns the lane within the word, 0..16.
    #[inline(always)]
    pub(crate) fn lane(self) -> u32 {
        self.0 as u32 % CODES_PER_WORD as u32
    }

    /// Returns the [code](crate::goal::code) at this address, given its word.
    #[inline(always)]
    pub(crate) fn code(self, word: u32) -> u8 {
        code(word, self.lane())
    }
}

/// Returns the code of a lane of `word`.
#[inline(always)]
pub(crate) fn code(word: u32, index: u32) -> u8 {
    let code = word >> index;
    (code & 1 | code >> (CODES_PER_WORD - 1) & 2) as u8
}
