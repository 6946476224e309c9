//! Groups of rows: `by`.

use std::collections::HashMap;

use crate::Error;
use crate::format::shortened;
use crate::rows::Columns;
use crate::rows::read::AnalysisRow;

/// The column name that stands for the year of [`DATE`] or of a [competition](COMPETITION), unless the file has a column
/// of this name.
const YEAR: &str = "year";

/// The column of dates.
const DATE: &str = "date";

/// The names of the column of competitions, whose WCA ids end with the year.
const COMPETITION: [&str; 3] = ["competition", "competition_id", "competitionId"];

/// The names of the column of events.
const EVENT: [&str; 3] = ["event", "event_id", "eventId"];

/// The group of rows without a value.
const NO_VALUE: &str = "(none)";

/// The maximum number of groups. More values suggest a column of identifiers rather than of groups.
const MAX_GROUPS: usize = 1000;

/// The columns by which rows are grouped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupColumns(Vec<String>);

/// Parses column names separated by commas.
///
/// # Errors
/// If there is none.
pub fn parse_group_columns(text: &str) -> Result<GroupColumns, String> {
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
    /// Returns the grouping by these columns.
    pub fn of(names: Vec<String>) -> GroupColumns {
        GroupColumns(names)
    }

    /// Returns the names of the columns that [`event_and_year`](Self::event_and_year) looks for.
    pub fn events_and_dates() -> impl Iterator<Item = &'static str> {
        EVENT.into_iter().chain([YEAR, DATE]).chain(COMPETITION)
    }

    /// Returns the grouping by event and the one by year, as far as a file has the columns. A format without a header may
    /// have them.
    pub fn event_and_year(columns: &Columns) -> Vec<GroupColumns> {
        let has = |name: &str| columns.carried().is_none_or(|carried| carried.contains(&name));
        let event = EVENT.into_iter().find(|name| has(name));
        let year = [YEAR, DATE].into_iter().chain(COMPETITION).any(has).then_some(YEAR);
        event.into_iter().chain(year).map(|name| GroupColumns(vec![name.into()])).collect()
    }

    /// Returns the column names as they were given, separated by commas.
    pub fn name(&self) -> String {
        self.0.join(", ")
    }

    /// Checks that a file has the columns.
    pub(super) fn check(&self, columns: &Columns) -> Result<(), String> {
        let Some(carried) = columns.carried() else { return Ok(()) };
        let has = |name: &str| carried.contains(&name);
        let is_there =
            |name: &str| has(name) || (name == YEAR && (has(DATE) || COMPETITION.into_iter().any(has)));
        let Some(name) = self.0.iter().find(|name| !is_there(name)) else { return Ok(()) };
        Err(format!("`by`: no column '{}'; {}", shortened(name, 40), available_columns(&carried)))
    }

    /// Returns the group of a row.
    pub(super) fn group_of(&self, row: &AnalysisRow) -> Result<String, String> {
        let value = |name: &String| match row.carried_value(name) {
            Some(value) => Ok(shortened(value, MAX_VALUE_CHARS)),
            None if name == YEAR => Ok(year_of(row)?.unwrap_or_else(|| NO_VALUE.into())),
            None => Ok(NO_VALUE.into()),
        };
        Ok(self.0.iter().map(value).collect::<Result<Vec<_>, String>>()?.join(", "))
    }
}

/// Returns a text that lists the columns of the file.
fn available_columns(carried: &[&str]) -> String {
    let names: Vec<String> = carried.iter().map(|name| format!("'{}'", shortened(name, 40))).collect();
    match names.is_empty() {
        true => "the file has only ids and lengths\n  analyze can carry columns of its input, see: \
                 cubiform analyze --help"
            .into(),
        false => format!("available columns: {}", names.join(", ")),
    }
}

/// Returns the year of a row: that of its date, or else of its competition.
fn year_of(row: &AnalysisRow) -> Result<Option<String>, String> {
    if let Some(date) = row.carried_value(DATE) {
        return year(date).map(|year| Some(year.into()));
    }
    let competition = COMPETITION.into_iter().find_map(|name| row.carried_value(name));
    Ok(competition.and_then(|id| year_of_competition(id).map(str::to_string)))
}

