//! `/v1/solve`: solutions of whole cubes, for one cube or a batch.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use cubiform_answers::input::{Line, Options};
use cubiform_answers::puzzle::{self, Puzzle, ScramblePuzzle};
use cubiform_answers::scramble::{Scramble, id_of};
use cubiform_answers::solutions::json::Object as SolveObject;
use cubiform_answers::solutions::options::{CfopOptions, Effort, Method, SolveOptions};
use cubiform_answers::solutions::puzzle::{self as other, Object as PuzzleObject};
use cubiform_answers::solutions::solve::{Engine, Solved, solve};
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::Color;
use cubiform_cube::cube_text::CubeText;
use cubiform_cube::four::{Cube4, Metric};
use cubiform_cube::two::Cube2;
use cubiform_solvers::optimal::SolutionRequest;
use cubiform_solvers::solver::{Limits, Solver};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Answer;
use crate::app::App;
use crate::batch::{self, BadRow, Cubes, JsonLines, Posted, RowResult};
use crate::caller::Caller;
use crate::list::GivenCube;
use crate::problem::{Kind, Problem, Problems};
use crate::request;
use crate::workers::{Allowance, Lane, Ticket};

/// The longest time budget of a quick search.
const QUICK_TIME: Duration = Duration::from_millis(50);

/// The least maximum length, in moves, with which a search without a budget is quick.
const QUICK_LENGTH: u8 = 22;

/// The options of solutions.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[schema(as = SolveOptions)]
pub(crate) struct SolveRequestOptions {
    /// The cube: a scramble, facelets, or (3x3x3) twenty pieces in Reid's notation.
    #[param(example = "R U2 F' L D B2")]
    #[schema(example = "R U2 F' L D B2")]
    scramble: Option<String>,
    /// The id that the answer repeats; the number of the cube by default.
    #[param(example = "3x3-r1-1")]
    #[schema(example = "3x3-r1-1")]
    id: Option<String>,
    /// The puzzle.
    puzzle: Puzzle,
    /// The method for the 3x3x3; two-phase by default.
    method: Option<Method>,
    /// The metric of the 4x4x4: `sst`, `btm` or `obtm`.
    #[param(example = "sst")]
    #[schema(example = "sst", default = "sst")]
    metric: Option<String>,
    /// The maximum length of a solution of the 3x3x3, in moves (HTM).
    #[param(example = 22, minimum = 0, maximum = 99)]
    #[schema(example = 22, minimum = 0, maximum = 99)]
    max_length: Option<u8>,
    /// The budget of CPU time for shorter solutions, in milliseconds.
    #[param(example = 10, minimum = 1)]
    #[schema(example = 10, minimum = 1)]
    time_ms: Option<u64>,
    /// The budget of nodes for shorter solutions.
    #[param(example = 100_000, minimum = 1)]
    #[schema(example = 100_000, minimum = 1)]
    nodes: Option<u64>,
    /// The number of optimal solutions.
    #[param(example = 1, minimum = 1)]
    #[schema(example = 1, minimum = 1)]
    solutions: Option<usize>,
    /// Whether one optimal solution of each symmetry class is given.
    up_to_symmetry: bool,
    /// Whether to give scrambles instead: inverted solutions.
    inverse: bool,
    /// The state to reach instead of the solved cube.
    #[param(example = "R2 L2 U2 D2 F2 B2")]
    #[schema(example = "R2 L2 U2 D2 F2 B2")]
    to: Option<String>,
    /// Whether solutions have links to a player.
    links: bool,
    /// Whether two-phase solutions are split into their phases.
    phases: bool,
    /// CFOP and beginner: the bottom colours to choose from; white by default.
    #[param(example = "WY")]
    #[schema(example = "WY")]
    colors: Option<String>,
    /// CFOP: whether to minimise the effort of the hands instead of the number of moves.
    comfort: bool,
    /// CFOP: whether to avoid rotations of the whole cube.
    rotationless: bool,
    /// CFOP: the effort of the search.
    effort: Option<Effort>,
    /// CFOP: whether to explain the solution in words. That of a beginner is always explained.
    explain: bool,
}

