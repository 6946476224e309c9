//! Blocks and lines at given places, and the places that each shape can take relative to the bottom.

use std::fmt;

use super::CROSS;
use crate::face::Axis;
use crate::piece::{CORNER_FACES, EDGE_FACES, PieceSet, corner_name, edge_name};

/// A shape of a block or line, without its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Shape {
    /// A corner and the three edges that touch it.
    Block2x2x2,
    /// The 2x2x2 blocks of the two corners at the ends of an edge.
    Block2x2x3,
    /// The first block of Roux: a bottom edge and the two slots beside it.
    Block1x2x3,
    /// Two opposite bottom edges.
    Line,
}

impl Shape {
    /// Returns the name used in goals.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Shape::Block2x2x2 => "2x2x2",
            Shape::Block2x2x3 => "2x2x3",
            Shape::Block1x2x3 => "1x2x3",
            Shape::Line => "line",
        }
    }

    /// Returns the placements of this shape relative to the bottom, which are an orbit under the rotations about the
    /// U/D axis: a 2x2x2 block at each bottom corner, a 2x2x3 or 1x2x3 block at each bottom edge, a line on each
    /// horizontal axis.
    pub(super) fn placements(self) -> Vec<Placement> {
        match self {
            Shape::Block2x2x2 => (4..8).map(Placement::block_2x2x2).collect(),
            Shape::Block2x2x3 | Shape::Block1x2x3 => {
                CROSS.iter().map(|edge| Placement { shape: self, at: *edge as u8 }).collect()
            }
            Shape::Line => vec![Placement::line(Axis::X), Placement::line(Axis::Z)],
        }
    }
}

/// A block or a line at a given place. Displayed as the term of a goal, such as `2x2x2 DBL` or `line F/B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    shape: Shape,
    /// The index of the block's corner, of its middle edge, or of the line's axis.
    at: u8,
}

impl Placement {
    /// Returns the 2x2x2 block at a corner.
    pub(super) const fn block_2x2x2(corner: usize) -> Placement {
        Placement { shape: Shape::Block2x2x2, at: corner as u8 }
    }

    /// Returns the 2x2x3 block along an edge.
    pub(super) const fn block_2x2x3(edge: usize) -> Placement {
        Placement { shape: Shape::Block2x2x3, at: edge as u8 }
    }

    /// Returns the 1x2x3 block at a bottom edge, or `None` for any other edge.
    pub(super) fn block_1x2x3(edge: usize) -> Option<Placement> {
        CROSS.contains(&edge).then_some(Placement { shape: Shape::Block1x2x3, at: edge as u8 })
    }

    /// Returns the line of the two bottom edges on the faces of `axis`, which must not be the U/D axis.
    pub(super) fn line(axis: Axis) -> Placement {
        debug_assert_ne!(axis, Axis::Y);
        Placement { shape: Shape::Line, at: axis as u8 }
    }

    /// Returns the shape.
    pub(super) const fn shape(self) -> Shape {
        self.shape
    }

    /// Returns the pieces of the block or line.
    pub fn pieces(self) -> PieceSet {
        let at = usize::from(self.at);
        match self.shape {
            Shape::Block2x2x2 => corner_block(at),
            Shape::Block2x2x3 => {
                let at_end =
                    |corner: &usize| EDGE_FACES[at].iter().all(|f| CORNER_FACES[*corner].contains(f));
                (0..8).filter(at_end).map(corner_block).fold(PieceSet::default(), PieceSet::union)
            }
            Shape::Block1x2x3 => {
                // The two slots on the side face of the edge.
                let side = EDGE_FACES[at][1];
                let corners: Vec<usize> = (4..8).filter(|c| CORNER_FACES[*c].contains(&side)).collect();
                let beside = (8..12).filter(|edge| EDGE_FACES[*edge].contains(&side));
                PieceSet::new(&corners, &beside.chain([at]).collect::<Vec<_>>())
            }
            Shape::Line => {
                let on_axis = |edge: &usize| EDGE_FACES[*edge][1].axis() as usize == at;
                PieceSet::new(&[], &CROSS.into_iter().filter(on_axis).collect::<Vec<_>>())
            }
        }
    }
}

/// Returns a corner and the three edges that touch it.
fn corner_block(corner: usize) -> PieceSet {
    let touches = |edge: &usize| EDGE_FACES[*edge].iter().all(|face| CORNER_FACES[corner].contains(face));
    PieceSet::new(&[corner], &(0..12).filter(touches).collect::<Vec<_>>())
}

/// Writes the placement as a term of a goal.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = usize::from(self.at);
        let place = match self.shape {
            Shape::Block2x2x2 => corner_name(at),
            Shape::Block2x2x3 | Shape::Block1x2x3 => edge_name(at),
            Shape::Line => Axis::ALL[at].name().to_owned(),
        };
        write!(f, "{} {place}", self.shape.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::face::Face;
    use crate::symmetry::Symmetry;

    const SHAPES: [Shape; 4] = [Shape::Block2x2x2, Shape::Block2x2x3, Shape::Block1x2x3, Shape::Line];

    #[test]
    fn placements_are_the_images_of_the_first_under_rotations_about_u_d() {
        for shape in SHAPES {
            let placements = shape.placements();
            let sets: HashSet<PieceSet> = placements.iter().map(|p| p.pieces()).collect();
            assert_eq!(sets.len(), placements.len(), "{shape:?}");
            let turns = Symmetry::rotations().filter(|s| s.face(Face::D) == Face::D);
            let images: HashSet<PieceSet> = turns.map(|s| placements[0].pieces().image(s)).collect();
            assert_eq!(images, sets, "{shape:?}");
        }
    }

    #[test]
    fn placements_are_written_and_contain_the_expected_pieces() {
        let written = |shape: Shape| shape.placements().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(written(Shape::Block2x2x2), ["2x2x2 DFR", "2x2x2 DLF", "2x2x2 DBL", "2x2x2 DRB"]);
        assert_eq!(written(Shape::Block2x2x3), ["2x2x3 DR", "2x2x3 DF", "2x2x3 DL", "2x2x3 DB"]);
        assert_eq!(written(Shape::Block1x2x3), ["1x2x3 DR", "1x2x3 DF", "1x2x3 DL", "1x2x3 DB"]);
        assert_eq!(written(Shape::Line), ["line L/R", "line F/B"]);
        let counts = SHAPES.map(|shape| {
            let pieces = shape.placements()[0].pieces();
            (pieces.corners().count(), pieces.edges().count())
        });
        assert_eq!(counts, [(1, 3), (2, 5), (2, 3), (0, 2)]);
        // DL with the slots FL and BL.
        assert_eq!(Placement::block_1x2x3(6).unwrap().pieces(), PieceSet::new(&[5, 6], &[6, 9, 10]));
        assert_eq!(Placement::block_1x2x3(0), None);
    }
}
