//! The orientations and premoves under which the two-phase solver searches a cube.

use cubiform_cube::{Axis, Cube, Face, Move, Symmetry};
use cubiform_search::MoveOrder;
use cubiform_tables::kociemba::IN_G1;

/// An orientation of the search: along one of three axes, of the cube or of its inverse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orientation {
    /// The rotation that brings the axis to that of U and D.
    rotation: Symmetry,
    /// Whether the inverse of the cube is searched.
    inverse: bool,
}

impl Orientation {
    /// Returns all six orientations.
    pub(super) fn all() -> [Orientation; 6] {
        let rotations = [Symmetry::IDENTITY, Symmetry::rotation(Face::F, 1), Symmetry::rotation(Face::R, 1)];
        std::array::from_fn(|i| Orientation { rotation: rotations[i % 3], inverse: i >= 3 })
    }

    /// Returns the orientation of the cube itself along `axis`.
    pub(super) fn along(axis: Axis) -> Orientation {
        let is_along =
            |orientation: &Orientation| !orientation.inverse && orientation.rotation.axis(axis) == Axis::Y;
        Orientation::all().into_iter().find(is_along).expect("each axis has an orientation")
    }

    /// Returns the cube, or its inverse, in this orientation.
    pub(super) fn apply(&self, cube: &Cube) -> Cube {
        let cube = if self.inverse { cube.inverse() } else { *cube };
        cube.conjugate(self.rotation)
    }

    /// Converts the solution of the cube in this orientation to a solution of the cube itself.
    pub(super) fn solution(&self, moves: &[Move]) -> Vec<Move> {
        let to_cube = self.rotation.inverse();
        let conjugated = moves.iter().map(|m| to_cube.conjugate(*m));
        if self.inverse { conjugated.rev().map(|m| m.inverse()).collect() } else { conjugated.collect() }
    }
}

/// Moves made before the cube. A solution of the cube that they lead to, followed by these moves, solves the original
/// cube: if `z` comes before the cube `c`, and `z c s` is solved, then so is `c s z`.
#[derive(Clone, Debug)]
pub(super) struct Premoves {
    pub(super) moves: Vec<Move>,
    /// The solved cube after the moves.
    pub(super) cube: Cube,
}

impl Premoves {
    /// Returns all canonical premove sequences of `length` moves whose first move is not in G1. The premoves come after
    /// the moves of phase 2, which would absorb a leading move of G1.
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
