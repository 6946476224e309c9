//! Lanes: a numbering of the children of a state without gaps, so that vectors are full.

/// The lane of the child by each move.
///
/// Lanes follow the order R, F, L, B, U, D of faces and leave out one face: no move follows another of its face, so
/// fifteen lanes are enough everywhere but at the root, which has eighteen. Moves of U and D come last because their
/// children seldom need a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lanes {
    /// The places in that order before the face that is left out, as a bit mask.
    before: u32,
}

/// The moves of one face.
const MOVES_PER_FACE: u32 = 3;

/// The move at each place of the order of lanes; numbers from 18 to 31 stay where they are.
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

/// The place of each move in the order of lanes, the inverse of [`ORDER`].
const PLACES: [u8; 32] = {
    let (mut places, mut place) = ([0; 32], 0);
    while place < 32 {
        places[ORDER[place] as usize] = place as u8;
        place += 1;
    }
    places
};

/// Returns a set of moves permuted into the order of lanes.
#[inline(always)]
const fn ordered(moves: u32) -> u32 {
    moves >> 3 & 0o77 | moves >> 6 & 0o7700 | (moves & 0o7) << 12 | (moves & 0o7000) << 6
}

/// Returns a set of places permuted back into moves, the inverse of [`ordered`].
#[inline(always)]
const fn unordered(moves: u32) -> u32 {
    (moves & 0o77) << 3 | (moves & 0o7700) << 6 | moves >> 12 & 0o7 | moves >> 6 & 0o7000
}

impl Lanes {
    /// Lanes for all eighteen moves.
    pub(crate) const ALL: Lanes = Lanes::without(18);

    const fn without(first: u32) -> Lanes {
        Lanes { before: (1 << first) - 1 }
    }

    /// Returns the lanes that leave out the first face without a move in `moves`.
    #[inline(always)]
    pub(crate) fn new(moves: u32) -> Lanes {
        // The first place of each face, and the end, which is found if every face has a move.
        const FIRSTS: u32 = 0o111_1111;
        let absent = !ordered(moves);
        let faces = absent & absent >> 1 & absent >> 2 & FIRSTS;
        Lanes::without(faces.trailing_zeros() % u32::BITS)
    }

    /// Returns the number of places before the face that is left out.
    #[cfg(any(test, target_arch = "x86_64"))]
    #[inline(always)]
    pub(crate) fn gap(self) -> u32 {
        self.before.trailing_ones()
    }

    /// Returns the lanes of a set of moves, as a bit mask.
    #[inline(always)]
    pub(crate) fn lanes(self, moves: u32) -> u32 {
        let moves = ordered(moves);
        moves & self.before | moves >> MOVES_PER_FACE & !self.before
    }

    /// Returns the moves of a set of lanes, as a bit mask.
    #[inline(always)]
    pub(crate) fn moves(self, lanes: u32) -> u32 {
        unordered(lanes & self.before | (lanes & !self.before) << MOVES_PER_FACE)
    }

    /// Returns the lane of move `m`, which is below 32.
    #[inline(always)]
    pub(crate) fn lane(self, m: usize) -> usize {
        let place = usize::from(PLACES[m & 31]);
        place
            - MOVES_PER_FACE as usize
                * usize::from(self.before >> place & 1 == 0 && place >= MOVES_PER_FACE as usize)
    }

    /// Returns the move, below 32, of a lane below 32.
    #[inline(always)]
    pub(crate) fn of_lane(self, lane: usize) -> usize {
        let place = lane + MOVES_PER_FACE as usize * usize::from(self.before >> lane & 1 == 0);
        usize::from(ORDER[place & 31])
    }
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes::ALL
    }
}

/// Returns the number of bits in `set`, which is below 2^18. Table look-ups are faster than `count_ones` on targets
/// compiled without a population-count instruction.
#[inline(always)]
pub(crate) fn count(set: u32) -> u32 {
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

/// Returns the indices of the bits of `set`, ascending.
#[inline(always)]
pub(crate) fn bits(set: u32) -> Bits {
    Bits(set)
}

/// Returns whether `set` has at least `count` members. Faster than counting them all if `count` is small.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_at_least(mut set: u32, count: u32) -> bool {
    for _ in 1..count {
        set &= set.wrapping_sub(1);
    }
    set != 0
}

/// The iterator of [`bits`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits(u32);

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
    use crate::goal::ud_coset::UD_MOVES;

    #[test]
    fn lanes_leave_out_the_first_absent_face_and_map_back_to_moves() {
        let all = (1 << 18) - 1;
        assert_eq!(Lanes::new(all), Lanes::ALL);
        for face in 0..6 {
            let moves = all & !(7 << (3 * face));
            for others in [moves, moves & 0o525_252, moves & !(6 << 15)] {
                let lanes = Lanes::new(others);
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
    fn count_equals_count_ones_below_2_to_18() {
        assert!((0..1 << 18).all(|set: u32| count(set) == set.count_ones()));
    }

    #[test]
    fn u_and_d_moves_have_the_last_lanes() {
        for face in 0..6 {
            let moves = ((1 << 18) - 1) & !(7 << (3 * face));
            let lanes = Lanes::new(moves);
            let turns = lanes.lanes(moves & UD_MOVES);
            assert!(lanes.lanes(moves & !UD_MOVES) < turns & turns.wrapping_neg());
        }
    }
}
