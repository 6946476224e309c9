//! The exact distances of a root state in every frame and probe, each computed once, when it is first needed.
//!
//! Tables store distances mod 3. A walk down to the goal recovers the exact distance: it is the number of steps.

use cubiform_cube::{Cube, Move};
use cubiform_tables::lookup::lanes::Lanes;
use cubiform_tables::lookup::normalize::NormalizedStates;
use cubiform_tables::lookup::probe::{Slot, Slots};
use cubiform_tables::lookup::tracked::TrackedState;
use cubiform_tables::target::code::{next_distance, residue};
pub use cubiform_tables::target::table::Contradiction;

use crate::goal_search::goal_frame::GoalFrame;
use crate::goal_search::target_space::ProbeSet;

/// The distances of one cube in all frames.
pub struct RootDistances<'s> {
    probe_set: &'s ProbeSet,
    frames: &'s [GoalFrame],
    by_frame: Vec<FrameDistances>,
}

/// The state of the cube in one frame, with the known distance of each probe.
struct FrameDistances {
    state: TrackedState,
    distances: Vec<Option<u8>>,
}

impl<'s> RootDistances<'s> {
    /// Creates the distances of `cube` in `frames`, none of them known yet.
    pub fn new(cube: &Cube, probe_set: &'s ProbeSet, frames: &'s [GoalFrame]) -> RootDistances<'s> {
        let see = |frame: &GoalFrame| FrameDistances {
            state: probe_set.tracked().state(&frame.apply(cube)),
            distances: vec![None; probe_set.probes().len()],
        };
        RootDistances { by_frame: frames.iter().map(see).collect(), probe_set, frames }
    }

    /// Returns the state of the tracked pieces in a frame.
    pub fn state(&self, frame: usize) -> &TrackedState {
        &self.by_frame[frame].state
    }

    /// Returns the distance in a probe, if it is known.
    pub fn known(&self, frame: usize, probe: usize) -> Option<u8> {
        self.by_frame[frame].distances[probe]
    }

    /// Returns the distance in a probe, which is computed if it is not known.
    ///
    /// # Errors
    /// If the probe's table contradicts itself.
    pub fn distance(&mut self, frame: usize, probe: usize) -> Result<u8, Contradiction> {
        if let Some(distance) = self.known(frame, probe) {
            return Ok(distance);
        }
        let distance = match self.adjacent(frame, probe) {
            // An adjacent distance differs by at most one, so the stored residue determines the distance.
            Some(near) => {
                let probe_ref = &self.probe_set.probes()[probe];
                next_distance(
                    near,
                    probe_ref.code(probe_ref.index(self.probe_set.turns(), self.state(frame))),
                )
            }
            None => self.shortest_path(frame, probe)?.len() as u8,
        };
        Ok(*self.by_frame[frame].distances[probe].insert(distance))
    }

    /// Returns a known distance that differs by at most one: that of the goal turned by D, D2 or D'.
    fn adjacent(&self, frame: usize, probe: usize) -> Option<u8> {
        let known =
            |turns| self.after_d(frame, probe, turns).and_then(|(frame, probe)| self.known(frame, probe));
        (1..4).find_map(known)
    }

    /// Returns the frame and the probe whose goal is this probe's, turned by `turns` quarter turns of D.
    fn after_d(&self, frame: usize, probe: usize, turns: usize) -> Option<(usize, usize)> {
        (0..turns).try_fold((frame, probe), |(frame, probe), _| {
            let next = self.frames.iter().position(|f| f.is_next_to(self.frames[frame]))?;
            Some((next, self.probe_set.after_d[probe]?))
        })
    }

    /// Computes the distances of these (frame, probe) pairs that do not follow from known ones. All walks are stepped
    /// together, so that their look-ups overlap.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn probe_all(&mut self, wanted: impl Iterator<Item = (usize, usize)>) -> Result<(), Contradiction> {
        let mut walks: Vec<WalkDown> = Vec::new();
        for (frame, probe) in wanted {
            // One of four goals that differ by turns of D is enough: the others follow by one look-up each.
            let mut turned = (0..4).filter_map(|turns| self.after_d(frame, probe, turns));
            let is_told = turned.any(|(frame, probe)| {
                self.known(frame, probe).is_some()
                    || walks.iter().any(|walk| (walk.frame, walk.probe) == (frame, probe))
            });
            if !is_told {
                walks.push(WalkDown::new(self.probe_set, frame, probe, *self.state(frame)));
            }
        }
        while !walks.is_empty() {
            for walk in &mut walks {
                walk.step(self.probe_set)?;
            }
            for walk in &walks {
                walk.prefetch(self.probe_set);
            }
            walks.retain(|walk| {
                if walk.is_over {
                    self.by_frame[walk.frame].distances[walk.probe] = Some(walk.path.len() as u8);
                }
                !walk.is_over
            });
        }
        Ok(())
    }

    /// Returns a shortest path to the goal of a probe.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn shortest_path(&self, frame: usize, probe: usize) -> Result<Vec<u8>, Contradiction> {
        let mut walk = WalkDown::new(self.probe_set, frame, probe, *self.state(frame));
        while !walk.is_over {
            walk.step(self.probe_set)?;
            walk.prefetch(self.probe_set);
        }
        Ok(walk.path)
    }
}

