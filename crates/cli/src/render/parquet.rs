//! Parquet: the columns of CSV with types, and the scrambles, compressed; what was asked is in its metadata.
//!
//! Rows are kept until there are enough for a row group, so memory does not grow with their number. The last entries of
//! the metadata are [checksums](crate::checksum) of the values and of the metadata.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use cubiform_cube::Color;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use crate::analyze::{Run, Source};
use crate::checksum::{self, ColumnHash};
use crate::input::TIME;
use crate::render::csv::columns;
use crate::render::{Render, arrow_schema};
use crate::report::Report;

/// Rows of a row group: what readers such as DuckDB take at a time.
const GROUP: usize = 122_880;

/// Bytes of text at which a row group ends before it has as many rows.
const GROUP_TEXT: usize = 64 << 20;

/// Writes a column `id`, one that shows the scramble, `row`, those that are carried, and one for each stage and colour.
pub(crate) struct Parquet {
    schema: TypePtr,
    properties: WriterPropertiesPtr,
    /// The columns of lengths: names, stages, and bottom colours.
    columns: Vec<(String, String, Color)>,
    /// What was asked, as entries of the metadata.
    entries: Vec<KeyValue>,
    /// The checksums of the row groups that are written.
    hashes: Vec<u64>,
    /// It writes to memory, from where what is there is passed on.
    writer: Option<SerializedFileWriter<Vec<u8>>>,
    ids: Vec<ByteArray>,
    shown: Vec<ByteArray>,
    /// Bytes of these texts.
    text: usize,
    /// The numbers of the scrambles in the whole input.
    rows: Vec<i64>,
    /// The columns that are carried: names and values. One of times has numbers.
    carried: Vec<(String, Vec<Option<String>>)>,
    /// The lengths of each column.
    lengths: Vec<Vec<i32>>,
}

impl Parquet {
    pub(crate) fn new(stages: &[Cow<'static, str>], colors: &[Color], about: &Run) -> Parquet {
        // What states that no scramble led to are shown by.
        let is_random = about.input.iter().any(|source| matches!(source, Source::Random { .. }));
        let shown = if is_random { "facelets" } else { "scramble" };
        let names: Vec<String> = columns(stages, colors).collect();
        let of_columns =
            stages.iter().flat_map(|stage| colors.iter().map(|color| (stage.to_string(), *color)));
        let described =
            names.iter().zip(of_columns).map(|(name, (stage, color))| (name.clone(), stage, color)).collect();
        let schema = schema(shown, &about.carried, &names).expect("each column has a name of its own");
        let metadata = serde_json::to_value(about).expect("what was asked can be told");
        let entries =
            metadata.as_object().expect("it has fields").iter().filter(|(_, value)| !value.is_null());
        let text =
            |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let entries: Vec<KeyValue> = entries
            .map(|(key, value)| KeyValue::new(format!("{}{key}", checksum::PREFIX), text(value)))
            .collect();
        let level = ZstdLevel::try_new(3).expect("there is such a level");
        let mut properties = WriterProperties::builder()
            .set_created_by(about.program.clone())
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(None);
        // Each is there once: a dictionary of them is in the way.
        for column in ["id", shown, "row"] {
            properties = properties.set_column_dictionary_enabled(ColumnPath::from(column), false);
        }
        properties = properties.set_column_encoding(ColumnPath::from("row"), Encoding::DELTA_BINARY_PACKED);
        Parquet {
            schema: Arc::new(schema),
            properties: Arc::new(properties.build()),
            columns: described,
            entries,
            hashes: Vec::new(),
            writer: None,
            ids: Vec::new(),
            shown: Vec::new(),
            text: 0,
            rows: Vec::new(),
            carried: about.carried.iter().map(|name| (name.clone(), Vec::new())).collect(),
            lengths: vec![Vec::new(); names.len()],
        }
    }

    /// Writes the rows that are there as a row group.
    fn write_group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.ids.is_empty() {
            return Ok(());
        }
        let writer = self.writer.as_mut().expect("it has begun");
        let mut group = writer.next_row_group().map_err(error)?;
        let texts = [&mut self.ids, &mut self.shown].map(std::mem::take).into_iter();
        let (mut texts, mut lengths) = (texts, self.lengths.iter_mut());
        let (mut carried, first_carried) = (self.carried.iter_mut(), "id, scramble, row".split(", ").count());
        let mut hashes = Vec::new();
        while let Some(mut column) = group.next_column().map_err(error)? {
            let mut hash = ColumnHash::default();
            match column.untyped() {
                writer if hashes.len() >= first_carried && carried.len() > 0 => {
                    let (name, values) = carried.next().expect("there is one more");
                    write_carried(name, values, writer, &mut hash)?;
                    values.clear();
                }
                ColumnWriter::ByteArrayColumnWriter(writer) => {
                    let texts = texts.next().expect("two columns are text");
                    writer.write_batch(&texts, None, None).map_err(error)?;
                    hash.texts(&texts);
                }
                ColumnWriter::Int64ColumnWriter(writer) => {
                    writer.write_batch(&self.rows, None, None).map_err(error)?;
                    hash.long_numbers(&self.rows);
                    self.rows.clear();
                }
                ColumnWriter::Int32ColumnWriter(writer) => {
                    let lengths = lengths.next().expect("there is one for each stage and colour");
                    writer.write_batch(lengths, None, None).map_err(error)?;
                    hash.numbers(lengths);
                    lengths.clear();
                }
                _ => unreachable!("the schema has no other types"),
            }
            column.close().map_err(error)?;
            hashes.push(hash.digest());
        }
        group.close().map_err(error)?;
        self.hashes.push(checksum::row_group(&hashes));
        self.text = 0;
        let bytes = std::mem::take(writer.inner_mut());
        out.write_all(&bytes)
    }
}

