//! Views: how a search that tracks its own pieces looks a state up in a table of some of them.
//!
//! A locator (`locator.rs`) says where in the table a state lies; a probe fetches and reads what is there.

use std::sync::Arc;

use cubiform_cube::{Move, Symmetry};

use crate::lookup::indexer::Indexer;
pub use crate::lookup::indexer::Slots;
use crate::lookup::lanes::bits;
#[cfg(target_arch = "x86_64")]
use crate::lookup::lanes::has_at_least;
use crate::lookup::normalize::NormalizedStates;
#[cfg(target_arch = "x86_64")]
use crate::lookup::simd::Simd;
use crate::lookup::tracked::{Tracked, TrackedMoves, TrackedState};
use crate::target::code::CodeSet;
use crate::target::coordinate::Coordinate;
pub use crate::target::table::Slot;
use crate::target::table::Table;

/// A layer_index to look up states of some tracked pieces in a table.
pub struct Probe {
    locator: Indexer,
    /// The codes of the table and how many words they are. Kept here because every look-up needs them; a table never
    /// moves or frees its codes while it lives.
    codes: *const u8,
    words: u32,
    table: Arc<Table>,
    symmetry: Symmetry,
    class: u32,
    #[cfg(target_arch = "x86_64")]
    simd: Option<Simd>,
}

impl Probe {
    /// Whether there is a probe of `tracked` after `symmetry` in a table of that coordinate: if its base lies within
    /// the image of the tracked base, its rest within that of the rest, its corners within that of the corners, and,
    /// if it holds the orientation of all edges, the symmetry keeps its axis, Z.
    pub fn fits(tracked: &Tracked, symmetry: Symmetry, c: &Coordinate) -> bool {
        Indexer::fits(tracked, symmetry, c)
    }

    /// The probe of `tracked`, whose turns these are, after `symmetry` in `table`, if it [fits](Self::fits).
    ///
    /// # Panics
    /// If the table has 8 GiB or more.
    pub fn new(
        tracked: &Tracked,
        turns: &TrackedMoves,
        symmetry: Symmetry,
        table: &Arc<Table>,
    ) -> Option<Probe> {
        let bytes = table.bytes();
        let words =
            i32::try_from(bytes.len() / size_of::<u32>()).expect("tables of this free_layer are below 8 GiB");
        Some(Probe {
            locator: Indexer::new(tracked, turns, symmetry, table.coordinate())?,
            codes: bytes.as_ptr(),
            words: words.unsigned_abs(),
            table: Arc::clone(table),
            symmetry,
            class: tested_moves_of_search(table.coordinate(), symmetry),
            #[cfg(target_arch = "x86_64")]
            simd: Simd::chosen(),
        })
    }

    /// The table it looks into.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// What says where states lie.
    pub(crate) fn indexer(&self) -> &Indexer {
        &self.locator
    }

    /// The symmetry from the search to the table, before folding.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The moves of the search, a bit each, none of which leads nearer from a state whose code is
    /// [`BARREN`](crate::target::code::BARREN).
    #[inline(always)]
    pub fn tested_moves(&self) -> u32 {
        self.class
    }

    /// Whether it looks states up with their turns of U and D undone, those of an coset in one word.
    #[inline(always)]
    pub fn normalizes(&self) -> bool {
        self.locator.normalizes()
    }

    /// Where the code of `state` lies.
    #[inline]
    pub fn index(&self, turns: &TrackedMoves, state: &TrackedState) -> Slot {
        self.locator.index(turns, state)
    }

    /// Where the codes of those children lie whose lanes are in `set`, given as this probe [wants](Self::normalizes) them.
    #[inline(always)]
    pub fn index_each(&self, set: u32, children: &NormalizedStates, slots: &mut Slots) {
        self.locator.index_each(set, children, slots);
    }

    /// Whether what it looks up is best fetched together with what others look up: in large tables. The pages of smaller ones
    /// are found so fast that what else is computed hides it; to fetch them together takes a tenth longer (measured).
    #[inline(always)]
    pub fn prefetches_together(&self) -> bool {
        const LARGE: u32 = (512 << 20) / size_of::<u32>() as u32;
        self.words >= LARGE
    }

    /// Asks the processor to fetch the codes of slots children, those whose lanes are in `set`. A prefetch whose page must
    /// be found first holds up what comes after it, so that few would be under layer_index if much came between them.
    #[inline(always)]
    pub fn prefetch_each(&self, set: u32, slots: &Slots) {
        for lane in bits(set) {
            self.prefetch_word(slots.words[lane]);
        }
    }

