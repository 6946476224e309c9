//! A chain of stages with their tables, and solutions put together from the ways through them.

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Runs, Turn};
use cubiform_tables::four::StageTable;

use super::beam::{Partial, Path};
use super::budget::Unsolved;
use super::run_merger::{LastRun, RunMerger};
use super::space::StageSpace;

/// Stages that are gone through one after the other.
pub(crate) struct Chain {
    pub(crate) metric: Metric,
    pub(crate) spaces: Vec<StageSpace>,
    pub(crate) run_merger: RunMerger,
    /// By index of the rotation.
    pub(crate) rotations: [Action; 24],
}

impl Chain {
    /// The stages of these tables, in order; if others come after them, with the turns that the next allows.
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

    /// A cube before the first stage, as it is seen after this rotation of cube and colours.
    pub(crate) fn start(&self, cube: &Cube4, seen: Symmetry) -> Result<Partial, Unsolved> {
        let (space, cube) = (&self.spaces[0], cube.conjugate(seen));
        let state = space.stage().state(&cube).ok_or(Unsolved::Table)?;
        let distance = space.table.distance(state).map_err(|_| Unsolved::Table)?;
        Ok(Partial {
            cube,
            state,
            distance,
            last_run: LastRun::NONE,
            length: 0,
            parent: 0,
            path: Path::of(&[]),
            rotation: seen,
        })
    }

    /// The turns on the way to a partial solution, by stage, each with the rotation after which its turns are named; the last
    /// of the beams is that from whose place `parent` it comes.
    pub(crate) fn legs(&self, beams: &[Vec<Partial>], parent: u32) -> (Vec<Vec<Turn>>, Symmetry) {
        let mut ends = Vec::new();
        let mut parent = parent as usize;
        for beam in beams.iter().rev() {
            ends.push(&beam[parent]);
            parent = beam[parent].parent as usize;
        }
        let (mut held, mut turns) = (Symmetry::IDENTITY, Vec::new());
        for (i, end) in ends.iter().rev().enumerate() {
            if i > 0 {
                turns.push(named(&end.path, &self.spaces[i - 1].turns, held));
            }
            held = held.then(end.rotation);
        }
        (turns, held)
    }
}

/// The turns of a way on a cube that was held so, as they are named on the cube before it was ever turned as a whole.
pub(crate) fn named(path: &Path, turns: &[Turn], held: Symmetry) -> Vec<Turn> {
    let back = held.inverse();
    path.moves().iter().map(|m| turns[usize::from(*m)].conjugate(back)).collect()
}

/// The turns of stages with those about one axis put together, as few as the metric allows.
pub(crate) fn merged(metric: Metric, stages: &[Vec<Turn>]) -> Vec<Vec<Turn>> {
    let (mut runs, mut ends) = (Runs::default(), Vec::<usize>::new());
    for turns in stages {
        for turn in turns {
            runs.push(*turn);
            // What a later stage has undone is none of an earlier one's.
            ends.iter_mut().for_each(|end| *end = (*end).min(runs.runs().len()));
        }
        ends.push(runs.runs().len());
    }
    let (turns, _) = runs.write(metric);
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
    fn turns_about_one_axis_are_merged_across_stages() {
        let merge = |metric, stages: [&str; 3]| {
            let stages = stages.map(|text| parse(text, Default::default()).unwrap());
            let merged = merged(metric, &stages);
            assert!(Cube4::from_turns(&stages.concat()).is_same_turned(&Cube4::from_turns(&merged.concat())));
            merged.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(merge(Metric::Slice, ["F R", "R2 U", "U F2"]), [2, 1, 1]);
        // R and 2R are one turn of a block; what a later stage undoes vanishes, with all that was between.
        assert_eq!(merge(Metric::Block, ["F R", "2R U2", "F2"]), [2, 1, 1]);
        assert_eq!(merge(Metric::Slice, ["F R", "U", "U' R' D"]), [1, 0, 1]);
        assert_eq!(merge(Metric::OuterBlock, ["2R", "", "R2"]), [2, 0, 0]);
    }
}
