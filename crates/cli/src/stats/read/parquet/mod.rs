//! Rows of Parquet: columns with the names of CSV, decoded in batches and held against the checksums of the file.

mod column;

use std::borrow::Cow;
use std::fs::File;
use std::io;

use parquet::basic::{Compression, Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::Value;

use self::column::Column;
use crate::caught::caught;
use crate::checksum;
use crate::error::{Failure, say};
use crate::format::shortened;
use crate::stats::read::columns::{Columns, is_almost_length, is_length, long_layout, shown};
use crate::stats::read::{REMEDY, Row};

/// Rows that are decoded at a time: the memory does not depend on how many rows a file says that it has.
const BATCH: usize = 4096;

/// What to do about a damaged file.
const COPY: &str = "get it from a copy, or analyze the scrambles again";

/// Entries of the metadata that are texts. Others are JSON.
const TEXTS: [&str; 11] = [
    "program", "goal", "colors", "metric", "format", "columns", "layout", "shard", "events", "where",
    "credit",
];

/// A file in Parquet.
pub(super) struct Rows {
    /// How to call the file in messages.
    name: String,
    file: SerializedFileReader<File>,
    schema: Schema,
    /// The checksums of the row groups, if the file has them.
    hashes: Option<Vec<u64>>,
    /// The program that wrote the file, if it is not cubiform, which made the checksums.
    rewritten_by: Option<String>,
    /// Row groups that have been opened.
    groups: usize,
    /// Rows of the last of them that are still to be decoded.
    left: usize,
    /// Its columns.
    columns: Vec<Column>,
    /// The row at which it is, in the batch and in the file; rows of a file are counted from 1.
    index: usize,
    row: u64,
    lengths: Vec<u8>,
}

/// The columns of a file and where they are.
struct Schema {
    columns: Columns,
    /// Where lengths begin.
    first: usize,
    /// Where the scrambles or facelets are, if the file has them.
    scramble: Option<usize>,
    /// Where the columns are that were carried along.
    carried: Vec<usize>,
}

impl Rows {
    pub(super) fn open(name: String, file: File) -> Result<Rows, Failure> {
        let cannot = |e: io::Error| Failure::Message(format!("cannot read {name}: {e}"));
        let bytes = file.metadata().map_err(cannot)?.len();
        let damaged = |why: &dyn std::fmt::Display| {
            Failure::Message(format!("{name}: truncated or damaged Parquet file: {why}\n  {COPY}"))
        };
        let file = caught(|| SerializedFileReader::new(file))
            .ok_or_else(|| damaged(&"its metadata cannot be decoded"))?
            .map_err(|e| damaged(&without_prefix(e)))?;
        let schema = schema(&file).map_err(|message| Failure::Message(format!("{name}: {message}")))?;
        check_ranges(&file, bytes).map_err(|why| damaged(&why))?;
        if let Some(codec) = other_compression(&file) {
            let message = format!("{name}: its columns are compressed with {codec}; write them with ZSTD");
            return Err(Failure::Message(message));
        }
        let mut rows = Rows {
            name,
            file,
            schema,
            hashes: None,
            rewritten_by: None,
            groups: 0,
            left: 0,
            columns: Vec::new(),
            index: 0,
            row: 0,
            lengths: Vec::new(),
        };
        rows.find_checksums().map_err(|why| rows.damaged(&why))?;
        Ok(rows)
    }

    /// The key-value metadata.
    fn entries(&self) -> &[KeyValue] {
        self.file.metadata().file_metadata().key_value_metadata().map_or(&[], Vec::as_slice)
    }

    /// The text of an entry.
    fn entry(&self, key: &str) -> Option<&str> {
        self.entries().iter().find(|entry| entry.key == key)?.value.as_deref()
    }

    /// Reads the checksums, and holds the metadata against theirs.
    fn find_checksums(&mut self) -> Result<(), String> {
        let described = self.file.metadata().file_metadata();
        let writer = described.created_by().unwrap_or_default();
        let [values, metadata] = [checksum::VALUES, checksum::METADATA].map(|key| self.entry(key));
        let (values, metadata) = match (values, metadata) {
            (None, None) if described.schema_descr().name() == checksum::SCHEMA => {
                return Err("its metadata has no checksums".into());
            }
            (None, None) => return Ok(()),
            (Some(values), Some(metadata)) => (values, metadata),
            _ => return Err("one of the entries with its checksums is missing".into()),
        };
        let hashes = checksum::parsed(values).ok_or("the checksums of its row groups cannot be read")?;
        let known = checksum::parsed(metadata).ok_or("the checksum of its metadata cannot be read")?;
        if !writer.starts_with("cubiform ") {
            self.rewritten_by = Some(shortened(writer, 60));
        }
        let hash = checksum::metadata(described.schema_descr(), self.entries());
        let fits = known == [hash] && hashes.len() == self.file.num_row_groups();
        self.hashes = Some(hashes);
        if fits { Ok(()) } else { self.mismatch("its metadata does not match its checksum") }
    }

    /// Handles a checksum that does not match: an error, unless another program has written the file anew and kept the
    /// checksums of the original.
    fn mismatch(&mut self, why: &str) -> Result<(), String> {
        let Some(program) = &self.rewritten_by else { return Err(why.into()) };
        say(format_args!(
            "{}: '{program}' wrote this file and kept checksums that do not match it: they are not used",
            self.name
        ));
        self.hashes = None;
        Ok(())
    }

    fn damaged(&self, why: &str) -> Failure {
        Failure::Message(format!("{} is damaged: {why}\n  {COPY}", self.name))
    }

    /// Decodes the next batch of rows, if there is one.
    fn next_batch(&mut self) -> Result<bool, Failure> {
        while self.left == 0 {
            self.end_group()?;
            if self.groups == self.file.num_row_groups() {
                return Ok(false);
            }
            self.decode(Rows::open_group)?;
        }
        self.decode(Rows::decode_batch)?;
        self.index = 0;
        Ok(true)
    }

    /// Calls a decoder, which may fail or panic if the file is damaged.
    fn decode(&mut self, call: fn(&mut Rows) -> Result<(), ParquetError>) -> Result<(), Failure> {
        match caught(|| call(self)) {
            Some(Ok(())) => Ok(()),
            Some(Err(ParquetError::External(error))) if is_of_system(&*error) => {
                Err(Failure::Message(format!("cannot read {}: {error}", self.name)))
            }
            Some(Err(error)) => Err(self.damaged(&without_prefix(error))),
            None => Err(self.damaged(&format!("row group {} cannot be decoded", self.groups))),
        }
    }

    fn open_group(&mut self) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(self.groups)?;
        self.groups += 1;
        self.left = usize::try_from(group.metadata().num_rows())?;
        self.columns.clear();
        let schema = self.file.metadata().file_metadata().schema_descr_ptr();
        for (place, column) in schema.columns().iter().enumerate() {
            let reader = group.get_column_reader(place)?;
            self.columns.push(Column::new(reader, column.max_def_level() > 0)?);
        }
        Ok(())
    }

    fn decode_batch(&mut self) -> Result<(), ParquetError> {
        let rows = self.left.min(BATCH);
        self.columns.iter_mut().try_for_each(|column| column.read(rows))?;
        self.left -= rows;
        Ok(())
    }

    /// Holds the row group that has been decoded, if one has, against its checksum.
    fn end_group(&mut self) -> Result<(), Failure> {
        let (Some(hashes), true) = (&self.hashes, self.groups > 0) else { return Ok(()) };
        let columns: Vec<u64> = self.columns.iter().map(Column::digest).collect();
        if hashes[self.groups - 1] == checksum::row_group(&columns) {
            return Ok(());
        }
        let why = format!("the values of row group {} do not match their checksum", self.groups);
        self.mismatch(&why).map_err(|why| self.damaged(&why))
    }

    fn text(&self, column: usize) -> Cow<'_, str> {
        self.columns[column].text(self.index).unwrap_or_default()
    }
}

