//! The states that are at least k moves away on every one of several colours, one by one, where they are few.
//!
//! The colours include two opposite ones, which share the four slot edges and nothing else. A *half* is a state of the
//! slot edges and of one colour's cross edges that leaves each corner of the colour a place. For each placement and
//! flips of the slot edges, the halves of the two colours are joined over complementary sets of positions. The other
//! colours then restrict the places of the corners, and the arrangements that remain are enumerated.
//!
//! Placements of the slot edges are reduced by the symmetries that keep the axis and the set of colours.

use cubiform_cube::{Color, Cube, Face};
use cubiform_stats::distribution::ColorGoal;
use cubiform_threads::{CancelToken, Threads};

use super::slot_distances::{ALL_PLACES, CORNER, FLIPS, SlotDistances, SlotView};
use super::subsets::{QUAD, QUADS, complement, free_positions};
use super::{SLOT_EDGES, goal, two_colors};
use crate::Watch;
use crate::flips::CrossEdges;
use crate::parts::count_parts;
use crate::placement_classes::placements;

/// The allowed places of each corner.
type Places = [u32; 8];

/// A finder of the states that are at least some moves away on every one of a set of colours.
pub struct FarStates {
    /// The distances to the edge FR with each corner of D that goes with it.
    distances: Vec<SlotDistances>,
    /// The faces of the colours: U, D, and the others.
    faces: Vec<FaceView>,
    at_least: usize,
}

/// The goals of one face.
struct FaceView {
    face: Face,
    cross: [usize; 4],
    pairs: Vec<PairView>,
}

/// A slot edge and a corner.
struct PairView {
    corner: usize,
    view: SlotView,
    /// The index of their distances.
    table: usize,
}

/// A state of the slot edges and of one colour's cross edges, given the placement of the slot edges.
struct Half {
    /// The positions of the cross edges.
    positions: [u8; 4],
    /// The flips of the edges, by edge.
    flips: u16,
    places: Places,
}

/// Halves by flips of the slot edges, set of positions, and parity of the flips of the cross edges.
type Halves = Vec<[[Vec<Half>; 2]; QUADS]>;

impl FarStates {
    /// Returns the finder for a goal, a set of colours and a number of moves of at least 1, or `None` if the goal is a
    /// cross, or white or yellow are missing, or the computation of the distances was cancelled.
    pub fn new(
        goal: ColorGoal,
        colors: &[Color],
        at_least: usize,
        cancel: &CancelToken,
    ) -> Option<FarStates> {
        let mut faces = vec![Face::U, Face::D];
        let of_colors = || colors.iter().map(|color| color.face());
        if goal.is_cross() || at_least == 0 || !faces.iter().all(|face| of_colors().any(|of| of == *face)) {
            return None;
        }
        faces.extend(Face::ALL.into_iter().filter(|face| ![Face::U, Face::D].contains(face)));
        faces.retain(|face| of_colors().any(|of| of == *face));
        let corners = if goal.is_independent() { 4..8 } else { CORNER..CORNER + 1 };
        Some(FarStates {
            distances: corners.map(|corner| goal::distances(goal, corner, cancel)).collect::<Option<_>>()?,
            faces: faces.into_iter().map(|face| FaceView::new(face, goal.is_independent())).collect(),
            at_least,
        })
    }

    /// Passes the states to `found`, from any thread, with their weights, and returns the sum of the weights, which is
    /// the number of states. A state stands for those to which the symmetries of the axis U/D and of the colours carry
    /// it. Returns `None` if the search was cancelled.
    pub fn find(
        &self,
        threads: &Threads,
        watch: &Watch<'_>,
        found: &(dyn Fn(&Cube, u128) + Sync),
    ) -> Option<u128> {
        let classes = self.classes();
        let work = |part: usize, tally: &mut Vec<u128>| {
            let (slots, size) = classes[part];
            self.find_with(slots, &mut |cube| {
                found(cube, size);
                tally[0] += size;
            });
        };
        Some(count_parts(classes.len(), 1, threads, watch, &work)?[0])
    }

    /// Returns the classes of placements of the slot edges, with their sizes.
    fn classes(&self) -> Vec<([u8; 4], u128)> {
        let faces: Vec<Face> = self.faces.iter().map(|view| view.face).collect();
        two_colors::slot_edge_classes(&faces)
    }

    /// Passes the states with the slot edges at these positions to `found`.
    fn find_with(&self, slots: [u8; 4], found: &mut dyn FnMut(&Cube)) {
        let [up, down] = [0, 1].map(|face| self.halves(&self.faces[face], slots));
        for (slot_flips, (up, down)) in up.iter().zip(&down).enumerate() {
            let parity = slot_flips.count_ones() as usize % 2;
            for (quad, up) in up.iter().enumerate() {
                for (odd, up) in up.iter().enumerate() {
                    for down in &down[complement(quad)][odd ^ parity] {
                        up.iter().for_each(|up| self.join(slots, up, down, found));
                    }
                }
            }
        }
    }

