//! The operation `analyze`: the lengths and solutions of the stages of goals.

use serde::Serialize;

use super::analyses::Analyses;
use super::json::AnalysisObject;
use super::report::Report;
use super::request::{AnalyzeQuestion, AnalyzeRequest};
use crate::Error;
use crate::input::{BadRow, Options};
use crate::limits::Limits;
use crate::operation::batch::{Batch, row};
use crate::operation::{Context, Door, Methods, Needs, Operation};
use crate::scramble::{Scramble, id_of, line};

impl Operation for AnalyzeRequest {
    const DOOR: Door = Door {
        name: "analyze",
        path: "/v1/analyze",
        tag: "analyze",
        summary: "Analyse a cube",
        about: "The minimum number of moves (half turn metric) to each stage of the goals, for each bottom colour, and solutions.\n\
            Stages are found in the orientation in which a scramble leaves the cube; each solution begins with its rotation.",
        answer: "The analysis: the object of `cubiform analyze --format jsonl`",
        methods: Methods::Batches,
        needs: Needs::GoalTables,
        ..Door::NEW
    };

    type Question = (AnalyzeQuestion, Scramble);
    type Answer = AnalyzedCube;
    type Document = AnalysisObject<'static>;

    fn check(mut self, limits: &Limits) -> Result<(AnalyzeQuestion, Scramble), Error> {
        let question = self.question(limits)?;
        let line = line(self.scramble.take(), self.id, limits)?;
        Ok((question, Scramble::read(&line)?))
    }

    fn answer(
        (question, scramble): (AnalyzeQuestion, Scramble),
        context: &Context<'_>,
    ) -> Result<AnalyzedCube, Error> {
        let moves = question.moves.map(|moves| moves.0);
        let analyzer =
            context.open(|engines, cancel| engines.analyzer(&question.goals, moves, Some(1), cancel))?;
        let analyses = context.open(|engines, cancel| Analyses::with_engines(question, engines, cancel))?;
        let request = &analyses.question.request;
        let analysis = analyzer.analyze_until(&scramble.cube, request, context.cancel())?;
        let report = analyses.report(1, scramble, analysis);
        Ok(AnalyzedCube { analyses, report })
    }

    fn answer_each(self, batch: Batch<'_>, limits: &Limits, context: &Context<'_>) -> Result<(), Error> {
        let question = self.question(limits)?;
        let (goals, moves) = (question.goals.clone(), question.moves.map(|moves| moves.0));
        let analyzer = context.open(|engines, cancel| engines.analyzer(&goals, moves, None, cancel))?;
        let analyses = context.open(|engines, cancel| Analyses::with_engines(question, engines, cancel))?;
        let rows = batch.read(Options::default())?;
        let analyses = analyses.carrying(rows.input.carried());
        rows.each(context, |line, number, sink| match Scramble::read(&line) {
            Ok(scramble) => {
                let request = &analyses.question.request;
                let analysis = analyzer.analyze_until(&scramble.cube, request, context.cancel())?;
                row(&analyses.object(&analyses.report(number, scramble, analysis)), sink)
            }
            Err(bad) => row(&BadRow::new(&bad, Some(id_of(&line))), sink),
        })
    }
}

/// The analysis of a cube.
pub struct AnalyzedCube {
    analyses: Analyses,
    report: Report,
}

impl Serialize for AnalyzedCube {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.analyses.object(&self.report).serialize(serializer)
    }
}
