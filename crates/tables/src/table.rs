//! A table: the distances modulo 3 of every entry of a coordinate, in memory or mapped from a file.

use std::sync::Arc;

use crate::coordinate::Coordinate;
use crate::fill::{Watch, fill_into};

/// Where a table's codes are kept.
pub(crate) enum Codes {
    /// In memory of the process.
    Owned(Vec<u8>),
    /// In a mapped file, from this offset on.
    Mapped(memmap2::Mmap, usize),
}

/// The distances modulo 3 of the states of a coordinate.
///
/// A cell takes `2 * 2^k` bits, k the number of tracked edges: the low plane of its 2^k codes, then the high.
pub struct Table {
    coordinate: Arc<Coordinate>,
    codes: Codes,
    /// Bytes of a plane of a cell.
    plane: usize,
}

/// Where in a table the code of a state lies: the bit of its low plane, counted from the start of the codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location(u64);

impl Location {
    #[inline(always)]
    pub(crate) fn new(index_bits: usize, cell: usize, flips: usize) -> Location {
        Location((cell as u64) << (index_bits + 1) | flips as u64)
    }

    /// The byte of the low plane.
    #[inline(always)]
    pub(crate) fn byte(self) -> usize {
        (self.0 >> 3) as usize
    }
}

impl Table {
    pub(crate) fn new(coordinate: Arc<Coordinate>, codes: Codes) -> Table {
        let plane = (1 << coordinate.index_bits()) / 8;
        let table = Table { coordinate, codes, plane };
        assert_eq!(table.bytes().len() as u64, payload_len(&table.coordinate), "a table holds every entry");
        table
    }

    /// Fills it in memory; `None` if it was cancelled.
    pub fn fill(coordinate: Arc<Coordinate>, threads: usize, watch: &Watch<'_>) -> Option<(Table, Vec<u64>)> {
        let mut bytes = Vec::with_capacity(payload_len(&coordinate) as usize);
        let histogram =
            fill_into(&coordinate, threads, watch, &mut bytes).expect("a vector takes what is written")?;
        Some((Table::new(coordinate, Codes::Owned(bytes)), histogram))
    }

    /// The coordinate that numbers its states.
    pub fn coordinate(&self) -> &Arc<Coordinate> {
        &self.coordinate
    }

    /// The codes of all cells.
    pub fn bytes(&self) -> &[u8] {
        match &self.codes {
            Codes::Owned(bytes) => bytes,
            Codes::Mapped(map, offset) => &map[*offset..],
        }
    }

    /// The code at a location: the distance modulo 3, or 3 for a state that cannot be reached.
    #[inline(always)]
    pub(crate) fn code(&self, at: Location) -> u8 {
        let bytes = self.bytes();
        let (low, high) = (bytes[at.byte()], bytes[at.byte() + self.plane]);
        let bit = at.0 & 7;
        (low >> bit & 1) | (high >> bit & 1) << 1
    }

    /// Where the code of an entry lies.
    pub fn locate(&self, entry: u64) -> Location {
        let bits = self.coordinate.index_bits();
        Location::new(bits, (entry >> bits) as usize, entry as usize & ((1 << bits) - 1))
    }

    /// The code of an entry.
    pub fn entry(&self, entry: u64) -> u8 {
        self.code(self.locate(entry))
    }
}

/// Bytes of a table's codes: two bits an entry.
pub fn payload_len(coordinate: &Coordinate) -> u64 {
    coordinate.entries() / 4
}
