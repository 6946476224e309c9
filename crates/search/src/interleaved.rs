//! Gangs: the parts of one search, several of them searched in turns by one thread.
//!
//! While the look-ups of one part are under way, the others are stepped: like jobs of a pool, but with nothing between
//! the steps, which matters where a step takes less than a microsecond. A gang goes through its parts in the same way
//! whatever else the thread does, so its counts are the same in every run.

use crate::move_order::MoveOrder;
use crate::path::Path;
use crate::search::{Search, Step};
use crate::space::Space;

/// A part of a search.
#[derive(Clone, Debug)]
pub struct Subproblem<N> {
    /// How its node was reached.
    pub path: Path,
    /// The node from which it is searched.
    pub node: N,
    /// The moves left at that node.
    pub depth_left: u8,
    /// The moves left at the leaves to which it is searched: with none it is searched for the goal.
    pub leaf_depth_left: u8,
}

/// Who has the parts that a gang searches.
pub trait WorkSource<S: Space> {
    /// The next part, if there is one.
    fn next(&mut self) -> Option<Subproblem<S::Node>>;

    /// A leaf of a part that has moves left.
    fn leaf(&mut self, path: &[u8], node: &S::Node, left: u8);

    /// A part that is over: searched through, or given up.
    fn finished(&mut self, search: &Search<'_, S>);
}

/// Searches that take turns.
pub struct InterleavedSearch<'a, S: Space> {
    order: &'a MoveOrder,
    searches: Vec<Slot<'a, S>>,
}

struct Slot<'a, S: Space> {
    search: Search<'a, S>,
    busy: bool,
}

/// What a gang's turn came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It goes on.
    Busy,
    /// None of its members has anything to do, nor has the supplier.
    Idle,
    /// A path to the goal.
    Found(Vec<u8>),
}

impl<'a, S: Space> InterleavedSearch<'a, S> {
    /// A gang of `size` searches. One that is used again keeps the room that it has taken.
    pub fn new(order: &'a MoveOrder, size: usize) -> InterleavedSearch<'a, S> {
        let member = |_| Slot { search: Search::new(order), busy: false };
        InterleavedSearch { order, searches: (0..size).map(member).collect() }
    }

    /// A gang of as many that has nothing to do.
    #[must_use]
    pub fn like(&self) -> InterleavedSearch<'a, S> {
        InterleavedSearch::new(self.order, self.searches.len())
    }

    /// How many nodes the searches have expanded that are not over.
    pub fn expanded(&self) -> u64 {
        self.searches.iter().filter(|member| member.busy).map(|member| member.search.expanded()).sum()
    }

