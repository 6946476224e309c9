//! Stances: the children of a state as views want them, with the turns of U and D undone that are their own.

use crate::coordinate::MAX_BASE;
use crate::lanes::{Lanes, bits};
use crate::orbit::{self, ORBIT, Orbits, TURNS};
use crate::placement;
use crate::tracked::{PAIRS, PLACE, State, Tracked, Turns, word};
#[cfg(target_arch = "x86_64")]
use crate::wide::WideStances;

/// Indices of positions of a base: four numbers below twelve, rounded up for a mask.
pub(crate) const BASES: usize = 1 << 15;

/// Where a base stands: a number of its positions, the flips, bit j for edge j of the base, and the turn that makes the
/// positions of the own placement of their orbit of U and D, if they are of one.
///
/// As it is, the number is the index of the positions, below `BASES`; with the turn undone it is that of the orbit, or
/// one after those for a placement that is in none.
///
/// In a word: the number in the low 16 bits, the turn in the next four, the flips in four, and whether it is of an orbit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Standing(u32);

/// Where the turn, the flips, and whether it is of an orbit lie in the word of a standing.
pub(crate) const TURN_SHIFT: u32 = 16;
pub(crate) const FLIPS_SHIFT: u32 = 20;
const ORBIT_SHIFT: u32 = 24;

