//! Analyses as Arrow record batches, and as an Arrow IPC stream.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use arrow_array::builder::{
    Int64Builder, ListBuilder, StringBuilder, StringDictionaryBuilder, StructBuilder, UInt8Builder,
    UInt64Builder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use cubiform_cube::Color;
use cubiform_cube::moves::to_wca;

use super::columns::{Layout, Naming};
use super::report::Report;
use crate::input::TIME;

/// The number of rows of a record batch of a stream.
const ROWS: usize = 1024;

/// The values of a carried column.
enum Carried {
    Number(Int64Builder),
    Text(StringBuilder),
}

/// A length in the answer: the name of the goal, that of the stage, and the bottom colour.
pub type LengthKey<'a> = (&'a str, &'a str, Color);

/// The columns of record batches of analyses. The default has those of the streams of the server.
#[derive(Clone, Debug)]
pub struct BatchOptions {
    /// The naming of the columns of lengths.
    pub naming: Naming,
    /// The layout of the rows.
    pub layout: Layout,
    /// Whether there is a column of solutions. Only for the wide layout.
    pub solutions: bool,
    /// Whether there is a column of errors, and rows for lines that cannot be read.
    pub errors: bool,
}

impl Default for BatchOptions {
    fn default() -> BatchOptions {
        BatchOptions { naming: Naming::Rotation, layout: Layout::Wide, solutions: false, errors: true }
    }
}

/// The columns of the long layout that name a length, and the length.
struct LongColumns {
    goal: StringDictionaryBuilder<Int32Type>,
    stage: StringDictionaryBuilder<Int32Type>,
    color: StringDictionaryBuilder<Int32Type>,
    moves: UInt8Builder,
}

/// The columns of lengths.
enum Lengths {
    Wide(Vec<UInt8Builder>),
    Long(Box<LongColumns>),
}

/// A builder of record batches with the analyses of cubes.
///
/// | column | type | contents |
/// |---|---|---|
/// | `id` | utf8 | the id of the cube, or its number |
/// | `scramble` | utf8, nullable | the cube as given; only in the wide layout |
/// | `row` | uint64, nullable | the number of the cube, from 1 |
/// | carried columns | utf8, `time_ms` int64, nullable | columns of the input |
/// | `cross_z0` ... | uint8, nullable | wide: the minimum number of moves (HTM); its metadata name `stage` and `color` |
/// | `goal`, `stage`, `color` | dictionary of utf8 | long: the name of a length |
/// | `moves` | uint8, nullable | long: the minimum number of moves (HTM) |
/// | `solutions` | list of structs | solutions: `stage`, `color`, `length`, `rotation`, `moves` |
/// | `error` | utf8, nullable | why a line has no lengths |
pub struct AnalysisBatches {
    schema: Arc<Schema>,
    keys: Vec<(String, String, Color)>,
    id: StringBuilder,
    scramble: Option<StringBuilder>,
    row: UInt64Builder,
    carried: Vec<Carried>,
    lengths: Lengths,
    solutions: Option<ListBuilder<StructBuilder>>,
    error: Option<StringBuilder>,
    cubes: usize,
}

/// Returns the members of a solution.
fn solution_fields() -> Fields {
    Fields::from(vec![
        Field::new("stage", DataType::Utf8, false),
        Field::new("color", DataType::Utf8, false),
        Field::new("length", DataType::UInt8, false),
        Field::new("rotation", DataType::Utf8, false),
        Field::new("moves", DataType::Utf8, false),
    ])
}

/// Returns a builder of lists of solutions.
fn solution_lists() -> ListBuilder<StructBuilder> {
    let text = || Box::new(StringBuilder::new());
    let members = StructBuilder::new(
        solution_fields(),
        vec![text(), text(), Box::new(UInt8Builder::new()), text(), text()],
    );
    ListBuilder::new(members).with_field(Field::new("item", DataType::Struct(solution_fields()), false))
}

