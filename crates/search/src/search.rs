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
        let space = self.space;
        self.visit(root, prefix, depth, 0, &mut |path, node| {
            if space.is_goal(node) { visit(path) } else { Control::Continue(()) }
        })
    }

    /// The nodes after `length` moves from `root` that may still reach the goal in exactly `depth`, each with
    /// its path: the parts in which a search can be shared out, in canonical order.
    ///
    /// # Panics
    /// If `length` exceeds `depth`.
    pub fn split(&mut self, root: &S::Node, depth: u8, length: u8) -> Vec<(Vec<u8>, S::Node)> {
        let mut parts = Vec::new();
        let _ = self.visit(root, &[], depth, depth - length, &mut |path, node| {
            parts.push((path.to_vec(), node.clone()));
            Control::Continue(())
        });
        parts
    }

    /// Visits every node that has `left` of its `depth` moves left.
    fn visit(
        &mut self,
        root: &S::Node,
        prefix: &[u8],
        depth: u8,
        left: u8,
        visit: &mut dyn FnMut(&[u8], &S::Node) -> Control,
    ) -> Control {
        self.path.clear();
        self.path.extend_from_slice(prefix);
        self.children.clear();
        self.descend(root, depth, left, visit)
    }

    fn descend(
        &mut self,
        node: &S::Node,
        budget: u8,
        left: u8,
        visit: &mut dyn FnMut(&[u8], &S::Node) -> Control,
    ) -> Control {
        if budget == left {
            return visit(&self.path, node);
        }
        self.expanded += 1;
        if self.expanded.is_multiple_of(PATIENCE) && self.stop.load(Ordering::Relaxed) {
            return Control::Break(());
        }
        let plan = self.space.plan(node, budget - 1);
        let start = self.children.len();
        let mut moves = self.order.after(self.path.last().copied());
        while moves != 0 {
            let m = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            self.children.push((m, self.space.child(node, m)));
        }
        let children = &mut self.children[start..];
        self.made += children.len() as u64;
        // One bit for each child that is still in it.
        let mut alive = u64::MAX.checked_shr(64 - children.len() as u32).unwrap_or(0);
        for round in 0..self.space.rounds() {
            for i in bits(alive) {
                self.space.request(&plan, &mut children[i].1, round);
            }
            for i in bits(alive) {
                if !self.space.admit(&plan, node, &mut children[i].1, round) {
                    alive &= !(1 << i);
                }
            }
        }
        for i in bits(alive) {
            let (m, child) = &self.children[start + i];
            let next = self.space.settle(&plan, node, child);
            self.path.push(*m);
            let control = self.descend(&next, budget - 1, left, visit);
            self.path.pop();
            control?;
        }
        self.children.truncate(start);
        Control::Continue(())
    }
}

/// The indices of the bits set, ascending.
#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let i = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (i < 64).then_some(i)
    })
}
