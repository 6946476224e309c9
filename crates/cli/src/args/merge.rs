//! The arguments of `cubiform merge`.

use std::path::PathBuf;

use clap::Args;

use crate::args::LONG_HELP_HINT;

/// The text after the options in long help (`--help`).
const MERGE_EXAMPLES: &str = "\
The folders are the outputs of `cubiform analyze --shard I/N --output DIR/`: all N shards of one run, each given once, \
complete, with the same options and the same scrambles. The merged folder has the rows of a run without --shard, in \
input order, and the list of skipped lines. Each part is checked against its hash before it is read. The shards are not \
modified.

To continue an interrupted merge, repeat the command.

Examples:
  cubiform analyze -i scrambles.csv -f parquet --shard 1/2 -o shard1/
  cubiform analyze -i scrambles.csv -f parquet --shard 2/2 -o shard2/
  cubiform merge lengths/ shard1/ shard2/";

/// Arguments of `cubiform merge`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = MERGE_EXAMPLES)]
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
