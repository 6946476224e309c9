//! The pairing of wings: its search space, and the filter of second-stage ends from which the wings can be paired.
//!
//! One wing of each pair must be at a low position and one at a high one (see [`Pairs`]), and an
//! even number of low positions must hold a wing whose home is high. One permutation of the wings in 1320 meets both
//! conditions.

use cubiform_cube::four::Action;
use cubiform_cube::four::reduced::WING_PLACE;
use cubiform_search::{MoveOrder, Space};
use cubiform_tables::four::{CodeAddress, PairState, PairTable, Pairs};
use cubiform_threads::CancelToken;

use crate::five_stage::beam::{Beam, Partial, Path};
use crate::five_stage::chain::Chain;
use crate::five_stage::run_merger::{CanonicalTurns, TurnDelta};
use crate::five_stage::stage_search::{Node, PathCache, SEARCHES, SearchStage, StageEnd};
use crate::move_order::bits;
use crate::solver::Unsolved;

/// For each wing position: bits 0-11 the pair of the wing there, one bit set; bit 12 whether its home is high.
type WingKinds = [u16; 24];

const PAIRS: u16 = (1 << 12) - 1;

/// A partial solution before the pairing of the wings.
pub(super) type PairingCandidate = Partial<PairNode>;

/// The ends of the second stage, filtered into the beam of the pairing.
pub(super) struct PairingFilter<'a> {
    chain: &'a Chain,
    space: &'a PairSpace,
    beam: &'a [Partial],
    kept: Beam<PairNode>,
    /// For each search, the index of its partial solution and the wing kinds along its path.
    path_kinds: [(usize, PathCache<WingKinds>); SEARCHES],
    /// The permutation of wings of each move of the second stage.
    wings: Vec<[u8; 24]>,
    /// The positions whose wings each move carries to low positions.
    to_low: Vec<[u8; 12]>,
    /// The low positions.
    low: [u8; 12],
    /// The number of ends accepted.
    pub(super) ends: usize,
}

impl<'a> PairingFilter<'a> {
    pub(super) fn new(
        chain: &'a Chain,
        space: &'a PairSpace,
        beam: &'a [Partial],
        kept: Beam<PairNode>,
    ) -> PairingFilter<'a> {
        let turns = &chain.spaces[1].turns;
        let wings: Vec<[u8; 24]> = turns.iter().map(|turn| *Action::get(*turn).wings()).collect();
        PairingFilter {
            chain,
            space,
            beam,
            kept,
            path_kinds: std::array::from_fn(|_| (usize::MAX, PathCache::default())),
            to_low: wings.iter().map(to_low).collect(),
            low: to_low(Action::IDENTITY.wings()),
            wings,
            ends: 0,
        }
    }

    /// Adds an end if its wings can be paired.
    #[inline]
    pub(super) fn take(&mut self, mut end: StageEnd<'_, Node>) -> Result<(), Unsolved> {
        let from = &self.beam[end.from];
        let (root, cache) = &mut self.path_kinds[end.by];
        if *root != end.from {
            *root = end.from;
            cache.clear();
        }
        let (before, positions) = match end.path.split_last() {
            Some((last, before)) => (before, &self.to_low[usize::from(*last)]),
            None => (end.path, &self.low),
        };
        let kinds = cache.at(
            before,
            || kinds(from.cube.wings()),
            |kinds, m| turned(kinds, &self.wings[usize::from(m)]),
        );
        if !can_be_paired(&kinds, positions) {
            return Ok(());
        }
        let (chain, space) = (self.chain, &self.chain.spaces[1]);
        let last_run = chain.run_merger.after(from.last_run, end.path, &space.added);
        let cube = end.cube(&space.turns, &from.cube);
        let rotation = space.stage.goal_orientation(&cube).ok_or(Unsolved::Table)?;
        let last_run = chain.run_merger.rotated(last_run, rotation);
        if chain.run_merger.is_reducible(last_run, 3) {
            return Ok(());
        }
        self.ends += 1;
        let cube = cube.act(&chain.rotations[rotation.index()]);
        let pairs = self.space.table.pairs();
        let state = pairs.state(&cube).ok_or(Unsolved::Table)?;
        let of_centres = pairs.centre_distance(&state);
        let length = chain.run_merger.length(last_run);
        if !self.kept.accepts(length + of_centres) {
            return Ok(());
        }
        let of_pairs = self.space.table.distance(&state).map_err(|_| Unsolved::Table)?;
        self.kept.offer(Partial {
            cube,
            state: PairNode { state, distance: of_pairs },
            distance: of_pairs.max(of_centres),
            last_run,
            length,
            parent: end.from as u32,
            path: Path::new(end.path),
            rotation,
        });
        Ok(())
    }

    /// Returns the best partial solutions.
    pub(super) fn finish(self, cancel: &CancelToken) -> Result<Vec<PairingCandidate>, Unsolved> {
        self.kept.best(cancel)
    }
}

