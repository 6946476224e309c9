//! What each move does to each part of one kind, as a table.

use std::marker::PhantomData;

use cubiform_cube::{Axis, Move};

use crate::kociemba::Coordinate;
use crate::kociemba::huge_pages::HugePageBuf;

/// The moves of G1, bit `m` for move `m`: all turns of U and D, and half turns.
pub const IN_G1: u32 = {
    let (mut set, mut m) = (0, 0);
    while m < Move::COUNT {
        let each = Move::from_index(m);
        if each.quarters() == 2 || matches!(each.face().axis(), Axis::Y) {
            set |= 1 << m;
        }
        m += 1;
    }
    set
};

/// For each rank of a part the ranks to which the eighteen moves lead.
///
/// 36 bytes a rank: 1.45 MB for a permutation of eight, 428 kB for [`crate::whole::Four`], less than 80 kB for the
/// others.
#[derive(Debug)]
pub struct MoveTable<C> {
    rows: HugePageBuf<[u16; Move::COUNT]>,
    coordinate: PhantomData<C>,
}

impl<C: Coordinate> MoveTable<C> {
    /// Computes it.
    ///
    /// # Panics
    /// If ranks do not fit 16 bits, as those of [`crate::whole::FlipSlice`].
    pub fn new() -> MoveTable<C> {
        assert!(C::SIZE <= 1 << 16, "ranks have 16 bits");
        let mut rows = HugePageBuf::new(C::SIZE);
        for (rank, row) in rows.iter_mut().enumerate() {
            let pieces = C::unrank(rank);
            *row = [u16::MAX; Move::COUNT];
            for m in Move::all().filter(|m| C::MOVES >> m.index() & 1 == 1) {
                // The first turn of each face; the others are that one made again.
                if m.quarters() == 1 || C::MOVES >> (m.index() - 1) & 1 == 0 {
                    row[m.index()] = C::rank(&C::turn(&pieces, m)) as u16;
                }
            }
        }
        for quarter in Move::all().filter(|m| m.quarters() == 1 && C::MOVES >> m.index() & 1 == 1) {
            let m = quarter.index();
            for rank in 0..C::SIZE {
                let half = rows[usize::from(rows[rank][m])][m];
                rows[rank][m + 1] = half;
                rows[rank][m + 2] = rows[usize::from(half)][m];
            }
        }
        MoveTable { rows, coordinate: PhantomData }
    }

    /// The rank to which `m` leads; it must be one of [`Coordinate::MOVES`].
    #[inline(always)]
    pub fn turn(&self, rank: usize, m: usize) -> usize {
        usize::from(self.rows[rank][m])
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.rows[..])
    }

    /// The ranks to which all moves lead, by move; where one is not of [`Coordinate::MOVES`], `u16::MAX`.
    #[inline(always)]
    pub fn row(&self, rank: usize) -> &[u16; Move::COUNT] {
        &self.rows[rank]
    }
}

impl<C: Coordinate> Default for MoveTable<C> {
    fn default() -> MoveTable<C> {
        MoveTable::new()
    }
}
