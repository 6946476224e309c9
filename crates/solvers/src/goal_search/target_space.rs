//! The search space of a target: tracked pieces turned by move tables, with lower bounds from probes of pruning tables.

use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::{PieceSet, Symmetry};
use cubiform_search::Space;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::lookup::bounds::{Bounds, Child, MAX_PROBES, ProbeBatch};
use cubiform_tables::lookup::lanes::{Lanes, bits, count};
use cubiform_tables::lookup::normalize::NormalizedStates;
use cubiform_tables::lookup::probe::Probe;
use cubiform_tables::lookup::tracked::{Tracked, TrackedMoves, TrackedState};
use cubiform_tables::target::code::CodeSet;
use cubiform_tables::target::ud_coset::UD_MOVES;
use cubiform_threads::Threads;

use crate::goal_search::goal_frame;
use crate::goal_search::implication::{coset_representatives, goal_under, implied, is_exact, undominated};
use crate::goal_search::root_distances::{Contradiction, RootDistances};

/// The probes of some tables that apply to a set of tracked pieces, shared by the spaces of many targets.
#[derive(Clone)]
pub struct ProbeSet {
    tracked: Tracked,
    moves: Arc<TrackedMoves>,
    probes: Vec<Arc<Probe>>,
    /// For each probe, the probe whose goal is its goal turned by D: see [`ProbeSet::after_d_of`].
    pub(crate) after_d: Vec<Option<usize>>,
}

impl ProbeSet {
    /// Creates the probes of `tables` for `tracked`, one for each coset of a table's symmetry group.
    pub fn new(tracked: Tracked, tables: &[Arc<Table>], threads: &Threads) -> ProbeSet {
        let seen: Vec<(&Arc<Table>, Symmetry)> = tables
            .iter()
            .flat_map(|table| coset_representatives(table.coordinate().symmetries()).map(move |s| (table, s)))
            .collect();
        // The probes are built in parallel, because the first scramble waits for them.
        let turns = TrackedMoves::new(&tracked);
        let probe =
            |(table, s): &(&Arc<Table>, Symmetry)| Probe::new(&tracked, &turns, *s, table).map(Arc::new);
        let probes: Vec<Arc<Probe>> = threads.map(&seen, probe).into_iter().flatten().collect();
        let turned = ProbeSet::after_d_of(&probes);
        ProbeSet { moves: Arc::new(turns), tracked, probes, after_d: turned }
    }

    pub(crate) fn tracked(&self) -> &Tracked {
        &self.tracked
    }

    pub(crate) fn turns(&self) -> &TrackedMoves {
        &self.moves
    }

    pub(crate) fn probes(&self) -> &[Arc<Probe>] {
        &self.probes
    }

    /// Returns, for each probe, the index of the probe whose goal, in the frame with one more quarter turn of D, is the
    /// same set of states, if there is one. The distances of the two differ by at most one.
    fn after_d_of(probes: &[Arc<Probe>]) -> Vec<Option<usize>> {
        let turned = |probe: &Arc<Probe>| {
            let goal =
                goal_frame::after_d(&goal_under(probe.table().coordinate().target(), probe.symmetry()));
            probes.iter().position(|v| is_exact(&goal, v.table().coordinate().target(), v.symmetry()))
        };
        probes.iter().map(turned).collect()
    }

    /// Creates the space of `target`, with the probes whose goals the target implies, except those whose goal another
    /// one implies. If more than [`MAX_PROBES`] apply, keeps the ones with the largest tables.
    ///
    /// # Panics
    /// If the target has a piece that is not tracked, lacks an edge of the tracked base, or if no probe applies.
    pub fn space(&self, target: &Target) -> TargetSpace {
        assert!(self.tracked.pieces().contains(target.pieces), "a target's pieces must be tracked");
        let base = PieceSet::new(&[], &self.tracked.base);
        assert!(target.pieces.contains(base), "a target has the whole base");
        let probes = self.probes.iter().map(|v| (v.table().coordinate().target(), v.symmetry()));
        let implied = implied(target, probes);
        let mut slots = undominated(&implied);
        assert!(!slots.is_empty(), "no probe of {target:?}");
        // Any subset keeps the search exact; the largest tables prune the most.
        slots.sort_by_key(|i| std::cmp::Reverse(self.probes[*i].table().coordinate().states()));
        slots.truncate(MAX_PROBES);
        slots.sort_unstable();
        let exact = slots.iter().position(|i| {
            is_exact(target, self.probes[*i].table().coordinate().target(), self.probes[*i].symmetry())
        });
        let probes: Vec<Arc<Probe>> = slots.iter().map(|i| Arc::clone(&self.probes[*i])).collect();
        TargetSpace {
            probe_set: self.clone(),
            normalizing: probes.iter().enumerate().map(|(i, probe)| u16::from(probe.normalizes()) << i).sum(),
            goals: target.goal_states.iter().map(|seed| self.tracked.state(seed)).collect(),
            mask: self.tracked.mask(target.pieces, target.oriented.is_some()),
            target: target.clone(),
            mean_of_sum: ((1 << 24) + probes.len() as i64 - 1) / probes.len() as i64,
            probes,
            probe_indices: slots,
            exact,
            implied: implied.into_iter().map(|(i, _)| i).collect(),
        }
    }
}

