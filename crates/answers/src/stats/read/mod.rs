//! Analyses as samples: the rows of several files one after another, with checks of the files against each other.

mod checks;
mod origin;

use std::collections::VecDeque;

use cubiform_cube::Color;
use cubiform_stats::{Sample, Subset};
use cubiform_threads::CancelToken;
use serde_json::Value;

use super::group::GroupColumns;
use super::table::Object;
use crate::Error;
use crate::rows::Columns;
use crate::rows::read::{AnalysisReader, AnalysisRow};
use crate::run::program;

use checks::{LengthLimits, Overlap};

pub use origin::Origin;

/// Options of reading.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// Whether shards of a run may be missing.
    pub partial: bool,
    /// The maximum number of rows of a sample.
    pub max_rows: u64,
    /// Ends the reading.
    pub cancel: CancelToken,
}

/// A function that opens a file. Returns its rows and its name in messages.
pub type OpenRows = Box<dyn FnOnce() -> Result<(AnalysisReader, String), Error>>;

/// A file, a folder or a text that was named, and the files that it stands for.
pub struct RowSource {
    /// The origin of the rows.
    pub origin: Origin,
    /// The files, in order.
    pub files: Vec<OpenRows>,
}

/// Sources with the same columns, read as one sequence of rows.
pub struct Analysis {
    options: ReadOptions,
    /// The sample that this one is compared with.
    against: Option<Box<(Analysis, Overlap)>>,
    /// The sources that were named.
    origins: Vec<Origin>,
    /// The missing shards of their runs.
    missing: Vec<String>,
    /// The files still to be read, each with the index of its origin.
    files: VecDeque<(OpenRows, usize)>,
    reader: AnalysisReader,
    limits: LengthLimits,
    /// The name of the first file, and the name of all files, in messages.
    first: String,
    names: String,
    /// The number of rows so far.
    rows: u64,
    /// The groupings, and the group of the last row returned in each.
    by: Vec<GroupColumns>,
    groups: Vec<String>,
}

impl Analysis {
    /// Checks the shards of the sources, of which there is at least one, and opens the first file. `missing` receives the
    /// missing shards, if there are any.
    ///
    /// # Errors
    /// If sources overlap, shards are missing and may not be, or there is no file, or the first is not an analysis.
    ///
    /// # Panics
    /// Panics if there are no sources.
    pub fn open(
        sources: Vec<RowSource>,
        options: &ReadOptions,
        missing_shards: impl FnOnce(&[String]),
    ) -> Result<Analysis, Error> {
        let (mut files, mut origins) = (VecDeque::new(), Vec::new());
        for (place, source) in sources.into_iter().enumerate() {
            files.extend(source.files.into_iter().map(|file| (file, place)));
            origins.push(source.origin);
        }
        let missing = checks::check(&origins, options.partial)?;
        if !missing.is_empty() {
            missing_shards(&missing);
        }
        let names = match &origins[..] {
            [origin] => origin.name(),
            _ => "the files".into(),
        };
        let (open, place) =
            files.pop_front().ok_or_else(|| Error::message(format!("{names}: no rows yet")))?;
        let (reader, first) = open()?;
        let limits = LengthLimits::new(&reader.columns);
        let mut analysis = Analysis {
            options: options.clone(),
            against: None,
            origins,
            missing,
            files,
            reader,
            limits,
            first,
            names,
            rows: 0,
            by: Vec::new(),
            groups: Vec::new(),
        };
        analysis.note_run(place);
        Ok(analysis)
    }

    /// Adds the sample that this one is compared with.
    ///
    /// # Errors
    /// If the samples share a file or a shard of a run.
    pub fn compared_with(self, other: Analysis) -> Result<Analysis, Error> {
        checks::check_apart(&self.origins, &other.origins)?;
        let overlap = Overlap::new(self.stages(), other.stages());
        Ok(Analysis { against: Some(Box::new((other, overlap))), ..self })
    }

    /// Stores the run settings of a file that is not part of a folder.
    fn note_run(&mut self, place: usize) {
        let origin = &mut self.origins[place];
        if !origin.is_folder() {
            origin.run = self.reader.settings.clone();
        }
    }

    /// Returns the columns of the current file.
    pub fn columns(&self) -> &Columns {
        &self.reader.columns
    }

