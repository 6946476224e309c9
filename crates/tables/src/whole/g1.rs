//! All states of G1 by their distance: its 19,508,428,800 states, counted one by one.
//!
//! A row is a class of the corners' permutations under sixteen symmetries, a column an order of the eight edges of U and
//! D, a bit one of the slice. Of the orders of the slice half go with the other two, since the permutation of all
//! pieces is even: the others are never reached.

use cubiform_cube::Move;

use crate::fill::Watch;
use crate::rows::{self, Coding, Column, Rows, Shape, Step};
use crate::whole::{
    Classes, ConjugateTable, Corners, IN_G1, KEEPING_UD, LayerEdges, MoveTable, Part, SliceOrder,
};

/// The states of G1 in rows, with what moves, and symmetries after them, do to columns and bits.
struct States {
    corners: MoveTable<Corners>,
    classes: Classes,
    moves: Vec<usize>,
    /// By move and symmetry.
    edges: Vec<Vec<u16>>,
    orders: Vec<Vec<u8>>,
}

impl States {
    fn new() -> States {
        let conjugates = ConjugateTable::<Corners>::new();
        let (edges, edge_conjugates) = (MoveTable::<LayerEdges>::new(), ConjugateTable::<LayerEdges>::new());
        let (orders, order_conjugates) =
            (MoveTable::<SliceOrder>::new(), ConjugateTable::<SliceOrder>::new());
        let moves: Vec<usize> = (0..Move::COUNT).filter(|m| IN_G1 >> m & 1 == 1).collect();
        let ways = || moves.iter().flat_map(|m| (0..KEEPING_UD.len()).map(move |s| (*m, s)));
        let turned_edges = |(m, s)| {
            let turned = |rank| edge_conjugates.conjugate(edges.turn(rank, m), s) as u16;
            (0..LayerEdges::SIZE).map(turned).collect()
        };
        let turned_orders = |(m, s)| {
            let turned = |rank| order_conjugates.conjugate(orders.turn(rank, m), s) as u8;
            (0..SliceOrder::SIZE).map(turned).collect()
        };
        States {
            corners: MoveTable::new(),
            classes: Classes::new(Corners::SIZE, |rank, s| conjugates.conjugate(rank, s)),
            edges: ways().map(turned_edges).collect(),
            orders: ways().map(turned_orders).collect(),
            moves,
        }
    }
}

impl Rows for States {
    fn shape(&self) -> Shape {
        Shape { rows: self.classes.count(), words: LayerEdges::SIZE, bits: SliceOrder::SIZE, align: 1 }
    }

    fn states(&self) -> u64 {
        (Corners::SIZE * LayerEdges::SIZE * SliceOrder::SIZE / 2) as u64
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

    fn step(&self, row: usize, m: usize) -> Step<'_> {
        let (to, s) = self.classes.of(self.corners.turn(self.classes.representative(row), self.moves[m]));
        let way = m * KEEPING_UD.len() + s;
        Step { row: to, words: &self.edges[way], bits: &self.orders[way] }
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
