//! The last stage for outer-block turns: pairs the wings and puts the centres of all three axes in order.
//!
//! Its turns are those of U, D, L and R, half turns of F and B, and half turns of two layers: 17, since opposite wide
//! turns differ by a rotation of the whole cube.
//!
//! An edge position of the 4x4x4 has two wing positions: a *low* one, which corresponds to a place of an unflipped edge
//! (relative to the F-B axis, see [`WING_PLACE`]), and a *high* one. The turns of this stage map low positions to low
//! ones. The stage can begin once each pair has one wing on a low position and one on a high position. Then a
//! permutation p of the twelve edge positions describes the pairing: p(e) is the edge position whose low position has
//! the partner of the wing at the high position of e. All wings are paired if p is the identity. A turn that permutes
//! low positions by x and high positions by y changes p to x p y^-1.
//!
//! | coordinate | values |
//! |---|---|
//! | p, always even | 12! / 2 = 239,500,800 |
//! | sets of positions of one colour of each axis: U-D, L-R, F-B | 70, 70, 12 |
//! | parity of the pairs relative to the corners, which a turn of two layers changes | 2 |
//!
//! [`PairTable`] has exact distances of p, the centres of F and B, and the parity. The centres of all axes with the
//! parity give another lower bound ([`Pairs::centre_distance`]).

use std::sync::OnceLock;

use cubiform_cube::four::cell::{CENTRE_IMAGE, WING_IMAGE};
use cubiform_cube::four::reduced::WING_PLACE;
use cubiform_cube::four::{Action, Cube4, Turn};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Axis, Symmetry};

use super::component::symmetries_fixing;
use super::stages::{self, FOR_OUTER_BLOCKS, OUTER_STAGES};
use crate::closure::Closure;
use crate::subset;
use cubiform_store::distance_table::distances_until;

mod fill;
mod numbering;
mod table;

pub use table::{PAIR_TABLE, PairEntry, PairTable};

use numbering::Numbering;

/// A permutation of the twelve edge positions: the image of each.
type EdgePermutation = [u8; 12];

const IDENTITY: EdgePermutation = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// The number of turns: 3 each of U, D, L and R, half turns of F and B, and half turns of the two layers on the side of
/// U, R and F. Half turns of the two layers on the opposite sides differ from these by a rotation of the whole cube.
const TURNS: usize = 17;

/// The number of sets of positions of one colour among the eight of an axis: C(8, 4) = 70.
const CENTRE_SETS: usize = subset::count(8, 4);

/// The number of such sets of the F-B axis that the turns of this stage can make.
const FRONT_CENTRE_SETS: usize = 12;

/// A state of the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PairState {
    /// The permutation p: by edge position of a high wing, that of its low partner.
    pairs: EdgePermutation,
    /// The numbers of the sets of positions of the first colour of U-D, L-R and F-B.
    centres: [u8; 3],
    /// Whether the permutation of the pairs is odd relative to that of the corners.
    is_odd: bool,
}

/// The effect of the stage's turns on states, and the distances of the centres.
#[derive(Debug)]
pub struct Pairs {
    turns: Vec<Turn>,
    /// By turn: the image of each low position. The last entry is the identity.
    low_images: [EdgePermutation; TURNS + 1],
    /// By turn: the position that each high position comes from. The last entry is the identity.
    high_sources: [EdgePermutation; TURNS + 1],
    /// By turn: whether it changes the parity of the pairs relative to the corners.
    is_odd: [bool; TURNS],
    /// By axis, set and turn: the set after the turn.
    centres: [Vec<[u8; TURNS]>; 3],
    /// By bit mask of positions of the first colour of F-B: the number of the set; `u8::MAX` for other masks.
    front_set_numbers: [u8; 256],
    /// By the sets of all axes and the parity: the distance.
    centre_distances: Vec<u8>,
    numbering: Numbering,
}

/// The axes in the order of [`PairState`]: U-D, L-R, F-B.
const AXES: [Axis; 3] = [Axis::Y, Axis::X, Axis::Z];

