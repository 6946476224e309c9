//! The rows of a shard, read one after the other and written as they are.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use csv::{ByteRecord, ReaderBuilder, Terminator, WriterBuilder};
use cubiform_cube::{Color, Cube, Symmetry};
use serde::Deserialize;

use super::shards::Shard;
use crate::analyze::{Run, SkippedLine};
use crate::failure::{Failure, about_file};
use crate::render::{self, Render};
use crate::report::{Report, StageReport};
use crate::scramble::{Scramble, Shown};
use crate::stats::read;

/// A row of a part.
pub(super) struct Row {
    /// Its id.
    pub(super) id: String,
    content: Content,
}

/// What is to be written of a row.
enum Content {
    /// A line as it is in the file.
    Line(Vec<u8>),
    Csv(ByteRecord),
    /// Its id, what shows it, and its lengths.
    Parquet(Box<Report>),
}

/// What stands at a place of the input.
pub(super) enum Item {
    Row(Row),
    Skipped(SkippedLine),
}

/// Writes the rows of a format.
pub(super) fn renderer(run: &Run, stages: &[String], colors: &[Color]) -> Box<dyn Render<Row>> {
    let names: Vec<Cow<'static, str>> = stages.iter().map(|stage| Cow::Owned(stage.clone())).collect();
    match &run.format[..] {
        "parquet" => Box::new(Parquet(render::parquet(&names, colors, run))),
        "csv" => Box::new(Lines(Some(render::csv(names, colors.to_vec(), run)))),
        _ => Box::new(Lines(None)),
    }
}

/// Writes lines and records, after the header of CSV if there is one.
struct Lines(Option<Box<dyn Render>>);

impl Render<Row> for Lines {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |csv| csv.begin(out))
    }

    fn row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
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

/// Writes reports.
struct Parquet(Box<dyn Render>);

impl Render<Row> for Parquet {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.begin(out)
    }

    fn row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match &row.content {
            Content::Parquet(report) => self.0.row(report, out),
            Content::Line(_) | Content::Csv(_) => unreachable!("a shard has one format"),
        }
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.end(out)
    }
}

/// A place in a shard.
pub(super) struct ShardReader<'a> {
    shard: &'a Shard,
    run: &'a Run,
    /// Parts that were begun.
    parts: usize,
    /// The part that is being read, and how many rows of it are still to come.
    open: Option<(Box<dyn RowReader>, PathBuf, u64)>,
    /// Skipped lines that were passed.
    skipped: usize,
}

/// The rows of a part, in order.
trait RowReader {
    /// The next row, which is the item `number` of the whole input; `None` at the end.
    fn next(&mut self, number: u64) -> Result<Option<Row>, String>;
}

impl<'a> ShardReader<'a> {
    /// The start of a shard of `run`.
    pub(super) fn new(shard: &'a Shard, run: &'a Run) -> ShardReader<'a> {
        ShardReader { shard, run, parts: 0, open: None, skipped: 0 }
    }

    /// The item `number` of the whole input, which is the next one of the shard.
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
                    .ok_or_else(|| bad("it has more rows than its manifest says".into()))?;
                return Ok(Item::Row(row));
            }
            if *left > 0 {
                return Err(bad(format!("it has {left} rows less than its manifest says")));
            }
            self.open = None;
        }
    }

    /// Opens the next part once its hash is known to be right.
    fn begin(&mut self) -> Result<&mut (Box<dyn RowReader>, PathBuf, u64), Failure> {
        let Shard { folder, manifest, .. } = self.shard;
        let Some(part) = manifest.parts.get(self.parts) else {
            let message = format!("{} has less rows than its manifest says", folder.display());
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

    /// Checks that nothing is left.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        let manifest = &self.shard.manifest;
        let left = self.open.as_ref().map_or(0, |(_, _, left)| *left);
        if left > 0 || self.parts < manifest.parts.len() || self.skipped < manifest.skipped.lines.len() {
            let message = format!("{} has more rows than its manifest says", self.shard.folder.display());
            return Err(Failure::Message(message));
        }
        Ok(())
    }
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    File::open(path).map(BufReader::new).map_err(|e| about_file(path, "read", &e))
}

/// Lines of JSON.
struct JsonRows(BufReader<File>);

impl RowReader for JsonRows {
    fn next(&mut self, number: u64) -> Result<Option<Row>, String> {
        /// What is read of a line.
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
            return Err(format!("row {number} of the input is expected, this is row {row}"));
        }
        Ok(Some(Row { id, content: Content::Line(line) }))
    }
}

/// Records of CSV after the header.
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

/// Rows of Parquet.
struct ParquetRows {
    rows: Box<dyn read::Rows>,
    stages: Vec<(String, Vec<Color>)>,
    /// Whether states are shown by facelets.
    is_random: bool,
}

impl ParquetRows {
    fn open(path: &Path, run: &Run) -> Result<ParquetRows, Failure> {
        let rows = read::begin(path)?;
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
        // The columns show no cube and no nodes.
        let carried = self.rows.all_carried();
        let turned = Symmetry::IDENTITY;
        let scramble = Scramble { id: id.clone(), shown, cube: Cube::SOLVED, turned, carried };
        let report = Report { row: number, scramble, stages, nodes: 0 };
        Ok(Some(Row { id, content: Content::Parquet(Box::new(report)) }))
    }
}
