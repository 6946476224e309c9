//! The value of the option that selects colour sets.

use cubiform_stats::Subset;

/// Colour sets. The best colour of a set counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColorSets(pub(crate) Vec<Subset>);

/// Parses colour sets.
pub(crate) fn color_sets(text: &str) -> Result<ColorSets, String> {
    Subset::list(text).map(ColorSets)
}