impl Pairs {
    /// Returns the stage, which is computed on first use.
    pub fn get() -> &'static Pairs {
        static PAIRS: OnceLock<Pairs> = OnceLock::new();
        PAIRS.get_or_init(Pairs::new)
    }

    fn new() -> Pairs {
        let turns = turns();
        let [mut low_images, mut high_sources] = [[IDENTITY; TURNS + 1]; 2];
        for (t, turn) in turns.iter().enumerate() {
            let [low, high] =
                low_high_permutations(Action::get(*turn).wings()).expect("its turns keep low positions low");
            low_images[t] = low;
            high_sources[t] = inverse(&high);
        }
        let changes_parity =
            |turn: Turn| pair_permutation(&Cube4::SOLVED.turn(turn)).is_some_and(|(_, is_odd)| is_odd);
        let is_odd: [bool; TURNS] = std::array::from_fn(|t| changes_parity(turns[t]));
        let (front, front_images) = front_centre_sets(&turns);
        let mut front_set_numbers = [u8::MAX; 256];
        front
            .iter()
            .enumerate()
            .for_each(|(number, set)| front_set_numbers[usize::from(*set)] = number as u8);
        let all: Vec<u8> = (0..CENTRE_SETS).map(|number| subset::unrank(number, 4) as u8).collect();
        let images = |axis: usize| {
            let of = |set: &u8| {
                let turn = |t: usize| {
                    subset::rank(image_of(*set, axis, Action::get(turns[t]).centres()).into()) as u8
                };
                std::array::from_fn(turn)
            };
            all.iter().map(of).collect::<Vec<[u8; TURNS]>>()
        };
        let symmetries: Vec<Symmetry> = symmetries_fixing(&[Axis::Z])
            .into_iter()
            .filter(|s| low_high_permutations(&WING_IMAGE[s.index()]).is_some())
            .collect();
        let on_front = |s: Symmetry| {
            front
                .iter()
                .map(|set| front_set_numbers[usize::from(image_of(*set, 2, &CENTRE_IMAGE[s.index()]))])
                .collect()
        };
        let symmetry_images = symmetries.iter().map(|s| {
            let [low, high] =
                low_high_permutations(&WING_IMAGE[s.index()]).expect("it keeps low positions low");
            assert_eq!(low, high, "a symmetry carries edges");
            (low, on_front(*s))
        });
        let numbering = Numbering::new(
            &low_images,
            &high_sources,
            &front,
            &front_images,
            &is_odd,
            symmetry_images.collect(),
        );
        let mut pairs = Pairs {
            is_odd,
            centres: [images(0), images(1), front_images],
            turns,
            low_images,
            high_sources,
            front_set_numbers,
            centre_distances: Vec::new(),
            numbering,
        };
        pairs.centre_distances = pairs.compute_centre_distances();
        pairs
    }

    /// Returns the turns. Everywhere else a turn is an index in this list.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the state of a cube whose centres are on their axes (colours of U and D on U and D, and so on).
    ///
    /// Returns `None` if centres are elsewhere, the centres of F and B are in a set that this stage does not have, the
    /// wings of a pair are both low or both high, or turns of this stage cannot solve the pairing.
    pub fn state(&self, cube: &Cube4) -> Option<PairState> {
        let (pairs, is_odd) = pair_permutation(cube)?;
        let mut sets = [0u8; 3];
        for (i, color) in cube.centres().iter().enumerate() {
            let axis = AXES[i / 8];
            if color.axis() != axis {
                return None;
            }
            sets[i / 8] |= u8::from(*color == axis.face()) << (i % 8);
        }
        let front = self.front_set_numbers[usize::from(sets[2])];
        let centres = [subset::rank(sets[0].into()) as u8, subset::rank(sets[1].into()) as u8, front];
        (usize::from(front) < FRONT_CENTRE_SETS).then_some(PairState { pairs, centres, is_odd })
    }

    /// Returns the state after a turn.
    #[inline(always)]
    pub fn turn(&self, state: &PairState, turn: usize) -> PairState {
        let (images, sources) = (&self.low_images[turn], &self.high_sources[turn]);
        PairState {
            pairs: std::array::from_fn(|e| images[usize::from(state.pairs[usize::from(sources[e])])]),
            centres: std::array::from_fn(|axis| self.centres[axis][usize::from(state.centres[axis])][turn]),
            is_odd: state.is_odd != self.is_odd[turn],
        }
    }

    /// Returns the number of turns that put the centres in order and make the parity of the pairs relative to the
    /// corners even: a lower bound on the distance of the state, in outer-block turns.
    #[inline(always)]
    pub fn centre_distance(&self, state: &PairState) -> u8 {
        self.centre_distances[centre_index(state.centres, state.is_odd)]
    }

    /// Returns the [`Pairs::centre_distance`] of the state after a turn.
    #[inline(always)]
    pub fn centre_distance_after(&self, state: &PairState, turn: usize) -> u8 {
        let centres = std::array::from_fn(|axis| self.centres[axis][usize::from(state.centres[axis])][turn]);
        self.centre_distances[centre_index(centres, state.is_odd != self.is_odd[turn])]
    }

    /// Computes the distances of all centres and parities, breadth-first from every orientation of the solved cube.
    fn compute_centre_distances(&self) -> Vec<u8> {
        let rotations = symmetries_fixing(&Axis::ALL).into_iter().filter(|s| !s.is_mirror());
        let solved = |s| self.state(&Cube4::SOLVED.act(&Action::rotation(s))).expect("it is solved");
        let index = |state: PairState| centre_index(state.centres, state.is_odd);
        let expand = |state: usize, reach: &mut Vec<usize>| {
            let (centres, is_odd) = centres_of_index(state);
            reach.extend((0..TURNS).map(|turn| {
                let after = std::array::from_fn(|axis| self.centres[axis][usize::from(centres[axis])][turn]);
                centre_index(after, is_odd != self.is_odd[turn])
            }));
        };
        let size = CENTRE_SETS * CENTRE_SETS * FRONT_CENTRE_SETS * 2;
        let goals = rotations.map(|s| index(solved(s)));
        distances_until(size, goals, u8::MAX, || false, expand).expect("nobody stops it")
    }
}

