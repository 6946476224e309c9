//! All states of G1 by their distance: its 19,508,428,800 states, counted one by one.
//!
//! A row is a class of the corners' permutations under sixteen symmetries, a column an order of the eight edges of U and
//! D, a bit one of the slice. Of the orders of the slice half go with the other two: the permutation of all pieces is
//! even.

use cubiform_cube::state::is_odd;

use crate::fill::Watch;
use crate::rows::{self, Rows};
use crate::whole::{Classes, ConjugateTable, Corners, IN_G1, LayerEdges, MoveTable, Part, SliceOrder};

/// The states of G1 in rows.
struct States {
    corners: MoveTable<Corners>,
    edges: MoveTable<LayerEdges>,
    orders: MoveTable<SliceOrder>,
    classes: Classes,
    edge_conjugates: ConjugateTable<LayerEdges>,
    order_conjugates: ConjugateTable<SliceOrder>,
    /// By row and by column, whether the permutation is odd.
    odd_rows: Vec<bool>,
    odd_columns: Vec<bool>,
}

impl States {
    fn new() -> States {
        let conjugates = ConjugateTable::<Corners>::new();
        let classes = Classes::new(Corners::SIZE, |rank, s| conjugates.conjugate(rank, s));
        let is_odd_row = |row| is_odd(&Corners::unrank(classes.representative(row)));
        States {
            corners: MoveTable::new(),
            edges: MoveTable::new(),
            orders: MoveTable::new(),
            odd_rows: (0..classes.count()).map(is_odd_row).collect(),
            odd_columns: (0..LayerEdges::SIZE).map(|rank| is_odd(&LayerEdges::unrank(rank))).collect(),
            classes,
            edge_conjugates: ConjugateTable::new(),
            order_conjugates: ConjugateTable::new(),
        }
    }
}

impl Rows<u32> for States {
    fn rows(&self) -> usize {
        self.classes.count()
    }

    fn columns(&self) -> usize {
        LayerEdges::SIZE
    }

    fn states(&self) -> u64 {
        (Corners::SIZE * LayerEdges::SIZE * SliceOrder::SIZE / 2) as u64
    }

    fn weight(&self, row: usize) -> u64 {
        self.classes.size(row)
    }

    /// The even orders of the slice, and the odd ones.
    fn kinds(&self) -> Vec<u32> {
        let of = |odd| {
            let is_in = |rank: &usize| is_odd(&SliceOrder::unrank(*rank)) == odd;
            (0..SliceOrder::SIZE).filter(is_in).fold(0, |set, rank| set | 1 << rank)
        };
        vec![of(false), of(true)]
    }

    fn kind(&self, row: usize, column: usize) -> usize {
        usize::from(self.odd_rows[row] != self.odd_columns[column])
    }

    fn moves(&self) -> u32 {
        IN_G1
    }

    fn lead(&self, row: usize, m: usize) -> (usize, usize) {
        self.classes.of(self.corners.turn(self.classes.representative(row), m))
    }

    fn turned_columns(&self, m: usize, s: usize) -> Vec<u16> {
        let turned = |rank| self.edge_conjugates.conjugate(self.edges.turn(rank, m), s) as u16;
        (0..LayerEdges::SIZE).map(turned).collect()
    }

    fn turned_bits(&self, m: usize, s: usize) -> Vec<u8> {
        let turned = |rank| self.order_conjugates.conjugate(self.orders.turn(rank, m), s) as u8;
        (0..SliceOrder::SIZE).map(turned).collect()
    }

    /// Modulo 3: what is next to a state is a move nearer, as far, or a move farther.
    fn code(&self, distance: usize) -> usize {
        distance % 3
    }

    fn last(&self) -> usize {
        usize::MAX
    }
}

/// How many states of G1 there are by their distance from solved by its moves, all of them: phase 2 of Kociemba's
/// algorithm. Takes 1.4 GB and twenty core-seconds.
pub fn distribution(threads: usize) -> Vec<u64> {
    rows::fill::<u32, 3>(&States::new(), threads, &Watch::quiet()).histogram
}
