//! The test whether scrambles may be uniformly random states.

mod repeats;
mod results;
mod tables;

use cubiform_stats::fairness::{FairnessSample, MIN_SCRAMBLES, Repeats, SETS, Settings, assess};
use cubiform_threads::CancelToken;

use super::StatsOptions;
use super::group::{GroupColumns, Groups};
use super::labels::Labels;
use super::read::Analysis;
use super::table::Document;
use crate::Error;
use crate::format::scrambles;

pub use repeats::MAX_ID;
pub use results::{FairnessResults, Group, test_name};

/// The stage to which files of scrambles are analysed. Its distribution is known for all sets of colours.
pub const STAGES: &str = "cross";

/// The code of a sample without stages that can be tested.
pub const NO_TESTS: &str = "no-tests";

impl FairnessResults {
    /// Reads a sample and tests it, with the groups of `options` or else those by event and by year.
    ///
    /// # Errors
    /// If the rows cannot be read, are too few, or no stage can be tested, or the work is cancelled.
    pub fn read(
        samples: &mut Analysis,
        options: &StatsOptions,
        settings: &Settings,
        cancel: &CancelToken,
    ) -> Result<FairnessResults, Error> {
        let groupings = match &options.by {
            Some(by) => vec![by.clone()],
            None => GroupColumns::event_and_year(samples.columns()),
        };
        groupings.iter().try_for_each(|by| samples.group_by(by.clone()))?;
        let mut whole = FairnessSample::new(samples.stages(), options.sets.as_deref().unwrap_or(&SETS));
        if !whole.has_tests() {
            return Err(Error::message(
                "no stage can be tested: the exact distribution is known for stages such as the cross and the xcross, and the \
                 symmetry is tested for stages with all six colours\n  analyse the scrambles with: cubiform analyze -i SCRAMBLES \
                 --stages cross --format csv",
            )
            .code(NO_TESTS));
        }
        let mut groups: Vec<Groups<FairnessSample>> =
            groupings.into_iter().map(|by| Groups::new(by, whole.clone())).collect();
        let mut repeats = Repeats::default();
        while let Some((row, of_row)) = samples.next_row()? {
            repeats.add(&row.id, repeats::state(row).as_ref());
            whole.add(&row.lengths);
            for (groups, group) in groups.iter_mut().zip(of_row) {
                groups.sample(group)?.add(&row.lengths);
            }
        }
        if whole.rows() < MIN_SCRAMBLES {
            return Err(Error::message(format!(
                "{} are too few for these tests; at least {MIN_SCRAMBLES} are needed",
                scrambles(whole.rows())
            )));
        }
        test(whole, groups, repeats, options, settings, cancel)
    }

    /// Returns the tables as a document.
    pub fn document(&self, labels: &Labels) -> Document {
        let row = (!self.repeats.first.is_empty()).then_some("row");
        Document {
            counts: vec![("scrambles", self.scrambles())],
            keys: ["by", "group", "stage", "colors"].into_iter().chain(row).collect(),
            parts: tables::all(self, labels),
        }
    }
}

/// Tests the whole sample and the groups that have enough scrambles. A grouping with a single group is left out: its
/// tests would be those of the whole sample.
fn test(
    whole: FairnessSample,
    groups: Vec<Groups<FairnessSample>>,
    repeats: Repeats,
    options: &StatsOptions,
    settings: &Settings,
    cancel: &CancelToken,
) -> Result<FairnessResults, Error> {
    let mut names = vec![Group { by: String::new(), name: String::new(), scrambles: whole.rows() }];
    let mut small = Vec::new();
    let mut samples = vec![whole];
    for groups in groups {
        if options.by.is_none() && groups.is_without_values() {
            continue;
        }
        let by = groups.name();
        let groups = groups.finish()?;
        if groups.len() < 2 {
            continue;
        }
        for (name, sample) in groups {
            let group = Group { by: by.clone(), name, scrambles: sample.rows() };
            if sample.rows() < MIN_SCRAMBLES {
                small.push(group);
            } else {
                names.push(group);
                samples.push(sample);
            }
        }
    }
    let assessment = assess(&samples, settings, cancel).ok_or_else(Error::cancelled)?;
    Ok(FairnessResults { groups: names, small, repeats, assessment, seed: settings.seed })
}
