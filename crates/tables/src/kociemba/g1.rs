//! All states of G1 by their distance: its 19,508,428,800 states, counted one by one.
//!
//! A row is a class of the corners' permutations under sixteen symmetries, a column an order of the eight edges of U and
//! D, a bit one of the slice. Of the orders of the slice half go with the other two, since the permutation of all
//! pieces is even: the others are never reached.

use cubiform_cube::Move;

use crate::kociemba::{
    ConjugateTable, Coordinate, CornerPermutation, IN_G1, MoveTable, SlicePermutation, SymClasses,
    UD_SYMMETRIES, UdEdges,
};
use crate::rows::{self, Coding, Column, RowSpace, RowStep, Shape};
use crate::target::fill::Watch;

/// The states of G1 in rows, with what moves, and symmetries after them, do to columns and bits.
struct States {
    corners: MoveTable<CornerPermutation>,
    classes: SymClasses,
    moves: Vec<usize>,
    /// By move and symmetry.
    edges: Vec<Vec<u16>>,
    orders: Vec<Vec<u8>>,
}

impl States {
    fn new() -> States {
        let conjugates = ConjugateTable::<CornerPermutation>::new();
        let (edges, edge_conjugates) = (MoveTable::<UdEdges>::new(), ConjugateTable::<UdEdges>::new());
        let (orders, order_conjugates) =
            (MoveTable::<SlicePermutation>::new(), ConjugateTable::<SlicePermutation>::new());
        let moves: Vec<usize> = (0..Move::COUNT).filter(|m| IN_G1 >> m & 1 == 1).collect();
        let ways = || moves.iter().flat_map(|m| (0..UD_SYMMETRIES.len()).map(move |s| (*m, s)));
        let turned_edges = |(m, s)| {
            let turned = |rank| edge_conjugates.conjugate(edges.turn(rank, m), s) as u16;
            (0..UdEdges::SIZE).map(turned).collect()
        };
        let turned_orders = |(m, s)| {
            let turned = |rank| order_conjugates.conjugate(orders.turn(rank, m), s) as u8;
            (0..SlicePermutation::SIZE).map(turned).collect()
        };
        States {
            corners: MoveTable::new(),
            classes: SymClasses::new(CornerPermutation::SIZE, |rank, s| conjugates.conjugate(rank, s)),
            edges: ways().map(turned_edges).collect(),
            orders: ways().map(turned_orders).collect(),
            moves,
        }
    }
}

impl RowSpace for States {
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

    fn step(&self, row: usize, m: usize) -> RowStep<'_> {
        let (to, s) = self.classes.of(self.corners.turn(self.classes.representative(row), self.moves[m]));
        let way = m * UD_SYMMETRIES.len() + s;
        RowStep { row: to, words: &self.edges[way], bits: &self.orders[way] }
    }

    fn coding(&self) -> Coding {
        Coding::Modulo3
    }
}

/// How many states of G1 there are by their distance from solved by its moves, all of them: phase 2 of Kociemba's
/// algorithm. Takes 2.7 GB. `None` if that was cancelled.
pub fn distribution(threads: usize, watch: &Watch<'_>) -> Option<Vec<u64>> {
    let filling = rows::run(&States::new(), threads, watch);
    filling.complete.then_some(filling.histogram)
}