impl Standing {
    fn new(number: usize, turn: usize, in_orbit: bool) -> Standing {
        Standing(number as u32 | (turn as u32) << TURN_SHIFT | u32::from(in_orbit) << ORBIT_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        self.0 as usize % (1 << TURN_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn turn(self) -> usize {
        (self.0 >> TURN_SHIFT) as usize % ORBIT
    }

    #[inline(always)]
    pub(crate) fn flips(self) -> usize {
        (self.0 >> FLIPS_SHIFT) as usize % (1 << MAX_BASE)
    }

    /// Whether it is of an orbit.
    #[inline(always)]
    pub fn is_in_orbit(self) -> bool {
        self.0 >> ORBIT_SHIFT != 0
    }
}

/// The index of positions, each below 12; missing ones count as 0.
fn base_index(positions: &[u8]) -> usize {
    (0..MAX_BASE).fold(0, |index, j| 12 * index + usize::from(positions.get(j).copied().unwrap_or(0)))
}

/// What stances are made with.
pub(crate) struct StanceTables {
    /// By two places of the base, the first two or the last two: their part of the standing as it is.
    bases: [Box<[u32; PAIRS]>; 2],
    /// By the index of a base's positions: its standing with the turn undone. Only of four edges.
    orbits: Option<Box<[Standing; BASES]>>,
    /// The positions of those that have no turn.
    own: Vec<[u8; MAX_BASE]>,
    /// By two places and turn of U and D: the two places before it, in a byte each.
    edges_before: Box<[[u16; ORBIT]; PAIRS]>,
    corners_before: Box<[[u16; ORBIT]; PAIRS]>,
    /// For all lanes of a vector at a time, where the processor can.
    #[cfg(target_arch = "x86_64")]
    wide: Option<Box<WideStances>>,
}

impl StanceTables {
    pub(crate) fn new(tracked: &Tracked) -> StanceTables {
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
        let before = |places: fn(usize) -> &'static [u8; 24]| -> Box<[[u16; ORBIT]; PAIRS]> {
            let place =
                |t: usize, p: usize| u16::from(places(orbit::inverse(t)).get(p).copied().unwrap_or(p as u8));
            let row = |pair: usize| std::array::from_fn(|t| place(t, pair % 32) | place(t, pair / 32) << 8);
            let rows: Vec<_> = (0..PAIRS).map(row).collect();
            rows.try_into().expect("a row for each two places")
        };
        let has_orbits = tracked.base.len() == MAX_BASE;
        let (orbits, own) = has_orbits.then(|| undone(&Orbits::of(&tracked.base))).unzip();
        StanceTables {
            bases: [base(0), base(1)],
            orbits,
            own: own.unwrap_or_default(),
            edges_before: before(|t| &TURNS[t].edges),
            corners_before: before(|t| &TURNS[t].corners),
            #[cfg(target_arch = "x86_64")]
            wide: has_orbits.then(WideStances::new).flatten(),
        }
    }
}

impl Turns {
    /// A state as views want it: as it is, or with its turn undone.
    #[inline(always)]
    pub(crate) fn stance(&self, state: &State, undo: bool) -> Stance {
        let tables = &self.stances;
        let [first, second] = &tables.bases;
        let [a, b] = state.base.map(|pair| usize::from(pair) & (PAIRS - 1));
        let base = Standing(first[a] + second[b]);
        if undo && let Some(orbits) = &tables.orbits {
            let orbit = orbits[base.number() % BASES];
            let turn = orbit.turn();
            let before = |pairs: [u16; 2], table: &[[u16; ORBIT]; PAIRS]| {
                pairs.map(|pair| table[usize::from(pair) & (PAIRS - 1)][turn])
            };
            return Stance {
                standing: Standing(orbit.0 | base.0 >> FLIPS_SHIFT << FLIPS_SHIFT),
                rest: places(before(state.rest, &tables.edges_before)),
                corners: places(before(state.corners, &tables.corners_before)),
                orientation: 0,
            };
        }
        let apart = |pairs: [u16; 2]| places(pairs.map(|pair| pair & PLACE as u16 | pair >> 5 << 8));
        let (rest, corners) = (apart(state.rest), apart(state.corners));
        Stance { standing: base, rest, corners, orientation: state.orientation }
    }

    /// Where a base of so many edges can stand, nothing flipped, each with its positions: as they are, or where they stand
    /// with their turns undone.
    pub(crate) fn standings(&self, base: usize, undo: bool) -> Vec<([u8; MAX_BASE], Standing)> {
        if undo && let Some(orbits) = &self.stances.orbits {
            return self.stances.own.iter().map(|own| (*own, orbits[base_index(own)])).collect();
        }
        let at = |placed| {
            let mut positions = [0; MAX_BASE];
            placement::unrank(12, placed, &mut positions[..base]);
            (positions, Standing::new(base_index(&positions[..base]), 0, false))
        };
        (0..placement::count(12, base)).map(at).collect()
    }

    /// The children of a state whose lanes are in `set`: as they are, or with their turns undone.
    #[inline(always)]
    pub fn stances(&self, state: &State, lanes: Lanes, set: u32, undo: bool, stances: &mut Stances) {
        #[cfg(target_arch = "x86_64")]
        if undo && let (Some(wide), Some(orbits)) = (&self.stances.wide, &self.stances.orbits) {
            wide.stances(orbits, state, lanes, set, stances);
            return;
        }
        self.stances_one_by_one(state, lanes, set, undo, stances);
    }

    #[cfg(all(test, target_arch = "x86_64"))]
    pub(crate) fn orbits(&self) -> Option<&[Standing; BASES]> {
        self.stances.orbits.as_deref()
    }

    /// The same, without vectors.
    #[inline(always)]
    pub(crate) fn stances_one_by_one(
        &self,
        state: &State,
        lanes: Lanes,
        set: u32,
        undo: bool,
        stances: &mut Stances,
    ) {
        let children = self.children(state);
        for lane in bits(set) {
            stances.set(lane, self.stance(&children.state(lanes.of_lane(lane)), undo));
        }
    }
}

/// The standings with their turns undone, nothing flipped, by the index of positions; and the positions of which there is
/// none to undo.
fn undone(orbits: &Orbits) -> (Box<[Standing; BASES]>, Vec<[u8; MAX_BASE]>) {
    let mut standings = vec![Standing::default(); BASES];
    let mut own = Vec::new();
    let mut others = orbits.len();
    for placed in 0..placement::count(12, MAX_BASE) {
        let positions = orbit::unranked(placed);
        let standing = match orbits.seat(placed) {
            Some((orbit, turn)) => Standing::new(orbit, turn, true),
            None => {
                others += 1;
                Standing::new(others - 1, 0, false)
            }
        };
        if standing.turn() == 0 {
            own.push(positions);
        }
        standings[base_index(&positions)] = standing;
    }
    (standings.into_boxed_slice().try_into().expect("there are so many"), own)
}

/// Four places of which two each are in a word, in a byte each.
#[inline(always)]
fn places(pairs: [u16; 2]) -> [u8; 4] {
    word(pairs).to_le_bytes()
}

/// A state as views want it: where its base stands, and the places of its other pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stance {
    pub(crate) standing: Standing,
    /// Of the edges outside the base.
    pub(crate) rest: [u8; 4],
    pub(crate) corners: [u8; 4],
    /// The orientation of all edges; 0 if a turn was undone.
    pub(crate) orientation: u16,
}

/// Children of a state as views want them, by [lane](Lanes): each of what a stance has by itself, so that vectors can
/// be read and written.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct Stances {
    pub(crate) standings: [Standing; 32],
    pub(crate) rest: [[u8; 4]; 32],
    pub(crate) corners: [[u8; 4]; 32],
    orientations: [u16; 32],
}

impl Stances {
    #[inline(always)]
    fn set(&mut self, lane: usize, stance: Stance) {
        let lane = lane & 31;
        self.standings[lane] = stance.standing;
        self.rest[lane] = stance.rest;
        self.corners[lane] = stance.corners;
        self.orientations[lane] = stance.orientation;
    }

    /// The words of standings, edges and corners, to be written by vectors.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn vectors(&mut self) -> [&mut [u32; 32]; 3] {
        let Stances { standings, rest, corners, .. } = self;
        // SAFETY: a standing is a word, and so are four bytes: `Stances` is aligned for words, and so are its lists of them.
        unsafe {
            [
                &mut *standings.as_mut_ptr().cast(),
                &mut *rest.as_mut_ptr().cast(),
                &mut *corners.as_mut_ptr().cast(),
            ]
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Stance {
        let lane = lane & 31;
        Stance {
            standing: self.standings[lane],
            rest: self.rest[lane],
            corners: self.corners[lane],
            orientation: self.orientations[lane],
        }
    }

    /// Where the base of a child stands.
    #[inline(always)]
    pub fn standing(&self, lane: usize) -> Standing {
        self.standings[lane & 31]
    }
}
