//! A bounded queue of tasks in which clients take turns, and the requests of each client.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of empty queues that are kept, so that a task on an idle server needs no memory.
const MAX_SPARE: usize = 64;

/// How urgent a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Someone waits for this answer alone.
    Interactive,
    /// One of the many tasks of a batch.
    Batch,
}

/// The owner of a task: the client and its request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    /// The address of the client, if it is known.
    pub(crate) address: Option<IpAddr>,
    /// The number of the request.
    pub(crate) request: u64,
}

/// Queues by key that take turns. None of them is empty.
struct Turns<K, Q> {
    queues: HashMap<K, Q>,
    /// The keys in the order in which they are served.
    order: VecDeque<K>,
    /// Empty queues, which are used again.
    spare: Vec<Q>,
}

impl<K, Q> Default for Turns<K, Q> {
    fn default() -> Turns<K, Q> {
        Turns { queues: HashMap::new(), order: VecDeque::new(), spare: Vec::new() }
    }
}

impl<K: Copy + Eq + Hash, Q: Default> Turns<K, Q> {
    /// Returns the queue of a key, to which the caller adds a task.
    fn queue(&mut self, key: K) -> &mut Q {
        self.queues.entry(key).or_insert_with(|| {
            self.order.push_back(key);
            self.spare.pop().unwrap_or_default()
        })
    }

    /// Takes a task from the next queue, which then goes to the end of the line. `take` returns the task and whether the
    /// queue is empty then.
    fn take<T>(&mut self, take: impl FnOnce(&mut Q) -> (Option<T>, bool)) -> Option<T> {
        let key = self.order.pop_front()?;
        let (task, is_empty) = take(self.queues.get_mut(&key)?);
        if is_empty {
            let spare = self.queues.remove(&key).filter(|_| self.spare.len() < MAX_SPARE);
            self.spare.extend(spare);
        } else {
            self.order.push_back(key);
        }
        task
    }
}

/// The tasks of one class, by address and request.
struct Tasks<T>(Turns<Option<IpAddr>, Turns<u64, VecDeque<T>>>);

impl<T> Tasks<T> {
    fn push(&mut self, owner: Owner, task: T) {
        self.0.queue(owner.address).queue(owner.request).push_back(task);
    }

    /// Takes the next task, with the address of its client.
    fn pop(&mut self) -> Option<(Option<IpAddr>, T)> {
        let address = *self.0.order.front()?;
        let task = self.0.take(|requests| {
            let task = requests.take(|tasks| {
                let task = tasks.pop_front();
                (task, tasks.is_empty())
            });
            (task, requests.order.is_empty())
        });
        task.map(|task| (address, task))
    }
}

struct State<T> {
    interactive: Tasks<T>,
    batch: Tasks<T>,
    length: usize,
    /// The numbers of tasks by address.
    by_address: HashMap<Option<IpAddr>, usize>,
    is_closed: bool,
}

impl<T> State<T> {
    /// Records that a task of an address was taken.
    fn taken(&mut self, address: Option<IpAddr>) {
        self.length -= 1;
        if let Some(count) = self.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&address);
            }
        }
    }
}

