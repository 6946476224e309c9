//! The columns of a file, recognised by their names.

use cubiform_cube::{Color, Symmetry};

use super::fault;
use crate::Error;
use crate::columns::{is_almost_length, is_length, stage_and_color};
use crate::format::shortened;
use crate::goals::goal_with;
use crate::rows::{Column, ColumnKind, Columns};

/// The columns that identify the long layout.
const LONG_LAYOUT_COLUMNS: [&str; 3] = ["stage", "color", "moves"];

impl Columns {
    /// Recognises the columns of a file, which is called `what` in messages: `id`, then carried columns with the
    /// scrambles and row numbers among them, then lengths, such as `cross_z2` or `cross_white`.
    pub(super) fn from_names(what: &str, names: &[String]) -> Result<Columns, Error> {
        if names.first().is_none_or(|name| name != "id") {
            let first = names.first().map(|name| quoted(name)).unwrap_or_default();
            let message = format!("not {what}: its first column is {first}, not 'id'");
            return Err(fault("not-an-analysis", message));
        }
        if is_long_layout(names) {
            let message = "this analysis has the long layout, with a row for each stage and colour";
            return Err(fault("not-an-analysis", message));
        }
        if ["metric", "length", "error"].iter().all(|name| names.iter().any(|known| known == name)) {
            return Err(fault("solutions", "these are solutions, not an analysis"));
        }
        let first = first_length(names);
        let (mut list, mut stages) = (Vec::new(), Vec::new());
        let (mut carried, mut lengths) = (0.., 0..);
        for (place, name) in names.iter().enumerate() {
            let kind = match &name[..] {
                _ if place >= first => {
                    add_length(&mut stages, name)
                        .map_err(|message| Error::message(format!("column {}: {message}", place + 1)))?;
                    ColumnKind::Length(lengths.next().unwrap_or_default())
                }
                "id" if place == 0 => ColumnKind::Id,
                "scramble" | "facelets" => ColumnKind::Cube,
                "row" => ColumnKind::Row,
                _ => ColumnKind::Carried(carried.next().unwrap_or_default()),
            };
            list.push(Column { name: name.clone(), kind });
        }
        if stages.is_empty() {
            return Err(fault("not-an-analysis", "no stage column, such as cross_z2"));
        }
        Ok(Columns::recognised(list, stages, false))
    }

    /// Returns the columns of a format that nests colours within stages. Each row has carried values of its own, unless
    /// `carried` names them.
    pub fn from_stages(stages: Vec<(String, Vec<Color>)>, carried: Option<&[String]>) -> Columns {
        let names = stages.iter().flat_map(|(stage, colors)| {
            colors.iter().map(move |color| format!("{stage}_{}", Symmetry::column_suffix(*color)))
        });
        let column = |(i, name)| Column { name, kind: ColumnKind::Length(i) };
        let kept = carried.unwrap_or_default().iter().enumerate();
        let kept = kept.map(|(i, name)| Column { name: name.clone(), kind: ColumnKind::Carried(i) });
        let list = kept.chain(names.enumerate().map(column)).collect();
        let stages = stages.into_iter().map(|(stage, colors)| (canonical(&stage), colors)).collect();
        Columns::recognised(list, stages, carried.is_none())
    }
}

/// Returns the index of the first column whose name is, or looks like, one of lengths.
pub(super) fn first_length(names: &[String]) -> usize {
    let first = names.iter().skip(1).position(|name| is_length(name) || is_almost_length(name));
    first.map_or(names.len(), |place| place + 1)
}

/// Adds a column of lengths to the stages. The columns of a stage must be adjacent.
fn add_length(stages: &mut Vec<(String, Vec<Color>)>, name: &str) -> Result<(), String> {
    let quoted = quoted(name);
    let Some((stage, color)) = stage_and_color(name) else {
        return Err(format!(
            "{quoted} is not a stage with a colour, such as cross_z2 or cross_white; the colours are z0 (yellow), z2 \
             (white), z3 (orange), z1 (red), x3 (green), x1 (blue)"
        ));
    };
    let stage = canonical(stage);
    match stages.iter().position(|(known, _)| *known == stage) {
        Some(i) if stages[i].1.contains(&color) => return Err(format!("duplicate column {quoted}")),
        Some(i) if i + 1 == stages.len() => stages[i].1.push(color),
        Some(_) => return Err(format!("{quoted} is not next to the other columns of its stage")),
        None => stages.push((stage, vec![color])),
    }
    Ok(())
}

