//! The table of scrambles in the WCA's results export: which columns hold what, and the scrambles of a row.

use std::borrow::Cow;

/// The 3x3x3 events, as the WCA writes them.
pub(crate) const EVENTS: [&str; 6] = ["333", "333oh", "333bf", "333fm", "333ft", "333mbf"];

/// The event whose attempts are of several scrambles.
const MULTI_BLIND: &str = "333mbf";

/// All columns, as the export names them since its second version, and as it did before.
const NAMES: [[&str; 2]; 8] = [
    ["id", "scrambleId"],
    ["scramble", "scramble"],
    ["competition_id", "competitionId"],
    ["event_id", "eventId"],
    ["group_id", "groupId"],
    ["is_extra", "isExtra"],
    ["round_type_id", "roundTypeId"],
    ["scramble_num", "scrambleNum"],
];

/// What the export asks of those who show anything made of it.
pub(crate) fn attribution(date: Option<&str>) -> String {
    let date = date.map_or_else(String::new, |date| format!(" as of {date}"));
    format!(
        "This information is based on competition results owned and maintained by the World Cube Association, \
         published at https://worldcubeassociation.org/results{date}."
    )
}

/// What is wrong with a row: so many lines below its first, after so many characters of that line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) line: u64,
    pub(crate) column: usize,
    pub(crate) message: String,
}

/// A scramble of a row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// That of the row, or where it holds several, with `#` and the number of the scramble, from 1.
    pub(crate) id: String,
    /// The moves.
    pub(crate) scramble: String,
    /// How many lines below the first of the row it stands.
    pub(crate) line: u64,
    /// Characters of that line before it.
    pub(crate) column: usize,
}

/// Where in a row things stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    id: usize,
    event: usize,
    scramble: usize,
    count: usize,
}

impl Columns {
    /// The columns that a header names, if it is one of a table like the export's: with tabs, and some column of
    /// the export.
    ///
    /// # Errors
    /// Which column is missing or there twice, and what was found.
    pub(crate) fn of_header(header: &str) -> Option<Result<Columns, String>> {
        let titles: Vec<&str> = header.split('\t').map(|title| title.trim().trim_matches('"')).collect();
        let known = |title: &&str| NAMES.iter().flatten().any(|name| name == title);
        (titles.len() > 1 && titles.iter().any(known)).then(|| Columns::of_titles(&titles))
    }

    fn of_titles(titles: &[&str]) -> Result<Columns, String> {
        let find = |[name, older]: [&str; 2]| {
            let mut places =
                titles.iter().enumerate().filter(|(_, title)| **title == name || **title == older);
            let words = if name == older { format!("'{name}'") } else { format!("'{name}' (or '{older}')") };
            match (places.next(), places.next()) {
                (Some((place, _)), None) => Ok(place),
                (Some(_), Some(_)) => Err(format!("the header has the column {words} twice")),
                (None, _) => Err(format!("the header lacks the column {words}; it has {}", in_words(titles))),
            }
        };
        let (id, scramble, event) = (find(NAMES[0])?, find(NAMES[1])?, find(NAMES[3])?);
        Ok(Columns { id, event, scramble, count: titles.len() })
    }

    /// Whether a row that was cut short may look whole.
    pub(crate) fn may_hide_a_cut(&self) -> bool {
        self.scramble + 1 == self.count
    }

