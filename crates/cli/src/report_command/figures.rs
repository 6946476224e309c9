//! The figures of a report, drawn from one sample or two.

use cubiform_stats::distribution::known;
use cubiform_stats::{Lengths, Sample, Subset};

use crate::figure::bars::{
    HTM, SHARE, Series, bars, describe, extent, format_mean, integer_ticks, moves_scale, percent, share_scale,
};
use crate::figure::chart::{self, ChartSpec, Figure, Mark, SMALL, Scale, Side, join_pairs};
use crate::figure::palette::{INK, MUTED, SERIES};
use cubiform_answers::format::{color_names, decimal, scrambles, shortened, signed_decimal};
use cubiform_answers::goals::{goal_with, label};

/// A sample with its display name.
pub(super) struct NamedSample<'a> {
    pub(super) name: &'a str,
    pub(super) sample: &'a Sample,
}

/// The figures of a report, and the reasons why the others are missing.
#[derive(Debug, Default)]
pub(super) struct Figures {
    pub(super) figures: Vec<Figure>,
    pub(super) missing: Vec<String>,
}

/// The file names of all figures, without their extension.
pub(super) const NAMES: [&str; 10] = [
    "figure-01-one-color",
    "figure-02-more-colors",
    "figure-03-second-stage",
    "figure-04-last-stage",
    "figure-05-all-stages",
    "figure-06-color-neutrality",
    "figure-07-two-samples",
    "figure-08-two-samples-second-stage",
    "figure-09-cumulative",
    "figure-10-axes",
];

/// The maximum number of stages in a figure, which is the number of distinct marks.
const MAX_STAGES: usize = SERIES.len();

/// Draws every figure that the sample, and the sample it is compared with, allow.
pub(super) fn draw_all(sample: &NamedSample<'_>, against: Option<&NamedSample<'_>>) -> Figures {
    let stages = sample.sample.stages();
    let second = || stages.get(1).ok_or("only one stage".to_string());
    let other = || against.ok_or("no second sample (--against)".to_string());
    let made = [
        one_color(&stages[0]),
        more_colors(&stages[0]),
        second().and_then(|stage| largest_set_figure(NAMES[2], stage)),
        match stages {
            [_, _, .., last] => largest_set_figure(NAMES[3], last),
            _ => Err("fewer than three stages".into()),
        },
        all_stages(sample.sample),
        color_neutrality(sample.sample),
        other().and_then(|other| two_samples(sample, other)),
        other().and_then(|other| two_histograms(sample, other, second()?)),
        cumulative(sample.sample),
        axes(&stages[0]),
    ];
    let mut figures = Figures::default();
    for (figure, name) in made.into_iter().zip(NAMES) {
        match figure {
            Ok(figure) => figures.figures.push(figure),
            Err(why) => figures.missing.push(format!("{name}: {why}")),
        }
    }
    figures
}

/// Returns the display name of a stage in figures: `pseudo xcross`, `f2l`.
pub(super) fn stage_label(stage: &str) -> String {
    let word = |word: &str| match word {
        "xxxxcross" => "f2l".into(),
        other => shortened(other, 20),
    };
    let words: Vec<String> = stage.split('_').map(word).collect();
    shortened(&words.join(" "), 30)
}

/// Returns the name of a stage within its goal: `xcross` for `pseudo_xcross`.
fn short_stage_label(stage: &str) -> String {
    label(stage).map_or_else(|| shortened(&stage_label(stage), 9), str::to_string)
}

/// Returns the number of scrambles, with the goal if it is not `std`.
fn sample_size(sample: &Sample) -> String {
    let goal = sample.stages().first().and_then(|stage| goal_with(stage.name()));
    let goal = goal.filter(|goal| *goal != "std").map(|goal| format!(", goal {goal}"));
    scrambles(sample.rows()) + &goal.unwrap_or_default()
}

/// Returns the names of a colour set: `any colour`.
fn colors(subset: Subset) -> String {
    color_names(&subset.colors().collect::<Vec<_>>())
}

