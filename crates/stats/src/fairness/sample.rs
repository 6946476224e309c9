//! The counts of a sample that its tests need.

use std::collections::HashMap;

use cubiform_cube::{Color, Face, Symmetry};

use super::symmetry_test::LengthRow;
use crate::Subset;
use crate::distribution::{self, known};
use crate::stage_name::stage_named;

/// A sample of scrambles whose fairness is tested.
///
/// Scrambles are added one by one. The sample keeps the number of scrambles with each length, by stage and set of
/// colours, and the number with each combination of the lengths of the six colours.
#[derive(Clone, Debug)]
pub struct FairnessSample {
    pub(super) stages: Vec<StageCounts>,
    rows: u64,
}

/// The counts of a stage.
#[derive(Clone, Debug)]
pub(super) struct StageCounts {
    pub(super) name: String,
    /// The column of each colour of [`Color::COLUMNS`] among those of the stage.
    columns: [Option<usize>; 6],
    /// The number of columns.
    width: usize,
    /// The sets with an exact distribution, with the number of scrambles of each length.
    pub(super) sets: Vec<(Subset, distribution::StateCounts, Vec<u64>)>,
    /// The number of scrambles with each row of lengths, if the symmetry of the stage can be tested.
    pub(super) rows: Option<HashMap<LengthRow, u64>>,
}

impl FairnessSample {
    /// Creates an empty sample of these stages, each with the colours for which lengths will be added. The
    /// distributions of `sets` are tested where they are [known].
    pub fn new(stages: &[(String, Vec<Color>)], sets: &[Subset]) -> FairnessSample {
        let of_stage = |(name, colors): &(String, Vec<Color>)| StageCounts::new(name, colors, sets);
        FairnessSample { stages: stages.iter().map(of_stage).collect(), rows: 0 }
    }

    /// Returns whether there is anything to test: a stage with a known distribution, or with all six colours.
    pub fn has_tests(&self) -> bool {
        self.stages.iter().any(|stage| !stage.sets.is_empty() || stage.rows.is_some())
    }

    /// Returns the number of scrambles.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds a scramble, given its lengths by stage and within a stage by colour.
    ///
    /// # Panics
    /// If the number of lengths differs from the number of colours of all stages.
    pub fn add(&mut self, lengths: &[u8]) {
        let mut rest = lengths;
        for stage in &mut self.stages {
            let (own, after) = rest.split_at(stage.width);
            stage.add(own);
            rest = after;
        }
        assert!(rest.is_empty(), "{} excess lengths", rest.len());
        self.rows += 1;
    }
}

impl StageCounts {
    fn new(name: &str, colors: &[Color], sets: &[Subset]) -> StageCounts {
        let columns = Color::COLUMNS.map(|color| colors.iter().position(|other| *other == color));
        let has = |set: &Subset| set.columns().all(|i| columns[i].is_some());
        let exact = |set: Subset| Some((set, known(name, set)?, Vec::new()));
        let is_testable = columns.iter().all(Option::is_some) && is_symmetric(name);
        StageCounts {
            name: name.into(),
            columns,
            width: colors.len(),
            sets: sets.iter().copied().filter(has).filter_map(exact).collect(),
            rows: is_testable.then(HashMap::new),
        }
    }

    fn add(&mut self, lengths: &[u8]) {
        for (set, _, counts) in &mut self.sets {
            let least = set.columns().filter_map(|i| self.columns[i]).map(|place| lengths[place]).min();
            let least = usize::from(least.expect("a set has a colour"));
            counts.resize(counts.len().max(least + 1), 0);
            counts[least] += 1;
        }
        if let Some(rows) = &mut self.rows {
            let row = self.columns.map(|place| place.map_or(0, |place| lengths[place]));
            *rows.entry(row).or_default() += 1;
        }
    }
}

/// Returns whether a stage is the same from every side, also in a mirror, so that a symmetry of the cube permutes its
/// lengths.
fn is_symmetric(name: &str) -> bool {
    let Some(stage) = stage_named(name) else { return false };
    let keeps_bottom = |s: &Symmetry| s.face(Face::D) == Face::D;
    Symmetry::all().filter(keeps_bottom).all(|s| {
        let has_image = |target: &cubiform_cube::goal::Target| {
            stage.choices.iter().any(|other| cubiform_cube::goal::implication::is_exact(target, other, s))
        };
        stage.choices.iter().all(has_image)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_stages_are_recognised() {
        for (name, expected) in [
            ("cross", true),
            ("xcross", true),
            ("xxxxcross", true),
            ("pseudo_cross", true),
            ("pseudo_xcross", true),
            ("xcross_pair", true),
            ("eo_cross", true),
            ("cross + FR", false),
            ("cross + any slot", true),
            ("2x2x3 DL", false),
            ("line F/B", false),
            ("of my own", false),
        ] {
            assert_eq!(is_symmetric(name), expected, "{name}");
        }
    }

    #[test]
    fn counts_are_of_minima_over_the_colours_of_a_set() {
        let [yellow, white, ..] = Color::COLUMNS;
        let stages =
            [("cross".to_string(), vec![white, yellow]), ("xxcross".into(), Color::COLUMNS.to_vec())];
        let mut sample = FairnessSample::new(&stages, &Subset::COMMON);
        sample.add(&[5, 6, 7, 7, 7, 7, 7, 8]);
        sample.add(&[5, 4, 7, 7, 7, 7, 7, 8]);
        let [cross, xxcross] = &sample.stages[..] else { panic!("two stages") };
        let counts: Vec<(String, &[u64])> =
            cross.sets.iter().map(|(s, _, c)| (s.to_string(), &c[..])).collect();
        assert_eq!(
            counts,
            [
                ("W".to_string(), &[0, 0, 0, 0, 0, 2][..]),
                ("Y".into(), &[0, 0, 0, 0, 1, 0, 1]),
                ("WY".into(), &[0, 0, 0, 0, 1, 1])
            ]
        );
        assert!(cross.rows.is_none() && xxcross.sets.is_empty());
        assert_eq!(xxcross.rows.as_ref().unwrap()[&[7, 7, 7, 7, 7, 8]], 2);
        assert_eq!((sample.rows(), sample.has_tests()), (2, true));
        assert!(!FairnessSample::new(&[("xxcross".into(), vec![white])], &Subset::COMMON).has_tests());
    }
}
