//! The terms of a goal: the pieces that each solves, and how it is written.

use std::fmt;

use super::super::placement::Shape;
use super::super::{CROSS, Placement, Slot};
use crate::face::Axis;
use crate::piece::{PieceSet, corner_name, edge_name};

/// What one term asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// The four edges of the bottom.
    Cross,
    /// The cross and all four slots.
    F2l,
    /// A block or a line in a certain place.
    Placed(Placement),
    /// A block or a line in any of its places over the bottom.
    AnyOf(Shape),
    /// The line of this axis and all edges oriented relative to it; without an axis, either of the bottom's two.
    EoLine(Option<Axis>),
    /// All edges oriented relative to this axis; without one, relative to any that goes with the other terms.
    Eo(Option<Axis>),
    /// All edges oriented relative to any axis.
    AnyEo,
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
    /// So many slots, whichever.
    Slots(usize),
    /// The bottom layer may be turned as a whole.
    Offset,
}

impl Term {
    /// The pieces that it solves whatever is chosen.
    pub(super) fn pieces(self) -> PieceSet {
        let cross = PieceSet::new(&[], &CROSS);
        match self {
            Term::Cross => cross,
            Term::F2l => Slot::ALL.into_iter().fold(cross, |pieces, slot| pieces.union(slot.pair())),
            Term::Placed(placement) => placement.pieces(),
            Term::EoLine(Some(axis)) => Placement::line(axis).pieces(),
            Term::Pair(slot) => slot.pair(),
            Term::Edge(edge) => PieceSet::new(&[], &[edge]),
            Term::Corner(corner) => PieceSet::new(&[corner], &[]),
            Term::SlotEdges => PieceSet::new(&[], &Slot::ALL.map(Slot::edge)),
            Term::SlotCorners => PieceSet::new(&Slot::ALL.map(Slot::corner), &[]),
            Term::AnyOf(_)
            | Term::EoLine(None)
            | Term::Eo(_)
            | Term::AnyEo
            | Term::Slots(_)
            | Term::Offset => PieceSet::default(),
        }
    }

    /// Whether it asks for the orientation of all edges.
    pub(super) const fn orients(self) -> bool {
        matches!(self, Term::EoLine(_) | Term::Eo(_) | Term::AnyEo)
    }
}

/// Writes the term as [`super::parse`] reads it, always in the same way.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Term::Cross => f.write_str("cross"),
            Term::F2l => f.write_str("f2l"),
            Term::Placed(placement) => write!(f, "{placement}"),
            Term::AnyOf(shape) => f.write_str(shape.name()),
            Term::EoLine(None) => f.write_str("eoline"),
            Term::EoLine(Some(axis)) => write!(f, "eoline {}", axis.name()),
            Term::Eo(None) => f.write_str("eo"),
            Term::Eo(Some(axis)) => write!(f, "eo {}", axis.name()),
            Term::AnyEo => f.write_str("any eo"),
            Term::Pair(slot) => f.write_str(slot.name()),
            // Without the word it would be the slot.
            Term::Edge(edge) if Slot::ALL.iter().any(|slot| slot.edge() == edge) => {
                write!(f, "{} edge", edge_name(edge))
            }
            Term::Edge(edge) => f.write_str(&edge_name(edge)),
            Term::Corner(corner) => f.write_str(&corner_name(corner)),
            Term::SlotEdges => f.write_str("slot edges"),
            Term::SlotCorners => f.write_str("slot corners"),
            Term::Slots(1) => f.write_str("1 slot"),
            Term::Slots(count) => write!(f, "{count} slots"),
            Term::Offset => f.write_str("offset D"),
        }
    }
}
