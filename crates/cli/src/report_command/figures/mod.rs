//! The figures of a report, drawn from one sample or two, or from several goals.

mod all_stages;
mod goals;
mod names;
mod neutrality;
mod one_stage;
mod two_samples;

use cubiform_stats::Subset;

use self::all_stages::StagesOfSet;
use self::goals::Goals;
use self::names::{MAX_SERIES, slug};
pub(super) use self::names::{NamedSample, stage_label};
use crate::figure::Figure;
use cubiform_answers::stats::goal_comparison::GoalComparison;

/// The samples, and the colour sets and stages of them, that the figures of a report show.
pub(super) struct Inputs<'a> {
    pub(super) sample: NamedSample<'a>,
    pub(super) against: Option<NamedSample<'a>>,
    /// The goals compared with the sample's; `None` if there are none.
    pub(super) goals: Option<&'a GoalComparison>,
    /// The chosen colour sets; `None` for the usual ones.
    pub(super) sets: Option<&'a [Subset]>,
    /// The indices of the chosen stages; `None` for the usual ones.
    pub(super) stages: Option<&'a [usize]>,
}

impl<'a> Inputs<'a> {
    fn samples(&self) -> Option<[NamedSample<'a>; 2]> {
        Some([self.sample, self.against?])
    }
}

/// The figures of a report, and the reasons why the others are missing.
#[derive(Debug, Default)]
pub(super) struct Figures {
    pub(super) figures: Vec<Figure>,
    pub(super) missing: Vec<String>,
}

/// Draws every figure that the inputs allow. File names count the figures: `figure-01-cross`.
pub(super) fn draw_all(inputs: &Inputs<'_>, foot: &str) -> Figures {
    let mut figures = Figures::default();
    let add = |name: &str, figure: Result<Figure, String>| match figure {
        Ok(mut figure) => {
            figure.name = format!("figure-{:02}-{name}", figures.figures.len() + 1);
            figure.foot = foot.into();
            figures.figures.push(figure);
        }
        Err(why) => figures.missing.push(format!("{name}: {why}")),
    };
    match (inputs.sets, inputs.stages) {
        (None, None) => usual(inputs, add),
        _ => chosen(inputs, add),
    }
    figures
}

/// Draws the figures of a report without a choice.
fn usual(inputs: &Inputs<'_>, mut add: impl FnMut(&str, Result<Figure, String>)) {
    let sample = inputs.sample.sample;
    let stages = sample.stages();
    let every: Vec<usize> = (0..stages.len()).collect();
    let second = || stages.get(1).ok_or("only one stage".to_string());
    add("one-color", one_stage::first_set(&stages[0]));
    add("more-colors", one_stage::more_colors(&stages[0]));
    add("second-stage", second().and_then(one_stage::largest_set));
    let last = match stages {
        [_, _, .., last] => one_stage::largest_set(last),
        _ => Err("fewer than three stages".into()),
    };
    add("last-stage", last);
    let of_all = StagesOfSet::new(sample, &every, None);
    add("all-stages", of_all.as_ref().map_err(String::clone).and_then(|all| all.panel()));
    add("color-neutrality", neutrality::color_neutrality(sample, &every));
    let samples = || inputs.samples().ok_or("no second sample (--against)".to_string());
    add("two-samples", samples().and_then(|samples| two_samples::means(samples, &every, None)));
    let second_of_both = samples().and_then(|samples| {
        second()?;
        two_samples::histograms(samples, 1, None)
    });
    add("two-samples-second-stage", second_of_both);
    add_goals(inputs, &every, None, &mut add);
    add("cumulative", of_all.map(|all| all.cumulative()));
    add("axes", one_stage::axes(&stages[0]));
}

/// Draws the figures of the chosen stages and colour sets.
fn chosen(inputs: &Inputs<'_>, mut add: impl FnMut(&str, Result<Figure, String>)) {
    let sample = inputs.sample.sample;
    let every: Vec<usize> = (0..sample.stages().len()).collect();
    let places = inputs.stages.unwrap_or(&every);
    let slug_of = |place: usize| slug(&stage_label(&sample.stages()[place].name));
    for place in places {
        let stage = &sample.stages()[*place];
        let figure = match inputs.sets {
            Some(sets) => one_stage::sets_of_stage(stage, sets),
            None => one_stage::more_colors(stage).or_else(|_| one_stage::first_set(stage)),
        };
        add(&slug_of(*place), figure);
    }
    // A figure for each of a few sets; for many sets only for the largest common one.
    let sets: Vec<Option<Subset>> = match inputs.sets {
        Some(sets) if sets.len() <= MAX_SERIES => sets.iter().copied().map(Some).collect(),
        _ => vec![None],
    };
    for set in &sets {
        let name = |text: &str| match set {
            Some(set) => format!("{text}-{}", slug(&set.to_string())),
            None => text.to_string(),
        };
        let of_all = StagesOfSet::new(sample, places, *set);
        if places.len() > 1 {
            add(&name("all-stages"), of_all.as_ref().map_err(String::clone).and_then(|all| all.panel()));
        }
        add(&name("cumulative"), of_all.map(|all| all.cumulative()));
        if let Some(samples) = inputs.samples() {
            add(&name("two-samples"), two_samples::means(samples, places, *set));
            for place in places {
                let figure = two_samples::histograms(samples, *place, *set);
                add(&name(&format!("two-samples-{}", slug_of(*place))), figure);
            }
        }
        add_goals(inputs, places, *set, &mut add);
    }
    add("color-neutrality", neutrality::color_neutrality(sample, places));
    for place in places {
        add(&format!("axes-{}", slug_of(*place)), one_stage::axes(&sample.stages()[*place]));
    }
}

/// Draws the figures of several goals, if there are several.
fn add_goals(
    inputs: &Inputs<'_>,
    places: &[usize],
    subset: Option<Subset>,
    add: &mut impl FnMut(&str, Result<Figure, String>),
) {
    let Some(comparison) = inputs.goals else { return };
    let first = inputs.sample.sample;
    let suffix = subset.map(|set| format!("-{}", slug(&set.to_string()))).unwrap_or_default();
    let goals = match Goals::new(comparison, first, places, subset) {
        Ok(goals) => goals,
        Err(why) => return add(&format!("goals{suffix}"), Err(why)),
    };
    add(&format!("goals{suffix}"), Ok(goals.measures()));
    add(&format!("goals-differences{suffix}"), Ok(goals.differences()));
    for place in places {
        let name = slug(&stage_label(&first.stages()[*place].name));
        add(&format!("goals-{name}{suffix}"), goals.stage(*place));
    }
    for (goal, name) in comparison.names().into_iter().enumerate().skip(1) {
        let sample = comparison.sample(goal, first);
        let own: Vec<usize> = places.iter().filter_map(|place| comparison.place(goal, *place)).collect();
        let panel = StagesOfSet::new(sample, &own, subset).and_then(|stages| stages.panel());
        add(&format!("all-stages-{}{suffix}", slug(name)), panel);
    }
}
