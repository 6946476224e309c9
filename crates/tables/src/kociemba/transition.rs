//! From what phase 1 follows of the permutations to the state of G1 that it ends in.

use crate::kociemba::phase2::G1State;
use crate::kociemba::{Coordinate, CornerPermutation, FourEdges, MoveTable};
use crate::placement;
use cubiform_cube::{Cube, Move};

/// The permutation of a cube in coordinates that any move can turn: the corners, and the edges in three fours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    /// The rank of its [`CornerPermutation`].
    pub corners: u16,
    /// The placements of the edges of U, of D and of the slice, each with the rank that it has as a [`FourEdges`] of U.
    pub fours: [u16; 3],
}

impl Permutation {
    /// That of a cube.
    pub fn of(cube: &Cube) -> Permutation {
        let fours = [FourEdges::<0>::of(cube), FourEdges::<4>::of(cube), FourEdges::<8>::of(cube)];
        Permutation {
            corners: CornerPermutation::rank_of(cube) as u16,
            fours: fours.map(|four| FourEdges::<0>::rank(&four) as u16),
        }
    }
}

/// How moves turn a [`Permutation`], and what state of G1 it is once it is in it.
#[derive(Debug)]
pub struct PhaseTransition {
    fours: MoveTable<FourEdges<0>>,
    /// By the placement of the edges of U: what they give to the rank of all eight edges of U and D.
    upper: Vec<u16>,
    /// By the placement of four edges, their order: 0..24.
    orders: Vec<u8>,
}

impl PhaseTransition {
    /// Computes it.
    pub fn new() -> PhaseTransition {
        const FOUR: usize = FourEdges::<0>::SIZE;
        // Lexicographic ranks: of eight positions the first four come first, then the order of the others among
        // themselves.
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

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        self.fours.bytes() + size_of_val(&self.upper[..]) + self.orders.len()
    }

    /// What move `m` makes of one of [`Permutation::fours`].
    #[inline(always)]
    pub fn turn(&self, four: u16, m: usize) -> u16 {
        self.fours.row(four.into())[m]
    }

    /// The rank of the [`crate::whole::SliceOrder`], in G1, from the placement of the edges of the slice.
    #[inline(always)]
    pub fn order(&self, slice: u16) -> u16 {
        self.orders[usize::from(slice)].into()
    }

    /// The rank of the [`crate::whole::LayerEdges`], in G1, from the placements of the edges of U and of D.
    #[inline(always)]
    pub fn edges(&self, upper: u16, lower: u16) -> u16 {
        self.upper[usize::from(upper)] + u16::from(self.orders[usize::from(lower)])
    }

    /// The state of G1 that a permutation is, if it is one.
    pub fn state(&self, permutation: &Permutation) -> G1State {
        let [upper, lower, slice] = permutation.fours;
        G1State { corners: permutation.corners, edges: self.edges(upper, lower), order: self.order(slice) }
    }

    /// What a move makes of a permutation.
    pub fn turn_permutation(
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

impl Default for PhaseTransition {
    fn default() -> PhaseTransition {
        PhaseTransition::new()
    }
}
