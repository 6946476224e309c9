//! The value of the option that selects colour sets.

use cubiform_cube::Color;
use cubiform_stats::Subset;

/// Colour sets. The best colour of a set counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColorSets(pub(crate) Vec<Subset>);

/// Parses colour sets: `all` for all 63 sets, or letters separated by commas such as `W,WG,WGR`. `CN` is the set of
/// all six colours.
pub(crate) fn color_sets(text: &str) -> Result<ColorSets, String> {
    let items = || text.split(',').map(str::trim).filter(|item| !item.is_empty());
    if items().any(|item| item.eq_ignore_ascii_case("all")) {
        return Ok(ColorSets(Subset::every()));
    }
    let mut sets: Vec<Subset> = Vec::new();
    for item in items() {
        let set = match item.eq_ignore_ascii_case("cn") {
            true => Subset::EVERY_COLOR,
            false => Color::list(item).map(|colors| Subset::of(&colors)).map_err(|e| e.to_string())?,
        };
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    if sets.is_empty() {
        return Err("no colour set given; write letters separated by commas, such as W,WG,CN, or all".into());
    }
    Ok(ColorSets(sets))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_sets_are_read_from_letters_and_names() {
        let named = |text: &str| -> Vec<String> {
            color_sets(text).unwrap().0.iter().map(Subset::to_string).collect()
        };
        assert_eq!(named("W, gw,WG,CN"), ["W", "GW", "BGORWY"]);
        assert_eq!(named("all").len(), 63);
        for text in ["", ",", "WX"] {
            assert!(color_sets(text).is_err(), "{text}");
        }
    }
}
