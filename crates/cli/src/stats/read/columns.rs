//! The columns of an analysis: which stage and colour each has, by its name, and which were carried along.

use cubiform_cube::{Color, Symmetry};

use crate::arg_values::goal_with;
use crate::format::shortened;
use crate::render::form;
use crate::stats::read::REMEDY;

/// The columns of a file.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// The stages, each with its colours, in the order of the columns.
    stages: Vec<(String, Vec<Color>)>,
    /// The names of the columns of lengths, as in the file.
    names: Vec<String>,
    /// The names of the columns that were carried along, such as `event`; `None` if each row has its own.
    carried: Option<Vec<String>>,
}

/// What makes a file one of the long layout.
const LONG: [&str; 3] = ["stage", "color", "moves"];

impl Columns {
    /// Columns of lengths by their numbers, from 1, and names: `cross_z2` or `cross_white`.
    pub(super) fn named<'a>(names: impl Iterator<Item = (usize, &'a [u8])>) -> Result<Columns, String> {
        let mut stages: Vec<(String, Vec<Color>)> = Vec::new();
        let mut as_named = Vec::new();
        for (number, cell) in names {
            let Some((stage, color)) = stage_and_color(cell) else {
                return Err(format!(
                    "column {number}: {} is not a stage with a colour, such as cross_z2 or cross_white; the colours \
                     are z0 (yellow), z2 (white), z3 (orange), z1 (red), x3 (green), x1 (blue)",
                    shown(cell)
                ));
            };
            // Those of a stage stand together.
            match stages.iter_mut().position(|(known, _)| *known == stage) {
                Some(i) if i + 1 == stages.len() && !stages[i].1.contains(&color) => stages[i].1.push(color),
                Some(i) if stages[i].1.contains(&color) => {
                    return Err(format!("column {number}: {} is there twice", shown(cell)));
                }
                Some(_) => {
                    return Err(format!("column {number}: {} stands apart from its stage", shown(cell)));
                }
                None => stages.push((stage, vec![color])),
            }
            as_named.push(String::from_utf8_lossy(cell).into_owned());
        }
        if stages.is_empty() {
            return Err(format!("there is no stage in it, such as a column cross_z2\n  {REMEDY}"));
        }
        Ok(Columns { stages, names: as_named, carried: Some(Vec::new()) })
    }

    /// The columns of a format that names stages and colours otherwise, and what was carried along in each row.
    pub(super) fn of_stages(stages: Vec<(String, Vec<Color>)>) -> Columns {
        let name = |stage: &String, color: &Color| format!("{stage}_{}", Symmetry::column_suffix(*color));
        let of_stage = |(stage, colors): &(String, Vec<Color>)| -> Vec<String> {
            colors.iter().map(|color| name(stage, color)).collect()
        };
        let names = stages.iter().flat_map(of_stage).collect();
        let stage = |(stage, colors): (String, Vec<Color>)| (canonical(&stage), colors);
        Columns { names, stages: stages.into_iter().map(stage).collect(), carried: None }
    }

    /// The same with these columns carried along.
    pub(super) fn with_carried(self, carried: Vec<String>) -> Columns {
        Columns { carried: Some(carried), ..self }
    }

    /// No columns, until a header has been read.
    pub(super) fn unread() -> Columns {
        Columns { stages: Vec::new(), names: Vec::new(), carried: None }
    }

    /// The stages, each with its colours, in the order of the columns.
    pub(crate) fn stages(&self) -> &[(String, Vec<Color>)] {
        &self.stages
    }

    /// The names of the columns that were carried along; `None` if each row has its own.
    pub(crate) fn carried(&self) -> Option<&[String]> {
        self.carried.as_deref()
    }

    /// The number of lengths of a row.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// The name of a column of lengths, from 0.
    pub(super) fn name(&self, index: usize) -> &str {
        &self.names[index]
    }
}

/// Whether the name of a column is that of lengths of a stage with a colour.
pub(super) fn is_length(cell: &[u8]) -> bool {
    stage_and_color(cell).is_some()
}

/// Whether the name of a column looks like that of a length with a suffix that there is not, such as `cross_z4`.
pub(super) fn is_almost_length(cell: &[u8]) -> bool {
    matches!(cell, [.., b'_', b'x' | b'y' | b'z', b'0'..=b'9']) && !is_length(cell)
}