impl Render for Parquet {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (schema, properties) = (Arc::clone(&self.schema), Arc::clone(&self.properties));
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties).map_err(error)?;
        let bytes = std::mem::take(writer.inner_mut());
        self.writer = Some(writer);
        out.write_all(&bytes)
    }

    fn row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let (id, shown) = (report.scramble.id.as_str(), report.scramble.shown.text());
        self.text += id.len() + shown.len();
        self.ids.push(id.into());
        self.shown.push(shown.into());
        self.rows.push(i64::try_from(report.row).map_err(io::Error::other)?);
        for (i, (_, values)) in self.carried.iter_mut().enumerate() {
            let value = report.scramble.carried(i);
            self.text += value.map_or(0, str::len);
            values.push(value.map(str::to_string));
        }
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        for ((_, length), column) in lengths.zip(&mut self.lengths) {
            column.push(i32::from(*length));
        }
        let is_full = self.ids.len() == GROUP || self.text >= GROUP_TEXT;
        if is_full { self.write_group(out) } else { Ok(()) }
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_group(out)?;
        let mut writer = self.writer.take().expect("it has begun");
        let mut entries = std::mem::take(&mut self.entries);
        let described = |name: &str| match self.columns.iter().find(|column| column.0 == name) {
            Some((_, stage, color)) => vec![("stage", stage.clone()), ("color", color.name().to_string())],
            None => Vec::new(),
        };
        let arrow = arrow_schema::encoded(writer.schema_descr(), &entries, described);
        entries.push(KeyValue::new(checksum::VALUES.into(), checksum::written(&self.hashes)));
        let hash = checksum::metadata(writer.schema_descr(), &entries);
        entries.push(KeyValue::new(checksum::METADATA.into(), checksum::written(&[hash])));
        entries.push(KeyValue::new(arrow_schema::KEY.into(), arrow));
        entries.into_iter().for_each(|entry| writer.append_key_value_metadata(entry));
        out.write_all(&writer.into_inner().map_err(error)?)
    }
}

/// Writes the values of a column that is carried.
fn write_carried(
    name: &str,
    values: &[Option<String>],
    writer: &mut ColumnWriter<'_>,
    hash: &mut ColumnHash,
) -> io::Result<()> {
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    match writer {
        ColumnWriter::ByteArrayColumnWriter(writer) => {
            let texts: Vec<ByteArray> = values.iter().flatten().map(|text| text.as_str().into()).collect();
            writer.write_batch(&texts, Some(&levels), None).map_err(error)?;
            hash.optional_texts(values.iter().map(|value| value.as_deref().map(str::as_bytes)));
        }
        ColumnWriter::Int64ColumnWriter(writer) => {
            let number = |text: &String| {
                let message =
                    || format!("the input's {name} '{}' is not a whole number", text.escape_debug());
                text.parse::<i64>().map_err(|_| io::Error::other(message()))
            };
            let numbers = values.iter().map(|value| value.as_ref().map(number).transpose());
            let numbers = numbers.collect::<io::Result<Vec<Option<i64>>>>()?;
            let there: Vec<i64> = numbers.iter().copied().flatten().collect();
            writer.write_batch(&there, Some(&levels), None).map_err(error)?;
            hash.optional_numbers(numbers.into_iter());
        }
        _ => unreachable!("what is carried is text or a number"),
    }
    Ok(())
}

/// The columns `id` and `shown`, of texts, `row`, those that are carried, which may be null, and those of the lengths. A goal of one's own has a name with spaces and marks,
/// which the language of schemas has no way to write.
fn schema(shown: &str, carried: &[String], lengths: &[String]) -> Result<Type, ParquetError> {
    let of = |name: &str, physical, logical, repetition| {
        let column = Type::primitive_type_builder(name, physical).with_repetition(repetition);
        column.with_logical_type(logical).build().map(Arc::new)
    };
    let column = |name: &str, physical, logical| of(name, physical, logical, Repetition::REQUIRED);
    let carried = carried.iter().map(|name| match &name[..] {
        TIME => of(name, PhysicalType::INT64, None, Repetition::OPTIONAL),
        name => of(name, PhysicalType::BYTE_ARRAY, Some(LogicalType::String), Repetition::OPTIONAL),
    });
    let text = |name| column(name, PhysicalType::BYTE_ARRAY, Some(LogicalType::String));
    let length = |name: &String| column(name, PhysicalType::INT32, Some(LogicalType::integer(8, true)));
    let columns: Result<Vec<_>, _> = [text("id"), text(shown), column("row", PhysicalType::INT64, None)]
        .into_iter()
        .chain(carried)
        .chain(lengths.iter().map(length))
        .collect();
    Type::group_type_builder(checksum::SCHEMA).with_fields(columns?).build()
}

fn error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => io::Error::other(error),
        error => io::Error::other(error),
    }
}
