//! Sets of bottom colours from which a solver may choose.

use std::fmt;

use cubiform_cube::Color;

/// A set of bottom colours. The length of a stage for the set is the minimum over its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subset(u8);

/// The indices of white, yellow, orange, red, green and blue in [`Color::COLUMNS`]: the order of colours in text for
/// people.
const DISPLAY_ORDER: [usize; 6] = [1, 0, 2, 3, 4, 5];

impl Subset {
    /// The sets that solvers use: the six colours, the three pairs of opposite colours (dual colour neutral), the three
    /// sets of two such pairs, and all six colours (colour neutral).
    pub const COMMON: [Subset; 13] = [
        Subset(0b00_00_10),
        Subset(0b00_00_01),
        Subset(0b00_01_00),
        Subset(0b00_10_00),
        Subset(0b01_00_00),
        Subset(0b10_00_00),
        Subset(0b00_00_11),
        Subset(0b00_11_00),
        Subset(0b11_00_00),
        Subset(0b00_11_11),
        Subset(0b11_00_11),
        Subset(0b11_11_00),
        Subset(0b11_11_11),
    ];

    /// White.
    pub const WHITE: Subset = Subset::COMMON[0];

    /// All six colours.
    pub const EVERY_COLOR: Subset = Subset::COMMON[12];

    /// The indices in [`Subset::COMMON`] of the sets with 1, 2, 4 and 6 colours.
    pub(crate) const SINGLE: std::ops::Range<usize> = 0..6;
    pub(crate) const DUAL: std::ops::Range<usize> = 6..9;
    pub(crate) const QUAD: std::ops::Range<usize> = 9..12;
    pub(crate) const HEX: usize = 12;

    /// Parses sets separated by commas: letters or names of colours such as `W`, `WG` or `white`, `CN` for all six
    /// colours, or `all` for all 63 sets. A set that is repeated counts once.
    ///
    /// # Errors
    /// The message for the user: no set, or an unknown colour.
    ///
    /// ```
    /// use cubiform_stats::Subset;
    ///
    /// let names: Vec<String> = Subset::list("W, gw,CN").unwrap().iter().map(Subset::to_string).collect();
    /// assert_eq!(names, ["W", "GW", "BGORWY"]);
    /// ```
    pub fn list(text: &str) -> Result<Vec<Subset>, String> {
        let items = || text.split(',').map(str::trim).filter(|item| !item.is_empty());
        if items().any(|item| item.eq_ignore_ascii_case("all")) {
            return Ok(Subset::every());
        }
        let mut sets: Vec<Subset> = Vec::new();
        for item in items() {
            let set =
                Color::list(item).map(|colors| Subset::from_colors(&colors)).map_err(|e| e.to_string())?;
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        if sets.is_empty() {
            return Err(
                "no colour set given; write letters separated by commas, such as W,WG,CN, or all".into()
            );
        }
        Ok(sets)
    }

    /// Returns all 63 sets, ordered by size; within a size the [`COMMON`](Self::COMMON) ones come first.
    ///
    /// ```
    /// use cubiform_stats::Subset;
    ///
    /// let names: Vec<String> = Subset::every().iter().map(Subset::to_string).collect();
    /// assert_eq!((names.len(), names[..8].join(" ")), (63, "W Y O R G B WY OR".to_string()));
    /// ```
    pub fn every() -> Vec<Subset> {
        let mut all: Vec<Subset> = (1..64).map(Subset).collect();
        let common = |set: &Subset| Subset::COMMON.iter().position(|common| common == set);
        let places = |set: &Subset| -> Vec<usize> {
            DISPLAY_ORDER
                .into_iter()
                .enumerate()
                .filter(|(_, i)| set.0 >> i & 1 == 1)
                .map(|(k, _)| k)
                .collect()
        };
        all.sort_by_key(|set| (set.size(), common(set).unwrap_or(usize::MAX), places(set)));
        all
    }

    /// Returns the set of these colours.
    ///
    /// # Panics
    /// If there are none.
    pub fn from_colors(colors: &[Color]) -> Subset {
        assert!(!colors.is_empty(), "a set needs at least one colour");
        let bit = |color: &Color| {
            Color::COLUMNS.iter().position(|c| c == color).expect("all colours are in COLUMNS")
        };
        Subset(colors.iter().fold(0, |bits, color| bits | 1 << bit(color)))
    }

    /// Returns the colours, in the order of [`Color::COLUMNS`].
    pub fn colors(self) -> impl Iterator<Item = Color> {
        self.columns().map(|i| Color::COLUMNS[i])
    }

    /// Returns the indices of the colours in [`Color::COLUMNS`].
    pub(crate) fn columns(self) -> impl Iterator<Item = usize> {
        (0..6).filter(move |i| self.0 >> i & 1 == 1)
    }

    /// Returns the number of colours.
    pub fn size(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the number of pairs of opposite colours in the set.
    pub fn opposite_pairs(self) -> usize {
        (0..3).filter(|axis| self.0 >> (2 * axis) & 3 == 3).count()
    }

    /// Returns whether `other` contains all colours of this set.
    pub fn is_within(self, other: Subset) -> bool {
        self.0 & !other.0 == 0
    }
}

/// Writes the initials of the colours in alphabetical order: `WY`, `BGORWY`.
impl fmt::Display for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters: Vec<char> = self.colors().map(Color::letter).collect();
        letters.sort_unstable();
        f.pad(&letters.into_iter().collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_from_letters_and_names() {
        assert_eq!(Subset::list("W,white,w").unwrap(), [Subset::WHITE]);
        assert_eq!(Subset::list("all").unwrap().len(), 63);
        for text in ["", ",", "WX"] {
            assert!(Subset::list(text).is_err(), "{text}");
        }
    }

    #[test]
    fn common_sets_have_expected_names_and_sizes() {
        let names: Vec<String> = Subset::COMMON.iter().map(Subset::to_string).collect();
        assert_eq!(names.join(" "), "W Y O R G B WY OR BG ORWY BGWY BGOR BGORWY");
        for (range, size) in [(Subset::SINGLE, 1), (Subset::DUAL, 2), (Subset::QUAD, 4), (12..13, 6)] {
            assert!(Subset::COMMON[range].iter().all(|subset| subset.colors().count() == size));
        }
        assert!(Subset::COMMON[Subset::DUAL].iter().all(|subset| {
            let colors: Vec<Color> = subset.colors().collect();
            colors[0].face().opposite() == colors[1].face() && Subset::from_colors(&colors) == *subset
        }));
        let names = [Subset::WHITE, Subset::COMMON[6], Subset::EVERY_COLOR].map(|set| set.to_string());
        assert_eq!(names, ["W", "WY", "BGORWY"]);
    }

    #[test]
    fn every_lists_63_sets_by_size() {
        let all = Subset::every();
        let sizes: Vec<usize> = (1..=6).map(|size| all.iter().filter(|s| s.size() == size).count()).collect();
        assert_eq!(sizes, [6, 15, 20, 15, 6, 1]);
        assert!(all.is_sorted_by_key(|set| set.size()));
        let names: Vec<String> = all.iter().map(Subset::to_string).collect();
        assert_eq!(names[6..12].join(" "), "WY OR BG OW RW GW");
        let of_pairs = |pairs| all.iter().filter(|set| set.opposite_pairs() == pairs).count();
        // 3^3 - 1 sets contain no pair; 3 * 3^2 contain one, 3 * 3 two and 1 three.
        assert_eq!([0, 1, 2, 3].map(of_pairs), [26, 27, 9, 1]);
    }
}
