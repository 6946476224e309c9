//! Rows of text in aligned columns.

use crate::wrap::hanging;

/// Aligns the columns of some rows. The first `left` columns are aligned left, the others right.
pub(crate) fn align_columns(rows: &[Vec<String>], left: usize) -> String {
    lines(rows, left).iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Aligns rows like [`align_columns`], but for the last column, a text that is wrapped at `limit` columns.
pub(crate) fn align_before_text(rows: &[Vec<String>], left: usize, limit: usize) -> String {
    let (texts, rows): (Vec<&str>, Vec<Vec<String>>) =
        rows.iter().filter_map(|row| row.split_last()).map(|(text, row)| (&text[..], row.to_vec())).unzip();
    let line = |(line, text): (String, &str)| {
        format!("{}\n", format!("{line}{}", hanging(text, line.chars().count(), limit)).trim_end())
    };
    lines(&rows, left).into_iter().zip(texts).map(line).collect()
}

/// Returns rows as a table of Markdown.
pub(crate) fn markdown(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<String> = rows[0].iter().map(|_| "---".to_string()).collect();
    line(&rows[0]) + &line(&rule) + &rows[1..].iter().map(|row| line(row)).collect::<String>()
}

/// Returns the lines of rows. Two blanks follow each cell.
fn lines(rows: &[Vec<String>], left: usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    let cell = |(column, (cell, width)): (usize, (&String, &usize))| match column < left {
        true => format!("{cell:<width$}  "),
        false => format!("{cell:>width$}  "),
    };
    rows.iter().map(|row| row.iter().zip(&widths).enumerate().map(cell).collect()).collect()
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
}
