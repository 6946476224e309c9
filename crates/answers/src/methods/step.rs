//! A step of a method: its goal, its turns, and how many pieces it asks for anew.

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::{self, Places, union};
use cubiform_cube::notation::{Base, Turn, TurnMetric};
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};
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
        let invalid =
            |message: &str, column| Error::usage("methods", message).code("invalid-method").at(None, column);
        let [(name, _), (text, at), (turns, turns_at), flags @ ..] = &cells[..] else {
            let error = invalid("expected a name, a goal and turns, separated by '|'", 1);
            return Err(error.hint("such as: PLL | solved | R,U,F | free"));
        };
        let is_turned_free = match flags {
            [] => false,
            [("free", _)] => true,
            [(_, column), ..] => return Err(invalid("expected 'free' or the end of the line", *column)),
        };
        let goal = pattern::parse(text).map_err(|error| Error::in_text("methods", line, *at - 1, &error))?;
        let turns = Generators::read(turns).map_err(|message| invalid(&message, *turns_at))?;
        let (name, text) = (name.to_string(), text.to_string());
        Ok((MethodStep { name, text, goal, turns, is_turned_free }, *at))
    }

    /// Returns the question for its algorithms if the cube is held after this rotation of its centres.
    ///
    /// The pieces are seen as if the centres were at home, so the goal is, too.
    pub(super) fn question(&self, hold: Symmetry, table_bytes: usize) -> Question {
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
    pub(super) fn definition(&self, from: &[Pattern]) -> Definition {
        let powers = |layer: Base| {
            let turns = (1..4).map(move |quarters| Turn::new(layer, quarters));
            std::iter::once(None).chain(turns).map(|turn| turn.into_iter().collect::<Algorithm>().cube())
        };
        let free = powers(Base::Face(Face::U)).take(if self.is_turned_free { 4 } else { 1 });
        let to = union(free.flat_map(|turn| self.goal.iter().map(move |pattern| pattern.then(&turn))));
        let slices: Vec<Cube> = powers(Base::M).skip(1).collect();
        let mut from = from.to_vec();
        if union(to.iter().map(|pattern| pattern.then(&slices[1]))) == to {
            let at_home = |pattern: &Pattern| {
                let places = pattern.corners.iter().zip(Cube::SOLVED.corners());
                let places = places.chain(pattern.edges.iter().zip(Cube::SOLVED.edges()));
                std::cmp::Reverse(places.filter(|(set, home)| *set >> **home & 1 == 1).count())
            };
            from.sort_by_key(at_home);
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
    pub(super) fn pieces(&self, from: &[Pattern]) -> usize {
        let is_within = |to: &Pattern, from: &Pattern| to.tight().is_none_or(|to| to.and(from) == to);
        let pairs = self.goal.iter().flat_map(|to| from.iter().map(move |from| (to, from)));
        let steps = pairs.filter(|(to, from)| is_within(to, from));
        let count = |(to, from): (&Pattern, &Pattern)| {
            new_pieces(&to.corners, &from.corners) + new_pieces(&to.edges, &from.edges)
        };
        steps.map(count).min().unwrap_or(20)
    }
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
