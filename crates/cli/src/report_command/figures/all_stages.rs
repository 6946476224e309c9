//! Figures of all stages: the shares in one panel, and the cumulative shares.

use cubiform_answers::format::percent;
use cubiform_stats::{Lengths, Sample, Subset};

use super::MAX_STAGES;
use super::names::{colors, largest_common_set, sample_size, short_stage_label};
use super::one_stage::{BEST_COLOR, series_of};
use crate::figure::bars::{
    HTM, INTERVAL, SHARE, STANDARD_ERROR, Series, WILSON, describe, extent, format_mean, moves_scale,
    share_scale,
};
use crate::figure::chart::{self, ChartSpec, PLOT_HEIGHT, Scale, join_pairs};
use crate::figure::marks::Mark;
use crate::figure::svg::Figure;

/// The stages of a figure, for one colour set.
pub(super) struct StagesOfSet<'a> {
    sample: &'a Sample,
    stages: Vec<&'a Lengths>,
    subset: Subset,
}

impl<'a> StagesOfSet<'a> {
    /// Returns the stages at these indices for `subset`, or for their largest common set if it is `None`.
    pub(super) fn new(sample: &'a Sample, places: &[usize], subset: Option<Subset>) -> Result<Self, String> {
        let stages: Vec<&Lengths> = places.iter().map(|place| &sample.stages()[*place]).collect();
        if stages.len() > MAX_STAGES {
            return Err(format!("more than {MAX_STAGES} stages"));
        }
        let subset = subset.or_else(|| largest_common_set(stages.iter().copied()));
        let subset = subset.ok_or("the stages have no bottom colour in common")?;
        match stages.iter().all(|stage| stage.histogram(subset).is_some()) {
            true => Ok(StagesOfSet { sample, stages, subset }),
            false => Err(format!("the sample lacks {}", colors(subset))),
        }
    }

    fn series(&self) -> Vec<Series> {
        let series = |stage: &&Lengths| series_of(stage, self.subset, short_stage_label(stage.name()));
        self.stages.iter().filter_map(series).collect()
    }

    /// Returns the end of the sentence that says what is shown.
    fn shown(&self) -> String {
        let best = if self.subset.size() > 1 { format!(" {BEST_COLOR}") } else { String::new() };
        format!("{}, on {}.{best}", sample_size(self.sample), colors(self.subset))
    }

    /// Draws the shares of all stages in one panel.
    pub(super) fn panel(&self) -> Result<Figure, String> {
        if self.stages.len() == 1 {
            return Err("only one stage".into());
        }
        let series = self.series();
        let (min, max) = extent(series.iter().map(|series| &series.histogram));
        let highs = series.iter().flat_map(|series| series.intervals(max)).map(|[_, high]| high);
        let most = highs.fold(0.0, f64::max);
        let spec = ChartSpec {
            title: format!("Move counts of all stages on {}", colors(self.subset)),
            subtitle: format!("{}; means ± standard errors under the names", sample_size(self.sample)),
            caption: format!(
                "Steps are shares of the scrambles by the minimum number of moves to each stage, in whole numbers: {} \
                 Whiskers {WILSON} {STANDARD_ERROR}",
                self.shown()
            ),
            legend: vec![(INTERVAL.into(), Mark::WHISKER)],
            x: moves_scale(HTM, min, max, 1.0),
            y: share_scale(SHARE, most, 1.45),
            height: PLOT_HEIGHT + 60,
        };
        Ok(chart::draw(spec, describe(&series), |plot| {
            let lines: Vec<Vec<(f64, f64)>> = series.iter().map(outline).collect();
            for (i, line) in lines.iter().enumerate() {
                plot.area(line, Mark::of(i).paint);
            }
            for (i, line) in lines.iter().enumerate() {
                plot.line(line, Mark::of(i).paint, 5);
            }
            for (i, series) in series.iter().enumerate() {
                let intervals = series.intervals(max);
                for (x, y) in centers(series) {
                    plot.whisker(x, intervals[x as usize].map(|share| 100.0 * share), Mark::of(i).paint);
                    plot.mark((x, y), Mark::of(i), 10);
                }
            }
            for series in &series {
                let mode = series.histogram.mode();
                let top = 100.0 * series.intervals(mode)[mode][1];
                plot.name((mode as f64, top), [&series.name, &format_mean(&series.histogram, 2)]);
            }
        }))
    }

