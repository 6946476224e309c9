//! Statistics of texts: analyses, or scrambles that are analysed in memory.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use cubiform_solvers::cfop::{self, AnalyzeError, Analyzer};
use cubiform_threads::{CancelToken, Threads};
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use xxhash_rust::xxh3::xxh3_64;

use super::fair::{self, FairnessResults};
use super::goal_comparison::GoalComparison;
use super::labels::Labels;
use super::read::{Analysis, Origin, ReadOptions, RowSource};
use super::{Document, Object, StatsQuestion, StatsRequest, Summary};
use crate::Error;
use crate::analysis::{AnalyzeQuestion, AnalyzeRequest};
use crate::engines::{EngineError, Engines};
use crate::input::{BadLine, Input, Item, Options};
use crate::limits::Limits;
use crate::operation::Context;
use crate::rows::read::{AnalysisReader, AnalysisRow};
use crate::run::{InputSource, Run, UsedTable};
use crate::scramble::Scramble;
use crate::solvers::{Solvers, open};

/// The statistics of a sample: a list of rows for each table of measures.
pub struct StatsAnswer {
    document: Document,
    provenance: Object,
}

impl PartialSchema for StatsAnswer {
    fn schema() -> RefOr<Schema> {
        let about = "The number of scrambles, and a list of rows for each table of measures.";
        ObjectBuilder::new().schema_type(Type::Object).description(Some(about)).into()
    }
}

impl ToSchema for StatsAnswer {}

impl Serialize for StatsAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document.json(Some(self.provenance.clone())).serialize(serializer)
    }
}

/// A text, and the analyzer of its scrambles if it is no analysis.
struct Text {
    name: String,
    bytes: Arc<[u8]>,
    analyzer: Option<ScrambleAnalysis>,
}

impl Text {
    /// Opens a text, whose scrambles, if it has some, are analysed to these stages.
    fn open(name: String, text: String, stages: Option<&str>, solvers: &dyn Solvers) -> Result<Text, Error> {
        let mut text = Text { name, bytes: text.into_bytes().into(), analyzer: None };
        let is_of_scrambles = || text.input(Options::plain()).is_ok_and(Input::is_of_scrambles);
        if text.rows().is_err() && is_of_scrambles() {
            let scrambles = text.input(Options::plain())?.estimate();
            text.analyzer = Some(open(solvers, |engines, cancel| {
                ScrambleAnalysis::open(engines, stages, scrambles, cancel)
            })?);
        }
        Ok(text)
    }

    fn rows(&self) -> Result<AnalysisReader, Error> {
        AnalysisReader::open(&self.name, Box::new(Cursor::new(Arc::clone(&self.bytes))))
    }

    fn input(&self, options: Options) -> Result<Input, Error> {
        let reader = Box::new(Cursor::new(Arc::clone(&self.bytes)));
        let mut input = Input::from_reader(&self.name, reader, options)?;
        input.total = Some(self.bytes.len() as u64);
        Ok(input)
    }

    /// Returns the rows of the text as one sample.
    fn analysis(self, options: &ReadOptions, max_scrambles: u64) -> Result<Analysis, Error> {
        let bytes = self.bytes.len() as u64;
        let source = InputSource::File { name: self.name.clone(), bytes, xxh3: xxh3_64(&self.bytes) };
        let reader = match &self.analyzer {
            None => self.rows()?,
            Some(analyzer) => {
                let is_scramble = |item: &Item| !matches!(item, Item::Note(_));
                if self.input(Options::plain())?.filter(is_scramble).count() as u64 > max_scrambles {
                    let message = format!("{} has more than {max_scrambles} scrambles", self.name);
                    let error = Error::usage(None, message).code(Error::TOO_LONG);
                    return Err(error.hint("analyse them in parts"));
                }
                let input = self.input(Options::default())?;
                analyzer.run(&self.name, input, source.clone(), &options.cancel, &|_| {})?
            }
        };
        let name = self.name.clone();
        let origin = Origin::of_text(&name, source);
        let files = vec![Box::new(move || Ok((reader, name))) as _];
        Analysis::open(vec![RowSource { origin, files }], options, |_| {})
    }
}

/// Returns the statistics of a question: the document of the command.
///
/// # Errors
/// If the analyzer of scrambles cannot be opened, a text cannot be read, or the work was cancelled.
pub(super) fn statistics(question: StatsQuestion, context: &Context<'_>) -> Result<StatsAnswer, Error> {
    let StatsQuestion { request: StatsRequest { input, name, against, beside, .. }, options, limits } =
        question;
    let stages = options.fair.as_ref().map(|_| fair::STAGES);
    let open = |name: &str, text: String| Text::open(name.into(), text, stages, context.solvers);
    let input = open(name.as_deref().unwrap_or("input"), input)?;
    let against = against.map(|text| open("against", text)).transpose()?;
    let beside = beside.map(|text| open("beside", text)).transpose()?;
    let cancel = context.cancel();
    let reading = ReadOptions { partial: true, max_rows: limits.rows, cancel: cancel.clone() };
    let analysis = |text: Text| text.analysis(&reading, limits.scrambles);
    let path = input.name.clone();
    let mut samples = analysis(input)?;
    if let Some(settings) = &options.fair {
        let results = FairnessResults::read(&mut samples, &options, settings, cancel)?;
        let document = results.document(&Labels::of(&samples));
        return Ok(StatsAnswer { document, provenance: samples.provenance()? });
    }
    if let Some(text) = against {
        samples = samples.compared_with(analysis(text)?)?;
    }
    let others = beside.map(|text| Ok::<_, Error>(("beside".into(), analysis(text)?))).transpose()?;
    let others = others.into_iter().collect();
    let mut goals = GoalComparison::new(&samples, path.as_ref(), others, options.sets())?;
    let summary = Summary::read(&mut samples, &mut goals, &options, |_| {})?;
    let mut provenance: Object = samples.provenance()?;
    provenance.extend(goals.provenance()?);
    Ok(StatsAnswer { document: summary.document(), provenance })
}

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
fn row(number: u64, scramble: Scramble, analysis: &cfop::Analysis) -> AnalysisRow {
    AnalysisRow {
        id: scramble.id,
        cube: Some(scramble.text.as_str().to_string()),
        row: Some(number),
        lengths: analysis.iter().flatten().filter_map(|result| result.length.ok()).collect(),
        carried: scramble.carried,
        ..AnalysisRow::default()
    }
}
