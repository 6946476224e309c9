//! The operation `analyze`: the lengths and solutions of the stages of goals, their reports and their JSON.

pub mod annotation;
pub mod json;
pub mod record;
pub mod report;

use std::borrow::Cow;

use cubiform_cube::notation::Turn;
use cubiform_cube::{Color, Frame, Move, Symmetry};
use cubiform_solvers::cfop::{self, Analysis, StageResult, StageSolution};
use cubiform_threads::{CancelToken, Threads};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::bounded::{Bounded, checked};
use crate::engines::{EngineError, Engines};
use crate::generators::{MoveSet, parse_move_set};
use crate::goals::{Goals, parse_goals};
use crate::held::{HeldSolution, Holding, Order};
use crate::input::{BadRow, Options};
use crate::limits::Limits;
use crate::links::{LinkPolicy, Links};
use crate::operation::batch::{Batch, row};
use crate::operation::{Context, Door, Methods, Needs, Operation};
use crate::scramble::{Scramble, id_of, line};

use json::{AnalysisObject, Objects};
use report::{Report, SolutionReport, StageReport, solution_report};

#[cfg(feature = "clap")]
use crate::arguments;

/// The number of solutions of each length from which at least the easiest are chosen.
const CANDIDATES: usize = 100;

/// The help of the number of solutions, which only a command line takes as `all`.
#[cfg(feature = "clap")]
const SOLUTIONS_HELP: &str = "Show up to N solutions of each stage and colour, or all of them";
#[cfg(feature = "clap")]
const SOLUTIONS_LONG_HELP: &str = "Show up to N solutions of each stage and colour, or all of them\n\nSolutions are shown for \
    the colours of `colors`, or else for the best colours of each stage.";

/// The lengths of the stages of goals, and solutions.
#[derive(Clone, Debug, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Question"))]
pub struct AnalyzeRequest {
    /// The cube: a scramble, 54 facelets, or twenty pieces in Reid's notation.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'")]
    pub scramble: Option<String>,

    /// The id that the answer repeats; the number of the cube by default.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "3x3-r1-1")]
    pub id: Option<String>,

    /// Goals, comma-separated: names, stages, or your own expressions such as "cross + FR"
    #[cfg_attr(feature = "clap", arg(long, value_name = "GOALS", default_value = "std"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::TextParser::of_goals(arguments::goals)))]
    #[cfg_attr(feature = "clap", arg(long_help = arguments::GOALS))]
    #[schema(example = "std", default = "std")]
    pub goal: Option<String>,

    /// Stages, comma-separated, or a range: cross, xcross, xxcross, xxxcross, f2l; cross..xxcross; all
    #[cfg_attr(feature = "clap", arg(short, long, value_name = "STAGES", default_value = "all"))]
    #[schema(example = "cross,xcross", default = "all")]
    pub stages: Option<String>,

    /// Bottom colours: letters (WY), names (white,yellow) or all [default: all]
    #[cfg_attr(feature = "clap", arg(short, long, value_name = "COLORS"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::text_of(Color::list)))]
    #[schema(example = "WY")]
    pub colors: Option<String>,

    /// Show up to N solutions of each stage and colour
    ///
    /// Solutions are shown for the colours of `colors`, or else for the best colours of each stage.
    #[cfg_attr(feature = "clap", arg(help = SOLUTIONS_HELP, long_help = SOLUTIONS_LONG_HELP))]
    #[cfg_attr(feature = "clap", arg(short = 'n', long, help_heading = "Solutions", value_name = "N"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::parse_count))]
    #[schema(example = 1, minimum = 0)]
    pub solutions: Option<usize>,

    /// Also show solutions up to N moves longer than optimal, up to `solutions` of each length
    ///
    /// Solutions that solve the stage before their last move are left out. Longer solutions are marked +1, +2, ...; in JSON they have the member "over".
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Solutions", value_name = "N"))]
    #[cfg_attr(
        feature = "clap",
        arg(default_value = "0", hide_default_value = true, requires = "solutions")
    )]
    #[schema(inline)]
    pub slack: Bounded<0, 4>,

    /// Order of solutions of the same length: as found, or by the effort of the hands
    ///
    /// With effort, the easiest of at least 100 solutions of each length are shown, each as it is held best: with the rotation after which it takes the least effort, the effort (1 is a quarter turn of U), and the turns that are hard. With `moves`, solutions are not rotated.
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Solutions", value_name = "ORDER", value_enum))]
    #[cfg_attr(feature = "clap", arg(default_value_t, hide_default_value = true, requires = "solutions"))]
    pub order: Order,

    /// Whether solutions are given only for the colours with the shortest ones.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = false)]
    pub only_best: bool,

    /// Use only these moves, such as "<R,L,U,D,F>"; lengths are exact for this set
    ///
    /// The moves are those after the rotation that brings the bottom colour to the bottom. A stage that they cannot solve has no length: - in the table, an empty cell in CSV, null in JSON.
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES", value_parser = arguments::text_of(parse_move_set)))]
    #[schema(example = "<R,U,F,L>")]
    pub moves: Option<String>,

    /// Print a link to a player with each solution; without `solutions`, of one solution
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Solutions"))]
    #[schema(example = false)]
    pub links: bool,
}

