//! Lanes: the children of a state numbered without gaps, so that vectors are full.

/// Which lane the child by each move has: its place among the moves of R, F, L and B and then those of U and D, without those
/// of one face. After a move no other of its face is made, so that sixteen lanes are enough everywhere but at the start of
/// a search. Moves of U and D come last because their children seldom need a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// The moves in that order before those of the face, a bit each.
    before: u32,
}

/// Moves of a face.
const TURNS: u32 = 3;

/// In that order: the moves, and others below 32 as they are.
pub(crate) const ORDER: [u8; 32] = {
    let (mut order, mut place) = ([0; 32], 0);
    while place < 32 {
        order[place as usize] = place;
        place += 1;
    }
    let mut m = 0;
    while m < 18 {
        order[ordered(1 << m).trailing_zeros() as usize] = m;
        m += 1;
    }
    order
};

/// By move, below 32: its place in that order.
const PLACES: [u8; 32] = {
    let (mut places, mut place) = ([0; 32], 0);
    while place < 32 {
        places[ORDER[place] as usize] = place as u8;
        place += 1;
    }
    places
};

/// Moves in the order of lanes.
#[inline(always)]
const fn ordered(moves: u32) -> u32 {
    moves >> 3 & 0o77 | moves >> 6 & 0o7700 | (moves & 0o7) << 12 | (moves & 0o7000) << 6
}

/// Moves in the order of lanes, in the order of their indices.
#[inline(always)]
const fn unordered(moves: u32) -> u32 {
    (moves & 0o77) << 3 | (moves & 0o7700) << 6 | moves >> 12 & 0o7 | moves >> 6 & 0o7000
}

impl Lanes {
    /// No face is left out.
    pub const ALL: Lanes = Lanes::without(18);

    const fn without(first: u32) -> Lanes {
        Lanes { before: (1 << first) - 1 }
    }

    /// The lanes of `moves`, a bit each: without those of the first face of which none is among them.
    #[inline(always)]
    pub fn of(moves: u32) -> Lanes {
        // The first move of each face, and the end, where there are none.
        const FIRSTS: u32 = 0o111_1111;
        let absent = !ordered(moves);
        let faces = absent & absent >> 1 & absent >> 2 & FIRSTS;
        Lanes::without(faces.trailing_zeros() % u32::BITS)
    }

    /// How many moves there are before those that have no lane.
    #[cfg(any(test, target_arch = "x86_64"))]
    #[inline(always)]
    pub(crate) fn gap(self) -> u32 {
        self.before.trailing_ones()
    }

    /// The lanes of these moves.
    #[inline(always)]
    pub fn lanes(self, moves: u32) -> u32 {
        let moves = ordered(moves);
        moves & self.before | moves >> TURNS & !self.before
    }

    /// The moves of these lanes.
    #[inline(always)]
    pub fn moves(self, lanes: u32) -> u32 {
        unordered(lanes & self.before | (lanes & !self.before) << TURNS)
    }

    /// The lane of a move below 32.
    #[inline(always)]
    pub fn lane(self, m: usize) -> usize {
        let place = usize::from(PLACES[m & 31]);
        place - TURNS as usize * usize::from(self.before >> place & 1 == 0 && place >= TURNS as usize)
    }

    /// The move of a lane below 32, that too below 32.
    #[inline(always)]
    pub(crate) fn of_lane(self, lane: usize) -> usize {
        let place = lane + TURNS as usize * usize::from(self.before >> lane & 1 == 0);
        usize::from(ORDER[place & 31])
    }
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes::ALL
    }
}

/// How many lanes there are in a set of lanes of moves, below 2^18: sooner than counting bits where the processor that it is
/// compiled for has no instruction for that.
#[inline(always)]
pub fn count(set: u32) -> u32 {
    const COUNTS: [u8; 512] = {
        let mut counts = [0; 512];
        let mut set = 0;
        while set < counts.len() {
            counts[set] = set.count_ones() as u8;
            set += 1;
        }
        counts
    };
    let of = |nine: u32| u32::from(COUNTS[nine as usize & 511]);
    of(set) + of(set >> 9)
}

/// The indices of the bits that are set, ascending.
#[inline(always)]
pub fn bits(set: u32) -> Bits {
    Bits(set)
}

/// Whether a set has so many members: for the few that are asked for, sooner than counting all.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_at_least(mut set: u32, count: u32) -> bool {
    for _ in 1..count {
        set &= set.wrapping_sub(1);
    }
    set != 0
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
    use crate::target::ud_coset::UD_MOVES;

    #[test]
    fn lanes_leave_out_one_face() {
        let all = (1 << 18) - 1;
        assert_eq!(Lanes::of(all), Lanes::ALL);
        for face in 0..6 {
            let moves = all & !(7 << (3 * face));
            for others in [moves, moves & 0o525_252, moves & !(6 << 15)] {
                let lanes = Lanes::of(others);
                assert_eq!(lanes.gap(), u32::from(PLACES[3 * face]));
                assert!(lanes.lanes(others) < 1 << 15);
                assert_eq!(lanes.moves(lanes.lanes(others)), others);
                for m in bits(others) {
                    assert_eq!(lanes.lanes(1 << m), 1 << lanes.lane(m));
                    assert_eq!(lanes.of_lane(lanes.lane(m)), m);
                }
            }
        }
        assert!((0..18).all(|m| Lanes::ALL.of_lane(Lanes::ALL.lane(m)) == m));
    }

    #[test]
    fn lanes_are_counted() {
        assert!((0..1 << 18).all(|set: u32| count(set) == set.count_ones()));
    }

    #[test]
    fn moves_of_u_and_d_have_the_last_lanes() {
        for face in 0..6 {
            let moves = ((1 << 18) - 1) & !(7 << (3 * face));
            let lanes = Lanes::of(moves);
            let turns = lanes.lanes(moves & UD_MOVES);
            assert!(lanes.lanes(moves & !UD_MOVES) < turns & turns.wrapping_neg());
        }
    }
}
