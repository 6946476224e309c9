//! Samples, stages and colour sets of figures, and how texts name them.

use cubiform_answers::format::{color_names, scrambles, shortened};
use cubiform_answers::goals::{goal_with, label};
use cubiform_stats::distribution::known;
use cubiform_stats::{Histogram, Lengths, Sample, Subset};

use crate::figure::SERIES;
use crate::figure::series::{Series, format_mean};

/// A sample with its display name.
#[derive(Clone, Copy)]
pub(crate) struct NamedSample<'a> {
    pub(crate) name: &'a str,
    pub(crate) sample: &'a Sample,
}

/// The maximum number of stages or goals in a figure, which is the number of distinct marks.
pub(super) const MAX_SERIES: usize = SERIES.len();

/// Returns the series of a stage for a colour set, if the stage has the colours.
pub(super) fn series_of(stage: &Lengths, subset: Subset, name: String) -> Option<Series> {
    Some(Series { name, histogram: stage.histogram(subset)?, exact: known(&stage.name, subset) })
}

/// Returns a name with the mean of a histogram, for legends.
pub(super) fn with_mean(name: &str, histogram: &Histogram) -> String {
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
pub(super) fn short_stage_label(stage: &str) -> String {
    label(stage).map_or_else(|| shortened(&stage_label(stage), 12), str::to_string)
}

/// Returns the number of scrambles, with the goal if it is not `std`.
pub(super) fn sample_size(sample: &Sample) -> String {
    let goal = sample.stages().first().and_then(|stage| goal_with(&stage.name));
    let goal = goal.filter(|goal| *goal != "std").map(|goal| format!(", goal {goal}"));
    scrambles(sample.rows()) + &goal.unwrap_or_default()
}

/// Returns the names of the colours of a set: `any colour`.
pub(super) fn colors(subset: Subset) -> String {
    color_names(&subset.colors().collect::<Vec<_>>())
}

/// Returns the colours of a set as the end of a sentence. For several colours a sentence about the choice follows.
pub(super) fn on_colors(subset: Subset) -> String {
    let best = if subset.size() > 1 { format!(" {BEST_COLOR}") } else { String::new() };
    format!("on {}.{best}", colors(subset))
}

/// The sentence of captions about sets of several colours.
pub(super) const BEST_COLOR: &str = "Of several colours the best one counts, separately for each scramble.";

/// Returns the largest colour set for which each of these stages has lengths.
pub(super) fn largest_common_set<'a>(stages: impl Iterator<Item = &'a Lengths> + Clone) -> Option<Subset> {
    largest_set(|subset| stages.clone().all(|stage| stage.histogram(*subset).is_some()))
}

/// Returns the largest colour set that `is_known`; of several the first.
pub(super) fn largest_set(is_known: impl Fn(&Subset) -> bool) -> Option<Subset> {
    Subset::COMMON.into_iter().rev().filter(is_known).max_by_key(|subset| subset.size())
}

/// Returns a text as part of a file name: lower-case letters, digits and hyphens.
pub(super) fn slug(text: &str) -> String {
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
