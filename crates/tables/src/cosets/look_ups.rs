//! Look-ups of several searches, which are located and prefetched together.

use super::indexer::{CodeAddress, IndexSums, Indexer, Word};

/// Look-ups of cosets: those requested, and those located last.
///
/// Computing an address takes a chain of reads in the caches of a core, and a prefetch holds up what follows it unless
/// that is another prefetch. So both are done for many look-ups in a row.
#[derive(Debug, Default)]
pub struct LookUps {
    /// The axis and the sums of the cubes.
    requested: Vec<(usize, IndexSums)>,
    located: Vec<(Word, CodeAddress)>,
}

impl LookUps {
    /// Returns the number of look-ups requested since the last ones were located: the index of the next one.
    #[inline(always)]
    pub fn requested(&self) -> usize {
        self.requested.len()
    }

    /// Requests the look-up of a cube along an axis.
    #[inline(always)]
    pub fn request(&mut self, axis: usize, sums: IndexSums) {
        self.requested.push((axis, sums));
    }

    /// Returns the word of a located look-up and the address of its code.
    ///
    /// # Panics
    /// If fewer were located.
    #[inline(always)]
    pub fn located(&self, i: usize) -> (Word, CodeAddress) {
        self.located[i]
    }

    /// Locates the requested look-ups. Those located before are forgotten. Returns the addresses.
    pub(super) fn locate(&mut self, indexer: &Indexer) -> impl Iterator<Item = CodeAddress> {
        self.located.clear();
        self.located.extend(self.requested.drain(..).map(|(axis, sums)| {
            let word = indexer.word(axis, sums);
            (word, indexer.code(axis, word, sums))
        }));
        self.located.iter().map(|(_, code)| *code)
    }
}
