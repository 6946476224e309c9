//! The threads that compute: a team for analyses, which yield to one another, one for quick tasks and one for long ones.
//!
//! A request submits tasks and awaits their results. Each task has a [`Ticket`] whose token ends it: when the client is
//! gone, when its time or its CPU time is spent, or when the server stops. A task that panics fails alone. Quick tasks have
//! threads of their own, so that none waits behind a search of seconds.

use std::any::Any;
use std::cell::Cell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cubiform_faults::{Operation, fault};
use cubiform_threads::CancelToken;
use cubiform_threads::clock::ThreadTime;
use tokio::sync::oneshot;

use crate::queue::{Class, FairQueue, Owner};

/// The number of analyses between which a thread switches: one of a batch at most, the others interactive.
const MAX_RUNNING: usize = 4;

/// The time after which another interactive analysis runs beside one. Most are done by then, and one at a time is faster.
const SLICE: Duration = Duration::from_millis(20);

/// The number of polls of an analysis for each look at its token and at the clock.
const POLLS: u32 = 64;

/// The reason why a task has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskError {
    /// The queue is full.
    Full,
    /// The client is gone or the server stops.
    Cancelled,
    /// The time or the CPU time of the request is spent.
    Spent,
    /// The time of the request passed while it waited for its turn.
    Waited,
    /// The task panicked.
    Panicked,
}

/// The team that runs a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// For tasks of at most some hundredths of a second.
    Quick,
    /// For all other tasks.
    Long,
}

/// What a task may take.
pub(crate) struct Allowance {
    /// Ends the task.
    pub(crate) cancel: CancelToken,
    /// The CPU time that is left.
    pub(crate) cpu: Duration,
    /// The time that is left, if it is limited.
    pub(crate) time: Option<Duration>,
    /// The token of the request. A task of a batch may end alone, before its request does.
    pub(crate) request: CancelToken,
    /// Whether the task is one of a batch.
    pub(crate) is_of_batch: bool,
}

/// The context that the tasks of a request share: their owner, the token that ends them, and the time spent.
#[derive(Clone, Debug)]
pub(crate) struct Ticket {
    class: Class,
    owner: Owner,
    created: Instant,
    /// The time for the answer, if it is limited.
    time: Option<Duration>,
    /// Cancelled when the client is gone or the server stops.
    abandoned: CancelToken,
    /// Also cancelled when the time of the request is spent.
    pub(crate) cancel: CancelToken,
    spent: Arc<Spent>,
    max_cpu: Duration,
    /// The CPU time and the time of one task, if they are limited.
    task: Option<(Duration, Duration)>,
}

/// What the tasks of a request have spent, in nanoseconds.
#[derive(Debug)]
struct Spent {
    cpu: AtomicU64,
    /// The time that passed before the first task began; the largest number until then.
    waited: AtomicU64,
}

impl Ticket {
    /// Creates the ticket of a request, which has `time` for its answer if it is given, and `max_cpu` of CPU time.
    pub(crate) fn new(
        (class, owner): (Class, Owner),
        server: &CancelToken,
        time: Option<Duration>,
        max_cpu: Duration,
    ) -> Ticket {
        let abandoned = server.child();
        let cancel = abandoned.child_within(time);
        Ticket {
            class,
            owner,
            created: Instant::now(),
            time,
            abandoned,
            cancel,
            spent: Arc::new(Spent { cpu: AtomicU64::new(0), waited: AtomicU64::new(u64::MAX) }),
            max_cpu,
            task: None,
        }
    }

    /// Limits the CPU time and the time of each task.
    pub(crate) fn with_task_limits(self, cpu: Duration, time: Duration) -> Ticket {
        Ticket { task: Some((cpu, time)), ..self }
    }

    /// Returns a guard that ends the tasks once it is dropped.
    pub(crate) fn guard(&self) -> AbandonOnDrop {
        AbandonOnDrop(self.abandoned.clone())
    }

    /// Returns the CPU time spent so far.
    pub(crate) fn cpu(&self) -> Duration {
        Duration::from_nanos(self.spent.cpu.load(Ordering::Relaxed))
    }

    /// Adds CPU time, and ends the tasks if it is too much.
    fn spend(&self, time: Duration) {
        let time = nanoseconds(time);
        let spent = self.spent.cpu.fetch_add(time, Ordering::Relaxed).saturating_add(time);
        if Duration::from_nanos(spent) >= self.max_cpu {
            self.cancel.cancel();
        }
    }

    /// Records that a task begins.
    fn begin(&self) {
        self.spent.waited.fetch_min(nanoseconds(self.created.elapsed()), Ordering::Relaxed);
    }