    /// Reads the words of the children whose lanes are in `set`, and gives those whose codes are among these.
    #[inline(always)]
    pub fn read_each(&self, set: u32, slots: &Slots, admitted: CodeSet, words: &mut [u32; 32]) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = self.simd
            && has_at_least(set, simd.worth_reading())
        {
            // SAFETY: as in `word`.
            let table =
                unsafe { std::slice::from_raw_parts(self.codes, self.words as usize * size_of::<u32>()) };
            return simd.read(table, set, slots, admitted, words);
        }
        self.read_each_scalar(set, slots, admitted, words)
    }

    /// The same, without vectors.
    #[inline(always)]
    pub(crate) fn read_each_scalar(
        &self,
        set: u32,
        slots: &Slots,
        admitted: CodeSet,
        words: &mut [u32; 32],
    ) -> u32 {
        let mut among = 0;
        for lane in bits(set) {
            words[lane] = self.word(slots.words[lane]);
            among |= u32::from(admitted.contains(slots.coset_lane(lane).code(words[lane]))) << lane;
        }
        among
    }

    /// Asks the processor to fetch the code at a location.
    #[inline(always)]
    pub fn prefetch(&self, at: Slot) {
        self.prefetch_word(at.word());
    }

    /// Asks the processor to fetch a word into the second-level cache: the first is needed for the small arrays (2 %
    /// faster, measured).
    #[inline(always)]
    fn prefetch_word(&self, word: u32) {
        let byte = self.codes.wrapping_add(word as usize * size_of::<u32>());
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching has no effect that a program can see, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T1>(byte.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = byte;
    }

    #[inline(always)]
    fn word(&self, word: u32) -> u32 {
        assert!(word < self.words, "a location of another table");
        // SAFETY: the word lies within the codes, as was just asserted; `codes` points to them as long as `table` lives,
        // which this probe keeps alive: see `new`. It is read wherever it lies.
        u32::from_le(unsafe { self.codes.cast::<u32>().add(word as usize).read_unaligned() })
    }

    /// The code at a location.
    #[inline(always)]
    pub fn code(&self, at: Slot) -> u8 {
        at.code(self.word(at.word()))
    }

    /// The code of a slots child.
    ///
    /// # Panics
    /// If it lies outside the table.
    #[inline(always)]
    pub fn code_of(&self, slots: &Slots, lane: usize) -> u8 {
        slots.coset_lane(lane).code(self.word(slots.words[lane & 31]))
    }
}

/// The moves of a search that are the [class](Coordinate::class) of a table, which it sees through a symmetry.
fn tested_moves_of_search(c: &Coordinate, symmetry: Symmetry) -> u32 {
    let own = c.tested_moves();
    let is_in = |m: &Move| own >> symmetry.conjugate(*m).index() & 1 == 1;
    Move::set(Move::all().filter(is_in))
}

// SAFETY: `codes` points to bytes that nothing writes to, in a table that is itself `Send` and `Sync`.
unsafe impl Send for Probe {}
// SAFETY: as above.
unsafe impl Sync for Probe {}

#[cfg(test)]
mod tests {
    use cubiform_cube::PieceSet;
    use cubiform_cube::goal::Target;

    use super::*;
    use crate::target::table::{CodeStorage, payload_len};

    /// Raw pointers are read here: small enough for Miri.
    #[test]
    fn view_reads_every_word_of_its_table_and_refuses_the_next() {
        let base = vec![4, 6];
        let coordinate = Coordinate::new(Target::solved(PieceSet::new(&[], &base)), &base);
        let bytes = payload_len(&coordinate) as usize;
        let codes: Vec<u8> = (0..bytes).map(|i| (i * 151 + i / 256) as u8).collect();
        let table = Arc::new(Table::new("line", Arc::new(coordinate), CodeStorage::Owned(codes)));
        let tracked = Tracked { base, rest: Vec::new(), corners: Vec::new() };
        let probe = Probe::new(&tracked, &TrackedMoves::new(&tracked), Symmetry::IDENTITY, &table).unwrap();
        // The probe keeps the codes alive without the caller's handle.
        let expected: Vec<u8> = (0..bytes as u64 * 4).map(|i| table.code(Slot::new(i))).collect();
        drop(table);
        let read: Vec<u8> = (0..bytes as u64 * 4).map(|i| probe.code(Slot::new(i))).collect();
        assert_eq!(read, expected);
        let next = std::panic::AssertUnwindSafe(|| probe.code(Slot::new(bytes as u64 * 4)));
        assert!(std::panic::catch_unwind(next).is_err());
    }
}
