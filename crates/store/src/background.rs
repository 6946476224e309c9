//! The check of mapped tables against their checksums on a background thread, while a search already uses them.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cubiform_threads::CancelToken;

use super::StoreError;
use crate::table_file::TableFile;

/// A check of table files on a thread of its own. Dropping it cancels the check and waits for the block that is being
/// read.
pub struct BackgroundCheck {
    files: Vec<Arc<TableFile>>,
    failed: Arc<dyn Fn(&StoreError) + Send + Sync>,
    control: Arc<Control>,
    /// `None` if the system refused to start a thread: [`finish`](BackgroundCheck::finish) then does the check itself.
    thread: Option<JoinHandle<Result<(), StoreError>>>,
}

#[derive(Default)]
struct Control {
    /// Whether the check is to start at once, because a caller waits for it or it was cancelled.
    is_awaited: Mutex<bool>,
    changed: Condvar,
    cancel: CancelToken,
}

impl BackgroundCheck {
    /// Starts a check of the `files` that are not yet [verified](TableFile::is_verified), after a delay that leaves the
    /// whole machine to the caller. `failed` is called, usually on the checking thread, with the error of the first
    /// file that is damaged or unreadable.
    pub fn start(
        files: Vec<Arc<TableFile>>,
        after: Duration,
        failed: impl Fn(&StoreError) + Send + Sync + 'static,
    ) -> BackgroundCheck {
        let control = Arc::new(Control::default());
        let failed: Arc<dyn Fn(&StoreError) + Send + Sync> = Arc::new(failed);
        let work = {
            let (files, control, failed) = (files.clone(), Arc::clone(&control), Arc::clone(&failed));
            move || {
                let is_awaited = control.is_awaited.lock().unwrap_or_else(PoisonError::into_inner);
                let waited = control.changed.wait_timeout_while(is_awaited, after, |is_awaited| !*is_awaited);
                drop(waited);
                check_files(&files, &control.cancel).inspect_err(|error| failed(error))
            }
        };
        let thread = thread::Builder::new().name("table check".into()).spawn(work).ok();
        BackgroundCheck { files, failed, control, thread }
    }

    /// Returns the files to be checked.
    pub fn files(&self) -> &[Arc<TableFile>] {
        &self.files
    }

    /// Returns whether no thread is checking, so that [`finish`](Self::finish) does not wait for one.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Starts the check at once instead of after its delay.
    pub fn start_now(&self) {
        self.control.wake();
    }

    /// Waits until the check has ended.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    ///
    /// # Panics
    /// If the check panicked.
    pub fn finish(mut self) -> Result<(), StoreError> {
        let Some(thread) = self.thread.take() else {
            return check_files(&self.files, &self.control.cancel).inspect_err(|error| (self.failed)(error));
        };
        self.control.wake();
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for BackgroundCheck {
    fn drop(&mut self) {
        self.control.cancel.cancel();
        self.control.wake();
        if let Some(thread) = self.thread.take() {
            // Ends after the current block. A stamp that is being written is completed.
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

/// Checks files until one is found damaged or the check is cancelled.
fn check_files(files: &[Arc<TableFile>], cancel: &CancelToken) -> Result<(), StoreError> {
    for file in files.iter().filter(|file| !file.is_verified()) {
        file.check(cancel).map_err(StoreError::file(file.name()))?;
    }
    Ok(())
}
