//! Progress on standard error while somebody may be watching: nothing is drawn unless that is a terminal.

mod tries;

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cubiform_tables::Stored;
use cubiform_tables::fill::Watch;
use cubiform_tables::store::{Event, Observer, StoreError};
use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressState, ProgressStyle};

use crate::error::say;
use crate::interrupt;

pub(crate) use tries::Tries;

/// The lines of progress: several may be shown at a time, each below the one before.
static LINES: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// An estimate of the time left is shown only after so long, and after so many things: the first ones are no measure of
/// the rest.
const WORTH_AN_ESTIMATE: Duration = Duration::from_secs(3);
const ENOUGH_FOR_AN_ESTIMATE: u64 = 20;

/// Shows what happens to tables.
pub(crate) struct Tables {
    shown: Mutex<Option<Shown>>,
    /// Whether a line has said that another process is waited for.
    has_said_waiting: AtomicBool,
}

/// The bar of the table that is being worked on.
struct Shown {
    kind: std::mem::Discriminant<Event>,
    bar: ProgressBar,
}

impl Tables {
    pub(crate) fn new() -> Tables {
        Tables { shown: Mutex::new(None), has_said_waiting: AtomicBool::new(false) }
    }

    /// Has `work` on a table observed; gives its result and how long it took.
    pub(crate) fn watch<T>(
        &self,
        work: impl FnOnce(&Observer<'_>) -> Result<T, StoreError>,
    ) -> (Result<T, StoreError>, Duration) {
        let start = Instant::now();
        let report = |entry: &dyn Stored, event| self.show(entry.name(), event);
        let result = work(&Observer { cancel: &interrupt::REQUESTED, report: &report });
        self.clear();
        (result, start.elapsed())
    }

    /// Has the filling of a table watched that is called `name`.
    pub(crate) fn watch_fill<T>(&self, name: &str, fill: impl FnOnce(&Watch<'_>) -> T) -> T {
        let report = |progress| self.show(name, Event::Filling(progress));
        let result = fill(&Watch { cancel: &interrupt::REQUESTED, report: &report });
        self.clear();
        result
    }

    fn clear(&self) {
        if let Some(shown) = self.shown.lock().unwrap_or_else(PoisonError::into_inner).take() {
            shown.bar.finish_and_clear();
        }
    }

    fn show(&self, name: &str, event: Event) {
        if let Event::Outdated { found } = event {
            return say(format_args!(
                "{name}: the file is of an earlier version (numbering {found}): building it anew"
            ));
        }
        if matches!(event, Event::Waiting)
            && !stderr().is_terminal()
            && !self.has_said_waiting.swap(true, Ordering::Relaxed)
        {
            say(format_args!("{name}: waiting for another process that builds it"));
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = std::mem::discriminant(&event);
        if shown.as_ref().is_none_or(|shown| shown.kind != kind) {
            if let Some(before) = shown.take() {
                before.bar.finish_and_clear();
            }
            let bar = match event {
                Event::Filling(progress) => bar(progress.states, "{msg}  [{bar:16}] {rate}{left}"),
                Event::Writing(_, total) | Event::Loading(_, total) => {
                    bar(total, "{msg}  [{bar:16}] {bytes_per_sec}")
                }
                Event::Waiting | Event::Comparing | Event::Outdated { .. } => {
                    spinner("{spinner} {msg}  {elapsed}")
                }
            };
            *shown = Some(Shown { kind, bar });
        }
        let Some(Shown { bar, .. }) = shown.as_ref() else { return };
        match event {
            Event::Waiting => {
                bar.set_message(format!("{name}: waiting for another process that builds it"));
            }
            Event::Filling(progress) => {
                let (reached, states) = (short(progress.reached as f64), short(progress.states as f64));
                let level = progress.depth;
                bar.set_message(format!("{name}: level {level:>2}, {reached} of {states} states"));
                bar.set_position(progress.reached);
            }
            Event::Writing(written, _) => {
                bar.set_message(format!("{name}: writing"));
                bar.set_position(written);
            }
            Event::Loading(loaded, _) => {
                bar.set_message(format!("{name}: loading"));
                bar.set_position(loaded);
            }
            Event::Outdated { .. } => {}
            Event::Comparing => bar.set_message(format!("{name}: comparing")),
        }
    }
}

/// Shows how many scrambles have been analyzed.
pub(crate) struct Scrambles {
    bar: ProgressBar,
    done: u64,
}

impl Scrambles {
    /// `total` bytes of input, if that is known; hidden unless `visible`.
    pub(crate) fn new(total: Option<u64>, visible: bool) -> Scrambles {
        let bar = match total {
            _ if !visible => ProgressBar::hidden(),
            Some(total) => bar(total, "{msg}  [{bar:24}] {percent:>3} %{prefix}"),
            None => spinner("{spinner} {msg}  {elapsed}"),
        };
        Scrambles { bar, done: 0 }
    }

    /// One more is done, with `bytes` of input read so far.
    pub(crate) fn step(&mut self, bytes: u64) {
        self.done += 1;
        if self.bar.is_hidden() {
            return;
        }
        let elapsed = self.bar.elapsed();
        self.bar.set_message(so_far(self.done, elapsed));
        if let Some(total) = self.bar.length() {
            self.bar.set_position(bytes);
            let left = time_left(self.done, elapsed, bytes as f64 / total.max(1) as f64);
            self.bar.set_prefix(
                left.map_or_else(String::new, |left| format!(", {:#} left", HumanDuration(left))),
            );
        }
    }

    /// Runs `print` with no bar in the way.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows how much of a count is done.
pub(crate) struct Count {
    bar: ProgressBar,
}

impl Count {
    pub(crate) fn new(name: String) -> Count {
        Count { bar: bar(1, "{msg}  [{bar:24}] {percent:>3} %{left}").with_message(name) }
    }

    /// The same, not shown at all `if_so`.
    pub(crate) fn hidden_if(if_so: bool, name: String) -> Count {
        if if_so { Count { bar: ProgressBar::hidden() } } else { Count::new(name) }
    }

    /// So many of all parts are done.
    pub(crate) fn show(&self, done: u64, parts: u64) {
        self.bar.set_length(parts);
        self.bar.set_position(done);
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Tells somebody who watches.
pub(crate) fn note(line: impl std::fmt::Display) {
    if stderr().is_terminal() {
        say(line);
    }
}

fn bar(total: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template of this file");
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{}/s", short(state.per_sec()));
    };
    // The first levels of a fill hold few states: what they tell about the time left is nonsense.
    let left = |state: &ProgressState, out: &mut dyn Write| {
        if state.fraction() > 0.2 && state.elapsed() > WORTH_AN_ESTIMATE {
            let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
        }
    };
    let style = style.with_key("rate", rate).with_key("left", left);
    LINES.add(ProgressBar::new(total).with_style(style.progress_chars("=> ")))
}

fn spinner(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template of this file");
    LINES.add(ProgressBar::new_spinner().with_style(style))
}

/// How many scrambles are done, and the rate once enough are done to have one.
fn so_far(done: u64, elapsed: Duration) -> String {
    let scrambles = if done == 1 { "scramble" } else { "scrambles" };
    let text = format!("{} {scrambles}", short(done as f64));
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-3);
    match rate {
        _ if done < ENOUGH_FOR_AN_ESTIMATE || elapsed < Duration::from_secs(1) => text,
        rate if rate < 10.0 => format!("{text}, {rate:.1}/s"),
        rate => format!("{text}, {}/s", short(rate)),
    }
}

/// The time left where `share` of the work is done with `done` things; `None` while that says nothing yet.
fn time_left(done: u64, elapsed: Duration, share: f64) -> Option<Duration> {
    let is_meaningful = done >= ENOUGH_FOR_AN_ESTIMATE && elapsed > WORTH_AN_ESTIMATE && share > 0.0;
    is_meaningful.then(|| elapsed.mul_f64(((1.0 - share) / share).clamp(0.0, 1e6)))
}

/// A number in three digits: `190 k`, `73.0 M`, `5.11 G`.
pub(crate) fn short(number: f64) -> String {
    let (mut number, mut unit) = (number, "");
    for larger in [" k", " M", " G", " T"] {
        if number < 999.5 {
            break;
        }
        (number, unit) = (number / 1000.0, larger);
    }
    let digits = match number {
        _ if unit.is_empty() => 0,
        n if n < 9.995 => 2,
        n if n < 99.95 => 1,
        _ => 0,
    };
    format!("{number:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_shown_only_once_they_mean_something() {
        let seconds = Duration::from_secs;
        assert_eq!(so_far(1, seconds(9)), "1 scramble");
        assert_eq!(so_far(30, seconds(60)), "30 scrambles, 0.5/s");
        assert_eq!(so_far(30_000, seconds(10)), "30.0 k scrambles, 3.00 k/s");
        assert_eq!(time_left(1, seconds(60), 1e-6), None);
        assert_eq!(time_left(1000, seconds(1), 0.5), None);
        assert_eq!(time_left(1000, seconds(10), 0.25), Some(seconds(30)));
        assert_eq!(time_left(1000, seconds(10), 0.0), None);
    }

    #[test]
    fn short_numbers_have_three_digits() {
        for (number, text) in [
            (0.0, "0"),
            (999.0, "999"),
            (999.9, "1.00 k"),
            (190_080.0, "190 k"),
            (72_990_720.0, "73.0 M"),
            (5_109_350_400.0, "5.11 G"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
