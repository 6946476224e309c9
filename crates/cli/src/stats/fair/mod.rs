//! `cubiform stats --fair`: whether the scrambles may be uniformly random states.

mod repeats;
mod results;
mod tables;
mod text;

use cubiform_stats::fairness::{FairnessSample, MIN_SCRAMBLES, Repeats, SETS, Settings, assess};

use self::results::{FairnessResults, Group};
use crate::args::{Stats, StatsFormat};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::stats::document::Document;
use crate::stats::group::{GroupColumns, Groups};
use crate::stats::labels::Labels;
use crate::stats::read::{self, Analysis, ReadOptions};
use crate::stats::show;

/// The stage to which files of scrambles are analysed. Its distribution is known for all sets of colours.
const STAGES: &str = "cross";

/// Runs the command.
pub(super) fn run(args: &Stats) -> Result<(), Failure> {
    read::check_stdin("stats", args.files.iter())?;
    if args.format == StatsFormat::Parquet {
        let message = "--fair cannot be written as Parquet; use --format csv or jsonl";
        return Err(Failure::usage("stats", message));
    }
    let output = Output::to(args.output.as_deref(), args.files.iter())?;
    let options = ReadOptions { partial: args.partial, stages: Some(STAGES) };
    let mut samples = Analysis::open(&args.files, options)?;
    let groupings = match &args.by {
        Some(by) => vec![by.clone()],
        None => GroupColumns::event_and_year(samples.columns()),
    };
    groupings.iter().try_for_each(|by| samples.group_by(by.clone()))?;
    let sets = args.sets.as_ref().map_or(&SETS[..], |sets| &sets.0);
    let mut whole = FairnessSample::new(samples.stages(), sets);
    if !whole.has_tests() {
        return Err(Failure::Message(
            "no stage can be tested: the exact distribution is known for stages such as the cross and the xcross, and the \
             symmetry is tested for stages with all six colours\n  analyse the scrambles with: cubiform analyze -i SCRAMBLES \
             --stages cross --format csv"
                .into(),
        ));
    }
    let mut groups: Vec<Groups<FairnessSample>> =
        groupings.into_iter().map(|by| Groups::new(by, whole.clone())).collect();
    let mut repeats = Repeats::default();
    while let Some(row) = samples.next()? {
        repeats.add(&row.id, repeats::state(row).as_ref());
        let lengths = row.lengths.to_vec();
        whole.add(&lengths);
        for (groups, group) in groups.iter_mut().zip(&samples.groups) {
            groups.sample(group)?.add(&lengths);
        }
    }
    if whole.rows() < MIN_SCRAMBLES {
        return Err(Failure::Message(format!(
            "{} are too few for these tests; at least {MIN_SCRAMBLES} are needed",
            cubiform_answers::format::scrambles(whole.rows())
        )));
    }
    let results = test(whole, groups, repeats, args)?;
    let labels = Labels::new(samples.stages().iter().map(|(stage, _)| &stage[..]));
    let rows = [("scrambles", results.scrambles())];
    if args.format == StatsFormat::Table {
        let text = text::all(&results, &labels, samples.skipped(), args.details);
        return output.finish_with(text.as_bytes());
    }
    let row = (!results.repeats.first().is_empty()).then_some("row");
    let document = Document {
        heading: show::heading(&rows, samples.skipped()),
        counts: &rows,
        keys: ["by", "group", "stage", "colors"].into_iter().chain(row).collect(),
        parts: &tables::all(&results, &labels),
        labels: &labels,
    };
    output.finish_with(&document.render(args.format, || samples.provenance().map(Some))?)
}

/// Tests the whole sample and the groups that have enough scrambles. A grouping with a single group is left out: its
/// tests would be those of the whole sample.
fn test(
    whole: FairnessSample,
    groups: Vec<Groups<FairnessSample>>,
    repeats: Repeats,
    args: &Stats,
) -> Result<FairnessResults, Failure> {
    let mut names = vec![Group { by: String::new(), name: String::new(), scrambles: whole.rows() }];
    let mut small = Vec::new();
    let mut samples = vec![whole];
    for groups in groups {
        if args.by.is_none() && groups.is_without_values() {
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
    let settings = Settings { permutations: args.permutations, seed: args.seed };
    let assessment = assess(&samples, &settings, &interrupt::REQUESTED);
    interrupt::or(Ok(()))?;
    let assessment = assessment.expect("tests that are not cancelled have results");
    Ok(FairnessResults { groups: names, small, repeats, assessment, seed: args.seed })
}
