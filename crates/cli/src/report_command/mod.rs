//! `cubiform report`: a page with figures and tables that summarise analysed scrambles, and the figures as files.

mod examples;
mod figures;
mod folder;
mod page;

use std::path::{Path, PathBuf};

use cubiform_stats::{Lengths, Sample, Subset};

use self::examples::StageExamples;
use self::figures::NamedSample;
use self::folder::Folder;
use self::page::Page;
use crate::args::Report;
use crate::error::{Failure, say};
use crate::output::check_folder;
use crate::stats::labels::Labels;
use crate::stats::{parts, read, show};
use cubiform_answers::format::shortened;
use cubiform_answers::input::wca;

/// The file name of the page.
const PAGE: &str = "index.html";

/// Runs the command.
pub(crate) fn run(args: &Report) -> Result<(), Failure> {
    read::check_stdin("report", args.files.iter().chain(&args.against))?;
    // An output folder that cannot be written is reported before the input is read.
    let file_names: Vec<String> =
        figures::NAMES.into_iter().map(svg_name).chain([PAGE.to_string()]).collect();
    check_folder(&args.out, args.files.iter().chain(&args.against))?;
    let mut folder = Folder::new(&args.out, &file_names, PAGE, page::GENERATOR)?;

    let mut samples = read::Samples::open(&args.files, &args.against, read::ReadOptions::new(args.partial))?;
    let (sample, examples) = read_sample(&mut samples)?;
    let against = samples.against(&Subset::COMMON)?;
    let provenance = samples.provenance()?;
    let mut parts = parts::all(&sample);
    let labels = Labels::of(sample.stages().iter().map(Lengths::name));
    if let Some(against) = &against {
        // The histogram stays the last table.
        let last = parts.len() - 1;
        parts.insert(last, parts::comparison(&sample, against)?);
    }
    let name = sample_name(args.name.as_deref(), &args.files);
    let against_name = sample_name(args.against_name.as_deref(), &args.against);
    let sample = NamedSample { name: &name, sample: &sample };
    let against = against.as_ref().map(|sample| NamedSample { name: &against_name, sample });
    let figures = figures::draw_all(&sample, against.as_ref());

    let mut names = Vec::new();
    for figure in &figures.figures {
        names.push(svg_name(figure.name));
        folder.write(&svg_name(figure.name), &figure.file())?;
    }
    let page = Page {
        title: &args.title,
        sample: (&sample, &args.files),
        against: against.as_ref().map(|against| (against, &args.against[..])),
        skipped: samples.skipped(),
        credit: args
            .wca
            .as_ref()
            .map(|date| wca::attribution(date.as_deref()))
            .or_else(|| samples.credit().map(str::to_string)),
        figures: &figures,
        parts: &parts,
        labels: &labels,
        examples: &examples,
        provenance: &show::flatten(&provenance),
    };
    names.push(PAGE.to_string());
    folder.write(PAGE, &page.html())?;
    folder.finish(&names, &file_names)?;
    let (page, count) = (args.out.join(PAGE), figures.figures.len());
    say(format_args!("wrote {} and {count} figure{}", page.display(), if count == 1 { "" } else { "s" }));
    Ok(())
}

/// Returns the file name of a figure.
fn svg_name(name: &str) -> String {
    format!("{name}.svg")
}

/// Reads the first sample and collects example scrambles.
fn read_sample(samples: &mut read::Samples) -> Result<(Sample, Vec<StageExamples>), Failure> {
    let mut sample = Sample::new(samples.stages().to_vec());
    let mut examples: Vec<StageExamples> = samples.stages().iter().map(StageExamples::new).collect();
    while let Some(row) = samples.next()? {
        sample.add(row.lengths);
        examples::add(&mut examples, &row);
    }
    Ok((sample, examples))
}

/// Returns the given name of a sample, or the stem of its first file's name.
fn sample_name(given: Option<&str>, files: &[PathBuf]) -> String {
    let of_file = || {
        let stem =
            files.first().and_then(|file| file.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|stem| stem != "-").unwrap_or_else(|| "sample".into())
    };
    shortened(&given.map_or_else(of_file, str::to_string), 30)
}

/// Returns a file name from the arguments, shortened.
fn displayed_path(file: &Path) -> String {
    shortened(&file.to_string_lossy(), 200)
}
