//! The analysis of scrambles in memory, for statistics of files that are not analysed yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use cubiform_solvers::cfop::{Analysis, AnalyzeError, Analyzer};
use cubiform_threads::{CancelToken, Threads};

use crate::Error;
use crate::analysis::{AnalyzeQuestion, AnalyzeRequest};
use crate::engines::{EngineError, Engines};
use crate::input::{BadLine, Input, Item};
use crate::limits::Limits;
use crate::rows::read::{AnalysisReader, AnalysisRow};
use crate::run::{InputSource, Run, UsedTable};
use crate::scramble::Scramble;

/// The progress of an analysis.
pub enum Progress<'a> {
    /// Another scramble is done, of which this number of bytes of the input had been read.
    Done(u64),
    /// A note of the reader.
    Note(&'a str),
}

/// An analyzer of all colours and some stages of the default goal.
pub struct ScrambleAnalysis {
    question: AnalyzeQuestion,
    analyzer: Arc<Analyzer>,
    threads: Threads,
    /// The tables in use.
    tables: Vec<UsedTable>,
}

impl ScrambleAnalysis {
    /// Opens the analyzer of these stages, or of all, for about this number of scrambles.
    ///
    /// # Errors
    /// If a table cannot be opened, or the opening was cancelled.
    ///
    /// # Panics
    /// Panics if there are no such stages.
    pub fn open(
        engines: &Engines,
        stages: Option<&str>,
        scrambles: Option<u64>,
        cancel: &CancelToken,
    ) -> Result<ScrambleAnalysis, EngineError> {
        let request = AnalyzeRequest { stages: stages.map(Into::into), ..AnalyzeRequest::default() };
        let question = request.question(&Limits::NONE).expect("these stages exist");
        let analyzer = engines.analyzer(&question.goals, None, scrambles, cancel)?;
        let tables = engines.checks().open_tables().identities().into_iter().map(UsedTable::from).collect();
        Ok(ScrambleAnalysis { question, analyzer, threads: engines.threads().clone(), tables })
    }

    /// Analyses the scrambles of an input, which `source` describes and messages call `name`. `report` is called from any
    /// thread.
    ///
    /// # Errors
    /// The first one in the order of the input, if a line cannot be read or a table is damaged; or if the work is cancelled.
    pub fn run(
        &self,
        name: &str,
        input: Input,
        source: InputSource,
        cancel: &CancelToken,
        report: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<AnalysisReader, Error> {
        let run = Run::of_input(&self.question, &input);
        let run = Run { format: "parquet".into(), input: vec![source], tables: self.tables.clone(), ..run };
        let rows = self.rows(input, cancel, report)?;
        let columns = run.row_columns();
        let settings = serde_json::to_value(&run).and_then(serde_json::from_value).map_err(Error::message)?;
        Ok(AnalysisReader::of_rows(name, columns.with_cubes("scramble"), settings, rows.into_iter().map(Ok)))
    }

    /// Returns the rows of the scrambles.
    fn rows(
        &self,
        input: Input,
        cancel: &CancelToken,
        report: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<Vec<AnalysisRow>, Error> {
        // The input until its end or its first error, and the number of its scrambles so far.
        let reading = Mutex::new((Some(input), 0));
        let rows: Mutex<BTreeMap<u64, Result<AnalysisRow, Error>>> = Mutex::default();
        let done = |number, row| {
            rows.lock().unwrap_or_else(PoisonError::into_inner).insert(number, row);
        };
        let source = |_| {
            let mut reading = reading.lock().unwrap_or_else(PoisonError::into_inner);
            let (input, number) = &mut *reading;
            loop {
                let read = match input.as_mut().and_then(Iterator::next) {
                    None => break,
                    Some(Item::Note(note)) => {
                        report(Progress::Note(&note));
                        continue;
                    }
                    Some(item) => read(item),
                };
                *number += 1;
                match read {
                    Ok((scramble, bytes)) => {
                        let cube = scramble.cube;
                        return Poll::Ready(Some(((*number, scramble, bytes), cube)));
                    }
                    Err(error) => {
                        done(*number, Err(error));
                        break;
                    }
                }
            }
            *input = None;
            Poll::Ready(None)
        };
        let analyzed = |(number, scramble, bytes): (u64, Scramble, u64),
                        analysis: Result<_, AnalyzeError>| {
            if analysis.is_err() {
                reading.lock().unwrap_or_else(PoisonError::into_inner).0 = None;
            }
            done(number, analysis.map(|analysis| row(number, scramble, &analysis)).map_err(Error::from));
            report(Progress::Done(bytes));
        };
        self.analyzer.analyze_many(&self.question.request, &self.threads, cancel, &source, &analyzed);
        if cancel.is_cancelled() {
            return Err(Error::cancelled());
        }
        rows.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
    }
}

/// Reads the scramble of an item. Returns it with the number of bytes of input read up to it.
fn read(item: Item) -> Result<(Scramble, u64), Error> {
    match item {
        Item::Line(line) => Scramble::read(&line).map(|scramble| (scramble, line.bytes)).map_err(unreadable),
        Item::State(id, cube, number) => Ok((Scramble::from_state(id, cube), number)),
        Item::Bad(bad) => Err(unreadable(bad)),
        Item::Note(_) => unreachable!("notes are no scrambles"),
        Item::Failed(error) => Err(error),
    }
}

/// Returns the error of a line, which names its place in the input.
fn unreadable(bad: BadLine) -> Error {
    Error::message("").with_message(bad.to_string())
}

/// Returns the row of a scramble, the one of this number in its input.
fn row(number: u64, scramble: Scramble, analysis: &Analysis) -> AnalysisRow {
    AnalysisRow {
        id: scramble.id,
        cube: Some(scramble.text.as_str().to_string()),
        row: Some(number),
        lengths: analysis.iter().flatten().filter_map(|result| result.length.ok()).collect(),
        carried: scramble.carried,
        ..AnalysisRow::default()
    }
}
