//! The search space of a target: tracked pieces turned by small tables, bounded by probes into distance tables.

use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::{PieceSet, Symmetry};
use cubiform_search::Space;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::halves::in_halves;
use cubiform_tables::lookup::bounds::{Bounds, Child, MAX_PROBES, ProbeBatch};
use cubiform_tables::lookup::lanes::{Lanes, bits, count};
use cubiform_tables::lookup::normalize::NormalizedStates;
use cubiform_tables::lookup::probe::Probe;
use cubiform_tables::lookup::tracked::{Tracked, TrackedMoves, TrackedState};
use cubiform_tables::target::code::CodeSet;
use cubiform_tables::target::ud_coset::UD_MOVES;

use crate::goal_search::goal_frame;
use crate::goal_search::implication::{coset_representatives, goal_under, implied, is_exact, undominated};
use crate::goal_search::root_distances::{Contradiction, RootDistances};

/// The pieces that a family of targets tracks, how moves turn them, and all probes of them in some tables.
#[derive(Clone)]
pub struct ProbeSet {
    tracked: Tracked,
    turns: Arc<TrackedMoves>,
    probes: Vec<Arc<Probe>>,
    /// See [`ProbeSet::turned`].
    pub(crate) after_d: Vec<Option<usize>>,
}

impl ProbeSet {
    /// All ways to see `tracked` in `tables`, each once.
    pub fn new(tracked: Tracked, tables: &[Arc<Table>]) -> ProbeSet {
        let seen: Vec<(&Arc<Table>, Symmetry)> = tables
            .iter()
            .flat_map(|table| coset_representatives(table.coordinate().group()).map(move |s| (table, s)))
            .collect();
        // A probe takes about a millisecond: two threads halve what a single scramble waits for.
        let turns = TrackedMoves::new(&tracked);
        let probe =
            |(table, s): &(&Arc<Table>, Symmetry)| Probe::new(&tracked, &turns, *s, table).map(Arc::new);
        let probes: Vec<Arc<Probe>> = in_halves(&seen, probe).into_iter().flatten().collect();
        let turned = ProbeSet::after_d_of(&probes);
        ProbeSet { turns: Arc::new(turns), tracked, probes, after_d: turned }
    }

    pub(crate) fn tracked(&self) -> &Tracked {
        &self.tracked
    }

    pub(crate) fn turns(&self) -> &TrackedMoves {
        &self.turns
    }

    pub(crate) fn probes(&self) -> &[Arc<Probe>] {
        &self.probes
    }

    /// For each probe the one, if any, whose goal is what a turn of D makes of the first one's, seen as if that turn
    /// had been made before: the distances of the two differ by one move at most.
    fn after_d_of(probes: &[Arc<Probe>]) -> Vec<Option<usize>> {
        let turned = |probe: &Arc<Probe>| {
            let goal =
                goal_frame::after_d(&goal_under(probe.table().coordinate().target(), probe.symmetry()));
            probes.iter().position(|v| is_exact(&goal, v.table().coordinate().target(), v.symmetry()))
        };
        probes.iter().map(turned).collect()
    }

