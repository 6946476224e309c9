//! The probes that bound one target, and the look-ups of its search: from a node to the bounds of its children.

use std::sync::Arc;

use cubiform_cube::PieceSet;
use cubiform_cube::goal::Target;
use cubiform_cube::goal::implication::{implied, is_exact, undominated};

use super::bounds::{Bounds, Child, MAX_PROBES, ProbeBatch};
use super::lanes::{Lanes, bits, count};
use super::normalized_state::NormalizedStates;
use super::probe::Probe;
use super::probe_set::ProbeSet;
use super::tracked::TrackedState;
use crate::catalogue::Entry;
use crate::goal::code::CodeSet;
use crate::goal::ud_coset::UD_MOVES;

/// The probes that bound one target.
///
/// A search handles the children of a node in these steps:
///
/// 1. [`plan`](Self::plan) decides on rounds of probes; [`candidate_moves`](Self::candidate_moves) drops children
///    without a look-up.
/// 2. [`expand`](Self::expand) computes the children and the addresses of the first round's look-ups, and
///    [`request`](Self::request) those of a later round.
/// 3. [`prefetch`](Self::prefetch) fetches large tables' words, for many subproblems together.
/// 4. [`prune`](Self::prune) reads the words and drops every child farther than the moves left to it.
/// 5. [`commit`](Self::commit) makes a surviving child a node, with its exact distances.
///
/// Sets of moves are bit masks: bit `m` stands for the move of index `m`.
pub struct TargetProbes {
    set: ProbeSet,
    probes: Vec<Arc<Probe>>,
    /// The probes that take normalised states, as a bit mask.
    normalizing: u16,
    /// 2^24 divided by the number of probes, rounded up: multiplies the sum of distances into their mean.
    mean_of_sum: i64,
    /// The numbers of the probes in the set.
    numbers: Vec<usize>,
    /// The probe, if any, whose goal is the target, so that its distance is exact.
    exact: Option<usize>,
    /// The numbers of all probes of the set whose goal the target implies.
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
    #[inline]
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

impl ProbeSet {
    /// Returns the probes that bound `target`: those whose goals the target implies, except those whose goal another
    /// one implies. If more than sixteen apply, keeps the ones with the largest tables. Returns `None` if no probe
    /// applies, the target has a piece that is not tracked, or it lacks an edge of the tracked base.
    pub fn bounding(&self, target: &Target) -> Option<TargetProbes> {
        let base = PieceSet::new(&[], &self.tracked.base);
        let is_tracked = self.tracked.pieces().contains(target.pieces) && target.pieces.contains(base);
        is_tracked.then(|| TargetProbes::new(self, target)).flatten()
    }
}

impl TargetProbes {
    /// Chooses the probes of `set` for `target`: see [`ProbeSet::bounding`].
    pub(super) fn new(set: &ProbeSet, target: &Target) -> Option<TargetProbes> {
        let all = set.probes.iter().map(|v| (v.table.coordinate.target(), v.symmetry));
        let implied = implied(target, all);
        let mut numbers = undominated(&implied);
        if numbers.is_empty() {
            return None;
        }
        // Any subset keeps the search exact; the largest tables prune the most.
        numbers.sort_by_key(|i| std::cmp::Reverse(set.probes[*i].table.coordinate.states()));
        numbers.truncate(MAX_PROBES);
        numbers.sort_unstable();
        let exact = numbers.iter().position(|i| {
            is_exact(target, set.probes[*i].table.coordinate.target(), set.probes[*i].symmetry)
        });
        let probes: Vec<Arc<Probe>> = numbers.iter().map(|i| Arc::clone(&set.probes[*i])).collect();
        Some(TargetProbes {
            set: set.clone(),
            normalizing: probes
                .iter()
                .enumerate()
                .map(|(i, probe)| u16::from(probe.indexer.normalizes) << i)
                .sum(),
            goals: target.goal_states.iter().map(|seed| set.tracked.state(seed)).collect(),
            mask: set.tracked.mask(target.pieces, target.oriented.is_some()),
            mean_of_sum: ((1 << 24) + probes.len() as i64 - 1) / probes.len() as i64,
            probes,
            numbers,
            exact,
            implied: implied.into_iter().map(|(i, _)| i).collect(),
        })
    }

    /// Returns the numbers of the probes in their set, ascending; at most sixteen.
    pub fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// Returns the index in [`numbers`](Self::numbers) of the probe whose goal is the target, if there is one.
    pub fn exact(&self) -> Option<usize> {
        self.exact
    }

