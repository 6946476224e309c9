//! The transition from phase 1 to phase 2: permutation coordinates on which all eighteen moves act, and their
//! conversion to the coordinates of G1.

use crate::kociemba::{Coordinate, CornerPermutation, FourEdges, MoveTable};
use cubiform_cube::{Cube, placement};

/// The permutation of a cube's pieces: its corners, and its edges in three groups of four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    /// The rank of `CornerPermutation`.
    pub corners: u16,
    /// The placements of the edges of U, of D and of the slice, each as a rank of `FourEdges<0>`, so that they share
    /// tables.
    pub fours: [u16; 3],
}

impl Permutation {
    /// Returns the permutation of a cube.
    pub fn from_cube(cube: &Cube) -> Permutation {
        let fours =
            [FourEdges::<0>::pieces(cube), FourEdges::<4>::pieces(cube), FourEdges::<8>::pieces(cube)];
        Permutation {
            corners: CornerPermutation::rank_of(cube) as u16,
            fours: fours.map(|four| FourEdges::<0>::rank(&four) as u16),
        }
    }
}

/// The move table of [`Permutation`], and the tables that convert a permutation of G1 to a `G1State`.
#[derive(Debug)]
pub struct PhaseTransition {
    fours: MoveTable<FourEdges<0>>,
    /// By placement of the edges of U: their contribution to the rank of [`UdEdges`](crate::kociemba::UdEdges).
    upper: Vec<u16>,
    /// By placement of four edges: the rank of their order, 0..24.
    orders: Vec<u8>,
}

impl PhaseTransition {
    /// Returns one of [`Permutation::fours`] after move `m`.
    #[inline(always)]
    pub fn turn(&self, four: u16, m: usize) -> u16 {
        self.fours.row(four.into())[m]
    }

    /// Returns the rank of `SlicePermutation` of a state of G1, from the placement
    /// of the slice edges.
    #[inline(always)]
    pub fn order(&self, slice: u16) -> u16 {
        self.orders[usize::from(slice)].into()
    }

    /// Returns the rank of `UdEdges` of a state of G1, from the placements of the edges of
    /// U and of D.
    #[inline(always)]
    pub fn edges(&self, upper: u16, lower: u16) -> u16 {
        self.upper[usize::from(upper)] + u16::from(self.orders[usize::from(lower)])
    }
}

impl Default for PhaseTransition {
    /// Computes the tables.
    fn default() -> PhaseTransition {
        const FOUR: usize = FourEdges::<0>::SIZE;
        // The lexicographic rank of eight positions is the rank of the first four, times 4!, plus the rank of the order
        // of the last four.
        let in_order = |four: [u8; 4]| four.map(|p| four.iter().filter(|q| **q < p).count() as u8);
        let upper =
            |four: [u8; 4]| if four.iter().all(|p| *p < 8) { placement::rank(8, &four) * 24 } else { 0 };
        let order = |four: [u8; 4]| placement::rank(4, &in_order(four)) as u8;
        PhaseTransition {
            fours: MoveTable::new(),
            upper: (0..FOUR).map(|rank| upper(FourEdges::<0>::unrank(rank)) as u16).collect(),
            orders: (0..FOUR).map(|rank| order(FourEdges::<0>::unrank(rank))).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kociemba::phase2::G1State;
    use cubiform_cube::Move;

    impl PhaseTransition {
        /// Converts a permutation of G1 to its state. The result has no meaning for a permutation outside G1.
        pub(crate) fn state(&self, permutation: &Permutation) -> G1State {
            let [upper, lower, slice] = permutation.fours;
            G1State {
                corners: permutation.corners,
                edges: self.edges(upper, lower),
                order: self.order(slice),
            }
        }

        /// Returns a permutation after a move.
        pub(crate) fn turn_permutation(
            &self,
            corners: &MoveTable<CornerPermutation>,
            permutation: &Permutation,
            m: Move,
        ) -> Permutation {
            Permutation {
                corners: corners.row(permutation.corners.into())[m.index()],
                fours: permutation.fours.map(|four| self.turn(four, m.index())),
            }
        }
    }
}
