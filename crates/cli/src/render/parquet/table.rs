//! A Parquet table that is written row by row, with checksums of its row groups and of its metadata.
//!
//! Rows are buffered until they fill a row group, so that memory use is bounded. The last entries of the metadata are
//! [checksums](crate::checksum) of the values and of the metadata.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use crate::checksum::{self, ColumnHash};
use crate::render::arrow_schema;

/// The maximum number of rows of a row group, which readers such as DuckDB process at a time.
const MAX_GROUP_ROWS: usize = 122_880;

/// The number of bytes of text at which a row group ends early.
const MAX_GROUP_TEXT: usize = 64 << 20;

/// A column and its buffered values.
pub(crate) struct Column {
    name: String,
    values: Values,
    /// Whether each value occurs once, so that a dictionary would not help.
    is_unique: bool,
    /// The metadata of the column.
    metadata: Vec<(&'static str, String)>,
}

/// The buffered values of a column.
enum Values {
    Text(Vec<ByteArray>),
    /// Texts that may be null.
    OptionalText(Vec<Option<ByteArray>>),
    Number(Vec<i64>),
    /// Numbers that may be null.
    OptionalNumber(Vec<Option<i64>>),
    Length(Vec<i32>),
}

/// A value of a row.
pub(crate) enum Cell<'a> {
    Text(&'a str),
    OptionalText(Option<&'a str>),
    Number(i64),
    OptionalNumber(Option<i64>),
    Length(u8),
}

impl Column {
    fn new(name: &str, values: Values) -> Column {
        Column { name: name.into(), values, is_unique: false, metadata: Vec::new() }
    }

    /// A column of text.
    pub(crate) fn text(name: &str) -> Column {
        Column::new(name, Values::Text(Vec::new()))
    }

    /// A column of text that may be null.
    pub(crate) fn optional_text(name: &str) -> Column {
        Column::new(name, Values::OptionalText(Vec::new()))
    }

    /// A column of 64-bit numbers.
    pub(crate) fn number(name: &str) -> Column {
        Column::new(name, Values::Number(Vec::new()))
    }

    /// A column of 64-bit numbers that may be null.
    pub(crate) fn optional_number(name: &str) -> Column {
        Column::new(name, Values::OptionalNumber(Vec::new()))
    }

    /// A column of lengths, which are 8-bit numbers.
    pub(crate) fn length(name: &str) -> Column {
        Column::new(name, Values::Length(Vec::new()))
    }

    /// Declares that each value occurs once.
    pub(crate) fn unique(self) -> Column {
        Column { is_unique: true, ..self }
    }

    /// Sets the metadata of the column.
    pub(crate) fn with_metadata(self, metadata: Vec<(&'static str, String)>) -> Column {
        Column { metadata, ..self }
    }

    /// Returns the Parquet type of the column.
    fn schema(&self) -> Result<Type, ParquetError> {
        let (repetition, physical, logical) = match self.values {
            Values::Text(_) => (Repetition::REQUIRED, PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
            Values::OptionalText(_) => {
                (Repetition::OPTIONAL, PhysicalType::BYTE_ARRAY, Some(LogicalType::String))
            }
            Values::Number(_) => (Repetition::REQUIRED, PhysicalType::INT64, None),
            Values::OptionalNumber(_) => (Repetition::OPTIONAL, PhysicalType::INT64, None),
            Values::Length(_) => {
                (Repetition::REQUIRED, PhysicalType::INT32, Some(LogicalType::integer(8, true)))
            }
        };
        let column = Type::primitive_type_builder(&self.name, physical).with_repetition(repetition);
        column.with_logical_type(logical).build()
    }
}

impl Values {
    /// Appends a value, which must have the type of the column.
    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Values::Text(values), Cell::Text(text)) => values.push(text.into()),
            (Values::OptionalText(values), Cell::OptionalText(text)) => {
                values.push(text.map(ByteArray::from));
            }
            (Values::Number(values), Cell::Number(number)) => values.push(number),
            (Values::OptionalNumber(values), Cell::OptionalNumber(number)) => values.push(number),
            (Values::Length(values), Cell::Length(length)) => values.push(i32::from(length)),
            _ => unreachable!("a cell has the type of its column"),
        }
    }

    /// Writes the values, clears them, and returns their hash.
    fn write(&mut self, writer: &mut ColumnWriter<'_>) -> Result<u64, ParquetError> {
        fn levels<T>(values: &[Option<T>]) -> Vec<i16> {
            values.iter().map(|value| i16::from(value.is_some())).collect()
        }
        let mut hash = ColumnHash::default();
        match (self, writer) {
            (Values::Text(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                writer.write_batch(values, None, None)?;
                hash.texts(values);
                values.clear();
            }
            (Values::OptionalText(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                let texts: Vec<ByteArray> = values.iter().flatten().cloned().collect();
                writer.write_batch(&texts, Some(&levels(values)), None)?;
                hash.optional_texts(values.iter().map(|value| value.as_ref().map(ByteArray::data)));
                values.clear();
            }
            (Values::Number(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                writer.write_batch(values, None, None)?;
                hash.long_numbers(values);
                values.clear();
            }
            (Values::OptionalNumber(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                let numbers: Vec<i64> = values.iter().copied().flatten().collect();
                writer.write_batch(&numbers, Some(&levels(values)), None)?;
                hash.optional_numbers(values.iter().copied());
                values.clear();
            }
            (Values::Length(values), ColumnWriter::Int32ColumnWriter(writer)) => {
                writer.write_batch(values, None, None)?;
                hash.numbers(values);
                values.clear();
            }
            _ => unreachable!("the schema has the types of the columns"),
        }
        Ok(hash.digest())
    }
}

/// A table that is being written.
pub(crate) struct Table {
    columns: Vec<Column>,
    schema: TypePtr,
    properties: WriterPropertiesPtr,
    /// The settings of the run, as entries of the metadata.
    entries: Vec<KeyValue>,
    /// The checksums of the row groups written so far.
    hashes: Vec<u64>,
    /// The writer, which writes to memory. The bytes are then copied to the output.
    writer: Option<SerializedFileWriter<Vec<u8>>>,
    /// The number of buffered rows.
    rows: usize,
    text: usize,
}

impl Table {
    /// Creates a table with these columns and entries of metadata, written by `program`. The schema is built from types
    /// and not from text, because the name of a user's goal may contain characters that the schema language does not
    /// allow.
    pub(crate) fn new(columns: Vec<Column>, program: &str, entries: Vec<KeyValue>) -> Table {
        let fields: Result<Vec<TypePtr>, ParquetError> =
            columns.iter().map(|column| column.schema().map(Arc::new)).collect();
        let schema =
            fields.and_then(|fields| Type::group_type_builder(checksum::SCHEMA).with_fields(fields).build());
        let schema = schema.expect("column names are unique");
        let level = ZstdLevel::try_new(3).expect("level 3 is valid");
        let mut properties = WriterProperties::builder()
            .set_created_by(program.into())
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(None);
        for column in &columns {
            let path = ColumnPath::from(&column.name[..]);
            if column.is_unique {
                properties = properties.set_column_dictionary_enabled(path.clone(), false);
                if matches!(column.values, Values::Number(_)) {
                    properties = properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
                }
            }
        }
        Table {
            columns,
            schema: Arc::new(schema),
            properties: Arc::new(properties.build()),
            entries,
            hashes: Vec::new(),
            writer: None,
            rows: 0,
            text: 0,
        }
    }

    /// Writes the header.
    pub(crate) fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (schema, properties) = (Arc::clone(&self.schema), Arc::clone(&self.properties));
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties).map_err(error)?;
        let bytes = std::mem::take(writer.inner_mut());
        self.writer = Some(writer);
        out.write_all(&bytes)
    }

    /// Adds a row with a cell for each column, in order.
    pub(crate) fn row<'a>(
        &mut self,
        cells: impl Iterator<Item = Cell<'a>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut count = 0;
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            if let Cell::Text(text) | Cell::OptionalText(Some(text)) = cell {
                self.text += text.len();
            }
            column.values.push(cell);
            count += 1;
        }
        assert_eq!(count, self.columns.len(), "a row has a cell for each column");
        self.rows += 1;
        let is_full = self.rows == MAX_GROUP_ROWS || self.text >= MAX_GROUP_TEXT;
        if is_full { self.write_group(out) } else { Ok(()) }
    }

    /// Writes the buffered rows as a row group.
    fn write_group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let writer = self.writer.as_mut().expect("begin was called");
        let mut group = writer.next_row_group().map_err(error)?;
        let mut hashes = Vec::new();
        for column in &mut self.columns {
            let mut writer = group.next_column().map_err(error)?.expect("the schema has the columns");
            hashes.push(column.values.write(writer.untyped()).map_err(error)?);
            writer.close().map_err(error)?;
        }
        group.close().map_err(error)?;
        self.hashes.push(checksum::row_group(&hashes));
        (self.rows, self.text) = (0, 0);
        let bytes = std::mem::take(writer.inner_mut());
        out.write_all(&bytes)
    }

    /// Writes the remaining rows and the metadata.
    pub(crate) fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_group(out)?;
        let mut writer = self.writer.take().expect("begin was called");
        let mut entries = std::mem::take(&mut self.entries);
        let with_metadata = |name: &str| {
            let column = self.columns.iter().find(|column| column.name == name);
            column.map(|column| column.metadata.clone()).unwrap_or_default()
        };
        let arrow = arrow_schema::encoded(writer.schema_descr(), &entries, with_metadata);
        entries.push(KeyValue::new(checksum::VALUES.into(), checksum::format_hashes(&self.hashes)));
        let hash = checksum::metadata(writer.schema_descr(), &entries);
        entries.push(KeyValue::new(checksum::METADATA.into(), checksum::format_hashes(&[hash])));
        entries.push(KeyValue::new(arrow_schema::KEY.into(), arrow));
        entries.into_iter().for_each(|entry| writer.append_key_value_metadata(entry));
        out.write_all(&writer.into_inner().map_err(error)?)
    }
}

fn error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => io::Error::other(error),
        error => io::Error::other(error),
    }
}
