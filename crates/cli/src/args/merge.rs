//! The arguments of `cubiform merge`.

use std::path::PathBuf;

use clap::Args;

use crate::args::LONG_HELP_HINT;

/// Arguments of `cubiform merge`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/merge.txt").trim_ascii_end())]
pub(crate) struct Merge {
    /// Output folder: new, empty, or from an interrupted merge
    #[arg(value_name = "OUT_DIR")]
    pub(crate) out: PathBuf,

    /// Folders of all shards of a run, in any order
    #[arg(value_name = "SHARD_DIR", required = true)]
    pub(crate) shards: Vec<PathBuf>,

    /// Maximum number of rows per part
    #[arg(long, value_name = "N", default_value = "1000000", hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) part_rows: u64,
}
