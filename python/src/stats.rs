//! Statistics of analyses, for groups of rows, and tests of fairness.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::RecordBatchStreamReader;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader, StringArray, types};
use arrow_row::{RowConverter, SortField};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use cubiform_answers::columns::stage_and_color;
use cubiform_answers::rows;
use cubiform_answers::rows::read::{AnalysisReader, AnalysisRow};
use cubiform_answers::run::InputSource;
use cubiform_answers::stats::fair::{FairnessResults, NO_TESTS};
use cubiform_answers::stats::group::GroupColumns;
use cubiform_answers::stats::labels::Labels;
use cubiform_answers::stats::read::{Analysis, Origin, ReadOptions, RowSource};
use cubiform_answers::stats::{StatsOptions, Table, arrow, parts};
use cubiform_cube::Color;
use cubiform_cube::goal::{Stage, Variant};
use cubiform_stats::fairness::Settings;
use cubiform_stats::{Sample, Subset};
use cubiform_threads::CancelToken;
use pyo3::prelude::*;

use crate::capsule::{Batch, stream_of};
use crate::error::Failure;
use crate::interrupt::interruptible;

/// Parses colour sets: `all63`, `common`, or sets separated by commas.
fn color_sets(text: &str) -> Result<Vec<Subset>, Failure> {
    match text {
        "all63" => Ok(Subset::every()),
        "common" => Ok(Subset::COMMON.into()),
        _ => Subset::list(text).map_err(|e| Failure::argument("sets", e)),
    }
}

/// Counts the lengths of analyses. Returns the statistics of each stage and set, for each group of
/// rows with equal values in the columns `by`.
#[pyfunction]
pub(crate) fn stats(py: Python<'_>, data: &Bound<'_, PyAny>, sets: &str, by: Vec<String>) -> PyResult<Batch> {
    let sets = color_sets(sets)?;
    let input = stream_of(data)?;
    let cancel = CancelToken::new();
    let count = || {
        let mut groups = Groups::new(&input.schema(), sets, &by)?;
        for batch in input {
            groups.add(&batch.map_err(failed)?, &cancel)?;
        }
        groups.measures()
    };
    interruptible(py, &cancel, count).map(Batch)
}

/// Tests whether the scrambles of analyses may be uniformly random states. Returns the JSON of the document. The columns
/// `id`, `scramble`, `facelets` and those named in `carried` are texts.
#[pyfunction]
pub(crate) fn fairness(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    sets: Option<&str>,
    by: Option<Vec<String>>,
    carried: Vec<String>,
    permutations: Option<u32>,
    seed: u64,
) -> PyResult<String> {
    let sets = sets.map(color_sets).transpose()?;
    let options = StatsOptions { sets, by: by.map(GroupColumns::of), fair: None };
    let input = stream_of(data)?;
    let cancel = CancelToken::new();
    let test = || {
        let reader = analysis_of(input, &carried)?;
        let origin = Origin::of_text(DATA, InputSource::Stream(DATA.into()));
        let source = RowSource { origin, files: vec![Box::new(move || Ok((reader, DATA.into())))] };
        let reading = ReadOptions { partial: true, max_rows: u64::MAX, cancel: cancel.clone() };
        let mut samples = Analysis::open(vec![source], &reading, |_| {})?;
        let settings = Settings { permutations, seed };
        let results = FairnessResults::read(&mut samples, &options, &settings, &cancel).map_err(untested)?;
        let document = results.document(&Labels::of(&samples));
        serde_json::to_string(&document.json(None)).map_err(failed)
    };
    interruptible(py, &cancel, test)
}

/// The name of a table in messages.
const DATA: &str = "data";

/// Returns the names of the columns by which tests of fairness group rows unless others are named.
pub(crate) fn groups_of_tests() -> Vec<&'static str> {
    GroupColumns::events_and_dates().collect()
}

/// Returns the error of a test of fairness.
fn untested(error: cubiform_answers::Error) -> Failure {
    let is_without_tests = error.code == NO_TESTS;
    let failure = Failure::from(error);
    match is_without_tests {
        true => failure.advising("analyse the scrambles with: cubiform.analyze(scrambles, stages=\"cross\")"),
        false => failure,
    }
}

