//! A table: the code_count of every entry of a coordinate, in memory or mapped from a file.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::store::file::HEADER_LEN;
use crate::store::mapped::Mapped;
use crate::store::table_file::TableFile;
use crate::target::coordinate::{Coordinate, Places};
use crate::target::fill::{self, Watch};

/// Where a table's code_count are kept.
pub(crate) enum CodeStorage {
    /// In memory of the process.
    Owned(Vec<u8>),
    /// Copied from a file into memory of the process, on huge pages where the system grants them.
    Copied(memmap2::Mmap, Arc<TableFile>),
    /// In a mapped file.
    Mapped(Mapped, Arc<TableFile>),
}

impl CodeStorage {
    /// All of them.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            CodeStorage::Owned(bytes) => bytes,
            CodeStorage::Copied(map, _) => map,
            CodeStorage::Mapped(map, _) => &map[HEADER_LEN..],
        }
    }

    /// The file that they come from, if they come from one.
    pub(crate) fn file(&self) -> Option<&Arc<TableFile>> {
        match self {
            CodeStorage::Owned(_) => None,
            CodeStorage::Copied(_, file) | CodeStorage::Mapped(_, file) => Some(file),
        }
    }
}

/// A table that contradicts itself: no neighbour of a state is nearer to the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table {table} contradicts itself")]
pub struct Contradiction {
    /// The name of the table.
    pub table: &'static str,
}

/// The distances modulo 3 of the states of a coordinate, and which of them are barren: see [`code`](crate::target::code).
///
/// In which order they lie, its [layout](crate::target::layout) says.
pub struct Table {
    name: &'static str,
    coordinate: Arc<Coordinate>,
    codes: CodeStorage,
}

/// Codes in a word of 32 bits: the low bits of all of them, then the high bits.
pub(crate) const WORD: usize = 16;

/// Where in a table the code of a state lies: its number, counted from the start of the code_count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot(u64);

impl Slot {
    /// That of this number.
    #[inline(always)]
    pub(crate) fn new(code: u64) -> Slot {
        Slot(code)
    }

    /// Its word, counted in words.
    #[inline(always)]
    pub(crate) fn word(self) -> u32 {
        (self.0 / WORD as u64) as u32
    }

    /// Which code of the word it is.
    #[inline(always)]
    pub(crate) fn lane(self) -> u32 {
        self.0 as u32 % WORD as u32
    }

    /// The [code](crate::target::code), given its word.
    #[inline(always)]
    pub(crate) fn code(self, word: u32) -> u8 {
        code(word, self.lane())
    }
}

/// The code of this index in a word.
#[inline(always)]
pub(crate) fn code(word: u32, index: u32) -> u8 {
    let code = word >> index;
    (code & 1 | code >> (WORD - 1) & 2) as u8
}

impl Table {
    pub(crate) fn new(name: &'static str, coordinate: Arc<Coordinate>, codes: CodeStorage) -> Table {
        let table = Table { name, coordinate, codes };
        assert_eq!(table.bytes().len() as u64, payload_len(&table.coordinate), "a table holds every entry");
        table
    }

    /// Its name in the catalogue, or "unnamed".
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Fills it in memory; `None` if it was cancelled.
    ///
    /// # Panics
    /// If it does not fit the address space: see [`memory::available`](crate::memory::available).
    pub fn fill(coordinate: Arc<Coordinate>, threads: usize, watch: &Watch<'_>) -> Option<(Table, Vec<u64>)> {
        let filling = fill::run_in_memory(&coordinate, threads, watch);
        if !filling.complete {
            return None;
        }
        let bytes = usize::try_from(payload_len(&coordinate)).expect("the table fits the address space");
        let mut writer = CancellableWriter { bytes: Vec::with_capacity(bytes), cancel: watch.cancel };
        filling.write(&mut writer).ok()?;
        Some((Table::new("unnamed", coordinate, CodeStorage::Owned(writer.bytes)), filling.histogram))
    }

    /// The coordinate that numbers its states.
    pub fn coordinate(&self) -> &Arc<Coordinate> {
        &self.coordinate
    }

    /// The file that its code_count come from, if they come from one.
    pub fn file(&self) -> Option<&Arc<TableFile>> {
        self.codes.file()
    }

    /// Whether its code_count are in memory of the process, not mapped from a file.
    pub fn is_copied(&self) -> bool {
        !matches!(self.codes, CodeStorage::Mapped(..))
    }

    /// The code_count of all cells.
    pub fn bytes(&self) -> &[u8] {
        self.codes.bytes()
    }

    /// Where the code of a state lies: slow, by the definition.
    pub fn slot(&self, places: &Places) -> Slot {
        self.coordinate.layout().slot(&self.coordinate, places)
    }

    /// The code of an entry of its coordinate.
    pub fn entry(&self, entry: u64) -> u8 {
        let c = &self.coordinate;
        // Those of no state are of coordinates of few edges, whose entries lie as they are numbered.
        self.code(if c.is_state(entry) { self.slot(&c.decode(entry)) } else { Slot(entry) })
    }

    /// The code at a location.
    ///
    /// # Panics
    /// If it is of another table.
    pub fn code(&self, at: Slot) -> u8 {
        let word = self.bytes()[at.word() as usize * size_of::<u32>()..][..size_of::<u32>()]
            .try_into()
            .expect("a word has four bytes");
        at.code(u32::from_le_bytes(word))
    }
}

/// Takes what is written until it is cancelled, and then fails.
struct CancellableWriter<'a> {
    bytes: Vec<u8>,
    cancel: &'a AtomicBool,
}

impl Write for CancellableWriter<'_> {
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

/// How many code_count a table has, those that fill its last word among them.
pub fn codes(coordinate: &Coordinate) -> u64 {
    coordinate.layout().code_count(coordinate)
}

/// Bytes of a table's code_count: two bits an entry.
pub fn payload_len(coordinate: &Coordinate) -> u64 {
    codes(coordinate) / 4
}
