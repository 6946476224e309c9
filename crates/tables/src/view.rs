//! Views: how a search that tracks its own pieces looks a state up in a table of some of them.
//!
//! A locator (`locator.rs`) says where in the table a state lies; a view fetches and reads what is there.

use std::sync::Arc;

use cubiform_cube::Symmetry;

use crate::coordinate::Coordinate;
use crate::lanes::bits;
pub use crate::locator::Located;
use crate::locator::Locator;
use crate::spot::Spot;
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
            #[cfg(target_arch = "x86_64")]
            wide: Wide::available(),
        })
    }

    /// The table it looks into.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The symmetry from the search to the table, before folding.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
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

    /// Where the codes of those children lie whose lanes are in `set`, given as this view [wants](Self::undoes) them; asks
    /// the processor to fetch them. How many there are.
    #[inline(always)]
    pub fn locate_each(&self, set: u32, children: &Stances, located: &mut Located) -> u32 {
        self.locator.locate_each(set, children, located);
        // In a loop of its own: a prefetch whose page must be looked up first holds up what comes after it, so few
        // would be under way if much came between them.
        let mut count = 0;
        for lane in bits(set) {
            self.prefetch_word(located.words[lane]);
            count += 1;
        }
        count
    }

    /// Reads the words of the children whose lanes are in `set`, and gives those whose codes are among these.
    #[inline(always)]
    pub fn read_each(&self, set: u32, located: &Located, admitted: CodeSet, words: &mut [u32; 32]) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = self.wide
            && set.count_ones() >= wide.worth_reading()
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
    fn read_one_by_one(&self, set: u32, located: &Located, admitted: CodeSet, words: &mut [u32; 32]) -> u32 {
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

    /// The code at a location: the distance modulo 3.
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

// SAFETY: `codes` points to bytes that nothing writes to, in a table that is itself `Send` and `Sync`.
unsafe impl Send for View {}
// SAFETY: as above.
unsafe impl Sync for View {}

/// Of `moves`, [turns of U and D](crate::orbit::ORBIT_MOVES), from a state in an orbit, of which the spot and the word are
/// given, those that lead to states whose codes are among these.
#[inline(always)]
pub fn turns_to(moves: u32, spot: Spot, word: u32, admitted: CodeSet) -> u32 {
    moves & spot.moves_to(admitted.among(word))
}

/// A set of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeSet(u8);

impl CodeSet {
    /// Those of states, whose parent has distance `parent`, below 32, that have distance `limit` at most.
    #[inline(always)]
    pub fn within(parent: u8, limit: u8) -> CodeSet {
        // A child is at most one farther, so only the limits from one nearer on differ.
        const BY_SLACK: [[u8; 3]; 32] = {
            let mut sets = [[0; 3]; 32];
            let mut parent = 0;
            while parent < 32 {
                let mut code = 0;
                while code < 4 {
                    let mut slack = 0;
                    while slack < 3 {
                        // Slack 0 is a limit of one less than the parent has.
                        if (CARRY[parent][code] as usize) < parent + slack {
                            sets[parent][slack] |= 1 << code;
                        }
                        slack += 1;
                    }
                    code += 1;
                }
                parent += 1;
            }
            sets
        };
        let sets = &BY_SLACK[usize::from(parent & 31)];
        match (usize::from(limit) + 1).checked_sub(usize::from(parent)) {
            Some(slack) => CodeSet(sets[slack.min(2)]),
            None => CodeSet(0),
        }
    }

    /// Whether this code is one of them.
    #[inline(always)]
    fn has(self, code: u8) -> bool {
        self.0 >> (code & 3) & 1 != 0
    }

    /// The codes themselves, a bit each.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        self.0.into()
    }

    /// Which of the sixteen codes of a word are among them.
    #[inline(always)]
    fn among(self, word: u32) -> u32 {
        let (low, high) = (word, word >> 16);
        let all = |code: u8| 0u32.wrapping_sub(u32::from(self.has(code)));
        (all(0) & !low | all(1) & low) & !high | (all(2) & !low | all(3) & low) & high
    }
}

/// The distance of a state of that code, given one that is off by one at most, below 32.
pub fn carried(near: u8, code: u8) -> u8 {
    CARRY[usize::from(near & 31)][usize::from(code & 3)]
}

/// The distance of a child, by that of its parent, below 32, and the child's code.
///
/// (code - parent) mod 3 is 0, 1 or 2: the same, one more, one less.
const CARRY: [[u8; 4]; 32] = {
    let mut table = [[0; 4]; 32];
    let mut parent = 0;
    while parent < 32 {
        let mut code = 0;
        while code < 4 {
            let change = (code + 3 - parent % 3) % 3;
            table[parent][code] = (parent + change) as u8;
            if change == 2 {
                table[parent][code] = (parent as u8).wrapping_sub(1);
            }
            code += 1;
        }
        parent += 1;
    }
    table
};