    /// Draws the share of scrambles that need at most a given number of moves.
    pub(super) fn cumulative(&self) -> Figure {
        let series = self.series();
        let (min, max) = extent(series.iter().map(|series| &series.histogram));
        let mut legend: Vec<(String, Mark)> =
            series.iter().enumerate().map(|(i, series)| (series.name.clone(), Mark::of(i))).collect();
        legend.push((INTERVAL.into(), Mark::BAND));
        let spec = ChartSpec {
            title: format!("Cumulative share of each stage by move count, on {}", colors(self.subset)),
            subtitle: sample_size(self.sample),
            caption: format!(
                "Marks are the share of the scrambles that need at most that many moves to each stage: {} Bands {WILSON}",
                self.shown()
            ),
            legend,
            x: moves_scale(HTM, min, max, 1.0),
            y: Scale { range: 0.0..104.0, ..share_scale("cumulative share of scrambles", 1.0, 1.0) },
            height: PLOT_HEIGHT,
        };
        let description: Vec<String> = series
            .iter()
            .map(|series| {
                let pairs = sums(series).into_iter();
                let pairs =
                    pairs.map(|(moves, [_, sum, _])| (format!("at most {moves}"), percent(sum / 100.0)));
                format!("{}: {}.", series.name, join_pairs(pairs))
            })
            .collect();
        chart::draw(spec, description.join(" "), |plot| {
            let end = max as f64 + 1.0;
            for (i, series) in series.iter().enumerate() {
                let sums = sums(series);
                let nexts = sums.iter().skip(1).map(|(moves, _)| *moves).chain([end]);
                for ((moves, [low, _, high]), next) in sums.iter().zip(nexts) {
                    plot.band(*moves..next, *low..*high, Mark::of(i).paint);
                }
            }
            for (i, series) in series.iter().enumerate() {
                let points: Vec<(f64, f64)> = sums(series).iter().map(|(x, [_, y, _])| (*x, *y)).collect();
                plot.line(&steps(&points, end), Mark::of(i).paint, 5);
                points.iter().for_each(|point| plot.mark(*point, Mark::of(i), 10));
            }
        })
    }
}

/// Returns each number of moves of the sample with the cumulative share between the ends of its interval, in per cent.
fn sums(series: &Series) -> Vec<(f64, [f64; 3])> {
    let total = series.histogram.total();
    let mut sum = 0;
    let add = |(moves, count): (usize, &u64)| {
        sum += count;
        let [low, high] = cubiform_stats::wilson(sum, total);
        (moves as f64, [low, sum as f64 / total as f64, high].map(|share| 100.0 * share))
    };
    let sums: Vec<_> = series.histogram.counts().iter().enumerate().map(add).collect();
    sums[series.histogram.min()..].into()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn series(counts: &[u64]) -> Series {
        Series { name: String::new(), histogram: cubiform_stats::Histogram::new(counts), exact: None }
    }

    #[test]
    fn outline_has_a_step_for_each_length() {
        let line = outline(&series(&[0, 0, 1, 3]));
        assert_eq!(line, [(1.5, 0.0), (1.5, 25.0), (2.5, 25.0), (2.5, 75.0), (3.5, 75.0), (3.5, 0.0)]);
    }

    #[test]
    fn steps_rise_at_their_points() {
        let line = steps(&[(4.0, 30.0), (5.0, 100.0)], 6.0);
        assert_eq!(line, [(4.0, 0.0), (4.0, 30.0), (5.0, 30.0), (5.0, 100.0), (6.0, 100.0)]);
    }

    #[test]
    fn cumulative_shares_lie_within_their_intervals() {
        let sums = sums(&series(&[0, 0, 1, 3]));
        assert_eq!(
            sums.iter().map(|(moves, [_, sum, _])| (*moves, *sum)).collect::<Vec<_>>(),
            [(2.0, 25.0), (3.0, 100.0)]
        );
        assert!(sums.iter().all(|(_, [low, sum, high])| low < sum && sum <= high));
    }
}
