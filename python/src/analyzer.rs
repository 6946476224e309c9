//! The analyzer: record batches of analyses for a stream of cubes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, ready};
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::ffi_stream::RecordBatchStreamReader;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{DataType, Schema};
use cubiform_answers::Error;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::analysis::{Analyses, AnalyzeQuestion, AnalyzeRequest};
use cubiform_answers::columns::Naming;
use cubiform_answers::engines::Engines;
use cubiform_answers::limits::Limits;
use cubiform_answers::pipeline::{self, Done, Next, Pull};
use cubiform_answers::rows::arrow::{Batches as RowBatches, ColumnTypes};
use cubiform_answers::rows::{ColumnKind, Columns, Record};
use cubiform_answers::run::{Run as RunRecord, UsedTable};
use cubiform_answers::scramble::Scramble;
use cubiform_solvers::cfop::Analyzer;
use cubiform_threads::{CancelToken, Threads};
use pyo3::prelude::*;
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::answers::from_json;
use crate::capsule::{Batch, BatchSchema, stream_of};
use crate::error::{Failure, caught};
use crate::interrupt::{INTERVAL, reporting};
use crate::rows::{BadRow, Chunk, ID, RowResult, Rows, SCRAMBLE};
use crate::tables::{self, Damage, Folder};

/// The maximum number of scrambles in flight for each thread.
const ITEMS_PER_THREAD: usize = 256;

/// The maximum number of cubes of a record batch.
const MAX_CUBES: usize = 8192;

/// The number of record batches that wait for the caller.
const WAITING_BATCHES: usize = 2;

/// The minimum time between two batches that are not full.
const MIN_BATCH_AGE: Duration = Duration::from_millis(100);

/// The number of looks at signals for each call of `progress` while tables are built: a second.
const LOOKS_PER_CALL: u32 = 20;

/// An analyzer, its solvers with the checks of its tables, and the damage that these find.
struct OpenAnalyzer {
    analyzer: Arc<Analyzer>,
    engines: Engines,
    damage: Damage,
}

/// An analyzer with its tables open.
#[pyclass(frozen, module = "cubiform._native")]
pub(crate) struct Engine {
    question: AnalyzeQuestion,
    opened: Arc<OpenAnalyzer>,
    threads: Threads,
    /// The folder of the tables.
    #[pyo3(get)]
    folder: PathBuf,
}

#[pymethods]
impl Engine {
    /// Opens the tables for the JSON of a request. `progress` is called with 0 each second while tables are built.
    #[new]
    #[pyo3(signature = (request, tables=None, threads=None, in_memory=false, progress=None))]
    fn new(
        py: Python<'_>,
        request: &str,
        tables: Option<PathBuf>,
        threads: Option<usize>,
        in_memory: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Engine> {
        let (threads, cancel, building) =
            (tables::threads(threads), CancelToken::new(), Arc::new(AtomicBool::new(false)));
        let looks = AtomicU32::new(0);
        let report = |py: Python<'_>| match &progress {
            Some(progress) if building.load(Ordering::Relaxed) => {
                let is_due = looks.fetch_add(1, Ordering::Relaxed).is_multiple_of(LOOKS_PER_CALL);
                if is_due { progress.call1(py, (0,)).map(drop) } else { Ok(()) }
            }
            _ => Ok(()),
        };
        let work = || -> Result<Engine, Failure> {
            let question = from_json::<AnalyzeRequest>(request)?.question(&Limits::NONE)?;
            let folder = Folder::find(tables)?;
            let (engines, damage) = tables::engines(folder.clone(), &threads, &building);
            let moves = question.moves.map(|moves| moves.0);
            // In memory as for many scrambles.
            let analyzer = engines.analyzer(&question.goals, moves, in_memory.then_some(u64::MAX), &cancel);
            let analyzer = analyzer.map_err(|error| folder.engine_failure(error))?;
            let opened = Arc::new(OpenAnalyzer { analyzer, engines, damage });
            Ok(Engine { question, opened, threads: threads.clone(), folder: folder.path })
        };
        reporting(py, &cancel, report, work)
    }

    /// The names of the stages, in the order of the columns.
    #[getter]
    fn stages(&self) -> Vec<String> {
        self.question.goals.stage_names().iter().map(ToString::to_string).collect()
    }

    /// The table files in use, as the JSON of a manifest has them.
    fn used_tables(&self) -> PyResult<String> {
        let tables: Vec<UsedTable> = self
            .opened
            .engines
            .checks()
            .open_tables()
            .identities()
            .into_iter()
            .map(UsedTable::from)
            .collect();
        Ok(serde_json::to_string(&tables).map_err(Failure::message)?)
    }

    /// The settings of a run, as the JSON of a manifest has them. `input` is the JSON of its sources.
    fn run_settings(
        &self,
        columns: &str,
        input: &str,
        carried: Vec<String>,
        credit: Option<String>,
    ) -> PyResult<String> {
        let run = RunRecord {
            format: "parquet".into(),
            input: serde_json::from_str(input).map_err(Failure::message)?,
            credit,
            columns: named_value("columns", columns)?,
            carried,
            ..RunRecord::new(&self.question)
        };
        Ok(serde_json::to_string(&run).map_err(Failure::message)?)
    }

