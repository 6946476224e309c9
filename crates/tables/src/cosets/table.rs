//! A coset table, in memory or mapped from a file.

use std::sync::Arc;

use cubiform_threads::Threads;

use super::{CodeAddress, CornerCosetKind, CosetCoordinate, Indexer, LookUps, fill};
use crate::kociemba::prefetch_address;
use cubiform_store::TableBytes;
use cubiform_store::fill::Watch;

/// A table of lower bounds for the cosets of a coordinate, two bits each.
///
/// | code | distance, with `base` of `CornerCosetKind::base` |
/// |------|----------|
/// | 0    | at most `base` |
/// | 1    | `base` + 1 |
/// | 2    | `base` + 2 |
/// | 3    | at least `base` + 3 |
///
/// Distances are not stored mod 3: a move changes the distance of the turned cube by at most one, but that of its
/// inverse may change by more.
pub struct CosetTable {
    indexer: Indexer,
    codes: TableBytes,
    /// By code: the lower bound.
    bounds: [u8; 4],
}

impl CosetTable {
    pub(crate) fn new(coordinate: &Arc<CosetCoordinate>, codes: TableBytes) -> CosetTable {
        let bytes = coordinate.classes.count() * coordinate.row_bytes();
        assert_eq!(codes.bytes().len(), bytes, "a table holds every row");
        let base = coordinate.base;
        let bounds = [0, base + 1, base + 2, base + 3];
        CosetTable { indexer: Indexer::new(coordinate), codes, bounds }
    }

    /// Fills a small table in memory, with a weak lower bound, for tests of the search. Returns `None` if it was
    /// cancelled.
    pub fn fill_small(threads: &Threads, watch: &Watch<'_>) -> Option<CosetTable> {
        CosetTable::fill(Arc::new(CosetCoordinate::with_base(CornerCosetKind::Trivial, 2)), threads, watch)
    }

    /// Fills a table in memory. Returns `None` if it was cancelled.
    pub(crate) fn fill(
        coordinate: Arc<CosetCoordinate>,
        threads: &Threads,
        watch: &Watch<'_>,
    ) -> Option<CosetTable> {
        let filling = fill::run(&coordinate, threads, watch);
        if !filling.complete {
            return None;
        }
        let mut bytes = Vec::with_capacity(coordinate.classes.count() * coordinate.row_bytes());
        filling.write(&mut bytes).expect("writing to a vector does not fail");
        Some(CosetTable::new(&coordinate, TableBytes::owned(bytes)))
    }

    /// Returns its indexer.
    pub fn indexer(&self) -> &Indexer {
        &self.indexer
    }

    /// Returns its codes.
    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        self.codes.bytes()
    }

    /// Locates the look-ups that were requested, and prefetches them.
    pub fn locate(&self, look_ups: &mut LookUps) {
        look_ups.locate(&self.indexer).for_each(|address| self.prefetch(address));
    }

    /// Prefetches the byte of an address.
    #[inline(always)]
    pub fn prefetch(&self, address: CodeAddress) {
        prefetch_address(self.bytes().as_ptr().wrapping_add(address.byte()));
    }

    /// Returns the largest lower bound of the table.
    #[inline(always)]
    pub fn max_distance(&self) -> u8 {
        self.bounds[3]
    }

    /// Returns the lower bound of the coset at an address: the larger of the table's bound and the distance of its flips
    /// and UD-slice alone.
    #[inline(always)]
    pub fn lower_bound(&self, address: CodeAddress) -> u8 {
        let code = self.bytes()[address.byte()] >> address.shift() & 3;
        self.bounds[usize::from(code)].max(address.row_distance())
    }
}
