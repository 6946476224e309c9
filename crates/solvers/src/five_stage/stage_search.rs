//! All ways through a stage, from many partial solutions, in the order of the lengths that they come to.

use std::sync::atomic::AtomicBool;

use cubiform_cube::four::{Cube4, Turn};
use cubiform_search::{Search, Step};

use super::beam::{Partial, Path};
use super::budget::is_set;
use super::space::SearchStage;

/// How many searches take turns, so that the memory has reads to answer.
pub(crate) const SEARCHES: usize = 6;

/// How many rounds of steps there are between two questions whether to go on.
const BETWEEN_QUESTIONS: u64 = 4096;

/// How many there are between two looks at the stop.
const BETWEEN_LOOKS: u64 = 256;

/// A search and what it was last seen at.
struct Slot<'a, S: SearchStage> {
    search: Search<'a, S>,
    /// Which partial solution it goes on from, if it is at work.
    from: Option<usize>,
    trace: PathCache,
}

/// What has become of something along the path to the last end at which it was asked for.
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
    /// Forgets the path: the next begins elsewhere.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.path.clear();
    }

    /// What there is at the end of a path, from what there is at its start and what moves make of it.
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

/// An end: a way through the stage.
pub(crate) struct StageEnd<'m, N> {
    /// The partial solution that it goes on from.
    pub(crate) from: usize,
    pub(crate) path: &'m [u8],
    pub(crate) node: N,
    /// Which of the searches has come to it.
    pub(crate) by: usize,
    trace: &'m mut PathCache,
}

impl<N> StageEnd<'_, N> {
    /// The cube there; that from which it came is given.
    pub(crate) fn cube(&mut self, turns: &[Turn], start: &Cube4) -> Cube4 {
        self.trace.at(self.path, || *start, |cube, m| cube.turn(turns[usize::from(m)]))
    }
}

/// Searches that take turns.
pub(crate) struct StageSearch<'a, S: SearchStage> {
    space: &'a S,
    stop: Option<&'a AtomicBool>,
    members: Vec<Slot<'a, S>>,
}

impl<'a, S: SearchStage> StageSearch<'a, S> {
    /// Searches of a space, which are left when `stop` is set.
    pub(crate) fn new(space: &'a S, stop: Option<&'a AtomicBool>) -> StageSearch<'a, S> {
        let member = |_| Slot { search: Search::new(space.order()), from: None, trace: PathCache::default() };
        StageSearch { space, stop, members: (0..SEARCHES).map(member).collect() }
    }

    /// Goes through the ends of all ways that come to `sum` turns with those before the stage; whether `take`, which is
    /// given each, and `goes_on`, which is asked now and then, let it go through all of them, and it was not stopped. Both
    /// are told how many nodes were expanded, which is added to `expanded`.
    pub(crate) fn level(
        &mut self,
        beam: &[Partial<S::State>],
        sum: u8,
        expanded: &mut u64,
        mut goes_on: impl FnMut(u64) -> bool,
        mut take: impl FnMut(StageEnd<'_, S::Node>, u64) -> bool,
    ) -> bool {
        let mut parts = 0..beam.len();
        for round in 1u64.. {
            let mut is_busy = false;
            for (by, member) in self.members.iter_mut().enumerate() {
                if member.from.is_none() {
                    let fits = |i: &usize| {
                        let depth = sum.checked_sub(beam[*i].length);
                        depth.is_some_and(|d| d >= beam[*i].distance && usize::from(d) <= Path::MAX_LEN)
                    };
                    let Some(next) = parts.find(fits) else { continue };
                    let root = self.space.root(beam[next].state, beam[next].distance);
                    member.search.start(self.space, &root, &[], sum - beam[next].length, 0);
                    member.from = Some(next);
                    member.trace.clear();
                }
                is_busy = true;
                match member.search.step() {
                    Step::LookUps => {}
                    Step::Done => {
                        *expanded += member.search.expanded();
                        member.from = None;
                    }
                    Step::Leaf => {
                        let at_work = member.search.expanded();
                        let (Some((path, node)), Some(from)) = (member.search.leaf(), member.from) else {
                            continue;
                        };
                        let end = StageEnd { from, path, node: node.clone(), by, trace: &mut member.trace };
                        if !take(end, *expanded + at_work) {
                            self.leave(expanded);
                            return false;
                        }
                    }
                }
            }
            if !is_busy {
                return true;
            }
            let is_stopped = round % BETWEEN_LOOKS == 0 && is_set(self.stop);
            if is_stopped || round % BETWEEN_QUESTIONS == 0 && !goes_on(*expanded + self.at_work()) {
                self.leave(expanded);
                return false;
            }
        }
        unreachable!("rounds do not run out")
    }

    /// How many nodes the searches have expanded that are not done.
    fn at_work(&self) -> u64 {
        let busy = self.members.iter().filter(|member| member.from.is_some());
        busy.map(|member| member.search.expanded()).sum()
    }

    /// Leaves all searches as they are.
    fn leave(&mut self, expanded: &mut u64) {
        *expanded += self.at_work();
        self.members.iter_mut().for_each(|member| member.from = None);
    }
}