    /// Starts to analyse a stream of cubes.
    fn batches(&self, data: &Bound<'_, PyAny>, columns: &str, null_errors: bool) -> PyResult<Batches> {
        let AnalyzeQuestion { goals, request, .. } = &self.question;
        let naming: Naming = named_value("columns", columns)?;
        let stages = goals.stage_names();
        let stages = stages.iter().map(|stage| &**stage);
        let mut columns = Columns::new(stages, &request.frames, &[], naming).with_cubes(SCRAMBLE);
        if request.solutions > 0 {
            columns = columns.with("solutions", ColumnKind::Solutions { links: self.question.links });
        }
        if null_errors {
            columns = columns.with("error", ColumnKind::Error);
        }
        let input = stream_of(data)?;
        let stop = CancelToken::new();
        let analyses = Analyses::with_engines(self.question.clone(), &self.opened.engines, &stop);
        let run = Run {
            analyses: analyses.map_err(|error| Failure::from(Error::from(error)))?,
            opened: Arc::clone(&self.opened),
            threads: self.threads.clone(),
            stop,
            null_errors,
        };
        caught(|| run.start(columns, input)).map_err(PyErr::from)
    }
}

/// Reads the name of a value, as in requests to the server.
pub(crate) fn named_value<T: DeserializeOwned>(argument: &'static str, name: &str) -> Result<T, Failure> {
    let read: Result<T, serde::de::value::Error> = T::deserialize(name.into_deserializer());
    read.map_err(|error| Failure::argument(argument, error))
}

/// A run over a stream of cubes.
struct Run {
    analyses: Analyses,
    opened: Arc<OpenAnalyzer>,
    threads: Threads,
    stop: CancelToken,
    /// Whether a cube that cannot be read has a row with an error.
    null_errors: bool,
}

/// The result of a row.
enum Outcome {
    Done(Box<Report>),
    Bad(BadRow),
    Failed(Failure),
}

impl Run {
    /// Starts the threads of the run.
    fn start(self, columns: Columns, input: RecordBatchStreamReader) -> Result<Batches, Failure> {
        let batches = RowBatches::new(columns, ColumnTypes::Stream);
        let writer = Writer::new(batches, &input.schema())?;
        let (send, receive) = mpsc::sync_channel(WAITING_BATCHES);
        let (stop, schema) = (self.stop.clone(), Arc::clone(&writer.schema));
        let run = move || {
            let sent = send.clone();
            if let Err(failure) = caught(|| self.run(input, writer, &send)) {
                // Fails if the caller has left.
                let _ = sent.send(Err(failure));
            }
        };
        let spawned = thread::Builder::new().name("analysis".into()).spawn(run);
        spawned.map_err(|e| Failure::message(format!("cannot start a thread: {e}")))?;
        Ok(Batches { receive: Mutex::new(receive), stop, schema })
    }

    /// Analyses the cubes and sends the batches.
    fn run(
        &self,
        input: RecordBatchStreamReader,
        mut writer: Writer,
        send: &SyncSender<Result<RecordBatch, Failure>>,
    ) -> Result<(), Failure> {
        let rows = Rows::new(input);
        type Place = Option<(Arc<Chunk>, usize)>;
        let serve = |pull: Pull<'_, RowResult>, done: Done<'_, (Place, Outcome)>| {
            let source = |may_wait| {
                loop {
                    let Some((number, row)) = ready!(pull(may_wait)) else { return Poll::Ready(None) };
                    let (chunk, i) = match row {
                        Ok(row) => row,
                        Err(failure) => {
                            done(number, (None, Outcome::Failed(failure)));
                            continue;
                        }
                    };
                    match chunk.read(i) {
                        Ok(scramble) => {
                            let cube = scramble.cube;
                            return Poll::Ready(Some(((number, scramble, chunk, i), cube)));
                        }
                        Err(bad) => done(number, (Some((chunk, i)), Outcome::Bad(bad))),
                    }
                }
            };
            let analyzed = |(number, scramble, chunk, i): (usize, Scramble, Arc<Chunk>, usize), found| {
                let row = chunk.row(i);
                let outcome = match found {
                    Ok(analysis) => Outcome::Done(Box::new(self.analyses.report(row, scramble, analysis))),
                    Err(error) => Outcome::Failed(Failure::from(error)),
                };
                done(number, (Some((chunk, i)), outcome));
            };
            let (analyzer, request) = (&self.opened.analyzer, &self.analyses.question.request);
            analyzer.analyze_many(request, &self.threads, &self.stop, &source, &analyzed);
        };
        let deliver = |batch: Option<Result<RecordBatch, Failure>>| match batch {
            Some(batch) => send.send(Ok(batch?)).map_err(|_| Failure::cancelled()),
            None => Ok(()),
        };
        let mut last = Instant::now();
        let take = |next: Next<(Place, Outcome)>| -> Result<(), Failure> {
            if let Some(damage) = self.opened.damage.get() {
                return Err(damage.clone());
            }
            let Next::Result((place, outcome)) = next else {
                // Fast results come one by one: a batch for each would cost more than the analysis.
                if last.elapsed() < MIN_BATCH_AGE {
                    return Ok(());
                }
                last = Instant::now();
                return deliver(writer.batch());
            };
            if let Some((chunk, i)) = place {
                deliver(writer.begin(chunk, i))?;
            }
            match outcome {
                Outcome::Done(report) => writer.batches.add(&Record::from(&*report)),
                Outcome::Bad(BadRow { id, text, row, bad }) if self.null_errors => {
                    writer.batches.add(&Record::unreadable(&id, text.as_deref(), Some(row), &bad.message));
                }
                Outcome::Bad(bad) => return Err(bad.into()),
                Outcome::Failed(failure) => return Err(failure),
            }
            if writer.batches.size().0 == MAX_CUBES { deliver(writer.batch()) } else { Ok(()) }
        };
        pipeline::run(rows, self.threads.count() * ITEMS_PER_THREAD, &self.stop, serve, take)?;
        if self.stop.is_cancelled() {
            return Err(Failure::cancelled());
        }
        deliver(writer.batch())
    }
}