/// The solver of the cubes of a request, with its options.
enum ChosenSolver {
    /// One of the solvers that are always there, for the 3x3x3.
    Three(SolveOptions),
    /// The optimal solver.
    Optimal(SolveOptions, Engine),
    Two,
    Four(Metric, Budget),
}

/// The budget of a solver of another puzzle.
#[derive(Clone, Copy, Default)]
struct Budget {
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl Budget {
    /// Returns the limits of a search that ends with the best solution before the time that it is allowed is spent.
    fn limits(self, allowance: &Allowance) -> Limits {
        // A twentieth is left to write the answer.
        let most = |time: Duration| time.saturating_sub(time / 20);
        let has_budget = self.time.is_some() || self.nodes.is_some();
        let cpu_time = self.time.unwrap_or(Duration::MAX).min(most(allowance.cpu));
        Limits {
            cpu_time: Some(cpu_time).filter(|_| has_budget),
            wall_time: allowance.time.map(most).filter(|_| has_budget),
            nodes: self.nodes,
            cancel: allowance.cancel.clone(),
            ..Limits::default()
        }
    }
}

impl ChosenSolver {
    /// Returns the team that solves one cube.
    fn lane(&self) -> Lane {
        let is_quick = match self {
            ChosenSolver::Two => true,
            ChosenSolver::Four(..) | ChosenSolver::Optimal(..) => false,
            ChosenSolver::Three(options) => {
                options.time.is_none_or(|time| time <= QUICK_TIME)
                    && options.nodes.is_none()
                    && options.max_length.is_none_or(|max| max >= QUICK_LENGTH)
                    && options.cfop.effort != Some(Effort::Wide)
            }
        };
        if is_quick { Lane::Quick } else { Lane::Long }
    }
}

impl SolveRequestOptions {
    /// Checks the options and returns their solver.
    fn solver(&self, app: &App) -> Result<ChosenSolver, Problem> {
        let time = self.time_ms.map(Duration::from_millis);
        if time.is_some_and(|time| time.is_zero() || time > app.limits.cpu_time) {
            let max = app.limits.cpu_time.as_millis();
            return Err(Problem::bad(format!(
                "time_ms: this server takes 1 to {max} milliseconds for a cube"
            )));
        }
        if self.nodes == Some(0) {
            return Err(Problem::bad("nodes: must be at least 1"));
        }
        let budget = Budget { time, nodes: self.nodes };
        if self.puzzle != Puzzle::Three {
            return self.of_other_puzzle(budget);
        }
        if self.metric.is_some() {
            return Err(Problem::bad("metric: only for the puzzle 444"));
        }
        let method = self.method.unwrap_or(Method::TwoPhase);
        if method != Method::Optimal && (self.solutions.is_some() || self.up_to_symmetry) {
            return Err(Problem::bad("solutions and up_to_symmetry are only for the method optimal"));
        }
        let has_foreign = match method {
            Method::Cfop => false,
            Method::Beginner => self.has_cfop_search_options(),
            _ => self.has_cfop_options(),
        };
        if has_foreign {
            return Err(Problem::bad(
                "colors and explain are for the methods cfop and beginner; comfort, rotationless and effort are for cfop",
            ));
        }
        let has_budget = budget.time.is_some() || budget.nodes.is_some();
        if method.is_by_hand() && (has_budget || self.inverse) {
            let name = method.name();
            return Err(Problem::bad(format!("time_ms, nodes and inverse are not for the method {name}")));
        }
        if method == Method::Optimal && has_budget {
            return Err(Problem::bad(
                "time_ms and nodes do not apply to optimal solutions; use the method two-phase",
            ));
        }
        if self.phases && !method.has_phases() {
            return Err(Problem::bad("phases: only two-phase and thistlethwaite have phases"));
        }
        if self.max_length.is_some_and(|max| max > 99) {
            return Err(Problem::bad("max_length: at most 99"));
        }
        let to = self.to.as_deref().map(CubeText::parse).transpose();
        let to = to.map_err(|e| Error::usage("to", e))?.map(|read| read.cube);
        let colors = self.colors.as_deref().map(Color::list).transpose();
        let colors = colors.map_err(|e| Error::usage("colors", e))?;
        let options = SolveOptions {
            max_length: self.max_length,
            time,
            nodes: self.nodes,
            inverse: self.inverse,
            to,
            links: self.links,
            phases: self.phases,
            cfop: CfopOptions {
                colors,
                comfort: self.comfort,
                rotationless: self.rotationless,
                effort: self.effort,
                explain: self.explain,
            },
            ..SolveOptions::new(method)
        };
        if method != Method::Optimal {
            return Ok(ChosenSolver::Three(options));
        }
        let solutions = self.solutions.unwrap_or(1);
        if solutions == 0 || solutions > app.limits.solutions {
            let max = app.limits.solutions;
            return Err(Problem::bad(format!("solutions: this server gives 1 to {max}")));
        }
        let wanted = SolutionRequest { solutions, up_to_symmetry: self.up_to_symmetry };
        Ok(ChosenSolver::Optimal(options, app.engines()?.optimal(wanted)?))
    }

