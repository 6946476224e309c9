//! The state of a 4x4x4: the position of each piece, including the orientation of the whole cube.

use crate::face::Face;
use crate::four::action::Action;
use crate::four::cell::{CENTRE_IMAGE, CORNER_IMAGE, WING_IMAGE, centre_face, conjugate_corner};
use crate::four::turn::Turn;
use crate::state::{Unreachable, check_twists, is_permutation};
use crate::symmetry::Symmetry;

/// A state of the 4x4x4. Centres of the same colour are indistinguishable.
///
/// States that differ by a rotation of the whole cube are not equal, but their [reoriented](Cube4::reoriented) states
/// are. Safe code can construct only states that turns can reach. All 8! 3^7 arrangements of the corners, all 24! of
/// the wings and all 24! / 4!^6 of the centres are reachable: 24 times
/// 7,401,196,841,564,901,869,874,093,974,498,574,336,000,000,000 states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube4 {
    corners: [u8; 8],
    wings: [u8; 24],
    centres: [Face; 24],
}

impl Cube4 {
    /// The solved cube with white on top and green in front.
    pub const SOLVED: Cube4 = {
        let mut centres = [Face::U; 24];
        let mut i = 0;
        while i < 24 {
            centres[i] = centre_face(i);
            i += 1;
        }
        Cube4 { corners: *Action::IDENTITY.corners(), wings: *Action::IDENTITY.wings(), centres }
    };

    /// Returns the state with corner `c` in place `corners[c]`, wing `w` in position `wings[w]`, and a centre of the
    /// colour of face `centres[i]` in centre position `i`.
    ///
    /// # Errors
    /// The first reason why turns cannot reach the arrangement.
    pub fn new(corners: [u8; 8], wings: [u8; 24], centres: [Face; 24]) -> Result<Cube4, Unreachable4> {
        if !is_permutation(&corners.map(|place| place / 3)) {
            return Err(Unreachable::CornerPlaces.into());
        }
        if !is_permutation(&wings) {
            return Err(Unreachable4::WingPositions);
        }
        for color in Face::ALL {
            let found = centres.iter().filter(|centre| **centre == color).count();
            if found != 4 {
                return Err(Unreachable4::Centres { color, found });
            }
        }
        check_twists(&corners)?;
        Ok(Cube4 { corners, wings, centres })
    }

    /// Returns the state after applying `turns` to the solved cube.
    pub fn from_turns(turns: &[Turn]) -> Cube4 {
        Cube4::SOLVED.apply(turns)
    }

    /// Returns the place of each corner, `3 * position + twist`; see [`CORNER_FACES`](crate::four::cell::CORNER_FACES).
    pub const fn corners(&self) -> &[u8; 8] {
        &self.corners
    }

    /// Returns the position of each wing.
    pub const fn wings(&self) -> &[u8; 24] {
        &self.wings
    }

    /// Returns the colour at each centre position, named by the face that has the colour on the solved cube.
    pub const fn centres(&self) -> &[Face; 24] {
        &self.centres
    }

    /// Returns the state after one more turn.
    #[must_use]
    pub fn turn(&self, turn: Turn) -> Cube4 {
        self.act(Action::get(turn))
    }

    /// Returns the state after a sequence of turns.
    #[must_use]
    pub fn apply(&self, turns: &[Turn]) -> Cube4 {
        turns.iter().fold(*self, |cube, turn| cube.turn(*turn))
    }

    /// Returns the state after an action.
    #[must_use]
    pub fn act(&self, action: &Action) -> Cube4 {
        let mut centres = self.centres;
        for (color, to) in self.centres.iter().zip(action.centres()) {
            centres[*to as usize] = *color;
        }
        Cube4 {
            corners: self.corners.map(|place| action.corner(place)),
            wings: self.wings.map(|w| action.wings()[w as usize]),
            centres,
        }
    }

