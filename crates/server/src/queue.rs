//! A bounded queue of tasks that serves its flows in turn, so that no request waits behind all tasks of another.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How urgent a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Someone waits for this answer alone.
    Interactive,
    /// One of the many tasks of a batch.
    Batch,
}

/// The tasks of one class, by flow.
struct Flows<T> {
    tasks: HashMap<u64, VecDeque<T>>,
    /// The flows with tasks, in the order in which they are served.
    turns: VecDeque<u64>,
}

impl<T> Flows<T> {
    fn new() -> Flows<T> {
        Flows { tasks: HashMap::new(), turns: VecDeque::new() }
    }

    fn push(&mut self, flow: u64, task: T) {
        let tasks = self.tasks.entry(flow).or_default();
        if tasks.is_empty() {
            self.turns.push_back(flow);
        }
        tasks.push_back(task);
    }

    /// Takes a task of the next flow, which then goes to the end of the line.
    fn pop(&mut self) -> Option<T> {
        let flow = self.turns.pop_front()?;
        let tasks = self.tasks.get_mut(&flow)?;
        let task = tasks.pop_front();
        if tasks.is_empty() {
            self.tasks.remove(&flow);
        } else {
            self.turns.push_back(flow);
        }
        task
    }
}

struct State<T> {
    interactive: Flows<T>,
    batch: Flows<T>,
    length: usize,
    is_closed: bool,
}

/// A queue whose interactive tasks come before those of batches. Within a class each flow, usually one request, has its
/// turn.
pub(crate) struct FairQueue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    capacity: usize,
}

/// The error of a queue that has no room for another task, or that is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl<T> FairQueue<T> {
    /// Creates a queue for `capacity` tasks.
    pub(crate) fn new(capacity: usize) -> FairQueue<T> {
        let state = State { interactive: Flows::new(), batch: Flows::new(), length: 0, is_closed: false };
        FairQueue { state: Mutex::new(state), changed: Condvar::new(), capacity }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a task to a flow.
    pub(crate) fn push(&self, class: Class, flow: u64, task: T) -> Result<(), Full> {
        let mut state = self.lock();
        if state.length >= self.capacity || state.is_closed {
            return Err(Full);
        }
        state.length += 1;
        match class {
            Class::Interactive => state.interactive.push(flow, task),
            Class::Batch => state.batch.push(flow, task),
        }
        self.changed.notify_one();
        Ok(())
    }

    /// Takes the next interactive task, if there is one.
    pub(crate) fn pop_interactive(&self) -> Option<T> {
        let mut state = self.lock();
        let task = state.interactive.pop()?;
        state.length -= 1;
        Some(task)
    }

    /// Takes the next task. Waits for one until the queue is closed, then returns `None`.
    pub(crate) fn pop(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            let next = state.interactive.pop().or_else(|| state.batch.pop());
            if let Some(task) = next {
                state.length -= 1;
                return Some(task);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the number of tasks that wait.
    pub(crate) fn length(&self) -> usize {
        self.lock().length
    }

    /// Refuses further tasks, and lets [`pop`](Self::pop) return `None` once the queue is empty.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits until no task is left, for at most `time`. Returns whether none is left.
    pub(crate) fn drained_within(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while self.length() > 0 {
            if Instant::now() >= end {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flows_take_turns_and_interactive_tasks_come_first() {
        let queue = FairQueue::new(100);
        for task in 0..4 {
            queue.push(Class::Batch, 1, format!("a{task}")).unwrap();
        }
        queue.push(Class::Batch, 2, "b0".to_string()).unwrap();
        queue.push(Class::Interactive, 3, "i0".to_string()).unwrap();
        let taken: Vec<String> = (0..6).filter_map(|_| queue.pop()).collect();
        assert_eq!(taken, ["i0", "a0", "b0", "a1", "a2", "a3"]);
        assert_eq!(queue.length(), 0);
    }

    #[test]
    fn a_full_or_closed_queue_refuses_tasks() {
        let queue = FairQueue::new(2);
        assert_eq!(queue.push(Class::Batch, 1, 1), Ok(()));
        assert_eq!(queue.push(Class::Batch, 1, 2), Ok(()));
        assert_eq!(queue.push(Class::Interactive, 2, 3), Err(Full));
        assert_eq!(queue.pop_interactive(), None);
        assert_eq!(queue.pop(), Some(1));
        queue.close();
        assert_eq!(queue.push(Class::Batch, 1, 4), Err(Full));
        assert_eq!((queue.pop(), queue.pop()), (Some(2), None));
        assert!(queue.drained_within(Duration::ZERO));
    }

    #[test]
    fn a_waiting_thread_wakes_for_a_task() {
        let queue = FairQueue::new(2);
        std::thread::scope(|scope| {
            let taken = scope.spawn(|| (queue.pop(), queue.pop()));
            std::thread::sleep(Duration::from_millis(10));
            queue.push(Class::Batch, 1, 7).unwrap();
            std::thread::sleep(Duration::from_millis(10));
            queue.close();
            assert_eq!(taken.join().unwrap(), (Some(7), None));
        });
    }
}
