//! Rows of analyses as Arrow record batches, and as an Arrow IPC stream.

use std::io;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::builder::{ArrayBuilder, Int64Builder, ListBuilder, StringBuilder, StructBuilder};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use cubiform_cube::moves::to_wca;

use super::{Column, ColumnKind, Columns};
use crate::analysis::record::{Cell, Record};
use crate::input::TIME;

/// The number of cubes of a record batch of a stream.
const CUBES: usize = 1024;

/// The types of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnTypes {
    /// The types of a stream: cubes, row numbers and lengths are nullable.
    Stream,
    /// The types of a Parquet file: cubes, row numbers and lengths are required.
    Parquet,
}

/// A builder of record batches with a row for each cube.
///
/// All numbers are of the type with which pandas, polars and DuckDB compute, so that differences, multiples and sums of
/// columns do not wrap.
///
/// | column | type in a stream | type in Parquet |
/// |---|---|---|
/// | `id` | utf8 | utf8 |
/// | `scramble` or `facelets` | utf8, nullable | utf8 |
/// | `row` | int64, nullable | int64 |
/// | carried columns | utf8, `time_ms` int64, nullable | utf8, `time_ms` int64, nullable |
/// | `cross_z0` ... (its metadata name `stage` and `color`) | int64, nullable | int64 |
/// | `solutions`: `stage`, `color`, `length`, `rotation`, `moves`, with links `link` | list of structs, nullable | |
/// | `error` | utf8, nullable | |
pub struct Batches {
    /// The columns.
    pub columns: Columns,
    /// The schema of the batches.
    pub schema: Arc<Schema>,
    builders: Vec<Box<dyn ArrayBuilder>>,
    rows: usize,
    text: usize,
}

impl Batches {
    /// Creates a builder for these columns.
    pub fn new(columns: Columns, types: ColumnTypes) -> Batches {
        let fields: Vec<Field> = columns.list.iter().map(|column| field(&columns, column, types)).collect();
        let builders = fields.iter().map(|field| builder(field.data_type())).collect();
        let schema = Schema::new(fields).with_metadata([("metric", "HTM")]);
        Batches { columns, schema: Arc::new(schema), builders, rows: 0, text: 0 }
    }

    /// Returns the number of rows added since the last batch, and the number of bytes of their texts.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.text)
    }

    /// Adds the row of a cube.
    pub fn add(&mut self, record: &Record<'_>) {
        for (builder, cell) in self.builders.iter_mut().zip(self.columns.cells(record)) {
            if let Cell::Text(text) = cell {
                self.text += text.len();
            }
            append(&mut **builder, cell);
        }
        self.rows += 1;
    }

    /// Returns the rows added since the last batch.
    pub fn batch(&mut self) -> RecordBatch {
        (self.rows, self.text) = (0, 0);
        let columns = self.builders.iter_mut().map(|builder| builder.finish()).collect();
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
            .expect("the columns have the types of the schema")
    }
}

/// Returns the name, the type and the metadata of a column.
fn field(columns: &Columns, column: &Column, types: ColumnTypes) -> Field {
    let is_stream = types == ColumnTypes::Stream;
    let (data, is_nullable) = match column.kind {
        ColumnKind::Id => (DataType::Utf8, false),
        ColumnKind::Cube => (DataType::Utf8, is_stream),
        ColumnKind::Row | ColumnKind::Length(_) => (DataType::Int64, is_stream),
        ColumnKind::Carried(_) if column.name == TIME => (DataType::Int64, true),
        ColumnKind::Carried(_) | ColumnKind::Error => (DataType::Utf8, true),
        ColumnKind::Solutions { links } => (DataType::List(Arc::new(solution(links))), true),
    };
    let field = Field::new(&column.name, data, is_nullable);
    match column.kind {
        ColumnKind::Length(i) => {
            let (stage, frame) = columns.stage_and_frame(i);
            let kind = if frame.color().is_some() { "color" } else { "side" };
            field.with_metadata([("stage", stage), (kind, frame.name())])
        }
        _ => field,
    }
}

/// Returns the type of a solution.
fn solution(links: bool) -> Field {
    let member = |name| {
        let data = if name == "length" { DataType::Int64 } else { DataType::Utf8 };
        Field::new(name, data, name == "link")
    };
    let names = ["stage", "color", "length", "rotation", "moves"].into_iter().chain(links.then_some("link"));
    Field::new("item", DataType::Struct(names.map(member).collect()), false)
}