/// Returns the largest colour set for which each of these stages has lengths.
pub(super) fn largest_common_set<'a>(stages: impl Iterator<Item = &'a Lengths> + Clone) -> Option<Subset> {
    let is_in_all = |subset: &Subset| stages.clone().all(|stage| stage.histogram(*subset).is_some());
    // Of several sets of that size, returns the first.
    Subset::COMMON.into_iter().rev().filter(is_in_all).max_by_key(|subset| subset.size())
}

/// Returns the series of a stage for a colour set, if the stage has the colours.
fn series_of(stage: &Lengths, subset: Subset, name: String) -> Option<Series> {
    let histogram = stage.histogram(subset)?;
    Some(Series { name, histogram, exact: known(stage.name(), subset) })
}

/// Draws figure 1: a stage with one bottom colour.
fn one_color(stage: &Lengths) -> Result<Figure, String> {
    let (subset, _) = stage.histograms().next().ok_or("the stage has no lengths")?;
    set_figure(NAMES[0], stage, subset)
}

/// Draws figure 3 or 4: a stage with its largest colour set.
fn largest_set_figure(name: &'static str, stage: &Lengths) -> Result<Figure, String> {
    let subset = largest_common_set(std::iter::once(stage)).ok_or("the stage has no lengths")?;
    set_figure(name, stage, subset)
}

fn set_figure(name: &'static str, stage: &Lengths, subset: Subset) -> Result<Figure, String> {
    let series =
        series_of(stage, subset, stage_label(stage.name())).ok_or("the stage lacks these colours")?;
    let histogram = &series.histogram;
    let mode = histogram.mode();
    let share = histogram.shares().nth(mode).unwrap_or(0.0);
    let title = format!("Move count: {} on {}", stage_label(stage.name()), colors(subset));
    let exact = series.exact.as_ref().map(|exact| format!(" (exact {:.4})", exact.mean()));
    let subtitle = format!(
        "{}, mean {}{} moves, most often {mode} ({})",
        scrambles(histogram.total()),
        format_mean(histogram, 4),
        exact.unwrap_or_default(),
        percent(share)
    );
    Ok(bars(name, title, subtitle, HTM, &[series]))
}

/// Draws figure 2: one colour, two opposite colours and all colours.
fn more_colors(stage: &Lengths) -> Result<Figure, String> {
    let first = |size| {
        Subset::COMMON.into_iter().filter(move |s| s.size() == size).find_map(|subset| {
            let name = format!("{}, mean {}", colors(subset), format_mean(&stage.histogram(subset)?, 3));
            series_of(stage, subset, name)
        })
    };
    let series: Vec<Series> = [1, 2, 6].into_iter().filter_map(first).collect();
    if series.len() < 2 {
        return Err("needs lengths of two opposite bottom colours".into());
    }
    let title = format!("Move count: {} with more colours to choose from", stage_label(stage.name()));
    let subtitle = format!("{}; shares in % above the bars", scrambles(series[0].histogram.total()));
    Ok(bars(NAMES[1], title, subtitle, HTM, &series))
}

/// Returns the stages and their largest common colour set. Returns a message unless there are 2 to [`MAX_STAGES`]
/// stages.
fn of_all_stages(sample: &Sample) -> Result<(&[Lengths], Subset), String> {
    let stages = sample.stages();
    match stages.len() {
        1 => return Err("only one stage".into()),
        many if many > MAX_STAGES => return Err(format!("more than {MAX_STAGES} stages")),
        _ => {}
    }
    let subset = largest_common_set(stages.iter()).ok_or("the stages have no bottom colour in common")?;
    Ok((stages, subset))
}

/// Returns the series of each stage for a colour set that all of them have.
fn series_of_stages(stages: &[Lengths], subset: Subset) -> Vec<Series> {
    stages.iter().filter_map(|stage| series_of(stage, subset, short_stage_label(stage.name()))).collect()
}

