//! Mapped tables held against their checksums while they are used already.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::StoreError;
use crate::store::table_file::TableFile;

/// A check of table files on a thread of its own. Dropped, it stops: that waits for the block that is being read.
pub struct BackgroundCheck {
    files: Vec<Arc<TableFile>>,
    control: Arc<Control>,
    /// None if the system has refused a thread: then [`finish`](BackgroundCheck::finish) does the work.
    thread: Option<JoinHandle<Result<(), StoreError>>>,
}

#[derive(Default)]
struct Control {
    /// Whether somebody waits for the result.
    is_awaited: Mutex<bool>,
    changed: Condvar,
    cancel: AtomicBool,
}

impl BackgroundCheck {
    /// Starts to check files that have not been [verified](TableFile::is_verified), after a while in which the caller may want
    /// all of the machine. `failed` is called, on the thread of the check, with what is wrong with the first file that is
    /// damaged or cannot be read.
    pub fn start(
        files: Vec<Arc<TableFile>>,
        after: Duration,
        failed: impl FnOnce(&StoreError) + Send + 'static,
    ) -> BackgroundCheck {
        let control = Arc::new(Control::default());
        let work = {
            let (files, control) = (files.clone(), Arc::clone(&control));
            move || {
                let is_awaited = control.is_awaited.lock().unwrap_or_else(PoisonError::into_inner);
                let waited = control.changed.wait_timeout_while(is_awaited, after, |is_awaited| !*is_awaited);
                drop(waited);
                check_files(&files, &control.cancel).inspect_err(failed)
            }
        };
        let thread = thread::Builder::new().name("table check".into()).spawn(work).ok();
        BackgroundCheck { files, control, thread }
    }

    /// The files that it checks.
    pub fn files(&self) -> &[Arc<TableFile>] {
        &self.files
    }

    /// Whether it has ended, so that [`finish`](Self::finish) does not wait.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_some_and(JoinHandle::is_finished)
    }

    /// Has it begin at once.
    pub fn hurry(&self) {
        self.control.wake();
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    ///
    /// # Panics
    /// If the check did.
    pub fn finish(mut self) -> Result<(), StoreError> {
        let Some(thread) = self.thread.take() else {
            return check_files(&self.files, &self.control.cancel);
        };
        self.control.wake();
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for BackgroundCheck {
    fn drop(&mut self) {
        self.control.cancel.store(true, Ordering::Relaxed);
        self.control.wake();
        if let Some(thread) = self.thread.take() {
            // Within a millisecond or so. A stamp that it is writing is finished, so that nothing is left half done.
            let _ = thread.join();
        }
    }
}

impl Control {
    fn wake(&self) {
        *self.is_awaited.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }
}

/// Checks files until one is found to be damaged, or it is cancelled.
fn check_files(files: &[Arc<TableFile>], cancel: &AtomicBool) -> Result<(), StoreError> {
    for file in files.iter().filter(|file| !file.is_verified()) {
        file.check(cancel).map_err(StoreError::file(file.entry()))?;
    }
    Ok(())
}
