//! `/v1/analyze`: the lengths and solutions of the stages of goals, for one cube or a batch.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Uri, header};
use cubiform_answers::Error;
use cubiform_answers::analysis::columns::{Layout, Naming};
use cubiform_answers::analysis::json::Objects;
use cubiform_answers::analysis::report::{Report, RunSettings};
use cubiform_answers::generators::parse_move_set;
use cubiform_answers::goals::{Goals, parse_goals};
use cubiform_answers::input::{Line, Options};
use cubiform_answers::links::{LinkPolicy, Links};
use cubiform_answers::rows::arrow::ArrowStream;
use cubiform_answers::rows::{ColumnKind, Columns};
use cubiform_answers::scramble::{Scramble, id_of};
use cubiform_cube::{Color, Move};
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, Request};
use cubiform_threads::Threads;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Answer;
use crate::app::App;
use crate::batch::{self, ARROW, BadRow, Cubes, JsonLines, Posted, RowResult};
use crate::caller::Caller;
use crate::list::GivenCube;
use crate::problem::{Problem, Problems};
use crate::request;
use crate::workers::Ticket;

/// The options of an analysis.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalyzeOptions {
    /// The cube: a scramble, 54 facelets, or twenty pieces in Reid's notation.
    #[param(example = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'")]
    #[schema(example = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'")]
    pub(crate) scramble: Option<String>,
    /// The id that the answer repeats; the number of the cube by default.
    #[param(example = "3x3-r1-1")]
    #[schema(example = "3x3-r1-1")]
    pub(crate) id: Option<String>,
    /// The goals, separated by commas: names or expressions, as in `analyze --goal`.
    #[param(example = "std")]
    #[schema(example = "std", default = "std")]
    pub(crate) goal: Option<String>,
    /// The stages: names, ranges or `all`, as in `analyze --stages`.
    #[param(example = "cross,xcross")]
    #[schema(example = "cross,xcross", default = "all")]
    pub(crate) stages: Option<String>,
    /// The bottom colours: letters, names or `all`.
    #[param(example = "WY")]
    #[schema(example = "WY", default = "all")]
    pub(crate) colors: Option<String>,
    /// The maximum number of solutions for each stage and colour.
    #[param(example = 1, minimum = 0)]
    #[schema(example = 1, default = 0, minimum = 0)]
    pub(crate) solutions: usize,
    /// The number of moves by which solutions may exceed the minimum.
    #[param(example = 0, minimum = 0, maximum = 3)]
    #[schema(example = 0, default = 0, minimum = 0, maximum = 3)]
    pub(crate) slack: u8,
    /// Whether solutions are given only for the colours with the shortest ones.
    #[param(example = false)]
    #[schema(example = false, default = false)]
    pub(crate) only_best: bool,
    /// The moves that may be used, as in `analyze --moves`; all by default.
    #[param(example = "<R,U,F,L>")]
    #[schema(example = "<R,U,F,L>")]
    pub(crate) moves: Option<String>,
    /// Whether solutions have links to a player.
    #[param(example = false)]
    #[schema(example = false, default = false)]
    pub(crate) links: bool,
}

/// A cube with its options, or a batch of them.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the requests")]
pub(crate) enum AnalyzeBody {
    /// One cube.
    One(AnalyzeOptions),
    /// Several cubes with the same options.
    Many(AnalyzeBatch),
}

/// A row of a batch.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum AnalysisLine<'a> {
    /// The analysis of a cube.
    Analysis(cubiform_answers::analysis::json::Row<'a>),
    /// A line that cannot be read.
    Unreadable(BadRow),
}

/// Several cubes with the same options.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnalyzeBatch {
    /// The cubes.
    scrambles: Vec<GivenCube>,
    #[serde(flatten)]
    options: AnalyzeOptions,
}

/// The analysis requested for each cube.
pub(crate) struct Asked {
    pub(crate) goals: Arc<Goals>,
    request: Request,
    moves: Option<u32>,
    objects: Objects,
    links: Links,
    stages: Vec<std::borrow::Cow<'static, str>>,
    goal_of_stages: Vec<usize>,
}

