//! Moves that solve one stage, with their effect on the cube and their hand effort in each rotation about y.

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};

use super::cases::Case;
use super::hand_effort::{HandEffort, hand_effort};
use super::metric::Lengths;

/// The origin of a [`StageSolution`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A sheet algorithm, as printed on the sheet.
    Sheet(&'static str),
    /// Triggers and turns of U.
    Triggers,
    /// A cross found by search, or at most one turn of U for a skipped case.
    Other,
}

/// Moves that solve one stage: the cross, one pair, OLL or PLL.
///
/// They are written for the orientation with the bottom colour down and a rotation of 0 quarter turns about y. They do
/// not begin with a rotation.
#[derive(Clone, Debug)]
pub(crate) struct StageSolution {
    /// The case that they solve, if it is a standard one.
    pub(crate) case: Option<&'static Case>,
    pub(crate) origin: Origin,
    pub(crate) turns: Vec<Turn>,
    /// The cube that results from applying them to the solved cube.
    pub(crate) effect: Cube,
    /// The rotation of the whole cube by the moves, in quarter turns about y.
    pub(crate) net_rotation: u8,
    pub(crate) htm: u8,
    /// The hand effort by rotation of the cube about y, in quarter turns; at least [`INFEASIBLE`] where it is excluded.
    pub(crate) efforts: [HandEffort; 4],
}

/// A hand effort greater than that of any solution.
pub(crate) const INFEASIBLE: HandEffort = 1_000_000;

impl StageSolution {
    pub(crate) fn new(case: Option<&'static Case>, origin: Origin, turns: Vec<Turn>) -> StageSolution {
        let (moves, frame) = turns.iter().copied().collect::<Algorithm>().resolve();
        let net_rotation = (0..4)
            .find(|quarters| y_rotation(*quarters) == frame)
            .expect("the tables have no tilted algorithm");
        let efforts = std::array::from_fn(|quarters| hand_effort(&rotate_turns(&turns, quarters as u8)));
        let htm = Lengths::count(&turns).htm as u8;
        StageSolution { case, origin, effect: Cube::from_moves(&moves), net_rotation, htm, efforts, turns }
    }

    /// Excludes all rotations about y except `quarters` quarter turns.
    pub(crate) fn restricted_to(mut self, quarters: u8) -> StageSolution {
        for (rotation, effort) in self.efforts.iter_mut().enumerate() {
            *effort += if rotation == usize::from(quarters) { 0 } else { INFEASIBLE };
        }
        self
    }
}

/// Returns the rotation of the whole cube about y by `quarters` quarter turns.
pub(crate) fn y_rotation(quarters: u8) -> Symmetry {
    Symmetry::rotation(Face::U, quarters.into())
}

/// Rewrites turns for a cube that is rotated about y by `quarters` quarter turns.
pub(crate) fn rotate_turns(turns: &[Turn], quarters: u8) -> Vec<Turn> {
    turns.iter().map(|turn| turn.conjugate(y_rotation(quarters))).collect()
}

/// Returns a turn of U by `quarters` followed by `turns`, with adjacent turns merged.
pub(crate) fn prepend_u(quarters: u8, turns: &[Turn]) -> Vec<Turn> {
    let first = Turn::new(Base::Face(Face::U), quarters.into());
    merge_adjacent(first.into_iter().chain(turns.iter().copied()))
}

/// Merges adjacent turns of the same layers into one turn, or into none if they cancel.
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
            let turns = merge_adjacent(Algorithm::parse(text).expect("valid moves").turns().iter().copied());
            assert_eq!(turns.into_iter().collect::<Algorithm>().to_string(), expected);
        }
        let u = Algorithm::parse("U' R").expect("valid moves");
        assert_eq!(prepend_u(1, u.turns()).len(), 1);
    }
}
