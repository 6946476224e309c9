//! The record of a run of the checks: the seconds and CPU seconds of each, and the tests that passed only when repeated.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use crate::process;

/// The end of a check.
pub(crate) enum End {
    Passed(Time),
    /// With the message.
    Failed(String, Time),
    /// With the reason.
    Skipped(String),
}

/// The time of a check.
#[derive(Clone, Copy, Default)]
pub(crate) struct Time {
    seconds: f64,
    /// The CPU seconds of all processes that it ran, where the system tells them.
    cpu_seconds: Option<f64>,
}

/// A record that grows with each check.
pub(crate) struct Record {
    part: Option<String>,
    start: Instant,
    /// The part, the name and the end of each check.
    checks: Vec<(&'static str, &'static str, End)>,
}

/// Returns the file in which the tests of the pages write the names of those that passed only when repeated.
pub(crate) fn flaky_tests() -> PathBuf {
    process::root().join("target/flaky-tests.txt")
}

impl Record {
    /// Starts a record of all parts or of one.
    pub(crate) fn start(part: Option<&str>) -> Result<Record, String> {
        let path = flaky_tests();
        let created = fs::create_dir_all(process::root().join("target")).and_then(|()| fs::write(&path, ""));
        created.map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        Ok(Record { part: part.map(String::from), start: Instant::now(), checks: Vec::new() })
    }

    /// Runs a check.
    pub(crate) fn time(&self, check: impl FnOnce() -> Result<(), String>) -> End {
        let (start, before) = (Instant::now(), cpu_seconds_of_children());
        let result = check();
        let cpu_seconds = cpu_seconds_of_children().zip(before).map(|(after, before)| after - before);
        let time = Time { seconds: start.elapsed().as_secs_f64(), cpu_seconds };
        match result {
            Ok(()) => End::Passed(time),
            Err(message) => End::Failed(message, time),
        }
    }

    /// Adds a check.
    pub(crate) fn add(&mut self, part: &'static str, name: &'static str, end: End) {
        self.checks.push((part, name, end));
    }

    /// Prints the checks, the longest first, and writes `target/ci.json`.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        let seconds = self.start.elapsed().as_secs_f64();
        let flaky =
            fs::read_to_string(flaky_tests()).map_err(|e| format!("cannot read the flaky tests: {e}"))?;
        let flaky: Vec<&str> = flaky.lines().collect();
        let json = self.json(seconds, &flaky);
        let path = process::root().join("target/ci.json");
        self.checks.sort_by(|(_, _, a), (_, _, b)| b.time().seconds.total_cmp(&a.time().seconds));
        for (part, name, end) in &self.checks {
            eprintln!("{}", end.line(&format!("{part}: {name}")));
        }
        let cpu_seconds = self.checks.iter().map(|(_, _, end)| end.time().cpu_seconds).sum::<Option<f64>>();
        eprintln!("{}", End::Passed(Time { seconds, cpu_seconds }).line("all"));
        for test in flaky {
            eprintln!("flaky: {test}");
        }
        fs::write(&path, json).map_err(|e| format!("cannot write {}: {e}", path.display()))
    }

    /// Returns the record as JSON.
    fn json(&self, seconds: f64, flaky: &[&str]) -> String {
        let checks = self.checks.iter().map(|(part, name, end)| {
            let Time { seconds, cpu_seconds } = end.time();
            format!(
                "    {{\"part\": {}, \"check\": {}, \"end\": {}, \"seconds\": {seconds:.1}, \"cpu_seconds\": {}}}",
                quoted(part),
                quoted(name),
                quoted(end.name()),
                cpu_seconds.map_or("null".into(), |seconds| format!("{seconds:.1}"))
            )
        });
        let commit = process::text(&mut process::command("git", &["rev-parse", "HEAD"]));
        format!(
            "{{\n  \"commit\": {},\n  \"machine\": {},\n  \"part\": {},\n  \"seconds\": {seconds:.1},\n  \"checks\": [\n{}\n  ],\n  \"flaky\": [{}]\n}}\n",
            commit.map_or("null".into(), |commit| quoted(&commit)),
            quoted(&machine()),
            self.part.as_deref().map_or("null".into(), quoted),
            checks.collect::<Vec<_>>().join(",\n"),
            flaky.iter().map(|test| quoted(test)).collect::<Vec<_>>().join(", ")
        )
    }
}

impl End {
    fn time(&self) -> Time {
        match self {
            End::Passed(time) | End::Failed(_, time) => *time,
            End::Skipped(_) => Time::default(),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            End::Passed(_) => "passed",
            End::Failed(..) => "failed",
            End::Skipped(_) => "skipped",
        }
    }

    fn line(&self, name: &str) -> String {
        let Time { seconds, cpu_seconds } = self.time();
        let cpu = cpu_seconds.map_or(String::new(), |cpu| format!("{cpu:>8.0} CPU-s"));
        match self {
            End::Skipped(reason) => format!("skipped  {name}: {reason}"),
            _ => format!("{:<8} {seconds:>6.0} s{cpu}  {name}", self.name()),
        }
    }
}

/// Returns the CPU seconds of all processes that this one has waited for, and of those that they have waited for. Only
/// Linux tells them without unsafe code.
fn cpu_seconds_of_children() -> Option<f64> {
    /// The unit of the file, in each Linux on x86-64 and ARM.
    const TICKS_PER_SECOND: f64 = 100.0;
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name of the program in parentheses. The numbers are the fields 16 and 17.
    let (_, fields) = text.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(13).take(2).map(|field| field.parse::<f64>().ok());
    ticks.sum::<Option<f64>>().map(|ticks| ticks / TICKS_PER_SECOND)
}

/// Returns the name of the processor, if the system tells it, and the number of its cores.
fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| Some(line.strip_prefix("model name")?.split_once(": ")?.1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores, {}", model.unwrap_or(std::env::consts::ARCH), std::env::consts::OS)
}

/// Returns a text as a JSON string.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04x}", c as u32),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_json_with_the_time_of_each_check() {
        let time = Time { seconds: 1.25, cpu_seconds: Some(2.0) };
        let checks = vec![
            ("rust", "tests", End::Passed(time)),
            ("page", "page", End::Failed("a \"message\"".into(), Time { cpu_seconds: None, ..time })),
            ("targets", "targets", End::Skipped("no compiler".into())),
        ];
        let record = Record { part: None, start: Instant::now(), checks };
        let json = record.json(3.0, &["page.spec.ts: \"a\""]);
        for line in [
            "  \"part\": null,\n  \"seconds\": 3.0,\n",
            "    {\"part\": \"rust\", \"check\": \"tests\", \"end\": \"passed\", \"seconds\": 1.2, \"cpu_seconds\": 2.0},\n",
            "\"end\": \"failed\", \"seconds\": 1.2, \"cpu_seconds\": null},\n",
            "\"end\": \"skipped\", \"seconds\": 0.0, \"cpu_seconds\": null}\n  ],\n",
            "  \"flaky\": [\"page.spec.ts: \\\"a\\\"\"]\n}\n",
        ] {
            assert!(json.contains(line), "{json}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_of_children_grows_with_their_work() {
        let before = cpu_seconds_of_children().unwrap();
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done";
        process::run("sh", &["-c", script]).unwrap();
        assert!(cpu_seconds_of_children().unwrap() > before);
    }
}
