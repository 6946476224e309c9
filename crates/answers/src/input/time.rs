//! Times of solves with their penalties, and dates, as timers and people write them.

/// A time with its penalty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Time {
    /// The result in milliseconds, including the penalty. For a DNF, the measured time, if known.
    pub milliseconds: Option<u64>,
    /// `+2`, another number of seconds, or `DNF`.
    pub penalty: Option<String>,
}

impl Time {
    /// Returns the time in seconds, including the penalty; that of a DNF, as far as it was measured. A time of 0 is none.
    pub(crate) fn seconds(&self) -> Option<f64> {
        self.milliseconds.filter(|time| *time > 0).map(|time| time as f64 / 1000.0)
    }
}

/// Parses a text that is a time, as timers and people write it: `12.34`, `12,34`, `12.34s`, `1:02:03.4`, `14.34+`, `14.34 (+2)`,
/// `DNF`, `DNF(12.34)`, `(12.34)`.
pub(crate) fn parse(text: &str) -> Option<Time> {
    let text = text.trim();
    let inside = text.strip_prefix(['(', '[']).and_then(|inside| inside.strip_suffix([')', ']']));
    let text = inside.unwrap_or(text);
    let text = match text.split_once(',') {
        Some((whole, decimals)) if !text.contains('.') && !decimals.contains(',') => {
            &format!("{whole}.{decimals}")
        }
        _ => text,
    };
    // Twisty Timer writes hours apart, and no minutes if there are none.
    let text = match text.split_once("h ") {
        Some((hours, rest)) => &format!("{hours}:{}{rest}", if rest.contains(':') { "" } else { "0:" }),
        None => text,
    };
    if let "DNF" | "dnf" | "DNS" | "dns" = text {
        return Some(Time { milliseconds: None, penalty: Some(text.to_uppercase()) });
    }
    // Here, unlike in `parse_prefix`, an integer is a time in seconds.
    let (mut time, rest) = parse_prefix(text).or_else(|| {
        let (milliseconds, rest) = parse_clock(text, true)?;
        Some((Time { milliseconds: Some(milliseconds), penalty: None }, rest))
    })?;
    let rest = rest.trim_start();
    let rest =
        ["seconds", "sec", "s"].iter().find_map(|unit| rest.strip_prefix(unit)).unwrap_or(rest).trim_start();
    match rest {
        "" => {}
        "+" | "+2" | "(+2)" | "[+2]" if time.penalty.is_none() => time.penalty = Some("+2".into()),
        "DNF" | "(DNF)" | "[DNF]" => time.penalty = Some("DNF".into()),
        _ => return None,
    }
    (time.milliseconds.is_none_or(|time| time < MAX_MILLISECONDS)).then_some(time)
}

/// Parses the time of a move in a recording: whole milliseconds, as csTimer stores them, or a time with a point, a colon or a unit.
pub(crate) fn parse_timestamp(text: &str) -> Option<Time> {
    let number = text.strip_suffix("ms").unwrap_or(text);
    match number.parse() {
        Ok(milliseconds) => Some(Time { milliseconds: Some(milliseconds), penalty: None }),
        Err(_) => parse(text),
    }
}

/// The upper limit of the time of a solve, in milliseconds: more than a day.
const MAX_MILLISECONDS: u64 = 100_000_000;

/// Parses the time at the start of a text. Returns it with the rest of the text. A number without a point or a colon is
/// not a time.
pub(crate) fn parse_prefix(text: &str) -> Option<(Time, &str)> {
    if let Some(rest) = text.strip_prefix("DNF") {
        let measured = rest.strip_prefix('(').and_then(|rest| {
            let (milliseconds, rest) = parse_clock(rest, true)?;
            // The solve may have had a +2 penalty, too.
            let rest = rest.trim_start_matches('+').strip_prefix(')')?;
            Some((milliseconds, rest))
        });
        let penalty = Some("DNF".to_string());
        return Some(match measured {
            Some((milliseconds, rest)) => (Time { milliseconds: Some(milliseconds), penalty }, rest),
            None => (Time { milliseconds: None, penalty }, rest),
        });
    }
    let (milliseconds, rest) = parse_clock(text, false)?;
    let (penalty, rest) = match rest.strip_prefix('+') {
        Some(rest) => (Some("+2".to_string()), rest),
        None => (None, rest),
    };
    Some((Time { milliseconds: Some(milliseconds), penalty }, rest))
}

/// Parses `12.34`, `1:02.3` or `1:02:03.456` at the start of a text. Returns milliseconds and the rest of the text.
fn parse_clock(text: &str, allows_seconds: bool) -> Option<(u64, &str)> {
    let length = text.bytes().take_while(|b| b.is_ascii_digit() || b".:".contains(b)).count();
    let (written, rest) = text.split_at(length);
    let (whole, fraction) = written.split_once('.').map_or((written, None), |(w, f)| (w, Some(f)));
    if !allows_seconds && fraction.is_none() && !whole.contains(':') {
        return None;
    }
    let parts: Vec<&str> = whole.split(':').collect();
    let is_number = |part: &str| (1..=9).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    if parts.len() > 3 || !parts.iter().all(|part| is_number(part)) {
        return None;
    }
    let seconds =
        parts.iter().try_fold(0u64, |sum, part| sum.checked_mul(60)?.checked_add(part.parse().ok()?))?;
    let fraction = fraction.unwrap_or("0");
    if !is_number(fraction) {
        return None;
    }
    let thousandths: u64 = format!("{fraction:0<3}")[..3].parse().ok()?;
    Some((seconds.checked_mul(1000)?.checked_add(thousandths)?, rest))
}

