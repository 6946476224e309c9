//! The native part of the Python package `cubiform`, on which its Python part builds.
//!
//! Cubes come in and analyses go out through the Arrow PyCapsule interface; all other answers are the JSON of the command.
//! Computations run without the lock of the interpreter, and end soon after Ctrl-C.

mod analyzer;
mod answers;
mod blocks;
mod capsule;
mod command;
mod cube;
mod data;
mod error;
mod interrupt;
mod one_cube;
mod rows;
mod stats;
mod tables;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::analyzer::{Batches, Engine};
    #[pymodule_export]
    use crate::answers::{answer, random_states, review, solve};
    #[pymodule_export]
    use crate::blocks::{BlockFolder, write_file};
    #[pymodule_export]
    use crate::capsule::{Batch, BatchSchema};
    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::cube::{Algorithm, Cube};
    #[pymodule_export]
    use crate::data::{FileBatches, hash_file};
    #[pymodule_export]
    use crate::interrupt::panic;
    #[pymodule_export]
    use crate::one_cube::advice_to_read;
    #[pymodule_export]
    use crate::stats::{fairness, stats};
    #[pymodule_export]
    use crate::tables::{build_tables, list_tables, remove_tables, verify_tables};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::error::install_hook();
        module.add("GROUPS_OF_TESTS", crate::stats::groups_of_tests())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
