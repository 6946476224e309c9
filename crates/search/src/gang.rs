//! Gangs: the parts of one search, several of them searched in turns by one thread.
//!
//! While the look-ups of one part are under way, the others are stepped: like jobs of a pool, but with nothing between
//! the steps, which matters where a step takes less than a microsecond. A gang goes through its parts in the same way
//! whatever else the thread does, so its counts are the same in every run.

use crate::order::Order;
use crate::search::{Search, Step};
use crate::space::Space;

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
    /// There is nothing left to search.
    Done,
    /// A path to the goal.
    Found(Vec<u8>),
}

impl<'a, S: Space> Gang<'a, S> {
    /// A gang of `size` searches.
    pub fn new(order: &'a Order, size: usize) -> Gang<'a, S> {
        let member = |_| Member { search: Search::new(order), busy: false };
        Gang { members: (0..size).map(member).collect() }
    }

    /// Steps each member once. One that has nothing to do is given the next part of `space`, a path and the node it
    /// leads to, of which all nodes `depth` moves further are searched. `ended` is called with each search that has gone
    /// through its part.
    pub fn turn<'p>(
        &mut self,
        space: &'a S,
        depth: u8,
        mut next: impl FnMut() -> Option<&'p (Vec<u8>, S::Node)>,
        mut ended: impl FnMut(&Search<'a, S>),
    ) -> Turn
    where
        S::Node: 'p,
    {
        let mut busy = false;
        for member in &mut self.members {
            if !member.busy {
                let Some((prefix, node)) = next() else { continue };
                member.search.start(space, node, prefix, depth, 0);
                member.busy = true;
            }
            busy = true;
            match member.search.step() {
                Step::Parked => {}
                Step::Done => {
                    member.busy = false;
                    ended(&member.search);
                }
                Step::Leaf => {
                    if let Some(path) = member.search.solution() {
                        return Turn::Found(path.to_vec());
                    }
                }
            }
        }
        if busy { Turn::Busy } else { Turn::Done }
    }

    /// The searches that are not over, the one that found a path among them: for their counts.
    pub fn busy(&self) -> impl Iterator<Item = &Search<'a, S>> {
        self.members.iter().filter(|m| m.busy).map(|m| &m.search)
    }
}
