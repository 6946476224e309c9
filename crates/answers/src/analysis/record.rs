//! The values of one cube of an analysis, from which its rows are written in any format.

use crate::analysis::report::{Report, StageReport};

/// The values of a cube.
#[derive(Debug)]
pub struct Record<'a> {
    /// The id: as given, or else the number.
    pub id: &'a str,
    /// The cube as given: a scramble, or facelets.
    pub cube: Option<&'a str>,
    /// The number of the cube in the input, from 1.
    pub row: Option<u64>,
    /// The values of the carried columns.
    pub carried: &'a [Option<String>],
    /// The minimum number of moves (HTM), by stage and then by colour; none for a line that cannot be read.
    pub lengths: Vec<Option<u8>>,
    /// The stages with their solutions.
    pub stages: &'a [StageReport],
    /// Why a line cannot be read.
    pub error: Option<&'a str>,
}

/// A value of a column.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// A text.
    Text(&'a str),
    /// A number of a row, or a time.
    Number(u64),
    /// A number of moves.
    Length(u8),
    /// The solutions of all stages.
    Solutions(&'a [StageReport]),
}

impl<'a> Record<'a> {
    /// Returns the record of a line that cannot be read, with its text and its number if they are known.
    pub fn unreadable(id: &'a str, cube: Option<&'a str>, row: Option<u64>, error: &'a str) -> Record<'a> {
        Record { id, cube, row, carried: &[], lengths: Vec::new(), stages: &[], error: Some(error) }
    }
}

impl<'a> From<&'a Report> for Record<'a> {
    fn from(report: &'a Report) -> Record<'a> {
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        Record {
            id: &report.scramble.id,
            cube: Some(report.scramble.text.as_str()),
            row: Some(report.row),
            carried: &report.scramble.carried,
            lengths: lengths.map(|(_, length)| length.ok()).collect(),
            stages: &report.stages,
            error: None,
        }
    }
}

impl<'a> From<Option<&'a str>> for Cell<'a> {
    fn from(text: Option<&'a str>) -> Cell<'a> {
        text.map_or(Cell::Null, Cell::Text)
    }
}