/// Draws figure 5: all stages in one panel.
fn all_stages(sample: &Sample) -> Result<Figure, String> {
    let (stages, subset) = of_all_stages(sample)?;
    let series = series_of_stages(stages, subset);
    let (min, max) = extent(series.iter().map(|series| &series.histogram));
    let most = series.iter().flat_map(Series::shares).fold(0.0, f64::max);
    let spec = ChartSpec {
        name: NAMES[4],
        title: format!("Move counts of all stages on {}", colors(subset)),
        subtitle: format!("{}; means are under the names of the stages", sample_size(sample)),
        caption: "Steps show the share of the scrambles at each whole number of moves.".into(),
        legend: Vec::new(),
        x: moves_scale(HTM, min, max, 1.0),
        y: share_scale(SHARE, most, 1.3),
    };
    Ok(chart::draw(spec, describe(&series), |plot| {
        let lines: Vec<Vec<(f64, f64)>> = series.iter().map(outline).collect();
        for (i, line) in lines.iter().enumerate() {
            plot.area(line, Mark::of(i).paint);
        }
        for (i, line) in lines.iter().enumerate() {
            plot.line(line, Mark::of(i).paint, 5);
            centers(&series[i]).iter().for_each(|point| plot.mark(*point, Mark::of(i), 9));
        }
        for (i, series) in series.iter().enumerate() {
            let mode = series.histogram.mode() as f64;
            let peak = centers(series).into_iter().find(|(x, _)| *x == mode).unwrap_or_default();
            let mean = format!("{:.3}", series.histogram.mean());
            plot.name(peak, [&series.name, &mean], Mark::of(i).paint);
        }
    }))
}

/// Returns the shares as points, in per cent.
fn centers(series: &Series) -> Vec<(f64, f64)> {
    let shares = series.shares();
    let lengths = series.histogram.min()..=series.histogram.max();
    lengths.map(|moves| (moves as f64, 100.0 * shares[moves])).collect()
}

/// Returns the outline of the shares as steps one move wide, starting and ending at 0.
fn outline(series: &Series) -> Vec<(f64, f64)> {
    let centers = centers(series);
    let ends = [centers[0].0 - 0.5, centers[centers.len() - 1].0 + 0.5].map(|x| (x, 0.0));
    let inner = centers.iter().flat_map(|(x, y)| [(x - 0.5, *y), (x + 0.5, *y)]);
    std::iter::once(ends[0]).chain(inner).chain([ends[1]]).collect()
}

/// Draws figure 6: the moves saved by more colours.
fn color_neutrality(sample: &Sample) -> Result<Figure, String> {
    const SIZES: [f64; 4] = [1.0, 2.0, 4.0, 6.0];
    let stages: Vec<(String, [f64; 4])> = sample
        .stages()
        .iter()
        .filter_map(|stage| {
            let means = stage.gains()?.means;
            Some((short_stage_label(stage.name()), means.map(|mean| means[0] - mean)))
        })
        .collect();
    if stages.is_empty() {
        return Err("needs lengths of all six bottom colours".into());
    }
    if stages.len() > MAX_STAGES {
        return Err(format!("more than {MAX_STAGES} stages"));
    }
    let most = stages.iter().map(|(_, savings)| savings[3]).fold(0.0, f64::max);
    let (ticks, end) = chart::ticks(most);
    let sizes = ["1", "2 (dual CN)", "4 (two pairs)", "6 (CN)"].map(String::from);
    let digits = if ticks[1] < 0.1 { 2 } else { 1 };
    let ticks = ticks.into_iter().map(|tick| (tick, decimal(tick, digits))).collect();
    let spec = ChartSpec {
        name: NAMES[5],
        title: "Moves saved by choosing among more colours".into(),
        subtitle: format!("{}; mean with one colour minus mean with more", sample_size(sample)),
        caption: "Each mark is the difference of two means of the same scrambles. The standard errors of the steps from \
                  one mark to the next are in the table of colour neutrality."
            .into(),
        legend: Vec::new(),
        x: Scale {
            title: "colours to choose from",
            range: 0.6..7.6,
            ticks: SIZES.into_iter().zip(sizes).collect(),
            has_grid_lines: true,
        },
        y: Scale { title: "moves saved", range: 0.0..end, ticks, has_grid_lines: true },
    };
    let description: Vec<String> = stages
        .iter()
        .map(|(name, savings)| {
            let pairs = SIZES.into_iter().zip(savings).skip(1);
            let pairs = pairs.map(|(size, saved)| (format!("{size} colours"), format!("{saved:.3} moves")));
            format!("{name}: {}.", join_pairs(pairs))
        })
        .collect();
    Ok(chart::draw(spec, description.join(" "), |plot| {
        let mut names = Vec::new();
        for (i, (name, savings)) in stages.iter().enumerate() {
            let points: Vec<(f64, f64)> = SIZES.into_iter().zip(*savings).collect();
            plot.line(&points, Mark::of(i).paint, 4);
            points.iter().for_each(|point| plot.mark(*point, Mark::of(i), 10));
            names.push((points[3], format!("{name} {:.3}", savings[3]), Mark::of(i).paint));
        }
        plot.names_at_right(&mut names);
    }))
}

