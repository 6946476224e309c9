//! A file that is being read: its detected format, and its scrambles.

use std::collections::VecDeque;

use cubiform_cube::cube_text::CubeText;

use super::carry::ExtraColumns;
use super::item::{Content, Item, Line, RowError, SourceLocation};
use super::raw::RawLines;
use super::table::{Row, Table};
use super::timers::{SolveCounts, json, tables};
use super::{ReadContext, delimited, numbered, timers};
use crate::input::wca::Columns;
use crate::input::{lines, wca};
use crate::scramble::fields::{FieldError, Fields};
use crate::scramble::line_fields::is_header;
use crate::scramble::{json_line, line_fields};

/// A file that is being read.
pub(crate) struct OpenFile {
    pub(crate) raw: RawLines,
    /// The format, once it is detected.
    format: Option<Format>,
    /// Items that were read and not returned yet.
    items: VecDeque<Item>,
    /// The carried columns of the run, by their titles in the files.
    columns: Vec<String>,
    /// The indices of the carried columns in the extra columns of the file.
    positions: Vec<Option<usize>>,
    /// The attribution that the source requires.
    pub(crate) credit: Option<String>,
}

/// The format of a file.
enum Format {
    /// A line for each scramble, as text or JSON.
    Lines(ExtraColumns),
    /// The WCA's table of scrambles.
    Wca(Columns),
    /// A table.
    Table(Box<Table>, SolveCounts),
    /// csTimer's text of statistics.
    CsTimerText(SolveCounts),
    /// csTimer's file of sessions, once it is read.
    Sessions(Option<Box<json::Sessions>>),
    /// The end of the file, or an error that ended it.
    Finished,
}

impl OpenFile {
    /// Reads a file from its lines.
    pub(crate) fn new(raw: RawLines) -> OpenFile {
        OpenFile {
            raw,
            format: None,
            items: VecDeque::new(),
            columns: Vec::new(),
            positions: Vec::new(),
            credit: None,
        }
    }

    /// Returns the columns besides ids and scrambles, and detects the format first if necessary. An error is returned
    /// by [`next`](OpenFile::next).
    pub(crate) fn extra_columns(&mut self, context: &mut ReadContext<'_>) -> ExtraColumns {
        if self.format.is_none() && self.items.is_empty() {
            let item = self.detect(context);
            self.items.extend(item);
        }
        match &self.format {
            Some(Format::Lines(extra)) => extra.clone(),
            Some(Format::Wca(columns)) => columns.extra_columns(),
            Some(Format::Table(table, _)) => table.extra_columns(),
            Some(Format::CsTimerText(_)) => timers::extra_columns(),
            Some(Format::Sessions(_)) => timers::session_columns(),
            Some(Format::Finished) | None => ExtraColumns::default(),
        }
    }

    /// Returns whether its header or format shows that it contains scrambles.
    pub(crate) fn is_of_known_format(&self) -> bool {
        !matches!(self.format, Some(Format::Lines(_) | Format::Finished) | None)
    }

    /// Sets the columns to carry.
    pub(crate) fn carry(&mut self, columns: &[String], context: &mut ReadContext<'_>) {
        self.positions = self.extra_columns(context).positions(columns);
        self.columns = columns.to_vec();
    }

    /// Returns the next item, or `None` at the end.
    pub(crate) fn next(&mut self, context: &mut ReadContext<'_>) -> Option<Item> {
        loop {
            if let Some(item) = self.items.pop_front() {
                return Some(item);
            }
            if self.format.is_none() {
                match self.detect(context) {
                    Some(item) => return Some(item),
                    None if self.format.is_none() => return None,
                    None => {}
                }
                continue;
            }
            match &mut self.format {
                Some(Format::Finished) => return None,
                Some(Format::Sessions(Some(sessions))) => {
                    match sessions.next(&self.raw.name, &self.columns, context) {
                        Some(item) => return Some(item),
                        None => self.format = Some(Format::Finished),
                    }
                    continue;
                }
                Some(Format::Sessions(None)) => {
                    match json::Sessions::open(&mut self.raw, context) {
                        Ok(sessions) => self.format = Some(Format::Sessions(Some(Box::new(sessions)))),
                        Err(item) => {
                            self.format = Some(Format::Finished);
                            return Some(*item);
                        }
                    }
                    continue;
                }
                _ => {}
            }
            let text = match self.raw.read_line(context.bytes) {
                Some(Ok(text)) => text,
                Some(Err(item)) => return Some(item),
                None => {
                    let format = self.format.replace(Format::Finished);
                    return self.end(format.as_ref());
                }
            };
            if let Err(item) = self.read(text, context) {
                return Some(*item);
            }
        }
    }

