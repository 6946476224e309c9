//! Figures of two samples.

use cubiform_answers::format::{scrambles, signed_decimal};
use cubiform_stats::{Lengths, Subset};

use super::NamedSample;
use super::names::{colors, largest_common_set, short_stage_label, stage_label};
use super::one_stage::{BEST_COLOR, series_of};
use crate::figure::bars::{BarChart, HTM, STANDARD_ERROR, STUDENT, Series, format_mean};
use crate::figure::marks::Mark;
use crate::figure::rows::{Group, Row, RowChart};
use crate::figure::svg::Figure;

/// Returns the stages at these indices that both samples have, and `subset`, or their largest common set.
fn common_stages<'a>(
    sample: &NamedSample<'a>,
    other: &NamedSample<'a>,
    places: &[usize],
    subset: Option<Subset>,
) -> Option<(Vec<[&'a Lengths; 2]>, Subset)> {
    let stages = places.iter().map(|place| &sample.sample.stages()[*place]);
    let pairs: Vec<[&Lengths; 2]> = stages
        .filter_map(|a| Some([a, other.sample.stages().iter().find(|b| a.name() == b.name())?]))
        .collect();
    let all = pairs.iter().flatten().copied();
    let subset = match subset {
        Some(subset) => all.clone().all(|stage| stage.histogram(subset).is_some()).then_some(subset),
        None => largest_common_set(all),
    };
    subset.filter(|_| !pairs.is_empty()).map(|subset| (pairs, subset))
}

/// Returns the sentence about the two samples.
fn both(sample: &NamedSample<'_>, other: &NamedSample<'_>, subset: Subset) -> String {
    let best = if subset.size() > 1 { format!(" {BEST_COLOR}") } else { String::new() };
    let of = |named: &NamedSample<'_>| format!("{} ({})", named.name, scrambles(named.sample.rows()));
    format!("{} and {}, on {}.{best}", of(sample), of(other), colors(subset))
}

/// Draws the means of two samples for the stages at these indices.
pub(super) fn means(
    sample: &NamedSample<'_>,
    other: &NamedSample<'_>,
    places: &[usize],
    subset: Option<Subset>,
) -> Result<Figure, String> {
    let (pairs, subset) = common_stages(sample, other, places, subset)
        .ok_or("the samples have no stage in common with the same bottom colours")?;
    let group = |[a, b]: &[&Lengths; 2]| {
        let histograms = [a.histogram(subset)?, b.histogram(subset)?];
        let difference = histograms[1].mean_difference(&histograms[0]);
        let error = difference.standard_error.map(|error| format!(" ± {error:.3}")).unwrap_or_default();
        let rows = (0..).zip([sample, other]).zip(&histograms).map(|((i, named), histogram)| Row {
            label: named.name.chars().take(16).collect(),
            mark: Mark::of(i),
            estimate: histogram.estimate(),
            spread: None,
        });
        let heading = format!(
            "{}: difference {}{error}",
            short_stage_label(a.name()),
            signed_decimal(difference.mean, 3)
        );
        Some(Group { heading, rows: rows.collect() })
    };
    let caption = format!(
        "Marks are means of the minimum number of moves to each stage; whiskers {STUDENT}. Differences are \
         the second mean minus the first, ± standard error: {} {STANDARD_ERROR}",
        both(sample, other, subset)
    );
    Ok(RowChart {
        title: format!("Mean move count of two samples by stage, on {}", colors(subset)),
        subtitle: format!("{} and {}", scrambles(sample.sample.rows()), scrambles(other.sample.rows())),
        caption,
        axis: "mean moves (half turn metric)",
        groups: pairs.iter().filter_map(group).collect(),
        is_difference: false,
    }
    .draw())
}

/// Draws a stage in both samples.
pub(super) fn histograms(
    sample: &NamedSample<'_>,
    other: &NamedSample<'_>,
    place: usize,
    subset: Option<Subset>,
) -> Result<Figure, String> {
    let (pairs, subset) = common_stages(sample, other, &[place], subset)
        .ok_or("the samples do not share this stage with the same bottom colours")?;
    let [stage, found] = pairs[0];
    let stage_name = stage_label(stage.name());
    let series: Vec<Series> = [(sample, stage), (other, found)]
        .into_iter()
        .filter_map(|(named, stage)| {
            let name = format!("{}: mean {}", named.name, format_mean(&stage.histogram(subset)?, 3));
            // This figure compares the samples with each other, not with the exact distribution.
            Some(Series { exact: None, ..series_of(stage, subset, name)? })
        })
        .collect();
    let counts = series.iter().map(|series| scrambles(series.histogram.total())).collect::<Vec<_>>();
    let shown = format!(
        "Bars are shares of the scrambles by the minimum number of moves to the {stage_name}: {}",
        both(sample, other, subset)
    );
    let title = format!("Move count: {stage_name} on {} in two samples", colors(subset));
    let subtitle = counts.join(" and ");
    Ok(BarChart { title, subtitle, shown, moves: HTM, series }.draw())
}
