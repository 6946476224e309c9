//! The search space of a target: tracked pieces turned by small tables, bounded by views into distance tables.

use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::{PieceSet, Symmetry};
use cubiform_search::Space;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::code::CodeSet;
use cubiform_tables::halves::in_halves;
use cubiform_tables::lanes::{Lanes, bits, count};
use cubiform_tables::orbit::ORBIT_MOVES;
use cubiform_tables::readings::{Child, LookUps, MAX_VIEWS, Readings};
use cubiform_tables::stances::Stances;
use cubiform_tables::tracked::{State, Tracked, Turns};
use cubiform_tables::view::View;

use crate::bounds::{cosets, implied, is_exact, seen, strongest};
use crate::frame;
use crate::position::{Contradiction, Positions};

/// The pieces that a family of targets tracks, how moves turn them, and all views of them in some tables.
#[derive(Clone)]
pub struct Lookout {
    tracked: Tracked,
    turns: Arc<Turns>,
    views: Vec<Arc<View>>,
    /// See [`Lookout::turned`].
    pub(crate) turned: Vec<Option<usize>>,
}

impl Lookout {
    /// All ways to see `tracked` in `tables`, each once.
    pub fn new(tracked: Tracked, tables: &[Arc<Table>]) -> Lookout {
        let seen: Vec<(&Arc<Table>, Symmetry)> = tables
            .iter()
            .flat_map(|table| cosets(table.coordinate().group()).map(move |s| (table, s)))
            .collect();
        // A view takes about a millisecond: two threads halve what a single scramble waits for.
        let turns = Turns::new(&tracked);
        let view =
            |(table, s): &(&Arc<Table>, Symmetry)| View::new(&tracked, &turns, *s, table).map(Arc::new);
        let views: Vec<Arc<View>> = in_halves(&seen, view).into_iter().flatten().collect();
        let turned = Lookout::turned(&views);
        Lookout { turns: Arc::new(turns), tracked, views, turned }
    }

    pub(crate) fn tracked(&self) -> &Tracked {
        &self.tracked
    }

    pub(crate) fn turns(&self) -> &Turns {
        &self.turns
    }

    pub(crate) fn views(&self) -> &[Arc<View>] {
        &self.views
    }

    /// For each view the one, if any, whose goal is what a turn of D makes of the first one's, seen as if that turn
    /// had been made before: the distances of the two differ by one move at most.
    fn turned(views: &[Arc<View>]) -> Vec<Option<usize>> {
        let turned = |view: &Arc<View>| {
            let goal = frame::after_d(&seen(view.table().coordinate().target(), view.symmetry()));
            views.iter().position(|v| is_exact(&goal, v.table().coordinate().target(), v.symmetry()))
        };
        views.iter().map(turned).collect()
    }

    /// The space of `target`, with every view whose goal it implies, without those whose goal another one implies; of
    /// more than [`MAX_VIEWS`] those of the largest tables.
    ///
    /// # Panics
    /// If the target has pieces that are not tracked or lacks some of the tracked base, or if no view applies.
    pub fn space(&self, target: &Target) -> TargetSpace {
        assert!(self.tracked.pieces().contains(target.pieces), "a target's pieces must be tracked");
        let base = PieceSet::new(&[], &self.tracked.base);
        assert!(target.pieces.contains(base), "a target has the whole base");
        let views = self.views.iter().map(|v| (v.table().coordinate().target(), v.symmetry()));
        let implied = implied(target, views);
        let mut slots = strongest(&implied);
        assert!(!slots.is_empty(), "no view of {target:?}");
        // Any of them are enough to be exact: those of the largest tables refuse the most.
        slots.sort_by_key(|i| std::cmp::Reverse(self.views[*i].table().coordinate().states()));
        slots.truncate(MAX_VIEWS);
        slots.sort_unstable();
        let exact = slots.iter().position(|i| {
            is_exact(target, self.views[*i].table().coordinate().target(), self.views[*i].symmetry())
        });
        let views: Vec<Arc<View>> = slots.iter().map(|i| Arc::clone(&self.views[*i])).collect();
        TargetSpace {
            lookout: self.clone(),
            undoing: views.iter().enumerate().map(|(i, view)| u16::from(view.undoes()) << i).sum(),
            goals: target.seeds.iter().map(|seed| self.tracked.state(seed)).collect(),
            mask: self.tracked.mask(target.pieces, target.oriented.is_some()),
            target: target.clone(),
            mean_of_sum: ((1 << 24) + views.len() as i64 - 1) / views.len() as i64,
            views,
            slots,
            exact,
            implied: implied.into_iter().map(|(i, _)| i).collect(),
        }
    }
}

