//! Subproblems of one search stepped round-robin on one thread, so that their memory reads overlap.
//!
//! While the look-ups of one subproblem are in flight, the others are stepped. Jobs of a [`Pool`](crate::Pool) overlap
//! in the same way, at a higher cost per switch, while a step here may be short. The order of the steps does not depend
//! on timing, so node counts are the same in every run.

use crate::move_order::MoveOrder;
use crate::path::Path;
use crate::search::{Search, Step};
use crate::space::Space;

/// A subtree of a search.
#[derive(Clone, Debug)]
pub struct Subproblem<N> {
    /// The path to the root of the subtree.
    pub path: Path,
    /// The root.
    pub node: N,
    /// The moves left at the root.
    pub depth_left: u8,
    /// The moves left at the leaves: 0 to search for the goal, 1 or more to split it into smaller subproblems.
    pub leaf_depth_left: u8,
}

/// A source of subproblems, which also receives their results.
pub trait WorkSource<S: Space> {
    /// Returns the next subproblem, or `None` if there is none at present.
    fn next(&mut self) -> Option<Subproblem<S::Node>>;

    /// Receives a leaf with `left` moves left, 1 or more.
    fn leaf(&mut self, path: &[u8], node: &S::Node, left: u8);

    /// Receives a search that ended or was abandoned, with its node counts.
    fn finished(&mut self, search: &Search<'_, S>);
}

/// Several searches of one space, stepped in turn.
pub struct InterleavedSearch<'a, S: Space> {
    order: &'a MoveOrder,
    searches: Vec<RunningSearch<'a, S>>,
    /// The search that is stepped next in this round.
    next: usize,
    requests: S::Requests,
}

struct RunningSearch<'a, S: Space> {
    search: Search<'a, S>,
    busy: bool,
}

/// The result of one round of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// At least one search has work.
    Busy,
    /// No search has work, and the source had none.
    Idle,
    /// A path to the goal was found.
    Found(Vec<u8>),
}

impl<'a, S: Space> InterleavedSearch<'a, S> {
    /// Creates `size` idle searches. They keep their memory between uses.
    pub fn new(order: &'a MoveOrder, size: usize) -> InterleavedSearch<'a, S> {
        let idle = |_| RunningSearch { search: Search::new(order), busy: false };
        let searches = (0..size).map(idle).collect();
        InterleavedSearch { order, searches, next: 0, requests: S::Requests::default() }
    }

    /// Creates the same number of idle searches with the same move order.
    #[must_use]
    pub fn like(&self) -> InterleavedSearch<'a, S> {
        InterleavedSearch::new(self.order, self.searches.len())
    }

    /// Returns the number of nodes expanded by the searches that have work.
    pub fn expanded(&self) -> u64 {
        self.searches.iter().filter(|slot| slot.busy).map(|slot| slot.search.expanded()).sum()
    }

    /// Steps each search to its next look-ups, and then locates and prefetches the look-ups of all searches together: a
    /// prefetch that misses the TLB delays the instruction after it, which should be another prefetch. An idle search takes
    /// the next subproblem of `source`. After a path was found, the next call goes on with the search that found it.
    pub fn step(&mut self, space: &'a S, source: &mut impl WorkSource<S>) -> Progress {
        while let Some(RunningSearch { search, busy }) = self.searches.get_mut(self.next) {
            loop {
                if !*busy {
                    let Some(Subproblem { path, node, depth_left, leaf_depth_left }) = source.next() else {
                        break;
                    };
                    search.start_among(
                        &mut self.requests,
                        space,
                        &node,
                        (&path, depth_left, leaf_depth_left),
                    );
                    *busy = true;
                    break;
                }
                match search.step_among(&mut self.requests) {
                    Step::LookUps => break,
                    Step::Done => {
                        *busy = false;
                        source.finished(search);
                    }
                    Step::Leaf if search.depth_left_at_leaves() == 0 => {
                        if let Some(path) = search.solution() {
                            // The searches after this one have not read their look-ups, so nothing is located yet.
                            return Progress::Found(path.to_vec());
                        }
                    }
                    Step::Leaf => {
                        if let Some((path, node)) = search.leaf() {
                            source.leaf(path, node, search.depth_left_at_leaves());
                        }
                    }
                }
            }
            self.next += 1;
        }
        self.next = 0;
        space.locate(&mut self.requests);
        let mut progress = Progress::Idle;
        for slot in self.searches.iter_mut().filter(|slot| slot.busy) {
            slot.search.prefetch_located();
            progress = Progress::Busy;
        }
        progress
    }

