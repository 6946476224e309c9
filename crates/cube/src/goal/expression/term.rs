//! The terms of a goal: the pieces that each solves, and how it is written.

use std::fmt;

use super::super::{CROSS, Slot};
use crate::face::{Axis, Face};
use crate::piece::{CORNER_FACES, EDGE_FACES, PieceSet, corner_name, edge_name};

/// What one term asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// The four edges of the bottom.
    Cross,
    /// The cross and all four slots.
    F2l,
    /// The edges DF and DB.
    Line,
    /// The line, and all edges oriented relative to F/B.
    EoLine,
    /// All edges oriented relative to this axis, or to either axis perpendicular to the bottom's.
    Eo(Option<Axis>),
    /// A slot's corner and edge.
    Pair(Slot),
    /// One edge.
    Edge(usize),
    /// One corner.
    Corner(usize),
    /// The edges of all four slots.
    SlotEdges,
    /// The corners of all four slots.
    SlotCorners,
    /// The 2x2x2 block at a corner.
    Block2x2x2(usize),
    /// The 2x2x3 block along an edge.
    Block2x2x3(usize),
    /// Roux's first block, on the left.
    Block1x2x3,
    /// So many slots, whichever.
    Slots(usize),
    /// The bottom layer may be turned as a whole.
    Offset,
}

/// The edges DF and DB.
const LINE: [usize; 2] = [5, 7];

impl Term {
    /// The pieces that it solves whatever is chosen.
    pub(super) fn pieces(self) -> PieceSet {
        let cross = PieceSet::new(&[], &CROSS);
        match self {
            Term::Cross => cross,
            Term::F2l => Slot::ALL.into_iter().fold(cross, |pieces, slot| pieces.union(slot.pair())),
            Term::Line | Term::EoLine => PieceSet::new(&[], &LINE),
            Term::Pair(slot) => slot.pair(),
            Term::Edge(edge) => PieceSet::new(&[], &[edge]),
            Term::Corner(corner) => PieceSet::new(&[corner], &[]),
            Term::SlotEdges => PieceSet::new(&[], &Slot::ALL.map(Slot::edge)),
            Term::SlotCorners => PieceSet::new(&Slot::ALL.map(Slot::corner), &[]),
            Term::Block2x2x2(corner) => block(corner),
            Term::Block2x2x3(edge) => along(edge).fold(PieceSet::default(), PieceSet::union),
            Term::Block1x2x3 => {
                let [left, right] = [Slot::ALL[1], Slot::ALL[3]].map(Slot::pair);
                left.union(right).union(PieceSet::new(&[], &[DL]))
            }
            Term::Eo(_) | Term::Slots(_) | Term::Offset => PieceSet::default(),
        }
    }

    /// The axes relative to one of which the edges must be oriented; none if it does not ask for that.
    pub(super) fn axes(self) -> Vec<Axis> {
        match self {
            Term::Eo(None) => vec![Axis::X, Axis::Z],
            Term::Eo(Some(axis)) => vec![axis],
            Term::EoLine => vec![Axis::Z],
            _ => Vec::new(),
        }
    }
}

/// The middle edge of the first block, and of the 2x2x3 block unless another is named.
pub(super) const DL: usize = 6;

/// A corner and the three edges that touch it.
fn block(corner: usize) -> PieceSet {
    let touches = |edge: &usize| EDGE_FACES[*edge].iter().all(|face| CORNER_FACES[corner].contains(face));
    PieceSet::new(&[corner], &(0..12).filter(touches).collect::<Vec<_>>())
}

/// The blocks of the two corners at the ends of an edge.
fn along(edge: usize) -> impl Iterator<Item = PieceSet> {
    let at_end = move |faces: &[Face; 3]| EDGE_FACES[edge].iter().all(|face| faces.contains(face));
    (0..8).filter(move |corner| at_end(&CORNER_FACES[*corner])).map(block)
}

/// Writes the term as [`super::parse`] reads it, always in the same way.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Term::Cross => f.write_str("cross"),
            Term::F2l => f.write_str("f2l"),
            Term::Line => f.write_str("line"),
            Term::EoLine => f.write_str("eoline"),
            Term::Eo(None) => f.write_str("eo"),
            Term::Eo(Some(axis)) => write!(f, "eo {}", axis.name()),
            Term::Pair(slot) => f.write_str(slot.name()),
            // Without the word it would be the slot.
            Term::Edge(edge) if Slot::ALL.iter().any(|slot| slot.edge() == edge) => {
                write!(f, "{} edge", edge_name(edge))
            }
            Term::Edge(edge) => f.write_str(&edge_name(edge)),
            Term::Corner(corner) => f.write_str(&corner_name(corner)),
            Term::SlotEdges => f.write_str("slot edges"),
            Term::SlotCorners => f.write_str("slot corners"),
            Term::Block2x2x2(corner) => write!(f, "2x2x2 {}", corner_name(corner)),
            Term::Block2x2x3(edge) => write!(f, "2x2x3 {}", edge_name(edge)),
            Term::Block1x2x3 => f.write_str("1x2x3"),
            Term::Slots(1) => f.write_str("1 slot"),
            Term::Slots(count) => write!(f, "{count} slots"),
            Term::Offset => f.write_str("offset D"),
        }
    }
}