/// Returns the index of all centres and the parity in [`Pairs::centre_distances`].
#[inline(always)]
fn centre_index(centres: [u8; 3], is_odd: bool) -> usize {
    let [upper, left, front] = centres.map(usize::from);
    ((upper * CENTRE_SETS + left) * FRONT_CENTRE_SETS + front) * 2 + usize::from(is_odd)
}

/// Returns all centres and the parity of a [`centre_index`].
fn centres_of_index(index: usize) -> ([u8; 3], bool) {
    let (sets, is_odd) = (index / 2, index % 2 == 1);
    let (both, front) = (sets / FRONT_CENTRE_SETS, sets % FRONT_CENTRE_SETS);
    ([both / CENTRE_SETS, both % CENTRE_SETS, front].map(|set| set as u8), is_odd)
}

/// Returns the inverse of a permutation.
fn inverse(order: &EdgePermutation) -> EdgePermutation {
    let mut inverse = IDENTITY;
    order.iter().enumerate().for_each(|(from, to)| inverse[usize::from(*to)] = from as u8);
    inverse
}

/// Returns the turns of the stage that count as one outer-block turn, without those of the two layers on the side of D,
/// L or B.
fn turns() -> Vec<Turn> {
    use cubiform_cube::four::{Layers, Metric};
    let counts_as_one =
        |turn: &Turn| Metric::OuterBlock.layers().contains(&turn.layers()) && turn.layers() != Layers::FAR;
    let turns: Vec<Turn> =
        stages::turns(FOR_OUTER_BLOCKS.turns[OUTER_STAGES]).into_iter().filter(counts_as_one).collect();
    assert_eq!(turns.len(), TURNS, "the known turns");
    turns
}

/// Returns the permutations of low and of high positions that a permutation of the wing positions makes; `None` if it
/// maps a low position to a high one.
fn low_high_permutations(wings: &[u8; 24]) -> Option<[EdgePermutation; 2]> {
    let mut orders = [IDENTITY; 2];
    for (from, to) in wings.iter().enumerate() {
        let [from, to] = [WING_PLACE[from], WING_PLACE[usize::from(*to)]];
        if from % 2 != to % 2 {
            return None;
        }
        orders[usize::from(from % 2)][usize::from(from / 2)] = to / 2;
    }
    Some(orders)
}

/// Returns p and whether the pairs are odd relative to the corners. Returns `None` if the wings of a pair are both low
/// or both high, or if turns of this stage cannot solve the pairing.
fn pair_permutation(cube: &Cube4) -> Option<(EdgePermutation, bool)> {
    let places = cube.wing_places();
    let (mut pairs, mut low, mut swapped) = (IDENTITY, IDENTITY, 0);
    for edge in 0..12 {
        let [first, second] = [places[2 * edge], places[2 * edge + 1]];
        if first % 2 == second % 2 {
            return None;
        }
        let (low_position, high_position) = if first % 2 == 0 { (first, second) } else { (second, first) };
        swapped += first % 2;
        pairs[usize::from(high_position / 2)] = low_position / 2;
        low[edge] = low_position / 2;
    }
    let corners = cube.corners().map(|place| place / 3);
    (swapped % 2 == 0 && !is_odd(&pairs)).then(|| (pairs, is_odd(&low) != is_odd(&corners)))
}

/// Returns the image of a set of the eight positions of an axis.
fn image_of(set: u8, axis: usize, centres: &[u8; 24]) -> u8 {
    subset::image(set.into(), |i| centres[8 * axis + i] - 8 * axis as u8) as u8
}

/// Returns the sets of positions of the first colour of F-B that the turns make of the solved cube, and, by set and
/// turn, the set after the turn.
fn front_centre_sets(turns: &[Turn]) -> (Vec<u8>, Vec<[u8; TURNS]>) {
    let turn = |set: &u8, t: usize| image_of(*set, 2, Action::get(turns[t]).centres());
    let Closure { states: sets, after, .. } = Closure::new(0x0f, turns.len(), |set| *set, turn);
    assert_eq!(sets.len(), FRONT_CENTRE_SETS, "the known number of sets");
    let images = |after: &Vec<usize>| std::array::from_fn(|turn| after[turn] as u8);
    (sets, after.iter().map(images).collect())
}
