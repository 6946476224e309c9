//! Line wrapping with a hanging indent.

/// Wraps `text`, which follows `indent` characters already on the line, at `limit` columns. Continuation lines are
/// indented by `indent` blanks. Returns the text unchanged if fewer than 20 columns are left after the indent.
pub(crate) fn hanging(text: &str, indent: usize, limit: usize) -> String {
    const MIN_WIDTH: usize = 20;
    if indent.saturating_add(MIN_WIDTH) > limit || indent + text.chars().count() <= limit {
        return text.to_string();
    }
    let mut wrapped = String::new();
    let mut column = indent;
    for (i, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if i > 0 && column + 1 + width > limit {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        } else if i > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += width;
    }
    wrapped
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
