//! The probes of some tables that apply to a set of tracked pieces, and the distances of single states in them.

use std::ops::Range;
use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::goal::implication::{coset_representatives, goal_under, is_exact};
use cubiform_cube::{Cube, Face, Move, PieceSet, Symmetry};
use cubiform_threads::Threads;

use super::lanes::Lanes;
use super::normalized_state::NormalizedStates;
use super::probe::{CodeAddresses, Probe};
use super::tracked::{TrackedPieces, TrackedState};
use super::tracked_moves::TrackedMoves;
use crate::goal::code::{next_distance, residue};
use crate::goal::table::{Contradiction, Table};
use crate::walk::{self, Downhill};

/// The probes of some tables for the pieces that a search tracks, shared by the searches of many targets.
///
/// A probe is one table under one symmetry. Probes have the numbers 0..[`len`](Self::len). Clones share all data.
#[derive(Clone)]
pub struct ProbeSet {
    pub(super) tracked: TrackedPieces,
    pub(super) moves: Arc<TrackedMoves>,
    pub(super) probes: Vec<Arc<Probe>>,
    /// See [`after_d`](Self::after_d).
    after_d: Vec<Option<usize>>,
}

impl ProbeSet {
    /// Creates the probes of `tables` for `tracked`, one for each coset of a table's symmetry group that
    /// [fits](TrackedPieces::fits).
    ///
    /// # Panics
    /// If a table has 8 GiB or more.
    pub fn new(tracked: TrackedPieces, tables: &[Arc<Table>], threads: &Threads) -> ProbeSet {
        let seen: Vec<(&Arc<Table>, Symmetry)> = tables
            .iter()
            .flat_map(|table| coset_representatives(table.coordinate.symmetries()).map(move |s| (table, s)))
            .collect();
        // The probes are built in parallel, because the first scramble waits for them.
        let moves = TrackedMoves::new(&tracked);
        let probe =
            |(table, s): &(&Arc<Table>, Symmetry)| Probe::new(&tracked, &moves, *s, table).map(Arc::new);
        let probes: Vec<Arc<Probe>> = threads.map(&seen, probe).into_iter().flatten().collect();
        let after_d = probes_after_d(&probes);
        ProbeSet { moves: Arc::new(moves), tracked, probes, after_d }
    }

    /// Returns the number of probes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.probes.len()
    }

    /// Returns the state of the tracked pieces of `cube`.
    pub fn state(&self, cube: &Cube) -> TrackedState {
        self.tracked.state(cube)
    }

    /// Returns the number of the probe whose goal, on a cube with one more quarter turn of D made before all moves, is
    /// the same set of states as that of `probe`, if there is one. The distances of the two differ by at most one.
    pub fn after_d(&self, probe: usize) -> Option<usize> {
        self.after_d[probe]
    }

    /// Returns the distance of a state in a probe by one look-up, given a distance `near` below 32 that differs from it
    /// by at most one.
    pub fn distance_near(&self, probe: usize, state: &TrackedState, near: u8) -> u8 {
        let probe = &self.probes[probe];
        next_distance(near, probe.code(probe.indexer.index(&self.moves, state)))
    }

    /// Returns a shortest path, as move indices, from a state to the goal of a probe. Its length is the distance.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn shortest_path(&self, probe: usize, state: &TrackedState) -> Result<Vec<u8>, Contradiction> {
        let mut path = Vec::with_capacity(12);
        let probe = ProbeWalk { set: self, probe: &self.probes[probe] };
        walk::walk::<_, BATCH>(probe, *state, |m| path.push(m as u8))?;
        Ok(path)
    }

    /// Returns the distances of states in probes. All walks are stepped together, so that their look-ups overlap.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn distances(&self, probes: &[(usize, &TrackedState)]) -> Result<Vec<u8>, Contradiction> {
        let start = |(probe, state): &(usize, &TrackedState)| {
            (ProbeWalk { set: self, probe: &self.probes[*probe] }, **state)
        };
        walk::distances::<_, BATCH>(probes.iter().map(start), probes.len())
    }
}

/// Returns [`ProbeSet::after_d`] of each probe.
fn probes_after_d(probes: &[Arc<Probe>]) -> Vec<Option<usize>> {
    let turned = |probe: &Arc<Probe>| {
        let goal = turned_by_d(&goal_under(probe.table.coordinate.target(), probe.symmetry));
        probes.iter().position(|v| is_exact(&goal, v.table.coordinate.target(), v.symmetry))
    };
    probes.iter().map(turned).collect()
}

/// Returns the target that a cube meets if, after D' made before all moves, the cube without D at its end meets
/// `target`.
fn turned_by_d(target: &Target) -> Target {
    let turn = Cube::from_moves(Move::new(Face::D, 1).as_slice());
    let corners: Vec<usize> = target.pieces.corners().map(|c| usize::from(turn.corners()[c] / 3)).collect();
    let edges: Vec<usize> = target.pieces.edges().map(|e| usize::from(turn.edges()[e] / 2)).collect();
    let turned = target.goal_states.iter().map(|seed| turn.inverse().then(&seed.then(&turn)));
    let mut own = Target::new(PieceSet::new(&corners, &edges), turned);
    own.oriented = target.oriented;
    own
}

/// The number of children that a walk looks up at a time.
const BATCH: usize = 6;

/// A probe in which walks go down to its goal.
#[derive(Clone, Copy)]
struct ProbeWalk<'a> {
    set: &'a ProbeSet,
    probe: &'a Probe,
}

/// The look-ups of children by consecutive moves.
struct Batch {
    /// The first of the moves.
    first: usize,
    lanes: Lanes,
    addresses: CodeAddresses,
}

impl Downhill for ProbeWalk<'_> {
    type State = TrackedState;
    type Batch<const N: usize> = Batch;

    fn table(self) -> &'static str {
        self.probe.table.name()
    }

    fn moves(self) -> usize {
        Move::COUNT
    }

    fn child<const N: usize>(self, state: &TrackedState, _: &Batch, _: usize, m: usize) -> TrackedState {
        self.set.moves.children(state).state(m)
    }

    fn start<const N: usize>(self, state: &TrackedState) -> Batch {
        let address = self.probe.indexer.index(&self.set.moves, state);
        self.probe.prefetch_word(address.word);
        let mut batch = Batch { first: 0, lanes: Lanes::ALL, addresses: CodeAddresses::default() };
        batch.addresses.set(batch.lanes.lane(0), address);
        batch
    }

    #[inline(always)]
    fn residue<const N: usize>(self, batch: &Batch, child: usize) -> u8 {
        residue(self.probe.code(batch.addresses.get(batch.lanes.lane(batch.first + child))))
    }

    fn is_goal(self, _: &TrackedState) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn look_up<const N: usize>(self, state: &TrackedState, moves: Range<usize>, batch: &mut Batch) {
        let mut states = NormalizedStates::default();
        let set = (1 << moves.end) - (1 << moves.start);
        let lanes = Lanes::new(set);
        (batch.first, batch.lanes) = (moves.start, lanes);
        let set = lanes.lanes(set);
        self.set.moves.normalize_children(state, lanes, set, self.probe.indexer.normalizes, &mut states);
        self.probe.indexer.index_each(set, &states, &mut batch.addresses);
        self.probe.prefetch_each(set, &batch.addresses);
    }
}
