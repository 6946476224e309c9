//! Figures of one stage: with one colour set or several, and with the three pairs of opposite colours.

use cubiform_answers::format::{percent, scrambles};
use cubiform_stats::distribution::known;
use cubiform_stats::{Lengths, Subset};

use super::names::{colors, largest_common_set, stage_label};
use crate::figure::bars::{
    BarChart, HTM, STANDARD_ERROR, STUDENT, Series, describe, extent, format_mean, moves_scale,
};
use crate::figure::chart::{self, ChartSpec, PLOT_HEIGHT, Scale, tick_digits};
use crate::figure::marks::Mark;
use crate::figure::palette::{MUTED, SERIES};
use crate::figure::rows::{Group, Row, RowChart};
use crate::figure::svg::Figure;
use crate::stats::labels::set_name;
use crate::stats::show::capitalize;

/// The sentence of captions about sets of several colours.
pub(super) const BEST_COLOR: &str = "Of several colours the best one counts, separately for each scramble.";

/// Returns the series of a stage for a colour set, if the stage has the colours.
pub(super) fn series_of(stage: &Lengths, subset: Subset, name: String) -> Option<Series> {
    let histogram = stage.histogram(subset)?;
    Some(Series { name, histogram, exact: known(stage.name(), subset) })
}

/// Draws a stage with its first colour set.
pub(super) fn first_set(stage: &Lengths) -> Result<Figure, String> {
    let (subset, _) = stage.histograms().next().ok_or("the stage has no lengths")?;
    one_set(stage, subset)
}

/// Draws a stage with its largest colour set.
pub(super) fn largest_set(stage: &Lengths) -> Result<Figure, String> {
    let subset = largest_common_set(std::iter::once(stage)).ok_or("the stage has no lengths")?;
    one_set(stage, subset)
}

fn one_set(stage: &Lengths, subset: Subset) -> Result<Figure, String> {
    let stage_name = stage_label(stage.name());
    let series = series_of(stage, subset, "this sample".into()).ok_or("the sample lacks these colours")?;
    let histogram = &series.histogram;
    let mode = histogram.mode();
    let share = histogram.shares().nth(mode).unwrap_or(0.0);
    let exact = series.exact.as_ref().map(|exact| format!(" (exact {:.4})", exact.mean()));
    let subtitle = format!(
        "{}, mean {}{}, mode {mode} ({})",
        scrambles(histogram.total()),
        format_mean(histogram, 3),
        exact.unwrap_or_default(),
        percent(share)
    );
    let best = if subset.size() > 1 { format!(" {BEST_COLOR}") } else { String::new() };
    let shown = format!(
        "Bars are shares of {} by the minimum number of moves to the {stage_name} on {}.{best}",
        scrambles(histogram.total()),
        colors(subset)
    );
    let title = format!("Move count: {stage_name} on {}", colors(subset));
    Ok(BarChart { title, subtitle, shown, moves: HTM, series: vec![series] }.draw())
}

/// Draws a stage with one colour, two opposite colours and all colours.
pub(super) fn more_colors(stage: &Lengths) -> Result<Figure, String> {
    let has = |set: &Subset| stage.histogram(*set).is_some();
    let first = |size| Subset::COMMON.into_iter().filter(move |set| set.size() == size).find(has);
    let sets: Vec<Subset> = [1, 2, 6].into_iter().filter_map(first).collect();
    if sets.len() < 2 {
        return Err("needs lengths of two opposite bottom colours".into());
    }
    sets_of_stage(stage, &sets)
}

/// Draws a stage with those of `sets` that it has: as bars, or as means if there are too many.
pub(super) fn sets_of_stage(stage: &Lengths, sets: &[Subset]) -> Result<Figure, String> {
    let sets: Vec<Subset> = sets.iter().copied().filter(|set| stage.histogram(*set).is_some()).collect();
    match &sets[..] {
        [] => Err("the sample lacks these colours".into()),
        [one] => one_set(stage, *one),
        several if several.len() > SERIES.len() => Ok(means_of_sets(stage, several)),
        several => Ok(bars_of_sets(stage, several)),
    }
}

fn bars_of_sets(stage: &Lengths, sets: &[Subset]) -> Figure {
    let stage_name = stage_label(stage.name());
    let series: Vec<Series> = sets
        .iter()
        .filter_map(|set| {
            let name = format!("{}: mean {}", set_name(*set), format_mean(&stage.histogram(*set)?, 3));
            series_of(stage, *set, name)
        })
        .collect();
    let count = scrambles(series[0].histogram.total());
    let shown = format!(
        "Bars are shares of {count} by the minimum number of moves to the {stage_name}, for {} colour sets. {BEST_COLOR}",
        series.len()
    );
    let title = format!("Move count: {stage_name} by colour set");
    BarChart { title, subtitle: count, shown, moves: HTM, series }.draw()
}