/// Reads which columns a file has: `id`, columns that were carried along, among which may be the scrambles or facelets and
/// the numbers of the rows, and lengths.
fn schema(file: &SerializedFileReader<File>) -> Result<Schema, String> {
    let schema = file.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
    if names.first() != Some(&"id") {
        let found = names.first().map(|name| shown(name.as_bytes())).unwrap_or_default();
        return Err(format!("not an analysis: its first column is {found}, not 'id'\n  {REMEDY}"));
    }
    if let Some(message) = long_layout(names.iter().map(|name| name.as_bytes())) {
        return Err(message);
    }
    let is_of_lengths = |name: &&str| is_length(name.as_bytes()) || is_almost_length(name.as_bytes());
    let first = names.iter().skip(1).position(is_of_lengths).map_or(names.len(), |place| place + 1);
    let (mut scramble, mut carried, mut of_carried) = (None, Vec::new(), Vec::new());
    for (index, column) in schema.columns().iter().enumerate() {
        let (kind, levels) = (column.physical_type(), column.max_def_level());
        let (fits, what) = match column.name() {
            _ if index >= first => {
                (kind == Type::INT32 && levels == 0, "a number of at most 32 bits that is always there")
            }
            "row" => (kind == Type::INT64 && levels == 0, "a number of 64 bits that is always there"),
            "id" => (kind == Type::BYTE_ARRAY && levels == 0, "text that is always there"),
            "scramble" | "facelets" => {
                scramble = Some(index);
                (kind == Type::BYTE_ARRAY && levels == 0, "text that is always there")
            }
            name => {
                carried.push(index);
                of_carried.push(name.to_string());
                let is_known = [Type::BYTE_ARRAY, Type::INT64].contains(&kind);
                (is_known && levels <= 1, "text or a number of 64 bits")
            }
        };
        if !fits || column.max_rep_level() > 0 {
            let (number, name) = (index + 1, shown(column.name().as_bytes()));
            return Err(format!("column {number} ({name}) should be {what}"));
        }
    }
    let lengths = (1..).zip(&names).skip(first).map(|(number, name)| (number, name.as_bytes()));
    let columns = Columns::named(lengths)?.with_carried(of_carried);
    Ok(Schema { columns, first, scramble, carried })
}