/// Draws figure 7: the means of two samples by stage.
fn two_samples(sample: &NamedSample<'_>, other: &NamedSample<'_>) -> Result<Figure, String> {
    let pairs: Vec<(&Lengths, &Lengths)> = sample
        .sample
        .stages()
        .iter()
        .filter_map(|a| Some((a, other.sample.stages().iter().find(|b| a.name() == b.name())?)))
        .collect();
    let subset = largest_common_set(pairs.iter().flat_map(|(a, b)| [*a, *b])).filter(|_| !pairs.is_empty());
    let subset = subset.ok_or("the samples have no stage in common with the same bottom colours")?;
    let means: Vec<(String, [f64; 2])> = pairs
        .iter()
        .filter_map(|(a, b)| {
            let mean = |stage: &Lengths| Some(stage.histogram(subset)?.mean());
            Some((short_stage_label(a.name()), [mean(a)?, mean(b)?]))
        })
        .collect();
    let errors: Vec<[f64; 2]> = pairs
        .iter()
        .map(|(a, b)| {
            [a, b].map(|stage| stage.histogram(subset).and_then(|h| h.standard_error()).unwrap_or(0.0))
        })
        .collect();
    let differences: Vec<Option<f64>> =
        errors.iter().map(|[a, b]| (*a > 0.0 && *b > 0.0).then(|| a.hypot(*b))).collect();
    let (min, max) = means
        .iter()
        .flat_map(|(_, means)| means)
        .fold((f64::INFINITY, 0.0f64), |(min, max), mean| (min.min(*mean), max.max(*mean)));
    // The first stage is at the top.
    let rows = means.len();
    let y = |i: usize| (rows - i) as f64;
    let (min, max) = ((min - 0.6).floor(), (max + 0.6).ceil());
    let spec = ChartSpec {
        name: NAMES[6],
        title: format!("Mean move count of two samples by stage, on {}", colors(subset)),
        subtitle: "numbers at the lines: second mean minus first, ± standard error".into(),
        caption: "Marks are means; whiskers are ± 2 standard errors.".into(),
        legend: legend_of([sample, other]),
        x: Scale {
            title: "mean move count (half turn metric)",
            range: min..max,
            ticks: integer_ticks(min, max),
            has_grid_lines: true,
        },
        y: Scale {
            title: "",
            range: 0.4..rows as f64 + 0.7,
            ticks: means.iter().enumerate().map(|(i, (name, _))| (y(i), name.clone())).collect(),
            has_grid_lines: false,
        },
    };
    let describe = |(name, [a, b]): &(String, [f64; 2])| format!("{name}: {a:.3} and {b:.3}.");
    let description = means.iter().map(describe).collect::<Vec<_>>().join(" ");
    Ok(chart::draw(spec, description, |plot| {
        for (i, (_, both)) in means.iter().enumerate() {
            plot.line(&[(both[0], y(i)), (both[1], y(i))], MUTED, 4);
            let middle = (both[0] + both[1]) / 2.0;
            let error = differences[i].map(|error| format!(" ± {error:.3}")).unwrap_or_default();
            let difference = format!("{}{error}", signed_decimal(both[1] - both[0], 3));
            plot.text((middle, y(i)), Side::Above, 18, &difference, SMALL, INK);
            // The values are outside the line, to the left of the smaller mean and to the right of the larger.
            let first_is_left = both[0] <= both[1];
            for (k, mean) in both.iter().enumerate() {
                let side = if (k == 0) == first_is_left { Side::Left } else { Side::Right };
                let reach = 2.0 * errors[i][k];
                // The whisker of a small sample is cut at the edges of the chart.
                let ends = [(mean - reach).max(min), (mean + reach).min(max)];
                plot.whisker_across(ends, y(i) - 0.09 * (1.0 + k as f64), Mark::of(k).paint);
                plot.mark((*mean, y(i)), Mark::of(k), 12);
                plot.text((*mean, y(i)), side, 22, &format!("{mean:.3}"), SMALL, Mark::of(k).paint);
            }
        }
    }))
}