    /// Returns whether any option of CFOP is given.
    fn has_cfop_options(&self) -> bool {
        self.colors.is_some() || self.explain || self.has_cfop_search_options()
    }

    /// Returns whether any option of the search for CFOP solutions is given.
    fn has_cfop_search_options(&self) -> bool {
        self.comfort || self.rotationless || self.effort.is_some()
    }

    /// Checks the options of a puzzle other than the 3x3x3 and returns their solver.
    fn of_other_puzzle(&self, budget: Budget) -> Result<ChosenSolver, Problem> {
        let is_plain = self.method.is_none()
            && self.max_length.is_none()
            && self.solutions.is_none()
            && !self.up_to_symmetry
            && !self.inverse
            && self.to.is_none()
            && !self.phases
            && !self.has_cfop_options();
        let has_metric = self.metric.is_some();
        match self.puzzle {
            Puzzle::Two if is_plain && !has_metric && budget.time.is_none() && budget.nodes.is_none() => {
                Ok(ChosenSolver::Two)
            }
            Puzzle::Four if is_plain => {
                let name = self.metric.as_deref().unwrap_or("sst");
                let metric = Metric::ALL.into_iter().find(|metric| metric.name() == name);
                let metric =
                    metric.ok_or_else(|| Problem::bad("metric: expected sst, btm or obtm".to_string()))?;
                Ok(ChosenSolver::Four(metric, budget))
            }
            _ => Err(Problem::bad(
                "the puzzle 222 has no options, and 444 has metric, time_ms and nodes; the others are for the 3x3x3",
            )),
        }
    }
}

/// Solves a line and returns the objects of its solutions as JSON.
fn rows(app: &App, chosen: &ChosenSolver, line: &Line, allowance: &Allowance) -> RowResult<Vec<Vec<u8>>> {
    let cancel = &allowance.cancel;
    let bad = |bad: &_| Ok(Err(BadRow::new(bad, Some(id_of(line)))));
    let engines = app.engines()?;
    match chosen {
        ChosenSolver::Three(options) | ChosenSolver::Optimal(options, _) => {
            let scramble = match Scramble::read(line) {
                Ok(scramble) => scramble,
                Err(unreadable) => return bad(&unreadable),
            };
            let limits = Budget { time: options.time, nodes: options.nodes }.limits(allowance);
            let (time, wall_time) = (limits.cpu_time, limits.wall_time);
            let options = &SolveOptions { time, wall_time, ..options.clone() };
            let solved = match (chosen, options.method) {
                (ChosenSolver::Optimal(_, engine), _) => solve(options, engine, cancel, &scramble),
                (_, Method::Cfop) => solve(options, &engines.by_cfop, cancel, &scramble),
                (_, Method::Beginner) => solve(options, &Engine::Beginner, cancel, &scramble),
                (_, Method::Thistlethwaite) => solve(options, &engines.thistlethwaite, cancel, &scramble),
                _ => solve(options, &engines.two_phase, cancel, &scramble),
            };
            let (id, input) = (&scramble.id, scramble.shown.text());
            let object = |solved: Result<&Solved, &str>| {
                serde_json::to_vec(&SolveObject::new(id, input, options.method, solved))
            };
            written(
                (app, allowance),
                solved,
                |solved: &Vec<Solved>| solved.iter().map(|one| object(Ok(one))).collect(),
                |e| object(Err(e)),
            )
        }
        ChosenSolver::Two => match puzzle::read::<Cube2>(line) {
            Ok(read) => of_other(app, (&engines.two, "HTM"), Budget::default(), read, allowance),
            Err(unreadable) => bad(&unreadable),
        },
        ChosenSolver::Four(metric, budget) => match puzzle::read::<Cube4>(line) {
            Ok(read) => {
                let solver = engines.four(*metric)?;
                of_other(app, (&**solver, &metric.name().to_uppercase()), *budget, read, allowance)
            }
            Err(unreadable) => bad(&unreadable),
        },
    }
}

/// Solves a state of another puzzle.
fn of_other<P: ScramblePuzzle>(
    app: &App,
    (solver, metric): (&dyn Solver<P>, &str),
    budget: Budget,
    (id, shown, given): (String, cubiform_answers::scramble::Shown, cubiform_cube::puzzle::Given<P>),
    allowance: &Allowance,
) -> RowResult<Vec<Vec<u8>>> {
    let limits = budget.limits(allowance);
    let solved = other::solve(solver, &limits, given);
    let object = |solved: Result<&other::Solved<P>, &str>| {
        serde_json::to_vec(&PuzzleObject::new(&id, shown.text(), metric, solved))
    };
    written(
        (app, allowance),
        solved,
        |solved| std::iter::once(object(Ok(solved))).collect(),
        |e| object(Err(e)),
    )
}

/// Returns the objects of solutions, or that of the reason why there is none.
fn written<S>(
    (app, allowance): (&App, &Allowance),
    solved: Result<S, Error>,
    solutions: impl FnOnce(&S) -> serde_json::Result<Vec<Vec<u8>>>,
    unsolved: impl FnOnce(&str) -> serde_json::Result<Vec<u8>>,
) -> RowResult<Vec<Vec<u8>>> {
    let written = match solved {
        Ok(solved) => solutions(&solved),
        Err(error) if error.kind == ErrorKind::Unanswerable => {
            unsolved(&error.to_string()).map(|object| vec![object])
        }
        // A row that takes too much does not end its batch.
        Err(error)
            if error.kind == ErrorKind::Cancelled
                && allowance.is_of_batch()
                && !allowance.request.is_cancelled() =>
        {
            unsolved("the solution takes more time than this server spends on a cube")
                .map(|object| vec![object])
        }
        Err(error) => return Err(app.problem(&error)),
    };
    written.map(Ok).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        Problem::internal()
    })
}

