//! The request for algorithms: all ways to solve a case, or the cases of a set, with some turns.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use cubiform_cube::goal::{Mask, pattern};
use cubiform_cube::notation::TurnMetric;
use cubiform_cube::{Algorithm, Cube, Face, Move};
use cubiform_human::cases::sets::{Definition, DerivedSet, KnownSet};
use cubiform_human::cases::{Case, CaseSet};
use cubiform_solvers::algorithms::{
    AlgorithmSearch, AlgorithmsError, FoundAlgorithm, FoundAlgorithms, Question,
};
use cubiform_solvers::solver::{self, Unsolved};
use cubiform_threads::{CancelToken, Threads};
use serde::Deserialize;

use super::{Limits, unrotated};
use crate::Error;
use crate::algorithms::{AlgorithmAnswer, CaseAlgorithms};
use crate::generators::Generators;
use crate::held::Order;
use crate::solutions::not_solved;

/// The turns of an algorithm if none are given.
const ALL_FACES: &str = "<R,L,U,D,F,B>";

/// The maximum number of moves more than the shortest algorithm.
const MAX_SLACK: u8 = 6;

/// The maximum length of an algorithm.
const MAX_LENGTH: u8 = 30;

/// A metric of algorithms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum AlgorithmMetric {
    /// Half turns: a slice turn counts two
    #[default]
    Htm,
    /// Quarter turns: a half turn counts two
    Qtm,
    /// Slice turns: a slice turn counts one
    Stm,
    /// Execution: a rotation counts one, too
    Etm,
}

impl From<AlgorithmMetric> for TurnMetric {
    fn from(metric: AlgorithmMetric) -> TurnMetric {
        TurnMetric::ALL[metric as usize]
    }
}

/// A request for algorithms.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AlgorithmOptions))]
pub struct AlgorithmRequest {
    /// A case ("PLL T", "OLL 27", "ZBLL 17"), a set of cases (2GLL), or a cube: a scramble in quotes, facelets, or facelets
    /// with ? for stickers that do not matter
    #[cfg_attr(feature = "clap", arg(value_name = "CASE", required = true))]
    #[cfg_attr(feature = "schema", schema(example = "PLL T"))]
    pub case: Option<String>,

    /// Goal that the algorithms reach, in the language of case sets [default: that of the set, or solved]
    #[cfg_attr(feature = "clap", arg(long, value_name = "GOAL"))]
    #[cfg_attr(feature = "schema", schema(example = "f2l + oll"))]
    pub to: Option<String>,

    /// Turns that an algorithm may have, such as <R,U,F>, <M,U> or <R,r,U>
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES", default_value = ALL_FACES))]
    #[cfg_attr(feature = "schema", schema(example = "<R,U,F>", default = "<R,L,U,D,F,B>"))]
    pub moves: String,

    /// Metric of the length
    #[cfg_attr(feature = "clap", arg(long, value_name = "METRIC", value_enum, default_value_t))]
    pub metric: AlgorithmMetric,

    /// Number of moves by which an algorithm may be longer than the shortest, 0 to 6
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 0))]
    #[cfg_attr(feature = "schema", schema(example = 1, default = 0, maximum = 6))]
    pub slack: u8,

    /// Count turns of U before and after the algorithm, which are free otherwise
    #[cfg_attr(feature = "clap", arg(long))]
    pub fixed: bool,

    /// Maximum number of algorithms of a case to print [default: all]
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N"))]
    #[cfg_attr(feature = "schema", schema(example = 10, minimum = 1))]
    pub solutions: Option<usize>,

    /// Order of the algorithms: by length as found, or by the effort of the hands
    #[cfg_attr(feature = "clap", arg(long, value_name = "ORDER", value_enum, default_value_t = Order::Effort))]
    pub order: Order,

    /// An algorithm to check instead of a search: the answer has it alone, with its effort, if it solves the case
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "schema", schema(example = "R U R' U R U2 R'"))]
    pub alg: Option<String>,
}

impl Default for AlgorithmRequest {
    fn default() -> AlgorithmRequest {
        AlgorithmRequest {
            case: None,
            to: None,
            moves: ALL_FACES.into(),
            metric: AlgorithmMetric::default(),
            slack: 0,
            fixed: false,
            solutions: None,
            order: Order::Effort,
            alg: None,
        }
    }
}

/// A case whose algorithms are sought.
#[derive(Clone, Debug)]
pub struct SoughtCase {
    /// The set and the number or label; `None` for a cube.
    pub name: Option<String>,
    /// A state with the case.
    pub cube: Cube,
    /// The case of the sheets, if it is one of theirs.
    pub sheet: Option<&'static Case>,
}

/// A request for algorithms that has been checked.
#[derive(Clone, Debug)]
pub struct AlgorithmQuestion {
    /// The cases.
    pub cases: Vec<SoughtCase>,
    /// The turns, metric and goal.
    pub question: Question,
    /// The goal as text.
    pub to: String,
    moves: Generators,
    slack: u8,
    solutions: usize,
    order: Order,
    /// The algorithm to check.
    alg: Option<Algorithm>,
}

