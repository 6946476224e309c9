//! A turn of the 3x3x3: its layers, axis and number of quarter turns.

use std::fmt;

use crate::face::Face;
use crate::moves::Move;
use crate::symmetry::Symmetry;

/// The layers and the axis of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// A single face.
    Face(Face),
    /// A face and the middle layer next to it (`Rw`).
    Wide(Face),
    /// The layer between L and R, in the direction of L.
    M,
    /// The layer between D and U, in the direction of D.
    E,
    /// The layer between F and B, in the direction of F.
    S,
    /// The whole cube, in the direction of R.
    X,
    /// The whole cube, in the direction of U.
    Y,
    /// The whole cube, in the direction of F.
    Z,
}

impl Base {
    /// Returns the face that gives the clockwise direction of the turn.
    pub const fn direction(self) -> Face {
        match self {
            Base::Face(face) | Base::Wide(face) => face,
            Base::M => Face::L,
            Base::E => Face::D,
            Base::S | Base::Z => Face::F,
            Base::X => Face::R,
            Base::Y => Face::U,
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Base::Face(face) => write!(f, "{face}"),
            Base::Wide(face) => write!(f, "{face}w"),
            Base::M => f.write_str("M"),
            Base::E => f.write_str("E"),
            Base::S => f.write_str("S"),
            Base::X => f.write_str("x"),
            Base::Y => f.write_str("y"),
            Base::Z => f.write_str("z"),
        }
    }
}

/// A turn of a face, of two layers, of a middle layer or of the whole cube, by one, two or three clockwise quarter
/// turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    base: Base,
    quarters: u8,
}

impl Turn {
    /// Returns the turn of `base` by `quarters` clockwise quarter turns; `None` if `quarters` is a multiple of four.
    pub const fn new(base: Base, quarters: i32) -> Option<Turn> {
        match quarters.rem_euclid(4) {
            0 => None,
            quarters => Some(Turn { base, quarters: quarters as u8 }),
        }
    }

    /// Returns the layers and the axis of the turn.
    pub const fn base(self) -> Base {
        self.base
    }

    /// Returns the number of clockwise quarter turns: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self.quarters
    }

    /// Returns the turn that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Turn {
        Turn { base: self.base, quarters: 4 - self.quarters }
    }

    /// Returns the conjugate by `rotation`: the same turn of the images of its layers.
    ///
    /// # Panics
    /// If `rotation` is a mirror.
    #[must_use]
    pub fn conjugate(self, rotation: Symmetry) -> Turn {
        assert!(!rotation.is_mirror(), "the conjugating symmetry must be a rotation");
        let face = rotation.face(self.base.direction());
        let base = match self.base {
            Base::Face(_) => Base::Face(face),
            Base::Wide(_) => Base::Wide(face),
            Base::M | Base::E | Base::S => [Base::M, Base::E, Base::S][face.axis() as usize],
            Base::X | Base::Y | Base::Z => [Base::X, Base::Y, Base::Z][face.axis() as usize],
        };
        let quarters = if base.direction() == face { self.quarters } else { 4 - self.quarters };
        Turn { base, quarters }
    }
}

impl From<Move> for Turn {
    fn from(m: Move) -> Turn {
        Turn { base: Base::Face(m.face()), quarters: m.quarters() }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.base, ["", "2", "'"][self.quarters as usize - 1])
    }
}