/// The search space of one target.
pub struct TargetSpace {
    probe_set: ProbeSet,
    target: Target,
    probes: Vec<Arc<Probe>>,
    /// The probes that take normalised states, as a bit mask.
    normalizing: u16,
    /// 2^24 divided by the number of probes, rounded up: multiplies the sum of distances into their mean.
    mean_of_sum: i64,
    /// The indices of the probes in the set.
    probe_indices: Vec<usize>,
    /// The probe, if any, whose goal is this target, so that its distance is exact.
    exact: Option<usize>,
    /// The indices of all probes of the set whose goal the target implies, for bounds from distances already known.
    implied: Vec<usize>,
    /// The goal states.
    goals: Vec<TrackedState>,
    /// The pieces compared with a goal state.
    mask: TrackedState,
}

/// A state with its lower bounds.
#[derive(Clone, Debug, Default)]
pub struct Node {
    state: TrackedState,
    bounds: Bounds,
    /// Whether the base is in a ⟨U, D⟩ coset, so that the words of the bounds contain the children by turns of U and D.
    in_coset: bool,
}

impl Node {
    /// Returns the lower bound: the largest distance of a probe.
    pub fn lower_bound(&self) -> u8 {
        self.bounds.lower_bound()
    }
}

/// The children of a node while they are tested, by lane.
#[derive(Clone, Debug, Default)]
pub struct ChildBatch {
    lanes: Lanes,
    /// The lanes of children by turns of U and D, whose distances the parent's words contain.
    answered: u32,
    /// The lanes of children that are not pruned.
    alive: u32,
    /// The lanes to look up in this round, for probes of states as they are and of normalised ones.
    wanted: [u32; 2],
    normalized: NormalizedStates,
    unnormalized: NormalizedStates,
    probes: ProbeBatch,
}

/// The look-ups for the children of a node, in rounds of probes.
///
/// Probes that may prune a child come first, one a round: the one with the largest distance, which prunes most, then
/// those in which a child must come nearer, then those in which it must not go farther. A last round looks up the
/// others together, for the children that survive, to carry their distances along.
pub struct Plan {
    /// The probes of the rounds of one probe each, four bits a round, from the lowest bits on.
    order: u64,
    /// The number of those rounds.
    single_rounds: u8,
    /// The probes in which a child must come nearer, as a bit mask.
    must_improve: u16,
    /// The probes that can prune a child, as a bit mask.
    pruning: u16,
    /// The probes of the last round, as a bit mask; 0 if there is none.
    carried: u16,
    /// The moves left at a child.
    child_depth_left: u8,
}

impl Plan {
    /// Adds a round for each probe of a bit mask.
    #[inline(always)]
    fn append(&mut self, probes: u32) {
        self.append_eight(probes & 0xff, 0);
        if probes >> 8 != 0 {
            self.append_eight(probes >> 8, 0x8888_8888);
        }
    }

    /// Adds a round for each probe of a subset of eight. `first` repeats the number of the first of the eight in each
    /// four bits.
    #[inline(always)]
    fn append_eight(&mut self, probes: u32, first: u32) {
        let (count, list) = LISTS[probes as usize & 0xff];
        let list = u64::from(list | first) & ((1 << (4 * count)) - 1);
        // Sixteen rounds fill the word; nothing is added after them.
        self.order |= list.wrapping_shl(4 * u32::from(self.single_rounds));
        self.single_rounds += count;
    }

