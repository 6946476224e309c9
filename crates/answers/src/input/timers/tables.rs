//! The tables that timers write: what is known of each format. A further one is a row here and a fixture.
//!
//! From a row come the detection of a file, its columns, and the meaning of puzzles, times, penalties and dates. The reader of
//! tables (`table`) does the rest. Sources: csTimer `export.js`; Twisty Timer and Cubic Timer `MainActivity.java`; CubeTime
//! `ExportViewModel.swift`; Nano Timer `ExportResultConverter.java`; Prisma `HistoryFrame.java`; files of acubemy and Cubeast.

use super::super::delimited::{Dialect, Quotes};
use super::super::time::{self, Time};

/// The unit of a column of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Whole milliseconds.
    Milliseconds,
    /// Seconds or minutes and seconds, with the penalty: `12.34`, `1:02.34`, `14.34+`, `DNF(12.34)`.
    Written,
}

/// A table as a timer writes it. Columns are named by their titles; an empty title is a column that it does not have.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TimerTable {
    /// The name of the timer.
    pub(crate) name: &'static str,
    /// The titles that the header must have, in any order; of a table without a header, those of its columns.
    pub(crate) titles: &'static [&'static str],
    pub(crate) has_header: bool,
    /// The format of the rows.
    pub(crate) dialect: Dialect,
    /// Whether a row may have more fields than the header.
    pub(crate) has_more_fields: bool,
    pub(crate) id: &'static str,
    pub(crate) scramble: &'static str,
    pub(crate) time: &'static str,
    pub(crate) unit: Unit,
    pub(crate) date: &'static str,
    pub(crate) comment: &'static str,
    pub(crate) session: &'static str,
    /// Columns, their values, and the penalties that these mean.
    pub(crate) penalties: &'static [(&'static str, &'static str, &'static str)],
    /// Whether the two seconds of a penalty are not part of the time.
    pub(crate) is_plus_apart: bool,
}

const NONE: TimerTable = TimerTable {
    name: "",
    titles: &[],
    has_header: true,
    dialect: Dialect::separated_by(','),
    has_more_fields: false,
    id: "",
    scramble: "Scramble",
    time: "Time",
    unit: Unit::Written,
    date: "Date",
    comment: "Comment",
    session: "",
    penalties: &[],
    is_plus_apart: false,
};

/// The tables of timers.
pub(crate) static TABLES: [TimerTable; 8] = [
    // A solve with more phases than the header has columns `P.n` has more fields.
    TimerTable {
        name: "csTimer",
        titles: &["No.", "Time", "Comment", "Scramble", "Date"],
        dialect: Dialect { separator: ';', quotes: Quotes::WhereNeeded },
        has_more_fields: true,
        id: "No.",
        ..NONE
    },
    // The header has commas in Twisty Timer, semicolons in Cubic Timer. Nothing is escaped in the one, quotes by a backslash in the
    // other. 333oh and 333bld are puzzles of the second alone; a category is the user's.
    TimerTable {
        name: "Twisty Timer",
        titles: &["Puzzle", "Category", "Time(millis)", "Date(millis)", "Scramble", "Penalty", "Comment"],
        dialect: Dialect { separator: ';', quotes: Quotes::Loose },
        time: "Time(millis)",
        unit: Unit::Milliseconds,
        date: "Date(millis)",
        session: "Category",
        penalties: &[("Penalty", "1", "+2"), ("Penalty", "2", "DNF")],
        ..NONE
    },
    TimerTable {
        name: "Twisty Timer",
        titles: &["Time", "Scramble", "Date", "Penalty"],
        has_header: false,
        dialect: Dialect { separator: ';', quotes: Quotes::Loose },
        comment: "",
        penalties: &[("Penalty", "DNF", "DNF")],
        ..NONE
    },
    TimerTable { name: "CubeTime", titles: &["Time", "Comment", "Scramble", "Date"], ..NONE },
    // The comment is not quoted.
    TimerTable {
        name: "Nano Timer",
        titles: &["cubetype", "solvetype", "time", "date", "plustwo", "scramble"],
        has_more_fields: true,
        session: "solvetype",
        penalties: &[("plustwo", "y", "+2")],
        ..NONE
    },
    TimerTable {
        name: "acubemy",
        titles: &["solve_id", "date", "total_time", "scramble"],
        id: "solve_id",
        time: "total_time",
        unit: Unit::Milliseconds,
        comment: "",
        session: "session_name",
        ..NONE
    },
    TimerTable {
        name: "Cubeast",
        titles: &["id", "date", "dnf", "time", "timer_time", "scramble"],
        id: "id",
        unit: Unit::Milliseconds,
        comment: "description",
        session: "session_name",
        penalties: &[
            ("dnf", "true", "DNF"),
            ("one_turn_away_two_second_penalty", "true", "+2"),
            ("inspection_two_second_penalty", "true", "+2"),
        ],
        ..NONE
    },
    // The table of its history, copied.
    TimerTable {
        name: "Prisma",
        titles: &["No.", "Date", "Time", "Penalty", "Scramble"],
        has_header: false,
        dialect: Dialect::separated_by('\t'),
        id: "No.",
        comment: "",
        penalties: &[("Penalty", "+2", "+2"), ("Penalty", "DNF", "DNF")],
        is_plus_apart: true,
        ..NONE
    },
];

