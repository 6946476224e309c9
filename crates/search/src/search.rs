//! The search loop: depth-first search to a bound, one iteration of IDA*, in steps that end where it needs look-ups.
//!
//! A search is a stack of frames, one per node of the current path; [`Search::step`] advances it. A step that needs
//! look-ups returns [`Step::LookUps`]: the caller [prefetches](Search::prefetch) them, may step other searches meanwhile,
//! and steps this one again later, or at once. Only a space that [locates](Space::locate) look-ups together needs the call.
//! The nodes visited are the same either way.

use crate::limits::{Meter, Stopped};
use crate::move_order::MoveOrder;
use crate::pool::yield_now;
use crate::space::Space;

/// The number of steps between two calls of the predicate of [`Search::next_solution_while`].
const STEPS_BETWEEN_CHECKS: u32 = 1024;

/// The result of a step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The children of a node were generated, and their look-ups, if any, can be [prefetched](Search::prefetch).
    LookUps,
    /// A leaf was reached: see [`Search::leaf`].
    Leaf,
    /// All nodes were visited.
    Done,
}

/// A node of the path, with its children that are being tested or not yet visited.
struct Frame<S: Space> {
    node: S::Node,
    plan: S::Plan,
    children: S::Children,
    /// The moves whose children are neither pruned nor visited.
    alive: u64,
    /// The round of look-ups in flight.
    round: usize,
    /// The moves left at a child.
    child_depth_left: u8,
}

/// A depth-first search with its node counts, reusable for one subproblem after another.
pub struct Search<'a, S: Space> {
    space: Option<&'a S>,
    order: &'a MoveOrder,
    path: Vec<u8>,
    /// The frames of the path: the first `height` are in use, the others keep their memory. Boxed, since children take
    /// kilobytes, which would be copied when the list grows.
    frames: Vec<Box<Frame<S>>>,
    height: usize,
    /// The current leaf, if `at_leaf`, or the root that is yet to be expanded.
    leaf: S::Node,
    /// The moves left at a child of the root, if that is yet to be expanded.
    root_child_depth_left: Option<u8>,
    at_leaf: bool,
    /// Whether a step has returned the current leaf.
    leaf_reported: bool,
    /// Whether the topmost frame has look-ups that were not prefetched.
    has_requests: bool,
    /// The moves left at a leaf.
    leaf_depth_left: u8,
    expanded: u64,
    /// The expanded nodes that a meter has counted.
    metered: u64,
    generated: u64,
    looked_up: u64,
    /// The look-ups of a search that is stepped by itself.
    requests: S::Requests,
}