    /// The scrambles of a row, or `None` if its event is not among `events`.
    pub(crate) fn read(&self, row: &str, events: &[&str]) -> Result<Option<Vec<Cell>>, Fault> {
        let mut found = [const { None }; 3];
        let mut count = 0;
        for field in Fields::of(row) {
            let field = field?;
            for (place, found) in [self.id, self.event, self.scramble].into_iter().zip(&mut found) {
                if place == count {
                    *found = Some(field.clone());
                }
            }
            count += 1;
        }
        let [Some(id), Some(event), Some(scramble)] = found else { return Err(self.miscounted(row, count)) };
        if count != self.count {
            return Err(self.miscounted(row, count));
        }
        if !events.contains(&&*event.text) {
            return Ok(None);
        }
        if id.text.is_empty() {
            return Err(fault(row, id.start, "the row has no id"));
        }
        let mut cells = Vec::new();
        let mut cell = |start: usize, text: &str| {
            let blank = text.len() - text.trim_start().len();
            let (line, column) = place(row, (start + blank).min(row.len()));
            cells.push(Cell { id: id.text.to_string(), scramble: text.trim().into(), line, column });
        };
        if event.text == MULTI_BLIND {
            let mut start = scramble.start;
            for part in scramble.text.split(['|', '\n']) {
                if !part.trim().is_empty() {
                    cell(start, part);
                }
                start += part.len() + 1;
            }
        }
        if cells.is_empty() {
            let (line, column) = place(row, scramble.start);
            let scramble = scramble.text.into_owned();
            cells.push(Cell { id: id.text.into_owned(), scramble, line, column });
        } else if cells.len() > 1 {
            for (k, cell) in cells.iter_mut().enumerate() {
                cell.id = format!("{}#{}", cell.id, k + 1);
            }
        }
        Ok(Some(cells))
    }

    fn miscounted(&self, row: &str, count: usize) -> Fault {
        fault(
            row,
            row.len(),
            format!("the row ends here with {count} columns; the header has {}", self.count),
        )
    }
}

/// Titles as an error shows them: whatever they are, they are no flood and do not steer a terminal.
fn in_words(titles: &[&str]) -> String {
    const MANY: usize = 16;
    let title = |title: &&str| format!("'{}'", title.chars().take(40).collect::<String>().escape_debug());
    let shown: Vec<String> = titles.iter().take(MANY).map(title).collect();
    let rest = if titles.len() > MANY { format!(" and {} more", titles.len() - MANY) } else { String::new() };
    shown.join(", ") + &rest
}

/// Whether a quoted field of the row is not closed: it goes on in the next line.
pub(crate) fn is_open(row: &str) -> bool {
    row.contains('"') && Fields::of(row).any(|field| field.is_err_and(|fault| fault.message == NEVER_CLOSED))
}

/// What is said of a quoted field without an end.
pub(crate) const NEVER_CLOSED: &str = "'\"' is never closed; add the missing '\"'";

/// The place of the quoted field that is not closed.
pub(crate) fn never_closed(row: &str) -> Fault {
    let open = Fields::of(row).find_map(Result::err);
    open.unwrap_or_else(|| fault(row, 0, NEVER_CLOSED))
}

/// A field without its quotes.
#[derive(Clone)]
struct Field<'a> {
    text: Cow<'a, str>,
    /// The byte of the row where the text begins.
    start: usize,
}

/// The fields of a row, which are separated by tabs. One that begins with a quote may hold tabs and line ends, and
/// quotes that are written twice.
struct Fields<'a> {
    row: &'a str,
    next: Option<usize>,
}

impl<'a> Fields<'a> {
    fn of(row: &'a str) -> Fields<'a> {
        Fields { row, next: Some(0) }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next.take()?;
        let rest = &self.row[start..];
        let (text, start, end) = match rest.strip_prefix('"') {
            None => {
                let length = rest.find('\t').unwrap_or(rest.len());
                (Cow::from(&rest[..length]), start, start + length)
            }
            Some(quoted) => {
                let mut at = 0;
                let close = loop {
                    match quoted[at..].find('"') {
                        None => return Some(Err(fault(self.row, start, NEVER_CLOSED))),
                        Some(i) if quoted[at + i + 1..].starts_with('"') => at += i + 2,
                        Some(i) => break at + i,
                    }
                };
                let end = start + 1 + close + 1;
                if !matches!(self.row.as_bytes().get(end), None | Some(b'\t')) {
                    let message =
                        "there is more after the closing '\"'; expected a tab or the end of the row";
                    return Some(Err(fault(self.row, end, message)));
                }
                let text = match &quoted[..close] {
                    text if text.contains('"') => text.replace("\"\"", "\"").into(),
                    text => text.into(),
                };
                (text, start + 1, end)
            }
        };
        self.next = (end < self.row.len()).then_some(end + 1);
        Some(Ok(Field { text, start }))
    }
}

/// The line of a row, from 0, and the characters of it that stand before this byte.
fn place(row: &str, byte: usize) -> (u64, usize) {
    let before = &row[..row.floor_char_boundary(byte)];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() as u64, before[line_start..].chars().count())
}

