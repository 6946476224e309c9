//! The figures of a report, drawn from one sample or two, or from several goals: their samples, stages and colour sets, and how
//! texts name them.

mod all_stages;
mod comparisons;
mod one_stage;

use cubiform_answers::format::{color_names, scrambles, shortened};
use cubiform_answers::goals::{goal_with, label};
use cubiform_answers::stats::goal_comparison::GoalComparison;
use cubiform_stats::distribution::known;
use cubiform_stats::{Histogram, Lengths, Sample, Subset};

use self::all_stages::StagesOfSet;
use self::comparisons::Goals;
use crate::figure::series::{Series, format_mean};
use crate::figure::{Figure, SERIES};

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
    add("color-neutrality", one_stage::color_neutrality(sample, &every));
    let samples = || inputs.samples().ok_or("no second sample (--against)".to_string());
    add("two-samples", samples().and_then(|samples| comparisons::means(samples, &every, None)));
    let second_of_both = samples().and_then(|samples| {
        second()?;
        comparisons::histograms(samples, 1, None)
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
            add(&name("two-samples"), comparisons::means(samples, places, *set));
            for place in places {
                let figure = comparisons::histograms(samples, *place, *set);
                add(&name(&format!("two-samples-{}", slug_of(*place))), figure);
            }
        }
        add_goals(inputs, places, *set, &mut add);
    }
    add("color-neutrality", one_stage::color_neutrality(sample, places));
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

/// A sample with its display name.
#[derive(Clone, Copy)]
pub(crate) struct NamedSample<'a> {
    pub(crate) name: &'a str,
    pub(crate) sample: &'a Sample,
}

/// The maximum number of stages or goals in a figure, which is the number of distinct marks.
const MAX_SERIES: usize = SERIES.len();

/// Returns the series of a stage for a colour set, if the stage has the colours.
fn series_of(stage: &Lengths, subset: Subset, name: String) -> Option<Series> {
    Some(Series { name, histogram: stage.histogram(subset)?, exact: known(&stage.name, subset) })
}

/// Returns a name with the mean of a histogram, for legends.
fn with_mean(name: &str, histogram: &Histogram) -> String {
    format!("{name}: mean {}", format_mean(histogram, 3))
}

/// Returns the display name of a stage in figures: `pseudo xcross`, `f2l`.
pub(crate) fn stage_label(stage: &str) -> String {
    let word = |word: &str| match word {
        "xxxxcross" => "f2l".into(),
        other => shortened(other, 20),
    };
    let words: Vec<String> = stage.split('_').map(word).collect();
    shortened(&words.join(" "), 30)
}

/// Returns the name of a stage within its goal: `xcross` for `pseudo_xcross`.
fn short_stage_label(stage: &str) -> String {
    label(stage).map_or_else(|| shortened(&stage_label(stage), 12), str::to_string)
}

/// Returns the number of scrambles, with the goal if it is not `std`.
fn sample_size(sample: &Sample) -> String {
    let goal = sample.stages().first().and_then(|stage| goal_with(&stage.name));
    let goal = goal.filter(|goal| *goal != "std").map(|goal| format!(", goal {goal}"));
    scrambles(sample.rows()) + &goal.unwrap_or_default()
}

/// Returns the names of the colours of a set: `any colour`.
fn colors(subset: Subset) -> String {
    color_names(&subset.colors().collect::<Vec<_>>())
}

/// Returns the colours of a set as the end of a sentence. For several colours a sentence about the choice follows.
fn on_colors(subset: Subset) -> String {
    let best = if subset.size() > 1 { format!(" {BEST_COLOR}") } else { String::new() };
    format!("on {}.{best}", colors(subset))
}

/// The sentence of captions about sets of several colours.
const BEST_COLOR: &str = "Of several colours the best one counts, separately for each scramble.";

/// Returns the largest colour set for which each of these stages has lengths.
fn largest_common_set<'a>(stages: impl Iterator<Item = &'a Lengths> + Clone) -> Option<Subset> {
    largest_set(|subset| stages.clone().all(|stage| stage.histogram(*subset).is_some()))
}

/// Returns the largest colour set that `is_known`; of several the first.
fn largest_set(is_known: impl Fn(&Subset) -> bool) -> Option<Subset> {
    Subset::COMMON.into_iter().rev().filter(is_known).max_by_key(|subset| subset.size())
}

/// Returns a text as part of a file name: lower-case letters, digits and hyphens.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().take(40) {
        match letter.to_ascii_lowercase() {
            letter if letter.is_ascii_alphanumeric() => slug.push(letter),
            _ if slug.is_empty() || slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "stage".into() } else { slug.into() }
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
        let short = ["pseudo_xcross", "eo_xxxxcross", "goal"].map(short_stage_label);
        assert_eq!(short, ["xcross", "f2l", "goal"]);
        assert_eq!(stage_label("a\u{1}b").chars().filter(|c| c.is_control()).count(), 0);
    }

    #[test]
    fn slugs_have_only_letters_digits_and_hyphens() {
        let found = ["xcross", "FR + cross", "pseudo_cross", "…", "WY"].map(slug);
        assert_eq!(found, ["xcross", "fr-cross", "pseudo-cross", "stage", "wy"]);
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
}
