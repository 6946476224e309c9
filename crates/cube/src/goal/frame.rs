//! Frames: the ways to look at a cube for a goal, by the bottom colour or by an axis of the cube or of its inverse.

use crate::face::{Axis, Color, Face};
use crate::moves::Move;
use crate::state::Cube;
use crate::symmetry::Symmetry;

/// A way to look at a cube for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Frame {
    /// With this colour at the bottom.
    Bottom(Color),
    /// Along an axis.
    Along(Side),
}

/// An axis of the cube, or of its inverse: the *side* of the scramble from which a fewest-moves solver looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    /// The axis.
    pub axis: Axis,
    /// Whether the inverse of the cube is looked at.
    pub is_inverse: bool,
}

impl Frame {
    /// Returns the frames of these bottom colours.
    pub fn bottoms(colors: impl IntoIterator<Item = Color>) -> Vec<Frame> {
        colors.into_iter().map(Frame::Bottom).collect()
    }

    /// Returns the frames of all sides.
    pub fn sides() -> Vec<Frame> {
        Side::ALL.map(Frame::Along).to_vec()
    }

    /// Returns the bottom colour, if there is one.
    pub fn color(self) -> Option<Color> {
        match self {
            Frame::Bottom(color) => Some(color),
            Frame::Along(_) => None,
        }
    }

    /// Returns the name in machine-readable output: `white`, `ud`, `ud_inverse`.
    pub fn name(self) -> &'static str {
        match self {
            Frame::Bottom(color) => color.name(),
            Frame::Along(side) => side.name(),
        }
    }

    /// Returns the name for people: `white`, `UD`, or `(UD)` on the inverse.
    pub fn label(self) -> &'static str {
        match self {
            Frame::Bottom(color) => color.name(),
            Frame::Along(side) => side.label(),
        }
    }

    /// Returns a sort key that puts white first and keeps opposite colours together, and sides in their order.
    pub fn display_order(self) -> (usize, bool) {
        match self {
            Frame::Bottom(color) => {
                let place = Color::COLUMNS.iter().position(|of| *of == color).unwrap_or_default();
                (place / 2, color.face() == Face::D)
            }
            Frame::Along(side) => (Side::ALL.iter().position(|of| *of == side).unwrap_or_default(), false),
        }
    }
}

impl Side {
    /// All sides: U/D, F/B and R/L of the cube, then those of its inverse.
    pub const ALL: [Side; 6] = {
        let [ud, fb, rl] = [Axis::Y, Axis::Z, Axis::X];
        [
            Side { axis: ud, is_inverse: false },
            Side { axis: fb, is_inverse: false },
            Side { axis: rl, is_inverse: false },
            Side { axis: ud, is_inverse: true },
            Side { axis: fb, is_inverse: true },
            Side { axis: rl, is_inverse: true },
        ]
    };

    /// Returns the name in machine-readable output.
    pub fn name(self) -> &'static str {
        match (self.axis, self.is_inverse) {
            (Axis::Y, false) => "ud",
            (Axis::Z, false) => "fb",
            (Axis::X, false) => "rl",
            (Axis::Y, true) => "ud_inverse",
            (Axis::Z, true) => "fb_inverse",
            (Axis::X, true) => "rl_inverse",
        }
    }

    /// Returns the name for people, in which parentheses mean the inverse.
    pub fn label(self) -> &'static str {
        match (self.axis, self.is_inverse) {
            (Axis::Y, false) => "UD",
            (Axis::Z, false) => "FB",
            (Axis::X, false) => "RL",
            (Axis::Y, true) => "(UD)",
            (Axis::Z, true) => "(FB)",
            (Axis::X, true) => "(RL)",
        }
    }

    /// Returns the cube as seen from this side: the cube or its inverse, turned so that the axis becomes that of U and D.
    pub fn view(self, cube: &Cube) -> Cube {
        let cube = if self.is_inverse { cube.inverse() } else { *cube };
        cube.conjugate(self.rotation())
    }

    /// Converts a solution of the cube as seen from this side to one of the cube itself.
    pub fn solution(self, moves: &[Move]) -> Vec<Move> {
        let back = self.rotation().inverse();
        let turned = moves.iter().map(|m| back.conjugate(*m));
        if self.is_inverse { turned.rev().map(Move::inverse).collect() } else { turned.collect() }
    }

    /// Returns the rotation that brings the axis to that of U and D.
    pub fn rotation(self) -> Symmetry {
        match self.axis {
            Axis::Y => Symmetry::IDENTITY,
            Axis::X => Symmetry::rotation(Face::F, 1),
            Axis::Z => Symmetry::rotation(Face::R, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_distinct() {
        let frames = || Frame::bottoms(Color::COLUMNS).into_iter().chain(Frame::sides());
        for name in [Frame::name as fn(Frame) -> &'static str, Frame::label] {
            assert_eq!(frames().map(name).collect::<HashSet<_>>().len(), 12);
        }
    }

    #[test]
    fn view_brings_the_axis_to_that_of_u_and_d() {
        for side in Side::ALL {
            assert_eq!(side.rotation().axis(side.axis), Axis::Y);
            let cube = Cube::SOLVED.turn(Move::new(side.axis.face(), 1).unwrap());
            // A quarter turn about the axis flips edges relative to it alone.
            let flipped = Axis::ALL.into_iter().filter(|axis| !side.view(&cube).is_oriented(*axis));
            assert_eq!(flipped.collect::<Vec<_>>(), [Axis::Y]);
        }
    }
}