/// Answers one cube.
async fn one(caller: &Caller, options: SolveRequestOptions) -> Answer {
    let chosen = options.solver(caller)?;
    let Some(text) = options.scramble else { return Err(super::no_scramble()) };
    let line = request::line(caller, text, options.id)?;
    // The position of an error in the cube is reported, unlike in a batch, as that of a parameter.
    match options.puzzle {
        Puzzle::Three => drop(Scramble::read(&line).map_err(Error::from)?),
        Puzzle::Two => drop(puzzle::read::<Cube2>(&line).map_err(Error::from)?),
        Puzzle::Four => drop(puzzle::read::<Cube4>(&line).map_err(Error::from)?),
    }
    let lane = chosen.lane();
    let found = caller.run(lane, move |app, allowance| rows(app, &chosen, &line, allowance)).await?;
    let found = found.map_err(|bad| Problem::new(Kind::BadRequest, bad.error()))?;
    caller.metrics.cubes.inc();
    super::json(Ok([&b"["[..], &found.join(&b","[..]), b"]"].concat()))
}

/// Answers a batch.
fn many(caller: &Caller, chosen: ChosenSolver, cubes: Cubes) -> Response {
    let (ticket, chosen) = (caller.batch_ticket(), Arc::new(chosen));
    let (of_rows, ticket_of_rows) = (caller.clone(), ticket.clone());
    let answer = move |line, _| row(of_rows.clone(), Arc::clone(&chosen), ticket_of_rows.clone(), line);
    batch::respond(caller, ticket, cubes, JsonLines, answer)
}