    /// Returns the stages with their colours, in the order of [`AnalysisRow::lengths`].
    pub fn stages(&self) -> &[(String, Vec<Color>)] {
        &self.reader.columns.stages
    }

    /// Returns the next row with its group in each grouping, or `None` at the end.
    ///
    /// # Errors
    /// If a file cannot be read or has other columns, a length is impossible, there are no rows at all or too many, or the
    /// reading is cancelled.
    pub fn next_row(&mut self) -> Result<Option<(&AnalysisRow, &[String])>, Error> {
        if self.options.cancel.is_cancelled() {
            return Err(Error::cancelled());
        }
        while !self.reader.advance()? {
            let Some((open, place)) = self.files.pop_front() else {
                let empty = || Error::message(format!("{}: no scrambles, only a header", self.names));
                return if self.rows == 0 { Err(empty()) } else { Ok(None) };
            };
            let (next, _) = open()?;
            if next.columns.stages != self.stages() {
                let message = format!("its stages or colours differ from those of {}", self.first);
                return Err(next.fault(message));
            }
            self.reader = next;
            self.check_by()?;
            self.note_run(place);
        }
        self.rows += 1;
        if self.rows > self.options.max_rows {
            let message = format!("{} has more than {} rows", self.names, self.options.max_rows);
            return Err(Error::usage(None, message).code(Error::TOO_LONG).hint("give fewer rows"));
        }
        let (reader, row) = (&self.reader, &self.reader.row);
        for (by, group) in self.by.iter().zip(&mut self.groups) {
            *group = by.group_of(row).map_err(|message| reader.fault(message))?;
        }
        self.limits.check(&reader.columns, &row.lengths).map_err(|message| reader.fault(message))?;
        if let Some((_, overlap)) = self.against.as_deref_mut() {
            overlap.remember(row);
        }
        Ok(Some((row, &self.groups)))
    }

    /// Reads the sample that this one is compared with, after all rows of this one have been read.
    ///
    /// # Errors
    /// As [`next_row`](Analysis::next_row), or if the samples have scrambles in common.
    pub fn against(&mut self, sets: &[Subset]) -> Result<Option<Sample>, Error> {
        let Some((analysis, overlap)) = self.against.as_deref_mut() else { return Ok(None) };
        let mut sample = Sample::with_sets(analysis.stages().to_vec(), sets);
        while let Some((row, _)) = analysis.next_row()? {
            sample.add(&row.lengths);
            overlap.look_up(row);
        }
        overlap.check()?;
        Ok(Some(sample))
    }

    /// Groups the remaining rows, in addition to earlier groupings.
    ///
    /// # Errors
    /// If the current file lacks a column.
    pub fn group_by(&mut self, by: GroupColumns) -> Result<(), Error> {
        self.by.push(by);
        self.groups.push(String::new());
        self.check_by()
    }

    /// Checks that the current file has the columns of the groupings.
    fn check_by(&self) -> Result<(), Error> {
        let check = |by: &GroupColumns| by.check(&self.reader.columns);
        self.by.iter().try_for_each(check).map_err(|message| self.reader.fault(message))
    }

    /// Returns the attribution required for results made from these files, if a file states it. Parquet files and
    /// folders of parts do.
    pub fn credit(&self) -> Option<&str> {
        self.origins.iter().find_map(|origin| origin.setting("credit")?.as_str())
    }

    /// Returns the number of input lines that the runs skipped.
    pub fn skipped(&self) -> u64 {
        self.origins.iter().map(Origin::skipped).sum()
    }

    /// Returns the provenance of both samples: this program, the sources of each sample with the runs that wrote them, and
    /// the missing shards.
    ///
    /// # Errors
    /// If a file cannot be read for its hash.
    pub fn provenance(&self) -> Result<Object, Error> {
        let mut provenance = Object::new();
        provenance.insert("program".into(), program().into());
        let against = self.against.iter().map(|against| ("against", &against.0));
        for (name, analysis) in std::iter::once(("files", self)).chain(against) {
            provenance.insert(name.into(), analysis.files()?.into());
            if !analysis.missing.is_empty() {
                provenance.insert(format!("{name}_missing_shards"), analysis.missing.clone().into());
            }
        }
        Ok(provenance)
    }

    /// Returns the provenance of the sources, each as a JSON object.
    pub(super) fn files(&self) -> Result<Vec<Value>, Error> {
        self.origins.iter().map(Origin::to_json).collect()
    }
}
