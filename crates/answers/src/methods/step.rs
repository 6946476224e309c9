//! A step of a method: its goal, its turns, and how many pieces it asks for anew.

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::{self, union};
use cubiform_cube::notation::{Base, Turn, TurnMetric};
use cubiform_cube::{Algorithm, Face, Symmetry};
use cubiform_human::cases::sets::Definition;
use cubiform_solvers::algorithms::Question;

use crate::Error;
use crate::generators::Generators;

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
}

impl MethodStep {
    /// Reads a line of a method. Returns the column of the goal, too.
    pub(super) fn read(line: &str) -> Result<(MethodStep, usize), Error> {
        let mut column = 1;
        let mut cells = Vec::new();
        for part in line.split('|') {
            let cell = part.trim();
            let indent = part.chars().take_while(|c| c.is_whitespace()).count();
            cells.push((cell, if cell.is_empty() { column } else { column + indent }));
            column += part.chars().count() + 1;
        }
        let invalid = |message: &str, column| {
            Error::usage("methods", message).code("invalid-method").at(None, column)
        };
        let [(name, _), (text, at), (turns, turns_at), flags @ ..] = &cells[..] else {
            let error = invalid("expected a name, a goal and turns, separated by '|'", 1);
            return Err(error.hint("such as: PLL | solved | R,U,F | free"));
        };
        let is_turned_free = match flags {
            [] => false,
            [("free", _)] => true,
            [(_, column), ..] => return Err(invalid("expected 'free' or the end of the line", *column)),
        };
        let goal =
            pattern::parse(text).map_err(|error| Error::in_text("methods", line, *at - 1, &error))?;
        let turns = Generators::read(turns).map_err(|message| invalid(&message, *turns_at))?;
        let (name, text) = (name.to_string(), text.to_string());
        Ok((MethodStep { name, text, goal, turns, is_turned_free }, *at))
    }

    /// Returns what is sought if the cube is held after this rotation of its centres.
    ///
    /// The pieces are seen as if the centres were at home, so the goal is, too.
    pub(super) fn question(&self, hold: Symmetry) -> Question {
        let mut turns = self.turns.turns();
        turns.extend(self.turns.turns().iter().map(|turn| turn.inverse()));
        Question {
            turns,
            metric: TurnMetric::Stm,
            goal: union(self.goal.iter().map(|pattern| pattern.conjugate(hold))),
            is_turned_free: self.is_turned_free,
            table_bytes: Question::TABLE_BYTES,
        }
    }

    /// Returns the definition of its cases after a goal.
    pub(super) fn definition(&self, from: &[Pattern]) -> Definition {
        let u = |quarters| Turn::new(Base::Face(Face::U), quarters);
        let free = (0..if self.is_turned_free { 4 } else { 1 }).map(|quarters| Algorithm::from_iter(u(quarters)).cube());
        let to = union(free.flat_map(|turn| self.goal.iter().map(move |pattern| pattern.then(&turn))));
        Definition { from: from.to_vec(), to }
    }

    /// Returns the number of pieces that the step asks more of than a goal, in the best choice among its patterns.
    pub(super) fn pieces(&self, from: &[Pattern]) -> usize {
        let differing = |from: &Pattern, to: &Pattern| {
            let of = |own: &[u32], before: &[u32]| {
                let is_within = own.iter().zip(before).all(|(own, before)| own & !before == 0);
                is_within.then(|| own.iter().zip(before).filter(|(own, before)| own != before).count())
            };
            Some(of(&to.corners, &from.corners)? + of(&to.edges, &from.edges)?)
        };
        let tight = |patterns: &[Pattern]| -> Vec<Pattern> { patterns.iter().copied().filter_map(Pattern::tight).collect() };
        let (from, to) = (tight(from), tight(&self.goal));
        to.iter().flat_map(|to| from.iter().filter_map(|from| differing(from, to))).min().unwrap_or(20)
    }
}
