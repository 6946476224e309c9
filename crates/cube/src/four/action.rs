//! The effect of turns on the 56 pieces of the 4x4x4, independent of the state: a group in which all 24 centres are
//! distinct.

use crate::four::cell::{CENTRE_IMAGE, CENTRES, CORNER_PLACE_IMAGE, CORNERS, WING_IMAGE, WINGS};
use crate::four::turn::Turn;
use crate::symmetry::Symmetry;

/// A permutation of the pieces: of the 24 wings, of the 24 centres, and of the 8 corners with their twists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    corners: [u8; 8],
    wings: [u8; 24],
    centres: [u8; 24],
}

/// The actions of all turns, by turn index.
static TURN_ACTIONS: [Action; Turn::COUNT] = turn_actions();

const fn turn_actions() -> [Action; Turn::COUNT] {
    let mut actions = [Action::IDENTITY; Turn::COUNT];
    let mut t = 0;
    while t < Turn::COUNT {
        let turn = Turn::from_index(t);
        let s = turn.rotation().index();
        let mut i = 0;
        while i < 24 {
            if turn.moves(WINGS[i]) {
                actions[t].wings[i] = WING_IMAGE[s][i];
            }
            if turn.moves(CENTRES[i]) {
                actions[t].centres[i] = CENTRE_IMAGE[s][i];
            }
            if i < 8 && turn.moves(CORNERS[i]) {
                actions[t].corners[i] = CORNER_PLACE_IMAGE[s][3 * i];
            }
            i += 1;
        }
        t += 1;
    }
    actions
}

impl Action {
    /// The identity.
    pub const IDENTITY: Action = {
        let mut identity = Action { corners: [0; 8], wings: [0; 24], centres: [0; 24] };
        let mut i = 0;
        while i < 24 {
            (identity.wings[i], identity.centres[i]) = (i as u8, i as u8);
            if i < 8 {
                identity.corners[i] = 3 * i as u8;
            }
            i += 1;
        }
        identity
    };