/// An analysis of which all parts fit together.
#[derive(Clone, Debug)]
pub struct AnalyzeQuestion {
    /// The goals with their stages.
    pub goals: Goals,
    /// The frames and the solutions to search for.
    pub request: cfop::Request,
    /// The number of easiest solutions of each length to keep, in the order of their effort; `None` for all, as found.
    pub easiest: Option<usize>,
    /// The allowed moves; `None` for all of them.
    pub moves: Option<MoveSet>,
    /// Whether solutions get links to a player.
    pub links: bool,
}

impl AnalyzeRequest {
    /// Reads and checks the request apart from its cube.
    ///
    /// # Errors
    /// If a part cannot be read, or exceeds its range or the limits.
    pub fn question(&self, limits: &Limits) -> Result<AnalyzeQuestion, Error> {
        limits.texts([("goal", self.goal.as_deref()), ("stages", self.stages.as_deref())])?;
        let goals = parse_goals(self.goal.as_deref().unwrap_or("std"))?;
        let goals = Goals::new(&goals, self.stages.as_deref().unwrap_or("all"))?;
        let is_on_axes = goals.are_on_axes()?;
        let colors = Color::list(self.colors.as_deref().unwrap_or("all"));
        let colors = colors.map_err(|error| Error::usage("colors", error))?;
        let frames = match colors.len() {
            6 if is_on_axes => Frame::sides(),
            _ if is_on_axes => {
                let message = "a goal on axes has no bottom colours; it is analysed along all axes";
                return Err(Error::usage("colors", message).code(Error::CONTRADICTION));
            }
            _ => Frame::bottoms(colors),
        };
        let moves = self.moves.as_deref().map(parse_move_set).transpose();
        let moves = moves.map_err(|message| Error::usage("moves", message))?;
        if is_on_axes && moves.is_some() {
            let message = "a goal on axes takes all moves";
            return Err(Error::usage("moves", message).code(Error::CONTRADICTION));
        }
        let solutions = self.solutions.unwrap_or(usize::from(self.links));
        if solutions > limits.solutions {
            let message = format!("at most {} are given here", limits.solutions);
            return Err(Error::usage("solutions", message).code(Error::OUT_OF_RANGE));
        }
        let slack = checked("slack", Some(self.slack))?.unwrap_or_default();
        let easiest = (self.order == Order::Effort && solutions > 0).then_some(solutions);
        if is_on_axes && easiest.is_some() {
            let message = "a goal on axes has no rotation; its solutions have no order of effort";
            return Err(Error::usage("order", message).code(Error::CONTRADICTION));
        }
        let solutions = easiest.map_or(solutions, |easiest| easiest.max(CANDIDATES));
        Ok(AnalyzeQuestion {
            goals,
            easiest,
            request: cfop::Request { frames, solutions, slack, only_best: self.only_best },
            moves: moves.filter(|set| set.0 != (1 << Move::COUNT) - 1),
            links: self.links,
        })
    }
}

impl AnalyzeQuestion {
    /// Returns the maximum number of solutions of each length in the answer.
    pub fn solutions(&self) -> usize {
        self.easiest.unwrap_or(self.request.solutions)
    }

    /// Returns the order of solutions of the same length.
    pub fn order(&self) -> Order {
        if self.easiest.is_some() { Order::Effort } else { Order::Found }
    }

    /// Returns the names of the stages and the goal of each, by index.
    pub fn stages(&self) -> (Vec<Cow<'static, str>>, Vec<usize>) {
        (self.goals.stage_names(), self.goals.goal_of_stages())
    }
}

impl Operation for AnalyzeRequest {
    const DOOR: Door = Door {
        name: "analyze",
        path: "/v1/analyze",
        tag: "analyze",
        summary: "Analyse a cube",
        about: "The minimum number of moves (half turn metric) to each stage of the goals, for each bottom colour, and solutions.\n\
            Stages are found in the orientation in which a scramble leaves the cube; each solution begins with its rotation.",
        answer: "The analysis",
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
