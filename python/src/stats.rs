//! Statistics of analyses, for groups of rows.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader, types};
use arrow_row::{RowConverter, SortField};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use cubiform_answers::analysis::columns::stage_and_color;
use cubiform_answers::stats::{Table, arrow, parts};
use cubiform_cube::Color;
use cubiform_cube::goal::{Stage, Variant};
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

/// Counts the lengths of analyses in the wide layout. Returns the statistics of each stage and set, for each group of
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
            let text = "the table has no lengths; pass an analysis in the wide layout";
            return Err(Failure::argument("data", text));
        }
        let places = stages.iter().flat_map(|(_, colors)| colors.iter().map(|(_, i)| *i)).collect();
        let colors = |colors: Vec<(Color, usize)>| colors.into_iter().map(|(color, _)| color).collect();
        let stages = stages.into_iter().map(|(stage, of_stage)| (stage, colors(of_stage))).collect();
        Ok(Columns { stages, places })
    }
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
        let place = |name: &String| {
            schema.index_of(name).map_err(|_| {
                let names: Vec<&str> = schema.fields().iter().map(|field| &field.name()[..]).collect();
                let failure = Failure::argument("by", format!("the table has no column '{name}'"));
                failure.advising(format!("it has {}", names.join(", ")))
            })
        };
        let by: Vec<usize> = by.iter().map(place).collect::<Result<_, _>>()?;
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
        let refused = |i: usize, what: &str| {
            let name = batch.schema_ref().field(i).name().clone();
            Failure::argument("data", format!("the column '{name}' has {what}; rename it, or drop it"))
        };
        let column = |i: &usize| numbers(batch.column(*i)).ok_or_else(|| refused(*i, "no numbers"));
        let columns: Vec<Vec<f64>> = self.columns.places.iter().map(column).collect::<Result<_, _>>()?;
        let by: Vec<ArrayRef> = self.by.iter().map(|i| Arc::clone(batch.column(*i))).collect();
        let keys =
            (!by.is_empty()).then(|| self.converter.convert_columns(&by)).transpose().map_err(failed)?;
        let mut lengths = vec![0; columns.len()];
        for row in 0..batch.num_rows() {
            if cancel.is_cancelled() {
                return Err(Failure::cancelled());
            }
            // Rows of scrambles that could not be read have no lengths.
            if columns.iter().any(|column| column[row].is_nan()) {
                continue;
            }
            for (i, column) in columns.iter().enumerate() {
                let number = column[row];
                if number != number.trunc() || !(0.0..=255.0).contains(&number) {
                    return Err(refused(self.columns.places[i], &format!("{number}, which is no length")));
                }
                lengths[i] = number as u8;
            }
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
