//! The events of a call.

use cubiform_answers::{Error, ErrorObject};
use serde::Serialize;

/// An event of a call, for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The work goes on, as JSON: `{"done": 1, "total": 9}` tasks.
    Progress(Vec<u8>),
    /// A row of a batch, as JSON.
    Row(Vec<u8>),
    /// The whole answer, as JSON; empty after rows. Nothing follows.
    Document(Vec<u8>),
    /// The bytes of the file of a table. Nothing follows.
    Table(Vec<u8>),
    /// The reason why there is no answer, as JSON. Nothing follows.
    Error(Vec<u8>),
    /// A fault of the module, which is not usable from then on.
    Panic(String),
}

impl Event {
    /// The whole answer.
    pub(crate) fn document(document: &impl Serialize) -> Event {
        Event::Document(json(document))
    }

    /// The reason why there is no answer.
    pub(crate) fn error(error: &Error) -> Event {
        Event::Error(json(&ErrorObject::new(error)))
    }
}

/// Returns a document as JSON.
pub(crate) fn json(document: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(document).expect("texts and numbers can be written")
}

/// A receiver of events.
pub type Sink<'a> = &'a mut (dyn FnMut(Event) + Send);
