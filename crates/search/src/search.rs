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
    /// Where its children start among those of all frames, and where they end.
    start: usize,
    end: usize,
    /// One bit for each child that is still in it.
    alive: u64,
    /// The round whose look-ups are under way.
    round: usize,
    /// The moves that a child has left.
    budget: u8,
}

/// A search of one space, with its counts.
pub struct Search<'a, S: Space> {
    space: &'a S,
    order: &'a Order,
    path: Vec<u8>,
    frames: Vec<Frame<S>>,
    /// The children of all frames; those of a frame are a run. Places are kept and made anew.
    children: Vec<(u8, S::Child)>,
    leaf: Option<S::Node>,
    /// Whether a step has told of the leaf.
    told: bool,
    /// The moves that a leaf has left.
    left: u8,
    expanded: u64,
    made: u64,
}

impl<'a, S: Space> Search<'a, S> {
    /// A search of `space`, with nothing to do yet.
    pub fn new(space: &'a S, order: &'a Order) -> Search<'a, S> {
        Search {
            space,
            order,
            path: Vec::new(),
            frames: Vec::new(),
            children: Vec::new(),
            leaf: None,
            told: false,
            left: 0,
            expanded: 0,
            made: 0,
        }
    }

    /// How many nodes have been expanded: their children made.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// How many children have been made and tested.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// Sets out to visit, in canonical order, every node that has `left` of `depth` moves from `root` left and, as
    /// far as bounds tell, can reach the goal in them. `prefix` is how the root was reached: it orders the first
    /// move and is part of the paths.
    pub fn start(&mut self, root: &S::Node, prefix: &[u8], depth: u8, left: u8) {
        self.path.clear();
        self.path.extend_from_slice(prefix);
        self.frames.clear();
        self.left = left;
        self.leaf = None;
        self.enter(root.clone(), depth);
    }

    /// The node and the path of the leaf at which the last step arrived.
    pub fn leaf(&self) -> Option<(&[u8], &S::Node)> {
        self.leaf.as_ref().map(|node| (&self.path[..], node))
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
        while let Some(frame) = self.frames.last_mut() {
            let children = &mut self.children[frame.start..frame.end];
            while frame.round < self.space.rounds() {
                for i in bits(frame.alive) {
                    if !self.space.admit(&frame.plan, &frame.node, &mut children[i].1, frame.round) {
                        frame.alive &= !(1 << i);
                    }
                }
                frame.round += 1;
                if request(self.space, frame, children) {
                    return Step::Parked;
                }
            }
            if frame.alive == 0 {
                self.frames.pop();
                self.path.pop();
                continue;
            }
            let i = frame.alive.trailing_zeros() as usize;
            frame.alive &= frame.alive - 1;
            let (m, child) = &children[i];
            let node = self.space.settle(child);
            let budget = frame.budget;
            self.path.push(*m);
            if self.enter(node, budget) {
                self.told = self.leaf.is_some();
                return if self.told { Step::Leaf } else { Step::Parked };
            }
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

    /// Makes `node` the leaf, if it has no moves left to make, or else a frame with its children made; whether
    /// that is reason to leave the loop.
    fn enter(&mut self, node: S::Node, budget: u8) -> bool {
        if budget == self.left {
            self.leaf = Some(node);
            self.told = false;
            return true;
        }
        self.expanded += 1;
        let budget = budget - 1;
        let plan = self.space.plan(&node, budget);
        let start = self.frames.last().map_or(0, |frame| frame.end);
        let moves = self.order.after(self.path.last().copied());
        let made = moves.count_ones() as usize;
        let end = start + made;
        if self.children.len() < end {
            self.children.resize_with(end, Default::default);
        }
        for (m, (by, child)) in bits(moves).zip(&mut self.children[start..end]) {
            *by = m as u8;
            self.space.child(&plan, &node, m as u8, child);
        }
        self.made += made as u64;
        let alive = u64::MAX.checked_shr(64 - made as u32).unwrap_or(0);
        self.frames.push(Frame { node, plan, start, end, alive, round: 0, budget });
        made > 0
    }
}

/// Starts the look-ups of a frame's round; whether there are any.
#[inline(always)]
fn request<S: Space>(space: &S, frame: &mut Frame<S>, children: &mut [(u8, S::Child)]) -> bool {
    if frame.round == space.rounds() {
        return false;
    }
    let mut any = false;
    for i in bits(frame.alive) {
        any |= space.request(&frame.plan, &mut children[i].1, frame.round);
    }
    any
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