    /// Returns the action of a turn.
    pub fn get(turn: Turn) -> &'static Action {
        &TURN_ACTIONS[turn.index()]
    }

    /// Returns the action of a sequence of turns.
    pub fn of_all(turns: impl IntoIterator<Item = Turn>) -> Action {
        turns.into_iter().fold(Action::IDENTITY, |all, turn| all.then(Action::get(turn)))
    }

    /// Returns the action of a rotation of the whole cube.
    ///
    /// # Panics
    /// If `rotation` is a mirror.
    pub fn rotation(rotation: Symmetry) -> Action {
        assert!(!rotation.is_mirror(), "the orientation of a cube must be a rotation");
        let s = rotation.index();
        Action {
            corners: std::array::from_fn(|c| CORNER_PLACE_IMAGE[s][3 * c]),
            wings: WING_IMAGE[s],
            centres: CENTRE_IMAGE[s],
        }
    }

    /// Returns, for each corner position, the place (`3 * position + twist`) to which an untwisted corner there goes.
    pub const fn corners(&self) -> &[u8; 8] {
        &self.corners
    }

    /// Returns, for each wing position, the position to which its wing goes.
    pub const fn wings(&self) -> &[u8; 24] {
        &self.wings
    }

    /// Returns, for each centre position, the position to which its centre goes.
    pub const fn centres(&self) -> &[u8; 24] {
        &self.centres
    }

    /// Returns the place to which a corner in `place` goes.
    pub const fn corner(&self, place: u8) -> u8 {
        let to = self.corners[place as usize / 3];
        to / 3 * 3 + (to % 3 + place % 3) % 3
    }

    /// Returns the product: this action followed by `next`.
    #[must_use]
    pub fn then(&self, next: &Action) -> Action {
        Action {
            corners: self.corners.map(|place| next.corner(place)),
            wings: self.wings.map(|w| next.wings[w as usize]),
            centres: self.centres.map(|i| next.centres[i as usize]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::four::cell::{CORNER_IMAGE, conjugate_corner};
    use crate::state::is_odd;

    impl Action {
        /// Returns the inverse.
        #[must_use]
        pub fn inverse(&self) -> Action {
            let mut inverse = Action::IDENTITY;
            for (c, place) in self.corners.iter().enumerate() {
                inverse.corners[*place as usize / 3] = 3 * c as u8 + (3 - place % 3) % 3;
            }
            for i in 0..24 {
                inverse.wings[self.wings[i] as usize] = i as u8;
                inverse.centres[self.centres[i] as usize] = i as u8;
            }
            inverse
        }

        /// Returns the conjugate by `s`: the action of the conjugate turns ([`Turn::conjugate`]).
        #[must_use]
        pub fn conjugate(&self, s: Symmetry) -> Action {
            let (wings, centres) = (&WING_IMAGE[s.index()], &CENTRE_IMAGE[s.index()]);
            let mut image = Action::IDENTITY;
            for (c, place) in self.corners.iter().enumerate() {
                image.corners[CORNER_IMAGE[s.index()][c] as usize] = conjugate_corner(s, c, *place);
            }
            for i in 0..24 {
                image.wings[wings[i] as usize] = wings[self.wings[i] as usize];
                image.centres[centres[i] as usize] = centres[self.centres[i] as usize];
            }
            image
        }
    }

    #[test]
    fn turn_action_is_the_product_of_its_quarter_turns_and_of_its_layers() {
        for turn in Turn::all() {
            let quarter = Turn::new(turn.axis(), turn.layers(), 1).unwrap();
            let quarters = std::iter::repeat_n(quarter, turn.quarters().into());
            assert_eq!(Action::of_all(quarters), *Action::get(turn));
            assert_eq!(Action::of_all(turn.single_layer_turns()), *Action::get(turn));
            assert_eq!(Action::get(turn).inverse(), *Action::get(turn.inverse()));
            assert_eq!(Action::of_all([turn; 4]), Action::IDENTITY);
            assert_eq!(Action::of_all([turn; 2]) == Action::IDENTITY, turn.quarters() == 2);
            if turn.layers().count() == 4 {
                assert_eq!(Action::rotation(turn.rotation()), *Action::get(turn));
            }
        }
    }

    #[test]
    fn turns_commute_exactly_on_one_axis_or_as_symmetric_half_turns() {
        for a in Turn::all() {
            for b in Turn::all() {
                let commute = Action::of_all([a, b]) == Action::of_all([b, a]);
                let are_both_symmetric = [a, b].iter().all(is_symmetric_half_turn);
                assert_eq!(commute, a.axis() == b.axis() || are_both_symmetric, "{a} {b}");
            }
        }
    }

    /// Returns whether the turn is a half turn of the whole cube or of the two inner layers. Two such turns about
    /// different axes carry each other's layers to themselves.
    fn is_symmetric_half_turn(turn: &Turn) -> bool {
        turn.quarters() == 2 && turn.layers() == turn.layers().reversed()
    }

    #[test]
    fn half_turns_keep_each_half_of_eight_numbers() {
        for turn in Turn::slice_turns().filter(|turn| turn.quarters() == 2) {
            let action = Action::get(turn);
            for i in 0..24 {
                assert_eq!(action.wings[i] / 4, i as u8 / 4, "{turn}");
                assert_eq!(action.centres[i] % 4 / 2, i as u8 % 4 / 2, "{turn}");
                assert_eq!(action.corners[i % 8] / 3 / 4, i as u8 % 8 / 4, "{turn}");
            }
        }
    }

    #[test]
    fn quarter_turns_move_the_expected_number_of_pieces() {
        for turn in Turn::slice_turns().filter(|turn| turn.quarters() == 1) {
            let action = Action::get(turn);
            let moved = |list: &[u8; 24]| list.iter().enumerate().filter(|(i, to)| *i as u8 != **to).count();
            let inner = matches!(turn.layers().range().start, 1 | 2);
            // An inner layer has four wings and eight centres; an outer layer has four corners, eight wings and four
            // centres.
            let expected = if inner { (4, 8) } else { (8, 4) };
            assert_eq!((moved(&action.wings), moved(&action.centres)), expected);
            assert_eq!(is_odd(&action.wings), inner);
            assert_eq!(is_odd(&action.corners.map(|place| place / 3)), !inner);
        }
    }

    #[test]
    fn conjugate_action_is_the_action_of_the_conjugate_turn() {
        for s in Symmetry::all() {
            for turn in Turn::all() {
                assert_eq!(Action::get(turn).conjugate(s), *Action::get(turn.conjugate(s)), "{turn} {s:?}");
                if !s.is_mirror() {
                    let there = Action::rotation(s);
                    let around = there.inverse().then(Action::get(turn)).then(&there);
                    assert_eq!(around, *Action::get(turn.conjugate(s)));
                }
            }
        }
    }

    #[test]
    fn outer_turns_move_corners_as_on_the_3x3x3() {
        use crate::moves::Move;
        use crate::piece::{CORNER_TURN, corner_named};
        let named = super::super::cell::CORNER_NAMES.map(|name| corner_named(name).unwrap());
        for m in Move::all() {
            let turn = Turn::of_face(m.face(), 0..1, m.quarters().into()).unwrap();
            for place in 0..24u8 {
                let to = Action::get(turn).corner(place);
                let known = CORNER_TURN[m.index()][3 * named[place as usize / 3] + place as usize % 3];
                assert_eq!(3 * named[to as usize / 3] as u8 + to % 3, known);
            }
        }
    }
}
