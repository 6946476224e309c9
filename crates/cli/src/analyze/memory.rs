//! The analysis of a file of scrambles in memory, for commands that read analyses.

use std::path::{Path, PathBuf};

use cubiform_answers::analysis::columns::{Layout, Naming};
use cubiform_answers::analysis::report::Report;
use cubiform_answers::input::{Input, Options};
use cubiform_answers::links::LinkPolicy;
use cubiform_answers::parts::{RowSink, describe_file};
use cubiform_answers::request::{AnalyzeRequest, Limits};
use cubiform_answers::rows::Columns;
use cubiform_answers::rows::read::{AnalysisReader, AnalysisRow};
use cubiform_answers::run::{Position, Run, Shard};

use super::host::used_tables;
use super::work::Work;
use super::{failed, file_state, run_of};
use crate::args::{Machine, Profiles};
use crate::engines;
use crate::failure::{Failure, say};
use crate::interrupt::REQUESTED;
use crate::interruptible;
use crate::progress::Scrambles;

/// The rows of an analysis.
struct Rows<'a>(&'a mut Vec<AnalysisRow>);

impl RowSink<Report, Failure> for Rows<'_> {
    fn row(&mut self, report: &Report, id: &str, _: Position) -> Result<(), Failure> {
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        self.0.push(AnalysisRow {
            id: id.into(),
            cube: Some(report.scramble.text.as_str().to_string()),
            row: Some(report.row),
            lengths: lengths.filter_map(|(_, length)| length.ok()).collect(),
            carried: report.scramble.carried.clone(),
            ..AnalysisRow::default()
        });
        Ok(())
    }

    fn end(self: Box<Self>, ended: Result<(), Failure>) -> Result<(), Failure> {
        ended
    }
}

/// Analyses the scrambles of a file: all colours, and these stages of the default goal, or all.
pub(crate) fn analyze_file(file: &Path, stages: Option<&str>) -> Result<AnalysisReader, Failure> {
    let name = file.display();
    say(format_args!("analysing the scrambles in {name}: {}, all colours", stages.unwrap_or("all stages")));
    let request = AnalyzeRequest { stages: stages.map(Into::into), ..AnalyzeRequest::default() };
    let question = request.check(&Limits::NONE).map_err(failed)?;
    let machine = Machine::default();
    let engines = engines::open(&machine, Profiles::Auto)?;
    let options = Options { pipe_reader: Some(interruptible::reader), ..Options::default() };
    let mut input = Input::from_files(&[PathBuf::from(file)], options).map_err(failed)?;
    let source = describe_file(file)?;
    input.expect([file_state(&source)]);
    let analyzer = engines.analyzer(&question.goals, None, input.estimate(), &REQUESTED);
    let analyzer = analyzer.map_err(engines::failed("analyze"))?;
    let run = Run {
        format: "parquet".into(),
        input: vec![source],
        tables: used_tables(),
        ..run_of(&question, Shard::default(), &input)
    };
    let mut rows = Vec::new();
    let (progress, sink) = (Scrambles::new(input.total, true), Box::new(Rows(&mut rows)));
    let work = Work {
        question: &question,
        analyzer: &analyzer,
        filter: None,
        shard: Shard::default(),
        links: LinkPolicy::None,
        threads: machine.threads(),
        skips: false,
    };
    if work.run(input, sink, progress)?.items == 0 {
        say("the input has no scrambles");
    }
    let columns = Columns::of_goals(
        &question.goals,
        &question.request.colors,
        &run.carried,
        Naming::Rotation,
        Layout::Wide,
    );
    let settings = serde_json::to_value(&run).and_then(serde_json::from_value);
    let settings = settings.map_err(|e| Failure::Message(e.to_string()))?;
    Ok(AnalysisReader::of_rows(&name.to_string(), columns.with_cubes("scramble"), settings, rows))
}