    /// Returns the conjugate by `s`: the state after the conjugate turns ([`Turn::conjugate`]).
    ///
    /// Equivalently, moves the whole cube by `s` and relabels every piece as the piece whose home position it now has.
    #[must_use]
    pub fn conjugate(&self, s: Symmetry) -> Cube4 {
        let mut image = *self;
        for (c, place) in self.corners.iter().enumerate() {
            image.corners[CORNER_IMAGE[s.index()][c] as usize] = conjugate_corner(s, c, *place);
        }
        for i in 0..24 {
            let wings = &WING_IMAGE[s.index()];
            image.wings[wings[i] as usize] = wings[self.wings[i] as usize];
            image.centres[CENTRE_IMAGE[s.index()][i] as usize] = s.face(self.centres[i]);
        }
        image
    }

    /// Returns the rotation of the whole cube to the canonical orientation: the one with the corner DBL solved.
    pub fn canonical_rotation(&self) -> Symmetry {
        let home = 3 * DBL as u8;
        let place = self.corners[DBL];
        Symmetry::rotations()
            .find(|s| Action::rotation(*s).corner(place) == home)
            .expect("a rotation carries a corner from any place to any other")
    }

    /// Returns the state rotated to the canonical orientation, the one with the corner DBL solved. The result is the
    /// same for all 24 orientations of a state.
    #[must_use]
    pub fn reoriented(&self) -> Cube4 {
        self.act(&Action::rotation(self.canonical_rotation()))
    }

    /// Returns whether each face has a single colour, in any orientation of the cube.
    pub fn is_solved(&self) -> bool {
        self.reoriented() == Cube4::SOLVED
    }

    /// Returns whether the two states differ only by a rotation of the whole cube.
    pub fn equals_up_to_rotation(&self, other: &Cube4) -> bool {
        self.reoriented() == other.reoriented()
    }
}

/// The corner that fixes the canonical orientation. Turns of U, R and F do not move it.
const DBL: usize = 3;

