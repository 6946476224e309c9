//! Output of a distribution as a text table or CSV.

use std::fmt::Write as _;

use cubiform_answers::distribution::{CountedStates, Row, titled};
use cubiform_answers::format::grouped;

/// Formats a share in percent with five decimal places.
fn percent(share: f64) -> String {
    match 100.0 * share {
        tiny if tiny > 0.0 && tiny < 0.000_01 => "<0.00001 %".into(),
        percent => format!("{percent:.5} %"),
    }
}

/// Returns the text table.
pub(super) fn table(counted: &CountedStates) -> String {
    let colors = match &counted.colors {
        Some(colors) => format!(", {}", titled(colors)),
        None if counted.any_axis => ", best of three axes".into(),
        None => String::new(),
    };
    let total = grouped(counted.counts.total());
    let width = total.len().max("states".len());
    let mut text = format!("{}{colors}: {total} states\n", counted.name);
    let label =
        |row: &Row| if row.or_more { format!("{} or more", row.moves) } else { row.moves.to_string() };
    let first = counted.rows().map(|row| label(&row).len()).max().unwrap_or(0).max("moves".len());
    text += &format!("{:>first$}  {:>width$}        share   cumulative\n", "moves", "states");
    let mut sum = 0.0;
    for row in counted.rows() {
        sum += row.share;
        let (moves, states) = (label(&row), grouped(row.states));
        let (share, sum) = (percent(row.share), percent(sum));
        let _ = writeln!(text, "{moves:>first$}  {states:>width$}  {share:>11}  {sum:>11}");
    }
    let median = counted.counts.median();
    if counted.is_last_or_more {
        let _ = writeln!(text, "median {median}; the mean is not known exactly");
    } else {
        let (mean, deviation) = (counted.counts.mean(), counted.counts.standard_deviation());
        let _ = writeln!(text, "mean {mean:.6}, standard deviation {deviation:.6}, median {median}");
    }
    if let Some(source) = &counted.source {
        let _ = writeln!(text, "{source} ({} moves)", counted.metric);
    }
    text
}

/// Returns the CSV table.
pub(super) fn csv(counted: &CountedStates) -> String {
    let row = |Row { moves, or_more, states, share }| {
        format!("{moves}{},{states},{share}\n", if or_more { "+" } else { "" })
    };
    "moves,states,share\n".to_string() + &counted.rows().map(row).collect::<String>()
}
