//! The parser of names of cases, groups and sets.

use cubiform_human::cases::sets::KnownSet;
use cubiform_human::cases::{Case, CaseSet};

use super::unknown;
use crate::Error;

/// Parses the name of a case, a group or a set: `OLL 27`, `oll27`, `PLL Gc`, `PLL G`, `OLL fish`, `PLL`.
///
/// # Errors
/// If no case has this name.
pub fn parse(text: &str) -> Result<Vec<&'static Case>, Error> {
    let text = text.trim();
    let set = CaseSet::ALL
        .into_iter()
        .find(|set| text.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(set.name())));
    let Some(set) = set else { return parse_without_set(text) };
    let label = text[set.name().len()..].trim_start_matches([' ', '-', '_', '#', ':']).trim();
    if label.is_empty() {
        return Ok(set.cases().iter().collect());
    }
    let cases = Case::find_all(set, label);
    if cases.is_empty() { Err(unknown(set, label)) } else { Ok(cases) }
}

/// Checks the name of cases of a sheet or of a derived set.
///
/// # Errors
/// If no case has this name.
pub fn parse_any(text: &str) -> Result<(), Error> {
    match parse_derived(text) {
        Some(read) => read.map(|_| ()),
        None => parse(text).map(|_| ()),
    }
}

/// Cases of a derived set.
#[derive(Clone, Debug)]
pub struct DerivedCases {
    /// The set.
    pub set: &'static KnownSet,
    /// The numbers of the cases; all cases if there are none.
    pub numbers: Vec<usize>,
}

/// Reads the name of a derived set or of one of its cases by number: `ZBLL`, `ZBLL 5`. `None` if it names none, or one of a sheet.
///
/// # Errors
/// If the set has no case of this number.
pub(crate) fn parse_derived(name: &str) -> Option<Result<DerivedCases, Error>> {
    let is_derived = |set: &&'static KnownSet| CaseSet::from_name(set.name).is_none();
    let name = name.trim();
    if let Some(set) = KnownSet::find(name).filter(is_derived) {
        return Some(Ok(DerivedCases { set, numbers: Vec::new() }));
    }
    let (set, number) = name.rsplit_once(char::is_whitespace)?;
    let set = KnownSet::find(set.trim()).filter(is_derived)?;
    let number = number_in(set, number.trim_start_matches('#'));
    Some(number.map(|number| DerivedCases { set, numbers: vec![number] }))
}

/// Parses the number of a case of a set.
///
/// # Errors
/// If the set has no case of this number.
pub(crate) fn number_in(set: &KnownSet, label: &str) -> Result<usize, Error> {
    label.parse().ok().filter(|number| (1..=set.cases).contains(number)).ok_or_else(|| {
        let message = format!("{} has no case '{label}'", set.name);
        let hint = format!("give a number from 1 to {}, or the set alone for all cases", set.cases);
        Error::usage("case", message).code("unknown-case").placed().hint(hint)
    })
}

/// Parses the name of a case without its set: `sune`, `T perm`.
fn parse_without_set(text: &str) -> Result<Vec<&'static Case>, Error> {
    let permutation = text.to_ascii_lowercase();
    let permutation = permutation.strip_suffix("perm").map(|label| label.trim_end_matches([' ', '-']));
    let found = match permutation {
        Some(label) => Case::find_all(CaseSet::Pll, label),
        // A number or a letter could belong to several sets.
        None if text.len() < 3 => Vec::new(),
        None => CaseSet::ALL.into_iter().flat_map(|set| Case::find_all(set, text)).collect(),
    };
    let message = "write the set and the case, such as \"OLL 27\", \"PLL Gc\" or \"F2L 5\"";
    match found.is_empty() {
        true => Err(Error::usage("case", message).code("unknown-case").placed().value("case", text)),
        false => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_accepts_numbers_names_groups_and_sets() {
        let labels = |text: &str| -> Vec<String> {
            parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).iter().map(ToString::to_string).collect()
        };
        for text in ["OLL 27", "oll27", "OLL-27", "oll sune", "OLL #27"] {
            assert_eq!(labels(text), ["OLL 27 (Sune)"], "{text}");
        }
        assert_eq!(labels("sune"), ["OLL 27 (Sune)"]);
        assert_eq!((labels("T perm"), labels("g-perm").len()), (vec!["PLL T".to_string()], 4));
        assert_eq!(labels("PLL gc"), ["PLL Gc"]);
        assert_eq!(labels("PLL A"), ["PLL Aa", "PLL Ab"]);
        assert_eq!(labels("F2L 5"), ["F2L 5"]);
        assert_eq!((labels("oll").len(), labels("OLL fish").len()), (57, 4));
        assert!(parse("OLL 58").unwrap_err().message.starts_with("OLL has no case '58'"));
        assert!(parse("27").unwrap_err().message.starts_with("write the set and the case"));
    }
}
