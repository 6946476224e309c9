//! Display names of stages and colour sets.

use std::collections::HashSet;

use cubiform_cube::Color;
use cubiform_stats::Subset;

use super::read::Analysis;
use crate::format::{shortened, white_first};
use crate::goals::{goal_with, label};

/// The display names of a sample's stages: `xcross` for `pseudo_xcross`, `f2l` for `xxxxcross`.
pub struct Labels(Vec<(String, String)>);

impl Labels {
    /// Builds the names of these stages. A stage of a custom goal keeps its name, and so do stages that would get
    /// equal names.
    pub fn new<'a>(stages: impl Iterator<Item = &'a str>) -> Labels {
        let names: Vec<&str> = stages.collect();
        let short = |name: &str| label(name).map_or_else(|| shortened(name, 30), str::to_string);
        let shorts: Vec<String> = names.iter().map(|name| short(name)).collect();
        // A label may also be the name of another stage: the cross of the goal std.
        let is_shared = |label: &str, name: &str| {
            shorts.iter().filter(|other| *other == label).count() > 1
                || names.iter().any(|other| *other == label && *other != name)
        };
        let label_of = |(name, short): (&&str, &String)| {
            let label = if is_shared(short, name) { name.to_string() } else { short.clone() };
            (name.to_string(), label)
        };
        Labels(names.iter().zip(&shorts).map(label_of).collect())
    }

    /// Builds the names of the stages of an analysis.
    pub fn of(samples: &Analysis) -> Labels {
        Labels::new(samples.stages().iter().map(|(stage, _)| &stage[..]))
    }

    /// Returns labels under which every stage keeps its name.
    pub fn none() -> Labels {
        Labels(Vec::new())
    }

    /// Returns the display name of a stage.
    pub fn get<'a>(&'a self, stage: &'a str) -> &'a str {
        self.0.iter().find(|(name, _)| name == stage).map_or(stage, |(_, label)| label)
    }

    /// Returns the index of the stage with this display name or column name, ignoring case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        self.0.iter().position(|(column, label)| is(column) || is(label))
    }

    /// Parses names of stages, separated by commas, or `all`: the value of an option. Returns the indices of the stages,
    /// each once.
    ///
    /// # Errors
    /// Returns a message that names the first unknown stage and lists the valid ones.
    pub fn chosen(&self, option: &str, names: &str) -> Result<Vec<usize>, String> {
        let all = self.all();
        let mut stages: Vec<usize> = Vec::new();
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let places = match self.find(name) {
                _ if name.eq_ignore_ascii_case("all") => 0..all.len(),
                Some(place) => place..place + 1,
                None => {
                    let known = all.join(", ");
                    return Err(format!(
                        "{option}: the analysis has no stage '{name}' (its stages: {known})"
                    ));
                }
            };
            stages.extend(places);
        }
        if stages.is_empty() {
            return Err(format!("{option}: no stage given (stages: {})", all.join(", ")));
        }
        let mut seen = HashSet::new();
        stages.retain(|place| seen.insert(*place));
        Ok(stages)
    }

    /// Returns all display names, in order.
    pub fn all(&self) -> Vec<&str> {
        self.0.iter().map(|(_, label)| &label[..]).collect()
    }
}

/// Returns the goal of these stages if it has a name other than `std`.
pub fn goal_of<'a>(mut stages: impl Iterator<Item = &'a str>) -> Option<&'static str> {
    stages.next().and_then(goal_with).filter(|goal| *goal != "std")
}

/// Formats a colour set: `white`, `white/yellow`, `any (CN)`.
pub fn set_name(set: Subset) -> String {
    if set == Subset::EVERY_COLOR {
        return "any (CN)".into();
    }
    // White comes first, and opposite colours are neighbours.
    let colors = white_first(set.colors());
    match colors.len() {
        1..=3 => colors.iter().map(|color| color.name()).collect::<Vec<_>>().join("/"),
        _ => colors.iter().map(|color| color.letter()).collect(),
    }
}

/// Returns the colour sets of the short tables: white, white and yellow, and all colours of the stage. Other colours
/// take their place if the stage lacks these.
pub fn main_sets(colors: &[Color]) -> Vec<Subset> {
    if colors.is_empty() {
        return Vec::new();
    }
    let all_colors = Subset::from_colors(colors);
    let first =
        |size: usize| Subset::COMMON.into_iter().find(|set| set.size() == size && set.is_within(all_colors));
    let mut sets: Vec<Subset> = [1, 2].into_iter().filter_map(first).collect();
    if !sets.contains(&all_colors) {
        sets.push(all_colors);
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(stages: &[&str]) -> Vec<String> {
        Labels::new(stages.iter().copied()).all().into_iter().map(str::to_string).collect()
    }

    #[test]
    fn labels_are_short_unless_two_stages_share_one() {
        assert_eq!(labels(&["cross", "xcross", "xxxxcross"]), ["cross", "xcross", "f2l"]);
        assert_eq!(labels(&["pseudo_cross", "pseudo_xcross"]), ["cross", "xcross"]);
        assert_eq!(labels(&["cross", "pseudo_cross", "FR + cross"]), ["cross", "pseudo_cross", "FR + cross"]);
        let both = Labels::new(["cross", "xxxxcross"].into_iter());
        assert_eq!((both.find("F2L"), both.find("xxxxcross"), both.find("xcross")), (Some(1), Some(1), None));
    }

    #[test]
    fn chosen_stages_are_found_by_label_or_column_name() {
        let labels = Labels::new(["cross", "xcross", "xxxxcross"].into_iter());
        let chosen = |names| labels.chosen("--stages", names);
        assert_eq!(chosen("F2L,cross,xxxxcross").unwrap(), [2, 0]);
        assert_eq!(chosen("all").unwrap(), [0, 1, 2]);
        let message = chosen("oll").unwrap_err();
        assert_eq!(message, "--stages: the analysis has no stage 'oll' (its stages: cross, xcross, f2l)");
        assert!(chosen(",").is_err());
    }

    #[test]
    fn set_name_lists_white_first_and_opposite_colours_together() {
        let named = |letters: &str| set_name(Subset::from_colors(&Color::list(letters).unwrap()));
        for (letters, name) in [
            ("W", "white"),
            ("YW", "white/yellow"),
            ("GYW", "white/yellow/green"),
            ("WYGB", "WYGB"),
            ("all", "any (CN)"),
        ] {
            assert_eq!(named(letters), name);
        }
    }

    #[test]
    fn main_sets_depend_on_the_colours() {
        let main = |letters: &str| -> Vec<String> {
            main_sets(&Color::list(letters).unwrap()).into_iter().map(set_name).collect()
        };
        assert_eq!(main("all"), ["white", "white/yellow", "any (CN)"]);
        assert_eq!(main("WY"), ["white", "white/yellow"]);
        assert_eq!(main("G"), ["green"]);
        assert_eq!(main("WRG"), ["white", "white/red/green"]);
    }
}
