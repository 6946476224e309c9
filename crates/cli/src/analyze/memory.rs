//! The analysis of a file of scrambles in memory, for commands that read analyses.

use std::path::{Path, PathBuf};

use cubiform_answers::analysis::columns::{Layout, Naming};
use cubiform_answers::analysis::report::Report;
use cubiform_answers::goals::{Goals, parse_goals};
use cubiform_answers::input::{Input, Options};
use cubiform_answers::links::LinkPolicy;
use cubiform_answers::parts::{RowSink, describe_file};
use cubiform_answers::rows::Columns;
use cubiform_answers::rows::read::{AnalysisReader, AnalysisRow};
use cubiform_answers::run::{Position, Run, Shard};
use cubiform_cube::Color;
use cubiform_solvers::cfop::Request;

use super::host::used_tables;
use super::work::Work;
use super::{analyzer, failed, file_state, run_of};
use crate::args::{Profiles, threads};
use crate::error::{Failure, say};
use crate::interruptible;
use crate::paths::Folder;
use crate::progress::Scrambles;

/// The rows of an analysis.
struct Rows<'a> {
    rows: &'a mut Vec<AnalysisRow>,
    carried: Vec<String>,
}

impl RowSink<Report, Failure> for Rows<'_> {
    fn row(&mut self, report: &Report, id: &str, _: Position) -> Result<(), Failure> {
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        self.rows.push(AnalysisRow {
            id: id.into(),
            cube: Some(report.scramble.shown.text().to_string()),
            row: Some(report.row),
            lengths: lengths.filter_map(|(_, length)| length.ok()).collect(),
            carried_names: self.carried.clone(),
            carried: report.scramble.carried.clone(),
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
    let goals = parse_goals("std").and_then(|goals| Goals::new(&goals, stages.unwrap_or("all")));
    let (goals, threads, folder) = (goals.map_err(failed)?, threads(None), Folder::find(None)?);
    let options = Options { pipe_reader: Some(interruptible::reader), ..Options::default() };
    let mut input = Input::from_files(&[PathBuf::from(file)], options).map_err(failed)?;
    let source = describe_file(file)?;
    input.expect([file_state(&source)]);
    let analyzer = analyzer(&goals, Profiles::Auto, input.estimate(), threads, &folder)?;
    let carried = input.carried();
    let run = Run {
        format: "parquet".into(),
        input: vec![source],
        carried: carried.clone(),
        tables: used_tables(),
        ..run_of(&goals, &Color::COLUMNS, Shard::default(), &input)
    };
    let request = Request { colors: Color::COLUMNS.to_vec(), solutions: 0, slack: 0, only_best: true };
    let mut rows = Vec::new();
    let (progress, sink) = (Scrambles::new(input.total, true), Box::new(Rows { rows: &mut rows, carried }));
    let shard = Shard::default();
    let work = Work {
        goals: &goals,
        analyzer: &analyzer,
        filter: None,
        request,
        shard,
        links: LinkPolicy::None,
        threads,
        skips: false,
    };
    if work.run(input, sink, progress)?.items == 0 {
        say("the input has no scrambles");
    }
    let columns = Columns::of_goals(&goals, &Color::COLUMNS, &run.carried, Naming::Rotation, Layout::Wide);
    let settings = serde_json::to_value(&run).map_err(|e| Failure::Message(e.to_string()))?;
    Ok(AnalysisReader::of_rows(&name.to_string(), columns.with_cubes("scramble"), settings, rows))
}
