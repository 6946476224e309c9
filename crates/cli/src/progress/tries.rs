//! Progress of draws under a condition: the number of tries, and how rare the states are.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cubiform_solvers::draw;
use indicatif::ProgressBar;

use super::{short, spinner};
use crate::error::say;

/// A state that is found sooner shows no line.
const AT_ONCE: Duration = Duration::from_millis(200);

/// Between two updates of the line.
const BETWEEN: Duration = Duration::from_millis(100);

/// Where nobody sees the line, a note is printed once after so long without a state.
const NOTE_AFTER: Duration = Duration::from_secs(10);

/// Shows the tries for the next state.
pub(crate) struct Tries {
    shown: Mutex<Shown>,
    is_terminal: bool,
}

struct Shown {
    since: Instant,
    updated: Instant,
    bar: Option<ProgressBar>,
    has_noted: bool,
}

impl Tries {
    pub(crate) fn new() -> Tries {
        let now = Instant::now();
        let shown = Shown { since: now, updated: now, bar: None, has_noted: false };
        Tries { shown: Mutex::new(shown), is_terminal: stderr().is_terminal() }
    }

    /// Shows these tries; those that end with a state remove the line.
    pub(crate) fn show(&self, tries: &draw::Tries) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.since_last == 0 {
            if let Some(bar) = shown.bar.take() {
                bar.finish_and_clear();
            }
            shown.since = Instant::now();
            return;
        }
        let waited = shown.since.elapsed();
        if !self.is_terminal {
            if waited > NOTE_AFTER && !shown.has_noted {
                shown.has_noted = true;
                let left = waited.div_f64(tries.spent.max(1e-3)).saturating_sub(waited).as_secs() + 1;
                say(format_args!("--where: {}; given up after about {left} s more", in_words(tries)));
            }
            return;
        }
        if waited > AT_ONCE && shown.updated.elapsed() > BETWEEN {
            shown.updated = Instant::now();
            let bar = shown.bar.get_or_insert_with(|| spinner("{spinner} {msg}  {elapsed}"));
            let percent = (100.0 * tries.spent).min(100.0);
            bar.set_message(format!("{}; {percent:.0} % of the tries before giving up", in_words(tries)));
        }
    }
}

impl Drop for Tries {
    fn drop(&mut self) {
        if let Some(bar) = self.shown.lock().unwrap_or_else(PoisonError::into_inner).bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// The tries so far, and what they say of the share of states that satisfy the condition.
fn in_words(tries: &draw::Tries) -> String {
    let number = |n: u64| short(n as f64);
    let since = number(tries.since_last);
    match (tries.share, tries.drawn) {
        (Some(share), _) => {
            format!("{since} states tried; 1 in {} satisfies the condition", short(1.0 / share))
        }
        (None, 0) if tries.since_last < 3000 => format!("{since} states tried"),
        // No hit in n tries has a chance below 5 % where the share is above 3 / n.
        (None, 0) => format!(
            "{since} states tried, none satisfies the condition: probably fewer than 1 in {}",
            number(tries.since_last.div_ceil(3))
        ),
        (None, drawn) => {
            let each = short(tries.tried as f64 / drawn as f64);
            format!("{since} states tried; about 1 in {each} satisfies the condition")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_are_put_in_words() {
        let tries =
            draw::Tries { since_last: 3_000_000, tried: 9_000_000, drawn: 0, spent: 0.1, share: None };
        let none = "3.00 M states tried, none satisfies the condition: probably fewer than 1 in 1.00 M";
        assert_eq!(in_words(&tries), none);
        assert_eq!(in_words(&draw::Tries { since_last: 200, ..tries }), "200 states tried");
        let some = draw::Tries { drawn: 9, ..tries };
        assert_eq!(in_words(&some), "3.00 M states tried; about 1 in 1.00 M satisfies the condition");
        let known = draw::Tries { share: Some(0.001), ..tries };
        assert_eq!(in_words(&known), "3.00 M states tried; 1 in 1.00 k satisfies the condition");
    }
}
