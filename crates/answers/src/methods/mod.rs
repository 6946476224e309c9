//! Methods: chains of goals in a text, and their comparison on the same random states.
//!
//! ```text
//! name: Petrus
//! about: A 2x2x2, a 2x2x3, ...
//!
//! # step | the whole state after it | turns | free, if turns of U before and after are not counted to its algorithms | up to M, if
//! # a person's solve may have M turned then
//! 2x2x2 | 2x2x2 DBL | R,L,U,D,F,B
//! ```
//!
//! The first step begins in any state, every other where the one before ended; the last ends in the solved state.

mod compare;
mod parting;
#[cfg(test)]
mod parting_tests;
mod request;
mod solve;
#[cfg(test)]
mod tests;

use std::sync::{LazyLock, OnceLock};

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::{self, Places, union};
use cubiform_cube::notation::{Base, Turn, TurnMetric};
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};
use cubiform_human::cases::sets::Definition;
use cubiform_solvers::algorithms::Question;

use crate::Error;
use crate::generators::Generators;

pub use compare::{CaseAlgorithms, Mean, Means, MethodResult, StepResult};
pub(crate) use compare::{easiest, no_search};
pub(crate) use parting::Path;
pub use request::{MethodsAnswer, MethodsQuestion, MethodsRequest};

static KNOWN: LazyLock<Vec<Method>> = LazyLock::new(|| {
    let texts = [
        include_str!("known/cfop.txt"),
        include_str!("known/cfce.txt"),
        include_str!("known/zz-a.txt"),
        include_str!("known/petrus.txt"),
        include_str!("known/roux.txt"),
        include_str!("known/mehta.txt"),
    ];
    texts.map(|text| Method::read(text).unwrap_or_else(|error| panic!("{error}: {text}"))).into()
});

/// Other chains of goals by which solves of known methods are recognised: persons reach goals of a method in other orders.
static READINGS: LazyLock<Vec<Method>> = LazyLock::new(|| {
    let texts = [include_str!("readings/zz-cross.txt")];
    texts.map(|text| Method::read(text).unwrap_or_else(|error| panic!("{error}: {text}"))).into()
});

/// A method: a chain of goals that ends in the solved state.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// The steps, at least one.
    pub steps: Vec<MethodStep>,
}

impl Method {
    /// Returns the methods that need no file.
    pub fn known() -> &'static [Method] {
        &KNOWN
    }

    /// Returns the known method with this name; case is ignored.
    pub fn find(name: &str) -> Option<&'static Method> {
        KNOWN.iter().find(|method| method.name.eq_ignore_ascii_case(name.trim()))
    }

    /// Returns whether this is CFOP as it is known, the first of the methods.
    pub(crate) fn is_cfop(&self) -> bool {
        let goals = |method: &Method| method.steps.iter().map(|step| step.text.clone()).collect::<Vec<_>>();
        self.name == KNOWN[0].name && goals(self) == goals(&KNOWN[0])
    }

    /// Returns the names of the known methods, separated by commas.
    pub fn names() -> String {
        KNOWN.iter().map(|method| &method.name[..]).collect::<Vec<_>>().join(", ")
    }

    /// Reads a method.
    ///
    /// ```
    /// use cubiform_answers::methods::Method;
    ///
    /// let method = Method::read("name: mine\nblocks | f2l | R,L,U,D,F,B\nend | solved | R,U,F | free\n").unwrap();
    /// assert_eq!((&method.name[..], method.steps.len()), ("mine", 2));
    /// let error = Method::read("name: mine\nblocks | f2m | R,U").unwrap_err();
    /// assert_eq!((error.place.line, error.place.column), (Some(2), Some(10)));
    /// ```
    ///
    /// # Errors
    /// The first line that cannot be read, with its line and column, or a chain that does not end in the solved state.
    pub fn read(text: &str) -> Result<Method, Error> {
        let mut method = Method { name: String::new(), about: String::new(), steps: Vec::new() };
        let mut last = (1, 1);
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix("name:") {
                method.name = name.trim().into();
            } else if let Some(about) = line.strip_prefix("about:") {
                method.about = about.trim().into();
            } else {
                let (step, column) = MethodStep::read(line).map_err(|mut error| {
                    error.place.line = Some(number);
                    error
                })?;
                last = (number, column);
                method.steps.push(step);
            }
        }
        let solved = pattern::parse("solved").expect("a goal");
        if method.steps.last().is_none_or(|step| step.goal != solved) {
            let error = Error::usage("methods", "a method ends in the goal 'solved'").code("invalid-method");
            return Err(error.at(last.0, last.1).hint("add a last step, such as: end | solved | R,U,F"));
        }
        if method.name.is_empty() {
            let error = Error::usage("methods", "the method has no name").code("invalid-method");
            return Err(error.at(1, 1).hint("begin with a line such as: name: Petrus"));
        }
        Ok(method)
    }
}

/// A step of a method.
#[derive(Clone, Debug)]
pub struct MethodStep {
    /// The name.
    pub name: String,
    /// The goal as text.
    pub text: String,
    /// The states after it.
    pub goal: Vec<Pattern>,
    /// The turns that solve it.
    pub turns: Generators,
    /// Whether turns of U before and after its algorithms are not counted to them.
    pub is_turned_free: bool,
    /// The turn that may follow the goal in a solve that is reviewed: `up to M`.
    pub made_up_to: Option<String>,
    /// The states after it in a solve that is reviewed.
    made: Vec<Pattern>,
    /// The binary logarithm of the number of states after it, once it was counted.
    open: OnceLock<f64>,
}