    /// Returns the reason why a task of the ticket was ended: it waited if more of its time passed in the queue than in
    /// work.
    pub(crate) fn reason(&self) -> TaskError {
        let waited = Duration::from_nanos(self.spent.waited.load(Ordering::Relaxed));
        match self.abandoned.is_cancelled() {
            true => TaskError::Cancelled,
            false if self.cpu() < self.max_cpu && waited > self.created.elapsed() / 2 => TaskError::Waited,
            false => TaskError::Spent,
        }
    }

    /// Returns what a task that begins on this thread may take.
    fn allowance(&self) -> Allowance {
        let cpu = self.max_cpu.saturating_sub(self.cpu());
        let time = self.time.map(|time| time.saturating_sub(self.created.elapsed()));
        let (cpu, time) = match self.task {
            Some((max_cpu, max_time)) => (cpu.min(max_cpu), Some(max_time)),
            None => (cpu, time),
        };
        let cancel = self.cancel.child_within(time).child_within_cpu(cpu);
        Allowance { cancel, cpu, time, request: self.cancel.clone(), is_of_batch: self.task.is_some() }
    }
}

/// Ends the tasks of a ticket once it is dropped.
#[must_use]
pub(crate) struct AbandonOnDrop(CancelToken);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// An analysis in the queue.
struct Job {
    class: Class,
    future: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// Any other task in the queue.
type Task = Box<dyn FnOnce() + Send>;

/// The queues and the threads that serve them.
pub(crate) struct Workers {
    analyses: Arc<FairQueue<Job>>,
    quick: Arc<FairQueue<Task>>,
    long: Arc<FairQueue<Task>>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts three teams of `count` threads, with `capacity` places in the queue of each.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub(crate) fn start(count: usize, capacity: usize) -> std::io::Result<Workers> {
        let analyses = Arc::new(FairQueue::new(capacity));
        let [quick, long] = [(); 2].map(|()| Arc::new(FairQueue::new(capacity)));
        let mut threads = Vec::new();
        for number in 1..=count {
            let queue = Arc::clone(&analyses);
            threads.push(start_thread(format!("analyses-{number}"), move || run_analyses(&queue))?);
            for (name, tasks) in [("quick", &quick), ("long", &long)] {
                let queue = Arc::clone(tasks);
                threads.push(start_thread(format!("{name}-{number}"), move || run_tasks(&queue))?);
            }
        }
        Ok(Workers { analyses, quick, long, threads })
    }

    /// Returns the numbers of analyses and of other tasks that wait.
    pub(crate) fn waiting(&self) -> (usize, usize) {
        (self.analyses.length(), self.quick.length() + self.long.length())
    }

    /// Returns whether all threads run.
    pub(crate) fn are_alive(&self) -> bool {
        !self.threads.iter().any(JoinHandle::is_finished)
    }

    /// Runs a future that yields and needs no waker, such as an analysis.
    pub(crate) async fn analyze<T: Send + 'static>(
        &self,
        ticket: &Ticket,
        analysis: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, TaskError> {
        let (sender, receiver) = oneshot::channel();
        let job = {
            let ticket = ticket.clone();
            async move {
                ticket.begin();
                // Nobody may wait for the result any more.
                let _ = sender.send(BoundedFuture::new(analysis, ticket).await);
            }
        };
        let job = Job { class: ticket.class, future: Box::pin(job) };
        let pushed = self.analyses.push(ticket.class, ticket.owner, job);
        pushed.map_err(|_| TaskError::Full)?;
        receiver.await.unwrap_or(Err(TaskError::Cancelled))
    }

    /// Runs a function, which ends early once the token of the ticket is cancelled.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        ticket: &Ticket,
        lane: Lane,
        work: impl FnOnce(&Allowance) -> T + Send + 'static,
    ) -> Result<T, TaskError> {
        let (sender, receiver) = oneshot::channel();
        let task = {
            let ticket = ticket.clone();
            move || {
                if ticket.cancel.is_cancelled() {
                    let _ = sender.send(Err(ticket.reason()));
                    return;
                }
                ticket.begin();
                let (allowance, start) = (ticket.allowance(), ThreadTime::now());
                let result = catch_unwind(AssertUnwindSafe(|| work(&allowance)));
                ticket.spend(start.elapsed());
                let result = result.map_err(|panic| {
                    log_panic(&*panic);
                    TaskError::Panicked
                });
                let _ = sender.send(result);
            }
        };
        let queue = match lane {
            Lane::Quick => &self.quick,
            Lane::Long => &self.long,
        };
        queue.push(ticket.class, ticket.owner, Box::new(task)).map_err(|_| TaskError::Full)?;
        receiver.await.unwrap_or(Err(TaskError::Cancelled))
    }

