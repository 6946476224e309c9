//! Wrapping of text into lines.

use crate::wrap::lines;

/// Joins a text into one line without control characters.
pub(super) fn printable(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

/// Wraps a text into lines of at most `width` characters, unless a word is longer.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    lines(text.split(' '), " ", width)
}

/// Wraps a text at a separator, and lines that are still longer than `width` characters between words.
pub(super) fn wrap_at(separator: &str, text: &str, width: usize) -> Vec<String> {
    lines(text.split(separator), separator, width).iter().flat_map(|line| wrap(line, width)).collect()
}
