//! Cancellation of a computation, also from another thread.

use std::sync::Arc;

use crate::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends a computation once it is set. Clones share the flag.
///
/// A [child](CancelToken::child) is cancelled with its parent, and also alone: a server gives each request a child of
/// the token that ends the process.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    /// `None` for a token that is never cancelled.
    state: Option<Arc<State>>,
}

#[derive(Debug, Default)]
struct State {
    is_cancelled: AtomicBool,
    parent: CancelToken,
}

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::never().child()
    }

    /// Returns the token that is never cancelled: [`cancel`](CancelToken::cancel) has no effect on it. This is also the
    /// default.
    pub const fn never() -> CancelToken {
        CancelToken { state: None }
    }

    /// Creates a token that is cancelled already.
    pub fn cancelled() -> CancelToken {
        let token = CancelToken::new();
        token.cancel();
        token
    }

    /// Creates a token that is cancelled when this one is, or alone.
    pub fn child(&self) -> CancelToken {
        let state = State { is_cancelled: AtomicBool::new(false), parent: self.clone() };
        CancelToken { state: Some(Arc::new(state)) }
    }

    /// Cancels this token and its children.
    pub fn cancel(&self) {
        if let Some(state) = &self.state {
            state.is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether this token or one that it descends from was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        let mut token = self;
        while let Some(state) = &token.state {
            if state.is_cancelled.load(Ordering::Relaxed) {
                return true;
            }
            token = &state.parent;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_cancelled_with_their_parent_and_alone() {
        let root = CancelToken::new();
        let (one, other) = (root.child(), root.child());
        let grandchild = one.child();
        one.cancel();
        let tokens = [&root, &one, &other, &grandchild].map(CancelToken::is_cancelled);
        assert_eq!(tokens, [false, true, false, true]);
        root.cancel();
        assert!(other.is_cancelled() && other.clone().is_cancelled());
    }

    #[test]
    fn never_is_not_cancelled_and_its_children_are_independent() {
        let never = CancelToken::never();
        never.cancel();
        let (one, other) = (never.child(), never.child());
        one.cancel();
        assert!(!never.is_cancelled() && one.is_cancelled() && !other.is_cancelled());
        assert!(CancelToken::cancelled().is_cancelled());
    }
}
