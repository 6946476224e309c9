//! What the analyses of a question share: the way from a search to a report, and from there to JSON.

use std::borrow::Cow;

use cubiform_solvers::cfop::Analysis;
use cubiform_threads::{CancelToken, Threads};

use super::json::{AnalysisObject, Objects};
use super::report::{Report, RunSettings};
use crate::engines::{EngineError, Engines};
use crate::links::{LinkPolicy, Links};
use crate::request::AnalyzeQuestion;
use crate::scramble::Scramble;

/// What the analyses of a question share.
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
        let settings = RunSettings {
            stages: &self.stages,
            goals: &self.goal_of_stages,
            colors: &self.question.request.colors,
            links: &self.links,
        };
        settings.report(row, scramble, analysis)
    }

    /// Returns the object of a report.
    pub fn object<'a>(&'a self, report: &'a Report) -> AnalysisObject<'a> {
        self.objects.row(report)
    }
}
