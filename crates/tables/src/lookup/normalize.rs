//! Normalised states: states with their own turn of U and D undone, the representatives of ⟨U, D⟩ cosets.
//!
//! Sixteen states differ by turns of U and D alone. A table with coset words keeps them in one word, so a search
//! normalises each child once, and every probe indexes its table with the same normalised state. Probes of other tables
//! take states as they are.

use crate::goal::places::MAX_BASE;
use crate::goal::ud_coset::COSET_SIZE;
use crate::lookup::lanes::{Lanes, bits};
use crate::lookup::normalized_state::{
    BASES, BaseKey, FLIPS_SHIFT, NormalizedState, NormalizedStates, base_index,
};
use crate::lookup::tracked::{PAIRS, PLACE, TrackedState, word};
use crate::lookup::tracked_moves::TrackedMoves;
use cubiform_cube::placement;

impl TrackedMoves {
    /// Returns the state normalised, or as it is if `normalizes` is false.
    #[inline(always)]
    pub(crate) fn normalize(&self, state: &TrackedState, normalizes: bool) -> NormalizedState {
        let tables = &self.normalize_tables;
        let [first, second] = &tables.bases;
        let [a, b] = state.base.map(|pair| usize::from(pair) & (PAIRS - 1));
        let base = BaseKey(first[a] + second[b]);
        if normalizes && let Some(cosets) = &tables.cosets {
            let coset = cosets[base.number() % BASES];
            let turn = coset.turn();
            let before = |pairs: [u16; 2], table: &[[u16; COSET_SIZE]; PAIRS]| {
                pairs.map(|pair| table[usize::from(pair) & (PAIRS - 1)][turn])
            };
            return NormalizedState {
                base_key: BaseKey(coset.0 | base.0 >> FLIPS_SHIFT << FLIPS_SHIFT),
                rest: places(before(state.rest, &tables.edges_before)),
                corners: places(before(state.corners, &tables.corners_before)),
                orientation: 0,
            };
        }
        let apart = |pairs: [u16; 2]| places(pairs.map(|pair| pair & PLACE as u16 | pair >> 5 << 8));
        let (rest, corners) = (apart(state.rest), apart(state.corners));
        NormalizedState { base_key: base, rest, corners, orientation: state.orientation }
    }

    /// Returns the positions and the key, without flips, of every placement of `base` edges; of the representatives
    /// alone if `normalizes`.
    pub(crate) fn base_keys(&self, base: usize, normalizes: bool) -> Vec<([u8; MAX_BASE], BaseKey)> {
        if normalizes && let Some(cosets) = &self.normalize_tables.cosets {
            return self
                .normalize_tables
                .representatives
                .iter()
                .map(|own| (*own, cosets[base_index(own)]))
                .collect();
        }
        let at = |placed| {
            let mut positions = [0; MAX_BASE];
            placement::unrank(12, placed, &mut positions[..base]);
            (positions, BaseKey::new(base_index(&positions[..base]), 0, false))
        };
        (0..placement::count(12, base)).map(at).collect()
    }

    /// Writes the children whose lanes are in `set`, normalised, or as they are if `normalizes` is false.
    #[inline(always)]
    pub(crate) fn normalize_children(
        &self,
        state: &TrackedState,
        lanes: Lanes,
        set: u32,
        normalizes: bool,
        states: &mut NormalizedStates,
    ) {
        #[cfg(target_arch = "x86_64")]
        if normalizes
            && let (Some(simd), Some(cosets)) = (&self.normalize_tables.simd, &self.normalize_tables.cosets)
        {
            simd.normalize(cosets, state, lanes, set, states);
            return;
        }
        self.normalize_children_scalar(state, lanes, set, normalizes, states);
    }

    /// The scalar path of [`normalize_children`](Self::normalize_children).
    #[inline(always)]
    pub(crate) fn normalize_children_scalar(
        &self,
        state: &TrackedState,
        lanes: Lanes,
        set: u32,
        normalizes: bool,
        states: &mut NormalizedStates,
    ) {
        let children = self.children(state);
        for lane in bits(set) {
            states.set(lane, self.normalize(&children.state(lanes.of_lane(lane)), normalizes));
        }
    }
}

/// Returns the four places, given two pairs with a byte for each place.
#[inline(always)]
fn places(pairs: [u16; 2]) -> [u8; 4] {
    word(pairs).to_le_bytes()
}
