//! The distances of the cross and one slot, as sets of places of the slot's corner.
//!
//! The four edges of the cross and the edge of the slot have 95,040 placements with 32 flips each. For each of these
//! states and each number of moves k, a set of 24 bits has the places (position and twist) of the slot's corner from
//! which the goal is at least k moves away. A move carries the 32 sets of a placement to the sets of one other placement,
//! and permutes the bits of all sets in the same way, so the breadth-first search takes about two seconds.
//!
//! One table answers for all 24 slots of all colours: a [`SlotView`] is a slot of a colour together with the rotation
//! that carries it to the slot FR of D. The goal is any target of the cross, the edge FR and one corner of D; where it is
//! not the corner of FR, a table has the pairs of one edge and one corner that lie to one another as these two.

use cubiform_cube::goal::{CROSS, Target};
use cubiform_cube::piece::{
    CORNER_IMAGE, CORNER_TURN, EDGE_IMAGE, EDGE_TURN, conjugate_corner, conjugate_edge,
};
use cubiform_cube::{Face, Move, PieceSet, Symmetry, placement};
use cubiform_threads::CancelToken;

/// The number of placements of the five edges.
const PLACEMENTS: usize = placement::count(12, 5);

/// The number of flips of the five edges.
pub(super) const FLIPS: usize = 32;

/// The set of all places of a corner.
pub(super) const ALL_PLACES: u32 = 0xff_ffff;

/// The five edges of the table, in the order of their flip bits: the cross of D, and FR.
const EDGES: [usize; 5] = [CROSS[0], CROSS[1], CROSS[2], CROSS[3], 8];

/// The corner of the slot FR.
pub(super) const CORNER: usize = 4;

/// The pieces of a table with this corner of D.
pub(super) fn pieces(corner: usize) -> PieceSet {
    PieceSet::new(&[corner], &EDGES)
}

/// The distances (HTM) to a target of the cross and one slot, as sets of places of the slot's corner.
pub(super) struct SlotDistances {
    /// By distance k from 1 and by state of the five edges (`placement rank * 32 + flips`): the places of the corner
    /// that are at least k moves away. The last element has a nonempty set.
    far: Vec<Vec<u32>>,
}

impl SlotDistances {
    /// Computes the distances from a target of these [`pieces`] by breadth-first search. Returns `None` if the search was
    /// cancelled.
    pub(super) fn new(target: &Target, corner: usize, cancel: &CancelToken) -> Option<SlotDistances> {
        assert_eq!(target.pieces, pieces(corner), "the target is of the cross and one slot");
        let turns: Vec<EdgeTurn> = Move::all().map(EdgeTurn::new).collect();
        let corner_turns: Vec<PlacePermutation> =
            CORNER_TURN.iter().map(|turn| PlacePermutation::new(|place| turn[usize::from(place)])).collect();
        let mut reached = vec![0u32; PLACEMENTS * FLIPS];
        for state in &target.goal_states {
            let places = EDGES.map(|edge| state.edges()[edge]);
            let flips = (0..5).fold(0, |flips, i| flips | usize::from(places[i] % 2) << i);
            let placement = placement::rank(12, &places.map(|place| place / 2));
            reached[placement * FLIPS + flips] |= 1 << state.corners()[corner];
        }
        let mut frontier = reached.clone();
        let mut far = Vec::new();
        loop {
            far.push(reached.iter().map(|places| !places & ALL_PLACES).collect());
            let before = reached.clone();
            for (placement, sets) in frontier.chunks_exact(FLIPS).enumerate() {
                if cancel.is_cancelled() {
                    return None;
                }
                if sets.iter().all(|places| *places == 0) {
                    continue;
                }
                for (turn, corner_turn) in turns.iter().zip(&corner_turns) {
                    let (to, flip) = turn.0[placement];
                    for (flips, places) in sets.iter().enumerate().filter(|(_, places)| **places != 0) {
                        reached[to as usize * FLIPS + (flips ^ usize::from(flip))] |=
                            corner_turn.apply(*places);
                    }
                }
            }
            if reached == before {
                break;
            }
            for ((new, places), before) in frontier.iter_mut().zip(&reached).zip(&before) {
                *new = places & !before;
            }
        }
        // No state is farther than the last level.
        far.pop();
        Some(SlotDistances { far })
    }

    /// Returns the largest distance.
    pub(super) fn largest(&self) -> usize {
        self.far.len()
    }

