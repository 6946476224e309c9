//! The analyses of a question: each search becomes a report, and each report JSON.

use std::borrow::Cow;

use cubiform_cube::notation::Turn;
use cubiform_cube::{Frame, Symmetry};
use cubiform_solvers::cfop::{Analysis, StageResult, StageSolution};
use cubiform_threads::{CancelToken, Threads};

use super::json::{AnalysisObject, Objects};
use super::report::{Report, SolutionReport, StageReport, solution_report};
use crate::analysis::AnalyzeQuestion;
use crate::engines::{EngineError, Engines};
use crate::held::{HeldSolution, Holding};
use crate::links::{LinkPolicy, Links};
use crate::scramble::Scramble;

/// A question with the stages, goals and links that the reports of all its cubes share.
pub struct Analyses {
    /// The question.
    pub question: AnalyzeQuestion,
    objects: Objects,
    links: Links,
    stages: Vec<Cow<'static, str>>,
    goal_of_stages: Vec<usize>,
}

impl Analyses {
    /// Prepares the answers to a question, for cubes without carried columns.
    pub fn new(question: AnalyzeQuestion, links: Links) -> Analyses {
        let objects = Objects::new(&question.goals, Vec::new());
        let objects = match question.request.solutions {
            0 => objects,
            _ => objects.with_solutions(question.request.slack > 0),
        };
        let (stages, goal_of_stages) = question.stages();
        Analyses { question, objects, links, stages, goal_of_stages }
    }

    /// Prepares the answers with links if the question wants them.
    ///
    /// # Errors
    /// If links are wanted and `cancel` was cancelled while their solver was made.
    pub fn with_engines(
        question: AnalyzeQuestion,
        engines: &Engines,
        cancel: &CancelToken,
    ) -> Result<Analyses, EngineError> {
        let links = match question.links {
            true => Links::sharing(LinkPolicy::All, engines.scrambler(cancel)?, cancel),
            false => Links::new(LinkPolicy::None, &Threads::single(), cancel),
        };
        Ok(Analyses::new(question, links))
    }

    /// Returns the same with these carried columns.
    #[must_use]
    pub fn carrying(self, carried: Vec<String>) -> Analyses {
        Analyses { objects: self.objects.carrying(carried), ..self }
    }

    /// Returns the report of a scramble, which is the one of this number in its input, from 1.
    pub fn report(&self, row: u64, scramble: Scramble, analysis: Analysis) -> Report {
        let nodes = analysis.iter().flatten().map(|result| result.counts.generated).sum();
        let has_solutions = analysis.iter().flatten().any(|result| !result.solutions.is_empty());
        let setup = if has_solutions { self.links.setup(&scramble) } else { None };
        let frames = &self.question.request.frames;
        let stages = analysis.into_iter().enumerate().map(|(i, results)| {
            let lengths = frames.iter().copied().zip(results.iter().map(|result| result.length)).collect();
            let of_frame = |(frame, result): (&Frame, StageResult)| {
                let min = result.length.map_or(0, usize::from);
                let report = |solution: StageSolution| {
                    let held = self.held(scramble.turned, &solution);
                    let report = solution_report(*frame, min, (scramble.turned, setup.as_deref()), solution);
                    SolutionReport { held, ..report }
                };
                self.ordered(result.solutions.into_iter().map(report).collect())
            };
            let mut solutions: Vec<SolutionReport> = frames.iter().zip(results).flat_map(of_frame).collect();
            solutions.sort_by_key(|solution| solution.frame.display_order());
            StageReport { goal: self.goal_of_stages[i], name: self.stages[i].clone(), lengths, solutions }
        });
        Report { row, stages: stages.collect(), scramble, nodes }
    }

    /// Returns a solution as held in the easiest way with its bottom colour down, if the question wants that. With
    /// restricted moves it keeps its rotation, since they apply to that.
    fn held(&self, turned: Symmetry, solution: &StageSolution) -> Option<HeldSolution> {
        self.question.easiest?;
        let holding = if self.question.moves.is_some() { Holding::Given } else { Holding::SameBottom };
        let turns: Vec<Turn> = solution.moves.iter().map(|m| Turn::from(*m)).collect();
        Some(HeldSolution::new(turned.inverse().then(solution.rotation), &turns, holding))
    }

    /// Returns the solutions of a frame, sorted by length, in the order of the question.
    fn ordered(&self, mut solutions: Vec<SolutionReport>) -> Vec<SolutionReport> {
        let Some(easiest) = self.question.easiest else { return solutions };
        solutions.sort_by_key(|solution| (solution.over, solution.held.as_ref().map(HeldSolution::effort)));
        let of_length = solutions.chunk_by(|a, b| a.over == b.over);
        of_length.flat_map(|chunk| chunk.iter().take(easiest).cloned()).collect()
    }

    /// Returns the object of a report.
    pub fn object<'a>(&'a self, report: &'a Report) -> AnalysisObject<'a> {
        self.objects.row(report)
    }
}