    /// Returns the error or note at the end of a file, if any.
    fn end(&self, format: Option<&Format>) -> Option<Item> {
        match format {
            Some(Format::CsTimerText(solve_counts)) if solve_counts.is_empty() => {
                Some(self.raw.failed(timers::NO_SCRAMBLES))
            }
            Some(Format::Table(_, solve_counts) | Format::CsTimerText(solve_counts)) => {
                solve_counts.warning(&self.raw.name).map(Item::Note)
            }
            _ => None,
        }
    }

    /// Detects the format from the first line that is not blank. A line that is not a header is put back. Returns a
    /// note or an error about the line, or `None`. At the end of the file, returns `None` and leaves the format
    /// unknown.
    fn detect(&mut self, context: &mut ReadContext<'_>) -> Option<Item> {
        if self.raw.line == 0 {
            match self.raw.peek() {
                Ok(start) if json::is_meant(start) => {
                    if let Some(item) = self.refuse_events(context) {
                        return Some(item);
                    }
                    self.format = Some(Format::Sessions(None));
                    return None;
                }
                Ok(start) => {
                    if let Some(timer) = tables::foreign(start) {
                        self.raw.line = 1;
                        return Some(self.fail(&format!(
                            "this is an export of {timer}, which is not read; export it as a file of csTimer, or give the scrambles, one \
                             on each line"
                        )));
                    }
                }
                Err(item) => return Some(*item),
            }
        }
        loop {
            let line = match self.raw.read_line(context.bytes)? {
                Ok(line) => line,
                Err(item) => return Some(item),
            };
            if is_blank(&line) || line.starts_with("sep=") && line.chars().count() == "sep=;".len() {
                continue;
            }
            match Columns::of_header(&line) {
                Some(Ok(columns)) => {
                    self.format = Some(Format::Wca(columns));
                    let credit = wca::attribution(self.raw.date.as_deref());
                    self.credit = Some(credit.clone());
                    return Some(Item::Note(credit));
                }
                Some(Err(message)) => return Some(self.fail(&message)),
                None if self.raw.zipped.is_some() => {
                    return Some(self.fail("not a header of the WCA's table of scrambles"));
                }
                None => {}
            }
            if let Some(item) = self.refuse_events(context) {
                return Some(item);
            }
            let is_text =
                || timers::is_heading(&line) && Fields::of_line(&line).is_ok_and(|f| !is_cube(&f.cube));
            let rows = context.column.is_none().then(|| Table::of_row(&line)).flatten();
            self.format = Some(match rows {
                Some(table) => {
                    self.raw.unread(line);
                    Format::Table(Box::new(table), SolveCounts::default())
                }
                None if is_text() => Format::CsTimerText(SolveCounts::default()),
                None => match self.table(&line, context) {
                    Some(Ok(table)) => Format::Table(Box::new(table), SolveCounts::default()),
                    Some(Err(message)) => return Some(self.fail(&message)),
                    None => {
                        let extra = json_line::plain_members(&line).map(|names| ExtraColumns::new(names, 0));
                        if !is_header(&line) {
                            self.raw.unread(line);
                        }
                        Format::Lines(extra.unwrap_or_default())
                    }
                },
            });
            return None;
        }
    }

