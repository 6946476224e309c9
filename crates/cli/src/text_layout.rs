//! The layout of text: rows in aligned columns, and line wrapping, also with a hanging indent.

/// Aligns the columns of some rows. The first `left` columns are aligned left, the others right.
pub(crate) fn align_columns(rows: &[Vec<String>], left: usize) -> String {
    row_lines(rows, left).iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Aligns rows like [`align_columns`], but for the last column, a text that is wrapped at `limit` columns.
pub(crate) fn align_before_text(rows: &[Vec<String>], left: usize, limit: usize) -> String {
    let (texts, rows): (Vec<&str>, Vec<Vec<String>>) =
        rows.iter().filter_map(|row| row.split_last()).map(|(text, row)| (&text[..], row.to_vec())).unzip();
    let line = |(line, text): (String, &str)| {
        format!("{}\n", format!("{line}{}", hanging(text, line.chars().count(), limit)).trim_end())
    };
    row_lines(&rows, left).into_iter().zip(texts).map(line).collect()
}

/// Returns rows as a table of Markdown.
pub(crate) fn markdown(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<String> = rows[0].iter().map(|_| "---".to_string()).collect();
    line(&rows[0]) + &line(&rule) + &rows[1..].iter().map(|row| line(row)).collect::<String>()
}

/// Returns the lines of rows. Two blanks follow each cell.
fn row_lines(rows: &[Vec<String>], left: usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    let cell = |(column, (cell, width)): (usize, (&String, &usize))| match column < left {
        true => format!("{cell:<width$}  "),
        false => format!("{cell:>width$}  "),
    };
    rows.iter().map(|row| row.iter().zip(&widths).enumerate().map(cell).collect()).collect()
}

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

/// Joins a text into one line without control characters.
pub(crate) fn printable(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

/// Wraps a text into lines of at most `width` characters, unless a word is longer.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    lines(text.split(' '), " ", width)
}

/// Wraps a text at a separator, and lines that are still longer than `width` characters between words.
pub(crate) fn wrap_at(separator: &str, text: &str, width: usize) -> Vec<String> {
    lines(text.split(separator), separator, width).iter().flat_map(|line| wrap(line, width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_after_the_columns_are_wrapped() {
        let rows = [["a", "10", "one two"], ["bc", "2", "three four five six seven"]];
        let rows = rows.map(|row| row.map(String::from).to_vec());
        assert_eq!(
            align_columns(&rows, 1),
            "a   10                    one two\nbc   2  three four five six seven\n"
        );
        let wrapped = "a   10  one two\nbc   2  three four five six\n        seven\n";
        assert_eq!(align_before_text(&rows, 1, 30), wrapped);
    }

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
