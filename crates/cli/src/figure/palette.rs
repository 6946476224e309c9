//! The colours of figures, for light paper and for dark screens.

use std::fmt::Write as _;

use plotters::style::RGBColor;

/// A colour of figures. The light values are distinct, because the style sheet for dark screens selects elements by
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    light: u32,
    dark: u32,
}

/// The colour of primary text.
pub(crate) const INK: Paint = Paint { light: 0x1F_23_28, dark: 0xE6_ED_F3 };
/// The colour of secondary text.
pub(crate) const MUTED: Paint = Paint { light: 0x57_60_6A, dark: 0x9D_A7_B1 };
/// The colour of grid lines.
pub(crate) const GRID: Paint = Paint { light: 0xD8_DE_E4, dark: 0x30_36_3D };
/// The background colour.
pub(crate) const PAPER: Paint = Paint { light: 0xFF_FF_FF, dark: 0x0D_11_17 };

/// The colours of data series. Any two differ in lightness, so that they stay distinct for readers with any colour
/// vision deficiency and in grey print; every series also has a mark of its own. The first ones differ most. Chosen by a
/// search: docs/decisions/0039-figures.md.
pub(crate) const SERIES: [Paint; 6] = [
    Paint { light: 0x02_58_B1, dark: 0x0C_7F_CA },
    Paint { light: 0xE6_71_18, dark: 0xEE_9C_21 },
    Paint { light: 0x1C_30_1D, dark: 0xBE_FA_BB },
    Paint { light: 0xA7_60_84, dark: 0xE9_BF_EB },
    Paint { light: 0x58_3E_00, dark: 0x79_5F_29 },
    Paint { light: 0x1D_19_1D, dark: 0x90_90_8D },
];

impl Paint {
    /// Returns the colour for light paper.
    pub(crate) fn rgb(self) -> RGBColor {
        let [_, red, green, blue] = self.light.to_be_bytes();
        RGBColor(red, green, blue)
    }

    /// Returns the colour for light paper as an attribute of SVG.
    pub(crate) fn hex(self) -> String {
        format!("#{:06X}", self.light)
    }
}

/// Returns the style sheet that replaces the colours of figures in a page on dark screens. Prints use the light colours.
pub(crate) fn dark_style() -> String {
    let mut rules = String::new();
    for Paint { light, dark } in [INK, MUTED, GRID, PAPER].into_iter().chain(SERIES) {
        for property in ["fill", "stroke"] {
            let _ = write!(rules, ".figure [{property}=\"#{light:06X}\"]{{{property}:#{dark:06X}}}");
        }
    }
    format!("@media screen and (prefers-color-scheme:dark){{{rules}}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::vision::{Vision, contrast, difference, lightness};

    /// Returns the values for light paper and for dark screens.
    fn schemes(paints: &[Paint]) -> [Vec<u32>; 2] {
        [paints.iter().map(|paint| paint.light).collect(), paints.iter().map(|paint| paint.dark).collect()]
    }

    /// The contrasts that the Web Content Accessibility Guidelines require of text (4.5) and of graphics (3). All text
    /// has the colours of [`INK`] and [`MUTED`].
    #[test]
    fn text_and_series_have_enough_contrast_with_the_paper() {
        for (paints, min) in [(&[INK, MUTED][..], 4.5), (&SERIES, 3.0)] {
            for (paper, colors) in [PAPER.light, PAPER.dark].into_iter().zip(schemes(paints)) {
                for color in colors {
                    assert!(contrast(color, paper) >= min, "{color:06X} on {paper:06X}");
                }
            }
        }
    }

    /// Ticks and whiskers that cross a bar have a margin of paper, whose contrast with bar and line counts.
    #[test]
    fn lines_across_bars_are_set_off_by_a_margin_of_paper() {
        for bar in SERIES {
            for line in [INK, MUTED].into_iter().chain(SERIES) {
                for [bar, line, paper] in
                    [[bar.light, line.light, PAPER.light], [bar.dark, line.dark, PAPER.dark]]
                {
                    assert!(
                        contrast(bar, paper) >= 3.0 && contrast(line, paper) >= 3.0,
                        "{bar:06X} {line:06X}"
                    );
                }
            }
        }
    }

    /// The least difference (CIEDE2000) between any two of the first colours, which appear in one figure, for normal
    /// vision and each deficiency, and the least difference of lightness (L*), which is what grey print keeps.
    #[test]
    fn series_differ_for_every_kind_of_colour_vision_and_in_grey() {
        for (count, min_difference, min_lightness) in
            [(2, 45.0, 19.0), (3, 19.0, 19.0), (5, 12.5, 9.0), (6, 10.0, 8.0)]
        {
            for colors in schemes(&SERIES[..count]) {
                for (i, a) in colors.iter().enumerate() {
                    for b in &colors[..i] {
                        for vision in Vision::ALL {
                            let found = difference(*a, *b, vision);
                            assert!(
                                found >= min_difference,
                                "{count}: {a:06X} {b:06X} {vision:?}: {found:.1}"
                            );
                        }
                        let found = (lightness(*a) - lightness(*b)).abs();
                        assert!(found >= min_lightness, "{count}: {a:06X} {b:06X} grey: {found:.1}");
                    }
                }
            }
        }
    }

    #[test]
    fn colours_have_different_values() {
        let all: Vec<Paint> = [INK, MUTED, GRID, PAPER].into_iter().chain(SERIES).collect();
        for (i, paint) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other.light != paint.light && other.dark != paint.dark));
        }
    }
}
