//! Values of arguments that name what the cube and the tables have: goals, stages, colours, tables. One that makes
//! no sense is answered with those that do.

use clap::builder::PossibleValuesParser;
use cubiform_cube::Color;
use cubiform_cube::goal::Variant;
use cubiform_tables::catalogue::{CATALOGUE, Entry, Profile};

/// Bottom colours, in the order of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Colors(pub(crate) Vec<Color>);

/// A choice of tables.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chosen {
    /// One.
    Table(&'static Entry),
    /// All up to a profile.
    Profile(Profile),
    /// All.
    All,
}

/// A parser of their names.
pub(crate) fn goal_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Variant::all().into_iter().map(|goal| goal.name.into_owned()))
}

/// Colours by letter or name.
pub(crate) fn colors(text: &str) -> Result<Colors, String> {
    let mut asked = Vec::new();
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        if item.eq_ignore_ascii_case("all") {
            asked.extend(Color::COLUMNS);
        } else if let Some(color) = Color::from_name(item) {
            asked.push(color);
        } else {
            // Letters, unless one of them is none.
            let letters = item.chars().map(|letter| Color::from_name(&letter.to_string()));
            let letters: Option<Vec<Color>> = letters.collect();
            asked.extend(letters.ok_or_else(|| {
                format!("'{item}' is not a colour; use letters of WYORGB as in WY, names as in white,yellow, or all")
            })?);
        }
    }
    if asked.is_empty() {
        return Err("no colour; use letters of WYORGB as in WY, names as in white,yellow, or all".into());
    }
    Ok(Colors(Color::COLUMNS.into_iter().filter(|color| asked.contains(color)).collect()))
}

/// A number, or all.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        text => text.parse().map_err(|_| "use a number such as 3, or all".into()),
    }
}

/// A table by name.
pub(crate) fn table(name: &str) -> Result<&'static Entry, String> {
    Entry::named(name).ok_or_else(|| format!("there is no such table; there are {}", names()))
}

/// A table or several of them by name.
pub(crate) fn tables_or_profile(name: &str) -> Result<Chosen, String> {
    match name {
        "all" => Ok(Chosen::All),
        name => {
            let profile = CATALOGUE.iter().map(|entry| entry.profile).find(|profile| profile.name() == name);
            let table = || Entry::named(name).map(Chosen::Table);
            profile.map(Chosen::Profile).or_else(table).ok_or_else(|| {
                format!(
                    "there is no such table; there are {}; small, full and all stand for several",
                    names()
                )
            })
        }
    }
}

fn names() -> String {
    CATALOGUE.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ")
}

/// The stages of `goal` that `text` names, as ascending indices.
pub(crate) fn stages(text: &str, goal: &Variant) -> Result<Vec<usize>, String> {
    let last = goal.stages.len() - 1;
    let index = |name: &str| {
        let name = name.trim().to_ascii_lowercase();
        let found = goal.stages.iter().position(|stage| stage.name == name || label(&stage.name) == name);
        found.ok_or_else(|| {
            let known: Vec<_> = goal.stages.iter().map(|stage| label(&stage.name)).collect();
            format!("'{name}' is not a stage of {}; there are {}", goal.name, known.join(", "))
        })
    };
    let mut asked = vec![false; goal.stages.len()];
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let (from, to) = match item.split_once("..") {
            _ if item.eq_ignore_ascii_case("all") => (0, last),
            None => (index(item)?, index(item)?),
            Some((from, to)) => {
                // Both ends are meant, as people say it, with or without Rust's equals sign.
                let to = to.trim_start_matches('=');
                let from = if from.is_empty() { 0 } else { index(from)? };
                (from, if to.is_empty() { last } else { index(to)? })
            }
        };
        if from > to {
            return Err(format!("'{item}' runs backwards"));
        }
        asked[from..=to].fill(true);
    }
    let stages: Vec<usize> = (0..=last).filter(|i| asked[*i]).collect();
    if stages.is_empty() { Err("no stage is named".into()) } else { Ok(stages) }
}

/// What people call a stage.
pub(crate) fn label(stage: &str) -> &str {
    if stage == "xxxxcross" { "f2l" } else { stage }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_by_letter_name_and_all() {
        let letters =
            |text: &str| colors(text).map(|c| c.0.into_iter().map(Color::letter).collect::<String>());
        assert_eq!(letters("WY").unwrap(), "YW", "in the order of columns");
        assert_eq!(letters("w, y").unwrap(), "YW");
        assert_eq!(letters("Blue,red").unwrap(), "RB");
        assert_eq!(letters("green").unwrap(), "G");
        assert_eq!(letters("all").unwrap(), "YWORGB");
        assert!(letters("grey").unwrap_err().starts_with("'grey' is not a colour"));
        assert!(letters(",").is_err());
    }

    #[test]
    fn stages_by_name_and_range() {
        let stages = |text: &str| stages(text, &Variant::std());
        assert_eq!(stages("all").unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(stages("xcross,cross").unwrap(), [0, 1]);
        assert_eq!(stages("F2L").unwrap(), [4]);
        assert_eq!(stages("xxxxcross").unwrap(), [4]);
        assert_eq!(stages("xcross..xxxcross").unwrap(), [1, 2, 3]);
        assert_eq!(stages("..xcross, f2l").unwrap(), [0, 1, 4]);
        assert_eq!(stages("f2l..cross").unwrap_err(), "'f2l..cross' runs backwards");
        let message = stages("oll").unwrap_err();
        assert_eq!(message, "'oll' is not a stage of std; there are cross, xcross, xxcross, xxxcross, f2l");
        assert!(stages("").is_err());
    }
}
