//! Pruning tables: the codes of all states of a coordinate, in memory or mapped from a file.
//!
//! A table is a list of 32-bit words. Each holds sixteen two-bit [codes](crate::goal::code):
//!
//! | bits | value |
//! |------|-------|
//! | 0-15 | low bits of the codes of lanes 0 to 15 |
//! | 16-31 | high bits of the codes of lanes 0 to 15 |
//!
//! A [`CodeAddress`] is the place of one code: a word and a lane. The [`layout`](crate::goal::layout) assigns addresses to
//! states.

use std::io::{self, Write};
use std::sync::Arc;

use cubiform_cube::{Cube, Move};
use cubiform_threads::{CancelToken, Threads};

use crate::goal::code::residue;
use crate::goal::code_address::CodeAddress;
use crate::goal::coordinate::Coordinate;
use crate::goal::fill;
use crate::goal::places::Places;
use cubiform_store::TableBytes;
use cubiform_store::TableFile;
use cubiform_store::fill::Watch;

/// The error of a table in which a state has no neighbour that is nearer to the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table {table} contradicts itself")]
pub struct Contradiction {
    /// The name of the table.
    pub table: &'static str,
}

/// A pruning table (pattern database): the distances modulo 3 of the states of a coordinate, and the states without
/// progress. See `code` and, for the order of the codes, `layout`.
pub struct Table {
    name: &'static str,
    /// The coordinate that numbers its states.
    pub(crate) coordinate: Arc<Coordinate>,
    codes: TableBytes,
}

impl Table {
    pub(crate) fn new(name: &'static str, coordinate: Arc<Coordinate>, codes: TableBytes) -> Table {
        let table = Table { name, coordinate, codes };
        assert_eq!(table.bytes().len() as u64, payload_len(&table.coordinate), "a table holds every entry");
        table
    }

    /// Returns the name in the catalogue, or "unnamed".
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Fills a table in memory. Returns it with its histogram, or `None` if cancelled.
    ///
    /// # Panics
    /// If the table does not fit the address space: see [`available_memory`](cubiform_store::available_memory).
    pub fn fill(
        coordinate: Arc<Coordinate>,
        threads: &Threads,
        watch: &Watch<'_>,
    ) -> Option<(Table, Vec<u64>)> {
        let filling = fill::run_in_memory(&coordinate, threads, watch);
        if !filling.complete {
            return None;
        }
        let bytes = usize::try_from(payload_len(&coordinate)).expect("the table fits the address space");
        let mut writer = CancellableWriter { bytes: Vec::with_capacity(bytes), cancel: watch.cancel };
        filling.write(&mut writer).ok()?;
        Some((Table::new("unnamed", coordinate, TableBytes::owned(writer.bytes)), filling.histogram))
    }

    /// Returns the file that its codes come from, if any.
    pub fn file(&self) -> Option<&Arc<TableFile>> {
        self.codes.file()
    }

    /// Returns whether its codes are in memory of the process and not mapped from a file.
    pub fn is_copied(&self) -> bool {
        !self.codes.is_mapped()
    }

    /// Returns the codes as stored.
    pub fn bytes(&self) -> &[u8] {
        self.codes.bytes()
    }

    /// Returns the distance of a cube from the goal by a walk down to it, in moves (HTM). For single cubes; a search
    /// uses a [`ProbeSet`](crate::lookup::ProbeSet).
    ///
    /// # Errors
    /// If the table contradicts itself: it is damaged.
    pub fn distance(&self, cube: &Cube) -> Result<u8, Contradiction> {
        // No table has a state that far from its goal.
        const MAX_STEPS: u8 = 32;
        let residue_of = |cube: &Cube| residue(self.code(self.address(&self.coordinate.places(cube))));
        let mut cube = *cube;
        for distance in 0..MAX_STEPS {
            if self.coordinate.target().is_met(&cube) {
                return Ok(distance);
            }
            let nearer = (residue_of(&cube) + 2) % 3;
            let mut children = Move::all().map(|m| cube.turn(m));
            let Some(child) = children.find(|child| residue_of(child) == nearer) else { break };
            cube = child;
        }
        Err(Contradiction { table: self.name })
    }

    /// Returns the address of a state by the definition. Slow: searches use a [`Probe`](crate::lookup::probe::Probe).
    pub(crate) fn address(&self, places: &Places) -> CodeAddress {
        self.coordinate.layout().address(&self.coordinate, places)
    }

    /// Returns the code at an address.
    ///
    /// # Panics
    /// If the address is beyond the end of the table.
    pub(crate) fn code(&self, at: CodeAddress) -> u8 {
        let word = self.bytes()[at.word as usize * size_of::<u32>()..][..size_of::<u32>()]
            .try_into()
            .expect("a word has four bytes");
        at.lane.code(u32::from_le_bytes(word))
    }
}

/// A writer to memory that fails once it is cancelled.
struct CancellableWriter<'a> {
    bytes: Vec<u8>,
    cancel: &'a CancelToken,
}

impl Write for CancellableWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        // A cancelled last pass leaves wrong codes, even if all of them were written.
        if self.cancel.is_cancelled() { Err(io::Error::other("cancelled")) } else { Ok(()) }
    }
}

/// Returns the number of codes of a table, including those that fill up its last word.
pub(crate) fn code_count(coordinate: &Coordinate) -> u64 {
    coordinate.layout().code_count(coordinate)
}

/// Returns the number of bytes of a table's codes, two bits each.
pub(crate) fn payload_len(coordinate: &Coordinate) -> u64 {
    code_count(coordinate) / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Table {
        /// Returns the code of an entry of its coordinate.
        pub(crate) fn entry(&self, entry: u64) -> u8 {
            let c = &self.coordinate;
            // Only coordinates of few edges have entries without a state; their codes are in the order of the coordinate.
            self.code(if c.is_state(entry) {
                self.address(&c.decode(entry))
            } else {
                CodeAddress::new(entry)
            })
        }
    }
}
