//! The probes of some tables that apply to a set of tracked pieces, and the distances of single states in them.

use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::goal::implication::{coset_representatives, goal_under, is_exact};
use cubiform_cube::{Cube, Face, Move, PieceSet, Symmetry};
use cubiform_threads::Threads;

use super::lanes::Lanes;
use super::normalize::NormalizedStates;
use super::probe::{CodeAddress, CodeAddresses, Probe};
use super::tracked::{TrackedPieces, TrackedState};
use super::tracked_moves::TrackedMoves;
use crate::goal::code::{next_distance, residue};
use crate::goal::coordinate::Coordinate;
use crate::goal::table::{Contradiction, Table};

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
    /// [fits](Self::fits).
    ///
    /// # Panics
    /// If a table has 8 GiB or more.
    pub fn new(tracked: TrackedPieces, tables: &[Arc<Table>], threads: &Threads) -> ProbeSet {
        let seen: Vec<(&Arc<Table>, Symmetry)> = tables
            .iter()
            .flat_map(|table| coset_representatives(table.coordinate().symmetries()).map(move |s| (table, s)))
            .collect();
        // The probes are built in parallel, because the first scramble waits for them.
        let moves = TrackedMoves::new(&tracked);
        let probe =
            |(table, s): &(&Arc<Table>, Symmetry)| Probe::new(&tracked, &moves, *s, table).map(Arc::new);
        let probes: Vec<Arc<Probe>> = threads.map(&seen, probe).into_iter().flatten().collect();
        let after_d = probes_after_d(&probes);
        ProbeSet { moves: Arc::new(moves), tracked, probes, after_d }
    }

    /// Returns whether a table of `c` can be probed for `tracked` under `symmetry`: its base, rest and corners lie
    /// within the images of the tracked ones, and if it holds the orientation of all edges, the symmetry keeps the Z
    /// axis.
    pub fn fits(tracked: &TrackedPieces, symmetry: Symmetry, c: &Coordinate) -> bool {
        Probe::fits(tracked, symmetry, c)
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
        next_distance(near, probe.code(probe.index(&self.moves, state)))
    }

    /// Returns a shortest path, as move indices, from a state to the goal of a probe. Its length is the distance.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn shortest_path(&self, probe: usize, state: &TrackedState) -> Result<Vec<u8>, Contradiction> {
        let mut walk = WalkDown::new(self, probe, *state);
        while !walk.is_over {
            walk.step(self)?;
            walk.prefetch(self);
        }
        Ok(walk.path)
    }

    /// Returns the distances of states in probes. All walks are stepped together, so that their look-ups overlap.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn distances(&self, probes: &[(usize, &TrackedState)]) -> Result<Vec<u8>, Contradiction> {
        let mut distances = vec![0; probes.len()];
        let walk =
            |(i, (probe, state)): (usize, &(usize, &TrackedState))| (i, WalkDown::new(self, *probe, **state));
        let mut walks: Vec<(usize, WalkDown)> = probes.iter().enumerate().map(walk).collect();
        while !walks.is_empty() {
            for (_, walk) in &mut walks {
                walk.step(self)?;
            }
            for (_, walk) in &walks {
                walk.prefetch(self);
            }
            walks.retain(|(i, walk)| {
                if walk.is_over {
                    distances[*i] = walk.path.len() as u8;
                }
                !walk.is_over
            });
        }
        Ok(distances)
    }
}

/// Returns [`ProbeSet::after_d`] of each probe.
fn probes_after_d(probes: &[Arc<Probe>]) -> Vec<Option<usize>> {
    let turned = |probe: &Arc<Probe>| {
        let goal = turned_by_d(&goal_under(probe.table().coordinate().target(), probe.symmetry()));
        probes.iter().position(|v| is_exact(&goal, v.table().coordinate().target(), v.symmetry()))
    };
    probes.iter().map(turned).collect()
}