    /// Returns, by the flips of the five edges of a slot, the places of its corner from which the goal is at least `k`
    /// moves away; `k` is at least 1. `positions` has the position of each of the twelve edges; only
    /// those of the five edges are read.
    #[inline(always)]
    pub(super) fn far(&self, k: usize, view: &SlotView, positions: &[u8; 12]) -> [u32; FLIPS] {
        let (first, flip) = view.first_state(positions);
        let mut places = [0; FLIPS];
        let Some(far) = self.far.get(k - 1) else { return places };
        let sets = &far[first..first + FLIPS];
        for flips in 0..FLIPS {
            places[flips] = view.places.apply(sets[flips ^ flip]);
        }
        places
    }

    /// Returns the sets of the slot FR of D, by distance k from 1 and by state of the five edges.
    pub(super) fn levels(&self) -> &[Vec<u32>] {
        &self.far
    }

    /// Returns one of the sets of [`far`](SlotDistances::far): that of the flips in a word with bit e for the flip of
    /// edge e.
    #[inline(always)]
    pub(super) fn far_with(&self, k: usize, view: &SlotView, positions: &[u8; 12], flips: usize) -> u32 {
        let (first, flip) = view.first_state(positions);
        self.far.get(k - 1).map_or(0, |far| view.places.apply(far[first + (view.index(flips) ^ flip)]))
    }
}

/// The effect of a move on each placement of the five edges: the rank of the next placement, and the edges that are
/// flipped.
struct EdgeTurn(Vec<(u32, u8)>);

impl EdgeTurn {
    fn new(m: Move) -> EdgeTurn {
        let turn = &EDGE_TURN[m.index()];
        let mut positions = [0; 5];
        let after = |rank| {
            placement::unrank(12, rank, &mut positions);
            let places = positions.map(|position| turn[2 * usize::from(position)]);
            let flips = (0..5).fold(0, |flips, i| flips | (places[i] % 2) << i);
            (placement::rank(12, &places.map(|place| place / 2)) as u32, flips)
        };
        EdgeTurn((0..PLACEMENTS).map(after).collect())
    }
}

/// A permutation of the places of a corner, applied to sets of places.
#[derive(Clone, Debug)]
struct PlacePermutation([[u32; 256]; 3]);

impl PlacePermutation {
    fn new(image: impl Fn(u8) -> u8) -> PlacePermutation {
        let set = |first: usize, bits: usize| {
            (0..8).filter(|i| bits >> i & 1 == 1).fold(0, |set, i| set | 1 << image((first + i) as u8))
        };
        PlacePermutation(std::array::from_fn(|byte| std::array::from_fn(|bits| set(8 * byte, bits))))
    }

    #[inline(always)]
    fn apply(&self, places: u32) -> u32 {
        let byte = |i: usize| self.0[i][(places >> (8 * i) & 0xff) as usize];
        byte(0) | byte(1) | byte(2)
    }
}

/// One slot of one colour: a corner and a face that it touches. The slot's edge is the edge of the corner that is not on
/// the face.
#[derive(Clone, Debug)]
pub(super) struct SlotView {
    /// The edges of the cross and the edge of the slot, in the order of their flip bits.
    pub(super) edges: [usize; 5],
    /// The image of each position under the rotation that carries the slot to FR of D.
    image: [u8; 12],
    /// By edge, the set of positions at which the rotation changes its flip.
    flips: [u16; 5],
    /// The permutation of the corner's places by the inverse rotation.
    places: PlacePermutation,
}

impl SlotView {
    /// Returns the view of the slot of `face` at `corner`.
    ///
    /// # Panics
    /// If the corner does not touch the face.
    pub(super) fn new(corner: usize, face: Face) -> SlotView {
        SlotView::with_corner(corner, corner, face).0
    }

    /// Returns the view of the edge of the slot of `face` at `slot` together with another corner, and the corner of D to
    /// which the rotation carries that.
    ///
    /// # Panics
    /// If the slot does not touch the face.
    pub(super) fn with_corner(slot: usize, corner: usize, face: Face) -> (SlotView, usize) {
        let is_rotation =
            |s: &Symmetry| s.face(face) == Face::D && usize::from(CORNER_IMAGE[s.index()][slot]) == CORNER;
        let s = Symmetry::rotations().find(is_rotation).expect("the corner touches the face");
        let image = EDGE_IMAGE[s.index()];
        let source = |edge: usize| image.iter().position(|to| usize::from(*to) == edge);
        let edges = EDGES.map(|edge| source(edge).expect("a rotation permutes the edges"));
        let flips_at = |edge: usize| {
            (0..12u8).fold(0, |set, position| {
                set | u16::from(conjugate_edge(s, edge, 2 * position) % 2) << position
            })
        };
        let back = |place: u8| {
            let is_source = |from: &u8| conjugate_corner(s, corner, *from) == place;
            (0..24).find(is_source).expect("a rotation permutes the places")
        };
        let view = SlotView { edges, image, flips: edges.map(flips_at), places: PlacePermutation::new(back) };
        (view, usize::from(CORNER_IMAGE[s.index()][corner]))
    }

