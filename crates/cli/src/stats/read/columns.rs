//! What the columns of an analysis are: their names say it.

use cubiform_cube::{Color, Symmetry};

use crate::stats::read::REMEDY;
use crate::words::shortened;

/// The stages of a file, each with its colours, in the order of the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Columns(pub(super) Vec<(String, Vec<Color>)>);

impl Columns {
    /// What columns of these numbers and names are, those of lengths.
    pub(super) fn named<'a>(names: impl Iterator<Item = (usize, &'a [u8])>) -> Result<Columns, String> {
        let mut stages: Vec<(String, Vec<Color>)> = Vec::new();
        for (number, cell) in names {
            let column = str::from_utf8(cell).ok().and_then(|text| text.rsplit_once('_'));
            let color = |suffix: &str| {
                Color::COLUMNS.into_iter().find(|color| Symmetry::column_suffix(*color) == suffix)
            };
            let Some((stage, color)) = column.and_then(|(stage, suffix)| Some((stage, color(suffix)?)))
            else {
                return Err(format!(
                    "column {number}: {} is no stage with a bottom colour, such as cross_z0; the colours are z0, \
                     z2, z3, z1, x3, x1",
                    shown(cell)
                ));
            };
            // Those of a stage stand together.
            match stages.iter_mut().position(|(known, _)| known == stage) {
                Some(i) if i + 1 == stages.len() && !stages[i].1.contains(&color) => stages[i].1.push(color),
                Some(i) if stages[i].1.contains(&color) => {
                    return Err(format!("column {number}: {} is there twice", shown(cell)));
                }
                Some(_) => {
                    return Err(format!("column {number}: {} stands apart from its stage", shown(cell)));
                }
                None => stages.push((stage.to_string(), vec![color])),
            }
        }
        if stages.is_empty() {
            return Err(format!("there is no stage in it, only ids\n  {REMEDY}"));
        }
        Ok(Columns(stages))
    }

    /// How many lengths a row has.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|(_, colors)| colors.len()).sum()
    }

    /// The name of a column, from 0 after the ids.
    pub(super) fn name(&self, index: usize) -> String {
        let mut names = self.0.iter().flat_map(|(stage, colors)| colors.iter().map(move |c| (stage, c)));
        let (stage, color) = names.nth(index).expect("there is such a column");
        format!("{stage}_{}", Symmetry::column_suffix(*color))
    }
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

    #[test]
    fn names_say_what_the_columns_are() {
        let found = columns(&["xcross_pair_z0", "xcross_pair_x1", "f2l_z2"]).unwrap();
        let stages: Vec<(&str, String)> =
            found.0.iter().map(|(s, colors)| (&s[..], colors.iter().map(|c| c.letter()).collect())).collect();
        assert_eq!(stages, [("xcross_pair", "YB".to_string()), ("f2l", "W".to_string())]);
        assert_eq!(
            (found.count(), found.name(1), found.name(2)),
            (3, "xcross_pair_x1".into(), "f2l_z2".into())
        );
    }

    #[test]
    fn names_of_something_else_are_refused() {
        for (names, message) in [
            (&[][..], "there is no stage in it"),
            (&["scramble"], "column 2: 'scramble' is no stage with a bottom colour"),
            (&["cross_z0", "cross_z4"], "column 3: 'cross_z4' is no stage with a bottom colour"),
            (&["cross_z0", "cross_z0"], "column 3: 'cross_z0' is there twice"),
            (&["a_z0", "b_z0", "a_z1"], "column 4: 'a_z1' stands apart from its stage"),
        ] {
            let said = columns(names).unwrap_err();
            assert!(said.starts_with(message), "{said}");
        }
    }
}