/// Whether the name of a column is, or looks like, that of lengths.
pub(crate) fn looks_like_length(name: &str) -> bool {
    is_length(name.as_bytes()) || is_almost_length(name.as_bytes())
}

/// A message about a file with these columns, if it has the long layout.
pub(super) fn long_layout<'a>(mut names: impl Iterator<Item = &'a [u8]> + Clone) -> Option<String> {
    let is_long = LONG.iter().all(|wanted| names.clone().any(|name| name == wanted.as_bytes()))
        && !names.any(is_length);
    is_long.then(|| {
        "this analysis has the long layout, a row for each stage and colour\n  write the wide one, which is the \
         default: cubiform analyze -i SCRAMBLES --format csv --layout wide"
            .into()
    })
}

/// The stage and the colour of a column of lengths.
fn stage_and_color(cell: &[u8]) -> Option<(String, Color)> {
    let (stage, color) = form::stage_and_color(str::from_utf8(cell).ok()?)?;
    Some((canonical(stage), color))
}

/// The name of a stage in columns: `f2l` is `xxxxcross`, and `eo_f2l` is `eo_xxxxcross`.
pub(super) fn canonical(stage: &str) -> String {
    if !stage.split('_').any(|word| word == "f2l") {
        return stage.into();
    }
    let words: Vec<&str> =
        stage.split('_').map(|word| if word == "f2l" { "xxxxcross" } else { word }).collect();
    let name = words.join("_");
    if goal_with(&name).is_some() { name } else { stage.into() }
}

/// A cell as it is shown in messages: shortened, and without what would move a terminal's cursor.
pub(super) fn shown(cell: &[u8]) -> String {
    format!("'{}'", shortened(&String::from_utf8_lossy(cell), 40))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str]) -> Result<Columns, String> {
        Columns::named(names.iter().enumerate().map(|(i, name)| (i + 2, name.as_bytes())))
    }

    fn read(names: &[&str]) -> Vec<(String, String)> {
        let letters = |colors: &Vec<Color>| colors.iter().map(|c| c.letter()).collect();
        columns(names).unwrap().stages().iter().map(|(s, colors)| (s.clone(), letters(colors))).collect()
    }

    #[test]
    fn columns_are_named_by_rotation_or_color() {
        let known = [("xcross_pair".to_string(), "YB".to_string()), ("xxxxcross".into(), "W".into())];
        assert_eq!(read(&["xcross_pair_z0", "xcross_pair_x1", "xxxxcross_z2"]), known);
        assert_eq!(read(&["xcross_pair_yellow", "xcross_pair_blue", "f2l_white"]), known);
        let found = columns(&["xcross_pair_z0", "xcross_pair_blue", "f2l_z2"]).unwrap();
        assert_eq!((found.count(), found.name(1), found.name(2)), (3, "xcross_pair_blue", "f2l_z2"));
    }

    #[test]
    fn f2l_is_the_last_stage_of_each_goal() {
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
    fn other_names_are_refused() {
        for (names, message) in [
            (&[][..], "there is no stage in it"),
            (&["scramble"], "column 2: 'scramble' is not a stage with a colour"),
            (&["cross_z0", "cross_z4"], "column 3: 'cross_z4' is not a stage with a colour"),
            (&["cross_z0", "cross_z0"], "column 3: 'cross_z0' is there twice"),
            (&["cross_z0", "cross_yellow"], "column 3: 'cross_yellow' is there twice"),
            (&["a_z0", "b_z0", "a_z1"], "column 4: 'a_z1' stands apart from its stage"),
        ] {
            let said = columns(names).unwrap_err();
            assert!(said.starts_with(message), "{said}");
        }
    }

    #[test]
    fn the_long_layout_is_recognised() {
        let is_long = |names: &[&str]| long_layout(names.iter().map(|name| name.as_bytes())).is_some();
        assert!(is_long(&["id", "row", "event", "goal", "stage", "color", "moves"]));
        assert!(!is_long(&["id", "stage", "color", "moves", "cross_z0"]));
        assert!(!is_long(&["id", "moves", "cross_z0"]));
    }
}
