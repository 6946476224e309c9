//! The figure of the lengths of solutions: the share of each length, for each method and metric.

use std::path::PathBuf;

use cubiform_answers::format::grouped;
use cubiform_cube::four::Metric;

use super::read::Groups;
use crate::failure::Failure;
use crate::figure::bars::BarChart;
use crate::figure::foot::foot;
use crate::figure::series::{Series, format_mean};
use crate::figure::{HTM, SERIES};

/// Draws the figure as SVG.
pub(super) fn draw(title: &str, groups: &Groups, files: &[PathBuf]) -> Result<String, Failure> {
    let several = groups.len() > 1;
    let name_of = |method: &str, metric: &str| format!("{method} {metric}").trim().to_string();
    let series = groups.iter().filter_map(|((method, metric), group)| {
        let histogram = group.histogram()?;
        let name = match several {
            true => format!("{}: mean {}", name_of(method, metric), format_mean(&histogram, 3)),
            false => "solutions".into(),
        };
        Some(Series { name, histogram, exact: None })
    });
    let series: Vec<Series> = series.collect();
    if series.is_empty() || series.len() > SERIES.len() {
        let max = SERIES.len();
        let message = format!("--plot: cannot plot {} methods and metrics, only 1 to {max}", series.len());
        return Err(Failure::Message(message));
    }
    // The first group with a solution is the only one if there is one series.
    let first = groups.iter().find(|(_, group)| !group.counts.is_empty());
    let first = first.map(|((method, metric), _)| name_of(method, metric)).unwrap_or_default();
    let solved: u64 = series.iter().map(|series| series.histogram.total()).sum();
    let count = |count: u64, what: &str| match count {
        0 => String::new(),
        count => format!(", {} {what}", grouped(count)),
    };
    let not_solved = count(groups.values().map(|group| group.unsolved).sum(), "unsolved")
        + &count(groups.values().map(|group| group.stopped).sum(), "stopped");
    let mut subtitle = format!("{} solved{not_solved}", grouped(solved));
    if let [one] = &series[..] {
        subtitle = format!("{first}: {subtitle}, mean {} moves", format_mean(&one.histogram, 3));
    }
    let each = if several { " of each method and metric" } else { "" };
    let sentence = format!("Bars are shares of the solutions{each} by length: {subtitle}.");
    let mut metrics: Vec<&str> = groups.keys().map(|(_, metric)| &metric[..]).collect();
    metrics.dedup();
    let moves = if let [metric] = metrics[..] { axis_label(metric) } else { "moves" };
    let mut figure = BarChart { title: title.into(), subtitle, sentence, moves, series }.draw();
    figure.name = "lengths".into();
    figure.foot = foot(&format!("{} solutions", grouped(solved)), files)?;
    Ok(figure.file())
}

/// Returns the label of the axis of moves in a metric.
fn axis_label(metric: &str) -> &'static str {
    let is = |known: Metric| metric.eq_ignore_ascii_case(known.name());
    match metric {
        "HTM" => HTM,
        _ if is(Metric::Slice) => "moves (slice turn metric)",
        _ if is(Metric::Block) => "moves (block turn metric)",
        _ if is(Metric::OuterBlock) => "moves (outer block turn metric)",
        _ => "moves",
    }
}