    /// Calls `work` for each probe of a round.
    #[inline(always)]
    fn each_probe(&self, round: usize, mut work: impl FnMut(usize)) {
        if round < usize::from(self.single_rounds) {
            work((self.order >> (4 * round) & 15) as usize);
        } else {
            bits(self.carried.into()).for_each(work);
        }
    }
}

/// For each subset of eight probes: its size, and its members in ascending order, four bits each.
const LISTS: [(u8, u32); 256] = {
    let mut lists = [(0, 0); 256];
    let mut set = 0;
    while set < 256 {
        let mut member = 0;
        while member < 8 {
            if set >> member & 1 == 1 {
                lists[set].1 |= member << (4 * lists[set].0);
                lists[set].0 += 1;
            }
            member += 1;
        }
        set += 1;
    }
    lists
};

impl TargetSpace {
    /// Returns the target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Returns the probes.
    pub fn probes(&self) -> &[Arc<Probe>] {
        &self.probes
    }

    /// Returns the priority of a node with `depth_left` moves left, in units of 1/256 move: the mean distance of all
    /// probes less half of the moves left. The smaller, the likelier the node leads to the goal
    /// (`docs/decisions/0021-splitting-searches.md`).
    pub fn estimate(&self, node: &Node, depth_left: u8) -> i64 {
        ((i64::from(node.bounds.sum()) * self.mean_of_sum) >> 16) - (i64::from(depth_left) << 7)
    }

    /// Returns the node of the cube in a frame.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn root(&self, positions: &mut RootDistances<'_>, frame: usize) -> Result<Node, Contradiction> {
        let distances: Result<Vec<u8>, _> =
            self.probe_indices.iter().map(|probe| positions.distance(frame, *probe)).collect();
        // The words of the root are not kept, so it counts as in no coset.
        let bounds = Bounds::from_distances(&distances?);
        Ok(Node { state: *positions.state(frame), bounds, in_coset: false })
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
        self.exact.map(|probe| positions.distance(frame, self.probe_indices[probe])).transpose()
    }

    /// Returns the largest distance of any state, if a table of the catalogue has this target as its goal.
    pub fn max_distance(&self) -> Option<u8> {
        let entry = Entry::named(self.probes[self.exact?].table().name())?;
        Some(entry.histogram.len() as u8 - 1)
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
        self.exact.map(|probe| positions.shortest_path(frame, self.probe_indices[probe])).transpose()
    }

    /// Returns the indices, in the probe set, of the probes that the [root](Self::root) or the exact distance needs.
    pub fn root_probes(&self) -> &[usize] {
        match self.exact {
            Some(probe) => &self.probe_indices[probe..=probe],
            None => &self.probe_indices,
        }
    }

    /// Returns a lower bound for the cube in a frame from distances already known, without a look-up.
    pub fn known_lower_bound(&self, positions: &RootDistances<'_>, frame: usize) -> u8 {
        self.implied.iter().filter_map(|probe| positions.known(frame, *probe)).max().unwrap_or(0)
    }
}

