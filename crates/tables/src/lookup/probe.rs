//! A probe: one pruning table under one symmetry, looked up for the pieces that a search tracks.
//!
//! The `indexer` computes the address of a state's code; the probe prefetches and reads it.

use std::sync::Arc;

use cubiform_cube::{Move, Symmetry};

use crate::goal::code::CodeSet;
pub(crate) use crate::goal::code_address::{CodeAddress, CodeAddresses};
use crate::goal::coordinate::Coordinate;
use crate::goal::table::Table;
use crate::lookup::indexer::Indexer;
use crate::lookup::lanes::bits;
#[cfg(target_arch = "x86_64")]
use crate::lookup::lanes::has_at_least;
#[cfg(target_arch = "x86_64")]
use crate::lookup::simd::Simd;
use crate::lookup::tracked::TrackedPieces;
use crate::lookup::tracked_moves::TrackedMoves;

/// A pruning table under a symmetry, as a lower bound for states of some tracked pieces.
pub(crate) struct Probe {
    pub(crate) indexer: Indexer,
    /// The first byte of the table's codes. A table does not move or free its codes while it lives.
    codes: *const u8,
    /// The number of words of codes.
    words: u32,
    pub(crate) table: Arc<Table>,
    /// The symmetry from the search to the table, before the table's own folding.
    pub(crate) symmetry: Symmetry,
    /// The search's moves, as a bit mask, that the table tested for its no-progress code: none of them reduces the
    /// distance of a state whose code is [`NO_PROGRESS`](crate::goal::code::NO_PROGRESS).
    pub(crate) tested_moves: u32,
    #[cfg(target_arch = "x86_64")]
    simd: Option<Simd>,
}

impl Probe {
    /// Creates the probe of `table` for `tracked`, whose move tables are `turns`, under `symmetry`. Returns `None`
    /// unless it [fits](TrackedPieces::fits).
    ///
    /// # Panics
    /// If the table has 8 GiB or more.
    pub(crate) fn new(
        tracked: &TrackedPieces,
        turns: &TrackedMoves,
        symmetry: Symmetry,
        table: &Arc<Table>,
    ) -> Option<Probe> {
        let bytes = table.bytes();
        let words = i32::try_from(bytes.len() / size_of::<u32>()).expect("tables of goals are below 8 GiB");
        Some(Probe {
            indexer: Indexer::new(tracked, turns, symmetry, &table.coordinate)?,
            codes: bytes.as_ptr(),
            words: words.unsigned_abs(),
            table: Arc::clone(table),
            symmetry,
            tested_moves: tested_moves_of_search(&table.coordinate, symmetry),
            #[cfg(target_arch = "x86_64")]
            simd: Simd::chosen(),
        })
    }

    /// Returns whether look-ups are best prefetched together with those of other subproblems. True for large tables,
    /// whose prefetches miss the TLB; those of smaller tables are issued as soon as they are computed.
    #[inline(always)]
    pub(crate) fn prefetches_together(&self) -> bool {
        const LARGE: u32 = (512 << 20) / size_of::<u32>() as u32;
        self.words >= LARGE
    }

    /// Prefetches the words of the children whose lanes are in `set`, one after the other: a prefetch that misses the
    /// TLB delays the instructions behind it, so prefetches overlap best with nothing between them.
    #[inline(always)]
    pub(crate) fn prefetch_each(&self, set: u32, addresses: &CodeAddresses) {
        for lane in bits(set) {
            self.prefetch_word(addresses.words[lane]);
        }
    }

