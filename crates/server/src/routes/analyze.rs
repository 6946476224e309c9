//! `/v1/analyze`: the lengths and solutions of the stages of goals, for one cube or a batch.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Uri, header};
use cubiform_answers::Error;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::analysis::{Analyses, AnalyzeRequest};
use cubiform_answers::columns::Naming;
use cubiform_answers::input::{Line, Options};
use cubiform_answers::rows::arrow::ArrowStream;
use cubiform_answers::rows::{ColumnKind, Columns, Record};
use cubiform_answers::scramble::{Scramble, id_of, line};
use cubiform_solvers::cfop::{AnalyzeError, Analyzer};
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use crate::app::App;
use crate::batch::{self, ARROW, BadRow, BatchOrCube, Cubes, JsonLines, RowResult, RowWriter};
use crate::caller::Caller;
use crate::list::ListedCube;
use crate::problem::{Problem, Problems};
use crate::query_schema::QueryOf;
use crate::request;
use crate::workers::Ticket;

/// A cube with its options, or a batch of them.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the requests")]
pub(crate) enum AnalyzeBody {
    /// One cube.
    One(AnalyzeRequest),
    /// Several cubes with the same options.
    Many(AnalyzeBatch),
}

/// A row of a batch.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum AnalysisLine<'a> {
    /// The analysis of a cube.
    Analysis(cubiform_answers::analysis::json::AnalysisObject<'a>),
    /// A line that cannot be read.
    Unreadable(BadRow),
}

/// Several cubes with the same options.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnalyzeBatch {
    /// The cubes.
    scrambles: Vec<ListedCube>,
    #[serde(flatten)]
    options: AnalyzeRequest,
}

/// Checks a request, for cubes without carried columns.
fn checked(app: &App, request: &AnalyzeRequest, ticket: &Ticket) -> Result<Analyses, Problem> {
    let question = request.question(&app.limits.of_requests())?;
    Ok(Analyses::with_engines(question, app.engines()?, &ticket.cancel)?)
}

/// The searches of a request for several cubes.
#[derive(Clone)]
struct Searches {
    caller: Caller,
    analyses: Arc<Analyses>,
    analyzer: Arc<Analyzer>,
    ticket: Ticket,
}

impl Searches {
    /// Creates the searches with the analyzer of the goals, which may have to be made first.
    async fn new(caller: &Caller, analyses: Analyses, ticket: &Ticket) -> Result<Searches, Problem> {
        let question = &analyses.question;
        let analyzer = caller.analyzer(&question.goals, question.moves.map(|moves| moves.0)).await?;
        Ok(Searches {
            caller: caller.clone(),
            analyses: Arc::new(analyses),
            analyzer,
            ticket: ticket.clone(),
        })
    }

    /// Analyses a cube and returns the result of `write` for the report.
    async fn analyze<T: Send + 'static>(
        self,
        (scramble, number): (Scramble, u64),
        write: impl FnOnce(Report, &Analyses) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Searches { caller: app, analyses, analyzer, ticket } = self;
        let analysis = async move {
            let analysis = analyzer.analysis(&scramble.cube, &analyses.question.request).await?;
            let report = analyses.report(number, scramble, analysis);
            let nodes = report.nodes;
            Ok((write(report, &analyses), nodes))
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
        write: impl FnOnce(Report, &Analyses) -> T + Send + 'static,
    ) -> RowResult<T> {
        match Scramble::read(&line) {
            Ok(scramble) => self.analyze((scramble, number), write).await.map(Ok),
            Err(bad) => Ok(Err(BadRow::new(&bad, Some(id_of(&line))))),
        }
    }
}

