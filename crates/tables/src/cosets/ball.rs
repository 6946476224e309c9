//! The cubes ball the solved one, as a filter: where few moves are depth_left, bounds by cosets say next to nothing.

use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::{Cube, Move};

use super::indexer::{IndexSums, Indexer, PieceWords};
use crate::kociemba::BlockedBloomFilter;

/// Cubes within some moves (HTM) of the solved one, and about one in a hundred of the others.
#[derive(Debug)]
pub struct CubeBall {
    filter: BlockedBloomFilter,
    radius: u8,
}

/// How many cubes there are within so many moves (Rokicki, <https://cube20.org>).
const COUNTS: [usize; 7] = [1, 19, 262, 3502, 46_741, 621_649, 8_240_087];

/// How many bits of the filter there are for each.
const BITS_PER_CUBE: usize = 16;

/// A cube, and the move that led to it.
struct Node {
    pieces: PieceWords,
    sums: IndexSums,
    last: Option<Move>,
}

impl CubeBall {
    /// The largest radius.
    pub const MAX_RADIUS: u8 = COUNTS.len() as u8 - 1;

    /// Finds all within `radius`: those within five take some hundredths of a second and 1.2 MB, within six a third of a
    /// second and 16 MB.
    ///
    /// # Panics
    /// If it is more than [`CubeBall::MAX_RADIUS`].
    pub fn new(indexer: &Indexer, radius: u8) -> CubeBall {
        CubeBall::new_until(indexer, radius, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    ///
    /// # Panics
    /// If the radius is more than [`CubeBall::MAX_RADIUS`].
    pub fn new_until(indexer: &Indexer, radius: u8, cancel: &AtomicBool) -> Option<CubeBall> {
        let words = COUNTS[usize::from(radius)] * BITS_PER_CUBE / 64;
        let mut ball = CubeBall { filter: BlockedBloomFilter::new(words), radius };
        let solved = Cube::SOLVED;
        let solved = Node { pieces: PieceWords::of(&solved), sums: indexer.sums(&solved), last: None };
        ball.insert_within(indexer, &solved, radius, cancel)?;
        Some(ball)
    }

    /// Adds a cube and all that `depth_left` more moves make of it; `None` if it was cancelled.
    fn insert_within(
        &mut self,
        indexer: &Indexer,
        from: &Node,
        depth_left: u8,
        cancel: &AtomicBool,
    ) -> Option<()> {
        let Node { pieces, sums, last } = *from;
        self.filter.insert(sums.key());
        if depth_left > 2 && cancel.load(Ordering::Relaxed) {
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

    /// How far from solved they are at most.
    #[inline(always)]
    pub fn radius(&self) -> u8 {
        self.radius
    }

    /// Begins to read what [`CubeBall::may_contain`] will.
    #[inline(always)]
    pub fn prefetch(&self, sums: IndexSums) {
        self.filter.prefetch(sums.key());
    }

    /// Whether a cube of these sums may be among them: surely if it is.
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

    #[test]
    fn ball_contains_every_near_cube_and_few_others() {
        let indexer = Indexer::new(&Arc::new(CosetCoordinate::new(CornerCosetKind::Parity)));
        let ball = CubeBall::new(&indexer, 4);
        let mut cubes = vec![Cube::SOLVED];
        for _ in 0..3 {
            cubes = cubes.iter().flat_map(|cube| Move::all().map(|m| cube.turn(m))).collect();
        }
        assert!(cubes.iter().all(|cube| ball.may_contain(indexer.sums(cube))));
        // A move more or less far, and all that no coset tells from the solved cube: turns of the middle layers by half.
        let far = |cube: &Cube| !ball.may_contain(indexer.sums(cube));
        let count = random::states(5).take(20_000).filter(far).count();
        assert!(count > 19_700, "{count} of 20,000 are told to be far");
        let half = |axis: usize| Cube::from_moves(&[1 + 3 * axis, 10 + 3 * axis].map(Move::from_index));
        let turned_by_half: Vec<Cube> = cubes
            .iter()
            .take(500)
            .map(|cube| {
                // The checkerboard's edges stand opposite, its corners and all cosets are as if solved.
                half(0).then(&half(1)).then(&half(2)).then(cube)
            })
            .collect();
        assert!(turned_by_half.iter().filter(|cube| far(cube)).count() > 450);
    }
}
