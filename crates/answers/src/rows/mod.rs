//! The rows of an analysis: their columns, and a writer and a reader for each format.

#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod read;

use std::borrow::Cow;
use std::io::{self, Write};

use csv::WriterBuilder;
use cubiform_cube::{Color, Frame};
use serde::{Serialize, Serializer};

use crate::analysis::json::Objects;
use crate::analysis::report::Report;
use crate::columns::Naming;
use crate::goals::Goals;
use crate::input::TIME;
use crate::json_array::JsonArray;

pub use crate::analysis::record::{Cell, Record};

/// A writer of rows in one format.
pub trait RowWriter<R: ?Sized = Report> {
    /// Writes the header.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn write_header(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes a row: the results of one scramble.
    ///
    /// # Errors
    /// If the output cannot be written, or if the format has no value for a result.
    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the end of the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn write_end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// A writer of CSV.
pub struct Csv(pub Columns);

impl<R> RowWriter<R> for Csv
where
    for<'a> Record<'a>: From<&'a R>,
{
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_record(self.0.list.iter().map(|column| &column.name[..]), out)
    }

    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()> {
        // A missing value is empty.
        let text = |cell| match cell {
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Number(number) => Cow::Owned(number.to_string()),
            Cell::Length(length) => Cow::Owned(length.to_string()),
            Cell::Null | Cell::Solutions(_) => Cow::Borrowed(""),
        };
        write_record(self.0.cells(&Record::from(row)).map(text), out)
    }
}

/// Writes a record.
fn write_record(cells: impl Iterator<Item = impl AsRef<str>>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = WriterBuilder::new().buffer_capacity(1 << 10).from_writer(out);
    cells.into_iter().try_for_each(|cell| writer.write_field(cell.as_ref()))?;
    writer.write_record(None::<&[u8]>)?;
    writer.flush()
}

/// A writer of JSON lines.
pub struct JsonLines(pub Objects);

/// A writer of one JSON array of the objects that another writer writes as lines.
pub struct JsonDocument<W> {
    lines: W,
    array: JsonArray,
}

impl RowWriter for JsonLines {
    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &self.0.row(report))?;
        out.write_all(b"\n")
    }
}

impl<W> JsonDocument<W> {
    /// Creates a writer of an array of the objects of `lines`.
    pub fn new(lines: W) -> JsonDocument<W> {
        JsonDocument { lines, array: JsonArray::default() }
    }
}

impl<R: ?Sized, W: RowWriter<R>> RowWriter<R> for JsonDocument<W> {
    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = Vec::new();
        self.lines.write_row(row, &mut lines)?;
        let mut objects = lines.split(|byte| *byte == b'\n').filter(|object| !object.is_empty());
        objects.try_for_each(|object| self.array.item(object, out))
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.array.end(out)
    }
}

impl<'a> Cell<'a> {
    /// Returns the cell of a carried column; a time is a number.
    pub(crate) fn typed(self, name: &str) -> Cell<'a> {
        match self {
            Cell::Text(text) if name == TIME => text.parse().map_or(self, Cell::Number),
            other => other,
        }
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Null | Cell::Solutions(_) => serializer.serialize_none(),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(number) => serializer.serialize_u64(*number),
            Cell::Length(length) => serializer.serialize_u8(*length),
        }
    }
}

/// The contents of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// The id of the cube.
    Id,
    /// The scramble, or the facelets.
    Cube,
    /// The number of the cube in the input.
    Row,
    /// A carried column of the input, by its index.
    Carried(usize),
    /// The lengths of a stage and a frame, by the index of the pair.
    Length(usize),
    /// The solutions of all stages, with links to a player or without.
    Solutions {
        /// Whether they have links.
        links: bool,
    },
    /// Why a line has no lengths.
    Error,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub kind: ColumnKind,
}

/// The columns of rows, in order: `id`, carried columns, one for each stage and frame.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The columns in order.
    pub list: Vec<Column>,
    /// The stages with their bottom colours, in the order of the lengths. A goal on axes has no colours.
    pub stages: Vec<(String, Vec<Color>)>,
    /// The stage and the frame of each length.
    lengths: Vec<(usize, Frame)>,
    /// Whether each row has carried values of its own, under its own names.
    is_open: bool,
}