/// Answers one cube.
async fn one(caller: &Caller, mut options: AnalyzeRequest) -> Answer {
    let ticket = caller.ticket();
    let text = options.scramble.take();
    let analyses = checked(caller, &options, &ticket)?;
    let line = line(text, options.id, &caller.limits.of_requests())?;
    let scramble = Scramble::read(&line).map_err(Error::from)?;
    let searches = Searches::new(caller, analyses, &ticket).await?;
    let watch = caller.watch(&ticket);
    let write = |report: Report, analyses: &Analyses| serde_json::to_vec(&analyses.object(&report));
    let json = searches.analyze((scramble, 1), write).await;
    watch.finish();
    super::json(json?)
}

/// Answers a batch.
async fn many(
    caller: &Caller,
    headers: &HeaderMap,
    (analyses, ticket): (Analyses, Ticket),
    cubes: Cubes,
) -> Answer {
    let searches = Searches::new(caller, analyses.carrying(cubes.carried.clone()), &ticket).await?;
    let accepts = |media: &str| {
        headers
            .get_all(header::ACCEPT)
            .iter()
            .any(|value| value.to_str().is_ok_and(|text| text.contains(media)))
    };
    if accepts(ARROW) {
        let question = &searches.analyses.question;
        let columns =
            Columns::of_goals(&question.goals, &question.request.frames, &cubes.carried, Naming::default());
        let writer = ArrowStream::new(columns.with_cubes("scramble").with("error", ColumnKind::Error));
        let writer = writer.map_err(|error| {
            tracing::error!(%error, "the Arrow stream cannot be begun");
            Problem::internal()
        })?;
        let answer = move |line, number| searches.clone().row((line, number), |report, _| report);
        return Ok(batch::respond(caller, ticket, cubes, writer, answer));
    }
    let write = |report: Report, analyses: &Analyses| {
        serde_json::to_vec(&analyses.object(&report)).expect("a report can be written in JSON")
    };
    let answer = move |line, number| searches.clone().row((line, number), write);
    Ok(batch::respond(caller, ticket, cubes, JsonLines, answer))
}

/// Analyse a cube
///
/// The minimum number of moves (half turn metric) to each stage of the goals, for each bottom colour, and solutions.
/// Stages are found in the orientation in which a scramble leaves the cube; each solution begins with its rotation.
#[utoipa::path(
    get, operation_id = "analyze", path = "/v1/analyze", tag = "analyze", params(QueryOf<AnalyzeRequest>),
    responses((status = 200, description = "The analysis: the object of `cubiform analyze --format jsonl`",
        body = cubiform_answers::analysis::json::AnalysisObject), Problems)
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
    post, operation_id = "post_analyze", path = "/v1/analyze", tag = "analyze", params(QueryOf<AnalyzeRequest>),
    request_body(content(
        (AnalyzeBody = "application/json"), (String = "application/x-ndjson"), (String = "text/csv"),
        (String = "text/plain"))),
    responses((status = 200, description = "The analysis of the cube, or the rows of the batch", content(
        (cubiform_answers::analysis::json::AnalysisObject = "application/json"),
        (AnalysisLine = "application/x-ndjson"),
        (String = "application/vnd.apache.arrow.stream"))), Problems)
)]
pub(crate) async fn post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let prepare = |options: &AnalyzeRequest| {
        let ticket = caller.batch_ticket();
        Ok((checked(&caller, options, &ticket)?, ticket))
    };
    match batch::read_body(&caller, (&uri, &headers), body, Options::default(), prepare).await? {
        BatchOrCube::One(options, _reserved) => one(&caller, options).await,
        BatchOrCube::Many(prepared, cubes) => many(&caller, &headers, prepared, cubes).await,
    }
}

impl RowWriter for ArrowStream {
    type Row = Report;

    fn media_type(&self) -> &'static str {
        ARROW
    }

    fn row(&mut self, row: Result<Report, BadRow>, out: &mut Vec<u8>) -> io::Result<()> {
        match row {
            Ok(report) => self.write_row(&Record::from(&report), out),
            Err(bad) => self.write_row(&Record::unreadable(&bad.id, None, None, &bad.error), out),
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.write_end(out)
    }
}
