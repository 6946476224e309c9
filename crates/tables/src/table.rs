//! A table: the distances modulo 3 of every entry of a coordinate, in memory or mapped from a file.

use std::sync::Arc;

use crate::coordinate::Coordinate;
use crate::fill::{Watch, fill_bytes};

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
}

/// Where in a table the code of a state lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The byte of the low plane.
    pub(crate) byte: usize,
    /// The bit in that byte and in the one of the high plane.
    pub(crate) bit: u8,
}

impl Table {
    pub(crate) fn new(coordinate: Arc<Coordinate>, codes: Codes) -> Table {
        let table = Table { coordinate, codes };
        assert_eq!(table.bytes().len() as u64, payload_len(&table.coordinate), "a table holds every entry");
        table
    }

    /// Fills it in memory; `None` if it was cancelled.
    pub fn fill(coordinate: Arc<Coordinate>, threads: usize, watch: &Watch<'_>) -> Option<(Table, Vec<u64>)> {
        let (bytes, histogram) = fill_bytes(&coordinate, threads, watch)?;
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

    /// The location of a cell's code for these flips.
    #[inline(always)]
    pub(crate) fn location(index_bits: usize, cell: usize, flips: usize) -> Location {
        let plane = (1 << index_bits) / 8;
        Location { byte: cell * 2 * plane + flips / 8, bit: (flips % 8) as u8 }
    }

    /// The code at a location: the distance modulo 3, or 3 for a state that cannot be reached.
    #[inline(always)]
    pub(crate) fn code(bytes: &[u8], index_bits: usize, at: Location) -> u8 {
        let plane = (1 << index_bits) / 8;
        let (low, high) = (bytes[at.byte], bytes[at.byte + plane]);
        (low >> at.bit & 1) | (high >> at.bit & 1) << 1
    }

    /// The code of an entry.
    pub fn entry(&self, entry: u64) -> u8 {
        let bits = self.coordinate.index_bits();
        let at = Table::location(bits, (entry >> bits) as usize, entry as usize & ((1 << bits) - 1));
        Table::code(self.bytes(), bits, at)
    }
}

/// Bytes of a table's codes: two bits an entry.
pub fn payload_len(coordinate: &Coordinate) -> u64 {
    coordinate.entries() / 4
}
