//! Tables with a header, separated by tabs, commas or semicolons; and those of timers, of which more is known.

use super::carry::{ExtraColumns, TIME};
use super::delimited::{self, Dialect, quoted_list, trimmed};
use super::item::RowError;
use super::time;
use super::timers::tables::{TimerTable, Unit};
use super::timers::{self, Solve};
use crate::scramble::line_fields::is_title;

/// The separators of tables, in the order in which they are tried.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// The titles of a column of ids.
const IDS: [&str; 6] = ["id", "no", "no.", "nr", "number", "#"];

/// The titles of a column of puzzles.
const PUZZLES: [&str; 14] = [
    "puzzle", "puzzle_type", "puzzle type", "puzzletype", "event", "event_id", "eventid", "event id",
    "cubetype", "cube_type", "cube type", "discipline", "category", "type",
];

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(crate) dialect: Dialect,
    titles: Vec<String>,
    cube: usize,
    id: Option<usize>,
    puzzle: Option<usize>,
    /// The format of the timer that wrote it, if one did.
    pub(crate) timer: Option<&'static TimerTable>,
    /// The columns of a timer that all timers share.
    shared: Vec<&'static str>,
}

/// A row of a table.
#[derive(Debug)]
pub(crate) enum Row {
    /// A cube.
    Cube(TableRow),
    /// A solve of a timer, the byte offset of its scramble, and the values of the carried columns.
    Solve(Solve, usize, Vec<Option<String>>),
    /// A row of another puzzle, as its column says.
    OtherPuzzle(String),
}

/// A row with a cube.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TableRow {
    /// The id, if the table has ids.
    pub(crate) id: Option<String>,
    /// The text of the cube.
    pub(crate) cube: String,
    /// The byte offset of the cube in the row.
    pub(crate) at: usize,
    /// The values of the carried columns.
    pub(crate) carried: Vec<Option<String>>,
}

impl Table {
    /// Parses a header. Its scramble column has the title `column`, or without `column` a title that means scrambles;
    /// in the latter case there must be a second column. Returns `None` if the line is not a header.
    ///
    /// # Errors
    /// If `column` is not among the titles, or if several titles match.
    pub(crate) fn of_header(line: &str, column: Option<&str>) -> Option<Result<Table, String>> {
        let candidates = SEPARATORS.map(|separator| {
            let dialect = Dialect::separated_by(separator);
            (dialect, dialect.titles(line).unwrap_or_default())
        });
        if column.is_none() {
            let known =
                |(_, titles): &(Dialect, Vec<String>)| Some((TimerTable::of_titles(titles)?, titles.clone()));
            if let Some((timer, titles)) = candidates.iter().find_map(known) {
                return Some(Ok(Table::of_timer(timer, titles)));
            }
        }
        let is_cube = |title: &String| match column {
            Some(column) => title.eq_ignore_ascii_case(column.trim()),
            None => is_title(title),
        };
        let min_columns = if column.is_some() { 1 } else { 2 };
        let header =
            candidates.iter().find(|(_, titles)| titles.len() >= min_columns && titles.iter().any(is_cube));
        let Some((dialect, titles)) = header else {
            let column = column?;
            let (_, titles) = candidates.iter().max_by_key(|(_, titles)| titles.len())?;
            let message =
                format!("`column`: the header has no column '{column}'; it has {}", quoted_list(titles));
            return Some(Err(message));
        };
        let mut cubes = (0..titles.len()).filter(|i| is_cube(&titles[*i]));
        let cube = cubes.next().expect("one was found");
        if let Some(second) = cubes.next() {
            return Some(Err(format!(
                "the header has two columns of scrambles, '{}' and '{}'; name one with `column`",
                titles[cube], titles[second]
            )));
        }
        let id = IDS.iter().find_map(|id| position(titles, id));
        let [id, puzzle] = [id, puzzle_column(titles)].map(|place| place.filter(|place| *place != cube));
        Some(Ok(Table {
            dialect: *dialect,
            titles: titles.clone(),
            cube,
            id,
            puzzle,
            timer: None,
            shared: Vec::new(),
        }))
    }

    /// Returns the table of a timer that has no header, from its first row.
    pub(crate) fn of_row(line: &str) -> Option<Table> {
        let timer = TimerTable::of_row(line)?;
        Some(Table::of_timer(timer, timer.titles.iter().map(|title| title.to_string()).collect()))
    }

