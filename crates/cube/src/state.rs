//! The state of a 3x3x3: the place of each of its twenty moving pieces, relative to the centres.

use crate::face::Axis;
use crate::moves::Move;
use crate::piece::{
    CORNER_IMAGE, CORNER_TURN, EDGE_IMAGE, EDGE_TURN, conjugate_corner, conjugate_edge, is_flipped,
};
use crate::symmetry::Symmetry;

/// A state of the 3x3x3. The centres are fixed, so rotations of the whole cube do not change it.
///
/// Safe code can construct only states that face turns can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    corners: [u8; 8],
    edges: [u8; 12],
}

impl Cube {
    /// The solved cube.
    pub const SOLVED: Cube =
        Cube { corners: [0, 3, 6, 9, 12, 15, 18, 21], edges: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22] };

    /// Returns the state with corner `c` in place `corners[c]` and edge `e` in place `edges[e]`.
    ///
    /// # Errors
    /// The first reason, in the order of the variants of [`Unreachable`], why face turns cannot reach the arrangement.
    pub fn from_places(corners: [u8; 8], edges: [u8; 12]) -> Result<Cube, Unreachable> {
        if !is_permutation(&corners.map(|place| place / 3)) {
            return Err(Unreachable::CornerPlaces);
        }
        if !is_permutation(&edges.map(|place| place / 2)) {
            return Err(Unreachable::EdgePlaces);
        }
        if edges.iter().map(|p| p % 2).sum::<u8>() % 2 != 0 {
            return Err(Unreachable::Flip);
        }
        check_twists(&corners)?;
        if is_odd(&corners.map(|p| p / 3)) != is_odd(&edges.map(|p| p / 2)) {
            return Err(Unreachable::Parity);
        }
        Ok(Cube { corners, edges })
    }

    /// Returns the state after applying `moves` to the solved cube.
    pub fn from_moves(moves: &[Move]) -> Cube {
        moves.iter().fold(Cube::SOLVED, |cube, m| cube.turn(*m))
    }

    /// Returns the place of each corner, `3 * position + twist`.
    pub const fn corners(&self) -> &[u8; 8] {
        &self.corners
    }

    /// Returns the place of each edge, `2 * position + flip`.
    pub const fn edges(&self) -> &[u8; 12] {
        &self.edges
    }

    /// Returns whether all twelve edges are oriented relative to `axis`: they can be solved without quarter turns of
    /// the two faces on that axis.
    pub fn is_oriented(&self, axis: Axis) -> bool {
        self.edges.iter().enumerate().all(|(e, p)| !is_flipped(axis, e, *p))
    }

    /// Returns the state after one more move.
    #[must_use]
    pub fn turn(&self, m: Move) -> Cube {
        Cube {
            corners: self.corners.map(|p| CORNER_TURN[m.index()][p as usize]),
            edges: self.edges.map(|p| EDGE_TURN[m.index()][p as usize]),
        }
    }

    /// Returns the state after a sequence of moves.
    #[must_use]
    pub fn apply(&self, moves: &[Move]) -> Cube {
        moves.iter().fold(*self, |cube, m| cube.turn(*m))
    }

    /// Returns the product: the state after the moves of this state followed by the moves of `next`.
    #[must_use]
    pub fn then(&self, next: &Cube) -> Cube {
        Cube {
            corners: self.corners.map(|p| {
                let to = next.corners[p as usize / 3];
                to / 3 * 3 + (to % 3 + p % 3) % 3
            }),
            edges: self.edges.map(|p| next.edges[p as usize / 2] ^ (p % 2)),
        }
    }

    /// Returns the inverse: the state after undoing, from the solved cube, the moves of this state.
    #[must_use]
    pub fn inverse(&self) -> Cube {
        let mut inverse = Cube::SOLVED;
        for (c, p) in self.corners.iter().enumerate() {
            inverse.corners[*p as usize / 3] = 3 * c as u8 + (3 - p % 3) % 3;
        }
        for (e, p) in self.edges.iter().enumerate() {
            inverse.edges[*p as usize / 2] = 2 * e as u8 + p % 2;
        }
        inverse
    }

    /// Returns the conjugate by `s`: the state after the conjugate moves ([`Symmetry::conjugate`]).
    ///
    /// Equivalently, moves the whole cube by `s` and relabels every piece as the piece whose home position it now has.
    #[must_use]
    pub fn conjugate(&self, s: Symmetry) -> Cube {
        let mut image = Cube::SOLVED;
        for (c, p) in self.corners.iter().enumerate() {
            image.corners[CORNER_IMAGE[s.index()][c] as usize] = conjugate_corner(s, c, *p);
        }
        for (e, p) in self.edges.iter().enumerate() {
            image.edges[EDGE_IMAGE[s.index()][e] as usize] = conjugate_edge(s, e, *p);
        }
        image
    }
}