    /// Steps each member until it has look-ups, and has the memory fetch those of all together: one whose page must be found
    /// first holds up what comes after it, unless that is others. One that has nothing to do is given the next part of
    /// `space`.
    pub fn step(&mut self, space: &'a S, supplier: &mut impl WorkSource<S>) -> Progress {
        let mut turn = Progress::Idle;
        'members: for Slot { search, busy } in &mut self.searches {
            loop {
                if !*busy {
                    let Some(part) = supplier.next() else { break };
                    search.start(space, &part.node, &part.path, part.depth_left, part.leaf_depth_left);
                    *busy = true;
                    turn = Progress::Busy;
                    break;
                }
                match search.step() {
                    Step::Parked => {
                        turn = Progress::Busy;
                        break;
                    }
                    Step::Done => {
                        *busy = false;
                        supplier.finished(search);
                    }
                    Step::Leaf if search.depth_left_at_leaves() == 0 => {
                        if let Some(path) = search.solution() {
                            turn = Progress::Found(path.to_vec());
                            break 'members;
                        }
                    }
                    Step::Leaf => {
                        if let Some((path, node)) = search.leaf() {
                            supplier.leaf(path, node, search.depth_left_at_leaves());
                        }
                    }
                }
            }
        }
        for member in self.searches.iter_mut().filter(|member| member.busy) {
            member.search.fetch();
        }
        turn
    }

    /// Gives up what is not over, what found a path among it.
    pub fn abandon(&mut self, supplier: &mut impl WorkSource<S>) {
        for Slot { search, busy } in &mut self.searches {
            if std::mem::take(busy) {
                supplier.finished(search);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::pool::run_alone;

    /// Numbers, each of which three moves lead on from; they are tested in two rounds.
    struct Numbers {
        goal: u32,
    }

    /// What has been asked for and what has been fetched, by round.
    #[derive(Default)]
    struct Asked {
        children: [u64; 2],
        fetched: Cell<[u64; 2]>,
    }

    impl Space for Numbers {
        type Node = u32;
        type Children = Asked;
        type Plan = ();

        fn plan(&self, _: &u32, _: u8) {}

        fn rounds(&self, (): &()) -> usize {
            2
        }

        fn expand(&self, (): &(), _: &u32, moves: u64, brood: &mut Asked) -> u32 {
            *brood = Asked::default();
            brood.children[0] = moves;
            moves.count_ones()
        }

        fn request(&self, (): &(), brood: &mut Asked, alive: u64, round: usize) -> u32 {
            brood.children[round] = alive;
            alive.count_ones()
        }

        fn prefetch(&self, (): &(), brood: &Asked, alive: u64, round: usize) {
            let mut fetched = brood.fetched.get();
            assert_eq!(
                (alive, fetched[round]),
                (brood.children[round], 0),
                "fetched once, as it was asked for"
            );
            fetched[round] = alive;
            brood.fetched.set(fetched);
        }

        fn prune(&self, (): &(), parent: &u32, brood: &mut Asked, alive: u64, round: usize) -> u64 {
            assert_eq!(brood.fetched.get()[round], alive, "what is read has been fetched");
            // Some are refused.
            if parent % 5 == 3 { alive & !(2 << round) } else { alive }
        }

        fn commit(&self, (): &(), parent: &u32, _: &Asked, m: u8, child: &mut u32) {
            *child = parent * 3 + u32::from(m);
        }

        fn is_goal(&self, node: &u32) -> bool {
            *node == self.goal
        }
    }

    /// Parts, and what those took that are over.
    struct Parts {
        left: Vec<Subproblem<u32>>,
        took: (u64, u64),
    }

    impl WorkSource<Numbers> for Parts {
        fn next(&mut self) -> Option<Subproblem<u32>> {
            self.left.pop()
        }

        fn leaf(&mut self, _: &[u8], _: &u32, _: u8) {
            unreachable!("every part is searched for the goal");
        }

        fn finished(&mut self, search: &Search<'_, Numbers>) {
            self.took.0 += search.expanded();
            self.took.1 += search.probes();
        }
    }

    #[test]
    fn what_is_looked_up_has_been_fetched_and_a_gang_does_what_each_alone_does() {
        let (space, order) = (Numbers { goal: u32::MAX }, MoveOrder::new(3, |_, _| true));
        let part = |node| Subproblem { path: Path::new(&[]), node, depth_left: 5, leaf_depth_left: 0 };
        let parts: Vec<Subproblem<u32>> = (1..8).map(part).collect();
        let mut alone = Search::new(&order);
        let mut took = (0, 0);
        for part in &parts {
            alone.start(&space, &part.node, &[], part.depth_left, 0);
            assert_eq!(run_alone(alone.next_solution()), None);
            took = (took.0 + alone.expanded(), took.1 + alone.probes());
        }
        for size in 1..5 {
            let mut gang = InterleavedSearch::new(&order, size);
            let mut supplier = Parts { left: parts.clone(), took: (0, 0) };
            while gang.step(&space, &mut supplier) != Progress::Idle {}
            assert_eq!(supplier.took, took, "{size} at a time");
        }
        assert!(took.0 > 100 && took.1 > took.0, "{took:?}");
    }
}
