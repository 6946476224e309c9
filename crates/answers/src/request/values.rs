//! Values of options as text.

/// Parses a number, or `all` as `usize::MAX`.
#[cfg(feature = "clap")]
pub(super) fn parse_count(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        text => text.parse().map_err(|_| "expected a number such as 3, or all".into()),
    }
}

/// Returns a parser that checks a text and keeps it.
#[cfg(feature = "clap")]
pub(super) fn text_of<T, E: std::fmt::Display>(
    read: impl Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static {
    move |text| read(text).map(|_| text.to_string()).map_err(|error| error.to_string())
}