    /// The space of `target`, with every probe whose goal it implies, without those whose goal another one implies; of
    /// more than [`MAX_PROBES`] those of the largest tables.
    ///
    /// # Panics
    /// If the target has pieces that are not tracked or lacks some of the tracked base, or if no probe applies.
    pub fn space(&self, target: &Target) -> TargetSpace {
        assert!(self.tracked.pieces().contains(target.pieces), "a target's pieces must be tracked");
        let base = PieceSet::new(&[], &self.tracked.base);
        assert!(target.pieces.contains(base), "a target has the whole base");
        let probes = self.probes.iter().map(|v| (v.table().coordinate().target(), v.symmetry()));
        let implied = implied(target, probes);
        let mut slots = undominated(&implied);
        assert!(!slots.is_empty(), "no probe of {target:?}");
        // Any of them are enough to be exact: those of the largest tables refuse the most.
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
            goals: target.seeds.iter().map(|seed| self.tracked.state(seed)).collect(),
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

/// The space of one target.
pub struct TargetSpace {
    probe_set: ProbeSet,
    target: Target,
    probes: Vec<Arc<Probe>>,
    /// Those of them, a bit each, that look states up with their turns of U and D undone; the others do as they are.
    normalizing: u16,
    /// By what the sum of distances is multiplied for their mean, in units of 2^-24.
    mean_of_sum: i64,
    /// Which probes of the probe_set these are.
    probe_indices: Vec<usize>,
    /// The probe, if any, whose table is of just this target.
    exact: Option<usize>,
    /// All probes of the probe_set whose goal the target implies: what is known in them bounds it for nothing.
    implied: Vec<usize>,
    /// The states of its seeds, and which of their pieces matter.
    goals: Vec<TrackedState>,
    mask: TrackedState,
}

/// A state with what tables say of it in each probe.
#[derive(Clone, Debug, Default)]
pub struct Node {
    state: TrackedState,
    bounds: Bounds,
    /// Whether it is in an orbit of U and D.
    in_coset: bool,
}

impl Node {
    /// The largest of its distances.
    pub fn lower_bound(&self) -> u8 {
        self.bounds.lower_bound()
    }
}

/// The children of a node while they are tested, by lane.
#[derive(Clone, Debug, Default)]
pub struct ChildBatch {
    lanes: Lanes,
    /// The children by moves to which the words of the parent have the answer, and all that are still in it, by lane.
    answered: u32,
    alive: u32,
    /// The lanes that a probe looks up in this round, by whether it looks states up with their turns undone.
    wanted: [u32; 2],
    normalized: NormalizedStates,
    unnormalized: NormalizedStates,
    probes: ProbeBatch,
}

/// In which round each probe is looked up: one by one those that may still refuse a child, the one with the largest
/// distance first, since most children fail there; at last, for the children that will be descended into, the
/// others together, whose distances are only carried along.
pub struct Plan {
    /// The probes of the rounds of one probe each, four bits a round.
    order: u64,
    /// How many such rounds there are.
    single_rounds: u8,
    /// The probes in which a child must come nearer, and those that can refuse one.
    must_improve: u16,
    refusing: u16,
    /// The probes of the round after those; none, if there is no such round.
    carried: u16,
    /// The moves that a child has left.
    child_depth_left: u8,
}

impl Plan {
    /// Adds a round for each of these probes.
    #[inline(always)]
    fn append(&mut self, probes: u32) {
        self.append_eight(probes & 0xff, 0);
        if probes >> 8 != 0 {
            self.append_eight(probes >> 8, 0x8888_8888);
        }
    }

    /// The same for eight of them; `first` has the number of the first of these in each four bits.
    #[inline(always)]
    fn append_eight(&mut self, probes: u32, first: u32) {
        let (count, list) = LISTS[probes as usize & 0xff];
        let list = u64::from(list | first) & ((1 << (4 * count)) - 1);
        // After the last of sixteen rounds there are none to add.
        self.order |= list.wrapping_shl(4 * u32::from(self.single_rounds));
        self.single_rounds += count;
    }

    /// Does something for each of the probes of a round.
    #[inline(always)]
    fn each_view(&self, round: usize, mut work: impl FnMut(usize)) {
        if round < usize::from(self.single_rounds) {
            work((self.order >> (4 * round) & 15) as usize);
        } else {
            bits(self.carried.into()).for_each(work);
        }
    }
}

/// By set of eight: how many members it has, and which, ascending, four bits each.
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
    /// The target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The probes that bound it.
    pub fn probes(&self) -> &[Arc<Probe>] {
        &self.probes
    }

    /// How far a node is in the mean of all probes, less half of the moves that it has left, in units of a 256th of a
    /// move: of two nodes the one of which that is less is the likelier to reach the goal. On a way to the goal it grows
    /// by half a move with each move, which makes up for what may still turn out to be in the way: measured.
    pub fn estimate(&self, node: &Node, left: u8) -> i64 {
        ((i64::from(node.bounds.sum()) * self.mean_of_sum) >> 16) - (i64::from(left) << 7)
    }

    /// The node of a cube as seen in a frame.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn root(&self, positions: &mut RootDistances<'_>, frame: usize) -> Result<Node, Contradiction> {
        let distances: Result<Vec<u8>, _> =
            self.probe_indices.iter().map(|probe| positions.distance(frame, *probe)).collect();
        // Its own words are not kept.
        let bounds = Bounds::from_distances(&distances?);
        Ok(Node { state: *positions.state(frame), bounds, in_coset: false })
    }