impl AlgorithmRequest {
    /// Reads and checks the request.
    ///
    /// # Errors
    /// If a text cannot be read or is too long, a number is out of range, or there is no such case.
    pub fn check(mut self, limits: &Limits) -> Result<AlgorithmQuestion, Error> {
        limits.texts([
            ("case", self.case.as_deref()),
            ("to", self.to.as_deref()),
            ("moves", Some(&self.moves[..])),
            ("alg", self.alg.as_deref()),
        ])?;
        let out_of_range = |name, message: &str| Err(Error::usage(name, message).code(Error::OUT_OF_RANGE));
        if self.slack > MAX_SLACK {
            return out_of_range("slack", &format!("expected at most {MAX_SLACK}"));
        }
        if self.solutions.is_some_and(|n| n == 0 || n > limits.solutions) {
            return out_of_range("solutions", "expected at least 1");
        }
        let moves = Generators::with_rotations(&self.moves)
            .map_err(|message| Error::usage("moves", message).placed())?;
        let case = self.case.take().unwrap_or_default();
        let Sought { cases, to, is_turned_free } = sought(&case, limits)?;
        let to = self.to.unwrap_or_else(|| to.into_owned());
        let goal = pattern::parse(&to).map_err(|error| Error::in_text("to", &to, 0, &error))?;
        let is_turned_free = is_turned_free && !self.fixed;
        // A search has about three such tables.
        let table_bytes =
            Question::TABLE_BYTES.min(usize::try_from(limits.count_memory / 3).unwrap_or(usize::MAX));
        let metric = self.metric.into();
        let question = Question { turns: moves.turns(), metric, goal, is_turned_free, table_bytes };
        let alg = self.alg.as_deref().map(Algorithm::parse).transpose();
        let alg = alg.map_err(|error| Error::in_moves("alg", &error))?;
        let solutions = self.solutions.unwrap_or(limits.solutions);
        let (slack, order) = (self.slack, self.order);
        Ok(AlgorithmQuestion { cases, question, to, moves, slack, solutions, order, alg })
    }
}

/// What the text of a case names.
struct Sought {
    cases: Vec<SoughtCase>,
    to: Cow<'static, str>,
    is_turned_free: bool,
}

/// Reads a case, a set of cases, or a cube.
fn sought(text: &str, limits: &Limits) -> Result<Sought, Error> {
    let derived = |set: &KnownSet| -> DerivedSet {
        let definition: Definition = set.definition();
        definition.derive(false, &CancelToken::never()).expect("known sets are small")
    };
    let named = |set: &KnownSet, derived: &DerivedSet, number: usize| {
        let case = derived.unsolved().nth(number - 1)?;
        Some(SoughtCase {
            name: Some(format!("{} {number}", set.name)),
            cube: case.cube,
            sheet: case.shows.filter(|shown| shown.set.name() == set.name),
        })
    };
    if let Some(set) = KnownSet::find(text) {
        let derived = derived(set);
        let cases = (1..=set.cases).filter_map(|number| named(set, &derived, number)).collect();
        return Ok(Sought { cases, to: set.to.into(), is_turned_free: derived.turns_before });
    }
    if let Some(mask) = Mask::read(text) {
        let mask = mask.map_err(|error| Error::in_text("case", text, 0, &error))?;
        let Some(home) = mask.at_home() else {
            let error =
                Error::usage("case", "the pieces of the mask are not determined").code("open-mask").placed();
            return Err(error.hint("give all stickers of each piece, or the goal as 'to' with a scramble"));
        };
        let cases = vec![SoughtCase { name: None, cube: *mask.cube(), sheet: None }];
        return Ok(Sought { cases, to: home.goal.name, is_turned_free: true });
    }
    let parts = text.trim().rsplit_once(char::is_whitespace);
    let Some((set, label)) = parts.and_then(|(set, label)| Some((KnownSet::find(set)?, label))) else {
        let cube = unrotated(Some(text.to_string()).filter(|text| !text.is_empty()), limits)
            .map_err(|error| if error.parameter == Some("scramble") { error.about("case") } else { error })?;
        return Ok(Sought {
            cases: vec![SoughtCase { name: None, cube, sheet: None }],
            to: "solved".into(),
            is_turned_free: true,
        });
    };
    // The numbers and letters of the sheets come first.
    let sheet = CaseSet::from_name(set.name).and_then(|sheet| Case::find(sheet, label));
    if let Some(case) = sheet {
        let algorithm = Algorithm::parse(case.algorithms[0]).expect("algorithms of sheets are valid");
        let name = Some(format!("{} {}", set.name, case.label));
        let cases = vec![SoughtCase { name, cube: algorithm.cube().inverse(), sheet: Some(case) }];
        return Ok(Sought { cases, to: set.to.into(), is_turned_free: true });
    }
    let derived = derived(set);
    let case =
        label.parse().ok().filter(|number| *number > 0).and_then(|number| named(set, &derived, number));
    let Some(case) = case else {
        let message = format!("{} has no case '{label}'", set.name);
        let error = Error::usage("case", message).code("unknown-case").placed();
        return Err(
            error.hint(format!("give a number from 1 to {}, or the set alone for all cases", set.cases))
        );
    };
    Ok(Sought { cases: vec![case], to: set.to.into(), is_turned_free: derived.turns_before })
}