/// Returns the positions that a permutation carries to low positions.
fn to_low(wings: &[u8; 24]) -> [u8; 12] {
    let mut positions = (0..24).filter(|p| WING_PLACE[usize::from(wings[usize::from(*p)])] & 1 == 0);
    std::array::from_fn(|_| positions.next().expect("twelve positions are low"))
}

/// Returns whether the wings at the positions `low` are one of each pair, an even number of them with a high home.
#[inline(always)]
fn can_be_paired(kinds: &WingKinds, low: &[u8; 12]) -> bool {
    let (mut all, mut swapped) = (0, 0);
    for position in low {
        let kind = kinds[usize::from(*position)];
        all |= kind;
        swapped ^= kind;
    }
    all & PAIRS == PAIRS && swapped & !PAIRS == 0
}

fn kinds(wings: &[u8; 24]) -> WingKinds {
    let mut kinds = [0; 24];
    for (wing, position) in wings.iter().enumerate() {
        let home = WING_PLACE[wing];
        kinds[usize::from(*position)] = 1 << (home / 2) | u16::from(home % 2) << 12;
    }
    kinds
}

fn turned(kinds: &WingKinds, wings: &[u8; 24]) -> WingKinds {
    let mut turned = [0; 24];
    kinds.iter().zip(wings).for_each(|(kind, to)| turned[usize::from(*to)] = *kind);
    turned
}

/// The space of the pairing, bounded by its table and by the distance of the centres.
pub(super) struct PairSpace {
    pub(super) table: PairTable,
    pub(super) pairs: &'static Pairs,
    pub(super) added: Vec<TurnDelta>,
    order: MoveOrder,
}

impl PairSpace {
    pub(super) fn new(table: PairTable) -> PairSpace {
        let pairs = table.pairs();
        let indices: Vec<usize> = (0..pairs.turns().len()).collect();
        let canonical = CanonicalTurns::new(pairs.turns(), &indices);
        assert_eq!(canonical.moves, indices, "no two turns are equivalent");
        PairSpace {
            added: pairs.turns().iter().map(|turn| TurnDelta::new(*turn)).collect(),
            order: MoveOrder::new(indices.len(), |a, b| canonical.may_precede(a, b)),
            pairs,
            table,
        }
    }
}

/// A state with the distance of its table, a lower bound.
pub(super) type PairNode = Node<PairState>;

/// The address of each child, and its distance after `prune`.
#[derive(Default)]
pub(super) struct ChildBatch {
    children: [(CodeAddress, u8); 32],
    /// The children whose centres can still be solved in the moves remaining, as a bit mask.
    generated: u64,
}

impl Space for PairSpace {
    type Node = PairNode;
    type Children = ChildBatch;
    /// The moves remaining at a child.
    type Plan = u8;
    type Requests = ();

