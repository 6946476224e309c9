//! Arrow data in the capsules of the Arrow C data interface.

use std::ffi::CStr;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{Array, RecordBatch, StructArray};
use arrow_schema::Schema;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::error::Failure;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

fn arrow_error(error: impl ToString) -> PyErr {
    Failure::message(error).into()
}

/// Returns the capsule of a schema.
pub(crate) fn of_schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(arrow_error)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// A record batch, which any library with the Arrow PyCapsule interface reads.
#[pyclass(frozen, module = "cubiform._native")]
pub(crate) struct Batch(pub(crate) RecordBatch);

#[pymethods]
impl Batch {
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // A consumer casts to another schema itself.
        drop(requested_schema);
        let schema = of_schema(py, &self.0.schema())?;
        let array = StructArray::from(self.0.clone()).into_data();
        let (array, _): (FFI_ArrowArray, _) = to_ffi(&array).map_err(arrow_error)?;
        PyTuple::new(py, [schema, PyCapsule::new_with_value(py, array, ARRAY)?])
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        of_schema(py, &self.0.schema())
    }
}

/// A schema, which any library with the Arrow PyCapsule interface reads.
#[pyclass(frozen, module = "cubiform._native")]
pub(crate) struct BatchSchema(pub(crate) std::sync::Arc<Schema>);

#[pymethods]
impl BatchSchema {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        of_schema(py, &self.0)
    }
}

/// Takes the stream of an object with `__arrow_c_stream__`.
///
/// # Errors
/// If the object has no stream, or one that was taken already.
pub(crate) fn stream_of(data: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let capsule = data.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: The name of the capsule says that it holds a stream. `from_raw` moves the stream out and leaves one that is
    // released, as the interface requires.
    unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) }.map_err(arrow_error)
}