impl<'a, S: Space> Search<'a, S> {
    /// Creates a search that has nothing to do until it is [started](Self::start). It keeps its memory between uses.
    pub fn new(order: &'a MoveOrder) -> Search<'a, S> {
        Search {
            space: None,
            order,
            path: Vec::new(),
            frames: Vec::new(),
            height: 0,
            leaf: S::Node::default(),
            root_child_depth_left: None,
            at_leaf: false,
            leaf_reported: false,
            has_requests: false,
            leaf_depth_left: 0,
            expanded: 0,
            metered: 0,
            generated: 0,
            looked_up: 0,
            requests: S::Requests::default(),
        }
    }

    /// Returns the number of nodes expanded since the start.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns the number of children generated since the start.
    pub fn generated(&self) -> u64 {
        self.generated
    }

    /// Returns the number of look-ups since the start.
    pub fn probes(&self) -> u64 {
        self.looked_up
    }

    /// Starts a search from `root`, which has `depth_left` moves left, for leaves: nodes with `leaf_depth_left` moves
    /// left whose lower bounds do not exceed them. Leaves come in canonical order.
    ///
    /// `prefix` is the path that led to the root: its last move restricts the first, and it begins every path returned.
    ///
    /// # Panics
    /// If `leaf_depth_left` exceeds `depth_left`.
    pub fn start(
        &mut self,
        space: &'a S,
        root: &S::Node,
        prefix: &[u8],
        depth_left: u8,
        leaf_depth_left: u8,
    ) {
        let mut requests = std::mem::take(&mut self.requests);
        self.start_among(&mut requests, space, root, (prefix, depth_left, leaf_depth_left));
        self.requests = requests;
    }

    /// [Starts](Self::start) a search that shares `requests` with others.
    pub(crate) fn start_among(
        &mut self,
        requests: &mut S::Requests,
        space: &'a S,
        root: &S::Node,
        (prefix, depth_left, leaf_depth_left): (&[u8], u8, u8),
    ) {
        assert!(leaf_depth_left <= depth_left, "{leaf_depth_left} moves left of {depth_left}");
        self.space = Some(space);
        self.path.clear();
        self.path.extend_from_slice(prefix);
        (self.height, self.has_requests) = (0, false);
        self.expanded = 0;
        self.metered = 0;
        self.generated = 0;
        self.looked_up = 0;
        self.leaf_depth_left = leaf_depth_left;
        (self.at_leaf, self.leaf_reported) = (depth_left == leaf_depth_left, false);
        self.root_child_depth_left = None;
        if self.at_leaf {
            self.leaf.clone_from(root);
        } else if space.prefetch_root(root) {
            self.leaf.clone_from(root);
            self.root_child_depth_left = Some(depth_left - 1);
        } else {
            self.push_frame(space, depth_left - 1, requests, |_, node| node.clone_from(root));
        }
    }

    /// Returns the moves left at leaves.
    pub fn depth_left_at_leaves(&self) -> u8 {
        self.leaf_depth_left
    }

    /// Returns the path and the node of the leaf that the last step reached, if it reached one.
    pub fn leaf(&self) -> Option<(&[u8], &S::Node)> {
        self.at_leaf.then_some((&self.path[..], &self.leaf))
    }

    /// Returns the path of the current leaf if it is at the goal.
    pub fn solution(&self) -> Option<&[u8]> {
        let (path, node) = self.leaf()?;
        self.space.is_some_and(|space| space.is_goal(node)).then_some(path)
    }

    /// Searches for the next leaf at the goal and returns its path, or `None` if there are no more. Yields at look-ups.
    pub async fn next_solution(&mut self) -> Option<Vec<u8>> {
        self.next_solution_while(|_| true).await
    }

    /// Searches like [`next_solution`](Self::next_solution), and counts the expanded nodes with `meter`. A search that
    /// was stopped can be continued by another call.
    ///
    /// # Errors
    /// If a budget of the meter is spent or its limits are cancelled before a solution is found.
    pub async fn next_solution_within(&mut self, meter: &mut Meter) -> Result<Option<Vec<u8>>, Stopped> {
        self.prefetch();
        loop {
            let step = self.step();
            // A solution counts even if the nodes that led to it spent the budget.
            let must_end = meter.spend(self.expanded - std::mem::replace(&mut self.metered, self.expanded));
            match step {
                Step::Leaf => {
                    if let Some(path) = self.solution() {
                        return Ok(Some(path.to_vec()));
                    }
                }
                Step::Done => return Ok(None),
                Step::LookUps => {}
            }
            if must_end {
                meter.check()?;
            }
            if step == Step::LookUps {
                self.prefetch();
                yield_now().await;
            }
        }
    }

    /// Searches like [`next_solution`](Self::next_solution), but returns `None` early once `may_continue`, called now
    /// and then with the number of nodes expanded, returns false.
    pub async fn next_solution_while(&mut self, may_continue: impl Fn(u64) -> bool) -> Option<Vec<u8>> {
        self.prefetch();
        let mut steps: u32 = 0;
        loop {
            match self.step() {
                Step::LookUps => {
                    self.prefetch();
                    steps = steps.wrapping_add(1);
                    if steps.is_multiple_of(STEPS_BETWEEN_CHECKS) && !may_continue(self.expanded) {
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

    /// Locates and prefetches the cache lines that the next step reads. Called after [`start`](Self::start) or a step.
    #[inline]
    pub fn prefetch(&mut self) {
        if let Some(space) = self.space {
            space.locate(&mut self.requests);
        }
        self.prefetch_located();
    }

    /// Prefetches the cache lines that the next step reads, but for those of the requests.
    #[inline]
    pub(crate) fn prefetch_located(&mut self) {
        if std::mem::take(&mut self.has_requests)
            && let (Some(space), Some(top)) = (self.space, self.height.checked_sub(1))
        {
            let frame = &self.frames[top];
            space.prefetch(&frame.plan, &frame.children, frame.alive, frame.round);
        }
    }

    /// Advances the search to the next look-ups, the next leaf or the end.
    pub fn step(&mut self) -> Step {
        let mut requests = std::mem::take(&mut self.requests);
        let step = self.step_among(&mut requests);
        self.requests = requests;
        step
    }

    /// [Advances](Self::step) a search that shares `requests` with others.
    #[inline]
    pub(crate) fn step_among(&mut self, requests: &mut S::Requests) -> Step {
        self.has_requests = false;
        if self.at_leaf {
            if !self.leaf_reported {
                self.leaf_reported = true;
                return Step::Leaf;
            }
            self.at_leaf = false;
            self.path.pop();
        }
        let Some(space) = self.space else { return Step::Done };
        if let Some(child_depth_left) = self.root_child_depth_left.take() {
            let root = self.leaf.clone();
            if self.push_frame(space, child_depth_left, requests, |_, node| *node = root) {
                return Step::LookUps;
            }
        }
        while let Some(top) = self.height.checked_sub(1) {
            let frame = &mut self.frames[top];
            let children = &mut frame.children;
            let rounds = space.rounds(&frame.plan);
            while frame.round < rounds && frame.alive != 0 {
                let (alive, round) = (frame.alive, frame.round);
                frame.alive = space.prune(&frame.plan, &frame.node, children, alive, round, requests);
                frame.round += 1;
                if frame.round < rounds && frame.alive != 0 {
                    let (alive, round) = (frame.alive, frame.round);
                    let looked_up = space.request(&frame.plan, children, alive, round, requests);
                    self.looked_up += u64::from(looked_up);
                    if looked_up > 0 {
                        self.has_requests = true;
                        return Step::LookUps;
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
            let child_depth_left = frame.child_depth_left - 1;
            let any = self.push_frame(space, child_depth_left, requests, |below, node| {
                let parent = &below[top];
                space.commit(&parent.plan, &parent.node, &parent.children, m, node);
            });
            if any {
                return Step::LookUps;
            }
        }
        Step::Done
    }

    /// Searches for the next leaf, and returns whether there is one. Yields at look-ups.
    pub async fn next(&mut self) -> bool {
        self.prefetch();
        loop {
            match self.step() {
                Step::LookUps => {
                    self.prefetch();
                    yield_now().await;
                }
                Step::Leaf => return true,
                Step::Done => return false,
            }
        }
    }

    /// Pushes the frame of the node that `commit` writes, given the frames below, and generates its candidate children,
    /// which have `child_depth_left` moves left. Returns whether there are any.
    #[inline(always)]
    fn push_frame(
        &mut self,
        space: &S,
        child_depth_left: u8,
        requests: &mut S::Requests,
        commit: impl FnOnce(&[Box<Frame<S>>], &mut S::Node),
    ) -> bool {
        let (below, room) = self.frames.split_at_mut(self.height);
        if let Some(frame) = room.first_mut() {
            commit(below, &mut frame.node);
            frame.plan = space.plan(&frame.node, child_depth_left);
        } else {
            let mut node = S::Node::default();
            commit(below, &mut node);
            let plan = space.plan(&node, child_depth_left);
            let children = S::Children::default();
            self.frames.push(Box::new(Frame { node, plan, children, alive: 0, round: 0, child_depth_left }));
        }
        let frame = &mut self.frames[self.height];
        let moves =
            space.candidate_moves(&frame.plan, &frame.node, self.order.after(self.path.last().copied()));
        (frame.alive, frame.round, frame.child_depth_left) = (moves, 0, child_depth_left);
        self.expanded += 1;
        self.height += 1;
        if moves == 0 {
            return false;
        }
        self.generated += u64::from(moves.count_ones());
        let looked_up = space.expand(&frame.plan, &frame.node, moves, &mut frame.children, requests);
        self.looked_up += u64::from(looked_up);
        self.has_requests = looked_up > 0;
        true
    }
}