impl Column {
    fn new(name: impl Into<String>, kind: ColumnKind) -> Column {
        Column { name: name.into(), kind }
    }
}

impl Columns {
    /// Returns the columns for these stages and frames.
    pub fn new<'a>(
        stages: impl Iterator<Item = &'a str>,
        frames: &[Frame],
        carried: &[String],
        naming: Naming,
    ) -> Columns {
        let colors: Vec<Color> = frames.iter().filter_map(|frame| frame.color()).collect();
        let stages: Vec<(String, Vec<Color>)> =
            stages.map(|stage| (stage.to_string(), colors.clone())).collect();
        let of_stage = |i: usize| frames.iter().map(move |frame| (i, *frame));
        let lengths: Vec<(usize, Frame)> = (0..stages.len()).flat_map(of_stage).collect();
        let mut list = vec![Column::new("id", ColumnKind::Id)];
        list.extend(carried.iter().enumerate().map(|(i, name)| Column::new(name, ColumnKind::Carried(i))));
        list.extend(lengths.iter().enumerate().map(|(i, (stage, frame))| {
            Column::new(naming.column(&stages[*stage].0, *frame), ColumnKind::Length(i))
        }));
        Columns { list, stages, lengths, is_open: false }
    }

    /// Returns the columns of a file.
    fn recognised(list: Vec<Column>, stages: Vec<(String, Vec<Color>)>, is_open: bool) -> Columns {
        let of_stage = |(i, (_, colors)): (usize, &(String, Vec<Color>))| {
            colors.iter().map(|color| (i, Frame::Bottom(*color))).collect::<Vec<_>>()
        };
        let lengths = stages.iter().enumerate().flat_map(of_stage).collect();
        Columns { list, stages, lengths, is_open }
    }

    /// Returns the columns for the stages of `goals`.
    pub fn of_goals(goals: &Goals, frames: &[Frame], carried: &[String], naming: Naming) -> Columns {
        Columns::new(goals.stage_names().iter().map(|stage| &**stage), frames, carried, naming)
    }

    /// Adds the columns of cubes, under this name, and of row numbers after the ids.
    #[must_use]
    pub fn with_cubes(mut self, name: &str) -> Columns {
        self.list.splice(1..1, [Column::new(name, ColumnKind::Cube), Column::new("row", ColumnKind::Row)]);
        self
    }

    /// Adds a last column.
    #[must_use]
    pub fn with(mut self, name: &str, kind: ColumnKind) -> Columns {
        self.list.push(Column::new(name, kind));
        self
    }

    /// Returns the names of the carried columns; `None` if each row has its own.
    pub fn carried(&self) -> Option<Vec<&str>> {
        let carried = self.list.iter().filter(|column| matches!(column.kind, ColumnKind::Carried(_)));
        (!self.is_open).then(|| carried.map(|column| &column.name[..]).collect())
    }

    /// Returns the name of a column of lengths.
    ///
    /// # Panics
    /// Panics if there are fewer lengths.
    pub fn length_name(&self, length: usize) -> &str {
        let column = self.list.iter().find(|column| column.kind == ColumnKind::Length(length));
        &column.expect("a column of lengths").name
    }

    /// Returns the stage and the frame of a length.
    pub fn stage_and_frame(&self, length: usize) -> (&str, Frame) {
        let (stage, frame) = self.lengths[length];
        (&self.stages[stage].0, frame)
    }

    /// Returns the cells of the row of a cube.
    pub fn cells<'a>(&self, record: &Record<'a>) -> impl Iterator<Item = Cell<'a>> {
        self.list.iter().map(|column| match column.kind {
            ColumnKind::Id => Cell::Text(record.id),
            ColumnKind::Cube => record.cube.into(),
            ColumnKind::Row => record.row.map_or(Cell::Null, Cell::Number),
            ColumnKind::Carried(i) => record.carried.get(i).and_then(Option::as_deref).into(),
            ColumnKind::Length(i) => {
                record.lengths.get(i).copied().flatten().map_or(Cell::Null, Cell::Length)
            }
            ColumnKind::Solutions { .. } if record.error.is_some() => Cell::Null,
            ColumnKind::Solutions { .. } => Cell::Solutions(record.stages),
            ColumnKind::Error => record.error.into(),
        })
    }
}
