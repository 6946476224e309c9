//! A writer of a JSON array, one item at a time.

use std::io::{self, Write};

/// The state of an array that is being written.
#[derive(Default)]
pub struct JsonArray {
    has_items: bool,
}

impl JsonArray {
    /// Writes an item, which is JSON with or without a final line break.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn item(&mut self, json: &[u8], out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.has_items { b",\n" } else { b"[\n" })?;
        self.has_items = true;
        out.write_all(json.trim_ascii_end())
    }

    /// Writes the end of the array.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.has_items { b"\n]\n" } else { b"[]\n" })
    }
}
