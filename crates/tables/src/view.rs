//! Views: how a search that tracks its own pieces looks a state up in a table of some of them.
//!
//! A locator (`locator.rs`) says where in the table a state lies; a view fetches and reads what is there.

use std::sync::Arc;

use cubiform_cube::{Move, Symmetry};

use crate::code::CodeSet;
use crate::coordinate::Coordinate;
use crate::lanes::bits;
#[cfg(target_arch = "x86_64")]
use crate::lanes::has_at_least;
pub use crate::locator::Located;
use crate::locator::Locator;
use crate::stances::Stances;
pub use crate::table::Location;
use crate::table::Table;
use crate::tracked::{State, Tracked, Turns};
#[cfg(target_arch = "x86_64")]
use crate::wide::Wide;

/// A way to look up states of some tracked pieces in a table.
pub struct View {
    locator: Locator,
    /// The codes of the table and how many words they are. Kept here because every look-up needs them; a table never
    /// moves or frees its codes while it lives.
    codes: *const u8,
    words: u32,
    table: Arc<Table>,
    symmetry: Symmetry,
    class: u32,
    #[cfg(target_arch = "x86_64")]
    wide: Option<Wide>,
}

impl View {
    /// Whether there is a view of `tracked` after `symmetry` in a table of that coordinate: if its base lies within
    /// the image of the tracked base, its rest within that of the rest, its corners within that of the corners, and,
    /// if it holds the orientation of all edges, the symmetry keeps its axis, Z.
    pub fn fits(tracked: &Tracked, symmetry: Symmetry, c: &Coordinate) -> bool {
        Locator::fits(tracked, symmetry, c)
    }

    /// The view of `tracked`, whose turns these are, after `symmetry` in `table`, if it [fits](Self::fits).
    ///
    /// # Panics
    /// If the table has 8 GiB or more.
    pub fn new(tracked: &Tracked, turns: &Turns, symmetry: Symmetry, table: &Arc<Table>) -> Option<View> {
        let bytes = table.bytes();
        let words =
            i32::try_from(bytes.len() / size_of::<u32>()).expect("tables of this kind are below 8 GiB");
        Some(View {
            locator: Locator::new(tracked, turns, symmetry, table.coordinate())?,
            codes: bytes.as_ptr(),
            words: words.unsigned_abs(),
            table: Arc::clone(table),
            symmetry,
            class: class_of_search(table.coordinate(), symmetry),
            #[cfg(target_arch = "x86_64")]
            wide: Wide::chosen(),
        })
    }

    /// The table it looks into.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// What says where states lie.
    pub(crate) fn locator(&self) -> &Locator {
        &self.locator
    }

    /// The symmetry from the search to the table, before folding.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The moves of the search, a bit each, none of which leads nearer from a state whose code is
    /// [`BARREN`](crate::code::BARREN).
    #[inline(always)]
    pub fn class(&self) -> u32 {
        self.class
    }

    /// Whether it looks states up with their turns of U and D undone, those of an orbit in one word.
    #[inline(always)]
    pub fn undoes(&self) -> bool {
        self.locator.undoes()
    }

    /// Where the code of `state` lies.
    #[inline]
    pub fn locate(&self, turns: &Turns, state: &State) -> Location {
        self.locator.locate(turns, state)
    }

    /// Where the codes of those children lie whose lanes are in `set`, given as this view [wants](Self::undoes) them.
    #[inline(always)]
    pub fn locate_each(&self, set: u32, children: &Stances, located: &mut Located) {
        self.locator.locate_each(set, children, located);
    }

    /// Whether what it looks up is best fetched together with what others look up: in large tables. The pages of smaller ones
    /// are found so fast that what else is computed hides it; to fetch them together takes a tenth longer (measured).
    #[inline(always)]
    pub fn fetches_together(&self) -> bool {
        const LARGE: u32 = (512 << 20) / size_of::<u32>() as u32;
        self.words >= LARGE
    }

