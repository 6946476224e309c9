//! Folders of parts: the rows of a run in several files, and a manifest that lists them, so that a killed run resumes
//! without loss.

mod blocks;
mod division;
mod folder;
mod host;
mod manifest;
mod merge;
mod part_writer;
mod parts_writer;
mod repair;
mod row_sink;
mod shards;
mod skipped;

use std::io;
use std::path::Path;

use crate::Error;
use crate::run::Run;

pub use blocks::{Block, BlockFolder, BlockPart};
pub use division::Division;
pub use host::{Event, Host, SilentHost};
pub use manifest::{
    Manifest, MergedShard, NAME as MANIFEST_NAME, Part, PartPosition, Provenance, describe_file,
};
pub use merge::{OpenPart, PartReader, merge};
pub use part_writer::NewRowWriter;
pub use parts_writer::PartsWriter;
pub use row_sink::RowSink;
pub use shards::Shards;
pub use skipped::{SkippedLine, SkippedLines};

/// The settings for writing a folder of parts.
pub struct PartsOptions<'a, R> {
    /// The settings of the run.
    pub run: Run,
    /// Whether to resume an earlier run in the folder.
    pub resume: bool,
    /// The merged shards, if this is a merge.
    pub merged_from: Option<Vec<MergedShard>>,
    /// The maximum number of rows of a part.
    pub part_rows: u64,
    /// Creates the writer of the rows of each part.
    pub rows: NewRowWriter<'a, R>,
    /// The front end.
    pub host: &'a dyn Host,
}

/// Creates the error of a write to the file at `path`.
fn write_error(path: &Path, error: &io::Error) -> Error {
    Error::message(format!("cannot write to {}: {error}", path.display()))
}
