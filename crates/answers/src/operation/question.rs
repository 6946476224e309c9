//! Checked requests: what they ask as typed values, how much it takes, and the work that answers them.

use cubiform_cube::goal::Variant;
use cubiform_threads::Threads;

use super::Request;
use super::work::{Part, Work};
use crate::analysis::Analyses;
use crate::distribution::{self, Count, CountedStates};
use crate::goals::{Check, Goals};
use crate::input::Line;
use crate::puzzle::registry::kind;
use crate::request::{
    AlgorithmQuestion, AnalyzeQuestion, AttemptQuestion, CaseAnswer, CaseSetQuestion, InsertQuestion, Limits,
    ReviewQuestion, ScrambleQuestion, SolveQuestion, StatsQuestion, line,
};
use crate::review::ReviewedSolve;
use crate::scramble::Scramble;
use crate::solutions::engine;
use crate::solvers::{Solvers, open};
use crate::{Error, ErrorKind, scrambles, stats, tables};

/// The maximum number of scrambles that are quick.
const QUICK_SCRAMBLES: u64 = 10;

/// A checked request. What needs no solver is answered already.
pub enum Question {
    /// The analysis of a cube.
    Analyze(Box<AnalyzeQuestion>, Box<Scramble>),
    /// The solutions of a cube.
    Solve(Box<SolveQuestion>, Box<Line>),
    /// Scrambles.
    Scramble(ScrambleQuestion),
    /// Reviews of solves.
    Review(ReviewQuestion),
    /// Cases.
    Cases(CaseAnswer),
    /// The cases between two goals.
    CaseSet(Box<CaseSetQuestion>),
    /// A distribution that is stored.
    StoredDistribution(Box<CountedStates>),
    /// A distribution whose states are counted.
    Distribution(distribution::Question),
    /// Algorithms of cases.
    Algorithms(Box<AlgorithmQuestion>),
    /// A review of an attempt at fewest moves.
    Attempt(Box<AttemptQuestion>),
    /// Insertions.
    Insert(Box<InsertQuestion>),
    /// Statistics.
    Stats(Box<StatsQuestion>),
    /// The check of a text.
    Check(Check),
    /// The list of tables.
    Tables,
}

impl Request {
    /// Parses the members of the request, applies the rules between them, and returns the question.
    ///
    /// # Errors
    /// If a member cannot be read or is beyond the limits, or members contradict each other.
    pub fn check(self, limits: &Limits) -> Result<Question, Error> {
        Ok(match self {
            Request::Analyze(mut request) => {
                let question = request.check(limits)?;
                let line = line(request.scramble.take(), request.id, limits)?;
                Question::Analyze(Box::new(question), Box::new(Scramble::read(&line)?))
            }
            Request::Solve(request) => {
                let mut question = request.check(limits)?;
                let request = &mut question.request;
                let line = line(request.scramble.take(), request.id.take(), limits)?;
                (kind(question.request.puzzle).read)(&line)?;
                Question::Solve(Box::new(question), Box::new(line))
            }
            Request::Scramble(request) => Question::Scramble(request.check(limits)?),
            Request::Review(request) => Question::Review(request.check(limits)?),
            Request::Cases(request) => Question::Cases(request.answer(limits)?),
            Request::CaseSet(request) => Question::CaseSet(Box::new(request.check(limits)?)),
            Request::Distribution(request) => {
                let question = request.check(limits)?;
                let count = question.count()?;
                if let Count::Known(counted) = count {
                    return Ok(Question::StoredDistribution(Box::new(counted)));
                }
                if count.memory() > limits.count_memory {
                    let gigabytes = count.memory() as f64 / 1e9;
                    let message =
                        format!("counting these states takes {gigabytes:.1} GB of memory, too much here");
                    let error = Error::message(message).code(Error::TOO_EXPENSIVE);
                    return Err(error.hint("choose a stage with fewer pieces"));
                }
                Question::Distribution(question)
            }
            Request::Algorithms(request) => Question::Algorithms(Box::new(request.check(limits)?)),
            Request::Attempt(request) => Question::Attempt(Box::new(request.check(limits)?)),
            Request::Insert(request) => Question::Insert(Box::new(request.check(limits)?)),
            Request::Stats(request) => Question::Stats(Box::new(request.check(limits)?)),
            Request::Check(request) => Question::Check(request.answer(limits)?),
            Request::Tables => Question::Tables,
        })
    }
}

impl Question {
    /// Returns whether the work takes milliseconds, and fills no tables.
    pub fn is_quick(&self) -> bool {
        match self {
            Question::Solve(question, _) => question.is_quick(),
            Question::Scramble(question) => {
                let needs_tables = question.condition.is_some() || question.event.puzzle().needs_tables();
                !needs_tables && question.count <= QUICK_SCRAMBLES
            }
            Question::Algorithms(question) => question.is_quick(),
            Question::Analyze(..)
            | Question::Review(_)
            | Question::CaseSet(_)
            | Question::Distribution(_)
            | Question::Attempt(_)
            | Question::Insert(_)
            | Question::Stats(_) => false,
            Question::Cases(_) | Question::StoredDistribution(_) | Question::Check(_) | Question::Tables => {
                true
            }
        }
    }

