//! The tables of measures of one sample, and of two.

use cubiform_stats::distribution::known;
use cubiform_stats::{ExactComparison, Histogram, MEASURES, Measure, Sample};

use super::table::{Table, Value};
use crate::Error;

/// The name of the tables of lengths.
pub const LENGTHS: &str = "histogram";

/// Returns the tables of one sample, without the empty ones.
pub fn all(sample: &Sample) -> Vec<Table> {
    let parts = [
        summary(sample),
        exact(sample),
        increments(sample),
        neutrality(sample),
        symmetry(sample),
        histograms(sample),
    ];
    parts.into_iter().filter(|part| !part.rows.is_empty()).collect()
}

/// Returns the sizes of the groups, then the tables of each group.
pub fn by_group(groups: &[(String, Sample)]) -> Vec<Table> {
    let mut sizes = Table::new("groups", "groups", &["group"], ["scrambles"]);
    groups.iter().for_each(|(group, sample)| sizes.add([group], [sample.rows()]));
    let mut parts = vec![sizes];
    for (group, sample) in groups {
        parts.extend(all(sample).into_iter().map(|part| part.with_group(group)));
    }
    parts
}

/// Returns the table of the measures of each stage and colour set.
pub fn summary(sample: &Sample) -> Table {
    let title = "minimum number of moves to each stage, by colour set (the best colour of the set counts)";
    let mut part = Table::new("summary", title, &["stage", "colors"], measure_names());
    for stage in sample.stages() {
        for (subset, histogram) in stage.histograms() {
            part.add([&stage.name, &subset], measure_values(&histogram));
        }
    }
    part
}

/// Returns the names of the [`MEASURES`].
pub fn measure_names() -> [&'static str; MEASURES.len()] {
    MEASURES.map(|(name, _)| name)
}

/// Returns the values of the [`MEASURES`] of a histogram.
pub fn measure_values(histogram: &Histogram) -> [Value; MEASURES.len()] {
    MEASURES.map(|(_, measure)| match measure {
        Measure::Count(of) => Value::Count(of(histogram)),
        Measure::Real(of) => of(histogram).into(),
        Measure::Share(of) => Value::Share(of(histogram)),
    })
}

fn exact(sample: &Sample) -> Table {
    let title = "sample mean vs exact mean (over all states): difference in moves and in standard errors (z)";
    let measures = ["mean", "exact_mean", "exact_sd", "off", "se", "z"];
    let mut part = Table::new("exact", title, &["stage", "colors"], measures);
    for stage in sample.stages() {
        for (subset, histogram) in stage.histograms() {
            let Some(exact) = known(&stage.name, subset) else { continue };
            let ExactComparison { mean, exact_mean, exact_deviation, difference, standard_error, z } =
                ExactComparison::new(&histogram, &exact);
            let row = [mean, exact_mean, exact_deviation, difference, standard_error, z];
            part.add([&stage.name, &subset], row);
        }
    }
    part
}

fn increments(sample: &Sample) -> Table {
    let title = "additional moves from one stage to the next, within each scramble";
    let mut part = Table::new("increments", title, &["stage", "after", "colors"], ["mean", "se", "sd"]);
    for pair in sample.stages().windows(2) {
        for (subset, step) in pair[1].steps() {
            let row = [Value::from(step.mean), step.standard_error.into(), step.standard_deviation.into()];
            part.add([&pair[1].name, &pair[0].name, &subset], row);
        }
    }
    part
}

fn neutrality(sample: &Sample) -> Table {
    let title = "colour neutrality: mean with one colour, dual CN, two pairs of opposite colours and CN, and the moves \
                 saved by each step";
    let means = ["one", "axis", "two_axes", "any"];
    let gains = ["to_axis", "to_axis_se", "to_two_axes", "to_two_axes_se", "to_any", "to_any_se"];
    let mut part = Table::new("neutrality", title, &["stage"], means.into_iter().chain(gains));
    for stage in sample.stages() {
        let Some(of_stage) = stage.gains() else { continue };
        let gains = of_stage.gains.iter().flat_map(|gain| [gain.mean.into(), gain.standard_error.into()]);
        part.add([&stage.name], of_stage.means.into_iter().map(Value::from).chain(gains));
    }
    part
}

fn symmetry(sample: &Sample) -> Table {
    let title = "symmetry: spread of the means of the six colours, and chi-square test";
    let measures = ["color_spread", "axis_spread", "chi_square", "degrees", "p"];
    let mut part = Table::new("symmetry", title, &["stage"], measures);
    for stage in sample.stages() {
        let Some([colors, axes]) = stage.spreads() else { continue };
        let test = match stage.symmetry() {
            Some(test) => [test.statistic.into(), Value::Count(test.degrees.into()), test.p.into()],
            None => Value::NONE,
        };
        part.add([&stage.name], [Value::from(colors), axes.into()].into_iter().chain(test));
    }
    part
}

fn histograms(sample: &Sample) -> Table {
    let title = "number of scrambles of each length";
    let mut part = Table::new(LENGTHS, title, &["stage", "colors", "moves"], ["scrambles"]);
    part.is_shown = false;
    for stage in sample.stages() {
        for (subset, histogram) in stage.histograms() {
            for (moves, count) in histogram.counts().iter().enumerate().skip(histogram.min()) {
                part.add([&stage.name, &subset, &moves], [*count]);
            }
        }
    }
    part
}

/// Compares the means of two samples.
///
/// # Errors
/// If they have no stage in common.
pub fn comparison(sample: &Sample, other: &Sample) -> Result<Table, Error> {
    let title = "mean of the files vs mean of --against, and the difference";
    let measures = ["mean", "against", "difference", "se"];
    let mut part = Table::new("comparison", title, &["stage", "colors"], measures);
    for comparison in sample.differences(other) {
        let [mean, against] = comparison.means.map(Value::from);
        let row = [mean, against, comparison.difference.into(), comparison.standard_error.into()];
        part.add([&comparison.stage, &comparison.subset], row);
    }
    if part.rows.is_empty() {
        let message = "the files and the `against` files share no stage with the same colours";
        return Err(Error::message(message));
    }
    Ok(part)
}
