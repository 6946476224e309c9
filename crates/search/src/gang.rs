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

    /// Steps each member until look-ups of its are under way. One that has nothing to do is given the next part of `space`.
    pub fn turn(&mut self, space: &'a S, supplier: &mut impl Supplier<S>) -> Turn {
        let mut turn = Turn::Idle;
        for Member { search, busy } in &mut self.members {
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
                            return Turn::Found(path.to_vec());
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