    /// Abandons all subproblems that have not ended, including one that found a path.
    pub fn abandon(&mut self, source: &mut impl WorkSource<S>) {
        for RunningSearch { search, busy } in &mut self.searches {
            if std::mem::take(busy) {
                source.finished(search);
            }
        }
        (self.next, self.requests) = (0, S::Requests::default());
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::pool::run_alone;

    /// A test space: numbers with three moves each, pruned in two rounds. Roots that are even are prefetched.
    struct Numbers {
        /// The numbers that it divides are goals.
        divisor: u32,
    }

    /// The children requested and prefetched, by round, and the index of the shared request.
    #[derive(Default)]
    struct Rounds {
        requested: [u64; 2],
        prefetched: Cell<[u64; 2]>,
        shared: usize,
    }

    /// The shared requests: the children requested since the last were located, and those located last.
    #[derive(Default)]
    struct Shared {
        requested: Vec<u64>,
        located: Vec<u64>,
    }

    impl Space for Numbers {
        type Node = u32;
        type Children = Rounds;
        type Plan = ();
        type Requests = Shared;

        fn plan(&self, _: &u32, _: u8) {}

        fn prefetch_root(&self, root: &u32) -> bool {
            root.is_multiple_of(2)
        }

        fn rounds(&self, (): &()) -> usize {
            2
        }

        fn expand(&self, (): &(), _: &u32, moves: u64, children: &mut Rounds, shared: &mut Shared) -> u32 {
            *children = Rounds::default();
            self.request(&(), children, moves, 0, shared)
        }

        fn request(
            &self,
            (): &(),
            children: &mut Rounds,
            alive: u64,
            round: usize,
            shared: &mut Shared,
        ) -> u32 {
            children.requested[round] = alive;
            children.shared = shared.requested.len();
            shared.requested.push(alive);
            alive.count_ones()
        }

        fn locate(&self, shared: &mut Shared) {
            shared.located = std::mem::take(&mut shared.requested);
        }

        fn prefetch(&self, (): &(), children: &Rounds, alive: u64, round: usize) {
            let mut prefetched = children.prefetched.get();
            assert_eq!(
                (alive, prefetched[round]),
                (children.requested[round], 0),
                "prefetched once, as requested"
            );
            prefetched[round] = alive;
            children.prefetched.set(prefetched);
        }

        fn prune(
            &self,
            (): &(),
            parent: &u32,
            children: &mut Rounds,
            alive: u64,
            round: usize,
            shared: &Shared,
        ) -> u64 {
            assert_eq!(children.prefetched.get()[round], alive, "read after it was prefetched");
            assert_eq!(shared.located[children.shared], alive, "read after it was located");
            // Some children are pruned.
            if parent % 5 == 3 { alive & !(2 << round) } else { alive }
        }

        fn commit(&self, (): &(), parent: &u32, _: &Rounds, m: u8, child: &mut u32) {
            *child = parent * 3 + u32::from(m);
        }

        fn is_goal(&self, node: &u32) -> bool {
            node.is_multiple_of(self.divisor)
        }
    }

    /// A list of subproblems, with the counts of those that ended.
    struct Subproblems {
        left: Vec<Subproblem<u32>>,
        counts: (u64, u64),
    }

    impl WorkSource<Numbers> for Subproblems {
        fn next(&mut self) -> Option<Subproblem<u32>> {
            self.left.pop()
        }

        fn leaf(&mut self, _: &[u8], _: &u32, _: u8) {
            unreachable!("every subproblem is searched for the goal");
        }

        fn finished(&mut self, search: &Search<'_, Numbers>) {
            self.counts.0 += search.expanded();
            self.counts.1 += search.probes();
        }
    }

    #[test]
    fn interleaved_search_prefetches_each_look_up_once_and_does_what_single_searches_do() {
        let (space, order) = (Numbers { divisor: 7 }, MoveOrder::new(3, |_, _| true));
        let subproblem = |node| Subproblem { path: Path::new(&[]), node, depth_left: 5, leaf_depth_left: 0 };
        let subproblems: Vec<Subproblem<u32>> = (1..8).map(subproblem).collect();
        let mut alone = Search::new(&order);
        let (mut counts, mut paths) = ((0, 0), Vec::new());
        for subproblem in &subproblems {
            alone.start(&space, &subproblem.node, &[], subproblem.depth_left, 0);
            while let Some(path) = run_alone(alone.next_solution()) {
                paths.push(path);
            }
            counts = (counts.0 + alone.expanded(), counts.1 + alone.probes());
        }
        paths.sort();
        for size in 1..5 {
            let mut interleaved = InterleavedSearch::new(&order, size);
            let mut source = Subproblems { left: subproblems.clone(), counts: (0, 0) };
            let mut found = Vec::new();
            loop {
                match interleaved.step(&space, &mut source) {
                    Progress::Busy => {}
                    Progress::Found(path) => found.push(path),
                    Progress::Idle => break,
                }
            }
            found.sort();
            assert_eq!((source.counts, found), (counts, paths.clone()), "{size} at a time");
        }
        assert!(counts.0 > 100 && counts.1 > counts.0 && paths.len() > 10, "{counts:?}");
    }
}
