//! Tables with a header, separated by tabs, commas or semicolons.

use super::carry::ExtraColumns;
use super::delimited::{self, Dialect, quoted_list, trimmed};
use super::row_error::RowError;
use crate::scramble::line_fields::is_title;

/// The separators of tables, in the order in which they are tried.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// The titles of a column of ids.
const IDS: [&str; 6] = ["id", "no", "no.", "nr", "number", "#"];

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(crate) dialect: Dialect,
    titles: Vec<String>,
    cube: usize,
    id: Option<usize>,
}

/// A row of a table.
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
        let id = IDS.iter().find_map(|id| titles.iter().position(|title| title.eq_ignore_ascii_case(id)));
        let id = id.filter(|id| *id != cube);
        Some(Ok(Table { dialect: *dialect, titles: titles.clone(), cube, id }))
    }

    /// Returns the columns besides ids and cubes. None of them is carried by default.
    pub(crate) fn extra_columns(&self) -> ExtraColumns {
        ExtraColumns::new(self.others().map(|i| &self.titles[i]), 0)
    }

    /// Returns the indices of the columns besides ids and cubes.
    fn others(&self) -> impl Iterator<Item = usize> {
        (0..self.titles.len()).filter(|i| *i != self.cube && Some(*i) != self.id)
    }

    /// Reads a row. `carried` are indices into [`extra_columns`](Table::extra_columns).
    pub(crate) fn read(&self, row: &str, carried: &[Option<usize>]) -> Result<TableRow, RowError> {
        let fields = self.dialect.fields(row).collect::<Result<Vec<_>, _>>()?;
        if fields.len() != self.titles.len() {
            let hint = match fields.len() > self.titles.len() && self.dialect.separator == ',' {
                true => "; put a field with commas in quotes",
                false => "",
            };
            let message =
                format!("the row has {} columns; the header has {}{hint}", fields.len(), self.titles.len());
            return Err(delimited::row_error(row, row.len(), message));
        }
        let (cube, at) = trimmed(&fields[self.cube]);
        let id = self.id.map(|id| trimmed(&fields[id]));
        if let Some(("", at)) = id {
            return Err(delimited::row_error(row, at, "the row has no id"));
        }
        let others: Vec<usize> = self.others().collect();
        let text = |place: &Option<usize>| {
            let text = fields[others[(*place)?]].text.trim();
            (!text.is_empty()).then(|| text.to_string())
        };
        Ok(TableRow {
            id: id.map(|(id, _)| id.to_string()),
            cube: cube.into(),
            at,
            carried: carried.iter().map(text).collect(),
        })
    }
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
        let row = table.read("7,, R U ,\"1,5\"", &[Some(1), None, Some(0)]).unwrap();
        assert_eq!((row.id.as_deref(), &row.cube[..], row.at), (Some("7"), "R U", 4));
        assert_eq!(row.carried, [Some("1,5".into()), None, None]);
        assert!(table.read("7,R", &[]).unwrap_err().message.contains("has 2 columns; the header has 4"));
        assert!(table.read("7,a,[R, U],b", &[]).unwrap_err().message.contains("in quotes"));
        assert_eq!(table.read(",a,R,b", &[]).unwrap_err().message, "the row has no id");
    }
}
