//! The arguments of `cubiform tables`.

use clap::{Args, Subcommand};

use crate::args::{ListFormat, Machine};
use crate::choice::{Chosen, tables};

const TABLES_EXAMPLES: &str = "\
`cubiform analyze` builds the tables that it needs and lacks, once. These commands are for doing
so ahead of time, for looking after them, and for reclaiming the space.

Examples:
  cubiform tables build
  cubiform tables verify cross-slot
  cubiform tables build 444-slice
  cubiform tables list --format json
  cubiform tables clean --dry-run";

/// Arguments of `cubiform tables`.
#[derive(Args, Debug)]
#[command(after_help = TABLES_EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Tables {
    #[command(subcommand)]
    pub(crate) action: Action,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Show which tables there are, how large they are, and which are built and verified
    List {
        /// How to print it
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Build tables; those that are there and whole are kept
    Build {
        /// Tables by name; small: those that analyze builds by itself, under 500 MB; 444-slice, 444-block or
        /// 444-outer: those of the 4x4x4 in a metric, 890 MB or 93; or all: gigabytes
        #[arg(value_name = "NAME", value_parser = tables, default_value = "small")]
        names: Vec<Chosen>,
        /// Build them anew even if they look whole
        #[arg(long)]
        force: bool,
    },
    /// Compare tables with a fresh fill, entry by entry: all that are built, unless named
    Verify {
        /// Tables by name, or several as for build
        #[arg(value_name = "NAME", value_parser = tables)]
        names: Vec<Chosen>,
    },
    /// Remove tables; they can be built again at any time
    Remove {
        /// Tables by name, or several as for build
        #[arg(value_name = "NAME", value_parser = tables, required_unless_present = "all")]
        names: Vec<Chosen>,
        /// All of them
        #[arg(long, conflicts_with = "names")]
        all: bool,
    },
    /// Remove files that nobody needs: what killed builds left, and tables of earlier versions of cubiform
    Clean {
        /// Only say what would be removed
        #[arg(long)]
        dry_run: bool,
    },
}