    /// Refuses further tasks, waits up to `time` for those in the queues, and for the threads to end. The caller then
    /// cancels the tokens of the tasks that are left.
    pub(crate) fn drain(&self, time: Duration) -> bool {
        self.analyses.close();
        self.quick.close();
        self.long.close();
        let end = Instant::now() + time;
        let left = || end.saturating_duration_since(Instant::now());
        let drained = self.analyses.drained_within(left())
            && self.quick.drained_within(left())
            && self.long.drained_within(left());
        while drained && !self.threads.iter().all(JoinHandle::is_finished) {
            if left().is_zero() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        drained
    }
}

/// Starts a thread.
///
/// # Errors
/// If the system refuses it.
pub(crate) fn start_thread(
    name: String,
    work: impl FnOnce() + Send + 'static,
) -> std::io::Result<JoinHandle<()>> {
    fault(Operation::Thread)?;
    std::thread::Builder::new().name(name).spawn(work)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Polls analyses in turn: the next of any class when there is none, and interactive ones beside those that have run for
/// some time and beside one of a batch.
fn run_analyses(queue: &FairQueue<Job>) {
    let mut context = Context::from_waker(Waker::noop());
    let mut running: Vec<(Job, Instant)> = Vec::with_capacity(MAX_RUNNING);
    loop {
        if running.is_empty() {
            let Some(job) = queue.pop() else { return };
            running.push((job, Instant::now()));
        } else if running.len() < MAX_RUNNING
            && running.iter().all(|(job, since)| job.class == Class::Batch || since.elapsed() >= SLICE)
            && let Some(job) = queue.pop_interactive()
        {
            running.push((job, Instant::now()));
        }
        running.retain_mut(|(job, _)| job.future.as_mut().poll(&mut context).is_pending());
    }
}

fn run_tasks(queue: &FairQueue<Task>) {
    while let Some(task) = queue.pop() {
        task();
    }
}

/// Logs the message of a panic.
fn log_panic(panic: &(dyn Any + Send)) {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    tracing::error!(panic = text, "a task panicked");
}

/// Returns the CPU time of this thread since the last call. A thread that waits for analyses spends none, so this is the time
/// of the poll that just ended; its clock, for which the system is asked, is read once and not twice.
fn since_last_poll() -> Duration {
    thread_local! {
        static LAST: Cell<Option<ThreadTime>> = const { Cell::new(None) };
    }
    let now = ThreadTime::now();
    LAST.replace(Some(now)).map_or(Duration::ZERO, |last| now.since(last))
}

/// A future that ends early with its ticket and catches panics. Each poll polls the inner future [`POLLS`] times.
struct BoundedFuture<F: Future> {
    inner: Option<Pin<Box<F>>>,
    ticket: Ticket,
}

impl<F: Future> BoundedFuture<F> {
    fn new(inner: F, ticket: Ticket) -> BoundedFuture<F> {
        BoundedFuture { inner: Some(Box::pin(inner)), ticket }
    }
}

impl<F: Future> Future for BoundedFuture<F> {
    type Output = Result<F::Output, TaskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if self.ticket.cancel.is_cancelled() {
            self.inner = None;
            return Poll::Ready(Err(self.ticket.reason()));
        }
        let Some(inner) = &mut self.inner else { return Poll::Ready(Err(TaskError::Panicked)) };
        let polled = catch_unwind(AssertUnwindSafe(|| {
            (0..POLLS).map(|_| inner.as_mut().poll(context)).find(Poll::is_ready).unwrap_or(Poll::Pending)
        }));
        self.ticket.spend(since_last_poll());
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(result)) => {
                self.inner = None;
                Poll::Ready(Ok(result))
            }
            Err(panic) => {
                log_panic(&*panic);
                self.inner = None;
                Poll::Ready(Err(TaskError::Panicked))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cubiform_search::yield_now;

    use super::*;
    use crate::app::App;

    const LONG: Duration = Duration::from_secs(600);
    const OWNER: Owner = Owner { address: None, request: 1 };

    fn ticket(class: Class) -> Ticket {
        Ticket::new((class, OWNER), &CancelToken::never(), None, LONG)
    }

    async fn endless() {
        loop {
            yield_now().await;
        }
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
    }

    #[test]
    fn a_panic_fails_its_task_alone() {
        let workers = Workers::start(1, 10).unwrap();
        block_on(async {
            let ticket = ticket(Class::Interactive);
            let failed = workers.analyze(&ticket, async { panic!("on purpose") }).await;
            assert_eq!(failed, Err::<(), _>(TaskError::Panicked));
            let failed = workers.run(&ticket, Lane::Long, |_| panic!("on purpose")).await;
            assert_eq!(failed, Err::<(), _>(TaskError::Panicked));
            assert_eq!(workers.analyze(&ticket, async { 1 }).await, Ok(1));
            assert_eq!(workers.run(&ticket, Lane::Quick, |_| 2).await, Ok(2));
        });
    }

    #[test]
    fn an_interactive_analysis_runs_beside_a_long_one_of_a_batch() {
        let workers = Workers::start(1, 10).unwrap();
        block_on(async {
            let batch = ticket(Class::Batch);
            let guard = batch.guard();
            let long = workers.analyze(&batch, endless());
            let alone = ticket(Class::Interactive);
            let short = workers.analyze(&alone, async { 1 });
            tokio::select! {
                biased;
                _ = long => panic!("it never ends"),
                short = short => assert_eq!(short, Ok(1)),
            }
            drop(guard);
            assert_eq!(workers.analyze(&ticket(Class::Batch), async { 2 }).await, Ok(2));
        });
    }

    #[test]
    fn a_ticket_bounds_time_and_cpu_time() {
        let workers = Workers::start(1, 10).unwrap();
        block_on(async {
            const INTERACTIVE: (Class, Owner) = (Class::Interactive, OWNER);
            let never = CancelToken::never();
            let short = Ticket::new(INTERACTIVE, &never, Some(Duration::from_millis(30)), LONG);
            assert_eq!(workers.analyze(&short, endless()).await, Err(TaskError::Spent));
            let cheap = Ticket::new(INTERACTIVE, &never, None, Duration::from_millis(30));
            assert_eq!(workers.analyze(&cheap, endless()).await, Err(TaskError::Spent));
            assert!(cheap.cpu() >= Duration::from_millis(30) && cheap.cpu() < Duration::from_secs(5));
        });
    }

    #[test]
    fn cpu_time_bounds_a_task_and_sleep_does_not_count() {
        let workers = Workers::start(1, 10).unwrap();
        block_on(async {
            let cheap = Ticket::new(
                (Class::Interactive, OWNER),
                &CancelToken::never(),
                None,
                Duration::from_millis(40),
            );
            let done = workers.run(&cheap, Lane::Long, |allowance| {
                std::thread::sleep(Duration::from_millis(60));
                let slept_through = !allowance.cancel.is_cancelled();
                while !allowance.cancel.is_cancelled() {
                    std::hint::black_box(0);
                }
                slept_through
            });
            assert_eq!(done.await, Ok(true));
            assert_eq!(cheap.reason(), TaskError::Spent);
        });
    }

    #[test]
    fn quick_tasks_do_not_wait_behind_long_ones_and_time_in_the_queue_is_told_apart() {
        let workers = Workers::start(1, 10).unwrap();
        block_on(async {
            let (long, second) = (ticket(Class::Interactive), ticket(Class::Interactive));
            let guard = long.guard();
            let working = workers.run(&long, Lane::Long, |allowance| {
                while !allowance.cancel.is_cancelled() {
                    std::thread::yield_now();
                }
            });
            let waiting = Ticket::new(
                (Class::Interactive, OWNER),
                &CancelToken::never(),
                Some(Duration::from_millis(5)),
                LONG,
            );
            let late = workers.run(&waiting, Lane::Long, |_| ());
            let others = async {
                assert_eq!(workers.run(&second, Lane::Quick, |_| 3).await, Ok(3));
                App::cancelled(&waiting.cancel).await;
                drop(guard);
            };
            let (working, late, ()) = tokio::join!(working, late, others);
            assert_eq!((working, late), (Ok(()), Err(TaskError::Waited)));
        });
    }

    #[test]
    fn a_full_queue_refuses_tasks_and_draining_ends_the_threads() {
        let workers = Workers::start(1, 0).unwrap();
        block_on(async {
            let ticket = ticket(Class::Batch);
            assert_eq!(workers.analyze(&ticket, async { 1 }).await, Err(TaskError::Full));
            assert_eq!(workers.run(&ticket, Lane::Quick, |_| 2).await, Err(TaskError::Full));
        });
        assert_eq!(workers.waiting(), (0, 0));
        assert!(workers.drain(Duration::from_secs(5)));
    }
}
