//! The Parquet of an analysis: record batches as row groups, with the settings of the run and checksums as metadata.

pub(crate) mod checksum;

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{DataType, Field, Metadata, Schema};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};
use serde::Serialize;

use self::checksum::ColumnHash;
pub use self::checksum::PREFIX;
use super::arrow::{Batches, ColumnTypes};
use super::{ColumnKind, Columns, RowWriter};
use crate::analysis::record::{Cell, Record};
use crate::input::TIME;

/// The maximum number of rows of a row group, which readers such as DuckDB process at a time.
const MAX_GROUP_ROWS: usize = 122_880;

/// The number of bytes of text at which a row group ends early.
const MAX_GROUP_TEXT: usize = 64 << 20;

/// The key of the Arrow schema, from which readers such as pyarrow take the metadata of columns.
const ARROW_SCHEMA: &str = "ARROW:schema";

/// A writer of Parquet. Rows are buffered until they fill a row group.
pub struct Parquet {
    batches: Batches,
    program: String,
    entries: Vec<(String, String)>,
    file: Option<File>,
}

impl Parquet {
    /// Creates a writer of a file of `program` with these columns and entries of metadata.
    pub fn new(columns: Columns, program: &str, entries: Vec<(String, String)>) -> Parquet {
        let batches = Batches::new(columns, ColumnTypes::Parquet);
        Parquet { batches, program: program.into(), entries, file: None }
    }

    /// Writes the buffered rows as a row group.
    fn write_group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let file = self.file.as_mut().expect("the header is written first");
        if self.batches.size().0 == 0 { Ok(()) } else { file.write_group(&self.batches.batch(), out) }
    }
}

impl<R> RowWriter<R> for Parquet
where
    for<'a> Record<'a>: From<&'a R>,
{
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        // Each of these values occurs once, so that a dictionary would not help.
        let is_unique = |kind| matches!(kind, ColumnKind::Id | ColumnKind::Cube | ColumnKind::Row);
        let unique = self.batches.columns.list.iter().filter(|column| is_unique(column.kind));
        let unique: Vec<&str> = unique.map(|column| &column.name[..]).collect();
        let entries = std::mem::take(&mut self.entries);
        self.file = Some(File::begin(&self.batches.schema, &unique, &self.program, entries, out)?);
        Ok(())
    }

    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()> {
        let record = Record::from(row);
        check(&self.batches.columns, &record)?;
        self.batches.add(&record);
        let (rows, text) = self.batches.size();
        if rows == MAX_GROUP_ROWS || text >= MAX_GROUP_TEXT { self.write_group(out) } else { Ok(()) }
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_group(out)?;
        self.file.take().expect("the header is written first").end(out)
    }
}

