//! The rows of a shard, which are copied unchanged.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use csv::{ByteRecord, ReaderBuilder, Terminator, WriterBuilder};
use cubiform_cube::{Color, Cube, Symmetry};
use serde::Deserialize;

use crate::error::{Failure, file_error};
use crate::render::{self, Render};
use crate::stats::read;
use cubiform_answers::Error;
use cubiform_answers::analysis::report::{Report, StageReport};
use cubiform_answers::parts::{PartReader, RowWriter};
use cubiform_answers::run::Run;
use cubiform_answers::scramble::{Scramble, Shown};

/// A row of a part, by format.
pub(super) enum Row {
    /// A line of JSON.
    Line(Vec<u8>),
    Csv(ByteRecord),
    /// A row of Parquet.
    Parquet(Box<Report>),
}

/// Creates the renderer of rows in the format of a run.
pub(super) fn renderer(run: &Run, stages: &[String], colors: &[Color]) -> Box<dyn RowWriter<Row>> {
    let names: Vec<Cow<'static, str>> = stages.iter().map(|stage| Cow::Owned(stage.clone())).collect();
    match &run.format[..] {
        "parquet" => Box::new(Parquet(render::parquet(&names, colors, run))),
        "csv" => Box::new(Lines(Some(render::csv(names, colors.to_vec(), run)))),
        _ => Box::new(Lines(None)),
    }
}

/// A renderer of JSON lines or CSV records. For CSV, the wrapped renderer writes the header.
struct Lines(Option<Box<dyn Render>>);

impl RowWriter<Row> for Lines {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |csv| csv.write_header(out))
    }

    fn write_row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match row {
            Row::Line(line) => out.write_all(line),
            Row::Csv(record) => {
                let mut writer = WriterBuilder::new().buffer_capacity(1 << 10).from_writer(out);
                writer.write_byte_record(record)?;
                writer.flush()
            }
            Row::Parquet(_) => unreachable!("a shard has one format"),
        }
    }
}

/// A renderer of Parquet rows.
struct Parquet(Box<dyn Render>);

impl RowWriter<Row> for Parquet {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write_header(out)
    }

    fn write_row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match row {
            Row::Parquet(report) => self.0.write_row(report, out),
            Row::Line(_) | Row::Csv(_) => unreachable!("a shard has one format"),
        }
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write_end(out)
    }
}

/// Opens a part of a run.
pub(super) fn open_part(path: &Path, run: &Run) -> Result<Box<dyn PartReader<Row>>, Error> {
    let message = |failure| match failure {
        Failure::Message(message) => Error::message(message),
        _ => Error::message(format!("{} cannot be read", path.display())),
    };
    let rows = || -> Result<Box<dyn PartReader<Row>>, Failure> {
        Ok(match &run.format[..] {
            "parquet" => Box::new(ParquetRows::open(path, run)?),
            "csv" => Box::new(CsvRows::open(path)?),
            _ => Box::new(JsonRows(open(path)?)),
        })
    };
    rows().map_err(message)
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    File::open(path).map(BufReader::new).map_err(|e| file_error(path, "read", &e))
}

/// A reader of JSON lines.
struct JsonRows(BufReader<File>);

impl PartReader<Row> for JsonRows {
    fn next(&mut self, number: u64) -> Result<Option<(String, Row)>, String> {
        /// The members of a line that are read.
        #[derive(Deserialize)]
        struct Object {
            id: String,
            row: u64,
        }
        let mut line = Vec::new();
        if self.0.read_until(b'\n', &mut line).map_err(|e| e.to_string())? == 0 {
            return Ok(None);
        }
        let Object { id, row } = serde_json::from_slice(&line).map_err(|e| e.to_string())?;
        if row != number {
            return Err(format!("expected row {number} of the input, found row {row}"));
        }
        Ok(Some((id, Row::Line(line))))
    }
}

/// A reader of CSV records, after the header.
struct CsvRows(csv::Reader<BufReader<File>>);

impl CsvRows {
    fn open(path: &Path) -> Result<CsvRows, Failure> {
        let file = open(path)?;
        Ok(CsvRows(ReaderBuilder::new().terminator(Terminator::Any(b'\n')).from_reader(file)))
    }
}

impl PartReader<Row> for CsvRows {
    fn next(&mut self, _: u64) -> Result<Option<(String, Row)>, String> {
        let mut record = ByteRecord::new();
        if !self.0.read_byte_record(&mut record).map_err(|e| e.to_string())? {
            return Ok(None);
        }
        let id = String::from_utf8_lossy(record.get(0).unwrap_or_default()).into_owned();
        Ok(Some((id, Row::Csv(record))))
    }
}

/// A reader of Parquet rows.
struct ParquetRows {
    rows: Box<dyn read::Rows>,
    stages: Vec<(String, Vec<Color>)>,
    /// Whether the states are random, and written as facelets.
    is_random: bool,
}

impl ParquetRows {
    fn open(path: &Path, run: &Run) -> Result<ParquetRows, Failure> {
        let rows = read::open_rows(path)?;
        let stages = rows.stages().to_vec();
        Ok(ParquetRows { rows, stages, is_random: run.is_random() })
    }
}

impl PartReader<Row> for ParquetRows {
    fn next(&mut self, number: u64) -> Result<Option<(String, Row)>, String> {
        let message = |failure| match failure {
            Failure::Message(message) => message,
            _ => "it cannot be read".into(),
        };
        if !self.rows.advance().map_err(message)? {
            return Ok(None);
        }
        let row = self.rows.row();
        let id = row.id.clone().into_owned();
        let text = row.scramble.clone().map(Cow::into_owned).unwrap_or_default();
        let shown = if self.is_random { Shown::State(text) } else { Shown::Moves(text) };
        let mut lengths = row.lengths.iter().copied();
        let stage = |(name, colors): &(String, Vec<Color>)| StageReport {
            goal: 0,
            name: Cow::Owned(name.clone()),
            lengths: colors.iter().copied().zip((&mut lengths).map(Ok)).collect(),
            solutions: Vec::new(),
        };
        let stages = self.stages.iter().map(stage).collect();
        // The columns contain neither cube nor nodes, so placeholders are written.
        let carried = self.rows.all_carried();
        let turned = Symmetry::IDENTITY;
        let scramble = Scramble { id: id.clone(), shown, cube: Cube::SOLVED, turned, carried };
        let report = Report { row: number, scramble, stages, nodes: 0 };
        Ok(Some((id, Row::Parquet(Box::new(report)))))
    }
}
