//! Gangs: the parts of one search, several of them searched in turns by one thread.
//!
//! While the look-ups of one part are under way, the others are stepped: like jobs of a pool, but with nothing between
//! the steps, which matters where a step takes less than a microsecond. A gang goes through its parts in the same way
//! whatever else the thread does, so its counts are the same in every run.

use crate::order::Order;
use crate::search::{Search, Step};
use crate::space::Space;

/// A part of a search.
#[derive(Clone, Debug)]
pub struct Part<N> {
    /// How its node was reached.
    pub path: Vec<u8>,
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
    fn next(&self) -> Option<Part<S::Node>>;

    /// A leaf of a part that has moves left.
    fn leaf(&self, path: &[u8], node: &S::Node, left: u8);

    /// A part that a search has gone through.
    fn ended(&self, search: &Search<'_, S>);
}

/// Searches that take turns.
pub struct Gang<'a, S: Space> {
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
    /// A gang of `size` searches.
    pub fn new(order: &'a Order, size: usize) -> Gang<'a, S> {
        let member = |_| Member { search: Search::new(order), busy: false };
        Gang { members: (0..size).map(member).collect() }
    }

    /// Steps each member once. One that has nothing to do is given the next part of `space`.
    pub fn turn(&mut self, space: &'a S, supplier: &impl Supplier<S>) -> Turn {
        let mut busy = false;
        for member in &mut self.members {
            if !member.busy {
                let Some(part) = supplier.next() else { continue };
                member.search.start(space, &part.node, &part.path, part.depth, part.left);
                member.busy = true;
            }
            busy = true;
            match member.search.step() {
                Step::Parked => {}
                Step::Done => {
                    member.busy = false;
                    supplier.ended(&member.search);
                }
                Step::Leaf => {
                    let left = member.search.left();
                    if left > 0 {
                        if let Some((path, node)) = member.search.leaf() {
                            supplier.leaf(path, node, left);
                        }
                    } else if let Some(path) = member.search.solution() {
                        return Turn::Found(path.to_vec());
                    }
                }
            }
        }
        if busy { Turn::Busy } else { Turn::Idle }
    }

    /// The searches that are not over, the one that found a path among them: for their counts.
    pub fn busy(&self) -> impl Iterator<Item = &Search<'a, S>> {
        self.members.iter().filter(|m| m.busy).map(|m| &m.search)
    }
}
