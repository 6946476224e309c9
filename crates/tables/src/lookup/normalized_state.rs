//! Normalised states, and the key of a base placement.

use crate::goal::places::MAX_BASE;
use crate::goal::ud_coset::COSET_SIZE;

/// The number of base indices: four positions below 12 in base 12 (20,736), rounded up to a power of two.
pub(crate) const BASES: usize = 1 << 15;

/// The key of a base placement, by which probes index their tables.
///
/// | bits  | value |
/// |-------|-------|
/// | 0-15  | number: of the ⟨U, D⟩ coset if normalised (placements in no coset follow the cosets), otherwise the base index |
/// | 16-19 | turn: quarter turns of U (low two bits) and D that lead from the representative to the placement |
/// | 20-23 | flips: bit j for edge j of the base |
/// | 24    | 1 if the placement is in a coset |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct BaseKey(pub(super) u32);

/// The first bits of the fields of a [`BaseKey`].
pub(crate) const TURN_SHIFT: u32 = 16;
pub(crate) const FLIPS_SHIFT: u32 = 20;
const IN_COSET_SHIFT: u32 = 24;

impl BaseKey {
    pub(super) fn new(number: usize, turn: usize, in_coset: bool) -> BaseKey {
        BaseKey(number as u32 | (turn as u32) << TURN_SHIFT | u32::from(in_coset) << IN_COSET_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        self.0 as usize % (1 << TURN_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn turn(self) -> usize {
        (self.0 >> TURN_SHIFT) as usize % COSET_SIZE
    }

    #[inline(always)]
    pub(crate) fn flips(self) -> usize {
        (self.0 >> FLIPS_SHIFT) as usize % (1 << MAX_BASE)
    }

    /// Returns whether the placement is in a ⟨U, D⟩ coset, so that its table word holds the whole coset.
    #[inline(always)]
    pub(crate) fn is_in_coset(self) -> bool {
        self.0 >> IN_COSET_SHIFT != 0
    }
}

/// Returns the base index of positions below 12. Missing positions count as 0.
pub(super) fn base_index(positions: &[u8]) -> usize {
    (0..MAX_BASE).fold(0, |index, j| 12 * index + usize::from(positions.get(j).copied().unwrap_or(0)))
}

/// A state as probes take it, normalised or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NormalizedState {
    pub(crate) base_key: BaseKey,
    /// The places of the edges outside the base.
    pub(crate) rest: [u8; 4],
    pub(crate) corners: [u8; 4],
    /// The orientation of all edges; 0 in a normalised state, whose probes do not need it.
    pub(crate) orientation: u16,
}

/// The children of a state as probes take them, by [lane](super::lanes::Lanes). One array for each field, for vector loads and
/// stores.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct NormalizedStates {
    pub(crate) base_keys: [BaseKey; 32],
    pub(crate) rest: [[u8; 4]; 32],
    pub(crate) corners: [[u8; 4]; 32],
    orientations: [u16; 32],
}

impl NormalizedStates {
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, state: NormalizedState) {
        let lane = lane & 31;
        self.base_keys[lane] = state.base_key;
        self.rest[lane] = state.rest;
        self.corners[lane] = state.corners;
        self.orientations[lane] = state.orientation;
    }

    /// Returns the keys, edges and corners as words for vector stores.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn vectors(&mut self) -> [&mut [u32; 32]; 3] {
        let NormalizedStates { base_keys, rest, corners, .. } = self;
        // SAFETY: a `BaseKey` and `[u8; 4]` have the size of a word, and the struct is aligned to 64 bytes, so are its
        // arrays to words.
        unsafe {
            [
                &mut *base_keys.as_mut_ptr().cast(),
                &mut *rest.as_mut_ptr().cast(),
                &mut *corners.as_mut_ptr().cast(),
            ]
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> NormalizedState {
        let lane = lane & 31;
        NormalizedState {
            base_key: self.base_keys[lane],
            rest: self.rest[lane],
            corners: self.corners[lane],
            orientation: self.orientations[lane],
        }
    }

    /// Returns the key of a child's base.
    #[inline(always)]
    pub(crate) fn base_key(&self, lane: usize) -> BaseKey {
        self.base_keys[lane & 31]
    }
}
