//! Text tables whose last column is wrapped with a hanging indent.

use crate::terminal::Terminal;
use crate::wrap::hanging;

/// Formats a header and rows as columns separated by two blanks.
pub(super) fn of(header: &[&str], rows: &[Vec<String>], terminal: Terminal) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0).max(header[column].chars().count())
    };
    let widths: Vec<usize> = (0..header.len().saturating_sub(1)).map(width).collect();
    let indent = widths.iter().map(|width| width + 2).sum();
    let header: Vec<String> = header.iter().map(ToString::to_string).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}  "));
        let last = row.last().map(|last| hanging(last, indent, terminal.limit())).unwrap_or_default();
        format!("{}{last}", cells.collect::<String>()).trim_end().to_string() + "\n"
    };
    std::iter::once(&header).chain(rows).map(line).collect()
}
