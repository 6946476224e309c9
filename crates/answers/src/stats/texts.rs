//! Statistics of texts: analyses, or scrambles that are analysed in memory.

use std::io::Cursor;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use xxhash_rust::xxh3::xxh3_64;

use super::fair::{self, FairnessResults};
use super::goal_comparison::GoalComparison;
use super::labels::Labels;
use super::read::{Analysis, Origin, ReadOptions, RowSource};
use super::request::{StatsQuestion, StatsRequest};
use super::{Document, Object, ScrambleAnalysis, Summary};
use crate::Error;
use crate::input::{Input, Item, Options};
use crate::operation::Context;
use crate::rows::read::AnalysisReader;
use crate::run::InputSource;
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