    fn of_timer(timer: &'static TimerTable, titles: Vec<String>) -> Table {
        let cube = position(&titles, timer.scramble).expect("the titles of a timer have its scrambles");
        let (id, puzzle) = (position(&titles, timer.id), puzzle_column(&titles));
        let shared = shared(timer, &titles);
        Table { dialect: timer.dialect, titles, cube, id, puzzle, timer: Some(timer), shared }
    }

    /// Returns the columns besides ids and cubes: those of a timer that all timers share, which are carried by default, and all
    /// others.
    pub(crate) fn extra_columns(&self) -> ExtraColumns {
        let known = self.shared.iter().filter(|name| **name != "comment").count();
        let others = self.others().map(|i| &self.titles[i][..]);
        ExtraColumns::new(self.shared.iter().copied().chain(others), known)
    }

    /// Returns the indices of the columns besides ids and cubes.
    fn others(&self) -> impl Iterator<Item = usize> {
        (0..self.titles.len()).filter(|i| *i != self.cube && Some(*i) != self.id)
    }

    /// Returns whether a row is not complete, so that a quoted field may continue in the next line.
    pub(crate) fn is_open(&self, row: &str) -> bool {
        match self.counts_fields() {
            true => self.dialect.fields(row).count() < self.titles.len(),
            false => self.dialect.is_open(row),
        }
    }

    /// Returns whether rows end by the number of their fields, since a quote may be part of a text.
    pub(crate) fn counts_fields(&self) -> bool {
        self.dialect.quotes == delimited::Quotes::WhereNeeded
    }

    /// Returns whether a line begins a row, that is, with a number.
    pub(crate) fn begins_row(line: &str) -> bool {
        line.split_once(';')
            .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Returns the error about a row that stays open.
    pub(crate) fn never_closed(&self, row: &str) -> RowError {
        if self.counts_fields() { self.miscounted(row) } else { self.dialect.never_closed(row) }
    }

    fn miscounted(&self, row: &str) -> RowError {
        let (count, wanted) = (self.dialect.fields(row).count(), self.titles.len());
        let hint = match count > wanted && self.dialect.separator == ',' {
            true => "; put a field with commas in quotes",
            false => "",
        };
        let header = self.timer.map_or("the header".into(), |timer| format!("{}'s header", timer.name));
        delimited::row_error(
            row,
            row.len(),
            format!("the row has {count} columns; {header} has {wanted}{hint}"),
        )
    }

    /// Reads a row. `carried` are indices into [`extra_columns`](Table::extra_columns).
    pub(crate) fn read(&self, row: &str, carried: &[Option<usize>]) -> Result<Row, RowError> {
        let fields = self.dialect.fields(row).collect::<Result<Vec<_>, _>>()?;
        let has_more = self.timer.is_some_and(|timer| timer.has_more_fields);
        let has_fewer = self.timer.is_some_and(|timer| !timer.has_header);
        // A Square-1 scramble has commas and no quotes in the files of CubeTime.
        if self.timer.is_some() && !has_more && fields.len() > self.titles.len() && row.contains(")/") {
            return Ok(Row::OtherPuzzle("sq1".into()));
        }
        let min = (self.titles.len() - usize::from(has_fewer)).max(self.cube + 1);
        if fields.len() < min || fields.len() > self.titles.len() && !has_more {
            return Err(self.miscounted(row));
        }
        let cell = |place: usize| fields.get(place).map(|field| field.text.trim());
        if let Some(name) = self.puzzle.and_then(cell).filter(|name| timers::is_another(name)) {
            return Ok(Row::OtherPuzzle(name.into()));
        }
        let id = self.id.map(|id| trimmed(&fields[id]));
        if let Some(("", at)) = id {
            let what = if self.timer.is_some() { "solve has no number" } else { "row has no id" };
            return Err(delimited::row_error(row, at, format!("the {what}")));
        }
        let id = id.map(|(id, _)| id.to_string());
        let (cube, at) = trimmed(&fields[self.cube]);
        let others: Vec<usize> = self.others().collect();
        let text = |place: usize| {
            cell(others[place - self.shared.len()]).filter(|text| !text.is_empty()).map(str::to_string)
        };
        let Some(timer) = self.timer else {
            let carried = carried.iter().map(|place| text((*place)?)).collect();
            return Ok(Row::Cube(TableRow { id, cube: cube.into(), at, carried }));
        };
        let named =
            |title: &str| cell(position(&self.titles, title)?).filter(|text| !matches!(*text, "" | "null"));
        let time = match named(timer.time) {
            None => None,
            Some("--") => None,
            Some(written) => Some(timer.time(named).ok_or_else(|| {
                let (_, at) = trimmed(&fields[position(&self.titles, timer.time).expect("it was found")]);
                let message =
                    format!("'{}' is not a time such as 12.34, 14.34+ or DNF(12.34)", written.escape_debug());
                delimited::row_error(row, at, message)
            })?),
        };
        let solve = Solve {
            id: id.unwrap_or_default(),
            scramble: fields[self.cube].text.to_string(),
            time,
            comment: named(timer.comment).unwrap_or_default().into(),
            date: named(timer.date).and_then(time::date),
            session: named(timer.session).map(str::to_string),
        };
        let value = |place: usize| match self.shared.get(place) {
            Some(name) => solve.value(name),
            None => text(place),
        };
        let carried = carried.iter().map(|place| value((*place)?)).collect();
        Ok(Row::Solve(solve, fields[self.cube].start, carried))
    }
}

fn position(titles: &[String], wanted: &str) -> Option<usize> {
    titles.iter().position(|title| title.eq_ignore_ascii_case(wanted)).filter(|_| !wanted.is_empty())
}

/// Returns the names of the columns of a timer that all timers share.
fn shared(timer: &TimerTable, titles: &[String]) -> Vec<&'static str> {
    let has = |title: &str| position(titles, title).is_some();
    let columns = [
        ("session", has(timer.session)),
        ("date", has(timer.date)),
        (TIME, true),
        ("penalty", timer.unit == Unit::Written || !timer.penalties.is_empty()),
        ("comment", has(timer.comment)),
    ];
    columns.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
}