    /// Reads the words of the children whose lanes are in `set`, and returns the lanes whose codes are in `admitted`.
    #[inline(always)]
    pub(crate) fn read_each(
        &self,
        set: u32,
        addresses: &CodeAddresses,
        admitted: CodeSet,
        words: &mut [u32; 32],
    ) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = self.simd
            && has_at_least(set, simd.min_read())
        {
            // SAFETY: as in `word`.
            let table =
                unsafe { std::slice::from_raw_parts(self.codes, self.words as usize * size_of::<u32>()) };
            return simd.read(table, set, addresses, admitted, words);
        }
        self.read_each_scalar(set, addresses, admitted, words)
    }

    /// The scalar path of [`read_each`](Self::read_each).
    #[inline(always)]
    pub(crate) fn read_each_scalar(
        &self,
        set: u32,
        addresses: &CodeAddresses,
        admitted: CodeSet,
        words: &mut [u32; 32],
    ) -> u32 {
        let mut admitted_lanes = 0;
        for lane in bits(set) {
            words[lane] = self.word(addresses.words[lane]);
            let code = addresses.get(lane).lane.code(words[lane]);
            admitted_lanes |= u32::from(admitted.contains(code)) << lane;
        }
        admitted_lanes
    }

    /// Prefetches a word into the second-level cache; the first level is left to the small arrays of the indexers.
    #[inline(always)]
    pub(crate) fn prefetch_word(&self, word: u32) {
        let byte = self.codes.wrapping_add(word as usize * size_of::<u32>());
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch has no visible effect, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T1>(byte.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = byte;
    }

    #[inline(always)]
    fn word(&self, word: u32) -> u32 {
        assert!(word < self.words, "an address of another table");
        // SAFETY: the word lies within the codes, as asserted. `codes` is valid while `table` lives, which this probe
        // keeps alive. The read is unaligned.
        u32::from_le(unsafe { self.codes.cast::<u32>().add(word as usize).read_unaligned() })
    }

    /// Returns the code of an address.
    ///
    /// # Panics
    /// If the address lies outside the table.
    #[inline(always)]
    pub(crate) fn code(&self, at: CodeAddress) -> u8 {
        at.lane.code(self.word(at.word))
    }
}

/// Returns the moves of the search that the symmetry carries to the [tested moves](Coordinate::tested_moves) of the
/// table.
fn tested_moves_of_search(c: &Coordinate, symmetry: Symmetry) -> u32 {
    let own = c.tested_moves();
    let is_in = |m: &Move| own >> symmetry.conjugate(*m).index() & 1 == 1;
    Move::set(Move::all().filter(is_in))
}

// SAFETY: `codes` points to bytes that are never written, in a table that is `Send` and `Sync`.
unsafe impl Send for Probe {}
// SAFETY: as above.
unsafe impl Sync for Probe {}

#[cfg(test)]
mod tests {
    use cubiform_cube::PieceSet;
    use cubiform_cube::goal::Target;

    use super::*;
    use crate::goal::table::payload_len;
    use cubiform_store::TableBytes;

    /// Reads through raw pointers; small enough for Miri.
    #[test]
    fn probe_reads_every_code_of_its_table_and_panics_at_the_next_slot() {
        let base = vec![4, 6];
        let coordinate = Coordinate::new(Target::solved(PieceSet::new(&[], &base)), &base);
        let bytes = payload_len(&coordinate) as usize;
        let codes: Vec<u8> = (0..bytes).map(|i| (i * 151 + i / 256) as u8).collect();
        let table = Arc::new(Table::new("line", Arc::new(coordinate), TableBytes::owned(codes)));
        let tracked = TrackedPieces { base, rest: Vec::new(), corners: Vec::new() };
        let probe = Probe::new(&tracked, &TrackedMoves::new(&tracked), Symmetry::IDENTITY, &table).unwrap();
        // The probe keeps the codes alive without the caller's handle.
        let expected: Vec<u8> = (0..bytes as u64 * 4).map(|i| table.code(CodeAddress::new(i))).collect();
        drop(table);
        let read: Vec<u8> = (0..bytes as u64 * 4).map(|i| probe.code(CodeAddress::new(i))).collect();
        assert_eq!(read, expected);
        let next = std::panic::AssertUnwindSafe(|| probe.code(CodeAddress::new(bytes as u64 * 4)));
        assert!(std::panic::catch_unwind(next).is_err());
    }
}
