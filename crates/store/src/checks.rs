//! The integrity of the tables that a program has open: checked in the background, before results are trusted, and after
//! a solver has found a contradiction.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cubiform_threads::CancelToken;

use crate::{OpenTables, StoreError, TableFile};

/// The delay before a background check starts. A single question is answered within this time.
const START_DELAY: Duration = Duration::from_millis(200);

/// The interval at which a wait for checks polls its cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// An event of the checks, for the front end.
#[derive(Clone, Copy, Debug)]
pub enum CheckEvent<'a> {
    /// A background check found a damaged or unreadable file: answers given since it was opened may be wrong.
    Failed(&'a StoreError),
    /// A search takes unusually long: all open tables are about to be read.
    LongSearch,
    /// A table read because of a long search or a contradiction is damaged.
    Damaged(&'a StoreError),
}

/// A table file that was read completely, and its error.
type CheckedFile = (Weak<TableFile>, Option<Arc<StoreError>>);

/// The checks of the tables in one list of open tables. Dropping them cancels those that run.
pub struct TableChecks {
    open: OpenTables,
    report: Arc<dyn Fn(CheckEvent<'_>) + Send + Sync>,
    /// The started checks that were not waited for.
    running: Mutex<Vec<BackgroundCheck>>,
    read: Mutex<Vec<CheckedFile>>,
}

impl TableChecks {
    /// Creates checks of `open`. `report` is called from any thread.
    pub fn new(open: OpenTables, report: impl Fn(CheckEvent<'_>) + Send + Sync + 'static) -> TableChecks {
        TableChecks { open, report: Arc::new(report), running: Mutex::default(), read: Mutex::default() }
    }

    /// Returns the list of open tables.
    pub fn open_tables(&self) -> &OpenTables {
        &self.open
    }

    fn running(&self) -> MutexGuard<'_, Vec<BackgroundCheck>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a background check of the open tables that are neither verified nor already being checked.
    pub fn start(&self) {
        let mut running = self.running();
        let mut files = self.open.files();
        files.retain(|file| {
            let is_known = running.iter().flat_map(BackgroundCheck::files).any(|known| known.is_same(file));
            !file.is_verified() && !is_known
        });
        if !files.is_empty() {
            let report = Arc::clone(&self.report);
            let failed = move |error: &StoreError| report(CheckEvent::Failed(error));
            running.push(BackgroundCheck::start(files, START_DELAY, failed));
        }
    }

    /// Waits for all background checks. Must be called before a result gets its final name.
    pub fn wait(&self) {
        let running = std::mem::take(&mut *self.running());
        running.into_iter().for_each(finish);
    }

    /// Waits for the background checks that leave stamps, so that each table is checked only once, and cancels the others.
    /// `waiting` receives the names of the tables. Cancelling `cancel` cancels them.
    pub fn wait_for_stamps(&self, waiting: impl FnOnce(&[&str]), cancel: &CancelToken) {
        let mut running = std::mem::take(&mut *self.running());
        running.retain(|check| check.is_finished() || check.files().iter().all(|file| file.can_be_stamped()));
        let files = running.iter().filter(|check| !check.is_finished()).flat_map(BackgroundCheck::files);
        let names: Vec<&str> = files.map(|file| file.name()).collect();
        if !names.is_empty() {
            waiting(&names);
        }
        finish_until(running, cancel);
    }

    /// Waits for all background checks, or until `cancel` is cancelled, which cancels those that are left.
    pub fn wait_until(&self, cancel: &CancelToken) {
        let running = std::mem::take(&mut *self.running());
        finish_until(running, cancel);
    }

    /// Cancels the background checks.
    pub fn cancel(&self) {
        let running = std::mem::take(&mut *self.running());
        drop(running);
    }

    /// Reads all open tables completely and returns the errors. Each file is read at most once by this function; other
    /// callers wait meanwhile.
    pub fn damaged(&self) -> Vec<Arc<StoreError>> {
        static NEVER: CancelToken = CancelToken::never();
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.retain(|(file, _)| file.strong_count() > 0);
        let mut damaged = Vec::new();
        for file in self.open.files() {
            let known = read.iter().find(|(known, _)| known.as_ptr() == Arc::as_ptr(&file));
            let error = match known {
                Some((_, error)) => error.clone(),
                None => {
                    let error = file.check(&NEVER).err();
                    let error = error.map(|source| StoreError::File { table: file.name(), source });
                    let error =
                        error.inspect(|error| (self.report)(CheckEvent::Damaged(error))).map(Arc::new);
                    read.push((Arc::downgrade(&file), error.clone()));
                    error
                }
            };
            damaged.extend(error);
        }
        damaged
    }

    /// Checks the tables because a search takes unusually long. Returns whether they are intact.
    pub fn check_for_long_search(&self) -> bool {
        (self.report)(CheckEvent::LongSearch);
        self.damaged().is_empty()
    }
}

/// Waits for checks until `cancel` is cancelled.
fn finish_until(running: Vec<BackgroundCheck>, cancel: &CancelToken) {
    for check in running {
        check.start_now();
        while !check.is_finished() {
            if cancel.is_cancelled() {
                return;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        finish(check);
    }
}

/// Waits for a check.
fn finish(check: BackgroundCheck) {
    // Its error was reported already.
    let _ = check.finish();
}

/// A check of mapped tables against their checksums on a thread of its own, while a search already uses them. Dropping it
/// cancels the check and waits for the block that is being read.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance_table::DistanceTableKind;
    use crate::{Observer, Store};
    use cubiform_threads::Threads;

    static CLOCK: DistanceTableKind = DistanceTableKind {
        name: "clock",
        description: "minutes of a clock",
        metric: "moves",
        numbering: 1,
        size: 60,
        goals: &[0],
        histogram: &[1, 4, 8, 11, 12, 12, 8, 4],
        neighbors: || Box::new(|minute, list| list.extend([1, 10, 50, 59].map(|step| (minute + step) % 60))),
    };

    #[test]
    fn damaged_reads_each_open_file_once_and_reports_its_error() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), &Threads::new(1));
        let table = store.open_or_build(&CLOCK, &Observer::quiet()).unwrap();
        let reports: Arc<Mutex<Vec<String>>> = Arc::default();
        let reported = Arc::clone(&reports);
        let checks = TableChecks::new(store.open_tables().clone(), move |event| {
            reported.lock().unwrap().push(match event {
                CheckEvent::LongSearch => "long search".into(),
                CheckEvent::Failed(error) => format!("failed: {error}"),
                CheckEvent::Damaged(error) => format!("damaged: {error}"),
            });
        });
        assert!(checks.check_for_long_search());

        let reopened = TableChecks::new(store.open_tables().clone(), {
            let reported = Arc::clone(&reports);
            move |event| {
                if let CheckEvent::Damaged(error) = event {
                    reported.lock().unwrap().push(error.to_string());
                }
            }
        });
        let path = store.path(&CLOCK);
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        // Written in place: the open file is the one that changes.
        std::fs::write(&path, bytes).unwrap();
        assert!(checks.check_for_long_search(), "the file was read once already");
        assert_eq!(reopened.damaged().len(), 1);
        assert!(!reopened.check_for_long_search());
        let reports = reports.lock().unwrap();
        assert_eq!(reports[..2], ["long search", "long search"]);
        assert_eq!(reports.len(), 3, "{reports:?}");
        assert!(reports[2].contains("checksum"), "{reports:?}");
        drop(table);
    }
}