fn means_of_sets(stage: &Lengths, sets: &[Subset]) -> Figure {
    let stage_name = stage_label(stage.name());
    let mut groups: Vec<Group> = Vec::new();
    let mut count = 0;
    for set in sets {
        let Some(histogram) = stage.histogram(*set) else { continue };
        count = histogram.total();
        let heading = match set.size() {
            1 => "1 colour".to_string(),
            size => format!("{size} colours"),
        };
        let row =
            Row { label: set_name(*set), mark: Mark::of(0), estimate: histogram.estimate(), spread: None };
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group { heading, rows: vec![row] }),
        }
    }
    RowChart {
        title: format!("Mean move count: {stage_name} by colour set"),
        subtitle: scrambles(count),
        caption: format!(
            "Marks are means of the minimum number of moves to the {stage_name} over {}; whiskers {STUDENT}. \
             {BEST_COLOR} {STANDARD_ERROR}",
            scrambles(count)
        ),
        axis: "mean moves (half turn metric)",
        groups,
        is_difference: false,
    }
    .draw()
}

/// Draws the distributions of the three pairs of opposite colours, which are equal by the symmetry of the cube, as
/// differences from their mean.
pub(super) fn axes(stage: &Lengths) -> Result<Figure, String> {
    let duals = Subset::COMMON.into_iter().filter(|subset| subset.size() == 2);
    let series: Vec<Series> = duals
        .filter_map(|subset| {
            let name = format!("{}: mean {}", set_name(subset), format_mean(&stage.histogram(subset)?, 3));
            Some(Series { exact: None, ..series_of(stage, subset, name)? })
        })
        .collect();
    if series.len() < 3 {
        return Err("needs lengths of all six bottom colours".into());
    }
    let (min, max) = extent(series.iter().map(|series| &series.histogram));
    let total = series[0].histogram.total() as f64;
    let count = |series: &Series, moves: usize| series.histogram.counts().get(moves).copied().unwrap_or(0);
    let pooled = |moves: usize| series.iter().map(|s| count(s, moves)).sum::<u64>() as f64 / (3.0 * total);
    // A share minus the mean of three independent shares has two thirds of its variance.
    let reach = |moves: usize| {
        let share = pooled(moves);
        200.0 * (2.0 / 3.0 * share * (1.0 - share) / total).sqrt()
    };
    let residual =
        |series: &Series, moves: usize| 100.0 * (count(series, moves) as f64 / total - pooled(moves));
    let all = || series.iter().flat_map(|s| (min..=max).map(move |moves| (s, moves)));
    let most = all().map(|(s, moves)| residual(s, moves).abs().max(reach(moves))).fold(0.0, f64::max);
    let (ticks, end) = chart::ticks(1.1 * most);
    // Every second tick is enough if there are many.
    let ticks: Vec<f64> = ticks.iter().copied().step_by(if ticks.len() > 5 { 2 } else { 1 }).collect();
    let digits = tick_digits(&ticks);
    let label = |tick: f64| (tick, format!("{tick:+.digits$} %"));
    let negative = ticks.iter().skip(1).rev().map(|tick| label(-tick));
    let ticks: Vec<(f64, String)> =
        negative.chain([(0.0, "0".into())]).chain(ticks.iter().skip(1).map(|tick| label(*tick))).collect();
    let test = match stage.symmetry_of_pairs() {
        Some(test) => {
            format!("χ² = {:.2} with {} degrees of freedom, p = {:.3}", test.statistic, test.degrees, test.p)
        }
        None => "too few scrambles for a test".into(),
    };
    let mut legend: Vec<(String, Mark)> =
        series.iter().enumerate().map(|(i, s)| (s.name.clone(), Mark::of(i))).collect();
    legend.push(("± 2 standard errors".into(), Mark::BAND));
    let stage_name = stage_label(stage.name());
    let count = scrambles(series[0].histogram.total());
    let spec = ChartSpec {
        title: format!("Do the three pairs of opposite colours agree? {}", capitalize(&stage_name)),
        subtitle: format!("{count}; {test}"),
        caption: format!(
            "Marks are the share of each pair of opposite colours minus the mean share of the three pairs, for the \
             minimum number of moves to the {stage_name} in {count}. Bands are ± 2 standard errors of that difference \
             for three independent samples. By symmetry the pairs have the same distribution. p is approximate, because \
             the lengths of a scramble are not independent. {STANDARD_ERROR}"
        ),
        legend,
        x: moves_scale(HTM, min, max, 0.5),
        y: Scale { title: "share minus mean share", range: -end..end, ticks, has_grid_lines: true },
        height: PLOT_HEIGHT,
    };
    Ok(chart::draw(spec, describe(&series), |plot| {
        for moves in min..=max {
            let (x, reach) = (moves as f64, reach(moves));
            plot.band(x - 0.42..x + 0.42, -reach..reach, MUTED);
        }
        for (i, series) in series.iter().enumerate() {
            for moves in min..=max {
                let x = moves as f64 + 0.24 * (i as f64 - 1.0);
                plot.mark((x, residual(series, moves)), Mark::of(i), 12);
            }
        }
    }))
}
