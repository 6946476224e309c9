//! A blocked Bloom filter of 32-bit keys.
//!
//! Each key sets up to three bits, all in one 64-bit word, so that a query reads one cache line. With
//! `h = key * 0xd6e8_feb8_6659_fd93 mod 2^64`:
//!
//! | bits of `h` | value |
//! |---|---|
//! | 32-63 | selects the word: `(h >> 32) * words / 2^32` |
//! | 26-31, 20-25, 14-19 | positions of the three bits in the word |

use std::io::{self, Write};

use crate::kociemba::huge_pages::{prefetch, zeros};

/// A set of keys with false positives and without false negatives.
#[derive(Debug)]
pub struct BlockedBloomFilter {
    words: Vec<u64>,
}

impl BlockedBloomFilter {
    /// Creates an empty filter of `words` 64-bit words, at least one.
    pub(crate) fn new(words: usize) -> BlockedBloomFilter {
        BlockedBloomFilter { words: zeros(words.max(1)) }
    }

    /// Reads a filter from the bytes that [`BlockedBloomFilter::write`] wrote.
    pub(crate) fn from_bytes(bytes: &[u8]) -> BlockedBloomFilter {
        let mut filter = BlockedBloomFilter::new(bytes.len() / 8);
        for (word, bytes) in filter.words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        filter
    }

    /// Writes the words, little-endian.
    ///
    /// # Errors
    /// Any error of `out`.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for words in self.words.chunks(1 << 10) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            out.write_all(&bytes)?;
        }
        out.flush()
    }

    /// Adds a key.
    pub(crate) fn insert(&mut self, key: u32) {
        let (word, mask) = self.word_and_mask(key);
        self.words[word] |= mask;
    }

    /// Returns the index of the word of a key, and the mask of its bits there.
    #[inline(always)]
    fn word_and_mask(&self, key: u32) -> (usize, u64) {
        let hash = u64::from(key).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let word = ((hash >> 32) * self.words.len() as u64) >> 32;
        (word as usize, 1 << (hash >> 14 & 63) | 1 << (hash >> 20 & 63) | 1 << (hash >> 26 & 63))
    }

    /// Prefetches the word that [`BlockedBloomFilter::may_contain`] reads.
    #[inline(always)]
    pub fn prefetch(&self, key: u32) {
        prefetch(&self.words[self.word_and_mask(key).0]);
    }

    /// Returns whether the set may contain a key. `false` is certain, `true` may be a false positive.
    #[inline(always)]
    pub fn may_contain(&self, key: u32) -> bool {
        let (word, mask) = self.word_and_mask(key);
        self.words[word] & mask == mask
    }
}
