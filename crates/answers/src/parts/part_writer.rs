//! The writer of one part: a new one, or one that is written again and should have its former hash.

use std::io::BufWriter;
use std::path::PathBuf;
use std::time::Instant;

use cubiform_files::HashedFile;

use super::Part;
use super::write_error;
use crate::Error;
use crate::rows::RowWriter;
use crate::run::Run;

/// A function that creates the writer of the rows of a part, which records the settings of the run.
pub type NewRowWriter<'a, R> = Box<dyn Fn(&Run) -> Box<dyn RowWriter<R>> + 'a>;

/// A part that is being written.
pub(super) struct PartWriter<R> {
    path: PathBuf,
    /// Versions of the file that differ in the settings that they record.
    versions: Vec<(BufWriter<HashedFile>, Box<dyn RowWriter<R>>)>,
    pub(super) rows: u64,
    first: String,
    last: String,
    pub(super) since: Instant,
}

impl<R> PartWriter<R> {
    /// Creates the part at `path`, with a version for each of `runs`. `first` is the id of its first row.
    pub(super) fn create(
        path: PathBuf,
        runs: &[Run],
        rows: &NewRowWriter<'_, R>,
        first: &str,
    ) -> Result<PartWriter<R>, Error> {
        let version = |run: &Run| {
            let file = HashedFile::create(&path).map_err(|e| Error::file(&path, "write", &e))?;
            let (mut file, mut rows) = (BufWriter::new(file), rows(run));
            rows.write_header(&mut file).map_err(|e| write_error(&path, &e))?;
            Ok((file, rows))
        };
        let versions = runs.iter().map(version).collect::<Result<_, Error>>()?;
        let (first, last, since) = (first.to_string(), String::new(), Instant::now());
        Ok(PartWriter { path, versions, rows: 0, first, last, since })
    }

    /// Writes a row.
    pub(super) fn row(&mut self, row: &R, id: &str) -> Result<(), Error> {
        for (file, rows) in &mut self.versions {
            rows.write_row(row, file).map_err(|e| write_error(&self.path, &e))?;
        }
        self.rows += 1;
        self.last.clear();
        self.last.push_str(id);
        Ok(())
    }

    /// Completes the part without giving it its name. Returns the first version with the bytes of `expected`, or else the
    /// last version, and its description.
    pub(super) fn complete(self, expected: Option<&Part>) -> Result<(HashedFile, Part), Error> {
        let PartWriter { path, versions, rows, first, last, .. } = self;
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let part = Part { file: file_name.into(), rows, first, last, bytes: 0, xxh3: 0, position: None };
        let mut complete = None;
        for (mut file, mut rows) in versions {
            let written =
                rows.write_end(&mut file).and_then(|()| file.into_inner().map_err(|e| e.into_error()));
            let file = written.map_err(|e| write_error(&path, &e))?;
            let is_expected =
                expected.is_some_and(|part| (part.bytes, part.xxh3) == (file.bytes(), file.xxh3()));
            complete = Some(file);
            if is_expected {
                break;
            }
        }
        let file = complete.expect("a part has a version");
        let part = Part { bytes: file.bytes(), xxh3: file.xxh3(), ..part };
        Ok((file, part))
    }
}