    /// Parses the header of a table. A header `id,scramble` is not one: it begins a file of lines, whose scrambles may
    /// contain commas.
    fn table(&self, line: &str, context: &ReadContext<'_>) -> Option<Result<Table, String>> {
        if context.column.is_none() && (is_header(line) || json_line::is_meant(line)) {
            return None;
        }
        Table::of_header(line, context.column)
    }

    /// Returns an error if events are selected, for a file that is not the WCA's table.
    fn refuse_events(&mut self, context: &ReadContext<'_>) -> Option<Item> {
        context.events?;
        // The error names line 1 even if no line has been read.
        self.raw.line = self.raw.line.max(1);
        let message = "`events` requires the WCA's table of scrambles, but this is another format";
        Some(self.fail(message))
    }

    /// Returns a failure at the current line, and ends the file.
    fn fail(&mut self, message: &str) -> Item {
        self.format = Some(Format::Finished);
        self.raw.failed(message)
    }

    /// Adds the items of a line, or of the row that begins with it. Returns an unreadable row.
    fn read(&mut self, line: String, context: &mut ReadContext<'_>) -> Result<(), Box<Item>> {
        match self.format.as_ref().expect("the format is detected") {
            Format::Lines(_) | Format::Table(..) if is_blank(&line) => return Ok(()),
            Format::Lines(_) if line_fields::is_open(&line) => return self.quoted_row(line, context),
            Format::Lines(_) => self.items.push_back(Item::Line(self.line(line, context))),
            Format::Wca(_) if line.is_empty() => {}
            Format::Wca(_) => return self.wca_row(line, context),
            Format::Table(..) => return self.table_row(line, context),
            Format::CsTimerText(_) => return self.text_solve(line, context),
            Format::Sessions(_) | Format::Finished => {}
        }
        Ok(())
    }

    /// Reads the scramble of a line, which may be numbered.
    fn line(&self, text: String, context: &ReadContext<'_>) -> Line {
        let carried = match self.columns.is_empty() {
            true => Vec::new(),
            false => json_line::member_values(&text, &self.columns)
                .unwrap_or_else(|| vec![None; self.columns.len()]),
        };
        let content = Content::of_line(text);
        Line { place: self.raw.place(self.raw.line), content, bytes: *context.bytes, carried }
    }

    /// Reads the scramble of a row `id,scramble` with a quoted line end.
    fn quoted_row(&mut self, line: String, context: &mut ReadContext<'_>) -> Result<(), Box<Item>> {
        let first = self.raw.line;
        let fault = |row: &str, (column, message): FieldError| {
            let byte = row.char_indices().nth(column).map_or(row.len(), |(byte, _)| byte);
            delimited::row_error(row, byte, message)
        };
        let never_closed =
            |row: &str| fault(row, Fields::of_line(row).err().unwrap_or((0, delimited::NEVER_CLOSED.into())));
        let none = None::<fn(&str) -> bool>;
        let row = self.raw.read_row(line, context.bytes, line_fields::is_open, none, never_closed)?;
        let fields =
            Fields::of_line(&row).map_err(|error| Box::new(self.raw.bad_row(first, fault(&row, error))))?;
        let RowError { line, column, .. } = fault(&row, (fields.column, String::new()));
        let id = fields.id.map_or_else(|| first.to_string(), Into::into);
        self.items.push_back(Item::Line(Line {
            place: self.raw.place(first + line),
            content: Content::Cell { id, scramble: fields.cube.into(), column },
            bytes: *context.bytes,
            carried: vec![None; self.columns.len()],
        }));
        Ok(())
    }

