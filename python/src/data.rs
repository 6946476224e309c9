//! Scrambles of files, and statistics of analyses.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{ArrayBuilder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use cubiform_answers::analysis::columns::stage_and_color;
use cubiform_answers::input::wca::parse_events;
use cubiform_answers::input::{Carry, Input, Item, Options, TIME, parse_carry};
use cubiform_answers::scramble::Scramble;
use cubiform_cube::Color;
use cubiform_stats::{Sample, Subset};
use cubiform_threads::CancelToken;
use pyo3::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::capsule::{Batch, BatchSchema, stream_of};
use crate::error::Failure;
use crate::interrupt::interruptible;

/// The number of rows of a record batch.
const ROWS: usize = 8192;

/// The scrambles of files, in record batches.
#[pyclass(frozen, module = "cubiform._native")]
pub(crate) struct FileBatches {
    input: Mutex<Input>,
    schema: Arc<Schema>,
    skips: bool,
    /// The attribution that the source requires.
    credit: Option<String>,
    /// The notes about rows that were left out.
    notes: Mutex<Vec<String>>,
}

#[pymethods]
impl FileBatches {
    #[new]
    #[pyo3(signature = (paths, events=None, carry=None, column=None, skips=false))]
    fn new(
        paths: Vec<PathBuf>,
        events: Option<&str>,
        carry: Option<&str>,
        column: Option<String>,
        skips: bool,
    ) -> PyResult<FileBatches> {
        let events = events.map(parse_events).transpose();
        let carry = carry.map(parse_carry).transpose();
        let options = Options {
            events: events.map_err(|e| Failure::argument(format!("events: {e}")))?,
            carry: carry.map_err(|e| Failure::argument(format!("carry: {e}")))?.unwrap_or(Carry::Known),
            column,
            ..Options::default()
        };
        let input = Input::from_files(&paths, options).map_err(Failure::from)?;
        let mut fields =
            vec![Field::new("id", DataType::Utf8, false), Field::new("scramble", DataType::Utf8, false)];
        for name in input.carried() {
            let data = if name == TIME { DataType::Int64 } else { DataType::Utf8 };
            fields.push(Field::new(name, data, true));
        }
        let credit = input.credit.clone();
        let schema = Arc::new(Schema::new(fields));
        Ok(FileBatches { input: Mutex::new(input), schema, skips, credit, notes: Mutex::default() })
    }

    #[getter]
    fn schema(&self) -> BatchSchema {
        BatchSchema(Arc::clone(&self.schema))
    }

    #[getter]
    fn credit(&self) -> Option<String> {
        self.credit.clone()
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let cancel = CancelToken::new();
        let batch = interruptible(py, &cancel, || self.batch(&cancel))??;
        Ok(batch.map(Batch))
    }
}

impl FileBatches {
    /// Reads the next batch.
    fn batch(&self, cancel: &CancelToken) -> Result<Option<RecordBatch>, Failure> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut ids, mut scrambles) = (StringBuilder::new(), StringBuilder::new());
        let carried = self.schema.fields().len() - 2;
        let mut times: Vec<Int64Builder> = (0..carried).map(|_| Int64Builder::new()).collect();
        let mut texts: Vec<StringBuilder> = (0..carried).map(|_| StringBuilder::new()).collect();
        let is_time = |i: usize| self.schema.field(i + 2).name() == TIME;
        while ids.len() < ROWS {
            if cancel.is_cancelled() {
                return Err(Failure::Cancelled);
            }
            let bad = match input.next() {
                None => break,
                Some(Item::Line(line)) => match Scramble::read(&line) {
                    Ok(scramble) => {
                        ids.append_value(&scramble.id);
                        scrambles.append_value(scramble.shown.text());
                        for i in 0..carried {
                            let value = scramble.carried_value(i);
                            match is_time(i) {
                                true => times[i].append_option(value.and_then(|text| text.parse().ok())),
                                false => texts[i].append_option(value),
                            }
                        }
                        continue;
                    }
                    Err(bad) => bad,
                },
                Some(Item::Bad(bad)) => bad,
                Some(Item::Note(note)) => {
                    self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(note);
                    continue;
                }
                Some(Item::State(..)) => continue,
                Some(Item::Failed(message)) => return Err(Failure::Message(message)),
            };
            if !self.skips {
                return Err(Failure::Scramble(Some(bad.place.number()), bad));
            }
            self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(format!("skipped: {bad}"));
        }
        if ids.is_empty() {
            return Ok(None);
        }
        let mut columns: Vec<ArrayRef> = vec![Arc::new(ids.finish()), Arc::new(scrambles.finish())];
        for i in 0..carried {
            columns.push(match is_time(i) {
                true => Arc::new(times[i].finish()),
                false => Arc::new(texts[i].finish()),
            });
        }
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        batch.map(Some).map_err(|e| Failure::Message(e.to_string()))
    }
}

