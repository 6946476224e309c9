//! The one loop: depth-first search to a bound, told of each solution, counting nodes, stoppable.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::order::Order;
use crate::space::Space;

/// Whether to go on after a solution: `Break` ends the search.
pub type Control = ControlFlow<()>;

/// How many expanded nodes pass between looks at the stop flag.
const PATIENCE: u64 = 1024;

/// A search of one space, with its counts.
pub struct Search<'a, S: Space> {
    space: &'a S,
    order: &'a Order,
    stop: &'a AtomicBool,
    path: Vec<u8>,
    /// Children still to be tested or descended into, of all levels; each level is a run at the end.
    children: Vec<(u8, S::Child)>,
    expanded: u64,
    made: u64,
}

impl<'a, S: Space> Search<'a, S> {
    /// A search that gives up soon after `stop` is set.
    pub fn new(space: &'a S, order: &'a Order, stop: &'a AtomicBool) -> Search<'a, S> {
        Search { space, order, stop, path: Vec::new(), children: Vec::new(), expanded: 0, made: 0 }
    }

    /// How many nodes have been expanded: admitted, and their children made.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// How many children have been made and tested.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// Visits every solution of exactly `depth` moves from `root`, in canonical order, as long as `visit` lets
    /// it go on. `prefix` is how the root was reached: it orders the first move and is part of what is visited.
    ///
    /// `Break` if `visit` or the stop flag ended it before all was searched.
    pub fn run(
        &mut self,
        root: &S::Node,
        prefix: &[u8],
        depth: u8,
        visit: &mut dyn FnMut(&[u8]) -> Control,
    ) -> Control {
        self.path.clear();
        self.path.extend_from_slice(prefix);
        self.children.clear();
        self.descend(root, depth, visit)
    }

    fn descend(
        &mut self,
        node: &S::Node,
        budget: u8,
        visit: &mut dyn FnMut(&[u8]) -> Control,
    ) -> Control {
        if budget == 0 {
            return if self.space.is_goal(node) { visit(&self.path) } else { Control::Continue(()) };
        }
        self.expanded += 1;
        if self.expanded.is_multiple_of(PATIENCE) && self.stop.load(Ordering::Relaxed) {
            return Control::Break(());
        }
        let start = self.children.len();
        let mut moves = self.order.after(self.path.last().copied());
        while moves != 0 {
            let m = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            self.children.push((m, self.space.child(node, m)));
        }
        self.made += (self.children.len() - start) as u64;
        for round in 0..self.space.rounds() {
            for (_, child) in &mut self.children[start..] {
                self.space.request(node, child, round, budget - 1);
            }
            let mut kept = start;
            for i in start..self.children.len() {
                if self.space.admit(node, &mut self.children[i].1, round, budget - 1) {
                    self.children.swap(kept, i);
                    kept += 1;
                }
            }
            self.children.truncate(kept);
        }
        for i in start..self.children.len() {
            let (m, child) = &self.children[i];
            let next = self.space.settle(node, child, budget - 1);
            self.path.push(*m);
            let control = self.descend(&next, budget - 1, visit);
            self.path.pop();
            control?;
        }
        self.children.truncate(start);
        Control::Continue(())
    }
}
