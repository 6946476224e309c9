//! The JSON output: an object for each scramble, as lines or as one array.

use std::io::{self, Write};

use cubiform_answers::analysis::columns::Layout;
use cubiform_answers::analysis::json::Objects;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::goals::Goals;
use cubiform_answers::json_array::JsonArray;

use crate::render::{Render, Style};
use cubiform_answers::run::Run;

/// The renderer of JSON lines: an object for each scramble.
pub(crate) struct Jsonl {
    objects: Objects,
    layout: Layout,
}

/// The renderer of one JSON array of the same objects.
pub(crate) struct Document {
    objects: Jsonl,
    array: JsonArray,
}

impl Document {
    /// Creates a renderer of an array of the objects that `objects` writes.
    pub(crate) fn new(objects: Jsonl) -> Document {
        Document { objects, array: JsonArray::default() }
    }
}

impl Render for Document {
    fn write_header(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let mut object = Vec::new();
        self.objects.write_row(report, &mut object)?;
        self.array.item(&object, out)
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.array.end(out)
    }
}

impl Jsonl {
    /// Creates a renderer for these goals.
    pub(crate) fn new(goals: &Goals, style: Style, run: &Run) -> Jsonl {
        let objects = Objects::new(goals, run.carried.clone());
        let objects = if style.solutions { objects.with_solutions(style.slack) } else { objects };
        Jsonl { objects, layout: run.layout }
    }
}

impl Render for Jsonl {
    fn write_header(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        match self.layout {
            Layout::Wide => write_line(&self.objects.row(report), out),
            Layout::Long => self.objects.long_rows(report).try_for_each(|row| write_line(&row, out)),
        }
    }
}

fn write_line(object: &impl serde::Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}
