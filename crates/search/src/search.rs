//! The one loop: depth-first search to a bound, in steps between which its look-ups are under way.
//!
//! A search is a stack of frames that is advanced by [`Search::step`]. Whenever it needs look-ups it parks: the caller may
//! step others, have the memory [fetch](Search::fetch) what all of them need, and step this one again later; or step it at
//! once. The nodes that it visits are the same either way.

use crate::move_order::MoveOrder;
use crate::pool::yield_now;
use crate::space::Space;

/// How many times a search parks between two questions whether to go on.
const BETWEEN_QUESTIONS: u32 = 1024;

/// What a step of a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// There are look-ups to [fetch](Search::fetch), or the children of another node have been made, which need none: it is
    /// the turn of others.
    Parked,
    /// A node with no moves left to make: see [`Search::leaf`].
    Leaf,
    /// There is nothing left to search.
    Done,
}

/// A node whose children are being tested or descended into.
struct Frame<S: Space> {
    node: S::Node,
    plan: S::Plan,
    children: S::Children,
    /// The moves whose children are still in it.
    alive: u64,
    /// The round whose look-ups are under way.
    round: usize,
    /// The moves that a child has left.
    child_depth_left: u8,
}

/// A search of one space after another, with its counts.
pub struct Search<'a, S: Space> {
    space: Option<&'a S>,
    order: &'a MoveOrder,
    path: Vec<u8>,
    /// The nodes of the path, as many as `height`; those that are gone leave their room. Boxed, since broods are
    /// kilobytes that would be moved when the list grows.
    frames: Vec<Box<Frame<S>>>,
    height: usize,
    /// The leaf at which it is, if it is at one.
    leaf: S::Node,
    at_leaf: bool,
    /// Whether a step has told of the leaf.
    leaf_reported: bool,
    /// Whether the topmost frame has look-ups that have not been fetched.
    unfetched: bool,
    /// The moves that a leaf has left.
    leaf_depth_left: u8,
    expanded: u64,
    generated: u64,
    looked_up: u64,
}

