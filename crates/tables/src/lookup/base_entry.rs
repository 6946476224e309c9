//! The rows of base placements in a table, as an indexer finds them, and the shape of a table's indices.

use crate::goal::free_layer::FreeLayer;
use crate::goal::ud_coset::COSET_SIZE;

/// The row of a base placement in the table, in eight bytes.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct BaseEntry {
    /// The start of the row, in [units](crate::goal::layout::Layout::row_start_unit).
    pub(super) row: u16,
    /// The positions of the row's base and its free layer.
    ///
    /// | bits | value |
    /// |------|-------|
    /// | 0-11 | the positions that the base takes, bit p for position p |
    /// | 12-14 | the number of its [`FreeLayer`] |
    pub(super) taken: u16,
    /// The index of that set of positions in the `FreeRanks` of the indexer.
    pub(super) set: u16,
    /// `flips << 4 | lane`, to be XORed with the values of the symmetry map.
    pub(super) flip_lane_xor: u8,
    /// The index of the symmetry map that carries the placement to the row's.
    pub(super) map: u8,
}

/// The first bit of the free layer in [`BaseEntry::taken`].
pub(crate) const FREE_LAYER_SHIFT: u32 = 12;

impl BaseEntry {
    #[inline(always)]
    pub(super) fn flips(&self) -> u8 {
        self.flip_lane_xor / COSET_SIZE as u8
    }

    /// Returns the lane of the table word.
    #[inline(always)]
    pub(super) fn lane(&self) -> u8 {
        self.flip_lane_xor % COSET_SIZE as u8
    }

    #[inline(always)]
    pub(super) fn free_layer(&self) -> FreeLayer {
        FreeLayer((self.taken >> FREE_LAYER_SHIFT) as u8)
    }
}

/// The parameters of an index computation: the numbers of base edges, other edges and corners, and the kind of rows.
pub(crate) type Shape = (usize, usize, usize, RowKind);

/// The content of a row's cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// The orientation of all edges.
    Oriented,
    /// The flips of the tracked edges.
    Straight,
    /// The flips of the tracked edges, with the sixteen states of a ⟨U, D⟩ coset for each.
    CosetWords,
}
