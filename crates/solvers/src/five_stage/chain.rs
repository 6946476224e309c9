//! A chain of stages with their tables, and the solutions assembled from the paths through them.

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Runs, Turn};
use cubiform_tables::four::StageTable;

use super::beam::{Partial, Path};
use super::run_merger::{LastRun, RunMerger};
use super::stage_search::StageSpace;
use crate::solver::Unsolved;

/// Stages that are solved one after the other.
pub(crate) struct Chain {
    pub(crate) metric: Metric,
    pub(crate) spaces: Vec<StageSpace>,
    pub(crate) run_merger: RunMerger,
    /// The rotations of the whole cube, by index.
    pub(crate) rotations: [Action; 24],
}

impl Chain {
    /// Creates the chain of the stages of these tables, in order. `next` has the legal turns of a stage after the last
    /// one.
    pub(crate) fn new(metric: Metric, tables: Vec<StageTable>, next: Option<&[Turn]>) -> Chain {
        let stages: Vec<usize> = tables.iter().map(|table| table.stage().number()).collect();
        assert!(stages.iter().copied().eq(1..=tables.len()), "a table for each stage");
        let turns: Vec<&[Turn]> = tables.iter().map(|table| table.stage().turns()).chain(next).collect();
        Chain {
            metric,
            run_merger: RunMerger::new(metric, &turns),
            spaces: tables.into_iter().map(StageSpace::new).collect(),
            rotations: std::array::from_fn(|s| Action::rotation(Symmetry::from_index(s))),
        }
    }

    /// Returns the cube before the first stage, conjugated by a rotation.
    pub(crate) fn start(&self, cube: &Cube4, rotation: Symmetry) -> Result<Partial, Unsolved> {
        let (space, cube) = (&self.spaces[0], cube.conjugate(rotation));
        let state = space.stage.state(&cube).ok_or(Unsolved::Table)?;
        let distance = space.table.distance(state).map_err(|_| Unsolved::Table)?;
        Ok(Partial {
            cube,
            state,
            distance,
            last_run: LastRun::NONE,
            length: 0,
            parent: 0,
            path: Path::new(&[]),
            rotation,
        })
    }

    /// Returns the turns of each stage that lead to the partial solution at index `parent` of the last beam, named on
    /// the cube before any rotation, and the rotation of the whole cube after them.
    pub(crate) fn stage_turns(&self, beams: &[Vec<Partial>], parent: u32) -> (Vec<Vec<Turn>>, Symmetry) {
        let mut ends = Vec::new();
        let mut parent = parent as usize;
        for beam in beams.iter().rev() {
            ends.push(&beam[parent]);
            parent = beam[parent].parent as usize;
        }
        let (mut rotation, mut turns) = (Symmetry::IDENTITY, Vec::new());
        for (i, end) in ends.iter().rev().enumerate() {
            if i > 0 {
                turns.push(unrotated(&end.path, &self.spaces[i - 1].turns, rotation));
            }
            rotation = rotation.then(end.rotation);
        }
        (turns, rotation)
    }
}

/// Returns the turns of a path on a cube rotated by `rotation`, named on the unrotated cube.
pub(crate) fn unrotated(path: &Path, turns: &[Turn], rotation: Symmetry) -> Vec<Turn> {
    let back = rotation.inverse();
    path.moves().iter().map(|m| turns[usize::from(*m)].conjugate(back)).collect()
}

/// Returns the turns of each stage with runs about one axis merged, as few as the metric allows.
pub(crate) fn merged(metric: Metric, stages: &[Vec<Turn>]) -> Vec<Vec<Turn>> {
    let (mut runs, mut ends) = (Runs::default(), Vec::<usize>::new());
    for turns in stages {
        for turn in turns {
            runs.push(*turn);
            // Turns that a later stage undoes vanish from the earlier one.
            ends.iter_mut().for_each(|end| *end = (*end).min(runs.runs().len()));
        }
        ends.push(runs.runs().len());
    }
    let (turns, _) = runs.to_turns(metric);
    let lengths: Vec<usize> = runs.runs().iter().map(|run| metric.length(run.turned)).collect();
    let mut from = (0, 0);
    let part = |end: usize| {
        let to = from.1 + lengths[from.0..end].iter().sum::<usize>();
        let part = turns[from.1..to].to_vec();
        from = (end, to);
        part
    };
    ends.into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use cubiform_cube::four::notation::parse;

    use super::*;

    #[test]
    fn merged_joins_runs_about_one_axis_across_stages() {
        let merge = |metric, stages: [&str; 3]| {
            let stages = stages.map(|text| parse(text, Default::default()).unwrap());
            let merged = merged(metric, &stages);
            assert!(
                Cube4::from_turns(&stages.concat())
                    .equals_up_to_rotation(&Cube4::from_turns(&merged.concat()))
            );
            merged.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(merge(Metric::Slice, ["F R", "R2 U", "U F2"]), [2, 1, 1]);
        // R and 2R are one block turn; turns that a later stage undoes vanish, with all that was between.
        assert_eq!(merge(Metric::Block, ["F R", "2R U2", "F2"]), [2, 1, 1]);
        assert_eq!(merge(Metric::Slice, ["F R", "U", "U' R' D"]), [1, 0, 1]);
        assert_eq!(merge(Metric::OuterBlock, ["2R", "", "R2"]), [2, 0, 0]);
    }
}
