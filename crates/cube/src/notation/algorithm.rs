//! Algorithms: flat sequences of 3x3x3 turns, and their effect on the cube.

use std::fmt;
use std::str::FromStr;

use crate::moves::Move;
use crate::notation::turn::{Base, Turn};
use crate::notation::{Cube3, ParseError, parse};
use crate::state::Cube;
use crate::symmetry::Symmetry;

/// A sequence of turns; groups and commutators are expanded.
///
/// ```
/// use cubiform_cube::notation::Algorithm;
///
/// let sune: Algorithm = "[R U R': U] R U2’ R'  // lenient".parse()?;
/// assert_eq!(sune.to_string(), "R U R' U R U' R' R U2 R'");
/// assert_eq!(sune.inverse().to_string(), "R U2 R' R U R' U' R U' R'");
///
/// // Letters refer to the frame after all earlier rotations.
/// let (moves, rotation) = Algorithm::parse("x U Rw")?.resolve();
/// assert_eq!(cubiform_cube::moves::to_wca(&moves), "F L");
/// assert_eq!(rotation.rotation_name().as_deref(), Some("x2"));
///
/// let error = Algorithm::parse("R U Q").unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 5: 'Q' is not a move; expected "));
/// # Ok::<(), cubiform_cube::notation::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Algorithm {
    turns: Vec<Turn>,
}

impl Algorithm {
    /// Parses the notation described in the [module](crate::notation). A text without moves gives the empty algorithm.
    ///
    /// # Errors
    /// The first error, with its place and a hint. This includes algorithms of more than
    /// [`MAX_TURNS`](crate::notation::MAX_TURNS) turns after expansion and nesting deeper than
    /// [`MAX_DEPTH`](crate::notation::MAX_DEPTH).
    pub fn parse(text: &str) -> Result<Algorithm, ParseError> {
        parse::parse_turns(text, &Cube3).map(|turns| Algorithm { turns })
    }

    /// Like [`Algorithm::parse`], but also returns the line and column (both from 1) of each turn. Turns of a repeated
    /// or inverted group have the place of the turn in the text.
    ///
    /// ```
    /// use cubiform_cube::Algorithm;
    ///
    /// let (algorithm, places) = Algorithm::parse_with_places("(R U)2 // a\n F'")?;
    /// assert_eq!(algorithm.to_string(), "R U R U F'");
    /// assert_eq!(places, [(1, 2), (1, 4), (1, 2), (1, 4), (2, 2)]);
    /// # Ok::<(), cubiform_cube::notation::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Algorithm::parse`].
    pub fn parse_with_places(text: &str) -> Result<(Algorithm, Vec<(usize, usize)>), ParseError> {
        let placed = parse::parse_placed(text, &Cube3)?;
        let places = placed.iter().map(|placed| (placed.line, placed.column)).collect();
        Ok((placed.into_iter().map(|placed| placed.turn).collect(), places))
    }

    /// Returns a rotation of the whole cube as an algorithm of at most two turns; `None` for a mirror.
    ///
    /// ```
    /// use cubiform_cube::{Algorithm, Face, Symmetry};
    ///
    /// let rotation = Symmetry::rotation(Face::R, 1).then(Symmetry::rotation(Face::U, -1));
    /// assert_eq!(Algorithm::of_rotation(rotation).unwrap().to_string(), "x y'");
    /// assert_eq!(Algorithm::of_rotation(Symmetry::IDENTITY).unwrap().to_string(), "");
    /// ```
    pub fn of_rotation(rotation: Symmetry) -> Option<Algorithm> {
        rotation.rotation_name().map(|name| name.parse().expect("a rotation name is valid notation"))
    }

    /// Returns the turns in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the algorithm that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Algorithm {
        self.turns.iter().rev().map(|turn| turn.inverse()).collect()
    }

    /// Returns face turns with the same effect on the pieces relative to the centres, and the net rotation of the whole
    /// cube.
    ///
    /// The moves are named in the initial frame, that of the centres: after `x` the letter `U` turns the face that was
    /// F. A wide turn becomes a turn of the opposite face and a rotation; a turn of a middle layer becomes two face
    /// turns and a rotation. The net rotation carries each centre from its initial to its final position. Nothing is
    /// cancelled: `R R'` gives two moves.
    pub fn resolve(&self) -> (Vec<Move>, Symmetry) {
        let (moves, rotation) = self.resolve_each();
        (moves.into_iter().flatten().flatten().collect(), rotation)
    }

    /// Returns the moves of each turn, two of a middle layer and none of a rotation, and the net rotation, as
    /// [`Algorithm::resolve`].
    pub(super) fn resolve_each(&self) -> (Vec<[Option<Move>; 2]>, Symmetry) {
        // The rotation from the current frame to the initial frame.
        let mut home = Symmetry::IDENTITY;
        let resolved = |turn: &Turn| {
            let (face, quarters) = (turn.base().direction(), i32::from(turn.quarters()));
            let (near, far, whole) = match turn.base() {
                Base::Face(_) => (quarters, 0, 0),
                Base::Wide(_) => (0, quarters, quarters),
                Base::M | Base::E | Base::S => (-quarters, quarters, quarters),
                Base::X | Base::Y | Base::Z => (0, 0, quarters),
            };
            let moves = [Move::new(home.face(face), near), Move::new(home.face(face.opposite()), far)];
            if whole != 0 {
                home = Symmetry::rotation(face, -whole).then(home);
            }
            moves
        };
        let moves = self.turns.iter().map(resolved).collect();
        (moves, home.inverse())
    }

    /// Returns the state after applying the algorithm to the solved cube, relative to the centres.
    ///
    /// The net rotation is left out: `x` alone gives the solved cube. [`Algorithm::resolve`] returns it.
    pub fn cube(&self) -> Cube {
        Cube::from_moves(&self.resolve().0)
    }
}

