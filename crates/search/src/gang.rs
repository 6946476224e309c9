//! Gangs: the parts of one search, several of them searched in turns by one thread.
//!
//! While the look-ups of one part are under way, the others are stepped: like jobs of a pool, but with nothing between
//! the steps, which matters where a step takes less than a microsecond. A gang goes through its parts in the same way
//! whatever else the thread does, so its counts are the same in every run.

use crate::order::Order;
use crate::path::Path;
use crate::search::{Search, Step};
use crate::space::Space;

/// A part of a search.
#[derive(Clone, Debug)]
pub struct Part<N> {
    /// How its node was reached.
    pub path: Path,
    /// The node from which it is searched.
    pub node: N,
    /// The moves left at that node.
    pub depth: u8,
    /// The moves left at the leaves to which it is searched: with none it is searched for the goal.
    pub left: u8,
}

/// Who has the parts that a gang searches.
pub trait Supplier<S: Space> {
    /// The next part, if there is one.
    fn next(&mut self) -> Option<Part<S::Node>>;

    /// A leaf of a part that has moves left.
    fn leaf(&mut self, path: &[u8], node: &S::Node, left: u8);

    /// A part that is over: searched through, or given up.
    fn ended(&mut self, search: &Search<'_, S>);
}

/// Searches that take turns.
pub struct Gang<'a, S: Space> {
    order: &'a Order,
    members: Vec<Member<'a, S>>,
}

struct Member<'a, S: Space> {
    search: Search<'a, S>,
    busy: bool,
}

/// What a gang's turn came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It goes on.
    Busy,
    /// None of its members has anything to do, nor has the supplier.
    Idle,
    /// A path to the goal.
    Found(Vec<u8>),
}

impl<'a, S: Space> Gang<'a, S> {
    /// A gang of `size` searches. One that is used again keeps the room that it has taken.
    pub fn new(order: &'a Order, size: usize) -> Gang<'a, S> {
        let member = |_| Member { search: Search::new(order), busy: false };
        Gang { order, members: (0..size).map(member).collect() }
    }

    /// A gang of as many that has nothing to do.
    #[must_use]
    pub fn another(&self) -> Gang<'a, S> {
        Gang::new(self.order, self.members.len())
    }

    /// How many nodes the searches have expanded that are not over.
    pub fn expanded(&self) -> u64 {
        self.members.iter().filter(|member| member.busy).map(|member| member.search.expanded()).sum()
    }

    /// Steps each member until it has look-ups, and has the memory fetch those of all together: one whose page must be found
    /// first holds up what comes after it, unless that is others. One that has nothing to do is given the next part of
    /// `space`.
    pub fn turn(&mut self, space: &'a S, supplier: &mut impl Supplier<S>) -> Turn {
        let mut turn = Turn::Idle;
        'members: for Member { search, busy } in &mut self.members {
            loop {
                if !*busy {
                    let Some(part) = supplier.next() else { break };
                    search.start(space, &part.node, &part.path, part.depth, part.left);
                    *busy = true;
                    turn = Turn::Busy;
                    break;
                }
                match search.step() {
                    Step::Parked => {
                        turn = Turn::Busy;
                        break;
                    }
                    Step::Done => {
                        *busy = false;
                        supplier.ended(search);
                    }
                    Step::Leaf if search.left() == 0 => {
                        if let Some(path) = search.solution() {
                            turn = Turn::Found(path.to_vec());
                            break 'members;
                        }
                    }
                    Step::Leaf => {
                        if let Some((path, node)) = search.leaf() {
                            supplier.leaf(path, node, search.left());
                        }
                    }
                }
            }
        }
        for member in self.members.iter_mut().filter(|member| member.busy) {
            member.search.fetch();
        }
        turn
    }

    /// Gives up what is not over, what found a path among it.
    pub fn give_up(&mut self, supplier: &mut impl Supplier<S>) {
        for Member { search, busy } in &mut self.members {
            if std::mem::take(busy) {
                supplier.ended(search);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::interleave::run_alone;

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
        type Brood = Asked;
        type Plan = ();

        fn plan(&self, _: &u32, _: u8) {}

        fn rounds(&self, (): &()) -> usize {
            2
        }

        fn children(&self, (): &(), _: &u32, moves: u64, brood: &mut Asked) -> u32 {
            *brood = Asked::default();
            brood.children[0] = moves;
            moves.count_ones()
        }

        fn request(&self, (): &(), brood: &mut Asked, alive: u64, round: usize) -> u32 {
            brood.children[round] = alive;
            alive.count_ones()
        }

        fn fetch(&self, (): &(), brood: &Asked, alive: u64, round: usize) {
            let mut fetched = brood.fetched.get();
            assert_eq!(
                (alive, fetched[round]),
                (brood.children[round], 0),
                "fetched once, as it was asked for"
            );
            fetched[round] = alive;
            brood.fetched.set(fetched);
        }

        fn admit(&self, (): &(), parent: &u32, brood: &mut Asked, alive: u64, round: usize) -> u64 {
            assert_eq!(brood.fetched.get()[round], alive, "what is read has been fetched");
            // Some are refused.
            if parent % 5 == 3 { alive & !(2 << round) } else { alive }
        }

        fn settle(&self, (): &(), parent: &u32, _: &Asked, m: u8, child: &mut u32) {
            *child = parent * 3 + u32::from(m);
        }

        fn is_goal(&self, node: &u32) -> bool {
            *node == self.goal
        }
    }

    /// Parts, and what those took that are over.
    struct Parts {
        left: Vec<Part<u32>>,
        took: (u64, u64),
    }

    impl Supplier<Numbers> for Parts {
        fn next(&mut self) -> Option<Part<u32>> {
            self.left.pop()
        }

        fn leaf(&mut self, _: &[u8], _: &u32, _: u8) {
            unreachable!("every part is searched for the goal");
        }

        fn ended(&mut self, search: &Search<'_, Numbers>) {
            self.took.0 += search.expanded();
            self.took.1 += search.looked_up();
        }
    }

    #[test]
    fn what_is_looked_up_has_been_fetched_and_a_gang_does_what_each_alone_does() {
        let (space, order) = (Numbers { goal: u32::MAX }, Order::new(3, |_, _| true));
        let part = |node| Part { path: Path::new(&[]), node, depth: 5, left: 0 };
        let parts: Vec<Part<u32>> = (1..8).map(part).collect();
        let mut alone = Search::new(&order);
        let mut took = (0, 0);
        for part in &parts {
            alone.start(&space, &part.node, &[], part.depth, 0);
            assert_eq!(run_alone(alone.next_solution()), None);
            took = (took.0 + alone.expanded(), took.1 + alone.looked_up());
        }
        for size in 1..5 {
            let mut gang = Gang::new(&order, size);
            let mut supplier = Parts { left: parts.clone(), took: (0, 0) };
            while gang.turn(&space, &mut supplier) != Turn::Idle {}
            assert_eq!(supplier.took, took, "{size} at a time");
        }
        assert!(took.0 > 100 && took.1 > took.0, "{took:?}");
    }
}
