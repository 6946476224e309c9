//! Placements of the twelve edges up to the symmetries of a set of bottom colours.
//!
//! Let G be the symmetries that preserve the set of colours, and H the stabilizer of the first colour in G. The
//! placements of the first colour's edges fall into classes under H, which are numbered. The placement of the edges of
//! every other colour in the orbit of the first has a class, too: that of its image under a symmetry in G that maps its
//! colour to the first. A placement of all twelve edges is counted if no colour has a lower class than the first one. If
//! t colours tie for the lowest class, it would be counted t times and has weight 1/t. Of each class only a
//! representative is enumerated, weighted with the size of the class. For six colours, one 48th of the 12! placements
//! remains.

use cubiform_cube::piece::EDGE_IMAGE;
use cubiform_cube::placement;
use cubiform_cube::{Color, Face, Symmetry};

use crate::cross_distances::{PLACEMENT_INDICES, placement_index};
use crate::flips::CrossEdges;

/// The least common multiple of 1 to 6, the possible numbers of tied colours. Weighted counts are multiples of 1/60.
pub(crate) const SHARES: u64 = 60;

/// The classes of the placements of the edges of each colour.
pub(crate) struct PlacementClasses {
    /// The faces of the colours, after the rotation that moves the first colour to U.
    pub(crate) faces: Vec<Face>,
    /// The classes of the edges of each colour in the orbit of the first one, by their placement index.
    classes: Vec<(Face, Vec<u16>)>,
    /// The representative positions of the four edges of U in each class, and the size of the class.
    pub(crate) representatives: Vec<([u8; 4], u64)>,
}

impl PlacementClasses {
    /// Returns the classes for these colours, reduced by the symmetries in `group`.
    ///
    /// # Panics
    /// If there are no colours.
    pub(crate) fn new(colors: &[Color], group: impl Fn(Symmetry) -> bool) -> PlacementClasses {
        let first = colors.first().expect("at least one colour is given").face();
        // The distribution is invariant under rotations of all colours together, so the first colour is moved to U.
        let to_up = Symmetry::rotations()
            .find(|s| s.face(first) == Face::U)
            .expect("a rotation brings each face to U");
        let is_requested = |face: &Face| colors.iter().any(|color| to_up.face(color.face()) == *face);
        let faces: Vec<Face> = Face::ALL.into_iter().filter(is_requested).collect();
        let stabilizer: Vec<Symmetry> = symmetries_of(&faces).filter(|s| group(*s)).collect();
        let stabilizer_of_first: Vec<Symmetry> =
            stabilizer.iter().copied().filter(|s| s.face(Face::U) == Face::U).collect();
        let (class_of, representatives) = symmetry_classes(&stabilizer_of_first);
        let classes_of = |face: &Face| {
            let s = stabilizer.iter().find(|s| s.face(*face) == Face::U)?;
            Some((*face, classes_of_face(*face, *s, &class_of)))
        };
        let classes = faces.iter().filter_map(classes_of).collect();
        PlacementClasses { faces, classes, representatives }
    }

    /// Returns the number of colours in the orbit of the first one.
    pub(crate) fn orbit(&self) -> u64 {
        self.classes.len() as u64
    }

    /// Returns the part that is the `n`-th to be counted. Low classes take longer, so consecutive parts are spread over
    /// all classes.
    pub(crate) fn part(&self, n: usize) -> usize {
        let parts = self.representatives.len();
        let stride =
            (parts * 5 / 8..).find(|stride| is_coprime(*stride, parts)).expect("some larger number is prime");
        n * stride % parts
    }

    /// Returns whether the opposite face has a lower class than `class`, given the positions of its edges.
    #[inline(always)]
    pub(crate) fn is_opposite_below(&self, class: usize, positions: &[u8; 12]) -> bool {
        let is_below = |(face, classes): &(Face, Vec<u16>)| {
            *face == Face::D && classes[face_placement_index(*face, positions)] < class as u16
        };
        self.classes.iter().any(is_below)
    }

    /// Returns the number of colours with this class, or `None` if a colour has a lower one.
    #[inline(always)]
    pub(crate) fn ties(&self, class: usize, positions: &[u8; 12]) -> Option<usize> {
        let mut ties = 0;
        for (face, classes) in &self.classes {
            let other = classes[face_placement_index(*face, positions)];
            if other < class as u16 {
                return None;
            }
            ties += usize::from(other == class as u16);
        }
        Some(ties)
    }
}