impl Asked {
    /// Reads the options, for cubes without carried columns.
    fn new(app: &App, options: &AnalyzeOptions, ticket: &Ticket) -> Result<Asked, Problem> {
        let text = |text: &Option<String>, default: &str| text.clone().unwrap_or_else(|| default.into());
        for (parameter, given) in [("goal", &options.goal), ("stages", &options.stages)] {
            super::check_length(app, parameter, given.as_deref().unwrap_or_default())?;
        }
        let goals = parse_goals(&text(&options.goal, "std"))?;
        let goals = Goals::new(&goals, &text(&options.stages, "all"))?;
        let colors = Color::list(&text(&options.colors, "all")).map_err(|e| Error::usage("colors", e))?;
        let moves = options.moves.as_deref().map(parse_move_set).transpose();
        let moves = moves.map_err(|e| Error::usage("moves", e))?;
        let moves = moves.map(|moves| moves.0).filter(|moves| *moves != (1 << Move::COUNT) - 1);
        if options.solutions > app.limits.solutions {
            let max = app.limits.solutions;
            return Err(Error::usage("solutions", format!("this server gives at most {max}")).into());
        }
        if options.slack > 3 {
            return Err(Error::usage("slack", "at most 3 moves").into());
        }
        let objects = Objects::new(&goals, Vec::new());
        let objects = if options.solutions > 0 { objects.with_solutions(options.slack > 0) } else { objects };
        let links = match options.links {
            true => Links::sharing(LinkPolicy::All, app.engines()?.scrambler.clone(), ticket.token()),
            false => Links::new(LinkPolicy::None, &Threads::single(), ticket.token()),
        };
        Ok(Asked {
            request: Request {
                colors,
                solutions: options.solutions,
                slack: options.slack,
                only_best: options.only_best,
            },
            moves,
            objects,
            links,
            stages: goals.stage_names(),
            goal_of_stages: goals.goal_of_stages(),
            goals: Arc::new(goals),
        })
    }

    /// Sets the carried columns.
    fn carrying(self, carried: Vec<String>) -> Asked {
        Asked { objects: self.objects.carrying(carried), ..self }
    }
}

/// The analyses of the cubes of a request.
#[derive(Clone)]
struct Analyses {
    caller: Caller,
    asked: Arc<Asked>,
    analyzer: Arc<Analyzer>,
    ticket: Ticket,
}

impl Analyses {
    /// Creates the analyses with the analyzer of the goals, which may have to be made first.
    async fn new(caller: &Caller, asked: Asked, ticket: &Ticket) -> Result<Analyses, Problem> {
        let analyzer = caller.analyzer(&asked.goals, asked.moves).await?;
        Ok(Analyses { caller: caller.clone(), asked: Arc::new(asked), analyzer, ticket: ticket.clone() })
    }

    /// Analyses a cube and returns the result of `write` for the report.
    async fn analyze<T: Send + 'static>(
        self,
        (scramble, number): (Scramble, u64),
        write: impl FnOnce(Report, &Asked) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Analyses { caller: app, asked, analyzer, ticket } = self;
        let analysis = async move {
            let analysis = analyzer.analysis(&scramble.cube, &asked.request).await?;
            let settings = RunSettings {
                stages: &asked.stages,
                goals: &asked.goal_of_stages,
                colors: &asked.request.colors,
                links: &asked.links,
            };
            let report = settings.report(number, scramble, analysis);
            let nodes = report.nodes;
            Ok((write(report, &asked), nodes))
        };
        match app.workers.analyze(&ticket, analysis).await.map_err(Problem::of_task)? {
            Ok((answer, nodes)) => {
                app.metrics.cubes.inc();
                app.metrics.nodes.inc_by(nodes);
                Ok(answer)
            }
            Err(contradiction) => {
                let contradiction: AnalyzeError = contradiction;
                Err(app.problem(&Error::table(contradiction)))
            }
        }
    }

    /// Analyses a line of a batch.
    async fn row<T: Send + 'static>(
        self,
        (line, number): (Line, u64),
        write: impl FnOnce(Report, &Asked) -> T + Send + 'static,
    ) -> RowResult<T> {
        match Scramble::read(&line) {
            Ok(scramble) => self.analyze((scramble, number), write).await.map(Ok),
            Err(bad) => Ok(Err(BadRow::new(&bad, Some(id_of(&line))))),
        }
    }
}