/// Returns a builder of a column.
fn builder(data: &DataType) -> Box<dyn ArrayBuilder> {
    match data {
        DataType::Utf8 => Box::new(StringBuilder::new()),
        DataType::Int64 => Box::new(Int64Builder::new()),
        DataType::Struct(fields) => Box::new(StructBuilder::new(
            fields.clone(),
            fields.iter().map(|field| builder(field.data_type())).collect(),
        )),
        DataType::List(item) => {
            Box::new(ListBuilder::new(builder(item.data_type())).with_field(Arc::clone(item)))
        }
        other => unreachable!("no column has the type {other}"),
    }
}

/// Appends a cell to a column.
fn append(column: &mut dyn ArrayBuilder, cell: Cell<'_>) {
    let column = column.as_any_mut();
    if let Some(texts) = column.downcast_mut::<StringBuilder>() {
        texts.append_option(cell.text());
    } else if let Some(numbers) = column.downcast_mut::<Int64Builder>() {
        numbers.append_option(cell.number());
    } else if let Some(lists) = column.downcast_mut::<ListBuilder<Box<dyn ArrayBuilder>>>() {
        append_solutions(lists, cell);
    }
}

/// Appends the solutions of all stages.
fn append_solutions(lists: &mut ListBuilder<Box<dyn ArrayBuilder>>, cell: Cell<'_>) {
    let Cell::Solutions(stages) = cell else { return lists.append(false) };
    let members = lists.values().as_any_mut().downcast_mut::<StructBuilder>();
    let members = members.expect("a solution is a struct");
    for (stage, solution) in stages.iter().flat_map(|stage| stage.solutions.iter().map(move |s| (stage, s))) {
        let moves = to_wca(&solution.moves);
        let cells = [
            Cell::Text(&stage.name),
            Cell::Text(solution.frame.name()),
            Cell::Length(solution.moves.len() as u8),
            Cell::Text(&solution.rotation),
            Cell::Text(&moves),
            solution.link.as_deref().map_or(Cell::Null, Cell::Text),
        ];
        // Without links the struct has no builder for the last cell.
        for (member, cell) in members.field_builders_mut().iter_mut().zip(cells) {
            append(&mut **member, cell);
        }
        members.append(true);
    }
    lists.append(true);
}

impl<'a> Cell<'a> {
    fn text(self) -> Option<&'a str> {
        match self {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a number. A text that is none has none.
    fn number(self) -> Option<i64> {
        match self {
            Cell::Text(text) => text.parse().ok(),
            Cell::Number(number) => number.try_into().ok(),
            Cell::Length(length) => Some(length.into()),
            Cell::Null | Cell::Solutions(_) => None,
        }
    }
}

/// A writer of an Arrow IPC stream of [`Batches`].
pub struct ArrowStream {
    batches: Batches,
    writer: StreamWriter<Vec<u8>>,
}

fn io_error(error: ArrowError) -> io::Error {
    io::Error::other(error)
}

impl ArrowStream {
    /// Begins a stream with these columns.
    ///
    /// # Errors
    /// If the schema cannot be written.
    pub fn new(columns: Columns) -> io::Result<ArrowStream> {
        let batches = Batches::new(columns, ColumnTypes::Stream);
        let writer = StreamWriter::try_new(Vec::new(), &batches.schema).map_err(io_error)?;
        Ok(ArrowStream { batches, writer })
    }

    /// Adds the row of a cube, and moves the bytes written so far to `out`.
    ///
    /// # Errors
    /// If a record batch cannot be written.
    pub fn write_row(&mut self, record: &Record<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        self.batches.add(record);
        if self.batches.size().0 == CUBES {
            self.writer.write(&self.batches.batch()).map_err(io_error)?;
        }
        out.append(self.writer.get_mut());
        Ok(())
    }

    /// Writes the rows that are left and the end of the stream to `out`.
    ///
    /// # Errors
    /// If a record batch cannot be written.
    pub fn write_end(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.batches.size().0 > 0 {
            self.writer.write(&self.batches.batch()).map_err(io_error)?;
        }
        self.writer.finish().map_err(io_error)?;
        out.append(self.writer.get_mut());
        Ok(())
    }
}