/// Returns the lines of a cube of a batch.
async fn row(caller: Caller, chosen: Arc<ChosenSolver>, ticket: Ticket, line: Line) -> RowResult<Vec<u8>> {
    let work = move |app: &App, allowance: &Allowance| rows(app, &chosen, &line, allowance);
    let found = caller.run_with(&ticket, Lane::Long, work).await;
    caller.metrics.cubes.inc();
    let found = found?;
    Ok(found.map(|objects| objects.join(&b"\n"[..])))
}

/// Solve a cube
///
/// The solutions as the array of `cubiform solve --format json`; one, unless several optimal ones are asked for. A cube
/// that has no solution within the limits has an object with `error`. Optimal solutions are offered if the server is
/// started with `--allow-optimal`.
#[utoipa::path(
    get, operation_id = "solve", path = "/v1/solve", tag = "solve", params(SolveRequestOptions),
    responses((status = 200, description = "The solutions", body = Vec<Solution>), Problems)
)]
pub(crate) async fn get(caller: Caller, uri: Uri) -> Answer {
    one(&caller, request::query(&uri)?).await
}

/// Solve a cube or a batch
///
/// As for `/v1/analyze`: a JSON object with `scramble` or `scrambles`, or JSON lines, CSV or plain text with the options in
/// the query. The rows of a batch are those of `cubiform solve --format jsonl`.
#[utoipa::path(
    post, operation_id = "post_solve", path = "/v1/solve", tag = "solve", params(SolveRequestOptions),
    request_body(content(
        (SolveBody = "application/json"), (String = "application/x-ndjson"), (String = "text/csv"),
        (String = "text/plain"))),
    responses((status = 200, description = "The solutions of the cube, or the rows of the batch", content(
        (Vec<Solution> = "application/json"), (SolutionRow = "application/x-ndjson"))), Problems)
)]
pub(crate) async fn post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let prepare = |options: &SolveRequestOptions| options.solver(&caller);
    match batch::posted(&caller, (&uri, &headers), body, Options::plain(), prepare).await? {
        Posted::One(options, _reserved) => one(&caller, options).await,
        Posted::Many(chosen, cubes) => Ok(many(&caller, chosen, cubes)),
    }
}

/// A solution of the 3x3x3 or of another puzzle.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum Solution<'a> {
    /// Of the 3x3x3.
    Three(Box<SolveObject<'a>>),
    /// Of the 2x2x2 or the 4x4x4.
    Other(Box<PuzzleObject<'a>>),
}

/// A row of a batch.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum SolutionRow<'a> {
    /// A solution of the 3x3x3.
    Three(Box<SolveObject<'a>>),
    /// A solution of the 2x2x2 or the 4x4x4.
    Other(Box<PuzzleObject<'a>>),
    /// A line that cannot be read.
    Unreadable(BadRow),
}

/// A cube with its options, or a batch of them.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the requests")]
pub(crate) enum SolveBody {
    /// One cube.
    One(SolveRequestOptions),
    /// Several cubes with the same options.
    Many(SolveBatch),
}

/// Several cubes with the same options.
#[derive(Serialize, ToSchema)]
pub(crate) struct SolveBatch {
    /// The cubes.
    scrambles: Vec<GivenCube>,
    #[serde(flatten)]
    options: SolveRequestOptions,
}
