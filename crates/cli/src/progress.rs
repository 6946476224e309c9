//! Progress on standard error: of tables, of scrambles, and of rejection sampling with an estimate of the share of accepted
//! states. Nothing is drawn unless standard error is a terminal.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cubiform_draw as draw;
use cubiform_store::fill::Progress;
use cubiform_store::{Event, Observer, StoreError, TableKind};
use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressState, ProgressStyle};

use crate::failure::say;
use crate::interrupt;

/// The progress lines, which are shown one under the other.
static LINES: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// The minimum elapsed time for an estimate of the remaining time. Earlier estimates are unreliable.
const MIN_TIME_FOR_ESTIMATE: Duration = Duration::from_secs(3);

/// The minimum number of finished items for an estimate of the remaining time.
const MIN_ITEMS_FOR_ESTIMATE: u64 = 20;

/// The message while another process builds the table.
const WAITING: &str = "waiting for another process that builds the table";

/// Progress of building, checking and loading tables.
pub(crate) struct Tables {
    current: Mutex<Option<CurrentBar>>,
    /// Whether the message about waiting for another process has been printed.
    has_noted_waiting: AtomicBool,
}

/// The progress bar of the current table and operation.
struct CurrentBar {
    kind: std::mem::Discriminant<Event>,
    bar: ProgressBar,
}

impl Tables {
    /// Creates progress without a bar.
    pub(crate) fn new() -> Tables {
        Tables { current: Mutex::new(None), has_noted_waiting: AtomicBool::new(false) }
    }

    /// Runs `work` on a table while showing its progress. Returns the result and the elapsed time.
    pub(crate) fn watch<T>(
        &self,
        work: impl FnOnce(&Observer<'_>) -> Result<T, StoreError>,
    ) -> (Result<T, StoreError>, Duration) {
        let start = Instant::now();
        let report = |entry: &dyn TableKind, event| self.show(entry.name(), event);
        let result = work(&Observer { cancel: &interrupt::REQUESTED, report: &report });
        self.clear();
        (result, start.elapsed())
    }

    /// Removes the bar.
    pub(crate) fn clear(&self) {
        if let Some(current) = self.current.lock().unwrap_or_else(PoisonError::into_inner).take() {
            current.bar.finish_and_clear();
        }
    }

    /// Shows an event of the table called `name`.
    pub(crate) fn show(&self, name: &str, event: Event) {
        if let Event::Outdated { found } = event {
            return say(format_args!(
                "{name}: the file is from an earlier version (numbering {found}); rebuilding it"
            ));
        }
        if matches!(event, Event::Waiting)
            && !stderr().is_terminal()
            && !self.has_noted_waiting.swap(true, Ordering::Relaxed)
        {
            say(format_args!("{name}: {WAITING}"));
        }
        let (of_bytes, of_time) = ("{msg}  [{bar:16}] {bytes_per_sec}", "{spinner} {msg}  {elapsed}");
        let (message, template, progress) = match event {
            Event::Filling(Progress { depth, reached, states }) => {
                let counts = format!("{} of {} states", short(reached as f64), short(states as f64));
                let template = "{msg}  [{bar:16}] {rate}{left}";
                (format!("depth {depth:>2}, {counts}"), template, Some((reached, states)))
            }
            Event::Writing(written, total) => ("writing".into(), of_bytes, Some((written, total))),
            Event::Loading(loaded, total) => ("loading".into(), of_bytes, Some((loaded, total))),
            Event::Comparing => ("comparing".into(), of_time, None),
            Event::Waiting | Event::Outdated { .. } => (WAITING.into(), of_time, None),
        };
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = std::mem::discriminant(&event);
        if let Some(before) = current.take_if(|current| current.kind != kind) {
            before.bar.finish_and_clear();
        }
        let new_bar = || progress.map_or_else(|| spinner(template), |(_, total)| bar(total, template));
        let CurrentBar { bar, .. } = current.get_or_insert_with(|| CurrentBar { kind, bar: new_bar() });
        bar.set_message(format!("{name}: {message}"));
        if let Some((done, _)) = progress {
            bar.set_position(done);
        }
    }
}

/// Progress of a run over scrambles or cubes.
pub(crate) struct Scrambles {
    bar: ProgressBar,
    done: u64,
    /// The bytes of input read up to the first finished item. A resumed run skips the items before it.
    begun_at: u64,
}

impl Scrambles {
    /// Creates progress over `total` bytes of input, if known. Hidden unless `visible`.
    pub(crate) fn new(total: Option<u64>, visible: bool) -> Scrambles {
        let bar = match total {
            _ if !visible => ProgressBar::hidden(),
            Some(total) => bar(total, "{msg}  [{bar:24}] {percent:>3} %{prefix}"),
            None => spinner("{spinner} {msg}  {elapsed}"),
        };
        Scrambles { bar, done: 0, begun_at: 0 }
    }