    /// The distance of the target, without a search, if one of the tables is just of it.
    ///
    /// # Errors
    /// If that table contradicts itself.
    pub fn exact_distance(
        &self,
        positions: &mut RootDistances<'_>,
        frame: usize,
    ) -> Result<Option<u8>, Contradiction> {
        self.exact.map(|probe| positions.distance(frame, self.probe_indices[probe])).transpose()
    }

    /// The greatest distance of all states, if one of the tables is just of the target and of the catalogue.
    pub fn max_distance(&self) -> Option<u8> {
        let entry = Entry::named(self.probes[self.exact?].table().name())?;
        Some(entry.histogram.len() as u8 - 1)
    }

    /// A shortest way to the target, without a search, if one of the tables is just of it.
    ///
    /// # Errors
    /// If that table contradicts itself.
    pub fn exact_solution(
        &self,
        positions: &RootDistances<'_>,
        frame: usize,
    ) -> Result<Option<Vec<u8>>, Contradiction> {
        self.exact.map(|probe| positions.shortest_path(frame, self.probe_indices[probe])).transpose()
    }

    /// The probes of the probe_set in which its [root](Self::root), or its exact distance, is looked up.
    pub fn root_probes(&self) -> &[usize] {
        match self.exact {
            Some(probe) => &self.probe_indices[probe..=probe],
            None => &self.probe_indices,
        }
    }

    /// What is known already of a cube as seen in a frame that bounds its distance from below, with nothing looked up.
    pub fn known_lower_bound(&self, positions: &RootDistances<'_>, frame: usize) -> u8 {
        self.implied.iter().filter_map(|probe| positions.known(frame, *probe)).max().unwrap_or(0)
    }
}

