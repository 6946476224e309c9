//! The one loop: depth-first search to a bound, in steps between which its look-ups are under way.
//!
//! A search is a stack of frames that is advanced by [`Search::step`]. Whenever it has asked for look-ups it
//! parks: the caller may step other searches until the memory has answered (see [`crate::interleave`]), or step
//! this one again at once. The nodes that it visits are the same either way.

use crate::interleave::park;
use crate::order::Order;
use crate::space::Space;

/// What a step of a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Look-ups are under way.
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
    /// The moves whose children are still in it.
    alive: u64,
    /// The round whose look-ups are under way.
    round: usize,
    /// The moves that a child has left.
    budget: u8,
}

/// A search of one space after another, with its counts.
pub struct Search<'a, S: Space> {
    space: Option<&'a S>,
    order: &'a Order,
    path: Vec<u8>,
    frames: Vec<Frame<S>>,
    /// The children of each frame; those of frames that are gone leave their room.
    broods: Vec<S::Brood>,
    leaf: Option<S::Node>,
    /// Whether a step has told of the leaf.
    told: bool,
    /// The moves that a leaf has left.
    left: u8,
    expanded: u64,
    made: u64,
    looked_up: u64,
}

impl<'a, S: Space> Search<'a, S> {
    /// A search with nothing to do yet. One that is used again keeps the room that it has taken.
    pub fn new(order: &'a Order) -> Search<'a, S> {
        Search {
            space: None,
            order,
            path: Vec::new(),
            frames: Vec::new(),
            broods: Vec::new(),
            leaf: None,
            told: false,
            left: 0,
            expanded: 0,
            made: 0,
            looked_up: 0,
        }
    }

    /// How many nodes have been expanded, their children made, since it was started.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// How many children have been made and tested since it was started.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// How many look-ups have been made since it was started.
    pub fn looked_up(&self) -> u64 {
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
        self.frames.clear();
        self.expanded = 0;
        self.made = 0;
        self.looked_up = 0;
        self.left = left;
        self.leaf = None;
        self.enter(space, root.clone(), depth);
    }

    /// The moves that its leaves have left.
    pub fn left(&self) -> u8 {
        self.left
    }

    /// The node and the path of the leaf at which the last step arrived.
    pub fn leaf(&self) -> Option<(&[u8], &S::Node)> {
        self.leaf.as_ref().map(|node| (&self.path[..], node))
    }

    /// The path of the leaf, if it is at the goal.
    pub fn solution(&self) -> Option<&[u8]> {
        let (path, node) = self.leaf()?;
        self.space.is_some_and(|space| space.is_goal(node)).then_some(path)
    }

    /// Searches on to the next leaf at the goal, parking as it goes: its path, if there is one.
    pub async fn next_solution(&mut self) -> Option<Vec<u8>> {
        while self.next().await {
            if let Some(path) = self.solution() {
                return Some(path.to_vec());
            }
        }
        None
    }

    /// Searches on, until look-ups are under way, a leaf is reached, or all is done.
    pub fn step(&mut self) -> Step {
        if self.leaf.is_some() {
            if !self.told {
                self.told = true;
                return Step::Leaf;
            }
            self.leaf = None;
            self.path.pop();
        }
        let Some(space) = self.space else { return Step::Done };
        while let Some(frame) = self.frames.len().checked_sub(1) {
            let (frame, brood) = (&mut self.frames[frame], &mut self.broods[frame]);
            let rounds = space.rounds(&frame.plan);
            while frame.round < rounds && frame.alive != 0 {
                frame.alive = space.admit(&frame.plan, &frame.node, brood, frame.alive, frame.round);
                frame.round += 1;
                if frame.round < rounds && frame.alive != 0 {
                    let looked_up = space.request(&frame.plan, brood, frame.alive, frame.round);
                    self.looked_up += u64::from(looked_up);
                    if looked_up > 0 {
                        return Step::Parked;
                    }
                }
            }
            if frame.alive == 0 {
                self.frames.pop();
                self.path.pop();
                continue;
            }
            let m = frame.alive.trailing_zeros() as u8;
            frame.alive &= frame.alive - 1;
            let node = space.settle(&frame.plan, brood, m);
            let budget = frame.budget;
            self.path.push(m);
            self.enter(space, node, budget);
            self.told = self.leaf.is_some();
            return if self.told { Step::Leaf } else { Step::Parked };
        }
        Step::Done
    }

    /// Searches on to the next leaf, parking as it goes; whether there is one.
    pub async fn next(&mut self) -> bool {
        loop {
            match self.step() {
                Step::Parked => park().await,
                Step::Leaf => return true,
                Step::Done => return false,
            }
        }
    }

    /// Makes `node` the leaf, if it has no moves left to make, or else a frame with its children made.
    fn enter(&mut self, space: &S, node: S::Node, budget: u8) {
        if budget == self.left {
            self.leaf = Some(node);
            self.told = false;
            return;
        }
        let budget = budget - 1;
        let plan = space.plan(&node, budget);
        let moves = space.worth_making(&plan, &node, self.order.after(self.path.last().copied()));
        self.expanded += 1;
        self.made += u64::from(moves.count_ones());
        if self.broods.len() == self.frames.len() {
            self.broods.push(S::Brood::default());
        }
        let looked_up = space.children(&plan, &node, moves, &mut self.broods[self.frames.len()]);
        self.looked_up += u64::from(looked_up);
        self.frames.push(Frame { node, plan, alive: moves, round: 0, budget });
    }
}
