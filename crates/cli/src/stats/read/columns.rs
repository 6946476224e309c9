//! The columns of an analysis: the stage and colour of each column of lengths, and the carried columns.

use cubiform_cube::{Color, Symmetry};

use crate::stats::read::FORMAT_HINT;
use cubiform_answers::analysis::columns;
use cubiform_answers::format::shortened;
use cubiform_answers::goals::goal_with;

/// The columns of a file.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// The stages with their colours, in the order of the columns.
    stages: Vec<(String, Vec<Color>)>,
    /// The names of the columns of lengths, as in the file.
    names: Vec<String>,
    /// The names of the carried columns, such as `event`; `None` if each row has its own.
    carried: Option<Vec<String>>,
}

/// The columns that identify the long layout.
const LONG_LAYOUT_COLUMNS: [&str; 3] = ["stage", "color", "moves"];

impl Columns {
    /// Reads the columns of lengths from their numbers, counted from 1, and their names, such as `cross_z2` or
    /// `cross_white`.
    pub(super) fn from_names<'a>(names: impl Iterator<Item = (usize, &'a [u8])>) -> Result<Columns, String> {
        let mut stages: Vec<(String, Vec<Color>)> = Vec::new();
        let mut column_names = Vec::new();
        for (number, cell) in names {
            let Some((stage, color)) = stage_and_color(cell) else {
                return Err(format!(
                    "column {number}: {} is not a stage with a colour, such as cross_z2 or cross_white; the colours \
                     are z0 (yellow), z2 (white), z3 (orange), z1 (red), x3 (green), x1 (blue)",
                    quoted(cell)
                ));
            };
            // The columns of a stage must be adjacent.
            match stages.iter_mut().position(|(known, _)| *known == stage) {
                Some(i) if i + 1 == stages.len() && !stages[i].1.contains(&color) => stages[i].1.push(color),
                Some(i) if stages[i].1.contains(&color) => {
                    return Err(format!("column {number}: duplicate column {}", quoted(cell)));
                }
                Some(_) => {
                    return Err(format!(
                        "column {number}: {} is not next to the other columns of its stage",
                        quoted(cell)
                    ));
                }
                None => stages.push((stage, vec![color])),
            }
            column_names.push(String::from_utf8_lossy(cell).into_owned());
        }
        if stages.is_empty() {
            return Err(format!("no stage column, such as cross_z2\n  {FORMAT_HINT}"));
        }
        Ok(Columns { stages, names: column_names, carried: Some(Vec::new()) })
    }

    /// Builds the columns of a format that nests colours within stages and carries values per row.
    pub(super) fn from_stages(stages: Vec<(String, Vec<Color>)>) -> Columns {
        let name = |stage: &String, color: &Color| format!("{stage}_{}", Symmetry::column_suffix(*color));
        let of_stage = |(stage, colors): &(String, Vec<Color>)| -> Vec<String> {
            colors.iter().map(|color| name(stage, color)).collect()
        };
        let names = stages.iter().flat_map(of_stage).collect();
        let stage = |(stage, colors): (String, Vec<Color>)| (canonical(&stage), colors);
        Columns { names, stages: stages.into_iter().map(stage).collect(), carried: None }
    }

    /// Returns the columns with these carried columns.
    pub(super) fn with_carried(self, carried: Vec<String>) -> Columns {
        Columns { carried: Some(carried), ..self }
    }

    /// Returns the columns of a file whose header has not been read.
    pub(super) fn empty() -> Columns {
        Columns { stages: Vec::new(), names: Vec::new(), carried: None }
    }

    /// Returns the stages with their colours, in the order of the columns.
    pub(crate) fn stages(&self) -> &[(String, Vec<Color>)] {
        &self.stages
    }

    /// Returns the names of the carried columns; `None` if each row has its own.
    pub(crate) fn carried(&self) -> Option<&[String]> {
        self.carried.as_deref()
    }

    /// Returns the number of lengths in a row.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Returns the name of a column of lengths, counted from 0.
    pub(super) fn name(&self, index: usize) -> &str {
        &self.names[index]
    }
}

