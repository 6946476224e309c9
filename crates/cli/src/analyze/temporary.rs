//! The temporary analysis of a file of scrambles, for commands that read analyses.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;
use tempfile::TempDir;

use crate::args::{Cli, Command};
use crate::error::{Failure, say};

/// An analysis in a temporary folder, which is removed when the value is dropped.
pub(crate) struct TemporaryAnalysis {
    /// The path of the analysis, a Parquet file.
    pub(crate) path: PathBuf,
    _folder: TempDir,
}

/// Analyses the scrambles of a file as `cubiform analyze -i FILE` does: all colours, and these stages of the default goal,
/// or all.
pub(crate) fn analyze_file(file: &Path, stages: Option<&str>) -> Result<TemporaryAnalysis, Failure> {
    let folder = TempDir::with_prefix("cubiform-")
        .map_err(|e| Failure::Message(format!("cannot create a temporary folder: {e}")))?;
    let path = folder.path().join("analysis.parquet");
    let option = |name: &str, path: &Path| {
        let mut option = OsString::from(name);
        option.push(path);
        option
    };
    let arguments = ["cubiform", "analyze", "--format=parquet"].map(OsString::from);
    let arguments = arguments.into_iter().chain([option("--input=", file), option("--output=", &path)]);
    let arguments = arguments.chain(stages.map(|stages| format!("--stages={stages}").into()));
    let cli = Cli::try_parse_from(arguments).map_err(|e| Failure::Message(e.to_string()))?;
    let Command::Analyze(mut arguments) = cli.command else { unreachable!("the arguments name analyze") };
    let shown = stages.unwrap_or("all stages");
    say(format_args!("analysing the scrambles in {}: {shown}, all colours", file.display()));
    arguments.quiet = true;
    super::run(&arguments)?;
    Ok(TemporaryAnalysis { path, _folder: folder })
}
