//! Tables of measures as text, as Markdown, and as a document in any output format: of `stats`, of its tests of fairness, and of
//! solutions.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use cubiform_answers::format::{decimal, grouped, probability, scrambles};
use cubiform_answers::stats::labels::Labels;
use cubiform_answers::stats::{Document, Object, Table, Value, parquet};
use cubiform_stats::Subset;

use crate::args::StatsFormat;
use crate::failure::Failure;
use crate::json;
use crate::render::NOT_TO_A_TERMINAL;
use crate::text_layout::align_columns;

/// Returns the cells of a table, with the column titles as the first row.
pub(crate) fn cells(part: &Table, labels: &Labels) -> Vec<Vec<String>> {
    cells_of(part, labels, 4, |_| true)
}

/// Returns the cells of the rows whose keys `keep` accepts, with `digits` decimals.
fn cells_of(
    part: &Table,
    labels: &Labels,
    digits: usize,
    keep: impl Fn(&[String]) -> bool,
) -> Vec<Vec<String>> {
    let row = |(keys, values): &(Vec<String>, Vec<Value>)| {
        let keys = part.keys.iter().zip(keys).map(|(name, key)| match *name {
            "stage" | "after" => labels.get(key).to_string(),
            _ => key.clone(),
        });
        keys.chain(values.iter().map(|value| value_text(value, digits))).collect()
    };
    let rows = part.rows.iter().filter(|(keys, _)| keep(keys)).map(row);
    std::iter::once(part.column_names().map(column_title).collect()).chain(rows).collect()
}

/// Returns the text of a value, with `digits` decimals.
fn value_text(value: &Value, digits: usize) -> String {
    match value {
        Value::Count(count) => grouped(*count),
        Value::Real(real) => decimal(*real, digits),
        Value::Share(share) => format!("{} %", decimal(100.0 * share, 2)),
        Value::Probability(p) => probability(*p),
        Value::Text(text) => text.clone(),
        Value::None => "-".into(),
    }
}

/// Returns the column title of the text output.
fn column_title(name: &str) -> String {
    match name {
        "colors" => "colours".into(),
        "one" => "one colour".into(),
        "axis" => "dual CN".into(),
        "two_axes" => "two pairs".into(),
        "any" => "CN".into(),
        "to_axis" => "saved by dual CN".into(),
        "to_two_axes" => "by two pairs".into(),
        "to_any" => "by CN".into(),
        "to_axis_se" | "to_two_axes_se" | "to_any_se" => "se".into(),
        "color_spread" => "colour spread".into(),
        "axis_spread" => "pair spread".into(),
        "cpu_ms" => "CPU ms".into(),
        name => name.replace('_', " "),
    }
}

/// Returns the line that precedes the tables: `20 scrambles`.
pub(super) fn heading(rows: &[(&str, u64)], skipped: u64) -> String {
    let against =
        rows.get(1).map(|(_, count)| format!(", compared with {}", grouped(*count))).unwrap_or_default();
    format!("{}{against}{}\n", scrambles(rows[0].1), skipped_lines(skipped))
}

/// Returns a note in parentheses with the number of skipped input lines, or an empty string if there are none.
pub(crate) fn skipped_lines(count: u64) -> String {
    match count {
        0 => String::new(),
        1 => " (1 input line skipped)".into(),
        count => format!(" ({} input lines skipped)", grouped(count)),
    }
}

/// Appends the tables that text shows, each as `table` renders it, under the headings that `heading` gives to groups.
fn add_shown(
    text: &mut String,
    parts: &[Table],
    heading: impl Fn(&str) -> String,
    table: impl Fn(&Table) -> String,
) {
    let mut group = None;
    for part in parts.iter().filter(|part| part.is_shown) {
        if part.group.as_deref() != group {
            group = part.group.as_deref();
            *text += &group.map(&heading).unwrap_or_default();
        }
        *text += &table(part);
    }
}

/// Renders tables as text with aligned columns and an empty line between stages.
pub(crate) fn table(mut text: String, parts: &[Table], labels: &Labels) -> String {
    let table = |part: &Table| {
        format!("\n{}\n\n{}", part.title, with_blank_lines(&cells(part, labels), part.keys.len()))
    };
    add_shown(&mut text, parts, |group| format!("\n== {group} ==\n"), table);
    text
}

/// Renders the rows of a table that belong to these colour sets, with three decimals.
pub(crate) fn part_of_sets(part: &Table, sets: &[Subset], labels: &Labels) -> String {
    let names: Vec<String> = sets.iter().map(Subset::to_string).collect();
    let place = part.keys.iter().position(|key| *key == "colors");
    let is_wanted = |keys: &[String]| place.is_none_or(|place| names.contains(&keys[place]));
    let cells = cells_of(part, labels, 3, is_wanted);
    format!("\n{}\n\n{}", part.title, align_columns(&cells, part.keys.len()))
}

/// Aligns rows like [`align_columns`]. If several columns are aligned left, inserts an empty line wherever the first
/// column changes.
fn with_blank_lines(rows: &[Vec<String>], left: usize) -> String {
    let aligned = align_columns(rows, left);
    let mut text = String::new();
    for (i, line) in aligned.lines().enumerate() {
        if left > 1 && i > 1 && rows[i][0] != rows[i - 1][0] {
            text.push('\n');
        }
        text += line;
        text.push('\n');
    }
    text
}

/// Renders tables as Markdown, with numbers aligned right.
pub(crate) fn markdown(mut text: String, parts: &[Table], labels: &Labels) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let table = |part: &Table| {
        let mut cells = cells(part, labels);
        cells.iter_mut().flatten().for_each(|cell| *cell = cell.replace('|', "\\|"));
        let rule = part.keys.iter().map(|_| "---").chain(part.measures().map(|_| "---:"));
        cells.insert(1, rule.map(String::from).collect());
        let lines: String = cells.iter().map(|row| line(row)).collect();
        format!("\n### {}\n\n{lines}", capitalize(&part.title))
    };
    add_shown(&mut text, parts, |group| format!("\n## {group}\n"), table);
    text
}

pub(crate) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Renders a document, with this line before the tables of text and Markdown. `provenance` is called for the formats that
/// name the files, if the command has any.
pub(crate) fn render(
    document: &Document,
    heading: String,
    labels: &Labels,
    format: StatsFormat,
    provenance: impl FnOnce() -> Result<Option<Object>, Failure>,
) -> Result<Vec<u8>, Failure> {
    let text = match format {
        StatsFormat::Table => table(heading, &document.parts, labels),
        StatsFormat::Markdown => markdown(heading, &document.parts, labels),
        StatsFormat::Csv => document.csv(provenance()?.as_ref()),
        StatsFormat::Json => json::document(&document.json(provenance()?))?,
        StatsFormat::Jsonl => document.jsonl(provenance()?),
        StatsFormat::Parquet => {
            return Ok(parquet::lengths(&document.parts, &provenance()?.unwrap_or_default()));
        }
    };
    Ok(text.into_bytes())
}

/// Checks that Parquet is not written to a terminal, given the file that the user named.
pub(crate) fn check_output(format: StatsFormat, file: Option<&Path>) -> Result<(), Failure> {
    if format == StatsFormat::Parquet && file.is_none() && io::stdout().is_terminal() {
        return Err(Failure::usage(NOT_TO_A_TERMINAL));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_round_to_zero_have_no_sign() {
        let values = [Value::Real(-0.00004), Value::Share(-0.00004), Value::Real(-0.00006)];
        assert_eq!(values.map(|value| value_text(&value, 4)), ["0.0000", "0.00 %", "-0.0001"]);
    }
}
