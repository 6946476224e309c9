//! The terms of a goal, the pieces that each solves, and their canonical form.

use std::fmt;

use super::super::placement::Shape;
use super::super::{CROSS, Placement, Slot};
use crate::face::Axis;
use crate::piece::{PieceSet, corner_name, edge_name};

/// A term of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// The four bottom edges.
    Cross,
    /// The cross and all four slots.
    F2l,
    /// A block or a line at a given place.
    Placed(Placement),
    /// A block or a line in any of its places relative to the bottom.
    AnyOf(Shape),
    /// The line on this axis with all edges oriented relative to it. `None` stands for L/R or F/B.
    EoLine(Option<Axis>),
    /// All edges oriented relative to this axis. `None` stands for any axis that is compatible with the other terms.
    Eo(Option<Axis>),
    /// All edges oriented relative to any axis.
    AnyEo,
    /// The corner and the edge of a slot.
    Pair(Slot),
    /// One edge.
    Edge(usize),
    /// One corner.
    Corner(usize),
    /// The edges of all four slots.
    SlotEdges,
    /// The corners of all four slots.
    SlotCorners,
    /// Any slots, this many.
    Slots(usize),
    /// The bottom layer may be offset by a turn.
    Offset,
}

impl Term {
    /// Returns the pieces that the term solves in every choice.
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

    /// Returns whether the term requires all edges to be oriented.
    pub(super) const fn orients(self) -> bool {
        matches!(self, Term::EoLine(_) | Term::Eo(_) | Term::AnyEo)
    }
}

/// Writes the term in canonical form, as [`super::parse`] reads it.
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
            // Without the word `edge` it would be read as the slot.
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
