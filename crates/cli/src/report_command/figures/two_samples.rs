//! Figures of two samples.

use cubiform_answers::format::{scrambles, signed_decimal};
use cubiform_stats::{Lengths, Subset};

use super::names::{
    NamedSample, colors, largest_common_set, on_colors, series_of, short_stage_label, stage_label, with_mean,
};
use crate::figure::bars::BarChart;
use crate::figure::rows::{Group, Row, RowChart};
use crate::figure::series::{STANDARD_ERROR, STUDENT, Series};
use crate::figure::{Figure, HTM, MEAN, Mark, Texts};

/// Two samples, and the stages that both have.
struct TwoSamples<'a> {
    samples: [NamedSample<'a>; 2],
    stages: Vec<[&'a Lengths; 2]>,
    subset: Subset,
}

impl<'a> TwoSamples<'a> {
    /// Returns the stages at these indices that both samples have, and `subset`, or their largest common set.
    fn new(
        samples: [NamedSample<'a>; 2],
        places: &[usize],
        subset: Option<Subset>,
    ) -> Option<TwoSamples<'a>> {
        let [own, other] = samples.map(|named| named.sample.stages());
        let pair = |place: &usize| {
            let stage = &own[*place];
            Some([stage, other.iter().find(|other| other.name == stage.name)?])
        };
        let stages: Vec<[&Lengths; 2]> = places.iter().filter_map(pair).collect();
        let all = stages.iter().flatten().copied();
        let subset = match subset {
            Some(subset) => all.clone().all(|stage| stage.histogram(subset).is_some()).then_some(subset),
            None => largest_common_set(all),
        };
        let subset = subset.filter(|_| !stages.is_empty())?;
        Some(TwoSamples { samples, stages, subset })
    }

    /// Returns the end of the sentence about the two samples.
    fn text(&self) -> String {
        let of = |named: NamedSample<'_>| format!("{} ({})", named.name, scrambles(named.sample.rows()));
        format!("{}, {}", self.samples.map(of).join(" and "), on_colors(self.subset))
    }
}

/// Draws the means of two samples for the stages at these indices.
pub(super) fn means(
    samples: [NamedSample<'_>; 2],
    places: &[usize],
    subset: Option<Subset>,
) -> Result<Figure, String> {
    let both = TwoSamples::new(samples, places, subset)
        .ok_or("the samples have no stage in common with the same bottom colours")?;
    let group = |[a, b]: &[&Lengths; 2]| {
        let histograms = [a.histogram(both.subset)?, b.histogram(both.subset)?];
        let difference = histograms[1].mean_difference(&histograms[0]);
        let error = difference.standard_error.map(|error| format!(" ± {error:.3}")).unwrap_or_default();
        let rows = (0..).zip(both.samples).zip(&histograms).map(|((i, named), histogram)| Row {
            label: named.name.chars().take(16).collect(),
            mark: Mark::of_series(i),
            estimate: histogram.estimate(),
            spread: None,
        });
        let (stage, difference) = (short_stage_label(&a.name), signed_decimal(difference.mean, 3));
        Some(Group { heading: format!("{stage}: difference {difference}{error}"), rows: rows.collect() })
    };
    let texts = Texts {
        title: format!("Mean move count of two samples by stage, on {}", colors(both.subset)),
        subtitle: both.samples.map(|named| scrambles(named.sample.rows())).join(" and "),
        caption: format!(
            "Marks are means of the minimum number of moves to each stage; whiskers {STUDENT}. Differences are \
                 the second mean minus the first, ± standard error: {} {STANDARD_ERROR}",
            both.text()
        ),
    };
    let groups = both.stages.iter().filter_map(group).collect();
    Ok(RowChart { texts, axis: MEAN, groups, is_difference: false }.draw())
}

/// Draws the stage at this index in both samples.
pub(super) fn histograms(
    samples: [NamedSample<'_>; 2],
    place: usize,
    subset: Option<Subset>,
) -> Result<Figure, String> {
    let both = TwoSamples::new(samples, &[place], subset)
        .ok_or("the samples do not share this stage with the same bottom colours")?;
    let stage = stage_label(&both.stages[0][0].name);
    let series = both.samples.into_iter().zip(both.stages[0]).filter_map(|(named, stage)| {
        let name = with_mean(named.name, &stage.histogram(both.subset)?);
        // This figure compares the samples with each other, not with the exact distribution.
        Some(Series { exact: None, ..series_of(stage, both.subset, name)? })
    });
    let series: Vec<Series> = series.collect();
    let counts: Vec<String> = series.iter().map(|series| scrambles(series.histogram.total())).collect();
    Ok(BarChart {
        title: format!("Move count: {stage} on {} in two samples", colors(both.subset)),
        subtitle: counts.join(" and "),
        sentence: format!(
            "Bars are shares of the scrambles by the minimum number of moves to the {stage}: {}",
            both.text()
        ),
        moves: HTM,
        series,
    }
    .draw())
}
