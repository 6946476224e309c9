//! A turn of the 3x3x3: its layers, axis and number of quarter turns, and the metrics by which turns count.

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

    /// Returns whether the turn is a rotation of the whole cube.
    pub const fn is_rotation(self) -> bool {
        matches!(self, Base::X | Base::Y | Base::Z)
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

    /// Returns the conjugate by a symmetry: the same turn of the images of its layers, in the opposite direction if the symmetry
    /// is a mirror.
    #[must_use]
    pub fn conjugate(self, symmetry: Symmetry) -> Turn {
        let face = symmetry.face(self.base.direction());
        let base = match self.base {
            Base::Face(_) => Base::Face(face),
            Base::Wide(_) => Base::Wide(face),
            Base::M | Base::E | Base::S => [Base::M, Base::E, Base::S][face.axis() as usize],
            Base::X | Base::Y | Base::Z => [Base::X, Base::Y, Base::Z][face.axis() as usize],
        };
        let is_reversed = (base.direction() == face) == symmetry.is_mirror();
        let quarters = if is_reversed { 4 - self.quarters } else { self.quarters };
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

/// A metric of turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TurnMetric {
    /// Half turn metric (outer block turns): a face turn or wide turn counts 1, a slice turn 2, a rotation 0.
    #[default]
    Htm,
    /// Quarter turn metric: like HTM, but half turns count twice.
    Qtm,
    /// Slice turn metric (range block turns): a face turn, wide turn or slice turn counts 1, a rotation 0.
    Stm,
    /// Execution turn metric: each written move counts 1, including rotations.
    Etm,
}

impl TurnMetric {
    /// All metrics.
    pub const ALL: [TurnMetric; 4] = [TurnMetric::Htm, TurnMetric::Qtm, TurnMetric::Stm, TurnMetric::Etm];

    /// Returns the name, in lower case.
    pub const fn name(self) -> &'static str {
        ["htm", "qtm", "stm", "etm"][self as usize]
    }

    /// Returns the metric with this name; upper and lower case are equal.
    pub fn from_name(name: &str) -> Option<TurnMetric> {
        TurnMetric::ALL.into_iter().find(|metric| metric.name().eq_ignore_ascii_case(name))
    }

    /// Returns the number of moves that a turn counts.
    ///
    /// ```
    /// use cubiform_cube::Algorithm;
    /// use cubiform_cube::notation::TurnMetric;
    ///
    /// let turns = Algorithm::parse("M2 y").unwrap();
    /// let costs = |turn| TurnMetric::ALL.map(|metric| metric.cost(turn));
    /// assert_eq!(costs(turns.turns()[0]), [2, 4, 1, 1]);
    /// assert_eq!(costs(turns.turns()[1]), [0, 0, 0, 1]);
    /// ```
    pub fn cost(self, turn: Turn) -> u8 {
        let layers = match turn.base() {
            Base::Face(_) | Base::Wide(_) => 1,
            Base::M | Base::E | Base::S => 2,
            Base::X | Base::Y | Base::Z => 0,
        };
        match self {
            TurnMetric::Htm => layers,
            TurnMetric::Qtm => layers * if turn.quarters() == 2 { 2 } else { 1 },
            TurnMetric::Stm => layers.min(1),
            TurnMetric::Etm => 1,
        }
    }

    /// Returns the number of moves of a sequence of turns, at most 255.
    pub fn length(self, turns: &[Turn]) -> u8 {
        turns.iter().fold(0, |length, turn| length.saturating_add(self.cost(*turn)))
    }
}
