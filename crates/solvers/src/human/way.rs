//! A way to do one step of a solve: turns, what they do, and how easy they are however the cube is held.

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};

use super::cases::Case;
use super::comfort::{Effort, effort};
use super::metric::Lengths;

/// Where a way comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// An algorithm of a sheet, as printed there.
    Sheet(&'static str),
    /// Turns of U and triggers.
    Triggers,
    /// Turns found by a table, or a turn of U.
    Plain,
}

/// Turns that do one step, written for a cube that is held as after the cross's rotation, without a rotation in front.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// What they are known as.
    pub(crate) case: Option<&'static Case>,
    pub(crate) source: Source,
    pub(crate) turns: Vec<Turn>,
    /// What they make of the solved cube.
    pub(crate) effect: Cube,
    /// By how many quarters of y they leave the cube turned.
    pub(crate) net: u8,
    pub(crate) htm: u8,
    /// The effort when the cube is held turned by so many quarters of y.
    pub(crate) efforts: [Effort; 4],
}

impl Way {
    pub(crate) fn new(case: Option<&'static Case>, source: Source, turns: Vec<Turn>) -> Way {
        let (moves, frame) = turns.iter().copied().collect::<Algorithm>().resolve();
        let net = (0..4).find(|quarters| y(*quarters) == frame).expect("the tables have no tilted algorithm");
        let efforts = std::array::from_fn(|hold| effort(&held(&turns, hold as u8)));
        let htm = Lengths::of(&turns).htm as u8;
        Way { case, source, effect: Cube::from_moves(&moves), net, htm, efforts, turns }
    }
}

/// The rotation of the whole cube by so many quarters of y.
pub(crate) fn y(quarters: u8) -> Symmetry {
    Symmetry::rotation(Face::U, quarters.into())
}

/// The turns, written for a cube that is held turned by so many quarters of y.
pub(crate) fn held(turns: &[Turn], quarters: u8) -> Vec<Turn> {
    turns.iter().map(|turn| turn.conjugate(y(quarters))).collect()
}

/// The turns after a turn of U by `quarters`, put together with a turn of U that they begin with.
pub(crate) fn after_u(quarters: u8, turns: &[Turn]) -> Vec<Turn> {
    let up = Base::Face(Face::U);
    let (own, rest) = match turns {
        [first, rest @ ..] if first.base() == up => (first.quarters(), rest),
        turns => (0, turns),
    };
    Turn::new(up, i32::from(quarters + own)).into_iter().chain(rest.iter().copied()).collect()
}
