//! A table: the distances modulo 3 of every entry of a coordinate, in memory or mapped from a file.

use std::sync::Arc;

use crate::cell::BLOCK_BITS;
use crate::coordinate::Coordinate;
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

/// The distances modulo 3 of the states of a coordinate.
///
/// A cell takes `2 * 2^k` bits, k its index bits: the low plane of its 2^k codes, then the high. Above 8 bits it is
/// kept as blocks of 2^8 codes, low plane and high: the two bits of a code always lie in one cache line.
pub struct Table {
    name: &'static str,
    coordinate: Arc<Coordinate>,
    codes: Codes,
}

/// Where in a table the code of a state lies: the bit of its low plane, counted from the start of the codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location(u64);

impl Location {
    #[inline(always)]
    pub(crate) fn new(index_bits: usize, cell: usize, flips: usize) -> Location {
        if index_bits <= BLOCK_BITS {
            return Location((cell as u64) << (index_bits + 1) | flips as u64);
        }
        let block = cell << (index_bits - BLOCK_BITS) | flips >> BLOCK_BITS;
        Location::new(BLOCK_BITS, block, flips & ((1 << BLOCK_BITS) - 1))
    }

    /// The byte of the low plane.
    #[inline(always)]
    pub(crate) fn byte(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// The code, given the bytes of the two planes in which its bits lie: the distance modulo 3, or 3 for a state
    /// that cannot be reached.
    #[inline(always)]
    pub(crate) fn code(self, low: u8, high: u8) -> u8 {
        let bit = self.0 as u32 & 7;
        ((u32::from(low) >> bit & 1) | (u32::from(high) >> bit & 1) << 1) as u8
    }
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
        let filling = fill::run(&coordinate, threads, watch, None);
        if !filling.complete {
            return None;
        }
        let mut bytes = Vec::with_capacity(payload_len(&coordinate) as usize);
        filling.write(&mut bytes).expect("a vector takes what is written");
        Some((Table::new("unnamed", coordinate, Codes::Owned(bytes)), filling.histogram))
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

    /// Where the code of an entry lies.
    pub fn locate(&self, entry: u64) -> Location {
        let bits = self.coordinate.index_bits();
        Location::new(bits, (entry >> bits) as usize, entry as usize & ((1 << bits) - 1))
    }

    /// The code of an entry.
    pub fn entry(&self, entry: u64) -> u8 {
        let at = self.locate(entry);
        at.code(self.bytes()[at.byte()], self.bytes()[at.byte() + plane(self.coordinate.index_bits())])
    }
}

/// Bytes of a plane of a cell, or of each of its blocks, given its index bits.
#[inline(always)]
pub(crate) const fn plane(index_bits: usize) -> usize {
    (1 << if index_bits < BLOCK_BITS { index_bits } else { BLOCK_BITS }) / 8
}

/// Bytes of a table's codes: two bits an entry.
pub fn payload_len(coordinate: &Coordinate) -> u64 {
    coordinate.entries() / 4
}