/// Returns whether columns with these names have the long layout.
pub(super) fn is_long_layout(names: &[String]) -> bool {
    LONG_LAYOUT_COLUMNS.iter().all(|wanted| names.iter().any(|name| name == wanted))
        && !names.iter().any(|name| is_length(name))
}

/// Returns the column name of a stage: `xxxxcross` for `f2l`, `eo_xxxxcross` for `eo_f2l`.
pub(super) fn canonical(stage: &str) -> String {
    if !stage.split('_').any(|word| word == "f2l") {
        return stage.into();
    }
    let words: Vec<&str> =
        stage.split('_').map(|word| if word == "f2l" { "xxxxcross" } else { word }).collect();
    let name = words.join("_");
    if goal_with(&name).is_some() { name } else { stage.into() }
}

/// Quotes a text for messages, shortened and without control characters.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", shortened(text, 40))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str]) -> Result<Columns, String> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        Columns::from_names("an analysis", &names).map_err(|error| error.to_string())
    }

    fn read(names: &[&str]) -> Vec<(String, String)> {
        let letters = |colors: &Vec<Color>| colors.iter().map(|c| c.letter()).collect();
        columns(names).unwrap().stages.iter().map(|(s, colors)| (s.clone(), letters(colors))).collect()
    }

    #[test]
    fn stages_are_read_from_column_names() {
        let known = [("xcross_pair".to_string(), "YB".to_string()), ("xxxxcross".into(), "W".into())];
        assert_eq!(read(&["id", "xcross_pair_z0", "xcross_pair_x1", "xxxxcross_z2"]), known);
        assert_eq!(read(&["id", "xcross_pair_yellow", "xcross_pair_blue", "f2l_white"]), known);
        let list = columns(&["id", "xcross_pair_z0", "xcross_pair_blue", "f2l_z2"]).unwrap();
        assert_eq!((list.length_name(1), list.length_name(2)), ("xcross_pair_blue", "f2l_z2"));
    }

    #[test]
    fn canonical_replaces_f2l_in_stages_of_goals() {
        for (name, known) in [
            ("f2l", "xxxxcross"),
            ("eo_f2l", "eo_xxxxcross"),
            ("pseudo_f2l", "pseudo_f2l"),
            ("my f2l", "my f2l"),
        ] {
            assert_eq!(canonical(name), known);
        }
    }

    #[test]
    fn names_without_stage_or_colour_are_refused() {
        for (names, message) in [
            (&["id"][..], "no stage column"),
            (&["id", "scramble"], "no stage column"),
            (&["id", "event", "cross_z4"], "column 3: 'cross_z4' is not a stage with a colour"),
            (&["id", "cross_z0", "scramble"], "column 3: 'scramble' is not a stage with a colour"),
            (&["id", "cross_z0", "cross_z4"], "column 3: 'cross_z4' is not a stage with a colour"),
            (&["id", "cross_z0", "cross_z0"], "column 3: duplicate column 'cross_z0'"),
            (&["id", "cross_z0", "cross_yellow"], "column 3: duplicate column 'cross_yellow'"),
            (
                &["id", "a_z0", "b_z0", "a_z1"],
                "column 4: 'a_z1' is not next to the other columns of its stage",
            ),
            (&["scramble", "x"], "not an analysis: its first column is 'scramble', not 'id'"),
            (&["id", "metric", "length", "error"], "these are solutions"),
            (&["id", "row", "stage", "color", "moves"], "this analysis has the long layout"),
        ] {
            let message_of_names = columns(names).unwrap_err();
            assert!(message_of_names.starts_with(message), "{message_of_names}");
        }
    }

    #[test]
    fn columns_before_the_lengths_are_carried() {
        let list = columns(&["id", "event", "scramble", "row", "time_ms", "cross_z2", "cross_z0"]).unwrap();
        assert_eq!(list.carried().unwrap(), ["event", "time_ms"]);
        let kinds: Vec<ColumnKind> = list.list.iter().map(|column| column.kind).collect();
        use ColumnKind::{Carried, Cube, Id, Length, Row};
        assert_eq!(kinds, [Id, Carried(0), Cube, Row, Carried(1), Length(0), Length(1)]);
    }

    #[test]
    fn long_layout_is_recognised() {
        let is_long =
            |names: &[&str]| is_long_layout(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert!(is_long(&["id", "row", "event", "goal", "stage", "color", "moves"]));
        assert!(!is_long(&["id", "stage", "color", "moves", "cross_z0"]));
        assert!(!is_long(&["id", "moves", "cross_z0"]));
    }
}
