//! The search space of a target: tracked pieces turned by move tables, with lower bounds from probes of pruning tables.

use cubiform_cube::goal::Target;
use cubiform_search::Space;
use cubiform_tables::lookup::{ChildBatch, Plan, TargetProbes};
pub use cubiform_tables::lookup::{Node, ProbeSet};

use crate::goal_search::root_distances::{Contradiction, RootDistances};

/// The search space of one target.
pub struct TargetSpace {
    target: Target,
    probes: TargetProbes,
}

impl TargetSpace {
    /// Creates the space of `target`, bounded by probes of `probe_set`. Returns `None` if no probe applies, the target
    /// has a piece that is not tracked, or it lacks an edge of the tracked base.
    pub fn new(probe_set: &ProbeSet, target: &Target) -> Option<TargetSpace> {
        Some(TargetSpace { target: target.clone(), probes: probe_set.bounding(target)? })
    }

    /// Returns the target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Returns the priority of a node with `depth_left` moves left, in units of 1/256 move: the mean distance of all
    /// probes less half of the moves left. The smaller, the likelier the node leads to the goal
    /// (`docs/decisions/0021-splitting-searches.md`).
    pub fn estimate(&self, node: &Node, depth_left: u8) -> i64 {
        self.probes.mean_distance(node) - (i64::from(depth_left) << 7)
    }

    /// Returns the node of the cube in a frame.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn root(&self, positions: &mut RootDistances<'_>, frame: usize) -> Result<Node, Contradiction> {
        let distances: Result<Vec<u8>, _> =
            self.probes.numbers().iter().map(|probe| positions.distance(frame, *probe)).collect();
        Ok(self.probes.node(positions.state(frame), &distances?))
    }

    /// Returns the distance of the target in a frame without a search, or `None` if no table has this target as its
    /// goal.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn exact_distance(
        &self,
        positions: &mut RootDistances<'_>,
        frame: usize,
    ) -> Result<Option<u8>, Contradiction> {
        self.exact_probe().map(|probe| positions.distance(frame, probe)).transpose()
    }

    /// Returns the largest distance of any state, if a table of the catalogue has this target as its goal.
    pub fn max_distance(&self) -> Option<u8> {
        self.probes.max_distance()
    }

    /// Returns a shortest path to the target without a search, or `None` if no table has this target as its goal.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn exact_solution(
        &self,
        positions: &RootDistances<'_>,
        frame: usize,
    ) -> Result<Option<Vec<u8>>, Contradiction> {
        self.exact_probe().map(|probe| positions.shortest_path(frame, probe)).transpose()
    }

    /// Returns the number, in the probe set, of the probe whose goal is this target, if there is one.
    fn exact_probe(&self) -> Option<usize> {
        self.probes.exact().map(|i| self.probes.numbers()[i])
    }

    /// Returns the numbers, in the probe set, of the probes that the [root](Self::root) or the exact distance needs.
    pub fn root_probes(&self) -> &[usize] {
        match self.probes.exact() {
            Some(i) => &self.probes.numbers()[i..=i],
            None => self.probes.numbers(),
        }
    }

    /// Returns a lower bound for the cube in a frame from distances already known, without a look-up.
    pub fn known_lower_bound(&self, positions: &RootDistances<'_>, frame: usize) -> u8 {
        self.probes.implied().iter().filter_map(|probe| positions.known(frame, *probe)).max().unwrap_or(0)
    }
}

impl Space for TargetSpace {
    type Node = Node;
    type Children = ChildBatch;
    type Plan = Plan;
    type Requests = ();

    #[inline(always)]
    fn plan(&self, parent: &Node, child_depth_left: u8) -> Plan {
        self.probes.plan(parent, child_depth_left)
    }

    #[inline(always)]
    fn candidate_moves(&self, plan: &Plan, parent: &Node, moves: u64) -> u64 {
        self.probes.candidate_moves(plan, parent, moves)
    }

    #[inline(always)]
    fn rounds(&self, plan: &Plan) -> usize {
        self.probes.rounds(plan)
    }

    #[inline(always)]
    fn expand(&self, plan: &Plan, parent: &Node, moves: u64, children: &mut ChildBatch, (): &mut ()) -> u32 {
        self.probes.expand(plan, parent, moves, children)
    }

    #[inline(always)]
    fn request(&self, plan: &Plan, children: &mut ChildBatch, alive: u64, round: usize, (): &mut ()) -> u32 {
        self.probes.request(plan, children, alive, round)
    }

    #[inline(always)]
    fn prefetch(&self, plan: &Plan, children: &ChildBatch, alive: u64, round: usize) {
        self.probes.prefetch(plan, children, alive, round);
    }

    #[inline(always)]
    fn prune(
        &self,
        plan: &Plan,
        parent: &Node,
        children: &mut ChildBatch,
        alive: u64,
        round: usize,
        (): &(),
    ) -> u64 {
        self.probes.prune(plan, parent, children, alive, round)
    }

    #[inline(always)]
    fn commit(&self, _: &Plan, parent: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        self.probes.commit(parent, children, m, child);
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        self.probes.is_goal(node)
    }
}
