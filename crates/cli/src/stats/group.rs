//! Groups of rows: `stats --by`.

use std::collections::HashMap;

use cubiform_cube::Color;
use cubiform_stats::{Sample, Subset};

use crate::error::Failure;
use crate::format::shortened;
use crate::stats::read::{Columns, Rows};

/// The column that stands for the year of [`DATE`], unless there is a column of this name.
const YEAR: &str = "year";

/// The column of dates.
const DATE: &str = "date";

/// The group of rows without a value.
const NONE: &str = "(none)";

/// The most groups: a column of more values is not one of groups.
const MOST: usize = 1000;

/// The columns by which rows are grouped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct By(Vec<String>);

/// Reads names of columns, separated by commas.
pub(crate) fn by(text: &str) -> Result<By, String> {
    let names: Vec<String> =
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_string).collect();
    if names.is_empty() {
        return Err("no column is named; write one such as event, or several separated by commas".into());
    }
    Ok(By(names))
}

/// Characters of a value; longer ones are cut, and groups of those that begin alike are one.
const LONGEST: usize = 1000;

impl By {
    /// The names of the columns, as they were given.
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
            Some(name) => Err(format!("--by: no column '{}'; {}", shortened(name, 40), there(carried))),
        }
    }

    /// The group of the row at which `rows` is.
    pub(super) fn group_of(&self, rows: &dyn Rows) -> Result<String, String> {
        let mut group = String::new();
        for name in &self.0 {
            if !group.is_empty() {
                group += ", ";
            }
            match (rows.carried(name), rows.carried(DATE)) {
                (Some(value), _) => group += &shortened(&value, LONGEST),
                (None, Some(date)) if name == YEAR => group += year(&date)?,
                _ => group += NONE,
            }
        }
        Ok(group)
    }
}

/// The columns that could be used instead.
fn there(carried: &[String]) -> String {
    let names: Vec<String> = carried.iter().map(|name| format!("'{}'", shortened(name, 40))).collect();
    match names.is_empty() {
        true => {
            "the file has none besides ids and lengths\n  analyze carries those of its input, see: cubiform \
                 analyze --help"
                .into()
        }
        false => format!("there are {}", names.join(", ")),
    }
}

/// The year of a date such as `2026-05-06` or `2026-05-06 12:30:00`.
fn year(date: &str) -> Result<&str, String> {
    let is_year = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_end = |rest: &str| rest.chars().next().is_none_or(|c| !c.is_ascii_digit());
    let found = date.get(..4).filter(is_year).filter(|_| is_end(&date[4..]));
    found.ok_or_else(|| {
        format!(
            "--by year: the date '{}' does not begin with a year, such as 2026-05-06",
            shortened(date, 40)
        )
    })
}

/// A sample for each group.
pub(crate) struct Groups {
    by: By,
    stages: Vec<(String, Vec<Color>)>,
    sets: Vec<Subset>,
    samples: Vec<(String, Sample)>,
    places: HashMap<String, usize>,
}

impl Groups {
    /// No groups yet.
    pub(crate) fn new(by: By, stages: &[(String, Vec<Color>)], sets: &[Subset]) -> Groups {
        Groups { by, stages: stages.into(), sets: sets.into(), samples: Vec::new(), places: HashMap::new() }
    }

    /// Adds a row of a group.
    pub(crate) fn add(&mut self, group: &str, lengths: &[u8]) -> Result<(), Failure> {
        let place = match self.places.get(group) {
            Some(place) => *place,
            None if self.samples.len() == MOST => {
                return Err(Failure::Message(format!(
                    "--by {}: more than {MOST} groups; use a column with fewer values",
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

    /// The groups in order: numbers by value, and then texts.
    pub(crate) fn finish(mut self) -> Result<Vec<(String, Sample)>, Failure> {
        if let [(only, _)] = &self.samples[..]
            && only.split(", ").all(|value| value == NONE)
        {
            let message = format!("--by {}: no row has a value for it", self.by.name());
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
    fn the_year_of_a_date() {
        assert_eq!(year("2026-05-06"), Ok("2026"));
        assert_eq!(year("2026-05-06 12:30:00"), Ok("2026"));
        assert_eq!(year("1999"), Ok("1999"));
        for date in ["", "6.5.2026", "20260506", "May 2026", "202é"] {
            assert!(year(date).is_err(), "{date}");
        }
    }

    #[test]
    fn groups_are_sorted_numbers_first() {
        let stages = [("cross".to_string(), vec![Color::COLUMNS[1]])];
        let mut groups = Groups::new(by("event").unwrap(), &stages, &Subset::COMMON);
        for group in ["sub-10", "10", "9", "333oh", "10"] {
            groups.add(group, &[5]).unwrap();
        }
        let found: Vec<(String, u64)> =
            groups.finish().unwrap().iter().map(|(name, sample)| (name.clone(), sample.rows())).collect();
        assert_eq!(found, [("9".into(), 1), ("10".into(), 2), ("333oh".into(), 1), ("sub-10".into(), 1)]);
    }

    #[test]
    fn a_column_of_too_many_values_is_refused() {
        let stages = [("cross".to_string(), vec![Color::COLUMNS[1]])];
        let mut groups = Groups::new(by("id").unwrap(), &stages, &Subset::COMMON);
        let results: Vec<bool> = (0..=MOST).map(|i| groups.add(&i.to_string(), &[5]).is_ok()).collect();
        assert_eq!(results.iter().position(|is_ok| !is_ok), Some(MOST));
    }
}
