//! Requests: the options of each operation with their texts and defaults, and the rules between them.

#[cfg(feature = "clap")]
mod condition;
mod scramble;
mod solve;
mod time;

#[cfg(feature = "clap")]
pub use condition::{CONDITION, ConditionText};
pub use scramble::{ScrambleLimits, ScrambleQuestion, ScrambleRequest};
pub(crate) use solve::NO_BUDGET;
pub use solve::{FourMetric, SolveLimits, SolveQuestion, SolveRequest};
pub use time::parse_time;

/// Returns a parser that checks a text and keeps it.
#[cfg(feature = "clap")]
fn text_of<T, E: std::fmt::Display>(
    read: impl Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static {
    move |text| read(text).map(|_| text.to_string()).map_err(|error| error.to_string())
}
