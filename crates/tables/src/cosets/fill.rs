//! The fill of coset tables by rows and columns: the words of a row are twists, the bits of a word are corner cosets.

use std::sync::Arc;

use cubiform_cube::Move;
use cubiform_threads::Threads;

use super::coordinate::shape;
use super::{CornerCosetKind, CosetCoordinate};
use crate::rows::{self, Coding, Column, RowMove, RowNumbering, RowSpace};
use cubiform_store::fill::{Filling, Watch};

/// Returns the memory that a fill needs, in bytes.
pub(crate) fn memory(kind: CornerCosetKind) -> u64 {
    shape(kind).memory()
}

/// Fills the table of a coordinate on `threads` threads until it is complete or cancelled.
pub(crate) fn run(coordinate: &Arc<CosetCoordinate>, threads: &Threads, watch: &Watch<'_>) -> Filling {
    let (mut twists, mut corners) = (Vec::new(), Vec::new());
    for m in 0..Move::COUNT {
        for s in 0..16 {
            twists.push(coordinate.twists_after(m, s));
            corners.push(coordinate.corner_cosets_after(m, s));
        }
    }
    let step = |row: usize, m: usize| {
        let (row, s) = coordinate.row_step(row, m);
        RowMove { row, words: &twists[m * 16 + s], bits: &corners[m * 16 + s] }
    };
    let numbering = RowNumbering {
        shape: shape(coordinate.corner_cosets.kind),
        states: coordinate.states(),
        // The coset of the solved cube.
        goals: vec![Column { row: 0, word: 0, bit: 0 }],
        weights: (0..coordinate.classes.count()).map(|row| coordinate.classes.size(row)).collect(),
        coding: Coding::From(coordinate.base),
    };
    let space = RowSpace { numbering, moves: Move::COUNT, step: &step, stabilizer: None };
    rows::run(space, threads, watch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosets::catalogue::COSETS;

    #[test]
    fn cosets_of_g1_have_their_known_distances() {
        let coordinate = Arc::new(CosetCoordinate::with_base(CornerCosetKind::Trivial, 2));
        let filling = run(&coordinate, &Threads::new(2), &Watch::quiet());
        // The known distances of Kociemba's phase 1.
        let first = [1, 4, 50, 592, 7156];
        assert_eq!(filling.histogram[..5], first);
        assert_eq!(filling.histogram[5..], [2_217_093_120 - first.iter().sum::<u64>()]);
    }

    #[test]
    #[ignore = "takes minutes and 16 GB of memory"]
    fn histograms_match_the_catalogue() {
        for entry in &COSETS {
            assert_eq!(
                run(entry.coordinate(), &Threads::new(2), &Watch::quiet()).histogram,
                entry.histogram,
                "{}",
                entry.name
            );
        }
    }
}
