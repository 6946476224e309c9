//! The arguments of `cubiform attempt`.

use clap::Args;
use cubiform_answers::request::AttemptRequest;

use crate::args::{LONG_HELP_HINT, ListFormat};

/// Arguments of `cubiform attempt`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/attempt.txt").trim_ascii_end())]
pub(crate) struct Attempt {
    #[command(flatten)]
    pub(crate) request: AttemptRequest,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}
