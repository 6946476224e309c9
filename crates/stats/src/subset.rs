//! The sets of bottom colours among which a solver may choose: one, an axis, two axes, all.

use std::fmt;

use cubiform_cube::Color;

/// A set of bottom colours. What it needs is the least that one of its colours needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subset(u8);

impl Subset {
    /// The six colours, the three axes, the three pairs of axes, and all six colours.
    pub const ALL: [Subset; 13] = [
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

    /// The places in [`Subset::ALL`] of the subsets with this many colours: 1, 2, 4 or 6.
    pub(crate) const SINGLE: std::ops::Range<usize> = 0..6;
    pub(crate) const DUAL: std::ops::Range<usize> = 6..9;
    pub(crate) const QUAD: std::ops::Range<usize> = 9..12;
    pub(crate) const HEX: usize = 12;

    /// The set of these colours.
    pub(crate) fn of(colors: &[Color]) -> Subset {
        let bit = |color: &Color| Color::COLUMNS.iter().position(|c| c == color).expect("one of six");
        Subset(colors.iter().fold(0, |bits, color| bits | 1 << bit(color)))
    }

    /// Its colours, in the order of [`Color::COLUMNS`].
    pub fn colors(self) -> impl Iterator<Item = Color> {
        self.columns().map(|i| Color::COLUMNS[i])
    }

    /// The places of its colours in [`Color::COLUMNS`].
    pub(crate) fn columns(self) -> impl Iterator<Item = usize> {
        (0..6).filter(move |i| self.0 >> i & 1 == 1)
    }

    /// How many colours it has.
    pub fn size(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether all of its colours are in another.
    pub(crate) fn is_within(self, other: Subset) -> bool {
        self.0 & !other.0 == 0
    }
}

/// The initials of its colours, alphabetically: `WY`, `BGORWY`.
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
    fn their_names_and_sizes() {
        let names: Vec<String> = Subset::ALL.iter().map(Subset::to_string).collect();
        assert_eq!(names.join(" "), "W Y O R G B WY OR BG ORWY BGWY BGOR BGORWY");
        for (range, size) in [(Subset::SINGLE, 1), (Subset::DUAL, 2), (Subset::QUAD, 4), (12..13, 6)] {
            assert!(Subset::ALL[range].iter().all(|subset| subset.colors().count() == size));
        }
        assert!(Subset::ALL[Subset::DUAL].iter().all(|subset| {
            let colors: Vec<Color> = subset.colors().collect();
            colors[0].face().opposite() == colors[1].face() && Subset::of(&colors) == *subset
        }));
    }
}
