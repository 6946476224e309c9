//! The rows of a shard, which are copied unchanged.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use csv::{ByteRecord, ReaderBuilder, Terminator, WriterBuilder};
use serde::Deserialize;

use super::shards::Shard;
use crate::analyze::SkippedLine;
use crate::error::{Failure, file_error};
use crate::render::{Render, parquet};
use crate::stats::read;
use cubiform_answers::rows::read::{AnalysisReader, AnalysisRow};
use cubiform_answers::rows::{Columns, Csv};
use cubiform_answers::run::Run;

/// A row of a part.
pub(super) struct Row {
    /// Its id.
    pub(super) id: String,
    content: Content,
}

/// The data of a row.
enum Content {
    /// A line of JSON, or a record of CSV.
    Text(Vec<u8>),
    /// A row of Parquet.
    Values(Box<AnalysisRow>),
}

/// An item of the input: a row, or a skipped line.
pub(super) enum Item {
    Row(Row),
    Skipped(SkippedLine),
}

/// Creates the writer of rows in the format of a run.
pub(super) fn renderer(run: &Run) -> Box<dyn Render<Row>> {
    // The long layout, which names goals, cannot be merged.
    let columns = Columns::of_run(run, run.stages.iter().map(|_| 0));
    Box::new(Copies(match &run.format[..] {
        "parquet" => Some(Box::new(parquet(columns, run))),
        "csv" => Some(Box::new(Csv(columns))),
        _ => None,
    }))
}

/// A writer of rows that are copied. The wrapped writer, if the format has one, writes the header, the end, and the
/// rows that are not text.
struct Copies(Option<Box<dyn Render<AnalysisRow>>>);

impl Render<Row> for Copies {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |rows| rows.write_header(out))
    }

    fn write_row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match (&row.content, &mut self.0) {
            (Content::Text(text), _) => out.write_all(text),
            (Content::Values(values), Some(rows)) => rows.write_row(values, out),
            (Content::Values(_), None) => unreachable!("a shard has one format"),
        }
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |rows| rows.write_end(out))
    }
}

/// A reader of the items of a shard, in order.
pub(super) struct ShardReader<'a> {
    shard: &'a Shard,
    run: &'a Run,
    /// The number of parts opened so far.
    parts: usize,
    /// The open part: its rows, its path, and the number of rows that remain.
    open: Option<(PartReader, PathBuf, u64)>,
    /// The number of skipped lines returned so far.
    skipped: usize,
}

/// A reader of the rows of a part, in order.
enum PartReader {
    Json(BufReader<File>),
    /// The reader is after the header.
    Csv(Box<csv::Reader<BufReader<File>>>),
    Parquet(Box<AnalysisReader>),
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
    fn begin(&mut self) -> Result<&mut (PartReader, PathBuf, u64), Failure> {
        let Shard { folder, manifest, .. } = self.shard;
        let Some(part) = manifest.parts.get(self.parts) else {
            let message = format!("{} has fewer rows than its manifest lists", folder.display());
            return Err(Failure::Message(message));
        };
        let path = manifest.file(folder, part)?;
        let rows = match &self.run.format[..] {
            "parquet" => PartReader::Parquet(Box::new(read::open(&path)?)),
            "csv" => {
                let mut reader = ReaderBuilder::new();
                reader.terminator(Terminator::Any(b'\n'));
                PartReader::Csv(Box::new(reader.from_reader(open(&path)?)))
            }
            _ => PartReader::Json(open(&path)?),
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

impl PartReader {
    /// Returns the next row, which is the item `number` of the whole input. Returns `None` at the end.
    fn next(&mut self, number: u64) -> Result<Option<Row>, String> {
        match self {
            PartReader::Json(lines) => next_line(lines, number),
            PartReader::Csv(records) => {
                let mut record = ByteRecord::new();
                if !records.read_byte_record(&mut record).map_err(|e| e.to_string())? {
                    return Ok(None);
                }
                let id = String::from_utf8_lossy(record.get(0).unwrap_or_default()).into_owned();
                let mut writer = WriterBuilder::new().buffer_capacity(1 << 10).from_writer(Vec::new());
                writer.write_byte_record(&record).map_err(|e| e.to_string())?;
                let text = writer.into_inner().map_err(|e| e.to_string())?;
                Ok(Some(Row { id, content: Content::Text(text) }))
            }
            PartReader::Parquet(rows) => {
                if !rows.advance().map_err(|e| e.to_string())? {
                    return Ok(None);
                }
                let values = Box::new(AnalysisRow { row: Some(number), ..rows.take() });
                Ok(Some(Row { id: values.id.clone(), content: Content::Values(values) }))
            }
        }
    }
}

/// Returns the next row of JSON lines.
fn next_line(lines: &mut impl BufRead, number: u64) -> Result<Option<Row>, String> {
    /// The members of a line that are read.
    #[derive(Deserialize)]
    struct Object {
        id: String,
        row: u64,
    }
    let mut line = Vec::new();
    if lines.read_until(b'\n', &mut line).map_err(|e| e.to_string())? == 0 {
        return Ok(None);
    }
    let Object { id, row } = serde_json::from_slice(&line).map_err(|e| e.to_string())?;
    if row != number {
        return Err(format!("expected row {number} of the input, found row {row}"));
    }
    Ok(Some(Row { id, content: Content::Text(line) }))
}