    /// Returns whether random states under a condition are drawn, for which hundreds of megabytes may be listed.
    pub fn draws_under_condition(&self) -> bool {
        matches!(self, Question::Scramble(ScrambleQuestion { condition: Some(_), .. }))
    }

    /// Opens the solvers that the question needs, and returns the work that answers it.
    ///
    /// # Errors
    /// If a solver or a table is not there, or the opening was cancelled.
    pub fn work(self, solvers: &dyn Solvers) -> Result<Work, Error> {
        Ok(match self {
            Question::Analyze(question, scramble) => {
                let moves = question.moves.map(|moves| moves.0);
                let analyzer = open(solvers, |engines, cancel| {
                    engines.analyzer(&question.goals, moves, Some(1), cancel)
                })?;
                let analyses =
                    open(solvers, |engines, cancel| Analyses::with_engines(*question, engines, cancel))?;
                Work::whole(move |allowance| {
                    let analysis = analyzer.analyze_until(
                        &scramble.cube,
                        &analyses.question.request,
                        &allowance.cancel,
                    )?;
                    Part::json(&analyses.object(&analyses.report(1, *scramble, analysis)))
                })
            }
            Question::Solve(question, line) => {
                let engine = engine(&question, solvers)?;
                Work::whole(move |allowance| {
                    let limits = question.limits(allowance.cpu, allowance.time, &allowance.cancel);
                    let row = engine.answer(&question, &line, &limits)?;
                    match &row.solved {
                        Err(error) if error.kind != ErrorKind::Unanswerable => Err(error.clone()),
                        _ => Part::json(&row.objects(&question)),
                    }
                })
            }
            Question::Scramble(question) => {
                let tasks = scrambles::tasks(&question, solvers, solvers.cancel())?;
                let threads = solvers.engines().threads().clone();
                Work::whole(move |allowance| {
                    Part::json(&scrambles::rows(tasks, &threads, &allowance.cancel)?)
                })
            }
            Question::Review(ReviewQuestion { solves, optimal, request }) => {
                let goals = Goals::all_stages(Variant::std());
                let analyzer = |()| {
                    open(solvers, |engines, cancel| {
                        engines.analyzer(&goals, None, Some(solves.len() as u64), cancel)
                    })
                };
                let analyzer = optimal.then_some(()).map(analyzer).transpose()?;
                let solver = open(solvers, |engines, cancel| engines.cfop(cancel))?;
                Work::reviews(solves.into_iter().map(|solve| {
                    let (solver, analyzer, request) = (solver.clone(), analyzer.clone(), request.clone());
                    move |cancel: &_| {
                        ReviewedSolve::new(solve, &solver, analyzer.as_deref(), &request, cancel)
                    }
                }))
            }
            Question::Cases(cases) => {
                Work::whole(move |_| cases.to_json().map(Part::Json).map_err(|e| super::unwritten(&e)))
            }
            Question::CaseSet(question) => {
                Work::whole(move |allowance| Part::json(&question.answer(&allowance.cancel)?))
            }
            Question::StoredDistribution(counted) => Work::whole(move |_| Part::json(&counted.document())),
            Question::Distribution(question) => {
                let threads: Threads = solvers.engines().threads().clone();
                Work::whole(move |allowance| {
                    let counted = question.count()?.run(&threads, &allowance.cancel)?;
                    Part::json(&counted.document())
                })
            }
            Question::Algorithms(question) => {
                let table = open(solvers, |engines, cancel| question.table(engines, cancel))?;
                let threads = solvers.engines().threads().clone();
                Work::whole(move |allowance| {
                    Part::json(&question.answer(table, &threads, &allowance.cancel, None, &|_, _| {})?)
                })
            }
            Question::Attempt(question) => {
                let reductions = open(solvers, |engines, cancel| engines.reductions(cancel))?;
                let threads = solvers.engines().threads().clone();
                Work::whole(move |allowance| {
                    Part::json(&question.answer(&reductions, &threads, &allowance.cancel)?)
                })
            }
            Question::Insert(question) => {
                let (kind, max_moves) = (question.skeleton.kind(), question.algorithm_moves);
                let set = open(solvers, |engines, cancel| engines.algorithms(kind, max_moves, cancel))?;
                Work::whole(move |allowance| Part::json(&question.answer(&set, &allowance.cancel)?))
            }
            Question::Stats(question) => stats::work(*question, solvers)?,
            Question::Check(check) => Work::whole(move |_| Part::json(&check)),
            Question::Tables => {
                let rows = solvers.engines().store().map(|store| tables::rows(store, false));
                Work::whole(move |_| Part::json(&rows.unwrap_or_default()))
            }
        })
    }
}
