//! Rows of Parquet: columns with the names of CSV, decoded in batches and held against the checksums of the file.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;
use serde_json::Value;

use crate::caught::caught;
use crate::checksum::{self, ColumnHash};
use crate::failure::{Failure, say};
use crate::render::is_length;
use crate::stats::read::columns::{Columns, shown};
use crate::stats::read::{REMEDY, Row};
use crate::words::shortened;

/// Rows that are decoded at a time: the memory does not depend on how many rows a file says that it has.
const BATCH: usize = 4096;

/// What to do about a damaged file.
const COPY: &str = "get it from a copy, or analyze the scrambles again";

/// Entries of the metadata that are texts. Others are JSON.
const TEXTS: [&str; 8] = ["program", "goal", "colors", "metric", "format", "shard", "events", "credit"];

/// A file in Parquet.
pub(super) struct Rows {
    /// How to call the file in messages.
    name: String,
    file: SerializedFileReader<File>,
    columns: Columns,
    /// The checksums of the row groups, if the file has them.
    hashes: Option<Vec<u64>>,
    /// The program that wrote the file, if it is not cubiform, which made the checksums.
    rewritten_by: Option<String>,
    /// Row groups that have been opened.
    groups: usize,
    /// Rows of the last of them that are still to be decoded.
    left: usize,
    /// Its columns: the ids and perhaps the scrambles, perhaps the numbers of the rows, and the lengths.
    texts: Vec<Decoded<ByteArrayType>>,
    row_numbers: Vec<Decoded<Int64Type>>,
    /// The place of the first column that was carried from the input, and how many there are.
    carried_columns: (usize, usize),
    carried: Vec<Carried>,
    numbers: Vec<Decoded<Int32Type>>,
    /// The row at which it is, in the batch and in the file; rows of a file are counted from 1.
    index: usize,
    row: u64,
    lengths: Vec<u8>,
}

/// A column of a row group: a batch of its values, and the hash of all so far.
struct Decoded<T: DataType> {
    reader: ColumnReaderImpl<T>,
    values: Vec<T::T>,
    hash: ColumnHash,
}

impl<T: DataType> Decoded<T> {
    fn new(reader: ColumnReaderImpl<T>) -> Decoded<T> {
        Decoded { reader, values: Vec::new(), hash: ColumnHash::default() }
    }

    /// Decodes as many rows.
    fn read(&mut self, rows: usize, add: fn(&mut ColumnHash, &[T::T])) -> Result<(), ParquetError> {
        self.values.clear();
        while self.values.len() < rows {
            let wanted = rows - self.values.len();
            let (records, ..) = self.reader.read_records(wanted, None, None, &mut self.values)?;
            if records == 0 {
                return Err(general("a column has fewer rows than its row group"));
            }
        }
        add(&mut self.hash, &self.values);
        Ok(())
    }
}

/// A column that was carried from the input, some of whose values may be null.
enum Carried {
    Texts(Nullable<ByteArrayType>),
    Numbers(Nullable<Int64Type>),
}

/// A column of a row group as [`Decoded`], with nulls.
struct Nullable<T: DataType> {
    reader: ColumnReaderImpl<T>,
    values: Vec<Option<T::T>>,
    hash: ColumnHash,
}

impl<T: DataType> Nullable<T> {
    fn new(reader: ColumnReaderImpl<T>) -> Nullable<T> {
        Nullable { reader, values: Vec::new(), hash: ColumnHash::default() }
    }

    /// Decodes as many rows.
    fn read(&mut self, rows: usize) -> Result<(), ParquetError> {
        self.values.clear();
        while self.values.len() < rows {
            let (mut there, mut levels) = (Vec::new(), Vec::new());
            let wanted = rows - self.values.len();
            let (records, ..) = self.reader.read_records(wanted, Some(&mut levels), None, &mut there)?;
            if records == 0 {
                return Err(general("a column has fewer rows than its row group"));
            }
            let mut there = there.into_iter();
            self.values.extend(levels.into_iter().map(|level| if level > 0 { there.next() } else { None }));
        }
        Ok(())
    }
}

