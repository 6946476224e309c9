//! The exact distances of a root state in every frame and probe, each computed once, when it is first needed.
//!
//! Tables store distances mod 3. A walk down to the goal recovers the exact distance: it is the number of steps.

use cubiform_cube::Cube;
pub use cubiform_tables::lookup::Contradiction;
use cubiform_tables::lookup::{ProbeSet, TrackedState};

use crate::goal_search::goal_frame::GoalFrame;

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
            state: probe_set.state(&frame.apply(cube)),
            distances: vec![None; probe_set.len()],
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
            Some(near) => self.probe_set.distance_near(probe, self.state(frame), near),
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
            Some((next, self.probe_set.after_d(probe)?))
        })
    }

    /// Computes the distances of these (frame, probe) pairs that do not follow from known ones. All walks are stepped
    /// together, so that their look-ups overlap.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn probe_all(&mut self, probes: impl Iterator<Item = (usize, usize)>) -> Result<(), Contradiction> {
        let mut walks: Vec<(usize, usize)> = Vec::new();
        for (frame, probe) in probes {
            // One of four goals that differ by turns of D is enough: the others follow by one look-up each.
            let mut turned = (0..4).filter_map(|turns| self.after_d(frame, probe, turns));
            let follows = turned
                .any(|(frame, probe)| self.known(frame, probe).is_some() || walks.contains(&(frame, probe)));
            if !follows {
                walks.push((frame, probe));
            }
        }
        let states: Vec<_> = walks.iter().map(|(frame, probe)| (*probe, self.state(*frame))).collect();
        for ((frame, probe), distance) in walks.iter().zip(self.probe_set.distances(&states)?) {
            self.by_frame[*frame].distances[*probe] = Some(distance);
        }
        Ok(())
    }

    /// Returns a shortest path to the goal of a probe.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn shortest_path(&self, frame: usize, probe: usize) -> Result<Vec<u8>, Contradiction> {
        self.probe_set.shortest_path(probe, self.state(frame))
    }
}