/// A builder of record batches that also have the other columns of the input.
struct Writer {
    batches: RowBatches,
    schema: Arc<Schema>,
    /// The index of the ids in the input if they are no texts. They keep their type.
    id: Option<usize>,
    /// The indices of the other columns in the input.
    carried: Vec<usize>,
    /// The index of the first of them in the output.
    place: usize,
    /// The batch of the input whose rows are being added, and the first of them.
    chunk: Option<(Arc<Chunk>, usize)>,
}

impl Writer {
    /// # Errors
    /// If a column of the input has the name of one that the analysis adds.
    fn new(batches: RowBatches, input: &Schema) -> Result<Writer, Failure> {
        let own = Arc::clone(&batches.schema);
        let mut all = own.fields().to_vec();
        let mut id = None;
        let mut carried = Vec::new();
        for (i, field) in input.fields().iter().enumerate() {
            match &field.name()[..] {
                SCRAMBLE => {}
                ID if *field.data_type() == DataType::Utf8 => {}
                ID => {
                    id = Some(i);
                    all[0] = Arc::clone(field);
                }
                name if own.column_with_name(name).is_some() => {
                    let text = format!("the analysis adds a column '{name}' too; rename yours, or drop it");
                    return Err(Failure::argument("data", text));
                }
                _ => carried.push(i),
            }
        }
        let place = own.index_of("row").expect("there is a column of row numbers") + 1;
        all.splice(place..place, carried.iter().map(|i| Arc::clone(&input.fields()[*i])));
        let mut metadata = input.metadata().clone();
        metadata.extend(own.metadata().clone());
        let schema = Arc::new(Schema::new_with_metadata(all, metadata));
        Ok(Writer { batches, schema, id, carried, place, chunk: None })
    }

    /// Prepares for a row of the input. Returns the batch with the rows before, if they are of another batch of the
    /// input.
    fn begin(&mut self, chunk: Arc<Chunk>, i: usize) -> Option<Result<RecordBatch, Failure>> {
        let is_same = self.chunk.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, &chunk));
        let batch = if is_same { None } else { self.batch() };
        if self.batches.size().0 == 0 {
            self.chunk = Some((chunk, i));
        }
        batch
    }

    /// Returns the rows added since the last batch, if any.
    fn batch(&mut self) -> Option<Result<RecordBatch, Failure>> {
        let (rows, _) = self.batches.size();
        let (chunk, first) = self.chunk.as_ref().filter(|_| rows > 0)?;
        let given = |i: &usize| chunk.batch.column(*i).slice(*first, rows);
        let mut columns = self.batches.batch().columns().to_vec();
        if let Some(id) = &self.id {
            columns[0] = given(id);
        }
        columns.splice(self.place..self.place, self.carried.iter().map(given));
        Some(RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(Failure::message))
    }
}

/// The record batches of a run, in the order of the input.
#[pyclass(frozen, module = "cubiform._native")]
pub(crate) struct Batches {
    receive: Mutex<Receiver<Result<RecordBatch, Failure>>>,
    stop: CancelToken,
    schema: Arc<Schema>,
}

#[pymethods]
impl Batches {
    /// The schema of the batches.
    #[getter]
    fn schema(&self) -> BatchSchema {
        BatchSchema(Arc::clone(&self.schema))
    }

    /// Ends the run.
    fn cancel(&self) {
        self.stop.cancel();
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// Waits for the next batch, and looks at signals meanwhile.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        py.detach(|| {
            let receive = self.receive.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                match receive.recv_timeout(INTERVAL) {
                    Ok(Ok(batch)) => return Ok(Some(Batch(batch))),
                    Ok(Err(failure)) => {
                        self.stop.cancel();
                        return Err(failure.into());
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(raised) = Python::attach(|py| py.check_signals()) {
                            self.stop.cancel();
                            return Err(raised);
                        }
                    }
                }
            }
        })
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
