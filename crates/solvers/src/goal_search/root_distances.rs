//! Where a cube stands: its distance in each probe, in each frame, each looked up once and not before it is asked for.

use cubiform_cube::{Cube, Move};
use cubiform_tables::lookup::lanes::Lanes;
use cubiform_tables::lookup::normalize::NormalizedStates;
use cubiform_tables::lookup::probe::{Slot, Slots};
use cubiform_tables::lookup::tracked::TrackedState;
use cubiform_tables::target::code::{next_distance, residue};
pub use cubiform_tables::target::table::Contradiction;

use crate::goal_search::goal_frame::GoalFrame;
use crate::goal_search::target_space::ProbeSet;

/// A cube in all frames.
pub struct RootDistances<'s> {
    probe_set: &'s ProbeSet,
    frames: &'s [GoalFrame],
    by_frame: Vec<FrameDistances>,
}

/// A cube in one frame: for each probe the distance from its goal, if it is known.
struct FrameDistances {
    state: TrackedState,
    distances: Vec<Option<u8>>,
}

impl<'s> RootDistances<'s> {
    /// Where `cube` stands in these frames, with nothing looked up yet.
    pub fn new(cube: &Cube, probe_set: &'s ProbeSet, frames: &'s [GoalFrame]) -> RootDistances<'s> {
        let see = |frame: &GoalFrame| FrameDistances {
            state: probe_set.tracked().state(&frame.apply(cube)),
            distances: vec![None; probe_set.probes().len()],
        };
        RootDistances { by_frame: frames.iter().map(see).collect(), probe_set, frames }
    }

    /// The state of the tracked pieces.
    pub fn state(&self, frame: usize) -> &TrackedState {
        &self.by_frame[frame].state
    }

    /// The distance in a probe, if it has been asked for.
    pub fn known(&self, frame: usize, probe: usize) -> Option<u8> {
        self.by_frame[frame].distances[probe]
    }

    /// The distance in a probe of the probe_set.
    ///
    /// # Errors
    /// If the probe's table contradicts itself.
    pub fn distance(&mut self, frame: usize, probe: usize) -> Result<u8, Contradiction> {
        if let Some(distance) = self.known(frame, probe) {
            return Ok(distance);
        }
        let distance = match self.adjacent(frame, probe) {
            // At most one off, so the code tells which.
            Some(near) => {
                let look = &self.probe_set.probes()[probe];
                next_distance(near, look.code(look.index(self.probe_set.turns(), self.state(frame))))
            }
            None => self.shortest_path(frame, probe)?.len() as u8,
        };
        Ok(*self.by_frame[frame].distances[probe].insert(distance))
    }

    /// A distance that differs by one at most and is known: of what D, D2 or D' makes of this probe's goal.
    fn adjacent(&self, frame: usize, probe: usize) -> Option<u8> {
        let known =
            |turns| self.after_d(frame, probe, turns).and_then(|(frame, probe)| self.known(frame, probe));
        (1..4).find_map(known)
    }

    /// The frame and the probe whose goal so many turns of D make of that of another frame's probe.
    fn after_d(&self, frame: usize, probe: usize, turns: usize) -> Option<(usize, usize)> {
        (0..turns).try_fold((frame, probe), |(frame, probe), _| {
            let next = self.frames.iter().position(|f| f.is_next_to(self.frames[frame]))?;
            Some((next, self.probe_set.after_d[probe]?))
        })
    }

    /// Finds out those of these distances, by frame and probe, that nothing known tells: all at a time, so that their
    /// look-ups overlap.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn probe_all(&mut self, wanted: impl Iterator<Item = (usize, usize)>) -> Result<(), Contradiction> {
        let mut walks: Vec<WalkDown> = Vec::new();
        for (frame, probe) in wanted {
            // Of four that turns of D make of one another one will do: the others are read when they are asked for.
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

    /// Moves that lead to the goal of a probe's table by always going nearer.
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

/// A walk down to the goal of a probe, in steps between which its look-ups are under way.
struct WalkDown {
    frame: usize,
    probe: usize,
    state: TrackedState,
    /// The distance of the state modulo 3, once it has been read.
    residue: Option<u8>,
    path: Vec<u8>,
    /// Where the state lies, for as long as that is unknown.
    at: Slot,
    /// The first of the moves whose children are being looked up, and where those lie.
    first: usize,
    lanes: Lanes,
    slots: Slots,
    is_over: bool,
}

impl WalkDown {
    /// Several children are looked up at a time; not all, since most states have several nearer neighbours.
    const CONCURRENT: usize = 6;
    /// No goal of a few pieces is as far.
    const MAX_STEPS: usize = 32;

    fn new(probe_set: &ProbeSet, frame: usize, probe: usize, state: TrackedState) -> WalkDown {
        let look = &probe_set.probes()[probe];
        let at = look.index(probe_set.turns(), &state);
        look.prefetch(at);
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
        let look = &probe_set.probes()[self.probe];
        let contradiction = || Contradiction { table: look.table().name() };
        match self.residue {
            None => self.residue = Some(residue(look.code(self.at))),
            Some(own) => {
                let nearer = (own + 2) % 3;
                let moves = self.first..self.first + WalkDown::CONCURRENT;
                let of_child = |m: usize| residue(look.code_of(&self.slots, self.lanes.lane(m)));
                match moves.clone().find(|m| of_child(*m) == nearer) {
                    Some(m) => {
                        self.path.push(m as u8);
                        self.state = probe_set.turns().children(&self.state).state(m);
                        (self.residue, self.first) = (Some(nearer), 0);
                    }
                    None if moves.end < Move::COUNT => self.first = moves.end,
                    // Every state but those of the goal has a nearer neighbour.
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
        let mut stances = NormalizedStates::default();
        self.lanes = Lanes::of(self.moves());
        let set = self.lanes.lanes(self.moves());
        turns.normalize_children(&self.state, self.lanes, set, look.normalizes(), &mut stances);
        look.index_each(set, &stances, &mut self.slots);
        Ok(())
    }

    /// The moves whose children are being looked up.
    fn moves(&self) -> u32 {
        ((1 << WalkDown::CONCURRENT) - 1) << self.first
    }

    /// Has the memory fetch what the next step will read.
    fn prefetch(&self, probe_set: &ProbeSet) {
        if !self.is_over {
            probe_set.probes()[self.probe].prefetch_each(self.lanes.lanes(self.moves()), &self.slots);
        }
    }
}
