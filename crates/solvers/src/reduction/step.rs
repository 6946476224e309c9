//! One step of a fewest-moves solve: its length, all its paths of a length, and its paths on both sides, with some moves on the
//! scramble and others on its inverse (NISS).
//!
//! Of a path on both sides, the shorter part is tried move by move. The longer part follows the exact distances of the state
//! that it leaves.

use cubiform_cube::moves::joined;
use cubiform_cube::{Axis, Cube, Move, Reduction, Symmetry};
use cubiform_search::{MoveOrder, run_alone};

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

/// Moves on the scramble and on its inverse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) normal: Vec<Move>,
    pub(super) inverse: Vec<Move>,
}

impl Sides {
    /// Returns the number of moves.
    pub(super) fn length(&self) -> usize {
        self.normal.len() + self.inverse.len()
    }
}

/// A step that is searched on both sides, as its table sees the cube.
pub(super) struct TwoSided<'a> {
    pub(super) space: &'a DistanceSpace,
    pub(super) order: &'a MoveOrder,
    /// The moves of the step, bit `m` for move `m`.
    pub(super) moves: u32,
    /// The moves that leave the goal of the step. Each part ends with one of them.
    pub(super) last_moves: u32,
    /// Whether the search must end, called for each part on the shorter side.
    pub(super) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl TwoSided<'_> {
    /// Passes the paths of exactly `length` moves in all to `take`, with the cube after them, until it returns false. The
    /// parts continue the last moves of `before`. Returns whether `take` returned true for all.
    pub(super) fn each(
        &self,
        cube: &Cube,
        before: [Option<Move>; 2],
        length: usize,
        take: &mut (dyn FnMut(&Sides, &Cube) -> bool + Send),
    ) -> bool {
        for short in 0..=length / 2 {
            let long = length - short;
            // With parts of one length, each pair of parts comes up once from the side of the scramble.
            let sides: &[bool] = if short == long { &[false] } else { &[false, true] };
            for is_inverse_long in sides {
                let from = if *is_inverse_long { cube.inverse() } else { *cube };
                let [before_long, before_short] =
                    if *is_inverse_long { [before[1], before[0]] } else { before };
                let is_done = self.each_short(short, before_short, &mut |part| {
                    if (self.is_stopped)() {
                        return false;
                    }
                    let start = Cube::from_moves(part).inverse().then(&from);
                    let mut goes_on = true;
                    let mut take_long = |path: Vec<Move>| {
                        if path.last().is_some_and(|m| self.last_moves >> m.index() & 1 == 0) {
                            return true;
                        }
                        let end = start.apply(&path);
                        let (end, sides) = match is_inverse_long {
                            false => (end, Sides { normal: path, inverse: part.to_vec() }),
                            true => (end.inverse(), Sides { normal: part.to_vec(), inverse: path }),
                        };
                        goes_on = take(&sides, &end);
                        goes_on
                    };
                    run_alone(self.space.each_path(&start, long as u8, before_long, &mut take_long));
                    goes_on
                });
                if !is_done {
                    return false;
                }
            }
        }
        true
    }

    /// Passes all canonical sequences of `length` moves that end in one of the last moves to `take`, until it returns false.
    fn each_short(&self, length: usize, before: Option<Move>, take: &mut dyn FnMut(&[Move]) -> bool) -> bool {
        fn extend(
            of: &TwoSided<'_>,
            (part, before): (&mut Vec<Move>, Option<Move>),
            left: usize,
            take: &mut dyn FnMut(&[Move]) -> bool,
        ) -> bool {
            if left == 0 {
                return take(part);
            }
            let last = part.last().copied().or(before);
            let allowed = of.order.after(last.map(|m| m.index() as u8)) as u32;
            let set = allowed & if left == 1 { of.last_moves } else { of.moves };
            Move::all().filter(|m| set >> m.index() & 1 == 1).all(|m| {
                part.push(m);
                let goes_on = extend(of, (part, before), left - 1, take);
                part.pop();
                goes_on
            })
        }
        extend(self, (&mut Vec::new(), before), length, take)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use cubiform_threads::CancelToken;

    use super::*;
    use crate::move_order::canonical;
    use crate::thistlethwaite::Thistlethwaite;

    #[test]
    fn a_search_ends_at_a_part_of_the_shorter_side_when_it_is_stopped() {
        let phases = Thistlethwaite::new_until(&CancelToken::never()).unwrap();
        let (order, asked) = (canonical(), AtomicUsize::new(0));
        let is_stopped = || asked.fetch_add(1, Ordering::Relaxed) == 5;
        let moves = (1 << Move::COUNT) - 1;
        let search = TwoSided {
            space: phases.phase(0),
            order: &order,
            moves,
            last_moves: moves,
            is_stopped: &is_stopped,
        };
        let cube = Cube::SOLVED;
        assert!(!search.each(&cube, [None; 2], 6, &mut |_, _| true));
        assert_eq!(asked.load(Ordering::Relaxed), 6);
    }
}
