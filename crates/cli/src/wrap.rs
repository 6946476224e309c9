//! Line wrapping, also with a hanging indent.

/// Joins words, with a separator between them, to lines of at most `width` characters. A longer word is a line of its own.
pub(crate) fn lines<W: AsRef<str>>(
    words: impl IntoIterator<Item = W>,
    separator: &str,
    width: usize,
) -> Vec<String> {
    let length = |text: &str| text.chars().count();
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        let word = word.as_ref();
        match lines.last_mut() {
            Some(line) if length(line) + length(separator) + length(word) <= width => {
                *line += separator;
                *line += word;
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// Wraps `text`, which follows `indent` characters already on the line, at `limit` columns. Continuation lines are
/// indented by `indent` blanks. Returns the text unchanged if fewer than 20 columns are left after the indent.
pub(crate) fn hanging(text: &str, indent: usize, limit: usize) -> String {
    const MIN_WIDTH: usize = 20;
    if indent.saturating_add(MIN_WIDTH) > limit || indent + text.chars().count() <= limit {
        return text.to_string();
    }
    lines(text.split(' '), " ", limit - indent).join(&format!("\n{}", " ".repeat(indent)))
}

/// Wraps a paragraph at `limit` columns.
pub(crate) fn paragraph(text: &str, limit: usize) -> String {
    hanging(text, 0, limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hanging_indents_continuation_lines() {
        let text = "R U R' U' R' F R2 U' R'";
        assert_eq!(hanging(text, 4, 24), "R U R' U' R' F R2 U'\n    R'");
        assert_eq!(hanging(text, 4, 27), text);
        assert_eq!(hanging(text, 4, usize::MAX), text);
        // Fewer than 20 columns are left: not wrapped.
        assert_eq!(hanging(text, 10, 24), text);
    }
}
