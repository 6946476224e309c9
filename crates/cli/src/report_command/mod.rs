//! `cubiform report`: a page with figures and tables of what many analyzed scrambles come to, and the figures as files.

mod examples;
mod figures;
mod folder;
mod page;

use std::path::{Path, PathBuf};

use cubiform_stats::{Lengths, Sample, Subset};

use self::examples::OfStage;
use self::figures::Named;
use self::folder::Folder;
use self::page::Page;
use crate::args::Report;
use crate::error::{Failure, say};
use crate::format::shortened;
use crate::output::check_folder;
use crate::stats::labels::Labels;
use crate::stats::{parts, read, show};
use crate::wca;

/// The page's file.
const PAGE: &str = "index.html";

/// Runs the command.
pub(crate) fn run(args: &Report) -> Result<(), Failure> {
    read::check_stdin("report", args.files.iter().chain(&args.against))?;
    // That it cannot be written is found before all is read.
    let own: Vec<String> = figures::NAMES.into_iter().map(svg).chain([PAGE.to_string()]).collect();
    check_folder(&args.out, args.files.iter().chain(&args.against))?;
    let mut folder = Folder::new(&args.out, &own, PAGE, page::MARK)?;

    let mut samples = read::Samples::open(&args.files, &args.against, args.partial)?;
    let (sample, examples) = sample_with_examples(&mut samples)?;
    let against = samples.against(&Subset::COMMON)?;
    let provenance = samples.provenance()?;
    let mut parts = parts::of(&sample);
    let labels = Labels::of(sample.stages().iter().map(Lengths::name));
    if let Some(against) = &against {
        // Before the counts of each length, which come last.
        let last = parts.len() - 1;
        parts.insert(last, parts::comparison(&sample, against)?);
    }
    let name = name(args.name.as_deref(), &args.files);
    let against_name = self::name(args.against_name.as_deref(), &args.against);
    let sample = Named { name: &name, sample: &sample };
    let against = against.as_ref().map(|sample| Named { name: &against_name, sample });
    let gallery = figures::all(&sample, against.as_ref());

    let mut names = Vec::new();
    for figure in &gallery.figures {
        names.push(svg(figure.name));
        folder.write(&svg(figure.name), &figure.file())?;
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
        gallery: &gallery,
        parts: &parts,
        labels: &labels,
        examples: &examples,
        provenance: &show::flattened(&provenance),
    };
    names.push(PAGE.to_string());
    folder.write(PAGE, &page.html())?;
    folder.finish(&names, &own)?;
    let (page, count) = (args.out.join(PAGE), gallery.figures.len());
    say(format_args!("wrote {} and {count} figure{}", page.display(), if count == 1 { "" } else { "s" }));
    Ok(())
}

/// The file of a figure.
fn svg(name: &str) -> String {
    format!("{name}.svg")
}

/// The first sample, and some scrambles of it.
fn sample_with_examples(samples: &mut read::Samples) -> Result<(Sample, Vec<OfStage>), Failure> {
    let mut sample = Sample::new(samples.stages().to_vec());
    let mut examples: Vec<OfStage> = samples.stages().iter().map(OfStage::new).collect();
    while let Some(row) = samples.next()? {
        sample.add(row.lengths);
        examples::add(&mut examples, &row);
    }
    Ok((sample, examples))
}

/// What a sample is called: as asked, or as its first file is.
fn name(asked: Option<&str>, files: &[PathBuf]) -> String {
    let of_file = || {
        let stem =
            files.first().and_then(|file| file.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|stem| stem != "-").unwrap_or_else(|| "sample".into())
    };
    shortened(&asked.map_or_else(of_file, str::to_string), 30)
}

/// A file as it was named in the arguments.
fn shown(file: &Path) -> String {
    shortened(&file.to_string_lossy(), 200)
}
