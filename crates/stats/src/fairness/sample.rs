//! What the tests need of a list of scrambles: the counts of its lengths, and its repeated states.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use cubiform_cube::{Color, Cube, Face, Symmetry};
use xxhash_rust::xxh3::xxh3_64;

use super::symmetry_test::LengthRow;
use crate::Subset;
use crate::distribution::{self, known, stage_named};

/// The maximum number of states kept. A larger list is thinned out to one half, one quarter and so on, chosen by the
/// hash of the state.
const MAX_STATES: usize = 1 << 21;

/// The maximum number of repeats kept.
const MAX_REPEATS: usize = 100;

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

/// A scramble whose state stands earlier in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The id of the scramble.
    pub id: String,
    /// The number of its row, counted from 1.
    pub row: u64,
    /// The number of the first row with the same state.
    pub earlier: u64,
}

/// The states that stand in a list more than once. The tests assume independent scrambles, among which a state practically
/// never occurs twice.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    /// Maps the hash of each state to its first row.
    states: HashMap<u64, u64>,
    /// The bits that are zero in the hashes of all states kept.
    mask: u64,
    /// The number of rows.
    pub rows: u64,
    /// The number of rows with a known state.
    pub known: u64,
    /// The number of repeated states found. Not all are found in a list of more than two million.
    pub count: u64,
    /// The first repeats, at most a hundred.
    pub first: Vec<Repeat>,
}

impl Repeats {
    /// Adds a row of the list, with its state if it is known.
    pub fn add(&mut self, id: &str, state: Option<&Cube>) {
        self.rows += 1;
        let Some(state) = state else { return };
        self.known += 1;
        let hash = xxh3_64(&[&state.corners()[..], &state.edges()[..]].concat());
        if hash & self.mask != 0 {
            return;
        }
        match self.states.entry(hash) {
            Entry::Vacant(place) => drop(place.insert(self.rows)),
            Entry::Occupied(earlier) => {
                self.count += 1;
                if self.first.len() < MAX_REPEATS {
                    self.first.push(Repeat { id: id.into(), row: self.rows, earlier: *earlier.get() });
                }
            }
        }
        while self.states.len() > MAX_STATES {
            self.mask = self.mask << 1 | 1;
            let mask = self.mask;
            self.states.retain(|hash, _| hash & mask == 0);
        }
    }

    /// Returns whether repeated states may have been missed, because the list is long.
    pub fn is_thinned(&self) -> bool {
        self.mask > 0
    }
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
