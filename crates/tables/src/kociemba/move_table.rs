//! Move tables: for each rank of a coordinate and each move, the rank after the move.

use std::marker::PhantomData;

use cubiform_cube::Move;

use crate::kociemba::Coordinate;
use crate::kociemba::huge_pages::zeros;

/// The ranks to which the eighteen moves lead from each rank of a coordinate.
///
/// Two bytes for each rank and move: 36 * `C::SIZE` bytes.
#[derive(Debug)]
pub(crate) struct MoveTable<C> {
    rows: Vec<[u16; Move::COUNT]>,
    coordinate: PhantomData<C>,
}

impl<C: Coordinate> MoveTable<C> {
    /// Computes the table.
    ///
    /// # Panics
    /// If ranks do not fit 16 bits.
    pub(crate) fn new() -> MoveTable<C> {
        assert!(C::SIZE <= 1 << 16, "ranks have 16 bits");
        let mut rows = zeros::<[u16; Move::COUNT]>(C::SIZE);
        for (rank, row) in rows.iter_mut().enumerate() {
            let pieces = C::unrank(rank);
            *row = [u16::MAX; Move::COUNT];
            for m in Move::all().filter(|m| C::MOVES >> m.index() & 1 == 1) {
                // Only the first legal turn of each face is computed; the others are compositions of it.
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

    /// Returns the rank to which move `m` leads; `m` must be one of [`Coordinate::MOVES`].
    #[inline(always)]
    pub(crate) fn turn(&self, rank: usize, m: usize) -> usize {
        usize::from(self.rows[rank][m])
    }

    /// Returns the ranks to which the moves lead, by move; `u16::MAX` for moves outside [`Coordinate::MOVES`].
    #[inline(always)]
    pub(crate) fn row(&self, rank: usize) -> &[u16; Move::COUNT] {
        &self.rows[rank]
    }
}