impl Space for TargetSpace {
    type Node = Node;
    type Children = ChildBatch;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, child_depth_left: u8) -> Plan {
        // A child's distance is at most one more than its parent's. Distances beyond the last probe are 0.
        let nearer = parent.bounds.at_least(child_depth_left + 1);
        let (all, first) = ((1 << self.probes.len()) - 1, 1 << parent.bounds.largest());
        let pruning = parent.bounds.at_least(child_depth_left) & all;
        let no_farther = pruning & !nearer;
        let carried = all & !(nearer | no_farther | first);
        let order = u64::from(parent.bounds.largest());
        let (nearer, pruning, carried) = (nearer as u16, pruning as u16, carried as u16);
        let mut plan =
            Plan { order, single_rounds: 1, must_improve: nearer, pruning, carried, child_depth_left };
        plan.append(u32::from(nearer) & !first);
        plan.append(no_farther & !first);
        plan
    }

    #[inline(always)]
    fn candidate_moves(&self, plan: &Plan, parent: &Node, moves: u64) -> u64 {
        let mut moves = moves as u32;
        for probe in bits((plan.must_improve & parent.bounds.no_progress()).into()) {
            moves &= !self.probes[probe].tested_moves();
        }
        if parent.in_coset {
            let (mut known, others) = (moves & UD_MOVES, moves & !UD_MOVES);
            for probe in bits((plan.pruning & self.normalizing).into()) {
                if known == 0 {
                    break;
                }
                let admitted = CodeSet::within_limit(parent.bounds.distance(probe), plan.child_depth_left);
                known = parent.bounds.moves_into(probe, known, admitted);
            }
            moves = known | others;
        }
        moves.into()
    }

    #[inline(always)]
    fn rounds(&self, plan: &Plan) -> usize {
        usize::from(plan.single_rounds) + usize::from(plan.carried != 0)
    }

    #[inline(always)]
    fn expand(&self, plan: &Plan, parent: &Node, moves: u64, children: &mut ChildBatch) -> u32 {
        let moves = moves as u32;
        children.lanes = Lanes::of(moves);
        let (turns, state, lanes) = (&self.probe_set.moves, &parent.state, children.lanes);
        children.alive = lanes.lanes(moves);
        children.answered = if parent.in_coset { lanes.lanes(moves & UD_MOVES) } else { 0 };
        if self.normalizing != 0 {
            turns.normalize_children(
                state,
                lanes,
                children.alive & !children.answered,
                true,
                &mut children.normalized,
            );
        }
        if u32::from(self.normalizing) != (1 << self.probes.len()) - 1 {
            turns.normalize_children(state, lanes, children.alive, false, &mut children.unnormalized);
        }
        self.request(plan, children, moves.into(), 0)
    }

    #[inline(always)]
    fn request(&self, plan: &Plan, children: &mut ChildBatch, alive: u64, round: usize) -> u32 {
        debug_assert_eq!(u64::from(children.lanes.moves(children.alive)), alive);
        children.wanted = [children.alive, children.alive & !children.answered];
        let mut looked_up = 0;
        plan.each_probe(round, |probe| {
            let probe_ref = &self.probes[probe];
            let set = children.wanted[usize::from(probe_ref.normalizes())];
            let states = if probe_ref.normalizes() { &children.normalized } else { &children.unnormalized };
            let slots = &mut children.probes.slots[probe];
            probe_ref.index_each(set, states, slots);
            if !probe_ref.prefetches_together() {
                probe_ref.prefetch_each(set, slots);
            }
            looked_up += count(set);
        });
        looked_up
    }

    #[inline(always)]
    fn prefetch(&self, plan: &Plan, children: &ChildBatch, alive: u64, round: usize) {
        debug_assert_eq!(u64::from(children.lanes.moves(children.alive)), alive);
        plan.each_probe(round, |probe| {
            let probe_ref = &self.probes[probe];
            if probe_ref.prefetches_together() {
                probe_ref.prefetch_each(
                    children.wanted[usize::from(probe_ref.normalizes())],
                    &children.probes.slots[probe],
                );
            }
        });
    }

    /// Children whose distances the parent's words contain were tested in [`candidate_moves`](Space::candidate_moves)
    /// and are not looked up.
    #[inline(always)]
    fn prune(&self, plan: &Plan, parent: &Node, children: &mut ChildBatch, alive: u64, round: usize) -> u64 {
        debug_assert_eq!(u64::from(children.lanes.moves(children.alive)), alive);
        plan.each_probe(round, |probe| {
            let probe_ref = &self.probes[probe];
            let admitted = CodeSet::within_limit(parent.bounds.distance(probe), plan.child_depth_left);
            let set = children.wanted[usize::from(probe_ref.normalizes())];
            let ProbeBatch { slots, words } = &mut children.probes;
            let read = probe_ref.read_each(set, &slots[probe], admitted, &mut words[probe]);
            children.alive &= !set | read;
        });
        children.lanes.moves(children.alive).into()
    }

    #[inline(always)]
    fn commit(&self, _: &Plan, parent: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let m = usize::from(m) & 31;
        let lane = children.lanes.lane(m);
        let is_known = children.answered >> lane & 1 == 1;
        child.state = self.probe_set.moves.children(&parent.state).state(m);
        child.in_coset =
            is_known || self.normalizing != 0 && children.normalized.base_key(lane).is_in_coset();
        let kept = if is_known { self.normalizing } else { 0 };
        let probes = self.probes.len();
        child.bounds.become_child(
            &parent.bounds,
            probes,
            Child { move_index: m, lane, unread: kept },
            &children.probes,
        );
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        self.goals.iter().any(|goal| node.state.equals_under(goal, &self.mask))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal_search::goal_frame::normalize;
    use cubiform_cube::goal::{CROSS, Variant};
    use cubiform_cube::{Cube, Move, PieceSet, random};
    use cubiform_tables::Coordinate;
    use cubiform_tables::target::code::next_distance;
    use cubiform_tables::target::fill::Watch;

    /// Returns the nodes of all children of a cube, built as the search builds them.
    fn nodes(space: &TargetSpace, probe_set: &ProbeSet, cube: &Cube) -> Vec<(Cube, Node)> {
        let frames: Vec<_> = normalize(space.target()).into_iter().map(|(frame, _)| frame).collect();
        let root = space.root(&mut RootDistances::new(cube, probe_set, &frames[..1]), 0).unwrap();
        let plan = space.plan(&root, root.lower_bound() + 1);
        let (all, mut children) = ((1 << Move::COUNT) - 1, ChildBatch::default());
        let mut alive = space.candidate_moves(&plan, &root, all);
        assert_eq!(alive, all, "a root has no codes to rule out a child");
        space.expand(&plan, &root, alive, &mut children);
        for round in 0..space.rounds(&plan) {
            if round > 0 {
                space.request(&plan, &mut children, alive, round);
            }
            alive = space.prune(&plan, &root, &mut children, alive, round);
        }
        assert_eq!(alive, all, "a child is at most one move farther");
        let committed = |m: Move| {
            let mut node = Node::default();
            space.commit(&plan, &root, &children, m.index() as u8, &mut node);
            (cube.turn(m), node)
        };
        Move::all().map(committed).collect()
    }

    #[test]
    fn candidate_moves_excludes_only_children_beyond_the_depth_left() {
        // The tested moves of a slot's table are of R and F, those of the other table of R and L.
        let tables =
            [(&[4][..], &[4, 5, 6, 7, 8][..]), (&[], &[4, 5, 6, 7, 8, 9])].map(|(corners, edges)| {
                let target = Target::solved(PieceSet::new(corners, edges));
                let coordinate = Arc::new(Coordinate::new(target, &CROSS));
                Arc::new(Table::fill(coordinate, &Threads::new(2), &Watch::quiet()).unwrap().0)
            });
        let tracked = Tracked { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
        let probe_set = ProbeSet::new(tracked, &tables, &Threads::single());
        let space = probe_set.space(&Variant::std().stages[4].choices[0]);
        let turns = probe_set.turns();
        let (mut by_tested_moves, mut by_words, mut worth) = (0, 0, 0);
        for cube in random::states(5).take(300) {
            for (cube, node) in nodes(&space, &probe_set, &cube) {
                let distance = |cube: &Cube, probe: usize| {
                    let probe_ref = &space.probes()[probe];
                    let code = probe_ref.code(probe_ref.index(turns, &probe_set.tracked().state(cube)));
                    next_distance(node.bounds.distance(probe), code)
                };
                for child_depth_left in [node.lower_bound() - 1, node.lower_bound()] {
                    let plan = space.plan(&node, child_depth_left);
                    let left = space.candidate_moves(&plan, &node, (1 << Move::COUNT) - 1);
                    worth += left.count_ones();
                    for m in Move::all().filter(|m| left >> m.index() & 1 == 0) {
                        let child = cube.turn(m);
                        let bound = (0..space.probes().len()).map(|probe| distance(&child, probe)).max();
                        assert!(
                            bound > Some(child_depth_left),
                            "{m} leads to {bound:?}, and {child_depth_left} moves are left"
                        );
                        let is_known = node.in_coset && UD_MOVES >> m.index() & 1 == 1;
                        *(if is_known { &mut by_words } else { &mut by_tested_moves }) += 1;
                    }
                    // In a coset, turns of U and D are candidates exactly if no probe prunes them.
                    for m in Move::all().filter(|m| node.in_coset && UD_MOVES >> m.index() & 1 == 1) {
                        let child = cube.turn(m);
                        let is_near = (0..space.probes().len())
                            .all(|probe| distance(&child, probe) <= child_depth_left);
                        assert_eq!(left >> m.index() & 1 == 1, is_near, "{m}");
                    }
                }
            }
        }
        assert!(
            by_tested_moves > 100 && by_words > 1000 && worth > 1000,
            "{by_tested_moves}, {by_words}, {worth}"
        );
    }
}