impl Carried {
    fn read(&mut self, rows: usize) -> Result<(), ParquetError> {
        match self {
            Carried::Texts(texts) => {
                texts.read(rows)?;
                texts.hash.optional_texts(texts.values.iter().map(|text| text.as_ref().map(ByteArray::data)));
            }
            Carried::Numbers(numbers) => {
                numbers.read(rows)?;
                numbers.hash.optional_numbers(numbers.values.iter().copied());
            }
        }
        Ok(())
    }

    fn digest(&self) -> u64 {
        match self {
            Carried::Texts(texts) => texts.hash.digest(),
            Carried::Numbers(numbers) => numbers.hash.digest(),
        }
    }

    /// The value of a row of the batch, as text.
    fn value(&self, index: usize) -> Option<String> {
        match self {
            Carried::Texts(texts) => {
                texts.values[index].as_ref().map(|text| String::from_utf8_lossy(text.data()).into_owned())
            }
            Carried::Numbers(numbers) => numbers.values[index].map(|number| number.to_string()),
        }
    }
}

fn general(message: impl Into<String>) -> ParquetError {
    ParquetError::General(message.into())
}

impl Rows {
    pub(super) fn open(name: String, file: File) -> Result<Rows, Failure> {
        let cannot = |e: io::Error| Failure::Message(format!("cannot read {name}: {e}"));
        let bytes = file.metadata().map_err(cannot)?.len();
        let damaged = |why: &dyn std::fmt::Display| {
            Failure::Message(format!("{name}: this is no whole file of Parquet: {why}\n  {COPY}"))
        };
        let file = caught(|| SerializedFileReader::new(file))
            .ok_or_else(|| damaged(&"its metadata cannot be decoded"))?
            .map_err(|e| damaged(&without_prefix(e)))?;
        let (columns, carried_columns) =
            columns(&file).map_err(|message| Failure::Message(format!("{name}: {message}")))?;
        check_ranges(&file, bytes).map_err(|why| damaged(&why))?;
        if let Some(codec) = other_compression(&file) {
            let message = format!("{name}: its columns are compressed with {codec}; write them with ZSTD");
            return Err(Failure::Message(message));
        }
        let mut rows = Rows {
            name,
            file,
            columns,
            hashes: None,
            rewritten_by: None,
            groups: 0,
            left: 0,
            texts: Vec::new(),
            row_numbers: Vec::new(),
            carried_columns,
            carried: Vec::new(),
            numbers: Vec::new(),
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
        self.texts.clear();
        self.row_numbers.clear();
        self.carried.clear();
        self.numbers.clear();
        let (first, count) = self.carried_columns;
        for column in 0..group.num_columns() {
            let is_carried = (first..first + count).contains(&column);
            match group.get_column_reader(column)? {
                ColumnReader::ByteArrayColumnReader(reader) if is_carried => {
                    self.carried.push(Carried::Texts(Nullable::new(reader)));
                }
                ColumnReader::Int64ColumnReader(reader) if is_carried => {
                    self.carried.push(Carried::Numbers(Nullable::new(reader)));
                }
                ColumnReader::ByteArrayColumnReader(reader) => self.texts.push(Decoded::new(reader)),
                ColumnReader::Int64ColumnReader(reader) => self.row_numbers.push(Decoded::new(reader)),
                ColumnReader::Int32ColumnReader(reader) => self.numbers.push(Decoded::new(reader)),
                _ => return Err(general("a column has changed its type")),
            }
        }
        Ok(())
    }

    fn decode_batch(&mut self) -> Result<(), ParquetError> {
        let rows = self.left.min(BATCH);
        self.texts.iter_mut().try_for_each(|column| column.read(rows, ColumnHash::texts))?;
        self.row_numbers.iter_mut().try_for_each(|column| column.read(rows, ColumnHash::long_numbers))?;
        self.carried.iter_mut().try_for_each(|column| column.read(rows))?;
        self.numbers.iter_mut().try_for_each(|column| column.read(rows, ColumnHash::numbers))?;
        self.left -= rows;
        Ok(())
    }

    /// Holds the row group that has been decoded, if one has, against its checksum.
    fn end_group(&mut self) -> Result<(), Failure> {
        let (Some(hashes), true) = (&self.hashes, self.groups > 0) else { return Ok(()) };
        let texts = self.texts.iter().map(|column| column.hash.digest());
        let row_numbers = self.row_numbers.iter().map(|column| column.hash.digest());
        let numbers = self.numbers.iter().map(|column| column.hash.digest());
        let carried = self.carried.iter().map(Carried::digest);
        let columns: Vec<u64> = texts.chain(row_numbers).chain(carried).chain(numbers).collect();
        if hashes[self.groups - 1] == checksum::row_group(&columns) {
            return Ok(());
        }
        let why = format!("the values of row group {} do not match their checksum", self.groups);
        self.mismatch(&why).map_err(|why| self.damaged(&why))
    }

    fn text(&self, column: usize) -> Cow<'_, str> {
        let text: &ByteArray = &self.texts[column].values[self.index];
        String::from_utf8_lossy(text.data())
    }
}

