//! One step of a fewest-moves solve: its length, and all its paths of a length.

use cubiform_cube::moves::joined;
use cubiform_cube::{Axis, Cube, Move, Reduction, Symmetry};

use crate::cfop::Counts;
use crate::distance_space::DistanceSpace;
use crate::two_phase::TwoPhase;

/// The distances of a step.
#[derive(Clone, Copy)]
pub(super) enum Table<'a> {
    /// The distance of every state is stored.
    Space(&'a DistanceSpace),
    /// DR from any state, by the cosets of phase 1.
    Cosets(&'a TwoPhase),
}

/// A step from cubes that meet the reduction before it, along an axis that `rotation` brings to that of the table.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) table: Table<'a>,
    pub(super) rotation: Symmetry,
    pub(super) reduction: Reduction,
}

impl Step<'_> {
    /// Returns the axis of the cube relative to which an EO orients edges.
    pub(super) fn eo_axis(&self) -> Option<Axis> {
        let axis = || self.rotation.inverse().axis(Axis::Z);
        (self.reduction == Reduction::Eo).then(axis)
    }

    /// Returns the minimum number of moves (HTM), and the nodes of its search.
    pub(super) async fn length(&self, cube: &Cube) -> (u8, Counts) {
        let cube = cube.conjugate(self.rotation);
        match self.table {
            Table::Space(space) => (space.distance(&cube), Counts::default()),
            Table::Cosets(two_phase) => two_phase.domino_length(&cube).await,
        }
    }

    /// Passes the paths of exactly `length` moves to `take`, in canonical order of the cube as the table sees it, until
    /// `take` returns false.
    ///
    /// No path is complete before its last move, nor with two consecutive moves about one axis exchanged.
    pub(super) async fn each_path(
        &self,
        cube: &Cube,
        length: u8,
        take: &mut (dyn FnMut(Vec<Move>) -> bool + Send),
    ) {
        let turned = cube.conjugate(self.rotation);
        let back = self.rotation.inverse();
        let mut take = |moves: Vec<Move>| {
            // The rotation may have changed the order of parallel moves.
            let moves = joined(&moves.into_iter().map(|m| back.conjugate(m)).collect::<Vec<_>>());
            self.is_met_early(cube, &moves) || take(moves)
        };
        match self.table {
            Table::Space(space) => space.each_path(&turned, length, None, &mut take).await,
            Table::Cosets(two_phase) => two_phase.each_domino_path(&turned, length, &mut take).await,
        }
    }

    /// Returns whether the step is complete before the last of these moves.
    fn is_met_early(&self, cube: &Cube, moves: &[Move]) -> bool {
        crate::cfop::is_met_early(cube, moves, |cube| {
            let cube = cube.conjugate(self.rotation);
            match self.table {
                Table::Space(space) => space.distance(&cube) == 0,
                Table::Cosets(_) => Reduction::Dr.is_met(&cube),
            }
        })
    }

    /// Returns whether a path is listed. Of paths that end in a quarter turn of one face, in either direction, both
    /// complete the step; the field counts the clockwise one.
    pub(super) fn is_listed(&self, moves: &[Move]) -> bool {
        let Some(last) = moves.last() else { return true };
        let together = moves.iter().rev().take_while(|m| m.face().axis() == last.face().axis());
        self.reduction == Reduction::Finish || together.into_iter().all(|m| m.quarters() != 3)
    }
}