/// The space of one target.
pub struct TargetSpace {
    lookout: Lookout,
    target: Target,
    views: Vec<Arc<View>>,
    /// Those of them, a bit each, that look states up with their turns of U and D undone; the others do as they are.
    undoing: u16,
    /// By what the sum of distances is multiplied for their mean, in units of 2^-24.
    mean_of_sum: i64,
    /// Which views of the lookout these are.
    slots: Vec<usize>,
    /// The view, if any, whose table is of just this target.
    exact: Option<usize>,
    /// All views of the lookout whose goal the target implies: what is known in them bounds it for nothing.
    implied: Vec<usize>,
    /// The states of its seeds, and which of their pieces matter.
    goals: Vec<State>,
    mask: State,
}

/// A state with what tables say of it in each view.
#[derive(Clone, Debug, Default)]
pub struct Node {
    state: State,
    readings: Readings,
    /// Whether it is in an orbit of U and D.
    in_orbit: bool,
}

impl Node {
    /// The largest of its distances.
    pub fn bound(&self) -> u8 {
        self.readings.bound()
    }
}

/// The children of a node while they are tested, by lane.
#[derive(Clone, Debug, Default)]
pub struct Brood {
    lanes: Lanes,
    /// The children by moves to which the words of the parent have the answer, and all that are still in it, by lane.
    known: u32,
    alive: u32,
    /// The lanes that a view looks up in this round, by whether it looks states up with their turns undone.
    wanted: [u32; 2],
    undone: Stances,
    straight: Stances,
    look_ups: LookUps,
}

/// In which round each view is looked up: one by one those that may still refuse a child, the one with the largest
/// distance first, since most children fail there; at last, for the children that will be descended into, the
/// others together, whose distances are only carried along.
pub struct Plan {
    /// The views of the rounds of one view each, four bits a round.
    order: u64,
    /// How many such rounds there are.
    single: u8,
    /// The views in which a child must come nearer, and those that can refuse one.
    nearer: u16,
    refusing: u16,
    /// The views of the round after those; none, if there is no such round.
    carried: u16,
    /// The moves that a child has left.
    budget: u8,
}

impl Plan {
    /// Adds a round for each of these views.
    #[inline(always)]
    fn append(&mut self, views: u32) {
        self.append_eight(views & 0xff, 0);
        if views >> 8 != 0 {
            self.append_eight(views >> 8, 0x8888_8888);
        }
    }

    /// The same for eight of them; `first` has the number of the first of these in each four bits.
    #[inline(always)]
    fn append_eight(&mut self, views: u32, first: u32) {
        let (count, list) = LISTS[views as usize & 0xff];
        let list = u64::from(list | first) & ((1 << (4 * count)) - 1);
        // After the last of sixteen rounds there are none to add.
        self.order |= list.wrapping_shl(4 * u32::from(self.single));
        self.single += count;
    }

    /// Does something for each of the views of a round.
    #[inline(always)]
    fn each_view(&self, round: usize, mut work: impl FnMut(usize)) {
        if round < usize::from(self.single) {
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

    /// The views that bound it.
    pub fn views(&self) -> &[Arc<View>] {
        &self.views
    }

    /// How far a node is in the mean of all views, less half of the moves that it has left, in units of a 256th of a
    /// move: of two nodes the one of which that is less is the likelier to reach the goal. On a way to the goal it grows
    /// by half a move with each move, which makes up for what may still turn out to be in the way: measured.
    pub fn remoteness(&self, node: &Node, left: u8) -> i64 {
        ((i64::from(node.readings.sum()) * self.mean_of_sum) >> 16) - (i64::from(left) << 7)
    }

    /// The node of a cube as seen in a frame.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn root(&self, positions: &mut Positions<'_>, frame: usize) -> Result<Node, Contradiction> {
        let distances: Result<Vec<u8>, _> =
            self.slots.iter().map(|view| positions.distance(frame, *view)).collect();
        // Its own words are not kept.
        let readings = Readings::of_distances(&distances?);
        Ok(Node { state: *positions.state(frame), readings, in_orbit: false })
    }

    /// The distance of the target, without a search, if one of the tables is just of it.
    ///
    /// # Errors
    /// If that table contradicts itself.
    pub fn exact_distance(
        &self,
        positions: &mut Positions<'_>,
        frame: usize,
    ) -> Result<Option<u8>, Contradiction> {
        self.exact.map(|view| positions.distance(frame, self.slots[view])).transpose()
    }

    /// The greatest distance of all states, if one of the tables is just of the target and of the catalogue.
    pub fn farthest(&self) -> Option<u8> {
        let entry = Entry::named(self.views[self.exact?].table().name())?;
        Some(entry.histogram.len() as u8 - 1)
    }

    /// A shortest way to the target, without a search, if one of the tables is just of it.
    ///
    /// # Errors
    /// If that table contradicts itself.
    pub fn exact_way(
        &self,
        positions: &Positions<'_>,
        frame: usize,
    ) -> Result<Option<Vec<u8>>, Contradiction> {
        self.exact.map(|view| positions.way(frame, self.slots[view])).transpose()
    }

    /// The views of the lookout in which its [root](Self::root), or its exact distance, is looked up.
    pub fn looked_up(&self) -> &[usize] {
        match self.exact {
            Some(view) => &self.slots[view..=view],
            None => &self.slots,
        }
    }

    /// What is known already of a cube as seen in a frame that bounds its distance from below, with nothing looked up.
    pub fn known_bound(&self, positions: &Positions<'_>, frame: usize) -> u8 {
        self.implied.iter().filter_map(|view| positions.known(frame, *view)).max().unwrap_or(0)
    }
}

impl Space for TargetSpace {
    type Node = Node;
    type Children = Brood;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, budget: u8) -> Plan {
        // A child's distance is at most one more than its parent's: first the views in which it must come nearer,
        // then those in which it must not go farther. Beyond the views there are distances of 0.
        let nearer = parent.readings.at_least(budget + 1);
        let (all, first) = ((1 << self.views.len()) - 1, 1 << parent.readings.first());
        let refusing = parent.readings.at_least(budget) & all;
        let no_farther = refusing & !nearer;
        let carried = all & !(nearer | no_farther | first);
        let order = u64::from(parent.readings.first());
        let (nearer, refusing, carried) = (nearer as u16, refusing as u16, carried as u16);
        let mut plan = Plan { order, single: 1, nearer, refusing, carried, budget };
        plan.append(u32::from(nearer) & !first);
        plan.append(no_farther & !first);
        plan
    }

