//! `cubiform stats`: what a sample of analyzed scrambles says, alone or beside another one.

mod beside;
pub(crate) mod parts;
pub(crate) mod read;
pub(crate) mod show;

use std::io::Write as _;

use crate::args::{Stats, StatsFormat};
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &Stats) -> Result<(), Failure> {
    read::check_stdin("stats", args.files.iter().chain(&args.against).chain(&args.beside))?;
    // That it cannot be written is found before all is read.
    let mut output =
        Output::to(args.output.as_deref(), args.files.iter().chain(&args.against).chain(&args.beside))?;
    let (sample, beside) = match &args.beside[..] {
        [] => (read::sample(&args.files)?, None),
        others => beside::read(&args.files, others).map(|(sample, part)| (sample, Some(part)))?,
    };
    let mut parts = parts::of(&sample);
    let mut rows = vec![("scrambles", sample.rows())];
    if !args.against.is_empty() {
        let other = read::sample(&args.against)?;
        rows.push(("against", other.rows()));
        parts.push(parts::comparison(&sample, &other)?);
    }
    parts.extend(beside);
    let text = match args.format {
        StatsFormat::Table => show::table(show::heading(&rows), &parts),
        StatsFormat::Markdown => show::markdown(show::heading(&rows), &parts),
        StatsFormat::Csv => show::csv(&["stage", "after", "colors", "moves"], &parts),
        StatsFormat::Json => show::json(&rows, &parts),
    };
    output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish()
}
