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
use crate::rows::{self, Coding, Column, RowMove, RowNumbering, RowSpace, Shape};
use cubiform_store::fill::Watch;

/// Returns the number of states of G1 at each distance from solved, in moves of G1 (phase 2 of Kociemba's algorithm).
/// Returns `None` if the fill was cancelled.
///
/// The fill takes 24 bytes for each row and word: 2768 * 40,320 * 24 bytes = 2.7 GB of memory.
pub(crate) fn distribution(threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u64>> {
    let (corners, corner_conjugates) =
        (MoveTable::<CornerPermutation>::new(), ConjugateTable::<CornerPermutation>::new());
    let (edges, edge_conjugates) = (MoveTable::<UdEdges>::new(), ConjugateTable::<UdEdges>::new());
    let (slices, slice_conjugates) =
        (MoveTable::<SlicePermutation>::new(), ConjugateTable::<SlicePermutation>::new());
    let classes = SymClasses::new(CornerPermutation::SIZE, |rank, s| corner_conjugates.conjugate(rank, s));
    let moves: Vec<usize> = (0..Move::COUNT).filter(|m| IN_G1 >> m & 1 == 1).collect();
    let steps = || moves.iter().flat_map(|m| (0..UD_SYMMETRIES.len()).map(move |s| (*m, s)));
    // By move and symmetry after it: the word that each word becomes, and the bit that each bit becomes.
    let edge_step = |(m, s)| {
        let image = |rank| edge_conjugates.conjugate(edges.turn(rank, m), s) as u16;
        (0..UdEdges::SIZE).map(image).collect()
    };
    let slice_step = |(m, s)| {
        let image = |rank| slice_conjugates.conjugate(slices.turn(rank, m), s) as u8;
        (0..SlicePermutation::SIZE).map(image).collect()
    };
    let edge_steps: Vec<Vec<u16>> = steps().map(edge_step).collect();
    let slice_steps: Vec<Vec<u8>> = steps().map(slice_step).collect();
    let step = |row: usize, m: usize| {
        let (to, s) = classes.class_of(corners.turn(classes.representative(row), moves[m]));
        let step = m * UD_SYMMETRIES.len() + s;
        RowMove { row: to, words: &edge_steps[step], bits: &slice_steps[step] }
    };
    let rows = classes.count();
    let numbering = RowNumbering {
        shape: Shape { rows, words: UdEdges::SIZE, bits: SlicePermutation::SIZE, align: 1 },
        states: CornerPermutation::SIZE as u64 * UdEdges::SIZE as u64 * SlicePermutation::SIZE as u64 / 2,
        goals: vec![Column { row: 0, word: 0, bit: 0 }],
        weights: (0..rows).map(|row| classes.size(row)).collect(),
        coding: Coding::Modulo3,
    };
    let space = RowSpace { numbering, moves: moves.len(), step: &step, stabilizer: None };
    let filling = rows::run(space, threads, watch);
    filling.complete.then_some(filling.histogram)
}
