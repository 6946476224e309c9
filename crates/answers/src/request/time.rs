//! Durations as text.

use std::time::Duration;

/// Parses a duration such as `10ms`, `1.5s` or `2min`.
///
/// # Errors
/// If the text is not a positive duration with a unit.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" | "m" => 60.0,
        _ => return Err("expected a number and a unit, such as 10ms, 1.5s or 2min".into()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("{number:?} is not a number; expected a time such as 10ms, 1.5s or 2min"))?;
    Duration::try_from_secs_f64(number * seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "the time must be positive and finite".into())
}
