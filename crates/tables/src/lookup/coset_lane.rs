//! The position of a state within its table word, and the positions that turns of U and D lead to.
//!
//! A word holds the codes of the sixteen states of one ⟨U, D⟩ coset, so the word of a node also holds the codes of its
//! six children by turns of U and D.

use crate::goal::code::CodeSet;
use crate::goal::ud_coset::{COSET_SIZE, UD_MOVES, face_part, image, of_move, then};
use cubiform_cube::{Move, Symmetry};

/// The position of a state within its table word, with the action of turns of U and D on it.
///
/// | bits | value |
/// |------|-------|
/// | 0-3  | lane: the turns of U (bits 0-1) and D (bits 2-3) of the table, in quarter turns, that lead from the representative to the state |
/// | 4-5  | the table's turn that fixes the state: 0 none, 1 U, 2 D |
/// | 6    | 1 if the symmetry reverses turns (U becomes U') |
/// | 7    | 1 if the symmetry exchanges U and D |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct CosetLane(pub(crate) u8);

/// The first bits of the fields of a [`CosetLane`].
pub(crate) const FIXED_FACE_SHIFT: u32 = 4;
const AUTOMORPHISM_SHIFT: u32 = 6;

/// The automorphism of ⟨U, D⟩ that a symmetry induces: bit 0 if it reverses turns, bit 1 if it exchanges U and D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnAutomorphism(u8);

impl TurnAutomorphism {
    /// Returns the automorphism of a symmetry that keeps the U-D axis.
    pub(crate) fn from_symmetry(s: Symmetry) -> TurnAutomorphism {
        let quarter = image(s, 1);
        let side = if quarter < 4 { 0 } else { 1 };
        TurnAutomorphism(u8::from(quarter >> (2 * side) == 3) | (side as u8) << 1)
    }

    /// The identity, for searches whose U and D are not the table's: their words are never read for children.
    pub(crate) const NONE: TurnAutomorphism = TurnAutomorphism(0);

    /// Returns the bits of the automorphism in a [`CosetLane`].
    pub(crate) const fn bits(self) -> u8 {
        self.0 << AUTOMORPHISM_SHIFT
    }

    const fn image(self, t: usize) -> usize {
        let t = if self.0 & 1 == 0 { t } else { crate::goal::ud_coset::inverse(t) };
        if self.0 & 2 == 0 { t } else { t >> 2 | (t & 3) << 2 }
    }
}

/// The six moves of U and D.
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

/// The index in [`MOVES`] of each move below 32; 0 for moves that are not in it.
const INDEX_OF_MOVE: [u8; 32] = {
    let (mut indices, mut i) = ([0; 32], 0);
    while i < MOVES.len() {
        indices[MOVES[i]] = i as u8;
        i += 1;
    }
    indices
};

/// The coset lane after each of [`MOVES`], by coset lane.
static AFTER: [[u8; 8]; 256] = {
    let mut after = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * MOVES.len() {
        let (coset_lane, m) = (i / MOVES.len(), i % MOVES.len());
        if let Some(turn) = of_move(Move::from_index(MOVES[m])) {
            let turn = TurnAutomorphism((coset_lane >> AUTOMORPHISM_SHIFT) as u8).image(turn);
            let fixed = coset_lane >> FIXED_FACE_SHIFT & 3;
            let turn = if fixed == 0 { turn } else { turn & !face_part((fixed - 1) & 1, turn) };
            after[coset_lane][m] =
                (coset_lane & !(COSET_SIZE - 1) | then(coset_lane % COSET_SIZE, turn)) as u8;
        }
        i += 1;
    }
    after
};

impl CosetLane {
    /// Returns the code of the state, given its word.
    #[inline(always)]
    pub(crate) fn code(self, word: u32) -> u8 {
        let code = word >> (u32::from(self.0) % COSET_SIZE as u32);
        (code & 1 | code >> (COSET_SIZE - 1) & 2) as u8
    }

    /// Returns the coset lane of the child by move `m` of [`UD_MOVES`], in the same word.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after(self, m: usize) -> CosetLane {
        CosetLane(AFTER[usize::from(self.0)][usize::from(INDEX_OF_MOVE[m & 31]) & 7])
    }

    /// Returns the members of `moves`, a subset of [`UD_MOVES`], that lead to states whose codes are in `admitted`,
    /// given the word.
    #[inline(always)]
    pub(crate) fn moves_into(self, moves: u32, word: u32, admitted: CodeSet) -> u32 {
        moves & self.moves_to(admitted.lanes_in(word))
    }

    /// Returns the moves of U and D that lead to lanes in the bit mask `codes`.
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
    use crate::goal::ud_coset::{UD_AXIS, inverse};

    #[test]
    fn automorphism_maps_turns_as_its_symmetry_does() {
        let mut seen = Vec::new();
        for s in Symmetry::all().filter(|s| s.axis(UD_AXIS) == UD_AXIS) {
            let automorphism = TurnAutomorphism::from_symmetry(s);
            assert!((0..COSET_SIZE).all(|t| automorphism.image(t) == image(s, t)));
            if !seen.contains(&automorphism) {
                seen.push(automorphism);
            }
        }
        assert_eq!(seen.len(), 4);
    }

    #[test]
    fn after_composes_the_turn_and_moves_into_agrees_with_it() {
        for m in Move::all() {
            let Some(turn) = of_move(m) else { continue };
            let m = m.index();
            assert_eq!(CosetLane(5).after(m), CosetLane(then(5, turn) as u8));
            // Turns reversed, D fixed.
            let coset_lane = CosetLane(9 | 2 << FIXED_FACE_SHIFT | 1 << AUTOMORPHISM_SHIFT);
            assert_eq!(coset_lane.after(m).0, then(9, inverse(turn) & 3) as u8 | coset_lane.0 & 0xf0);
            for word in [0x1234_5678, 0x0ff0_a55a] {
                let codes =
                    (0..16).filter(|i| CosetLane(*i).code(word) == 1).fold(0, |codes, i| codes | 1 << i);
                assert_eq!(coset_lane.moves_to(codes) >> m & 1 == 1, coset_lane.after(m).code(word) == 1);
            }
        }
    }
}
