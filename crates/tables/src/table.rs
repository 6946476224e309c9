//! A table: the codes of every entry of a coordinate, in memory or mapped from a file.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::coordinate::{Coordinate, Places};
use crate::fill::{self, Watch};

/// Where a table's codes are kept.
pub(crate) enum Codes {
    /// In memory of the process.
    Owned(Vec<u8>),
    /// In memory of the process, on huge pages where the system grants them.
    Copied(memmap2::Mmap),
    /// In a mapped file, from this offset on.
    Mapped(memmap2::Mmap, usize),
}

impl Codes {
    /// All of them.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Codes::Owned(bytes) => bytes,
            Codes::Copied(map) => map,
            Codes::Mapped(map, offset) => &map[*offset..],
        }
    }
}

/// A table that contradicts itself: no neighbour of a state is nearer to the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table {table} contradicts itself: it is damaged")]
pub struct Contradiction {
    /// The name of the table.
    pub table: &'static str,
}

/// The distances modulo 3 of the states of a coordinate, and which of them are barren: see [`code`](crate::code).
///
/// In which order they lie, its [layout](crate::layout) says.
pub struct Table {
    name: &'static str,
    coordinate: Arc<Coordinate>,
    codes: Codes,
}

/// Codes in a word of 32 bits: the low bits of all of them, then the high bits.
pub(crate) const WORD: usize = 16;

/// Where in a table the code of a state lies: its number, counted from the start of the codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location(u64);

impl Location {
    /// That of this number.
    #[inline(always)]
    pub(crate) fn new(code: u64) -> Location {
        Location(code)
    }

    /// Its word, counted in words.
    #[inline(always)]
    pub(crate) fn word(self) -> u32 {
        (self.0 / WORD as u64) as u32
    }

    /// Which code of the word it is.
    #[inline(always)]
    pub(crate) fn code_in_word(self) -> u32 {
        self.0 as u32 % WORD as u32
    }

    /// The [code](crate::code), given its word.
    #[inline(always)]
    pub(crate) fn code(self, word: u32) -> u8 {
        code(word, self.code_in_word())
    }
}

/// The code of this index in a word.
#[inline(always)]
pub(crate) fn code(word: u32, index: u32) -> u8 {
    let code = word >> index;
    (code & 1 | code >> (WORD - 1) & 2) as u8
}

impl Table {
    pub(crate) fn new(name: &'static str, coordinate: Arc<Coordinate>, codes: Codes) -> Table {
        let table = Table { name, coordinate, codes };
        assert_eq!(table.bytes().len() as u64, payload_len(&table.coordinate), "a table holds every entry");
        table
    }

    /// Its name in the catalogue, or "unnamed".
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Fills it in memory; `None` if it was cancelled.
    pub fn fill(coordinate: Arc<Coordinate>, threads: usize, watch: &Watch<'_>) -> Option<(Table, Vec<u64>)> {
        let filling = fill::run_in_memory(&coordinate, threads, watch);
        if !filling.complete {
            return None;
        }
        let bytes = Vec::with_capacity(payload_len(&coordinate) as usize);
        let mut unless_cancelled = UnlessCancelled { bytes, cancel: watch.cancel };
        filling.write(&mut unless_cancelled).ok()?;
        Some((Table::new("unnamed", coordinate, Codes::Owned(unless_cancelled.bytes)), filling.histogram))
    }

    /// The coordinate that numbers its states.
    pub fn coordinate(&self) -> &Arc<Coordinate> {
        &self.coordinate
    }

    /// Whether its codes are in memory of the process, not mapped from a file.
    pub fn is_copied(&self) -> bool {
        !matches!(self.codes, Codes::Mapped(..))
    }

    /// The codes of all cells.
    pub fn bytes(&self) -> &[u8] {
        self.codes.bytes()
    }

    /// Where the code of a state lies: slow, by the definition.
    pub fn locate(&self, places: &Places) -> Location {
        self.coordinate.layout().locate(&self.coordinate, places)
    }

    /// The code of an entry of its coordinate.
    pub fn entry(&self, entry: u64) -> u8 {
        let c = &self.coordinate;
        // Those of no state are of coordinates of few edges, whose entries lie as they are numbered.
        self.code(if c.is_state(entry) { self.locate(&c.decode(entry)) } else { Location(entry) })
    }

    /// The code at a location.
    ///
    /// # Panics
    /// If it is of another table.
    pub fn code(&self, at: Location) -> u8 {
        let word = self.bytes()[at.word() as usize * size_of::<u32>()..][..size_of::<u32>()]
            .try_into()
            .expect("a word has four bytes");
        at.code(u32::from_le_bytes(word))
    }
}

/// Takes what is written until it is cancelled, and then fails.
struct UnlessCancelled<'a> {
    bytes: Vec<u8>,
    cancel: &'a AtomicBool,
}

impl Write for UnlessCancelled<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(io::Error::other("cancelled"));
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        // That what was written is right is known only if the marks before it were not cut short.
        if self.cancel.load(Ordering::Relaxed) { Err(io::Error::other("cancelled")) } else { Ok(()) }
    }
}

/// How many codes a table has, those that fill its last word among them.
pub fn codes(coordinate: &Coordinate) -> u64 {
    coordinate.layout().codes(coordinate)
}

/// Bytes of a table's codes: two bits an entry.
pub fn payload_len(coordinate: &Coordinate) -> u64 {
    codes(coordinate) / 4
}
