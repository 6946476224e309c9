//! The cubes near the solved one, as a filter: where few moves are left, bounds by cosets say next to nothing.

use cubiform_cube::{Cube, Move};

use super::locate::{Locator, Pieces, Sums};
use crate::whole::Filter;

/// Cubes within [`NearCubes::RADIUS`] moves (HTM) of the solved one, and one in a few hundred of the others.
#[derive(Debug)]
pub struct NearCubes {
    filter: Filter,
}

impl NearCubes {
    /// How far from solved they are at most.
    pub const RADIUS: u8 = 5;

    /// How many cubes there are within it.
    const COUNT: usize = 621_649;

    /// How many bits of the filter there are for each.
    const BITS: usize = 16;

    /// Finds them: some hundredths of a second.
    pub fn new(locator: &Locator) -> NearCubes {
        let mut near = NearCubes { filter: Filter::new(NearCubes::COUNT * NearCubes::BITS / 64) };
        near.reach(locator, &Pieces::default(), locator.sums(&Cube::SOLVED), None, NearCubes::RADIUS);
        near
    }

    /// Adds a cube and all that `left` more moves make of it.
    fn reach(&mut self, locator: &Locator, pieces: &Pieces, sums: Sums, last: Option<Move>, left: u8) {
        self.filter.insert(sums.key());
        if left == 0 {
            return;
        }
        for m in Move::all().filter(|m| last.is_none_or(|last| last.may_precede(*m))) {
            let turned = locator.turn_pieces(pieces, m.index());
            self.reach(locator, &turned, locator.turn(pieces, sums, m.index()), Some(m), left - 1);
        }
    }

    /// Begins to read what [`NearCubes::may_have`] will.
    #[inline(always)]
    pub fn prefetch(&self, sums: Sums) {
        self.filter.prefetch(sums.key());
    }

    /// Whether a cube of these sums may be among them: surely if it is.
    #[inline(always)]
    pub fn may_have(&self, sums: Sums) -> bool {
        self.filter.may_have(sums.key())
    }
}
