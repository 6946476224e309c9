//! Parquet: the columns of CSV with types, and the scrambles, compressed; what was asked is in its metadata.
//!
//! Rows are kept until there are enough for a row group, so memory does not grow with their number.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use cubiform_cube::Color;
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use crate::analyze::{Run, Source};
use crate::render::Render;
use crate::render::csv::columns;
use crate::report::Report;

/// Rows of a row group: what readers such as DuckDB take at a time.
const GROUP: usize = 122_880;

/// Writes a column `id`, one that shows the scramble, and one for each stage and colour.
pub(crate) struct Parquet {
    schema: TypePtr,
    properties: WriterPropertiesPtr,
    /// It writes to memory, from where what is there is passed on.
    writer: Option<SerializedFileWriter<Vec<u8>>>,
    ids: Vec<ByteArray>,
    shown: Vec<ByteArray>,
    /// The lengths of each column.
    lengths: Vec<Vec<i32>>,
}

impl Parquet {
    pub(crate) fn new(stages: &[Cow<'static, str>], colors: &[Color], about: &Run) -> Parquet {
        // What states that no scramble led to are shown by.
        let is_random = about.input.iter().any(|source| matches!(source, Source::Random { .. }));
        let shown = if is_random { "facelets" } else { "scramble" };
        let names: Vec<String> = columns(stages, colors).collect();
        let schema = schema(shown, &names).expect("each column has a name of its own");
        let metadata = serde_json::to_value(about).expect("what was asked can be told");
        let entries =
            metadata.as_object().expect("it has fields").iter().filter(|(_, value)| !value.is_null());
        let text =
            |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let metadata = entries.map(|(key, value)| KeyValue::new(format!("cubiform.{key}"), text(value)));
        let level = ZstdLevel::try_new(3).expect("there is such a level");
        let mut properties = WriterProperties::builder()
            .set_created_by(about.program.clone())
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(None)
            .set_key_value_metadata(Some(metadata.collect()));
        // Each is there once: a dictionary of them is in the way.
        for column in ["id", shown] {
            properties = properties.set_column_dictionary_enabled(ColumnPath::from(column), false);
        }
        Parquet {
            schema: Arc::new(schema),
            properties: Arc::new(properties.build()),
            writer: None,
            ids: Vec::new(),
            shown: Vec::new(),
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
        while let Some(mut column) = group.next_column().map_err(error)? {
            match column.untyped() {
                ColumnWriter::ByteArrayColumnWriter(writer) => {
                    let texts = texts.next().expect("two columns are text");
                    writer.write_batch(&texts, None, None).map_err(error)?;
                }
                ColumnWriter::Int32ColumnWriter(writer) => {
                    let lengths = lengths.next().expect("there is one for each stage and colour");
                    writer.write_batch(lengths, None, None).map_err(error)?;
                    lengths.clear();
                }
                _ => unreachable!("the schema has no other types"),
            }
            column.close().map_err(error)?;
        }
        group.close().map_err(error)?;
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
        self.ids.push(report.scramble.id.as_str().into());
        self.shown.push(report.scramble.shown.text().into());
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        for ((_, length), column) in lengths.zip(&mut self.lengths) {
            column.push(i32::from(*length));
        }
        if self.ids.len() == GROUP { self.write_group(out) } else { Ok(()) }
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_group(out)?;
        let writer = self.writer.take().expect("it has begun");
        out.write_all(&writer.into_inner().map_err(error)?)
    }
}

/// The columns `id` and `shown`, of texts, and those of the lengths. A goal of one's own has a name with spaces and marks,
/// which the language of schemas has no way to write.
fn schema(shown: &str, lengths: &[String]) -> Result<Type, ParquetError> {
    let column = |name: &str, physical, logical| {
        let column = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
        column.with_logical_type(Some(logical)).build().map(Arc::new)
    };
    let texts = ["id", shown].map(|name| column(name, PhysicalType::BYTE_ARRAY, LogicalType::String));
    let lengths =
        lengths.iter().map(|name| column(name, PhysicalType::INT32, LogicalType::integer(8, false)));
    let columns: Result<Vec<_>, _> = texts.into_iter().chain(lengths).collect();
    Type::group_type_builder("analysis").with_fields(columns?).build()
}

fn error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => io::Error::other(error),
        error => io::Error::other(error),
    }
}