    /// Counts one finished item, with `bytes` of input read so far.
    pub(crate) fn step(&mut self, bytes: u64) {
        self.done += 1;
        if self.done == 1 {
            self.begun_at = bytes;
        }
        if self.bar.is_hidden() {
            return;
        }
        let elapsed = self.bar.elapsed();
        self.bar.set_message(so_far(self.done, elapsed));
        if let Some(total) = self.bar.length() {
            self.bar.set_position(bytes);
            let [read, all] = [bytes, total].map(|to| to.saturating_sub(self.begun_at) as f64);
            let left = time_left(self.done, elapsed, read / all.max(1.0));
            self.bar.set_prefix(
                left.map_or_else(String::new, |left| format!(", {:#} left", HumanDuration(left))),
            );
        }
    }

    /// Runs `print` while the bar is hidden.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Progress of a count.
pub(crate) struct Count {
    bar: ProgressBar,
}

impl Count {
    /// Creates progress with this name.
    pub(crate) fn new(name: String) -> Count {
        Count { bar: bar(1, "{msg}  [{bar:24}] {percent:>3} %{left}").with_message(name) }
    }

    /// Creates progress with this name, or hidden progress if `is_hidden`.
    pub(crate) fn hidden_if(is_hidden: bool, name: String) -> Count {
        if is_hidden { Count { bar: ProgressBar::hidden() } } else { Count::new(name) }
    }

    /// Shows that `done` of `total` parts are finished.
    pub(crate) fn show(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Prints a line on standard error if that is a terminal.
pub(crate) fn note(line: impl std::fmt::Display) {
    if stderr().is_terminal() {
        say(line);
    }
}

/// Creates a progress bar of this length.
fn bar(total: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a valid template");
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{}/s", short(state.per_sec()));
    };
    // The first depths of a fill have few states, so that early estimates of the remaining time are useless.
    let left = |state: &ProgressState, out: &mut dyn Write| {
        if state.fraction() > 0.2 && state.elapsed() > MIN_TIME_FOR_ESTIMATE {
            let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
        }
    };
    let style = style.with_key("rate", rate).with_key("left", left);
    LINES.add(ProgressBar::new(total).with_style(style.progress_chars("=> ")))
}

/// Creates a progress line without a length.
fn spinner(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a valid template");
    LINES.add(ProgressBar::new_spinner().with_style(style))
}

/// Formats the number of finished scrambles and, once meaningful, their rate.
fn so_far(done: u64, elapsed: Duration) -> String {
    let scrambles = if done == 1 { "scramble" } else { "scrambles" };
    let text = format!("{} {scrambles}", short(done as f64));
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-3);
    match rate {
        _ if done < MIN_ITEMS_FOR_ESTIMATE || elapsed < Duration::from_secs(1) => text,
        rate if rate < 10.0 => format!("{text}, {rate:.1}/s"),
        rate => format!("{text}, {}/s", short(rate)),
    }
}

/// Estimates the remaining time after `share` of the work and `done` items. Returns `None` while an estimate is
/// meaningless.
fn time_left(done: u64, elapsed: Duration, share: f64) -> Option<Duration> {
    let is_meaningful = done >= MIN_ITEMS_FOR_ESTIMATE && elapsed > MIN_TIME_FOR_ESTIMATE && share > 0.0;
    is_meaningful.then(|| elapsed.mul_f64(((1.0 - share) / share).clamp(0.0, 1e6)))
}

/// Formats a number with three significant digits and a unit prefix: `190 k`, `73.0 M`, `5.11 G`.
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
    fn estimates_are_omitted_until_they_are_meaningful() {
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
    fn short_formats_three_significant_digits() {
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