fn legend_of(samples: [&NamedSample<'_>; 2]) -> Vec<(String, Mark)> {
    let entry = |(i, named): (usize, &NamedSample<'_>)| {
        (format!("{} ({})", named.name, scrambles(named.sample.rows())), Mark::of(i))
    };
    samples.into_iter().enumerate().map(entry).collect()
}

/// Draws figure 8: a stage in both samples.
fn two_histograms(
    sample: &NamedSample<'_>,
    other: &NamedSample<'_>,
    stage: &Lengths,
) -> Result<Figure, String> {
    let found = other.sample.stages().iter().find(|other| other.name() == stage.name());
    let found =
        found.ok_or_else(|| format!("the other sample has no stage {}", stage_label(stage.name())))?;
    let subset = largest_common_set([stage, found].into_iter());
    let subset = subset.ok_or("the samples have no bottom colour in common")?;
    let series: Vec<Series> = [(sample, stage), (other, found)]
        .into_iter()
        .filter_map(|(named, stage)| {
            let name = format!("{}, mean {}", named.name, format_mean(&stage.histogram(subset)?, 3));
            // This figure compares the samples with each other, not with the exact distribution.
            Some(Series { exact: None, ..series_of(stage, subset, name)? })
        })
        .collect();
    let title = format!("Move count: {} on {} in two samples", stage_label(stage.name()), colors(subset));
    let counts = series.iter().map(|series| scrambles(series.histogram.total())).collect::<Vec<_>>();
    let subtitle = format!("{}; shares in % above the bars", counts.join(" and "));
    Ok(bars(NAMES[7], title, subtitle, HTM, &series))
}

/// Draws figure 9: the share of scrambles that need at most a given number of moves.
fn cumulative(sample: &Sample) -> Result<Figure, String> {
    let stages = sample.stages();
    if stages.len() > MAX_STAGES {
        return Err(format!("more than {MAX_STAGES} stages"));
    }
    let subset = largest_common_set(stages.iter()).ok_or("the stages have no bottom colour in common")?;
    let series = series_of_stages(stages, subset);
    let (min, max) = extent(series.iter().map(|series| &series.histogram));
    let sums = |series: &Series| -> Vec<(f64, f64)> {
        let mut sum = 0.0;
        let add = |(moves, share): (usize, f64)| {
            sum += share;
            (moves as f64, 100.0 * sum)
        };
        let points: Vec<_> = series.histogram.shares().enumerate().map(add).collect();
        points[series.histogram.min()..].into()
    };
    let legend = series.iter().enumerate().map(|(i, series)| (series.name.clone(), Mark::of(i))).collect();
    let spec = ChartSpec {
        name: NAMES[8],
        title: format!("Cumulative share of each stage by move count, on {}", colors(subset)),
        subtitle: sample_size(sample),
        caption: "Each mark is the share of the scrambles that need at most that many moves.".into(),
        legend,
        x: moves_scale(HTM, min, max, 1.0),
        y: Scale { range: 0.0..104.0, ..share_scale("share of scrambles, cumulative", 1.0, 1.0) },
    };
    let description: Vec<String> = series
        .iter()
        .map(|series| {
            let pairs = sums(series).into_iter();
            let pairs = pairs.map(|(moves, sum)| (format!("at most {moves}"), percent(sum / 100.0)));
            format!("{}: {}.", series.name, join_pairs(pairs))
        })
        .collect();
    Ok(chart::draw(spec, description.join(" "), |plot| {
        for (i, series) in series.iter().enumerate() {
            let points = sums(series);
            plot.line(&steps(&points, max as f64 + 1.0), Mark::of(i).paint, 4);
            points.iter().for_each(|point| plot.mark(*point, Mark::of(i), 9));
        }
    }))
}

/// Returns a step line through the points, from 0 up and on to `end`.
fn steps(points: &[(f64, f64)], end: f64) -> Vec<(f64, f64)> {
    let mut line = Vec::new();
    let mut height = 0.0;
    for (x, y) in points {
        line.extend([(*x, height), (*x, *y)]);
        height = *y;
    }
    line.push((end, height));
    line
}

/// Draws figure 10: the distributions of the three pairs of opposite colours, which are equal by the symmetry of the
/// cube.
fn axes(stage: &Lengths) -> Result<Figure, String> {
    let duals = Subset::COMMON.into_iter().filter(|subset| subset.size() == 2);
    let series: Vec<Series> = duals
        .filter_map(|subset| {
            let name = format!("{}: {}", colors(subset), format_mean(&stage.histogram(subset)?, 3));
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
    let digits = if ticks[1] < 0.1 {
        2
    } else if ticks[1] < 1.0 {
        1
    } else {
        0
    };
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
    let spec = ChartSpec {
        name: NAMES[9],
        title: format!("{} on two opposite colours: do the three pairs agree?", stage_label(stage.name())),
        subtitle: format!("{}; {test}", scrambles(series[0].histogram.total())),
        caption: "Marks are the share of each pair minus the mean share of the three pairs; bands are ± 2 standard \
                  errors of that difference for three independent samples. By symmetry the pairs have the same distribution. p is \
                  approximate, because the lengths of a scramble are not independent."
            .into(),
        legend: series.iter().enumerate().map(|(i, s)| (s.name.clone(), Mark::of(i))).collect(),
        x: moves_scale(HTM, min, max, 0.5),
        y: Scale { title: "share minus mean share", range: -end..end, ticks, has_grid_lines: true },
    };
    Ok(chart::draw(spec, describe(&series), |plot| {
        for moves in min..=max {
            let (x, reach) = (moves as f64, reach(moves));
            plot.band(x - 0.42..x + 0.42, -reach..reach);
        }
        for (i, series) in series.iter().enumerate() {
            for moves in min..=max {
                let x = moves as f64 + 0.22 * (i as f64 - 1.0);
                plot.mark((x, residual(series, moves)), Mark::of(i), 10);
            }
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stage_labels_are_words() {
        for (stage, name) in [
            ("cross", "cross"),
            ("xxxxcross", "f2l"),
            ("pseudo_xcross", "pseudo xcross"),
            ("pseudo_cross_pseudo_pair", "pseudo cross pseudo pair"),
            ("eo_xxxxcross", "eo f2l"),
            ("xcross_pair", "xcross pair"),
            ("goal", "goal"),
        ] {
            assert_eq!(stage_label(stage), name);
        }
        assert_eq!(
            (
                short_stage_label("pseudo_xcross"),
                short_stage_label("eo_xxxxcross"),
                short_stage_label("goal")
            ),
            ("xcross".into(), "f2l".into(), "goal".into())
        );
        assert_eq!(stage_label("a\u{1}b").chars().filter(|c| c.is_control()).count(), 0);
    }

    #[test]
    fn largest_common_set_is_one_that_all_stages_have() {
        let colors: Vec<_> = Subset::COMMON[12].colors().collect();
        let mut sample =
            Sample::new([("cross".into(), colors.clone()), ("xcross".into(), colors[..2].to_vec())]);
        sample.add(&[5, 5, 5, 5, 5, 5, 7, 7]);
        let most = |stages: &[Lengths]| largest_common_set(stages.iter()).unwrap().to_string();
        assert_eq!((most(&sample.stages()[..1]), most(sample.stages())), ("BGORWY".into(), "WY".into()));
    }

    #[test]
    fn outline_has_a_step_for_each_length() {
        let histogram = cubiform_stats::Histogram::new([0, 0, 1, 3]);
        let line = outline(&Series { name: String::new(), histogram, exact: None });
        assert_eq!(line, [(1.5, 0.0), (1.5, 25.0), (2.5, 25.0), (2.5, 75.0), (3.5, 75.0), (3.5, 0.0)]);
    }

    #[test]
    fn steps_rise_at_their_points() {
        let line = steps(&[(4.0, 30.0), (5.0, 100.0)], 6.0);
        assert_eq!(line, [(4.0, 0.0), (4.0, 30.0), (5.0, 30.0), (5.0, 100.0), (6.0, 100.0)]);
    }
}