/// Returns the column that names the puzzle of each row.
fn puzzle_column(titles: &[String]) -> Option<usize> {
    PUZZLES.iter().find_map(|title| position(titles, title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_names_the_scramble_column() {
        let of = |line: &str, column| {
            let table = Table::of_header(line, column)?.expect("a good header");
            Some((table.dialect.separator, table.cube, table.id))
        };
        assert_eq!(of("id,scramble,date", None), Some((',', 1, Some(0))));
        assert_eq!(of("Date\tScramble", None), Some(('\t', 1, None)));
        assert_eq!(of("\"no.\";\"cube\"", None), Some((';', 1, Some(0))));
        assert_eq!(of("n,moves,id", Some("Moves")), Some((',', 1, Some(2))));
        assert_eq!(of("moves", Some("moves")), Some(('\t', 0, None)));
        for line in ["R U", "scramble", "a,b,c", "id;date", ""] {
            assert_eq!(Table::of_header(line, None), None, "{line}");
        }
        let error = |line: &str, column| Table::of_header(line, column).unwrap().unwrap_err();
        assert_eq!(error("a,b,c", Some("x")), "`column`: the header has no column 'x'; it has 'a', 'b', 'c'");
        assert!(error("scramble,cube", None).contains("two columns of scrambles, 'scramble' and 'cube'"));
    }

    #[test]
    fn row_carries_the_chosen_columns() {
        let table = Table::of_header("id,date,scramble,time", None).unwrap().unwrap();
        assert_eq!(table.extra_columns().names, ["date", "time"]);
        let read = |row: &str, carried: &[Option<usize>]| match table.read(row, carried)? {
            Row::Cube(row) => Ok::<TableRow, RowError>(row),
            other => panic!("{other:?}"),
        };
        let row = read("7,, R U ,\"1,5\"", &[Some(1), None, Some(0)]).unwrap();
        assert_eq!((row.id.as_deref(), &row.cube[..], row.at), (Some("7"), "R U", 4));
        assert_eq!(row.carried, [Some("1,5".into()), None, None]);
        assert!(read("7,R", &[]).unwrap_err().message.contains("has 2 columns; the header has 4"));
        assert!(read("7,a,[R, U],b", &[]).unwrap_err().message.contains("in quotes"));
        assert_eq!(read(",a,R,b", &[]).unwrap_err().message, "the row has no id");
    }
}