/// Checks that Parquet has a value for each cell of a row.
fn check(columns: &Columns, record: &Record<'_>) -> io::Result<()> {
    for (column, cell) in columns.list.iter().zip(columns.cells(record)) {
        match (column.kind, cell) {
            (ColumnKind::Length(_), Cell::Null) => {
                return Err(io::Error::other("a length is missing, for which Parquet has no value"));
            }
            (ColumnKind::Carried(_), Cell::Text(text))
                if column.name == TIME && text.parse::<i64>().is_err() =>
            {
                let text = text.escape_debug();
                let message = format!("the input's {TIME} '{text}' is not a whole number");
                return Err(io::Error::other(message));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the settings of a run as entries of the metadata: those that are not null, texts as they are, and all others
/// as JSON.
///
/// # Panics
/// Panics if the settings are not an object.
pub fn entries(settings: &impl Serialize) -> Vec<(String, String)> {
    let settings = serde_json::to_value(settings).expect("the settings can be serialised");
    let settings = settings.as_object().expect("the settings are an object").iter();
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let known = settings.filter(|(_, value)| !value.is_null());
    known.map(|(key, value)| (format!("{}{key}", checksum::PREFIX), text(value))).collect()
}

/// Returns a Parquet file with the rows of a batch. Its columns are texts and numbers.
///
/// # Errors
/// If a column cannot be encoded.
pub fn to_vec(batch: &RecordBatch, program: &str, entries: Vec<(String, String)>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = File::begin(&batch.schema(), &[], program, entries, &mut bytes)?;
    for start in (0..batch.num_rows()).step_by(MAX_GROUP_ROWS) {
        let rows = MAX_GROUP_ROWS.min(batch.num_rows() - start);
        file.write_group(&batch.slice(start, rows), &mut bytes)?;
    }
    file.end(&mut bytes)?;
    Ok(bytes)
}

/// A file that is being written.
struct File {
    /// The writer, which writes to memory. The bytes are then copied to the output.
    writer: SerializedFileWriter<Vec<u8>>,
    schema: Schema,
    entries: Vec<KeyValue>,
    /// The checksums of the row groups written so far.
    hashes: Vec<u64>,
}

impl File {
    /// Writes the header. The columns `unique` get no dictionaries.
    fn begin(
        schema: &Schema,
        unique: &[&str],
        program: &str,
        entries: Vec<(String, String)>,
        out: &mut dyn Write,
    ) -> io::Result<File> {
        // The types are built, not parsed: the name of a user's goal may contain characters that the language of
        // schemas does not allow.
        let fields = schema.fields().iter().map(|field| column_type(field).map(Arc::new));
        let fields = fields.collect::<Result<_, _>>().map_err(error)?;
        let root = Type::group_type_builder(checksum::SCHEMA).with_fields(fields).build().map_err(error)?;
        let mut properties = WriterProperties::builder()
            .set_created_by(program.into())
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).map_err(error)?))
            .set_max_row_group_row_count(None);
        for field in schema.fields().iter().filter(|field| unique.contains(&&field.name()[..])) {
            let path = ColumnPath::from(&field.name()[..]);
            properties = properties.set_column_dictionary_enabled(path.clone(), false);
            if *field.data_type() == DataType::Int64 {
                properties = properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
            }
        }
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(Vec::new(), Arc::new(root), properties).map_err(error)?;
        let schema = schema.clone().with_metadata(entries.iter().cloned().collect::<Metadata>());
        let entries = entries.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
        let mut file = File { writer, schema, entries, hashes: Vec::new() };
        out.write_all(&std::mem::take(file.writer.inner_mut()))?;
        Ok(file)
    }

    /// Writes a row group.
    fn write_group(&mut self, batch: &RecordBatch, out: &mut dyn Write) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(error)?;
        let mut hashes = Vec::new();
        for (field, values) in self.schema.fields().iter().zip(batch.columns()) {
            let mut writer = group.next_column().map_err(error)?.expect("the schema has the column");
            hashes.push(write_column(writer.untyped(), values, field.is_nullable()).map_err(error)?);
            writer.close().map_err(error)?;
        }
        group.close().map_err(error)?;
        self.hashes.push(checksum::row_group(&hashes));
        out.write_all(&std::mem::take(self.writer.inner_mut()))
    }

    /// Writes the metadata.
    fn end(mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut entry = |key: &str, value: String| self.entries.push(KeyValue::new(key.into(), value));
        entry(checksum::VALUES, checksum::format_hashes(&self.hashes));
        let hash = checksum::metadata(self.writer.schema_descr(), &self.entries);
        let mut entry = |key: &str, value: String| self.entries.push(KeyValue::new(key.into(), value));
        entry(checksum::METADATA, checksum::format_hashes(&[hash]));
        // An IPC stream begins with the message of the schema.
        let stream = StreamWriter::try_new(Vec::new(), &self.schema).map_err(io::Error::other)?;
        entry(ARROW_SCHEMA, BASE64_STANDARD.encode(stream.get_ref()));
        self.entries.into_iter().for_each(|entry| self.writer.append_key_value_metadata(entry));
        out.write_all(&self.writer.into_inner().map_err(error)?)
    }
}