/// The reason why face turns cannot reach an arrangement of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// A corner place is out of range, or two corners share a position.
    #[error("two corners share a position, or a corner place is not below 24")]
    CornerPlaces,
    /// An edge place is out of range, or two edges share a position.
    #[error("two edges share a position, or an edge place is not below 24")]
    EdgePlaces,
    /// The sum of the edge flips is odd.
    #[error("one edge is flipped in place (the flips of the edges must sum to an even number)")]
    Flip,
    /// The sum of the corner twists is not a multiple of three.
    #[error(
        "one corner is twisted {} (the twists of the corners must sum to a multiple of three)",
        if *.clockwise { "clockwise" } else { "anticlockwise" }
    )]
    Twist {
        /// Whether the excess twist is clockwise.
        clockwise: bool,
    },
    /// The permutations of corners and edges differ in parity.
    #[error("two pieces are swapped (the permutations of corners and edges must have equal parity)")]
    Parity,
}

/// Returns an error unless the twists of these corner places sum to a multiple of three.
pub(crate) fn check_twists(corners: &[u8; 8]) -> Result<(), Unreachable> {
    match corners.iter().map(|place| place % 3).sum::<u8>() % 3 {
        0 => Ok(()),
        twist => Err(Unreachable::Twist { clockwise: twist == 1 }),
    }
}

/// Returns whether `numbers` is a permutation of `0..numbers.len()`, for lengths below 64.
pub(crate) fn is_permutation(numbers: &[u8]) -> bool {
    let all = numbers.iter().fold(0u64, |all, n| all | 1u64.checked_shl((*n).into()).unwrap_or(0));
    all == (1 << numbers.len()) - 1
}

/// Returns whether a sequence of distinct numbers is an odd permutation of its sorted order.
pub fn is_odd(order: &[u8]) -> bool {
    let inversions = |i: usize| order[..i].iter().filter(|a| **a > order[i]).count();
    (0..order.len()).map(inversions).sum::<usize>() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(seed: usize, length: usize) -> Vec<Move> {
        (0..length).map(|i| Move::from_index((seed * 7919 + i * i * 31 + i * 17 + seed * i) % 18)).collect()
    }

    #[test]
    fn composition_inverse_and_conjugation_agree_with_moves() {
        for seed in 0..50 {
            let (a, b) = (walk(seed, 20), walk(seed + 1000, 15));
            let (x, y) = (Cube::from_moves(&a), Cube::from_moves(&b));
            assert_eq!(x.then(&y), Cube::SOLVED.apply(&a).apply(&b));
            assert_eq!(x.then(&x.inverse()), Cube::SOLVED);
            let back: Vec<Move> = a.iter().rev().map(|m| m.inverse()).collect();
            assert_eq!(x.inverse(), Cube::from_moves(&back));
            for s in Symmetry::all() {
                let image: Vec<Move> = a.iter().map(|m| s.conjugate(*m)).collect();
                assert_eq!(x.conjugate(s), Cube::from_moves(&image));
            }
            assert_eq!(Cube::from_places(*x.corners(), *x.edges()), Ok(x));
        }
    }

    #[test]
    fn is_oriented_changes_only_by_quarter_turns_about_the_axis() {
        for axis in Axis::ALL {
            let flips = |m: &Move| m.face().axis() == axis && m.quarters() != 2;
            for seed in 0..50 {
                let (kept, flipping): (Vec<Move>, Vec<Move>) =
                    walk(seed, 40).into_iter().partition(|m| !flips(m));
                let cube = Cube::from_moves(&kept);
                assert!(cube.is_oriented(axis));
                for m in flipping {
                    assert!(!cube.turn(m).is_oriented(axis));
                }
            }
        }
    }

    #[test]
    fn known_algorithms_have_known_orders() {
        let order = |names: &[usize]| {
            let once = Cube::from_moves(&names.iter().map(|i| Move::from_index(*i)).collect::<Vec<_>>());
            let mut cube = once;
            let mut n = 1;
            while cube != Cube::SOLVED {
                cube = cube.then(&once);
                n += 1;
            }
            n
        };
        assert_eq!(order(&[3, 0]), 105); // R U
        assert_eq!(order(&[3, 0, 5, 2]), 6); // R U R' U'
    }

    #[test]
    fn from_places_rejects_unreachable_arrangements() {
        let (c, e) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
        let mut flipped = e;
        flipped[3] ^= 1;
        assert_eq!(Cube::from_places(c, flipped), Err(Unreachable::Flip));
        let mut twisted = c;
        twisted[2] += 1;
        assert_eq!(Cube::from_places(twisted, e), Err(Unreachable::Twist { clockwise: true }));
        let mut swapped = e;
        swapped.swap(1, 2);
        assert_eq!(Cube::from_places(c, swapped), Err(Unreachable::Parity));
        let mut doubled = e;
        doubled[1] = e[0];
        assert_eq!(Cube::from_places(c, doubled), Err(Unreachable::EdgePlaces));
        let mut far = c;
        far[0] = 200;
        assert_eq!(Cube::from_places(far, e), Err(Unreachable::CornerPlaces));
    }
}
