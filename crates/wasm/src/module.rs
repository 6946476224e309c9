//! The solvers of the module, and what the host may ask of them.

use std::sync::{Mutex, PoisonError};

use cubiform_answers::Error;
use cubiform_answers::engines::{Engines, GoalTables, TablePolicy};
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::Context;
use cubiform_answers::operation::batch::Batch;
use cubiform_answers::operations;
use cubiform_answers::solvers::EngineSolvers;
use cubiform_store::fill::Watch;
use cubiform_store::{fill_image, image_name, open_image};
use cubiform_tables::catalogue::Entry;
use cubiform_threads::{CancelToken, Threads};
use serde_json::{Map, Value, json};

use crate::event::{self, Event, Sink};
use crate::input;

/// The size of the largest table that a question fills by itself, in bytes: that of the cross and one slot. Larger ones
/// take seconds, so the host has them filled apart, and opens them when they are ready.
const MAX_TABLE: u64 = 10_000_000;

/// The maximum memory of a count of states, in bytes.
const MAX_COUNT_MEMORY: u64 = 64 << 20;

/// The solvers, with the tables that the host has opened.
pub struct Module {
    engines: Engines,
    cancel: CancelToken,
}

impl Module {
    /// Creates the module without tables. A call ends early once `is_cancelled` returns true.
    pub fn new(is_cancelled: fn() -> bool) -> Module {
        let policy = TablePolicy { max_table: MAX_TABLE, ..TablePolicy::default() };
        let engines = Engines::new(GoalTables::in_memory(), policy, &Threads::single());
        Module { engines, cancel: CancelToken::polling(is_cancelled) }
    }

    /// Answers a request, a JSON object with its `operation` and the members of the request. The answer is the document
    /// of the command's `--format json`. An analysis or a solve with `input`, the text of a file of cubes, has the rows of
    /// `--format jsonl` instead, and an empty document.
    pub fn answer(&self, request: &[u8], sink: Sink<'_>) {
        if let Err(error) = self.try_answer(request, sink) {
            sink(Event::error(&error));
        }
    }

    fn try_answer(&self, request: &[u8], sink: Sink<'_>) -> Result<(), Error> {
        let (members, input) = read(request)?;
        let solvers = EngineSolvers { engines: &self.engines, cancel: &self.cancel };
        let limits = Limits { count_memory: MAX_COUNT_MEMORY, ..Limits::NONE };
        let Some(text) = input else {
            let sink = Mutex::new(sink);
            let pass = |event| sink.lock().unwrap_or_else(PoisonError::into_inner)(event);
            let report =
                |done, total| pass(Event::Progress(event::json(&json!({"done": done, "total": total}))));
            let context = Context { report: &report, ..Context::new(&solvers) };
            let document = operations::answer(members, &limits, &context)?;
            pass(Event::Document(document));
            return Ok(());
        };
        let batch = Batch { text, sink: &mut |row| sink(Event::Row(row)) };
        operations::answer_each(members, batch, &limits, &Context::new(&solvers))?;
        sink(Event::Document(Vec::new()));
        Ok(())
    }

    /// Fills the table of this name, and returns the bytes of its file.
    pub fn fill(&self, name: &[u8], sink: Sink<'_>) {
        let filled = named(name).and_then(|entry| {
            let watch = Watch { cancel: &self.cancel, report: &|_| {} };
            fill_image(entry, self.engines.threads(), &watch).map_err(|error| match error {
                cubiform_store::StoreError::Cancelled { .. } => Error::cancelled(),
                error => Error::table(error),
            })
        });
        match filled {
            Ok(image) => sink(Event::Table(image)),
            Err(error) => sink(Event::error(&error)),
        }
    }

    /// Opens a table from the bytes of its file. From then on, questions that it makes faster use it. The document is the
    /// name of the table.
    pub fn open(&self, image: Vec<u8>, sink: Sink<'_>) {
        let name = image_name(&image).map(String::into_bytes).unwrap_or_default();
        let opened = named(&name).and_then(|entry| {
            let table = open_image(entry, image).map_err(Error::table)?;
            let table = table.ok_or_else(|| Error::table("the file is of an earlier version of cubiform"))?;
            self.engines.insert(entry, table);
            Ok(entry.name)
        });
        sink(opened.map_or_else(|error| Event::error(&error), |name| Event::document(&name)));
    }
}

/// Returns the table of this name.
fn named(name: &[u8]) -> Result<&'static Entry, Error> {
    let name = String::from_utf8_lossy(name);
    Entry::named(&name).ok_or_else(|| Error::usage("table", format!("there is no table '{name}'")))
}

/// Reads the members of a request, and apart from them the text of a batch.
fn read(request: &[u8]) -> Result<(Map<String, Value>, Option<String>), Error> {
    let mut members = input::members(request)?;
    let is_batch = matches!(members.get("operation").and_then(Value::as_str), Some("analyze" | "solve"));
    let batch = if is_batch { members.remove("input") } else { None };
    let batch = batch.map(|batch| match batch {
        Value::String(text) => Ok(text),
        _ => Err(Error::usage("input", "expected text with a cube in each line")),
    });
    input::check_cubes(&members)?;
    Ok((members, batch.transpose()?))
}
