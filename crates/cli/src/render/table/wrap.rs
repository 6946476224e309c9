//! Text cut into lines.

/// One line without what could steer a terminal.
pub(super) fn printable(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

/// Lines of at most `width` characters, cut between words where that is possible.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    wrap_at(" ", text, width)
}

/// Lines of at most `width` characters, cut at a separator, or else between words, where that is possible.
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
