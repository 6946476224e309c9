//! A counted distribution and its JSON.

use cubiform_cube::Color;
use cubiform_stats::distribution::StateCounts;

use crate::format::color_names;

/// A counted distribution.
#[derive(Clone, Debug)]
pub struct CountedStates {
    /// The name of the stage, table or phase.
    pub name: String,
    /// The bottom colours over which the minimum is taken, or `None` if the states are those of the goal's own pieces.
    pub colors: Option<Vec<Color>>,
    /// Whether the minimum over the three axes is counted.
    pub any_axis: bool,
    /// The metric.
    pub metric: &'static str,
    /// A description of the table and of the source of its counts.
    pub source: Option<String>,
    /// Whether the last count includes all greater distances.
    pub is_last_or_more: bool,
    /// The number of states at each distance.
    pub counts: StateCounts,
}

/// A counted distribution in JSON.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = DistributionAnswer)]
pub struct Document<'a> {
    /// The name of the stage, table or phase.
    #[schema(example = "cross")]
    goal: &'a str,
    /// The bottom colours over which the minimum is taken; absent if the states are those of the goal's own pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Vec<String>>, example = json!(["white", "yellow"]))]
    colors: Option<Vec<&'static str>>,
    /// Whether the minimum over the three axes is counted; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false, example = false)]
    any_axis: bool,
    /// The metric of the distances: `HTM`, or that of the table.
    #[schema(example = "HTM")]
    metric: &'a str,
    /// A description of the table and of the source of its counts; absent for goals that are counted on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "all edges oriented: counted now, state by state")]
    source: Option<&'a str>,
    /// The number of all states.
    #[schema(example = 190_080)]
    states: u128,
    /// The mean distance in moves; null if it is not known exactly.
    #[schema(required = true, example = 5.811_879)]
    mean: Option<f64>,
    /// The standard deviation of the distance in moves; null if it is not known exactly.
    #[schema(required = true, example = 0.862_5)]
    standard_deviation: Option<f64>,
    /// The median distance in moves.
    #[schema(example = 6.0)]
    median: f64,
    /// The states at each distance, from 0.
    distances: Vec<Row>,
}

/// The states at one distance.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = DistributionRow)]
pub struct Row {
    /// The distance in moves.
    #[schema(example = 6, minimum = 0)]
    pub moves: usize,
    /// Whether the count includes all greater distances; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false, example = true)]
    pub or_more: bool,
    /// The number of states.
    #[schema(example = 102_246, minimum = 0)]
    pub states: u128,
    /// The share of all states, from 0 to 1.
    #[schema(example = 0.537_910, minimum = 0, maximum = 1)]
    pub share: f64,
}

/// Returns the names of the bottom colours, white first: `white or yellow (dual colour neutral)`.
pub fn titled(colors: &[Color]) -> String {
    match colors {
        all if all.len() == Color::COLUMNS.len() => "any of the six colours (colour neutral)".into(),
        [a, b] if a.face().opposite() == b.face() => {
            format!("{} (dual colour neutral)", color_names(colors))
        }
        _ => color_names(colors),
    }
}

impl serde::Serialize for CountedStates {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document().serialize(serializer)
    }
}

impl CountedStates {
    /// Returns counts in the half turn metric, without a source and not over several colours or axes.
    pub(super) fn new(name: impl Into<String>, counts: impl Into<StateCounts>) -> CountedStates {
        CountedStates {
            name: name.into(),
            colors: None,
            any_axis: false,
            metric: "HTM",
            source: None,
            is_last_or_more: false,
            counts: counts.into(),
        }
    }

    /// Returns the rows, from distance 0.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        let last = self.counts.counts().len() - 1;
        let rows = self.counts.counts().iter().zip(self.counts.shares()).enumerate();
        rows.map(move |(moves, (states, share))| Row {
            moves,
            or_more: self.is_last_or_more && moves == last,
            states: *states,
            share,
        })
    }

    /// Returns the JSON document.
    pub fn document(&self) -> Document<'_> {
        let exact = |number: f64| (!self.is_last_or_more).then_some(number);
        let colors = self.colors.as_ref();
        Document {
            goal: &self.name,
            colors: colors.map(|colors| colors.iter().map(|color| color.name()).collect()),
            any_axis: self.any_axis,
            metric: self.metric,
            source: self.source.as_deref(),
            states: self.counts.total(),
            mean: exact(self.counts.mean()),
            standard_deviation: exact(self.counts.standard_deviation()),
            median: self.counts.median(),
            distances: self.rows().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titled_names_sets_of_colors_as_cubers_do() {
        for (letters, title) in [
            ("G", "green"),
            ("YW", "white or yellow (dual colour neutral)"),
            ("WG", "white or green"),
            ("WYG", "white, yellow or green"),
            ("all", "any of the six colours (colour neutral)"),
        ] {
            assert_eq!(titled(&Color::list(letters).unwrap()), title, "{letters}");
        }
    }
}
