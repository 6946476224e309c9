//! The table of scrambles in the WCA's results export: its columns, and the scrambles of a row.

use crate::input::carry::ExtraColumns;
use crate::input::delimited::{Dialect, place, quoted_list, row_error};
use crate::input::item::RowError;

/// The 3x3x3 events, as the WCA writes them.
pub const EVENTS: [&str; 6] = crate::puzzle::THREE_EVENTS;

/// Events of the 3x3x3, without repetition, in the order of [`EVENTS`].
#[derive(Clone, Debug)]
pub struct Events(pub Vec<&'static str>);

/// Parses a comma-separated list of WCA ids of 3x3x3 events.
///
/// # Errors
/// If a name is not that of an event.
pub fn parse_events(text: &str) -> Result<Events, String> {
    let items: Vec<&str> = text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    let all = EVENTS.join(", ");
    if let Some(item) = items.iter().find(|item| !EVENTS.contains(item)) {
        return Err(format!("'{item}' is not a 3x3x3 event; valid events: {all}"));
    }
    if items.is_empty() {
        return Err(format!("no event given; valid events: {all}"));
    }
    Ok(Events(EVENTS.into_iter().filter(|event| items.contains(event)).collect()))
}

/// The event whose rows contain several scrambles.
const MULTI_BLIND: &str = "333mbf";

/// The names of all columns in version 2 of the export and in version 1.
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

/// The columns that are carried by default: their names in the output, and their indices in [`NAMES`].
const CARRIED_BY_DEFAULT: [(&str, usize); 3] = [("event", 3), ("competition", 2), ("round", 6)];

/// The format of rows.
pub const DIALECT: Dialect = Dialect::separated_by('\t');

/// Returns the attribution that the export requires with published results.
pub fn attribution(date: Option<&str>) -> String {
    let date = date.map_or_else(String::new, |date| format!(" as of {date}"));
    format!(
        "This information is based on competition results owned and maintained by the World Cube Association, \
         published at https://worldcubeassociation.org/results{date}."
    )
}

/// A scramble of a row.
#[derive(Debug, PartialEq, Eq)]
pub struct Cell {
    /// The id of the row; if the row has several scrambles, with `#` and the number of the scramble, from 1.
    pub id: String,
    /// The moves.
    pub scramble: String,
    /// The line in the row, from 0.
    pub line: u64,
    /// The number of characters before it in that line.
    pub column: usize,
}

/// The scrambles of a row, and the values of its carried columns.
pub type RowScrambles = (Vec<Cell>, Vec<Option<String>>);

/// The columns of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    id: usize,
    event: usize,
    scramble: usize,
    count: usize,
    /// The names and indices of the columns that can be carried.
    others: Vec<(String, usize)>,
    /// The number of these columns that are carried by default; they come first.
    known: usize,
}

