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

pub use blocks::{Block, BlockFolder, BlockPart};
pub use division::Division;
pub use host::{Event, Host, SilentHost};
pub use manifest::{
    Manifest, MergedShard, NAME as MANIFEST_NAME, Part, PartPosition, Provenance, describe_file,
};
pub use merge::{OpenPart, PartReader, merge};
pub use part_writer::NewRowWriter;
pub use parts_writer::{PartsOptions, PartsWriter};
pub use row_sink::RowSink;
pub use shards::Shards;
pub use skipped::{SkippedLine, SkippedLines};
