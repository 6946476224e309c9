//! Parsers of argument values: colours, tables, times and states. Error messages list the valid values.

use std::time::Duration;

use cubiform_cube::cube_text::CubeText;
use cubiform_cube::{Color, Cube};
use cubiform_store::TableKind;
use cubiform_tables::catalogue::{CATALOGUE, Profile};

use cubiform_answers::tables;

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

/// Parses colours given by letter or name.
pub(crate) fn parse_colors(text: &str) -> Result<Colors, String> {
    Color::list(text).map(Colors).map_err(|e| e.to_string())
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
    let set = || tables::sets().into_iter().find(|set| *set == name).map(TableSelection::Set);
    let table = || tables::named(name).map(TableSelection::Table);
    profile.map(TableSelection::Profile).or_else(set).or_else(table).ok_or_else(|| {
        format!(
            "unknown table; valid tables: {}; groups: small, full, {} and all",
            names(),
            tables::sets().join(", ")
        )
    })
}

/// Returns the names of all tables, separated by commas.
fn names() -> String {
    tables::all().map(|entry| entry.name()).collect::<Vec<_>>().join(", ")
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
        assert_eq!(letters("cn").unwrap(), "YWORGB");
        assert!(letters("grey").unwrap_err().starts_with("'grey' is not a colour"));
        assert!(letters(",").is_err());
    }
}
