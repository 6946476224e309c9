//! A limit on the nodes of one search, beyond which its tables are verified once.

use std::fmt;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// A check that returns whether the tables of a search match their checksums. It may take seconds.
pub type TableCheck = Box<dyn Fn() -> bool + Send + Sync>;

/// The maximum number of nodes of one search before its tables are verified.
///
/// A search with intact tables rarely expands as many nodes; with a damaged table it might run for days. If the check
/// finds the tables intact, the limit is lifted for good. If it does not, or if there is no check, the search is given
/// up.
pub struct NodeLimit {
    /// The maximum number of nodes before the check.
    pub max_nodes: u64,
    check: Option<TableCheck>,
    checked: Once,
    is_lifted: AtomicBool,
}

impl NodeLimit {
    /// Creates a limit without a check.
    pub fn new(max_nodes: u64) -> NodeLimit {
        NodeLimit { max_nodes, check: None, checked: Once::new(), is_lifted: AtomicBool::new(false) }
    }

    /// Sets the check that runs once a search exceeds `max_nodes`.
    pub fn set_check(&mut self, check: TableCheck, max_nodes: u64) {
        (self.check, self.checked, self.max_nodes) = (Some(check), Once::new(), max_nodes);
    }

    /// Allows any number of nodes from now on.
    pub fn lift(&self) {
        self.is_lifted.store(true, Ordering::Relaxed);
    }

    /// Returns whether a search that has expanded `nodes` nodes may continue. Beyond the limit this runs the check, or
    /// waits while another thread runs it.
    #[inline]
    pub fn allows(&self, nodes: u64) -> bool {
        nodes <= self.max_nodes || self.is_lifted()
    }

    #[cold]
    fn is_lifted(&self) -> bool {
        self.checked.call_once(|| {
            if self.check.as_ref().is_some_and(|check| check()) {
                self.lift();
            }
        });
        self.is_lifted.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for NodeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeLimit").field("max_nodes", &self.max_nodes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn check_runs_once_and_only_beyond_the_limit() {
        for are_intact in [false, true] {
            let checks = Arc::new(AtomicUsize::new(0));
            let mut limit = NodeLimit::new(1_000_000);
            let counter = Arc::clone(&checks);
            let check = Box::new(move || {
                counter.fetch_add(1, Ordering::Relaxed);
                are_intact
            });
            limit.set_check(check, 100);
            assert!(limit.allows(100));
            assert_eq!(checks.load(Ordering::Relaxed), 0);
            for nodes in [101, 1000, u64::MAX] {
                assert_eq!(limit.allows(nodes), are_intact);
            }
            assert_eq!(checks.load(Ordering::Relaxed), 1);
            assert!(limit.allows(7));
        }
    }

    #[test]
    fn lift_allows_any_number_of_nodes_without_a_check() {
        let limit = NodeLimit::new(100);
        assert!(!limit.allows(101));
        limit.lift();
        assert!(limit.allows(101));
    }
}
