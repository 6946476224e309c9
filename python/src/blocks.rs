//! Folders of parts whose blocks Python analyses, and the files of the parts.

use std::io::Write;
use std::path::{Path, PathBuf};

use cubiform_answers::parts::{self, Block, BlockPart, Division, SilentHost};
use cubiform_files::{HashedFile, folder_of};
use pyo3::prelude::*;

use crate::error::Failure;

/// A part of a block: its length, its hash in hexadecimal digits, the program that wrote it, and the tables that were
/// used, as JSON.
type Part = (u64, String, String, String);

/// A folder of parts, locked by this process until it is closed.
#[pyclass(module = "cubiform._native")]
pub(crate) struct BlockFolder(Option<parts::BlockFolder<'static>>);

impl BlockFolder {
    fn open(&mut self) -> PyResult<&mut parts::BlockFolder<'static>> {
        Ok(self.0.as_mut().ok_or_else(|| Failure::message("the folder is closed"))?)
    }
}

#[pymethods]
impl BlockFolder {
    /// Creates or opens a folder, and locks it.
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<BlockFolder> {
        std::fs::create_dir_all(folder_of(&path))?;
        let opened = py.detach(|| parts::BlockFolder::open(&path, &SilentHost));
        Ok(BlockFolder(Some(opened.map_err(Failure::from)?)))
    }

    /// The number of rows of a block of the earlier run, if there is one.
    #[getter]
    fn block_rows(&mut self) -> PyResult<Option<u64>> {
        Ok(self.open()?.division().map(|division| division.rows))
    }

    /// Starts a run, or continues the earlier one. A block is its number of rows, its first and last ids and its digest.
    fn start(
        &mut self,
        run: &str,
        rows: u64,
        on_error: String,
        blocks: Vec<(u64, String, String, u64)>,
    ) -> PyResult<()> {
        let run = serde_json::from_str(run).map_err(Failure::message)?;
        let blocks: Vec<Block> = blocks
            .into_iter()
            .map(|(rows, first, last, digest)| Block { rows, first, last, digest })
            .collect();
        let items = blocks.iter().map(|block| block.rows).sum();
        let digest = blocks.iter().fold(0u64, |sum, block| sum.wrapping_add(block.digest));
        let division = Division { rows, items, digest, on_error };
        Ok(self.open()?.start(run, division, blocks).map_err(Failure::from)?)
    }

    /// Adds the part of a block. Returns false if the part is damaged.
    fn add(&mut self, number: usize, part: Part) -> PyResult<bool> {
        let (bytes, xxh3, program, tables) = part;
        let xxh3 = u64::from_str_radix(&xxh3, 16).map_err(Failure::message)?;
        let tables = serde_json::from_str(&tables).map_err(Failure::message)?;
        Ok(self.open()?.add(number, BlockPart { bytes, xxh3, program, tables }))
    }

    /// Removes the part of a block, if there is one.
    fn remove(&mut self, number: usize) -> PyResult<()> {
        Ok(self.open()?.remove(number).map_err(Failure::from)?)
    }

    /// Writes the manifest.
    fn write(&mut self) -> PyResult<()> {
        Ok(self.open()?.write().map_err(Failure::from)?)
    }

    /// Removes the temporary files of workers that were killed.
    fn remove_temporary(&mut self) -> PyResult<()> {
        self.open()?.remove_temporary();
        Ok(())
    }

    /// Releases the lock.
    fn close(&mut self) {
        self.0 = None;
    }
}

/// Writes a file, which appears under its name once it is complete. Returns its length and its hash (XXH3, 64 bits).
#[pyfunction]
pub(crate) fn write_file(py: Python<'_>, path: PathBuf, data: &[u8]) -> PyResult<(u64, String)> {
    let write = |path: &Path| {
        let mut file = HashedFile::create(path)?;
        file.write_all(data)?;
        let written = (file.bytes(), format!("{:016x}", file.xxh3()));
        file.commit().map(|()| written)
    };
    Ok(py.detach(|| write(&path))?)
}