impl TimerTable {
    /// Returns the table of a header with these titles, by as many of them as possible.
    pub(crate) fn of_titles(titles: &[String]) -> Option<&'static TimerTable> {
        let has = |wanted: &&str| titles.iter().any(|title| title.eq_ignore_ascii_case(wanted));
        let known = TABLES.iter().filter(|table| table.has_header && table.titles.iter().all(&has));
        known.max_by_key(|table| table.titles.len())
    }

    /// Returns the table without a header whose first row is this line.
    pub(crate) fn of_row(line: &str) -> Option<&'static TimerTable> {
        let is_row = |table: &&TimerTable| {
            let fields: Result<Vec<_>, _> = table.dialect.fields(line).collect();
            let Ok(fields) = fields else { return false };
            let at = |title: &str| {
                table.titles.iter().position(|other| *other == title).and_then(|at| fields.get(at))
            };
            let is_long = fields.len() <= table.titles.len() && fields.len() + 1 >= table.titles.len();
            let is_time = |text: &str| text.contains(['.', ':']) && time::parse(text).is_some();
            is_long
                && (table.dialect.quotes != Quotes::Loose || line.starts_with('"'))
                && at(table.time).is_some_and(|field| is_time(&field.text))
        };
        TABLES.iter().filter(|table| !table.has_header).find(is_row)
    }

    /// Reads a time with the penalty that `cell` gives, a lookup of cells by titles. `None` if it is not a time.
    pub(crate) fn time<'a>(&self, cell: impl Fn(&str) -> Option<&'a str>) -> Option<Time> {
        let written = cell(self.time)?;
        let time = match self.unit {
            Unit::Written => time::parse(written)?,
            Unit::Milliseconds => Time { milliseconds: Some(written.parse().ok()?), penalty: None },
        };
        let is_given = |(title, value, _): &&(&str, &str, &str)| {
            cell(title).is_some_and(|cell| cell.eq_ignore_ascii_case(value))
        };
        let Some((.., penalty)) = self.penalties.iter().find(is_given) else { return Some(time) };
        let more = if self.is_plus_apart && *penalty == "+2" { 2000 } else { 0 };
        Some(Time {
            milliseconds: time.milliseconds.map(|milliseconds: u64| milliseconds.saturating_add(more)),
            penalty: Some((*penalty).into()),
        })
    }
}

/// The timers whose exports are recognised and not read, with the beginning of their files without white space.
const FOREIGN: [(&str, &str); 9] = [
    ("CubeDesk", "{\"sessions\":["),
    ("CubeDesk", "{\"timer\":{\"sessionMap\""),
    ("Block Keeper", "{\"puzzles\":["),
    ("acubemy (JSON)", "[{\"solve_id\":"),
    ("Nexus Timer", "[{\"id\":"),
    ("Speedcuber Timer", "{\"event\":{\"id\":"),
    ("DCTimer", "SQLiteformat3\0"),
    ("ZYX Timer", "Session:"),
    ("ChaoTimer", "GeneratedByChaoTimer"),
];

/// Returns the name of the timer whose export begins like this, if it is one that is not read.
pub(crate) fn foreign(start: &[u8]) -> Option<&'static str> {
    let start = &start[..start.len().min(4096)];
    let text: String =
        String::from_utf8_lossy(start).chars().filter(|c| !c.is_whitespace() && *c != '\u{feff}').collect();
    let is_nexus = || text.contains("\"solves\":{\"") || text.contains("\"category\":");
    let begins = |(name, beginning): &&(&str, &str)| {
        text.starts_with(beginning) && (*name != "Nexus Timer" || is_nexus())
    };
    FOREIGN.iter().find(begins).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_known_by_their_header_or_first_row() {
        let of = |line: &str, separator| {
            let titles = Dialect::separated_by(separator).titles(line).unwrap();
            TimerTable::of_titles(&titles).map(|table| table.name)
        };
        assert_eq!(of("No.;Time;Comment;Scramble;Date;P.1", ';'), Some("csTimer"));
        assert_eq!(
            of("Puzzle,Category,Time(millis),Date(millis),Scramble,Penalty,Comment", ','),
            Some("Twisty Timer")
        );
        assert_eq!(of("\"Time\",Comment,Scramble,Date", ','), Some("CubeTime"));
        assert_eq!(of("id,scramble,date", ','), None);
        let of = |line: &str| TimerTable::of_row(line).map(|table| table.name);
        assert_eq!(of("\"12.34\";\"R U F\";\"2023-11-14T23:13:20.000+01:00\""), Some("Twisty Timer"));
        assert_eq!(of("3\tNov 14, 2023\t00:12.340\t\tR U2"), Some("Prisma"));
        for line in ["1,R U F", "\"a\";\"R U\";\"b\"", "R U F", "1\tR U", "12.34;R U;2023"] {
            assert_eq!(of(line), None, "{line}");
        }
    }

    #[test]
    fn exports_that_are_not_read_are_named() {
        for (start, name) in [
            ("{ \"sessions\": [{\"id\"", Some("CubeDesk")),
            ("\u{feff}{\"puzzles\":[{", Some("Block Keeper")),
            ("SQLite format 3\0..", Some("DCTimer")),
            ("Session: main\n12.34, 11.00+", Some("ZYX Timer")),
            ("[{\"id\":\"c1\",\"name\":\"GAN\",\"category\":\"3x3\"", Some("Nexus Timer")),
            ("[{\"id\":1,\"scramble\":\"R\"}", None),
            ("{\"scramble\":\"R U\"}", None),
            ("{\"session1\":[]}", None),
        ] {
            assert_eq!(foreign(start.as_bytes()), name, "{start}");
        }
    }
}
