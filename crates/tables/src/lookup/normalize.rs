//! Normalised states: states with their own turn of U and D undone, the representatives of ⟨U, D⟩ cosets.
//!
//! Sixteen states differ by turns of U and D alone. A table with coset words keeps them in one word, so a search
//! normalises each child once, and every probe indexes its table with the same normalised state. Probes of other tables
//! take states as they are.

use crate::goal::coordinate::MAX_BASE;
use crate::goal::ud_coset::{self, COSET_SIZE, UD_TURNS, UdCosets};
use crate::lookup::lanes::{Lanes, bits};
#[cfg(target_arch = "x86_64")]
use crate::lookup::simd::SimdNormalizer;
use crate::lookup::tracked::{PAIRS, PLACE, Tracked, TrackedMoves, TrackedState, word};
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
pub(crate) struct BaseKey(u32);

/// The first bits of the fields of a [`BaseKey`].
pub(crate) const TURN_SHIFT: u32 = 16;
pub(crate) const FLIPS_SHIFT: u32 = 20;
const IN_COSET_SHIFT: u32 = 24;

impl BaseKey {
    fn new(number: usize, turn: usize, in_coset: bool) -> BaseKey {
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
fn base_index(positions: &[u8]) -> usize {
    (0..MAX_BASE).fold(0, |index, j| 12 * index + usize::from(positions.get(j).copied().unwrap_or(0)))
}

/// Tables that normalise states of some tracked pieces.
pub(crate) struct NormalizeTables {
    /// By the first and the second pair of base places: their part of the key of the placement as it is.
    bases: [Box<[u32; PAIRS]>; 2],
    /// By base index: the key of the normalised placement. Only for a base of four edges.
    cosets: Option<Box<[BaseKey; BASES]>>,
    /// The positions of the representatives.
    representatives: Vec<[u8; MAX_BASE]>,
    /// By pair of edges and turn of U and D: the two places before the turn, a byte each.
    edges_before: Box<[[u16; COSET_SIZE]; PAIRS]>,
    /// By pair of corners and turn: the two places before the turn, a byte each.
    corners_before: Box<[[u16; COSET_SIZE]; PAIRS]>,
    /// The vector path, if the processor has one.
    #[cfg(target_arch = "x86_64")]
    simd: Option<Box<SimdNormalizer>>,
}

impl NormalizeTables {
    pub(crate) fn new(tracked: &Tracked) -> NormalizeTables {
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
            has_cosets.then(|| normalizing_keys_of(&UdCosets::of(&tracked.base))).unzip();
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

    #[cfg(all(test, target_arch = "x86_64"))]
    pub(crate) fn normalizing_keys(&self) -> Option<&[BaseKey; BASES]> {
        self.normalize_tables.cosets.as_deref()
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

/// Returns the four places, given two pairs with a byte for each place.
#[inline(always)]
fn places(pairs: [u16; 2]) -> [u8; 4] {
    word(pairs).to_le_bytes()
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

/// The children of a state as probes take them, by [lane](Lanes). One array for each field, for vector loads and
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
    fn set(&mut self, lane: usize, state: NormalizedState) {
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
