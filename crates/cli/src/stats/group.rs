//! Groups of rows: `stats --by`.

use std::collections::HashMap;

use cubiform_cube::Color;
use cubiform_stats::{Sample, Subset};

use crate::error::Failure;
use crate::stats::read::{Columns, Rows};
use cubiform_answers::format::shortened;

/// The column name that stands for the year of [`DATE`], unless the file has a column of this name.
const YEAR: &str = "year";

/// The column of dates.
const DATE: &str = "date";

/// The group of rows without a value.
const NO_VALUE: &str = "(none)";

/// The maximum number of groups. More values suggest a column of identifiers rather than of groups.
const MAX_GROUPS: usize = 1000;

/// The columns by which rows are grouped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupColumns(Vec<String>);

/// Parses column names separated by commas.
pub(crate) fn parse_group_columns(text: &str) -> Result<GroupColumns, String> {
    let names: Vec<String> =
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_string).collect();
    if names.is_empty() {
        return Err("no column given; name one such as event, or several separated by commas".into());
    }
    Ok(GroupColumns(names))
}

/// The maximum number of characters of a value. Longer values are cut, so values with the same beginning share a
/// group.
const MAX_VALUE_CHARS: usize = 1000;

impl GroupColumns {
    /// Returns the column names as they were given, separated by commas.
    pub(crate) fn name(&self) -> String {
        self.0.join(", ")
    }

    /// Checks that a file has the columns.
    pub(super) fn check(&self, columns: &Columns) -> Result<(), String> {
        let Some(carried) = columns.carried() else { return Ok(()) };
        let has = |name: &str| carried.iter().any(|known| known == name);
        let is_there = |name: &str| has(name) || (name == YEAR && has(DATE));
        match self.0.iter().find(|name| !is_there(name)) {
            None => Ok(()),
            Some(name) => {
                Err(format!("--by: no column '{}'; {}", shortened(name, 40), available_columns(carried)))
            }
        }
    }

    /// Returns the group of the current row of `rows`.
    pub(super) fn group_of(&self, rows: &dyn Rows) -> Result<String, String> {
        let mut group = String::new();
        for name in &self.0 {
            if !group.is_empty() {
                group += ", ";
            }
            match (rows.carried(name), rows.carried(DATE)) {
                (Some(value), _) => group += &shortened(&value, MAX_VALUE_CHARS),
                (None, Some(date)) if name == YEAR => group += year(&date)?,
                _ => group += NO_VALUE,
            }
        }
        Ok(group)
    }
}

/// Returns a text that lists the columns of the file.
fn available_columns(carried: &[String]) -> String {
    let names: Vec<String> = carried.iter().map(|name| format!("'{}'", shortened(name, 40))).collect();
    match names.is_empty() {
        true => "the file has only ids and lengths\n  analyze can carry columns of its input, see: \
                 cubiform analyze --help"
            .into(),
        false => format!("available columns: {}", names.join(", ")),
    }
}

/// Returns the year of a date such as `2026-05-06` or `2026-05-06 12:30:00`.
fn year(date: &str) -> Result<&str, String> {
    let is_year = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_end = |rest: &str| rest.chars().next().is_none_or(|c| !c.is_ascii_digit());
    let found = date.get(..4).filter(is_year).filter(|_| is_end(&date[4..]));
    found.ok_or_else(|| {
        format!("--by year: the date '{}' does not start with a year, as in 2026-05-06", shortened(date, 40))
    })
}

/// One sample per group.
pub(crate) struct Groups {
    by: GroupColumns,
    stages: Vec<(String, Vec<Color>)>,
    sets: Vec<Subset>,
    samples: Vec<(String, Sample)>,
    places: HashMap<String, usize>,
}

impl Groups {
    /// Creates an empty set of groups.
    pub(crate) fn new(by: GroupColumns, stages: &[(String, Vec<Color>)], sets: &[Subset]) -> Groups {
        Groups { by, stages: stages.into(), sets: sets.into(), samples: Vec::new(), places: HashMap::new() }
    }

    /// Adds a row to a group.
    pub(crate) fn add(&mut self, group: &str, lengths: &[u8]) -> Result<(), Failure> {
        let place = match self.places.get(group) {
            Some(place) => *place,
            None if self.samples.len() == MAX_GROUPS => {
                return Err(Failure::Message(format!(
                    "--by {}: more than {MAX_GROUPS} groups; use a column with fewer values",
                    self.by.name()
                )));
            }
            None => {
                let sample = Sample::with_sets(self.stages.iter().cloned(), &self.sets);
                self.samples.push((group.into(), sample));
                self.places.insert(group.into(), self.samples.len() - 1);
                self.samples.len() - 1
            }
        };
        self.samples[place].1.add(lengths);
        Ok(())
    }

    /// Returns the groups, sorted: numbers by value, then texts.
    pub(crate) fn finish(mut self) -> Result<Vec<(String, Sample)>, Failure> {
        if let [(only, _)] = &self.samples[..]
            && only.split(", ").all(|value| value == NO_VALUE)
        {
            let message = format!("--by {}: no row has a value", self.by.name());
            return Err(Failure::Message(message));
        }
        let number = |text: &str| text.parse::<u64>().unwrap_or(u64::MAX);
        self.samples.sort_by(|(a, _), (b, _)| (number(a), a).cmp(&(number(b), b)));
        Ok(self.samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn year_is_read_from_the_start_of_a_date() {
        assert_eq!(year("2026-05-06"), Ok("2026"));
        assert_eq!(year("2026-05-06 12:30:00"), Ok("2026"));
        assert_eq!(year("1999"), Ok("1999"));
        for date in ["", "6.5.2026", "20260506", "May 2026", "202é"] {
            assert!(year(date).is_err(), "{date}");
        }
    }

    #[test]
    fn finish_sorts_numbers_before_texts() {
        let stages = [("cross".to_string(), vec![Color::COLUMNS[1]])];
        let mut groups = Groups::new(parse_group_columns("event").unwrap(), &stages, &Subset::COMMON);
        for group in ["sub-10", "10", "9", "333oh", "10"] {
            groups.add(group, &[5]).unwrap();
        }
        let found: Vec<(String, u64)> =
            groups.finish().unwrap().iter().map(|(name, sample)| (name.clone(), sample.rows())).collect();
        assert_eq!(found, [("9".into(), 1), ("10".into(), 2), ("333oh".into(), 1), ("sub-10".into(), 1)]);
    }

    #[test]
    fn more_than_the_maximum_of_groups_is_refused() {
        let stages = [("cross".to_string(), vec![Color::COLUMNS[1]])];
        let mut groups = Groups::new(parse_group_columns("id").unwrap(), &stages, &Subset::COMMON);
        let results: Vec<bool> = (0..=MAX_GROUPS).map(|i| groups.add(&i.to_string(), &[5]).is_ok()).collect();
        assert_eq!(results.iter().position(|is_ok| !is_ok), Some(MAX_GROUPS));
    }
}
