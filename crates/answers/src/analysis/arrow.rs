//! Analyses as an Arrow IPC stream: record batches with a column for each stage and colour.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, StringBuilder, UInt8Builder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use cubiform_cube::Color;

use super::columns::Naming;
use super::report::Report;
use crate::input::TIME;

/// The number of rows of a record batch.
const ROWS: usize = 1024;

/// The values of a carried column.
enum Carried {
    Number(Int64Builder),
    Text(StringBuilder),
}

/// A writer of an Arrow IPC stream.
///
/// | column | type | contents |
/// |---|---|---|
/// | `id` | utf8 | the id of the cube, or its number |
/// | `scramble` | utf8, nullable | the cube as given |
/// | `row` | uint64, nullable | the number of the cube, from 1 |
/// | carried columns | utf8, `time_ms` int64, nullable | columns of the input |
/// | `cross_z0` ... | uint8, nullable | the minimum number of moves (HTM); its metadata name `stage` and `color` |
/// | `error` | utf8, nullable | why a line has no lengths |
pub struct ArrowStream {
    schema: Arc<Schema>,
    writer: StreamWriter<Vec<u8>>,
    id: StringBuilder,
    scramble: StringBuilder,
    row: UInt64Builder,
    carried: Vec<Carried>,
    lengths: Vec<UInt8Builder>,
    error: StringBuilder,
    rows: usize,
}

fn io_error(error: ArrowError) -> io::Error {
    io::Error::other(error)
}

impl ArrowStream {
    /// Begins a stream with these columns of lengths and carried columns.
    ///
    /// # Errors
    /// If the schema cannot be written.
    pub fn new<'a>(
        lengths: impl Iterator<Item = (&'a str, Color)>,
        carried: &[String],
    ) -> io::Result<ArrowStream> {
        let mut fields = vec![
            Field::new("id", DataType::Utf8, false),
            Field::new("scramble", DataType::Utf8, true),
            Field::new("row", DataType::UInt64, true),
        ];
        for name in carried {
            let data = if name == TIME { DataType::Int64 } else { DataType::Utf8 };
            fields.push(Field::new(name, data, true));
        }
        let mut count = 0;
        for (stage, color) in lengths {
            let metadata = [("stage", stage), ("color", color.name())];
            let metadata: HashMap<String, String> =
                metadata.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
            let name = Naming::Rotation.column(stage, color);
            fields.push(Field::new(name, DataType::UInt8, true).with_metadata(metadata));
            count += 1;
        }
        fields.push(Field::new("error", DataType::Utf8, true));
        let metadata = HashMap::from([("metric".to_string(), "HTM".to_string())]);
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata));
        let writer = StreamWriter::try_new(Vec::new(), &schema).map_err(io_error)?;
        let builder = |name: &String| match &name[..] {
            TIME => Carried::Number(Int64Builder::new()),
            _ => Carried::Text(StringBuilder::new()),
        };
        Ok(ArrowStream {
            schema,
            writer,
            id: StringBuilder::new(),
            scramble: StringBuilder::new(),
            row: UInt64Builder::new(),
            carried: carried.iter().map(builder).collect(),
            lengths: (0..count).map(|_| UInt8Builder::new()).collect(),
            error: StringBuilder::new(),
            rows: 0,
        })
    }

    /// Adds the lengths of a cube.
    ///
    /// # Errors
    /// If a record batch cannot be written.
    pub fn report(&mut self, report: &Report) -> io::Result<()> {
        self.id.append_value(&report.scramble.id);
        self.scramble.append_value(report.scramble.shown.text());
        self.row.append_value(report.row);
        for (i, carried) in self.carried.iter_mut().enumerate() {
            let value = report.scramble.carried_value(i);
            match carried {
                Carried::Number(builder) => builder.append_option(value.and_then(|text| text.parse().ok())),
                Carried::Text(builder) => builder.append_option(value),
            }
        }
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        for (builder, (_, length)) in self.lengths.iter_mut().zip(lengths) {
            builder.append_option(length.ok());
        }
        self.error.append_null();
        self.end_row()
    }

    /// Adds a line that cannot be read.
    ///
    /// # Errors
    /// If a record batch cannot be written.
    pub fn unreadable(&mut self, id: &str, error: &str) -> io::Result<()> {
        self.id.append_value(id);
        self.scramble.append_null();
        self.row.append_null();
        for carried in &mut self.carried {
            match carried {
                Carried::Number(builder) => builder.append_null(),
                Carried::Text(builder) => builder.append_null(),
            }
        }
        self.lengths.iter_mut().for_each(UInt8Builder::append_null);
        self.error.append_value(error);
        self.end_row()
    }

    fn end_row(&mut self) -> io::Result<()> {
        self.rows += 1;
        if self.rows == ROWS { self.write_batch() } else { Ok(()) }
    }

    fn write_batch(&mut self) -> io::Result<()> {
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(self.id.finish()), Arc::new(self.scramble.finish()), Arc::new(self.row.finish())];
        for carried in &mut self.carried {
            columns.push(match carried {
                Carried::Number(builder) => Arc::new(builder.finish()),
                Carried::Text(builder) => Arc::new(builder.finish()),
            });
        }
        columns.extend(self.lengths.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        columns.push(Arc::new(self.error.finish()));
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(io_error)?;
        self.rows = 0;
        self.writer.write(&batch).map_err(io_error)
    }

    /// Writes the rows that are left and the end of the stream.
    ///
    /// # Errors
    /// If a record batch cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.write_batch()?;
        }
        self.writer.finish().map_err(io_error)
    }

    /// Moves the bytes written so far to `out`.
    pub fn take(&mut self, out: &mut Vec<u8>) {
        out.append(self.writer.get_mut());
    }
}