/// The statistics of one stage and set of colours.
#[derive(serde::Serialize)]
struct Measures<'a> {
    stage: &'a str,
    colors: String,
    min: usize,
    max: usize,
    mean: f64,
    se: Option<f64>,
    sd: Option<f64>,
    p10: usize,
    p50: usize,
    p90: usize,
    p99: usize,
    mode: usize,
    share: f64,
    n: u64,
}

/// Parses colour sets: `all63`, `common`, or sets separated by commas.
fn color_sets(text: &str) -> Result<Vec<Subset>, Failure> {
    match text {
        "all63" => Ok(Subset::every()),
        "common" => Ok(Subset::COMMON.into()),
        _ => Subset::list(text).map_err(|e| Failure::argument(format!("sets: {e}"))),
    }
}

/// Counts the lengths of analyses in the wide layout. Returns the JSON of the statistics of each stage and set.
#[pyfunction]
pub(crate) fn stats(py: Python<'_>, data: &Bound<'_, PyAny>, sets: &str) -> PyResult<String> {
    let sets = color_sets(sets)?;
    let input = stream_of(data)?;
    let cancel = CancelToken::new();
    let work = || -> Result<String, Failure> {
        let schema = arrow_array::RecordBatchReader::schema(&input);
        let mut stages: Vec<(String, Vec<Color>)> = Vec::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        for (i, field) in schema.fields().iter().enumerate() {
            let Some((stage, color)) = stage_and_color(field.name()) else { continue };
            match stages.iter().position(|(known, _)| known == stage) {
                Some(known) => {
                    stages[known].1.push(color);
                    places[known].push(i);
                }
                None => {
                    stages.push((stage.into(), vec![color]));
                    places.push(vec![i]);
                }
            }
        }
        if stages.is_empty() {
            let message = "the table has no lengths; pass an analysis in the wide layout";
            return Err(Failure::argument(message));
        }
        let places: Vec<usize> = places.concat();
        let mut sample = Sample::with_sets(stages, &sets);
        let mut lengths = vec![0; places.len()];
        for batch in input {
            let batch = batch.map_err(|e| Failure::Message(e.to_string()))?;
            let columns: Vec<_> =
                places.iter().map(|i| batch.column(*i).as_primitive::<UInt8Type>()).collect();
            for row in 0..batch.num_rows() {
                if cancel.is_cancelled() {
                    return Err(Failure::Cancelled);
                }
                // Rows of scrambles that could not be read have no lengths.
                if columns.iter().any(|column| column.is_null(row)) {
                    continue;
                }
                for (length, column) in lengths.iter_mut().zip(&columns) {
                    *length = column.value(row);
                }
                sample.add(&lengths);
            }
        }
        let mut rows = Vec::new();
        for stage in sample.stages() {
            for (subset, histogram) in stage.histograms() {
                let mode = histogram.mode();
                rows.push(Measures {
                    stage: stage.name(),
                    colors: subset.to_string(),
                    min: histogram.min(),
                    max: histogram.max(),
                    mean: histogram.mean(),
                    se: histogram.standard_error(),
                    sd: histogram.sample_deviation(),
                    p10: histogram.percentile(10),
                    p50: histogram.percentile(50),
                    p90: histogram.percentile(90),
                    p99: histogram.percentile(99),
                    mode,
                    share: histogram.counts()[mode] as f64 / histogram.total() as f64,
                    n: histogram.total(),
                });
            }
        }
        serde_json::to_string(&rows).map_err(|e| Failure::Message(e.to_string()))
    };
    Ok(interruptible(py, &cancel, work)??)
}

/// Returns the number of bytes of a file and their hash (XXH3, 64 bits), as manifests list them.
#[pyfunction]
pub(crate) fn hash_file(py: Python<'_>, path: PathBuf) -> PyResult<(u64, String)> {
    let cancel = CancelToken::new();
    let work = || -> std::io::Result<(u64, String)> {
        let mut file = File::open(path)?;
        let (mut hash, mut bytes, mut buffer) = (Xxh3::new(), 0, vec![0; 1 << 20]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok((bytes, format!("{:016x}", hash.digest()))),
                _ if cancel.is_cancelled() => return Ok((0, String::new())),
                count => {
                    hash.update(&buffer[..count]);
                    bytes += count as u64;
                }
            }
        }
    };
    Ok(interruptible(py, &cancel, work)??)
}