/// Answers one cube.
async fn one(caller: &Caller, options: AnalyzeOptions) -> Answer {
    let ticket = caller.ticket();
    let asked = Asked::new(caller, &options, &ticket)?;
    let Some(text) = options.scramble else { return Err(super::no_scramble()) };
    let line = request::line(caller, text, options.id)?;
    let scramble = Scramble::read(&line).map_err(Error::from)?;
    let analyses = Analyses::new(caller, asked, &ticket).await?;
    let watch = caller.watch(&ticket);
    let write = |report: Report, asked: &Asked| serde_json::to_vec(&asked.objects.row(&report));
    let found = analyses.analyze((scramble, 1), write).await;
    watch.finish();
    super::json(found?)
}

/// Answers a batch.
async fn many(
    caller: &Caller,
    headers: &HeaderMap,
    (asked, ticket): (Asked, Ticket),
    cubes: Cubes,
) -> Answer {
    let asked = asked.carrying(cubes.carried.clone());
    let analyses = Analyses::new(caller, asked, &ticket).await?;
    let accepts = |media: &str| {
        headers
            .get_all(header::ACCEPT)
            .iter()
            .any(|value| value.to_str().is_ok_and(|text| text.contains(media)))
    };
    if accepts(ARROW) {
        let asked = &analyses.asked;
        let columns = Columns::of_goals(
            &asked.goals,
            &asked.request.colors,
            &cubes.carried,
            Naming::default(),
            Layout::default(),
        );
        let writer = ArrowStream::new(columns.with_cubes("scramble").with("error", ColumnKind::Error));
        let writer = writer.map_err(|error| {
            tracing::error!(%error, "the Arrow stream cannot be begun");
            Problem::internal()
        })?;
        let answer = move |line, number| analyses.clone().row((line, number), |report, _| report);
        return Ok(batch::respond(caller, ticket, cubes, writer, answer));
    }
    let write = |report: Report, asked: &Asked| {
        serde_json::to_vec(&asked.objects.row(&report)).expect("a report can be written in JSON")
    };
    let answer = move |line, number| analyses.clone().row((line, number), write);
    Ok(batch::respond(caller, ticket, cubes, JsonLines, answer))
}

/// Analyse a cube
///
/// The minimum number of moves (half turn metric) to each stage of the goals, for each bottom colour, and solutions.
/// Stages are found in the orientation in which a scramble leaves the cube; each solution begins with its rotation.
#[utoipa::path(
    get, operation_id = "analyze", path = "/v1/analyze", tag = "analyze", params(AnalyzeOptions),
    responses((status = 200, description = "The analysis: the object of `cubiform analyze --format jsonl`",
        body = cubiform_answers::analysis::json::Row), Problems)
)]
pub(crate) async fn get(caller: Caller, uri: Uri) -> Answer {
    one(&caller, request::query(&uri)?).await
}

/// Analyse a cube or a batch
///
/// A JSON object with `scramble` is one request. A batch is a JSON object with `scrambles`, or JSON lines, CSV or plain
/// text with the options in the query: any input of `cubiform analyze`, also the WCA's table and exports of csTimer. Its
/// rows are JSON lines in the order of the cubes, written as they are found; a line that cannot be read has a row with
/// `error`. With `Accept: application/vnd.apache.arrow.stream` the rows are Arrow record batches.
#[utoipa::path(
    post, operation_id = "post_analyze", path = "/v1/analyze", tag = "analyze", params(AnalyzeOptions),
    request_body(content(
        (AnalyzeBody = "application/json"), (String = "application/x-ndjson"), (String = "text/csv"),
        (String = "text/plain"))),
    responses((status = 200, description = "The analysis of the cube, or the rows of the batch", content(
        (cubiform_answers::analysis::json::Row = "application/json"),
        (AnalysisLine = "application/x-ndjson"),
        (String = "application/vnd.apache.arrow.stream"))), Problems)
)]
pub(crate) async fn post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let prepare = |options: &AnalyzeOptions| {
        let ticket = caller.batch_ticket();
        Ok((Asked::new(&caller, options, &ticket)?, ticket))
    };
    match batch::posted(&caller, (&uri, &headers), body, Options::default(), prepare).await? {
        Posted::One(options, _reserved) => one(&caller, options).await,
        Posted::Many(prepared, cubes) => many(&caller, &headers, prepared, cubes).await,
    }
}