/// Returns the last four characters of the id of a competition, such as `WC2025`, if they are digits.
fn year_of_competition(id: &str) -> Option<&str> {
    let year = id.get(id.len().checked_sub(4)?..)?;
    year.bytes().all(|byte| byte.is_ascii_digit()).then_some(year)
}

/// Returns the year of a date such as `2026-05-06` or `2026-05-06 12:30:00`.
fn year(date: &str) -> Result<&str, String> {
    let is_year = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_end = |rest: &str| rest.chars().next().is_none_or(|c| !c.is_ascii_digit());
    let year = date.get(..4).filter(is_year).filter(|_| is_end(&date[4..]));
    year.ok_or_else(|| {
        format!("`by` year: the date '{}' does not start with a year, as in 2026-05-06", shortened(date, 40))
    })
}

/// One sample per group.
pub struct Groups<S> {
    by: GroupColumns,
    /// The sample with which each group begins.
    empty: S,
    samples: Vec<(String, S)>,
    places: HashMap<String, usize>,
}

impl<S: Clone> Groups<S> {
    /// Creates an empty set of groups, whose samples begin as `empty`.
    pub fn new(by: GroupColumns, empty: S) -> Groups<S> {
        Groups { by, empty, samples: Vec::new(), places: HashMap::new() }
    }

    /// Returns the column names, separated by commas.
    pub fn name(&self) -> String {
        self.by.name()
    }

    /// Returns the sample of a group.
    ///
    /// # Errors
    /// If there are too many groups.
    pub fn sample(&mut self, group: &str) -> Result<&mut S, Error> {
        let place = match self.places.get(group) {
            Some(place) => *place,
            None if self.samples.len() == MAX_GROUPS => {
                let advice = "use a column with fewer values";
                let message = format!("`by` {}: more than {MAX_GROUPS} groups; {advice}", self.by.name());
                return Err(Error::message(message));
            }
            None => {
                self.samples.push((group.into(), self.empty.clone()));
                self.places.insert(group.into(), self.samples.len() - 1);
                self.samples.len() - 1
            }
        };
        Ok(&mut self.samples[place].1)
    }

    /// Returns whether no row has a value in a column of the grouping.
    pub fn is_without_values(&self) -> bool {
        matches!(&self.samples[..], [(only, _)] if only.split(", ").all(|value| value == NO_VALUE))
    }

    /// Returns the groups, sorted: numbers by value, then texts.
    ///
    /// # Errors
    /// If no row has a value.
    pub fn finish(mut self) -> Result<Vec<(String, S)>, Error> {
        if self.is_without_values() {
            let message = format!("`by` {}: no row has a value", self.by.name());
            return Err(Error::message(message));
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
    fn year_is_read_from_the_end_of_a_competition() {
        let years =
            ["WC2025", "Rubiks1982", "2019", "Open20", "Ope", "", "Opené202"].map(year_of_competition);
        assert_eq!(years, [Some("2025"), Some("1982"), Some("2019"), None, None, None, None]);
    }

    #[test]
    fn finish_sorts_numbers_before_texts() {
        let mut groups = Groups::new(parse_group_columns("event").unwrap(), 0);
        for group in ["sub-10", "10", "9", "333oh", "10"] {
            *groups.sample(group).unwrap() += 1;
        }
        assert_eq!(
            groups.finish().unwrap(),
            [("9".into(), 1), ("10".into(), 2), ("333oh".into(), 1), ("sub-10".into(), 1)]
        );
    }

    #[test]
    fn more_than_the_maximum_of_groups_is_refused() {
        let mut groups = Groups::new(parse_group_columns("id").unwrap(), ());
        let results: Vec<bool> = (0..=MAX_GROUPS).map(|i| groups.sample(&i.to_string()).is_ok()).collect();
        assert_eq!(results.iter().position(|is_ok| !is_ok), Some(MAX_GROUPS));
    }
}
