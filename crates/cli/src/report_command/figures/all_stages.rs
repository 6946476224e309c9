//! Figures of all stages: the shares in one panel, and the cumulative shares.

use cubiform_answers::format::percent;
use cubiform_stats::{Lengths, Sample, Subset, wilson};

use super::{MAX_SERIES, colors, largest_common_set, on_colors, sample_size, series_of, short_stage_label};
use crate::figure::points::{DataPoint, Joint, PointChart, PointSeries};
use crate::figure::series::{STANDARD_ERROR, Series, WILSON, describe, extent, format_mean, join_pairs};
use crate::figure::{Axis, Figure, HTM, SHARE, Texts};

/// The stages of a figure, for one colour set.
pub(super) struct StagesOfSet<'a> {
    sample: &'a Sample,
    subset: Subset,
    series: Vec<Series>,
}

impl<'a> StagesOfSet<'a> {
    /// Returns the stages at these indices for `subset`, or for their largest common set if it is `None`.
    pub(super) fn new(sample: &'a Sample, places: &[usize], subset: Option<Subset>) -> Result<Self, String> {
        let stages: Vec<&Lengths> = places.iter().map(|place| &sample.stages()[*place]).collect();
        if stages.len() > MAX_SERIES {
            return Err(format!("more than {MAX_SERIES} stages"));
        }
        let subset = subset.or_else(|| largest_common_set(stages.iter().copied()));
        let subset = subset.ok_or("the stages have no bottom colour in common")?;
        let series = |stage: &&Lengths| series_of(stage, subset, short_stage_label(&stage.name));
        match stages.iter().map(series).collect() {
            Some(series) => Ok(StagesOfSet { sample, subset, series }),
            None => Err(format!("the sample lacks {}", colors(subset))),
        }
    }

    /// Draws the shares of all stages in one panel.
    pub(super) fn panel(&self) -> Result<Figure, String> {
        let StagesOfSet { sample, subset, series } = self;
        if series.len() == 1 {
            return Err("only one stage".into());
        }
        let points = |series: &Series| PointSeries {
            name: series.name.clone(),
            note: format_mean(&series.histogram, 2),
            points: points(series, |moves| (series.share(moves), series.interval(moves))),
        };
        let (min, max) = extent(series);
        let highs = series.iter().flat_map(|series| (min..=max).map(|moves| series.interval(moves)[1]));
        Ok(PointChart {
            texts: Texts {
                title: format!("Move counts of all stages on {}", colors(*subset)),
                subtitle: format!("{}; means ± standard errors under the names", sample_size(sample)),
                caption: format!(
                    "Steps are shares of the scrambles by the minimum number of moves to each stage, in whole numbers: \
                     {}, {} Whiskers {WILSON} {STANDARD_ERROR}",
                    sample_size(sample),
                    on_colors(*subset)
                ),
            },
            description: describe(series),
            x: Axis::moves(HTM, (min, max), 1.0),
            y: Axis::shares(SHARE, highs.fold(0.0, f64::max), 1.45),
            joint: Joint::Outline,
            series: series.iter().map(points).collect(),
        }
        .draw())
    }

    /// Draws the share of scrambles that need at most a given number of moves.
    pub(super) fn cumulative(&self) -> Figure {
        let StagesOfSet { sample, subset, series } = self;
        let points = |series: &Series| PointSeries {
            name: series.name.clone(),
            note: String::new(),
            points: cumulative_points(series),
        };
        let points: Vec<PointSeries> = series.iter().map(points).collect();
        let describe = |series: &PointSeries| {
            let pair = |point: &DataPoint| (format!("at most {}", point.x), percent(point.y / 100.0));
            format!("{}: {}.", series.name, join_pairs(series.points.iter().map(pair)))
        };
        PointChart {
            texts: Texts {
                title: format!("Cumulative share of each stage by move count, on {}", colors(*subset)),
                subtitle: sample_size(sample),
                caption: format!(
                    "Marks are the share of the scrambles that need at most that many moves to each stage: {}, {} \
                     Bands {WILSON}",
                    sample_size(sample),
                    on_colors(*subset)
                ),
            },
            description: points.iter().map(describe).collect::<Vec<_>>().join(" "),
            x: Axis::moves(HTM, extent(series), 1.0),
            y: Axis { range: 0.0..104.0, ..Axis::shares("cumulative share of scrambles", 1.0, 1.0) },
            joint: Joint::Steps,
            series: points,
        }
        .draw()
    }
}

/// Returns a point in per cent for each number of moves of a sample, by its share and the interval of the share.
fn points(series: &Series, share: impl Fn(usize) -> (f64, [f64; 2])) -> Vec<DataPoint> {
    let point = |moves: usize| {
        let (share, interval) = share(moves);
        DataPoint { x: moves as f64, y: 100.0 * share, interval: interval.map(|share| 100.0 * share) }
    };
    (series.histogram.min()..=series.histogram.max()).map(point).collect()
}

fn cumulative_points(series: &Series) -> Vec<DataPoint> {
    let total = series.histogram.total();
    points(series, |moves| {
        let sum = series.histogram.counts()[..=moves].iter().sum();
        (sum as f64 / total as f64, wilson(sum, total))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cumulative_shares_lie_within_their_intervals() {
        let histogram = cubiform_stats::Histogram::new([0, 0, 1, 3]);
        let points = cumulative_points(&Series { name: String::new(), histogram, exact: None });
        assert_eq!(
            points.iter().map(|point| (point.x, point.y)).collect::<Vec<_>>(),
            [(2.0, 25.0), (3.0, 100.0)]
        );
        assert!(points.iter().all(|DataPoint { y, interval: [low, high], .. }| low < y && y <= high));
    }
}