/// The reason why turns cannot reach an arrangement of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable4 {
    /// The corners are not reachable.
    #[error(transparent)]
    Corners(#[from] Unreachable),
    /// A wing position is out of range, or two wings share a position.
    #[error("two wings share a position, or a wing position is not below 24")]
    WingPositions,
    /// The number of centres of a colour is not four.
    #[error("{found} {color} centres instead of 4")]
    Centres {
        /// The first such colour, in URFDLB order.
        color: Face,
        /// The number of centres of that colour.
        found: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::four::random;
    use crate::random::generator;

    fn walk(seed: usize, length: usize) -> Vec<Turn> {
        (0..length).map(|i| Turn::from_index((seed * 7919 + i * i * 31 + i * 17 + seed * i) % 90)).collect()
    }

    #[test]
    fn actions_and_conjugation_agree_with_turns() {
        for seed in 0..40 {
            let turns = walk(seed, 30);
            let cube = Cube4::from_turns(&turns);
            assert_eq!(Cube4::SOLVED.act(&Action::of_all(turns.iter().copied())), cube);
            assert_eq!(Cube4::new(*cube.corners(), *cube.wings(), *cube.centres()), Ok(cube));
            let back: Vec<Turn> = turns.iter().rev().map(|turn| turn.inverse()).collect();
            assert_eq!(cube.apply(&back), Cube4::SOLVED);
            for s in Symmetry::all() {
                let image: Vec<Turn> = turns.iter().map(|turn| turn.conjugate(s)).collect();
                assert_eq!(cube.conjugate(s), Cube4::from_turns(&image));
            }
        }
    }

    #[test]
    fn reoriented_state_does_not_depend_on_the_orientation() {
        let mut rng = generator(4);
        for s in Symmetry::rotations() {
            let rotation = Action::rotation(s);
            assert!(Cube4::SOLVED.act(&rotation).is_solved());
            let cube = random::state(&mut rng);
            assert!(!cube.is_solved());
            assert_eq!(cube.reoriented(), cube);
            assert!(cube.act(&rotation).equals_up_to_rotation(&cube));
            assert_eq!(cube.act(&rotation) == cube, s == Symmetry::IDENTITY);
            // The state before the rotation is in the canonical orientation.
            assert_eq!(cube.act(&rotation).canonical_rotation(), s.inverse());
        }
        for turn in Turn::all() {
            assert_eq!(Cube4::from_turns(&[turn]).is_solved(), turn.layers().count() == 4, "{turn}");
        }
    }

    /// A half turn of a face swaps centres of one colour, which does not change the state.
    #[test]
    fn half_turn_of_a_face_keeps_its_centre_colours() {
        let half = Turn::of_face(Face::U, 0..1, 2).unwrap();
        assert_eq!(Cube4::from_turns(&[half]).centres(), Cube4::SOLVED.centres());
        assert_ne!(Action::get(half).centres(), Action::IDENTITY.centres());
    }

    /// The parities of corners and wings are independent: two wings alone can be swapped, and so can two corners
    /// together with two pairs of wings.
    #[test]
    fn known_algorithms_swap_only_the_expected_pieces() {
        let moved = |algorithm: &str| {
            let turns = crate::four::notation::parse(algorithm, Default::default()).unwrap();
            let Cube4 { corners, wings, centres } = Cube4::from_turns(&turns).reoriented();
            assert_eq!(centres, Cube4::SOLVED.centres, "{algorithm}");
            let corners = (0..8).filter(|c| corners[*c] != Cube4::SOLVED.corners[*c]).count();
            (corners, (0..24).filter(|w| wings[*w] != *w as u8).count())
        };
        let flip = "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2";
        let exchange = "2R2 U2 2R2 Uw2 2R2 2U2";
        let t = "R U R' U' R' F R2 U' R' U' R U R' F'";
        assert_eq!(moved(flip), (0, 2));
        assert_eq!(moved(exchange), (0, 4));
        assert_eq!(moved(t), (2, 4));
    }

    #[test]
    fn number_of_states_matches_the_published_value() {
        // 8! 3^7 24! (24! / 4!^6) / 24 exceeds every integer type: computed in decimal digits, lowest first.
        let mut digits = vec![1u8];
        let mut factors: Vec<u32> = (2..=8).chain([3; 7]).chain(2..=24).collect();
        // 24! / 4!^6 as a product of binomial coefficients: 24 over 4, 20 over 4, and so on.
        factors.extend([10_626, 4_845, 1_820, 495, 70]);
        for factor in factors {
            let mut carry = 0;
            for digit in &mut digits {
                let product = u32::from(*digit) * factor + carry;
                *digit = (product % 10) as u8;
                carry = product / 10;
            }
            while carry > 0 {
                digits.push((carry % 10) as u8);
                carry /= 10;
            }
        }
        let mut rest = 0;
        let quotient: String = digits
            .iter()
            .rev()
            .map(|digit| {
                let value = rest * 10 + u32::from(*digit);
                rest = value % 24;
                char::from(b'0' + (value / 24) as u8)
            })
            .collect();
        assert_eq!(rest, 0);
        assert_eq!(quotient.trim_start_matches('0'), "7401196841564901869874093974498574336000000000");
    }

    #[test]
    fn new_rejects_unreachable_arrangements() {
        let Cube4 { corners, wings, centres } = Cube4::SOLVED;
        let mut twisted = corners;
        twisted[2] += 2;
        let twist = Unreachable::Twist { clockwise: false };
        assert_eq!(Cube4::new(twisted, wings, centres), Err(twist.into()));
        let mut doubled = corners;
        doubled[1] = 2;
        assert_eq!(Cube4::new(doubled, wings, centres), Err(Unreachable::CornerPlaces.into()));
        for bad in [0, 24, 64, 255] {
            let mut doubled = wings;
            doubled[1] = bad;
            assert_eq!(Cube4::new(corners, doubled, centres), Err(Unreachable4::WingPositions));
        }
        let mut five = centres;
        five[0] = Face::D;
        let error = Unreachable4::Centres { color: Face::U, found: 3 };
        assert_eq!(Cube4::new(corners, wings, five), Err(error));
    }
}
