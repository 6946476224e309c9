//! Sequences of turns put together: runs of turns about one axis, whatever rotations stood between them.
//!
//! Turning the whole cube in the middle of a sequence only renames what follows. So each turn is named as if nothing
//! had ever turned the corner DBL: a turn of a layer with that corner is a turn of the other layers the other way
//! round, and a rotation, which is passed on to the end. Then turns about one axis that follow one another are one
//! run, and runs that come to nothing vanish.

use crate::face::Axis;
use crate::four::metric::Metric;
use crate::four::turn::Turn;
use crate::symmetry::Symmetry;

/// Turns about one axis, put together: how many quarters each layer turns, at least one of them by some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The axis.
    pub axis: Axis,
    /// Quarter turns of each layer, 0 to 3, numbered and counted as in [`Turn`]; the last is 0.
    pub turned: [u8; 4],
}

/// A sequence of turns as runs, no two in a row about one axis, and a rotation of the whole cube at the end.
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
    /// The runs of a sequence of turns, which together do what these do.
    ///
    /// ```
    /// use cubiform_cube::four::{Metric, Runs, notation};
    ///
    /// let turns = notation::parse("R y F' Rw L Rw'", Default::default())?;
    /// let runs = Runs::of(&turns);
    /// // After y, F' is where R was: the two undo each other. Rw and Rw' do, around L, as well.
    /// assert_eq!(Metric::ALL.map(|metric| runs.length(metric)), [1, 1, 1]);
    /// # Ok::<(), cubiform_cube::notation::ParseError>(())
    /// ```
    pub fn of(turns: &[Turn]) -> Runs {
        let mut runs = Runs::default();
        turns.iter().for_each(|turn| runs.push(*turn));
        runs
    }

    /// Adds a turn at the end.
    pub fn push(&mut self, turn: Turn) {
        // As seen before all rotations so far.
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

    /// The runs, in the order in which they are done.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The rotation of the whole cube that comes after the runs.
    pub const fn rotation(&self) -> Symmetry {
        self.rotation
    }

    /// The fewest turns that do all runs one after the other; rotations are not counted.
    pub fn length(&self, metric: Metric) -> usize {
        self.runs.iter().map(|run| metric.length(run.turned)).sum()
    }

    /// These runs in as few turns as the metric allows, none of them a rotation, and the rotation that is left to do
    /// after them.
    ///
    /// Doing a run may turn the whole cube about its axis besides; what follows is named accordingly. In
    /// [`Metric::OuterBlock`] that is text as the WCA writes it.
    ///
    /// ```
    /// use cubiform_cube::four::{Metric, Runs, notation};
    ///
    /// let runs = Runs::of(&notation::parse("2R U 2-3Rw2", Default::default())?);
    /// for (metric, text) in [
    ///     (Metric::Slice, "2R U R2 L2"),
    ///     (Metric::Block, "2R U 2-3Rw2"),
    ///     (Metric::OuterBlock, "R' Rw U R2 L2"),
    /// ] {
    ///     let (turns, rotation) = runs.write(metric);
    ///     assert_eq!(notation::format(&turns), text);
    ///     assert_eq!(turns.len(), runs.length(metric));
    /// }
    /// # Ok::<(), cubiform_cube::notation::ParseError>(())
    /// ```
    pub fn write(&self, metric: Metric) -> (Vec<Turn>, Symmetry) {
        let mut turns = Vec::with_capacity(self.length(metric));
        // How what is written leaves the cube turned against the runs.
        let mut turned = Symmetry::IDENTITY;
        for run in &self.runs {
            let start = turns.len();
            // The last layer ought to stay; where it is turned, the whole cube is.
            let mut whole = 0;
            for (layers, quarters) in metric.shortest_turns(run.turned) {
                let turn = |layers| Turn::new(run.axis, layers, quarters.into());
                turns.extend(turn(layers).map(|turn| turn.conjugate(turned)));
                whole += if layers.contains(3) { i32::from(quarters) } else { 0 };
            }
            turns[start..].sort_unstable();
            turned = Symmetry::rotation(run.axis.face(), whole).then(turned);
        }
        (turns, turned.inverse().then(self.rotation))
    }
}