/// Checks that the numbers of rows agree and that columns lie within the file, which the decoder takes for granted.
fn check_ranges(file: &SerializedFileReader<File>, bytes: u64) -> Result<(), &'static str> {
    let columns = file.metadata().file_metadata().schema_descr().num_columns();
    let mut rows = 0i64;
    for group in file.metadata().row_groups() {
        if group.num_columns() != columns || group.num_rows() < 0 || !is_within(group, bytes) {
            return Err("a row group is not where its metadata says");
        }
        rows = rows.checked_add(group.num_rows()).ok_or("it has too many rows")?;
    }
    if rows != file.metadata().file_metadata().num_rows() {
        return Err("its row groups do not have the rows of the file");
    }
    Ok(())
}

/// The compression of a file, if this program has no decoder for it.
fn other_compression(file: &SerializedFileReader<File>) -> Option<String> {
    let columns = file.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
    let mut codecs = columns.map(|column| column.compression());
    let is_known = |codec: &Compression| matches!(codec, Compression::UNCOMPRESSED | Compression::ZSTD(_));
    codecs.find(|codec| !is_known(codec)).map(|codec| codec.to_string())
}

/// Whether each column of a row group has all rows and lies within a file of so many bytes.
fn is_within(group: &RowGroupMetaData, bytes: u64) -> bool {
    group.columns().iter().all(|column| {
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        let end = start.checked_add(column.compressed_size()).and_then(|end| u64::try_from(end).ok());
        let is_there = start >= 4 && column.compressed_size() >= 0 && end.is_some_and(|end| end <= bytes);
        is_there && column.num_values() == group.num_rows()
    })
}

/// Whether an error is one of reading the file, and not of decompressing what was read.
fn is_of_system(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.raw_os_error().is_some())
}

/// What is wrong, without the decoder's name before it.
fn without_prefix(error: ParquetError) -> String {
    match error {
        ParquetError::General(message) | ParquetError::EOF(message) => message,
        ParquetError::External(error) => error.to_string(),
        error => error.to_string(),
    }
}

impl super::Rows for Rows {
    fn columns(&self) -> &Columns {
        &self.schema.columns
    }

    fn advance(&mut self) -> Result<bool, Failure> {
        self.index += 1;
        let is_over = self.columns.first().is_none_or(|ids| self.index >= ids.rows());
        if is_over && !self.next_batch()? {
            return Ok(false);
        }
        self.row += 1;
        self.lengths.clear();
        for (i, column) in self.columns.iter().skip(self.schema.first).enumerate() {
            let length = column.number(self.index).unwrap_or(-1);
            let name = || self.schema.columns.name(i);
            let bad = |_| self.bad(&format!("{} ({length}) is not a number of moves", name()));
            let read = u8::try_from(length).map_err(bad)?;
            self.lengths.push(read);
        }
        Ok(true)
    }

    fn row(&self) -> Row<'_> {
        let scramble = self.schema.scramble.map(|place| self.text(place));
        Row { id: self.text(0), scramble, lengths: &self.lengths }
    }

    fn carried(&self, name: &str) -> Option<Cow<'_, str>> {
        let names = self.schema.columns.carried()?;
        let place = self.schema.carried[names.iter().position(|known| known == name)?];
        self.columns[place].text(self.index).filter(|text| !text.is_empty())
    }

    fn run(&self) -> Value {
        let own = self.entries().iter().filter_map(|entry| {
            let key = entry.key.strip_prefix(checksum::PREFIX)?;
            let is_checksum = [checksum::VALUES, checksum::METADATA].contains(&&entry.key[..]);
            let text = entry.value.as_deref().filter(|_| !is_checksum)?;
            // Several goals are a list.
            let is_list = key == "goal" && text.starts_with('[');
            let json = || serde_json::from_str(text).ok().filter(|_| is_list || !TEXTS.contains(&key));
            Some((key.to_string(), json().unwrap_or_else(|| Value::from(text))))
        });
        Value::Object(own.collect())
    }

    fn bad(&self, message: &str) -> Failure {
        match self.row {
            0 => Failure::Message(format!("{}: {message}", self.name)),
            row => Failure::Message(format!("{}: row {row}: {message}", self.name)),
        }
    }
}
