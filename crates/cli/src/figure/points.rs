//! Charts of points with intervals, joined by lines or not.

use super::axes::Axis;
use super::chart::{Frame, INTERVAL, PLOT_HEIGHT, Texts};
use super::palette::MUTED;
use super::svg::{Figure, Mark};

/// A value with the interval around it.
pub(crate) struct DataPoint {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) interval: [f64; 2],
}

/// Points of one kind.
pub(crate) struct PointSeries {
    pub(crate) name: String,
    /// A text under the name, where names are above the points.
    pub(crate) note: String,
    pub(crate) points: Vec<DataPoint>,
}

/// How the points of a chart are joined, where their intervals are and where their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joint {
    /// By straight lines, with whiskers; names at the right.
    Lines,
    /// By the outline of bars one unit wide, with whiskers; names above the highest points.
    Outline,
    /// By steps from each point to the next, with bands of that width; names in the legend.
    Steps,
    /// Not at all, with bands of 0.28 units; names in the legend.
    Nothing,
}

/// A chart of points.
pub(crate) struct PointChart {
    pub(crate) texts: Texts,
    /// The data in words and numbers.
    pub(crate) description: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) joint: Joint,
    pub(crate) series: Vec<PointSeries>,
}

impl PointChart {
    /// Draws the chart.
    pub(crate) fn draw(self) -> Figure {
        let PointChart { texts, description, x, y, joint, series } = self;
        // The names above the points need room.
        let height = PLOT_HEIGHT + if joint == Joint::Outline { 60 } else { 0 };

        let interval = match joint {
            Joint::Lines | Joint::Outline => (INTERVAL.into(), Mark::WHISKER),
            Joint::Steps => (INTERVAL.into(), Mark::BAND),
            Joint::Nothing => ("± 2 standard errors".into(), Mark::BAND),
        };
        let names = series.iter().enumerate().map(|(i, series)| (series.name.clone(), Mark::of_series(i)));
        let names = names.filter(|_| matches!(joint, Joint::Steps | Joint::Nothing));
        let legend = names.chain([interval]).collect();
        let end = x.range.end;
        Frame { texts, description, legend, x, y, height }.draw(|plot| {
            let lines: Vec<_> = series.iter().map(|series| joint.line(&series.points, end)).collect();
            for (i, (series, line)) in series.iter().zip(&lines).enumerate() {
                let paint = Mark::of_series(i).paint;
                let nexts = series.points.iter().skip(1).map(|next| next.x).chain([end]);
                for (DataPoint { x, interval, .. }, next) in series.points.iter().zip(nexts) {
                    match joint {
                        Joint::Steps => plot.band(*x..next, *interval, paint),
                        Joint::Nothing => plot.band(x - 0.14..x + 0.14, *interval, MUTED),
                        Joint::Lines | Joint::Outline => {}
                    }
                }
                if joint == Joint::Outline {
                    plot.area(line, paint);
                }
            }
            for (i, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
                plot.line(line, Mark::of_series(i).paint, 5);
            }
            for (i, series) in series.iter().enumerate() {
                for DataPoint { x, y, interval: [low, high] } in &series.points {
                    if matches!(joint, Joint::Lines | Joint::Outline) && low < high {
                        plot.whisker(*x, [*low, *high], Mark::of_series(i).paint);
                    }
                    plot.mark((*x, *y), 0, Mark::of_series(i), 11);
                }
            }
            if joint == Joint::Outline {
                let all = series.iter().flat_map(|series| &series.points);
                let tops: Vec<(f64, f64)> = all.map(|point| (point.x, point.interval[1])).collect();
                for series in &series {
                    let highest = series.points.iter().rev().max_by(|a, b| a.y.total_cmp(&b.y));
                    if let Some(highest) = highest {
                        plot.name_above(highest.x, &tops, &series.name, &series.note);
                    }
                }
            }
            if joint == Joint::Lines {
                let last = |series: &PointSeries| series.points.last().map(|point| (point.x, point.y));
                let names = series.iter().enumerate();
                let names = names
                    .filter_map(|(i, series)| Some((last(series)?, series.name.clone(), Mark::of_series(i))));
                plot.names_beside(names.collect());
            }
        })
    }
}

impl Joint {
    /// Returns the line that joins the points, up to `end`.
    fn line(self, points: &[DataPoint], end: f64) -> Vec<(f64, f64)> {
        let places = points.iter().map(|point| (point.x, point.y));
        match self {
            Joint::Nothing => Vec::new(),
            Joint::Lines => places.collect(),
            Joint::Outline => {
                let ends =
                    [points.first().map(|first| first.x - 0.5), points.last().map(|last| last.x + 0.5)];
                let [start, end] = ends.map(|x| x.map(|x| (x, 0.0)));
                let steps = places.flat_map(|(x, y)| [(x - 0.5, y), (x + 0.5, y)]);
                start.into_iter().chain(steps).chain(end).collect()
            }
            Joint::Steps => {
                let heights = std::iter::once(0.0).chain(places.clone().map(|(_, y)| y));
                let steps = places.clone().zip(heights).flat_map(|((x, y), height)| [(x, height), (x, y)]);
                steps.chain(points.last().map(|last| (end, last.y))).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: &[(f64, f64)]) -> Vec<DataPoint> {
        points.iter().map(|(x, y)| DataPoint { x: *x, y: *y, interval: [*y; 2] }).collect()
    }

    #[test]
    fn outline_has_a_step_for_each_length() {
        let line = Joint::Outline.line(&points(&[(2.0, 25.0), (3.0, 75.0)]), 6.0);
        assert_eq!(line, [(1.5, 0.0), (1.5, 25.0), (2.5, 25.0), (2.5, 75.0), (3.5, 75.0), (3.5, 0.0)]);
    }

    #[test]
    fn steps_rise_at_their_points() {
        let line = Joint::Steps.line(&points(&[(4.0, 30.0), (5.0, 100.0)]), 6.0);
        assert_eq!(line, [(4.0, 0.0), (4.0, 30.0), (5.0, 30.0), (5.0, 100.0), (6.0, 100.0)]);
    }
}
