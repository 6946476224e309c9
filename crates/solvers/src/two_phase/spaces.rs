//! The two phases as search spaces: bounds and filters far from the goal, exact distances and improving moves near it.

use cubiform_search::Space;
use cubiform_tables::kociemba::{BlockedBloomFilter, Entry, Phase, UNREACHED};

use crate::move_order::bits;

/// A state of a phase, with its exact distance if it is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node<T> {
    pub(super) state: T,
    /// The distance to the goal, or [`UNREACHED`] if it is unknown.
    pub(super) distance: u8,
    /// The moves that come nearer to the goal, if the distance is known.
    improving_moves: u32,
}

/// The children of a node while they are tested.
#[derive(Default)]
pub(crate) struct ChildBatch {
    /// For each tested child, its key and the symmetry that maps it to the state of the key.
    keys: [(u32, u8); 18],
    /// For each child found in the exact table, its entry.
    entries: [Entry; 18],
    /// The moves whose children were generated.
    generated: u64,
}

/// The test of the children of a node, which have `child_depth_left` moves left.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    child_depth_left: u8,
    test: Test,
}

/// A test of children.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    /// No test: nothing is known about a child.
    None,
    /// No test: every move must improve, so only improving moves are generated, and all of them are kept.
    Improving,
    /// Whether the exact table has the child with a distance of at most the moves left.
    Exact,
    /// Whether this ball filter contains the child.
    Ball(u8),
}

/// The search space of a phase.
#[derive(Clone, Copy)]
pub(crate) struct PhaseSpace<'a, P>(pub(super) &'a P);

impl<P: Phase> PhaseSpace<'_, P> {
    /// Returns the node of a state with `depth_left` moves left, or `None` if the exact table shows that these are too
    /// few.
    #[inline(always)]
    pub(super) fn node(&self, state: P::State, depth_left: u8) -> Option<Node<P::State>> {
        if depth_left > self.0.exact_table().radius() {
            return Some(Node { state, distance: UNREACHED, improving_moves: 0 });
        }
        let (key, s) = self.0.key(state);
        let entry = self.0.exact_table().get(key).filter(|entry| entry.distance <= depth_left)?;
        Some(Node {
            state,
            distance: entry.distance,
            improving_moves: self.0.conjugated(entry, s).improving_moves,
        })
    }

    /// Returns the filter that answers a test for most children.
    #[inline(always)]
    fn bloom_filter(&self, plan: &Plan) -> Option<&BlockedBloomFilter> {
        match plan.test {
            Test::None | Test::Improving => None,
            Test::Exact => Some(self.0.exact_table().bloom_filter()),
            Test::Ball(i) => self.0.ball_filters().get(usize::from(i)),
        }
    }
}

impl<P: Phase> Space for PhaseSpace<'_, P> {
    type Node = Node<P::State>;
    type Children = ChildBatch;
    type Plan = Plan;
    type Requests = ();

    #[inline(always)]
    fn plan(&self, parent: &Node<P::State>, child_depth_left: u8) -> Plan {
        let radius = self.0.exact_table().radius();
        let test = if parent.distance == child_depth_left + 1 {
            Test::Improving
        } else if child_depth_left <= radius {
            Test::Exact
        } else if usize::from(child_depth_left - radius) <= self.0.ball_filters().len() {
            Test::Ball(child_depth_left - radius - 1)
        } else {
            Test::None
        };
        Plan { child_depth_left, test }
    }

    #[inline(always)]
    fn expand(
        &self,
        plan: &Plan,
        parent: &Node<P::State>,
        moves: u64,
        children: &mut ChildBatch,
        (): &mut (),
    ) -> u32 {
        let child_depth_left = plan.child_depth_left;
        let mut moves =
            moves & u64::from(if child_depth_left == 0 { P::LAST_MOVES & P::MOVES } else { P::MOVES });
        let must_improve = plan.test == Test::Improving;
        if must_improve {
            moves &= u64::from(parent.improving_moves);
        } else {
            moves &= u64::from(self.0.candidate_moves(parent.state, child_depth_left));
        }
        children.generated = moves;
        if let Some(filter) = self.bloom_filter(plan) {
            for m in bits(moves) {
                let (key, s) = self.0.key_after(parent.state, m);
                children.keys[m] = (key, s as u8);
                filter.prefetch(key);
            }
        }
        0
    }

    #[inline(always)]
    fn prune(
        &self,
        plan: &Plan,
        _: &Node<P::State>,
        children: &mut ChildBatch,
        _: u64,
        _: usize,
        (): &(),
    ) -> u64 {
        let alive = children.generated;
        let Some(filter) = self.bloom_filter(plan) else { return alive };
        let mut maybe_near = 0;
        for m in bits(alive) {
            maybe_near |= u64::from(filter.may_contain(children.keys[m].0)) << m;
        }
        if plan.test != Test::Exact {
            return maybe_near;
        }
        let mut survivors = 0;
        for m in bits(maybe_near) {
            let (key, s) = children.keys[m];
            if let Some(entry) =
                self.0.exact_table().get(key).filter(|entry| entry.distance <= plan.child_depth_left)
            {
                children.entries[m] = self.0.conjugated(entry, s.into());
                survivors |= 1 << m;
            }
        }
        survivors
    }

    #[inline(always)]
    fn commit(
        &self,
        plan: &Plan,
        parent: &Node<P::State>,
        children: &ChildBatch,
        m: u8,
        child: &mut Node<P::State>,
    ) {
        let m = usize::from(m);
        let state = self.0.turn(parent.state, m);
        let entry = match plan.test {
            Test::None | Test::Ball(_) => Entry { distance: UNREACHED, improving_moves: 0 },
            Test::Exact => children.entries[m],
            Test::Improving if plan.child_depth_left == 0 => Entry { distance: 0, improving_moves: 0 },
            Test::Improving => {
                let (key, s) = self.0.key(state);
                let entry = self
                    .0
                    .exact_table()
                    .get(key)
                    .expect("an improving move leads to a state of the exact table");
                self.0.conjugated(entry, s)
            }
        };
        *child = Node { state, distance: entry.distance, improving_moves: entry.improving_moves };
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node<P::State>) -> bool {
        node.distance == 0
    }
}
