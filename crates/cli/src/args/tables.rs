//! The arguments of `cubiform tables`.

use clap::{Args, Subcommand};

use crate::arg_values::{TableSelection, parse_tables};
use crate::args::{LONG_HELP_HINT, ListFormat, Machine};

const TABLES_EXAMPLES: &str = "\
Commands build the small tables they need when these are missing. These subcommands build tables ahead of time, check \
them, and free the space.

Examples:
  cubiform tables build
  cubiform tables verify cross-slot
  cubiform tables build 444-slice
  cubiform tables list --format json
  cubiform tables clean --dry-run";

/// Arguments of `cubiform tables`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = TABLES_EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Tables {
    #[command(subcommand)]
    pub(crate) action: Action,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// List all tables: size, and whether each is built and verified
    List {
        /// Output format
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Build tables; complete ones are kept
    Build {
        /// Tables by name, or a group: small, full, 444-slice, 444-block, 444-outer, all
        ///
        /// small are the tables that analyze builds by itself (under 500 MB), full several gigabytes more. 444-slice and 444-block (890 MB each) and 444-outer (93 MB) solve the 4x4x4, each in its own metric.
        #[arg(value_name = "NAME", value_parser = parse_tables, default_value = "small")]
        names: Vec<TableSelection>,
        /// Rebuild tables even if they appear complete
        #[arg(long)]
        force: bool,
    },
    /// Recompute every entry and compare: the named tables, or all that are built
    Verify {
        /// Tables or groups, as for build
        #[arg(value_name = "NAME", value_parser = parse_tables)]
        names: Vec<TableSelection>,
    },
    /// Remove tables; they can be rebuilt at any time
    Remove {
        /// Tables or groups, as for build
        #[arg(value_name = "NAME", value_parser = parse_tables, required_unless_present = "all")]
        names: Vec<TableSelection>,
        /// Remove all tables
        #[arg(long, conflicts_with = "names")]
        all: bool,
    },
    /// Remove leftovers of killed builds, and tables of earlier versions
    Clean {
        /// Print what would be removed, and remove nothing
        #[arg(long)]
        dry_run: bool,
    },
}