    /// Passes the states with two halves to `found`.
    fn join(&self, slots: [u8; 4], up: &Half, down: &Half, found: &mut dyn FnMut(&Cube)) {
        let mut positions = [0; 12];
        for (edges, at) in
            [(self.faces[0].cross, up.positions), (self.faces[1].cross, down.positions), (SLOT_EDGES, slots)]
        {
            edges.iter().zip(at).for_each(|(edge, position)| positions[*edge] = position);
        }
        let flips = usize::from(up.flips | down.flips);
        let mut places: Places = std::array::from_fn(|corner| up.places[corner] & down.places[corner]);
        for face in &self.faces[2..] {
            for pair in &face.pairs {
                let far = &self.distances[pair.table];
                places[pair.corner] &= far.far_with(self.at_least, &pair.view, &positions, flips);
                if places[pair.corner] == 0 {
                    return;
                }
            }
        }
        let edges = std::array::from_fn(|edge| 2 * positions[edge] + (flips >> edge & 1) as u8);
        arrange(&places, &mut [0; 8], ALL_CORNERS, ALL_PLACES, &mut |corners| {
            // Twist and permutation may be those of no state.
            if let Ok(cube) = Cube::from_places(*corners, edges) {
                found(&cube);
            }
        });
    }

    /// Returns the halves of a face with the slot edges at these positions.
    fn halves(&self, face: &FaceView, slots: [u8; 4]) -> Halves {
        let free = free_positions(slots);
        let mut halves: Halves = Vec::new();
        halves.resize_with(16, || std::array::from_fn(|_| [Vec::new(), Vec::new()]));
        let mut positions = [0; 12];
        SLOT_EDGES.iter().zip(slots).for_each(|(edge, at)| positions[*edge] = at);
        for order in placements(8, 4) {
            let cross = order.map(|at| free[usize::from(at)]);
            face.cross.iter().zip(cross).for_each(|(edge, at)| positions[*edge] = at);
            let set = order.iter().fold(0, |set, at| set | 1 << at);
            let quad = QUAD.iter().position(|quad| *quad == set).expect("the positions are distinct");
            let far: Vec<[u32; FLIPS]> = face
                .pairs
                .iter()
                .map(|pair| self.distances[pair.table].far(self.at_least, &pair.view, &positions))
                .collect();
            if far.contains(&[0; FLIPS]) {
                continue;
            }
            for all_flips in 0..256usize {
                let (cross_flips, slot_flips) = (all_flips % 16, all_flips / 16);
                let word = |edges: [usize; 4], flips: usize| {
                    edges.iter().enumerate().fold(0, |word, (i, edge)| word | (flips >> i & 1) << edge)
                };
                let flips = word(face.cross, cross_flips) | word(SLOT_EDGES, slot_flips);
                let mut places = [ALL_PLACES; 8];
                for (pair, far) in face.pairs.iter().zip(&far) {
                    places[pair.corner] &= far[pair.view.index(flips)];
                }
                if !places.contains(&0) {
                    let half = Half { positions: cross, flips: flips as u16, places };
                    halves[slot_flips][quad][cross_flips.count_ones() as usize % 2].push(half);
                }
            }
        }
        halves
    }
}

impl FaceView {
    fn new(face: Face, is_independent: bool) -> FaceView {
        let slots: Vec<usize> = (0..8).filter(|corner| touches(*corner, face)).collect();
        let pairs = slots.iter().flat_map(|slot| slots.iter().map(move |corner| (*slot, *corner)));
        let pairs = pairs.filter(|(slot, corner)| is_independent || slot == corner).map(|(slot, corner)| {
            let (view, of) = SlotView::with_corner(slot, corner, face);
            PairView { corner, view, table: of - CORNER }
        });
        let mut cross = CrossEdges::new(face).edges;
        cross.sort_unstable();
        FaceView { face, cross, pairs: pairs.collect() }
    }
}

/// Returns whether the corner has a sticker on the face.
fn touches(corner: usize, face: Face) -> bool {
    cubiform_cube::piece::CORNER_FACES[corner].contains(&face)
}

/// The set of all corners.
const ALL_CORNERS: u8 = u8::MAX;

