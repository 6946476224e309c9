//! The operation `algorithms`: all ways to solve a case, or the cases of a set, with some turns.

mod answer;
mod kept;

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use cubiform_cube::goal::{Mask, pattern};
use cubiform_cube::notation::TurnMetric;
use cubiform_cube::{Algorithm, Cube, Face, Move};
use cubiform_human::cases::sets::KnownSet;
use cubiform_human::cases::{Case, CaseSet};
use cubiform_solvers::algorithms::{
    AlgorithmSearch, AlgorithmsError, FoundAlgorithm, FoundAlgorithms, Question,
};
use cubiform_solvers::solver::{self, Unsolved};
use cubiform_threads::CancelToken;
use serde::Deserialize;

use crate::Error;
use crate::bounded::{Bounded, checked};
use crate::case_set::not_derived;
use crate::cases::number_in;
use crate::generators::Generators;
use crate::held::Order;
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};
use crate::scramble::as_held;
use crate::solutions::not_solved;

use kept::KeptCases;

pub use answer::{AlgorithmAnswer, AlgorithmLengths, AlgorithmObject, CaseAlgorithms, CaseToSolve};

/// The turns of an algorithm if none are given.
const ALL_FACES: &str = "<R,L,U,D,F,B>";

/// The maximum length of an algorithm.
const MAX_LENGTH: u8 = 30;

choice! {
    /// A metric of algorithms.
    AlgorithmMetric {
        /// Half turns: a slice turn counts two
        #[default]
        Htm = "htm",
        /// Quarter turns: a half turn counts two
        Qtm = "qtm",
        /// Slice turns: a slice turn counts one
        Stm = "stm",
        /// Execution: a rotation counts one, too
        Etm = "etm",
    }
}

impl From<AlgorithmMetric> for TurnMetric {
    fn from(metric: AlgorithmMetric) -> TurnMetric {
        TurnMetric::ALL[metric as usize]
    }
}

/// A request for algorithms.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[schema(as = AlgorithmOptions)]
pub struct AlgorithmRequest {
    /// A case ("PLL T", "OLL 27", "ZBLL 17"), a set of cases (2GLL), or a cube: a scramble in quotes, facelets, or facelets
    /// with ? for stickers that do not matter
    #[cfg_attr(feature = "clap", arg(value_name = "CASE", required = true))]
    #[schema(example = "PLL T")]
    pub case: Option<String>,

    /// Goal that the algorithms reach, in the language of case sets [default: that of the set, or solved]
    #[cfg_attr(feature = "clap", arg(long, value_name = "GOAL"))]
    #[schema(example = "f2l + oll")]
    pub to: Option<String>,

    /// Turns that an algorithm may have, such as <R,U,F>, <M,U> or <R,r,U>
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES", default_value = ALL_FACES))]
    #[schema(example = "<R,U,F>", default = "<R,L,U,D,F,B>")]
    pub moves: String,

    /// Metric of the length
    #[cfg_attr(feature = "clap", arg(long, value_name = "METRIC", value_enum, default_value_t))]
    pub metric: AlgorithmMetric,

    /// Number of moves by which an algorithm may be longer than the shortest, 0 to 6
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t))]
    #[schema(inline, default = 0)]
    pub slack: Bounded<0, 6>,

    /// Count turns of U before and after the algorithm, which are free otherwise
    #[cfg_attr(feature = "clap", arg(long))]
    pub fixed: bool,

    /// Maximum number of algorithms of a case to print [default: all]
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N"))]
    #[schema(example = 10, minimum = 1)]
    pub solutions: Option<usize>,

    /// Order of the algorithms: by length as found, or by the effort of the hands
    #[cfg_attr(feature = "clap", arg(long, value_name = "ORDER", value_enum, default_value_t = Order::Effort))]
    pub order: Order,

    /// Check this algorithm instead of a search: if it solves the case, it is the answer, with its effort
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    #[schema(example = "R U R' U R U2 R'")]
    pub alg: Option<String>,
}

impl Default for AlgorithmRequest {
    fn default() -> AlgorithmRequest {
        AlgorithmRequest {
            case: None,
            to: None,
            moves: ALL_FACES.into(),
            metric: AlgorithmMetric::default(),
            slack: Bounded::default(),
            fixed: false,
            solutions: None,
            order: Order::Effort,
            alg: None,
        }
    }
}

/// A request for algorithms that has been checked.
#[derive(Clone, Debug)]
pub struct AlgorithmQuestion {
    selection: CaseSelection,
    /// The turns, metric and goal.
    pub(crate) question: Question,
    /// The goal as text.
    pub(crate) to: String,
    moves: Generators,
    slack: u8,
    solutions: usize,
    order: Order,
    /// The algorithm to check.
    alg: Option<Algorithm>,
}

