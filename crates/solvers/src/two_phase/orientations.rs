//! The ways to look at a cube: along three axes, it or its inverse, with a few moves made before.

use cubiform_cube::{Axis, Cube, Face, Move, Symmetry};
use cubiform_search::MoveOrder;
use cubiform_tables::kociemba::IN_G1;

/// A way to look at a cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orientation {
    /// Brings the axis along which it looks to that of U and D.
    rotation: Symmetry,
    /// Whether it looks at the inverse.
    inverse: bool,
}

impl Orientation {
    /// All six.
    pub(super) fn all() -> [Orientation; 6] {
        let rotations = [Symmetry::IDENTITY, Symmetry::rotation(Face::F, 1), Symmetry::rotation(Face::R, 1)];
        std::array::from_fn(|i| Orientation { rotation: rotations[i % 3], inverse: i >= 3 })
    }

    /// The cube itself, along an axis.
    pub(super) fn along(axis: Axis) -> Orientation {
        let is_along =
            |orientation: &Orientation| !orientation.inverse && orientation.rotation.axis(axis) == Axis::Y;
        Orientation::all().into_iter().find(is_along).expect("there is a view along each axis")
    }

    /// What it sees.
    pub(super) fn apply(&self, cube: &Cube) -> Cube {
        let cube = if self.inverse { cube.inverse() } else { *cube };
        cube.conjugate(self.rotation)
    }

    /// The moves that solve a cube, from those that solve what it sees of it.
    pub(super) fn solution(&self, moves: &[Move]) -> Vec<Move> {
        let to_cube = self.rotation.inverse();
        let conjugated = moves.iter().map(|m| to_cube.conjugate(*m));
        if self.inverse { conjugated.rev().map(|m| m.inverse()).collect() } else { conjugated.collect() }
    }
}

/// Moves made before the cube is: a solution of what comes of that, and then these moves, is one of the cube.
///
/// If `z` comes before the cube `c`, and `z c s` is solved, then so is `c s z`.
#[derive(Clone, Debug)]
pub(super) struct Premoves {
    pub(super) moves: Vec<Move>,
    /// What they make of the solved cube.
    pub(super) cube: Cube,
}

impl Premoves {
    /// All of this length in canonical order, whose first is none of G1: as it comes after moves of G1, it would be one
    /// of those.
    pub(super) fn all(length: usize, order: &MoveOrder) -> Vec<Premoves> {
        let mut sequences = vec![Vec::new()];
        for i in 0..length {
            let longer = |moves: &Vec<Move>| {
                let last = moves.last().map(|m: &Move| m.index() as u8);
                let next = order.after(last) & if i == 0 { !u64::from(IN_G1) } else { u64::MAX };
                let next = Move::all().filter(move |m| next >> m.index() & 1 == 1);
                let moves = moves.clone();
                next.map(move |m| moves.iter().copied().chain([m]).collect()).collect::<Vec<Vec<Move>>>()
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
        sequences.into_iter().map(|moves| Premoves { cube: Cube::from_moves(&moves), moves }).collect()
    }
}