impl MethodStep {
    /// Reads a line of a method. Returns the column of the goal, too.
    fn read(line: &str) -> Result<(MethodStep, usize), Error> {
        let mut column = 1;
        let mut cells = Vec::new();
        for part in line.split('|') {
            let cell = part.trim();
            let indent = part.chars().take_while(|c| c.is_whitespace()).count();
            cells.push((cell, if cell.is_empty() { column } else { column + indent }));
            column += part.chars().count() + 1;
        }
        let invalid =
            |message: &str, column| Error::usage("methods", message).code("invalid-method").at(None, column);
        let [(name, _), (text, at), (turns, turns_at), flags @ ..] = &cells[..] else {
            let error = invalid("expected a name, a goal and turns, separated by '|'", 1);
            return Err(error.hint("such as: PLL | solved | R,U,F | free"));
        };
        let (mut is_turned_free, mut made_up_to) = (false, None);
        for (flag, column) in flags {
            match *flag {
                "free" => is_turned_free = true,
                turn if turn.starts_with("up to ") => made_up_to = Some((turn, column)),
                _ => return Err(invalid("expected 'free', 'up to' a turn, or the end of the line", *column)),
            }
        }
        let goal = pattern::parse(text).map_err(|error| Error::in_text("methods", line, *at - 1, &error))?;
        let made = |(turn, column): (&str, &usize)| {
            let own = pattern::parse(&format!("{text} + {turn}"));
            own.map_err(|_| invalid("expected a turn after 'up to', such as M", *column))
        };
        let made = made_up_to.map(made).transpose()?.unwrap_or_else(|| goal.clone());
        let made_up_to = made_up_to.map(|(turn, _)| turn.to_string());
        let turns = Generators::read(turns).map_err(|message| invalid(&message, *turns_at))?;
        let (name, text) = (name.to_string(), text.to_string());
        let open = OnceLock::new();
        Ok((MethodStep { name, text, goal, turns, is_turned_free, made, made_up_to, open }, *at))
    }

    /// Returns the question for its algorithms if the cube is held after this rotation of its centres.
    ///
    /// The pieces are seen as if the centres were at home, so the goal is, too.
    pub(crate) fn question(&self, hold: Symmetry, table_bytes: usize) -> Question {
        Question {
            turns: self.turns.turns(),
            metric: TurnMetric::Stm,
            goal: union(self.goal.iter().map(|pattern| pattern.conjugate(hold))),
            is_turned_free: self.is_turned_free,
            table_bytes,
        }
    }

    /// Returns the definition of its cases after a goal.
    ///
    /// If the goal may be followed by M2, a start that may be followed by M has the centres at home in its cases.
    pub(crate) fn definition(&self, from: &[Pattern]) -> Definition {
        let powers = |layer: Base| {
            let turns = (1..4).map(move |quarters| Turn::new(layer, quarters));
            std::iter::once(None).chain(turns).map(|turn| turn.into_iter().collect::<Algorithm>().cube())
        };
        let free = powers(Base::Face(Face::U)).take(if self.is_turned_free { 4 } else { 1 });
        let to = union(free.flat_map(|turn| self.goal.iter().map(move |pattern| pattern.then(&turn))));
        let slices: Vec<Cube> = powers(Base::M).skip(1).collect();
        let mut from = from.to_vec();
        if union(to.iter().map(|pattern| pattern.then(&slices[1]))) == to {
            from.sort_by_key(|pattern| std::cmp::Reverse(at_home(pattern)));
            let mut kept: Vec<Pattern> = Vec::new();
            for pattern in from {
                if !slices.iter().any(|slice| kept.contains(&pattern.then(slice))) {
                    kept.push(pattern);
                }
            }
            from = kept;
        }
        Definition { from, to }
    }

    /// Returns the number of pieces that the step asks more of than a goal, in the best choice among its patterns.
    fn pieces(&self, from: &[Pattern]) -> usize {
        let is_within = |to: &Pattern, from: &Pattern| to.tight().is_none_or(|to| to.and(from) == to);
        let pairs = self.goal.iter().flat_map(|to| from.iter().map(move |from| (to, from)));
        let steps = pairs.filter(|(to, from)| is_within(to, from));
        let count = |(to, from): (&Pattern, &Pattern)| {
            new_pieces(&to.corners, &from.corners) + new_pieces(&to.edges, &from.edges)
        };
        steps.map(count).min().unwrap_or(20)
    }
}

/// Returns the number of pieces that may be at home in a pattern.
fn at_home(pattern: &Pattern) -> usize {
    let places = pattern.corners.iter().zip(Cube::SOLVED.corners());
    let places = places.chain(pattern.edges.iter().zip(Cube::SOLVED.edges()));
    places.filter(|(set, home)| *set >> **home & 1 == 1).count()
}

/// Returns the number of pieces of one kind that a step places: those with one position in `to` and several in `from`, or with
/// fewer places in `to` than in `from` without the positions of other pieces.
fn new_pieces<const N: usize>(to: &[Places; N], from: &[Places; N]) -> usize {
    let turns = 24 / N as u32;
    let position = |places: Places| {
        let first = places.trailing_zeros() / turns * turns;
        let whole = ((1 << turns) - 1) << first;
        (places & !whole == 0).then_some(whole)
    };
    let taken = |piece: usize| {
        let others = (0..N).filter(|other| *other != piece).filter_map(|other| position(to[other]));
        others.fold(0, |taken, whole| taken | whole)
    };
    let is_placed = |piece: &usize| position(to[*piece]).is_some() && position(from[*piece]).is_none();
    (0..N).filter(|piece| is_placed(piece) || to[*piece] != from[*piece] & !taken(*piece)).count()
}
