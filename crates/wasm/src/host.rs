//! The functions that the host calls, and those of the host that the module calls.
//!
//! A call takes its argument from the input: the host asks for the address of so many bytes, fills them, and calls a
//! function, which returns after its last event. Numbers and addresses are all that passes between the two, so that no
//! generated code stands between them.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use crate::{Event, Module};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Returns the time since a fixed moment, in milliseconds.
    safe fn now() -> f64;
    /// Returns 1 if the call should end early, otherwise 0.
    safe fn is_cancelled() -> u32;
    /// Receives an event: its kind, and the address and length of its bytes, which are valid during the call.
    safe fn receive(kind: u32, address: *const u8, length: usize);
}

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static MODULE: LazyLock<Module> = LazyLock::new(|| {
    cubiform_threads::clock::set(|| Duration::from_secs_f64(now() / 1e3));
    std::panic::set_hook(Box::new(|panic| send(Event::Panic(panic.to_string()))));
    Module::new(|| is_cancelled() != 0)
});

/// Passes an event to the host.
fn send(event: Event) {
    let (kind, bytes): (u32, &[u8]) = match &event {
        Event::Progress(json) => (0, json),
        Event::Row(json) => (1, json),
        Event::Document(json) => (2, json),
        Event::Table(bytes) => (3, bytes),
        Event::Error(json) => (4, json),
        Event::Panic(text) => (5, text.as_bytes()),
    };
    receive(kind, bytes.as_ptr(), bytes.len());
}

/// Takes the input of a call.
fn input() -> Vec<u8> {
    std::mem::take(&mut *INPUT.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes room for the input of the next call, and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    *input = vec![0; length];
    input.as_mut_ptr()
}

/// Answers the request in the input, as [`Module::answer`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() {
    MODULE.answer(&input(), &mut send);
}

/// Fills the table whose name is in the input, as [`Module::fill`].
#[cfg(feature = "all")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn fill() {
    MODULE.fill(&input(), &mut send);
}

/// Opens the table whose file is in the input, as [`Module::open`].
#[cfg(feature = "all")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn open() {
    MODULE.open(input(), &mut send);
}