/// Converts csTimer's date, `2024-01-02 03:04:05` in local time, to ISO 8601. Returns `None` if it is not a date.
pub(crate) fn to_iso(date: &str) -> Option<String> {
    let date = date.trim();
    let is_at = |at: usize, wanted: u8| date.as_bytes()[at] == wanted;
    let has_form = date.len() == 19
        && date.bytes().enumerate().all(|(i, b)| b.is_ascii_digit() || [4, 7, 10, 13, 16].contains(&i))
        && is_at(4, b'-')
        && is_at(7, b'-')
        && (is_at(10, b' ') || is_at(10, b'T'))
        && is_at(13, b':')
        && is_at(16, b':');
    has_form.then(|| date.replace(' ', "T"))
}

/// Converts a date of a timer to ISO 8601: milliseconds since 1970, or date and time with or without a fraction and a time zone.
/// Returns `None` if it is none of these.
pub(crate) fn date(text: &str) -> Option<String> {
    let text = text.trim();
    if let Ok(milliseconds) = text.parse::<i64>() {
        return iso_of_unix(milliseconds / 1000).filter(|_| text.len() > 11);
    }
    let (date, rest) = text.split_at_checked(19)?;
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    let zone = match rest.trim() {
        "" => "",
        "Z" | "UTC" | "+0000" | "+00:00" => "Z",
        zone if zone.len() == 6 && zone.starts_with(['+', '-']) && zone.as_bytes()[3] == b':' => zone,
        _ => return None,
    };
    Some(to_iso(date)? + zone)
}

/// Formats a Unix time in seconds as date and time (UTC) in ISO 8601. Returns `None` for 0, which csTimer writes for an
/// unknown date, for negative times, and beyond the year 9999.
pub(crate) fn iso_of_unix(seconds: i64) -> Option<String> {
    if seconds <= 0 || seconds >= 253_402_300_800 {
        return None;
    }
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    // The year begins in March, so that February 29 is its last day (Howard Hinnant, "chrono-Compatible Low-Level Date
    // Algorithms", `civil_from_days`).
    let shifted = day + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    Some(format!("{year:04}-{month:02}-{of_month:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_parsed_with_their_penalties() {
        for (text, milliseconds, penalty) in [
            ("12.34", Some(12_340), None),
            ("9.8", Some(9_800), None),
            ("1:02.345", Some(62_345), None),
            ("1:00:02.34", Some(3_602_340), None),
            ("14.34+", Some(14_340), Some("+2")),
            ("DNF(12.34)", Some(12_340), Some("DNF")),
            ("DNF", None, Some("DNF")),
            ("12", Some(12_000), None),
            ("12,34", Some(12_340), None),
            ("1:02:03.4", Some(3_723_400), None),
            ("5.55s", Some(5_550), None),
            ("1h 2:03.45", Some(3_723_450), None),
            ("1h 03.45", Some(3_603_450), None),
            ("14.34 (+2)", Some(14_340), Some("+2")),
            ("(9.87)", Some(9_870), None),
            ("9.87 DNF", Some(9_870), Some("DNF")),
            ("DNS", None, Some("DNS")),
        ] {
            let time = parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((time.milliseconds, time.penalty.as_deref()), (milliseconds, penalty), "{text}");
        }
        for text in ["", "R", "12.34 R", ".5", "1.", "1:2:3:4.5", "99999999999999999999.1", "1.2.3", ":1"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse_prefix("12 R"), None, "a number is not a time where a cube may stand");
    }

    #[test]
    fn dates_are_converted_to_iso_8601() {
        assert_eq!(to_iso("2024-01-02 03:04:05").as_deref(), Some("2024-01-02T03:04:05"));
        for text in ["N/A", "", "2024-01-02", "2024-01-02 03:04:5x", "äääääääää-"] {
            assert_eq!(to_iso(text), None, "{text}");
        }
        for (text, iso) in [
            ("1600000000000", Some("2020-09-13T12:26:40Z")),
            ("2023-11-14 22:13:20 +0000", Some("2023-11-14T22:13:20Z")),
            ("2023-11-14 22:13:20 UTC", Some("2023-11-14T22:13:20Z")),
            ("2023-11-14T23:13:20.000+01:00", Some("2023-11-14T23:13:20+01:00")),
            ("2026-01-08T10:32:50.222Z", Some("2026-01-08T10:32:50Z")),
            ("2023-11-14 22:13:20", Some("2023-11-14T22:13:20")),
            ("Nov 14 2023 - 22:13:20", None),
            ("1600000000", None),
            ("yesterday", None),
        ] {
            assert_eq!(date(text).as_deref(), iso, "{text}");
        }
        // The expected dates come from `date -u -d @1600000000` and so on.
        for (seconds, date) in [
            (1_600_000_000, "2020-09-13T12:26:40Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1, "1970-01-01T00:00:01Z"),
        ] {
            assert_eq!(iso_of_unix(seconds).as_deref(), Some(date));
        }
        assert_eq!((iso_of_unix(0), iso_of_unix(-5), iso_of_unix(i64::MAX)), (None, None, None));
    }
}
