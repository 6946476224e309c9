//! Output of a distribution as a text table, CSV or JSON.

use std::fmt::Write as _;

use cubiform_cube::{Axis, Color};
use cubiform_stats::Histogram;
use serde::Serialize;

use cubiform_answers::format::grouped;

/// A counted distribution.
pub(super) struct CountedStates {
    pub(super) name: String,
    /// The bottom colours over which the minimum is taken, or `None` if the states are those of the goal's own pieces.
    pub(super) colors: Option<Vec<Color>>,
    /// The metric.
    pub(super) metric: &'static str,
    /// A description of the table and of the source of its counts.
    pub(super) source: Option<String>,
    /// Whether the last count includes all greater distances.
    pub(super) is_last_or_more: bool,
    pub(super) histogram: Histogram,
}

/// The JSON document.
#[derive(Serialize)]
struct Document<'a> {
    goal: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    colors: Option<Vec<&'static str>>,
    metric: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    states: u64,
    mean: Option<f64>,
    standard_deviation: Option<f64>,
    median: f64,
    distances: Vec<Row>,
}

/// The states at one distance.
#[derive(Serialize)]
struct Row {
    moves: usize,
    /// Whether the count includes all greater distances.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    or_more: bool,
    states: u64,
    share: f64,
}

/// Returns the names of the bottom colours, white first: `white or yellow (dual colour neutral)`.
pub(super) fn titled(colors: &[Color]) -> String {
    let order = |color: &&Color| (color.face().axis() != Axis::Y, color.face() != cubiform_cube::Face::U);
    let mut sorted: Vec<&Color> = colors.iter().collect();
    sorted.sort_by_key(order);
    let names: Vec<&str> = sorted.iter().map(|color| color.name()).collect();
    match (&names[..], colors) {
        (all, _) if all.len() == Color::COLUMNS.len() => "any of the six colours (colour neutral)".into(),
        ([one, other], [a, b]) if a.face().opposite() == b.face() => {
            format!("{one} or {other} (dual colour neutral)")
        }
        ([others @ .., last], _) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        (names, _) => names.concat(),
    }
}

/// Formats a share in percent with five decimal places.
fn percent(share: f64) -> String {
    match 100.0 * share {
        tiny if tiny > 0.0 && tiny < 0.000_01 => "<0.00001 %".into(),
        percent => format!("{percent:.5} %"),
    }
}

impl CountedStates {
    /// Returns the rows, from distance 0.
    fn rows(&self) -> impl Iterator<Item = Row> {
        let last = self.histogram.counts().len() - 1;
        let rows = self.histogram.counts().iter().zip(self.histogram.shares()).enumerate();
        rows.map(move |(moves, (states, share))| Row {
            moves,
            or_more: self.is_last_or_more && moves == last,
            states: *states,
            share,
        })
    }

    /// Returns the text table.
    pub(super) fn table(&self) -> String {
        let colors = self.colors.as_ref().map_or_else(String::new, |colors| format!(", {}", titled(colors)));
        let total = grouped(self.histogram.total());
        let width = total.len().max("states".len());
        let mut text = format!("{}{colors}: {total} states\n", self.name);
        let label =
            |row: &Row| if row.or_more { format!("{} or more", row.moves) } else { row.moves.to_string() };
        let first = self.rows().map(|row| label(&row).len()).max().unwrap_or(0).max("moves".len());
        let _ = writeln!(
            text,
            "{:>first$}  {:>width$}  {:>11}  {:>11}",
            "moves", "states", "share", "cumulative"
        );
        let mut sum = 0.0;
        for row in self.rows() {
            sum += row.share;
            let (moves, states) = (label(&row), grouped(row.states));
            let (share, sum) = (percent(row.share), percent(sum));
            let _ = writeln!(text, "{moves:>first$}  {states:>width$}  {share:>11}  {sum:>11}");
        }
        if self.is_last_or_more {
            let _ = writeln!(text, "median {}; the mean is not known exactly", self.histogram.median());
        } else {
            let _ = writeln!(
                text,
                "mean {:.6}, standard deviation {:.6}, median {}",
                self.histogram.mean(),
                self.histogram.standard_deviation(),
                self.histogram.median()
            );
        }
        if let Some(source) = &self.source {
            let _ = writeln!(text, "{source} ({} moves)", self.metric);
        }
        text
    }

    /// Returns the CSV table.
    pub(super) fn csv(&self) -> String {
        let row = |Row { moves, or_more, states, share }| {
            format!("{moves}{},{states},{share}\n", if or_more { "+" } else { "" })
        };
        "moves,states,share\n".to_string() + &self.rows().map(row).collect::<String>()
    }

    /// Returns the JSON document.
    pub(super) fn json(&self) -> String {
        let exact = |number: f64| (!self.is_last_or_more).then_some(number);
        let colors = self.colors.as_ref();
        let document = Document {
            goal: &self.name,
            colors: colors.map(|colors| colors.iter().map(|color| color.name()).collect()),
            metric: self.metric,
            source: self.source.as_deref(),
            states: self.histogram.total(),
            mean: exact(self.histogram.mean()),
            standard_deviation: exact(self.histogram.standard_deviation()),
            median: self.histogram.median(),
            distances: self.rows().collect(),
        };
        serde_json::to_string_pretty(&document).expect("names and numbers can be written in JSON") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arg_values;

    #[test]
    fn titled_names_sets_of_colors_as_cubers_do() {
        for (letters, title) in [
            ("G", "green"),
            ("YW", "white or yellow (dual colour neutral)"),
            ("WG", "white or green"),
            ("WYG", "white, yellow or green"),
            ("all", "any of the six colours (colour neutral)"),
        ] {
            assert_eq!(titled(&arg_values::parse_colors(letters).unwrap().0), title, "{letters}");
        }
    }
}