/// Returns the target that a cube meets if, after D' made before all moves, the cube without D at its end meets
/// `target`.
fn turned_by_d(target: &Target) -> Target {
    let turn = Cube::from_moves(Move::new(Face::D, 1).as_slice());
    let back = turn.inverse();
    let (corners, edges) = (back.corners(), back.edges());
    let moved_corners: Vec<usize> =
        (0..8).filter(|c| target.pieces.corners().any(|d| d == usize::from(corners[*c] / 3))).collect();
    let moved_edges: Vec<usize> =
        (0..12).filter(|e| target.pieces.edges().any(|d| d == usize::from(edges[*e] / 2))).collect();
    let turned = target.goal_states.iter().map(|seed| back.then(&seed.then(&turn)));
    let mut own = Target::new(PieceSet::new(&moved_corners, &moved_edges), turned);
    own.oriented = target.oriented;
    own
}

/// A walk down to the goal of a probe: it moves to a child whose distance mod 3 is one less. Its look-ups are in flight
/// between steps.
struct WalkDown {
    probe: usize,
    state: TrackedState,
    /// The distance of the state mod 3; `None` before the first read.
    residue: Option<u8>,
    path: Vec<u8>,
    /// The address of the first state.
    at: CodeAddress,
    /// The first of the moves whose children are looked up.
    first: usize,
    lanes: Lanes,
    addresses: CodeAddresses,
    is_over: bool,
}

impl WalkDown {
    /// The number of children looked up at a time: not all, since most states have several children that are nearer.
    const CONCURRENT: usize = 6;
    /// The length in moves (HTM) at which the table of a walk must be damaged.
    const MAX_STEPS: usize = 32;

    fn new(set: &ProbeSet, probe: usize, state: TrackedState) -> WalkDown {
        let at = set.probes[probe].index(&set.moves, &state);
        set.probes[probe].prefetch(at);
        WalkDown {
            probe,
            state,
            residue: None,
            path: Vec::with_capacity(12),
            at,
            first: 0,
            lanes: Lanes::ALL,
            addresses: CodeAddresses::default(),
            is_over: false,
        }
    }

    fn step(&mut self, set: &ProbeSet) -> Result<(), Contradiction> {
        if self.is_over {
            return Ok(());
        }
        let probe_ref = &set.probes[self.probe];
        let contradiction = || Contradiction { table: probe_ref.table().name() };
        match self.residue {
            None => self.residue = Some(residue(probe_ref.code(self.at))),
            Some(own) => {
                let nearer = (own + 2) % 3;
                let moves = self.first..self.first + WalkDown::CONCURRENT;
                let of_child = |m: usize| residue(probe_ref.code_of(&self.addresses, self.lanes.lane(m)));
                match moves.clone().find(|m| of_child(*m) == nearer) {
                    Some(m) => {
                        self.path.push(m as u8);
                        self.state = set.moves.children(&self.state).state(m);
                        (self.residue, self.first) = (Some(nearer), 0);
                    }
                    None if moves.end < Move::COUNT => self.first = moves.end,
                    // Only goal states have no child that is nearer.
                    None if own == 0 => {
                        self.is_over = true;
                        return Ok(());
                    }
                    None => return Err(contradiction()),
                }
            }
        }
        if self.path.len() >= WalkDown::MAX_STEPS {
            return Err(contradiction());
        }
        let moves = &set.moves;
        let mut states = NormalizedStates::default();
        self.lanes = Lanes::new(self.moves());
        let children = self.lanes.lanes(self.moves());
        moves.normalize_children(&self.state, self.lanes, children, probe_ref.normalizes(), &mut states);
        probe_ref.index_each(children, &states, &mut self.addresses);
        Ok(())
    }

    /// Returns the moves whose children are looked up.
    fn moves(&self) -> u32 {
        ((1 << WalkDown::CONCURRENT) - 1) << self.first
    }

    /// Prefetches the words that the next step reads.
    fn prefetch(&self, set: &ProbeSet) {
        if !self.is_over {
            set.probes[self.probe].prefetch_each(self.lanes.lanes(self.moves()), &self.addresses);
        }
    }
}
