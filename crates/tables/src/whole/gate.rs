//! From what phase 1 follows of the permutations to the state of G1 that it ends in.

use crate::placement;
use crate::whole::phase2::State;
use crate::whole::{Corners, Four, MoveTable, Part};
use cubiform_cube::{Cube, Move};

/// The permutation of a cube in coordinates that any move can turn: the corners, and the edges in three fours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    /// The rank of its [`Corners`].
    pub corners: u16,
    /// The placements of the edges of U, of D and of the slice, each with the rank that it has as a [`Four`] of U.
    pub fours: [u16; 3],
}

impl Permutation {
    /// That of a cube.
    pub fn of(cube: &Cube) -> Permutation {
        let fours = [Four::<0>::of(cube), Four::<4>::of(cube), Four::<8>::of(cube)];
        Permutation {
            corners: Corners::rank_of(cube) as u16,
            fours: fours.map(|four| Four::<0>::rank(&four) as u16),
        }
    }
}

/// How moves turn a [`Permutation`], and what state of G1 it is once it is in it.
#[derive(Debug)]
pub struct Gate {
    fours: MoveTable<Four<0>>,
    /// By the placement of the edges of U: what they give to the rank of all eight edges of U and D.
    upper: Vec<u16>,
    /// By the placement of four edges, their order: 0..24.
    orders: Vec<u8>,
}

impl Gate {
    /// Computes it.
    pub fn new() -> Gate {
        const FOUR: usize = Four::<0>::SIZE;
        // Lexicographic ranks: of eight positions the first four come first, then the order of the others among
        // themselves.
        let in_order = |four: [u8; 4]| four.map(|p| four.iter().filter(|q| **q < p).count() as u8);
        let upper =
            |four: [u8; 4]| if four.iter().all(|p| *p < 8) { placement::rank(8, &four) * 24 } else { 0 };
        let order = |four: [u8; 4]| placement::rank(4, &in_order(four)) as u8;
        Gate {
            fours: MoveTable::new(),
            upper: (0..FOUR).map(|rank| upper(Four::<0>::unrank(rank)) as u16).collect(),
            orders: (0..FOUR).map(|rank| order(Four::<0>::unrank(rank))).collect(),
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
    pub fn state(&self, permutation: &Permutation) -> State {
        let [upper, lower, slice] = permutation.fours;
        State { corners: permutation.corners, edges: self.edges(upper, lower), order: self.order(slice) }
    }

    /// What a move makes of a permutation.
    pub fn turn_all(&self, corners: &MoveTable<Corners>, permutation: &Permutation, m: Move) -> Permutation {
        Permutation {
            corners: corners.row(permutation.corners.into())[m.index()],
            fours: permutation.fours.map(|four| self.turn(four, m.index())),
        }
    }
}

impl Default for Gate {
    fn default() -> Gate {
        Gate::new()
    }
}
