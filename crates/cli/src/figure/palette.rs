//! The colours of figures: on light paper, and property they become on a dark screen.

use std::fmt::Write as _;

use plotters::style::RGBColor;

/// A colour of figures. On light paper each has its own value, by which a style sheet finds it on a dark screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    light: u32,
    dark: u32,
}

/// What is read.
pub(crate) const INK: Paint = Paint { light: 0x1F_23_28, dark: 0xE6_ED_F3 };
/// What is read second.
pub(crate) const MUTED: Paint = Paint { light: 0x57_60_6A, dark: 0x9D_A7_B1 };
/// The lines behind the data.
pub(crate) const GRID: Paint = Paint { light: 0xD8_DE_E4, dark: 0x30_36_3D };
/// What all is drawn on.
pub(crate) const PAPER: Paint = Paint { light: 0xFF_FF_FF, dark: 0x0D_11_17 };

/// Those of data, after Okabe and Ito, darkened where they were too pale to be read on white: told apart by people
/// who do not see red or green, and each has a mark of its own beside it.
pub(crate) const SERIES: [Paint; 6] = [
    Paint { light: 0x00_72_B2, dark: 0x4F_B3_F0 },
    Paint { light: 0xD5_5E_00, dark: 0xFF_8F_4D },
    Paint { light: 0x00_7F_5F, dark: 0x2F_CB_9E },
    Paint { light: 0xA9_3C_82, dark: 0xE3_8C_C0 },
    Paint { light: 0xA6_76_00, dark: 0xE6_B8_4A },
    Paint { light: 0x55_55_55, dark: 0xC0_C0_C0 },
];

impl Paint {
    /// On light paper.
    pub(crate) fn rgb(self) -> RGBColor {
        let [_, red, green, blue] = self.light.to_be_bytes();
        RGBColor(red, green, blue)
    }
}

/// The style sheet that turns the colours of figures into those for a dark screen. Paper stays light, and so do
/// programs that know nothing of style sheets.
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

    /// The contrast of the Web Content Accessibility Guidelines, 1 to 21.
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
            // Large text, as all in figures is, needs 3.
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