/// Passes each arrangement of the corners in the set `left` at allowed places, among those in `free`, to `found`.
fn arrange(places: &Places, corners: &mut [u8; 8], left: u8, free: u32, found: &mut dyn FnMut(&[u8; 8])) {
    // The corner with the fewest places comes first.
    let of_left = (0..8).filter(|corner| left >> corner & 1 == 1);
    let Some(corner) = of_left.min_by_key(|corner| (places[*corner] & free).count_ones()) else {
        return found(corners);
    };
    let mut allowed = places[corner] & free;
    while allowed != 0 {
        let place = allowed.trailing_zeros();
        allowed &= allowed - 1;
        corners[corner] = place as u8;
        arrange(places, corners, left & !(1 << corner), free & !(7 << (place / 3 * 3)), found);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::two_colors::OppositeColors;
    use super::*;
    use cubiform_cube::Frame;
    use cubiform_cube::goal::Variant;
    use cubiform_cube::notation::Algorithm;
    use cubiform_solvers::cfop::{Analyzer, Request};
    use cubiform_stats::Subset;

    /// Returns the number of states and those found.
    fn found(goal: ColorGoal, letters: &str, at_least: usize) -> (u128, Vec<Cube>) {
        let colors = Color::list(letters).unwrap();
        let states = FarStates::new(goal, &colors, at_least, &CancelToken::never()).unwrap();
        let cubes = Mutex::new(Vec::new());
        let number = states
            .find(&Threads::new(2), &Watch::quiet(), &|cube, _| cubes.lock().unwrap().push(*cube))
            .unwrap();
        (number, cubes.into_inner().unwrap())
    }

    /// Asserts that each colour is at least this far.
    fn assert_far(goal: ColorGoal, letters: &str, at_least: usize, cubes: &[Cube]) {
        let variant = Variant::of_stage(goal.name()).unwrap();
        let analyzer = Analyzer::builder(&variant).build().unwrap();
        let request = Request {
            frames: Frame::bottoms(Color::list(letters).unwrap()),
            solutions: 0,
            slack: 0,
            only_best: false,
        };
        for cube in cubes {
            let analysis = analyzer.analyze(cube, &request).unwrap();
            let stage = variant.stages.iter().position(|stage| stage.name == goal.name()).unwrap();
            for result in &analysis[stage] {
                assert!(usize::from(*result.length.as_ref().unwrap()) >= at_least, "{goal:?} {cube:?}");
            }
        }
    }

    /// Returns the number of states of the first two layers of one colour that are far. The symmetries of the axis
    /// exchange U and D, so the placements of the slot edges stand for others only if both are counted.
    fn states_of_one_color(states: &FarStates) -> u128 {
        let mut number = 0;
        for (slots, size) in states.classes() {
            for (face, corners) in states.faces.iter().zip([0b1111, 0b1111_0000]) {
                for half in states.halves(face, slots).iter().flatten().flatten().flatten() {
                    arrange(&half.places, &mut [0; 8], corners, ALL_PLACES, &mut |_| number += size);
                }
            }
        }
        number / 2
    }

    #[test]
    fn joined_halves_are_as_many_as_the_states_of_two_colors() {
        let colors = Color::list("WY").unwrap();
        let states = FarStates::new(ColorGoal::XCross, &colors, 10, &CancelToken::never()).unwrap();
        let counter = OppositeColors::new(&states.distances[0]);
        for (slots, _) in states.classes().into_iter().step_by(200) {
            let mut cubes = Vec::new();
            states.find_with(slots, &mut |cube| cubes.push(*cube));
            assert_eq!(cubes.len() as u64, counter.count(slots, 10, &|| false), "{slots:?}");
            assert_far(ColorGoal::XCross, "WY", 10, &cubes[..cubes.len().min(20)]);
        }
    }

    /// Four colours have fewer symmetries than two opposite ones.
    #[test]
    fn states_of_four_colors_are_as_many_as_counted() {
        for letters in ["WYRO", "WYRG"] {
            let subset = Subset::from_colors(&Color::list(letters).unwrap());
            let counted = ColorGoal::XCross.known(subset).unwrap();
            assert_eq!(found(ColorGoal::XCross, letters, 10).0, counted.counts()[10], "{letters}");
        }
    }

    /// The state of the checkerboard whose edges are all flipped.
    #[test]
    fn only_the_flipped_checkerboard_is_nine_moves_from_a_pair_on_every_color() {
        let checkerboard = Algorithm::parse("R2 L2 U2 D2 F2 B2").unwrap().cube();
        let flipped = checkerboard.edges().map(|place| place ^ 1);
        let state = Cube::from_places(*checkerboard.corners(), flipped).unwrap();
        assert_eq!(found(ColorGoal::FreePair, "all", 9), (1, vec![state]));
        assert_far(ColorGoal::FreePair, "all", 9, &[state]);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn hardest_states_are_as_many_as_counted() {
        for (goal, at_least) in [(ColorGoal::XCross, 10), (ColorGoal::FreePair, 9)] {
            let known = goal.known(Subset::list("WY").unwrap()[0]).unwrap();
            assert_eq!(found(goal, "WY", at_least).0, known.counts()[at_least], "{goal:?}");
        }
        let one_color =
            FarStates::new(ColorGoal::PseudoXCross, &Color::list("WY").unwrap(), 9, &CancelToken::never());
        let known = ColorGoal::PseudoXCross.known(Subset::WHITE).unwrap();
        assert_eq!(states_of_one_color(&one_color.unwrap()), known.counts()[9]);
        for (goal, at_least, number) in
            [(ColorGoal::XCross, 10, 438), (ColorGoal::PseudoXCross, 9, 7), (ColorGoal::PseudoPair, 8, 1)]
        {
            let (states, cubes) = found(goal, "all", at_least);
            assert_eq!(states, number, "{goal:?}");
            assert_far(goal, "all", at_least, &cubes);
        }
    }
}
