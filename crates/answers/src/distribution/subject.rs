//! The subject of a distribution: a goal, a table, a phase of Thistlethwaite's algorithm, or the 2x2x2.

use cubiform_cube::Reduction;
use cubiform_store::TableKind;
use cubiform_tables::catalogue::Entry;

use crate::goals::{CountedGoal, parse_counted_goal};
use crate::{Error, tables};

/// The goal of each phase of Thistlethwaite's algorithm. JSON output contains these texts.
pub const PHASES: [&str; 4] = [
    "all edges oriented",
    "all corners oriented, and the slice's edges in the slice",
    "every piece where half turns can bring it home",
    "solved, by half turns",
];

/// The name of a phase, to which a hyphen and a number from 1 are appended.
const THISTLETHWAITE: &str = "thistlethwaite";

/// The name of the 2x2x2, as of the puzzle.
const TWO: &str = "222";

/// The states to be counted.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A goal, or the goal of a table.
    Goal(CountedGoal),
    /// A table of something other than a goal.
    Table(&'static dyn TableKind),
    /// A space that is counted state by state in about a second.
    Small(SmallSpace),
}

/// A space that is counted state by state in about a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallSpace {
    /// A phase of Thistlethwaite's algorithm, numbered from 0.
    Phase(usize),
    /// A step between EO, DR, HTR and the finish, from all states after EO or HTR.
    Step(Reduction),
    /// The 2x2x2.
    Two,
}

impl SmallSpace {
    /// Returns the name.
    pub fn name(self) -> String {
        match self {
            SmallSpace::Phase(number) => format!("{THISTLETHWAITE}-{}", number + 1),
            SmallSpace::Step(Reduction::Drm(pairs)) => {
                let pairs = pairs.iter().map(|(corners, edges)| format!("{corners}c{edges}e"));
                format!("DR-{}", pairs.collect::<Vec<_>>().join(" or "))
            }
            SmallSpace::Step(step) => step.name().into(),
            SmallSpace::Two => TWO.into(),
        }
    }
}

impl Subject {
    /// Returns the name.
    pub fn name(&self) -> String {
        match self {
            Subject::Goal(counted) => counted.goal.name.to_string(),
            Subject::Table(table) => table.name().into(),
            Subject::Small(space) => space.name(),
        }
    }
}

/// Parses the name of a table, a phase or the 2x2x2, or a goal.
///
/// # Errors
/// If the text is none of them; the message lists the names that may be meant.
pub fn parse_subject(text: &str) -> Result<Subject, Error> {
    let name = text.trim().to_ascii_lowercase();
    if name == TWO {
        return Ok(Subject::Small(SmallSpace::Two));
    }
    if let Some(rest) = name.strip_prefix(THISTLETHWAITE) {
        let number = rest.strip_prefix('-').and_then(|number| number.parse::<usize>().ok());
        let phase = number.and_then(|number| number.checked_sub(1)).filter(|phase| *phase < PHASES.len());
        return phase.map(|number| Subject::Small(SmallSpace::Phase(number))).ok_or_else(|| {
            incomplete(format!(
                "name one of its phases: {THISTLETHWAITE}-1 to {THISTLETHWAITE}-{}",
                PHASES.len()
            ))
        });
    }
    if Entry::named(&name).is_none()
        && let Some(table) = tables::named(&name)
    {
        return Ok(Subject::Table(table));
    }
    // Tables whose names begin with the text, as the names of a set do.
    let has_prefix = |table: &&'static dyn TableKind| {
        table.name().strip_prefix(&*name).is_some_and(|rest| rest.starts_with('-'))
    };
    let candidates: Vec<&str> = tables::all().filter(has_prefix).map(|table| table.name()).collect();
    parse_counted_goal(text).map(Subject::Goal).map_err(|error| match &candidates[..] {
        [] => error,
        tables => incomplete(format!("name one of these tables: {}", tables.join(", "))),
    })
}

/// Returns the error of the beginning of several names.
fn incomplete(message: String) -> Error {
    Error::usage("goal", message).code("incomplete-name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_subject_distinguishes_tables_phases_and_goals() {
        for (text, name) in [
            ("Phase-1", "phase-1"),
            ("444-slice-3", "444-slice-3"),
            ("thistlethwaite-4", "thistlethwaite-4"),
            ("222", "222"),
        ] {
            let subject = parse_subject(text).unwrap();
            assert!(!matches!(subject, Subject::Goal(_)));
            assert_eq!(subject.name(), name);
        }
        for text in ["cross", "cross-ready", "pseudo cross", "cross + FR"] {
            assert!(matches!(parse_subject(text).unwrap(), Subject::Goal(_)), "{text}");
        }
        let message = parse_subject("444-slice").unwrap_err().message.clone();
        assert!(message.starts_with("name one of these tables: 444-slice-1, 444-slice-2"), "{message}");
        for text in ["thistlethwaite", "thistlethwaite-0", "thistlethwaite-5", "thistlethwaite 1"] {
            assert!(
                parse_subject(text).unwrap_err().message.contains("thistlethwaite-1 to thistlethwaite-4"),
                "{text}"
            );
        }
    }
}