/// Returns whether a column name is that of lengths of a stage and colour.
pub(super) fn is_length(cell: &[u8]) -> bool {
    str::from_utf8(cell).is_ok_and(columns::is_length)
}

/// Returns whether a column name looks like one of lengths but has an unknown suffix, such as `cross_z4`.
pub(super) fn is_almost_length(cell: &[u8]) -> bool {
    str::from_utf8(cell).is_ok_and(columns::is_almost_length)
}

/// Returns an error message if columns with these names have the long layout.
pub(super) fn long_layout<'a>(mut names: impl Iterator<Item = &'a [u8]> + Clone) -> Option<String> {
    let is_long =
        LONG_LAYOUT_COLUMNS.iter().all(|wanted| names.clone().any(|name| name == wanted.as_bytes()))
            && !names.any(is_length);
    is_long.then(|| {
        "this analysis has the long layout, with a row for each stage and colour\n  write the wide layout, \
         the default: cubiform analyze -i SCRAMBLES --format csv --layout wide"
            .into()
    })
}

/// Returns the stage and the colour of a column of lengths.
fn stage_and_color(cell: &[u8]) -> Option<(String, Color)> {
    let (stage, color) = columns::stage_and_color(str::from_utf8(cell).ok()?)?;
    Some((canonical(stage), color))
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

/// Quotes a cell for messages, shortened and without control characters.
pub(super) fn quoted(cell: &[u8]) -> String {
    format!("'{}'", shortened(&String::from_utf8_lossy(cell), 40))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str]) -> Result<Columns, String> {
        Columns::from_names(names.iter().enumerate().map(|(i, name)| (i + 2, name.as_bytes())))
    }

    fn read(names: &[&str]) -> Vec<(String, String)> {
        let letters = |colors: &Vec<Color>| colors.iter().map(|c| c.letter()).collect();
        columns(names).unwrap().stages().iter().map(|(s, colors)| (s.clone(), letters(colors))).collect()
    }

    #[test]
    fn stages_are_read_from_column_names() {
        let known = [("xcross_pair".to_string(), "YB".to_string()), ("xxxxcross".into(), "W".into())];
        assert_eq!(read(&["xcross_pair_z0", "xcross_pair_x1", "xxxxcross_z2"]), known);
        assert_eq!(read(&["xcross_pair_yellow", "xcross_pair_blue", "f2l_white"]), known);
        let found = columns(&["xcross_pair_z0", "xcross_pair_blue", "f2l_z2"]).unwrap();
        assert_eq!((found.count(), found.name(1), found.name(2)), (3, "xcross_pair_blue", "f2l_z2"));
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
            (&[][..], "no stage column"),
            (&["scramble"], "column 2: 'scramble' is not a stage with a colour"),
            (&["cross_z0", "cross_z4"], "column 3: 'cross_z4' is not a stage with a colour"),
            (&["cross_z0", "cross_z0"], "column 3: duplicate column 'cross_z0'"),
            (&["cross_z0", "cross_yellow"], "column 3: duplicate column 'cross_yellow'"),
            (&["a_z0", "b_z0", "a_z1"], "column 4: 'a_z1' is not next to the other columns of its stage"),
        ] {
            let message_of_names = columns(names).unwrap_err();
            assert!(message_of_names.starts_with(message), "{message_of_names}");
        }
    }

    #[test]
    fn long_layout_is_recognised() {
        let is_long = |names: &[&str]| long_layout(names.iter().map(|name| name.as_bytes())).is_some();
        assert!(is_long(&["id", "row", "event", "goal", "stage", "color", "moves"]));
        assert!(!is_long(&["id", "stage", "color", "moves", "cross_z0"]));
        assert!(!is_long(&["id", "moves", "cross_z0"]));
    }
}
