//! Progress of rejection sampling: the number of tries, and an estimate of the share of accepted states.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cubiform_draw as draw;
use indicatif::ProgressBar;

use super::{short, spinner};
use crate::failure::say;

/// The time without a state after which the line appears.
const SHOW_AFTER: Duration = Duration::from_millis(200);

/// The minimum time between two updates of the line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// The time without a state after which a note is printed once, if standard error is not a terminal.
const NOTE_AFTER: Duration = Duration::from_secs(10);

/// Progress of the tries for the next state.
pub(crate) struct Tries {
    display: Mutex<Display>,
    is_terminal: bool,
}

/// The state of the display.
struct Display {
    since: Instant,
    updated: Instant,
    bar: Option<ProgressBar>,
    has_noted: bool,
}

impl Tries {
    /// Creates progress without a line.
    pub(crate) fn new() -> Tries {
        let now = Instant::now();
        let display = Display { since: now, updated: now, bar: None, has_noted: false };
        Tries { display: Mutex::new(display), is_terminal: stderr().is_terminal() }
    }

    /// Shows the tries so far. Removes the line if a state has just been found.
    pub(crate) fn show(&self, tries: &draw::Tries) {
        let mut display = self.display.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.since_last == 0 {
            if let Some(bar) = display.bar.take() {
                bar.finish_and_clear();
            }
            display.since = Instant::now();
            return;
        }
        let waited = display.since.elapsed();
        if !self.is_terminal {
            if waited > NOTE_AFTER && !display.has_noted {
                display.has_noted = true;
                let remaining = waited.div_f64(tries.spent.max(1e-3)).saturating_sub(waited).as_secs() + 1;
                say(format_args!("--where: {}; gives up after about {remaining} s more", summary(tries)));
            }
            return;
        }
        if waited > SHOW_AFTER && display.updated.elapsed() > UPDATE_INTERVAL {
            display.updated = Instant::now();
            let bar = display.bar.get_or_insert_with(|| spinner("{spinner} {msg}  {elapsed}"));
            let percent = (100.0 * tries.spent).min(100.0);
            bar.set_message(format!("{}; {percent:.0} % of the maximum number of tries", summary(tries)));
        }
    }
}

impl Drop for Tries {
    fn drop(&mut self) {
        if let Some(bar) = self.display.lock().unwrap_or_else(PoisonError::into_inner).bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Formats the tries so far and the share of states that satisfy the condition, if it can be estimated.
fn summary(tries: &draw::Tries) -> String {
    let number = |n: u64| short(n as f64);
    let since = number(tries.since_last);
    match (tries.share, tries.drawn) {
        (Some(share), _) => {
            format!("{since} states tried; 1 in {} satisfies the condition", short(1.0 / share))
        }
        (None, 0) if tries.since_last < 3000 => format!("{since} states tried"),
        // If the share is above 3 / n, n tries without a hit have a probability below 5 %.
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
    fn summary_estimates_the_share_of_states() {
        let tries =
            draw::Tries { since_last: 3_000_000, tried: 9_000_000, drawn: 0, spent: 0.1, share: None };
        let none = "3.00 M states tried, none satisfies the condition: probably fewer than 1 in 1.00 M";
        assert_eq!(summary(&tries), none);
        assert_eq!(summary(&draw::Tries { since_last: 200, ..tries }), "200 states tried");
        let some = draw::Tries { drawn: 9, ..tries };
        assert_eq!(summary(&some), "3.00 M states tried; about 1 in 1.00 M satisfies the condition");
        let known = draw::Tries { share: Some(0.001), ..tries };
        assert_eq!(summary(&known), "3.00 M states tried; 1 in 1.00 k satisfies the condition");
    }
}
