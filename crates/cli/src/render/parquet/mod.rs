//! The Parquet output: the columns of CSV with types, and the scrambles, with the settings of the run as metadata.

pub(crate) mod table;

use std::borrow::Cow;
use std::io::{self, Write};

use cubiform_cube::Color;
use cubiform_solvers::cfop::NoLength;
use parquet::file::metadata::KeyValue;

use self::table::{Cell, Column, Table};
use crate::checksum;
use crate::render::Render;
use cubiform_answers::analysis::columns::Layout;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::goals::GoalNames;
use cubiform_answers::input::TIME;
use cubiform_answers::run::Run;

/// The message for Parquet that would go to a terminal.
pub(crate) const NOT_TO_A_TERMINAL: &str =
    "Parquet cannot be written to a terminal; name a file with --output";

/// The renderer of Parquet.
///
/// | layout | columns |
/// |---|---|
/// | wide | `id`, `scramble` or `facelets`, `row`, the carried columns, one for each stage and colour |
/// | long | `id`, `row`, the carried columns, `goal`, `stage`, `color`, `moves` |
pub(crate) struct Parquet {
    table: Table,
    layout: Layout,
    goals: GoalNames,
    /// The names of the carried columns.
    carried: Vec<String>,
}

impl Parquet {
    pub(crate) fn new(stages: &[Cow<'static, str>], colors: &[Color], run: &Run) -> Parquet {
        let carried = run.carried.iter().map(|name| match &name[..] {
            TIME => Column::optional_number(name),
            name => Column::optional_text(name),
        });
        // Random states have no scramble.
        let shown = if run.is_random() { "facelets" } else { "scramble" };
        let columns = match run.layout {
            Layout::Wide => {
                let length = |(stage, color): (&Cow<'static, str>, Color)| {
                    let metadata = vec![("stage", stage.to_string()), ("color", color.name().to_string())];
                    Column::length(&run.columns.column(stage, color)).with_metadata(metadata)
                };
                let lengths = stages.iter().flat_map(|stage| colors.iter().map(move |c| (stage, *c)));
                [Column::text("id").unique(), Column::text(shown).unique(), Column::number("row").unique()]
                    .into_iter()
                    .chain(carried)
                    .chain(lengths.map(length))
                    .collect()
            }
            Layout::Long => [Column::text("id"), Column::number("row")]
                .into_iter()
                .chain(carried)
                .chain(["goal", "stage", "color"].map(Column::text))
                .chain([Column::length("moves")])
                .collect(),
        };
        let table = Table::new(columns, &run.program, metadata_entries(run));
        Parquet { table, layout: run.layout, goals: run.goal.clone(), carried: run.carried.clone() }
    }

    /// Returns the cells of the carried columns.
    fn carried<'a>(&self, report: &'a Report) -> io::Result<Vec<Cell<'a>>> {
        let cell = |(i, name): (usize, &String)| {
            let text = report.scramble.carried_value(i);
            if name != TIME {
                return Ok(Cell::OptionalText(text));
            }
            let number = |text: &str| {
                let message =
                    || format!("the input's {name} '{}' is not a whole number", text.escape_debug());
                text.parse::<i64>().map_err(|_| io::Error::other(message()))
            };
            text.map(number).transpose().map(Cell::OptionalNumber)
        };
        self.carried.iter().enumerate().map(cell).collect()
    }
}

/// Returns the cell of a length.
fn length_cell(length: Result<u8, NoLength>) -> io::Result<Cell<'static>> {
    let missing = |_| io::Error::other("a length is missing, for which Parquet has no value");
    length.map(Cell::Length).map_err(missing)
}

/// Returns the settings of the run as entries of the metadata.
fn metadata_entries(run: &Run) -> Vec<KeyValue> {
    let metadata = serde_json::to_value(run).expect("the settings can be serialised");
    let known = metadata
        .as_object()
        .expect("the settings are an object")
        .iter()
        .filter(|(_, value)| !value.is_null());
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    known.map(|(key, value)| KeyValue::new(format!("{}{key}", checksum::PREFIX), text(value))).collect()
}

impl Render for Parquet {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.table.begin(out)
    }

    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let id = || Cell::Text(&report.scramble.id);
        let number = i64::try_from(report.row).map_err(io::Error::other)?;
        if self.layout == Layout::Wide {
            let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
            let lengths = lengths.map(|(_, length)| length_cell(*length)).collect::<io::Result<Vec<_>>>()?;
            let first = [id(), Cell::Text(report.scramble.shown.text()), Cell::Number(number)];
            let carried = self.carried(report)?;
            return self.table.row(first.into_iter().chain(carried).chain(lengths), out);
        }
        for stage in &report.stages {
            for (color, length) in &stage.lengths {
                let carried = self.carried(report)?;
                let last = [
                    Cell::Text(self.goals.get(stage.goal)),
                    Cell::Text(&stage.name),
                    Cell::Text(color.name()),
                    length_cell(*length)?,
                ];
                let cells = [id(), Cell::Number(number)].into_iter().chain(carried).chain(last);
                self.table.row(cells, out)?;
            }
        }
        Ok(())
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.table.end(out)
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::Cube;
    use parquet::basic::Encoding;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use serde_json::json;

    use super::*;
    use cubiform_answers::analysis::report::StageReport;
    use cubiform_answers::scramble::Scramble;

    #[test]
    fn long_layout_has_a_row_per_length_and_dictionary_encoding() {
        let run: Run = serde_json::from_value(json!({
            "program": "cubiform 0.1.0", "goal": "std", "stages": ["cross", "xcross"], "colors": "YW", "metric": "HTM",
            "solutions": 0, "format": "parquet", "layout": "long", "shard": "1/1", "input": [], "events": null,
            "credit": null, "carried": ["event", "time_ms"],
        }))
        .unwrap();
        let colors = &Color::COLUMNS[..2];
        let stages = [Cow::Borrowed("cross"), Cow::Borrowed("xcross")];
        let mut parquet = Parquet::new(&stages, colors, &run);
        let mut bytes = Vec::new();
        parquet.write_header(&mut bytes).unwrap();
        for row in 1..=2u64 {
            let lengths = colors.iter().map(|color| (*color, Ok(4 + row as u8))).collect::<Vec<_>>();
            let stage = |name: &Cow<'static, str>| StageReport {
                goal: 0,
                name: name.clone(),
                lengths: lengths.clone(),
                solutions: Vec::new(),
            };
            let carried = vec![Some("333".to_string()), (row == 1).then(|| "9000".to_string())];
            let scramble = Scramble { carried, ..Scramble::from_state(format!("s{row}"), Cube::SOLVED) };
            let stages = stages.iter().map(stage).collect();
            parquet.write_row(&Report { scramble, row, stages, nodes: 1 }, &mut bytes).unwrap();
        }
        parquet.write_end(&mut bytes).unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), 8);
        let first = "{id: \"s1\", row: 1, event: \"333\", time_ms: 9000, goal: \"std\", stage: \"cross\", \
                     color: \"yellow\", moves: 5}";
        assert_eq!(rows[0], first);
        let last = "{id: \"s2\", row: 2, event: \"333\", time_ms: null, goal: \"std\", stage: \"xcross\", \
                    color: \"white\", moves: 6}";
        assert_eq!(rows[7], last);
        for column in reader.metadata().row_group(0).columns() {
            let has_dictionary = column.encodings().any(|encoding| encoding == Encoding::RLE_DICTIONARY);
            assert!(has_dictionary, "{}", column.column_path());
        }
    }
}
