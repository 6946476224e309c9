//! The arguments of `cubiform insert`.

use clap::Args;
use cubiform_answers::request::InsertRequest;

use crate::args::{LONG_HELP_HINT, ListFormat};

/// Arguments of `cubiform insert`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/insert.txt").trim_ascii_end())]
pub(crate) struct Insert {
    #[command(flatten)]
    pub(crate) request: InsertRequest,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}