impl FromStr for Algorithm {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Algorithm, ParseError> {
        Algorithm::parse(text)
    }
}

impl<T: Into<Turn>> FromIterator<T> for Algorithm {
    fn from_iter<I: IntoIterator<Item = T>>(turns: I) -> Algorithm {
        Algorithm { turns: turns.into_iter().map(T::into).collect() }
    }
}

/// WCA notation, with turns separated by single spaces.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, turn) in self.turns.iter().enumerate() {
            write!(f, "{}{turn}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Face;

    fn algorithm(text: &str) -> Algorithm {
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// Asserts that both algorithms have the same effect on pieces and centres.
    fn assert_same(a: &str, b: &str) {
        let resolve = |text: &str| {
            let (moves, rotation) = algorithm(text).resolve();
            (Cube::from_moves(&moves), rotation)
        };
        assert_eq!(resolve(a), resolve(b), "{a} is not {b}");
    }

    #[test]
    fn letters_are_read_in_the_rotated_frame() {
        for (a, b) in [
            ("x U x'", "F"),
            ("y R y'", "B"),
            ("z U z'", "L"),
            ("x y R U", "U F x y"),
            ("Rw U Rw'", "L F L'"),
        ] {
            assert_same(a, b);
        }
        assert_eq!(crate::moves::to_wca(&algorithm("x y R U").resolve().0), "U F");
    }

    #[test]
    fn slice_and_wide_turns_resolve_to_face_turns_and_a_rotation() {
        for (a, b) in [
            ("Rw", "L x"),
            ("Lw", "R x'"),
            ("Uw", "D y"),
            ("Dw", "U y'"),
            ("Fw", "B z"),
            ("Bw", "F z'"),
            ("M", "x' R L'"),
            ("E", "y' U D'"),
            ("S", "z F' B"),
            ("M'", "R' Rw"),
            ("Rw", "R M'"),
            ("Lw", "L M"),
            ("Uw", "U E'"),
            ("Dw", "D E"),
            ("Fw", "F S"),
            ("Bw", "B S'"),
            ("R M' L'", "x"),
            ("3Rw", "x"),
            ("3Lw2", "x2"),
            ("3Dw", "y'"),
            ("3Bw'", "z"),
            ("2Rw r", "Rw2"),
        ] {
            assert_same(a, b);
        }
    }

    #[test]
    fn h_permutation_swaps_opposite_top_edges() {
        let (moves, rotation) = algorithm("M2 U M2 U2 M2 U M2").resolve();
        assert_eq!(rotation, Symmetry::IDENTITY);
        let cube = Cube::from_moves(&moves);
        assert_eq!(cube.corners(), Cube::SOLVED.corners());
        // UR and UL are swapped, and so are UF and UB.
        assert_eq!(cube.edges()[..4], [4, 6, 0, 2]);
        assert_eq!(cube.edges()[4..], Cube::SOLVED.edges()[4..]);
    }

    #[test]
    fn rotations_leave_the_cube_state_unchanged() {
        assert_eq!(algorithm("x y2 z'").cube(), Cube::SOLVED);
        assert_eq!(algorithm("").cube(), Cube::SOLVED);
        assert_eq!(algorithm("R x").cube(), algorithm("R").cube());
    }

    #[test]
    fn conjugate_turns_act_as_the_turns_before_the_rotation() {
        // After the rotation s, the conjugate turns have the effect of the original turns before it.
        for text in [
            "R U2 F' L D B2",
            "M E' S2 M' E2 S",
            "Rw Uw' Fw2 Lw Dw Bw'",
            "x R y' F z2 U",
            "M2 U M U2 M' U M2",
        ] {
            for (name, s) in [
                ("x", Symmetry::rotation(Face::R, 1)),
                ("y", Symmetry::rotation(Face::U, 1)),
                ("y2", Symmetry::rotation(Face::U, 2)),
                ("z'", Symmetry::rotation(Face::F, -1)),
            ] {
                let carried: Algorithm =
                    algorithm(text).turns().iter().map(|turn| turn.conjugate(s)).collect();
                let back = algorithm(name).inverse();
                assert_same(&format!("{name} {carried} {back}"), text);
            }
        }
    }

    #[test]
    fn algorithm_collects_from_moves() {
        let moves = algorithm("R U2 F'").resolve().0;
        assert_eq!(moves.into_iter().collect::<Algorithm>().to_string(), "R U2 F'");
        assert_eq!(Turn::new(Base::M, 4), None);
        assert_eq!(Turn::new(Base::M, -1).unwrap().to_string(), "M'");
    }
}
