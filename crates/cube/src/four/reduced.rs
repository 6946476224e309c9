//! Reduction of a 4x4x4 with solved centres and paired wings to a 3x3x3.

use crate::four::action::Action;
use crate::four::cell::{CORNER_FACES, WING_FACES};
use crate::four::state::Cube4;
use crate::piece::{self, EDGE_FACES};
use crate::state::Cube;
use crate::symmetry::Symmetry;

/// The 3x3x3 edge place of each wing: the place with its first sticker on the first face of the wing.
///
/// Wings with places `2 * e` and `2 * e + 1` belong to edge `e`; face turns keep them together.
pub const WING_PLACE: [u8; 24] = {
    let mut places = [0; 24];
    let mut wing = 0;
    while wing < 24 {
        let mut place = 0;
        loop {
            let (faces, flip) = (EDGE_FACES[place / 2], place % 2);
            let [first, second] = WING_FACES[wing];
            if faces[flip] as u8 == first as u8 && faces[1 - flip] as u8 == second as u8 {
                break;
            }
            place += 1;
        }
        places[wing] = place as u8;
        wing += 1;
    }
    places
};

/// The 3x3x3 number of each corner. Both numberings count twists in the same way.
const CORNER_ON_3X3X3: [u8; 8] = {
    let mut corners = [0; 8];
    let mut corner = 0;
    while corner < 8 {
        let mut to = 0;
        loop {
            let (own, other) = (CORNER_FACES[corner], piece::CORNER_FACES[to]);
            if own[0] as u8 == other[0] as u8
                && own[1] as u8 == other[1] as u8
                && own[2] as u8 == other[2] as u8
            {
                break;
            }
            to += 1;
        }
        corners[corner] = to as u8;
        corner += 1;
    }
    corners
};

impl Cube4 {
    /// Returns the current place of each wing, with wings and positions numbered by [`WING_PLACE`].
    pub fn wing_places(&self) -> [u8; 24] {
        let mut places = [0; 24];
        for (wing, position) in self.wings().iter().enumerate() {
            places[usize::from(WING_PLACE[wing])] = WING_PLACE[usize::from(*position)];
        }
        places
    }

    /// Returns the reduced 3x3x3, and the rotation that brings this cube to the standard orientation first.
    ///
    /// Face turns act on the reduced cube as they do on the rotated 4x4x4. Returns `None` if a face has centres of two
    /// colours, the two wings of an edge are apart, or face turns cannot reach the reduced state.
    ///
    /// ```
    /// use cubiform_cube::four::{Cube4, notation};
    ///
    /// let turned = |text| notation::parse(text, Default::default()).map(|turns| Cube4::from_turns(&turns));
    /// // Turning both inner layers equals turning L and R back and rotating the whole cube.
    /// let (rotation, reduced) = turned("U F2 2-3Rw y")?.reduced().expect("it reduces to a 3x3x3");
    /// let same = turned("U F2 L R'")?.reduced().expect("it reduces to a 3x3x3").1;
    /// assert_eq!(reduced, same);
    /// assert_ne!(rotation, cubiform_cube::Symmetry::IDENTITY);
    /// assert!(turned("R U Fw")?.reduced().is_none());
    /// # Ok::<(), cubiform_cube::notation::ParseError>(())
    /// ```
    pub fn reduced(&self) -> Option<(Symmetry, Cube)> {
        let has_solved_centres = |cube: &Cube4| cube.centres() == Cube4::SOLVED.centres();
        let mut rotated = Symmetry::rotations().map(|s| (s, self.act(&Action::rotation(s))));
        let (rotation, cube) = rotated.find(|(_, cube)| has_solved_centres(cube))?;
        let wings = cube.wing_places();
        if (0..12).any(|e| wings[2 * e] ^ 1 != wings[2 * e + 1]) {
            return None;
        }
        let mut corners = [0; 8];
        for (corner, place) in cube.corners().iter().enumerate() {
            corners[usize::from(CORNER_ON_3X3X3[corner])] =
                3 * CORNER_ON_3X3X3[usize::from(place / 3)] + place % 3;
        }
        let reduced = Cube::from_places(corners, std::array::from_fn(|e| wings[2 * e])).ok()?;
        Some((rotation, reduced))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::four::turn::Turn;
    use crate::moves::Move;

    #[test]
    fn reduced_cube_follows_face_turns_in_every_orientation() {
        let moves: Vec<Move> = (0..60).map(|i| Move::from_index((i * i * 7 + i * 5) % 18)).collect();
        let turn = |m: &Move| Turn::of_face(m.face(), 0..1, m.quarters().into()).unwrap();
        let turns: Vec<Turn> = moves.iter().map(turn).collect();
        for rotation in Symmetry::rotations() {
            for length in [0, 1, 7, 60] {
                let cube = Cube4::from_turns(&turns[..length]).act(&Action::rotation(rotation));
                let expected = Cube::from_moves(&moves[..length]);
                assert_eq!(cube.reduced(), Some((rotation.inverse(), expected)));
            }
        }
    }

    /// Two swapped wings of one edge are a flipped edge on the 3x3x3; two swapped corners alone are an odd permutation.
    /// Face turns reach neither.
    #[test]
    fn reduced_is_none_for_unreduced_or_unreachable_states() {
        let moved = |text: &str| {
            let turns = crate::four::notation::parse(text, Default::default()).unwrap();
            Cube4::from_turns(&turns)
        };
        let flip = "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2";
        let exchange = "2R2 U2 2R2 Uw2 2R2 2U2";
        for text in [flip, exchange, "Rw", "2R", "Uw2", "U Rw2 U"] {
            assert_eq!(moved(text).reduced(), None, "{text}");
        }
        assert!(moved("2U2 2D2 y2").reduced().is_some());
    }

    #[test]
    fn wing_places_match_edge_places() {
        for (wing, place) in WING_PLACE.iter().enumerate() {
            let other = WING_PLACE.iter().position(|own| *own == place ^ 1).unwrap();
            let [first, second] = WING_FACES[wing];
            assert_eq!(WING_FACES[other], [second, first]);
            assert_eq!(EDGE_FACES[usize::from(place / 2)][usize::from(place % 2)], first);
        }
    }
}
