//! The search for all ends of a stage from many partial solutions, in the order of total lengths, interleaved on one
//! thread.

use cubiform_cube::four::{Cube4, Turn};
use cubiform_search::{Search, Step};
use cubiform_threads::CancelToken;

use super::beam::{Partial, Path};
use super::space::SearchStage;
use crate::solver::Unsolved;

/// The number of interleaved searches.
pub(crate) const SEARCHES: usize = 6;

/// The maximum number of turns beyond the shortest of a stage. Near solved there are too few ends to fill a beam.
const MAX_SLACK: u8 = 8;

/// The number of rounds of steps between two calls of [`EndReceiver::goes_on`].
const ROUNDS_BETWEEN_QUERIES: u64 = 4096;

/// The number of rounds of steps between two checks of the cancel token.
const ROUNDS_BETWEEN_CHECKS: u64 = 256;

/// One of the interleaved searches.
struct RunningSearch<'a, S: SearchStage> {
    search: Search<'a, S>,
    /// The index of the partial solution from which it searches, if it has work.
    from: Option<usize>,
    cubes: PathCache,
}

/// The states along the last path, so that the next path recomputes only what differs.
pub(crate) struct PathCache<T = Cube4> {
    states: Vec<T>,
    path: Vec<u8>,
}

impl<T> Default for PathCache<T> {
    fn default() -> PathCache<T> {
        PathCache { states: Vec::new(), path: Vec::new() }
    }
}

impl<T: Copy> PathCache<T> {
    /// Clears the cache, for a path with another start.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.path.clear();
    }

    /// Returns the state at the end of a path, given its start and the action of moves.
    #[inline]
    pub(crate) fn at(&mut self, path: &[u8], start: impl FnOnce() -> T, turn: impl Fn(&T, u8) -> T) -> T {
        if self.states.is_empty() {
            self.states.push(start());
        }
        let same = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        self.states.truncate(same + 1);
        self.path.clear();
        self.path.extend_from_slice(path);
        for m in &path[same..] {
            self.states.push(turn(&self.states[self.states.len() - 1], *m));
        }
        self.states[self.states.len() - 1]
    }
}

/// An end of a stage: a path to one of its goal states.
pub(crate) struct StageEnd<'m, N> {
    /// The index of the partial solution before the stage.
    pub(crate) from: usize,
    pub(crate) path: &'m [u8],
    pub(crate) node: N,
    /// The index of the search that found it.
    pub(crate) by: usize,
    cubes: &'m mut PathCache,
}

impl<N> StageEnd<'_, N> {
    /// Returns the cube at the end, given the cube before the stage.
    pub(crate) fn cube(&mut self, turns: &[Turn], start: &Cube4) -> Cube4 {
        self.cubes.at(self.path, || *start, |cube, m| cube.turn(turns[usize::from(m)]))
    }
}

/// A receiver of the ends of a stage. It also receives the number of nodes expanded so far.
pub(crate) trait EndReceiver<N> {
    /// Returns whether ends of this sum are wanted. Defaults to true.
    fn wants(&self, sum: u8) -> bool {
        let _ = sum;
        true
    }

    /// Takes an end, and returns whether the search goes on.
    fn take(&mut self, end: StageEnd<'_, N>, expanded: u64) -> Result<bool, Unsolved>;

    /// Returns whether the search goes on. Called now and then. Defaults to true.
    fn goes_on(&self, expanded: u64) -> bool {
        let _ = expanded;
        true
    }
}

/// Searches the ends of a stage from the partial solutions of a beam, in the order of their sums, until `receiver` wants no
/// more or `cancel` is set. Returns the number of nodes expanded.
///
/// # Errors
/// The error of the receiver, or if the beam is empty.
pub(crate) fn search_ends<S: SearchStage>(
    space: &S,
    beam: &[Partial<S::State>],
    cancel: &CancelToken,
    receiver: &mut impl EndReceiver<S::Node>,
) -> Result<u64, Unsolved> {
    let idle =
        |_| RunningSearch { search: Search::new(space.order()), from: None, cubes: PathCache::default() };
    let searches = (0..SEARCHES).map(idle).collect();
    let mut stage_search = StageSearch { space, beam, cancel, searches, expanded: 0 };
    let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
    let max_sum = sum + MAX_SLACK;
    while sum <= max_sum && receiver.wants(sum) && stage_search.level(sum, receiver)? {
        sum += 1;
    }
    Ok(stage_search.expanded + stage_search.expanded_by_running())
}

/// Interleaved searches of one stage.
struct StageSearch<'a, S: SearchStage> {
    space: &'a S,
    beam: &'a [Partial<S::State>],
    cancel: &'a CancelToken,
    searches: Vec<RunningSearch<'a, S>>,
    /// The number of nodes expanded by searches that ended.
    expanded: u64,
}

impl<S: SearchStage> StageSearch<'_, S> {
    /// Searches all paths whose turns, with those before the stage, amount to `sum`. Returns false if the receiver ended the
    /// search, or if it was cancelled.
    fn level(&mut self, sum: u8, receiver: &mut impl EndReceiver<S::Node>) -> Result<bool, Unsolved> {
        let beam = self.beam;
        let mut candidates = 0..beam.len();
        for round in 1u64.. {
            let mut is_busy = false;
            for (by, slot) in self.searches.iter_mut().enumerate() {
                if slot.from.is_none() {
                    let fits = |i: &usize| {
                        let depth = sum.checked_sub(beam[*i].length);
                        depth.is_some_and(|d| d >= beam[*i].distance && usize::from(d) <= Path::MAX_LEN)
                    };
                    let Some(next) = candidates.find(fits) else { continue };
                    let root = self.space.root(beam[next].state, beam[next].distance);
                    slot.search.start(self.space, &root, &[], sum - beam[next].length, 0);
                    slot.from = Some(next);
                    slot.cubes.clear();
                }
                is_busy = true;
                match slot.search.step() {
                    Step::LookUps => {}
                    Step::Done => {
                        self.expanded += slot.search.expanded();
                        slot.from = None;
                    }
                    Step::Leaf => {
                        let expanded = self.expanded + slot.search.expanded();
                        let (Some((path, node)), Some(from)) = (slot.search.leaf(), slot.from) else {
                            continue;
                        };
                        let end = StageEnd { from, path, node: node.clone(), by, cubes: &mut slot.cubes };
                        if !receiver.take(end, expanded)? {
                            return Ok(false);
                        }
                    }
                }
            }
            if !is_busy {
                return Ok(true);
            }
            let is_cancelled = round % ROUNDS_BETWEEN_CHECKS == 0 && self.cancel.is_cancelled();
            if is_cancelled
                || round % ROUNDS_BETWEEN_QUERIES == 0
                    && !receiver.goes_on(self.expanded + self.expanded_by_running())
            {
                return Ok(false);
            }
        }
        unreachable!("rounds do not end")
    }

    /// Returns the number of nodes expanded by searches that have not ended.
    fn expanded_by_running(&self) -> u64 {
        let busy = self.searches.iter().filter(|slot| slot.from.is_some());
        busy.map(|slot| slot.search.expanded()).sum()
    }
}
