//! The exact distribution of the 19,508,428,800 states of G1 by distance, counted state by state.
//!
//! The states are numbered by rows and columns (module `rows`):
//!
//! | index | numbers | size |
//! |---|---|---|
//! | row | symmetry class of the corner permutation | 2768 |
//! | word | permutation of the edges of U and D | 8! = 40,320 |
//! | bit | permutation of the slice edges | 4! = 24 |
//!
//! The permutation of all pieces is even, so that half of the bits of a word are never reached.

use cubiform_cube::Move;
use cubiform_threads::Threads;

use crate::kociemba::{
    ConjugateTable, Coordinate, CornerPermutation, IN_G1, MoveTable, SlicePermutation, SymClasses,
    UD_SYMMETRIES, UdEdges,
};
use crate::rows::{self, Coding, Column, RowMove, RowSpace, Shape};
use cubiform_store::fill::Watch;

/// The states of G1 by rows, with the effect of moves and symmetries on words and bits.
struct G1Rows {
    corners: MoveTable<CornerPermutation>,
    classes: SymClasses,
    moves: Vec<usize>,
    /// By move and symmetry after it: the word that each word becomes.
    edge_steps: Vec<Vec<u16>>,
    /// By move and symmetry after it: the bit that each bit becomes.
    slice_steps: Vec<Vec<u8>>,
}

impl G1Rows {
    fn new() -> G1Rows {
        let conjugates = ConjugateTable::<CornerPermutation>::new();
        let (edges, edge_conjugates) = (MoveTable::<UdEdges>::new(), ConjugateTable::<UdEdges>::new());
        let (slices, slice_conjugates) =
            (MoveTable::<SlicePermutation>::new(), ConjugateTable::<SlicePermutation>::new());
        let moves: Vec<usize> = (0..Move::COUNT).filter(|m| IN_G1 >> m & 1 == 1).collect();
        let moves_with_symmetries =
            || moves.iter().flat_map(|m| (0..UD_SYMMETRIES.len()).map(move |s| (*m, s)));
        let edge_step = |(m, s)| {
            let image = |rank| edge_conjugates.conjugate(edges.turn(rank, m), s) as u16;
            (0..UdEdges::SIZE).map(image).collect()
        };
        let slice_step = |(m, s)| {
            let image = |rank| slice_conjugates.conjugate(slices.turn(rank, m), s) as u8;
            (0..SlicePermutation::SIZE).map(image).collect()
        };
        G1Rows {
            corners: MoveTable::new(),
            classes: SymClasses::new(CornerPermutation::SIZE, |rank, s| conjugates.conjugate(rank, s)),
            edge_steps: moves_with_symmetries().map(edge_step).collect(),
            slice_steps: moves_with_symmetries().map(slice_step).collect(),
            moves,
        }
    }
}

impl RowSpace for G1Rows {
    fn shape(&self) -> Shape {
        Shape { rows: self.classes.count(), words: UdEdges::SIZE, bits: SlicePermutation::SIZE, align: 1 }
    }

    fn states(&self) -> u64 {
        CornerPermutation::SIZE as u64 * UdEdges::SIZE as u64 * SlicePermutation::SIZE as u64 / 2
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn goals(&self) -> Vec<Column> {
        vec![Column { row: 0, word: 0, bit: 0 }]
    }

    fn weight(&self, row: usize) -> u64 {
        self.classes.size(row)
    }

    fn step(&self, row: usize, m: usize) -> RowMove<'_> {
        let (to, s) =
            self.classes.class_of(self.corners.turn(self.classes.representative(row), self.moves[m]));
        let step = m * UD_SYMMETRIES.len() + s;
        RowMove { row: to, words: &self.edge_steps[step], bits: &self.slice_steps[step] }
    }

    fn coding(&self) -> Coding {
        Coding::Modulo3
    }
}

/// Returns the number of states of G1 at each distance from solved, in moves of G1 (phase 2 of Kociemba's algorithm).
/// Returns `None` if the fill was cancelled.
///
/// The fill takes 24 bytes for each row and word: 2768 * 40,320 * 24 bytes = 2.7 GB of memory.
pub(crate) fn distribution(threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u64>> {
    let filling = rows::run(&G1Rows::new(), threads, watch);
    filling.complete.then_some(filling.histogram)
}
