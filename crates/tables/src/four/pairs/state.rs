//! A state of the stage, and the permutations that it is made of.

/// A permutation of the twelve edge positions: the image of each.
pub(super) type EdgePermutation = [u8; 12];

pub(super) const IDENTITY: EdgePermutation = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// The number of turns: 3 each of U, D, L and R, half turns of F and B, and half turns of the two layers on the side of
/// U, R and F. Half turns of the two layers on the opposite sides differ from these by a rotation of the whole cube.
pub(super) const TURNS: usize = 17;

/// The number of such sets of the F-B axis that the turns of this stage can make.
pub(super) const FRONT_CENTRE_SETS: usize = 12;

/// A state of the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PairState {
    /// The permutation p: by edge position of a high wing, that of its low partner.
    pub(super) pairs: EdgePermutation,
    /// The numbers of the sets of positions of the first colour of U-D, L-R and F-B.
    pub(super) centres: [u8; 3],
    /// Whether the permutation of the pairs is odd relative to that of the corners.
    pub(super) is_odd: bool,
}

/// Returns the inverse of a permutation.
pub(super) fn inverse(order: &EdgePermutation) -> EdgePermutation {
    let mut inverse = IDENTITY;
    order.iter().enumerate().for_each(|(from, to)| inverse[usize::from(*to)] = from as u8);
    inverse
}
