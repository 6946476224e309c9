//! Wrapping of text into lines.

/// Joins a text into one line without control characters.
pub(super) fn printable(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

/// Wraps a text into lines of at most `width` characters, unless a word is longer.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    wrap_at(" ", text, width)
}

/// Wraps a text at a separator, and lines that are still longer than `width` characters between words.
pub(super) fn wrap_at(separator: &str, text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in text.split(separator) {
        let line = lines.last_mut().expect("there is a line");
        let taken = line.chars().count() + separator.chars().count();
        if line.is_empty() {
            line.push_str(part);
        } else if taken + part.chars().count() <= width {
            line.push_str(separator);
            line.push_str(part);
        } else {
            lines.push(part.into());
        }
    }
    match separator {
        " " => lines,
        _ => lines.iter().flat_map(|line| wrap(line, width)).collect(),
    }
}
