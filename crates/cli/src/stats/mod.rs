//! `cubiform stats`: what a sample of analyzed scrambles says, alone or beside another one.

mod beside;
pub(crate) mod parts;
pub(crate) mod read;
pub(crate) mod show;

use std::io::Write as _;

use cubiform_stats::Sample;

use crate::args::{Stats, StatsFormat};
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &Stats) -> Result<(), Failure> {
    read::check_stdin("stats", args.files.iter().chain(&args.against).chain(&args.beside))?;
    // That it cannot be written is found before all is read.
    let mut output =
        Output::to(args.output.as_deref(), args.files.iter().chain(&args.against).chain(&args.beside))?;
    let mut samples = read::Samples::open(&args.files, &args.against, args.partial)?;
    let mut goals = beside::Goals::open(&samples, &args.files[0], &args.beside, args.partial)?;
    let mut sample = Sample::new(samples.stages().to_vec());
    while let Some(row) = samples.next()? {
        let values = sample.add(row.lengths);
        goals.follow(&row, values)?;
    }
    let mut parts = parts::of(&sample);
    let mut rows = vec![("scrambles", sample.rows())];
    if let Some(other) = samples.against()? {
        rows.push(("against", other.rows()));
        parts.push(parts::comparison(&sample, &other)?);
    }
    parts.extend(goals.finish(&sample)?);
    let heading = || show::heading(&rows, samples.skipped());
    let provenance = || {
        let mut told = samples.provenance()?;
        told.extend(goals.provenance()?);
        Ok::<_, Failure>(told)
    };
    let text = match args.format {
        StatsFormat::Table => show::table(heading(), &parts),
        StatsFormat::Markdown => show::markdown(heading(), &parts),
        StatsFormat::Csv => {
            show::csv(&["goal", "stage", "after", "colors", "moves"], &parts, Some(&provenance()?))
        }
        StatsFormat::Json => show::json(&rows, &parts, Some(provenance()?)),
    };
    output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish()
}
