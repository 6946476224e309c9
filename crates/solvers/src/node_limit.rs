//! A limit on the nodes of one search: beyond it the search checks its tables, once.

use std::fmt;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns whether the tables of a search are intact, as far as their checksums tell. It may take seconds.
pub type TableCheck = Box<dyn Fn() -> bool + Send + Sync>;

/// The nodes that one search may expand before its tables are checked.
///
/// With intact tables a search hardly ever gets that far; with a damaged one it may go on for days. If the check finds
/// the tables intact, there is no limit any more; if it does not, or if there is no check, the search is given up.
pub(crate) struct NodeLimit {
    max_nodes: u64,
    check: Option<TableCheck>,
    checked: Once,
    is_lifted: AtomicBool,
}

impl NodeLimit {
    /// A limit that cannot be passed until there is a check.
    pub(crate) fn new(max_nodes: u64) -> NodeLimit {
        NodeLimit { max_nodes, check: None, checked: Once::new(), is_lifted: AtomicBool::new(false) }
    }

    /// How many nodes it allows.
    pub(crate) fn max_nodes(&self) -> u64 {
        self.max_nodes
    }

    /// Has the tables checked like this beyond `most` nodes.
    pub(crate) fn set_check(&mut self, check: TableCheck, max_nodes: u64) {
        (self.check, self.checked, self.max_nodes) = (Some(check), Once::new(), max_nodes);
    }

    /// Allows any number of nodes from now on.
    pub(crate) fn lift(&self) {
        self.is_lifted.store(true, Ordering::Relaxed);
    }

    /// Whether a search that has expanded so many nodes may go on. Beyond the limit this waits for the check.
    #[inline]
    pub(crate) fn allows(&self, nodes: u64) -> bool {
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