/// Returns a reader of the rows of a table, without those that have no lengths.
fn analysis_of(input: RecordBatchStreamReader, carried: &[String]) -> Result<AnalysisReader, Failure> {
    let schema = input.schema();
    let columns = Columns::find(&schema)?;
    let place = |name: &str| schema.index_of(name).ok();
    let (id, cube) = (place("id"), place("scramble").or_else(|| place("facelets")));
    let places: Vec<usize> = carried.iter().map(|name| index_of(&schema, name)).collect::<Result<_, _>>()?;
    let rows_of =
        move |columns: &Columns, batch: &RecordBatch, before: usize| -> Result<Vec<AnalysisRow>, Failure> {
            let text = |i: usize| {
                let column = batch.column(i).as_string_opt::<i32>();
                column.ok_or_else(|| Failure::internal(format!("column {i} of the table has no texts")))
            };
            let (id, cube) = (id.map(text).transpose()?, cube.map(text).transpose()?);
            let carried: Vec<_> = places.iter().map(|i| text(*i)).collect::<Result<_, _>>()?;
            let (numbers, mut rows) = (columns.numbers(batch)?, Vec::new());
            let value =
                |column: &StringArray, row| column.is_valid(row).then(|| column.value(row).to_string());
            for row in 0..batch.num_rows() {
                let Some(lengths) = columns.lengths(batch, &numbers, row)? else { continue };
                let number = before + row + 1;
                rows.push(AnalysisRow {
                    id: id.and_then(|id| value(id, row)).unwrap_or_else(|| number.to_string()),
                    cube: cube.and_then(|cube| value(cube, row)),
                    row: Some(number as u64),
                    lengths,
                    carried: carried.iter().map(|column| value(column, row)).collect(),
                    ..AnalysisRow::default()
                });
            }
            Ok(rows)
        };
    let known = rows::Columns::from_stages(columns.stages.clone(), Some(carried));
    let mut before = 0;
    let rows = input.flat_map(move |batch| {
        let rows = batch.map_err(failed).and_then(|batch| {
            before += batch.num_rows();
            rows_of(&columns, &batch, before - batch.num_rows())
        });
        match rows {
            Ok(rows) => rows.into_iter().map(Ok).collect(),
            Err(failure) => vec![Err(failure.into())],
        }
    });
    Ok(AnalysisReader::of_rows(DATA, known, serde_json::Map::new(), rows))
}

/// The columns of lengths: the stages with their colours, and the indices of the columns in that order.
struct Columns {
    stages: Vec<(String, Vec<Color>)>,
    places: Vec<usize>,
}

impl Columns {
    /// Finds the columns by the metadata of `analyze`, or else by the names of known stages and colours.
    fn find(schema: &Schema) -> Result<Columns, Failure> {
        let by_metadata = |field: &FieldRef| {
            let (stage, color) = (field.metadata().get("stage")?, field.metadata().get("color")?);
            Some((stage.clone(), Color::from_name(color)?))
        };
        let by_name = |field: &FieldRef| {
            let (stage, color) = stage_and_color(field.name())?;
            let is_known = Stage::named(stage).is_some() || Variant::read(stage).is_ok();
            is_known.then(|| (stage.to_string(), color))
        };
        let has_metadata = schema.fields().iter().any(|field| by_metadata(field).is_some());
        let key = |field| if has_metadata { by_metadata(field) } else { by_name(field) };
        let mut stages: Vec<(String, Vec<(Color, usize)>)> = Vec::new();
        for (i, field) in schema.fields().iter().enumerate() {
            let Some((stage, color)) = key(field) else { continue };
            match stages.iter_mut().find(|(known, _)| *known == stage) {
                Some((_, colors)) if colors.iter().any(|(known, _)| *known == color) => {
                    let text = format!("two columns have the lengths of {stage} on {color}; drop one");
                    return Err(Failure::argument("data", text));
                }
                Some((_, colors)) => colors.push((color, i)),
                None => stages.push((stage, vec![(color, i)])),
            }
        }
        if stages.is_empty() {
            let text = "the table has no lengths; pass an analysis";
            return Err(Failure::argument("data", text));
        }
        let places = stages.iter().flat_map(|(_, colors)| colors.iter().map(|(_, i)| *i)).collect();
        let colors = |colors: Vec<(Color, usize)>| colors.into_iter().map(|(color, _)| color).collect();
        let stages = stages.into_iter().map(|(stage, of_stage)| (stage, colors(of_stage))).collect();
        Ok(Columns { stages, places })
    }

    /// Returns the numbers of a batch, for each column.
    fn numbers(&self, batch: &RecordBatch) -> Result<Vec<Vec<f64>>, Failure> {
        let column = |i: &usize| numbers(batch.column(*i)).ok_or_else(|| refused(batch, *i, "no numbers"));
        self.places.iter().map(column).collect()
    }

    /// Returns the lengths of a row; `None` for a scramble that could not be read.
    fn lengths(
        &self,
        batch: &RecordBatch,
        numbers: &[Vec<f64>],
        row: usize,
    ) -> Result<Option<Vec<u8>>, Failure> {
        if numbers.iter().any(|column| column[row].is_nan()) {
            return Ok(None);
        }
        let length = |(column, place): (&Vec<f64>, &usize)| {
            let number = column[row];
            let is_length = number == number.trunc() && (0.0..=255.0).contains(&number);
            is_length
                .then_some(number as u8)
                .ok_or_else(|| refused(batch, *place, &format!("{number}, which is no length")))
        };
        numbers.iter().zip(&self.places).map(length).collect::<Result<Vec<u8>, _>>().map(Some)
    }
}

/// Returns the error of a column of lengths.
fn refused(batch: &RecordBatch, column: usize, what: &str) -> Failure {
    let name = batch.schema_ref().field(column).name().clone();
    Failure::argument("data", format!("the column '{name}' has {what}; rename it, or drop it"))
}

