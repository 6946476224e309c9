//! The 3x3x3 with its orientation in space.
//!
//! Places are fixed in space, not relative to the centres, so slice turns, wide turns and rotations of the whole cube
//! act in the same way as face turns.

use crate::face::Face;
use crate::group::Element;
use crate::notation::{Base, Turn};
use crate::piece::{CORNER_FACES, EDGE_FACES, place_image};
use crate::state::Cube;
use crate::symmetry::{FACE_IMAGE, Symmetry};

/// A state of the cube and the orientation in which it is held.
///
/// Its [`Element`] implementation has 26 pieces: 8 corners, 12 edges and 6 centres. The places of the centres are the
/// faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeldCube {
    /// The place of each corner and of each edge, numbered as in [`Cube`] but fixed in space.
    corners: [u8; 8],
    edges: [u8; 12],
    /// The rotation that carries each centre from its home face to its current face.
    centers: Symmetry,
}

impl HeldCube {
    /// The solved cube with white on top and green in front.
    pub const SOLVED: HeldCube = HeldCube {
        corners: *Cube::SOLVED.corners(),
        edges: *Cube::SOLVED.edges(),
        centers: Symmetry::IDENTITY,
    };

    /// Returns the solved cube after a rotation of the whole cube.
    ///
    /// # Panics
    /// If `rotation` is a mirror.
    pub fn rotated(rotation: Symmetry) -> HeldCube {
        assert!(!rotation.is_mirror(), "the orientation of a cube must be a rotation");
        HeldCube::with_rotated_layers(rotation, |_| true, true)
    }

    /// Returns the cube held with white on top and green in front.
    pub fn new(cube: &Cube) -> HeldCube {
        HeldCube { corners: *cube.corners(), edges: *cube.edges(), centers: Symmetry::IDENTITY }
    }

    /// Returns the state after one more turn.
    #[must_use]
    pub fn turn(&self, turn: Turn) -> HeldCube {
        self.then(&HeldCube::of_turn(turn))
    }

    /// Returns the solved cube after one turn.
    pub fn of_turn(turn: Turn) -> HeldCube {
        let face = turn.base().direction();
        let opposite = face.opposite();
        let rotation = Symmetry::rotation(face, i32::from(turn.quarters()));
        match turn.base() {
            Base::Face(_) => HeldCube::with_rotated_layers(rotation, |faces| faces.contains(&face), false),
            Base::Wide(_) => {
                HeldCube::with_rotated_layers(rotation, |faces| !faces.contains(&opposite), true)
            }
            Base::M | Base::E | Base::S => HeldCube::with_rotated_layers(
                rotation,
                |faces| !faces.contains(&face) && !faces.contains(&opposite),
                true,
            ),
            Base::X | Base::Y | Base::Z => HeldCube::rotated(rotation),
        }
    }

    /// Returns the rotation that carries each centre from its home face to its current face.
    pub fn centers(&self) -> Symmetry {
        self.centers
    }

    /// Returns the cube if it is held with white on top and green in front and face turns can reach it.
    pub fn pieces(&self) -> Option<Cube> {
        let is_upright = self.centers == Symmetry::IDENTITY;
        is_upright.then(|| Cube::from_places(self.corners, self.edges).ok()).flatten()
    }

    /// Returns the rotation of the whole cube relative to the solved state, or `None` if the cube is not solved.
    pub fn solved_rotation(&self) -> Option<Symmetry> {
        (*self == HeldCube::rotated(self.centers)).then_some(self.centers)
    }

    /// Returns the solved cube after `rotation` of the pieces whose faces satisfy `is_moved`, and of the centres if
    /// `moves_centers`.
    fn with_rotated_layers(
        rotation: Symmetry,
        is_moved: impl Fn(&[Face]) -> bool,
        moves_centers: bool,
    ) -> HeldCube {
        let map = &FACE_IMAGE[rotation.index()];
        let corner = |c: usize| {
            let place = 3 * c;
            if is_moved(&CORNER_FACES[c]) { place_image(&CORNER_FACES, map, place) } else { place }
        };
        let edge = |e: usize| {
            let place = 2 * e;
            if is_moved(&EDGE_FACES[e]) { place_image(&EDGE_FACES, map, place) } else { place }
        };
        HeldCube {
            corners: std::array::from_fn(|c| corner(c) as u8),
            edges: std::array::from_fn(|e| edge(e) as u8),
            centers: if moves_centers { rotation } else { Symmetry::IDENTITY },
        }
    }
}