    #[inline(always)]
    fn candidate_moves(&self, plan: &Plan, parent: &Node, moves: u64) -> u64 {
        let mut moves = moves as u32;
        for view in bits((plan.nearer & parent.readings.barren()).into()) {
            moves &= !self.views[view].class();
        }
        if parent.in_orbit {
            let (mut known, others) = (moves & ORBIT_MOVES, moves & !ORBIT_MOVES);
            for view in bits((plan.refusing & self.undoing).into()) {
                if known == 0 {
                    break;
                }
                let admitted = CodeSet::within(parent.readings.distance(view), plan.budget);
                known = parent.readings.turns_to(view, known, admitted);
            }
            moves = known | others;
        }
        moves.into()
    }

    #[inline(always)]
    fn rounds(&self, plan: &Plan) -> usize {
        usize::from(plan.single) + usize::from(plan.carried != 0)
    }

    #[inline(always)]
    fn expand(&self, plan: &Plan, parent: &Node, moves: u64, brood: &mut Brood) -> u32 {
        let moves = moves as u32;
        brood.lanes = Lanes::of(moves);
        let (turns, state, lanes) = (&self.lookout.turns, &parent.state, brood.lanes);
        brood.alive = lanes.lanes(moves);
        brood.known = if parent.in_orbit { lanes.lanes(moves & ORBIT_MOVES) } else { 0 };
        if self.undoing != 0 {
            turns.stances(state, lanes, brood.alive & !brood.known, true, &mut brood.undone);
        }
        if u32::from(self.undoing) != (1 << self.views.len()) - 1 {
            turns.stances(state, lanes, brood.alive, false, &mut brood.straight);
        }
        self.request(plan, brood, moves.into(), 0)
    }

    #[inline(always)]
    fn request(&self, plan: &Plan, brood: &mut Brood, alive: u64, round: usize) -> u32 {
        debug_assert_eq!(u64::from(brood.lanes.moves(brood.alive)), alive);
        brood.wanted = [brood.alive, brood.alive & !brood.known];
        let mut looked_up = 0;
        plan.each_view(round, |view| {
            let look = &self.views[view];
            let set = brood.wanted[usize::from(look.undoes())];
            let children = if look.undoes() { &brood.undone } else { &brood.straight };
            let located = &mut brood.look_ups.located[view];
            look.locate_each(set, children, located);
            if !look.fetches_together() {
                look.prefetch_each(set, located);
            }
            looked_up += count(set);
        });
        looked_up
    }

    #[inline(always)]
    fn prefetch(&self, plan: &Plan, brood: &Brood, alive: u64, round: usize) {
        debug_assert_eq!(u64::from(brood.lanes.moves(brood.alive)), alive);
        plan.each_view(round, |view| {
            let look = &self.views[view];
            if look.fetches_together() {
                look.prefetch_each(brood.wanted[usize::from(look.undoes())], &brood.look_ups.located[view]);
            }
        });
    }

