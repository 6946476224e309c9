//! Exact answers about the Rubik's cube over HTTP: the server behind `cubiform serve`.
//!
//! A [`Server`] listens, opens its tables, and answers until it is stopped. The routes are described by the document at
//! `/v1/openapi.json` and by the guide. Answers have the types and the JSON of [`cubiform_answers`], so they equal those of
//! the command.
//!
//! ```
//! use std::io::{Read, Write};
//! use std::net::TcpStream;
//!
//! use cubiform_cube::goal::Variant;
//! use cubiform_server::{Server, Settings};
//! use cubiform_store::{Observer, Store};
//! use cubiform_tables::catalogue::Entry;
//! use cubiform_threads::{CancelToken, Threads};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A server builds no tables: that of the cross is built here.
//! let folder = tempfile::tempdir()?;
//! let threads = Threads::available();
//! let store = Store::new(folder.path(), &threads);
//! store.build(Entry::named("cross").expect("the catalogue has it"), &Observer::quiet())?;
//!
//! let goals = vec![Variant::read("cross")?];
//! let server = Server::listen("127.0.0.1:0", Settings { goals, ..Settings::new(store, &threads) })?;
//! let (address, shutdown) = (server.address(), CancelToken::new());
//! let (stop, answer) = (shutdown.clone(), move || -> std::io::Result<String> {
//!     let mut stream = TcpStream::connect(address)?;
//!     let query = "goal=cross&colors=white&scramble=R+U+F";
//!     write!(stream, "GET /v1/analyze?{query} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
//!     let mut answer = String::new();
//!     stream.read_to_string(&mut answer).map(|_| answer)
//! });
//! let mut client = None;
//! server.run(&shutdown, || {
//!     client = Some(std::thread::spawn(move || {
//!         let found = answer();
//!         stop.cancel();
//!         found
//!     }));
//! })?;
//! let found = client.expect("the server was ready").join().expect("the client does not panic")?;
//! assert!(found.contains(r#""stages":{"cross":{"white":2}}"#), "{found}");
//! # Ok(())
//! # }
//! ```
//!
//! A server answers every program that reaches its address, and pages of its own origin. It has no accounts and no encryption.

mod access;
mod app;
mod batch;
mod body;
mod caller;
mod engines;
mod list;
mod listen;
mod metrics;
mod openapi;
mod pace;
mod page;
mod problem;
mod query_schema;
mod queue;
mod request;
mod routes;
mod settings;
mod workers;

pub use listen::{Heartbeat, ServeError, Server};
pub use page::HAS_PAGE;
pub use settings::{Limits, Settings};