    /// Returns the numbers of all probes of the set whose goal the target implies, for bounds from distances that are
    /// known already.
    pub fn implied(&self) -> &[usize] {
        &self.implied
    }

    /// Returns the largest distance of any state, if a table of the catalogue has this target as its goal.
    pub fn max_distance(&self) -> Option<u8> {
        let entry = Entry::named(self.probes[self.exact?].table.name())?;
        Some(entry.histogram.len() as u8 - 1)
    }

    /// Returns the node of a state with these distances in the probes, in the order of [`numbers`](Self::numbers).
    ///
    /// # Panics
    /// If there are more than sixteen distances.
    pub fn node(&self, state: &TrackedState, distances: &[u8]) -> Node {
        // The words of the state are not kept, so it counts as in no coset.
        Node { state: *state, bounds: Bounds::from_distances(distances), in_coset: false }
    }

    /// Returns the mean distance of a node in all probes, in units of 1/256 move.
    #[inline(always)]
    pub fn mean_distance(&self, node: &Node) -> i64 {
        (i64::from(node.bounds.sum) * self.mean_of_sum) >> 16
    }

    /// Plans the look-ups for the children of `parent`, each of which has `child_depth_left` moves left.
    #[inline(always)]
    pub fn plan(&self, parent: &Node, child_depth_left: u8) -> Plan {
        // A child's distance is at most one more than its parent's. Distances beyond the last probe are 0.
        let nearer = parent.bounds.at_least(child_depth_left + 1);
        let all = (1 << self.probes.len()) - 1;
        let pruning = parent.bounds.at_least(child_depth_left) & all;
        let no_farther = pruning & !nearer;
        let order = u64::from(parent.bounds.largest);
        let first = 1 << parent.bounds.largest;
        let carried = (all & !(nearer | no_farther | first)) as u16;
        let (must_improve, pruning) = (nearer as u16, pruning as u16);
        let mut plan = Plan { order, single_rounds: 1, must_improve, pruning, carried, child_depth_left };
        plan.append(u32::from(must_improve) & !first);
        plan.append(no_farther & !first);
        plan
    }