    #[inline(always)]
    fn plan(&self, _: &PairNode, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    /// Paths end at the goal: from there the 3x3x3 is solved.
    #[inline(always)]
    fn candidate_moves(&self, _: &u8, parent: &PairNode, moves: u64) -> u64 {
        if self.is_goal(parent) { 0 } else { moves }
    }

    #[inline(always)]
    fn expand(
        &self,
        child_depth_left: &u8,
        parent: &PairNode,
        moves: u64,
        children: &mut ChildBatch,
        (): &mut (),
    ) -> u32 {
        children.generated = 0;
        for m in bits(moves) {
            if self.pairs.centre_distance_after(&parent.state, m) <= *child_depth_left {
                children.children[m].0 = self.table.address_after(&parent.state, m);
                children.generated |= 1 << m;
            }
        }
        children.generated.count_ones()
    }

    #[inline(always)]
    fn prune(
        &self,
        child_depth_left: &u8,
        parent: &PairNode,
        children: &mut ChildBatch,
        alive: u64,
        _: usize,
        (): &(),
    ) -> u64 {
        let mut admitted = 0;
        for m in bits(alive & children.generated) {
            let (address, distance) = &mut children.children[m];
            *distance = self.table.codes().child_distance(parent.distance, *address);
            admitted |= u64::from(*distance <= *child_depth_left) << m;
        }
        admitted
    }

    #[inline(always)]
    fn commit(&self, _: &u8, parent: &PairNode, children: &ChildBatch, m: u8, child: &mut PairNode) {
        let m = usize::from(m);
        *child = Node { state: self.pairs.turn(&parent.state, m), distance: children.children[m].1 };
    }

    #[inline(always)]
    fn is_goal(&self, node: &PairNode) -> bool {
        node.distance == 0 && self.pairs.centre_distance(&node.state) == 0
    }
}

impl SearchStage for PairSpace {
    type State = PairNode;

    fn order(&self) -> &MoveOrder {
        &self.order
    }

    fn root(&self, state: PairNode, _: u8) -> PairNode {
        state
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::four::{Cube4, Turn};
    use cubiform_tables::four::Stage;

    use super::*;

    /// The definition: one wing of each pair at a low position, an even number of them away from their kind of home.
    fn can_be_paired_by_definition(cube: &Cube4) -> bool {
        let places = cube.wing_places();
        let swapped = (0..12).filter(|edge| places[2 * edge] & 1 == 1).count();
        (0..12).all(|edge| places[2 * edge] & 1 != places[2 * edge + 1] & 1) && swapped.is_multiple_of(2)
    }

    #[test]
    fn filter_before_the_last_turn_agrees_with_the_definition_after_it() {
        let turns = Stage::outer(2).turns();
        let later = Pairs::get().turns();
        let low = to_low(Action::IDENTITY.wings());
        let (mut with, mut without) = (0, 0);
        for seed in 0..3000usize {
            // Mostly turns that keep wings low or high.
            let turn = |i: usize| {
                let n = seed * 7919 + i * i * 31 + i * 17 + seed * i;
                if i % 4 == seed % 4 { turns[n % turns.len()] } else { later[n % later.len()] }
            };
            let made: Vec<Turn> = (0..seed % 6).map(turn).collect();
            let cube = Cube4::from_turns(&made);
            for turn in turns {
                let wings = Action::get(*turn).wings();
                let after = cube.turn(*turn);
                let expected = can_be_paired_by_definition(&after);
                assert_eq!(can_be_paired(&kinds(cube.wings()), &to_low(wings)), expected);
                assert_eq!(can_be_paired(&turned(&kinds(cube.wings()), wings), &low), expected);
                assert_eq!(turned(&kinds(cube.wings()), wings), kinds(after.wings()));
                *(if expected { &mut with } else { &mut without }) += 1;
            }
        }
        assert!(with > 1000 && without > 1000, "{with} {without}");
    }
}
