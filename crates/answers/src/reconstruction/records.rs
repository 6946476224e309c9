//! Reconstructions in tables: lines of JSON objects, or CSV with a header.

use csv::ReaderBuilder;
use serde_json::{Map, Value};

use super::{Reconstruction, TextPart};
use crate::input::time;

/// The column names of the scramble, in order of preference.
const SCRAMBLE: [&str; 5] = ["scramble", "setup", "cube", "facelets", "input"];

/// The column names of the solution, in order of preference.
const SOLUTION: [&str; 6] = ["solution", "reconstruction", "solve", "moves", "alg", "algorithm"];

/// The column names of the title, in order of preference.
const TITLE: [&str; 4] = ["id", "title", "name", "solver"];

/// The column names of the time, in order of preference.
const TIME: [&str; 3] = ["time", "result", "single"];

/// A row of a table, or its line and a message.
type Read = Result<Reconstruction, (usize, String)>;

/// Reads a table of reconstructions: JSON Lines, or CSV whose header has a scramble and a solution. Returns `None` if
/// the text is neither. A row that cannot be read has its line and a message.
pub(crate) fn records(text: &str) -> Option<Vec<Read>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if first.trim_start().starts_with('{') {
        return Some(read_json(text));
    }
    let separator = [b',', b';', b'\t'].into_iter().find(|separator| is_header(first, *separator))?;
    Some(read_csv(text, separator))
}

/// Returns whether a line is a header with a scramble and a solution.
fn is_header(line: &str, separator: u8) -> bool {
    let titles: Vec<String> = line.split(char::from(separator)).map(title).collect();
    [&SCRAMBLE[..], &SOLUTION[..]].iter().all(|names| column(&titles, names).is_some())
}

fn title(text: &str) -> String {
    text.trim().trim_matches('"').trim().to_lowercase()
}

/// Returns the column with the first of these names that exists.
fn column(titles: &[String], names: &[&str]) -> Option<usize> {
    names.iter().find_map(|name| titles.iter().position(|title| title == name))
}

fn read_csv(text: &str, separator: u8) -> Vec<Read> {
    let mut reader = ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(text.as_bytes());
    let titles: Vec<String> = match reader.headers() {
        Ok(headers) => headers.iter().map(title).collect(),
        Err(error) => return vec![Err((1, error.to_string()))],
    };
    let columns = [&SCRAMBLE[..], &SOLUTION[..], &TITLE[..], &TIME[..]].map(|names| column(&titles, names));
    let line = |position: Option<&csv::Position>| position.map_or(1, |position| position.line() as usize);
    let read = |record: Result<csv::StringRecord, csv::Error>| {
        let record = record.map_err(|error| (line(error.position()), error.to_string()))?;
        let cell = |column: usize| columns[column].and_then(|column| record.get(column)).map(str::to_string);
        reconstruction(line(record.position()), std::array::from_fn(cell), "the row has no ")
    };
    reader.records().map(read).collect()
}

fn read_json(text: &str) -> Vec<Read> {
    let read = |(number, line): (usize, &str)| {
        let object: Map<String, Value> = serde_json::from_str(line)
            .map_err(|e| (number, format!("JSON: {}", crate::json_error_message(&e))))?;
        let value = |names: &[&str]| {
            let value = names.iter().find_map(|name| object.get(*name).filter(|value| !value.is_null()))?;
            Some(value.as_str().map_or_else(|| value.to_string(), str::to_string))
        };
        let cells = [&SCRAMBLE[..], &SOLUTION[..], &TITLE[..], &TIME[..]].map(value);
        reconstruction(number, cells, "the object has no member ")
    };
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}

/// Builds a reconstruction from its scramble, solution, title and time. The solution may have comments, pauses and timestamps.
fn reconstruction(line: usize, cells: [Option<String>; 4], missing: &str) -> Read {
    let filled =
        |cell: Option<String>| cell.map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
    let [scramble, solution, title, time] = cells.map(filled);
    let needed = |cell: Option<String>, name: &str| cell.ok_or_else(|| (line, format!("{missing}{name}")));
    let (scramble, solution) = (needed(scramble, "scramble")?, needed(solution, "solution")?);
    let read = super::reconstructions(&solution, true).map_err(|(_, message)| (line, message))?;
    let own = match <[Reconstruction; 1]>::try_from(read) {
        Ok([one]) => one,
        Err(_) => Reconstruction { solution: TextPart::certain(solution, 1, false), ..Default::default() },
    };
    let time = match time {
        Some(text) => Some(time::parse(&text).ok_or_else(|| {
            (line, format!("'{text}' is not a time; write seconds, as in 9.87, 1:02.34 or DNF(9.87)"))
        })?),
        None => own.time,
    };
    let scramble = Some(TextPart::certain(scramble, 1, true));
    let solution = TextPart { is_from_link: true, ..own.solution };
    Ok(Reconstruction { line, title, scramble, solution, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_of_a_table_is_a_solve() {
        let json = "{\"id\":7,\"scramble\":\"R U\",\"solution\":\"U' // a\\nR'\",\"time\":9.5}\n";
        let csv = "id;scramble;solution;time\n7;R U;\"U' // a\nR'\";9.50\n";
        for text in [json, csv] {
            let all = records(text).expect("it is a table");
            let [Ok(one)] = &all[..] else { panic!("{text}") };
            assert_eq!(
                (one.title.as_deref(), one.time.as_ref().and_then(|time| time.milliseconds)),
                (Some("7"), Some(9500))
            );
            assert_eq!(one.solution.text.split_whitespace().collect::<Vec<_>>(), ["U'", "R'"]);
            assert_eq!(one.scramble.as_ref().map(|part| part.text.as_str()), Some("R U"));
        }
        assert!(records("R U R'\n").is_none());
    }

    #[test]
    fn errors_in_rows_name_the_line() {
        let error_of = |text: &str| records(text).expect("it is a table").pop().unwrap().unwrap_err();
        assert_eq!(error_of("scramble,solution\nR U,U' R'\nR U,\n"), (3, "the row has no solution".into()));
        assert_eq!(error_of("{\"scramble\":\"R\"}"), (1, "the object has no member solution".into()));
        assert!(
            error_of("{\"scramble\":\"R\",\"solution\":\"R'\",\"time\":\"soon\"}")
                .1
                .starts_with("'soon' is not a time")
        );
    }
}
