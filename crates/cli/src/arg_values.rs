//! Parsers of argument values: colours, conditions, events, moves, tables, times and states.
//!
//! Error messages list the valid values. Goals and stages are parsed by [`crate::goals`].

use std::time::Duration;

use cubiform_cube::cube_text::CubeText;
use cubiform_cube::goal::condition::{Condition, ConditionError};
use cubiform_cube::{Color, Cube, Face, Move};
use cubiform_store::TableKind;
use cubiform_tables::catalogue::{CATALOGUE, Profile};

use crate::goals::with_caret;
pub(crate) use crate::goals::{
    CountedGoal, GoalParser, GoalsParser, goal_with, label, parse_counted_goal, parse_stages,
};
use crate::table_kinds;
use crate::wca::EVENTS;

/// Bottom colours, in the order of the output columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Colors(pub(crate) Vec<Color>);

/// A table or a group of tables.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TableSelection {
    /// One table.
    Table(&'static dyn TableKind),
    /// All tables of a profile and of the smaller ones.
    Profile(Profile),
    /// The tables of the set with this name.
    Set(&'static str),
    /// All tables.
    All,
}

/// Parses a condition on states. The message of an error has the column and a caret under it.
pub(crate) fn parse_condition(text: &str) -> Result<Condition, String> {
    let describe = |error: ConditionError| {
        let (column, message) = (error.column, error.message());
        format!("--where, column {column}: {message}\n{}", with_caret(text, column))
    };
    Condition::parse(text).map_err(describe)
}

/// Parses colours given by letter or name.
pub(crate) fn parse_colors(text: &str) -> Result<Colors, String> {
    Color::list(text).map(Colors).map_err(|e| e.to_string())
}

/// Events of the 3x3x3, without repetition, in the order of [`EVENTS`].
#[derive(Clone, Debug)]
pub(crate) struct Events(pub(crate) Vec<&'static str>);

/// Parses a comma-separated list of WCA ids of 3x3x3 events.
pub(crate) fn parse_events(text: &str) -> Result<Events, String> {
    let items: Vec<&str> = text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    let all = EVENTS.join(", ");
    if let Some(item) = items.iter().find(|item| !EVENTS.contains(item)) {
        return Err(format!("'{item}' is not a 3x3x3 event; valid events: {all}"));
    }
    if items.is_empty() {
        return Err(format!("no event given; valid events: {all}"));
    }
    Ok(Events(EVENTS.into_iter().filter(|event| items.contains(event)).collect()))
}

/// Parses a number, or `all` as `usize::MAX`.
pub(crate) fn parse_count(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        text => text.parse().map_err(|_| "expected a number such as 3, or all".into()),
    }
}

/// Parses a number of solutions, which is at least 1, or `all`.
pub(crate) fn parse_solution_count(text: &str) -> Result<usize, String> {
    parse_count(text).and_then(|count| match count {
        0 => Err("must be at least 1, or all".into()),
        count => Ok(count),
    })
}

/// Parses the name of a table or of a group of tables.
pub(crate) fn parse_tables(name: &str) -> Result<TableSelection, String> {
    if name == "all" {
        return Ok(TableSelection::All);
    }
    let profile = CATALOGUE.iter().map(|entry| entry.profile).find(|profile| profile.name() == name);
    let set = || table_kinds::sets().into_iter().find(|set| *set == name).map(TableSelection::Set);
    let table = || table_kinds::named(name).map(TableSelection::Table);
    profile.map(TableSelection::Profile).or_else(set).or_else(table).ok_or_else(|| {
        format!(
            "unknown table; valid tables: {}; groups: small, full, {} and all",
            names(),
            table_kinds::sets().join(", ")
        )
    })
}

/// Returns the names of all tables, separated by commas.
fn names() -> String {
    table_kinds::all().map(|entry| entry.name()).collect::<Vec<_>>().join(", ")
}

/// A set of moves as a bit mask: bit `m` stands for the move with index `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveSet(pub(crate) u32);

/// Formats the set in the notation that [`parse_move_set`] accepts.
impl std::fmt::Display for MoveSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let face_name = |face: Face| {
            let quarter = Move::new(face, 1).is_some_and(|m| self.0 >> m.index() & 1 == 1);
            let half = Move::new(face, 2).is_some_and(|m| self.0 >> m.index() & 1 == 1);
            half.then(|| format!("{face}{}", if quarter { "" } else { "2" }))
        };
        write!(f, "<{}>", Face::ALL.into_iter().filter_map(face_name).collect::<Vec<_>>().join(","))
    }
}

/// Parses a move set such as `<U,D,R2,L2,F2,B2>`: each face has all of its turns, or only its half turn.
pub(crate) fn parse_move_set(text: &str) -> Result<MoveSet, String> {
    let names = text.trim().trim_start_matches('<').trim_end_matches('>');
    let mut set = 0;
    for name in names.split([',', ' ']).filter(|name| !name.is_empty()) {
        let (face, half) = match name.strip_suffix('2') {
            Some(face) => (face, true),
            None => (name.trim_end_matches('\''), false),
        };
        let mut letters = face.chars();
        let face = letters.next().and_then(Face::from_letter).filter(|_| letters.next().is_none());
        let face =
            face.ok_or_else(|| format!("'{name}' is not a face turn; write faces as in <U,D,R2>: U for all turns of a face, R2 for the half turn"))?;
        let own = Move::all().filter(|m| m.face() == face && (!half || m.quarters() == 2));
        set |= Move::set(own);
    }
    if set == 0 { Err("no moves given; write them as in <U,D,R2>".into()) } else { Ok(MoveSet(set)) }
}

/// Parses a duration such as `10ms`, `1.5s` or `2min`.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" | "m" => 60.0,
        _ => return Err("expected a number and a unit, such as 10ms, 1.5s or 2min".into()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("{number:?} is not a number; expected a time such as 10ms, 1.5s or 2min"))?;
    Duration::try_from_secs_f64(number * seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "the time must be positive and finite".into())
}

/// Parses a state of the cube in any notation.
pub(crate) fn parse_state(text: &str) -> Result<Cube, String> {
    CubeText::parse(text).map(|read| read.cube).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_colors_accepts_letters_names_and_all() {
        let letters =
            |text: &str| parse_colors(text).map(|c| c.0.into_iter().map(Color::letter).collect::<String>());
        assert_eq!(letters("WY").unwrap(), "YW", "in the order of columns");
        assert_eq!(letters("w, y").unwrap(), "YW");
        assert_eq!(letters("Blue,red").unwrap(), "RB");
        assert_eq!(letters("green").unwrap(), "G");
        assert_eq!(letters("all").unwrap(), "YWORGB");
        assert!(letters("grey").unwrap_err().starts_with("'grey' is not a colour"));
        assert!(letters(",").is_err());
    }

    #[test]
    fn parse_condition_marks_the_column_of_an_error() {
        let message = parse_condition("cross[W] == 8 && xcros[Y] == 10").unwrap_err();
        assert_eq!(
            message,
            "--where, column 18: unknown stage 'xcros' (did you mean 'xcross'?)\n  \
             cross[W] == 8 && xcros[Y] == 10\n  \
             \x20                ^"
        );
        assert!(parse_condition("cross[W] == 8 and xcross[Y] == 10").is_ok());
    }
}
