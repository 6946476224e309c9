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

/// The colours of data series, after Okabe and Ito, darkened where the contrast with white was too low. Readers with
/// red-green colour blindness can distinguish them, and every series also has a mark of its own.
pub(crate) const SERIES: [Paint; 6] = [
    Paint { light: 0x00_72_B2, dark: 0x4F_B3_F0 },
    Paint { light: 0xD5_5E_00, dark: 0xFF_8F_4D },
    Paint { light: 0x00_7F_5F, dark: 0x2F_CB_9E },
    Paint { light: 0xA9_3C_82, dark: 0xE3_8C_C0 },
    Paint { light: 0xA6_76_00, dark: 0xE6_B8_4A },
    Paint { light: 0x55_55_55, dark: 0xC0_C0_C0 },
];

impl Paint {
    /// Returns the colour for light paper.
    pub(crate) fn rgb(self) -> RGBColor {
        let [_, red, green, blue] = self.light.to_be_bytes();
        RGBColor(red, green, blue)
    }
}

/// Returns the style sheet that replaces the colours of figures on dark screens. Prints, and programs without style
/// sheets, use the light colours.
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

    /// Returns the contrast ratio of the Web Content Accessibility Guidelines, from 1 to 21.
    fn contrast(a: u32, b: u32) -> f64 {
        let luminance = |color: u32| {
            let linear = |byte: u8| match f64::from(byte) / 255.0 {
                small if small <= 0.04045 => small / 12.92,
                large => ((large + 0.055) / 1.055).powf(2.4),
            };
            let [_, red, green, blue] = color.to_be_bytes();
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05
        };
        let (a, b) = (luminance(a), luminance(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn text_and_series_have_enough_contrast_with_the_paper() {
        for paint in [INK, MUTED].into_iter().chain(SERIES) {
            // The guidelines require 3 for large text, which all text in figures is.
            let min = if SERIES.contains(&paint) { 3.5 } else { 4.5 };
            assert!(contrast(paint.light, PAPER.light) > min, "{paint:X?}");
            assert!(contrast(paint.dark, PAPER.dark) > min, "{paint:X?}");
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
