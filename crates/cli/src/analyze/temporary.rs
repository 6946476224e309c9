//! The analysis of a file of scrambles for a command that reads analyses: a temporary file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;
use cubiform_cube::goal::Variant;
use tempfile::TempDir;

use crate::args::{Cli, Command};
use crate::failure::{Failure, say};
use crate::loading;
use crate::paths::Folder;

/// An analysis that is removed when it is dropped.
pub(crate) struct TemporaryAnalysis {
    /// The file, in Parquet.
    pub(crate) path: PathBuf,
    _folder: TempDir,
}

/// Analyzes the scrambles of a file as `cubiform analyze -i FILE` does: the stages of the CFOP goal for all colours. The
/// last one, which takes seconds for each scramble without the larger tables, is left out where they are not built.
pub(crate) fn analyze_file(file: &Path) -> Result<TemporaryAnalysis, Failure> {
    let folder = TempDir::with_prefix("cubiform-")
        .map_err(|e| Failure::Message(format!("cannot create a temporary folder: {e}")))?;
    let path = folder.path().join("analysis.parquet");
    let option = |name: &str, path: &Path| {
        let mut option = OsString::from(name);
        option.push(path);
        option
    };
    let (goal, tables) = (Variant::std(), Folder::find(None)?);
    let last = goal.stages.len() - 1;
    let (stages, shown) = match loading::has_larger_tables(&goal, &[last], &tables) {
        true => ("--stages=all", "all stages"),
        false => ("--stages=..xxxcross", "cross to xxxcross"),
    };
    let arguments = ["cubiform", "analyze", "--format=parquet", stages].map(OsString::from);
    let arguments = arguments.into_iter().chain([option("--input=", file), option("--output=", &path)]);
    let cli = Cli::try_parse_from(arguments).map_err(|e| Failure::Message(e.to_string()))?;
    let Command::Analyze(arguments) = cli.command else { unreachable!("the arguments name analyze") };
    say(format_args!("analyzing the scrambles in {}: {shown}, all colours", file.display()));
    super::run(&arguments)?;
    Ok(TemporaryAnalysis { path, _folder: folder })
}
