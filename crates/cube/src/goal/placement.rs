//! Blocks and lines in a certain place, and the places that each can take with the bottom colour down.

use std::fmt;

use super::CROSS;
use crate::face::Axis;
use crate::piece::{CORNER_FACES, EDGE_FACES, PieceSet, corner_name, edge_name};

/// A kind of block or line, without a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Shape {
    /// A corner and the three edges that touch it.
    Block2x2x2,
    /// The 2x2x2 blocks of the two corners at the ends of an edge.
    Block2x2x3,
    /// Roux's first block: a bottom edge and the two slots beside it.
    Block1x2x3,
    /// Two opposite bottom edges.
    Line,
}

impl Shape {
    /// Its name in goals.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Shape::Block2x2x2 => "2x2x2",
            Shape::Block2x2x3 => "2x2x3",
            Shape::Block1x2x3 => "1x2x3",
            Shape::Line => "line",
        }
    }

    /// Its placements over the bottom, which the rotations about U and D carry to one another: of a 2x2x2 those at the
    /// bottom corners; of a 2x2x3 and of a 1x2x3 those along the bottom edges; of a line both.
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

/// A block or a line in a certain place; written as the term of a goal, such as `2x2x2 DBL` or `line F/B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    shape: Shape,
    /// The number of its corner, of its middle edge, or of its axis.
    at: u8,
}

impl Placement {
    /// The 2x2x2 block at a corner.
    pub(super) const fn block_2x2x2(corner: usize) -> Placement {
        Placement { shape: Shape::Block2x2x2, at: corner as u8 }
    }

    /// The 2x2x3 block along an edge.
    pub(super) const fn block_2x2x3(edge: usize) -> Placement {
        Placement { shape: Shape::Block2x2x3, at: edge as u8 }
    }

    /// The 1x2x3 block of a bottom edge; `None` for another edge.
    pub(super) fn block_1x2x3(edge: usize) -> Option<Placement> {
        CROSS.contains(&edge).then_some(Placement { shape: Shape::Block1x2x3, at: edge as u8 })
    }

    /// The bottom edges on the two faces of `axis`, which is not that of the bottom.
    pub(super) fn line(axis: Axis) -> Placement {
        debug_assert_ne!(axis, Axis::Y);
        Placement { shape: Shape::Line, at: axis as u8 }
    }

    /// What it is a placement of.
    pub(super) const fn shape(self) -> Shape {
        self.shape
    }

    /// The pieces that it solves.
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
                // The slots of which a face is the side face of the edge.
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

/// A corner and the three edges that touch it.
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
