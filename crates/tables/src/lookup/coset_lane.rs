//! Spots: which code of its word a state has, and which ones turns of U and D lead to.

use crate::target::code::CodeSet;
use crate::target::table::code;
use crate::target::ud_coset::{COSET_SIZE, UD_MOVES, face_part, image, of_move, then};
use cubiform_cube::{Move, Symmetry};

/// Which of the sixteen codes of its word a state of an coset has: the turn of U and D, in four bits. Then, in two, which
/// of U and D, as the table has them, leaves it as it is, if one does. Then, in two, how turns of the search are turns
/// of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct CosetLane(pub(crate) u8);

/// Where the parts of a coset_lane lie.
pub(crate) const FIXED_SHIFT: u32 = 4;
const AUTOMORPHISM_SHIFT: u32 = 6;

/// How turns of U and D are turns of U and D after a symmetry: whether they are reversed, and then whether exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnAutomorphism(u8);

impl TurnAutomorphism {
    /// That of a symmetry which keeps the axis.
    pub(crate) fn of(s: Symmetry) -> TurnAutomorphism {
        let quarter = image(s, 1);
        let side = if quarter < 4 { 0 } else { 1 };
        TurnAutomorphism(u8::from(quarter >> (2 * side) == 3) | (side as u8) << 1)
    }

    /// That of searches whose turns are not turns of U and D in the table: of no use.
    pub(crate) const NONE: TurnAutomorphism = TurnAutomorphism(0);

    /// As part of a coset_lane.
    pub(crate) const fn bits(self) -> u8 {
        self.0 << AUTOMORPHISM_SHIFT
    }

    const fn image(self, t: usize) -> usize {
        let t = if self.0 & 1 == 0 { t } else { crate::target::ud_coset::inverse(t) };
        if self.0 & 2 == 0 { t } else { t >> 2 | (t & 3) << 2 }
    }
}

/// The moves of U and D.
const MOVES: [usize; 6] = {
    let (mut moves, mut i, mut m) = ([0; 6], 0, 0);
    while m < u32::BITS as usize {
        if UD_MOVES >> m & 1 == 1 {
            moves[i] = m;
            i += 1;
        }
        m += 1;
    }
    moves
};

/// By move, below 32, which of [`MOVES`] it is, if it is one.
const INDEX_OF_MOVE: [u8; 32] = {
    let (mut indices, mut i) = ([0; 32], 0);
    while i < MOVES.len() {
        indices[MOVES[i]] = i as u8;
        i += 1;
    }
    indices
};

/// By coset_lane and move: the coset_lane after it.
static AFTER: [[u8; 8]; 256] = {
    let mut after = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * MOVES.len() {
        let (coset_lane, m) = (i / MOVES.len(), i % MOVES.len());
        if let Some(turn) = of_move(Move::from_index(MOVES[m])) {
            let turn = TurnAutomorphism((coset_lane >> AUTOMORPHISM_SHIFT) as u8).image(turn);
            let fixed = coset_lane >> FIXED_SHIFT & 3;
            let turn = if fixed == 0 { turn } else { turn & !face_part((fixed - 1) & 1, turn) };
            after[coset_lane][m] =
                (coset_lane & !(COSET_SIZE - 1) | then(coset_lane % COSET_SIZE, turn)) as u8;
        }
        i += 1;
    }
    after
};

impl CosetLane {
    /// The code of the state, given its word.
    #[inline(always)]
    pub fn code(self, word: u32) -> u8 {
        code(word, u32::from(self.0) % COSET_SIZE as u32)
    }

    /// That of the state after move `m`, below 32 and one of [`UD_MOVES`], in the same word.
    #[inline(always)]
    #[must_use]
    pub fn after(self, m: usize) -> CosetLane {
        CosetLane(AFTER[usize::from(self.0)][usize::from(INDEX_OF_MOVE[m & 31]) & 7])
    }

    /// Of `moves`, [turns of U and D](ORBIT_MOVES), those that lead to states whose codes are among these, given the word.
    #[inline(always)]
    pub fn moves_into(self, moves: u32, word: u32, admitted: CodeSet) -> u32 {
        moves & self.moves_to(admitted.positions_in(word))
    }

    /// The moves of U and D that lead to states whose codes are in a set of those of the word.
    #[inline(always)]
    fn moves_to(self, codes: u32) -> u32 {
        let after = AFTER[usize::from(self.0)];
        let is_in = |(i, m): (usize, usize)| (codes >> (after[i] % COSET_SIZE as u8) & 1) << m;
        MOVES.into_iter().enumerate().map(is_in).fold(0, |moves, one| moves | one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::ud_coset::{UD_AXIS, inverse};

    #[test]
    fn senses_are_what_symmetries_do() {
        let mut seen = Vec::new();
        for s in Symmetry::all().filter(|s| s.axis(UD_AXIS) == UD_AXIS) {
            let automorphism = TurnAutomorphism::of(s);
            assert!((0..COSET_SIZE).all(|t| automorphism.image(t) == image(s, t)));
            if !seen.contains(&automorphism) {
                seen.push(automorphism);
            }
        }
        assert_eq!(seen.len(), 4);
    }

    #[test]
    fn spots_are_turned() {
        for m in Move::all() {
            let Some(turn) = of_move(m) else { continue };
            let m = m.index();
            assert_eq!(CosetLane(5).after(m), CosetLane(then(5, turn) as u8));
            // Reversed, with D fixed.
            let coset_lane = CosetLane(9 | 2 << FIXED_SHIFT | 1 << AUTOMORPHISM_SHIFT);
            assert_eq!(coset_lane.after(m).0, then(9, inverse(turn) & 3) as u8 | coset_lane.0 & 0xf0);
            for word in [0x1234_5678, 0x0ff0_a55a] {
                let codes = (0..16).filter(|i| code(word, *i) == 1).fold(0, |codes, i| codes | 1 << i);
                assert_eq!(coset_lane.moves_to(codes) >> m & 1 == 1, coset_lane.after(m).code(word) == 1);
            }
        }
    }
}