/// Returns the Parquet type of a column.
fn column_type(field: &Field) -> Result<Type, ParquetError> {
    let (physical, logical) = match field.data_type() {
        DataType::Int64 => (PhysicalType::INT64, None),
        _ => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let repetition = if field.is_nullable() { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let column = Type::primitive_type_builder(field.name(), physical).with_repetition(repetition);
    column.with_logical_type(logical).build()
}

/// Writes the values of a column in a row group. Returns their hash.
fn write_column(
    writer: &mut ColumnWriter<'_>,
    values: &dyn Array,
    is_nullable: bool,
) -> Result<u64, ParquetError> {
    let levels = (0..values.len()).map(|i| i16::from(values.is_valid(i)));
    let levels: Option<Vec<i16>> = is_nullable.then(|| levels.collect());
    let mut hash = ColumnHash::new(is_nullable);
    match writer {
        ColumnWriter::ByteArrayColumnWriter(writer) => {
            let texts = values.as_string::<i32>();
            let known: Vec<ByteArray> = texts.iter().flatten().map(ByteArray::from).collect();
            writer.write_batch(&known, levels.as_deref(), None)?;
            texts.iter().for_each(|text| hash.add_text(text.map(str::as_bytes)));
        }
        ColumnWriter::Int64ColumnWriter(writer) => {
            let numbers = values.as_primitive::<Int64Type>();
            let known: Vec<i64> = numbers.iter().flatten().collect();
            writer.write_batch(&known, levels.as_deref(), None)?;
            numbers.iter().for_each(|number| hash.add(number.map(i64::to_le_bytes)));
        }
        _ => unreachable!("a column has one of the types of `column_type`"),
    }
    Ok(hash.digest())
}

fn error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => io::Error::other(error),
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use arrow_ipc::convert::try_schema_from_ipc_buffer;
    use cubiform_cube::{Color, Cube, Frame};
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use serde_json::json;

    use super::*;
    use crate::analysis::report::{Report, StageReport};
    use crate::run::Run;
    use crate::scramble::Scramble;

    fn run() -> Run {
        serde_json::from_value(json!({
            "program": "cubiform 0.1.0", "goal": "std", "stages": ["cross", "xcross"], "colors": "YW", "metric": "HTM",
            "solutions": 0, "format": "parquet", "shard": "1/1", "input": [], "events": null,
            "credit": null, "carried": ["event", "time_ms"],
        }))
        .unwrap()
    }

    /// Returns a file with two rows of the run.
    fn reader(run: &Run) -> SerializedFileReader<std::fs::File> {
        let columns = run.row_columns().with_cubes("scramble");
        let mut parquet: Box<dyn RowWriter> = Box::new(Parquet::new(columns, &run.program, entries(run)));
        let mut file = tempfile::tempfile().unwrap();
        parquet.write_header(&mut file).unwrap();
        for row in 1..=2u64 {
            let lengths = Color::COLUMNS[..2]
                .iter()
                .map(|color| (Frame::Bottom(*color), Ok(4 + row as u8)))
                .collect::<Vec<_>>();
            let stage = |name: &String| StageReport {
                goal: 0,
                name: name.clone().into(),
                lengths: lengths.clone(),
                solutions: Vec::new(),
            };
            let carried = vec![Some("333".to_string()), (row == 1).then(|| "9000".to_string())];
            let scramble = Scramble { carried, ..Scramble::from_state(format!("s{row}"), Cube::SOLVED) };
            let stages = run.stages.iter().map(stage).collect();
            parquet.write_row(&Report { scramble, row, stages, nodes: 1 }, &mut file).unwrap();
        }
        parquet.write_end(&mut file).unwrap();
        SerializedFileReader::new(file).unwrap()
    }

    #[test]
    fn unique_values_have_no_dictionaries() {
        let reader = reader(&run());
        for column in reader.metadata().row_group(0).columns() {
            let has_dictionary = column.encodings().any(|encoding| encoding == Encoding::RLE_DICTIONARY);
            let is_unique = ["id", "scramble", "row"].contains(&&column.column_path().string()[..]);
            assert_eq!(has_dictionary, !is_unique, "{}", column.column_path());
        }
    }

    #[test]
    fn arrow_schema_has_the_types_and_the_metadata_of_columns() {
        let run = run();
        let reader = reader(&run);
        let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
        let entry = metadata.iter().find(|entry| entry.key == ARROW_SCHEMA).unwrap();
        let bytes = BASE64_STANDARD.decode(entry.value.as_ref().unwrap()).unwrap();
        let schema = try_schema_from_ipc_buffer(&bytes).unwrap();
        let types = ["id Utf8", "scramble Utf8", "row Int64", "event Utf8 null", "time_ms Int64 null"];
        let of_columns = schema.fields().iter().map(|field| {
            let null = if field.is_nullable() { " null" } else { "" };
            format!("{} {}{null}", field.name(), field.data_type())
        });
        let lengths = ["cross_z0 Int64", "cross_z2 Int64", "xcross_z0 Int64", "xcross_z2 Int64"];
        assert_eq!(of_columns.collect::<Vec<_>>(), [&types[..], &lengths].concat());
        let of_column = schema.field(8).metadata();
        assert_eq!((&of_column["stage"][..], &of_column["color"][..]), ("xcross", "white"));
        assert_eq!(schema.metadata()["cubiform.goal"], "std");
        assert!(schema.metadata().get(checksum::VALUES).is_none());
    }
}
