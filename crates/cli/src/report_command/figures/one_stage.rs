//! Figures of one stage: with one colour set or several, with the three pairs of opposite colours, and of the moves saved by
//! more colours.

use cubiform_answers::format::{percent, scrambles};
use cubiform_answers::stats::labels::set_name;
use cubiform_stats::{Estimate, Lengths, Sample, Subset};

use super::{
    BEST_COLOR, MAX_SERIES, colors, largest_common_set, on_colors, sample_size, series_of, short_stage_label,
    stage_label, with_mean,
};
use crate::figure::bars::BarChart;
use crate::figure::points::{DataPoint, Joint, PointChart, PointSeries};
use crate::figure::rows::{Group, Row, RowChart};
use crate::figure::series::{STANDARD_ERROR, STUDENT, Series, describe, extent, format_mean, join_pairs};
use crate::figure::{Axis, Figure, HTM, MEAN, Mark, Texts, labelled, on_both_sides, ticks};
use crate::stats::show::capitalize;

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
    let series = series_of(stage, subset, "this sample".into()).ok_or("the sample lacks these colours")?;
    let (stage, colors, histogram) = (stage_label(&stage.name), colors(subset), &series.histogram);
    let (count, mean, mode) = (scrambles(histogram.total()), format_mean(histogram, 3), histogram.mode());
    let exact = series.exact.as_ref().map(|exact| format!(" (exact {:.4})", exact.mean()));
    let (exact, share) = (exact.unwrap_or_default(), percent(series.share(mode)));
    Ok(BarChart {
        title: format!("Move count: {stage} on {colors}"),
        subtitle: format!("{count}, mean {mean}{exact}, mode {mode} ({share})"),
        sentence: format!(
            "Bars are shares of {count} by the minimum number of moves to the {stage} {}",
            on_colors(subset)
        ),
        moves: HTM,
        series: vec![series],
    }
    .draw())
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
        several if several.len() > MAX_SERIES => Ok(means_of_sets(stage, several)),
        several => Ok(bars_of_sets(stage, several)),
    }
}

fn bars_of_sets(stage: &Lengths, sets: &[Subset]) -> Figure {
    let series: Vec<Series> = sets.iter().filter_map(|set| series_with_mean(stage, *set)).collect();
    let (stage, count) = (stage_label(&stage.name), scrambles(series[0].histogram.total()));
    BarChart {
        title: format!("Move count: {stage} by colour set"),
        sentence: format!(
            "Bars are shares of {count} by the minimum number of moves to the {stage}, for {} colour sets. {BEST_COLOR}",
            series.len()
        ),
        subtitle: count,
        moves: HTM,
        series,
    }
    .draw()
}

fn series_with_mean(stage: &Lengths, set: Subset) -> Option<Series> {
    series_of(stage, set, with_mean(&set_name(set), &stage.histogram(set)?))
}

fn means_of_sets(stage: &Lengths, sets: &[Subset]) -> Figure {
    let mut groups: Vec<Group> = Vec::new();
    let mut count = 0;
    for set in sets {
        let Some(histogram) = stage.histogram(*set) else { continue };
        count = histogram.total();
        let heading = match set.size() {
            1 => "1 colour".to_string(),
            size => format!("{size} colours"),
        };
        let row = Row {
            label: set_name(*set),
            mark: Mark::of_series(0),
            estimate: histogram.estimate(),
            spread: None,
        };
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group { heading, rows: vec![row] }),
        }
    }
    let (stage, count) = (stage_label(&stage.name), scrambles(count));
    let texts = Texts {
        title: format!("Mean move count: {stage} by colour set"),
        caption: format!(
            "Marks are means of the minimum number of moves to the {stage} over {count}; whiskers {STUDENT}. \
             {BEST_COLOR} {STANDARD_ERROR}"
        ),
        subtitle: count,
    };
    RowChart { texts, axis: MEAN, groups, is_difference: false }.draw()
}

