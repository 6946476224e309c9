//! Components of an arrangement of the pieces, such as the set of positions of some centres, and how they make rows,
//! words and bits; and motions: the effect of a turn or a symmetry on the positions and the names of the pieces.
//!
//! A component is closed under motions: the component after a turn or symmetry depends only on the component before it.

use std::hash::Hash;

use cubiform_cube::four::cell::{CENTRE_IMAGE, CORNER_IMAGE, CORNER_PLACE_IMAGE, WING_IMAGE};
use cubiform_cube::four::{Action, Cube4, Turn};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Axis, Symmetry};

/// Information about an arrangement of the pieces that is closed under motions, with ranks 0..SIZE.
pub(super) trait Component: Copy {
    /// The number of ranks.
    const SIZE: usize;
    /// Returns this component of a cube, or `None` if the cube has not met the earlier stages.
    fn from_cube(cube: &Cube4) -> Option<Self>;
    /// Returns the component after a motion.
    fn moved(&self, motion: &Motion) -> Self;
    /// Returns the rank.
    fn rank(&self) -> usize;
    /// Returns the component of a rank.
    fn unrank(rank: usize) -> Self;
}

/// A component that splits into a *base*, whose symmetry class is the row of a table, and a *bit*.
///
/// With a fixed base, a motion permutes the bits.
pub(super) trait RowPieces: Component {
    /// The number of bases.
    const BASES: usize;
    /// The number of bits for each base, at most 256.
    const BITS: usize;
    /// A key that determines the permutation of the bits of a base by a motion.
    type ColumnMap: Copy + Eq + Hash;
    /// Returns the rank of the base.
    fn base(&self) -> usize;
    /// Returns the bit.
    fn bit(&self) -> usize;
    /// Returns the component with this base and this bit.
    fn new(base: usize, bit: usize) -> Self;
    /// Returns the key of the permutation of the bits of this base by a motion; `index` is a unique number of the
    /// motion.
    fn column_map(&self, motion: &Motion, index: usize) -> Self::ColumnMap;
}

/// A base and bits that are independent of each other.
impl<A: Component, B: Component> RowPieces for (A, B) {
    const BASES: usize = A::SIZE;
    const BITS: usize = B::SIZE;
    /// The index of the motion.
    type ColumnMap = usize;

    fn base(&self) -> usize {
        self.0.rank()
    }

    fn bit(&self) -> usize {
        self.1.rank()
    }

    fn new(base: usize, bit: usize) -> (A, B) {
        (A::unrank(base), B::unrank(bit))
    }

    fn column_map(&self, _: &Motion, index: usize) -> usize {
        index
    }
}

impl<A: Component, B: Component> Component for (A, B) {
    const SIZE: usize = A::SIZE * B::SIZE;

    fn from_cube(cube: &Cube4) -> Option<(A, B)> {
        Some((A::from_cube(cube)?, B::from_cube(cube)?))
    }

    fn moved(&self, motion: &Motion) -> (A, B) {
        (self.0.moved(motion), self.1.moved(motion))
    }

    fn rank(&self) -> usize {
        self.0.rank() * B::SIZE + self.1.rank()
    }

    fn unrank(rank: usize) -> (A, B) {
        (A::unrank(rank / B::SIZE), B::unrank(rank % B::SIZE))
    }
}

/// The empty component.
impl Component for () {
    const SIZE: usize = 1;

    fn from_cube(_: &Cube4) -> Option<()> {
        Some(())
    }

    fn moved(&self, _: &Motion) {}

    fn rank(&self) -> usize {
        0
    }

    fn unrank(_: usize) {}
}

/// A symmetry of a stage: a piece moves to the image of its position under `positions` and is then named by the image
/// of its name under `names`.
///
/// With the same symmetry for both, this is [`Cube4::conjugate`](cubiform_cube::four::Cube4::conjugate). With the
/// identity for names, it moves the cube as a whole. If `positions` is then a mirror, the result cannot be built as a
/// cube, but the sets of positions that a stage reads from it are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Relabelling {
    /// The symmetry of positions.
    pub(super) positions: Symmetry,
    /// The symmetry of names.
    pub(super) names: Symmetry,
}

impl Relabelling {
    /// The identity.
    pub(super) const IDENTITY: Relabelling =
        Relabelling { positions: Symmetry::IDENTITY, names: Symmetry::IDENTITY };

    /// Returns the composition: first `self`, then `next`.
    #[must_use]
    pub(super) fn then(self, next: Relabelling) -> Relabelling {
        Relabelling { positions: self.positions.then(next.positions), names: self.names.then(next.names) }
    }

    /// Returns the inverse.
    #[must_use]
    pub(super) fn inverse(self) -> Relabelling {
        Relabelling { positions: self.positions.inverse(), names: self.names.inverse() }
    }

    /// Returns the turn of a relabelled arrangement that corresponds to `turn` of the original.
    pub(super) fn turn(self, turn: Turn) -> Turn {
        turn.conjugate(self.positions)
    }
}

/// A turn, a relabelling, or a composition of these, as tables by piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    /// By place of a corner (`3 * position + twist`): the place after the motion.
    pub(super) corners: [u8; 24],
    /// By position of a wing: the position after the motion.
    pub(super) wings: [u8; 24],
    /// By position of a centre: the position after the motion.
    pub(super) centres: [u8; 24],
    /// By corner: its name after the motion.
    pub(super) corner_names: [u8; 8],
    /// By wing: its name after the motion.
    pub(super) wing_names: [u8; 24],
    /// The symmetry applied to colours.
    pub(super) names: Symmetry,
    /// Whether the motion changes the parity of the permutation of the wings.
    pub(super) is_odd: bool,
}

impl Motion {
    /// Returns the motion of a turn.
    pub(super) fn of_turn(turn: Turn) -> Motion {
        let action = Action::get(turn);
        Motion {
            corners: std::array::from_fn(|place| action.corner(place as u8)),
            wings: *action.wings(),
            centres: *action.centres(),
            is_odd: is_odd(action.wings()),
            ..Motion::of_relabelling(Relabelling::IDENTITY)
        }
    }

    /// Returns the motion of a relabelling.
    pub(super) fn of_relabelling(relabelling: Relabelling) -> Motion {
        let (positions, names) = (relabelling.positions.index(), relabelling.names.index());
        Motion {
            corners: CORNER_PLACE_IMAGE[positions],
            wings: WING_IMAGE[positions],
            centres: CENTRE_IMAGE[positions],
            corner_names: CORNER_IMAGE[names],
            wing_names: WING_IMAGE[names],
            names: relabelling.names,
            is_odd: is_odd(&WING_IMAGE[positions]) != is_odd(&WING_IMAGE[names]),
        }
    }

    /// Returns the composition: first `self`, then `next`.
    pub(super) fn then(&self, next: &Motion) -> Motion {
        Motion {
            corners: self.corners.map(|place| next.corners[usize::from(place)]),
            wings: self.wings.map(|position| next.wings[usize::from(position)]),
            centres: self.centres.map(|position| next.centres[usize::from(position)]),
            corner_names: self.corner_names.map(|corner| next.corner_names[usize::from(corner)]),
            wing_names: self.wing_names.map(|wing| next.wing_names[usize::from(wing)]),
            names: self.names.then(next.names),
            is_odd: self.is_odd != next.is_odd,
        }
    }
}

/// Returns the symmetries that map each of these axes to itself.
pub(super) fn symmetries_fixing(axes: &[Axis]) -> Vec<Symmetry> {
    Symmetry::all().filter(|s| axes.iter().all(|axis| s.axis(*axis) == *axis)).collect()
}
