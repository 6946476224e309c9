//! The search for all ends of a stage from many partial solutions, in the order of total lengths, interleaved on one
//! thread.

use cubiform_cube::four::{Cube4, Turn};
use cubiform_search::{Search, Step};
use cubiform_threads::CancelToken;

use super::beam::{Partial, Path};
use super::space::SearchStage;

/// The number of interleaved searches.
pub(crate) const SEARCHES: usize = 6;

/// The number of rounds of steps between two calls of `may_continue`.
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

/// Interleaved searches of one stage.
pub(crate) struct StageSearch<'a, S: SearchStage> {
    space: &'a S,
    cancel: CancelToken,
    searches: Vec<RunningSearch<'a, S>>,
}

impl<'a, S: SearchStage> StageSearch<'a, S> {
    /// Creates the searches of a space, which end early once `cancel` is set.
    pub(crate) fn new(space: &'a S, cancel: CancelToken) -> StageSearch<'a, S> {
        let idle =
            |_| RunningSearch { search: Search::new(space.order()), from: None, cubes: PathCache::default() };
        StageSearch { space, cancel, searches: (0..SEARCHES).map(idle).collect() }
    }

    /// Searches all paths whose turns, with those before the stage, amount to `sum`, and calls `take` with each end.
    /// Returns false if `take`, or `may_continue`, called now and then, returned false, or if the search was stopped.
    /// Both receive the number of nodes expanded, which is added to `expanded`.
    pub(crate) fn level(
        &mut self,
        beam: &[Partial<S::State>],
        sum: u8,
        expanded: &mut u64,
        mut may_continue: impl FnMut(u64) -> bool,
        mut take: impl FnMut(StageEnd<'_, S::Node>, u64) -> bool,
    ) -> bool {
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
                        *expanded += slot.search.expanded();
                        slot.from = None;
                    }
                    Step::Leaf => {
                        let expanded_by_running = slot.search.expanded();
                        let (Some((path, node)), Some(from)) = (slot.search.leaf(), slot.from) else {
                            continue;
                        };
                        let end = StageEnd { from, path, node: node.clone(), by, cubes: &mut slot.cubes };
                        if !take(end, *expanded + expanded_by_running) {
                            self.abandon(expanded);
                            return false;
                        }
                    }
                }
            }
            if !is_busy {
                return true;
            }
            let is_cancelled = round % ROUNDS_BETWEEN_CHECKS == 0 && self.cancel.is_cancelled();
            if is_cancelled
                || round % ROUNDS_BETWEEN_QUERIES == 0
                    && !may_continue(*expanded + self.expanded_by_running())
            {
                self.abandon(expanded);
                return false;
            }
        }
        unreachable!("rounds do not end")
    }

    /// Returns the number of nodes expanded by searches that have not ended.
    fn expanded_by_running(&self) -> u64 {
        let busy = self.searches.iter().filter(|slot| slot.from.is_some());
        busy.map(|slot| slot.search.expanded()).sum()
    }

    /// Abandons all searches.
    fn abandon(&mut self, expanded: &mut u64) {
        *expanded += self.expanded_by_running();
        self.searches.iter_mut().for_each(|slot| slot.from = None);
    }
}
