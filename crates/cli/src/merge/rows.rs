//! The rows of a shard, which are copied unchanged.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use csv::{ByteRecord, ReaderBuilder, Terminator, WriterBuilder};
use cubiform_cube::{Color, Cube, Symmetry};
use serde::Deserialize;

use super::shards::Shard;
use crate::analyze::SkippedLine;
use crate::error::{Failure, file_error};
use crate::render::{self, Render};
use crate::stats::read;
use cubiform_answers::analysis::report::{Report, StageReport};
use cubiform_answers::run::Run;
use cubiform_answers::scramble::{Scramble, Shown};

/// A row of a part.
pub(super) struct Row {
    /// Its id.
    pub(super) id: String,
    content: Content,
}

/// The data of a row, by format.
enum Content {
    /// A line of JSON.
    Line(Vec<u8>),
    Csv(ByteRecord),
    /// A row of Parquet.
    Parquet(Box<Report>),
}

/// An item of the input: a row, or a skipped line.
pub(super) enum Item {
    Row(Row),
    Skipped(SkippedLine),
}

/// Creates the renderer of rows in the format of a run.
pub(super) fn renderer(run: &Run, stages: &[String], colors: &[Color]) -> Box<dyn Render<Row>> {
    let names: Vec<Cow<'static, str>> = stages.iter().map(|stage| Cow::Owned(stage.clone())).collect();
    match &run.format[..] {
        "parquet" => Box::new(Parquet(render::parquet(&names, colors, run))),
        "csv" => Box::new(Lines(Some(render::csv(names, colors.to_vec(), run)))),
        _ => Box::new(Lines(None)),
    }
}

/// A renderer of JSON lines or CSV records. For CSV, the wrapped renderer writes the header.
struct Lines(Option<Box<dyn Render>>);

impl Render<Row> for Lines {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |csv| csv.write_header(out))
    }

    fn write_row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match &row.content {
            Content::Line(line) => out.write_all(line),
            Content::Csv(record) => {
                let mut writer = WriterBuilder::new().buffer_capacity(1 << 10).from_writer(out);
                writer.write_byte_record(record)?;
                writer.flush()
            }
            Content::Parquet(_) => unreachable!("a shard has one format"),
        }
    }
}

/// A renderer of Parquet rows.
struct Parquet(Box<dyn Render>);

impl Render<Row> for Parquet {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write_header(out)
    }

    fn write_row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match &row.content {
            Content::Parquet(report) => self.0.write_row(report, out),
            Content::Line(_) | Content::Csv(_) => unreachable!("a shard has one format"),
        }
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write_end(out)
    }
}

/// A reader of the items of a shard, in order.
pub(super) struct ShardReader<'a> {
    shard: &'a Shard,
    run: &'a Run,
    /// The number of parts opened so far.
    parts: usize,
    /// The open part: its rows, its path, and the number of rows that remain.
    open: Option<(Box<dyn RowReader>, PathBuf, u64)>,
    /// The number of skipped lines returned so far.
    skipped: usize,
}

/// A reader of the rows of a part, in order.
trait RowReader {
    /// Returns the next row, which is the item `number` of the whole input. Returns `None` at the end.
    fn next(&mut self, number: u64) -> Result<Option<Row>, String>;
}

impl<'a> ShardReader<'a> {
    /// Creates a reader at the start of a shard of `run`.
    pub(super) fn new(shard: &'a Shard, run: &'a Run) -> ShardReader<'a> {
        ShardReader { shard, run, parts: 0, open: None, skipped: 0 }
    }

    /// Returns the next item of the shard, which is the item `number` of the whole input.
    pub(super) fn next(&mut self, number: u64) -> Result<Item, Failure> {
        let skipped = self.shard.manifest.skipped.lines.get(self.skipped).filter(|line| line.row == number);
        if let Some(line) = skipped {
            self.skipped += 1;
            return Ok(Item::Skipped(line.clone()));
        }
        loop {
            let (rows, path, left) = match &mut self.open {
                Some(open) => open,
                None => self.begin()?,
            };
            let bad = |message: String| Failure::Message(format!("{}: {message}", path.display()));
            if let Some(row) = rows.next(number).map_err(bad)? {
                *left = left
                    .checked_sub(1)
                    .ok_or_else(|| bad("it has more rows than its manifest lists".into()))?;
                return Ok(Item::Row(row));
            }
            if *left > 0 {
                return Err(bad(format!("it has {left} fewer rows than its manifest lists")));
            }
            self.open = None;
        }
    }

    /// Checks the hash of the next part and opens it.
    fn begin(&mut self) -> Result<&mut (Box<dyn RowReader>, PathBuf, u64), Failure> {
        let Shard { folder, manifest, .. } = self.shard;
        let Some(part) = manifest.parts.get(self.parts) else {
            let message = format!("{} has fewer rows than its manifest lists", folder.display());
            return Err(Failure::Message(message));
        };
        let path = manifest.file(folder, part)?;
        let rows: Box<dyn RowReader> = match &self.run.format[..] {
            "parquet" => Box::new(ParquetRows::open(&path, self.run)?),
            "csv" => Box::new(CsvRows::open(&path)?),
            _ => Box::new(JsonRows(open(&path)?)),
        };
        self.parts += 1;
        Ok(self.open.insert((rows, path, part.rows)))
    }

    /// Checks that all items have been read.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        let manifest = &self.shard.manifest;
        let left = self.open.as_ref().map_or(0, |(_, _, left)| *left);
        if left > 0 || self.parts < manifest.parts.len() || self.skipped < manifest.skipped.lines.len() {
            let message = format!("{} has more rows than its manifest lists", self.shard.folder.display());
            return Err(Failure::Message(message));
        }
        Ok(())
    }
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    File::open(path).map(BufReader::new).map_err(|e| file_error(path, "read", &e))
}

/// A reader of JSON lines.
struct JsonRows(BufReader<File>);

impl RowReader for JsonRows {
    fn next(&mut self, number: u64) -> Result<Option<Row>, String> {
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
        Ok(Some(Row { id, content: Content::Line(line) }))
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

impl RowReader for CsvRows {
    fn next(&mut self, _: u64) -> Result<Option<Row>, String> {
        let mut record = ByteRecord::new();
        if !self.0.read_byte_record(&mut record).map_err(|e| e.to_string())? {
            return Ok(None);
        }
        let id = String::from_utf8_lossy(record.get(0).unwrap_or_default()).into_owned();
        Ok(Some(Row { id, content: Content::Csv(record) }))
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

impl RowReader for ParquetRows {
    fn next(&mut self, number: u64) -> Result<Option<Row>, String> {
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
        Ok(Some(Row { id, content: Content::Parquet(Box::new(report)) }))
    }
}