/// Returns a representative of each class of placements of these edges under symmetries that permute them, and the size of
/// the class.
///
/// # Panics
/// If a symmetry does not permute the edges.
pub(crate) fn classes_of_edges(edges: &[usize], symmetries: &[Symmetry]) -> Vec<(Vec<u8>, u128)> {
    let image = |s: &Symmetry, positions: &[u8]| {
        let image = &EDGE_IMAGE[s.index()];
        let mut to = vec![0; edges.len()];
        for (edge, position) in edges.iter().zip(positions) {
            let at = edges.iter().position(|other| *other == usize::from(image[*edge]));
            to[at.expect("the symmetries permute the edges")] = image[usize::from(*position)];
        }
        placement::rank(12, &to)
    };
    let class = |rank: usize| {
        let mut positions = vec![0; edges.len()];
        placement::unrank(12, rank, &mut positions);
        let mut images: Vec<usize> = symmetries.iter().map(|s| image(s, &positions)).collect();
        images.sort_unstable();
        images.dedup();
        (images[0] == rank).then_some((positions, images.len() as u128))
    };
    (0..placement::count(12, edges.len())).filter_map(class).collect()
}

/// Returns the symmetries that carry each of these faces to one of them.
pub(crate) fn symmetries_of(faces: &[Face]) -> impl Iterator<Item = Symmetry> {
    Symmetry::all().filter(|s| faces.iter().all(|face| faces.contains(&s.face(*face))))
}

/// Returns the placement index of the edges of a face.
#[inline(always)]
pub(crate) fn face_placement_index(face: Face, positions: &[u8; 12]) -> usize {
    placement_index(CrossEdges::new(face).edges.map(|edge| positions[edge]))
}

/// Returns `positions` without `taken`, padded with zeros.
#[inline(always)]
pub(crate) fn remaining<const N: usize, const M: usize>(positions: [u8; N], taken: &[u8]) -> [u8; M] {
    let mut left = [0; M];
    let free = positions.into_iter().filter(|position| !taken.contains(position));
    left.iter_mut().zip(free).for_each(|(left, position)| *left = position);
    left
}

/// Returns all placements of up to four pieces in this many positions. Unused entries are 0.
pub(crate) fn placements(positions: usize, pieces: usize) -> Vec<[u8; 4]> {
    let placed = |rank| {
        let mut placed = [0; 4];
        placement::unrank(positions, rank, &mut placed[..pieces]);
        placed
    };
    (0..placement::count(positions, pieces)).map(placed).collect()
}

/// Returns the image under `s`, which maps `face` to U, of a placement of the edges of `face`, in the order of the
/// edges of U.
fn image_on_up(s: Symmetry, face: Face, positions: [u8; 4]) -> [u8; 4] {
    let image = &EDGE_IMAGE[s.index()];
    CrossEdges::new(Face::U).edges.map(|edge| {
        let is_source = |source: &usize| usize::from(image[*source]) == edge;
        let from =
            CrossEdges::new(face).edges.iter().position(is_source).expect("the symmetry maps the face to U");
        image[usize::from(positions[from])]
    })
}

/// Returns the class of each placement of the edges of U, by placement index, under a group that fixes U, and for each
/// class its representative and its size.
fn symmetry_classes(group: &[Symmetry]) -> (Vec<u16>, Vec<([u8; 4], u64)>) {
    let mut class_of = vec![u16::MAX; PLACEMENT_INDICES];
    let mut representatives = Vec::new();
    for positions in placements(12, 4) {
        let mut images: Vec<usize> =
            group.iter().map(|s| placement_index(image_on_up(*s, Face::U, positions))).collect();
        images.sort_unstable();
        images.dedup();
        if class_of[images[0]] == u16::MAX {
            images.iter().for_each(|image| class_of[*image] = representatives.len() as u16);
            representatives.push((positions, images.len() as u64));
        }
    }
    (class_of, representatives)
}

/// Returns the classes of the placements of the edges of `face`, by placement index, given a symmetry `s` that maps
/// `face` to U.
fn classes_of_face(face: Face, s: Symmetry, class_of: &[u16]) -> Vec<u16> {
    let mut classes = vec![u16::MAX; PLACEMENT_INDICES];
    for positions in placements(12, 4) {
        classes[placement_index(positions)] = class_of[placement_index(image_on_up(s, face, positions))];
    }
    classes
}

fn is_coprime(a: usize, b: usize) -> bool {
    if b == 0 { a == 1 } else { is_coprime(b, a % b) }
}