    /// Returns the view as numbers, for the GPU program: edges, images of positions, flips, and the images of sets of
    /// places by their three bytes.
    pub(super) fn words(&self) -> Vec<u32> {
        let edges = self.edges.map(|edge| edge as u32);
        let numbers = edges.into_iter().chain(self.image.map(u32::from)).chain(self.flips.map(u32::from));
        numbers.chain(self.places.0.as_flattened().iter().copied()).collect()
    }

    /// Returns the index of the first state of the rotated placement of the five edges, and the flips that the rotation
    /// changes.
    #[inline(always)]
    fn first_state(&self, positions: &[u8; 12]) -> (usize, usize) {
        let (mut image, mut flip) = ([0; 5], 0);
        for i in 0..5 {
            let position = usize::from(positions[self.edges[i]]);
            image[i] = self.image[position];
            flip |= usize::from(self.flips[i] >> position & 1) << i;
        }
        (placement::rank(12, &image) * FLIPS, flip)
    }

    /// Returns the index of the flips of the five edges, given a word with bit e for the flip of edge e.
    #[inline(always)]
    pub(super) fn index(&self, flips: usize) -> usize {
        (0..5).fold(0, |index, i| index | (flips >> self.edges[i] & 1) << i)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::OnceLock;

    use super::super::{ColorGoal, goal};
    use super::*;
    use cubiform_cube::piece::CORNER_FACES;
    use cubiform_cube::random;
    use cubiform_tables::catalogue::Entry;

    /// The distances of the XCross, computed once for all tests.
    pub(in super::super) fn distances() -> &'static SlotDistances {
        static DISTANCES: OnceLock<SlotDistances> = OnceLock::new();
        DISTANCES.get_or_init(|| goal::distances(ColorGoal::XCross, CORNER, &CancelToken::never()).unwrap())
    }

    fn histogram(distances: &SlotDistances) -> Vec<u64> {
        let count = |sets: &Vec<u32>| sets.iter().map(|places| u64::from(places.count_ones())).sum::<u64>();
        let mut at_least: Vec<u64> = distances.far.iter().map(count).collect();
        at_least.insert(0, PLACEMENTS as u64 * 32 * 24);
        at_least.push(0);
        at_least.windows(2).map(|pair| pair[0] - pair[1]).collect()
    }

    #[test]
    fn slot_distances_match_the_catalogue() {
        assert_eq!(histogram(distances()), Entry::named("cross-slot").unwrap().histogram);
        let ready = goal::distances(ColorGoal::FreePair, CORNER, &CancelToken::never()).unwrap();
        assert_eq!(histogram(&ready), Entry::named("cross-ready").unwrap().histogram);
    }

    #[test]
    fn views_read_the_distances_of_the_rotated_cube() {
        let distances = distances();
        let home = SlotView::new(CORNER, Face::D);
        for cube in random::states(17).take(40) {
            for (corner, faces) in CORNER_FACES.iter().enumerate() {
                for face in *faces {
                    let view = SlotView::new(corner, face);
                    let s = Symmetry::rotations()
                        .find(|s| {
                            s.face(face) == Face::D && usize::from(CORNER_IMAGE[s.index()][corner]) == CORNER
                        })
                        .unwrap();
                    let is_far = |cube: &cubiform_cube::Cube, view: &SlotView, corner: usize, k: usize| {
                        let positions = cube.edges().map(|place| place / 2);
                        let flips = (0..5)
                            .fold(0, |flips, i| flips | usize::from(cube.edges()[view.edges[i]] % 2) << i);
                        distances.far(k, view, &positions)[flips] >> cube.corners()[corner] & 1 == 1
                    };
                    for k in 1..=distances.largest() {
                        let held = cube.conjugate(s);
                        assert_eq!(is_far(&cube, &view, corner, k), is_far(&held, &home, CORNER, k));
                    }
                }
            }
        }
    }
}