    /// Children by turns that the words of the parent answer were tested in [`candidate_moves`](Space::candidate_moves): they
    /// are admitted by all views that know them.
    #[inline(always)]
    fn prune(&self, plan: &Plan, parent: &Node, brood: &mut Brood, alive: u64, round: usize) -> u64 {
        debug_assert_eq!(u64::from(brood.lanes.moves(brood.alive)), alive);
        plan.each_view(round, |view| {
            let look = &self.views[view];
            let admitted = CodeSet::within(parent.readings.distance(view), plan.budget);
            let set = brood.wanted[usize::from(look.undoes())];
            let LookUps { located, words } = &mut brood.look_ups;
            let read = look.read_each(set, &located[view], admitted, &mut words[view]);
            brood.alive &= !set | read;
        });
        brood.lanes.moves(brood.alive).into()
    }

    #[inline(always)]
    fn commit(&self, _: &Plan, parent: &Node, brood: &Brood, m: u8, child: &mut Node) {
        let m = usize::from(m) & 31;
        let lane = brood.lanes.lane(m);
        let is_known = brood.known >> lane & 1 == 1;
        child.state = self.lookout.turns.children(&parent.state).state(m);
        child.in_orbit = is_known || self.undoing != 0 && brood.undone.standing(lane).is_in_orbit();
        let kept = if is_known { self.undoing } else { 0 };
        let views = self.views.len();
        child.readings.become_child(&parent.readings, views, Child { by: m, lane, kept }, &brood.look_ups);
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        self.goals.iter().any(|goal| node.state.equals_under(goal, &self.mask))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::plain;
    use cubiform_cube::goal::{CROSS, Variant};
    use cubiform_cube::{Cube, Move, PieceSet, random};
    use cubiform_tables::Coordinate;
    use cubiform_tables::code::carried;
    use cubiform_tables::fill::Watch;

    /// Nodes as a search comes by them: all that a turn makes of a random cube, with what was looked up for them.
    fn nodes(space: &TargetSpace, lookout: &Lookout, cube: &Cube) -> Vec<(Cube, Node)> {
        let frames: Vec<_> = plain(space.target()).into_iter().map(|(frame, _)| frame).collect();
        let root = space.root(&mut Positions::new(cube, lookout, &frames[..1]), 0).unwrap();
        let plan = space.plan(&root, root.bound() + 1);
        let (all, mut brood) = ((1 << Move::COUNT) - 1, Brood::default());
        let mut alive = space.candidate_moves(&plan, &root, all);
        assert_eq!(alive, all, "a root knows of no child that is not worth making");
        space.expand(&plan, &root, alive, &mut brood);
        for round in 0..space.rounds(&plan) {
            if round > 0 {
                space.request(&plan, &mut brood, alive, round);
            }
            alive = space.prune(&plan, &root, &mut brood, alive, round);
        }
        assert_eq!(alive, all, "none is farther than one move more");
        let settled = |m: Move| {
            let mut node = Node::default();
            space.commit(&plan, &root, &brood, m.index() as u8, &mut node);
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
        let lookout = Lookout::new(tracked, &tables);
        let space = lookout.space(&Variant::std().stages[4].choices[0]);
        let turns = lookout.turns();
        let (mut by_class, mut by_words, mut worth) = (0, 0, 0);
        for cube in random::states(5).take(300) {
            for (cube, node) in nodes(&space, &lookout, &cube) {
                let distance = |cube: &Cube, view: usize| {
                    let look = &space.views()[view];
                    let code = look.code(look.locate(turns, &lookout.tracked().state(cube)));
                    carried(node.readings.distance(view), code)
                };
                for budget in [node.bound() - 1, node.bound()] {
                    let plan = space.plan(&node, budget);
                    let left = space.candidate_moves(&plan, &node, (1 << Move::COUNT) - 1);
                    worth += left.count_ones();
                    for m in Move::all().filter(|m| left >> m.index() & 1 == 0) {
                        let child = cube.turn(m);
                        let bound = (0..space.views().len()).map(|view| distance(&child, view)).max();
                        assert!(bound > Some(budget), "{m} leads to {bound:?}, and {budget} moves are left");
                        let is_known = node.in_orbit && ORBIT_MOVES >> m.index() & 1 == 1;
                        *(if is_known { &mut by_words } else { &mut by_class }) += 1;
                    }
                    // Turns of U and D are refused if they are too far, in an orbit.
                    for m in Move::all().filter(|m| node.in_orbit && ORBIT_MOVES >> m.index() & 1 == 1) {
                        let child = cube.turn(m);
                        let is_near = (0..space.views().len()).all(|view| distance(&child, view) <= budget);
                        assert_eq!(left >> m.index() & 1 == 1, is_near, "{m}");
                    }
                }
            }
        }
        assert!(by_class > 100 && by_words > 1000 && worth > 1000, "{by_class}, {by_words}, {worth}");
    }
}
