//! Partial solutions, and which of them are kept.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use cubiform_cube::Symmetry;
use cubiform_cube::four::Cube4;
use cubiform_tables::four::StageState;

use super::budget::{Unsolved, is_set};
use super::run_merger::LastRun;

/// The moves of a way through a stage: no stage is farther than 19 turns, and few more are searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    length: u8,
    moves: [u8; Path::MAX_LEN],
}

impl Path {
    /// The most moves that it may have.
    pub(crate) const MAX_LEN: usize = 27;

    pub(crate) fn of(moves: &[u8]) -> Path {
        let mut path = Path { length: moves.len() as u8, moves: [0; Path::MAX_LEN] };
        path.moves[..moves.len()].copy_from_slice(moves);
        path
    }

    pub(crate) fn moves(&self) -> &[u8] {
        &self.moves[..usize::from(self.length)]
    }
}

/// A cube after some stages, held so that it can go on with the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partial<T = StageState> {
    pub(crate) cube: Cube4,
    /// Its state in the next stage.
    pub(crate) state: T,
    /// How far that is from meeting it, at least.
    pub(crate) distance: u8,
    /// The turns so far.
    pub(crate) last_run: LastRun,
    /// How many these are, merged.
    pub(crate) length: u8,
    /// How it came about: the partial solution one stage before, by its place in that stage's beam; the way through the
    /// stage; how it was held then.
    pub(crate) parent: u32,
    pub(crate) path: Path,
    pub(crate) rotation: Symmetry,
}

impl<T> Partial<T> {
    /// The turns so far and those that the next stage takes.
    pub(crate) fn sum(&self) -> u8 {
        self.length + self.distance
    }
}

/// Sums of lengths are below this.
const SUMS: usize = 160;

/// How many partial solutions are compared between two looks at the stop.
const BETWEEN_LOOKS: usize = 256;

/// The best of those that were offered.
pub(crate) struct Beam<T = StageState> {
    most: usize,
    by_sum: Vec<Vec<Partial<T>>>,
    /// Sums from here on are not among the best any more.
    limit: usize,
}

impl<T: Copy> Beam<T> {
    /// Room for as many.
    pub(crate) fn new(most: usize) -> Beam<T> {
        Beam { most, by_sum: vec![Vec::new(); SUMS], limit: SUMS }
    }

    /// Whether one of this sum may be among the best.
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
        // Twice as many as are kept, since some of them are the same.
        let mut below = 0;
        for (sum, partials) in self.by_sum[..self.limit].iter().enumerate() {
            below += partials.len();
            if below >= 2 * self.most {
                self.by_sum[sum + 1..self.limit].iter_mut().for_each(Vec::clear);
                self.limit = sum + 1;
                break;
            }
        }
    }

    /// The best, each state once however it is held, in the order of their sums.
    ///
    /// # Errors
    /// If it was stopped.
    pub(crate) fn best(self, stop: Option<&AtomicBool>) -> Result<Vec<Partial<T>>, Unsolved> {
        let mut known = HashSet::new();
        let all = self.by_sum.into_iter().flatten();
        let mut best = Vec::new();
        for (i, partial) in all.enumerate() {
            if i % BETWEEN_LOOKS == 0 && is_set(stop) {
                return Err(Unsolved::Stopped);
            }
            if best.len() == self.most {
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
        let (tail, path, rotation) = (LastRun::NONE, Path::of(&[]), Symmetry::IDENTITY);
        Partial { cube, state, distance, last_run: tail, length, parent: 0, path, rotation }
    }

    #[test]
    fn the_best_are_kept_each_once_however_held() {
        let cubes: Vec<Cube4> = random::states(3).take(30).collect();
        let mut beam = Beam::new(5);
        for (i, cube) in cubes.iter().enumerate().rev() {
            for rotation in Symmetry::rotations().step_by(5) {
                beam.offer(partial(cube.act(&Action::rotation(rotation)), i as u8, 3));
            }
        }
        assert!(beam.accepts(3) && !beam.accepts(40));
        let best = beam.best(None).unwrap();
        let sums: Vec<u8> = best.iter().map(Partial::sum).collect();
        // What is dropped early is no better than as many again as are kept, alike ones among them.
        assert_eq!(sums, [3, 4]);
        assert!(best.iter().zip(&cubes).all(|(kept, cube)| kept.cube.is_same_turned(cube)));
    }
}
