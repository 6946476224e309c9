//! The division of the edges into those of the corners of U, those of the corners of D, and shared ones.

use cubiform_cube::piece::{CORNER_FACES, EDGE_IMAGE};
use cubiform_cube::{Color, Face, Symmetry, placement};

use super::corner_ways::LANES;
use super::slot_distances::SlotView;
use crate::placement_classes::symmetries_of;

/// The number of shared edges whose flips are those of the lanes.
pub(super) const LANE_EDGES: usize = LANES.ilog2() as usize;

/// The most shared edges whose placements are reduced by symmetry; a list has all of these placements.
const MOST_REDUCED: usize = 6;

/// How the edges divide into those of the halves and shared ones, for one way to hold the colours.
#[derive(Clone, Debug)]
pub(super) struct Division {
    pub(super) faces: Vec<Face>,
    /// The shared edges. Those that the symmetries of the colours permute come first.
    pub(super) shared: Vec<usize>,
    /// The number of these.
    pub(super) reduced: usize,
    /// The edges of the corners of U, and those of the corners of D and of no slot.
    pub(super) own: [Vec<usize>; 2],
    pub(super) symmetries: Vec<Symmetry>,
}

impl Division {
    /// Returns the division that takes the least work.
    pub(super) fn best(colors: &[Color]) -> Division {
        let turned = |s: Symmetry| Division::new(colors.iter().map(|color| s.face(color.face())).collect());
        let least = Symmetry::rotations().map(turned).min_by_key(Division::work);
        least.expect("there are rotations")
    }

    fn new(faces: Vec<Face>) -> Division {
        let halves = [0..4, 4..8].map(|corners| {
            let slots = corners
                .flat_map(|corner: usize| colored_faces(corner, &faces).map(move |face| (corner, face)));
            slots.fold(0u16, |set, (corner, face)| {
                SlotView::new(corner, face).edges.iter().fold(set, |set, edge| set | 1 << edge)
            })
        });
        let of = |set: u16| (0..12).filter(|edge| set >> edge & 1 == 1).collect::<Vec<usize>>();
        let mut shared = of(halves[0] & halves[1]);
        let mut own = [of(halves[0] & !halves[1]), of(!halves[0])];
        // Lanes are full if there are enough shared edges.
        while shared.len() < LANE_EDGES {
            let longer = usize::from(own[1].len() > own[0].len());
            shared.extend(own[longer].pop());
        }
        let symmetries: Vec<Symmetry> = symmetries_of(&faces).collect();
        let mut reduced: Vec<usize> = Vec::new();
        for edge in &shared {
            let mut orbit: Vec<usize> =
                symmetries.iter().map(|s| usize::from(EDGE_IMAGE[s.index()][*edge])).collect();
            orbit.sort_unstable();
            orbit.dedup();
            let is_new = !reduced.contains(edge) && reduced.len() + orbit.len() <= MOST_REDUCED;
            if is_new && orbit.iter().all(|edge| shared.contains(edge)) {
                reduced.extend(orbit);
            }
        }
        let count = reduced.len();
        let rest: Vec<usize> = shared.into_iter().filter(|edge| !reduced.contains(edge)).collect();
        let shared = reduced.into_iter().chain(rest).collect();
        Division { faces, shared, reduced: count, own, symmetries }
    }

    /// Returns about the number of ways to arrange four corners that are summed.
    pub(super) fn work(&self) -> u64 {
        let states = |free: usize, edges: usize| (placement::count(free, edges) << edges) as u64;
        let free = 12 - self.shared.len();
        let ways: u64 = self.own.iter().map(|own| states(free, own.len())).sum();
        states(12, self.shared.len()) * ways / self.symmetries.len() as u64
    }
}

/// Returns the faces of a corner that are among these.
pub(super) fn colored_faces(corner: usize, faces: &[Face]) -> impl Iterator<Item = Face> {
    CORNER_FACES[corner].into_iter().filter(|face| faces.contains(face))
}
