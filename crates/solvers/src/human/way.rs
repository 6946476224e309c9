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
    /// The effort when the cube is held turned by so many quarters of y; at least [`NEVER`] where nobody would do it.
    pub(crate) efforts: [Effort; 4],
}

/// More effort than any solution takes.
pub(crate) const NEVER: Effort = 1_000_000;

impl Way {
    pub(crate) fn new(case: Option<&'static Case>, source: Source, turns: Vec<Turn>) -> Way {
        let (moves, frame) = turns.iter().copied().collect::<Algorithm>().resolve();
        let net = (0..4).find(|quarters| y(*quarters) == frame).expect("the tables have no tilted algorithm");
        let efforts = std::array::from_fn(|hold| effort(&held(&turns, hold as u8)));
        let htm = Lengths::of(&turns).htm as u8;
        Way { case, source, effect: Cube::from_moves(&moves), net, htm, efforts, turns }
    }

    /// The same, done only by someone who holds the cube turned by so many quarters of y.
    pub(crate) fn only_held(mut self, quarters: u8) -> Way {
        for (hold, effort) in self.efforts.iter_mut().enumerate() {
            *effort += if hold == usize::from(quarters) { 0 } else { NEVER };
        }
        self
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

/// The turns after a turn of U by `quarters`, put together.
pub(crate) fn after_u(quarters: u8, turns: &[Turn]) -> Vec<Turn> {
    let first = Turn::new(Base::Face(Face::U), quarters.into());
    put_together(first.into_iter().chain(turns.iter().copied()))
}

/// The turns with each two neighbours of the same layers made one, or none if they undo each other.
pub(crate) fn put_together(turns: impl IntoIterator<Item = Turn>) -> Vec<Turn> {
    let mut together: Vec<Turn> = Vec::new();
    for turn in turns {
        match together.last() {
            Some(last) if last.base() == turn.base() => {
                let both = Turn::new(turn.base(), i32::from(last.quarters() + turn.quarters()));
                together.pop();
                together.extend(both);
            }
            _ => together.push(turn),
        }
    }
    together
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_put_together() {
        for (text, expected) in
            [("L U L' L' U2 L", "L U L2 U2 L"), ("R U U' R'", ""), ("U2 U R y y2", "U' R y'"), ("", "")]
        {
            let turns = put_together(Algorithm::parse(text).expect("it is read").turns().iter().copied());
            assert_eq!(turns.into_iter().collect::<Algorithm>().to_string(), expected);
        }
        let u = Algorithm::parse("U' R").expect("it is read");
        assert_eq!(after_u(1, u.turns()).len(), 1);
    }
}
