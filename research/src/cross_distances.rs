//! Goals of the four bottom edges alone, and the distances of all states of these edges.
//!
//! The *place* of an edge is twice its position plus its flip.

use std::collections::VecDeque;

use cubiform_cube::goal::{CROSS, Target};
use cubiform_cube::piece::{EDGE_IMAGE, EDGE_TURN, conjugate_edge};
use cubiform_cube::{Color, Move, PieceSet, Symmetry};

/// The number of placement indices: four digits in base 12. Indices with two edges at one position are unused.
pub(crate) const PLACEMENT_INDICES: usize = 12 * 12 * 12 * 12;

/// The value of states that are impossible or not reached yet.
const UNREACHED: u8 = u8::MAX;

/// The distances (HTM) to a goal of the bottom edges, by the places of these edges.
///
/// One byte for each state, without symmetry reduction, since each entry is read only once for each colour.
pub(crate) struct CrossDistances(Vec<u8>);

/// Returns whether the goal depends on the bottom edges alone and is invariant under the eight symmetries that fix the
/// bottom.
pub(crate) fn is_cross_goal(target: &Target) -> bool {
    target.pieces == PieceSet::new(&[], &CROSS)
        && target.oriented.is_none()
        && bottom_symmetries().all(|s| target.is_kept_by(s))
}

/// Returns the symmetries that fix the bottom face.
pub(crate) fn bottom_symmetries() -> impl Iterator<Item = Symmetry> {
    use cubiform_cube::Face;
    Symmetry::all().filter(|s| s.face(Face::D) == Face::D)
}

/// Returns the index of the positions of four edges: their base-12 number.
#[inline(always)]
pub(crate) fn placement_index(positions: [u8; 4]) -> usize {
    positions.iter().fold(0, |number, position| number * 12 + usize::from(*position))
}

/// Returns the index of a state of four edges, given their places.
fn state_index(places: [u8; 4]) -> usize {
    let flips = places.iter().enumerate().fold(0, |flips, (i, place)| flips | usize::from(place % 2) << i);
    placement_index(places.map(|place| place / 2)) << 4 | flips
}

impl CrossDistances {
    /// Computes the distances to a [cross goal](is_cross_goal) by breadth-first search.
    pub(crate) fn new(target: &Target) -> CrossDistances {
        debug_assert!(is_cross_goal(target));
        let mut distances = CrossDistances(vec![UNREACHED; PLACEMENT_INDICES << 4]);
        let mut queue: VecDeque<[u8; 4]> =
            target.goal_states.iter().map(|seed| CROSS.map(|edge| seed.edges()[edge])).collect();
        queue.iter().for_each(|places| distances.0[state_index(*places)] = 0);
        while let Some(places) = queue.pop_front() {
            let distance = distances.0[state_index(places)];
            for m in Move::all() {
                let turned = places.map(|place| EDGE_TURN[m.index()][usize::from(place)]);
                let known = &mut distances.0[state_index(turned)];
                if *known == UNREACHED {
                    *known = distance + 1;
                    queue.push_back(turned);
                }
            }
        }
        distances
    }

    /// Returns the largest distance.
    pub(crate) fn largest(&self) -> u8 {
        self.0.iter().copied().filter(|distance| *distance != UNREACHED).max().unwrap_or(0)
    }

    /// Returns a function from the places of `edges`, the four edges of `color` in any order, to the distance with this
    /// colour at the bottom.
    pub(crate) fn for_color(&self, color: Color, edges: [usize; 4]) -> impl Fn([u8; 4]) -> u8 {
        let s = Symmetry::bring_down(color);
        // The rotation that brings the colour to the bottom maps each edge to a bottom edge, and each place to another
        // place.
        let maps = edges.map(|edge| {
            let image = usize::from(EDGE_IMAGE[s.index()][edge]);
            let at =
                CROSS.iter().position(|bottom| *bottom == image).expect("the edges belong to the colour");
            (at, std::array::from_fn::<u8, 24, _>(|place| conjugate_edge(s, edge, place as u8)))
        });
        move |places| {
            let mut bottom = [0; 4];
            maps.iter().zip(places).for_each(|((at, map), place)| bottom[*at] = map[usize::from(place)]);
            self.0[state_index(bottom)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::expression;
    use cubiform_cube::random;
    use cubiform_tables::catalogue::Entry;

    fn target(text: &str) -> Target {
        expression::parse(text).unwrap().stages.remove(0).choices.remove(0)
    }

    #[test]
    fn cross_distances_match_the_catalogue() {
        let distances = CrossDistances::new(&target("cross"));
        let mut histogram = vec![0; usize::from(distances.largest()) + 1];
        let known = distances.0.iter().filter(|distance| **distance != UNREACHED);
        known.for_each(|distance| histogram[usize::from(*distance)] += 1);
        assert_eq!(histogram, Entry::named("cross").unwrap().histogram);
    }

    #[test]
    fn distance_for_a_color_equals_that_of_the_rotated_cube() {
        let distances = CrossDistances::new(&target("cross"));
        for cube in random::states(5).take(50) {
            for color in Color::COLUMNS {
                let s = Symmetry::bring_down(color);
                let edges = CROSS.map(|edge| usize::from(EDGE_IMAGE[s.inverse().index()][edge]));
                let held = CROSS.map(|edge| cube.conjugate(s).edges()[edge]);
                let distance = distances.for_color(color, edges)(edges.map(|edge| cube.edges()[edge]));
                assert_eq!(distance, distances.0[state_index(held)]);
            }
        }
    }

    #[test]
    fn only_symmetric_goals_of_the_bottom_edges_are_accepted() {
        for (text, expected) in [
            ("cross", true),
            ("cross + offset D", true),
            ("line F/B", false),
            ("cross + FR", false),
            ("cross + eo F/B", false),
            ("UF + UR + UL + UB", false),
        ] {
            assert_eq!(is_cross_goal(&target(text)), expected, "{text}");
        }
    }
}
