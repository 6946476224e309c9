//! Batches in memory: the rows of all cubes of a text, one after the other.
//!
//! The command and the server read and write batches as they go, on several threads. A front end with one thread and no
//! files has the text at hand.

use std::io::Cursor;

use serde::Serialize;

use super::{Context, to_json};
use crate::Error;
use crate::input::{BadRow, Input, Item, Line, Options};

/// A text of cubes in any format of the command's input, and the receiver of their rows as JSON.
pub struct Batch<'a> {
    /// The text.
    pub text: String,
    /// Receives the row of each line.
    pub sink: &'a mut dyn FnMut(Vec<u8>),
}

/// The input of a batch, and the receiver of its rows.
pub(crate) struct Rows<'a> {
    pub(crate) input: Input,
    sink: &'a mut dyn FnMut(Vec<u8>),
}

impl<'a> Batch<'a> {
    /// Reads the format of the text.
    ///
    /// # Errors
    /// If it is not readable.
    pub(crate) fn read(self, options: Options) -> Result<Rows<'a>, Error> {
        let input = Input::from_reader("input", Box::new(Cursor::new(self.text)), options)?;
        Ok(Rows { input, sink: self.sink })
    }
}

impl Rows<'_> {
    /// Calls `answer` for each line, with its number from 1 and the receiver of its rows. Many lines take no search that would
    /// notice a cancellation, so it is also tested before each of them.
    pub(crate) fn each(
        self,
        context: &Context<'_>,
        answer: impl Fn(Line, u64, &mut dyn FnMut(Vec<u8>)) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Rows { input, sink } = self;
        let mut number = 0;
        for item in input {
            if context.cancel().is_cancelled() {
                return Err(Error::cancelled());
            }
            match item {
                Item::Line(line) => {
                    number += 1;
                    answer(line, number, sink)?;
                }
                Item::Bad(bad) => {
                    number += 1;
                    row(&BadRow::new(&bad, None), sink)?;
                }
                Item::Failed(error) => return Err(error),
                // Notes tell a person what was skipped; a text has no random states.
                Item::Note(_) | Item::State(..) => {}
            }
        }
        Ok(())
    }
}

/// Passes a row on.
pub(crate) fn row(object: &impl Serialize, sink: &mut dyn FnMut(Vec<u8>)) -> Result<(), Error> {
    sink(to_json(object)?);
    Ok(())
}
