//! Scrambles of files.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{ArrayBuilder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use cubiform_answers::input::wca::parse_events;
use cubiform_answers::input::{Carry, Input, Item, Options, TIME, parse_carry};
use cubiform_answers::scramble::Scramble;
use cubiform_files::hash_file_until;
use cubiform_threads::CancelToken;
use pyo3::prelude::*;

use crate::capsule::{Batch, BatchSchema};
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
    #[pyo3(get)]
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
            events: events.map_err(|e| Failure::argument("events", e))?,
            carry: carry.map_err(|e| Failure::argument("carry", e))?.unwrap_or(Carry::Known),
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
    fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let cancel = CancelToken::new();
        let batch = interruptible(py, &cancel, || self.batch(&cancel))?;
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
                return Err(Failure::cancelled());
            }
            let bad = match input.next() {
                None => break,
                Some(Item::Line(line)) => match Scramble::read(&line) {
                    Ok(scramble) => {
                        ids.append_value(&scramble.id);
                        scrambles.append_value(scramble.text.as_str());
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
                Some(Item::Failed(error)) => return Err(error.into()),
            };
            if !self.skips {
                return Err(Failure::scramble(Some(bad.place.number()), &bad, None));
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
        batch.map(Some).map_err(Failure::message)
    }
}

/// Returns the number of bytes of a file and their hash (XXH3, 64 bits), as manifests list them.
#[pyfunction]
pub(crate) fn hash_file(py: Python<'_>, path: PathBuf) -> PyResult<(u64, String)> {
    let cancel = CancelToken::new();
    let work = || match hash_file_until(&path, || cancel.is_cancelled()) {
        Ok((bytes, hash)) => Ok((bytes, format!("{hash:016x}"))),
        Err(_) if cancel.is_cancelled() => Err(PyErr::from(Failure::cancelled())),
        Err(error) => Err(error.into()),
    };
    interruptible(py, &cancel, work)
}
