//! A table of distances of cosets, in memory or mapped from a file.

use std::sync::Arc;

use super::{CosetCoordinate, Indexer, Slot, fill};
use crate::store::table_file::TableFile;
use crate::target::fill::Watch;
use crate::target::table::CodeStorage;

/// Distances of the cosets of a coordinate, two bits each: see [`super::CornerCosetKind::base`].
///
/// Not modulo 3: a move changes the distance of the cube that it turns by at most one, but not that of the inverse.
pub struct CosetTable {
    coordinate: Arc<CosetCoordinate>,
    indexer: Indexer,
    codes: CodeStorage,
    /// By code.
    bounds: [u8; 4],
}

impl CosetTable {
    pub(crate) fn new(coordinate: Arc<CosetCoordinate>, codes: CodeStorage) -> CosetTable {
        let bytes = coordinate.rows() * coordinate.row_bytes();
        assert_eq!(codes.bytes().len(), bytes, "a table holds every row");
        let base = coordinate.base();
        let bounds = [0, base + 1, base + 2, base + 3];
        CosetTable { indexer: Indexer::new(&coordinate), coordinate, codes, bounds }
    }

    /// Fills it in memory; `None` if it was cancelled.
    pub fn fill(coordinate: Arc<CosetCoordinate>, threads: usize, watch: &Watch<'_>) -> Option<CosetTable> {
        let filling = fill::run(&coordinate, threads, watch);
        if !filling.complete {
            return None;
        }
        let mut bytes = Vec::with_capacity(coordinate.rows() * coordinate.row_bytes());
        filling.write(&mut bytes).expect("a vector takes what is written");
        Some(CosetTable::new(coordinate, CodeStorage::Owned(bytes)))
    }

    /// The numbering of its entries.
    pub fn coordinate(&self) -> &Arc<CosetCoordinate> {
        &self.coordinate
    }

    /// What finds cosets in it.
    pub fn indexer(&self) -> &Indexer {
        &self.indexer
    }

    /// The file that its codes come from, if they come from one.
    pub fn file(&self) -> Option<&Arc<TableFile>> {
        self.codes.file()
    }

    /// Its codes.
    pub fn bytes(&self) -> &[u8] {
        self.codes.bytes()
    }

    /// Begins to read what lies at a slot.
    #[inline(always)]
    pub fn prefetch(&self, slot: Slot) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching has no effect that a program can see, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.bytes().as_ptr().wrapping_add(slot.byte()).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = slot;
    }

    /// The largest bound that it gives.
    #[inline(always)]
    pub fn max_distance(&self) -> u8 {
        self.bounds[3]
    }

    /// At least how far the coset that lies at a slot is from the solved one's.
    #[inline(always)]
    pub fn lower_bound(&self, slot: Slot) -> u8 {
        let code = self.bytes()[slot.byte()] >> slot.shift() & 3;
        self.bounds[usize::from(code)].max(slot.row_distance())
    }
}
