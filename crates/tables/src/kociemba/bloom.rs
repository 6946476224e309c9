//! A filter of keys: whether a set may have one, surely so if it has, from a few bits a key.

use std::io::{self, Write};

use crate::kociemba::exact::prefetch;
use crate::kociemba::huge_pages::HugePageBuf;

/// A set of keys, to each of which belong three bits of one word; other keys may have the same (a Bloom filter of blocks).
#[derive(Debug)]
pub struct BlockedBloomFilter {
    words: HugePageBuf<u64>,
}

impl BlockedBloomFilter {
    /// A filter of so many words, of no keys yet.
    pub(crate) fn new(words: usize) -> BlockedBloomFilter {
        BlockedBloomFilter { words: HugePageBuf::new(words.max(1)) }
    }

    /// The filter of the words that [`BlockedBloomFilter::write`] wrote.
    pub(crate) fn from_bytes(bytes: &[u8]) -> BlockedBloomFilter {
        let mut filter = BlockedBloomFilter::new(bytes.len() / 8);
        for (word, bytes) in filter.words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        filter
    }

    /// Writes its words, little-endian.
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

    /// The word of a key, and its bits there.
    #[inline(always)]
    fn word_and_mask(&self, key: u32) -> (usize, u64) {
        let hash = u64::from(key).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let word = ((hash >> 32) * self.words.len() as u64) >> 32;
        (word as usize, 1 << (hash >> 14 & 63) | 1 << (hash >> 20 & 63) | 1 << (hash >> 26 & 63))
    }

    /// Starts to read what [`BlockedBloomFilter::may_contain`] will.
    #[inline(always)]
    pub fn prefetch(&self, key: u32) {
        prefetch(&self.words[self.word_and_mask(key).0]);
    }

    /// Whether the set may have this key: surely if it has.
    #[inline(always)]
    pub fn may_contain(&self, key: u32) -> bool {
        let (word, mask) = self.word_and_mask(key);
        self.words[word] & mask == mask
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}
