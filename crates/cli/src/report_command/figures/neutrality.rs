//! The figure of the moves saved by more colours.

use cubiform_stats::{Estimate, Lengths, Sample};

use super::names::{MAX_SERIES, sample_size, short_stage_label};
use crate::figure::points::{DataPoint, Joint, PointChart, PointSeries};
use crate::figure::series::{STUDENT, join_pairs};
use crate::figure::{Axis, Figure, Texts, labelled, ticks};

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