/// Draws the distributions of the three pairs of opposite colours, which are equal by the symmetry of the cube, as
/// differences from their mean.
pub(super) fn axes(stage: &Lengths) -> Result<Figure, String> {
    let duals = Subset::COMMON.into_iter().filter(|subset| subset.size() == 2);
    let series: Vec<Series> =
        duals.filter_map(|set| Some(Series { exact: None, ..series_with_mean(stage, set)? })).collect();
    let [first, _, _] = &series[..] else { return Err("needs lengths of all six bottom colours".into()) };
    let (min, max) = extent(&series);
    let total = first.histogram.total();
    let pooled = |moves: usize| series.iter().map(|series| series.share(moves)).sum::<f64>() / 3.0;
    // A share minus the mean of three independent shares has two thirds of its variance.
    let reach = |share: f64| 200.0 * (2.0 / 3.0 * share * (1.0 - share) / total as f64).sqrt();
    let point = |i: usize, series: &Series, moves: usize| {
        let (mean, x) = (pooled(moves), moves as f64 + 0.28 * (i as f64 - 1.0));
        DataPoint { x, y: 100.0 * (series.share(moves) - mean), interval: [-reach(mean), reach(mean)] }
    };
    let points = series.iter().enumerate().map(|(i, series)| PointSeries {
        name: series.name.clone(),
        note: String::new(),
        points: (min..=max).map(|moves| point(i, series, moves)).collect(),
    });
    let points: Vec<PointSeries> = points.collect();
    let all = points.iter().flat_map(|series| &series.points);
    let (steps, end) = ticks(1.1 * all.map(|point| point.y.abs().max(point.interval[1])).fold(0.0, f64::max));
    // Every second tick is enough if there are many.
    let steps: Vec<f64> = steps.iter().copied().step_by(if steps.len() > 5 { 2 } else { 1 }).collect();
    let mut ticks = labelled(on_both_sides(&steps), true);
    for (_, label) in ticks.iter_mut().filter(|(tick, _)| *tick != 0.0) {
        label.push_str(" %");
    }
    let test = match stage.symmetry_of_pairs() {
        Some(test) => {
            format!("χ² = {:.2} with {} degrees of freedom, p = {:.3}", test.statistic, test.degrees, test.p)
        }
        None => "too few scrambles for a test".into(),
    };
    let (stage, count) = (stage_label(&stage.name), scrambles(total));
    let texts = Texts {
        title: format!("Do the three pairs of opposite colours agree? {}", capitalize(&stage)),
        subtitle: format!("{count}; {test}"),
        caption: format!(
            "Marks are the share of each pair of opposite colours minus the mean share of the three pairs, for the \
             minimum number of moves to the {stage} in {count}. Bands are ± 2 standard errors of that difference \
             for three independent samples. By symmetry the pairs have the same distribution. p is approximate, because \
             the lengths of a scramble are not independent. {STANDARD_ERROR}"
        ),
    };
    Ok(PointChart {
        texts,
        description: describe(&series),
        x: Axis::moves(HTM, (min, max), 0.5),
        y: Axis { title: "share minus mean share", range: -end..end, ticks, has_grid_lines: true },
        joint: Joint::Nothing,
        series: points,
    }
    .draw())
}

/// The numbers of colours to choose from.
const SIZES: [&str; 4] = ["1", "2 (dual CN)", "4 (two pairs)", "6 (CN)"];

/// Draws the moves saved by more colours, for the stages at these indices.
pub(super) fn color_neutrality(sample: &Sample, places: &[usize]) -> Result<Figure, String> {
    let of_stage = |stage: &Lengths| Some((short_stage_label(&stage.name), stage.gains()?.saved));
    let stages: Vec<_> = places.iter().filter_map(|place| of_stage(&sample.stages()[*place])).collect();
    if stages.is_empty() {
        return Err("needs lengths of all six bottom colours".into());
    }
    if stages.len() > MAX_SERIES {
        return Err(format!("more than {MAX_SERIES} stages"));
    }
    let series = stages.iter().map(|(name, saved)| {
        let point = |(x, saved): (u8, &Estimate)| {
            let (x, y, reach) = (f64::from(x), saved.mean, saved.half_width().unwrap_or(0.0));
            DataPoint { x, y, interval: [y - reach, y + reach] }
        };
        // One colour saves nothing.
        let first = DataPoint { x: 0.0, y: 0.0, interval: [0.0; 2] };
        let points = std::iter::once(first).chain((1..).zip(saved).map(point)).collect();
        PointSeries { name: format!("{name} {:.2}", saved[2].mean), note: String::new(), points }
    });
    let series: Vec<PointSeries> = series.collect();
    let all = series.iter().flat_map(|series| &series.points);
    let (steps, end) = ticks(all.map(|point| point.interval[1]).fold(0.0, f64::max));
    let describe = |(name, saved): &(String, [Estimate; 3])| {
        let pairs = SIZES.into_iter().skip(1).zip(saved).map(|(size, saved)| {
            let error = saved.standard_error.unwrap_or(0.0);
            (format!("{size} colours"), format!("{:.3} ± {error:.3} moves", saved.mean))
        });
        format!("{name}: {}.", join_pairs(pairs))
    };
    Ok(PointChart {
        texts: Texts {
            title: "Moves saved by choosing among more colours".into(),
            subtitle: format!("{}; mean with one colour minus mean with more", sample_size(sample)),
            caption: format!(
                "Marks are the moves saved in the minimum number of moves to each stage if the best of several colours \
                 may be chosen, within each scramble, averaged over the sets of that many colours: {}. Whiskers \
                 {STUDENT}. CN is colour neutral.",
                sample_size(sample)
            ),
        },
        description: stages.iter().map(describe).collect::<Vec<_>>().join(" "),
        x: Axis {
            title: "colours to choose from",
            range: -0.3..4.25,
            ticks: (0..).zip(SIZES).map(|(i, size)| (f64::from(i), size.to_string())).collect(),
            has_grid_lines: true,
        },
        y: Axis { title: "moves saved", range: 0.0..end, ticks: labelled(steps, false), has_grid_lines: true },
        joint: Joint::Lines,
        series,
    }
    .draw())
}
