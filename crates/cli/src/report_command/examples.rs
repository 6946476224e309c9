//! Example scrambles of a report: the first ones of each length, for each stage.

use std::collections::BTreeMap;

use cubiform_cube::Color;

use cubiform_answers::format::{color_names, shortened};
use cubiform_answers::rows::read::AnalysisRow;

/// The number of scrambles kept for each length.
const EXAMPLES_PER_LENGTH: usize = 3;

/// An example scramble.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Example {
    pub(super) id: String,
    /// The moves, if the file has them.
    pub(super) scramble: Option<String>,
}

/// The scrambles of one length.
#[derive(Debug, Default)]
pub(super) struct Bin {
    pub(super) count: u64,
    pub(super) first: Vec<Example>,
}

/// The scrambles of a stage, by the minimum length over its colours.
#[derive(Debug)]
pub(super) struct StageExamples {
    pub(super) name: String,
    colors: Vec<Color>,
    pub(super) bins: BTreeMap<u8, Bin>,
}

impl StageExamples {
    /// Creates a stage without scrambles.
    pub(super) fn new((name, colors): &(String, Vec<Color>)) -> StageExamples {
        StageExamples { name: name.clone(), colors: colors.clone(), bins: BTreeMap::new() }
    }

    /// Returns the names of the colours: `any colour`. The best colour counts.
    pub(super) fn colors(&self) -> String {
        color_names(&self.colors)
    }
}

/// Adds a row to the examples of every stage.
pub(super) fn add(stages: &mut [StageExamples], row: &AnalysisRow) {
    let mut rest = &row.lengths[..];
    for stage in stages {
        let (lengths, after) = rest.split_at(stage.colors.len());
        rest = after;
        let Some(min) = lengths.iter().min() else { continue };
        let bin = stage.bins.entry(*min).or_default();
        bin.count += 1;
        if bin.first.len() < EXAMPLES_PER_LENGTH {
            let scramble = row.cube.as_ref().map(|scramble| shortened(scramble, 300));
            bin.first.push(Example { id: shortened(&row.id, 60), scramble });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_scrambles_of_each_length_are_kept() {
        let colors = Color::COLUMNS[..2].to_vec();
        let mut stages = [("cross".to_string(), colors.clone()), ("xcross".into(), colors)]
            .map(|s| StageExamples::new(&s));
        for i in 0..5u8 {
            let scramble = (i == 0).then(|| "R U".into());
            let (id, lengths) = (i.to_string(), vec![5, 6, 8, 7 + i % 2]);
            add(&mut stages, &AnalysisRow { id, cube: scramble, lengths, ..AnalysisRow::default() });
        }
        assert_eq!(stages[0].bins.keys().collect::<Vec<_>>(), [&5]);
        assert_eq!(stages[0].bins[&5].count, 5);
        let ids =
            |bin: &Bin| bin.first.iter().map(|example| example.id.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(ids(&stages[0].bins[&5]), "0 1 2");
        assert_eq!((ids(&stages[1].bins[&7]), ids(&stages[1].bins[&8])), ("0 2 4".into(), "1 3".into()));
        assert_eq!(stages[0].bins[&5].first[0].scramble.as_deref(), Some("R U"));
        assert_eq!(stages[0].colors(), "white or yellow");
    }
}