/// What the columns of a file are, which begin with the ids, the scrambles or facelets, the numbers of the rows, and those
/// that were carried from the input; only the ids must be there. Also returns the place of the first that was carried, and
/// how many were.
fn columns(file: &SerializedFileReader<File>) -> Result<(Columns, (usize, usize)), String> {
    let schema = file.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
    if names.first() != Some(&"id") {
        let found = names.first().map(|name| shown(name.as_bytes())).unwrap_or_default();
        return Err(format!("this is no analysis: its first column is {found}, not 'id'\n  {REMEDY}"));
    }
    let is_at = |number: usize, known: &[&str]| names.get(number).is_some_and(|name| known.contains(name));
    let texts = 1 + usize::from(is_at(1, &["scramble", "facelets"]));
    let before = texts + usize::from(is_at(texts, &["row"]));
    let is_carried = |column: &&Arc<ColumnDescriptor>| {
        let is_known = matches!(column.physical_type(), Type::BYTE_ARRAY | Type::INT64);
        is_known && column.max_def_level() == 1 && column.max_rep_level() == 0 && !is_length(column.name())
    };
    let carried = schema.columns().iter().skip(before).take_while(is_carried).count();
    let is_carried = |index: &usize| (before..before + carried).contains(index);
    for (index, column) in schema.columns().iter().enumerate().filter(|(index, _)| !is_carried(index)) {
        let (wanted, what) = match index {
            _ if index < texts => (Type::BYTE_ARRAY, "text"),
            _ if index < before => (Type::INT64, "a number of 64 bits"),
            _ => (Type::INT32, "a number of at most 32 bits"),
        };
        if column.physical_type() != wanted || column.max_def_level() > 0 {
            let (number, name) = (index + 1, shown(column.name().as_bytes()));
            return Err(format!("column {number} ({name}) should be {what} that is always there"));
        }
    }
    let lengths = (1..).zip(&names).skip(before + carried);
    let columns = Columns::named(lengths.map(|(number, name)| (number, name.as_bytes())))?;
    Ok((columns, (before, carried)))
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
        &self.columns
    }

    fn advance(&mut self) -> Result<bool, Failure> {
        self.index += 1;
        let is_over = self.texts.first().is_none_or(|ids| self.index >= ids.values.len());
        if is_over && !self.next_batch()? {
            return Ok(false);
        }
        self.row += 1;
        self.lengths.clear();
        for (i, column) in self.numbers.iter().enumerate() {
            let length = column.values[self.index];
            let read = u8::try_from(length);
            let bad = |_| self.bad(&format!("{} ({length}) is no number of moves", self.columns.name(i)));
            self.lengths.push(read.map_err(bad)?);
        }
        Ok(true)
    }

    fn row(&self) -> Row<'_> {
        let scramble = (self.texts.len() > 1).then(|| self.text(1));
        Row { id: self.text(0), scramble, lengths: &self.lengths }
    }

    fn carried(&self) -> Vec<Option<String>> {
        self.carried.iter().map(|column| column.value(self.index)).collect()
    }

    fn run(&self) -> Value {
        let own = self.entries().iter().filter_map(|entry| {
            let key = entry.key.strip_prefix(checksum::PREFIX)?;
            let is_checksum = [checksum::VALUES, checksum::METADATA].contains(&&entry.key[..]);
            let text = entry.value.as_deref().filter(|_| !is_checksum)?;
            let json = || serde_json::from_str(text).ok().filter(|_| !TEXTS.contains(&key));
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