    /// Reads the scramble of a row of a table, or those of a solve of a timer.
    fn table_row(&mut self, line: String, context: &mut ReadContext<'_>) -> Result<(), Box<Item>> {
        let Some(Format::Table(table, solve_counts)) = &mut self.format else { return Ok(()) };
        let first = self.raw.line;
        let is_open = |row: &str| table.is_open(row);
        let never_closed = |row: &str| table.never_closed(row);
        let begins = table.counts_fields().then_some(Table::begins_row);
        let row = self.raw.read_row(line, context.bytes, is_open, begins, never_closed)?;
        let read = table.read(&row, &self.positions);
        match read.map_err(|fault| Box::new(self.raw.bad_row(first, fault)))? {
            Row::Cube(table_row) => {
                let (line, column) = delimited::place(&row, table_row.at);
                let id = table_row.id.unwrap_or_else(|| first.to_string());
                self.items.push_back(Item::Line(Line {
                    place: self.raw.place(first + line),
                    content: Content::Cell { id, scramble: table_row.cube, column },
                    bytes: *context.bytes,
                    carried: table_row.carried,
                }));
            }
            Row::Solve(mut solve, start, carried) => {
                if solve.id.is_empty() {
                    solve.id = first.to_string();
                }
                let at = place_in(&self.raw, first, delimited::place(&row, start));
                let lines = solve.lines(solve_counts, &carried, context, at);
                self.items.extend(lines.into_iter().map(Item::Line));
            }
            Row::OtherPuzzle(name) => context.counts.other_puzzles(1, name),
        }
        Ok(())
    }

    /// Reads the scrambles of a line of csTimer's time list. Other lines belong to the summary and are ignored.
    fn text_solve(&mut self, line: String, context: &mut ReadContext<'_>) -> Result<(), Box<Item>> {
        let Some(Format::CsTimerText(solve_counts)) = &mut self.format else { return Ok(()) };
        let (first, begins) = (self.raw.line, |line: &str| numbered::leading_number(line).is_some());
        if !begins(&line) {
            return Ok(());
        }
        let fault = |row: &str| delimited::row_error(row, 0, "the comment of the solve has no ']'");
        let is_open = numbered::has_open_comment;
        let mut row = self.raw.read_row(line, context.bytes, is_open, Some(begins), fault)?;
        // Add the further lines of a multi-line scramble.
        loop {
            match self.raw.read_line(context.bytes) {
                Some(Ok(next))
                    if !next.trim().is_empty()
                        && !numbered::begins_timed_solve(&next)
                        && row.len() < lines::MAX_LINE_BYTES =>
                {
                    row.push('\n');
                    row.push_str(&next);
                }
                Some(Ok(next)) => {
                    self.raw.unread(next);
                    break;
                }
                Some(Err(item)) => {
                    self.items.push_back(item);
                    break;
                }
                None => break,
            }
        }
        let Some((solve, start)) = timers::read(&row) else {
            let fault = delimited::row_error(&row, 0, "this is not a solve such as '1. 12.34   R U'");
            return Err(Box::new(self.raw.bad_row(first, fault)));
        };
        let at = place_in(&self.raw, first, delimited::place(&row, start));
        let carried = solve.values(&self.columns);
        let lines = solve.lines(solve_counts, &carried, context, at);
        for line in lines.into_iter().rev() {
            self.items.push_front(Item::Line(line));
        }
        Ok(())
    }

    /// Reads the scrambles of the row of the WCA's table that begins with this line.
    fn wca_row(&mut self, line: String, context: &mut ReadContext<'_>) -> Result<(), Box<Item>> {
        let Some(Format::Wca(columns)) = &self.format else { return Ok(()) };
        let first = self.raw.line;
        // Scrambles contain no tabs, so that a line with one begins another row.
        let begins = |line: &str| line.find('\t').is_some_and(|tab| !line[..tab].contains('"'));
        let is_open = |row: &str| wca::DIALECT.is_open(row);
        let never_closed = |row: &str| wca::DIALECT.never_closed(row);
        let row = self.raw.read_row(line, context.bytes, is_open, Some(begins), never_closed)?;
        let events = context.events.map_or(&wca::EVENTS[..], |events| &events.0);
        let (cells, carried) = match columns.read(&row, events, &self.positions) {
            Ok(Some(read)) => read,
            Ok(None) => {
                context.counts.other_events += 1;
                return Ok(());
            }
            Err(mut fault) => {
                if !self.raw.line_ended {
                    fault.message +=
                        ", and the file without an end of the line; if it was cut short, get it again";
                }
                return Err(Box::new(self.raw.bad_row(first, fault)));
            }
        };
        if !self.raw.line_ended && self.raw.zipped.is_none() && columns.may_hide_a_cut() {
            self.items.push_back(Item::Note(format!(
                "{}:{}: the last row has no line end; if the file is truncated, its scramble may be incomplete",
                self.raw.name, self.raw.line
            )));
        }
        let line = |cell: wca::Cell| Line {
            place: self.raw.place(first + cell.line),
            content: Content::Cell { id: cell.id, scramble: cell.scramble, column: cell.column },
            bytes: *context.bytes,
            carried: carried.clone(),
        };
        let lines: Vec<Line> = cells.into_iter().map(line).collect();
        self.items.extend(lines.into_iter().map(Item::Line));
        Ok(())
    }
}