fn fault(row: &str, byte: usize, message: impl Into<String>) -> Fault {
    let (line, column) = place(row, byte);
    Fault { line, column, message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(header: &str) -> Columns {
        Columns::of_header(&header.replace(' ', "\t")).expect("a header").expect("a whole one")
    }

    fn read(row: &str) -> Result<Vec<Cell>, Fault> {
        columns("id event_id scramble").read(row, &EVENTS).map(Option::unwrap_or_default)
    }

    fn cell(id: &str, scramble: &str, line: u64, column: usize) -> Cell {
        Cell { id: id.into(), scramble: scramble.into(), line, column }
    }

    #[test]
    fn headers_of_both_versions_in_any_order() {
        let new = "id scramble competition_id event_id group_id is_extra round_type_id scramble_num";
        assert_eq!(columns(new), Columns { id: 0, event: 3, scramble: 1, count: 8 });
        let old = "scrambleId competitionId eventId roundTypeId groupId isExtra scrambleNum scramble";
        assert_eq!(columns(old), Columns { id: 0, event: 2, scramble: 7, count: 8 });
        assert_eq!(columns("scramble x id event_id").id, 2);
        for other in ["R U", "R\tU", "id,scramble", "scramble", ""] {
            assert_eq!(Columns::of_header(other), None, "{other}");
        }
    }

    #[test]
    fn headers_that_lack_a_column() {
        for (header, message) in [
            (
                "id\tscramble",
                "the header lacks the column 'event_id' (or 'eventId'); it has 'id', 'scramble'",
            ),
            ("id\tevent_id", "the header lacks the column 'scramble'; it has 'id', 'event_id'"),
            ("id\tscramble\tevent_id\teventId", "the header has the column 'event_id' (or 'eventId') twice"),
        ] {
            assert_eq!(Columns::of_header(header), Some(Err(message.into())));
        }
    }

    #[test]
    fn rows_and_their_places() {
        assert_eq!(read("7\t333\tR U"), Ok(vec![cell("7", "R U", 0, 6)]));
        assert_eq!(read("7\t444\tRw U"), Ok(vec![]));
        assert_eq!(read("7\t333\t"), Ok(vec![cell("7", "", 0, 6)]));
        for row in ["7\t333mbf\tR U| F", "7\t333mbf\tR U| F||"] {
            let two = vec![cell("7#1", "R U", 0, 9), cell("7#2", "F", 0, 14)];
            assert_eq!(read(row), Ok(two));
        }
        assert_eq!(
            read("7\t333mbf\t\"R U\r\nF\""),
            Ok(vec![cell("7#1", "R U", 0, 10), cell("7#2", "F", 1, 0)])
        );
        assert_eq!(read("7\t333mbf\tR U"), Ok(vec![cell("7", "R U", 0, 9)]));
        assert_eq!(read("7\t333mbf\t|"), Ok(vec![cell("7", "|", 0, 9)]));
    }

    #[test]
    fn rows_that_cannot_be_read() {
        for (row, line, column, message) in [
            ("7\t333", 0, 5, "the row ends here with 2 columns; the header has 3"),
            ("7\t333\tR\tU", 0, 9, "the row ends here with 4 columns; the header has 3"),
            ("\t333\tR", 0, 0, "the row has no id"),
            ("7\t333\t\"R\nU", 0, 6, NEVER_CLOSED),
            (
                "7\t333\t\"R\nU\" F",
                1,
                2,
                "there is more after the closing '\"'; expected a tab or the end of the row",
            ),
        ] {
            assert_eq!(read(row), Err(Fault { line, column, message: message.into() }), "{row:?}");
        }
        assert!(is_open("7\t333\t\"R") && !is_open("7\t333\t\"R\"") && !is_open("7\t333\tR\""));
    }
}
