//! The figure of the moves saved by more colours.

use cubiform_stats::{Gains, Lengths, Sample};

use super::MAX_STAGES;
use super::names::{sample_size, short_stage_label};
use crate::figure::bars::{INTERVAL, STUDENT};
use crate::figure::chart::{self, ChartSpec, PLOT_HEIGHT, Scale, join_pairs, tick_digits};
use crate::figure::marks::Mark;
use crate::figure::svg::Figure;

/// The numbers of colours to choose from.
const SIZES: [&str; 4] = ["1", "2 (dual CN)", "4 (two pairs)", "6 (CN)"];

/// Draws the moves saved by more colours, for the stages at these indices.
pub(super) fn color_neutrality(sample: &Sample, places: &[usize]) -> Result<Figure, String> {
    let of_stage = |stage: &Lengths| Some((short_stage_label(stage.name()), stage.gains()?));
    let stages: Vec<(String, Gains)> =
        places.iter().filter_map(|place| of_stage(&sample.stages()[*place])).collect();
    if stages.is_empty() {
        return Err("needs lengths of all six bottom colours".into());
    }
    if stages.len() > MAX_STAGES {
        return Err(format!("more than {MAX_STAGES} stages"));
    }
    // The moves saved by each size, with half the width of their intervals; one colour saves nothing.
    let saved = |gains: &Gains| -> Vec<(f64, f64)> {
        let more = gains.saved.iter().map(|saved| (saved.mean, saved.half_width().unwrap_or(0.0)));
        std::iter::once((0.0, 0.0)).chain(more).collect()
    };
    let most = stages
        .iter()
        .flat_map(|(_, gains)| saved(gains))
        .map(|(mean, reach)| mean + reach)
        .fold(0.0, f64::max);
    let (ticks, end) = chart::ticks(most);
    let digits = tick_digits(&ticks);
    let ticks = ticks.into_iter().map(|tick| (tick, format!("{tick:.digits$}"))).collect();
    let spec = ChartSpec {
        title: "Moves saved by choosing among more colours".into(),
        subtitle: format!("{}; mean with one colour minus mean with more", sample_size(sample)),
        caption: format!(
            "Marks are the moves saved in the minimum number of moves to each stage if the best of several colours may be \
             chosen, within each scramble, averaged over the sets of that many colours: {}. Whiskers {STUDENT}. CN is \
             colour neutral.",
            sample_size(sample)
        ),
        legend: vec![(INTERVAL.into(), Mark::WHISKER)],
        x: Scale {
            title: "colours to choose from",
            range: -0.3..4.25,
            ticks: (0..).zip(SIZES).map(|(i, size)| (f64::from(i), size.to_string())).collect(),
            has_grid_lines: true,
        },
        y: Scale { title: "moves saved", range: 0.0..end, ticks, has_grid_lines: true },
        height: PLOT_HEIGHT,
    };
    let description: Vec<String> = stages
        .iter()
        .map(|(name, gains)| {
            let pairs = SIZES.into_iter().skip(1).zip(&gains.saved);
            let pairs = pairs.map(|(size, saved)| {
                let error = saved.standard_error.unwrap_or(0.0);
                (format!("{size} colours"), format!("{:.3} ± {error:.3} moves", saved.mean))
            });
            format!("{name}: {}.", join_pairs(pairs))
        })
        .collect();
    Ok(chart::draw(spec, description.join(" "), |plot| {
        let mut names = Vec::new();
        for (i, (name, gains)) in stages.iter().enumerate() {
            let mark = Mark::of(i);
            let saved = saved(gains);
            let points: Vec<(f64, f64)> = (0..).zip(&saved).map(|(x, (y, _))| (f64::from(x), *y)).collect();
            plot.line(&points, mark.paint, 4);
            for ((x, y), (_, reach)) in points.iter().zip(&saved) {
                if *reach > 0.0 {
                    plot.whisker(*x, [y - reach, y + reach], mark.paint);
                }
                plot.mark((*x, *y), mark, 11);
            }
            names.push((points[3], format!("{name} {:.2}", saved[3].0), mark));
        }
        plot.names_at_right(&mut names);
    }))
}
