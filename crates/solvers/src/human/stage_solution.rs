//! A way to do one step of a solve: turns, what they do, and how easy they are however the cube is held.

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};

use super::cases::Case;
use super::comfort::{HandEffort, hand_effort};
use super::metric::Lengths;

/// Where a way comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// An algorithm of a sheet, as printed there.
    Sheet(&'static str),
    /// Turns of U and triggers.
    Triggers,
    /// Turns found by a table, or a turn of U.
    Other,
}

/// Turns that do one step, written for a cube that is held as after the cross's rotation, without a rotation in front.
#[derive(Clone, Debug)]
pub(crate) struct StageSolution {
    /// What they are known as.
    pub(crate) case: Option<&'static Case>,
    pub(crate) origin: Origin,
    pub(crate) turns: Vec<Turn>,
    /// What they make of the solved cube.
    pub(crate) effect: Cube,
    /// By how many quarters of y they leave the cube turned.
    pub(crate) net_rotation: u8,
    pub(crate) htm: u8,
    /// The effort when the cube is held turned by so many quarters of y; at least [`INFEASIBLE`] where nobody would do it.
    pub(crate) efforts: [HandEffort; 4],
}

/// More effort than any solution takes.
pub(crate) const INFEASIBLE: HandEffort = 1_000_000;

impl StageSolution {
    pub(crate) fn new(case: Option<&'static Case>, origin: Origin, turns: Vec<Turn>) -> StageSolution {
        let (moves, frame) = turns.iter().copied().collect::<Algorithm>().resolve();
        let net_rotation = (0..4)
            .find(|quarters| y_rotation(*quarters) == frame)
            .expect("the tables have no tilted algorithm");
        let efforts = std::array::from_fn(|quarters| hand_effort(&rotate_turns(&turns, quarters as u8)));
        let htm = Lengths::of(&turns).htm as u8;
        StageSolution { case, origin, effect: Cube::from_moves(&moves), net_rotation, htm, efforts, turns }
    }

    /// The same, done only by someone who holds the cube turned by so many quarters of y.
    pub(crate) fn restricted_to(mut self, quarters: u8) -> StageSolution {
        for (rotation, effort) in self.efforts.iter_mut().enumerate() {
            *effort += if rotation == usize::from(quarters) { 0 } else { INFEASIBLE };
        }
        self
    }
}

/// The rotation of the whole cube by so many quarters of y.
pub(crate) fn y_rotation(quarters: u8) -> Symmetry {
    Symmetry::rotation(Face::U, quarters.into())
}

/// The turns, written for a cube that is held turned by so many quarters of y.
pub(crate) fn rotate_turns(turns: &[Turn], quarters: u8) -> Vec<Turn> {
    turns.iter().map(|turn| turn.conjugate(y_rotation(quarters))).collect()
}

/// The turns after a turn of U by `quarters`, put merged.
pub(crate) fn prepend_u(quarters: u8, turns: &[Turn]) -> Vec<Turn> {
    let first = Turn::new(Base::Face(Face::U), quarters.into());
    merge_adjacent(first.into_iter().chain(turns.iter().copied()))
}

/// The turns with each two neighbours of the same layers made one, or none if they undo each other.
pub(crate) fn merge_adjacent(turns: impl IntoIterator<Item = Turn>) -> Vec<Turn> {
    let mut merged: Vec<Turn> = Vec::new();
    for turn in turns {
        match merged.last() {
            Some(last) if last.base() == turn.base() => {
                let both = Turn::new(turn.base(), i32::from(last.quarters() + turn.quarters()));
                merged.pop();
                merged.extend(both);
            }
            _ => merged.push(turn),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merge_adjacent_combines_turns_of_the_same_layers() {
        for (text, expected) in
            [("L U L' L' U2 L", "L U L2 U2 L"), ("R U U' R'", ""), ("U2 U R y y2", "U' R y'"), ("", "")]
        {
            let turns = merge_adjacent(Algorithm::parse(text).expect("it is read").turns().iter().copied());
            assert_eq!(turns.into_iter().collect::<Algorithm>().to_string(), expected);
        }
        let u = Algorithm::parse("U' R").expect("it is read");
        assert_eq!(prepend_u(1, u.turns()).len(), 1);
    }
}
