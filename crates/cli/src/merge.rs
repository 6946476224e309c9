//! `cubiform merge`: merges the folders of the shards of a run into one folder, with the rows in the order of the
//! input.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use csv::{ByteRecord, ReaderBuilder, Terminator, WriterBuilder};
use cubiform_answers::Error;
use cubiform_answers::parts::{self, PartReader, PartsOptions, PartsWriter, RowSink, Shards};
use cubiform_answers::rows::read::{AnalysisReader, AnalysisRow};
use cubiform_answers::rows::{Csv, RowWriter};
use cubiform_answers::run::Run;
use serde::Deserialize;

use crate::analyze::Command;
use crate::args::Merge;
use crate::failure::{Failure, say};
use crate::interrupt;
use crate::render::parquet;
use crate::stats::read;

/// Runs the command.
pub(crate) fn run(args: &Merge) -> Result<(), Failure> {
    let shards = Shards::open(&args.shards).map_err(Failure::of_run)?;
    check_out_is_not_a_shard(&args.out, &shards)?;
    let run = shards.run();
    let options = PartsOptions {
        run: run.clone(),
        resume: true,
        merged_from: Some(shards.merged_from()),
        part_rows: args.part_rows,
        rows: Box::new(renderer),
        host: &Command { continue_with: "repeat the command to continue" },
    };
    let mut parts = PartsWriter::open(&args.out, options).map_err(Failure::of_run)?;
    let done = parts.position().items;
    let sink: &mut dyn RowSink<Row, Error> = &mut parts;
    sink.begin().map_err(Failure::of_run)?;
    let open = |path: &Path| open_part(path, &run);
    let merged = parts::merge(&shards, done, sink, &open, interrupt::requested).map_err(Failure::of_run);
    let skipped = parts.skipped();
    match interrupt::or(merged) {
        Ok(()) => parts.finish(Some(shards.position())).map_err(Failure::of_run)?,
        Err(failure) => {
            parts.abandon();
            return Err(failure);
        }
    }
    if skipped > 0 {
        let items = shards.position().items;
        say(format_args!("{skipped} of {items} lines were skipped; the manifest lists them"));
    }
    Ok(())
}

/// Checks that the output folder is not one of the shards.
fn check_out_is_not_a_shard(out: &Path, shards: &Shards) -> Result<(), Failure> {
    let there = fs::canonicalize(out).ok();
    let is_there = |folder: &Path| there.is_some() && fs::canonicalize(folder).ok() == there;
    if shards.folders().any(is_there) {
        let message = "it is one of the shards; name a new folder";
        return Err(Failure::Message(format!("cannot write parts to {}: {message}", out.display())));
    }
    Ok(())
}

/// A row of a part.
enum Row {
    /// A line of JSON, or a record of CSV.
    Text(Vec<u8>),
    /// A row of Parquet.
    Values(Box<AnalysisRow>),
}

/// Creates the writer of rows in the format of a run.
fn renderer(run: &Run) -> Box<dyn RowWriter<Row>> {
    let columns = run.row_columns();
    Box::new(Copies(match &run.format[..] {
        "parquet" => Some(Box::new(parquet(columns, run))),
        "csv" => Some(Box::new(Csv(columns))),
        _ => None,
    }))
}

/// A writer of rows that are copied. The wrapped writer, if the format has one, writes the header, the end, and the
/// rows that are not text.
struct Copies(Option<Box<dyn RowWriter<AnalysisRow>>>);

impl RowWriter<Row> for Copies {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |rows| rows.write_header(out))
    }

    fn write_row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match (row, &mut self.0) {
            (Row::Text(text), _) => out.write_all(text),
            (Row::Values(values), Some(rows)) => rows.write_row(values, out),
            (Row::Values(_), None) => unreachable!("a shard has one format"),
        }
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |rows| rows.write_end(out))
    }
}

/// Opens a part of a run.
fn open_part(path: &Path, run: &Run) -> Result<Box<dyn PartReader<Row>>, Error> {
    if run.format == "parquet" {
        return Ok(Box::new(ParquetRows(read::open(path).map_err(read::with_hint)?)));
    }
    let file = File::open(path).map_err(|e| Error::file(path, "read", &e))?;
    let file = BufReader::new(file);
    Ok(match &run.format[..] {
        "csv" => Box::new(ReaderBuilder::new().terminator(Terminator::Any(b'\n')).from_reader(file)),
        _ => Box::new(file),
    })
}

/// JSON lines.
impl PartReader<Row> for BufReader<File> {
    fn next(&mut self, number: u64) -> Result<Option<(String, Row)>, String> {
        /// The members of a line that are read.
        #[derive(Deserialize)]
        struct Object {
            id: String,
            row: u64,
        }
        let mut line = Vec::new();
        if self.read_until(b'\n', &mut line).map_err(|e| e.to_string())? == 0 {
            return Ok(None);
        }
        let Object { id, row } = serde_json::from_slice(&line).map_err(|e| e.to_string())?;
        if row != number {
            return Err(format!("expected row {number} of the input, found row {row}"));
        }
        Ok(Some((id, Row::Text(line))))
    }
}

/// Records of CSV, after the header.
impl PartReader<Row> for csv::Reader<BufReader<File>> {
    fn next(&mut self, _: u64) -> Result<Option<(String, Row)>, String> {
        let mut record = ByteRecord::new();
        if !self.read_byte_record(&mut record).map_err(|e| e.to_string())? {
            return Ok(None);
        }
        let id = String::from_utf8_lossy(record.get(0).unwrap_or_default()).into_owned();
        let mut writer = WriterBuilder::new().buffer_capacity(1 << 10).from_writer(Vec::new());
        writer.write_byte_record(&record).map_err(|e| e.to_string())?;
        Ok(Some((id, Row::Text(writer.into_inner().map_err(|e| e.to_string())?))))
    }
}

/// Rows of Parquet.
struct ParquetRows(AnalysisReader);

impl PartReader<Row> for ParquetRows {
    fn next(&mut self, number: u64) -> Result<Option<(String, Row)>, String> {
        if !self.0.advance().map_err(|e| e.text(|_| None))? {
            return Ok(None);
        }
        let values = AnalysisRow { row: Some(number), ..self.0.row.clone() };
        Ok(Some((values.id.clone(), Row::Values(Box::new(values)))))
    }
}