/// Returns the index of a column.
fn index_of(schema: &Schema, name: &str) -> Result<usize, Failure> {
    schema.index_of(name).map_err(|_| {
        let names: Vec<&str> = schema.fields().iter().map(|field| &field.name()[..]).collect();
        let failure = Failure::argument("by", format!("the table has no column '{name}'"));
        failure.advising(format!("it has {}", names.join(", ")))
    })
}

/// Returns the numbers of a column, NaN where there is none. Returns `None` if it is no column of numbers.
fn numbers(column: &dyn Array) -> Option<Vec<f64>> {
    macro_rules! of_types {
        ($($name:ident $native:ident),*) => {
            match column.data_type() {
                DataType::Null => Some(vec![f64::NAN; column.len()]),
                $(DataType::$name => {
                    let values = column.as_primitive::<types::$native>().iter();
                    Some(values.map(|value| value.map_or(f64::NAN, |value| value as f64)).collect())
                })*
                _ => None,
            }
        };
    }
    of_types!(
        UInt8 UInt8Type, UInt16 UInt16Type, UInt32 UInt32Type, UInt64 UInt64Type, Int8 Int8Type,
        Int16 Int16Type, Int32 Int32Type, Int64 Int64Type, Float32 Float32Type, Float64 Float64Type
    )
}

/// The samples of groups of rows.
struct Groups {
    columns: Columns,
    sets: Vec<Subset>,
    /// The columns that divide the rows.
    by: Vec<usize>,
    fields: Vec<FieldRef>,
    converter: RowConverter,
    /// The place in `samples` of the group with these values, as the converter encodes them.
    places: HashMap<Box<[u8]>, usize>,
    samples: Vec<Sample>,
}

fn failed(error: impl ToString) -> Failure {
    Failure::message(error)
}

impl Groups {
    fn new(schema: &Schema, sets: Vec<Subset>, by: &[String]) -> Result<Groups, Failure> {
        let by: Vec<usize> = by.iter().map(|name| index_of(schema, name)).collect::<Result<_, _>>()?;
        let fields: Vec<FieldRef> = by.iter().map(|i| Arc::clone(&schema.fields()[*i])).collect();
        let sorted = fields.iter().map(|field| SortField::new(field.data_type().clone())).collect();
        Ok(Groups {
            columns: Columns::find(schema)?,
            sets,
            by,
            fields,
            converter: RowConverter::new(sorted).map_err(failed)?,
            places: HashMap::new(),
            samples: Vec::new(),
        })
    }

    /// Adds the rows of a batch.
    fn add(&mut self, batch: &RecordBatch, cancel: &CancelToken) -> Result<(), Failure> {
        let numbers = self.columns.numbers(batch)?;
        let by: Vec<ArrayRef> = self.by.iter().map(|i| Arc::clone(batch.column(*i))).collect();
        let keys =
            (!by.is_empty()).then(|| self.converter.convert_columns(&by)).transpose().map_err(failed)?;
        for row in 0..batch.num_rows() {
            if cancel.is_cancelled() {
                return Err(Failure::cancelled());
            }
            let Some(lengths) = self.columns.lengths(batch, &numbers, row)? else { continue };
            let key = keys.as_ref().map(|keys| keys.row(row));
            let key = key.as_ref().map_or(&[][..], AsRef::as_ref);
            let place = match self.places.get(key) {
                Some(place) => *place,
                None => {
                    self.samples.push(Sample::with_sets(self.columns.stages.clone(), &self.sets));
                    self.places.insert(key.into(), self.samples.len() - 1);
                    self.samples.len() - 1
                }
            };
            self.samples[place].add(&lengths);
        }
        Ok(())
    }

    /// Returns the statistics, with a row for each group, stage and set, and the values of the group in front.
    fn measures(&self) -> Result<RecordBatch, Failure> {
        let tables: Vec<Table> = self.samples.iter().map(parts::summary).collect();
        let empty = parts::summary(&Sample::with_sets(self.columns.stages.clone(), &self.sets));
        let mut columns: Vec<(String, ArrayRef)> = Vec::new();
        if !self.by.is_empty() {
            let mut keys: Vec<&[u8]> = vec![&[]; self.samples.len()];
            self.places.iter().for_each(|(key, place)| keys[*place] = key);
            let parser = self.converter.parser();
            let rows = keys.iter().zip(&tables);
            let groups = rows.flat_map(|(key, table)| table.rows.iter().map(|_| parser.parse(key)));
            let values = self.converter.convert_rows(groups).map_err(failed)?;
            columns.extend(self.fields.iter().map(|field| field.name().clone()).zip(values));
        }
        let tables: Vec<&Table> = if tables.is_empty() { vec![&empty] } else { tables.iter().collect() };
        columns.extend(arrow::columns(&tables));
        let fields = columns.iter().map(|(name, values)| Field::new(name, values.data_type().clone(), true));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        let values = columns.iter().map(|(_, values)| Arc::clone(values)).collect();
        RecordBatch::try_new(Arc::new(schema), values).map_err(failed)
    }
}
