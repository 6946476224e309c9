//! `cubiform stats --fair`: whether the scrambles may be uniformly random states.

mod repeats;
mod text;

use cubiform_answers::stats::StatsOptions;
use cubiform_answers::stats::fair::{FairnessResults, STAGES};
use cubiform_answers::stats::labels::Labels;
use cubiform_stats::fairness::Settings;

use crate::args::{Stats, StatsFormat};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::stats::read::{Files, FirstFile, failed};
use crate::stats::{document, show};

/// Runs the command.
pub(super) fn run(
    args: &Stats,
    options: &StatsOptions,
    settings: &Settings,
    first: FirstFile,
    output: Output,
) -> Result<(), Failure> {
    if args.format == StatsFormat::Parquet {
        let message = "--fair cannot be written as Parquet; use --format csv or jsonl";
        return Err(Failure::usage(message));
    }
    let files = Files { partial: args.partial, stages: Some(STAGES), first: first.once() };
    let mut samples = files.open(&args.files)?;
    let results = FairnessResults::read(&mut samples, options, settings, &interrupt::REQUESTED);
    let results = results.map_err(failed)?;
    let labels = Labels::of(&samples);
    if args.format == StatsFormat::Table {
        let text = text::all(&results, &labels, samples.skipped(), args.details);
        return output.finish_with(text.as_bytes());
    }
    let document = results.document(&labels);
    let heading = show::heading(&document.counts, samples.skipped());
    let provenance = || samples.provenance().map(Some).map_err(failed);
    output.finish_with(&document::render(&document, heading, &labels, args.format, provenance)?)
}
