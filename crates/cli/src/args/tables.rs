//! The arguments of `cubiform tables`.

use clap::{Args, Subcommand};
use cubiform_answers::tables::selection::Selection;

use crate::args::{LONG_HELP_HINT, ListFormat, Machine};

/// Arguments of `cubiform tables`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/tables.txt").trim_ascii_end(), arg_required_else_help = true)]
pub(crate) struct Tables {
    #[command(subcommand)]
    pub(crate) action: Action,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// The subcommands of `cubiform tables`.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// List all tables: size, and whether each is built and verified
    List {
        /// Output format
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Build tables; complete tables are kept
    Build {
        /// Tables by name, or a group: small, full, 444-slice, 444-block, 444-outer, all
        ///
        /// small: the tables that analyze builds by itself (under 500 MB). full: several gigabytes more. 444-slice and 444-block (890 MB each) and 444-outer (93 MB) are for the 4x4x4, each for one metric.
        #[arg(value_name = "NAME", value_parser = Selection::read, default_value = "small")]
        names: Vec<Selection>,
        /// Rebuild tables even if they appear complete
        #[arg(long)]
        force: bool,
    },
    /// Recompute every entry of the named tables, or of all built tables, and compare
    Verify {
        /// Tables or groups, as for build
        #[arg(value_name = "NAME", value_parser = Selection::read)]
        names: Vec<Selection>,
    },
    /// Remove tables; they can be rebuilt at any time
    Remove {
        /// Tables or groups, as for build
        #[arg(value_name = "NAME", value_parser = Selection::read, required_unless_present = "all")]
        names: Vec<Selection>,
        /// Remove all tables
        #[arg(long, conflicts_with = "names")]
        all: bool,
    },
    /// Remove leftover files of killed builds, and tables of earlier versions
    Clean {
        /// List the files that would be removed, without removing them
        #[arg(long)]
        dry_run: bool,
    },
}