impl Space for TargetSpace {
    type Node = Node;
    type Children = ChildBatch;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, budget: u8) -> Plan {
        // A child's distance is at most one more than its parent's: first the probes in which it must come nearer,
        // then those in which it must not go farther. Beyond the probes there are distances of 0.
        let nearer = parent.bounds.at_least(budget + 1);
        let (all, first) = ((1 << self.probes.len()) - 1, 1 << parent.bounds.largest());
        let refusing = parent.bounds.at_least(budget) & all;
        let no_farther = refusing & !nearer;
        let carried = all & !(nearer | no_farther | first);
        let order = u64::from(parent.bounds.largest());
        let (nearer, refusing, carried) = (nearer as u16, refusing as u16, carried as u16);
        let mut plan = Plan {
            order,
            single_rounds: 1,
            must_improve: nearer,
            refusing,
            carried,
            child_depth_left: budget,
        };
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
            for probe in bits((plan.refusing & self.normalizing).into()) {
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
        let (turns, state, lanes) = (&self.probe_set.turns, &parent.state, children.lanes);
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
        plan.each_view(round, |probe| {
            let look = &self.probes[probe];
            let set = children.wanted[usize::from(look.normalizes())];
            let states = if look.normalizes() { &children.normalized } else { &children.unnormalized };
            let slots = &mut children.probes.slots[probe];
            look.index_each(set, states, slots);
            if !look.prefetches_together() {
                look.prefetch_each(set, slots);
            }
            looked_up += count(set);
        });
        looked_up
    }

    #[inline(always)]
    fn prefetch(&self, plan: &Plan, children: &ChildBatch, alive: u64, round: usize) {
        debug_assert_eq!(u64::from(children.lanes.moves(children.alive)), alive);
        plan.each_view(round, |probe| {
            let look = &self.probes[probe];
            if look.prefetches_together() {
                look.prefetch_each(
                    children.wanted[usize::from(look.normalizes())],
                    &children.probes.slots[probe],
                );
            }
        });
    }

    /// Children by turns that the words of the parent answer were tested in [`candidate_moves`](Space::candidate_moves): they
    /// are admitted by all probes that know them.
    #[inline(always)]
    fn prune(&self, plan: &Plan, parent: &Node, children: &mut ChildBatch, alive: u64, round: usize) -> u64 {
        debug_assert_eq!(u64::from(children.lanes.moves(children.alive)), alive);
        plan.each_view(round, |probe| {
            let look = &self.probes[probe];
            let admitted = CodeSet::within_limit(parent.bounds.distance(probe), plan.child_depth_left);
            let set = children.wanted[usize::from(look.normalizes())];
            let ProbeBatch { slots, words } = &mut children.probes;
            let read = look.read_each(set, &slots[probe], admitted, &mut words[probe]);
            children.alive &= !set | read;
        });
        children.lanes.moves(children.alive).into()
    }

    #[inline(always)]
    fn commit(&self, _: &Plan, parent: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let m = usize::from(m) & 31;
        let lane = children.lanes.lane(m);
        let is_known = children.answered >> lane & 1 == 1;
        child.state = self.probe_set.turns.children(&parent.state).state(m);
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

    /// Nodes as a search comes by them: all that a turn makes of a random cube, with what was looked up for them.
    fn nodes(space: &TargetSpace, probe_set: &ProbeSet, cube: &Cube) -> Vec<(Cube, Node)> {
        let frames: Vec<_> = normalize(space.target()).into_iter().map(|(frame, _)| frame).collect();
        let root = space.root(&mut RootDistances::new(cube, probe_set, &frames[..1]), 0).unwrap();
        let plan = space.plan(&root, root.lower_bound() + 1);
        let (all, mut children) = ((1 << Move::COUNT) - 1, ChildBatch::default());
        let mut alive = space.candidate_moves(&plan, &root, all);
        assert_eq!(alive, all, "a root knows of no child that is not worth making");
        space.expand(&plan, &root, alive, &mut children);
        for round in 0..space.rounds(&plan) {
            if round > 0 {
                space.request(&plan, &mut children, alive, round);
            }
            alive = space.prune(&plan, &root, &mut children, alive, round);
        }
        assert_eq!(alive, all, "none is farther than one move more");
        let settled = |m: Move| {
            let mut node = Node::default();
            space.commit(&plan, &root, &children, m.index() as u8, &mut node);
            (cube.turn(m), node)
        };
        Move::all().map(settled).collect()
    }

    #[test]
    fn what_is_not_worth_making_is_too_far() {
        // The class of a slot's table has a turn of R and one of F, the other's all of R and L.
        let tables =
            [(&[4][..], &[4, 5, 6, 7, 8][..]), (&[], &[4, 5, 6, 7, 8, 9])].map(|(corners, edges)| {
                let target = Target::solved(PieceSet::new(corners, edges));
                let coordinate = Arc::new(Coordinate::new(target, &CROSS));
                Arc::new(Table::fill(coordinate, 2, &Watch::quiet()).unwrap().0)
            });
        let tracked = Tracked { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
        let probe_set = ProbeSet::new(tracked, &tables);
        let space = probe_set.space(&Variant::std().stages[4].choices[0]);
        let turns = probe_set.turns();
        let (mut by_class, mut by_words, mut worth) = (0, 0, 0);
        for cube in random::states(5).take(300) {
            for (cube, node) in nodes(&space, &probe_set, &cube) {
                let distance = |cube: &Cube, probe: usize| {
                    let look = &space.probes()[probe];
                    let code = look.code(look.index(turns, &probe_set.tracked().state(cube)));
                    next_distance(node.bounds.distance(probe), code)
                };
                for budget in [node.lower_bound() - 1, node.lower_bound()] {
                    let plan = space.plan(&node, budget);
                    let left = space.candidate_moves(&plan, &node, (1 << Move::COUNT) - 1);
                    worth += left.count_ones();
                    for m in Move::all().filter(|m| left >> m.index() & 1 == 0) {
                        let child = cube.turn(m);
                        let bound = (0..space.probes().len()).map(|probe| distance(&child, probe)).max();
                        assert!(bound > Some(budget), "{m} leads to {bound:?}, and {budget} moves are left");
                        let is_known = node.in_coset && UD_MOVES >> m.index() & 1 == 1;
                        *(if is_known { &mut by_words } else { &mut by_class }) += 1;
                    }
                    // Turns of U and D are refused if they are too far, in an orbit.
                    for m in Move::all().filter(|m| node.in_coset && UD_MOVES >> m.index() & 1 == 1) {
                        let child = cube.turn(m);
                        let is_near =
                            (0..space.probes().len()).all(|probe| distance(&child, probe) <= budget);
                        assert_eq!(left >> m.index() & 1 == 1, is_near, "{m}");
                    }
                }
            }
        }
        assert!(by_class > 100 && by_words > 1000 && worth > 1000, "{by_class}, {by_words}, {worth}");
    }
}
