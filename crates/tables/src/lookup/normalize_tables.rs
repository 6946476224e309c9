//! The tables that normalise states, and the key of a base placement.

use crate::goal::places::MAX_BASE;
use crate::goal::ud_coset::{self, COSET_SIZE, UD_TURNS, UdCosets};
#[cfg(target_arch = "x86_64")]
use crate::lookup::simd::SimdNormalizer;
use crate::lookup::tracked::{PAIRS, TrackedPieces};
use cubiform_cube::placement;

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

/// Tables that normalise states of some tracked pieces.
pub(crate) struct NormalizeTables {
    /// By the first and the second pair of base places: their part of the key of the placement as it is.
    pub(super) bases: [Box<[u32; PAIRS]>; 2],
    /// By base index: the key of the normalised placement. Only for a base of four edges.
    pub(super) cosets: Option<Box<[BaseKey; BASES]>>,
    /// The positions of the representatives.
    pub(super) representatives: Vec<[u8; MAX_BASE]>,
    /// By pair of edges and turn of U and D: the two places before the turn, a byte each.
    pub(super) edges_before: Box<[[u16; COSET_SIZE]; PAIRS]>,
    /// By pair of corners and turn: the two places before the turn, a byte each.
    pub(super) corners_before: Box<[[u16; COSET_SIZE]; PAIRS]>,
    /// The vector path, if the processor has one.
    #[cfg(target_arch = "x86_64")]
    pub(super) simd: Option<Box<SimdNormalizer>>,
}

impl NormalizeTables {
    pub(crate) fn new(tracked: &TrackedPieces) -> NormalizeTables {
        let position = |place: usize| if place < 24 { place as u8 / 2 } else { 0 };
        let flip = |place: usize| if place < 24 { place as u32 % 2 } else { 0 };
        let base = |half: usize| {
            let part = |pair: usize| {
                let mut positions = [0; MAX_BASE];
                positions[2 * half] = position(pair % 32);
                positions[2 * half + 1] = position(pair / 32);
                let flips = (flip(pair % 32) | flip(pair / 32) << 1) << (2 * half);
                base_index(&positions) as u32 | flips << FLIPS_SHIFT
            };
            Box::new(std::array::from_fn(part))
        };
        let before = |places: fn(usize) -> &'static [u8; 24]| -> Box<[[u16; COSET_SIZE]; PAIRS]> {
            let place = |t: usize, p: usize| {
                u16::from(places(ud_coset::inverse(t)).get(p).copied().unwrap_or(p as u8))
            };
            let row = |pair: usize| std::array::from_fn(|t| place(t, pair % 32) | place(t, pair / 32) << 8);
            let rows: Vec<_> = (0..PAIRS).map(row).collect();
            rows.try_into().expect("a row for each pair")
        };
        let has_cosets = tracked.base.len() == MAX_BASE;
        let (cosets, representatives) =
            has_cosets.then(|| normalizing_keys_of(&UdCosets::get(&tracked.base))).unzip();
        NormalizeTables {
            bases: [base(0), base(1)],
            cosets,
            representatives: representatives.unwrap_or_default(),
            edges_before: before(|t| &UD_TURNS[t].edges),
            corners_before: before(|t| &UD_TURNS[t].corners),
            #[cfg(target_arch = "x86_64")]
            simd: has_cosets.then(SimdNormalizer::new).flatten(),
        }
    }
}

/// Returns the key of each normalised placement by base index, without flips, and the positions of the representatives.
fn normalizing_keys_of(cosets: &UdCosets) -> (Box<[BaseKey; BASES]>, Vec<[u8; MAX_BASE]>) {
    let mut base_keys = vec![BaseKey::default(); BASES];
    let mut representatives = Vec::new();
    let mut others = cosets.len();
    for placed in 0..placement::count(12, MAX_BASE) {
        let positions = ud_coset::base_positions(placed);
        let base_key = match cosets.find(placed) {
            Some((coset, turn)) => BaseKey::new(coset, turn, true),
            None => {
                others += 1;
                BaseKey::new(others - 1, 0, false)
            }
        };
        if base_key.turn() == 0 {
            representatives.push(positions);
        }
        base_keys[base_index(&positions)] = base_key;
    }
    (base_keys.into_boxed_slice().try_into().expect("BASES entries"), representatives)
}