impl AnalysisBatches {
    /// Creates a builder for these lengths and carried columns.
    pub fn new<'a>(
        lengths: impl Iterator<Item = LengthKey<'a>>,
        carried: &[String],
        options: &BatchOptions,
    ) -> AnalysisBatches {
        let keys: Vec<(String, String, Color)> =
            lengths.map(|(goal, stage, color)| (goal.into(), stage.into(), color)).collect();
        let is_wide = options.layout == Layout::Wide;
        let mut fields = vec![Field::new("id", DataType::Utf8, false)];
        if is_wide {
            fields.push(Field::new("scramble", DataType::Utf8, true));
        }
        fields.push(Field::new("row", DataType::UInt64, true));
        for name in carried {
            let data = if name == TIME { DataType::Int64 } else { DataType::Utf8 };
            fields.push(Field::new(name, data, true));
        }
        let lengths = match options.layout {
            Layout::Wide => {
                for (_, stage, color) in &keys {
                    let metadata = [("stage", stage.as_str()), ("color", color.name())];
                    let metadata: HashMap<String, String> =
                        metadata.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
                    let name = options.naming.column(stage, *color);
                    fields.push(Field::new(name, DataType::UInt8, true).with_metadata(metadata));
                }
                Lengths::Wide(keys.iter().map(|_| UInt8Builder::new()).collect())
            }
            Layout::Long => {
                let names = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
                fields.extend(["goal", "stage", "color"].map(|name| Field::new(name, names.clone(), false)));
                fields.push(Field::new("moves", DataType::UInt8, true));
                Lengths::Long(Box::new(LongColumns {
                    goal: StringDictionaryBuilder::new(),
                    stage: StringDictionaryBuilder::new(),
                    color: StringDictionaryBuilder::new(),
                    moves: UInt8Builder::new(),
                }))
            }
        };
        if options.solutions {
            let item = Field::new("item", DataType::Struct(solution_fields()), false);
            fields.push(Field::new("solutions", DataType::List(Arc::new(item)), true));
        }
        if options.errors {
            fields.push(Field::new("error", DataType::Utf8, true));
        }
        let metadata = HashMap::from([("metric".to_string(), "HTM".to_string())]);
        let builder = |name: &String| match &name[..] {
            TIME => Carried::Number(Int64Builder::new()),
            _ => Carried::Text(StringBuilder::new()),
        };
        AnalysisBatches {
            schema: Arc::new(Schema::new_with_metadata(fields, metadata)),
            keys,
            id: StringBuilder::new(),
            scramble: is_wide.then(StringBuilder::new),
            row: UInt64Builder::new(),
            carried: carried.iter().map(builder).collect(),
            lengths,
            solutions: options.solutions.then(solution_lists),
            error: options.errors.then(StringBuilder::new),
            cubes: 0,
        }
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Returns the number of cubes added since the last batch.
    pub fn cubes(&self) -> usize {
        self.cubes
    }

    /// Returns the number of rows of each cube.
    pub fn rows_per_cube(&self) -> usize {
        match self.lengths {
            Lengths::Wide(_) => 1,
            Lengths::Long(_) => self.keys.len(),
        }
    }

    /// Adds the lengths of a cube.
    pub fn report(&mut self, report: &Report) {
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        let lengths: Vec<Option<u8>> = lengths.map(|(_, length)| length.ok()).collect();
        let scramble = &report.scramble;
        let carried = |i: usize| scramble.carried_value(i);
        self.cube((&scramble.id, Some(scramble.shown.text()), Some(report.row)), carried, &lengths, None);
        if let Some(solutions) = &mut self.solutions {
            for stage in &report.stages {
                for solution in &stage.solutions {
                    let members = solutions.values();
                    let mut text = |i: usize, text: &str| {
                        let builder = members.field_builder::<StringBuilder>(i);
                        builder.expect("the member is a text").append_value(text);
                    };
                    text(0, &stage.name);
                    text(1, solution.color.name());
                    text(3, &solution.rotation);
                    text(4, &to_wca(&solution.moves));
                    let length = members.field_builder::<UInt8Builder>(2).expect("the member is a length");
                    length.append_value(solution.moves.len() as u8);
                    members.append(true);
                }
            }
            solutions.append(true);
        }
    }

    /// Adds a line that cannot be read, with its text and number if they are known.
    pub fn unreadable(&mut self, id: &str, text: Option<&str>, row: Option<u64>, error: &str) {
        self.cube((id, text, row), |_| None, &vec![None; self.keys.len()], Some(error));
        if let Some(solutions) = &mut self.solutions {
            solutions.append(false);
        }
    }

    /// Adds the rows of a cube, apart from solutions.
    fn cube<'a>(
        &mut self,
        (id, scramble, row): (&str, Option<&str>, Option<u64>),
        carried: impl Fn(usize) -> Option<&'a str>,
        lengths: &[Option<u8>],
        error: Option<&str>,
    ) {
        for _ in 0..self.rows_per_cube() {
            self.id.append_value(id);
            if let Some(builder) = &mut self.scramble {
                builder.append_option(scramble);
            }
            self.row.append_option(row);
            for (i, builder) in self.carried.iter_mut().enumerate() {
                let value = carried(i);
                match builder {
                    Carried::Number(builder) => {
                        builder.append_option(value.and_then(|text| text.parse().ok()));
                    }
                    Carried::Text(builder) => builder.append_option(value),
                }
            }
            if let Some(builder) = &mut self.error {
                builder.append_option(error);
            }
        }
        match &mut self.lengths {
            Lengths::Wide(builders) => {
                for (builder, length) in builders.iter_mut().zip(lengths) {
                    builder.append_option(*length);
                }
            }
            Lengths::Long(columns) => {
                for ((goal, stage, color), length) in self.keys.iter().zip(lengths) {
                    columns.goal.append_value(goal);
                    columns.stage.append_value(stage);
                    columns.color.append_value(color.name());
                    columns.moves.append_option(*length);
                }
            }
        }
        self.cubes += 1;
    }

    /// Returns the rows added since the last batch.
    pub fn batch(&mut self) -> RecordBatch {
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.id.finish())];
        columns.extend(self.scramble.as_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        columns.push(Arc::new(self.row.finish()));
        for carried in &mut self.carried {
            columns.push(match carried {
                Carried::Number(builder) => Arc::new(builder.finish()),
                Carried::Text(builder) => Arc::new(builder.finish()),
            });
        }
        match &mut self.lengths {
            Lengths::Wide(builders) => {
                columns.extend(builders.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
            }
            Lengths::Long(long) => {
                for names in [&mut long.goal, &mut long.stage, &mut long.color] {
                    columns.push(Arc::new(names.finish()));
                }
                columns.push(Arc::new(long.moves.finish()));
            }
        }
        columns.extend(self.solutions.as_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        columns.extend(self.error.as_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        self.cubes = 0;
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
            .expect("the columns have the types of the schema")
    }
}

/// A writer of an Arrow IPC stream of [`AnalysisBatches`] in the wide layout.
pub struct ArrowStream {
    batches: AnalysisBatches,
    writer: StreamWriter<Vec<u8>>,
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
        // The wide layout does not name goals.
        let keys = lengths.map(|(stage, color)| ("", stage, color));
        let batches = AnalysisBatches::new(keys, carried, &BatchOptions::default());
        let writer = StreamWriter::try_new(Vec::new(), batches.schema()).map_err(io_error)?;
        Ok(ArrowStream { batches, writer })
    }

    /// Adds the lengths of a cube.
    ///
    /// # Errors
    /// If a record batch cannot be written.
    pub fn report(&mut self, report: &Report) -> io::Result<()> {
        self.batches.report(report);
        self.end_row()
    }

    /// Adds a line that cannot be read.
    ///
    /// # Errors
    /// If a record batch cannot be written.
    pub fn unreadable(&mut self, id: &str, error: &str) -> io::Result<()> {
        self.batches.unreadable(id, None, None, error);
        self.end_row()
    }

    fn end_row(&mut self) -> io::Result<()> {
        if self.batches.cubes() == ROWS { self.write_batch() } else { Ok(()) }
    }

    fn write_batch(&mut self) -> io::Result<()> {
        self.writer.write(&self.batches.batch()).map_err(io_error)
    }

    /// Writes the rows that are left and the end of the stream.
    ///
    /// # Errors
    /// If a record batch cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.batches.cubes() > 0 {
            self.write_batch()?;
        }
        self.writer.finish().map_err(io_error)
    }

    /// Moves the bytes written so far to `out`.
    pub fn take(&mut self, out: &mut Vec<u8>) {
        out.append(self.writer.get_mut());
    }
}
