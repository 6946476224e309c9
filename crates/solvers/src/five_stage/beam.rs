//! Partial solutions of the 4x4x4, and the beam that keeps the best of them between stages.

use std::collections::HashSet;

use cubiform_cube::Symmetry;
use cubiform_cube::four::Cube4;
use cubiform_tables::four::StageState;
use cubiform_threads::CancelToken;

use super::run_merger::LastRun;
use crate::solver::Unsolved;

/// The moves of a path through a stage. No stage takes more than 19 turns, and few more are searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    length: u8,
    moves: [u8; Path::MAX_LEN],
}

impl Path {
    /// The maximum number of moves.
    pub(crate) const MAX_LEN: usize = 27;

    pub(crate) fn new(moves: &[u8]) -> Path {
        let mut path = Path { length: moves.len() as u8, moves: [0; Path::MAX_LEN] };
        path.moves[..moves.len()].copy_from_slice(moves);
        path
    }

    pub(crate) fn moves(&self) -> &[u8] {
        &self.moves[..usize::from(self.length)]
    }
}

/// A cube after some stages, oriented for the next stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partial<T = StageState> {
    pub(crate) cube: Cube4,
    /// The state in the next stage.
    pub(crate) state: T,
    /// A lower bound on the turns of the next stage.
    pub(crate) distance: u8,
    /// The last run of the turns so far, with the length before it.
    pub(crate) last_run: LastRun,
    /// The number of turns so far, with runs merged.
    pub(crate) length: u8,
    /// The index of the partial solution one stage before in that stage's beam.
    pub(crate) parent: u32,
    /// The path through the last stage.
    pub(crate) path: Path,
    /// The rotation after that path.
    pub(crate) rotation: Symmetry,
}

impl<T> Partial<T> {
    /// Returns the turns so far plus the lower bound of the next stage.
    pub(crate) fn sum(&self) -> u8 {
        self.length + self.distance
    }
}

/// The upper bound, exclusive, of sums of lengths.
const SUMS: usize = 160;

/// The number of partial solutions compared between two checks of the cancel token.
const CHECK_INTERVAL: usize = 256;

/// The best of the partial solutions offered.
pub(crate) struct Beam<T = StageState> {
    width: usize,
    by_sum: Vec<Vec<Partial<T>>>,
    /// Partial solutions with a sum from here on are no longer accepted.
    limit: usize,
}

impl<T: Copy> Beam<T> {
    /// Creates a beam of width `width`.
    pub(crate) fn new(width: usize) -> Beam<T> {
        Beam { width, by_sum: vec![Vec::new(); SUMS], limit: SUMS }
    }

    /// Returns whether a partial solution of this sum may be among the best.
    #[inline]
    pub(crate) fn accepts(&self, sum: u8) -> bool {
        usize::from(sum) < self.limit
    }

    pub(crate) fn offer(&mut self, partial: Partial<T>) {
        let sum = usize::from(partial.sum());
        if sum >= self.limit {
            return;
        }
        self.by_sum[sum].push(partial);
        // Twice the width, since some states occur several times.
        let mut count = 0;
        for (sum, partials) in self.by_sum[..self.limit].iter().enumerate() {
            count += partials.len();
            if count >= 2 * self.width {
                self.by_sum[sum + 1..self.limit].iter_mut().for_each(Vec::clear);
                self.limit = sum + 1;
                break;
            }
        }
    }

    /// Returns the best in the order of their sums, each state once up to rotation.
    ///
    /// # Errors
    /// If `cancel` was set.
    pub(crate) fn best(self, cancel: &CancelToken) -> Result<Vec<Partial<T>>, Unsolved> {
        let mut known = HashSet::new();
        let all = self.by_sum.into_iter().flatten();
        let mut best = Vec::new();
        for (i, partial) in all.enumerate() {
            if i % CHECK_INTERVAL == 0 && cancel.is_cancelled() {
                return Err(Unsolved::Cancelled);
            }
            if best.len() == self.width {
                break;
            }
            if known.insert(partial.cube.reoriented()) {
                best.push(partial);
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::four::{Action, random};
    use cubiform_tables::four::Stage;

    use super::*;

    fn partial(cube: Cube4, length: u8, distance: u8) -> Partial {
        let state = Stage::get(1).state(&cube).unwrap();
        let (last_run, path, rotation) = (LastRun::NONE, Path::new(&[]), Symmetry::IDENTITY);
        Partial { cube, state, distance, last_run, length, parent: 0, path, rotation }
    }

    #[test]
    fn beam_keeps_the_best_sums_and_each_state_once_up_to_rotation() {
        let cubes: Vec<Cube4> = random::states(3).take(30).collect();
        let mut beam = Beam::new(5);
        for (i, cube) in cubes.iter().enumerate().rev() {
            for rotation in Symmetry::rotations().step_by(5) {
                beam.offer(partial(cube.act(&Action::rotation(rotation)), i as u8, 3));
            }
        }
        assert!(beam.accepts(3) && !beam.accepts(40));
        let best = beam.best(&CancelToken::never()).unwrap();
        let sums: Vec<u8> = best.iter().map(Partial::sum).collect();
        // The limit drops sums beyond twice the width, equal states included.
        assert_eq!(sums, [3, 4]);
        assert!(best.iter().zip(&cubes).all(|(kept, cube)| kept.cube.equals_up_to_rotation(cube)));
    }
}
