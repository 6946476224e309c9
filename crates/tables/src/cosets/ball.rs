//! A Bloom filter of the cubes near the solved one, which prunes when few moves are left: bounds by cosets are weak
//! there.

use cubiform_cube::{Cube, Move};
use cubiform_threads::CancelToken;

use super::indexer::{IndexSums, Indexer, PiecesByPosition};
use crate::kociemba::BlockedBloomFilter;

/// A Bloom filter that contains all cubes within a radius of the solved one in half turn metric, and about one in a
/// hundred of the others.
#[derive(Debug)]
pub struct CubeBall {
    filter: BlockedBloomFilter,
    radius: u8,
}

/// The number of cubes within each radius (Rokicki, <https://cube20.org>).
const COUNTS: [usize; 7] = [1, 19, 262, 3502, 46_741, 621_649, 8_240_087];

/// The bits of the filter for each cube in the ball.
const BITS_PER_CUBE: usize = 16;

/// A cube of the ball and the move that led to it.
struct Node {
    pieces: PiecesByPosition,
    sums: IndexSums,
    last: Option<Move>,
}

impl CubeBall {
    /// Builds the filter of all cubes within `radius` moves. Returns `None` if `cancel` was set before it was complete.
    ///
    /// # Panics
    /// If the radius exceeds 6.
    pub fn new_until(indexer: &Indexer, radius: u8, cancel: &CancelToken) -> Option<CubeBall> {
        let words = COUNTS[usize::from(radius)] * BITS_PER_CUBE / 64;
        let mut ball = CubeBall { filter: BlockedBloomFilter::new(words), radius };
        let solved = Cube::SOLVED;
        let solved =
            Node { pieces: PiecesByPosition::from_cube(&solved), sums: indexer.sums(&solved), last: None };
        ball.insert_within(indexer, &solved, radius, cancel)?;
        Some(ball)
    }

    /// Inserts a cube and all its descendants within `depth_left` moves. Returns `None` if it was cancelled.
    fn insert_within(
        &mut self,
        indexer: &Indexer,
        from: &Node,
        depth_left: u8,
        cancel: &CancelToken,
    ) -> Option<()> {
        let Node { pieces, sums, last } = *from;
        self.filter.insert(sums.key());
        if depth_left > 2 && cancel.is_cancelled() {
            return None;
        }
        for m in Move::all().filter(|m| last.is_none_or(|last| last.may_precede(*m))) {
            let turned = indexer.turn(&pieces, sums, m.index());
            match depth_left {
                0 => break,
                1 => self.filter.insert(turned.key()),
                _ => {
                    let pieces = indexer.turn_pieces(&pieces, m.index());
                    let child = Node { pieces, sums: turned, last: Some(m) };
                    self.insert_within(indexer, &child, depth_left - 1, cancel)?;
                }
            }
        }
        Some(())
    }

    /// Returns the radius in moves.
    #[inline(always)]
    pub fn radius(&self) -> u8 {
        self.radius
    }

    /// Prefetches the memory that [`CubeBall::may_contain`] reads.
    #[inline(always)]
    pub fn prefetch(&self, sums: IndexSums) {
        self.filter.prefetch(sums.key());
    }

    /// Returns whether the cube with these sums may be in the ball. Always true for a cube in the ball.
    #[inline(always)]
    pub fn may_contain(&self, sums: IndexSums) -> bool {
        self.filter.may_contain(sums.key())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cosets::{CornerCosetKind, CosetCoordinate};
    use cubiform_cube::random;

    impl CubeBall {
        /// Builds the filter of all cubes within `radius` moves.
        ///
        /// # Panics
        /// If the radius exceeds 6.
        pub(crate) fn new(indexer: &Indexer, radius: u8) -> CubeBall {
            CubeBall::new_until(indexer, radius, &CancelToken::never()).expect("not cancelled")
        }
    }

    #[test]
    fn ball_contains_every_near_cube_and_few_others() {
        let indexer = Indexer::new(&Arc::new(CosetCoordinate::new(CornerCosetKind::Parity)));
        let ball = CubeBall::new(&indexer, 4);
        let mut cubes = vec![Cube::SOLVED];
        for _ in 0..3 {
            cubes = cubes.iter().flat_map(|cube| Move::all().map(|m| cube.turn(m))).collect();
        }
        assert!(cubes.iter().all(|cube| ball.may_contain(indexer.sums(cube))));
        // Cubes farther away, and cubes with equal cosets: half turns of the middle layers change no coset.
        let far = |cube: &Cube| !ball.may_contain(indexer.sums(cube));
        let count = random::states(5).take(20_000).filter(far).count();
        assert!(count > 19_700, "{count} of 20,000 are outside the filter");
        let half = |axis: usize| Cube::from_moves(&[1 + 3 * axis, 10 + 3 * axis].map(Move::from_index));
        let turned_by_half: Vec<Cube> = cubes
            .iter()
            .take(500)
            .map(|cube| {
                // The checkerboard pattern exchanges opposite edges; corners and cosets are as in the solved cube.
                half(0).then(&half(1)).then(&half(2)).then(cube)
            })
            .collect();
        assert!(turned_by_half.iter().filter(|cube| far(cube)).count() > 450);
    }
}