impl Element for HeldCube {
    const PIECES: usize = 26;
    const IDENTITY: HeldCube = HeldCube::SOLVED;

    fn then(&self, next: &HeldCube) -> HeldCube {
        HeldCube {
            corners: self.corners.map(|p| next.image(0, p.into()) as u8),
            edges: self.edges.map(|p| next.image(8, p.into()) as u8),
            centers: self.centers.then(next.centers),
        }
    }

    fn inverse(&self) -> HeldCube {
        let mut inverse = HeldCube { centers: self.centers.inverse(), ..HeldCube::SOLVED };
        for (c, p) in self.corners.iter().enumerate() {
            inverse.corners[usize::from(*p) / 3] = 3 * c as u8 + (3 - p % 3) % 3;
        }
        for (e, p) in self.edges.iter().enumerate() {
            inverse.edges[usize::from(*p) / 2] = 2 * e as u8 + p % 2;
        }
        inverse
    }

    fn home(piece: usize) -> usize {
        match piece {
            0..8 => 3 * piece,
            8..20 => 2 * (piece - 8),
            _ => piece - 20,
        }
    }

    fn image(&self, piece: usize, place: usize) -> usize {
        match piece {
            0..8 => {
                let to = usize::from(self.corners[place / 3]);
                to / 3 * 3 + (to + place) % 3
            }
            8..20 => usize::from(self.edges[place / 2]) ^ (place % 2),
            _ => self.centers.face(Face::from_index(place)) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::Group;
    use crate::moves::Move;
    use crate::notation::Algorithm;
    use crate::random;

    #[test]
    fn face_turn_equals_turn_of_the_cube() {
        let cube = random::states(1).next().unwrap();
        for m in Move::all() {
            assert_eq!(HeldCube::new(&cube).turn(m.into()), HeldCube::new(&cube.turn(m)), "{m}");
        }
    }

    #[test]
    fn turns_equal_resolved_face_turns_followed_by_the_rotation() {
        for text in [
            "M",
            "E2",
            "S'",
            "Rw",
            "Lw2",
            "Uw'",
            "Dw",
            "Fw",
            "Bw'",
            "x",
            "y'",
            "z2",
            "M U Rw' F2 S x U Lw y' E R",
        ] {
            let algorithm = Algorithm::parse(text).unwrap();
            let held = algorithm.turns().iter().fold(HeldCube::SOLVED, |held, turn| held.turn(*turn));
            let (moves, rotation) = algorithm.resolve();
            // The expected state: the pieces relative to the centres, then the rotation of the whole cube.
            let wanted = HeldCube::new(&Cube::from_moves(&moves)).then(&HeldCube::rotated(rotation));
            assert_eq!(held, wanted, "{text}");
            assert_eq!(held.then(&held.inverse()), HeldCube::SOLVED);
            assert_eq!(held.solved_rotation().is_some(), Cube::from_moves(&moves) == Cube::SOLVED);
        }
    }

    #[test]
    fn groups_with_slice_turns_have_known_orders() {
        let order = |text: &str| {
            let turns = Algorithm::parse(text).unwrap();
            Group::generated_by(turns.turns().iter().map(|turn| HeldCube::of_turn(*turn)), &[]).order()
        };
        assert_eq!(order("x y"), 24);
        assert_eq!(order("M2 E2 S2"), 8);
        // Roux's last six edges: permutations of the edges, the corners as a block, and the centres.
        assert_eq!(order("M U"), 184_320);
        assert_eq!(order("U R"), 73_483_200);
        assert_eq!(order("U D R L F B x y"), 24 * 43_252_003_274_489_856_000);
    }
}