/// A queue whose interactive tasks come before those of batches. Within a class the addresses of clients take turns, and the
/// requests of an address.
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
        let state = State {
            interactive: Tasks(Turns::default()),
            batch: Tasks(Turns::default()),
            length: 0,
            by_address: HashMap::new(),
            is_closed: false,
        };
        FairQueue { state: Mutex::new(state), changed: Condvar::new(), capacity }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a task.
    pub(crate) fn push(&self, class: Class, owner: Owner, task: T) -> Result<(), Full> {
        let mut state = self.lock();
        let own = state.by_address.get(&owner.address).copied().unwrap_or(0);
        // An address has half of the places, so that the others find one.
        if state.length >= self.capacity || own >= self.capacity.div_ceil(2) || state.is_closed {
            return Err(Full);
        }
        state.length += 1;
        state.by_address.insert(owner.address, own + 1);
        match class {
            Class::Interactive => state.interactive.push(owner, task),
            Class::Batch => state.batch.push(owner, task),
        }
        self.changed.notify_one();
        Ok(())
    }

    /// Takes the next interactive task, if there is one.
    pub(crate) fn pop_interactive(&self) -> Option<T> {
        let mut state = self.lock();
        let (address, task) = state.interactive.pop()?;
        state.taken(address);
        Some(task)
    }

    /// Takes the next task. Waits for one until the queue is closed, then returns `None`.
    pub(crate) fn pop(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            let next = state.interactive.pop().or_else(|| state.batch.pop());
            if let Some((address, task)) = next {
                state.taken(address);
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
    use std::sync::Arc;
    use std::sync::mpsc::{self, RecvTimeoutError};

    use super::*;

    /// Returns the owner of the tasks of a request of a client.
    fn owner(client: u8, request: u64) -> Owner {
        Owner { address: Some(IpAddr::from([127, 0, 0, client])), request }
    }

    #[test]
    fn requests_take_turns_and_interactive_tasks_come_first() {
        let queue = FairQueue::new(100);
        for task in 0..4 {
            queue.push(Class::Batch, owner(1, 1), format!("a{task}")).unwrap();
        }
        queue.push(Class::Batch, owner(1, 2), "b0".to_string()).unwrap();
        queue.push(Class::Interactive, owner(1, 3), "i0".to_string()).unwrap();
        let taken: Vec<String> = (0..6).filter_map(|_| queue.pop()).collect();
        assert_eq!(taken, ["i0", "a0", "b0", "a1", "a2", "a3"]);
        assert_eq!(queue.length(), 0);
    }

    #[test]
    fn addresses_take_turns_whatever_the_number_of_their_requests() {
        let queue = FairQueue::new(100);
        for request in 0..4 {
            queue.push(Class::Interactive, owner(1, request), format!("many{request}")).unwrap();
        }
        for task in 0..2 {
            queue.push(Class::Interactive, owner(2, 9), format!("few{task}")).unwrap();
        }
        let taken: Vec<String> = (0..6).filter_map(|_| queue.pop()).collect();
        assert_eq!(taken, ["many0", "few0", "many1", "few1", "many2", "many3"]);
    }

    #[test]
    fn a_full_or_closed_queue_refuses_tasks() {
        let queue = FairQueue::new(2);
        assert_eq!(queue.push(Class::Batch, owner(1, 1), 1), Ok(()));
        assert_eq!(queue.push(Class::Batch, owner(1, 1), 7), Err(Full), "one address has half of the places");
        assert_eq!(queue.push(Class::Batch, owner(2, 1), 2), Ok(()));
        assert_eq!(queue.push(Class::Interactive, owner(3, 2), 3), Err(Full));
        assert_eq!(queue.pop_interactive(), None);
        assert_eq!(queue.pop(), Some(1));
        queue.close();
        assert_eq!(queue.push(Class::Batch, owner(1, 1), 4), Err(Full));
        assert_eq!((queue.pop(), queue.pop()), (Some(2), None));
        assert!(queue.drained_within(Duration::ZERO));
    }

    #[test]
    fn a_waiting_thread_wakes_for_a_task() {
        let queue = Arc::new(FairQueue::new(2));
        let (waiting, (sender, taken)) = (Arc::clone(&queue), mpsc::channel());
        std::thread::spawn(move || {
            while let Some(task) = waiting.pop() {
                sender.send(task).unwrap();
            }
        });
        let next = || taken.recv_timeout(Duration::from_secs(60));
        // Each task is added while the thread returns to wait for it, or shortly before or after that.
        for task in 0..1000 {
            queue.push(Class::Batch, owner(1, 1), task).unwrap();
            assert_eq!(next(), Ok(task));
        }
        queue.close();
        assert_eq!(next(), Err(RecvTimeoutError::Disconnected));
    }
}