impl<'a, S: Space> Search<'a, S> {
    /// A search with nothing to do yet. One that is used again keeps the room that it has taken.
    pub fn new(order: &'a MoveOrder) -> Search<'a, S> {
        Search {
            space: None,
            order,
            path: Vec::new(),
            frames: Vec::new(),
            height: 0,
            leaf: S::Node::default(),
            at_leaf: false,
            leaf_reported: false,
            unfetched: false,
            leaf_depth_left: 0,
            expanded: 0,
            generated: 0,
            looked_up: 0,
        }
    }

    /// How many nodes have been expanded, those of their children made that are worth it, since it was started.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// How many children have been made and tested since it was started.
    pub fn generated(&self) -> u64 {
        self.generated
    }

    /// How many look-ups have been made since it was started.
    pub fn probes(&self) -> u64 {
        self.looked_up
    }

    /// Sets out to visit, in canonical order, every node of `space` that has `left` of `depth` moves from `root` left and, as
    /// far as bounds tell, can reach the goal in them. `prefix` is how the root was reached: it orders the first
    /// move and is part of the paths.
    ///
    /// # Panics
    /// If `left` exceeds `depth`.
    pub fn start(&mut self, space: &'a S, root: &S::Node, prefix: &[u8], depth: u8, left: u8) {
        assert!(left <= depth, "{left} moves left of {depth}");
        self.space = Some(space);
        self.path.clear();
        self.path.extend_from_slice(prefix);
        (self.height, self.unfetched) = (0, false);
        self.expanded = 0;
        self.generated = 0;
        self.looked_up = 0;
        self.leaf_depth_left = left;
        (self.at_leaf, self.leaf_reported) = (depth == left, false);
        if self.at_leaf {
            self.leaf.clone_from(root);
        } else {
            self.push_frame(space, depth - 1, |_, node| node.clone_from(root));
        }
    }

    /// The moves that its leaves have left.
    pub fn depth_left_at_leaves(&self) -> u8 {
        self.leaf_depth_left
    }

    /// The node and the path of the leaf at which the last step arrived.
    pub fn leaf(&self) -> Option<(&[u8], &S::Node)> {
        self.at_leaf.then_some((&self.path[..], &self.leaf))
    }

    /// The path of the leaf, if it is at the goal.
    pub fn solution(&self) -> Option<&[u8]> {
        let (path, node) = self.leaf()?;
        self.space.is_some_and(|space| space.is_goal(node)).then_some(path)
    }

    /// Searches on to the next leaf at the goal, parking as it goes: its path, if there is one.
    pub async fn next_solution(&mut self) -> Option<Vec<u8>> {
        self.next_solution_while(|_| true).await
    }

    /// The same, unless `goes_on`, which is asked now and then and given the nodes expanded so far, says no: then there is no
    /// path, whether or not there is a solution.
    pub async fn next_solution_while(&mut self, goes_on: impl Fn(u64) -> bool) -> Option<Vec<u8>> {
        self.fetch();
        let mut steps: u32 = 0;
        loop {
            match self.step() {
                Step::Parked => {
                    self.fetch();
                    steps = steps.wrapping_add(1);
                    if steps.is_multiple_of(BETWEEN_QUESTIONS) && !goes_on(self.expanded) {
                        return None;
                    }
                    yield_now().await;
                }
                Step::Leaf => {
                    if let Some(path) = self.solution() {
                        return Some(path.to_vec());
                    }
                }
                Step::Done => return None,
            }
        }
    }

    /// Has the memory fetch what its next step will read: after it was [started](Self::start) or has parked.
    #[inline]
    pub fn fetch(&mut self) {
        if std::mem::take(&mut self.unfetched)
            && let (Some(space), Some(top)) = (self.space, self.height.checked_sub(1))
        {
            let frame = &self.frames[top];
            space.prefetch(&frame.plan, &frame.children, frame.alive, frame.round);
        }
    }

    /// Searches on, until there are look-ups to fetch, a leaf is reached, or all is done.
    pub fn step(&mut self) -> Step {
        self.unfetched = false;
        if self.at_leaf {
            if !self.leaf_reported {
                self.leaf_reported = true;
                return Step::Leaf;
            }
            self.at_leaf = false;
            self.path.pop();
        }
        let Some(space) = self.space else { return Step::Done };
        while let Some(top) = self.height.checked_sub(1) {
            let frame = &mut self.frames[top];
            let brood = &mut frame.children;
            let rounds = space.rounds(&frame.plan);
            while frame.round < rounds && frame.alive != 0 {
                frame.alive = space.prune(&frame.plan, &frame.node, brood, frame.alive, frame.round);
                frame.round += 1;
                if frame.round < rounds && frame.alive != 0 {
                    let looked_up = space.request(&frame.plan, brood, frame.alive, frame.round);
                    self.looked_up += u64::from(looked_up);
                    if looked_up > 0 {
                        self.unfetched = true;
                        return Step::Parked;
                    }
                }
            }
            if frame.alive == 0 {
                self.height -= 1;
                self.path.pop();
                continue;
            }
            let m = frame.alive.trailing_zeros() as u8;
            frame.alive &= frame.alive - 1;
            self.path.push(m);
            if frame.child_depth_left == self.leaf_depth_left {
                space.commit(&frame.plan, &frame.node, &frame.children, m, &mut self.leaf);
                (self.at_leaf, self.leaf_reported) = (true, true);
                return Step::Leaf;
            }
            let budget = frame.child_depth_left - 1;
            let any = self.push_frame(space, budget, |below, node| {
                let parent = &below[top];
                space.commit(&parent.plan, &parent.node, &parent.children, m, node);
            });
            if any {
                return Step::Parked;
            }
        }
        Step::Done
    }

    /// Searches on to the next leaf, parking as it goes; whether there is one.
    pub async fn next(&mut self) -> bool {
        self.fetch();
        loop {
            match self.step() {
                Step::Parked => {
                    self.fetch();
                    yield_now().await;
                }
                Step::Leaf => return true,
                Step::Done => return false,
            }
        }
    }

    /// Adds a frame, of the node that `settle` makes, given the frames below, with those of its children made that are
    /// worth it, which have `budget` moves left; whether there are any.
    #[inline(always)]
    fn push_frame(
        &mut self,
        space: &S,
        budget: u8,
        settle: impl FnOnce(&[Box<Frame<S>>], &mut S::Node),
    ) -> bool {
        let (below, room) = self.frames.split_at_mut(self.height);
        if let Some(frame) = room.first_mut() {
            settle(below, &mut frame.node);
            frame.plan = space.plan(&frame.node, budget);
        } else {
            let mut node = S::Node::default();
            settle(below, &mut node);
            let plan = space.plan(&node, budget);
            let brood = S::Children::default();
            self.frames.push(Box::new(Frame {
                node,
                plan,
                children: brood,
                alive: 0,
                round: 0,
                child_depth_left: budget,
            }));
        }
        let frame = &mut self.frames[self.height];
        let moves =
            space.candidate_moves(&frame.plan, &frame.node, self.order.after(self.path.last().copied()));
        (frame.alive, frame.round, frame.child_depth_left) = (moves, 0, budget);
        self.expanded += 1;
        self.height += 1;
        if moves == 0 {
            return false;
        }
        self.generated += u64::from(moves.count_ones());
        let looked_up = space.expand(&frame.plan, &frame.node, moves, &mut frame.children);
        self.looked_up += u64::from(looked_up);
        self.unfetched = looked_up > 0;
        true
    }
}