impl Operation for AlgorithmRequest {
    const DOOR: Door = Door {
        name: "algorithms",
        path: "/v1/algorithms",
        tag: "cases",
        summary: "Find algorithms of cases",
        about: "All algorithms of some turns, in the order of hand effort.",
        answer: "The algorithms",
        ..Door::NEW
    };

    type Question = AlgorithmQuestion;
    type Answer = AlgorithmAnswer;
    type Document = AlgorithmAnswer;

    fn check(mut self, limits: &Limits) -> Result<AlgorithmQuestion, Error> {
        limits.texts([
            ("case", self.case.as_deref()),
            ("to", self.to.as_deref()),
            ("moves", Some(&self.moves[..])),
            ("alg", self.alg.as_deref()),
        ])?;
        let out_of_range = |name, message: &str| Err(Error::usage(name, message).code(Error::OUT_OF_RANGE));
        let slack = checked("slack", Some(self.slack))?.unwrap_or_default();
        if self.solutions == Some(0) {
            return out_of_range("solutions", "expected at least 1");
        }
        if self.solutions.is_some_and(|n| n > limits.solutions) {
            return out_of_range("solutions", &format!("expected at most {}", limits.solutions));
        }
        let moves = Generators::with_rotations(&self.moves)
            .map_err(|message| Error::usage("moves", message).placed())?;
        let case = self.case.take().unwrap_or_default();
        let (selection, goal) = read_case(&case, limits)?;
        let mut to = self.to.unwrap_or_else(|| goal.into_owned());
        let read = |to: &str| pattern::parse(to).map_err(|error| Error::in_text("to", to, 0, &error));
        let mut goal = read(&to)?;
        if self.fixed {
            // Turns of U that count are turns of the algorithm.
            to = without_turns_of_u(&to);
            goal = read(&to)?;
        }
        let table_bytes = limits.table_bytes();
        let metric = self.metric.into();
        let question =
            Question { turns: moves.turns(), metric, goal, is_turned_free: !self.fixed, table_bytes };
        let alg = self.alg.as_deref().map(Algorithm::parse).transpose();
        let alg = alg.map_err(|error| Error::in_moves("alg", &error))?;
        let solutions = self.solutions.unwrap_or(limits.solutions);
        let order = self.order;
        Ok(AlgorithmQuestion { selection, question, to, moves, slack, solutions, order, alg })
    }

    fn is_quick(question: &AlgorithmQuestion) -> bool {
        question.alg.is_some() && matches!(question.selection, CaseSelection::One(_))
    }

    fn answer(question: AlgorithmQuestion, context: &Context<'_>) -> Result<AlgorithmAnswer, Error> {
        question.answer(context, None)
    }
}

/// What the text of a case names.
#[derive(Clone, Debug)]
enum CaseSelection {
    /// A cube, or a case of a sheet.
    One(CaseToSolve),
    /// A case of a derived set by its number from 1, or all of them.
    Derived(&'static KnownSet, Option<usize>),
}

impl CaseSelection {
    fn cube(cube: Cube) -> CaseSelection {
        CaseSelection::One(CaseToSolve { name: None, cube, sheet: None })
    }

    /// Returns the cases, and whether a turn of U before one makes no other. Derives the set if needed.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    fn cases(&self, cancel: &CancelToken) -> Result<(Vec<CaseToSolve>, bool), Error> {
        let (set, number) = match self {
            CaseSelection::One(case) => return Ok((vec![case.clone()], true)),
            CaseSelection::Derived(set, number) => (set, number),
        };
        let derived = set.definition().derive(false, cancel).map_err(not_derived)?;
        let cases = derived.unsolved().zip(1..).filter(|(_, n)| number.is_none_or(|number| number == *n));
        let named = cases.map(|(case, number)| CaseToSolve {
            name: Some(format!("{} {number}", set.name)),
            cube: case.cube,
            sheet: case.shows.filter(|shown| shown.set.name() == set.name),
        });
        Ok((named.collect(), derived.turns_before))
    }
}

/// Returns a goal without the terms that allow turns of U after it, unless it has no other terms.
fn without_turns_of_u(goal: &str) -> String {
    let is_turn = |term: &&str| term.split_whitespace().map(str::to_lowercase).eq(["up", "to", "u"]);
    let terms: Vec<&str> = goal.split('+').filter(|term| !is_turn(term)).map(str::trim).collect();
    if terms.is_empty() { goal.into() } else { terms.join(" + ") }
}