impl Columns {
    /// Parses a header. Returns `None` unless it has tabs and at least one column that only the export has.
    ///
    /// # Errors
    /// If a required column is missing or occurs twice.
    pub fn of_header(header: &str) -> Option<Result<Columns, String>> {
        let titles: Vec<&str> = header.split('\t').map(|title| title.trim().trim_matches('"')).collect();
        // Other tables may have `id` and `scramble`, too.
        let known = |title: &&str| {
            NAMES.iter().flatten().any(|name| name == title) && !["id", "scramble"].contains(title)
        };
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
                (None, _) => {
                    Err(format!("the header lacks the column {words}; it has {}", quoted_list(titles)))
                }
            }
        };
        let (id, scramble, event) = (find(NAMES[0])?, find(NAMES[1])?, find(NAMES[3])?);
        let place_of = |names: [&str; 2]| titles.iter().position(|title| names.contains(title));
        let known: Vec<(String, usize)> = CARRIED_BY_DEFAULT
            .iter()
            .filter_map(|(name, of)| Some((name.to_string(), place_of(NAMES[*of])?)))
            .collect();
        let is_other =
            |place: &usize| ![id, scramble].contains(place) && known.iter().all(|(_, known)| known != place);
        let rest = (0..titles.len()).filter(is_other).map(|place| (titles[place].to_string(), place));
        let others = known.iter().cloned().chain(rest).collect();
        Ok(Columns { id, event, scramble, count: titles.len(), others, known: known.len() })
    }

    /// Returns the columns besides ids and scrambles.
    pub fn extra_columns(&self) -> ExtraColumns {
        ExtraColumns::new(self.others.iter().map(|(name, _)| name), self.known)
    }

    /// Returns whether a truncated row may look complete: the scramble is the last column.
    pub fn may_hide_a_cut(&self) -> bool {
        self.scramble + 1 == self.count
    }

    /// Reads the scrambles of a row and the values of its carried columns. `carry` are indices into
    /// [`extra_columns`](Columns::extra_columns). Returns `None` if its event is not among `events`.
    ///
    /// # Errors
    /// If the row cannot be split into cells, or lacks a cell.
    pub fn read(
        &self,
        row: &str,
        events: &[&str],
        carry: &[Option<usize>],
    ) -> Result<Option<RowScrambles>, RowError> {
        let mut cells = [const { None }; 3];
        let mut carried = vec![None; carry.len()];
        let mut count = 0;
        for field in DIALECT.fields(row) {
            let field = field?;
            for (wanted, carried) in carry.iter().zip(&mut carried) {
                if wanted.is_some_and(|wanted| self.others[wanted].1 == count) {
                    *carried = Some(field.text.trim().to_string()).filter(|text| !text.is_empty());
                }
            }
            for (place, cell) in [self.id, self.event, self.scramble].into_iter().zip(&mut cells) {
                if place == count {
                    *cell = Some(field.clone());
                }
            }
            count += 1;
        }
        let [Some(id), Some(event), Some(scramble)] = cells else { return Err(self.miscounted(row, count)) };
        if count != self.count {
            return Err(self.miscounted(row, count));
        }
        if !events.contains(&&*event.text) {
            return Ok(None);
        }
        if id.text.is_empty() {
            return Err(row_error(row, id.start, "the row has no id"));
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
        Ok(Some((cells, carried)))
    }

    fn miscounted(&self, row: &str, count: usize) -> RowError {
        row_error(
            row,
            row.len(),
            format!("the row ends here with {count} columns; the header has {}", self.count),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::delimited::NEVER_CLOSED;

    fn columns(header: &str) -> Columns {
        Columns::of_header(&header.replace(' ', "\t")).expect("a header").expect("a complete header")
    }

    fn read(row: &str) -> Result<Vec<Cell>, RowError> {
        let read = columns("id event_id scramble").read(row, &EVENTS, &[])?;
        Ok(read.map(|(cells, _)| cells).unwrap_or_default())
    }

    fn cell(id: &str, scramble: &str, line: u64, column: usize) -> Cell {
        Cell { id: id.into(), scramble: scramble.into(), line, column }
    }

    #[test]
    fn headers_of_both_export_versions_are_read() {
        let new = "id scramble competition_id event_id group_id is_extra round_type_id scramble_num";
        let places = |header| {
            let Columns { id, event, scramble, count, .. } = columns(header);
            (id, event, scramble, count)
        };
        assert_eq!(places(new), (0, 3, 1, 8));
        let old = "scrambleId competitionId eventId roundTypeId groupId isExtra scrambleNum scramble";
        assert_eq!(places(old), (0, 2, 7, 8));
        let carried = ["event", "competition", "round", "group_id", "is_extra", "scramble_num"];
        assert_eq!(columns(new).extra_columns(), ExtraColumns::new(carried, 3));
        let row = "7\tR\tEuro2024\t333\tA\t0\tf\t1";
        let (_, carried) =
            columns(new).read(row, &EVENTS, &[Some(2), None, Some(0), Some(4)]).unwrap().unwrap();
        assert_eq!(carried, [Some("f".into()), None, Some("333".into()), Some("0".into())]);
        assert_eq!(columns("scramble x id event_id").id, 2);
        for other in ["R U", "R\tU", "id,scramble", "scramble", "", "id\tscramble", "id\tdate\tscramble"] {
            assert_eq!(Columns::of_header(other), None, "{other}");
        }
    }

    #[test]
    fn header_without_a_column_is_refused() {
        for (header, message) in [
            (
                "id\tscramble\tround_type_id",
                "the header lacks the column 'event_id' (or 'eventId'); it has 'id', 'scramble', 'round_type_id'",
            ),
            ("id\tevent_id", "the header lacks the column 'scramble'; it has 'id', 'event_id'"),
            ("id\tscramble\tevent_id\teventId", "the header has the column 'event_id' (or 'eventId') twice"),
        ] {
            assert_eq!(Columns::of_header(header), Some(Err(message.into())));
        }
    }

    #[test]
    fn rows_give_scrambles_with_their_places() {
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
    fn malformed_rows_are_errors() {
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
            assert_eq!(read(row), Err(RowError { line, column, message: message.into() }), "{row:?}");
        }
        let is_open = |row: &str| DIALECT.is_open(row);
        assert!(is_open("7\t333\t\"R") && !is_open("7\t333\t\"R\"") && !is_open("7\t333\tR\""));
    }
}
