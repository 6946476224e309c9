//! What a turn or a symmetry does to an arrangement of the pieces: positions are carried, and pieces get other names.

use cubiform_cube::four::cell::{CENTRE_IMAGE, CORNER_IMAGE, CORNER_PLACE_IMAGE, WING_IMAGE};
use cubiform_cube::four::{Action, Turn};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Axis, Symmetry};

/// A symmetry of a stage: what stands somewhere is carried to where `positions` carries that, and is then called what
/// `names` makes of its name.
///
/// With the same for both it is what [`Cube4::conjugate`](cubiform_cube::four::Cube4::conjugate) does. With no names
/// changed it is a look at the same pieces from elsewhere: of an arrangement with a mirror in it no cube, but as good
/// where only sets of positions matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Relabelling {
    /// Where things go.
    pub(super) positions: Symmetry,
    /// What they are called then.
    pub(super) names: Symmetry,
}

impl Relabelling {
    /// What changes nothing.
    pub(super) const IDENTITY: Relabelling =
        Relabelling { positions: Symmetry::IDENTITY, names: Symmetry::IDENTITY };

    /// First this, then `next`.
    #[must_use]
    pub(super) fn then(self, next: Relabelling) -> Relabelling {
        Relabelling { positions: self.positions.then(next.positions), names: self.names.then(next.names) }
    }

    /// What undoes it.
    #[must_use]
    pub(super) fn inverse(self) -> Relabelling {
        Relabelling { positions: self.positions.inverse(), names: self.names.inverse() }
    }

    /// The turn that does to an arrangement so seen what `turn` does to it.
    pub(super) fn turn(self, turn: Turn) -> Turn {
        turn.conjugate(self.positions)
    }
}

/// A turn, a relabelling, or one after the other, as tables by piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    /// By place of a corner.
    pub(super) corners: [u8; 24],
    /// By position.
    pub(super) wings: [u8; 24],
    /// By position.
    pub(super) centres: [u8; 24],
    pub(super) corner_names: [u8; 8],
    pub(super) wing_names: [u8; 24],
    pub(super) names: Symmetry,
    /// Whether it makes odd orders of the wings of even ones.
    pub(super) is_odd: bool,
}

impl Motion {
    /// What a turn does.
    pub(super) fn of_turn(turn: Turn) -> Motion {
        let action = Action::of(turn);
        Motion {
            corners: std::array::from_fn(|place| action.corner(place as u8)),
            wings: *action.wings(),
            centres: *action.centres(),
            is_odd: is_odd(action.wings()),
            ..Motion::of_relabelling(Relabelling::IDENTITY)
        }
    }

    /// What a relabelling does.
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

    /// First this, then `next`.
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

/// The symmetries that carry each of these axes to itself.
pub(super) fn symmetries_fixing(axes: &[Axis]) -> Vec<Symmetry> {
    Symmetry::all().filter(|s| axes.iter().all(|axis| s.axis(*axis) == *axis)).collect()
}
