//! The command as the writer of folders of parts: it names the tables of this process, and prints events.

use cubiform_answers::Error;
use cubiform_answers::parts::{Event, Host};
use cubiform_answers::run::UsedTable;

use crate::failure::{Failure, say};
use crate::{interrupt, table_checks};

/// The command, with its advice for continuing a run that ends early.
pub(crate) struct Command {
    pub(crate) continue_with: &'static str,
}

impl Host for Command {
    fn tables(&self) -> Vec<UsedTable> {
        used_tables()
    }

    fn verify_tables(&self) -> Result<(), Error> {
        // The run ends with the message about the table.
        table_checks::wait_for_all().map_err(|_| Error::cancelled())
    }

    fn show(&self, event: &Event<'_>) {
        match event {
            Event::Kept { .. } => say(format_args!("{event}: {}", self.continue_with)),
            Event::Lost(error) => {
                if let Failure::Message(message) = Failure::from((*error).clone()) {
                    say(format_args!("error: {message}"));
                }
            }
            event => say(event),
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::requested()
    }
}

/// Returns the table files that this process uses, by name.
pub(super) fn used_tables() -> Vec<UsedTable> {
    table_checks::identities().into_iter().map(UsedTable::from).collect()
}