impl AlgorithmQuestion {
    fn not_solved(&self) -> Error {
        let message = format!("the turns {} do not lead to {} in {MAX_LENGTH} moves", self.moves, self.to);
        Error::message(message)
            .code("no-algorithm")
            .hint("allow more turns as `moves`, or another goal as `to`")
    }

    /// Finds the algorithms of all cases, or checks the given one. `report` is called with the number of cases that are done,
    /// and of all.
    ///
    /// # Errors
    /// If the turns reach the goal from none of the cases, the given algorithm solves none, or `cancel` was cancelled.
    pub fn answer(
        &self,
        threads: &Threads,
        cancel: &CancelToken,
        report: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<AlgorithmAnswer, Error> {
        if let Some(alg) = &self.alg {
            return self.checked(alg);
        }
        let search = AlgorithmSearch::new(&self.question, threads, cancel).map_err(|error| match error {
            AlgorithmsError::Cancelled => Error::cancelled(),
            error @ AlgorithmsError::FreeTurn(_) => {
                Error::usage("moves", error.to_string()).code("free-turn").hint("use the metric etm")
            }
        })?;
        let limits = solver::Limits {
            cancel: cancel.clone(),
            max_length: Some(MAX_LENGTH),
            ..solver::Limits::default()
        };
        let all = self.cases.len() as u64;
        let done = AtomicU64::new(0);
        let results = threads.map(&self.cases, |case| {
            let found = search.algorithms(&case.cube, self.slack, &limits);
            report(done.fetch_add(1, Ordering::Relaxed) + 1, all);
            found
        });
        let mut cases = Vec::new();
        for (case, found) in self.cases.iter().zip(results) {
            // The turns of a set need not reach all of its cases.
            let found = match found {
                Err(Unsolved::None { .. }) if self.cases.len() > 1 => None,
                Err(Unsolved::None { .. }) => return Err(self.not_solved()),
                found => Some(found.map_err(not_solved)?),
            };
            cases.push(self.algorithms(case, found, self.moves.are_all_faces()));
        }
        Ok(AlgorithmAnswer::new(self, &self.moves, self.slack, cases))
    }

    fn algorithms(
        &self,
        case: &SoughtCase,
        found: Option<FoundAlgorithms>,
        has_all_faces: bool,
    ) -> CaseAlgorithms {
        CaseAlgorithms::new(case, &self.question.goal, found, has_all_faces, self.order, self.solutions)
    }

    /// Returns whether an algorithm is checked, which takes no search.
    pub fn is_quick(&self) -> bool {
        self.alg.is_some()
    }

    /// Answers with an algorithm as it is written, for those of the cases that it solves.
    fn checked(&self, alg: &Algorithm) -> Result<AlgorithmAnswer, Error> {
        let solved = self.cases.iter().filter_map(|case| {
            let found =
                FoundAlgorithms { algorithms: vec![self.solution(&case.cube, alg)?], ..Default::default() };
            Some(CaseAlgorithms { optimal: None, ..self.algorithms(case, Some(found), false) })
        });
        let solved: Vec<CaseAlgorithms> = solved.collect();
        if solved.is_empty() {
            let message = format!("the algorithm does not lead from the case to {}", self.to);
            return Err(Error::message(message).code("not-solved"));
        }
        Ok(AlgorithmAnswer::new(self, &self.moves, self.slack, solved))
    }

    /// Returns an algorithm with the turns of U before and after it with which it leads from a cube to the goal.
    fn solution(&self, cube: &Cube, alg: &Algorithm) -> Option<FoundAlgorithm> {
        let question = &self.question;
        let turned = |cube: Cube, quarters: u8| cube.apply(Move::new(Face::U, quarters.into()).as_slice());
        let free = if question.is_turned_free { 0..4 } else { 0..1 };
        let around = free.clone().flat_map(|before| free.clone().map(move |after| (before, after)));
        let (before, after) = around.into_iter().find(|(before, after)| {
            let end = turned(turned(*cube, *before).then(&alg.cube()), *after);
            question.goal.iter().any(|pattern| pattern.contains(&end))
        })?;
        let costs = alg.turns().iter().map(|turn| question.metric.cost(*turn));
        let length = costs.fold(0, u8::saturating_add);
        Some(FoundAlgorithm { before, turns: alg.turns().to_vec(), after, length })
    }
}