/// Reads a case, a set of cases, or a cube. Returns it with the goal that its algorithms reach by default.
fn read_case(text: &str, limits: &Limits) -> Result<(CaseSelection, Cow<'static, str>), Error> {
    if let Some(set) = KnownSet::find(text) {
        return Ok((CaseSelection::Derived(set, None), set.to.into()));
    }
    if let Some(mask) = Mask::read(text) {
        let mask = mask.map_err(|error| Error::in_text("case", text, 0, &error))?;
        let Some(home) = mask.at_home() else {
            let error =
                Error::usage("case", "the pieces of the mask are not determined").code("open-mask").placed();
            return Err(error.hint("give all stickers of each piece, or the goal as 'to' with a scramble"));
        };
        return Ok((CaseSelection::cube(*mask.cube()), home.goal.name));
    }
    let parts = text.trim().rsplit_once(char::is_whitespace);
    let Some((set, label)) = parts.and_then(|(set, label)| Some((KnownSet::find(set)?, label))) else {
        let cube = as_held(Some(text.to_string()).filter(|text| !text.is_empty()), limits)
            .map_err(|error| if error.parameter == Some("scramble") { error.about("case") } else { error })?;
        return Ok((CaseSelection::cube(cube.cube), "solved".into()));
    };
    // The numbers and letters of the sheets come first.
    let sheet = CaseSet::from_name(set.name).and_then(|sheet| Case::find(sheet, label));
    if let Some(case) = sheet {
        let algorithm = Algorithm::parse(case.algorithms[0]).expect("algorithms of sheets are valid");
        let name = Some(format!("{} {}", set.name, case.label));
        let case = CaseToSolve { name, cube: algorithm.cube().inverse(), sheet: Some(case) };
        return Ok((CaseSelection::One(case), set.to.into()));
    }
    let number = number_in(set, label)?;
    Ok((CaseSelection::Derived(set, Some(number)), set.to.into()))
}

impl AlgorithmQuestion {
    fn not_solved(&self) -> Error {
        let message = format!("the turns {} do not lead to {} in {MAX_LENGTH} moves", self.moves, self.to);
        Error::message(message)
            .code("no-algorithm")
            .hint("allow more turns as `moves`, or another goal as `to`")
    }

    /// Returns the number of cases.
    pub fn case_count(&self) -> usize {
        match self.selection {
            CaseSelection::One(_) | CaseSelection::Derived(_, Some(_)) => 1,
            CaseSelection::Derived(set, None) => set.cases,
        }
    }

    /// Returns whether an algorithm is checked, which takes no search.
    pub fn checks_algorithm(&self) -> bool {
        self.alg.is_some()
    }

    /// Finds the algorithms of all cases, or checks the given one. The file `keep` gets each case when it is done, and those that it has
    /// are not searched again; it serves all questions that have the same turns, metric, goal and slack. The context receives
    /// the number of cases that are done, and of all.
    ///
    /// # Errors
    /// If the turns reach the goal from none of the cases, the given algorithm solves none, the file cannot be read
    /// or written or is of another question, a table is damaged, or the work was cancelled.
    pub fn answer(&self, context: &Context<'_>, keep: Option<&Path>) -> Result<AlgorithmAnswer, Error> {
        let (threads, cancel) = (context.threads(), context.cancel());
        // The table of the optimal solver, if the search takes it and one is built.
        let takes_table = !self.checks_algorithm() && self.question.takes_optimal_table();
        let table = takes_table.then(|| context.open(|engines, cancel| engines.optimal_table(cancel)));
        let table = table.transpose()?.flatten();
        let (cases, turns_before) = self.selection.cases(cancel)?;
        let is_turned_free = turns_before && self.question.is_turned_free;
        if let Some(alg) = &self.alg {
            return self.checked(alg, &cases, is_turned_free);
        }
        if table.is_none() {
            context
                .solvers
                .note(format_args!("preparing the tables of the turns and the goal, which are not kept"));
        }
        let kept = keep.map(|path| self.kept(path, is_turned_free)).transpose()?;
        let kept = kept.as_ref();
        let search = || {
            let question = Question { is_turned_free, ..self.question.clone() };
            AlgorithmSearch::new(&question, table, threads, cancel).map_err(|error| match error {
                AlgorithmsError::Cancelled => Error::cancelled(),
                AlgorithmsError::FreeTurn(_) => {
                    Error::usage("moves", error.to_string()).code("free-turn").hint("use the metric etm")
                }
            })
        };
        let is_any_searched = cases.iter().any(|case| kept.is_none_or(|kept| !kept.has(&case.cube)));
        let search = is_any_searched.then(search).transpose()?;
        let limits = solver::Limits {
            cancel: cancel.clone(),
            max_length: Some(MAX_LENGTH),
            ..solver::Limits::default()
        };
        let find = |case: &CaseToSolve| -> Result<_, Error> {
            let is_algorithm = |kept: &FoundAlgorithm| self.is_algorithm(&case.cube, kept);
            let known = kept.map(|kept| kept.algorithms(&case.cube, is_algorithm)).transpose()?;
            if let Some(found) = known.flatten() {
                return Ok(found);
            }
            let search = search.as_ref().expect("there is a search if a case is not known");
            let found = match search.algorithms(&case.cube, self.slack, &limits) {
                Err(Unsolved::None { .. }) => None,
                found => Some(found.map_err(not_solved)?),
            };
            if let Some(kept) = kept {
                kept.keep(&case.cube, found.as_ref())?;
            }
            Ok(found)
        };
        let done = AtomicU64::new(0);
        let results = threads.map(&cases, |case| {
            let found = find(case);
            (context.report)(done.fetch_add(1, Ordering::Relaxed) + 1, cases.len() as u64);
            found
        });
        let mut answered = Vec::new();
        for (case, found) in cases.iter().zip(results) {
            let found = found?;
            // The turns of a set need not reach all of its cases.
            if found.is_none() && cases.len() == 1 {
                return Err(self.not_solved());
            }
            answered.push(self.algorithms(case, found, self.moves.are_all_faces()));
        }
        Ok(self.answered(answered))
    }