/// A walk down to the goal of a probe: it moves to a child whose distance mod 3 is one less. Its look-ups are in flight
/// between steps.
struct WalkDown {
    frame: usize,
    probe: usize,
    state: TrackedState,
    /// The distance of the state mod 3; `None` before the first read.
    residue: Option<u8>,
    path: Vec<u8>,
    /// The slot of the first state.
    at: Slot,
    /// The first of the moves whose children are looked up.
    first: usize,
    lanes: Lanes,
    slots: Slots,
    is_over: bool,
}

impl WalkDown {
    /// The number of children looked up at a time: not all, since most states have several children that are nearer.
    const CONCURRENT: usize = 6;
    /// The length in moves (HTM) at which the table of a walk must be damaged.
    const MAX_STEPS: usize = 32;

    fn new(probe_set: &ProbeSet, frame: usize, probe: usize, state: TrackedState) -> WalkDown {
        let probe_ref = &probe_set.probes()[probe];
        let at = probe_ref.index(probe_set.turns(), &state);
        probe_ref.prefetch(at);
        WalkDown {
            frame,
            probe,
            state,
            residue: None,
            path: Vec::with_capacity(12),
            at,
            first: 0,
            lanes: Lanes::ALL,
            slots: Slots::default(),
            is_over: false,
        }
    }

    fn step(&mut self, probe_set: &ProbeSet) -> Result<(), Contradiction> {
        if self.is_over {
            return Ok(());
        }
        let probe_ref = &probe_set.probes()[self.probe];
        let contradiction = || Contradiction { table: probe_ref.table().name() };
        match self.residue {
            None => self.residue = Some(residue(probe_ref.code(self.at))),
            Some(own) => {
                let nearer = (own + 2) % 3;
                let moves = self.first..self.first + WalkDown::CONCURRENT;
                let of_child = |m: usize| residue(probe_ref.code_of(&self.slots, self.lanes.lane(m)));
                match moves.clone().find(|m| of_child(*m) == nearer) {
                    Some(m) => {
                        self.path.push(m as u8);
                        self.state = probe_set.turns().children(&self.state).state(m);
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
        let turns = probe_set.turns();
        let mut states = NormalizedStates::default();
        self.lanes = Lanes::of(self.moves());
        let set = self.lanes.lanes(self.moves());
        turns.normalize_children(&self.state, self.lanes, set, probe_ref.normalizes(), &mut states);
        probe_ref.index_each(set, &states, &mut self.slots);
        Ok(())
    }

    /// Returns the moves whose children are looked up.
    fn moves(&self) -> u32 {
        ((1 << WalkDown::CONCURRENT) - 1) << self.first
    }

    /// Prefetches the words that the next step reads.
    fn prefetch(&self, probe_set: &ProbeSet) {
        if !self.is_over {
            probe_set.probes()[self.probe].prefetch_each(self.lanes.lanes(self.moves()), &self.slots);
        }
    }
}