    /// Asks the processor to fetch the codes of located children, those whose lanes are in `set`. A prefetch whose page must
    /// be found first holds up what comes after it, so that few would be under way if much came between them.
    #[inline(always)]
    pub fn prefetch_each(&self, set: u32, located: &Located) {
        for lane in bits(set) {
            self.prefetch_word(located.words[lane]);
        }
    }

    /// Reads the words of the children whose lanes are in `set`, and gives those whose codes are among these.
    #[inline(always)]
    pub fn read_each(&self, set: u32, located: &Located, admitted: CodeSet, words: &mut [u32; 32]) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = self.wide
            && has_at_least(set, wide.worth_reading())
        {
            // SAFETY: as in `word`.
            let table =
                unsafe { std::slice::from_raw_parts(self.codes, self.words as usize * size_of::<u32>()) };
            return wide.read(table, set, located, admitted, words);
        }
        self.read_one_by_one(set, located, admitted, words)
    }

    /// The same, without vectors.
    #[inline(always)]
    pub(crate) fn read_one_by_one(
        &self,
        set: u32,
        located: &Located,
        admitted: CodeSet,
        words: &mut [u32; 32],
    ) -> u32 {
        let mut among = 0;
        for lane in bits(set) {
            words[lane] = self.word(located.words[lane]);
            among |= u32::from(admitted.has(located.spot(lane).code(words[lane]))) << lane;
        }
        among
    }

    /// Asks the processor to fetch the code at a location.
    #[inline(always)]
    pub fn prefetch(&self, at: Location) {
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
        // which this view keeps alive: see `new`. It is read wherever it lies.
        u32::from_le(unsafe { self.codes.cast::<u32>().add(word as usize).read_unaligned() })
    }

    /// The code at a location.
    #[inline(always)]
    pub fn code(&self, at: Location) -> u8 {
        at.code(self.word(at.word()))
    }

    /// The code of a located child.
    ///
    /// # Panics
    /// If it lies outside the table.
    #[inline(always)]
    pub fn code_of(&self, located: &Located, lane: usize) -> u8 {
        located.spot(lane).code(self.word(located.words[lane & 31]))
    }
}

/// The moves of a search that are the [class](Coordinate::class) of a table, which it sees through a symmetry.
fn class_of_search(c: &Coordinate, symmetry: Symmetry) -> u32 {
    let own = c.class();
    let is_in = |m: &Move| own >> symmetry.conjugate(*m).index() & 1 == 1;
    Move::set(Move::all().filter(is_in))
}

// SAFETY: `codes` points to bytes that nothing writes to, in a table that is itself `Send` and `Sync`.
unsafe impl Send for View {}
// SAFETY: as above.
unsafe impl Sync for View {}

#[cfg(test)]
mod tests {
    use cubiform_cube::PieceSet;
    use cubiform_cube::goal::Target;

    use super::*;
    use crate::table::{Codes, payload_len};

    /// Raw pointers are read here: small enough for Miri.
    #[test]
    fn view_reads_every_word_of_its_table_and_refuses_the_next() {
        let base = vec![4, 6];
        let coordinate = Coordinate::new(Target::solved(PieceSet::new(&[], &base)), &base);
        let bytes = payload_len(&coordinate) as usize;
        let codes: Vec<u8> = (0..bytes).map(|i| (i * 151 + i / 256) as u8).collect();
        let table = Arc::new(Table::new("line", Arc::new(coordinate), Codes::Owned(codes)));
        let tracked = Tracked { base, rest: Vec::new(), corners: Vec::new() };
        let view = View::new(&tracked, &Turns::new(&tracked), Symmetry::IDENTITY, &table).unwrap();
        // The view keeps the codes alive without the caller's handle.
        let expected: Vec<u8> = (0..bytes as u64 * 4).map(|i| table.code(Location::new(i))).collect();
        drop(table);
        let read: Vec<u8> = (0..bytes as u64 * 4).map(|i| view.code(Location::new(i))).collect();
        assert_eq!(read, expected);
        let next = std::panic::AssertUnwindSafe(|| view.code(Location::new(bytes as u64 * 4)));
        assert!(std::panic::catch_unwind(next).is_err());
    }
}
