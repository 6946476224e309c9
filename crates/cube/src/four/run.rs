//! Turn sequences as runs: maximal groups of turns about one axis, independent of rotations between them.
//!
//! A rotation of the whole cube only renames the turns that follow. Each turn is therefore rewritten as if the corner
//! DBL never moved: a turn of a layer with that corner is replaced by the opposite turn of the other layers and a
//! rotation, which is passed on to the end. Consecutive turns about one axis then form one run, and runs without any
//! effect are dropped.

use crate::face::Axis;
use crate::four::metric::Metric;
use crate::four::turn::Turn;
use crate::symmetry::Symmetry;

/// A run: turns about one axis, as the quarter turns of each layer, not all zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The axis.
    pub axis: Axis,
    /// The quarter turns of each layer, 0 to 3, numbered and counted as in [`Turn`]. The last is always 0.
    pub turned: [u8; 4],
}

/// A turn sequence as runs, no two consecutive ones about the same axis, followed by a rotation of the whole cube.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Runs {
    runs: Vec<Run>,
    rotation: Symmetry,
}

impl Default for Runs {
    fn default() -> Runs {
        Runs { runs: Vec::new(), rotation: Symmetry::IDENTITY }
    }
}

impl Runs {
    /// Returns the runs of a turn sequence.
    ///
    /// ```
    /// use cubiform_cube::four::{Metric, Runs, notation};
    ///
    /// let turns = notation::parse("R y F' Rw L Rw'", Default::default())?;
    /// let runs = Runs::new(&turns);
    /// // After y, F' undoes R. Rw and Rw' cancel too, because L commutes with them.
    /// assert_eq!(Metric::ALL.map(|metric| runs.length(metric)), [1, 1, 1]);
    /// # Ok::<(), cubiform_cube::notation::ParseError>(())
    /// ```
    pub fn new(turns: &[Turn]) -> Runs {
        let mut runs = Runs::default();
        turns.iter().for_each(|turn| runs.push(*turn));
        runs
    }

    /// Appends a turn.
    pub fn push(&mut self, turn: Turn) {
        // The turn in the frame before all rotations so far.
        let turn = turn.conjugate(self.rotation.inverse());
        let mut turned = [0; 4];
        let (layers, quarters) = (turn.layers(), turn.quarters());
        if layers.contains(3) {
            let others = 0..layers.range().start;
            others.for_each(|layer| turned[layer] = 4 - quarters);
            self.rotation = turn.rotation().then(self.rotation);
        } else {
            layers.range().for_each(|layer| turned[layer] = quarters);
        }
        self.push_run(Run { axis: turn.axis(), turned });
    }

    fn push_run(&mut self, run: Run) {
        let last = self.runs.pop_if(|last| last.axis == run.axis).map_or([0; 4], |last| last.turned);
        let turned = std::array::from_fn(|layer| (last[layer] + run.turned[layer]) % 4);
        if turned != [0; 4] {
            self.runs.push(Run { turned, ..run });
        }
    }

    /// Returns the runs in order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the rotation of the whole cube after the last run.
    pub const fn rotation(&self) -> Symmetry {
        self.rotation
    }

    /// Returns the minimum number of turns for all runs in order. Rotations are not counted.
    pub fn length(&self, metric: Metric) -> usize {
        self.runs.iter().map(|run| metric.length(run.turned)).sum()
    }

    /// Returns a turn sequence without rotations for these runs, with the minimum number of turns in `metric`, and the
    /// rotation that remains after it.
    ///
    /// The turns of a run may also rotate the whole cube about its axis; later turns are renamed accordingly. With
    /// [`Metric::OuterBlock`] the result is in WCA notation.
    ///
    /// ```
    /// use cubiform_cube::four::{Metric, Runs, notation};
    ///
    /// let runs = Runs::new(&notation::parse("2R U 2-3Rw2", Default::default())?);
    /// for (metric, text) in [
    ///     (Metric::Slice, "2R U R2 L2"),
    ///     (Metric::Block, "2R U 2-3Rw2"),
    ///     (Metric::OuterBlock, "R' Rw U R2 L2"),
    /// ] {
    ///     let (turns, rotation) = runs.to_turns(metric);
    ///     assert_eq!(notation::format(&turns), text);
    ///     assert_eq!(turns.len(), runs.length(metric));
    /// }
    /// # Ok::<(), cubiform_cube::notation::ParseError>(())
    /// ```
    pub fn to_turns(&self, metric: Metric) -> (Vec<Turn>, Symmetry) {
        let mut turns = Vec::with_capacity(self.length(metric));
        // The rotation of the cube after the turns so far, relative to its orientation after the runs.
        let mut rotation = Symmetry::IDENTITY;
        for run in &self.runs {
            let start = turns.len();
            // A run never turns the last layer. Where the turns do, they rotate the whole cube by the same amount.
            let mut whole_quarters = 0;
            for (layers, quarters) in metric.shortest_turns(run.turned) {
                let turn = |layers| Turn::new(run.axis, layers, quarters.into());
                turns.extend(turn(layers).map(|turn| turn.conjugate(rotation)));
                whole_quarters += if layers.contains(3) { i32::from(quarters) } else { 0 };
            }
            turns[start..].sort_unstable();
            rotation = Symmetry::rotation(run.axis.face(), whole_quarters).then(rotation);
        }
        (turns, rotation.inverse().then(self.rotation))
    }
}