    /// Returns the members of `moves` whose children the parent's codes do not rule out, without a look-up.
    #[inline(always)]
    pub fn candidate_moves(&self, plan: &Plan, parent: &Node, moves: u64) -> u64 {
        let mut moves = moves as u32;
        for probe in bits((plan.must_improve & parent.bounds.no_progress).into()) {
            moves &= !self.probes[probe].tested_moves;
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

    /// Returns the number of rounds of a plan, at least 1.
    #[inline(always)]
    pub fn rounds(&self, plan: &Plan) -> usize {
        usize::from(plan.single_rounds) + usize::from(plan.carried != 0)
    }

    /// Overwrites `children` with those by `moves`, and computes the look-ups of round 0. Returns their number.
    #[inline(always)]
    pub fn expand(&self, plan: &Plan, parent: &Node, moves: u64, children: &mut ChildBatch) -> u32 {
        let moves = moves as u32;
        children.lanes = Lanes::new(moves);
        let (moves_of, state, lanes) = (&self.set.moves, &parent.state, children.lanes);
        children.alive = lanes.lanes(moves);
        children.answered = if parent.in_coset { lanes.lanes(moves & UD_MOVES) } else { 0 };
        if self.normalizing != 0 {
            moves_of.normalize_children(
                state,
                lanes,
                children.alive & !children.answered,
                true,
                &mut children.normalized,
            );
        }
        if u32::from(self.normalizing) != (1 << self.probes.len()) - 1 {
            moves_of.normalize_children(state, lanes, children.alive, false, &mut children.unnormalized);
        }
        self.request(plan, children, moves.into(), 0)
    }

    /// Computes the look-ups of a later round for the children by the moves `alive`. Returns their number.
    #[inline(always)]
    pub fn request(&self, plan: &Plan, children: &mut ChildBatch, alive: u64, round: usize) -> u32 {
        debug_assert_eq!(u64::from(children.lanes.moves(children.alive)), alive);
        children.wanted = [children.alive, children.alive & !children.answered];
        let mut looked_up = 0;
        plan.each_probe(round, |probe| {
            let probe_ref = &self.probes[probe];
            let set = children.wanted[usize::from(probe_ref.indexer.normalizes)];
            let states =
                if probe_ref.indexer.normalizes { &children.normalized } else { &children.unnormalized };
            let addresses = &mut children.probes.addresses[probe];
            probe_ref.indexer.index_each(set, states, addresses);
            if !probe_ref.prefetches_together() {
                probe_ref.prefetch_each(set, addresses);
            }
            looked_up += count(set);
        });
        looked_up
    }

    /// Prefetches the words of a round in large tables; those of small ones were prefetched when computed.
    #[inline(always)]
    pub fn prefetch(&self, plan: &Plan, children: &ChildBatch, alive: u64, round: usize) {
        debug_assert_eq!(u64::from(children.lanes.moves(children.alive)), alive);
        plan.each_probe(round, |probe| {
            let probe_ref = &self.probes[probe];
            if probe_ref.prefetches_together() {
                probe_ref.prefetch_each(
                    children.wanted[usize::from(probe_ref.indexer.normalizes)],
                    &children.probes.addresses[probe],
                );
            }
        });
    }

    /// Reads the words of a round, and returns the members of `alive` whose children are not pruned.
    ///
    /// Children whose distances the parent's words contain were tested in [`candidate_moves`](Self::candidate_moves)
    /// and are not looked up.
    #[inline(always)]
    pub fn prune(
        &self,
        plan: &Plan,
        parent: &Node,
        children: &mut ChildBatch,
        alive: u64,
        round: usize,
    ) -> u64 {
        debug_assert_eq!(u64::from(children.lanes.moves(children.alive)), alive);
        plan.each_probe(round, |probe| {
            let probe_ref = &self.probes[probe];
            let admitted = CodeSet::within_limit(parent.bounds.distance(probe), plan.child_depth_left);
            let set = children.wanted[usize::from(probe_ref.indexer.normalizes)];
            let ProbeBatch { addresses, words } = &mut children.probes;
            let read = probe_ref.read_each(set, &addresses[probe], admitted, &mut words[probe]);
            children.alive &= !set | read;
        });
        children.lanes.moves(children.alive).into()
    }

    /// Makes `child` the node that the move of index `m` below 18 leads to. It must have survived all rounds.
    #[inline(always)]
    pub fn commit(&self, parent: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let m = usize::from(m) & 31;
        let lane = children.lanes.lane(m);
        let is_known = children.answered >> lane & 1 == 1;
        child.state = self.set.moves.children(&parent.state).state(m);
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

    /// Returns whether a node meets the target.
    #[inline(always)]
    pub fn is_goal(&self, node: &Node) -> bool {
        self.goals.iter().any(|goal| node.state.equals_under(goal, &self.mask))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::code::next_distance;
    use crate::goal::coordinate::Coordinate;
    use crate::goal::table::Table;
    use crate::lookup::tracked::TrackedPieces;
    use cubiform_cube::goal::{CROSS, Variant};
    use cubiform_cube::{Cube, Move, PieceSet, random};
    use cubiform_store::fill::Watch;
    use cubiform_threads::Threads;

    /// Returns the nodes of all children of a cube, built as the search builds them.
    fn nodes(space: &TargetProbes, probe_set: &ProbeSet, cube: &Cube) -> Vec<(Cube, Node)> {
        let state = probe_set.state(cube);
        let wanted: Vec<_> = space.numbers().iter().map(|probe| (*probe, &state)).collect();
        let root = space.node(&state, &probe_set.distances(&wanted).unwrap());
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
            space.commit(&root, &children, m.index() as u8, &mut node);
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
        let tracked =
            TrackedPieces { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
        let probe_set = ProbeSet::new(tracked, &tables, &Threads::single());
        let space = probe_set.bounding(&Variant::std().stages[4].choices[0]).unwrap();
        let (mut by_tested_moves, mut by_words, mut worth) = (0, 0, 0);
        for cube in random::states(5).take(300) {
            for (cube, node) in nodes(&space, &probe_set, &cube) {
                let distance = |cube: &Cube, probe: usize| {
                    let probe_ref = &space.probes[probe];
                    let code =
                        probe_ref.code(probe_ref.indexer.index(&probe_set.moves, &probe_set.state(cube)));
                    next_distance(node.bounds.distance(probe), code)
                };
                for child_depth_left in [node.lower_bound() - 1, node.lower_bound()] {
                    let plan = space.plan(&node, child_depth_left);
                    let left = space.candidate_moves(&plan, &node, (1 << Move::COUNT) - 1);
                    worth += left.count_ones();
                    for m in Move::all().filter(|m| left >> m.index() & 1 == 0) {
                        let child = cube.turn(m);
                        let bound = (0..space.probes.len()).map(|probe| distance(&child, probe)).max();
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
                        let is_near =
                            (0..space.probes.len()).all(|probe| distance(&child, probe) <= child_depth_left);
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
