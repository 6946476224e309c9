//! Stances: the children of a state as probes want them, with the turns of U and D undone that are their own.

use crate::lookup::lanes::{Lanes, bits};
#[cfg(target_arch = "x86_64")]
use crate::lookup::simd::SimdNormalizer;
use crate::lookup::tracked::{PAIRS, PLACE, Tracked, TrackedMoves, TrackedState, word};
use crate::placement;
use crate::target::coordinate::MAX_BASE;
use crate::target::ud_coset::{self, COSET_SIZE, UD_TURNS, UdCosets};

/// Indices of positions of a base: four numbers below twelve, rounded up for a mask.
pub(crate) const BASES: usize = 1 << 15;

/// Where a base stands: a number of its positions, the flips, bit j for edge j of the base, and the turn that makes the
/// positions of the own placement of their coset of U and D, if they are of one.
///
/// As it is, the number is the index of the positions, below `BASES`; with the turn undone it is that of the coset, or
/// one after those for a placement that is in none.
///
/// In a word: the number in the low 16 bits, the turn in the next four, the flips in four, and whether it is of an coset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct BaseKey(u32);

/// Where the turn, the flips, and whether it is of an coset lie in the word of a base_key.
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

    /// Whether it is of an coset.
    #[inline(always)]
    pub fn is_in_coset(self) -> bool {
        self.0 >> IN_COSET_SHIFT != 0
    }
}

/// The index of positions, each below 12; missing ones count as 0.
fn base_index(positions: &[u8]) -> usize {
    (0..MAX_BASE).fold(0, |index, j| 12 * index + usize::from(positions.get(j).copied().unwrap_or(0)))
}

/// What normalized_states are made with.
pub(crate) struct NormalizeTables {
    /// By two places of the base, the first two or the last two: their part of the base_key as it is.
    bases: [Box<[u32; PAIRS]>; 2],
    /// By the index of a base's positions: its base_key with the turn undone. Only of four edges.
    cosets: Option<Box<[BaseKey; BASES]>>,
    /// The positions of those that have no turn.
    own: Vec<[u8; MAX_BASE]>,
    /// By two places and turn of U and D: the two places before it, in a byte each.
    edges_before: Box<[[u16; COSET_SIZE]; PAIRS]>,
    corners_before: Box<[[u16; COSET_SIZE]; PAIRS]>,
    /// For all lanes of a vector at a time, where the processor can.
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
            rows.try_into().expect("a row for each two places")
        };
        let has_cosets = tracked.base.len() == MAX_BASE;
        let (cosets, own) = has_cosets.then(|| normalizing_keys_of(&UdCosets::of(&tracked.base))).unzip();
        NormalizeTables {
            bases: [base(0), base(1)],
            cosets,
            own: own.unwrap_or_default(),
            edges_before: before(|t| &UD_TURNS[t].edges),
            corners_before: before(|t| &UD_TURNS[t].corners),
            #[cfg(target_arch = "x86_64")]
            simd: has_cosets.then(SimdNormalizer::new).flatten(),
        }
    }
}

impl TrackedMoves {
    /// A state as probes want it: as it is, or with its turn undone.
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

    /// Where a base of so many edges can stand, nothing flipped, each with its positions: as they are, or where they stand
    /// with their turns undone.
    pub(crate) fn base_keys(&self, base: usize, normalizes: bool) -> Vec<([u8; MAX_BASE], BaseKey)> {
        if normalizes && let Some(cosets) = &self.normalize_tables.cosets {
            return self.normalize_tables.own.iter().map(|own| (*own, cosets[base_index(own)])).collect();
        }
        let at = |placed| {
            let mut positions = [0; MAX_BASE];
            placement::unrank(12, placed, &mut positions[..base]);
            (positions, BaseKey::new(base_index(&positions[..base]), 0, false))
        };
        (0..placement::count(12, base)).map(at).collect()
    }

    /// The children of a state whose lanes are in `set`: as they are, or with their turns undone.
    #[inline(always)]
    pub fn normalize_children(
        &self,
        state: &TrackedState,
        lanes: Lanes,
        set: u32,
        normalizes: bool,
        normalized_states: &mut NormalizedStates,
    ) {
        #[cfg(target_arch = "x86_64")]
        if normalizes
            && let (Some(simd), Some(cosets)) = (&self.normalize_tables.simd, &self.normalize_tables.cosets)
        {
            simd.normalized_states(cosets, state, lanes, set, normalized_states);
            return;
        }
        self.normalize_children_scalar(state, lanes, set, normalizes, normalized_states);
    }

    #[cfg(all(test, target_arch = "x86_64"))]
    pub(crate) fn normalizing_keys(&self) -> Option<&[BaseKey; BASES]> {
        self.normalize_tables.cosets.as_deref()
    }

    /// The same, without vectors.
    #[inline(always)]
    pub(crate) fn normalize_children_scalar(
        &self,
        state: &TrackedState,
        lanes: Lanes,
        set: u32,
        normalizes: bool,
        normalized_states: &mut NormalizedStates,
    ) {
        let children = self.children(state);
        for lane in bits(set) {
            normalized_states.set(lane, self.normalize(&children.state(lanes.of_lane(lane)), normalizes));
        }
    }
}

/// The base_keys with their turns undone, nothing flipped, by the index of positions; and the positions of which there is
/// none to normalizes.
fn normalizing_keys_of(cosets: &UdCosets) -> (Box<[BaseKey; BASES]>, Vec<[u8; MAX_BASE]>) {
    let mut base_keys = vec![BaseKey::default(); BASES];
    let mut own = Vec::new();
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
            own.push(positions);
        }
        base_keys[base_index(&positions)] = base_key;
    }
    (base_keys.into_boxed_slice().try_into().expect("there are so many"), own)
}

/// Four places of which two each are in a word, in a byte each.
#[inline(always)]
fn places(pairs: [u16; 2]) -> [u8; 4] {
    word(pairs).to_le_bytes()
}

/// A state as probes want it: where its base stands, and the places of its other pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NormalizedState {
    pub(crate) base_key: BaseKey,
    /// Of the edges outside the base.
    pub(crate) rest: [u8; 4],
    pub(crate) corners: [u8; 4],
    /// The orientation of all edges; 0 if a turn was undone.
    pub(crate) orientation: u16,
}

/// Children of a state as probes want them, by [lane](Lanes): each of what a normalized_state has by itself, so that vectors can
/// be read and written.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct NormalizedStates {
    pub(crate) base_keys: [BaseKey; 32],
    pub(crate) rest: [[u8; 4]; 32],
    pub(crate) corners: [[u8; 4]; 32],
    orientations: [u16; 32],
}

impl NormalizedStates {
    #[inline(always)]
    fn set(&mut self, lane: usize, normalized_state: NormalizedState) {
        let lane = lane & 31;
        self.base_keys[lane] = normalized_state.base_key;
        self.rest[lane] = normalized_state.rest;
        self.corners[lane] = normalized_state.corners;
        self.orientations[lane] = normalized_state.orientation;
    }

    /// The words of base_keys, edges and corners, to be written by vectors.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn vectors(&mut self) -> [&mut [u32; 32]; 3] {
        let NormalizedStates { base_keys, rest, corners, .. } = self;
        // SAFETY: a base_key is a word, and so are four bytes: `NormalizedStates` is aligned for words, and so are its lists of them.
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

    /// Where the base of a child stands.
    #[inline(always)]
    pub fn base_key(&self, lane: usize) -> BaseKey {
        self.base_keys[lane & 31]
    }
}
