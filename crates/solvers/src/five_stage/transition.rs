//! The transition between stages: each end of a stage becomes a partial solution, oriented for the next stage, with its
//! exact distance.

use std::collections::HashMap;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Turn};
use cubiform_tables::four::StageState;
use cubiform_threads::CancelToken;

use super::beam::{Beam, Partial, Path};
use super::chain::Chain;
use super::run_merger::LastRun;
use super::space::Node;
use super::stage_search::{SEARCHES, StageEnd};
use crate::solver::Unsolved;

/// The number of ends whose distances are computed together.
const BATCH: usize = 32;

/// An end whose distance is not computed yet, with its half-turn pair, if that was found.
///
/// Two ends whose last turns are a quarter turn and its inverse form a pair: a half turn, legal in every stage, leads
/// from one to the other, so the distance of the second follows from that of the first by one look-up.
struct PendingEnd {
    first: Partial,
    pair: Option<HalfTurnPair>,
}

#[derive(Clone, Copy)]
struct HalfTurnPair {
    path: Path,
    last_run: LastRun,
}

/// The ends of a stage, collected into the beam of the next.
pub(crate) struct StageTransition<'a> {
    chain: &'a Chain,
    stage: usize,
    beam: &'a [Partial],
    kept: Beam,
    /// The rotation for the next stage, by goal state.
    orientations: HashMap<StageState, Symmetry>,
    pending: Vec<PendingEnd>,
    /// The index in `pending` of the last end of each search.
    last: [Option<usize>; SEARCHES],
    /// The number of ends accepted.
    pub(crate) ends: usize,
}

impl<'a> StageTransition<'a> {
    pub(crate) fn new(
        chain: &'a Chain,
        stage: usize,
        beam: &'a [Partial],
        kept: Beam,
    ) -> StageTransition<'a> {
        StageTransition {
            chain,
            stage,
            beam,
            kept,
            orientations: HashMap::new(),
            pending: Vec::with_capacity(BATCH),
            last: [None; SEARCHES],
            ends: 0,
        }
    }

    /// Returns the rotation that orients a cube at a goal state for the next stage.
    fn goal_rotation(
        &mut self,
        state: StageState,
        cube: impl FnOnce() -> Cube4,
    ) -> Result<Symmetry, Unsolved> {
        if let Some(rotation) = self.orientations.get(&state) {
            return Ok(*rotation);
        }
        let stage = self.chain.spaces[self.stage - 1].stage;
        let rotation = stage.goal_orientation(&cube()).ok_or(Unsolved::Table)?;
        self.orientations.insert(state, rotation);
        Ok(rotation)
    }

    /// Adds an end.
    pub(crate) fn take(&mut self, mut end: StageEnd<'_, Node>) -> Result<(), Unsolved> {
        let chain = self.chain;
        let (space, next) = (&chain.spaces[self.stage - 1], &chain.spaces[self.stage]);
        let from = &self.beam[end.from];
        let last_run = chain.run_merger.after(from.last_run, end.path, &space.added);
        let rotation = self.goal_rotation(end.node.state, || end.cube(&space.turns, &from.cube))?;
        let last_run = chain.run_merger.rotated(last_run, rotation);
        if chain.run_merger.is_reducible(last_run, self.stage + 1) {
            return Ok(());
        }
        self.ends += 1;
        let path = Path::new(end.path);
        let last = self.last[end.by].map(|last| (last, &self.pending[last]));
        let is_pair = |last: &PendingEnd| {
            let first = &last.first;
            last.pair.is_none()
                && first.parent as usize == end.from
                && differ_by_half_turn(&space.turns, &first.path, &path)
        };
        if let Some((last, _)) = last.filter(|(_, last)| is_pair(last)) {
            self.pending[last].pair = Some(HalfTurnPair { path, last_run });
            return Ok(());
        }
        if self.pending.len() == BATCH {
            self.measure()?;
        }
        let cube = end.cube(&space.turns, &from.cube).act(&chain.rotations[rotation.index()]);
        let state = next.stage.state(&cube).ok_or(Unsolved::Table)?;
        let first = Partial {
            cube,
            state,
            distance: 0,
            last_run,
            length: chain.run_merger.length(last_run),
            parent: end.from as u32,
            path,
            rotation,
        };
        self.last[end.by] = Some(self.pending.len());
        self.pending.push(PendingEnd { first, pair: None });
        Ok(())
    }

    /// Computes the distances of the pending ends and offers them to the beam.
    fn measure(&mut self) -> Result<(), Unsolved> {
        let next = &self.chain.spaces[self.stage];
        let states: Vec<StageState> = self.pending.iter().map(|pending| pending.first.state).collect();
        let mut distances = Vec::with_capacity(BATCH);
        next.table.distances(&states, &mut distances).map_err(|_| Unsolved::Table)?;
        for (PendingEnd { mut first, pair }, distance) in self.pending.drain(..).zip(distances) {
            first.distance = distance;
            self.kept.offer(first);
            let Some(pair) = pair else { continue };
            let turns = &self.chain.spaces[self.stage - 1].turns;
            let last = pair.path.moves()[pair.path.moves().len() - 1];
            let half = half_of(turns[usize::from(last)]).conjugate(first.rotation);
            let place = next.stage.turns().iter().position(|turn| *turn == half).ok_or(Unsolved::Table)?;
            let state = next.stage.turn(first.state, place);
            let distance = next.table.codes().child_distance(first.distance, next.table.address(state));
            let length = self.chain.run_merger.length(pair.last_run);
            if self.kept.accepts(length + distance) {
                let cube = first.cube.turn(half);
                self.kept.offer(Partial {
                    cube,
                    state,
                    distance,
                    last_run: pair.last_run,
                    length,
                    path: pair.path,
                    ..first
                });
            }
        }
        self.last = [None; SEARCHES];
        Ok(())
    }

    /// Returns the best partial solutions of all ends.
    pub(crate) fn finish(mut self, cancel: &CancelToken) -> Result<Vec<Partial>, Unsolved> {
        self.measure()?;
        self.kept.best(cancel)
    }
}

/// Returns the half turn of the same layers.
fn half_of(turn: Turn) -> Turn {
    Turn::new(turn.axis(), turn.layers(), 2).expect("a half turn is a turn")
}

/// Returns whether two paths differ only in the direction of their last turn.
fn differ_by_half_turn(turns: &[Turn], a: &Path, b: &Path) -> bool {
    match (a.moves(), b.moves()) {
        ([a @ .., one], [b @ .., other]) => {
            a == b && turns[usize::from(*one)].inverse() == turns[usize::from(*other)]
        }
        _ => false,
    }
}
