//! The cases of CFOP: lists of them, the cases that a picture, an algorithm or a cube shows, and their JSON.

mod find;
mod json;
mod parse;
mod request;

use cubiform_human::cases::{Case, CaseSet};

use crate::Error;

pub use find::{CaseMatch, by_algorithm, by_picture, on_cube};
pub use json::{FoundObject, Object};
pub use parse::{DerivedCases, parse, parse_any};
pub(crate) use parse::{number_in, parse_derived};
pub use request::{AnyCase, CaseAnswer, CaseRequest};

/// Returns the cases of `set`, or of all sets, that belong to `group`, or to any group.
///
/// # Errors
/// If no case belongs to the group.
pub fn listed(set: Option<CaseSet>, group: Option<&str>) -> Result<Vec<&'static Case>, Error> {
    let all =
        || CaseSet::ALL.into_iter().filter(|s| set.is_none_or(|set| set == *s)).flat_map(CaseSet::cases);
    let Some(group) = group else { return Ok(all().collect()) };
    let cases: Vec<&Case> = all().filter(|case| case.group.eq_ignore_ascii_case(group)).collect();
    if cases.is_empty() {
        let mut groups: Vec<&str> = all().map(|case| case.group).collect();
        groups.sort_unstable();
        groups.dedup();
        let error = Error::usage("group", format!("unknown group '{group}'")).code("unknown-group").placed();
        return Err(error.hint(format!("valid groups: {}", groups.join(", "))).value("group", group));
    }
    Ok(cases)
}

/// Returns the cases of a set with these labels, names, letters or groups; without labels all cases of the set.
///
/// # Errors
/// If no case of the set has a label.
pub fn named(set: CaseSet, labels: &[String]) -> Result<Vec<&'static Case>, Error> {
    if labels.is_empty() {
        return Ok(set.cases().iter().collect());
    }
    let mut found: Vec<&Case> = Vec::new();
    for label in labels {
        let cases = Case::find_all(set, label);
        if cases.is_empty() {
            return Err(unknown(set, label));
        }
        found.extend(cases);
    }
    Ok(found)
}

/// Returns the cases that words name: a set and its cases (`oll 27 sune`), one name (`T perm`), or several names. A letter
/// without a set may name cases of several sets, all of which are returned.
///
/// # Errors
/// If a word names no case.
pub fn in_words(words: &[String]) -> Result<Vec<&'static Case>, Error> {
    if let Some((set, labels)) = words.split_first()
        && let Some(set) = CaseSet::from_name(set)
    {
        return named(set, labels);
    }
    let of_word = |word: &String| {
        parse(word).or_else(|error| match CaseSet::ALL.map(|set| Case::find_all(set, word)).concat() {
            cases if cases.is_empty() || word.parse::<u8>().is_ok() => {
                let message = format!("'{word}' names no case; {}", error.message);
                Err(error.with_message(message))
            }
            cases => Ok(cases),
        })
    };
    match parse(&words.join(" ")) {
        Ok(cases) => Ok(cases),
        Err(_) => words.iter().map(of_word).collect::<Result<Vec<_>, _>>().map(|cases| cases.concat()),
    }
}

/// Returns the error of a label that no case of the set has.
pub(crate) fn unknown(set: CaseSet, label: &str) -> Error {
    let (first, last) = (set.cases()[0].label, set.cases()[set.cases().len() - 1].label);
    let name = set.name();
    let error = Error::usage("case", format!("{name} has no case '{label}'")).code("unknown-case").placed();
    let list = name.to_lowercase();
    error
        .hint(format!("its cases are {first} to {last} (cubiform cases list {list} lists them)"))
        .value("case", label)
}
