//! Lanes: the children of a state numbered without gaps, so that vectors of sixteen are full.

/// Which lane the child by each move has: its place among the moves without those of one face. After a move no other
/// of its face is made, so that sixteen lanes are enough everywhere but at the start of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// The moves before those of the face, a bit each.
    before: u32,
}

/// Moves of a face.
const TURNS: u32 = 3;

impl Lanes {
    /// Each move has the lane of its index.
    pub const ALL: Lanes = Lanes::without(18);

    const fn without(first: u32) -> Lanes {
        Lanes { before: (1 << first) - 1 }
    }

    /// The lanes of `moves`, a bit each: without those of the first face of which none is among them.
    #[inline(always)]
    pub fn of(moves: u32) -> Lanes {
        // The first move of each face, and the end, where there are none.
        const FIRSTS: u32 = 0o111_1111;
        let absent = !moves;
        let faces = absent & absent >> 1 & absent >> 2 & FIRSTS;
        Lanes::without(faces.trailing_zeros() % u32::BITS)
    }

    /// How many moves there are before those that have no lane.
    #[inline(always)]
    pub(crate) fn gap(self) -> u32 {
        self.before.trailing_ones()
    }

    /// The lanes of these moves.
    #[inline(always)]
    pub fn lanes(self, moves: u32) -> u32 {
        moves & self.before | moves >> TURNS & !self.before
    }

    /// The moves of these lanes.
    #[inline(always)]
    pub fn moves(self, lanes: u32) -> u32 {
        lanes & self.before | (lanes & !self.before) << TURNS
    }

    /// The lane of a move below 32.
    #[inline(always)]
    pub fn lane(self, m: usize) -> usize {
        m - TURNS as usize * usize::from(self.before >> m & 1 == 0 && m >= TURNS as usize)
    }

    /// The move of a lane below 32, that too below 32.
    #[inline(always)]
    pub(crate) fn of_lane(self, lane: usize) -> usize {
        (lane + TURNS as usize * usize::from(self.before >> lane & 1 == 0)) & 31
    }
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes::ALL
    }
}

/// The indices of the bits that are set, ascending.
#[inline(always)]
pub fn bits(set: u32) -> Bits {
    Bits(set)
}

/// See [`bits`].
#[derive(Clone, Copy, Debug)]
pub struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let i = self.0.trailing_zeros() as usize & 31;
        self.0 &= self.0 - 1;
        Some(i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_leave_out_one_face() {
        let all = (1 << 18) - 1;
        assert_eq!(Lanes::of(all), Lanes::ALL);
        for face in 0..6 {
            let moves = all & !(7 << (3 * face));
            for others in [moves, moves & 0o525_252, moves & !(6 << 15)] {
                let lanes = Lanes::of(others);
                assert_eq!(lanes.gap(), 3 * face);
                assert!(lanes.lanes(others) < 1 << 15);
                assert_eq!(lanes.moves(lanes.lanes(others)), others);
                for m in bits(others) {
                    assert_eq!(lanes.lanes(1 << m), 1 << lanes.lane(m));
                    assert_eq!(lanes.of_lane(lanes.lane(m)), m);
                }
            }
        }
        assert_eq!(Lanes::ALL.lanes(0o777_777), 0o777_777);
        assert!((0..18).all(|m| Lanes::ALL.lane(m) == m && Lanes::ALL.of_lane(m) == m));
    }
}
