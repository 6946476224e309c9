//! A JSON array that is written one item at a time.

use std::io::{self, Write};

/// What has been written of an array.
#[derive(Default)]
pub(crate) struct JsonArray {
    has_items: bool,
}

impl JsonArray {
    /// Writes an item: JSON, with or without a line break at its end.
    pub(crate) fn item(&mut self, json: &[u8], out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.has_items { b",\n" } else { b"[\n" })?;
        self.has_items = true;
        out.write_all(json.trim_ascii_end())
    }

    /// Writes the end, after the last item.
    pub(crate) fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.has_items { b"\n]\n" } else { b"[]\n" })
    }
}