/// Returns the place of a line and column of a scramble that begins in the row that starts at line `first`: `before`
/// lines later, after `indent` characters.
fn place_in(
    raw: &RawLines,
    first: u64,
    (before, indent): (u64, usize),
) -> impl Fn(u64, usize) -> (SourceLocation, usize) {
    move |line, column| (raw.place(first + before + line), if line == 0 { indent + column } else { column })
}

/// Returns whether a line is empty or a comment. `#1,R U` is a scramble with an id.
fn is_blank(line: &str) -> bool {
    let line = line.trim();
    let Some(after) = line.strip_prefix('#') else { return line.is_empty() || line.starts_with("//") };
    let is_row = || Fields::of_line(line).is_ok_and(|fields| fields.id.is_some() && is_cube(&fields.cube));
    after.is_empty() || after.starts_with(char::is_whitespace) || !is_row()
}

fn is_cube(text: &str) -> bool {
    CubeText::parse(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_beginning_with_hash_is_a_comment_unless_it_is_a_row() {
        for line in ["", "  ", "// R", "# R U", "#", "#scrambles of May", "# 1, R U", "#a, hello", "##"] {
            assert!(is_blank(line), "{line}");
        }
        for line in ["#1,R U", "#a, F2", "R U # x", "1,R"] {
            assert!(!is_blank(line), "{line}");
        }
    }

    /// The reader of the bodies of HTTP batches and of Python's streams.
    #[test]
    fn reader_splits_lines_at_every_line_end_and_rows_after_quotes() {
        let text = "id,scramble\r\"a\nb\",R U\rc,F\n\nd,\"L\r\nB\"";
        let reader = Box::new(std::io::Cursor::new(text));
        let input = crate::input::Input::from_reader("body", reader, crate::input::Options::plain()).unwrap();
        let cell = |item| match item {
            Item::Line(Line { content: Content::Cell { id, scramble, .. }, place, .. }) => {
                (place.number(), id, scramble)
            }
            Item::Line(Line { content: Content::Text(text), place, .. }) => {
                (place.number(), String::new(), text)
            }
            other => panic!("{other:?}"),
        };
        let read: Vec<_> = input.map(cell).collect();
        let wanted = [(3, "a\nb", "R U"), (4, "", "c,F"), (6, "d", "L\nB")];
        assert_eq!(read, wanted.map(|(line, id, text)| (line, id.to_string(), text.to_string())));
    }

    #[test]
    fn an_unclosed_quote_takes_no_more_than_a_line_may() {
        let lines: Vec<String> = (0..30).map(|number| format!("{number},R U F")).collect();
        let text = format!("id,scramble\n\"{}\n{}\n", "a".repeat(90), lines.join("\n"));
        let reader = Box::new(std::io::Cursor::new(text));
        let options = crate::input::Options { max_line: Some(100), ..crate::input::Options::plain() };
        let items: Vec<Item> = crate::input::Input::from_reader("body", reader, options).unwrap().collect();
        assert!(
            matches!(&items[0], Item::Bad(bad) if bad.message.contains("never closed")),
            "{:?}",
            items[0]
        );
        // The rows that the quote would have taken are read.
        assert_eq!(items.len(), 31);
        assert!(items[1..].iter().all(|item| matches!(item, Item::Line(_))));
    }
}
