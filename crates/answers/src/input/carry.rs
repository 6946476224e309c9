//! Carried columns: data of the input, such as dates, times and events, that is copied into the output.

use crate::columns::looks_like_length;
use crate::error::Error;
use crate::input::delimited::quoted_list;

/// The columns of the input that are carried, as the user chose them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Carry {
    /// The default columns of each format.
    #[default]
    Known,
    /// No columns.
    None,
    /// All columns.
    All,
    /// The columns with these names.
    Names(Vec<String>),
}

/// Parses `all`, `none`, or comma-separated names.
///
/// # Errors
/// If no column is named.
pub fn parse_carry(text: &str) -> Result<Carry, String> {
    let names: Vec<String> =
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_string).collect();
    match &names[..] {
        [] => Err("no column named; write comma-separated names, all or none".into()),
        [one] if one.eq_ignore_ascii_case("all") => Ok(Carry::All),
        [one] if one.eq_ignore_ascii_case("none") => Ok(Carry::None),
        _ => Ok(Carry::Names(names)),
    }
}

/// The columns of a file besides ids and scrambles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtraColumns {
    /// The names of the columns.
    pub names: Vec<String>,
    /// The number of columns that are carried by default; they come first.
    pub known: usize,
}

impl ExtraColumns {
    /// Creates the list of these columns, the first `known` of which are carried by default.
    pub fn new<T: ToString>(names: impl IntoIterator<Item = T>, known: usize) -> ExtraColumns {
        ExtraColumns { names: names.into_iter().map(|name| name.to_string()).collect(), known }
    }

    /// Returns the index of a column. An exact match is preferred to one that ignores case.
    fn find(&self, name: &str) -> Option<usize> {
        let exact = self.names.iter().position(|known| known == name);
        exact.or_else(|| self.names.iter().position(|known| known.eq_ignore_ascii_case(name)))
    }

    /// Returns the index of each of these columns, if the file has it.
    pub(crate) fn positions(&self, columns: &[String]) -> Vec<Option<usize>> {
        columns.iter().map(|name| self.find(name)).collect()
    }
}

/// Returns the columns that a run carries from files with these columns.
///
/// # Errors
/// If no file has a column of a given name.
pub(crate) fn choose(carry: &Carry, offered: &[ExtraColumns]) -> Result<Vec<String>, Error> {
    let mut columns: Vec<String> = Vec::new();
    let mut add = |names: &[String]| {
        for name in names {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
    };
    match carry {
        Carry::None => {}
        Carry::Known => offered.iter().for_each(|extra| add(&extra.names[..extra.known])),
        Carry::All => offered.iter().for_each(|extra| add(&extra.names)),
        Carry::Names(names) => {
            for name in names {
                let title = offered.iter().find_map(|extra| extra.find(name).map(|i| &extra.names[i]));
                let Some(title) = title else {
                    let mut all: Vec<&String> = offered.iter().flat_map(|extra| &extra.names).collect();
                    all.dedup();
                    let there = match all.is_empty() {
                        true => "the input has no columns to carry".into(),
                        false => format!("the input has {}", quoted_list(&all)),
                    };
                    let error =
                        Error::message(format!("no column '{name}'")).about("carry").code("unknown-column");
                    return Err(error.hint(there).value("column", name));
                };
                add(std::slice::from_ref(title));
            }
        }
    }
    Ok(columns)
}

/// The name of the column of times in milliseconds, the only carried column with numbers.
pub const TIME: &str = "time_ms";

/// The names of JSON members and Parquet columns that the analysis itself uses.
const RESERVED: [&str; 14] = [
    "id", "scramble", "facelets", "row", "goal", "metric", "stages", "best", "solutions", "nodes", "xxh3",
    "stage", "color", "moves",
];

/// Returns the unique names of carried columns in the output. A name that the analysis uses, or that occurs twice, gets
/// the suffix `_input`.
pub(crate) fn output_names(columns: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for column in columns {
        let mut name = column.clone();
        while RESERVED.contains(&&name[..]) || looks_like_length(&name) || names.contains(&name) {
            name += "_input";
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_several_files_are_carried_once() {
        let offered =
            [ExtraColumns::new(["event", "round", "group"], 2), ExtraColumns::new(["date", "event"], 1)];
        let chosen = |text: &str| choose(&parse_carry(text).unwrap(), &offered);
        assert_eq!(choose(&Carry::Known, &offered).unwrap(), ["event", "round", "date"]);
        assert_eq!(chosen("all").unwrap(), ["event", "round", "group", "date"]);
        assert_eq!(chosen("none").unwrap(), [""; 0]);
        assert_eq!(chosen("Date, group").unwrap(), ["date", "group"]);
        let message = chosen("day").unwrap_err().to_string();
        assert!(message.starts_with("carry: no column 'day'; the input has 'event', 'round', "), "{message}");
        assert!(parse_carry(" , ").is_err());
        assert_eq!(offered[1].positions(&["round".into(), "EVENT".into()]), [None, Some(1)]);
    }

    #[test]
    fn carried_names_that_collide_with_output_columns_get_a_suffix() {
        let twice = ["goal", "goal_input", "gen_x5", "cross_white"].map(str::to_string);
        let names = ["goal_input", "goal_input_input", "gen_x5_input", "cross_white_input"];
        assert_eq!(output_names(&twice), names);
        let names = ["date", "goal", "cross_z0", "ratio_z"].map(str::to_string);
        assert_eq!(output_names(&names), ["date", "goal_input", "cross_z0_input", "ratio_z"]);
    }
}
