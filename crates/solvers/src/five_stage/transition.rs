//! From the ends of ways through a stage to partial solutions of the next: how they are held, how far they are.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Turn};
use cubiform_tables::four::StageState;

use super::beam::{Beam, Partial, Path};
use super::budget::Unsolved;
use super::chain::Chain;
use super::run_merger::LastRun;
use super::space::Node;
use super::stage_search::{SEARCHES, StageEnd};

/// How many ends are walked down from together.
const BATCH: usize = 32;

/// An end that waits for its distance, and its twin, if it has come.
///
/// Ends whose last turn is one quarter and the other are *twins*: a half turn, which is legal in every stage, leads from
/// one to the other, so that one look-up tells the distance of the second.
struct PendingEnd {
    first: Partial,
    twin: Option<HalfTurnPair>,
}

#[derive(Clone, Copy)]
struct HalfTurnPair {
    path: Path,
    tail: LastRun,
}

/// The ends of a stage on their way into the beam of the next.
pub(crate) struct StageTransition<'a> {
    chain: &'a Chain,
    stage: usize,
    beam: &'a [Partial],
    kept: Beam,
    /// By state at the goal, how a cube is held to go on.
    orientations: HashMap<StageState, Symmetry>,
    waiting: Vec<PendingEnd>,
    /// By search, its last end's place in `waiting`.
    last: [Option<usize>; SEARCHES],
    /// How many ends there were.
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
            waiting: Vec::with_capacity(BATCH),
            last: [None; SEARCHES],
            ends: 0,
        }
    }

    /// How a cube is to be held that has come to a goal.
    fn hold(&mut self, state: StageState, cube: impl FnOnce() -> Cube4) -> Result<Symmetry, Unsolved> {
        if let Some(rotation) = self.orientations.get(&state) {
            return Ok(*rotation);
        }
        let stage = self.chain.spaces[self.stage - 1].stage();
        let rotation = stage.goal_orientation(&cube()).ok_or(Unsolved::Table)?;
        self.orientations.insert(state, rotation);
        Ok(rotation)
    }

    /// One more end.
    pub(crate) fn take(&mut self, mut end: StageEnd<'_, Node>) -> Result<(), Unsolved> {
        let chain = self.chain;
        let (space, next) = (&chain.spaces[self.stage - 1], &chain.spaces[self.stage]);
        let from = &self.beam[end.from];
        let push = |tail, m: &u8| chain.run_merger.push(tail, space.added[usize::from(*m)]);
        let tail = end.path.iter().fold(from.last_run, push);
        let rotation = self.hold(end.node.state, || end.cube(&space.turns, &from.cube))?;
        let tail = chain.run_merger.held(tail, rotation);
        if chain.run_merger.is_reducible(tail, self.stage + 1) {
            return Ok(());
        }
        self.ends += 1;
        let path = Path::of(end.path);
        let last = self.last[end.by].map(|last| (last, &self.waiting[last]));
        let is_twin = |last: &PendingEnd| {
            let first = &last.first;
            last.twin.is_none()
                && first.parent as usize == end.from
                && differ_by_half_turn(&space.turns, &first.path, &path)
        };
        if let Some((last, _)) = last.filter(|(_, last)| is_twin(last)) {
            self.waiting[last].twin = Some(HalfTurnPair { path, tail });
            return Ok(());
        }
        if self.waiting.len() == BATCH {
            self.measure()?;
        }
        let cube = end.cube(&space.turns, &from.cube).act(&chain.rotations[rotation.index()]);
        let state = next.stage().state(&cube).ok_or(Unsolved::Table)?;
        let first = Partial {
            cube,
            state,
            distance: 0,
            last_run: tail,
            length: chain.run_merger.length(tail),
            parent: end.from as u32,
            path,
            rotation,
        };
        self.last[end.by] = Some(self.waiting.len());
        self.waiting.push(PendingEnd { first, twin: None });
        Ok(())
    }

    /// Finds the distances of those that wait, and offers them to the beam.
    fn measure(&mut self) -> Result<(), Unsolved> {
        let next = &self.chain.spaces[self.stage];
        let states: Vec<StageState> = self.waiting.iter().map(|waiting| waiting.first.state).collect();
        let mut distances = Vec::with_capacity(BATCH);
        next.table.distances(&states, &mut distances).map_err(|_| Unsolved::Table)?;
        for (PendingEnd { mut first, twin }, distance) in self.waiting.drain(..).zip(distances) {
            first.distance = distance;
            self.kept.offer(first);
            let Some(twin) = twin else { continue };
            let turns = &self.chain.spaces[self.stage - 1].turns;
            let last = twin.path.moves()[twin.path.moves().len() - 1];
            let half = half_of(turns[usize::from(last)]).conjugate(first.rotation);
            let place = next.stage().turns().iter().position(|turn| *turn == half).ok_or(Unsolved::Table)?;
            let state = next.stage().turn(first.state, place);
            let distance = next.table.distance_next_to(first.distance, next.table.slot(state));
            let length = self.chain.run_merger.length(twin.tail);
            if self.kept.accepts(length + distance) {
                let cube = first.cube.turn(half);
                self.kept.offer(Partial {
                    cube,
                    state,
                    distance,
                    last_run: twin.tail,
                    length,
                    path: twin.path,
                    ..first
                });
            }
        }
        self.last = [None; SEARCHES];
        Ok(())
    }

    /// The best of all ends.
    pub(crate) fn finish(mut self, stop: Option<&AtomicBool>) -> Result<Vec<Partial>, Unsolved> {
        self.measure()?;
        self.kept.best(stop)
    }
}

/// A half turn of the same layers.
fn half_of(turn: Turn) -> Turn {
    Turn::new(turn.axis(), turn.layers(), 2).expect("a half turn is a turn")
}

/// Whether two ways differ in the sense of their last turn only.
fn differ_by_half_turn(turns: &[Turn], a: &Path, b: &Path) -> bool {
    match (a.moves(), b.moves()) {
        ([a @ .., one], [b @ .., other]) => {
            a == b && turns[usize::from(*one)].inverse() == turns[usize::from(*other)]
        }
        _ => false,
    }
}