    fn answered(&self, cases: Vec<CaseAlgorithms>) -> AlgorithmAnswer {
        let (metric, moves) = (self.question.metric.name(), self.moves.to_string());
        AlgorithmAnswer { cases, metric, moves, slack: self.slack, to: self.to.clone() }
    }

    /// Opens the file that keeps the cases.
    fn kept(&self, path: &Path, is_turned_free: bool) -> Result<KeptCases, Error> {
        let search = serde_json::json!({
            "metric": self.question.metric.name(),
            "moves": self.moves.to_string(),
            "slack": self.slack,
            "to": self.to,
            "turned_free": is_turned_free,
        });
        KeptCases::open(path, &search.to_string()[1..])
    }

    fn algorithms(
        &self,
        case: &CaseToSolve,
        found: Option<FoundAlgorithms>,
        has_all_faces: bool,
    ) -> CaseAlgorithms {
        CaseAlgorithms::new(case, &self.question.goal, found, has_all_faces, self.order, self.solutions)
    }

    /// Answers with an algorithm as it is written, for those of the cases that it solves.
    fn checked(
        &self,
        alg: &Algorithm,
        cases: &[CaseToSolve],
        is_turned_free: bool,
    ) -> Result<AlgorithmAnswer, Error> {
        let free = if is_turned_free { 0..4 } else { 0..1 };
        let solved = cases.iter().filter_map(|case| {
            let algorithms = vec![self.solution(&case.cube, alg, &free)?];
            let found = FoundAlgorithms { algorithms, ..Default::default() };
            Some(CaseAlgorithms { optimal: None, ..self.algorithms(case, Some(found), false) })
        });
        let solved: Vec<CaseAlgorithms> = solved.collect();
        if solved.is_empty() {
            let message = format!("the algorithm does not lead from the case to {}", self.to);
            return Err(Error::message(message).code("not-solved"));
        }
        Ok(self.answered(solved))
    }

    /// Returns an algorithm with the free turns of U before and after it with which it leads from a cube to the goal.
    fn solution(&self, cube: &Cube, alg: &Algorithm, free: &Range<u8>) -> Option<FoundAlgorithm> {
        let around = free.clone().flat_map(|before| free.clone().map(move |after| (before, after)));
        let turns = alg.turns().to_vec();
        let length = self.question.metric.length(&turns);
        let turned = |(before, after)| FoundAlgorithm { before, turns: turns.clone(), after, length };
        around.map(turned).find(|algorithm| self.is_algorithm(cube, algorithm))
    }

    /// Returns whether an algorithm leads from a cube to the goal, and has the length that it states.
    fn is_algorithm(&self, cube: &Cube, algorithm: &FoundAlgorithm) -> bool {
        let turned = |cube: Cube, quarters: u8| cube.apply(Move::new(Face::U, quarters.into()).as_slice());
        let turns: Algorithm = algorithm.turns.iter().copied().collect();
        let end = turned(turned(*cube, algorithm.before).then(&turns.cube()), algorithm.after);
        algorithm.length == self.question.metric.length(&algorithm.turns)
            && self.question.goal.iter().any(|pattern| pattern.contains(&end))
    }
}
